//! The draws to come, and which moves are considered.

use super::{bounds::MahjongBounds, others::OthersFields};
use crate::{
    InputError,
    fields::query,
    number::{whole, whole_or},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Divisor, Forms, MAX_DRAWS, MAX_EXTRA, Method, Question, Situation, TURNS};

query! {
    /// The draws to come, and which moves are looked at.
    pub struct MovesFields {
        /// So many draws from now on.
        number draws_left "N",
        /// The turn of the hand instead.
        number turn "1..18",
        /// What the others do.
        part others OthersFields,
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
    /// The draws left from now on, if they or the turn are given.
    fn draws(&self) -> Result<Option<u32>, InputError> {
        let left = self.draws_left.as_deref();
        let left = left.map(|text| whole("draws-left", text, 0..=u64::from(MAX_DRAWS)));
        let left = left.transpose()?;
        let Some(text) = &self.turn else { return Ok(left.map(|left| left as u32)) };
        let turns = TURNS as u64;
        let by_turn = turns - whole("turn", text, 1..=turns)?;
        if left.is_some_and(|left| left != by_turn) {
            let allowed = format!("`draws-left` {by_turn}");
            return Err(InputError::new("turn", text, BadValue::Conflict, allowed));
        }
        Ok(Some(by_turn as u32))
    }

    /// The same when so many tiles of the wall will have been drawn.
    pub(super) fn with_wall_before(&self, drawn: u32) -> Result<Self, InputError> {
        let others = self.others.with_wall_before(drawn)?;
        Ok(Self { others, ..self.clone() })
    }

    /// What is asked of a situation.
    pub fn question(
        &self,
        situation: Situation,
        bounds: &MahjongBounds,
    ) -> Result<Question, InputError> {
        let situation = self.others.river(situation)?;
        let mut question = match (self.draws()?, self.others.draws(&situation)?) {
            (None, None) => Question::new(situation)?,
            (None, Some((left, _))) | (Some(left), None) => Question::from_now(situation, left)?,
            (Some(left), Some(_)) => {
                let (field, text) = match &self.turn {
                    Some(turn) => ("turn", turn.clone()),
                    None => ("draws-left", left.to_string()),
                };
                let allowed = format!("`{field}` | `wall` N");
                return Err(InputError::new(field, text, BadValue::Conflict, allowed));
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
        let question = question.with_most_states(most)?.with_most_kept(bounds.kept);
        self.others.at_table(question)
    }
}
