//! What an organiser asks the finder for.

use super::search::Score;
use crate::{Draws, InputError, Probability, Rational, Turns};
use kakukin_core::{BadValue, to_f64};

/// The largest limit within which all rules are looked for.
pub const MAX_FIND_LIMIT: u32 = 60;

/// Which rules to look for.
///
/// ```
/// use kakukin_series::{Request, Turns};
/// let request = Request { turns: vec![Turns::Fixed], ..Request::within(7) };
/// assert!(request.check().is_ok());
/// assert!(Request::within(0).check().is_err());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Turn orders, all of them tried.
    pub turns: Vec<Turns>,
    /// Whether the best of all orders that can be laid down beforehand is looked for
    /// as well.
    pub best_turns: bool,
    /// Draw policies, all of them tried.
    pub draws: Vec<Draws<Rational>>,
    /// The most games a series may take.
    pub limit: u32,
    /// Whether limits other than the formula's are tried as well, all up to `limit`.
    pub free_limit: bool,
    /// Whether a win as first player may earn more than one as second player.
    pub larger_first: bool,
    /// The largest number that may be announced, which is always the target.
    pub max_points: Option<u32>,
    /// The largest probability that nobody wins.
    pub max_none: Option<Probability>,
    /// The largest expected number of games.
    pub max_games: Option<Rational>,
    /// The largest distance of A's share of the decided series from one half.
    pub max_bias: Option<Probability>,
    /// The most rules that may be listed; more are refused.
    pub most_rules: usize,
}

impl Request {
    /// All rules of fixed and of alternating turns, draws passing the turn, whose
    /// formula limit is at most this.
    pub fn within(limit: u32) -> Self {
        Self {
            turns: vec![Turns::Fixed, Turns::Alternating],
            best_turns: false,
            draws: vec![Draws::Pass],
            limit,
            free_limit: false,
            larger_first: false,
            max_points: None,
            max_none: None,
            max_games: None,
            max_bias: None,
            most_rules: usize::MAX,
        }
    }

    /// Whether a rule of this score meets the conditions, give or take what the figures
    /// may be wrong.
    pub(crate) fn admits(&self, score: &Score) -> bool {
        let most = |limit: Option<f64>| limit.map_or(f64::INFINITY, |x| x * (1.0 + 1e-13));
        score.none <= most(self.max_none.as_ref().map(Probability::to_f64))
            && score.games <= most(self.max_games.as_ref().map(to_f64))
            && score.bias().abs() <= most(self.max_bias.as_ref().map(Probability::to_f64)) + 1e-13
    }

    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), InputError> {
        let whole = |field, value: u32, most: u32| {
            if value == 0 || value > most {
                let allowed = format!("1..{most}");
                return Err(InputError::new(field, value, BadValue::OutOfRange, allowed));
            }
            Ok(())
        };
        let missing =
            |field, allowed: &str| Err(InputError::new(field, "", BadValue::Missing, allowed));
        if self.turns.is_empty() && !self.best_turns {
            return missing("turns", "fixed,alternating");
        }
        if self.draws.is_empty() {
            return missing("draws", "pass");
        }
        // For each choice of points only the fairest order is looked for.
        if self.best_turns && self.max_games.is_some() {
            let allowed = "`turns` best, `max-none`, `max-bias`, `max-points`";
            return Err(InputError::new("max-games", "", BadValue::Conflict, allowed));
        }
        whole("limit", self.limit, MAX_FIND_LIMIT)?;
        whole("max-points", self.max_points.unwrap_or(1), crate::MAX_TARGET)?;
        if let Some(games) = &self.max_games
            && *games < Rational::ONE
        {
            return Err(InputError::new("max-games", games, BadValue::OutOfRange, ">= 1"));
        }
        Ok(())
    }
}
