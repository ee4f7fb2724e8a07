//! What is wrong with a log, and where.

use serde::Serialize;
use std::fmt;

macro_rules! troubles {
    ($($(#[doc = $doc:literal])+ $name:ident $code:literal,)+) => {
        /// Why a log was not read on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LogTrouble"))]
        pub enum Trouble {
            $($(#[doc = $doc])+ #[serde(rename = $code)] $name,)+
        }

        impl Trouble {
            /// Every one.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its stable code.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }
        }
    };
}

troubles! {
    /// It is in none of the formats.
    NotALog "not_a_log",
    /// It is larger than a log can be.
    TooLarge "too_large",
    /// A round has more events than can happen.
    TooManyEvents "too_many_events",
    /// It ends in the middle of something.
    CutOff "cut_off",
    /// An event or a round that is not written as the format says.
    BadForm "bad_form",
    /// No such tile.
    BadTile "bad_tile",
    /// No such seat.
    BadSeat "bad_seat",
    /// Draws, discards and calls of the seats do not go together in any order.
    NoOrder "no_order",
    /// An event outside a round, or after its end.
    OutOfPlace "out_of_place",
    /// It is not the turn of that seat.
    NotItsTurn "not_its_turn",
    /// All copies of the tile are somewhere else.
    NoSuchTileLeft "no_such_tile_left",
    /// The wall has no tile left.
    WallIsEmpty "wall_is_empty",
    /// The seat does not hold the tile.
    NotHeld "not_held",
    /// After riichi another tile than the drawn one was discarded.
    AfterRiichi "after_riichi",
    /// The hand cannot declare riichi.
    NoRiichi "no_riichi",
    /// The tiles do not make that meld, or it is not there to be extended.
    BadMeld "bad_meld",
    /// The tile that is called was not just discarded by that seat.
    NotDiscarded "not_discarded",
    /// More indicators than a wall has, or more than there were kans.
    TooManyIndicators "too_many_indicators",
    /// Points that do not add up.
    Points "points",
}

/// What is wrong, and where: round and event are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The round in the file.
    pub round: Option<usize>,
    /// The event in the round.
    pub event: Option<usize>,
    /// What is wrong.
    pub trouble: Trouble,
    /// What stands there.
    pub detail: String,
}

impl Fault {
    pub(crate) fn new(trouble: Trouble, detail: impl fmt::Display) -> Self {
        // A log may hold anything; what is shown of it is short.
        let detail = detail.to_string().chars().take(80).collect();
        Self { round: None, event: None, trouble, detail }
    }

    pub(crate) fn at(mut self, round: usize, event: Option<usize>) -> Self {
        self.round.get_or_insert(round);
        self.event = self.event.or(event);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = self.round {
            write!(f, "round {round}, ")?;
        }
        if let Some(event) = self.event {
            write!(f, "event {event}, ")?;
        }
        write!(f, "{}: {}", self.trouble.code(), self.detail)
    }
}

impl std::error::Error for Fault {}
