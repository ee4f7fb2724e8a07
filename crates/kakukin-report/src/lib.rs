//! From results to what people read: text, CSV and JSON, in Japanese and
//! English.
//!
//! A *document* is plain serialisable data with a schema name. Every output
//! format is a function of it: JSON is its serialisation, CSV and text are
//! written from its fields. The command line, pages and reports all build the
//! same documents.

rust_i18n::i18n!("../../locales", fallback = "en");

/// The text of a key, as a `String`: `tr!(lang, "key", name = value)`.
macro_rules! tr {
    ($lang:expr, $key:expr $(, $($rest:tt)*)?) => {{
        let key = $key;
        let key: &str = key.as_ref();
        rust_i18n::t!(key, locale = $lang.tag() $(, $($rest)*)?).into_owned()
    }};
}

mod advise;
mod asked;
mod chain;
mod chart;
mod delimited;
mod epsilon;
mod error;
mod estimate;
mod eval;
mod find;
mod lang;
mod layout;
mod live;
#[cfg(feature = "openapi")]
pub mod openapi;
mod page;
mod points;
mod presets;
mod records;
mod rules;
mod score;
mod score_text;
mod series;
mod shanten;
mod simulate;
mod standings;
mod study;
mod table;
mod tiles;
mod tree;
mod win;
mod workbook;

pub use advise::AdviseDocument;
pub use asked::AskedDocument;
pub use chain::{ChainAnswer, ChainDocument, FormChainDocument};
pub use chart::{
    Axis, Bars, Chart, ChartAnswer, DARK_STYLE, DataTable, Dots, FONTS, Group, HandFigure, Heat,
    Line, Lines, MOST_SCORES, Mark, Panel, Plot, Range, Ranges, Scale, Spot, Unit,
};
pub use epsilon::EpsilonDocument;
pub use error::{explain, placeholders, tamed};
pub use estimate::{
    AdjustedDocument, Basis, EstimateDocument, EstimateOptions, GroupDocument, GroupsDocument,
    LeftOut, RatingDocument, Recommended,
};
pub use eval::{EvalDocument, EvalOptions};
pub use find::FindDocument;
pub use lang::{Lang, translate, translate_with, translations, try_translate};
pub use layout::wrap;
pub use live::{
    Action, Entry, Header, LiveAudit, LiveDocument, LiveEnd, LiveFault, LiveGame, LiveGames,
    LiveNeed, LiveNext, LiveRecord, LiveScore, MAX_ENTRIES, MAX_LIVE_WORK, MAX_RECORD_BYTES,
    ModelText, Names, Note, RuleText, Stamp, Told, short_percent,
};
pub use page::{
    BestOfDocument, ChartDocument, ComparedDocument, ExampleDocument, ExampleGame, LeftOutDocument,
    MAX_PAIRS, MAX_SHEET_GAMES, MAX_SHEET_ROWS, MAX_WORDS, NeedDocument, Pairing, RateDocument,
    RuleSheetDocument, RuleSheetOptions, ScoreChanceDocument, ScoreSheetDocument,
    ScoreSheetOptions, StrongerDocument, WinsDocument, printable, read_round,
};
pub use points::{PaymentsDocument, PointsDocument, RulesUsed, StakesDocument, YakuDocument};
pub use presets::PresetsDocument;
pub use records::{
    Each, MAX_LISTED, ReadDocument, RecordDocument, SkippedDocument, SkippedEntry, Surveyor,
    games_csv_header, games_csv_row,
};
pub use rules::{FlagDocument, RulesDocument};
pub use score::{ScoreDocument, ScoreGames, TermsDocument};
pub use series::{
    GameDocument, GamesProbability, ModelDocument, OutcomeDocument, RuleDocument, RuleWords, Shares,
};
pub use shanten::{FormsDocument, HandDocument, ShantenDocument};
pub use simulate::SimulateDocument;
pub use standings::{
    Adjudged, CrosstableCell, LeftOutOfLeague, MAX_CROSSTABLE, PlayerDocument, RatesFrom,
    StandingsDocument, StandingsOptions, TraditionalDocument,
};
pub use study::{
    Entrant, ErrorsDocument, MAX_STUDY_RATES, Schedule, StudyChart, StudyDocument, StudyMethod,
    StudyPlan, StudyPlayer, StudyRequest, StudyRow, StudyRuns, read_field,
};
pub use table::{TableDocument, TableForm, TableRow};
pub use tiles::TileStyle;
pub use tree::{LeafDocument, TreeStyle, write_tree_csv, write_tree_json, write_tree_text};
pub use win::WinDocument;
pub use workbook::*;
