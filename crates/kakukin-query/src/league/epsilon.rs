//! The points of epsilon games.

use crate::{InputError, fields::query, number::with_original_value, series::model};
use kakukin_league::{DrawPoints, EpsilonPoints, Scale};
use kakukin_report::{EpsilonDocument, Lang, preset_note};

query! {
    /// Which games are to be worth how much.
    pub struct EpsilonQuery {
        /// The first player's share of the decided games.
        number p "RATE",
        /// The share of drawn games.
        number f "RATE",
        /// A data set that has both rates.
        text preset "NAME",
        /// What a draw is worth: `expectation` or `zero`.
        text draws "MODE",
        /// The largest sum of a win and a loss: 1 or 2.
        number scale "1|2",
        /// Also as exact fractions.
        flag exact,
    }
}

impl EpsilonQuery {
    /// The points, and where the rates come from if they were not given.
    pub fn answer(&self, lang: Lang) -> Result<(EpsilonDocument, Option<String>), InputError> {
        let draws = self.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?;
        let scale = self.scale.as_deref().map_or(Ok(Scale::Article), str::parse)?;
        let (p, f, preset) = (self.p.as_deref(), self.f.as_deref(), self.preset.as_deref());
        let rates = model::rates(p, f, preset)?;
        let points = EpsilonPoints::new(&rates.p, &rates.f, draws, scale)
            .map_err(|e| with_original_value(e, &[("p", &self.p), ("f", &self.f)]))?;
        let note = rates.preset.map(|preset| preset_note(&preset, lang));
        Ok((EpsilonDocument::new(&rates.p, &rates.f, &points, self.exact), note))
    }
}
