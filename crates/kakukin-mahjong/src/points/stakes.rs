//! The stakes of a hand: rules, seat, round, counters and sticks.

use super::payment::STICK;
use crate::{InputError, Players, Problem, Rules, Wind};
use kakukin_core::BadValue;

/// The most counters, and the most riichi sticks, that a table may have.
pub const MAX_STICKS: u32 = 1000;

/// Rules, seat and round winds, counters (本場) and riichi sticks (供託) on the table.
///
/// ```
/// use kakukin_mahjong::{Rules, Stakes, Wind};
/// let stakes = Stakes::default().with_seat(Wind::East).with_honba(2)?;
/// assert!(stakes.is_dealer());
/// assert_eq!(stakes.rules(), Rules::default());
/// assert!(stakes.with_sticks(5000).is_err());
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stakes {
    rules: Rules,
    seat: Wind,
    round: Wind,
    honba: u32,
    sticks: u32,
}

impl Default for Stakes {
    /// The default rules, a seat that is not the dealer's, nothing on the table.
    fn default() -> Self {
        let rules = Rules::default();
        Self { rules, seat: Wind::South, round: Wind::East, honba: 0, sticks: 0 }
    }
}

fn checked(field: &'static str, number: u32) -> Result<u32, InputError> {
    if number <= MAX_STICKS {
        return Ok(number);
    }
    Err(InputError::new(field, number, BadValue::OutOfRange, format!("0..{MAX_STICKS}")))
}

impl Stakes {
    /// With these rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// In this seat.
    #[must_use]
    pub const fn with_seat(mut self, seat: Wind) -> Self {
        self.seat = seat;
        self
    }

    /// In this round.
    #[must_use]
    pub const fn with_round(mut self, round: Wind) -> Self {
        self.round = round;
        self
    }

    /// With so many counters.
    pub fn with_honba(mut self, honba: u32) -> Result<Self, InputError> {
        self.honba = checked("honba", honba)?;
        Ok(self)
    }

    /// With so many riichi sticks on the table.
    pub fn with_sticks(mut self, sticks: u32) -> Result<Self, InputError> {
        self.sticks = checked("sticks", sticks)?;
        Ok(self)
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The wind of the seat.
    pub const fn seat(&self) -> Wind {
        self.seat
    }

    /// The wind of the round.
    pub const fn round(&self) -> Wind {
        self.round
    }

    /// Counters.
    pub const fn honba(&self) -> u32 {
        self.honba
    }

    /// Riichi sticks on the table.
    pub const fn sticks(&self) -> u32 {
        self.sticks
    }

    /// Whether the seat is the dealer's.
    pub fn is_dealer(&self) -> bool {
        self.seat == Wind::East
    }

    /// What each payer of a self-draw adds for the counters.
    pub(crate) fn counters_each(&self, players: Players) -> u32 {
        self.rules.honba(players) * self.honba / (players.number() - 1)
    }

    /// What a self-draw brings beside the points of the hand: counters and sticks.
    pub(crate) fn extra(&self, players: Players) -> u32 {
        self.counters_each(players) * (players.number() - 1) + STICK * self.sticks
    }

    /// Refuses a seat that so many players do not have.
    pub fn check(&self, players: Players) -> Result<(), InputError> {
        if players == Players::Three && self.seat == Wind::North {
            let allowed = "E, S, W, 東, 南, 西";
            return Err(InputError::new("seat", self.seat, Problem::NotWithThreePlayers, allowed));
        }
        Ok(())
    }
}
