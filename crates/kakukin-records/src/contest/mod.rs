//! What a match says: who is stronger, by how much, how surely, and whether to go on.
//!
//! A [`ContestTally`] takes games one by one and keeps counts: for each two players the results by
//! side, the pairs of games on one opening by each kind of evidence, groups, and the course of one
//! match. A [`Contest`] is what these counts say.

mod figures;
mod likelihood;
mod nearest;
mod pairing;
mod sprt;
mod tally;

use crate::{ApartTally, By, Key, Share};
pub use figures::MatchFigures;
use kakukin_core::{Confidence, checkpoint};
pub use likelihood::Frequencies;
pub use nearest::nearest_names;
pub use pairing::{PairEvidence, PairsBy};
use serde::Serialize;
pub use sprt::{
    CoursePoint, Decision, EloModel, ExpectedGames, Sprt, SprtCourse, SprtPlan, Stopped,
};
use std::cmp::Reverse;
use tally::DuelTally;
pub use tally::{
    ContestPlan, ContestTally, MAX_COURSE, MAX_OPPONENTS, MAX_PLAYERS, TooManyPlayers,
};

/// Classes of results: five for pairs.
const MAX_CLASSES: usize = 5;

/// Games by what one player made of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Results {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Results {
    /// All of them.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win is 1, a draw ½.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// As the opponent sees them.
    pub fn turned(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    fn frequencies(self) -> Frequencies {
        Frequencies::games([self.losses, self.draws, self.wins])
    }
}

/// What is known of all who played.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// How sure all intervals are.
    pub confidence: Confidence,
    /// Games that count, of the players that are looked at.
    pub games: u64,
    /// Games of these players counted apart, never as draws.
    pub apart: ApartTally,
    /// Games between others.
    pub elsewhere: u64,
    /// Games of players without a name, or of one against itself.
    pub nameless: u64,
    /// The players by their points; of a chosen player's match, all that were met.
    pub players: Vec<Standing>,
    /// The matches of two: those of a chosen player, the most games first, or all in the order of
    /// the players.
    pub duels: Vec<Duel>,
}

/// A player among all.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MatchPlayer"))]
pub struct Standing {
    /// The name.
    pub name: String,
    /// The results.
    pub results: Results,
    /// A win is 1, a draw ½.
    pub points: f64,
    /// Points for each game.
    pub score: f64,
}

/// All games between two players, as the first of them sees them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Duel {
    /// Whose results these are.
    pub player: String,
    /// The other one.
    pub opponent: String,
    /// All results.
    pub results: Results,
    /// Where the player was first.
    pub as_first: Results,
    /// Where the player was second.
    pub as_second: Results,
    /// The share of the points that went to whoever was first; null without games.
    pub first_score: Option<f64>,
    /// The share of draws.
    pub draw_rate: Share,
    /// What the games say, each by itself.
    pub by_games: MatchFigures,
    /// What pairs of games say; null where there are none.
    pub pairs: Option<DuelPairs>,
    /// The test; null where it was not asked for.
    pub sprt: Option<Sprt>,
    /// The results in groups.
    pub groups: Vec<DuelGroups>,
}

/// Games in pairs: one opening, sides swapped.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelPairs {
    /// By what games are known to belong together.
    pub evidence: PairEvidence,
    /// Pairs by the player's points: 0, ½, 1, 1½, 2.
    pub counts: [u64; 5],
    /// Games that have no partner; they are not in the figures of pairs.
    pub single: u64,
    /// The variance of a pair's mean score.
    pub variance: f64,
    /// The variance of a game by pairs over that by single games, the same games: below 1, pairs
    /// tell more. Null where single games do not vary.
    pub ratio: Option<f64>,
    /// What pairs say.
    pub figures: MatchFigures,
}

/// The results in groups of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelGroups {
    /// What they are.
    pub by: By,
    /// The groups: numbers in rising order, names by their games.
    pub rows: Vec<DuelGroup>,
    /// Games that the record does not say it of.
    pub unsaid: Results,
    /// Games of groups beyond the limit.
    pub others: Results,
}

/// One group.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelGroup {
    /// Its name; of a band of ratings, its lower end.
    #[serde(rename = "name")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub key: Key,
    /// The results.
    pub results: Results,
    /// Where the player was first.
    pub as_first: Results,
    /// Where the player was second.
    pub as_second: Results,
    /// What they say.
    pub figures: MatchFigures,
}

impl Contest {
    /// What the counts say.
    pub fn new(tally: &ContestTally, confidence: Confidence, sprt: Option<SprtPlan>) -> Self {
        let chosen = tally.chosen();
        let mut totals = vec![Results::default(); tally.names.len()];
        for duel in &tally.duels {
            totals[duel.player] = totals[duel.player].plus(duel.results());
            totals[duel.opponent] = totals[duel.opponent].plus(duel.results().turned());
        }
        let mut order: Vec<usize> =
            (0..totals.len()).filter(|&player| totals[player].games() > 0).collect();
        let half_points = |player: usize| 2 * totals[player].wins + totals[player].draws;
        order.sort_by_key(|&player| {
            (Reverse(half_points(player)), totals[player].games(), &tally.names[player])
        });
        let mut ranks = vec![usize::MAX; totals.len()];
        for (rank, player) in order.iter().enumerate() {
            ranks[*player] = rank;
        }
        // A match of two is told from the side of who was named, or came first.
        let two = tally.duels.len() == 1;
        let mut duels: Vec<(bool, &DuelTally)> = tally
            .duels
            .iter()
            .filter(|duel| duel.results().games() > 0)
            .map(|duel| {
                let turned = match chosen {
                    Some(chosen) => duel.player != chosen,
                    None => !two && ranks[duel.player] > ranks[duel.opponent],
                };
                (turned, duel)
            })
            .collect();
        duels.sort_by_key(|(turned, duel)| {
            let (player, opponent) = duel.sides(*turned);
            let games = if chosen.is_some() { duel.results().games() } else { 0 };
            (Reverse(games), ranks[player], ranks[opponent])
        });
        let standing = |&player: &usize| Standing {
            name: tally.names[player].clone(),
            results: totals[player],
            points: totals[player].points(),
            score: totals[player].points() / totals[player].games() as f64,
        };
        Self {
            confidence,
            games: tally.duels.iter().map(|duel| duel.results().games()).sum(),
            apart: tally.apart,
            elsewhere: tally.elsewhere,
            nameless: tally.nameless,
            players: order.iter().map(standing).collect(),
            duels: duels
                .iter()
                .map(|(turned, duel)| {
                    checkpoint();
                    Duel::new(tally, duel, *turned, confidence, sprt)
                })
                .collect(),
        }
    }
}

impl Duel {
    fn new(
        tally: &ContestTally,
        duel: &DuelTally,
        turned: bool,
        confidence: Confidence,
        sprt: Option<SprtPlan>,
    ) -> Self {
        let [as_first, as_second] = duel.by_side(turned);
        let results = as_first.plus(as_second);
        let games = results.games();
        let first_points = as_first.points() + as_second.turned().points();
        let paired = tally.best_pairs(duel, turned);
        let pairs = paired.as_ref().map(|(evidence, pairs)| {
            let frequencies = Frequencies::pairs(pairs.counts);
            let singly = pairs.singly.variance();
            DuelPairs {
                evidence: *evidence,
                counts: pairs.counts,
                single: games.saturating_sub(2 * frequencies.total()),
                variance: frequencies.variance(),
                ratio: (singly > 0.0).then(|| 2.0 * frequencies.variance() / singly),
                figures: MatchFigures::new(&frequencies, confidence),
            }
        });
        let sprt = sprt.map(|plan| match &paired {
            Some((_, pairs)) => {
                Sprt::new(plan, &Frequencies::pairs(pairs.counts), pairs.course.as_deref())
            }
            None => Sprt::new(plan, &results.frequencies(), duel.course(turned).as_deref()),
        });
        let names = &tally.names;
        let (player, opponent) = duel.sides(turned);
        Self {
            player: names[player].clone(),
            opponent: names[opponent].clone(),
            results,
            as_first,
            as_second,
            first_score: (games > 0).then(|| first_points / games as f64),
            draw_rate: Share::new(results.draws, games, confidence),
            by_games: MatchFigures::new(&results.frequencies(), confidence),
            pairs,
            sprt,
            groups: tally.groups(duel, turned, confidence),
        }
    }
}
