//! Who played whom: names and pairs, up to a limit.

use super::Tally;
use crate::GameResult;
use std::collections::HashMap;

/// The most players that are remembered.
pub const MAX_NAMES: usize = 200_000;
/// The most pairs of players that are remembered.
pub const MAX_PAIRS: usize = 2_000_000;

/// All games in which one player was first and another second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Who was first.
    pub first: usize,
    /// Who was second.
    pub second: usize,
    /// The games.
    pub tally: Tally,
}

/// Players and the games between them.
#[derive(Debug, Clone, Default)]
pub struct Players {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    pairs: HashMap<(u32, u32), Tally>,
    /// Games of players without a name, or of one against himself.
    pub nameless: u64,
    /// Games beyond the limits.
    pub beyond: u64,
}

impl Players {
    /// One game more.
    pub fn add(&mut self, first: &str, second: &str, result: GameResult) {
        if first.is_empty() || second.is_empty() || first == second {
            self.nameless += 1;
            return;
        }
        let (Some(first), Some(second)) = (self.number(first), self.number(second)) else {
            self.beyond += 1;
            return;
        };
        let full = self.pairs.len() >= MAX_PAIRS;
        let tally = match self.pairs.get_mut(&(first, second)) {
            Some(tally) => tally,
            None if full => {
                self.beyond += 1;
                return;
            }
            None => self.pairs.entry((first, second)).or_default(),
        };
        tally.add(result);
    }

    fn number(&mut self, name: &str) -> Option<u32> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        let number = u32::try_from(self.names.len()).ok().filter(|n| (*n as usize) < MAX_NAMES)?;
        self.numbers.insert(name.to_string(), number);
        self.names.push(name.to_string());
        Some(number)
    }

    /// The games of another survey more: its names, and its pairs by places among these, with the
    /// games won, drawn and lost by who is first.
    pub(super) fn merge(&mut self, names: &[String], pairs: &[[u64; 5]]) {
        let numbers: Vec<Option<u32>> = names.iter().map(|name| self.number(name)).collect();
        let number = |place: u64| *numbers.get(usize::try_from(place).ok()?)?;
        for &[first, second, wins, draws, losses] in pairs {
            let tally = Tally { first: wins, draws, second: losses };
            let full = self.pairs.len() >= MAX_PAIRS;
            let sum = number(first).zip(number(second)).and_then(|pair| match full {
                true => self.pairs.get_mut(&pair),
                false => Some(self.pairs.entry(pair).or_default()),
            });
            match sum {
                Some(sum) => sum.add_all(tally),
                None => self.beyond += tally.games(),
            }
        }
    }

    /// The names, in the order of their first games.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The pairs, by the numbers of their players.
    pub fn pairs(&self) -> Vec<Pair> {
        let mut pairs: Vec<Pair> = self
            .pairs
            .iter()
            .map(|(&(first, second), &tally)| Pair {
                first: first as usize,
                second: second as usize,
                tally,
            })
            .collect();
        pairs.sort_unstable_by_key(|pair| (pair.first, pair.second));
        pairs
    }
}
