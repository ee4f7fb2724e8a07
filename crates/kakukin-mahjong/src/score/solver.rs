//! Answers questions about points, and keeps what they share.

use super::{
    answer::{Prospect, ScoreAnswer, ScoreDiscard, Ura, throws},
    improve::{Improve, Values},
    plain::Plain,
    policy::{ScorePolicy, Source},
    ready::Judge,
    terms::{Aim, Figures, SCORE, ScoreQuestion, TENPAI, WIN},
    wait::Wait,
};
use crate::{
    Distances, InputError, Method, Reds, Tile, Tiles,
    graph::{Hands, Stopped, Watch, unwatched},
    parallel::in_parallel,
    win::GROWTH,
};
use std::{ops::ControlFlow, sync::Arc};

/// Patterns after which a solver forgets what it has met; or ten times as many halves.
const FORGET: usize = 20_000;

/// Answers questions about points. What one question has met is kept for the next with the
/// same tiles left.
#[derive(Debug, Default)]
pub struct ScoreSolver {
    known: Option<(Tiles, Reds, Hands)>,
    solves: u64,
}

/// Some discards that were followed together.
struct Followed {
    limits: Tiles,
    reds: Reds,
    roots: Vec<Root>,
    plain: Plain,
}

/// A discard, and the hand it leaves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    pub(crate) thrown: Option<(Tile, bool)>,
    pub(crate) tiles: Tiles,
    pub(crate) reds: Reds,
}

impl Root {
    /// Everything that can be thrown; nothing if no tile was drawn.
    pub(crate) fn all(question: &ScoreQuestion) -> Vec<Self> {
        let hand = question.question().situation().hand();
        let (tiles, reds) = (hand.concealed(), hand.reds());
        if !hand.has_drawn() {
            return vec![Self { thrown: None, tiles, reds }];
        }
        let throw = |(tile, red): (Tile, bool)| Self {
            thrown: Some((tile, red)),
            tiles: tiles.without(tile),
            reds: if red { fewer(reds, tile) } else { reds },
        };
        throws(tiles, reds).into_iter().map(throw).collect()
    }
}

/// One red five less.
pub(crate) fn fewer(reds: Reds, tile: Tile) -> Reds {
    let mut counts = reds.counts();
    counts[tile.suit()] -= 1;
    Reds::new(counts).unwrap_or_default()
}

impl ScoreSolver {
    /// How many questions it has begun to solve.
    pub fn solves(&self) -> u64 {
        self.solves
    }

    /// The answer.
    pub fn answer(&mut self, question: &ScoreQuestion) -> Result<ScoreAnswer, InputError> {
        unwatched(|report| self.answer_watched(question, report))
    }

    /// The answer; `report` hears how many states there are so far, several times a second,
    /// and may break off.
    pub fn answer_watched(
        &mut self,
        question: &ScoreQuestion,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ScoreAnswer, Stopped> {
        self.solves += 1;
        let asked = question.question();
        let mut watch = Watch::new(asked.most_states(), asked.most_kept(), report);
        match question.question().method() {
            Method::Plain => {
                let (answer, mut followed) = self.plain(question, false, &mut watch)?;
                if let Some(Followed { limits, reds, plain, .. }) = followed.drain(..).next()
                    && plain.hands.patterns() < FORGET
                    && plain.hands.met() < 10 * FORGET
                {
                    self.known = Some((limits, reds, plain.hands));
                }
                Ok(answer)
            }
            Method::Improve { extra, .. } => {
                improved(question, extra, false, &mut watch).map(|(answer, _)| answer)
            }
        }
    }

    /// The answers to many questions, in their order, worked out on all cores. `go_on` is asked
    /// several times a second by every thread and may break off; what was not finished then
    /// is [`Stopped::Cancelled`].
    pub fn answer_all_until(
        questions: &[ScoreQuestion],
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Vec<Result<ScoreAnswer, Stopped>> {
        in_parallel(questions, |question, solver: &mut Self| {
            if go_on().is_break() {
                return Err(Stopped::Cancelled);
            }
            solver.answer_watched(question, &mut |_| go_on())
        })
    }

    /// The answer, and the way of playing that it belongs to after a discard: the named one,
    /// or the best.
    pub fn policy(
        &mut self,
        question: &ScoreQuestion,
        after: Option<(Tile, bool)>,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(ScoreAnswer, Option<ScorePolicy>), Stopped> {
        let (answer, policies) = self.policies(question, report)?;
        let thrown = after.or(answer.best());
        let policy = policies.into_iter().find_map(|mut own| own.begin(thrown).then_some(own));
        Ok((answer, policy))
    }

    /// The answer, and the way of playing that it belongs to: one policy for the discards that
    /// are followed together.
    pub(crate) fn policies(
        &mut self,
        question: &ScoreQuestion,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(ScoreAnswer, Vec<ScorePolicy>), Stopped> {
        self.solves += 1;
        let asked = question.question();
        let mut watch = Watch::new(asked.most_states(), asked.most_kept(), report);
        if let Method::Improve { extra, .. } = question.question().method() {
            let (answer, kept) = improved(question, extra, true, &mut watch)?;
            let policy = kept.and_then(|(graph, values)| {
                let known = |root: &Root| graph.place(root.tiles, root.reds).is_some();
                let roots: Vec<Root> = Root::all(question).into_iter().filter(known).collect();
                let limits = question.question().situation().limits();
                let judge = graph.judge.clone();
                let source = Source::Improve(Box::new(graph), Arc::new(values));
                ScorePolicy::new(question, limits, roots, judge, source)
            });
            return Ok((answer, policy.into_iter().collect()));
        }
        let (answer, followed) = self.plain(question, true, &mut watch)?;
        let policies = followed.into_iter().filter_map(|part| {
            let judge = part.plain.judge.clone();
            let source = Source::Plain(Box::new(part.plain));
            ScorePolicy::new(question, part.limits, part.roots, judge, source)
        });
        Ok((answer, policies.collect()))
    }

    fn hands(&mut self, question: &ScoreQuestion, limits: Tiles, reds: Reds) -> Hands {
        let asked = question.question();
        let (groups, forms) = (asked.situation().hand().sets_needed(), asked.forms());
        match self.known.take() {
            Some((known, red, hands)) if (known, red) == (limits, reds) => {
                hands.aimed(groups, forms)
            }
            _ => Hands::with_reds(limits, reds, groups, forms, false),
        }
    }

    /// Without improvement; `keep` what every hand is worth.
    fn plain(
        &mut self,
        question: &ScoreQuestion,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(ScoreAnswer, Vec<Followed>), Stopped> {
        // What was met before must not be why this question is refused.
        let had = self.known.is_some();
        match self.followed(question, keep, watch) {
            Err(Stopped::Refused(_)) if had => {
                self.known = None;
                watch.restart();
                self.followed(question, keep, watch)
            }
            done => done,
        }
    }

    fn followed(
        &mut self,
        question: &ScoreQuestion,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(ScoreAnswer, Vec<Followed>), Stopped> {
        let asked = question.question();
        let limits = asked.situation().limits();
        let mut distances = distances(question, limits);
        let hand = asked.situation().hand();
        let distance = distances.analyse(hand.concealed()).distance();
        let aim = question.terms().aim;
        let mut answer =
            ScoreAnswer { distance, states: 0, ura: Ura::None, waiting: None, discards: vec![] };
        let mut followed = Vec::new();
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for root in Root::all(question) {
            let after = distances.analyse(root.tiles).distance();
            if after == distance {
                near.push(root);
            } else if asked.all_discards() || distance == Some(0) {
                // A complete hand without a yaku has to throw something.
                far.push(root);
            }
        }
        let reds = question.red_limits();
        let mut groups = vec![(limits, reds, near, distance)];
        for root in far {
            // Unlike an unneeded tile this one is waited for again, and it has been seen.
            let Some((tile, red)) = root.thrown else { continue };
            let limits = limits.without(tile);
            let after = self::distances(question, limits).analyse(root.tiles).distance();
            let reds = if red { fewer(reds, tile) } else { reds };
            groups.push((limits, reds, vec![root], after));
        }
        for (limits, reds, roots, distance) in groups {
            if roots.is_empty() {
                continue;
            }
            let Some(distance) = distance else {
                for root in roots {
                    answer.add(root, None, nothing(question), false);
                }
                continue;
            };
            let hands = self.hands(question, limits, reds);
            let judge = Judge::new(question);
            let ura = judge.ura;
            let full = (3 * hand.sets_needed() + 1) as u8;
            let starts: Vec<(Tiles, Reds)> =
                roots.iter().map(|root| (root.tiles, root.reds)).collect();
            let (mut plain, mut rows) = Plain::new(hands, full, judge, aim, &starts, keep, watch)?;
            answer.ura = match ura {
                0 => Ura::None,
                _ if plain.exact => Ura::Exact,
                _ => Ura::Split,
            };
            for (root, rows) in roots.iter().zip(&mut rows) {
                let ready = plain.ready(root.tiles, root.reds);
                let draws = asked.draws();
                let riichi = ready.is_some_and(|(_, riichi)| riichi >> draws & 1 == 1);
                if root.thrown.is_none() && question.is_first_turn() {
                    let judge = plain.judge.clone();
                    let waits = plain.ready(root.tiles, root.reds).map_or(&[][..], |x| x.0);
                    first_draw(&judge, root, waits, rows);
                }
                answer.add(*root, Some(distance), Prospect::new(rows), riichi);
            }
            followed.push(Followed { limits, reds, roots, plain });
        }
        answer.states = watch.total();
        answer.sort(aim);
        Ok((answer, followed))
    }
}

/// As dealt and ready: the first draw may win at once, and only then can riichi be declared.
fn first_draw(judge: &Judge, root: &Root, waits: &[Wait], rows: &mut [Figures]) {
    let draws = judge.draws();
    if draws == 0 || waits.is_empty() {
        return;
    }
    let copies = f64::from(waits.iter().map(|wait| wait.copies).sum::<u32>());
    let weight = judge.clock.weight_among(draws, copies);
    let mut row = rows[draws - 1].map(|figure| figure * (1.0 - copies * weight));
    for wait in waits {
        let points = f64::from(judge.first_points(root.tiles, root.reds.len(), wait.place));
        row[SCORE] += f64::from(wait.copies) * weight * points;
        row[WIN] += f64::from(wait.copies) * weight;
    }
    row[TENPAI] = 1.0;
    rows[draws] = row;
}

/// With improvement; `keep` what every hand is worth.
fn improved(
    question: &ScoreQuestion,
    extra: u8,
    keep: bool,
    watch: &mut Watch<'_>,
) -> Result<(ScoreAnswer, Option<(Improve, Values)>), Stopped> {
    let asked = question.question();
    let tiles = asked.situation().hand().concealed();
    let mut distances = distances(question, asked.situation().limits());
    let distance = distances.analyse(tiles).distance();
    let mut answer =
        ScoreAnswer { distance, states: 0, ura: Ura::None, waiting: None, discards: vec![] };
    let roots = Root::all(question);
    if distance.is_none() {
        for root in roots {
            answer.add(root, None, nothing(question), false);
        }
        return Ok((answer, None));
    }
    if extra >= 2 {
        // Before it starts: how large would it be?
        let fewer = Improve::size(question, extra - 1, watch)?;
        watch.again();
        let about = fewer.saturating_mul(GROWTH[usize::from(extra) - 2]);
        if about > 2 * asked.most_states() {
            return Err(watch.too_many(&format!("~{about}")));
        }
    }
    let graph = Improve::new(question, extra, watch)?;
    // Four figures here, where the chance to win keeps three.
    let most = watch.most_kept() / 4 * 3;
    if keep && graph.waiting_hands().saturating_mul(asked.draws() + 1) > most {
        return Err(Watch::too_many_kept(graph.states(), most));
    }
    let starts: Vec<(Tiles, Reds)> = roots.iter().map(|root| (root.tiles, root.reds)).collect();
    let (rows, values) = graph.sweep(&starts, keep, watch)?;
    answer.states = graph.states();
    answer.ura = if graph.judge.ura == 0 { Ura::None } else { Ura::Split };
    for (root, (rows, riichi)) in roots.into_iter().zip(rows) {
        let Some(rows) = rows else { continue };
        let after = distances.analyse(root.tiles).distance();
        answer.add(root, after, Prospect::new(&rows), riichi);
    }
    answer.sort(question.terms().aim);
    Ok((answer, values.map(|values| (graph, values))))
}

impl ScoreAnswer {
    /// The best discard.
    pub(crate) fn best(&self) -> Option<(Tile, bool)> {
        self.discards.first().map(|discard| (discard.tile, discard.red))
    }

    fn add(&mut self, root: Root, distance: Option<u32>, prospect: Prospect, riichi: bool) {
        match root.thrown {
            None => self.waiting = Some(prospect),
            Some((tile, red)) => {
                self.discards.push(ScoreDiscard { tile, red, distance, riichi, prospect });
            }
        }
    }

    /// The best first with all draws to come; equal ones keep the order of the tiles.
    fn sort(&mut self, aim: Aim) {
        self.discards.sort_by_key(|x| (x.tile, !x.red));
        // Figures that differ by rounding only are equal, which no order of floats knows: the
        // best of what is left, one after the other.
        for at in 0..self.discards.len() {
            let best = (at + 1..self.discards.len()).fold(at, |best, k| {
                let better = aim.prefers(&self.discards[k].now(), &self.discards[best].now());
                if better { k } else { best }
            });
            self.discards[at..=best].rotate_right(1);
        }
    }
}

/// A hand that cannot be completed.
fn nothing(question: &ScoreQuestion) -> Prospect {
    let judge = Judge::new(question);
    let mut row = [0.0; 4];
    row[SCORE] = judge.closing.not_ready;
    Prospect::new(&vec![row; judge.draws() + 1])
}

/// What tells the distances of hands within `limits`.
fn distances(question: &ScoreQuestion, limits: Tiles) -> Distances {
    let asked = question.question();
    Distances::new(limits, asked.situation().hand().sets_needed(), asked.forms())
}
