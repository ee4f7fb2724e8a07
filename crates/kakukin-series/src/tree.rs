//! The outcome tree: every course a series can take, leaf by leaf.

use crate::{
    Ending, Event, InputError, Player, Problem, Series,
    forward::{Forward, Position},
    lattice::Slots,
    rule::Step,
};
use kakukin_core::{BadValue, Natural, Rational, checkpoint};
use serde::Serialize;
use std::{ops::ControlFlow, str::FromStr};

/// One node on the way down: a game that was played.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BranchDocument"))]
pub struct Branch {
    /// What happened: `first`, `second`, `draw`, `swapped_first`, `swapped_second`.
    #[serde(rename = "face")]
    pub event: Event,
    /// Who won it; null for a draw.
    pub winner: Option<Player>,
    /// A's points after it, on the scale of the rule.
    pub a: u32,
    /// B's points after it.
    pub b: u32,
}

/// One leaf of the outcome tree: a course of the series from start to end.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf<'t> {
    /// Its number, from 1, in the order of the tree.
    pub number: u64,
    /// The games, first to last.
    pub path: &'t [Branch],
    /// How it ended.
    pub ending: Ending,
    /// Its exact probability.
    pub probability: &'t Rational,
    /// How many events were still to be tried in each of the games when this
    /// one was chosen; zero where it is the last branch. For drawing.
    pub siblings_left: &'t [usize],
}

/// How a tree is shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TreeStyle {
    /// One entry for each leaf, with the running points.
    #[default]
    List,
    /// The tree drawn with lines.
    Drawn,
}

impl FromStr for TreeStyle {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "list" => Ok(Self::List),
            "drawn" => Ok(Self::Drawn),
            _ => Err(InputError::new("style", text, BadValue::Unknown, "list, drawn")),
        }
    }
}

/// The outcome tree of a series, with its number of leaves known beforehand.
///
/// Branches follow the order of the author's article: first player wins, second player
/// wins, draw. Branches of probability zero are left out.
#[derive(Debug, Clone)]
pub struct Tree<'s> {
    series: &'s Series,
    leaves: Natural,
    deepest: u32,
}

/// The most games that all paths together may have, for each leaf allowed.
const GAMES_PER_LEAF: u64 = 64;

/// The most words of big integers that counting the paths may touch.
const MAX_COUNTING: u128 = 1_000_000_000;

/// A node whose branches are being tried.
struct Node {
    at: Position,
    probability: Rational,
    tried: usize,
}

impl Series {
    /// The outcome tree, refused if it has more than `most` leaves.
    pub fn tree(&self, most: u64) -> Result<Tree<'_>, InputError> {
        let (leaves, games, deepest) = self.count_paths()?;
        let refuse = |count: Natural, problem, most: u64| {
            Err(InputError::new("max-leaves", short_count(&count), problem, most))
        };
        let most_games = most.saturating_mul(GAMES_PER_LEAF);
        if leaves > Natural::from(most) {
            return refuse(leaves, Problem::TooManyLeaves, most);
        }
        if games > Natural::from(most_games) {
            return refuse(games, Problem::PathsTooLong, most_games);
        }
        Ok(Tree { series: self, leaves, deepest })
    }

    /// How many courses the series can take.
    pub fn leaves(&self) -> Result<Natural, InputError> {
        Ok(self.count_paths()?.0)
    }

    /// The exact number of leaves of the outcome tree, of games on all paths to
    /// them, and of games on the longest.
    fn count_paths(&self) -> Result<(Natural, Natural, u32), InputError> {
        // A game has at most four outcomes: two bits.
        self.check_growth("limit", 2, MAX_COUNTING)?;
        let lattice = self.counting_lattice::<Natural>();
        let mut forward = Forward::new(&lattice, self.clinch(), Position::START);
        let (mut leaves, mut games, mut deepest) = (Natural::ZERO, Natural::ZERO, 0);
        while forward.games < lattice.limit {
            let exits = forward.step();
            let ended = exits.total() + exits.none * Natural::from(self.deciders().len() - 1);
            if !ended.is_zero() {
                deepest = forward.games as u32;
            }
            games += &ended * Natural::from(forward.games);
            leaves += ended;
        }
        Ok((leaves, games, deepest))
    }

    /// How a series that nobody has won at the limit can end, with the chance of each.
    fn deciders(&self) -> Vec<(Ending, Rational)> {
        let Some(decider) = self.decider() else {
            return vec![(Ending::None, Rational::ONE)];
        };
        let ends = Player::BOTH.map(Ending::by_decider).into_iter().zip(decider.chances());
        ends.filter(|(_, chance)| !chance.is_zero()).collect()
    }
}

/// All digits of a number of everyday size, the leading ones of a monster.
pub fn short_count(count: &Natural) -> String {
    let digits = count.to_string();
    match digits.len() {
        0..=30 => digits,
        length => format!("{}.{}e{}", &digits[..1], &digits[1..4], length - 1),
    }
}

impl Tree<'_> {
    /// The series whose courses these are.
    pub fn series(&self) -> &Series {
        self.series
    }

    /// How many leaves there are.
    pub fn leaves(&self) -> &Natural {
        &self.leaves
    }

    /// How many games the longest path has.
    pub fn deepest(&self) -> u32 {
        self.deepest
    }

    /// Visits the leaves one by one, in constant memory, until the visitor
    /// breaks.
    pub fn visit<B>(&self, mut visitor: impl FnMut(&Leaf<'_>) -> ControlFlow<B>) -> ControlFlow<B> {
        let rule = self.series.rule();
        let slots = Slots::of(rule, self.series.limit() as usize);
        let steps = Player::BOTH.map(|first| {
            let weights = self.series.step_weights(first);
            let steps = rule.steps(first).into_iter().zip(weights);
            steps.filter(|(_, weight)| !weight.is_zero()).collect::<Vec<(Step, &Rational)>>()
        });
        let deciders = self.series.deciders();
        let (mut number, mut path, mut siblings_left) = (0, Vec::new(), Vec::new());
        // A stack of our own: a series can be a million games long.
        let root = Node { at: Position::START, probability: Rational::ONE, tried: 0 };
        let mut nodes = vec![root];
        while let Some(Node { at, probability, tried }) = nodes.last_mut() {
            checkpoint();
            let steps = &steps[slots.first(rule, at.games, at.slot).index()];
            let Some((step, weight)) = steps.get(*tried) else {
                nodes.pop();
                path.pop();
                siblings_left.pop();
                continue;
            };
            *tried += 1;
            let probability = &*probability * *weight;
            let next = Position {
                a: at.a + step.a as usize,
                b: at.b + step.b as usize,
                games: at.games + 1,
                slot: slots.next(rule, at.slot, step.winner),
            };
            path.push(Branch {
                event: step.event,
                winner: step.winner,
                a: next.a as u32 * rule.unit(),
                b: next.b as u32 * rule.unit(),
            });
            siblings_left.push(steps.len() - *tried);
            let Some(ending) = self.series.ending(next) else {
                nodes.push(Node { at: next, probability, tried: 0 });
                continue;
            };
            let certain = [(ending, Rational::ONE)];
            let ends = if ending == Ending::None { &deciders[..] } else { &certain };
            for (ending, chance) in ends {
                number += 1;
                visitor(&Leaf {
                    number,
                    path: &path,
                    ending: *ending,
                    probability: &(&probability * chance),
                    siblings_left: &siblings_left,
                })?;
            }
            path.pop();
            siblings_left.pop();
        }
        ControlFlow::Continue(())
    }
}
