//! From the text of a question to its result.
//!
//! A *query* is a struct of fields as users write them: options on the command line, parameters
//! of a request. It is checked as a whole and becomes a *job* in domain types, with an estimate of
//! the work. Running the job gives its result, whose type belongs to the crate that computes it.
//! The command line and the server differ only in how they get the text.

mod delimited;
mod error;
mod fields;
mod hand;
mod league;
mod logs;
mod number;
mod pairings;
mod records;
mod series;
mod watch;
mod words;

pub use error::{InputError, Problem, Stopped};

pub use fields::{Field, Fields, Kind, NoFields, Params};
pub use hand::{
    AdviseQuery, CallJob, CallQuery, ChainJob, ChainQuery, CheckedHand, ContextFields, HandJob,
    HandLine, HandLines, HandQuery, MAX_HAND_LINE, MAX_TABLE_OF_RATES, MahjongBounds, ManyHands,
    MovesFields, OthersFields, PlayFields, PointsJob, PointsQuery, RulesJob, RulesQuery,
    ScoreChartQuery, ScoreJob, ScoreQuery, ShantenJob, ShantenQuery, SolvedHand, StakesFields,
    TermsFields, Unreadable, WinChartQuery, WinJob, WinQuery, answer_lines, check_usual,
};
pub use league::{
    DrawnBracket, EpsilonJob, EpsilonQuery, EventBracketJob, EventBracketQuery, EventFindJob,
    EventFindQuery, EventPairJob, EventPairQuery, EventPlayersFields, EventSeatsFields,
    EventSheetFields, EventStudyJob, EventStudyQuery, PairedRounds, StandingsJob, StandingsQuery,
    StudyJob, StudyQuery,
};
pub use logs::{
    Advisor, FaultyLog, LogItem, LogSkip, LogsJob, LogsQuery, LogsRead, LossSum, MAX_LISTED_FAULTS,
    MAX_TABLE, PlayTableJob, PlayTablePart, PlayTableQuery, PlayerReview, REVIEW_SHANTEN,
    ReviewJob, ReviewQuery, ReviewSummary, Reviewed, ReviewedRound, Seats, SharesWork, Verdict,
};
pub use number::{confidence, parts, whole, whole_or, with_original_value};
pub use pairings::{MAX_PAIRS, PairingTable, read_round};
pub use records::{
    Content, EstimateJob, EstimateQuery, MAX_MEMBERS, MAX_PART, MAX_UNPACKED, MAX_UPLOADS,
    MOST_LISTED, MatchAnswer, MatchJob, MatchQuery, Part, RecordFields, RecordsJob, RecordsQuery,
    Source, SourceFile, Uploads,
};
pub use series::eval::{EvalChartJob, EvalChartQuery, EvalJob, EvalQuery};
pub use series::find::{FindJob, FindQuery, MAX_ESTIMATE, RatesSource};
pub use series::live::{
    Begun, LiveChange, LiveChangeJob, LiveJob, LiveQuery, LiveStart, LiveStartJob, NoteFields,
};
pub use series::model::{ModelFields, Rates, rates};
pub use series::recommended::{RecommendedJob, RecommendedRule};
pub use series::rule::{RuleFields, SeriesFields};
pub use series::search::{SearchFields, choose_turns, within};
pub use series::sheet::{
    PlayersFields, RuleSheetJob, RuleSheetQuery, ScoreSheetJob, ScoreSheetQuery,
};
pub use series::simulate::{SimulateJob, SimulateQuery};
pub use series::table::{TableJob, TableQuery};
pub use series::tree::{TreeJob, TreeQuery};
pub use series::wanted::WantedSeries;
pub use series::workbook::{WorkbookJob, WorkbookQuery};
pub use watch::{Unwatched, Watch, WorkUnit};
pub use words::MAX_WORDS;
