//! The games of a fit: who met whom, with which results, and what is known beforehand.

use crate::{Pair, Players, fit::Known};

/// The games of one pair in which one of the two was first.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Seat {
    /// Won, drawn and lost by the first player.
    pub(super) results: [u32; 3],
    /// The first player's lead by given ratings, in Elo points.
    pub(super) given: f32,
    /// The first player's lead by anchors.
    pub(super) fixed: f32,
}

/// All games of two players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Meeting {
    /// The lower and the higher number; equal where the lead does not depend on strengths.
    pub(super) players: [u32; 2],
    /// The lower number was first; the higher.
    pub(super) seats: [Seat; 2],
}

/// Who is fitted, and all games.
#[derive(Debug, Clone, Default)]
pub(super) struct Games {
    /// How many strengths are unknown.
    pub(super) nodes: usize,
    /// One of them belongs to all anchors together: what their ratings are worth on the scale of
    /// the others. Nothing is known of it beforehand.
    pub(super) anchor: Option<usize>,
    /// For each player of the survey the strength that is his, if he is fitted.
    pub(super) node_of: Vec<Option<u32>>,
    pub(super) meetings: Vec<Meeting>,
    pub(super) games: u64,
    pub(super) decided: u64,
    pub(super) draws: u64,
    /// Whether given ratings are used.
    pub(super) rated: bool,
}

impl Games {
    /// The games of all players of at least so many games.
    pub(super) fn new(players: &Players, pairs: &[Pair], least: u64, known: Known<'_>) -> Self {
        let count = players.names().len();
        let mut played = vec![0u64; count];
        for pair in pairs {
            played[pair.first] += pair.tally.games();
            played[pair.second] += pair.tally.games();
        }
        let mut fixed = vec![None; count];
        for &(player, elo) in known.anchors {
            fixed[player] = Some(elo - known.mean_anchor());
        }
        let mut games = Self { rated: known.ratings.is_some(), ..Self::default() };
        let mut node_of = vec![None; count];
        let mut next = 0u32;
        for player in 0..count {
            if played[player] < least.max(1) || fixed[player].is_some() {
                continue;
            }
            node_of[player] = Some(next);
            next += 1;
        }
        if known.anchors.iter().any(|(player, _)| played[*player] > 0) {
            games.anchor = Some(next as usize);
            for &(player, _) in known.anchors {
                node_of[player] = Some(next);
            }
            next += 1;
        }
        (games.nodes, games.node_of) = (next as usize, node_of);
        let mean = known.mean_rating();
        for pair in pairs {
            games.add(pair, &fixed, &known, mean);
        }
        games.merge();
        let alone = players.alone;
        if alone.games() > 0 {
            let count = |games: u64| u32::try_from(games).unwrap_or(u32::MAX);
            let results = [alone.first, alone.draws, alone.second].map(count);
            let seats = [Seat { results, ..Seat::default() }, Seat::default()];
            games.meetings.push(Meeting { players: [0, 0], seats });
            games.games += alone.games();
            games.decided += alone.decided();
            games.draws += alone.draws;
        }
        games
    }

    fn add(&mut self, pair: &Pair, fixed: &[Option<f64>], known: &Known<'_>, mean: f64) {
        let (Some(first), Some(second)) = (self.node_of[pair.first], self.node_of[pair.second])
        else {
            return;
        };
        let given = known.ratings.map_or(0.0, |ratings| {
            // Where anchors are known, their given ratings tell nothing more.
            let of = |player: usize| if fixed[player].is_some() { mean } else { ratings[player] };
            match (fixed[pair.first], fixed[pair.second]) {
                (None, None) => pair.lead.unwrap_or(of(pair.first) - of(pair.second)),
                _ => of(pair.first) - of(pair.second),
            }
        });
        let anchored = |player: usize| fixed[player].unwrap_or(0.0);
        let count = |games: u64| u32::try_from(games).unwrap_or(u32::MAX);
        let seat = Seat {
            results: [pair.tally.first, pair.tally.draws, pair.tally.second].map(count),
            given: given as f32,
            fixed: (anchored(pair.first) - anchored(pair.second)) as f32,
        };
        let none = Seat::default();
        let seats = if first <= second { [seat, none] } else { [none, seat] };
        self.meetings.push(Meeting { players: [first.min(second), first.max(second)], seats });
        self.games += pair.tally.games();
        self.decided += pair.tally.decided();
        self.draws += pair.tally.draws;
    }

    /// Both seats of two players in one place; games between anchors stay apart, because their
    /// leads differ.
    fn merge(&mut self) {
        self.meetings.sort_unstable_by_key(|meeting| meeting.players);
        let same = |a: &Meeting, b: &Meeting| {
            let [low, high] = a.players;
            let empty = |seat: &Seat| seat.results == [0; 3];
            let free = |k: usize| empty(&a.seats[k]) || empty(&b.seats[k]);
            a.players == b.players && low != high && free(0) && free(1)
        };
        self.meetings.dedup_by(|later, earlier| {
            let joined = same(earlier, later);
            if joined {
                for (to, from) in earlier.seats.iter_mut().zip(later.seats) {
                    if from.results != [0; 3] {
                        *to = from;
                    }
                }
            }
            joined
        });
        self.meetings.shrink_to_fit();
    }
}
