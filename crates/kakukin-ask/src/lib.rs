//! What can be asked, as text, and the documents that answer it.
//!
//! A *query* is a struct of fields as users write them: options on the command line, parameters
//! of a request. It is checked as a whole and becomes what is *asked*, in domain types, with an
//! estimate of the work; and that gives its answer, a document of `kakukin-report`. The command
//! line and the server differ in nothing but how they come by the text.

mod epsilon;
mod eval;
mod fields;
mod find;
mod live;
mod mahjong;
mod model;
mod number;
mod records;
mod report;
mod rule;
mod search;
mod simulate;
mod tree;
mod watch;
mod workbook;

pub use kakukin_mahjong::Stopped;

pub use epsilon::EpsilonQuery;
pub use eval::{EvalAsked, EvalChart, EvalChartQuery, EvalQuery};
pub use fields::{Field, Fields, Given, Kind, NoFields};
pub use find::{FindAsked, FindQuery, FindQuestion, MAX_ESTIMATE};
pub use live::{LiveChange, LiveQuery, LiveStart, NoteFields, add_results, read_record};
pub use mahjong::{
    AdviseAsked, AdviseQuery, ChainAsked, ChainQuery, ContextFields, MahjongBounds, MovesFields,
    PlayFields, PointsQuery, RulesQuery, ScoreAsked, ScoreChartQuery, ScoreQuery, ShantenQuery,
    StakesFields, TermsFields, WinAsked, WinChartQuery, WinQuery, win_chart,
};
pub use model::{ModelFields, Rates, rates};
pub use number::{as_typed, confidence, parts, whole, whole_or};
pub use records::{
    Content, EstimateAsked, EstimateQuery, GameFormat, GameList, MAX_MEMBERS, MAX_UNPACKED,
    MAX_UPLOADS, MOST_LISTED, RecordFields, RecordsAsked, RecordsQuery, Source, SourceFile,
    StandingsAsked, StandingsQuery, Uploads,
};
pub use report::{PlayersFields, RuleSheetAsked, RuleSheetQuery, ScoreSheetQuery};
pub use rule::{RuleFields, SeriesFields};
pub use search::{SearchFields, choose_turns, within};
pub use simulate::{SimulateAsked, SimulateQuery};
pub use tree::{TreeAsked, TreeQuery};
pub use watch::{Unwatched, Watch};
pub use workbook::WorkbookQuery;
