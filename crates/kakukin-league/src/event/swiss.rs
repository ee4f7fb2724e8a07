//! Swiss pairing: by points, without rematch, on even sides. A round is a perfect matching of
//! least cost. What costs most is a rematch or a second bye, then a third game more on one side
//! than on the other or a third in a row on one side, then players of different points (the
//! further apart, the more), then a side that both would rather have, and last the distance from
//! the usual pairing of the upper half of a score group with its lower half.

use std::cmp::Ordering;

/// A pair that has met, or a second bye.
const MET: i64 = 20_000_000_000_000_000;
/// A side that neither may have again.
const SIDE: i64 = 100_000_000_000_000;

/// Where a player stands before a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwissPlayer {
    /// Points on any scale.
    pub score: i64,
    /// Games as first less games as second.
    pub sides: i32,
    /// Whether the last game was as first.
    pub last_first: Option<bool>,
    /// How many games in a row were on that side.
    pub in_a_row: u32,
    /// Whether the player has rested for want of an opponent.
    pub had_bye: bool,
    /// Whom the player has met.
    pub met: Vec<usize>,
}

/// A round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwissPairing {
    /// Who meets whom, the best first; which of the two is first is not decided yet.
    pub games: Vec<[usize; 2]>,
    /// Who rests.
    pub bye: Option<usize>,
    /// Pairs that meet again because there is no other way.
    pub rematches: usize,
}

/// The next round of players in the order of their seeds.
///
/// ```
/// use kakukin_league::{SwissPlayer, pair_swiss};
/// let round = pair_swiss(&vec![SwissPlayer::default(); 5]);
/// assert_eq!((round.games, round.bye), (vec![[0, 2], [1, 3]], Some(4)));
/// ```
pub fn pair_swiss(players: &[SwissPlayer]) -> SwissPairing {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(players[k].score));
    if players.iter().all(|player| player.met.is_empty() && !player.had_bye && player.score == 0) {
        let half = players.len() / 2;
        let games = (0..half).map(|k| [k, half + k]).collect();
        let bye = (players.len() % 2 == 1).then(|| players.len() - 1);
        return SwissPairing { games, bye, rematches: 0 };
    }
    // The number of the score group of each in the order, and where it begins and ends.
    let mut groups: Vec<(i64, usize, usize)> = Vec::with_capacity(order.len());
    let mut from = 0;
    for (number, group) in order.chunk_by(|&x, &y| players[x].score == players[y].score).enumerate()
    {
        groups.extend(group.iter().map(|_| (number as i64, from, group.len())));
        from += group.len();
    }
    let lowest = groups.last().map_or(0, |group| group.0);
    let size = players.len() + players.len() % 2;
    let prices = Prices::of(size as i64);
    let mut costs = vec![0i64; size * size];
    for (i, &x) in order.iter().enumerate() {
        for (j, &y) in order.iter().enumerate().skip(i + 1) {
            costs[i * size + j] = prices.pair(&players[x], &players[y], y, [i, j], &groups);
        }
        if size > order.len() {
            let (group, ..) = groups[i];
            let met = if players[x].had_bye { MET } else { 0 };
            let above = lowest - group;
            costs[i * size + size - 1] = met + 4 * prices.float * above * above + (size - i) as i64;
        }
    }
    let mates = integer_blossom::min_weight_perfect_matching(&costs, size);
    let mut round = SwissPairing::default();
    for (i, &mate) in mates.iter().enumerate().take(order.len()) {
        match order.get(mate) {
            None => round.bye = Some(order[i]),
            Some(&other) if i < mate => {
                round.rematches += usize::from(players[order[i]].met.contains(&other));
                round.games.push([order[i], other]);
            }
            Some(_) => {}
        }
    }
    round
}

/// What a pair may cost. Each price outweighs all that is below it in a whole round, as far as
/// whole numbers go.
struct Prices {
    /// Players of different points: twice, and once for the square of the groups they are apart.
    /// Two floats of one group cost as much as one of two.
    float: i64,
    /// Both want the same side, having had the other more often.
    strong: i64,
    /// Both want the same side for a change.
    mild: i64,
}

impl Prices {
    fn of(players: i64) -> Self {
        let mild = players * players / 2 + 1;
        let strong = mild * (players / 2 + 1);
        Self { float: strong * (players / 2 + 1), strong, mild }
    }

    fn pair(
        &self,
        x: &SwissPlayer,
        y: &SwissPlayer,
        y_number: usize,
        [i, j]: [usize; 2],
        groups: &[(i64, usize, usize)],
    ) -> i64 {
        let mut cost = if x.met.contains(&y_number) { MET } else { 0 };
        if let (Some(x), Some(y)) = (x.wish(), y.wish())
            && x.first == y.first
        {
            cost += match x.strength.min(y.strength) {
                Strength::Mild => self.mild,
                Strength::Strong => self.strong,
                Strength::Absolute => SIDE,
            };
        }
        let (apart, length) = (groups[j].0 - groups[i].0, groups[i].2 as i64);
        cost + match apart {
            0 => ((j - i) as i64 - length / 2).abs(),
            _ => self.float * (2 + apart * apart),
        }
    }
}

/// The side that a player should have next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wish {
    first: bool,
    strength: Strength,
}

/// How much a side is wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// For a change.
    Mild,
    /// The other side was had more often.
    Strong,
    /// The other side was had twice more, or twice in a row.
    Absolute,
}

impl SwissPlayer {
    /// A game against another player, and what it was worth.
    pub fn played(&mut self, other: usize, first: bool, worth: i64) {
        self.score += worth;
        self.sides += if first { 1 } else { -1 };
        self.in_a_row = if self.last_first == Some(first) { self.in_a_row + 1 } else { 1 };
        self.last_first = Some(first);
        self.met.push(other);
    }

    /// Whether this player is first against another: whoever wishes it more, and of two who wish it
    /// alike the one who was second more often, or last; nothing if a lot must decide.
    pub fn is_first_against(&self, other: &Self) -> Option<bool> {
        let (mine, theirs) = match (self.wish(), other.wish()) {
            (None, None) => return None,
            (Some(mine), None) => return Some(mine.first),
            (None, Some(theirs)) => return Some(!theirs.first),
            (Some(mine), Some(theirs)) => (mine, theirs),
        };
        let order =
            mine.strength.cmp(&theirs.strength).then(self.sides.abs().cmp(&other.sides.abs()));
        match order {
            _ if mine.first != theirs.first => Some(mine.first),
            Ordering::Greater => Some(mine.first),
            Ordering::Less => Some(!theirs.first),
            Ordering::Equal if self.last_first != other.last_first => other.last_first,
            Ordering::Equal => None,
        }
    }

    /// The side that this player should have next; nothing before the first game.
    fn wish(&self) -> Option<Wish> {
        let last = self.last_first?;
        let first = match self.sides {
            _ if self.in_a_row >= 2 => !last,
            0 => !last,
            sides => sides < 0,
        };
        let strength = match self.sides.abs() {
            2.. => Strength::Absolute,
            _ if self.in_a_row >= 2 => Strength::Absolute,
            1 => Strength::Strong,
            _ => Strength::Mild,
        };
        Some(Wish { first, strength })
    }
}

/// The players of a Swiss stage while it is played.
pub(super) struct SwissTable {
    players: Vec<SwissPlayer>,
}

impl SwissTable {
    pub(super) fn new(players: usize) -> Self {
        Self { players: vec![SwissPlayer::default(); players] }
    }

    pub(super) fn pair(&self) -> SwissPairing {
        pair_swiss(&self.players)
    }

    /// Whether x is first against y; nothing if a lot decides it.
    pub(super) fn first(&self, x: usize, y: usize) -> Option<bool> {
        self.players[x].is_first_against(&self.players[y])
    }

    pub(super) fn bye(&mut self, player: usize, worth: i64) {
        let player = &mut self.players[player];
        player.had_bye = true;
        player.score += worth;
    }

    /// x was first.
    pub(super) fn play(&mut self, x: usize, y: usize, worth: [i64; 2]) {
        self.players[x].played(y, true, worth[0]);
        self.players[y].played(x, false, worth[1]);
    }

    pub(super) fn score(&self, player: usize) -> i64 {
        self.players[player].score
    }

    /// The points of all whom a player has met.
    pub(super) fn buchholz(&self, player: usize) -> i64 {
        self.players[player].met.iter().map(|&other| self.players[other].score).sum()
    }
}
