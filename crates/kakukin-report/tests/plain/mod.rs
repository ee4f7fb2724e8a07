//! A series played out course by course in plain floats: the oracle of the pages, which
//! shares no code with the library. Only for short series.

use std::collections::BTreeMap;

/// Who is first (0 is A) after games with these winners.
pub(crate) type Order = fn(&[Option<usize>]) -> usize;

/// What follows a drawn game.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Draw {
    Counts,
    Replay,
    Swap,
}

#[derive(Clone, Copy)]
pub(crate) struct Plain {
    pub(crate) p: f64,
    pub(crate) f: f64,
    /// A's lead in Elo points.
    pub(crate) lead: f64,
    /// Points of a win as first, as second player.
    pub(crate) points: [u32; 2],
    pub(crate) target: u32,
    pub(crate) limit: usize,
    pub(crate) order: Order,
    pub(crate) draw: Draw,
}

#[derive(Default)]
pub(crate) struct Played {
    /// A and B reach the target, A and B win on points, nobody wins.
    pub(crate) endings: [f64; 5],
    /// The probability of every number of games that count.
    pub(crate) games: Vec<f64>,
    /// By score: that it comes up, and that it comes up and A, B, nobody wins.
    pub(crate) scores: BTreeMap<[u32; 2], [f64; 4]>,
}

pub(crate) fn alternating(games: &[Option<usize>]) -> usize {
    games.len() % 2
}

pub(crate) fn fixed(_: &[Option<usize>]) -> usize {
    0
}

pub(crate) fn abba(games: &[Option<usize>]) -> usize {
    [0, 1, 1, 0][games.len() % 4]
}

/// The loser of the last decided game.
pub(crate) fn loser_first(games: &[Option<usize>]) -> usize {
    games.iter().flatten().next_back().map_or(0, |winner| 1 - winner)
}

impl Plain {
    /// The best of n, every win one point.
    pub(crate) fn best_of(self, n: usize) -> Self {
        let target = n as u32 / 2 + 1;
        Self { points: [1, 1], target, limit: n, order: alternating, draw: Draw::Counts, ..self }
    }

    /// The first player wins, nobody does, the second player wins: from the equation that makes
    /// a lead an expected score s on even sides, (1 - s)x² - ν(s - 1/2)x - s = 0.
    fn game(&self, first: usize) -> [f64; 3] {
        let lead = if first == 0 { self.lead } else { -self.lead };
        let s = 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
        let theta = (self.p / (1.0 - self.p)).sqrt();
        let nu = self.f / (1.0 - self.f) * (theta + 1.0 / theta);
        let half = nu * (s - 0.5);
        let x = (half + (half * half + 4.0 * s * (1.0 - s)).sqrt()) / (2.0 * (1.0 - s));
        let weights = [theta * x, nu, 1.0 / (theta * x)];
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    }

    /// Probability, winner and points of what one game that counts can bring.
    fn events(&self, first: usize) -> Vec<(f64, Option<usize>, u32)> {
        let [plus_first, plus_second] = self.points;
        let decided = |weight: f64, first: usize| {
            let [won, _, lost] = self.game(first);
            [(weight * won, Some(first), plus_first), (weight * lost, Some(1 - first), plus_second)]
        };
        let [_, drawn, _] = self.game(first);
        match self.draw {
            Draw::Counts => [&decided(1.0, first)[..], &[(drawn, None, 0)]].concat(),
            Draw::Replay => decided(1.0 / (1.0 - drawn), first).to_vec(),
            // Every other game has sides swapped: 1 + dd' + (dd')² + .. of the first sort.
            Draw::Swap => {
                let [_, swapped, _] = self.game(1 - first);
                let rounds = 1.0 / (1.0 - drawn * swapped);
                [decided(rounds, first), decided(drawn * rounds, 1 - first)].concat()
            }
        }
    }

    pub(crate) fn play(&self) -> Played {
        let mut played = Played { games: vec![0.0; self.limit + 1], ..Played::default() };
        self.follow(&mut Vec::new(), [0, 0], 1.0, &mut Vec::new(), &mut played);
        played
    }

    fn follow(
        &self,
        games: &mut Vec<Option<usize>>,
        score: [u32; 2],
        probability: f64,
        passed: &mut Vec<[u32; 2]>,
        played: &mut Played,
    ) {
        let reached = score.iter().position(|&points| points >= self.target);
        if reached.is_some() || games.len() == self.limit {
            let ending = match (reached, score[0].cmp(&score[1])) {
                (Some(winner), _) => winner,
                (None, std::cmp::Ordering::Greater) => 2,
                (None, std::cmp::Ordering::Less) => 3,
                (None, std::cmp::Ordering::Equal) => 4,
            };
            played.endings[ending] += probability;
            played.games[games.len()] += probability;
            for score in passed {
                let sums = played.scores.entry(*score).or_default();
                sums[0] += probability;
                sums[[1, 2, 1, 2, 3][ending]] += probability;
            }
            return;
        }
        let new = passed.last() != Some(&score);
        if new {
            passed.push(score);
        }
        for (weight, winner, points) in self.events((self.order)(games)) {
            if weight != 0.0 {
                let mut after = score;
                if let Some(winner) = winner {
                    after[winner] += points;
                }
                games.push(winner);
                self.follow(games, after, probability * weight, passed, played);
                games.pop();
            }
        }
        if new {
            passed.pop();
        }
    }

    /// The stronger player's share of the decided series, each starting once.
    pub(crate) fn stronger(&self, lead: f64) -> f64 {
        let [strong, weak] = [lead, -lead].map(|lead| Self { lead, ..*self }.play());
        let wins = strong.wins(0) + weak.wins(1);
        wins / (wins + strong.wins(1) + weak.wins(0))
    }

    /// How A's share of the decided series moves with p and with f.
    pub(crate) fn slopes(&self) -> [f64; 2] {
        let step = 1e-6;
        let share = |p: f64, f: f64| Self { p, f, ..*self }.play().share();
        let Self { p, f, .. } = *self;
        [
            (share(p + step, f) - share(p - step, f)) / (2.0 * step),
            // There are no draw rates below 0, but the polynomial goes on.
            (share(p, f + step) - share(p, f - step)) / (2.0 * step),
        ]
    }

    /// Expected games, those included that do not count.
    pub(crate) fn expected_played(&self, played: &Played) -> f64 {
        match self.draw {
            Draw::Counts => played.expected(),
            Draw::Replay | Draw::Swap => played.expected() / (1.0 - self.f),
        }
    }

    /// The games to book for the series to be over with this probability.
    pub(crate) fn booking(&self, wanted: f64) -> usize {
        let over = |n: &usize| self.over(&mut Vec::new(), [0, 0], false, *n) >= wanted - 1e-12;
        (0..).find(over).expect("a series ends")
    }

    /// The probability that the series is over within so many games at the table.
    fn over(
        &self,
        games: &mut Vec<Option<usize>>,
        score: [u32; 2],
        swapped: bool,
        left: usize,
    ) -> f64 {
        if games.len() == self.limit || score.iter().any(|&points| points >= self.target) {
            return 1.0;
        }
        if left == 0 {
            return 0.0;
        }
        let first = (self.order)(games) ^ usize::from(swapped);
        let mut after = |winner: Option<usize>, points: u32| {
            let mut score = score;
            if let Some(winner) = winner {
                score[winner] += points;
            }
            games.push(winner);
            let over = self.over(games, score, false, left - 1);
            games.pop();
            over
        };
        let [won, draw, lost] = self.game(first);
        let decided = won * after(Some(first), self.points[0])
            + lost * after(Some(1 - first), self.points[1]);
        let drawn = match self.draw {
            _ if self.f == 0.0 => 0.0,
            Draw::Counts => after(None, 0),
            Draw::Replay => self.over(games, score, swapped, left - 1),
            Draw::Swap => self.over(games, score, !swapped, left - 1),
        };
        decided + draw * drawn
    }
}

impl Played {
    pub(crate) fn wins(&self, player: usize) -> f64 {
        self.endings[player] + self.endings[2 + player]
    }

    /// A's share of the decided series.
    pub(crate) fn share(&self) -> f64 {
        self.wins(0) / (self.wins(0) + self.wins(1))
    }

    pub(crate) fn expected(&self) -> f64 {
        self.games.iter().enumerate().map(|(n, p)| n as f64 * p).sum()
    }
}
