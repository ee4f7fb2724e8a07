//! How a hand is played for points.

use super::{
    bounds::MahjongBounds, context::ContextFields, moves::MovesFields, stakes::StakesFields,
};
use crate::{InputError, fields::query, number::whole};
use kakukin_core::BadValue;
use kakukin_mahjong::{Aim, Hand, ScoreQuestion, Situation, Stakes, Terms};

query! {
    /// How a hand is played for points.
    pub struct TermsFields {
        /// What is wanted most.
        text objective "AIM",
        /// Riichi is never declared.
        flag no_riichi,
        /// The last draw is not the last tile.
        flag no_haitei,
        /// A win may be refused for a better one.
        flag refuse,
        /// How many others are ready at the end; payments are made then.
        number others_tenpai "N",
    }
}

impl TermsFields {
    fn terms(&self, situation: &Situation, stakes: Stakes) -> Result<Terms, InputError> {
        let others = u64::from(situation.players().number()) - 1;
        let others = |text| whole("others-tenpai", text, 0..=others).map(|n| n as u32);
        let terms = Terms {
            stakes,
            aim: self.objective.as_deref().map_or(Ok(Aim::Score), str::parse)?,
            riichi: !self.no_riichi,
            haitei: !self.no_haitei,
            refuse: self.refuse,
            others_ready: self.others_tenpai.as_deref().map(others).transpose()?,
        };
        if terms.refuse && terms.aim != Aim::Score {
            let allowed = "`objective` score";
            return Err(InputError::new("refuse", "", BadValue::Conflict, allowed));
        }
        Ok(terms)
    }
}

/// Everything that is asked about points.
pub(super) fn question(
    hand: Hand,
    context: &ContextFields,
    stakes: &StakesFields,
    terms: &TermsFields,
    moves: &MovesFields,
    bounds: &MahjongBounds,
) -> Result<ScoreQuestion, InputError> {
    let situation = context.situation(hand)?;
    let terms = terms.terms(&situation, stakes.stakes()?)?;
    Ok(ScoreQuestion::new(moves.question(situation, bounds)?, terms)?)
}
