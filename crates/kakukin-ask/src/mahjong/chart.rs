//! Charts of a hand: a figure over its turns.

use super::{
    bounds::MahjongBounds,
    score::{ScoreAsked, ScoreQuery},
    win::{WinAsked, WinQuery},
};
use crate::fields::fields;
use kakukin_report::{Chart, HandFigure, Lang, WinDocument};
use kakukin_sweep::{InputError, Problem};

fields! {
    /// A chart of what a hand can expect.
    pub struct ScoreChartQuery {
        /// What is asked of the hand.
        part query ScoreQuery,
        /// The figure: score, win or tenpai.
        text chart "FIGURE",
    }
}

fields! {
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
    pub fn asked(&self, bounds: &MahjongBounds) -> Result<(ScoreAsked, HandFigure), InputError> {
        let figure = self.chart.as_deref().map_or(Ok(HandFigure::Score), str::parse)?;
        Ok((self.query.asked(bounds)?, figure))
    }
}

impl WinChartQuery {
    /// Checks everything.
    pub fn asked(&self, bounds: &MahjongBounds) -> Result<(WinAsked, HandFigure), InputError> {
        let figure = self.chart.as_deref().map_or(Ok(HandFigure::Win), str::parse)?;
        if figure == HandFigure::Score {
            return Err(unknown());
        }
        Ok((self.query.asked(bounds)?, figure))
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
    InputError::new("chart", HandFigure::Score.name(), Problem::Unknown, "win, tenpai")
}
