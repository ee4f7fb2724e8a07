//! Swiss pairing: by points, without rematch, on even sides. A round is a perfect matching of
//! least cost. What costs most is a rematch or a second bye, then a third game more on one side
//! than on the other, then players of different points (the further apart, the more), then a
//! side that both would rather have, and last the distance from the usual pairing of the upper
//! half of a score group with its lower half.

/// A pair that has met, or a second bye.
const MET: i64 = 20_000_000_000_000_000;
/// A side that would be three ahead.
const SIDE: i64 = 100_000_000_000_000;
/// One group of points apart; squares of it.
const FLOAT: i64 = 10_000_000;
/// Both want the same side.
const MILD: i64 = 10_000;

/// Where a player stands before a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SwissPlayer {
    /// Points on any scale.
    pub score: i64,
    /// Games as first less games as second.
    pub sides: i32,
    /// Whether the last game was as first.
    pub last_first: Option<bool>,
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
    let mut costs = vec![0i64; size * size];
    for (i, &x) in order.iter().enumerate() {
        for (j, &y) in order.iter().enumerate().skip(i + 1) {
            costs[i * size + j] = cost(&players[x], &players[y], y, [i, j], &groups);
        }
        if size > order.len() {
            let (group, ..) = groups[i];
            let met = if players[x].had_bye { MET } else { 0 };
            let above = lowest - group;
            costs[i * size + size - 1] = met + 4 * FLOAT * above * above + (size - i) as i64;
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

fn cost(
    x: &SwissPlayer,
    y: &SwissPlayer,
    y_number: usize,
    [i, j]: [usize; 2],
    groups: &[(i64, usize, usize)],
) -> i64 {
    let mut cost = 0;
    if x.met.contains(&y_number) {
        cost += MET;
    }
    let both = if (x.sides > 0) == (y.sides > 0) { x.sides.abs().min(y.sides.abs()) } else { 0 };
    cost += match both {
        0 => 0,
        1 => MILD,
        _ => SIDE,
    };
    let (apart, length) = (groups[j].0 - groups[i].0, groups[i].2 as i64);
    cost += FLOAT * apart * apart;
    if apart == 0 {
        cost += ((j - i) as i64 - length / 2).abs();
    }
    cost
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
        first_of(&self.players[x], &self.players[y])
    }

    pub(super) fn bye(&mut self, player: usize, worth: i64) {
        let player = &mut self.players[player];
        player.had_bye = true;
        player.score += worth;
    }

    /// x was first.
    pub(super) fn play(&mut self, x: usize, y: usize, worth: [i64; 2]) {
        for (player, other, worth, side) in [(x, y, worth[0], 1), (y, x, worth[1], -1)] {
            let player = &mut self.players[player];
            player.score += worth;
            player.sides += side;
            player.last_first = Some(side == 1);
            player.met.push(other);
        }
    }

    pub(super) fn score(&self, player: usize) -> i64 {
        self.players[player].score
    }

    /// The points of all whom a player has met.
    pub(super) fn buchholz(&self, player: usize) -> i64 {
        self.players[player].met.iter().map(|&other| self.players[other].score).sum()
    }
}

/// Whether x is first against y: whoever was first less often, or was second in the last game;
/// nothing if a lot must decide.
pub(crate) fn first_of(x: &SwissPlayer, y: &SwissPlayer) -> Option<bool> {
    match x.sides.cmp(&y.sides) {
        std::cmp::Ordering::Less => Some(true),
        std::cmp::Ordering::Greater => Some(false),
        std::cmp::Ordering::Equal => match (x.last_first, y.last_first) {
            (Some(false), Some(true)) => Some(true),
            (Some(true), Some(false)) => Some(false),
            _ => None,
        },
    }
}
