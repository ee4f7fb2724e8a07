//! Which rules to search.

use crate::{
    InputError,
    fields::query,
    number::{whole, whole_or, without_games, words},
};
use kakukin_core::{BadValue, known_word, parse_rational};
use kakukin_series::{Probability, Rational, Request, Turns};

query! {
    /// The conditions that rules must meet.
    pub struct SearchFields {
        /// Also limits other than those of the formula.
        flag free_limit,
        /// Also rules where a win as first player counts more.
        flag any_points,
        /// The largest target.
        number max_points "N",
        /// The largest chance that nobody wins.
        number max_none "RATE",
        /// The most games to be expected.
        number max_games "X",
        /// The fewest games to be expected.
        number min_games "X",
        /// The fewest games in which a series may be over.
        number at_least "N",
        /// The largest bias.
        number max_bias "RATE",
    }
}

/// A morning of games.
const USUAL_LIMIT: u64 = 7;

/// All rules of at most so many games.
pub fn within(limit: Option<&str>) -> Result<Request, InputError> {
    let most = u64::from(kakukin_series::MAX_FIND_LIMIT);
    Ok(Request::within(whole_or("limit", limit, USUAL_LIMIT, 1..=most)? as u32))
}

/// The words for whichever turn order is the best.
const BEST: [((), &str); 1] = [(
    (),
    "best best-of-all-orders the-best-of-all-turn-orders \
     最適 最もよい順 最もよい手番の順 最もよい順を探す",
)];

/// The turn orders among which rules are looked for.
pub fn choose_turns(lists: &[String], request: &mut Request) -> Result<(), InputError> {
    if lists.is_empty() {
        return Ok(());
    }
    request.turns.clear();
    for text in words(lists, |text| text.parse::<Turns>().ok()) {
        if known_word(text, &BEST).is_some() {
            request.best_turns = true;
            continue;
        }
        let turns = text.parse().map_err(|e: kakukin_series::InputError| {
            let more = if e.problem == BadValue::Unknown { ", best" } else { "" };
            kakukin_series::InputError { allowed: e.allowed.clone() + more, ..e }
        })?;
        if !request.turns.contains(&turns) {
            request.turns.push(turns);
        }
    }
    Ok(())
}

/// A rate that is a cap: a bare 1 would be no condition at all, and is surely meant as
/// one per cent.
pub(crate) fn cap(field: &'static str, text: &str) -> Result<Probability, InputError> {
    if matches!(text.trim(), "1" | "１") {
        return Err(InputError::new(
            field,
            text,
            BadValue::PercentMissing,
            "0..1 (0.01, 1%, 1/100)",
        ));
    }
    Ok(Probability::parse(field, text)?)
}

impl SearchFields {
    /// Narrows a request.
    pub fn narrow(&self, request: &mut Request) -> Result<(), InputError> {
        request.free_limit = self.free_limit;
        request.larger_first = self.any_points;
        if let Some(text) = &self.max_points {
            let most = u64::from(kakukin_series::MAX_TARGET);
            request.max_points = Some(whole("max-points", text, 1..=most)? as u32);
        }
        if let Some(text) = &self.max_none {
            request.max_none = Some(cap("max-none", text)?);
        }
        if let Some(text) = &self.max_bias {
            request.max_bias = Some(cap("max-bias", text)?);
        }
        let games = |field, text: &Option<String>| {
            let Some(text) = text else { return Ok(None) };
            let refuse = |problem| InputError::new(field, text, problem, ">= 1");
            let games =
                parse_rational(field, without_games(text)).map_err(|e| refuse(e.problem))?;
            if text.contains(['%', '％']) || games < Rational::ONE {
                return Err(refuse(BadValue::OutOfRange));
            }
            Ok(Some(games))
        };
        request.max_games = games("max-games", &self.max_games)?;
        request.min_games = games("min-games", &self.min_games)?;
        if let Some(text) = &self.at_least {
            let most = u64::from(request.limit);
            request.at_least = Some(whole("at-least", text, 1..=most)? as u32);
        }
        Ok(())
    }
}
