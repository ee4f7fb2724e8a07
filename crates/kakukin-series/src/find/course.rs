//! The course of a series whose turns are laid down beforehand, counted in
//! decided games: which counts it passes through, and how often.
//!
//! Points only ever grow. So whether both players are short of the target after
//! some games depends on the wins alone, not on their order: what a rule does and
//! what the turn order, the draws and the limit do can be worked out apart.

use super::needs::{Judgement, Needs};
use crate::{Player, Turns};

/// What a drawn game does to the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Drawn {
    /// No game is drawn, or none that counts as such.
    Never,
    /// The turn passes.
    Passes,
    /// The turn stays.
    Stays,
}

/// One pair of counts: decided games with A first, and with B first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stage {
    pub(crate) a_first: u32,
    pub(crate) b_first: u32,
    /// How often a series that never ended would stand here before a game within
    /// the limit, on average: before any game; before one with A, with B first
    /// that is decided.
    pub(crate) visits: f64,
    pub(crate) a_games: f64,
    pub(crate) b_games: f64,
    /// How likely it would stand here at the limit.
    pub(crate) at_limit: f64,
    /// Whether a game can follow here at all.
    pub(crate) goes_on: bool,
    /// Who is first in the last game of the limit, if it can be played from here.
    pub(crate) last: Option<Player>,
}

/// All stages of a series under a turn order, a draw rate and a limit.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    pub(crate) stages: Vec<Stage>,
    pub(crate) drawn: Drawn,
    /// The largest number of decided games with one player first.
    pub(crate) most: u32,
}

/// How many of the first `games` games of a laid-down order have A, and B, first.
pub(crate) fn times_first(turns: &Turns, games: u32) -> [u32; 2] {
    let mut times = [0; 2];
    for index in 0..games as usize {
        if let Some(first) = turns.scheduled(index) {
            times[first.index()] += 1;
        }
    }
    times
}

impl Course {
    /// `draw_rate` is not used where no game is drawn. The turn order must be laid down
    /// beforehand.
    pub(crate) fn new(turns: &Turns, drawn: Drawn, draw_rate: f64, limit: u32) -> Self {
        let first = |index: u32| turns.scheduled(index as usize).unwrap_or(Player::A);
        let stages = match drawn {
            Drawn::Never => {
                let mut stages: Vec<Stage> = (0..=limit).map(|n| stage(times_first(turns, n))).collect();
                for (n, stage) in stages.iter_mut().enumerate().take(limit as usize) {
                    stage.visit(first(n as u32), 1.0, 1.0);
                }
                stages[limit as usize].at_limit = 1.0;
                if limit > 0 {
                    stages[limit as usize - 1].last = Some(first(limit - 1));
                }
                stages
            }
            Drawn::Stays => {
                let mut stages: Vec<Stage> = (0..=limit).map(|n| stage(times_first(turns, n))).collect();
                // decided[m]: that m of the games so far were decided.
                let mut decided = vec![0.0; limit as usize + 2];
                decided[0] = 1.0;
                for games in 0..limit {
                    for m in (0..=games).rev() {
                        let mass = decided[m as usize];
                        stages[m as usize].visit(first(m), mass, 1.0 - draw_rate);
                        decided[m as usize + 1] += (1.0 - draw_rate) * mass;
                        decided[m as usize] = draw_rate * mass;
                    }
                }
                for (m, stage) in stages.iter_mut().enumerate() {
                    stage.at_limit = decided[m];
                    stage.last = (m < limit as usize).then(|| first(m as u32));
                }
                stages
            }
            Drawn::Passes => {
                let [a, b] = times_first(turns, limit);
                let mut stages: Vec<Stage> = (0..=a)
                    .flat_map(|a_first| (0..=b).map(move |b_first| stage([a_first, b_first])))
                    .collect();
                let at = |i: u32, j: u32| (i * (b + 1) + j) as usize;
                // The distributions of decided games with A first, and with B first.
                let mut decided = [a, b].map(|most| {
                    let mut start = vec![0.0; most as usize + 1];
                    start[0] = 1.0;
                    start
                });
                let mut times = [0, 0];
                for games in 0..limit {
                    let next = first(games);
                    for i in 0..=times[0] {
                        for j in 0..=times[1] {
                            let mass = decided[0][i as usize] * decided[1][j as usize];
                            let stage = &mut stages[at(i, j)];
                            stage.visit(next, mass, 1.0 - draw_rate);
                            if games + 1 == limit {
                                stage.last = Some(next);
                            }
                        }
                    }
                    let row = &mut decided[next.index()];
                    times[next.index()] += 1;
                    for m in (0..times[next.index()] as usize).rev() {
                        row[m + 1] += (1.0 - draw_rate) * row[m];
                        row[m] *= draw_rate;
                    }
                }
                for stage in &mut stages {
                    let [i, j] = [stage.a_first, stage.b_first];
                    stage.at_limit = decided[0][i as usize] * decided[1][j as usize];
                }
                stages
            }
        };
        let most = stages.iter().map(|s| s.a_first.max(s.b_first)).max().unwrap_or(0);
        Self { stages, drawn, most }
    }
}

fn stage([a_first, b_first]: [u32; 2]) -> Stage {
    Stage {
        a_first,
        b_first,
        visits: 0.0,
        a_games: 0.0,
        b_games: 0.0,
        at_limit: 0.0,
        goes_on: false,
        last: None,
    }
}

impl Stage {
    fn visit(&mut self, first: Player, mass: f64, decided: f64) {
        self.visits += mass;
        match first {
            Player::A => self.a_games += mass * decided,
            Player::B => self.b_games += mass * decided,
        }
        self.goes_on = true;
    }
}

impl Course {
    /// Writes down what a rule does in every course of results: which scores go
    /// on, and who wins with the last game. Two rules behave alike on this course exactly
    /// if they are described alike. Counts are small: each fits into a byte.
    pub(crate) fn describe(&self, needs: &Needs, out: &mut Vec<u8>) {
        match self.drawn {
            Drawn::Never | Drawn::Stays => {
                let going_on = self.stages.iter().filter(|stage| stage.goes_on);
                going_on.for_each(|stage| describe_scores(stage, needs, out));
            }
            // With all other games drawn, either player comes to any score of the box.
            Drawn::Passes => {
                let last = self.stages.iter().rfind(|stage| stage.goes_on);
                let [a, b] = last.map_or([0, 0], |stage| [stage.a_first, stage.b_first]);
                for [firsts, seconds] in [[a, b], [b, a]] {
                    let wins = |j| needs.as_first(j).min(firsts + 1) as u8;
                    out.extend((0..=seconds).map(wins));
                }
            }
        }
        for stage in &self.stages {
            if let Some(first) = stage.last {
                self.describe_last(stage, first, needs, out);
            }
        }
    }

    /// Who wins with the last game, after every score and with every result. Only A's
    /// number of wins matters for it.
    fn describe_last(&self, stage: &Stage, first: Player, needs: &Needs, out: &mut Vec<u8>) {
        // Bit s: both can be short of the target with s wins of A.
        let mut open = 0u128;
        for j in needs.rows(stage.b_first) {
            let wins = needs.open(stage.a_first, stage.b_first, j);
            if !wins.is_empty() {
                open |= (1 << (wins.end + j)) - (1 << (wins.start + j));
            }
        }
        if open == 0 {
            return;
        }
        let [a, b] = Player::BOTH.map(|player| u32::from(player == first));
        let decided = needs.judge(stage.a_first + a, stage.b_first + b);
        let mut result = |judgement: Judgement, won: u32| {
            // The fewest wins with which A has more points, of those that are open.
            let leads = judgement.leads.saturating_sub(won);
            let leading = open & (u128::MAX << leads);
            out.push(leading.trailing_zeros() as u8);
            let ties = judgement.can_tie && judgement.leads > won && open >> (leads - 1) & 1 == 1;
            out.push(u8::from(ties));
        };
        result(decided, 1);
        result(decided, 0);
        if self.drawn != Drawn::Never {
            result(needs.judge(stage.a_first, stage.b_first), 0);
        }
    }
}

/// The scores of a stage with which both are short of the target.
fn describe_scores(stage: &Stage, needs: &Needs, out: &mut Vec<u8>) {
    let before = out.len();
    out.push(0);
    for j in needs.rows(stage.b_first) {
        let open = needs.open(stage.a_first, stage.b_first, j);
        if !open.is_empty() {
            out.extend([j as u8, open.start as u8, open.end as u8]);
        }
    }
    out[before] = ((out.len() - before) / 3) as u8;
}
