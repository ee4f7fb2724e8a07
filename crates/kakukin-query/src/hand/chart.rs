//! Charts of a hand: a figure over its turns.

use super::{
    bounds::MahjongBounds,
    score::{ScoreJob, ScoreQuery},
    win::{WinJob, WinQuery},
};
use crate::{InputError, fields::query};
use kakukin_core::BadValue;
use kakukin_mahjong::{Figure, Objective};

query! {
    /// A chart of what a hand can expect.
    pub struct ScoreChartQuery {
        /// What is asked of the hand.
        part query ScoreQuery,
        /// The figure: score, win or tenpai.
        text chart "FIGURE",
    }
}

query! {
    /// A chart of the chances of a hand.
    pub struct WinChartQuery {
        /// What is asked of the hand.
        part query WinQuery,
        /// The figure: win or tenpai.
        text chart "FIGURE",
    }
}

impl ScoreChartQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<(ScoreJob, Figure), InputError> {
        let figure = figure(self.chart.as_deref(), Figure::Score, "score, win, tenpai")?;
        Ok((self.query.job(bounds)?, figure))
    }
}

impl WinChartQuery {
    /// Checks everything. There are two chances to draw.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<(WinJob, Objective), InputError> {
        let allowed = "win, tenpai";
        let objective = match figure(self.chart.as_deref(), Figure::Win, "score, win, tenpai")? {
            Figure::Win => Objective::Win,
            Figure::Tenpai => Objective::Tenpai,
            Figure::Score => {
                let name = Figure::Score.name();
                return Err(InputError::new("chart", name, BadValue::Unknown, allowed));
            }
        };
        Ok((self.query.job(bounds)?, objective))
    }
}

fn figure(text: Option<&str>, usual: Figure, allowed: &str) -> Result<Figure, InputError> {
    let Some(text) = text else { return Ok(usual) };
    let found = Figure::ALL.into_iter().find(|figure| figure.name() == text);
    found.ok_or_else(|| InputError::new("chart", text, BadValue::Unknown, allowed))
}
