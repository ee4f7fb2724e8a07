//! What a way to play is worth on average, the plain way: every tile that the real wall can give
//! at every draw, without replacement, and every set of ura indicators. For few draws.

use super::{
    Counts, total,
    yaku::{SlowRules, SlowWin, score},
};
use kakukin_mahjong::KINDS;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many red fives of each suit.
pub(crate) type RedFives = [u8; 3];

/// How a win came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SlowLuck {
    /// 2 if in the first turn.
    pub(crate) riichi: u8,
    pub(crate) ippatsu: bool,
    pub(crate) last_tile: bool,
    pub(crate) first_turn: bool,
}

/// What wins by self-draw are worth.
pub(crate) trait Points {
    /// 0 if the tiles are not complete or have no yaku. The drawn tile is among the concealed
    /// ones and, if it is red, among the red fives.
    fn points(
        &self,
        concealed: &Counts,
        reds: &RedFives,
        tile: usize,
        red: bool,
        luck: SlowLuck,
        ura: &[usize],
    ) -> u32;
}

impl<F> Points for F
where
    F: Fn(&Counts, &RedFives, usize, bool, SlowLuck, &[usize]) -> u32,
{
    fn points(
        &self,
        concealed: &Counts,
        reds: &RedFives,
        tile: usize,
        red: bool,
        luck: SlowLuck,
        ura: &[usize],
    ) -> u32 {
        self(concealed, reds, tile, red, luck, ura)
    }
}

/// The points of [`score`].
pub(crate) struct Scorer {
    /// What does not change: melds, their red fives, seat, round, indicators.
    pub(crate) win: SlowWin,
    pub(crate) rules: SlowRules,
}

impl Points for Scorer {
    fn points(
        &self,
        concealed: &Counts,
        reds: &RedFives,
        tile: usize,
        _red: bool,
        luck: SlowLuck,
        ura: &[usize],
    ) -> u32 {
        let win = SlowWin {
            concealed: *concealed,
            reds: self.win.reds + reds.iter().map(|&n| u32::from(n)).sum::<u32>(),
            tile,
            tsumo: true,
            riichi: luck.riichi,
            ippatsu: luck.ippatsu,
            last_tile: luck.last_tile,
            first_turn: luck.first_turn,
            ura: ura.to_vec(),
            ..self.win.clone()
        };
        score(&win, &self.rules).map_or(0, |score| score.points)
    }
}

/// A hand that waits for its next draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The concealed tiles, red fives among the fives.
    pub(crate) hand: Counts,
    pub(crate) reds: RedFives,
    /// The tiles that can be drawn, red fives among the fives.
    pub(crate) unseen: Counts,
    pub(crate) unseen_reds: RedFives,
    pub(crate) draws: usize,
    /// 0 if not declared, 2 if in the first turn.
    pub(crate) riichi: u8,
    /// Whether riichi was declared since the last draw.
    pub(crate) ippatsu: bool,
}

/// A tile was drawn that did not win; one has to be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    /// The hand before the draw.
    pub(crate) hand: Counts,
    pub(crate) reds: RedFives,
    pub(crate) drawn: usize,
    pub(crate) drawn_red: bool,
    /// Draws left after this one.
    pub(crate) draws: usize,
}

/// What to throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) throw: usize,
    /// Whether it is the red one.
    pub(crate) red: bool,
    /// 0 if not declared, 2 if in the first turn.
    pub(crate) riichi: u8,
}

/// All that the value of a way to play depends on.
pub(crate) struct Game<'g> {
    pub(crate) start: State,
    /// Whether the first draw after riichi has ippatsu.
    pub(crate) ippatsu: bool,
    /// Whether the last draw has haitei.
    pub(crate) haitei: bool,
    /// Whether the first of all draws is the first of a dealt hand.
    pub(crate) first_turn: bool,
    /// How many indicators a win after riichi turns up: any of the tiles unseen then.
    pub(crate) ura: usize,
    /// What every win receives besides, for honba and sticks.
    pub(crate) extra: f64,
    pub(crate) points: &'g dyn Points,
    /// Which wins of so many points, not after riichi, are refused; of the best play: may be.
    pub(crate) refuse: &'g dyn Fn(&Asked, u32) -> bool,
    /// Whether a waiting hand is ready.
    pub(crate) ready: &'g dyn Fn(&Counts) -> bool,
    /// The score without a win: of a hand that is ready or not, and in riichi or not.
    pub(crate) closing: &'g dyn Fn(bool, bool) -> f64,
}

/// Score, win, ready at some time or won, not won and ready at the end.
pub(crate) type Figures = [f64; 4];

/// What a player's decisions are worth. The same question must get the same answer.
pub(crate) fn evaluate(game: &Game<'_>, player: &mut dyn FnMut(&Asked) -> Decision) -> Figures {
    Walk::new(game, &mut |asked| vec![player(asked)], false).waiting(&game.start)
}

/// The best mean score of one who may choose among these moves and counts every tile.
pub(crate) fn optimum(game: &Game<'_>, moves: &dyn Fn(&Asked) -> Vec<Decision>) -> f64 {
    Walk::new(game, &mut |asked| moves(asked), true).waiting(&game.start)[0]
}

/// The tiles that can be drawn: kind, whether it is red, copies.
fn drawable(unseen: &Counts, reds: &RedFives) -> Vec<(usize, bool, u8)> {
    let mut tiles = Vec::new();
    for kind in 0..KINDS {
        let red = if is_five(kind) { reds[kind / 9] } else { 0 };
        tiles.push((kind, false, unseen[kind] - red));
        tiles.push((kind, true, red));
    }
    tiles.retain(|&(_, _, copies)| copies > 0);
    tiles
}

fn is_five(kind: usize) -> bool {
    kind < 27 && kind % 9 == 4
}

fn add(counts: &mut Counts, reds: &mut RedFives, kind: usize, red: bool) {
    counts[kind] += 1;
    if red {
        reds[kind / 9] += 1;
    }
}

fn remove(counts: &mut Counts, reds: &mut RedFives, kind: usize, red: bool) {
    let own = if is_five(kind) { reds[kind / 9] } else { 0 };
    let copies = if red { own } else { counts[kind] - own };
    assert!(copies > 0, "{kind} {red} is not there");
    counts[kind] -= 1;
    if red {
        reds[kind / 9] -= 1;
    }
}

/// Every multiset of so many kinds.
fn multisets(size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let mut more = Vec::new();
        for some in &all {
            for kind in some.last().copied().unwrap_or(0)..KINDS {
                let mut next: Vec<usize> = some.clone();
                next.push(kind);
                more.push(next);
            }
        }
        all = more;
    }
    all
}

/// In how many ways so many can be taken from so many.
fn choose(from: usize, take: usize) -> f64 {
    // Each division leaves no remainder.
    (0..take).fold(1, |ways, i| ways * from.saturating_sub(i) as u128 / (i as u128 + 1)) as f64
}

/// Halves first, so that little is lost.
fn sum(parts: &[f64]) -> f64 {
    if parts.len() < 4 {
        return parts.iter().sum();
    }
    let (left, right) = parts.split_at(parts.len() / 2);
    sum(left) + sum(right)
}

/// A complete hand: tiles, red fives, the drawn tile, whether it is red, luck.
type Win = (Counts, RedFives, usize, bool, SlowLuck);

struct Walk<'w, 'g> {
    game: &'w Game<'g>,
    moves: &'w mut dyn FnMut(&Asked) -> Vec<Decision>,
    /// Whether a win that may be refused can be taken still.
    free: bool,
    known: FxHashMap<State, Figures>,
    /// The moves of every question that was asked.
    asked: FxHashMap<Asked, Rc<[Decision]>>,
    ready: FxHashMap<Counts, bool>,
    /// The indicators that riichi may turn up.
    ura: Vec<Vec<usize>>,
    plain: FxHashMap<Win, u32>,
    with_ura: FxHashMap<Win, Vec<Option<u32>>>,
}

impl<'w, 'g> Walk<'w, 'g> {
    fn new(
        game: &'w Game<'g>,
        moves: &'w mut dyn FnMut(&Asked) -> Vec<Decision>,
        free: bool,
    ) -> Self {
        let State { hand, unseen, draws, .. } = &game.start;
        assert_eq!(total(hand) % 3, 1, "a hand that waits");
        assert!(total(unseen) >= (draws + game.ura) as i128, "tiles to draw");
        Self {
            game,
            moves,
            free,
            known: FxHashMap::default(),
            asked: FxHashMap::default(),
            ready: FxHashMap::default(),
            ura: multisets(game.ura),
            plain: FxHashMap::default(),
            with_ura: FxHashMap::default(),
        }
    }

    fn is_ready(&mut self, hand: &Counts) -> bool {
        *self.ready.entry(*hand).or_insert_with(|| (self.game.ready)(hand))
    }

    /// The points without ura.
    fn points(&mut self, win: Win) -> u32 {
        let points = || self.game.points.points(&win.0, &win.1, win.2, win.3, win.4, &[]);
        *self.plain.entry(win).or_insert_with(points)
    }

    /// The mean of the points over all indicators that there can be among the unseen tiles.
    fn mean_points(&mut self, win: Win, unseen: &Counts) -> f64 {
        let all = total(unseen) as usize;
        assert!(all >= self.game.ura, "indicators for ura");
        let known = self.with_ura.entry(win).or_insert_with(|| vec![None; self.ura.len()]);
        let mut parts = Vec::new();
        for (ura, known) in self.ura.iter().zip(known) {
            let copies = |kind: usize| ura.iter().filter(|&&other| other == kind).count();
            let ways: f64 =
                (0..KINDS).map(|kind| choose(usize::from(unseen[kind]), copies(kind))).product();
            if ways > 0.0 {
                let points = || self.game.points.points(&win.0, &win.1, win.2, win.3, win.4, ura);
                parts.push(ways * f64::from(*known.get_or_insert_with(points)));
            }
        }
        sum(&parts) / choose(all, self.game.ura)
    }

    /// What a hand is worth before its draw.
    fn waiting(&mut self, state: &State) -> Figures {
        let ready = self.is_ready(&state.hand);
        if state.draws == 0 {
            let score = (self.game.closing)(ready, state.riichi > 0);
            let ready = f64::from(u8::from(ready));
            return [score, 0.0, ready, ready];
        }
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let mut parts: [Vec<f64>; 4] = Default::default();
        for (kind, red, copies) in drawable(&state.unseen, &state.unseen_reds) {
            let drawn = self.drawn(state, kind, red);
            for (parts, figure) in parts.iter_mut().zip(drawn) {
                parts.push(f64::from(copies) * figure);
            }
        }
        let all = total(&state.unseen) as f64;
        let mut figures = parts.map(|parts| sum(&parts) / all);
        if ready {
            figures[2] = 1.0;
        }
        self.known.insert(*state, figures);
        figures
    }

    /// What a waiting hand is worth if this is its draw.
    fn drawn(&mut self, state: &State, kind: usize, red: bool) -> Figures {
        let game = self.game;
        let mut next = State { draws: state.draws - 1, ippatsu: false, ..*state };
        remove(&mut next.unseen, &mut next.unseen_reds, kind, red);
        add(&mut next.hand, &mut next.reds, kind, red);
        let luck = SlowLuck {
            riichi: state.riichi,
            ippatsu: state.ippatsu && game.ippatsu,
            last_tile: state.draws == 1 && game.haitei,
            first_turn: state.draws == game.start.draws && game.first_turn,
        };
        let win = (next.hand, next.reds, kind, red, luck);
        let points = self.points(win);
        if state.riichi > 0 {
            if points > 0 {
                let score = self.mean_points(win, &next.unseen) + game.extra;
                return [score, 1.0, 1.0, 0.0];
            }
            // What does not win is thrown.
            remove(&mut next.hand, &mut next.reds, kind, red);
            return self.waiting(&next);
        }
        let asked = Asked {
            hand: state.hand,
            reds: state.reds,
            drawn: kind,
            drawn_red: red,
            draws: next.draws,
        };
        let won = [f64::from(points) + game.extra, 1.0, 1.0, 0.0];
        let refused = points > 0 && (game.refuse)(&asked, points);
        if points > 0 && !refused {
            return won;
        }
        let mut options = Vec::new();
        if refused && self.free {
            options.push(won);
        }
        let moves = self.asked.entry(asked).or_insert_with(|| (self.moves)(&asked).into());
        for &Decision { throw, red, riichi } in moves.clone().iter() {
            let mut next = State { riichi, ippatsu: riichi > 0, ..next };
            remove(&mut next.hand, &mut next.reds, throw, red);
            assert!(riichi == 0 || self.is_ready(&next.hand), "riichi of a hand that is ready");
            options.push(self.waiting(&next));
        }
        options.into_iter().max_by(|a, b| a[0].total_cmp(&b[0])).unwrap()
    }
}
