//! The stakes, and the rules.

use crate::{InputError, fields::query, number::whole_or};
use kakukin_mahjong::{MAX_STICKS, Rules, Stakes, Wind};

query! {
    /// For what is played, and by which rules.
    pub struct StakesFields {
        /// The wind of the seat.
        text seat "E|S|W|N",
        /// The wind of the round.
        text round "E|S|W|N",
        /// Counters.
        number honba "N",
        /// Riichi sticks on the table.
        number sticks "N",
        /// The rule set.
        text rules "NAME",
        /// Single flags that differ from it.
        texts rule "FLAG=VALUE",
    }
}

impl StakesFields {
    /// Rules, winds, counters and sticks.
    pub fn stakes(&self) -> Result<Stakes, InputError> {
        let rules = self.rules.as_deref().map_or(Ok(Rules::default()), Rules::preset)?;
        let rules = self.rule.iter().try_fold(rules, |rules, text| rules.set(text))?;
        let wind = |field, text: Option<&str>, default| {
            text.map_or(Ok(default), |text| Wind::parse(field, text))
        };
        let count = |field, text: Option<&str>| {
            whole_or(field, text, 0, 0..=u64::from(MAX_STICKS)).map(|n| n as u32)
        };
        let default = Stakes::default();
        let stakes = default
            .with_rules(rules)
            .with_seat(wind("seat", self.seat.as_deref(), default.seat())?)
            .with_round(wind("round", self.round.as_deref(), default.round())?)
            .with_honba(count("honba", self.honba.as_deref())?)?
            .with_sticks(count("sticks", self.sticks.as_deref())?)?;
        Ok(stakes)
    }
}
