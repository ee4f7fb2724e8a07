//! A graph laid out for sweeps turn by turn.

use super::around::{LATE, Nodes, places, sorted};

/// A waiting hand in the order of the sweep.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Waiting {
    pub(crate) distance: u8,
    pub(crate) forms: u8,
    /// Tiles that the origin lacks.
    pub(crate) over: u8,
    /// Edges by useful draws that do not win, and by others.
    pub(crate) near: u8,
    pub(crate) far: u8,
    /// Copies that win, that are useful, and of the other edges.
    pub(crate) wins: u8,
    pub(crate) useful: u8,
    pub(crate) other: u8,
    /// Of a ready hand's useful copies, those that were not useful at the origin. Farther hands
    /// have them among the others.
    pub(crate) late: u8,
}

/// A drawn hand in the order of the sweep.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Drawn {
    pub(crate) distance: u8,
    /// Discards.
    pub(crate) count: u8,
}

/// The graph laid out for the sweep: nearest hands first, and among them those with the
/// same halves together, so that neighbours lie together in memory. Hands that have won are
/// only counted, unless they may go on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lists {
    pub(crate) waiting: Vec<Waiting>,
    /// The draws of the waiting hands one after the other, the useful ones of each first.
    pub(crate) edges: Vec<u32>,
    pub(crate) copies: Vec<u8>,
    pub(crate) drawn: Vec<Drawn>,
    /// The discards of the drawn hands.
    pub(crate) options: Vec<u32>,
    /// The place of each waiting hand, and of each drawn one.
    pub(crate) place: Vec<u32>,
    pub(crate) drawn_place: Vec<u32>,
    /// Where the edges of every [`CHUNK`]th waiting hand begin, and the options of drawn ones.
    pub(crate) edges_at: Vec<usize>,
    pub(crate) options_at: Vec<usize>,
}

/// Hands that one thread sweeps at a time.
pub(crate) const CHUNK: usize = 2048;

impl Lists {
    /// With `go_on` hands that have won are hands like others: they may go on.
    pub(crate) fn new(waiting: &Nodes, drawn: &Nodes, go_on: bool) -> Self {
        let mut nodes: Vec<Waiting> = waiting
            .distance
            .iter()
            .zip(waiting.forms.iter().zip(&waiting.over))
            .map(|(&distance, (&forms, &over))| Waiting {
                distance,
                forms,
                over,
                ..Waiting::default()
            })
            .collect();
        let mut others: Vec<Drawn> =
            drawn.distance.iter().map(|&distance| Drawn { distance, count: 0 }).collect();
        for (node, to, copies) in waiting.each_edge() {
            let (node, other) = (&mut nodes[node], &mut others[to]);
            let (copies, late) = (copies & !LATE, copies & LATE != 0);
            if late && node.distance > 1 {
                node.other += copies;
                node.far += 1;
                other.count += 1;
                continue;
            }
            node.useful += copies;
            node.late += if late { copies } else { 0 };
            if other.distance == 0 && !go_on {
                node.wins += copies;
            } else {
                node.near += 1;
                other.count += 1;
            }
        }
        for (node, to, copies) in drawn.each_edge() {
            others[node].count += 1;
            nodes[to].far += 1;
            nodes[to].other += copies;
        }
        let place = places(&waiting.hands, &waiting.distance);
        // Hands that have won come last, and are left out.
        let last = |distance: &u8| if *distance == 0 && !go_on { u8::MAX } else { *distance };
        let drawn_place =
            places(&drawn.hands, &drawn.distance.iter().map(last).collect::<Vec<_>>());
        let mut lists = Self {
            waiting: sorted(&nodes, &place),
            drawn: sorted(&others, &drawn_place),
            ..Self::default()
        };
        let kept = |distance: u8| distance > 0 || go_on;
        lists.drawn.truncate(others.iter().filter(|node| kept(node.distance)).count());
        // Where the next useful draw, other draw and discard of each belong.
        let mut draws = 0;
        let mut next = |count: u8| {
            let at = draws;
            draws += usize::from(count);
            at
        };
        let (mut near_at, mut far_at): (Vec<usize>, Vec<usize>) =
            lists.waiting.iter().map(|node| (next(node.near), next(node.far))).unzip();
        let near_starts = near_at.iter().copied().step_by(CHUNK).collect();
        let mut options = 0;
        let mut option_at = Vec::with_capacity(lists.drawn.len());
        for node in &lists.drawn {
            option_at.push(options);
            options += usize::from(node.count);
        }
        let option_starts = option_at.iter().copied().step_by(CHUNK).collect();
        lists.edges = vec![0; draws];
        lists.copies = vec![0; draws];
        lists.options = vec![0; options];
        let mut add = |at: &mut usize, waiting: u32, drawn: u32, copies: u8| {
            lists.edges[*at] = drawn;
            lists.copies[*at] = copies;
            *at += 1;
            let at = &mut option_at[drawn as usize];
            lists.options[*at] = waiting;
            *at += 1;
        };
        for (node, to, copies) in waiting.each_edge().filter(|&(_, to, _)| kept(drawn.distance[to]))
        {
            let late = copies & LATE != 0 && waiting.distance[node] > 1;
            let (node, to) = (place[node], drawn_place[to]);
            let at = if late { &mut far_at } else { &mut near_at };
            add(&mut at[node as usize], node, to, copies & !LATE);
        }
        for (node, to, copies) in drawn.each_edge() {
            let (node, to) = (place[to], drawn_place[node]);
            add(&mut far_at[node as usize], node, to, copies);
        }
        lists.place = place;
        lists.drawn_place = drawn_place;
        lists.edges_at = near_starts;
        lists.options_at = option_starts;
        lists
    }
}
