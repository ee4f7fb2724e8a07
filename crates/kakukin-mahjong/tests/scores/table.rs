//! Hands at a table where others discard and may win: every tile that the wall can give and every
//! tile that the others can show, for the policy that an answer rests on.

use crate::{
    Thrown, answer, policy, prospects,
    questions::{Wish, deal},
    slow::{
        Counts, Distance,
        deal::{Dealer, wall},
        expect::RedFives,
        kinds,
        table::{coloured, slow_rules, slow_win},
        tile, total, with,
        yaku::{SlowRules, SlowWin, score},
    },
    text,
};
use kakukin_mahjong::{
    Aim, Bag, Conduct, Flag, FlagValue, Move, Others, Players, Question, ScorePolicy,
    ScoreQuestion, Solver, Terms, Ura,
};
use rustc_hash::FxHashMap;

/// Score, win, ready at some time, ready at the end, win by a discard, costs.
type Sums = [f64; 6];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    hand: Counts,
    reds: RedFives,
    unseen: Counts,
    unseen_reds: RedFives,
    draws: usize,
    /// Discards before the next draw.
    discards: usize,
    riichi: bool,
    ippatsu: bool,
    /// Whether a winning tile was passed up since the last draw.
    passed: bool,
    /// Whether another may win before the next draw.
    open_end: bool,
}

struct Walk<'w> {
    question: &'w ScoreQuestion,
    policy: &'w mut ScorePolicy,
    win: SlowWin,
    rules: SlowRules,
    distance: Distance,
    /// Of a whole set of tiles.
    shapes: Distance,
    river: Vec<usize>,
    conduct: [Conduct; 3],
    between: usize,
    tail: usize,
    haitei: bool,
    has_ippatsu: bool,
    ura: usize,
    known: FxHashMap<State, Sums>,
    points: FxHashMap<Complete, u32>,
}

/// A complete hand: tiles, red fives, the winning tile; drawn, riichi, ippatsu, last tile; ura.
type Complete = (Counts, u32, usize, [bool; 4], Option<usize>);

impl Walk<'_> {
    /// What a complete hand brings: drawn, riichi, ippatsu, last tile.
    fn points(
        &mut self,
        hand: &Counts,
        reds: u32,
        kind: usize,
        how: [bool; 4],
        ura: Option<usize>,
    ) -> f64 {
        let (win, rules) = (&self.win, &self.rules);
        let points = *self.points.entry((*hand, reds, kind, how, ura)).or_insert_with(|| {
            let [tsumo, riichi, ippatsu, last_tile] = how;
            let win = SlowWin {
                concealed: *hand,
                reds: win.reds + reds,
                tile: kind,
                tsumo,
                riichi: u8::from(riichi),
                ippatsu,
                last_tile,
                first_turn: false,
                ura: ura.into_iter().collect(),
                ..win.clone()
            };
            score(&win, rules).map_or(0, |score| score.points)
        });
        f64::from(points)
    }

    fn mean_points(
        &mut self,
        state: &State,
        hand: &Counts,
        reds: u32,
        kind: usize,
        how: [bool; 4],
    ) -> f64 {
        if self.ura == 0 || !state.riichi {
            return self.points(hand, reds, kind, how, None);
        }
        let all = total(&state.unseen) as f64;
        let mut sum = 0.0;
        for indicator in kinds(state.unseen).collect::<Vec<_>>() {
            let copies = f64::from(state.unseen[indicator]);
            sum += copies * self.points(hand, reds, kind, how, Some(indicator));
        }
        sum / all
    }

    fn extra(&self) -> f64 {
        let stakes = &self.question.terms().stakes;
        let flag = match self.question.question().situation().players() {
            Players::Three => Flag::SanmaHonba,
            Players::Four => Flag::Honba,
        };
        let honba: u32 = stakes.rules().get(flag).to_string().parse().unwrap();
        f64::from(honba * stakes.honba() + 1000 * stakes.sticks())
    }

    fn paid(&self, ready: bool) -> f64 {
        let Some(others) = self.question.terms().others_ready else { return 0.0 };
        let players = self.question.question().situation().players();
        let flag = match players {
            Players::Three => Flag::SanmaTenpai,
            Players::Four => Flag::Tenpai,
        };
        let rules = self.question.terms().stakes.rules();
        let all: f64 = rules.get(flag).to_string().parse().unwrap();
        match (ready, others + u32::from(ready)) {
            (_, n) if n == 0 || n == players.number() => 0.0,
            (true, n) => all / f64::from(n),
            (false, n) => -all / f64::from(players.number() - n),
        }
    }

    /// What a round brings that ends without our win: score and cost.
    fn lost(&self, riichi: bool) -> (f64, f64) {
        match (riichi, self.question.terms().others_ready) {
            (false, _) => (0.0, 0.0),
            (true, Some(_)) => (-1000.0, 0.0),
            (true, None) => (0.0, 1000.0),
        }
    }

    fn conduct(&self, riichi: bool) -> Conduct {
        let open = !self.question.question().situation().hand().is_closed();
        self.conduct[if riichi { 2 } else { usize::from(open) }].clone()
    }

    fn value(&mut self, state: &State) -> Sums {
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let ready = self.distance.distance(&state.hand) == 1;
        let mut sums = [0.0; 6];
        if state.discards > 0 {
            self.discard(state, ready, &mut sums);
        } else {
            let conduct = self.conduct(state.riichi);
            let turn = 18usize.saturating_sub(state.draws);
            let end =
                if state.open_end { conduct.ends[turn.min(conduct.ends.len() - 1)] } else { 0.0 };
            let cost = conduct.costs[turn.min(conduct.costs.len() - 1)];
            let (points, stick) = self.lost(state.riichi);
            sums[0] = end * points;
            sums[5] = end * (cost + stick);
            self.draw(state, ready, 1.0 - end, &mut sums);
        }
        if ready {
            sums[2] = 1.0;
        }
        self.known.insert(*state, sums);
        sums
    }

    fn discard(&mut self, state: &State, ready: bool, sums: &mut Sums) {
        let shown = self.conduct(state.riichi).shown;
        let hidden = State { discards: state.discards - 1, ..*state };
        add(sums, 1.0 - shown, self.value(&hidden));
        if shown == 0.0 {
            return;
        }
        let furiten = ready && {
            let hand = state.hand;
            self.river
                .clone()
                .iter()
                .any(|&kind| hand[kind] < 4 && self.shapes.distance(&with(hand, kind)) == 0)
        };
        let all = total(&state.unseen) as f64;
        for (kind, red, copies) in drawable(state) {
            let mut next = hidden;
            take(&mut next, kind, red);
            let chance = shown * f64::from(copies) / all;
            let hand = if state.hand[kind] < 4 { with(state.hand, kind) } else { state.hand };
            if !ready || state.hand[kind] == 4 || self.distance.distance(&hand) != 0 {
                add(sums, chance, self.value(&next));
                continue;
            }
            let reds = state.reds.iter().map(|&n| u32::from(n)).sum::<u32>() + u32::from(red);
            let last = state.draws == 0 && state.discards == 1;
            let how = [false, state.riichi, state.ippatsu, last];
            let points = self.mean_points(&next, &hand, reds, kind, how);
            if points > 0.0 && !furiten && !state.passed {
                let won = [points + self.extra(), 1.0, 1.0, 0.0, 1.0, 0.0];
                add(sums, chance, won);
            } else {
                add(sums, chance, self.value(&State { passed: true, ..next }));
            }
        }
    }

    fn draw(&mut self, state: &State, ready: bool, on: f64, sums: &mut Sums) {
        if state.draws == 0 {
            let (points, cost) = self.lost(state.riichi);
            let at_end = f64::from(u8::from(ready));
            let own = [self.paid(ready) + points, 0.0, at_end, at_end, 0.0, cost];
            return add(sums, on, own);
        }
        let all = total(&state.unseen) as f64;
        for (kind, red, copies) in drawable(state) {
            let draws = state.draws - 1;
            let discards = if draws == 0 { self.tail } else { self.between };
            let mut next =
                State { draws, discards, ippatsu: false, passed: false, open_end: true, ..*state };
            take(&mut next, kind, red);
            let chance = on * f64::from(copies) / all;
            let hand = with(state.hand, kind);
            let reds = state.reds.iter().map(|&n| u32::from(n)).sum::<u32>() + u32::from(red);
            let last = state.draws == 1 && self.haitei;
            let how = [true, state.riichi, state.ippatsu, last];
            if ready && self.distance.distance(&hand) == 0 {
                let points = self.mean_points(&next, &hand, reds, kind, how);
                if points > 0.0 {
                    add(sums, chance, [points + self.extra(), 1.0, 1.0, 0.0, 0.0, 0.0]);
                    continue;
                }
            }
            if !state.riichi {
                let waiting = coloured(&state.hand, state.reds);
                match self.policy.play(waiting, tile(kind), red, draws) {
                    Move::Win => panic!("no win {state:?} {kind}"),
                    Move::Throw { tile, red: thrown_red, riichi } => {
                        next.hand = hand;
                        if red {
                            next.reds[kind / 9] += 1;
                        }
                        next.hand[tile.index()] -= 1;
                        if thrown_red {
                            next.reds[tile.suit()] -= 1;
                        }
                        (next.riichi, next.ippatsu) = (riichi, riichi && self.has_ippatsu);
                    }
                }
            }
            add(sums, chance, self.value(&next));
        }
    }
}

fn add(sums: &mut Sums, weight: f64, own: Sums) {
    sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += weight * own);
}

fn take(state: &mut State, kind: usize, red: bool) {
    state.unseen[kind] -= 1;
    if red {
        state.unseen_reds[kind / 9] -= 1;
    }
}

fn drawable(state: &State) -> Vec<(usize, bool, u8)> {
    let mut tiles = Vec::new();
    for kind in kinds(state.unseen) {
        let five = kind < 27 && kind % 9 == 4;
        let red = if five { state.unseen_reds[kind / 9] } else { 0 };
        tiles.push((kind, false, state.unseen[kind] - red));
        tiles.push((kind, true, red));
    }
    tiles.retain(|x| x.2 > 0);
    tiles
}

fn conduct(dealer: &mut Dealer) -> Conduct {
    let shown = [0.0, 0.3, 1.0][dealer.below(3)];
    let mut some = |most: usize| dealer.below(most) as f64 / 100.0;
    Conduct {
        shown,
        ends: vec![some(20), some(20), some(30)],
        costs: vec![100.0 * some(9000), 100.0 * some(9000), -100.0 * some(3000)],
    }
}

/// The question of a hand at a table of its own, some of the seen tiles being our discards.
fn at_table(
    dealer: &mut Dealer,
    question: &ScoreQuestion,
    others: Others,
) -> Option<ScoreQuestion> {
    let old = question.question().situation();
    let seen: Vec<_> = old.seen().iter().collect();
    let mut river = Bag::EMPTY;
    let mut rest = Bag::EMPTY;
    for tile in seen {
        let bag = if dealer.one_in(6) { &mut river } else { &mut rest };
        *bag = bag.with(tile, false)?;
    }
    let table = kakukin_mahjong::Situation::new(old.hand().clone(), old.players())
        .and_then(|table| table.with_dora(Bag::new(old.dora(), Default::default()).unwrap()))
        .and_then(|table| table.with_north(old.north()))
        .and_then(|table| table.with_seen(rest))
        .and_then(|table| table.with_river(river))
        .ok()?;
    let all = question.question().all_discards();
    let base = Question::from_now(table, question.question().draws() as u32).ok()?;
    let base = base.with_all_discards(all).with_others(others).ok()?;
    let aim = [Aim::Score, Aim::Win, Aim::Balance][dealer.below(3)];
    let terms = Terms { refuse: false, aim, ..*question.terms() };
    ScoreQuestion::new(base, terms).ok()
}

fn walk(question: &ScoreQuestion, thrown: Thrown, policy: &mut ScorePolicy) -> Sums {
    let base = question.question();
    let (table, terms) = (base.situation(), question.terms());
    let (mut hand, mut reds) = (table.hand().concealed().counts(), table.hand().reds().counts());
    let unseen = wall(table);
    let mut river: Vec<usize> = table.river().iter().map(|tile| tile.index()).collect();
    let mut distance = Distance::of(table);
    if let Some((tile, red)) = thrown {
        let far =
            distance.distance(&hand) == 0 || !distance.unneeded(&hand).contains(&tile.index());
        if far {
            river.push(tile.index());
            let limits = crate::slow::without(distance.limits, tile.index());
            distance = Distance::new(limits, distance.groups, distance.forms);
        }
        hand[tile.index()] -= 1;
        if red {
            reds[tile.suit()] -= 1;
        }
    }
    let all = terms.stakes.rules().reds(table.players()).counts();
    let visible = table.visible_reds().counts();
    let unseen_reds =
        std::array::from_fn(|suit| unseen[9 * suit + 4].min(all[suit] - visible[suit]));
    let players = table.players();
    let between = players.number() as usize - 1;
    let tail = base.others().tail().unwrap_or(u32::from(players == Players::Four)) as usize;
    let draws = base.draws();
    let ura = terms.stakes.rules().get(Flag::Ura) == FlagValue::Yes && terms.riichi;
    let ura = if ura && table.hand().is_closed() { table.dora().len() as usize } else { 0 };
    let riichi = policy.is_riichi();
    let has_ippatsu = terms.stakes.rules().get(Flag::Ippatsu) == FlagValue::Yes;
    let draw_next = thrown.is_none() && draws > 0;
    let start = State {
        hand,
        reds,
        unseen,
        unseen_reds,
        draws,
        discards: if draw_next {
            0
        } else if draws == 0 {
            tail
        } else {
            between
        },
        riichi,
        ippatsu: riichi && has_ippatsu,
        passed: false,
        open_end: !draw_next,
    };
    let full = players.full_set().counts();
    let standings = kakukin_mahjong::Standing::ALL;
    let mut walk = Walk {
        question,
        policy,
        win: slow_win(table, &terms.stakes),
        rules: slow_rules(terms.stakes.rules()),
        shapes: Distance::new(full, distance.groups, distance.forms),
        distance,
        river,
        conduct: standings.map(|standing| base.others().conduct(standing).clone()),
        between,
        tail,
        haitei: terms.haitei && tail == 0,
        has_ippatsu,
        ura,
        known: FxHashMap::default(),
        points: FxHashMap::default(),
    };
    walk.value(&start)
}

/// Every discard of small situations, in which tiles are shown and others may win.
#[test]
fn figures_at_a_table_are_what_the_policy_brings() {
    let mut dealer = Dealer::new(31);
    let (mut discards, mut by_ron, mut riichi, mut furiten) = (0, 0, 0, 0);
    for round in 0..120 {
        let draws = [1, 1, 2][round % 3];
        let (kinds, wall) = [(12, 34), (7, 26)][draws - 1];
        let indicators = [0, 1, 1][dealer.below(3)];
        let drawn = round % 4 > 0;
        let wish = Wish { drawn, distance: 0..=2, draws: Some(draws), kinds, wall, indicators };
        let own = [0; 3].map(|_| conduct(&mut dealer));
        let others = Others::new(own).unwrap().with_tail(dealer.below(3) as u32);
        let question = loop {
            let question = deal(&mut dealer, &wish);
            if let Some(question) = at_table(&mut dealer, &question, others.clone()) {
                break question;
            }
        };
        let answer = answer(&question);
        furiten += usize::from(!question.question().situation().river().is_empty());
        for (thrown, prospect) in prospects(&answer) {
            let (_, mut policy) = policy(&question, thrown);
            let sums = walk(&question, thrown, &mut policy);
            let balance = sums[0] - sums[5];
            let (own, oracle) = if others.is_alone() {
                continue;
            } else {
                let at = |list: &[f64]| list[draws];
                (
                    [
                        at(prospect.score()),
                        at(prospect.win()),
                        at(prospect.tenpai()),
                        at(prospect.tenpai_at_end()),
                        at(prospect.ron()),
                        at(prospect.balance()),
                    ],
                    [sums[0], sums[1], sums[2], sums[3], sums[4], balance],
                )
            };
            let near = |k: usize| (own[k] - oracle[k]).abs() < 1e-9 * oracle[k].abs().max(1.0);
            assert!(
                (0..6).all(near),
                "{thrown:?} {own:?} {oracle:?} {:?} {others:?} river {} {}",
                answer.ura(),
                question.question().situation().river(),
                text(&question)
            );
            assert!(answer.ura() != Ura::Split);
            discards += 1;
            by_ron += usize::from(own[4] > 0.0);
            riichi += usize::from(policy.is_riichi());
            let outcomes = policy.outcomes(&mut |_| std::ops::ControlFlow::Continue(())).unwrap();
            assert!((outcomes.win() - own[1]).abs() < 1e-9, "{} {own:?}", outcomes.win());
        }
    }
    assert!(
        discards > 350 && by_ron > 100 && riichi > 25 && furiten > 100,
        "{discards} {by_ron} {riichi} {furiten}"
    );
}

/// Nothing shown and nobody else: the figures of the hand alone, to the last bit.
#[test]
fn a_table_where_nothing_happens_changes_nothing() {
    let mut dealer = Dealer::new(32);
    for _ in 0..20 {
        let wish = crate::questions::wide(true, 1..=3, Some(8));
        let question = deal(&mut dealer, &wish);
        let base =
            question.question().clone().with_others(Others::discarding(0.0).unwrap()).unwrap();
        let same = ScoreQuestion::new(base.clone(), *question.terms()).unwrap();
        assert_eq!(answer(&same), answer(&question));
        let mut solver = Solver::default();
        assert_eq!(solver.answer(&base), solver.answer(question.question()));
    }
}

/// Figures of a hand beside dealt games: score, win, win by a discard, ready, balance; each as the
/// difference in standard errors and as a part of the figure.
fn beside_games(question: &ScoreQuestion, games: u64, seed: u64) -> Vec<(f64, f64)> {
    let (answer, policy) = policy(question, None);
    let (_, prospect) = prospects(&answer)[0];
    let draws = question.question().draws();
    let dealt = policy.verify(games, seed, |_| std::ops::ControlFlow::Continue(())).unwrap();
    let number = dealt.games as f64;
    let (mean, error) = policy.mean(&dealt);
    let rate = |count: u64, figure: f64| {
        let error = (figure * (1.0 - figure) / number).sqrt().max(1.0 / number);
        ((count as f64 / number - figure) / error, count as f64 / number / figure.max(1e-9) - 1.0)
    };
    let score = prospect.score()[draws];
    vec![
        ((mean - score) / error.max(1e-9), mean / score.abs().max(1.0) - 1.0),
        rate(dealt.wins, prospect.win()[draws]),
        rate(dealt.ron, prospect.ron()[draws]),
        rate(dealt.tenpai, prospect.tenpai()[draws]),
        rate(dealt.tenpai_at_end, prospect.tenpai_at_end()[draws]),
    ]
}

/// A wide table with some discards of our own.
fn wide_table(dealer: &mut Dealer, distance: u8, draws: usize) -> ScoreQuestion {
    loop {
        let wish = crate::questions::wide(true, distance..=distance, Some(draws));
        let question = deal(dealer, &wish);
        let mut own = [0; 3].map(|_| conduct(dealer));
        for conduct in &mut own {
            conduct.shown = [0.2, 0.5, 1.0][dealer.below(3)];
        }
        let others = Others::new(own).unwrap().with_tail(dealer.below(3) as u32);
        if let Some(question) = at_table(dealer, &question, others) {
            let best = answer(&question);
            let (_, prospect) = prospects(&best)[0];
            if prospect.win()[draws] > 0.02 {
                return question;
            }
        }
    }
}

/// The full model dealt from the real wall, river and all, for the shortest way.
#[test]
fn dealt_games_agree_at_a_table() {
    let mut dealer = Dealer::new(33);
    for round in 0..24 {
        let question = wide_table(&mut dealer, 1 + (round % 4) as u8, 6 + round as usize % 10);
        let apart = beside_games(&question, 20_000, round);
        assert!(apart.iter().all(|x| x.0.abs() < 4.5), "{apart:?} {}", text(&question));
    }
}

/// With improvement a shown tile is taken as independent of those before it.
#[test]
fn dealt_games_are_near_with_improvement() {
    let mut dealer = Dealer::new(34);
    let mut sums = [0.0; 3];
    for round in 0..16 {
        let question = wide_table(&mut dealer, 2 + (round % 2) as u8, 6 + round as usize % 8);
        let method = kakukin_mahjong::Method::Improve { extra: 1, divisor: Default::default() };
        let base = question.question().clone().with_method(method).unwrap();
        let question = ScoreQuestion::new(base, *question.terms()).unwrap();
        let apart = beside_games(&question, 20_000, round);
        for (sum, (_, part)) in sums.iter_mut().zip(&apart) {
            *sum += part.abs() / 16.0;
        }
        let (answer, mut policy) = policy(&question, None);
        let outcomes = policy.outcomes(&mut |_| std::ops::ControlFlow::Continue(())).unwrap();
        let win = prospects(&answer)[0].1.win()[question.question().draws()];
        assert!(
            (outcomes.win() - win).abs() < 1e-9,
            "{} {win} {}",
            outcomes.win(),
            text(&question)
        );
    }
    assert!(sums[0] < 0.05 && sums[1] < 0.05, "{sums:?}");
}

/// Where riichi gives every win a yaku, the chance to win is that of the hand completed.
#[test]
fn the_chance_to_win_is_the_same_without_points() {
    let mut dealer = Dealer::new(35);
    let mut compared = 0;
    while compared < 60 {
        let wish = crate::questions::wide(true, 1..=3, Some(1 + dealer.below(12)));
        let question = deal(&mut dealer, &wish);
        if !question.question().situation().hand().is_closed() {
            continue;
        }
        let own = conduct(&mut dealer);
        let others = Others::new([own.clone(), own.clone(), own]).unwrap();
        let tail = dealer.below(2) as u32;
        let Some(question) = at_table(&mut dealer, &question, others.with_tail(tail)) else {
            continue;
        };
        let terms = Terms { aim: Aim::Win, riichi: true, ..*question.terms() };
        let with_points = answer(&ScoreQuestion::new(question.question().clone(), terms).unwrap());
        let alone = Solver::default().answer(question.question()).unwrap();
        for discard in alone.discards() {
            let tile = discard.tile();
            let same = with_points.discards().iter().find(|x| x.tile() == tile && !x.is_red());
            let Some(same) = same else { continue };
            let (a, b) = (discard.worth().win(), same.prospect().win());
            let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-9, "{tile} {a:?} {b:?} {}", text(&question));
            compared += 1;
        }
    }
}
