//! The way of playing in dealt games, beside the figures that were computed.

use crate::Tile;
use kakukin_core::Confidence;

/// With fewer wins the mean of the score is far from normal.
const FEWEST_WINS: u64 = 20;

/// Games that are to be dealt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Games {
    /// How many.
    pub number: u64,
    /// The same seed gives the same games.
    pub seed: u64,
    /// The level of the intervals.
    pub confidence: Confidence,
}

/// What dealt games showed.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// The discard that was played, and whether it is the red five; none if no tile was drawn.
    pub discard: Option<(Tile, bool)>,
    /// Games dealt: fewer than were asked for if somebody cancelled them.
    pub games: u64,
    /// What was asked for.
    pub asked: Games,
    /// Points of the games, if the hand was played for them.
    pub score: Option<ObservedMean>,
    /// Games won.
    pub win: ObservedRate,
    /// Games in which the hand was ready at some time.
    pub tenpai: ObservedRate,
    /// Games that ended ready without a win, if the hand was played for points.
    pub tenpai_at_end: Option<ObservedRate>,
}

impl Check {
    /// Whether all games that were asked for were dealt.
    pub fn is_finished(&self) -> bool {
        self.games == self.asked.number
    }
}

/// A rate observed beside the one computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObservedRate {
    /// How often it happened.
    pub count: u64,
    /// Its share.
    pub rate: f64,
    /// Wilson's interval.
    pub interval: [f64; 2],
    /// The figure computed.
    pub figure: f64,
    /// Whether the interval holds it.
    pub inside: bool,
}

impl ObservedRate {
    pub(super) fn new(count: u64, games: u64, figure: f64, confidence: Confidence) -> Self {
        let interval = confidence.wilson(count, games);
        Self {
            count,
            rate: count as f64 / games.max(1) as f64,
            interval,
            figure,
            inside: inside(interval, figure),
        }
    }
}

/// A mean observed beside the one computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObservedMean {
    /// The mean of the games.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The interval around it; none with too few wins.
    pub interval: Option<[f64; 2]>,
    /// The figure computed.
    pub figure: f64,
    /// Whether the interval holds it; none where there is none.
    pub inside: Option<bool>,
}

impl ObservedMean {
    /// With fewer wins there is no interval.
    pub const FEWEST_WINS: u64 = FEWEST_WINS;

    pub(super) fn new(
        (mean, error): (f64, f64),
        wins: u64,
        figure: f64,
        confidence: Confidence,
    ) -> Self {
        let interval = (wins >= FEWEST_WINS).then(|| confidence.around(mean, error));
        let inside = interval.map(|interval| inside(interval, figure));
        Self { mean, error, interval, figure, inside }
    }
}

fn inside(interval: [f64; 2], figure: f64) -> bool {
    interval[0] <= figure && figure <= interval[1]
}
