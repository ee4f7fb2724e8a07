//! What a win is worth, the plain way: every way to split the tiles into groups, every group that
//! the winning tile may have completed, every yaku as a sentence about these groups, and fu line
//! by line. Shares no code with the product.

use super::{Counts, kinds, total, without};
use kakukin_mahjong::KINDS;
use std::cmp::Reverse;

/// The rules that differ from table to table.
#[derive(Clone, Debug)]
pub(crate) struct SlowRules {
    /// Whether an open hand can be all simples.
    pub(crate) kuitan: bool,
    /// Whether 4 han 30 fu and 3 han 60 fu are a mangan.
    pub(crate) kiriage: bool,
    /// Whether 13 han are a yakuman; if not, they are a sanbaiman.
    pub(crate) counted_yakuman: bool,
    /// Whether four concealed triplets on a single wait, thirteen orphans on all thirteen, pure
    /// nine gates and big four winds count twice.
    pub(crate) double_yakuman: bool,
    /// Whether several yakuman add up; if not, only the greatest counts.
    pub(crate) multiple_yakuman: bool,
    /// For a pair of the wind that is both of the seat and of the round: 2 or 4.
    pub(crate) double_wind_fu: u32,
    /// A discard taken before the own first draw: 0 nothing, 1 a mangan of its own, without dora
    /// and other yaku, where it is more than these, 2 yakuman.
    pub(crate) renhou: u8,
    /// Whether norths set aside are dora.
    pub(crate) north: bool,
    /// With three players, by self-draw: whether nobody pays for the missing one.
    pub(crate) sanma_tsumo_loss: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlowMeldKind {
    Chi,
    Pon,
    OpenKan,
    ClosedKan,
    AddedKan,
}

#[derive(Clone, Debug)]
pub(crate) struct SlowMeld {
    pub(crate) kind: SlowMeldKind,
    pub(crate) tiles: Vec<usize>,
}

/// A hand with the tile that may complete it, and all that counts about how it came to it.
#[derive(Clone, Debug)]
pub(crate) struct SlowWin {
    /// The winning tile among them.
    pub(crate) concealed: Counts,
    /// All red fives in concealed tiles and melds.
    pub(crate) reds: u32,
    pub(crate) melds: Vec<SlowMeld>,
    /// The winning tile.
    pub(crate) tile: usize,
    pub(crate) tsumo: bool,
    /// 2 if in the first turn.
    pub(crate) riichi: u8,
    pub(crate) ippatsu: bool,
    pub(crate) last_tile: bool,
    pub(crate) after_kan: bool,
    pub(crate) robbing_kan: bool,
    pub(crate) first_turn: bool,
    /// 0 is the dealer.
    pub(crate) seat: usize,
    pub(crate) round: usize,
    pub(crate) players: usize,
    /// Indicators.
    pub(crate) dora: Vec<usize>,
    /// Indicators that count after riichi only.
    pub(crate) ura: Vec<usize>,
    /// Norths set aside.
    pub(crate) north: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlowScore {
    /// With dora; 0 of a yakuman.
    pub(crate) han: u32,
    /// 0 of a yakuman.
    pub(crate) fu: u32,
    pub(crate) yakuman: u32,
    /// Each with its han, or how many yakuman it is. Dora is left out of a yakuman.
    pub(crate) yaku: Vec<(&'static str, u32)>,
    /// What the winner receives, without honba and sticks.
    pub(crate) points: u32,
}

/// The best way to read a win: most points, then yakuman, han, fu. `None` if it is not complete
/// or has no yaku.
pub(crate) fn score(win: &SlowWin, rules: &SlowRules) -> Option<SlowScore> {
    let cases: Vec<Case<'_>> = readings(win)
        .into_iter()
        .map(|Reading { groups, wait }| Case { win, rules, groups, wait })
        .collect();
    let best = |scores: Vec<SlowScore>| {
        // The first of equals, so that the order of readings alone decides.
        scores.into_iter().min_by_key(|x| Reverse((x.points, x.yakuman, x.han, x.fu)))
    };
    let usual = best(cases.iter().filter_map(Case::score).collect());
    let alone = best(cases.iter().filter_map(Case::renhou).collect());
    let points = |score: &Option<SlowScore>| score.as_ref().map_or(0, |score| score.points);
    if points(&alone) > points(&usual) { alone } else { usual }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Run,
    Triplet,
    Kan,
    Pair,
    /// Of thirteen orphans.
    Single,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    shape: Shape,
    /// Its lowest kind.
    first: usize,
    /// Called, or completed by the tile of another.
    open: bool,
}

impl Group {
    fn closed(shape: Shape, first: usize) -> Self {
        Self { shape, first, open: false }
    }

    fn kinds(self) -> Vec<usize> {
        match self.shape {
            Shape::Run => vec![self.first, self.first + 1, self.first + 2],
            Shape::Triplet => vec![self.first; 3],
            Shape::Kan => vec![self.first; 4],
            Shape::Pair => vec![self.first; 2],
            Shape::Single => vec![self.first],
        }
    }

    /// A triplet or a kan.
    fn is_set(self) -> bool {
        matches!(self.shape, Shape::Triplet | Shape::Kan)
    }

    fn is_run(self) -> bool {
        self.shape == Shape::Run
    }
}

/// What the winning tile completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// A run from either end.
    TwoSided,
    /// The middle of a run.
    Middle,
    /// The three of a one and a two, the seven of an eight and a nine.
    Edge,
    /// A triplet, out of one of two pairs.
    Triplet,
    /// The pair.
    Single,
    /// Thirteen orphans.
    Orphan,
}

/// Groups, a pair, and which of them was completed last.
#[derive(Debug)]
struct Reading {
    groups: Vec<Group>,
    wait: Wait,
}

fn is_honour(kind: usize) -> bool {
    kind >= 27
}

fn is_dragon(kind: usize) -> bool {
    kind >= 31
}

fn is_wind(kind: usize) -> bool {
    (27..31).contains(&kind)
}

/// A one or a nine.
fn is_terminal(kind: usize) -> bool {
    kind < 27 && [0, 8].contains(&(kind % 9))
}

fn is_orphan(kind: usize) -> bool {
    is_terminal(kind) || is_honour(kind)
}

/// Every way to take groups and exactly one pair from the tiles until none is left.
fn splits(left: &Counts, pair: bool) -> Vec<Vec<Group>> {
    let Some(first) = kinds(*left).next() else {
        return if pair { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for shape in [Shape::Run, Shape::Triplet, Shape::Pair] {
        if shape == Shape::Pair && pair || shape == Shape::Run && (first >= 27 || first % 9 > 6) {
            continue;
        }
        let group = Group::closed(shape, first);
        let mut rest = *left;
        let can = group.kinds().into_iter().all(|kind| {
            let is_there = rest[kind] > 0;
            rest[kind] = rest[kind].saturating_sub(1);
            is_there
        });
        if can {
            for mut groups in splits(&rest, pair || shape == Shape::Pair) {
                groups.push(group);
                groups.sort_unstable();
                all.push(groups);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn meld_group(meld: &SlowMeld) -> Group {
    let first = *meld.tiles.iter().min().unwrap();
    let (shape, open) = match meld.kind {
        SlowMeldKind::Chi => (Shape::Run, true),
        SlowMeldKind::Pon => (Shape::Triplet, true),
        SlowMeldKind::OpenKan | SlowMeldKind::AddedKan => (Shape::Kan, true),
        SlowMeldKind::ClosedKan => (Shape::Kan, false),
    };
    let group = Group { shape, first, open };
    let mut tiles = meld.tiles.clone();
    tiles.sort_unstable();
    assert_eq!(tiles, group.kinds(), "a meld of its kind");
    group
}

/// Every reading of a win: none if it is not complete.
fn readings(win: &SlowWin) -> Vec<Reading> {
    let concealed = &win.concealed;
    let mut readings = Vec::new();
    if total(concealed) + 3 * win.melds.len() as i128 != 14 || concealed[win.tile] == 0 {
        return readings;
    }
    for groups in splits(concealed, false) {
        for at in 0..groups.len() {
            if !groups[at].kinds().contains(&win.tile) {
                continue;
            }
            let wait = match (groups[at].shape, win.tile - groups[at].first) {
                (Shape::Pair, _) => Wait::Single,
                (Shape::Run, 1) => Wait::Middle,
                (Shape::Run, 2) if groups[at].first % 9 == 0 => Wait::Edge,
                (Shape::Run, 0) if groups[at].first % 9 == 6 => Wait::Edge,
                (Shape::Run, _) => Wait::TwoSided,
                _ => Wait::Triplet,
            };
            let mut groups = groups.clone();
            groups[at].open = !win.tsumo;
            groups.extend(win.melds.iter().map(meld_group));
            readings.push(Reading { groups, wait });
        }
    }
    if win.melds.is_empty() {
        if concealed.iter().all(|&n| n == 0 || n == 2) {
            let groups = kinds(*concealed).map(|kind| Group::closed(Shape::Pair, kind)).collect();
            readings.push(Reading { groups, wait: Wait::Single });
        }
        let orphans = (0..KINDS).filter(|&kind| is_orphan(kind)).all(|kind| concealed[kind] > 0);
        if orphans && kinds(*concealed).all(is_orphan) {
            let shape = |kind| if concealed[kind] == 2 { Shape::Pair } else { Shape::Single };
            let groups = kinds(*concealed).map(|kind| Group::closed(shape(kind), kind)).collect();
            readings.push(Reading { groups, wait: Wait::Orphan });
        }
    }
    readings
}

/// The dora that an indicator points at.
fn indicated(indicator: usize, players: usize) -> usize {
    match indicator {
        // There is nothing between the one and the nine of characters.
        0 if players == 3 => 8,
        8 | 17 | 26 => indicator - 8,
        30 => 27,
        33 => 31,
        _ => indicator + 1,
    }
}

/// One reading of a win under some rules.
struct Case<'c> {
    win: &'c SlowWin,
    rules: &'c SlowRules,
    groups: Vec<Group>,
    wait: Wait,
}

/// How many han or yakuman, 0 if it is not there.
type Yaku = (&'static str, fn(&Case<'_>) -> u32);

const YAKU: [Yaku; 30] = [
    ("riichi", |x| u32::from(x.is_closed() && x.win.riichi == 1)),
    ("double_riichi", |x| 2 * u32::from(x.is_closed() && x.win.riichi == 2)),
    ("ippatsu", |x| u32::from(x.is_closed() && x.win.riichi > 0 && x.win.ippatsu)),
    ("menzen_tsumo", |x| u32::from(x.is_closed() && x.win.tsumo)),
    ("pinfu", |x| u32::from(x.is_pinfu())),
    ("tanyao", |x| {
        let simples = x.tiles().into_iter().all(|kind| !is_orphan(kind));
        u32::from(simples && (x.is_closed() || x.rules.kuitan))
    }),
    ("iipeikou", |x| u32::from(x.is_closed() && x.equal_runs() == 1)),
    ("ryanpeikou", |x| 3 * u32::from(x.is_closed() && x.equal_runs() == 2)),
    ("white", |x| u32::from(x.has_set(31))),
    ("green", |x| u32::from(x.has_set(32))),
    ("red", |x| u32::from(x.has_set(33))),
    ("seat_wind", |x| u32::from(x.has_set(27 + x.win.seat))),
    ("round_wind", |x| u32::from(x.has_set(27 + x.win.round))),
    ("sanshoku", |x| {
        let has = (0..7).any(|n| [n, 9 + n, 18 + n].into_iter().all(|kind| x.has_run(kind)));
        x.one_less_if_open(has, 2)
    }),
    ("sanshoku_doukou", |x| {
        2 * u32::from((0..9).any(|n| [n, 9 + n, 18 + n].into_iter().all(|kind| x.has_set(kind))))
    }),
    ("ittsuu", |x| {
        let has =
            [0, 9, 18].into_iter().any(|s| [s, s + 3, s + 6].into_iter().all(|k| x.has_run(k)));
        x.one_less_if_open(has, 2)
    }),
    ("chanta", |x| {
        let has = x.has_runs() && x.is_outside() && x.tiles().into_iter().any(is_honour);
        x.one_less_if_open(has, 2)
    }),
    ("junchan", |x| {
        let has = x.has_runs() && x.is_outside() && !x.tiles().into_iter().any(is_honour);
        x.one_less_if_open(has, 3)
    }),
    ("toitoi", |x| 2 * u32::from(x.sets().len() == 4)),
    ("sanankou", |x| 2 * u32::from(x.concealed_sets() == 3)),
    ("sankantsu", |x| 2 * u32::from(x.kans() == 3)),
    ("shousangen", |x| 2 * u32::from(x.sets_of(is_dragon) == 2 && x.pairs_of(is_dragon) == 1)),
    ("honroutou", |x| 2 * u32::from(x.tiles().into_iter().all(is_orphan))),
    ("honitsu", |x| {
        let honours = x.tiles().into_iter().any(is_honour);
        x.one_less_if_open(x.suits().len() == 1 && honours, 3)
    }),
    ("chinitsu", |x| {
        let honours = x.tiles().into_iter().any(is_honour);
        x.one_less_if_open(x.suits().len() == 1 && !honours, 6)
    }),
    ("seven_pairs", |x| 2 * u32::from(x.is_seven_pairs())),
    ("haitei", |x| u32::from(x.win.last_tile && x.win.tsumo && !x.win.after_kan)),
    ("houtei", |x| u32::from(x.win.last_tile && !x.win.tsumo)),
    ("rinshan", |x| u32::from(x.win.after_kan && x.win.tsumo)),
    ("chankan", |x| u32::from(x.win.robbing_kan && !x.win.tsumo)),
];

/// These alone are no reason to win.
const DORA: [Yaku; 4] = [
    ("dora", |x| x.dora(&x.win.dora)),
    ("ura", |x| if x.is_closed() && x.win.riichi > 0 { x.dora(&x.win.ura) } else { 0 }),
    ("red_five", |x| x.win.reds),
    ("north", |x| if x.rules.north { x.win.north } else { 0 }),
];

const YAKUMAN: [Yaku; 16] = [
    ("kokushi", |x| u32::from(x.wait == Wait::Orphan && x.win.concealed[x.win.tile] == 1)),
    ("kokushi13", |x| x.twice(x.wait == Wait::Orphan && x.win.concealed[x.win.tile] == 2)),
    ("suuankou", |x| u32::from(x.concealed_sets() == 4 && x.wait != Wait::Single)),
    ("suuankou_tanki", |x| x.twice(x.concealed_sets() == 4 && x.wait == Wait::Single)),
    ("daisangen", |x| u32::from(x.sets_of(is_dragon) == 3)),
    ("shousuushii", |x| u32::from(x.sets_of(is_wind) == 3 && x.pairs_of(is_wind) == 1)),
    ("daisuushii", |x| x.twice(x.sets_of(is_wind) == 4)),
    ("tsuuiisou", |x| u32::from(x.tiles().into_iter().all(is_honour))),
    ("chinroutou", |x| u32::from(x.tiles().into_iter().all(is_terminal))),
    ("ryuuiisou", |x| {
        let green = [19, 20, 21, 23, 25, 32];
        u32::from(x.tiles().into_iter().all(|kind| green.contains(&kind)))
    }),
    ("chuuren", |x| u32::from(x.is_nine_gates() && !x.is_pure_nine_gates())),
    ("junsei_chuuren", |x| x.twice(x.is_pure_nine_gates())),
    ("suukantsu", |x| u32::from(x.kans() == 4)),
    ("tenhou", |x| u32::from(x.is_first_draw() && x.win.seat == 0)),
    ("chiihou", |x| u32::from(x.is_first_draw() && x.win.seat != 0)),
    ("renhou", |x| u32::from(x.is_first_ron() && x.rules.renhou == 2)),
];

impl Case<'_> {
    fn found(&self, all: &[Yaku]) -> Vec<(&'static str, u32)> {
        all.iter().map(|(id, of)| (*id, of(self))).filter(|&(_, n)| n > 0).collect()
    }

    fn score(&self) -> Option<SlowScore> {
        let yakuman = self.found(&YAKUMAN);
        if !yakuman.is_empty() {
            let each = yakuman.iter().map(|&(_, n)| n);
            let sum = if self.rules.multiple_yakuman { each.sum() } else { each.max().unwrap() };
            let points = self.points(8000 * sum);
            return Some(SlowScore { han: 0, fu: 0, yakuman: sum, yaku: yakuman, points });
        }
        let mut yaku = self.found(&YAKU);
        if yaku.is_empty() {
            return None;
        }
        yaku.extend(self.found(&DORA));
        let han = yaku.iter().map(|&(_, n)| n).sum();
        let fu = self.fu();
        let points = self.points(self.base(han, fu));
        Some(SlowScore { han, fu, yakuman: 0, yaku, points })
    }

    /// A mangan that stands alone.
    fn renhou(&self) -> Option<SlowScore> {
        let has = self.is_first_ron() && self.rules.renhou == 1;
        let (yaku, points) = (vec![("renhou", 5)], self.points(2000));
        has.then_some(SlowScore { han: 5, fu: 0, yakuman: 0, yaku, points })
    }

    /// Every tile, copies told apart.
    fn tiles(&self) -> Vec<usize> {
        self.groups.iter().flat_map(|group| group.kinds()).collect()
    }

    /// Nothing was called.
    fn is_closed(&self) -> bool {
        self.win.melds.iter().all(|meld| meld.kind == SlowMeldKind::ClosedKan)
    }

    fn one_less_if_open(&self, has: bool, han: u32) -> u32 {
        if !has {
            0
        } else if self.is_closed() {
            han
        } else {
            han - 1
        }
    }

    /// A yakuman that some rules count twice.
    fn twice(&self, has: bool) -> u32 {
        u32::from(has) * if self.rules.double_yakuman { 2 } else { 1 }
    }

    fn sets(&self) -> Vec<Group> {
        self.groups.iter().copied().filter(|group| group.is_set()).collect()
    }

    fn has_set(&self, kind: usize) -> bool {
        self.sets().iter().any(|group| group.first == kind)
    }

    fn sets_of(&self, of: fn(usize) -> bool) -> usize {
        self.sets().iter().filter(|group| of(group.first)).count()
    }

    fn pairs_of(&self, of: fn(usize) -> bool) -> usize {
        self.groups.iter().filter(|x| x.shape == Shape::Pair && of(x.first)).count()
    }

    fn concealed_sets(&self) -> usize {
        self.sets().iter().filter(|group| !group.open).count()
    }

    fn kans(&self) -> usize {
        self.groups.iter().filter(|group| group.shape == Shape::Kan).count()
    }

    fn has_runs(&self) -> bool {
        self.groups.iter().any(|group| group.is_run())
    }

    fn has_run(&self, first: usize) -> bool {
        self.groups.iter().any(|group| group.is_run() && group.first == first)
    }

    /// Pairs of equal runs.
    fn equal_runs(&self) -> usize {
        let runs = |first| self.groups.iter().filter(|x| x.is_run() && x.first == first).count();
        (0..27).map(|first| runs(first) / 2).sum()
    }

    /// A one, a nine or an honour in every group and in the pair.
    fn is_outside(&self) -> bool {
        self.groups.iter().all(|group| group.kinds().into_iter().any(is_orphan))
    }

    /// The suits there are, honours left out.
    fn suits(&self) -> Vec<usize> {
        let has = |suit: &usize| self.tiles().iter().any(|kind| kind / 9 == *suit);
        (0..3).filter(has).collect()
    }

    fn is_seven_pairs(&self) -> bool {
        self.groups.len() == 7
    }

    fn is_pinfu(&self) -> bool {
        let runs = self.groups.iter().filter(|group| group.is_run()).count() == 4;
        let worthless = self.groups.iter().all(|x| x.is_run() || self.pair_fu(x.first) == 0);
        self.win.melds.is_empty() && runs && worthless && self.wait == Wait::TwoSided
    }

    /// Fourteen tiles of one suit, three ones, three nines, and each of the others.
    fn is_nine_gates(&self) -> bool {
        let enough = |s: &usize| {
            let gates = [3, 1, 1, 1, 1, 1, 1, 1, 3];
            (0..9).all(|n| self.win.concealed[9 * s + n] >= gates[n])
        };
        self.win.melds.is_empty() && (0..3).any(|s| enough(&s)) && self.suits().len() == 1
    }

    /// Nine gates that waited for all nine.
    fn is_pure_nine_gates(&self) -> bool {
        let before = without(self.win.concealed, self.win.tile);
        let s = self.win.tile / 9;
        self.is_nine_gates() && before[9 * s..9 * s + 9] == [3, 1, 1, 1, 1, 1, 1, 1, 3]
    }

    fn is_first_draw(&self) -> bool {
        self.win.first_turn && self.win.tsumo && self.win.melds.is_empty()
    }

    /// The dealer draws before anybody discards.
    fn is_first_ron(&self) -> bool {
        self.win.first_turn && !self.win.tsumo && self.win.melds.is_empty() && self.win.seat != 0
    }

    fn dora(&self, indicators: &[usize]) -> u32 {
        let mut tiles = self.tiles();
        tiles.extend((0..self.win.north).map(|_| 30));
        let count = |&indicator: &usize| {
            let dora = indicated(indicator, self.win.players);
            tiles.iter().filter(|&&kind| kind == dora).count() as u32
        };
        indicators.iter().map(count).sum()
    }

    /// Of a pair of that kind.
    fn pair_fu(&self, kind: usize) -> u32 {
        let [seat, round] = [27 + self.win.seat, 27 + self.win.round];
        if kind == seat && kind == round {
            self.rules.double_wind_fu
        } else if is_dragon(kind) || kind == seat || kind == round {
            2
        } else {
            0
        }
    }

    fn group_fu(&self, group: Group) -> u32 {
        let least = match group.shape {
            Shape::Run | Shape::Single => return 0,
            Shape::Pair => return self.pair_fu(group.first),
            Shape::Triplet => 2,
            Shape::Kan => 8,
        };
        let orphan = if is_orphan(group.first) { 2 } else { 1 };
        let closed = if group.open { 1 } else { 2 };
        least * orphan * closed
    }

    fn fu(&self) -> u32 {
        if self.is_seven_pairs() {
            return 25;
        }
        if self.is_pinfu() && self.win.tsumo {
            return 20;
        }
        let mut fu = 20;
        if self.is_closed() && !self.win.tsumo {
            fu += 10;
        }
        if self.win.tsumo {
            fu += 2;
        }
        if matches!(self.wait, Wait::Single | Wait::Middle | Wait::Edge) {
            fu += 2;
        }
        for &group in &self.groups {
            fu += self.group_fu(group);
        }
        // An open hand without fu.
        if fu == 20 {
            fu = 30;
        }
        fu.div_ceil(10) * 10
    }

    fn base(&self, han: u32, fu: u32) -> u32 {
        match han {
            13.. if self.rules.counted_yakuman => 8000,
            11.. => 6000,
            8..=10 => 4000,
            6 | 7 => 3000,
            5 => 2000,
            4 if self.rules.kiriage && fu == 30 => 2000,
            3 if self.rules.kiriage && fu == 60 => 2000,
            _ => (fu * 2u32.pow(han + 2)).min(2000),
        }
    }

    /// All that is paid, for base points.
    fn points(&self, base: u32) -> u32 {
        let up = |points: u32| points.div_ceil(100) * 100;
        let dealer = self.win.seat == 0;
        if !self.win.tsumo {
            return up(base * if dealer { 6 } else { 4 });
        }
        // What the others would pay with four players, the missing one last.
        let shares = if dealer { [2 * base; 3] } else { [2 * base, base, base] };
        if self.win.players == 4 {
            return shares.into_iter().map(up).sum();
        }
        let more = if self.rules.sanma_tsumo_loss { 0 } else { shares[2] / 2 };
        up(shares[0] + more) + up(shares[1] + more)
    }
}
