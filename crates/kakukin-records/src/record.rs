//! What every format is reduced to: who played whom, who was first, how it ended.

use crate::{Date, Traces};
use kakukin_core::GameResult;
use serde::{Deserialize, Serialize};

/// The result of one game, as a record tells it. What the record does not say is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// The player who was first: sente in shogi, White in chess, Black in Go.
    pub first: Player,
    /// The other one.
    pub second: Player,
    /// How the game ended.
    pub ending: Ending,
    /// Why it ended so.
    pub reason: Reason,
    /// Whether one side gave odds: pieces, stones. Such games say nothing about the first move.
    pub handicap: bool,
    /// Whether nobody knows who of the two would have been first: forfeits in tournament reports.
    /// Such games say something about standings only.
    pub is_sideless: bool,
    /// When it was played.
    pub date: Option<Date>,
    /// Tournament or match.
    pub event: String,
    /// Round, as the record writes it.
    pub round: String,
    /// What the game started from: the name or code of its opening, its starting position, its komi.
    pub opening: String,
    /// The line at which the game begins, from 1.
    pub line: u64,
    /// By what the same game is known again.
    pub traces: Traces,
}

/// The greatest rating that is believed.
pub const MAX_RATING: f64 = 100_000.0;

/// One side of a game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating at the time.
    pub rating: Option<f64>,
}

/// How a game ended. Only the first two are games that say something about the first move;
/// the others are counted apart, and never as draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Played to its end.
    Played(GameResult),
    /// One side broke a rule and lost by it (反則): this side won.
    Foul(Side),
    /// One side did not play (不戦): this side won.
    Forfeit(Side),
    /// Nobody won, and nobody drew: both lost, or both stayed away.
    Nobody,
    /// Interrupted (中断).
    Interrupted,
    /// To be continued (封じ手, adjourned).
    Adjourned,
    /// Not over, or not said.
    #[default]
    Unknown,
}

/// One of the two sides of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who is first.
    First,
    /// Who is second.
    Second,
}

impl Side {
    /// The opponent's.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl From<Side> for GameResult {
    fn from(winner: Side) -> Self {
        match winner {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl Ending {
    /// This side won, over the board.
    pub fn won(side: Side) -> Self {
        Self::Played(side.into())
    }

    /// The same with the sides exchanged.
    pub(crate) fn turned(self) -> Self {
        match self {
            Self::Played(GameResult::First) => Self::won(Side::Second),
            Self::Played(GameResult::Second) => Self::won(Side::First),
            Self::Foul(side) => Self::Foul(side.other()),
            Self::Forfeit(side) => Self::Forfeit(side.other()),
            other => other,
        }
    }

    /// Drawn, over the board.
    pub const DRAW: Self = Self::Played(GameResult::Draw);
}

/// Why a game ended, as far as records tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RecordReason"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Not said.
    #[default]
    #[serde(rename = "")]
    Unsaid,
    /// Resignation (投了).
    Resignation,
    /// Checkmate, or no move left (詰み).
    Mate,
    /// Time (切れ負け).
    Time,
    /// The declaration of a won entering king (入玉勝ち).
    Declaration,
    /// Points on the board: Go.
    Count,
    /// The same position four times (千日手), threefold repetition.
    Repetition,
    /// Both kings have entered (持将棋).
    Impasse,
    /// The greatest number of moves.
    MaxMoves,
    /// Agreement, stalemate, bare kings: draws of chess.
    Agreement,
    /// An illegal move or another foul (反則).
    Foul,
    /// Not played (不戦).
    Forfeit,
    /// Interrupted (中断), adjourned, a move taken back, an error of the server.
    BrokenOff,
}

impl Record {
    /// Makes place for the next game, and keeps the room that its texts had.
    pub fn clear(&mut self) {
        for text in [
            &mut self.first.name,
            &mut self.second.name,
            &mut self.event,
            &mut self.round,
            &mut self.opening,
        ] {
            text.clear();
        }
        (self.first.rating, self.second.rating) = (None, None);
        (self.ending, self.reason) = (Ending::Unknown, Reason::Unsaid);
        (self.handicap, self.is_sideless, self.date, self.line) = (false, false, None, 0);
        self.traces = Traces::default();
    }

    /// What is to be said of this game, after the names of its players.
    pub(crate) fn named(&self, detail: &str) -> String {
        let (first, second) = (&self.first.name, &self.second.name);
        match (first.is_empty() && second.is_empty(), detail) {
            (true, detail) => detail.to_string(),
            (false, "") => format!("{first} – {second}"),
            (false, detail) => format!("{first} – {second}: {detail}"),
        }
    }

    /// The player of a side.
    pub fn player(&mut self, side: Side) -> &mut Player {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
