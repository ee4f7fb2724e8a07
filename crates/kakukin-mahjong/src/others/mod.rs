//! What the others do between our draws: they show tiles, and may win first.
//!
//! After each of our discards every other discards a tile. With some chance it is any unseen tile,
//! otherwise one that is of no use to us. Then the round may end by a win of somebody else. A player
//! who does not look at discards before the hand is ready meets unseen tiles in random order,
//! whoever turns them up; that is why a ready hand has closed forms, see `chances.rs`.

mod chances;
mod furiten;
mod passing;
mod rates;

use crate::{Hand, InputError, Players};
pub(crate) use chances::{By, Chances, Luckily, Pools, row};
pub(crate) use furiten::Furiten;
use kakukin_core::BadValue;
pub(crate) use passing::{Class, Passing, Share};
pub use rates::Origin;

/// Turns of a round that rates are told apart by; later ones are like the last.
pub const MOST_TURNS: usize = 18;

/// How a hand stands in the eyes of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Closed, in silence.
    Neither,
    /// With open melds.
    Open,
    /// In riichi.
    Riichi,
}

impl Standing {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Neither, Self::Open, Self::Riichi];

    /// Of a hand without riichi.
    pub(crate) fn in_silence(hand: &Hand) -> Self {
        if hand.is_closed() { Self::Neither } else { Self::Open }
    }

    /// Its name in options and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Neither => "neither",
            Self::Open => "open",
            Self::Riichi => "riichi",
        }
    }
}

/// How the others play against a hand that stands in one way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Conduct {
    /// The chance that a discard is any unseen tile (r).
    pub shown: f64,
    /// The chance that another wins between our turn and the next (λ), by turn from 0, as dealt.
    pub ends: Vec<f64>,
    /// What that costs us on average, by turn.
    pub costs: Vec<f64>,
}

impl Conduct {
    fn checked(self) -> Result<Self, InputError> {
        let rate = |field, value: f64, most: f64| {
            if (0.0..=most).contains(&value) {
                return Ok(());
            }
            Err(InputError::new(field, value, BadValue::OutOfRange, format!("0..{most}")))
        };
        rate("discards", self.shown, 1.0)?;
        // A round that always ends has nothing to ask about.
        self.ends.iter().try_for_each(|&end| rate("ends", end, 0.9))?;
        match self.costs.iter().find(|cost| !(-1e6..=1e6).contains(*cost)) {
            Some(cost) => {
                let allowed = "-1000000..1000000";
                Err(InputError::new("costs", cost, BadValue::OutOfRange, allowed))
            }
            None => Ok(self),
        }
    }

    /// The chance that the round ends when so many draws are left, and what that costs.
    fn end(&self, draws: usize) -> (f64, f64) {
        let turn = MOST_TURNS.saturating_sub(draws);
        let at = |list: &[f64]| list.get(turn).or(list.last()).copied().unwrap_or(0.0);
        (at(&self.ends), at(&self.costs))
    }
}

/// What the others do.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Others {
    conduct: [Conduct; 3],
    /// Discards after our last draw, if the wall is known.
    tail: Option<u32>,
    origin: Option<Origin>,
}

impl Others {
    /// Nobody: no tile is shown, nobody else wins. The figures are those of the hand alone.
    pub fn alone() -> Self {
        Self::default()
    }

    /// The same chance that a discard is any unseen tile, however the hand stands, and no other
    /// wins.
    pub fn discarding(shown: f64) -> Result<Self, InputError> {
        let conduct = Conduct { shown, ..Conduct::default() };
        Self::new([conduct.clone(), conduct.clone(), conduct])
    }

    /// By how the hand stands, in the order of [`Standing::ALL`].
    pub fn new(conduct: [Conduct; 3]) -> Result<Self, InputError> {
        let [a, b, c] = conduct;
        Ok(Self { conduct: [a.checked()?, b.checked()?, c.checked()?], ..Self::default() })
    }

    /// With so many discards after our last draw.
    #[must_use]
    pub fn with_tail(self, tail: u32) -> Self {
        Self { tail: Some(tail), ..self }
    }

    /// How they play against a hand that stands so.
    pub fn conduct(&self, standing: Standing) -> &Conduct {
        &self.conduct[standing as usize]
    }

    /// Whether they do nothing.
    pub fn is_alone(&self) -> bool {
        let idle = |x: &f64| *x == 0.0;
        self.conduct.iter().all(|own| idle(&own.shown) && own.ends.iter().all(idle))
    }

    /// Whether they show any tile.
    pub(crate) fn shows(&self) -> bool {
        self.conduct.iter().any(|own| own.shown > 0.0)
    }

    /// Whether another may win.
    pub fn may_win(&self) -> bool {
        self.conduct.iter().any(|own| own.ends.iter().any(|&end| end > 0.0))
    }

    /// Discards after our last draw; `None` if the wall is not known, and then the last draw of the
    /// hand alone is the last tile.
    pub fn tail(&self) -> Option<u32> {
        self.tail
    }
}

/// The draws of a player and what follows the last one, if so many tiles are left in the wall and
/// `drawn` says that the next ones are for the others.
pub fn draws_of_wall(wall: u32, players: Players, drawn: bool) -> (u32, u32) {
    let all = players.number();
    let next = if drawn { wall.saturating_sub(all - 1) } else { wall };
    match next {
        0 => (0, if drawn { wall } else { 0 }),
        _ => (next.div_ceil(all), (next - 1) % all),
    }
}

/// What is to come for one way to stand: the discards of a go-around, and by draws left how likely
/// the round goes on and what it costs if it does not.
#[derive(Debug, Clone)]
pub(crate) struct Coming {
    pub(crate) shown: f64,
    /// Discards between two draws, and after the last draw.
    pub(crate) between: usize,
    pub(crate) tail: usize,
    /// By draws left: the chance that another wins before the next draw, and what that costs.
    pub(crate) ends: Vec<(f64, f64)>,
}

impl Coming {
    pub(crate) fn new(others: &Others, players: Players, standing: Standing, draws: usize) -> Self {
        let conduct = others.conduct(standing);
        let between = players.number() - 1;
        let tail = others.tail.unwrap_or(players.usual_tail());
        Self {
            shown: conduct.shown,
            between: between as usize,
            tail: tail.min(between) as usize,
            ends: (0..=draws).map(|d| conduct.end(d)).collect(),
        }
    }

    /// Whether another may win.
    pub(crate) fn may_end(&self) -> bool {
        self.ends.iter().any(|end| end.0 > 0.0)
    }

    /// Discards of the go-around with so many draws left.
    #[inline]
    pub(crate) fn discards(&self, draws: usize) -> usize {
        if draws == 0 { self.tail } else { self.between }
    }

    /// The chances that a wait comes up among the discards of the go-around with so many draws
    /// left, and that it is the last discard of the round, where so many copies win by any discard
    /// and by the last one, all of them taken as still there among `unseen` tiles.
    pub(crate) fn hits(&self, draws: usize, waits: [f64; 2], unseen: f64) -> [f64; 2] {
        let [one, last] = waits.map(|waits| (self.shown * waits / unseen.max(1.0)).min(1.0));
        let discards = self.discards(draws) as i32;
        if draws > 0 || discards == 0 {
            return [1.0 - (1.0 - one).powi(discards), 0.0];
        }
        let missed = (1.0 - one).powi(discards - 1);
        [1.0 - missed, missed * last]
    }

    /// The chance that the round goes on to the next draw, and what is lost on average if not.
    #[inline]
    pub(crate) fn go_on(&self, draws: usize) -> (f64, f64) {
        let (end, cost) = self.ends[draws];
        (1.0 - end, end * cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_tells_draws_and_what_follows() {
        let of = |wall, drawn| draws_of_wall(wall, Players::Four, drawn);
        // The dealer has 18 draws, the first of them made; one discard follows the last.
        assert_eq!((of(70, false), of(69, true)), ((18, 1), (17, 1)));
        // South's last draw is the last tile.
        assert_eq!((of(69, false), of(68, true)), ((18, 0), (17, 0)));
        assert_eq!((of(4, false), of(1, false), of(0, false)), ((1, 3), (1, 0), (0, 0)));
        assert_eq!((of(4, true), of(3, true), of(2, true)), ((1, 0), (0, 3), (0, 2)));
        assert_eq!(draws_of_wall(55, Players::Three, false), (19, 0));
    }

    #[test]
    fn conduct_is_checked() {
        let refused = |conduct: Conduct| {
            let error = Others::new([conduct, Conduct::default(), Conduct::default()]);
            error.unwrap_err().field
        };
        assert_eq!(refused(Conduct { shown: 1.1, ..Conduct::default() }), "discards");
        assert_eq!(refused(Conduct { shown: f64::NAN, ..Conduct::default() }), "discards");
        assert_eq!(refused(Conduct { ends: vec![0.1, 1.0], ..Conduct::default() }), "ends");
        assert_eq!(refused(Conduct { costs: vec![f64::NAN], ..Conduct::default() }), "costs");
        assert!(Others::discarding(0.0).unwrap().is_alone());
        assert!(!Others::discarding(0.1).unwrap().is_alone());
    }
}
