//! A rule, and a series played by it.

use crate::{
    InputError,
    fields::query,
    number::{whole, with_original_value},
    series::model::ModelFields,
};
use kakukin_core::BadValue;
use kakukin_series::{Draws, Practice, PresetRates, Rational, Rule, Series, Turns, Undecided};

query! {
    /// How a series is scored.
    pub struct RuleFields {
        /// Points of a win as first player, as second player, and the target.
        number points "FIRST/SECOND/TARGET",
        /// Who is first in which game.
        text turns "ORDER",
        /// What a draw does.
        text draws "POLICY",
        /// The largest number of games.
        number limit "N",
        /// Who wins when nobody has won at the limit.
        text undecided "none|lot|second|game|armageddon",
        /// Stop when nobody can be caught any more.
        flag clinch,
    }
}

query! {
    /// A rule under a model.
    pub struct SeriesFields {
        /// How one game goes.
        part model ModelFields,
        /// How the series is scored.
        part rule RuleFields,
    }
}

impl RuleFields {
    /// The turn order; alternating unless it is given.
    pub fn turns(&self) -> Result<Turns, InputError> {
        Ok(self.turns.as_deref().map_or(Ok(Turns::Alternating), str::parse)?)
    }

    /// The same, with what is usual in a game where nothing else is given.
    fn usual_in(&self, game: Option<Practice>) -> Self {
        let mut usual = self.clone();
        if let Some(game) = game {
            usual.draws.get_or_insert_with(|| game.draws().as_written());
            usual.undecided.get_or_insert_with(|| game.undecided().to_string());
        }
        usual
    }

    /// The rule that the options spell out.
    pub fn rule(&self) -> Result<Rule, InputError> {
        let Some(points) = &self.points else {
            let allowed = "`points` FIRST/SECOND/TARGET (1/2/3)";
            return Err(InputError::new("points", "", BadValue::Missing, allowed));
        };
        let rule = Rule::parse(points, self.turns()?, self.draws()?);
        self.limited(rule.map_err(|e| with_original_value(e, &[("draws", &self.draws)]))?)
    }

    /// What a draw does; it passes the turn unless something else is given.
    pub(crate) fn draws(&self) -> Result<Draws<Rational>, InputError> {
        Ok(self.draws.as_deref().map_or(Ok(Draws::Pass), str::parse)?)
    }

    /// The largest number of games, if it is given.
    pub(crate) fn limit(&self) -> Result<Option<u32>, InputError> {
        let most = u64::from(kakukin_series::MAX_LIMIT);
        let limit = |text: &str| Ok(whole("limit", text, 1..=most)? as u32);
        self.limit.as_deref().map(limit).transpose()
    }

    /// Who wins when nobody has won at the limit; nobody unless something else is given.
    pub(crate) fn undecided(&self) -> Result<Undecided, InputError> {
        Ok(self.undecided.as_deref().map_or(Ok(Undecided::None), str::parse)?)
    }

    fn limited(&self, rule: Rule) -> Result<Rule, InputError> {
        let rule = rule.with_clinch(self.clinch).with_undecided(self.undecided()?);
        match self.limit()? {
            None => Ok(rule),
            Some(limit) => Ok(rule.with_limit(limit)?),
        }
    }
}

impl SeriesFields {
    /// The same where the win rate does not matter, and need not be given; the draw rate moves
    /// the limit.
    pub fn at_any_rate(&self) -> Self {
        let mut described = self.clone();
        let model = &mut described.model;
        if model.preset.is_none()
            && model.game.is_none()
            && model.a_first.is_none()
            && model.b_first.is_none()
        {
            model.p.get_or_insert_with(|| "1/2".into());
        }
        described
    }

    /// The series, and the preset that its rates come from.
    pub fn series(&self) -> Result<(Series, Option<PresetRates>), InputError> {
        let rule = self.rule.usual_in(self.model.game()?).rule()?;
        let (model, preset) = self.model.model()?;
        Ok((Series::new(model, rule)?, preset))
    }
}
