//! What an event comes to: who is placed where, whether it is the best who wins, how long it
//! takes.

/// How likely everybody has each place, and stands above each other player. Places that are
/// shared are drawn by lot.
#[derive(Debug, Clone, PartialEq)]
pub struct EventLaw {
    players: usize,
    /// Row by row: the chances of each place.
    places: Vec<f64>,
    /// Row by row: the chances to be placed above each other player.
    above: Vec<f64>,
}

impl EventLaw {
    pub(super) fn new(players: usize) -> Self {
        let cells = players * players;
        Self { players, places: vec![0.0; cells], above: vec![0.0; cells] }
    }

    /// One course, with everybody in classes of equals.
    pub(super) fn add(&mut self, classes: &[Vec<usize>], probability: f64) {
        let n = self.players;
        let mut from = 0;
        for (number, class) in classes.iter().enumerate() {
            let share = probability / class.len() as f64;
            for &x in class {
                self.places[x * n + from..][..class.len()].iter_mut().for_each(|p| *p += share);
                for &y in class.iter().filter(|y| **y != x) {
                    self.above[x * n + y] += probability / 2.0;
                }
                for &y in classes.iter().skip(number + 1).flatten() {
                    self.above[x * n + y] += probability;
                }
            }
            from += class.len();
        }
    }

    pub(super) fn add_place(&mut self, player: usize, place: usize, probability: f64) {
        self.places[player * self.players + place] += probability;
    }

    pub(super) fn add_above(&mut self, x: usize, y: usize, probability: f64) {
        self.above[x * self.players + y] += probability;
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The chances of a player for each place, the first first.
    pub fn places(&self, player: usize) -> &[f64] {
        &self.places[player * self.players..][..self.players]
    }

    /// The chance to win the event.
    pub fn win(&self, player: usize) -> f64 {
        self.places[player * self.players]
    }

    /// The chance that x is placed above y.
    pub fn above(&self, x: usize, y: usize) -> f64 {
        self.above[x * self.players + y]
    }

    /// What the event says of the true order.
    pub(super) fn order(&self, ranks: &TrueRanks) -> OrderFigures {
        let n = self.players;
        let expected = |x: usize| {
            let places = self.places(x).iter().enumerate();
            places.map(|(place, chance)| (place + 1) as f64 * chance).sum::<f64>()
        };
        let wins = |of: &dyn Fn(usize) -> f64| (0..n).map(|x| self.win(x) * of(x)).sum::<f64>();
        let together: f64 =
            (0..n).map(|x| (expected(x) - ranks.middle()) * (ranks.rank[x] - ranks.middle())).sum();
        let mut agreed = 0.0;
        for x in 0..n {
            for y in (0..n).filter(|y| ranks.rank[x] < ranks.rank[*y]) {
                agreed += self.above(x, y) - self.above(y, x);
            }
        }
        let top = ranks.top;
        let kept = (0..n).map(|x| ranks.in_top[x] * self.places(x).iter().take(top).sum::<f64>());
        OrderFigures {
            best_wins: wins(&|x| f64::from(u8::from(ranks.best[x]))),
            winner_rank: wins(&|x| ranks.rank[x]),
            spearman: ranks.spearman(together),
            kendall: ranks.kendall(agreed),
            kept: kept.sum::<f64>() / top as f64,
        }
    }
}

/// The true order of the players.
#[derive(Debug, Clone)]
pub(super) struct TrueRanks {
    /// From 1; equals have the mean of their ranks.
    pub(super) rank: Vec<f64>,
    /// Who are strongest.
    pub(super) best: Vec<bool>,
    /// How far a player is one of the first `top`: a part where equals share the last of them.
    pub(super) in_top: Vec<f64>,
    pub(super) top: usize,
    spread: f64,
    unequal: f64,
}

impl TrueRanks {
    pub(super) fn new(ratings: &[f64]) -> Self {
        let n = ratings.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&x, &y| ratings[y].total_cmp(&ratings[x]));
        let top: usize = if n > 3 { 3 } else { 1 };
        let (mut rank, mut best) = (vec![0.0; n], vec![false; n]);
        let (mut in_top, mut above, mut pairs) = (vec![0.0; n], 0, 0usize);
        for equal in order.chunk_by(|&x, &y| ratings[x] == ratings[y]) {
            let room = top.saturating_sub(above).min(equal.len());
            for &player in equal {
                rank[player] = above as f64 + (equal.len() + 1) as f64 / 2.0;
                best[player] = above == 0;
                in_top[player] = room as f64 / equal.len() as f64;
            }
            pairs += equal.len() * (equal.len() - 1) / 2;
            above += equal.len();
        }
        let middle = (n + 1) as f64 / 2.0;
        let spread = rank.iter().map(|rank| (rank - middle) * (rank - middle)).sum();
        let unequal = (n * (n - 1) / 2 - pairs) as f64;
        Self { rank, best, in_top, top, spread, unequal }
    }

    pub(super) fn middle(&self) -> f64 {
        (self.rank.len() + 1) as f64 / 2.0
    }

    /// From the sum of products of ranks, each less their mean; 0 if all are equal.
    pub(super) fn spearman(&self, together: f64) -> f64 {
        let n = self.rank.len() as f64;
        let strict = (n * n * n - n) / 12.0;
        if self.spread == 0.0 { 0.0 } else { together / (strict * self.spread).sqrt() }
    }

    /// From the pairs in the true order less those against it.
    pub(super) fn kendall(&self, agreed: f64) -> f64 {
        let n = self.rank.len() as f64;
        let all = n * (n - 1.0) / 2.0;
        if self.unequal == 0.0 { 0.0 } else { agreed / (all * self.unequal).sqrt() }
    }
}

/// How near an event comes to the true order; places that are shared are drawn by lot.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct OrderFigures {
    /// The chance that the strongest player wins.
    pub best_wins: f64,
    /// The expected true rank of the winner.
    pub winner_rank: f64,
    /// Spearman's rank correlation with the true order.
    pub spearman: f64,
    /// Kendall's tau-b with the true order.
    pub kendall: f64,
    /// The expected share of the three strongest (the strongest of three or fewer) among the
    /// first three.
    pub kept: f64,
}

impl OrderFigures {
    pub(super) fn list(&self) -> [f64; 5] {
        [self.best_wins, self.winner_rank, self.spearman, self.kendall, self.kept]
    }

    pub(super) fn of([best_wins, winner_rank, spearman, kendall, kept]: [f64; 5]) -> Self {
        Self { best_wins, winner_rank, spearman, kendall, kept }
    }
}

/// How often a whole number occurred.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram(Vec<u64>);

impl Histogram {
    pub(super) fn count(&mut self, value: u32) {
        let value = value as usize;
        if self.0.len() <= value {
            self.0.resize(value + 1, 0);
        }
        self.0[value] += 1;
    }

    pub(super) fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(sum, part)| *sum += part);
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().enumerate().map(|(x, n)| x as f64 * *n as f64).sum();
        sum / self.total().max(1) as f64
    }

    /// The least value that holds for this share of all, in hundredths.
    pub fn within(&self, percent: u64) -> u32 {
        let wanted = (self.total() * percent).div_ceil(100);
        let mut sum = 0;
        let at = self.0.iter().position(|n| {
            sum += n;
            sum >= wanted
        });
        at.unwrap_or(0) as u32
    }

    /// Whether there is one value only.
    pub fn is_certain(&self) -> bool {
        self.0.iter().filter(|n| **n > 0).count() <= 1
    }
}

/// The figures of one player.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerFigures {
    /// The chance to win the event.
    pub win: f64,
    /// Its standard error; nothing if it is exact.
    pub win_error: Option<f64>,
    /// The chances of each place, the first first; of large events only those of the first.
    pub places: Vec<f64>,
    /// The expected place.
    pub expected_place: f64,
    /// How much more likely the player wins where every lot of sides falls on the better side,
    /// than where it falls on the worse.
    pub side_luck: f64,
    /// Its standard error; nothing if it is exact.
    pub side_luck_error: Option<f64>,
    /// Games that the player plays.
    pub games: Histogram,
}

/// What an event comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct EventFigures {
    /// Whether chances and side luck are exact. Numbers of games are always simulated.
    pub exact: bool,
    /// The players, as they were listed.
    pub players: Vec<PlayerFigures>,
    /// How near the event comes to the true order.
    pub order: OrderFigures,
    /// Standard errors; nothing if the figures are exact.
    pub order_errors: Option<OrderFigures>,
    /// Side luck: the mean over all players.
    pub side_luck: f64,
    /// Its standard error; nothing if it is exact.
    pub side_luck_error: Option<f64>,
    /// Games of the whole event.
    pub games: Histogram,
    /// Games that are played one after the other, by the boards there are.
    pub slots: Histogram,
    /// The same of each round, over the events in which it is played.
    pub rounds: Vec<Histogram>,
    /// The same of all rounds before each, over the events in which it is played.
    pub starts: Vec<Histogram>,
    /// The stage of each round, from 0; nothing where it is not the same in all events.
    pub stages: Vec<Option<usize>>,
    /// Events that were thrown.
    pub runs: u64,
}

impl EventFigures {
    /// The largest side luck of a player.
    pub fn worst_side_luck(&self) -> f64 {
        self.players.iter().map(|player| player.side_luck).fold(0.0, f64::max)
    }
}
