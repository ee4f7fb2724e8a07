//! What an organiser asks the finder for.

use super::search::Score;
use crate::{Draws, InputError, Probability, Rational, Turns, Undecided};
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
    /// Those of them that are tried for comparison only: none of their rules is ranked or proposed.
    pub aside: Vec<Turns>,
    /// Whether the best of all orders that can be laid down beforehand is looked for
    /// as well.
    pub best_turns: bool,
    /// Draw policies, all of them tried.
    pub draws: Vec<Draws<Rational>>,
    /// Who wins when nobody has won at the limit.
    pub undecided: Undecided,
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
    /// The smallest expected number of games.
    pub min_games: Option<Rational>,
    /// The fewest games in which a series may be over.
    pub at_least: Option<u32>,
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
            aside: Vec::new(),
            best_turns: false,
            draws: vec![Draws::Pass],
            undecided: Undecided::None,
            limit,
            free_limit: false,
            larger_first: false,
            max_points: None,
            max_none: None,
            max_games: None,
            min_games: None,
            at_least: None,
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
            && score.games >= self.min_games.as_ref().map_or(0.0, to_f64) * (1.0 - 1e-13)
            && self.admits_bias(score.bias().abs())
    }

    /// Whether a rule may have this bias.
    pub(crate) fn admits_bias(&self, distance: f64) -> bool {
        let most = self.max_bias.as_ref().map(Probability::to_f64);
        most.is_none_or(|most| distance <= most * (1.0 + 1e-13) + 1e-13)
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
        // The order is the best for series that are decided at the limit.
        if self.best_turns && self.undecided != Undecided::None {
            let allowed = "`turns` best `undecided` none";
            let way = self.undecided.code();
            return Err(InputError::new("undecided", way, BadValue::Conflict, allowed));
        }
        whole("limit", self.limit, MAX_FIND_LIMIT)?;
        whole("max-points", self.max_points.unwrap_or(1), crate::MAX_TARGET)?;
        if let Some(games) = &self.max_games
            && *games < Rational::ONE
        {
            return Err(InputError::new("max-games", games, BadValue::OutOfRange, ">= 1"));
        }
        for (field, given) in [
            ("min-games", self.min_games.as_ref().map(Rational::to_string)),
            ("at-least", self.at_least.map(|games| games.to_string())),
        ] {
            if let Some(given) = given.filter(|_| self.best_turns) {
                let allowed = "`turns` fixed,alternating";
                return Err(InputError::new(field, given, BadValue::Conflict, allowed));
            }
        }
        let least = self.min_games.iter().cloned().chain(self.at_least.map(Rational::from));
        if let Some(least) = least.max().filter(|least| *least > Rational::from(self.limit)) {
            let field = if self.at_least.is_some() { "at-least" } else { "min-games" };
            let allowed = format!("1..{}", self.limit);
            return Err(InputError::new(field, least, BadValue::OutOfRange, allowed));
        }
        Ok(())
    }
}
