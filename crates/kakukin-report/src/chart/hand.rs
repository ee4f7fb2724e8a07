//! The charts of a mahjong hand: a figure over its turns.

use super::{Axis, Chart, Line, Lines, Plot, Unit};
use crate::{ByDiscard, HandQuery, Lang, ScoreDocument, WinDocument, hand::tiles::TileStyle};
use kakukin_mahjong::{Figure, Objective};

/// The most curves: more cannot be told apart.
const MOST_CURVES: usize = 5;

impl Chart {
    /// A figure of every discard over the turns, or over the draws left; equal discards are one
    /// curve. Of many discards the best.
    pub fn score_over_turns(document: &ScoreDocument, figure: Figure, lang: Lang) -> Self {
        let curves = document.figures().curves(|now| match figure {
            Figure::Score => now.score,
            Figure::Win => now.win,
            Figure::Tenpai => now.tenpai,
        });
        Self::over_turns(&document.played.asked, figure, curves, lang)
    }

    /// The same without points: one of the two chances.
    pub fn win_over_turns(document: &WinDocument, chance: Objective, lang: Lang) -> Self {
        let curves = document.figures().curves(|now| *now.wanted(chance));
        let figure = match chance {
            Objective::Win => Figure::Win,
            Objective::Tenpai => Figure::Tenpai,
        };
        Self::over_turns(&document.asked, figure, curves, lang)
    }

    fn over_turns(
        asked: &HandQuery,
        figure: Figure,
        curves: Vec<(String, Vec<f64>)>,
        lang: Lang,
    ) -> Self {
        let (name, unit) = match figure {
            Figure::Score => ("score.score", Unit::Number),
            Figure::Win => ("score.win_rate", Unit::Percent),
            Figure::Tenpai => ("score.tenpai_rate", Unit::Percent),
        };
        let name = tr!(lang, name);
        let title = tr!(lang, "chart.over_turns", figure = name);
        let all = curves.len();
        let lines = curves.into_iter().take(MOST_CURVES).map(|(tiles, figures)| {
            let points = figures.iter().enumerate().map(|(k, &y)| [asked.clock(k), y]);
            let name = match tiles.as_str() {
                "" => name.clone(),
                tiles => tr!(lang, "chart.throw", tile = tiles),
            };
            Line { name, points: points.collect() }
        });
        let lines: Vec<Line> = lines.collect();
        let mut subtitle = asked.situation.line_in(lang, TileStyle::Letters);
        for part in asked.premises(lang) {
            subtitle += &format!("{}{part}", tr!(lang, "win.and"));
        }
        if all > lines.len() {
            subtitle +=
                &format!("{}{}", tr!(lang, "win.and"), tr!(lang, "chart.best", n = lines.len()));
        }
        let ends = [asked.clock(0), asked.clock(asked.turns.saturating_sub(1))];
        let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        // From nothing upwards; only payments at the end can bring a score below it.
        let all = lines.iter().flat_map(|line| &line.points).map(|point| point[1]);
        let (lowest, highest) = all
            .filter(|y| y.is_finite())
            .fold((0.0, 0.0), |(low, high): (f64, f64), y| (low.min(y), high.max(y)));
        let highest = if highest > lowest { highest } else { 1.0 };
        Self {
            title,
            subtitle,
            plot: Plot::Lines(Lines {
                x: Axis::new(asked.clock_word(lang), Unit::Number).between(first, last),
                y: Axis::new(name, unit).between(lowest, highest),
                lines,
                marks: Vec::new(),
                band: None,
            }),
        }
    }
}
