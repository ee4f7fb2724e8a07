//! How a hand is played for points.

use super::{
    bounds::MahjongBounds, context::ContextFields, moves::MovesFields, others::chance,
    stakes::StakesFields,
};
use crate::{
    InputError, Problem,
    fields::query,
    number::{parts, whole, whole_or},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Aim, Bag, Hand, ScoreQuestion, Situation, Stakes, Terms};

/// What dealing in costs on average unless it is said.
const USUAL_COST: u64 = 5500;
const MOST_COST: u64 = 100_000;

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
        /// The chance that a tile deals in if it is thrown now.
        texts danger "TILE=RATE,..",
        /// What dealing in costs.
        number danger_cost "POINTS",
    }
}

impl TermsFields {
    /// What is wanted most. Who names dangers wants them to count.
    pub(super) fn aim(&self) -> Result<Aim, InputError> {
        let usual = if self.danger.is_empty() { Aim::Score } else { Aim::Balance };
        Ok(self.objective.as_deref().map_or(Ok(usual), str::parse)?)
    }

    /// The same question with the dangers of its discards.
    fn with_dangers(&self, question: ScoreQuestion) -> Result<ScoreQuestion, InputError> {
        if self.danger.is_empty() {
            return match &self.danger_cost {
                None => Ok(question),
                Some(text) => {
                    let allowed = "`danger` 4z=3%";
                    Err(InputError::new("danger-cost", text, BadValue::Conflict, allowed))
                }
            };
        }
        let base = question.question();
        if base.others().is_alone() && question.terms().aim != Aim::Balance {
            // There is no balance to take them off.
            let allowed = "`objective` balance, `discards` RATE, `table` FILE";
            return Err(InputError::new("danger", "", BadValue::Conflict, allowed));
        }
        let hand = base.situation().hand();
        if !hand.has_drawn() {
            let given = self.danger.join(",");
            return Err(InputError::new("danger", given, Problem::NotDrawn, Hand::DRAWN));
        }
        let cost = self.danger_cost.as_deref();
        let cost = whole_or("danger-cost", cost, USUAL_COST, 0..=MOST_COST)? as f64;
        let mut question = question;
        for part in parts(&self.danger) {
            let form = || InputError::new("danger", part, BadValue::BadForm, "4z=3%,5p=8%");
            let (tile, rate) = part.split_once(['=', '＝', ':']).ok_or_else(form)?;
            let bag = Bag::parse("danger", tile)?;
            let one = bag.iter().next().filter(|_| bag.len() == 1);
            let (tile, _) = one.ok_or_else(form)?;
            let rate = chance("danger", rate)
                .map_err(|error| InputError { value: part.to_string(), ..error })?;
            question = question.with_danger(tile, rate * cost)?;
        }
        Ok(question)
    }

    fn terms(&self, situation: &Situation, stakes: Stakes) -> Result<Terms, InputError> {
        let others = u64::from(situation.players().number()) - 1;
        let others = |text| whole("others-tenpai", text, 0..=others).map(|n| n as u32);
        let terms = Terms {
            stakes,
            aim: self.aim()?,
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
    fields: &TermsFields,
    moves: &MovesFields,
    bounds: &MahjongBounds,
) -> Result<ScoreQuestion, InputError> {
    let situation = context.situation(hand)?;
    let terms = fields.terms(&situation, stakes.stakes()?)?;
    let base = moves.question(situation, bounds)?;
    fields.with_dangers(ScoreQuestion::new(base, terms)?)
}
