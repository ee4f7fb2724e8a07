//! Who played whom: names and pairs, up to a limit.

use super::{PlayersPart, Tally};
use crate::{GameResult, MAX_RATING, Player};
use std::collections::HashMap;

/// The most players that are remembered.
pub const MAX_NAMES: usize = 200_000;
/// The most pairs of players that are remembered.
pub const MAX_PAIRS: usize = 5_000_000;

/// All games in which one player was first and another second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Who was first.
    pub first: usize,
    /// Who was second.
    pub second: usize,
    /// The games.
    pub tally: Tally,
    /// The first player's mean lead by the ratings that records give; nothing if none does.
    pub lead: Option<f64>,
}

/// The games of a pair as they are kept: there may be millions.
#[derive(Debug, Clone, Copy, Default)]
struct Met {
    results: [u32; 3],
    /// Games in which both players have a rating, and the sum of the first player's leads.
    rated: u32,
    leads: f64,
}

/// Players and the games between them.
#[derive(Debug, Clone, Default)]
pub struct Players {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    /// For each player the sum and the number of the ratings that games give.
    ratings: Vec<(f64, u32)>,
    pairs: HashMap<(u32, u32), Met>,
    /// Games between players who both have a rating there.
    pub rated: u64,
    /// Games of one against himself.
    pub alone: Tally,
    /// Games of players without a name.
    pub nameless: u64,
    /// Games beyond the limits.
    pub beyond: u64,
}

impl Players {
    /// One game more.
    pub fn add(&mut self, first: &str, second: &str, result: GameResult) {
        self.add_rated([(first, None), (second, None)], result);
    }

    /// One game more, of players with the ratings that its record gives.
    pub fn add_game(&mut self, first: &Player, second: &Player, result: GameResult) {
        let known = |player: &Player| player.rating.filter(|rating| rating.abs() <= MAX_RATING);
        self.add_rated([first, second].map(|player| (player.name.as_str(), known(player))), result);
    }

    fn add_rated(&mut self, sides: [(&str, Option<f64>); 2], result: GameResult) {
        let [(first, _), (second, _)] = sides;
        if first.is_empty() || second.is_empty() {
            self.nameless += 1;
            return;
        }
        if first == second {
            self.alone.add(result);
            return;
        }
        let (Some(first), Some(second)) = (self.number(first), self.number(second)) else {
            self.beyond += 1;
            return;
        };
        let full = self.pairs.len() >= MAX_PAIRS;
        let met = match self.pairs.get_mut(&(first, second)) {
            Some(met) => met,
            None if full => {
                self.beyond += 1;
                return;
            }
            None => self.pairs.entry((first, second)).or_default(),
        };
        let count = match result {
            GameResult::First => &mut met.results[0],
            GameResult::Draw => &mut met.results[1],
            GameResult::Second => &mut met.results[2],
        };
        *count = count.saturating_add(1);
        if let [(_, Some(one)), (_, Some(other))] = sides {
            met.rated = met.rated.saturating_add(1);
            met.leads += one - other;
            self.rated += 1;
        }
        for (player, (_, rating)) in [first, second].into_iter().zip(sides) {
            if let Some(rating) = rating {
                let (sum, games) = &mut self.ratings[player as usize];
                *sum += rating;
                *games = games.saturating_add(1);
            }
        }
    }

    fn number(&mut self, name: &str) -> Option<u32> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        let number = u32::try_from(self.names.len()).ok().filter(|n| (*n as usize) < MAX_NAMES)?;
        self.numbers.insert(name.to_string(), number);
        self.names.push(name.to_string());
        self.ratings.push((0.0, 0));
        Some(number)
    }

    /// What another survey has written down of its players.
    pub(super) fn part(&self) -> PlayersPart {
        let keys = self.sorted();
        let pair = |key: &(u32, u32)| {
            let [wins, draws, losses] = self.pairs[key].results.map(u64::from);
            [u64::from(key.0), u64::from(key.1), wins, draws, losses]
        };
        let lead = |key: &(u32, u32)| (self.pairs[key].rated, self.pairs[key].leads);
        let rated = self.ratings.iter().any(|(_, games)| *games > 0);
        PlayersPart {
            names: self.names.clone(),
            ratings: if rated { self.ratings.clone() } else { Vec::new() },
            pairs: keys.iter().map(pair).collect(),
            leads: if self.rated > 0 { keys.iter().map(lead).collect() } else { Vec::new() },
            alone: self.alone,
            nameless: self.nameless,
            beyond: self.beyond,
        }
    }

    /// The games of another survey more.
    pub(super) fn merge(&mut self, part: &PlayersPart) {
        let numbers: Vec<Option<u32>> = part.names.iter().map(|name| self.number(name)).collect();
        for (number, &(sum, games)) in numbers.iter().zip(&part.ratings) {
            if let Some(number) = number {
                let own = &mut self.ratings[*number as usize];
                *own = (own.0 + sum, own.1.saturating_add(games));
            }
        }
        let number = |place: u64| *numbers.get(usize::try_from(place).ok()?)?;
        for (place, &[first, second, wins, draws, losses]) in part.pairs.iter().enumerate() {
            let full = self.pairs.len() >= MAX_PAIRS;
            let met = number(first).zip(number(second)).and_then(|pair| match full {
                true => self.pairs.get_mut(&pair),
                false => Some(self.pairs.entry(pair).or_default()),
            });
            let Some(met) = met else {
                self.beyond += wins + draws + losses;
                continue;
            };
            for (own, more) in met.results.iter_mut().zip([wins, draws, losses]) {
                *own = own.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
            }
            if let Some(&(rated, leads)) = part.leads.get(place) {
                met.rated = met.rated.saturating_add(rated);
                met.leads += leads;
                self.rated += u64::from(rated);
            }
        }
        self.alone.add_all(part.alone);
        self.nameless += part.nameless;
        self.beyond += part.beyond;
    }

    /// The pairs in order.
    fn sorted(&self) -> Vec<(u32, u32)> {
        let mut keys: Vec<(u32, u32)> = self.pairs.keys().copied().collect();
        keys.sort_unstable();
        keys
    }

    /// The names, in the order of their first games.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of a player.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).map(|number| *number as usize)
    }

    /// The mean rating of each player in the games that give one; of the others the mean of these.
    pub fn ratings(&self) -> Vec<f64> {
        let own = |(sum, games): &(f64, u32)| (*games > 0).then(|| sum / f64::from(*games));
        let known: Vec<f64> = self.ratings.iter().filter_map(own).collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        self.ratings.iter().map(|rating| own(rating).unwrap_or(mean)).collect()
    }

    /// The pairs, by the numbers of their players.
    pub fn pairs(&self) -> Vec<Pair> {
        let pair = |(first, second): (u32, u32)| {
            let met = &self.pairs[&(first, second)];
            let [wins, draws, losses] = met.results.map(u64::from);
            Pair {
                first: first as usize,
                second: second as usize,
                tally: Tally { first: wins, draws, second: losses },
                lead: (met.rated > 0).then(|| met.leads / f64::from(met.rated)),
            }
        };
        self.sorted().into_iter().map(pair).collect()
    }
}
