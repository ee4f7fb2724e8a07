//! The draws to come, and which moves are considered.

use super::bounds::MahjongBounds;
use crate::{
    InputError,
    fields::query,
    number::{whole, whole_or},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Divisor, Forms, MAX_DRAWS, MAX_EXTRA, Method, Question, Situation};

query! {
    /// The draws to come, and which moves are looked at.
    pub struct MovesFields {
        /// So many draws from now on.
        number draws_left "N",
        /// Moves more than the shortest way.
        number improve "0..3",
        /// How draws are weighed.
        text divisor "DIVISOR",
        /// Only these forms count.
        texts form "SHAPE",
        /// Also discards that take the hand farther.
        flag all,
        /// Whether tiles that others discard may be called.
        flag calls,
        /// The most states of the computation.
        number max_states "N",
    }
}

impl MovesFields {
    /// What is asked of a situation.
    pub fn question(
        &self,
        situation: Situation,
        bounds: &MahjongBounds,
    ) -> Result<Question, InputError> {
        let mut question = match &self.draws_left {
            None => Question::new(situation)?,
            Some(text) => {
                let left = whole("draws-left", text, 0..=u64::from(MAX_DRAWS))?;
                Question::from_now(situation, left as u32)?
            }
        };
        let divisor = self.divisor.as_deref().map(str::parse::<Divisor>).transpose()?;
        question = match (&self.improve, divisor) {
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
        if self.all && self.improve.is_some() {
            return Err(InputError::new("all", "", BadValue::Conflict, "`all` | `improve` N"));
        }
        question = question.with_all_discards(self.all).with_calls(self.calls)?;
        if !self.form.is_empty() {
            question = question.with_forms(self.form.join(",").parse::<Forms>()?)?;
        }
        let most = self.max_states.as_deref();
        let most = whole_or("max-states", most, bounds.usual_states, 1..=bounds.states)?;
        Ok(question.with_most_states(most)?.with_most_kept(bounds.kept))
    }
}
