//! Every course of a hand that may call, tile by tile, in exact fractions. Red fives are kinds of
//! their own, every way to call is looked at, and whatever may be thrown is.

use crate::slow::{
    Counts, Distance,
    deal::{Dealer, Wish},
    table::{slow_rules, slow_win},
    yaku::{SlowMeld, SlowMeldKind, SlowRules, SlowWin, score},
};
use kakukin_core::to_f64;
use kakukin_mahjong::{
    Bag, CallQuestion, Forms, Hand, KINDS, Others, Players, Question, Rational, Rules,
    ScoreQuestion, ScoreSolver, Seat, Situation, Solver, Stakes, Terms,
};
use rustc_hash::FxHashMap;

/// Kinds, and the red five of each suit.
const ALL: usize = KINDS + 3;
type Held = [u8; ALL];
/// A pon, or a run.
type Melded = Vec<(bool, [usize; 3])>;
/// Score, win, ready at some time, win by a discard.
type Values = [Rational; 4];

fn plain(kind: usize) -> usize {
    if kind < KINDS { kind } else { 9 * (kind - KINDS) + 4 }
}

fn shape(held: &Held) -> Counts {
    let mut counts = [0; KINDS];
    (0..ALL).for_each(|kind| counts[plain(kind)] += held[kind]);
    counts
}

fn number(n: usize) -> Rational {
    Rational::from(n as u64)
}

fn none() -> Values {
    std::array::from_fn(|_| Rational::ZERO)
}

/// `a + weight * b`
fn plus(a: &mut Values, weight: &Rational, b: &Values) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += weight * b);
}

struct Courses {
    /// What can be drawn and held at most, red fives apart.
    limits: Held,
    groups: usize,
    around: usize,
    start: usize,
    unseen: usize,
    shown: Rational,
    /// Points by the plain scorer; without them every complete hand wins.
    points: Option<(SlowWin, SlowRules)>,
    distances: FxHashMap<Melded, Distance>,
    known: FxHashMap<(Held, Melded, usize), Values>,
}

impl Courses {
    fn left(&self, held: &Held, melded: &Melded, kind: usize) -> usize {
        let gone = melded.iter().flat_map(|meld| meld.1).filter(|&tile| tile == kind).count();
        usize::from(self.limits[kind]) - usize::from(held[kind]) - gone
    }

    fn distance(&mut self, held: &Held, melded: &Melded) -> u8 {
        let (limits, groups) = (self.limits, self.groups - melded.len());
        let distance = self.distances.entry(melded.clone()).or_insert_with(|| {
            let mut counts = shape(&limits);
            melded.iter().flat_map(|meld| meld.1).for_each(|tile| counts[plain(tile)] -= 1);
            let forms = if groups == 4 { Forms::ALL } else { Forms::STANDARD };
            Distance::new(counts, groups, forms)
        });
        distance.distance(&shape(held))
    }

    /// Unseen tiles when so many are left in the wall: of all courses with so many calls that lead
    /// there the one in which we took the fewest tiles.
    fn unseen(&self, calls: usize, wall: usize) -> usize {
        let mut fewest = usize::MAX;
        let seats = self.around - 1;
        for course in 0..seats.pow(calls as u32) {
            let waited: usize = (0..calls).map(|k| 1 + course / seats.pow(k as u32) % seats).sum();
            let gone = self.start - wall;
            if gone >= waited && (gone - waited).is_multiple_of(self.around) {
                fewest = fewest.min(calls + (gone - waited) / self.around);
            }
        }
        self.unseen - fewest
    }

    fn better(a: &Values, b: &Values) -> bool {
        a[..3] > b[..3]
    }

    /// After our discard.
    fn waiting(&mut self, held: &Held, melded: &Melded, wall: usize) -> Values {
        let key = (*held, melded.clone(), wall);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let value = if self.distance(held, melded) == 1 {
            let waits: Vec<usize> = (0..ALL)
                .filter(|&kind| {
                    let mut with = *held;
                    with[kind] += 1;
                    self.left(held, melded, kind) > 0 && self.distance(&with, melded) == 0
                })
                .collect();
            let counts: Vec<usize> =
                waits.iter().map(|&kind| self.left(held, melded, kind)).collect();
            let unseen = self.unseen(melded.len(), wall);
            let mut ready = Ready { held, melded, waits: &waits, known: FxHashMap::default() };
            let mut value = ready.go(self, &counts, unseen, (wall, 1, false));
            value[2] = Rational::ONE;
            value
        } else {
            let (value, seats) = (self.before_draw(held, melded, wall), 1..self.around);
            self.before_discards(held, melded, wall, value, seats)
        };
        self.known.insert(key, value.clone());
        value
    }

    /// With our draw next.
    fn before_draw(&mut self, held: &Held, melded: &Melded, wall: usize) -> Values {
        let Some(rest) = wall.checked_sub(self.around) else { return none() };
        let now = self.distance(held, melded);
        let unseen = self.unseen(melded.len(), wall);
        let mut sum = none();
        let mut other = unseen;
        for kind in 0..ALL {
            let left = self.left(held, melded, kind);
            let mut with = *held;
            with[kind] += 1;
            if left > 0 && self.distance(&with, melded) < now {
                let value = self.thrown(&with, melded, rest);
                plus(&mut sum, &(number(left) / number(unseen)), &value);
                other -= left;
            }
        }
        let value = self.waiting(held, melded, rest);
        plus(&mut sum, &(number(other) / number(unseen)), &value);
        sum
    }

    /// Before the discards of these seats, counted from our right.
    fn before_discards(
        &mut self,
        held: &Held,
        melded: &Melded,
        wall: usize,
        mut value: Values,
        seats: std::ops::Range<usize>,
    ) -> Values {
        let now = self.distance(held, melded);
        let unseen = self.unseen(melded.len(), wall);
        for seat in seats.rev().filter(|&seat| wall > seat) {
            let mut sum = none();
            let mut other = Rational::ONE;
            for kind in 0..ALL {
                let left = self.left(held, melded, kind);
                if left == 0 {
                    continue;
                }
                let mut best = value.clone();
                let mut called = false;
                for (rest, meld) in self.ways(held, kind, seat) {
                    let mut after = melded.clone();
                    after.push(meld);
                    after.sort_unstable();
                    if self.distance(&rest, &after) + 1 == now {
                        let own = self.thrown(&rest, &after, wall - seat);
                        if Self::better(&own, &best) {
                            (best, called) = (own, true);
                        }
                    }
                }
                if called {
                    let weight = &self.shown * number(left) / number(unseen);
                    plus(&mut sum, &weight, &best);
                    other -= weight;
                }
            }
            plus(&mut sum, &other, &value);
            value = sum;
        }
        value
    }

    /// Every way to call a tile from a seat: what is left, and the meld.
    fn ways(&self, held: &Held, kind: usize, seat: usize) -> Vec<(Held, (bool, [usize; 3]))> {
        let own: Vec<usize> = (0..ALL).filter(|&own| held[own] > 0).collect();
        let mut ways = Vec::new();
        for &a in &own {
            for &b in own.iter().filter(|&&b| b >= a) {
                let mut rest = *held;
                rest[a] -= 1;
                if rest[b] == 0 {
                    continue;
                }
                rest[b] -= 1;
                let mut tiles = [a, b, kind];
                tiles.sort_unstable_by_key(|&tile| plain(tile));
                let [x, y, z] = tiles.map(plain);
                let run = x + 1 == y && y + 1 == z && z < 27 && x / 9 == z / 9;
                let last = seat == self.around - 1 && self.around == 4;
                if (x == y && y == z) || (run && last) {
                    tiles.sort_unstable();
                    ways.push((rest, (run, tiles)));
                }
            }
        }
        ways
    }

    /// Before our discard.
    fn thrown(&mut self, held: &Held, melded: &Melded, wall: usize) -> Values {
        let now = self.distance(held, melded);
        if now == 0 {
            unreachable!("ready hands are followed by themselves");
        }
        let mut best: Option<Values> = None;
        for kind in (0..ALL).filter(|&kind| held[kind] > 0) {
            let mut without = *held;
            without[kind] -= 1;
            if self.distance(&without, melded) == now {
                let own = self.waiting(&without, melded, wall);
                if best.as_ref().is_none_or(|best| Self::better(&own, best)) {
                    best = Some(own);
                }
            }
        }
        best.unwrap()
    }

    /// The points of a win; none without a yaku.
    fn points(&self, held: &Held, melded: &Melded, tile: usize, how: [bool; 2]) -> Option<u32> {
        let Some((win, rules)) = &self.points else { return Some(0) };
        let melds = melded.iter().map(|(run, tiles)| SlowMeld {
            kind: if *run { SlowMeldKind::Chi } else { SlowMeldKind::Pon },
            tiles: tiles.iter().map(|&tile| plain(tile)).collect(),
        });
        let red = held[KINDS..].iter().map(|&n| u32::from(n)).sum::<u32>();
        let melded_red = melded.iter().flat_map(|meld| meld.1).filter(|&t| t >= KINDS).count();
        let win = SlowWin {
            concealed: shape(held),
            reds: win.reds + red + melded_red as u32,
            melds: win.melds.iter().cloned().chain(melds).collect(),
            tile: plain(tile),
            tsumo: how[0],
            last_tile: how[1],
            ..win.clone()
        };
        score(&win, rules).map(|score| score.points)
    }
}

/// Waits left, unseen tiles, and the wall with the seat and whether a tile was passed up.
type Waiting = (Vec<usize>, usize, (usize, usize, bool));

/// A ready hand, tile by tile without replacement.
struct Ready<'r> {
    held: &'r Held,
    melded: &'r Melded,
    waits: &'r [usize],
    known: FxHashMap<Waiting, Values>,
}

impl Ready<'_> {
    /// Before the discard of a seat, so many tiles being in the wall after ours.
    fn go(
        &mut self,
        game: &Courses,
        counts: &[usize],
        unseen: usize,
        at: (usize, usize, bool),
    ) -> Values {
        let key = (counts.to_vec(), unseen, at);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (wall, seat, passed) = at;
        let drawn = seat == game.around;
        let mut sum = none();
        if wall >= seat {
            let left = wall - seat;
            let next = if drawn { (left, 1, false) } else { (wall, seat + 1, passed) };
            let shown = if drawn { Rational::ONE } else { game.shown.clone() };
            let each = &shown / number(unseen);
            let mut miss = shown.clone();
            for (k, &kind) in self.waits.iter().enumerate().filter(|(k, _)| counts[*k] > 0) {
                let weight = &each * number(counts[k]);
                miss -= &weight;
                let mut with = *self.held;
                with[kind] += 1;
                let points = game.points(&with, self.melded, kind, [drawn, left == 0]);
                if let Some(points) = points.filter(|_| drawn || !passed) {
                    let ron = if drawn { Rational::ZERO } else { Rational::ONE };
                    let win = [number(points as usize), Rational::ONE, Rational::ZERO, ron];
                    plus(&mut sum, &weight, &win);
                    continue;
                }
                let mut fewer = counts.to_vec();
                fewer[k] -= 1;
                let next = if drawn { next } else { (wall, seat + 1, true) };
                let value = self.go(game, &fewer, unseen - 1, next);
                plus(&mut sum, &weight, &value);
            }
            let value = self.go(game, counts, unseen - 1, next);
            plus(&mut sum, &miss, &value);
            if !drawn {
                let value = self.go(game, counts, unseen, next);
                plus(&mut sum, &(Rational::ONE - &shown), &value);
            }
        }
        self.known.insert(key, sum.clone());
        sum
    }
}

/// The game of a question, in which so many discards are shown.
fn courses(question: &Question, shown: (u64, u64), terms: Option<&Terms>) -> Courses {
    let situation = question.situation();
    let players = situation.players();
    let around = players.number() as usize;
    let usual = if players == Players::Four { 1 } else { 0 };
    let tail = question.others().tail().map_or(usual, |tail| (tail as usize).min(around - 1));
    let mut limits = [0; ALL];
    limits[..KINDS].copy_from_slice(&situation.limits().counts());
    if let Some(terms) = terms {
        for suit in 0..3 {
            let all = terms.stakes.rules().reds(players).of(suit);
            let seen = situation.visible_reds().of(suit) - situation.hand().reds().of(suit);
            let left = (all - seen).min(u32::from(limits[9 * suit + 4])) as u8;
            limits[KINDS + suit] = left;
            limits[9 * suit + 4] -= left;
        }
    }
    Courses {
        limits,
        groups: situation.hand().sets_needed() as usize,
        around,
        start: question.draws() * around + tail,
        unseen: situation.unseen() as usize,
        shown: number(shown.0 as usize) / number(shown.1 as usize),
        points: terms
            .map(|terms| (slow_win(situation, &terms.stakes), slow_rules(terms.stakes.rules()))),
        distances: FxHashMap::default(),
        known: FxHashMap::default(),
    }
}

fn held(hand: &Hand, reds: bool) -> Held {
    let mut held = [0; ALL];
    held[..KINDS].copy_from_slice(&hand.concealed().counts());
    for suit in (0..3).filter(|_| reds) {
        let red = hand.reds().of(suit) as u8;
        held[KINDS + suit] = red;
        held[9 * suit + 4] -= red;
    }
    held
}

fn close(own: [f64; 4], exact: &Values, text: &str) {
    let exact = exact.clone().map(|value| to_f64(&value));
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + b.abs());
    assert!(own.iter().zip(exact).all(|(&a, b)| near(a, b)), "{text}: {own:?} {exact:?}");
}

fn others(shown: (u64, u64), tail: Option<u32>) -> Others {
    let others = Others::discarding(shown.0 as f64 / shown.1 as f64).unwrap();
    tail.map_or(others.clone(), |tail| others.with_tail(tail))
}

/// Every discard that keeps the distance, or the hand itself, with each number of draws left.
fn check_win(question: &Question, shown: (u64, u64)) -> bool {
    let answer = Solver::default().answer(question).unwrap();
    let hand = question.situation().hand().clone();
    let mut game = courses(question, shown, None);
    let text = format!("{hand} {question:?}");
    for discard in answer.discards().iter().filter(|own| own.distance() == answer.distance()) {
        let mut own = held(&hand, false);
        own[discard.tile().index()] -= 1;
        for d in 0..=question.draws() {
            let wall = d * game.around + game.start % game.around;
            let exact = game.waiting(&own, &Vec::new(), wall);
            let worth = discard.worth();
            let own = [0.0, worth.win()[d], worth.tenpai()[d], worth.ron()[d]];
            close(own, &exact, &text);
        }
    }
    if let Some(worth) = answer.waiting().filter(|_| answer.distance() > Some(1)) {
        let own = held(&hand, false);
        for d in 0..=question.draws() {
            let wall = d * game.around + game.start % game.around;
            let exact = game.before_draw(&own, &Vec::new(), wall);
            let own = [0.0, worth.win()[d], worth.tenpai()[d], worth.ron()[d]];
            close(own, &exact, &text);
        }
    }
    game.known.keys().any(|(_, melded, _)| !melded.is_empty())
}

fn question(hand: &str, seen: &str, draws: u32, shown: (u64, u64), tail: Option<u32>) -> Question {
    let seen = Bag::parse("seen", seen).unwrap();
    let table = Situation::new(hand.parse().unwrap(), Players::Four)
        .and_then(|table| table.with_seen(seen))
        .unwrap();
    Question::from_now(table, draws)
        .and_then(|own| own.with_others(others(shown, tail)))
        .and_then(|own| own.with_calls(true))
        .unwrap()
}

/// A pair of dragons is all that is left to call.
#[test]
fn a_pair_to_pon() {
    for (draws, tail) in [(1, None), (3, Some(0)), (4, Some(2)), (4, Some(3)), (2, Some(1))] {
        for shown in [(1, 1), (1, 3)] {
            for hand in ["123m456p55z99s13m67z", "123m456p55z99s13m7z"] {
                let own = question(hand, "", draws, shown, tail);
                assert!(check_win(&own, shown) || draws == 1);
            }
        }
    }
}

/// Random hands of any kind, melds among them.
#[test]
fn random_hands() {
    let mut dealer = Dealer::new(31);
    let mut called = 0;
    for round in 0..60 {
        let groups = if round % 3 == 0 { 1..=4 } else { 1..=3 };
        let most = if round % 4 == 0 { 3 } else { 2 };
        let wish = Wish { groups, distance: 2..=most, unknown: false, seen: 30 };
        let table = dealer.deal(&wish);
        let shown = [(1, 1), (1, 2), (2, 7)][dealer.below(3)];
        let most = if most == 3 { 2 } else { 3 };
        let draws = 1 + dealer.below(most) as u32;
        let tail = [None, Some(0), Some(1), Some(2), Some(3)][dealer.below(5)];
        let question = Question::from_now(table, draws)
            .and_then(|own| own.with_others(others(shown, tail)))
            .and_then(|own| own.with_calls(true));
        let Ok(question) = question else { continue };
        called += usize::from(check_win(&question, shown));
    }
    assert!(called > 20, "{called}");
}

/// Points of every open reading by the plain scorer, red fives and dora among them.
#[test]
fn points_of_open_hands() {
    let mut dealer = Dealer::new(32);
    let mut called = 0;
    for round in 0..50 {
        let wish = Wish { groups: 1..=3, distance: 2..=2, unknown: false, seen: 20 };
        let table = dealer.deal(&wish);
        let rules = if round % 3 == 0 { dealer.rules() } else { Rules::default() };
        let stakes = dealer.stakes(rules, table.players()).with_rules(rules);
        let stakes =
            Stakes::default().with_rules(rules).with_seat(stakes.seat()).with_round(stakes.round());
        let terms = Terms { stakes, riichi: false, ..Terms::default() };
        let shown = [(1, 1), (1, 2)][dealer.below(2)];
        let tail = [None, Some(0), Some(2), Some(3)][dealer.below(4)];
        let question = Question::from_now(table, 1 + dealer.below(2) as u32)
            .and_then(|own| own.with_others(others(shown, tail)))
            .and_then(|own| own.with_calls(true))
            .and_then(|own| ScoreQuestion::new(own, terms));
        let Ok(question) = question else { continue };
        let answer = ScoreSolver::default().answer(&question).unwrap();
        let base = question.question();
        let hand = base.situation().hand().clone();
        let mut game = courses(base, shown, Some(&terms));
        for discard in answer.discards().iter().filter(|own| own.distance() == answer.distance()) {
            let mut own = held(&hand, true);
            let tile = discard.tile();
            own[if discard.is_red() { KINDS + tile.suit() } else { tile.index() }] -= 1;
            let d = base.draws();
            let exact = game.waiting(&own, &Vec::new(), game.start);
            let prospect = discard.prospect();
            let figures =
                [prospect.score()[d], prospect.win()[d], prospect.tenpai()[d], prospect.ron()[d]];
            close(figures, &exact, &format!("{hand} {} {question:?}", discard.tile()));
        }
        called += usize::from(game.known.keys().any(|(_, melded, _)| !melded.is_empty()));
    }
    assert!(called > 15, "{called}");
}

/// To pass, and every way to call with every discard after it.
#[test]
fn offered_tiles() {
    let mut dealer = Dealer::new(33);
    let mut called = 0;
    for round in 0..40 {
        let wish = Wish { groups: 1..=3, distance: 2..=2, unknown: false, seen: 20 };
        let table = dealer.deal(&wish);
        if table.hand().has_drawn() {
            continue;
        }
        let useful = Distance::of(&table).useful(&table.hand().concealed().counts());
        let tile = crate::slow::tile(useful[dealer.below(useful.len())]);
        let offered = Bag::EMPTY.with(tile, false).unwrap();
        let from = [Seat::Left, Seat::Across, Seat::Right][round % 3];
        let stakes = Stakes::default().with_rules(Rules::default().set("reds=0").unwrap());
        let terms = Terms { stakes, riichi: false, ..Terms::default() };
        let question = Question::from_now(table, 2)
            .and_then(|own| own.with_others(others((1, 2), Some(round as u32 % 2))))
            .and_then(|own| ScoreQuestion::new(own, terms));
        let Ok(asked) = question else { continue };
        let Ok(question) = CallQuestion::new(asked.clone(), offered, from) else { continue };
        let mut report = |_| std::ops::ControlFlow::Continue(());
        let answer = ScoreSolver::default().call(&question, &mut report).unwrap();
        let figures = |own: &kakukin_mahjong::Prospect| {
            let last = |list: &[f64]| *list.last().unwrap();
            [last(own.score()), last(own.win()), last(own.tenpai()), last(own.ron())]
        };
        let pass = question.pass().question();
        let mut game = courses(pass, (1, 2), Some(&terms));
        let own = self::held(pass.situation().hand(), false);
        let around = game.around;
        let turns = around - 1 - from.others_between(pass.situation().players()) as usize;
        let value = game.before_draw(&own, &Vec::new(), game.start);
        let exact = game.before_discards(&own, &Vec::new(), game.start, value, turns + 1..around);
        let text = format!("{offered} {from:?} {:?}", pass.situation().hand().to_string());
        close(figures(answer.pass().waiting().unwrap()), &exact, &text);
        for way in answer.ways() {
            called += 1;
            let hand = pass.situation().hand();
            let melds = hand.melds().iter().copied().chain([way.meld()]).collect();
            let gone = way.meld().tiles().less(offered.tiles()).unwrap();
            let rest = hand.concealed().less(gone).unwrap();
            let hand = Hand::new(Bag::new(rest, Default::default()).unwrap(), melds).unwrap();
            let base = asked.question().situation();
            let indicators = |tiles| Bag::new(tiles, Default::default()).unwrap();
            let table = Situation::new(hand, base.players())
                .and_then(|table| table.with_dora(indicators(base.dora())))
                .and_then(|table| table.with_seen(indicators(base.seen())))
                .unwrap();
            let wall = game.start - turns;
            let question = Question::from_now(table, (wall / around) as u32)
                .and_then(|own| own.with_others(others((1, 2), Some((wall % around) as u32))))
                .unwrap();
            let mut game = courses(&question, (1, 2), Some(&terms));
            for discard in way.answer().discards() {
                let mut own = self::held(question.situation().hand(), false);
                own[discard.tile().index()] -= 1;
                let exact = game.waiting(&own, &Vec::new(), wall);
                close(figures(discard.prospect()), &exact, &text);
            }
        }
    }
    assert!(called > 1, "{called}");
}
