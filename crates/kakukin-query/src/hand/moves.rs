//! The draws to come, and which moves are considered.

use super::bounds::MahjongBounds;
use crate::{
    InputError,
    fields::query,
    number::{whole, whole_or},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Divisor, Forms, MAX_DRAWS, MAX_EXTRA, Method, Question, Situation, TURNS};
use kakukin_series::Probability;

/// The shortest way only.
const NONE: &str = "none";
/// As many moves more as can be had in about a second.
const AUTO: &str = "auto";

query! {
    /// The draws to come, and which moves are looked at.
    pub struct MovesFields {
        /// So many draws from now on.
        number draws_left "N",
        /// The turn, instead of draws left.
        number turn "T",
        /// Tiles left in the live wall, instead of draws left.
        number wall "N",
        /// The chance that a discard of another is a random unseen tile.
        number discards "R",
        /// Moves more than the shortest way: a number, none, or as many as can be had in a second.
        text improve "0..3|none|auto",
        /// How draws are weighed.
        text divisor "DIVISOR",
        /// Only these forms count.
        texts form "SHAPE",
        /// Also discards that take the hand farther.
        flag all,
        /// The most states of the computation.
        number max_states "N",
    }
}

impl MovesFields {
    /// Moves more than the shortest way, if a number of them is asked for.
    fn extra(&self) -> Option<&str> {
        self.improve.as_deref().filter(|word| !matches!(*word, NONE | AUTO))
    }

    /// Whether the strongest method is to be chosen that takes about a second; `usual` if nothing is
    /// said about the method.
    pub(super) fn wants_strongest(&self, usual: bool) -> bool {
        match self.improve.as_deref() {
            None => usual && !self.all && self.divisor.is_none(),
            word => word == Some(AUTO),
        }
    }

    /// Refuses a choice of the method where there is none.
    pub(super) fn has_method(&self) -> Result<(), InputError> {
        if !self.wants_strongest(false) {
            return Ok(());
        }
        Err(InputError::new("improve", AUTO, BadValue::OutOfRange, "0..3, none"))
    }

    /// What is asked of a situation.
    pub fn question(
        &self,
        situation: Situation,
        bounds: &MahjongBounds,
    ) -> Result<Question, InputError> {
        let clocks = [("draws-left", &self.draws_left), ("turn", &self.turn), ("wall", &self.wall)];
        let mut given = clocks.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        if let (Some(_), Some((name, text))) = (given.next(), given.next()) {
            let allowed = "`draws-left` | `turn` | `wall`";
            return Err(InputError::new(name, text, BadValue::Conflict, allowed));
        }
        let mut question = match (&self.draws_left, &self.turn) {
            (None, None) if self.wall.is_some() => {
                let text = self.wall.as_deref().unwrap_or_default();
                let wall = whole("wall", text, 0..=u64::from(MAX_DRAWS))?;
                Question::from_wall(situation, wall as u32)?
            }
            (None, None) => Question::new(situation)?,
            (None, Some(text)) => {
                // The first turn is that of the standard situation; as dealt is before it.
                let first = u64::from(situation.hand().has_drawn());
                let turn = whole("turn", text, first..=TURNS as u64)?;
                match (turn == first, TURNS as u64 - turn) {
                    (true, _) => Question::new(situation)?,
                    (_, left) => Question::from_now(situation, left as u32)?,
                }
            }
            (Some(text), _) => {
                let left = whole("draws-left", text, 0..=u64::from(MAX_DRAWS))?;
                Question::from_now(situation, left as u32)?
            }
        };
        let divisor = self.divisor.as_deref().map(str::parse::<Divisor>).transpose()?;
        question = match (self.extra(), divisor) {
            (None, None) => question,
            (None, Some(divisor)) => {
                let allowed = "`improve` 0..3";
                return Err(InputError::new(
                    "divisor",
                    divisor.name(),
                    BadValue::Conflict,
                    allowed,
                ));
            }
            (Some(text), divisor) => {
                let extra = whole("improve", text, 0..=u64::from(MAX_EXTRA))? as u8;
                let divisor = divisor.unwrap_or_default();
                question.with_method(Method::Improve { extra, divisor })?
            }
        };
        if self.all && (self.extra().is_some() || self.wants_strongest(false)) {
            return Err(InputError::new("all", "", BadValue::Conflict, "`all` | `improve` N"));
        }
        question = question.with_all_discards(self.all);
        if let Some(text) = &self.discards {
            let rate = Probability::parse("discards", text)?;
            question = question.with_discards(rate.to_f64())?;
            if question.has_discards() && self.extra().is_some() {
                let allowed = "`discards` | `improve`";
                return Err(InputError::new("discards", text, BadValue::Conflict, allowed));
            }
        }
        if !self.form.is_empty() {
            question = question.with_forms(self.form.join(",").parse::<Forms>()?)?;
        }
        let most = self.max_states.as_deref();
        let most = whole_or("max-states", most, bounds.usual_states, 1..=bounds.states)?;
        Ok(question.with_most_states(most)?.with_most_kept(bounds.kept))
    }
}
