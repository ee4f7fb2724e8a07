//! What to discard: the figures that players compare, and why the best discard is the best.

use super::{
    answer::{ScoreAnswer, ScoreDiscard, Ura},
    policy::{GOOD_SHAPE, ScorePolicy},
    terms::{Aim, EQUAL_POINTS, Figures, SCORE, ScoreQuestion, TENPAI, WIN},
};
use crate::{
    Bag, Distances, EQUAL, Flag, Hand, Limit, Luck, Points, Reds, Riichi, Situation, Stopped, Tile,
    Win,
};
use serde::Serialize;
use std::ops::ControlFlow;

/// Why a discard stands where it stands: the best beside the next best, every other one beside
/// the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AdviceReason"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no other.
    Only,
    /// As good as the best.
    Equal,
    /// Ready, and riichi is declared; the others are not or wait for worse.
    Riichi,
    /// Ready, and better in silence.
    Silence,
    /// Nearer, or as the others are: farther from being ready.
    Distance,
    /// By the number of useful tiles.
    Tiles,
    /// By the shape of the final wait.
    Shape,
    /// By what a win brings.
    Value,
    /// By the useful tiles of later turns.
    Later,
    /// By what is lost: to wins of others, by a stick, by the danger of the tile itself.
    Cost,
}

impl Reason {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::Equal => "equal",
            Self::Riichi => "riichi",
            Self::Silence => "silence",
            Self::Distance => "distance",
            Self::Tiles => "tiles",
            Self::Shape => "shape",
            Self::Value => "value",
            Self::Later => "later",
            Self::Cost => "cost",
        }
    }
}

/// One discard as players look at it, with all draws to come.
#[derive(Debug, Clone, PartialEq)]
pub struct Advised {
    /// The discard and its figures by draws left.
    pub discard: ScoreDiscard,
    /// The draws that bring the hand nearer, with their unseen copies.
    pub useful: Vec<(Tile, u32)>,
    /// Of the times that the hand becomes ready, the part with a good shape.
    pub good_shape: Option<f64>,
    /// What a win brings on average.
    pub mean: Option<f64>,
    /// How much of the score is given up, or of the balance if that is wanted.
    pub difference: f64,
    /// Its place, from 1; equal ones share it.
    pub rank: usize,
    /// The number of the discard that it is compared with: the best with the next that is not
    /// equal, every other one with the best.
    pub against: Option<usize>,
    /// Why it stands here.
    pub reason: Reason,
    /// Whether riichi would bring a ready hand nothing more.
    pub enough: bool,
}

impl Advised {
    fn judged(&self, aim: Aim) -> Figures {
        self.discard.judged(aim)
    }

    /// What is lost on average, where that is known.
    pub fn cost(&self) -> Option<f64> {
        let prospect = self.discard.prospect();
        Some(prospect.score().last()? - prospect.balance().last()?)
    }

    /// The unseen copies of all useful tiles.
    pub fn tiles(&self) -> u32 {
        self.useful.iter().map(|(_, left)| left).sum()
    }
}

/// What to throw.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The discards, the best first.
    pub discards: Vec<Advised>,
}

impl Advice {
    /// Compares the discards of a hand that has drawn and is solved already; `policy` is the way
    /// of playing after the best of them. `report` is called now and then and may cancel.
    pub(crate) fn new(
        question: &ScoreQuestion,
        answer: &ScoreAnswer,
        mut policy: Option<&mut ScorePolicy>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Self, Stopped> {
        let limits = question.question().situation().limits();
        let hand = question.question().situation().hand();
        let aim = question.terms().aim;
        let mut discards: Vec<Advised> = Vec::new();
        for discard in &answer.discards {
            if report(answer.states as u64).is_break() {
                return Err(Stopped::Cancelled);
            }
            let rest = hand.concealed().without(discard.tile);
            // The tile that is thrown has been seen.
            let limits = limits.without(discard.tile);
            let left = |tile: Tile| limits.count(tile) - rest.count(tile);
            let (groups, forms) = (hand.sets_needed(), question.question().forms());
            let useful = Distances::new(limits, groups, forms).analyse(rest).useful();
            let useful: Vec<(Tile, u32)> = useful.iter().map(|tile| (tile, left(tile))).collect();
            let good_shape = policy.as_mut().and_then(|policy| {
                policy.follow((discard.tile, discard.red)).then(|| policy.good_shape())?
            });
            let now = discard.now();
            discards.push(Advised {
                // A ready hand has the shape that it has.
                good_shape: good_shape.or_else(|| {
                    let waits = useful.iter().map(|(_, left)| left).sum::<u32>();
                    let good = if waits >= GOOD_SHAPE { 1.0 } else { 0.0 };
                    (discard.distance == Some(1)).then_some(good)
                }),
                enough: question.question().draws() == 0
                    || is_enough(question, discard, &useful, answer.ura != Ura::None)
                        .unwrap_or(false),
                useful,
                mean: question.terms().mean(now[SCORE], now[WIN]),
                discard: discard.clone(),
                difference: 0.0,
                rank: 1,
                against: None,
                reason: Reason::Only,
            });
        }
        for k in 1..discards.len() {
            let equal = why(&discards[k - 1], &discards[k], aim) == Reason::Equal;
            discards[k].rank = if equal { discards[k - 1].rank } else { k + 1 };
        }
        let next = discards.iter().position(|discard| discard.rank > 1);
        for k in 0..discards.len() {
            let against = if k > 0 { Some(0) } else { next.or((discards.len() > 1).then_some(1)) };
            let (best, own) = (&discards[0], &discards[k]);
            let reason = match against {
                _ if k == 0 && own.discard.distance == Some(1) => {
                    if own.discard.riichi {
                        Reason::Riichi
                    } else {
                        Reason::Silence
                    }
                }
                None => Reason::Only,
                Some(other) => why(best, if k > 0 { own } else { &discards[other] }, aim),
            };
            let difference = own.judged(aim)[SCORE] - best.judged(aim)[SCORE];
            let own = &mut discards[k];
            (own.difference, own.against, own.reason) = (difference, against, reason);
        }
        Ok(Self { discards })
    }
}

/// What the better of two discards owes its place to.
fn why(better: &Advised, worse: &Advised, aim: Aim) -> Reason {
    let (a, b) = (better.judged(aim), worse.judged(aim));
    let near = |column: usize, equal: f64| (a[column] - b[column]).abs() < equal;
    if near(SCORE, EQUAL_POINTS) && near(WIN, EQUAL) && near(TENPAI, EQUAL) {
        return Reason::Equal;
    }
    if aim == Aim::Balance
        && let Some((own, other)) = better.cost().zip(worse.cost())
    {
        // The balance is the score less what is lost: whichever differs more.
        let lost = other - own;
        if lost > a[SCORE] - b[SCORE] - lost {
            return Reason::Cost;
        }
    }
    let distance = |x: &Advised| x.discard.distance.unwrap_or(u32::MAX);
    if distance(better) < distance(worse) {
        return Reason::Distance;
    }
    // The score is the chance to win times what a win brings: whichever differs more.
    let ratio = |x: f64, y: f64| if x > 0.0 && y > 0.0 { (x / y).ln() } else { 0.0 };
    let value = better.mean.zip(worse.mean).map_or(0.0, |(x, y)| ratio(x, y));
    if value > ratio(a[WIN], b[WIN]) {
        return Reason::Value;
    }
    // Tiles and shapes are compared at the same distance only.
    if distance(better) != distance(worse) {
        return Reason::Later;
    }
    if better.tiles() > worse.tiles() {
        return Reason::Tiles;
    }
    match better.good_shape.zip(worse.good_shape) {
        Some((x, y)) if x > y + 0.005 => Reason::Shape,
        _ => Reason::Later,
    }
}

/// Whether a ready hand can win no more after riichi than in silence, whatever it waits for: it
/// has all the points there are, or riichi lifts it to no higher limit.
fn is_enough(
    question: &ScoreQuestion,
    discard: &ScoreDiscard,
    useful: &[(Tile, u32)],
    ura: bool,
) -> Option<bool> {
    let (asked, stakes) = (question.question().situation(), &question.terms().stakes);
    if discard.distance != Some(1) || useful.is_empty() {
        return Some(false);
    }
    let thrown = (discard.tile, discard.red);
    let mut rest: Vec<_> = asked.hand().bag().iter().collect();
    rest.remove(rest.iter().position(|&own| own == thrown)?);
    let dora = Bag::new(asked.dora(), Reds::default())?;
    let riichi = if question.is_first_turn() { Riichi::Double } else { Riichi::Single };
    let ippatsu = stakes.rules().has(Flag::Ippatsu);
    let most = Luck { riichi, ippatsu, ..Luck::default() };
    for &(tile, _) in useful {
        let mut all = rest.iter().copied().chain([(tile, false)]);
        let bag = all.try_fold(Bag::EMPTY, |bag, (tile, red)| bag.with(tile, red))?;
        let hand = Hand::new(bag, asked.hand().melds().to_vec()).ok()?;
        let table = Situation::new(hand, asked.players()).ok()?.with_dora(dora).ok()?;
        let table = table.with_north(asked.north()).ok()?;
        let worth = |luck| {
            let win = Win { tile, tsumo: true, luck, ura: Bag::EMPTY };
            Points::of(&table, stakes, &win).ok()
        };
        let silent = worth(Luck::default())?;
        let at_top = matches!(silent.limit(), Some(Limit::Yakuman | Limit::CountedYakuman));
        if !at_top && (ura || worth(most)?.points() > silent.points()) {
            return Some(false);
        }
    }
    Some(true)
}
