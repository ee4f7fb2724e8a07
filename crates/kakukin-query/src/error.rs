//! Errors of a query, its own or those of the computing crates; and why a job gave no result.

use std::fmt;

kakukin_core::input_errors! {
    /// Why a query was refused.
    passing on {
        Value: kakukin_core::InputError, kakukin_core::BadValue;
        Series: kakukin_series::InputError, kakukin_series::Problem;
        League: kakukin_league::InputError, kakukin_league::Problem;
        Hand: kakukin_mahjong::InputError, kakukin_mahjong::Problem;
        Records: kakukin_records::InputError, kakukin_records::Problem;
    }
    own {
        /// One side won every decided game, so they give no rate to reckon with.
        OneSided = "one_sided",
        /// No game in the records counts.
        NoGames = "no_games",
        /// No game in the records was won by anybody.
        NoDecidedGames = "no_decided_games",
        /// Files become larger than is allowed when they are unpacked.
        UnpacksTooLarge = "unpacks_too_large",
        /// A file is not text in UTF-8.
        NotUtf8 = "not_utf8",
        /// The header of a table has no names that are known.
        BadHeader = "bad_header",
        /// Both players have the same name.
        SamePlayer = "same_player",
        /// No player of that name is in the field.
        NotInDataSet = "not_in_data_set",
        /// A chart would have more scores of one player than can be told apart.
        TooManyScores = "too_many_scores",
    }
}

/// Why a job gave no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// It was refused after it had begun: only then was it seen to be too large.
    Refused(InputError),
    /// Whoever watched cancelled it.
    Cancelled,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Stopped {}

/// Errors of every crate stop a job alike.
macro_rules! refused {
    ($($error:path),*) => {
        $(impl From<$error> for Stopped {
            fn from(error: $error) -> Self {
                Self::Refused(error.into())
            }
        })*
    };
}

refused! {
    InputError,
    kakukin_core::InputError,
    kakukin_series::InputError,
    kakukin_league::InputError,
    kakukin_mahjong::InputError,
    kakukin_records::InputError
}

impl From<kakukin_mahjong::Stopped> for Stopped {
    fn from(stopped: kakukin_mahjong::Stopped) -> Self {
        match stopped {
            kakukin_mahjong::Stopped::Refused(error) => Self::Refused(error.into()),
            kakukin_mahjong::Stopped::Cancelled => Self::Cancelled,
        }
    }
}
