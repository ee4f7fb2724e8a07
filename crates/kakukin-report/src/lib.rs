//! From results to what people read: text, CSV and JSON, in Japanese and
//! English.
//!
//! A *document* is plain serialisable data with a schema name. Every output
//! format is a function of it: JSON is its serialisation, CSV and text are
//! written from its fields. The command line, pages and reports all build the
//! same documents.

rust_i18n::i18n!("locales", fallback = "en", backend = crate::lang::WithSides);

/// The text of a key, as a `String`: `tr!(lang, "key", name = value)`.
macro_rules! tr {
    ($lang:expr, $key:expr $(, $($rest:tt)*)?) => {{
        let key = $key;
        let key: &str = key.as_ref();
        rust_i18n::t!(key, locale = $lang.locale() $(, $($rest)*)?).into_owned()
    }};
}

mod chart;
mod csv;
mod error;
mod hand;
mod lang;
mod layout;
mod league;
mod logs;
mod page;
mod records;
pub mod schema;
mod series;
mod spreadsheet;
mod table;

pub use chart::{
    Axis, Bars, Chart, ChartAnswer, DARK_STYLE, DataTable, Dots, FONTS, Group, Heat, Line, Lines,
    Mark, Panel, Plot, Range, Ranges, Rows, Scale, Spot, Unit,
};
pub use error::{FieldStyle, explain, placeholders, sanitize, visible};
pub use hand::advise::AdviseDocument;
pub use hand::call::CallDocument;
pub use hand::chain::{ChainAnswer, ChainDocument, FormChainDocument};
pub use hand::figures::ByDiscard;
pub use hand::many::{ErrorDetail, OneOfMany, RefusedHandDocument};
pub use hand::played::TermsDocument;
pub use hand::points::{PaymentsDocument, PointsDocument, RulesUsed, StakesDocument, YakuDocument};
pub use hand::query::{HandQuery, MethodKind};
pub use hand::rules::{FlagDocument, RulesDocument};
pub use hand::score::ScoreDocument;
pub use hand::shanten::{FormsDocument, HandDocument, ShantenDocument};
pub use hand::tiles::TileStyle;
pub use hand::whole::WholeHandDocument;
pub use hand::win::WinDocument;
pub use lang::{Lang, translate, translate_with, translations, try_translate};
pub use layout::wrap;
pub use league::epsilon::EpsilonDocument;
pub use league::event::{
    BoardDocument, EncounterDocument, EventBracketDocument, EventCandidateDocument,
    EventErrorsDocument, EventFindDocument, EventPairDocument, EventPlayerDocument,
    EventRulesDocument, EventStudyDocument, LatestDocument, RoundDocument, RoundStartDocument,
    SeededPlayerDocument, SideDocument, SpreadDocument, TimetableDocument,
};
pub use league::standings::{
    CrosstableCell, MAX_CROSSTABLE, MOST_SINGLE, PlayerDocument, StandingsDocument,
    TraditionalDocument,
};
pub use league::study::{StudyDocument, StudyRowDocument};
pub use logs::list::{
    LogList, LogRoundDocument, LogWinDocument, LogWorthDocument, MahjongLogDocument,
};
pub use logs::read::{LogFaultDocument, LogsReadDocument};
pub use logs::review::{
    LossDocument, PlayerReviewDocument, ReviewDocument, ReviewList, ReviewOptionDocument,
    ReviewedDocument, Told,
};
pub use logs::table::{PlayTableDocument, TableStateDocument, TableTurnDocument};
pub use records::contest::MatchDocument;
pub use records::estimate::{EstimateDocument, FEW_GAMES, RecommendedDocument};
pub use records::games::{
    RecordDocument, games_csv_header, games_csv_row, omissions_csv, omissions_cut_short,
};
pub use records::list::{GameFormat, GameList};
pub use records::survey::{survey_json, survey_words};
pub use schema::{Document, SchemaName};
pub use series::eval::EvalDocument;
pub use series::find::FindDocument;
pub use series::live::{LiveDocument, Sides, explain_fault, recommended_note, short_percent};
pub use series::presets::{PresetsDocument, preset_note};
pub use series::sheet::{
    BestOfDocument, ChartDocument, Paper, RateDocument, RuleSheetDocument, RuleSheetOptions,
    ScoreChanceDocument, ScoreSheetDocument, StrongerDocument,
};
pub use series::simulate::SimulateDocument;
pub use series::table::{TableDocument, TableRow};
pub use series::tree::{LeafDocument, write_tree_csv, write_tree_json, write_tree_text};
pub use series::words::{
    GameDocument, GamesProbability, ModelDocument, OutcomeDocument, RuleDocument, RuleWords,
    Shares, TurnsChoice,
};
pub use series::workbook::*;
pub use spreadsheet::WorkbookError;
