//! What follows a discard: the draws after it as a tree, and the same way of playing in dealt
//! games.

use crate::{
    Lang,
    hand::{
        figures::WIDTH,
        score::points,
        tiles::{TileStyle, name},
    },
    layout::{columns, percent, wrap},
    table::or_dash,
};
use kakukin_mahjong::Check;
use serde::Serialize;

/// A draw of the tree.
pub(crate) trait TreeStep: Sized {
    /// What it is and what to do, in one line.
    fn line(&self, lang: Lang, style: TileStyle) -> String;
    /// The draws after it.
    fn next(&self) -> &[Self];
}

/// The tree after a discard, or from the hand itself; nothing if it has no draws.
pub(crate) fn tree_text<S: TreeStep>(
    discard: Option<&String>,
    steps: &[S],
    note: Option<&str>,
    lang: Lang,
    style: TileStyle,
) -> Option<String> {
    let mut text = match discard {
        Some(tile) => tr!(lang, "win.explain_discard", tile = style.named(tile)),
        None => tr!(lang, "win.explain_hand"),
    };
    text.push('\n');
    add_lines(steps, 1, lang, style, &mut text);
    text += &note.map_or(String::new(), |key| wrap(&tr!(lang, key), WIDTH) + "\n");
    (!steps.is_empty()).then_some(text)
}

fn add_lines<S: TreeStep>(
    steps: &[S],
    depth: usize,
    lang: Lang,
    style: TileStyle,
    text: &mut String,
) {
    for step in steps {
        *text += &format!("{}{}\n", "  ".repeat(depth), step.line(lang, style));
        add_lines(step.next(), depth + 1, lang, style, text);
    }
}

/// A draw as the tree has it: `~` if it does not bring the hand nearer.
pub(crate) fn drawn(tile: &str, useful: bool, style: TileStyle) -> String {
    let mark = if useful { "" } else { "~" };
    format!("{mark}{}", style.named(tile))
}

/// Games dealt for a discard.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtGames {
    /// The discard that was played; `null` for a hand that has not drawn.
    pub discard: Option<String>,
    /// Games dealt.
    pub games: u64,
    /// Games asked for.
    pub requested: u64,
    /// The seed: the same one gives the same games.
    pub seed: u64,
    /// The level of the intervals.
    pub confidence: f64,
}

impl DealtGames {
    pub(crate) fn new(check: &Check) -> Self {
        Self {
            discard: check.discard.map(name),
            games: check.games,
            requested: check.asked.number,
            seed: check.asked.seed,
            confidence: check.asked.confidence.level(),
        }
    }

    /// What they showed, with a row for each figure.
    pub(crate) fn text(&self, rows: Vec<Vec<String>>, lang: Lang, style: TileStyle) -> String {
        let (games, seed) = (self.games, self.seed);
        let title = match &self.discard {
            Some(tile) => {
                let tile = style.named(tile);
                tr!(lang, "win.verify_discard", games = games, tile = tile, seed = seed)
            }
            None => tr!(lang, "win.verify_hand", games = games, seed = seed),
        };
        let level = self.confidence * 100.0;
        let header = vec![
            String::new(),
            tr!(lang, "win.figure"),
            tr!(lang, "win.observed"),
            tr!(lang, "win.low", level = level),
            tr!(lang, "win.high", level = level),
            tr!(lang, "win.inside"),
        ];
        format!("{title}\n{}", columns(header, rows, &[0]))
    }
}

/// A rate observed beside the one computed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObservedRate {
    /// How often it happened.
    pub count: u64,
    /// Its share.
    pub rate: f64,
    /// Wilson interval.
    pub interval: [f64; 2],
    /// The figure computed.
    pub figure: f64,
    /// Whether the interval holds it.
    pub inside: bool,
}

/// A mean observed beside the one computed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObservedMean {
    /// The mean of the games.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The interval around it; `null` with too few wins.
    pub interval: Option<[f64; 2]>,
    /// The figure computed.
    pub figure: f64,
    /// Whether the interval holds it; `null` where there is none.
    pub inside: Option<bool>,
}

impl ObservedRate {
    pub(crate) fn new(rate: &kakukin_mahjong::ObservedRate) -> Self {
        let &kakukin_mahjong::ObservedRate { count, rate, interval, figure, inside } = rate;
        Self { count, rate, interval, figure, inside }
    }

    pub(crate) fn row(&self, name: &str, lang: Lang) -> Vec<String> {
        let [low, high] = self.interval.map(percent);
        let inside = inside(self.inside, lang);
        vec![tr!(lang, name), percent(self.figure), percent(self.rate), low, high, inside]
    }
}

impl ObservedMean {
    pub(crate) fn new(mean: &kakukin_mahjong::ObservedMean) -> Self {
        let &kakukin_mahjong::ObservedMean { mean, error, interval, figure, inside } = mean;
        Self { mean, error, interval, figure, inside }
    }

    pub(crate) fn row(&self, name: &str, lang: Lang) -> Vec<String> {
        let bound = |k: usize| or_dash(points)(self.interval.map(|interval| interval[k]));
        let inside = or_dash(|own| inside(own, lang))(self.inside);
        vec![tr!(lang, name), points(self.figure), points(self.mean), bound(0), bound(1), inside]
    }
}

fn inside(inside: bool, lang: Lang) -> String {
    tr!(lang, if inside { "win.yes" } else { "win.no" })
}
