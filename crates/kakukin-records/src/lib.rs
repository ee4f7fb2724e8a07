#![doc = include_str!("../README.md")]

mod contest;
mod csa;
mod date;
mod error;
mod estimate;
mod fit;
mod format;
mod kif;
mod packed;
mod pgn;
mod pieces;
mod read;
mod record;
mod sgf;
mod share;
mod shogi;
mod sink;
mod survey;
mod surveyor;
pub mod table;
mod text;
mod traces;
mod trf;
mod workbook;

pub use contest::{
    Contest, ContestPlan, ContestTally, CoursePoint, Decision, Duel, DuelGroup, DuelGroups,
    DuelPairs, EloModel, ExpectedGames, Frequencies, MAX_COURSE, MAX_OPPONENTS, MAX_PLAYERS,
    MatchFigures, PairEvidence, PairsBy, Results, Sprt, SprtCourse, SprtPlan, Standing, Stopped,
    TooManyPlayers, nearest_names,
};
pub use date::Date;
pub use encoding_rs::Encoding;
pub use error::{InputError, Problem};
pub use estimate::{
    Adjusted, Basis, BasisReason, Estimate, EstimateOptions, GroupEstimate, GroupsEstimate,
    NotFitted, PlayerRating, RatingUse, Recommended,
};
pub use fit::{Fit, FitOptions, FittedValue, Known, MAX_FITTED, Method, NoFit, Rating, fit};
pub use format::Format;
pub use kakukin_core::{Confidence, GameResult};
pub use pieces::{MAX_LINE, Piece, Pieces};
pub use read::{MAX_ARCHIVE, MAX_MEMBERS, Reading, is_zip, members, read, read_zip, scan};
pub use record::{Ending, MAX_RATING, Player, Reason, Record, Side};
pub use share::{Posterior, Share};
pub use sink::{Collected, Quota, Sink, Skip, Stop, Why};
pub use survey::{
    Apart, ApartTally, BadPart, By, Counted, Counting, Filter, Groups, GroupsPart, Key, MAX_GROUPS,
    MAX_NAMES, MAX_PAIRS, Pair, Plan, Players, PlayersPart, Survey, SurveyPart, Tally,
};
pub use surveyor::{Each, MAX_LISTED, Omission, Omissions, Omitted, ReadSummary, Surveyor};
pub use table::{ColumnNames, RecordResult, is_bye};
pub use text::MAX_TEXT;
pub use traces::{MAX_REMEMBERED, Remembered, Traces};
pub use workbook::MAX_WORKBOOK;
