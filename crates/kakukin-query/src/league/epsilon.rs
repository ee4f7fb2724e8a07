//! The points of epsilon games.

use crate::{
    InputError,
    fields::query,
    number::with_original_value,
    series::model::{Rates, rates},
    watch::Watch,
};
use kakukin_league::{DrawPoints, EpsilonPoints, Rational, Scale};

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

/// Points that can be computed.
#[derive(Debug, Clone)]
pub struct EpsilonJob {
    rates: Rates,
    draws: DrawPoints,
    scale: Scale,
    /// Whether they are wanted as exact fractions, too.
    pub exact: bool,
    typed: [Option<String>; 2],
}

impl EpsilonQuery {
    /// Checks everything but whether the rates allow any points.
    pub fn job(&self) -> Result<EpsilonJob, InputError> {
        Ok(EpsilonJob {
            draws: self.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?,
            scale: self.scale.as_deref().map_or(Ok(Scale::Article), str::parse)?,
            rates: rates(self.p.as_deref(), self.f.as_deref(), self.preset.as_deref())?,
            exact: self.exact,
            typed: [self.p.clone(), self.f.clone()],
        })
    }
}

impl EpsilonJob {
    /// p and f, and where they come from if they were not given.
    pub fn rates(&self) -> &Rates {
        &self.rates
    }

    /// The points.
    pub fn run(&self, _: &dyn Watch) -> Result<EpsilonPoints<Rational>, InputError> {
        let (Rates { p, f, .. }, [typed_p, typed_f]) = (&self.rates, &self.typed);
        EpsilonPoints::new(p, f, self.draws, self.scale)
            .map_err(|e| with_original_value(e, &[("p", typed_p), ("f", typed_f)]))
    }
}
