//! What is asked for where an organiser gives rates and a number of games and says no more: the
//! rules that people would adopt.

use super::{belief::Belief, request::Request};
use crate::{Draws, InputError, Practice, Probability, Rational, Turns, Undecided};

/// How far off a p is that is given as one number, in points.
const BAND: u64 = 5;
/// The largest share of series without a winner, in per cent.
const MOST_NONE: u64 = 1;
/// The largest limit at which drawn games played again with sides swapped are tried unasked:
/// longer series take long to search.
const MOST_SWAPPED: u32 = 20;

impl Belief {
    /// A single number is what p is about.
    pub fn about(p: Probability) -> Result<Self, InputError> {
        Ok(Self::About { p, band: Probability::from_ratio(BAND, 100)? })
    }
}

impl Request {
    /// The rules that are tried in a game: turns alternate, A first in every game is told of but
    /// not proposed, and hardly any series is left without a winner.
    pub fn usual(limit: u32, f: &Probability, game: Option<Practice>) -> Result<Self, InputError> {
        let undecided = game.map_or(Undecided::None, Practice::undecided);
        Ok(Self {
            turns: vec![Turns::Alternating, Turns::Fixed],
            aside: vec![Turns::Fixed],
            draws: Self::usual_draws(limit, f, game),
            max_none: Self::usual_max_none(undecided)?,
            undecided,
            ..Self::within(limit)
        })
    }

    /// The draw policies that are tried unless some are given.
    pub fn usual_draws(
        limit: u32,
        f: &Probability,
        game: Option<Practice>,
    ) -> Vec<Draws<Rational>> {
        let swapped = limit <= MOST_SWAPPED;
        // What a game does about draws is part of its rule however rare they are.
        match game.map(Practice::draws) {
            None if f.exact().is_zero() => vec![Draws::Pass],
            Some(Draws::Swap) if !swapped => vec![Draws::Replay],
            Some(draws) => vec![draws],
            None if swapped => vec![Draws::Swap, Draws::Replay, Draws::Pass],
            None => vec![Draws::Replay, Draws::Pass],
        }
    }

    /// The largest probability that nobody wins, unless one is given; there is none to bound where
    /// something decides.
    pub fn usual_max_none(undecided: Undecided) -> Result<Option<Probability>, InputError> {
        match undecided {
            Undecided::None => Ok(Some(Probability::from_ratio(MOST_NONE, 100)?)),
            _ => Ok(None),
        }
    }
}
