//! How a question about a hand is answered, whatever is worked out for it: which discards are
//! followed together, what is kept from one question to the next, and which bounds hold.

use crate::{
    Bag, Hand, InputError, Method, Question, Reds, Tile, TileSet, Tiles,
    graph::{Hands, Stopped, Watch},
    parallel::in_parallel,
};
use std::ops::ControlFlow;

/// Patterns after which a solver forgets what it has met; or ten times as many halves.
const FORGET: usize = 20_000;

/// How many times more states one more extra move brings, as measured on random hands of
/// 0 to 4 shanten: for the second and the third.
const GROWTH: [usize; 2] = [25, 17];

/// What is called now and then with the number of states so far, and may cancel the work.
pub(crate) type Report<'r> = &'r mut dyn FnMut(u64) -> ControlFlow<()>;

/// A discard, and the hand it leaves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    /// The tile and whether it is a red five; none if no tile was drawn.
    pub(crate) thrown: Option<(Tile, bool)>,
    pub(crate) tiles: Tiles,
    pub(crate) reds: Reds,
}

impl Root {
    /// The concealed tiles with their red fives.
    pub(crate) fn bag(&self) -> Bag {
        Bag::new(self.tiles, self.reds).unwrap_or_default()
    }

    /// Everything that can be thrown; nothing if no tile was drawn.
    pub(crate) fn all(hand: &Hand, reds: Reds) -> Vec<Self> {
        let tiles = hand.concealed();
        if !hand.has_drawn() {
            return vec![Self { thrown: None, tiles, reds }];
        }
        let throw = |(tile, red): (Tile, bool)| Self {
            thrown: Some((tile, red)),
            tiles: tiles.without(tile),
            reds: reds.fewer(tile, red),
        };
        throws(tiles, reds).into_iter().map(throw).collect()
    }
}

/// The discards of a drawn hand: each kind, and a red five apart from the others.
pub(crate) fn throws(tiles: Tiles, reds: Reds) -> Vec<(Tile, bool)> {
    let mut throws = Vec::new();
    for tile in tiles.kinds() {
        let red = if tile.is_five() { reds.of(tile.suit()) } else { 0 };
        if red > 0 {
            throws.push((tile, true));
        }
        if tiles.count(tile) > red {
            throws.push((tile, false));
        }
    }
    throws
}

/// Discards that are followed together: the same tiles are left, and the distance is the same.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) limits: Tiles,
    /// The most red fives that the concealed tiles could hold.
    pub(crate) reds: Reds,
    pub(crate) roots: Vec<Root>,
    pub(crate) distance: Option<u32>,
    /// The kinds of our own discards that may be waited for.
    pub(crate) river: TileSet,
}

impl Group {
    /// The root with this discard.
    pub(crate) fn root(&self, thrown: Option<(Tile, bool)>) -> Option<Root> {
        self.roots.iter().find(|root| root.thrown == thrown).copied()
    }
}

/// What is worked out for a question.
pub(crate) trait Task {
    /// What a hand that has discarded is worth.
    type Worth;
    /// The hands on the shortest way, and those around the origin with improvement.
    type Plain;
    type Improve;
    /// What all hands of the latter are worth.
    type Values;

    /// Whether hands that differ by a symmetry of what is left are one.
    fn is_symmetric(&self) -> bool;

    /// Whether what is met of hands can be shared with other questions: not where our discards
    /// tell apart what is otherwise alike.
    fn is_shared(&self) -> bool {
        self.question().river().is_empty()
    }
    /// The hand, the draws and the moves.
    fn question(&self) -> &Question;
    /// The red fives in the hand, where they are told from the others, and the most there can be.
    fn reds(&self) -> [Reds; 2];
    /// What a hand is worth that cannot be completed.
    fn nothing(&self) -> Self::Worth;
    /// Whether discards that take a complete hand farther are always looked at.
    fn breaks_up(&self) -> bool;

    /// The shortest way only: follows a group to the end; with `keep` every hand on the way can be
    /// found afterwards.
    fn follow(
        &mut self,
        hands: Hands,
        group: &Group,
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Self::Plain, Vec<Self::Worth>), Stopped>;
    /// What was met, for another computation.
    fn met(plain: Self::Plain) -> Hands;

    /// With improvement: how many states there are with so many extra moves.
    fn size(&self, extra: u8, watch: &mut Watch<'_>) -> Result<usize, Stopped>;
    /// The graph with so many extra moves.
    fn graph(&mut self, extra: u8, watch: &mut Watch<'_>) -> Result<Self::Improve, Stopped>;
    /// Its states, and those that wait.
    fn sizes(graph: &Self::Improve) -> [usize; 2];
    /// The states of which figures may be kept, where there is room for so many.
    fn most_kept(room: usize) -> usize;
    /// What the roots are worth (`None` for those that are not in the graph), and with `keep` all
    /// others.
    fn sweep(
        &mut self,
        graph: &Self::Improve,
        roots: &[Root],
        keep: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Swept<Self>, Stopped>;
}

/// What a sweep of a graph brings.
pub(crate) type Swept<T> = (Vec<Option<<T as Task>::Worth>>, Option<<T as Task>::Values>);

/// The answer to a question, in no order of merit yet.
#[derive(Debug)]
pub(crate) struct Solved<W> {
    pub(crate) distance: Option<u32>,
    pub(crate) states: usize,
    /// Each discard with the distance afterwards and what it leaves is worth.
    pub(crate) worth: Vec<(Root, Option<u32>, W)>,
}

/// What a policy is made from.
pub(crate) enum Kept<T: Task + ?Sized> {
    Plain(Group, T::Plain),
    Improve(Vec<Root>, T::Improve, T::Values),
}

/// An answer, and what policies are made from.
pub(crate) type Answered<T> = (Solved<<T as Task>::Worth>, Vec<Kept<T>>);

/// What one question has met, for the next with the same tiles left.
#[derive(Debug, Default)]
pub(crate) struct Memory(Option<(Tiles, Reds, Hands)>);

impl Memory {
    /// Solves a question, and keeps what a policy needs after the discards of the groups that
    /// `keep` names.
    pub(crate) fn solve<T: Task>(
        &mut self,
        task: &mut T,
        keep: Option<&dyn Fn(&Group) -> bool>,
        report: Report<'_>,
    ) -> Result<Answered<T>, Stopped> {
        let question = task.question();
        let mut watch = Watch::new(question.most_states(), question.most_kept(), report);
        if let Method::Improve { extra, .. } = question.method() {
            return improved(task, extra, keep.is_some(), &mut watch);
        }
        // What was met before must not be why this question is refused.
        let had = self.0.is_some();
        match self.plain(task, keep, &mut watch) {
            Err(Stopped::Refused(_)) if had => {
                self.0 = None;
                watch.restart();
                self.plain(task, keep, &mut watch)
            }
            done => done,
        }
    }

    /// The shortest way only.
    fn plain<T: Task>(
        &mut self,
        task: &mut T,
        keep: Option<&dyn Fn(&Group) -> bool>,
        watch: &mut Watch<'_>,
    ) -> Result<Answered<T>, Stopped> {
        let (distance, groups) = groups(task);
        let mut solved = Solved { distance, states: 0, worth: Vec::new() };
        let mut kept = Vec::new();
        let mut met = None;
        for group in groups {
            if group.distance.is_none() {
                let roots = group.roots.iter();
                solved.worth.extend(roots.map(|&root| (root, None, task.nothing())));
                continue;
            }
            let hands = self.hands(task, &group);
            let keep = keep.is_some_and(|keep| keep(&group));
            let (plain, worth) = task.follow(hands, &group, keep, watch)?;
            let worth = group.roots.iter().zip(worth);
            solved.worth.extend(worth.map(|(&root, worth)| (root, group.distance, worth)));
            if keep {
                kept.push(Kept::Plain(group, plain));
            } else if met.is_none() && task.is_shared() {
                met = Some((group.limits, group.reds, T::met(plain)));
            }
        }
        self.0 = met
            .filter(|(.., hands)| hands.patterns() < FORGET && hands.met() < 10 * FORGET)
            .or(self.0.take());
        solved.states = watch.total();
        Ok((solved, kept))
    }

    /// The tables of the hands of a group, with what is known of them.
    fn hands<T: Task>(&mut self, task: &T, group: &Group) -> Hands {
        let question = task.question();
        let (needed, forms) = (question.situation().hand().sets_needed(), question.forms());
        match self.0.take() {
            Some((limits, reds, hands))
                if (limits, reds) == (group.limits, group.reds) && task.is_shared() =>
            {
                hands.aimed(needed, forms)
            }
            _ => Hands::with_reds(group.limits, group.reds, needed, forms, task.is_symmetric()),
        }
    }
}

/// The distance of the hand, and its discards: those that keep it as near together, each of the
/// others by itself.
fn groups<T: Task>(task: &T) -> (Option<u32>, Vec<Group>) {
    let question = task.question();
    let (limits, hand) = (question.situation().limits(), question.situation().hand());
    let mut distances = question.distances(limits);
    let analysis = distances.analyse(hand.concealed());
    let (distance, unneeded) = (analysis.distance(), analysis.unneeded());
    let far_too = question.all_discards() || (distance == Some(0) && task.breaks_up());
    let [held, reds] = task.reds();
    let near =
        |root: &Root| distance.is_none() || root.thrown.is_none_or(|(tile, _)| unneeded.has(tile));
    let (near, far): (Vec<Root>, Vec<Root>) = Root::all(hand, held).into_iter().partition(near);
    let mut groups = Vec::new();
    if !near.is_empty() {
        // On the shortest way nothing is waited for that was thrown.
        groups.push(Group { limits, reds, roots: near, distance, river: question.river() });
    }
    for root in far.into_iter().filter(|_| far_too) {
        // Unlike an unneeded tile this one is waited for again, and it has been seen.
        let Some((tile, red)) = root.thrown else { continue };
        let limits = limits.without(tile);
        let distance = question.distances(limits).distance(root.tiles);
        let river = question.river().iter().chain([tile]).collect();
        let reds = reds.fewer(tile, red);
        groups.push(Group { limits, reds, roots: vec![root], distance, river });
    }
    (distance, groups)
}

/// With improvement; `keep` what every hand is worth.
fn improved<T: Task>(
    task: &mut T,
    extra: u8,
    keep: bool,
    watch: &mut Watch<'_>,
) -> Result<Answered<T>, Stopped> {
    let question = task.question();
    let (most_states, draws) = (question.most_states(), question.draws());
    let hand = question.situation().hand();
    let mut distances = question.distances(question.situation().limits());
    let distance = distances.distance(hand.concealed());
    let roots = Root::all(hand, task.reds()[0]);
    if distance.is_none() {
        let worth = roots.into_iter().map(|root| (root, None, task.nothing())).collect();
        return Ok((Solved { distance, states: 0, worth }, Vec::new()));
    }
    if extra >= 2 {
        // Before it starts: how large would it be?
        let fewer = task.size(extra - 1, watch)?;
        watch.again();
        let about = fewer.saturating_mul(GROWTH[usize::from(extra) - 2]);
        if about > 2 * most_states {
            return Err(watch.too_many(&format!("~{about}")));
        }
    }
    let graph = task.graph(extra, watch)?;
    let ([states, waiting], most) = (T::sizes(&graph), T::most_kept(watch.most_kept()));
    if keep && waiting.saturating_mul(draws + 1) > most {
        return Err(Watch::too_many_kept(states, most));
    }
    let (worth, values) = task.sweep(&graph, &roots, keep, watch)?;
    let worth = roots.iter().zip(worth).filter_map(|(&root, worth)| {
        worth.map(|worth| (root, distances.distance(root.tiles), worth))
    });
    let solved = Solved { distance, states, worth: worth.collect() };
    let kept = values.map(|values| Kept::Improve(roots, graph, values));
    Ok((solved, kept.into_iter().collect()))
}

/// The answers to many questions, in their order, worked out on all cores, each with a solver of
/// its own. `go_on` is called several times a second by every thread and may cancel the work;
/// what was not finished then is [`Stopped::Cancelled`].
pub(crate) fn answer_all<S: Default, Q: Sync, A: Send>(
    questions: &[Q],
    go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    answer: impl Fn(&mut S, &Q, Report<'_>) -> Result<A, Stopped> + Sync + Send,
) -> Vec<Result<A, Stopped>> {
    in_parallel(questions, |question, solver: &mut S| {
        if go_on().is_break() {
            return Err(Stopped::Cancelled);
        }
        answer(solver, question, &mut |_| go_on())
    })
}

/// Does some work that nobody watches, so that nobody cancels it.
pub(crate) fn unwatched<T>(
    work: impl FnOnce(Report<'_>) -> Result<T, Stopped>,
) -> Result<T, InputError> {
    work(&mut |_| ControlFlow::Continue(())).map_err(|stopped| match stopped {
        Stopped::Refused(error) => error,
        Stopped::Cancelled => unreachable!("nobody watches"),
    })
}

/// Puts the best of a list first, and leaves the others in their order.
pub(crate) fn best_first<T>(list: &mut [T], better: impl Fn(&T, &T) -> bool) {
    let best =
        (1..list.len()).fold(0, |best, k| if better(&list[k], &list[best]) { k } else { best });
    if !list.is_empty() {
        list[..=best].rotate_right(1);
    }
}
