//! The shape of every document, as OpenAPI has it.
//!
//! Types of this crate describe themselves (`ToSchema`, beside their `Serialize`). Here is what
//! they refer to but cannot describe: types of the computing crates, which know nothing of
//! OpenAPI; words that are written as plain strings; documents that are streamed and never are
//! one value. Nothing here is ever serialised: `tests/openapi.rs` holds real documents against
//! these descriptions.

use crate::{
    AdviseDocument, ChainAnswer, ChainDocument, Chart, ChartAnswer, EpsilonDocument,
    EstimateDocument, EvalDocument, FindDocument, FormChainDocument, LeafDocument, LiveDocument,
    LiveRecord, ModelDocument, PointsDocument, PresetsDocument, ReadDocument, RecordDocument,
    RuleDocument, RuleSheetDocument, RuleWords, RulesDocument, ScoreDocument, ScoreSheetDocument,
    ShantenDocument, SimulateDocument, StandingsDocument, StudyDocument, TableDocument,
    WinDocument, WorkbookDocument, series::simulate::Observed,
};
use kakukin_mahjong as mahjong;
use utoipa::{
    Modify, OpenApi, PartialSchema, ToSchema,
    openapi::{
        KnownFormat, Object, ObjectBuilder, RefOr, Schema, SchemaFormat,
        schema::{AdditionalProperties, ArrayItems, SchemaType, Type},
    },
};

/// Every document with all its parts, as components of an OpenAPI description.
#[derive(Debug, Clone, Copy, OpenApi)]
#[openapi(components(schemas(
    AdviseDocument,
    ChainAnswer,
    ChainDocument,
    Chart,
    ChartAnswer,
    EpsilonDocument,
    EstimateDocument,
    EvalDocument,
    FindDocument,
    FormChainDocument,
    LiveDocument,
    LiveRecord,
    PointsDocument,
    PresetsDocument,
    RecordDocument<'static>,
    RecordsDocument,
    RuleSheetDocument,
    RuleWords,
    RulesDocument,
    ScoreDocument,
    ScoreSheetDocument,
    ShantenDocument,
    SimulateDocument,
    StandingsDocument,
    StudyDocument,
    TableDocument,
    TreeDocument,
    WinDocument,
    WorkbookDocument,
)), modifiers(&Exactly))]
pub struct Documents;

/// Says exactly what utoipa only nearly says: names of formats as the registry of OpenAPI has
/// them (`uint32`, not `u-int32`), and tuples that cannot be shorter than they are.
///
/// Whoever describes an API of documents needs it as a modifier too.
#[derive(Debug, Clone, Copy)]
pub struct Exactly;

impl Modify for Exactly {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.iter_mut();
        components.flat_map(|all| all.schemas.values_mut()).for_each(exactly);
    }
}

fn exactly(schema: &mut RefOr<Schema>) {
    if let RefOr::T(schema) = schema {
        exactly_own(schema);
    }
}

fn exactly_own(schema: &mut Schema) {
    match schema {
        Schema::Object(object) => {
            if let Some(SchemaFormat::KnownFormat(format)) = &object.format {
                let name = match format {
                    KnownFormat::UInt8 => Some("uint8"),
                    KnownFormat::UInt16 => Some("uint16"),
                    KnownFormat::UInt32 => Some("uint32"),
                    KnownFormat::UInt64 => Some("uint64"),
                    _ => None,
                };
                if let Some(name) = name {
                    object.format = Some(SchemaFormat::Custom(name.into()));
                }
            }
            object.properties.values_mut().for_each(exactly);
            if let Some(AdditionalProperties::RefOr(more)) =
                object.additional_properties.as_deref_mut()
            {
                exactly(more);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                exactly(items);
            }
            if !array.prefix_items.is_empty() {
                array.min_items = Some(array.prefix_items.len());
                array.prefix_items.iter_mut().for_each(exactly_own);
            }
        }
        Schema::OneOf(one_of) => one_of.items.iter_mut().for_each(exactly),
        Schema::AllOf(all_of) => all_of.items.iter_mut().for_each(exactly),
        Schema::AnyOf(any_of) => any_of.items.iter_mut().for_each(exactly),
        _ => {}
    }
}

/// The outcome tree of a series, as `write_tree_json` streams it.
#[derive(Debug, ToSchema)]
pub struct TreeDocument {
    /// Name and version of this format.
    #[schema(schema_with = names::tree)]
    pub schema: &'static str,
    /// How one game goes.
    pub model: ModelDocument,
    /// How a series is scored.
    pub rule: RuleDocument,
    /// How many leaves there are.
    pub count: u64,
    /// The leaves: every course that the series can take.
    pub leaves: Vec<LeafDocument>,
}

/// Games of records one by one, as `kakukin records` streams them.
#[derive(Debug, ToSchema)]
pub struct RecordsDocument {
    /// Name and version of this format.
    #[schema(schema_with = names::records)]
    pub schema: &'static str,
    /// The games, in the order of reading.
    pub games: Vec<RecordDocument<'static>>,
    /// What was read and left out.
    pub read: ReadDocument,
}

/// A string that is one of some words.
fn one_of<'w>(words: impl IntoIterator<Item = &'w str>, description: &str) -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .enum_values(Some(words))
        .description(Some(description))
        .build()
}

/// Names and versions of formats: strings with a single value.
macro_rules! names {
    ($($document:ident = $name:literal;)*) => {
        pub(crate) mod names {
            use super::*;
            $(pub(crate) fn $document() -> Object {
                one_of([$name], "Name and version of this format.")
            })*
        }
    };
}

names! {
    advise = "kakukin/advise/1";
    chain = "kakukin/mahjong-chain/1";
    epsilon = "kakukin/epsilon-points/1";
    estimate = "kakukin/estimate/1";
    eval = "kakukin/eval/1";
    find = "kakukin/find/1";
    form_chain = "kakukin/mahjong-form-chain/1";
    live_record = "kakukin/live/1";
    live_state = "kakukin/live-state/1";
    points = "kakukin/points/1";
    presets = "kakukin/presets/1";
    records = "kakukin/records/1";
    rule_sheet = "kakukin/rule-sheet/1";
    rules = "kakukin/mahjong-rules/1";
    score = "kakukin/score/1";
    score_sheet = "kakukin/score-sheet/1";
    shanten = "kakukin/mahjong-shanten/1";
    simulate = "kakukin/simulate/1";
    standings = "kakukin/epsilon-standings/1";
    study = "kakukin/epsilon-study/1";
    table = "kakukin/table/1";
    tree = "kakukin/tree/1";
    win = "kakukin/mahjong-win/1";
    workbook = "kakukin/workbook/1";
}

/// Types whose values are written as one of some words.
macro_rules! words {
    ($(#[doc = $description:literal] $name:ident: $words:expr;)*) => {
        $(#[doc = $description]
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                one_of($words, $description.trim()).into()
            }
        }

        impl ToSchema for $name {})*
    };
}

words! {
    /// One of the two players of a series; `a` is first in game 1.
    Player: ["a", "b"];
    /// How a game ended: its first player won, its second player won, or it was drawn.
    GameResult: ["first", "second", "draw"];
    /// How a series ended: at the target, on points (at the limit or certain), or with no winner.
    Ending: kakukin_series::Ending::ALL.map(|ending| ending.code());
    /// A language.
    Lang: ["en", "ja"];
    /// What rules are ranked by.
    RankRulesBy: ["bias", "worst", "pareto"];
    /// A criterion of the frontier of rules.
    Criterion: ["bias", "limit", "games", "skill", "none"];
    /// Why a course of play was picked.
    ExampleCriterion: ["likeliest", "other_winner", "on_points", "none", "longest"];
    /// A part of a rule sheet.
    SheetPart: ["examples", "longer", "rates", "stronger", "scores", "score_chart"];
    /// Why a part of a rule sheet is missing.
    SheetGap: ["work", "length", "no_rate"];
    /// What a chart of a rule sheet is about.
    ChartAbout: ["bias", "games", "scores", "stronger"];
    /// What a compared rule is.
    ComparedKind: ["one_game", "one_each", "best_of", "longer"];
    /// What happened in a game; swapped: after a draw that did not count, with sides changed.
    BranchFace: ["first", "second", "draw", "swapped_first", "swapped_second"];
    /// What games are grouped by.
    By: ["event", "year", "rating", "opening"];
    /// Why strength could not be taken out.
    NoFit: ["not_joined", "all_drawn", "no_maximum", "too_many"];
    /// The result of a game as tables of results write it.
    RecordResult: ["1-0", "0-1", "1/2-1/2", "0-0", "interrupted", "adjourned", "*"];
    /// Why a game ended so; empty where the record does not say it.
    RecordReason: [
        "", "resignation", "mate", "time", "declaration", "count", "repetition", "impasse",
        "max_moves", "agreement", "foul", "forfeit", "broken_off",
    ];
    /// Why a file or a game was left out, or counts apart.
    SkippedWhy: [
        "no_result", "unknown_result", "contradiction", "bad_form", "bye", "truncated",
        "bad_header", "not_a_record", "empty", "unreadable", "nested", "packed", "too_large",
        "handicap", "foul", "forfeit", "nobody", "interrupted", "adjourned", "unknown",
    ];
    /// Where rates come from.
    RatesOrigin: ["given", "raw", "adjusted"];
    /// What a draw is worth under epsilon points.
    DrawPoints: ["zero", "expectation"];
    /// What players are ranked by.
    RankPlayersBy: ["total", "mean"];
    /// What decides between players with equal points.
    TieBreak: kakukin_league::TieBreak::ALL.map(|tie_break| tie_break.code());
    /// A form of a complete hand.
    Form: mahjong::Form::ALL.map(|form| form.name());
    /// Which moves are looked at: those of the shortest way, or some more.
    Method: ["plain", "improve"];
    /// How draws are weighed.
    Divisor: ["split", "wall", "constant"];
    /// What a player wants most.
    Objective: ["win", "tenpai"];
    /// What a player wants most where points count.
    Aim: mahjong::Aim::ALL.map(|aim| aim.name());
    /// How ura indicators were taken into account.
    UraMethod: ["none", "exact", "split"];
    /// Why a discard stands where it stands.
    AdviceReason: [
        "only", "equal", "riichi", "silence", "distance", "tiles", "shape", "value", "later",
    ];
    /// A wind: east, south, west, north.
    Wind: ["E", "S", "W", "N"];
    /// A limit of points.
    PointsLimit: ["mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman"];
    /// A set of mahjong rules.
    RuleSet: mahjong::Rules::PRESETS;
}

/// A family of types that differ in the kind of their figures: generic where they are computed,
/// but OpenAPI knows no generic types.
macro_rules! families {
    ($($family:ident: $([$description:literal $name:ident $($figure:tt)+])*;)*) => {
        $($($family!($description, $name, $($figure)+);)*)*
    };
}

macro_rules! endings {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// A's points reached the target.
            pub a_reached: $($figure)+,
            /// B's points reached the target.
            pub b_reached: $($figure)+,
            /// A had more points at the limit, or could no longer be caught.
            pub a_on_points: $($figure)+,
            /// B had more points at the limit, or could no longer be caught.
            pub b_on_points: $($figure)+,
            /// Equal points at the limit: no winner.
            pub none: $($figure)+,
        }
    };
}

macro_rules! outcomes {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// A's points reached the target.
            pub a_reached: $($figure)+,
            /// B's points reached the target.
            pub b_reached: $($figure)+,
            /// A had more points at the limit, or could no longer be caught.
            pub a_on_points: $($figure)+,
            /// B had more points at the limit, or could no longer be caught.
            pub b_on_points: $($figure)+,
            /// Equal points at the limit: no winner.
            pub none: $($figure)+,
            /// A wins, one way or the other.
            pub a: $($figure)+,
            /// B wins, one way or the other.
            pub b: $($figure)+,
        }
    };
}

macro_rules! shares {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// A's share.
            pub a: $($figure)+,
            /// B's share.
            pub b: $($figure)+,
        }
    };
}

macro_rules! breakdowns {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// No game was drawn.
            pub without_draws: $($figure)+,
            /// At least one game was drawn.
            pub with_draws: $($figure)+,
        }
    };
}

macro_rules! sides {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// What the first player gets.
            pub first: $($figure)+,
            /// What the second player gets.
            pub second: $($figure)+,
        }
    };
}

macro_rules! results {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// The first player wins.
            pub first_win: $($figure)+,
            /// The second player wins.
            pub second_win: $($figure)+,
            /// The game is drawn.
            pub draw: $($figure)+,
        }
    };
}

macro_rules! forms {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// Four groups and a pair.
            #[schema(required)]
            pub standard: $($figure)+,
            /// Seven pairs.
            #[schema(required)]
            pub seven_pairs: $($figure)+,
            /// Thirteen orphans.
            #[schema(required)]
            pub thirteen_orphans: $($figure)+,
        }
    };
}

macro_rules! aims {
    ($description:literal, $name:ident, $($figure:tt)+) => {
        #[doc = $description]
        #[derive(Debug, ToSchema)]
        pub struct $name {
            /// Points of those who play for points.
            pub score: $($figure)+,
            /// The chance to win of those who play to win.
            pub win: $($figure)+,
            /// The chance to be ready of those who play to be ready.
            pub tenpai: $($figure)+,
        }
    };
}

families! {
    endings:
        ["Probabilities of the five endings of a series." EndingChances f64]
        ["Numbers of series by ending." EndingCounts u64];
    outcomes:
        ["Probabilities of the five endings of a series, and their sums." SeriesOutcome f64]
        ["Probabilities of the endings as exact fractions." ExactOutcome String]
        ["Rates of the endings in series that were played." ObservedOutcome Observed];
    shares:
        ["Shares of the decided series." Shares f64]
        ["Shares of the decided series as exact fractions." ExactShares String];
    breakdowns:
        ["Probabilities of the endings without and with drawn games." Breakdown EndingChances]
        ["Numbers of series without and with drawn games." BreakdownCounts EndingCounts];
    sides:
        ["The points of the two sides of a game after one result." Sides f64]
        ["The points of the two sides of a game as exact fractions." ExactSides String];
    results:
        ["The points of every result: zero-sum, of expectation zero for equals." EpsilonPoints Sides]
        ["The points of every result of a game as exact fractions." ExactEpsilonPoints ExactSides];
    forms:
        ["Shanten by form; null: out of reach." FormShanten Option<i32>]
        ["Chances by form." FormChances f64]
        ["Chances by form, and by turn or draws left: now first." FormCourses Vec<f64>];
    aims:
        ["The best of each figure that any way of playing for it has." EachBest f64]
        ["The best of each figure, by turn or draws left: now first." EachBestCourses Vec<f64>];
}

/// The chances that a series ends with A, with B, or with nobody as its winner.
#[derive(Debug, ToSchema)]
pub struct Chances {
    /// A wins the series.
    pub a: f64,
    /// B wins it.
    pub b: f64,
    /// Nobody does.
    pub none: f64,
}

/// Games by their results.
#[derive(Debug, ToSchema)]
pub struct Tally {
    /// The first player won.
    pub first: u64,
    /// Drawn.
    pub draws: u64,
    /// The second player won.
    pub second: u64,
}

/// Games counted apart, never as draws.
#[derive(Debug, ToSchema)]
pub struct ApartTally {
    /// Odds were given.
    pub handicap: u64,
    /// Won by a foul of the opponent.
    pub fouls: u64,
    /// Not played.
    pub forfeits: u64,
    /// Nobody won or drew.
    pub nobody: u64,
    /// Broken off.
    pub interrupted: u64,
    /// To be continued.
    pub adjourned: u64,
    /// Not over, or not said.
    pub unknown: u64,
}

/// Which games count although they were not simply played to their end.
#[derive(Debug, ToSchema)]
pub struct Counting {
    /// Wins by a foul.
    pub fouls: bool,
    /// Wins without play.
    pub forfeits: bool,
    /// Games with odds.
    pub handicap: bool,
}

/// So many hits out of so many trials, with what that tells of the rate.
#[derive(Debug, ToSchema)]
pub struct Share {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have happened.
    pub of: u64,
    /// The share; null if it never could have happened.
    #[schema(required)]
    pub rate: Option<f64>,
    /// Wilson's score interval: lower and upper end.
    #[schema(min_items = 2, max_items = 2)]
    pub wilson: [f64; 2],
    /// The interval of Clopper and Pearson, never less sure than it says: lower and upper end.
    #[schema(min_items = 2, max_items = 2)]
    pub clopper_pearson: [f64; 2],
    /// What is believed after the games, all rates having been equally likely before.
    pub posterior: Posterior,
}

/// A Beta distribution.
#[derive(Debug, ToSchema)]
pub struct Posterior {
    /// First parameter: hits + 1.
    pub a: f64,
    /// Second parameter: misses + 1.
    pub b: f64,
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub deviation: f64,
    /// The central interval: lower and upper end.
    #[schema(min_items = 2, max_items = 2)]
    pub interval: [f64; 2],
}

/// A figure with its standard error and interval.
#[derive(Debug, ToSchema)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// Its interval: lower and upper end.
    #[schema(min_items = 2, max_items = 2)]
    pub interval: [f64; 2],
}

/// Wins, draws and losses of one player.
#[derive(Debug, ToSchema)]
pub struct WinsDrawsLosses {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// The chances of a hand that has not drawn, beside those of its discards; not there for a hand
/// that has drawn.
#[derive(Debug, ToSchema)]
pub struct WaitingWorth {
    /// The chance to win, by turn or by draws left: now first.
    #[schema(required = false)]
    pub win: Vec<f64>,
    /// The chance to be ready at some time.
    #[schema(required = false)]
    pub tenpai: Vec<f64>,
    /// The chance to be ready first in that form.
    #[schema(required = false)]
    pub tenpai_forms: FormCourses,
}

/// The prospects of a hand that has not drawn; not there for a hand that has drawn.
#[derive(Debug, ToSchema)]
pub struct WaitingProspect {
    /// Expected points, by turn or by draws left: now first.
    #[schema(required = false)]
    pub score: Vec<f64>,
    /// The chance to win.
    #[schema(required = false)]
    pub win: Vec<f64>,
    /// The chance to be ready at some time.
    #[schema(required = false)]
    pub tenpai: Vec<f64>,
    /// The chance to be ready at the end without a win.
    #[schema(required = false)]
    pub tenpai_at_end: Vec<f64>,
    /// Points of a win now; `null` where there is none, or payments at the end count too.
    pub mean: Option<f64>,
    /// The best of each figure that any way of playing for it has.
    #[schema(required = false)]
    pub each_best: EachBestCourses,
}
