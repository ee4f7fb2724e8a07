//! What happens in a game: one model for all formats.

use crate::Face;
use kakukin_mahjong::{MeldKind, Players, Rules, Wind, Yaku};
use serde::Serialize;
use std::sync::Arc;

/// What is known of a whole game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The names of the players by seat; empty where they are not known.
    pub names: Vec<String>,
    /// How many play.
    pub players: Players,
    /// By what rules wins are scored: what the log says of them, else those of Tenhou.
    pub rules: Rules,
}

/// A round, as far as the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The game that it belongs to.
    pub game: Arc<Game>,
    /// Whether it follows the round before it in the same game.
    pub follows: bool,
    /// Its wind.
    pub wind: Wind,
    /// Who is the dealer.
    pub dealer: usize,
    /// Counters.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// The first indicator.
    pub dora: Face,
    /// The tiles dealt to each seat; none where they are not known.
    pub hands: Vec<Vec<Option<Face>>>,
    /// What happened.
    pub events: Vec<Event>,
}

/// Something that happens in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A tile is drawn, from the wall or for a kan or a north.
    Draw {
        /// Who.
        seat: usize,
        /// What, if it is known.
        tile: Option<Face>,
    },
    /// A tile is discarded.
    Discard {
        /// Who.
        seat: usize,
        /// What.
        tile: Face,
        /// Whether it is the one that was just drawn.
        drawn: bool,
    },
    /// Another's discard is called.
    Call {
        /// Who.
        seat: usize,
        /// Whose discard.
        from: usize,
        /// Chi, pon or open kan.
        kind: MeldKind,
        /// What was discarded.
        tile: Face,
        /// The tiles from the hand.
        own: Vec<Face>,
    },
    /// Four tiles of the hand are shown.
    ClosedKan {
        /// Who.
        seat: usize,
        /// What.
        own: Vec<Face>,
    },
    /// A fourth tile is added to a pon.
    AddedKan {
        /// Who.
        seat: usize,
        /// What.
        tile: Face,
    },
    /// A north is set aside.
    North {
        /// Who.
        seat: usize,
    },
    /// Another indicator is turned.
    Dora {
        /// Which.
        indicator: Face,
    },
    /// Riichi is declared; the discard follows.
    Riichi {
        /// Who.
        seat: usize,
    },
    /// Nobody won with that discard: the stick is paid.
    RiichiStands {
        /// Who.
        seat: usize,
    },
    /// Somebody wins.
    Win(Box<LoggedWin>),
    /// The round ends without a win.
    Ended {
        /// How.
        how: Ending,
        /// What each seat receives or pays; nothing if it is not said.
        deltas: Vec<i32>,
    },
}

/// How a round ends without a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RoundEnding"))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The wall is empty (荒牌平局).
    Exhausted,
    /// The wall is empty and somebody's discards are all terminals and honours (流し満貫).
    NagashiMangan,
    /// Nine terminals and honours (九種九牌).
    NineTerminals,
    /// Four riichi (四家立直).
    FourRiichi,
    /// Three wins on one discard (三家和).
    ThreeWins,
    /// Four kans of several players (四槓散了).
    FourKans,
    /// The same wind four times (四風連打).
    FourWinds,
    /// The log does not say.
    Unknown,
}

/// A win, and what the log says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedWin {
    /// Who.
    pub seat: usize,
    /// With whose tile; the winner's own for a self-draw.
    pub from: usize,
    /// Ura dora indicators.
    pub ura: Vec<Face>,
    /// What it is worth.
    pub said: Said,
}

/// What a log says of a win; formats differ in how much that is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    /// All han.
    pub han: Option<u32>,
    /// Fu.
    pub fu: Option<u32>,
    /// How many yakuman.
    pub yakuman: Option<u32>,
    /// The points of the hand, without counters and sticks.
    pub points: Option<u32>,
    /// Yaku and their han, 0 for yakuman.
    pub yaku: Option<Vec<(SaidYaku, u32)>>,
    /// What each seat receives or pays, counters and sticks included.
    pub deltas: Option<Vec<i32>>,
    /// The scores before it.
    pub before: Option<Vec<i32>>,
}

impl Said {
    /// Whether what the seats receive and pay is the same, as if there had been no sticks.
    pub fn leaves_sticks_out(&self) -> bool {
        let sum = |deltas: &Vec<i32>| deltas.iter().map(|&points| i64::from(points)).sum::<i64>();
        self.deltas.as_ref().is_some_and(|deltas| sum(deltas) == 0)
    }
}

/// A yaku as a log tells it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SaidYaku {
    /// One that is known.
    Known(Yaku),
    /// Something else.
    Other(String),
}

impl Event {
    /// Whether the round is over.
    pub const fn is_end(&self) -> bool {
        matches!(self, Self::Win(_) | Self::Ended { .. })
    }
}

impl Round {
    /// Whether the log has its end.
    pub fn is_complete(&self) -> bool {
        self.events.last().is_some_and(Event::is_end)
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.game.players.number() as usize
    }

    /// The wind of a seat.
    pub fn seat_wind(&self, seat: usize) -> Wind {
        let seats = self.seats();
        Wind::ALL[(seat + seats - self.dealer) % seats]
    }
}
