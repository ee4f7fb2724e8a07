//! How far a hand is from a win, and a way to one form alone.

use crate::{Analysis, Chain, Distances, Question, Rational, Situation, Tile};
use std::cmp::Reverse;

/// Tiles that lower the distance, with their unseen copies.
pub type UsefulTiles = Vec<(Tile, u32)>;

/// How far a hand is from a win, and by which tiles it gets nearer.
#[derive(Debug, Clone)]
pub struct Outlook {
    /// The hand and what is seen.
    pub situation: Situation,
    /// Its distances, useful and unneeded tiles.
    pub analysis: Analysis,
    /// The draws that bring it nearer.
    pub useful: UsefulTiles,
    /// For a hand that has drawn: what each unneeded discard leaves, most useful tiles first.
    pub discards: Vec<(Tile, UsefulTiles)>,
}

impl Outlook {
    /// Of a hand, in some microseconds.
    pub fn new(situation: Situation) -> Self {
        let mut distances = Distances::of(&situation);
        let (tiles, limits) = (situation.hand().concealed(), situation.limits());
        let copies = |analysis: &Analysis| -> UsefulTiles {
            let left = |tile| limits.count(tile).saturating_sub(tiles.count(tile));
            analysis.useful().iter().map(|tile| (tile, left(tile))).collect()
        };
        let analysis = distances.analyse(tiles);
        let mut discards = Vec::new();
        if situation.hand().has_drawn() {
            for tile in analysis.unneeded().iter() {
                let mut useful = copies(&distances.analyse(tiles.without(tile)));
                // A tile that was thrown is seen: of it there is one less to draw.
                useful.retain(|(_, left)| *left > 0);
                discards.push((tile, useful));
            }
            discards.sort_by_key(|(_, useful)| Reverse(useful.iter().map(|x| x.1).sum::<u32>()));
        }
        Self { useful: copies(&analysis), situation, analysis, discards }
    }
}

/// A hand without branching, or the way from a hand to some forms alone.
#[derive(Debug, Clone)]
pub enum ChainResult {
    /// Useful tiles are known.
    Useful {
        /// The chain.
        chain: Chain,
        /// The chance to have completed the hand after 1, 2, ... turns.
        chances: Vec<Rational>,
        /// Whether fractions are wanted beside decimals.
        exact: bool,
    },
    /// From a hand to some forms.
    Form(Box<FormChain>),
}

/// The way from a hand to some forms alone, draw by draw.
#[derive(Debug, Clone)]
pub struct FormChain {
    /// The hand and the forms.
    pub question: Question,
    /// Distances and useful tiles.
    pub analysis: Analysis,
    /// Unseen copies of tiles that help now.
    pub useful_left: u32,
    /// The chances to be ready and to have won after 1, 2, ... draws.
    pub chances: Vec<(f64, f64)>,
}

impl FormChain {
    /// The chances of a question about some forms.
    pub fn new(question: Question, chances: Vec<(f64, f64)>) -> Self {
        let situation = question.situation();
        let (hand, limits) = (situation.hand(), situation.limits());
        let analysis =
            Distances::new(limits, hand.sets_needed(), question.forms()).analyse(hand.concealed());
        let left = |tile| limits.count(tile) - hand.concealed().count(tile);
        let useful_left = analysis.useful().iter().map(left).sum();
        Self { analysis, useful_left, question, chances }
    }
}
