//! The course of a series whose turns are laid down beforehand, counted in
//! decided games: which counts it passes through, and how often.
//!
//! Points only ever grow. So whether both players are short of the target after
//! some games depends on the wins alone, not on their order: what a rule does and
//! what the turn order, the draws and the limit do can be worked out apart.

use super::{lanes::Lanes, needs::Needs};
use crate::{Draws, Player, Turns};
use kakukin_core::{Field, Number, Rational, to_f64};

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

/// One pair of counts: decided games with A first, and with B first. `F` is the
/// type of its frequencies.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stage<F> {
    pub(crate) a_first: u32,
    pub(crate) b_first: u32,
    /// How many games a series that never ended would play here within the limit, on average,
    /// those included that do not count; how many with A, with B first are decided.
    pub(crate) visits: F,
    pub(crate) a_games: F,
    pub(crate) b_games: F,
    /// How likely it would stand here at the limit.
    pub(crate) at_limit: F,
    /// Whether a game can follow here at all.
    pub(crate) goes_on: bool,
    /// Who is first in the last game of the limit, if it can be played from here.
    pub(crate) last: Option<Player>,
}

/// All stages of a series under a turn order, draw rates and a limit.
#[derive(Debug, Clone)]
pub(crate) struct Course<F = f64> {
    pub(crate) stages: Vec<Stage<F>>,
    pub(crate) drawn: Drawn,
    pub(crate) limit: u32,
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

/// The chances of one game that counts to be drawn and to be decided, and their sum: 1, or a
/// common denominator; and the games that are played for it, times that sum.
#[derive(Debug, Clone)]
pub(crate) struct Rates<F> {
    pub(crate) drawn: F,
    pub(crate) decided: F,
    pub(crate) sum: F,
    pub(crate) played: F,
}

impl<F: Field> Rates<F> {
    /// The rates of games that are drawn this often, all of which count.
    pub(crate) fn of(drawn: F) -> Self {
        Self { decided: F::one().minus(&drawn), drawn, sum: F::one(), played: F::one() }
    }
}

impl Rates<f64> {
    /// The rates of games with A and with B first that are drawn this often. Draws that do not
    /// count are played again, on the same sides or on swapped ones.
    pub(crate) fn of_both(draws: &Draws<Rational>, drawn: [&Rational; 2]) -> [Self; 2] {
        let one = || Rational::ONE;
        [0, 1].map(|first: usize| {
            let (draw, swapped) = (drawn[first], drawn[1 - first]);
            let played = match draws {
                Draws::Replay => one() / (one() - draw),
                Draws::Swap => (one() + draw) / (one() - draw * swapped),
                _ => one(),
            };
            Self { played: to_f64(&played), ..Self::of(to_f64(draw)) }
        })
    }
}

impl<const W: usize> Rates<Lanes<W>> {
    /// The rates of several models, each in its lane.
    pub(crate) fn in_lanes(rates: [&Rates<f64>; W]) -> Self {
        let lanes = |part: fn(&Rates<f64>) -> f64| Lanes(rates.map(part));
        Self {
            drawn: lanes(|rates| rates.drawn),
            decided: lanes(|rates| rates.decided),
            sum: lanes(|rates| rates.sum),
            played: lanes(|rates| rates.played),
        }
    }
}

impl<F: Number> Rates<F> {
    /// The same where draws do not count.
    pub(crate) fn never_drawn(&self) -> Self {
        Self { drawn: F::zero(), decided: self.sum.clone(), ..self.clone() }
    }
}

impl<F: Number> Course<F> {
    /// `rates` are those of games with A and with B first. All frequencies are over the sum of
    /// the rates to the power of the limit. Where turns
    /// depend on results, the stages only tell the number of decided games, and the frequencies of
    /// games with A and with B first only their sum; both rates must be the same then.
    pub(crate) fn new(turns: &Turns, drawn: Drawn, rates: &[Rates<F>; 2], limit: u32) -> Self {
        let first = |index: usize| turns.scheduled(index).unwrap_or(Player::A);
        let stage_after = |games| Stage::new(times_first(turns, games));
        let games = limit as usize;
        // What a mass after so many games is multiplied by.
        let mut powers = vec![F::one(); games + 1];
        for left in 1..=games {
            powers[games - left] = F::product(&powers[games - left + 1], &rates[0].sum);
        }
        let mut stages: Vec<Stage<F>>;
        match drawn {
            Drawn::Never => {
                stages = (0..=limit).map(stage_after).collect();
                for (n, stage) in stages.iter_mut().enumerate().take(games) {
                    let rates = rates[first(n).index()].never_drawn();
                    stage.visit(first(n), &powers[1], &rates);
                }
                stages[games].at_limit = powers[0].clone();
                if let Some(n) = games.checked_sub(1) {
                    stages[n].last = Some(first(n));
                }
            }
            Drawn::Stays => {
                stages = (0..=limit).map(stage_after).collect();
                let mut counts = Counts::new(limit);
                for n in 0..games {
                    for (m, stage) in stages.iter_mut().enumerate().take(n + 1) {
                        let mass = F::product(&counts.decided[m], &powers[n + 1]);
                        stage.visit(first(m), &mass, &rates[first(m).index()]);
                    }
                    counts.play(|m| &rates[first(m).index()]);
                }
                for (m, stage) in stages.iter_mut().enumerate() {
                    stage.at_limit = counts.decided[m].clone();
                    stage.last = (m < games).then(|| first(m));
                }
            }
            Drawn::Passes => {
                let [a, b] = times_first(turns, limit);
                let pairs = (0..=a).flat_map(|i| (0..=b).map(move |j| [i, j]));
                stages = pairs.map(Stage::new).collect();
                // Decided games with A first, and with B first, are independent.
                let mut counts = [a, b].map(Counts::new);
                for n in 0..games {
                    let next = first(n);
                    let rates = &rates[next.index()];
                    for stage in &mut stages {
                        let [i, j] = [stage.a_first, stage.b_first];
                        if i <= counts[0].games && j <= counts[1].games {
                            let mass = F::product(&stage.mass(&counts), &powers[n + 1]);
                            stage.visit(next, &mass, rates);
                            stage.last = (n + 1 == games).then_some(next);
                        }
                    }
                    counts[next.index()].play(|_| rates);
                }
                stages.iter_mut().for_each(|stage| stage.at_limit = stage.mass(&counts));
            }
        }
        let most = stages.iter().map(|s| s.a_first.max(s.b_first)).max().unwrap_or(0);
        Self { stages, drawn, limit, most }
    }
}

/// How many of the games so far were decided.
pub(crate) struct Counts<F> {
    games: u32,
    pub(crate) decided: Vec<F>,
}

impl<F: Number> Counts<F> {
    pub(crate) fn new(most: u32) -> Self {
        let mut decided = vec![F::zero(); most as usize + 1];
        decided[0] = F::one();
        Self { games: 0, decided }
    }

    /// One more game; its rates may depend on how many were decided before.
    pub(crate) fn play<'r>(&mut self, rates: impl Fn(usize) -> &'r Rates<F>)
    where
        F: 'r,
    {
        self.games += 1;
        for m in (0..self.games as usize).rev() {
            let rates = rates(m);
            let won = F::product(&self.decided[m], &rates.decided);
            self.decided[m + 1].add(&won);
            self.decided[m] = F::product(&self.decided[m], &rates.drawn);
        }
    }
}

impl<F: Number> Stage<F> {
    pub(crate) fn new([a_first, b_first]: [u32; 2]) -> Self {
        let zero = F::zero;
        let (visits, a_games, b_games, at_limit) = (zero(), zero(), zero(), zero());
        Self { a_first, b_first, visits, a_games, b_games, at_limit, goes_on: false, last: None }
    }

    /// That so many games were decided with A first, and with B first.
    fn mass(&self, counts: &[Counts<F>; 2]) -> F {
        let [a, b] = [self.a_first, self.b_first].map(|n| n as usize);
        F::product(&counts[0].decided[a], &counts[1].decided[b])
    }

    /// A mass stands here, short of one game.
    pub(crate) fn visit(&mut self, first: Player, mass: &F, rates: &Rates<F>) {
        self.visits.add_product(mass, &rates.played);
        match first {
            Player::A => self.a_games.add_product(mass, &rates.decided),
            Player::B => self.b_games.add_product(mass, &rates.decided),
        }
        self.goes_on = true;
    }
}

impl<F> Course<F> {
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
    fn describe_last(&self, stage: &Stage<F>, first: Player, needs: &Needs, out: &mut Vec<u8>) {
        let open = needs.open_wins(stage.a_first, stage.b_first);
        if open == 0 {
            return;
        }
        let [a, b] = Player::BOTH.map(|player| u32::from(player == first));
        let decided = needs.judge(stage.a_first + a, stage.b_first + b);
        decided.describe(open, 1, out);
        decided.describe(open, 0, out);
        if self.drawn != Drawn::Never {
            needs.describe_end(stage.a_first, stage.b_first, out);
        }
    }
}

/// The scores of a stage with which both are short of the target.
fn describe_scores<F>(stage: &Stage<F>, needs: &Needs, out: &mut Vec<u8>) {
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
