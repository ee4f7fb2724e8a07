//! Logs of mahjong games: read, replayed, counted into a table, reviewed.

mod read;
mod review;
mod table;

pub use read::{FaultyLog, LogItem, LogSkip, LogsJob, LogsQuery, LogsRead, MAX_LISTED_FAULTS};
pub use review::{
    Advisor, LossSum, PlayerReview, REVIEW_SHANTEN, ReviewJob, ReviewQuery, ReviewSummary,
    Reviewed, ReviewedRound, Seats, SharesWork, Verdict,
};
pub use table::{MAX_TABLE, PlayTableJob, PlayTablePart, PlayTableQuery};
