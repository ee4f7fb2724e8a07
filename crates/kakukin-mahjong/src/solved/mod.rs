//! One answer for a hand: a question that is solved once, and everything that is read off it.
//!
//! The figures of all discards, the groups of equal ones, advice, what the wins look like, the way
//! of playing as a tree and the same way in dealt games: none of them solves anything again.

mod check;
mod hand;
mod outlook;
mod score;
mod win;

pub use check::{Check, Games, ObservedMean, ObservedRate};
pub use hand::{HandResult, PointsLeftOut, PointsResult};
pub use outlook::{ChainResult, FormChain, Outlook, UsefulTiles};
pub use score::{ScoreFollowed, ScoreResult, SolvedScore, Won};
pub use win::{SolvedWin, WinFollowed, WinResult};

/// A figure of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Figure {
    /// The expected score.
    Score,
    /// The chance to win.
    Win,
    /// The chance to be ready at some time.
    Tenpai,
}

impl Figure {
    /// Every figure.
    pub const ALL: [Self; 3] = [Self::Score, Self::Win, Self::Tenpai];

    /// Its name in options and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
            Self::Tenpai => "tenpai",
        }
    }
}

/// Whether the way of playing is kept beside the answer. What every hand is worth takes more room
/// than the answer alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// The answer alone.
    Answer,
    /// If there is room; otherwise the answer alone.
    IfRoom,
    /// Without it the question is refused.
    Policy,
}

/// What is alike, together, in the order of the first of each group: places in the list.
fn grouped<T>(list: &[T], alike: impl Fn(&T, &T) -> bool) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (k, own) in list.iter().enumerate() {
        match groups.iter_mut().find(|group| alike(&list[group[0]], own)) {
            Some(group) => group.push(k),
            None => groups.push(vec![k]),
        }
    }
    groups
}

/// Whether two lists are equal throughout.
fn near(a: &[f64], b: &[f64], equal: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < equal)
}

/// The figure with all draws to come.
fn now(figures: &[f64]) -> f64 {
    figures.last().copied().unwrap_or(0.0)
}
