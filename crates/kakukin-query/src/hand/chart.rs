//! Charts of a hand: a figure over its turns.

use super::{
    bounds::MahjongBounds,
    score::{ScoreJob, ScoreQuery},
    win::{WinJob, WinQuery},
};
use crate::{InputError, fields::query};
use kakukin_core::BadValue;
use kakukin_report::{Chart, HandFigure, Lang, WinDocument};

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
    pub fn job(&self, bounds: &MahjongBounds) -> Result<(ScoreJob, HandFigure), InputError> {
        let figure = self.chart.as_deref().map_or(Ok(HandFigure::Score), str::parse)?;
        Ok((self.query.job(bounds)?, figure))
    }
}

impl WinChartQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<(WinJob, HandFigure), InputError> {
        let figure = self.chart.as_deref().map_or(Ok(HandFigure::Win), str::parse)?;
        if figure == HandFigure::Score {
            return Err(unknown());
        }
        Ok((self.query.job(bounds)?, figure))
    }
}

/// The chart of the chances of a hand.
pub fn win_chart(
    document: &WinDocument,
    figure: HandFigure,
    lang: Lang,
) -> Result<Chart, InputError> {
    Chart::win_over_turns(document, figure, lang).ok_or_else(unknown)
}

fn unknown() -> InputError {
    InputError::new("chart", HandFigure::Score.name(), BadValue::Unknown, "win, tenpai")
}
