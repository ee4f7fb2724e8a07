//! Wins by discards of others: closed forms, every order in which small walls can come, dealt
//! games, and nothing new where no discard can be of use.

use crate::{
    CLOSE, answer, distance, held, left, policy, question, situation,
    slow::{
        Counts, Distance,
        deal::{Dealer, Wish, wall},
        kinds, less, tile, tiles, total, with, without,
    },
    text, worths,
};
use kakukin_mahjong::{Bag, Hand, Players, Policy, Question, Rational, Reds, Situation, Tiles};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// A hand among so few unseen tiles.
fn few(hand: &str, unseen: &str, river: &str, players: Players) -> Situation {
    let hand: Hand = hand.parse().unwrap();
    let bag = |text: &str| Bag::parse("seen", text).unwrap();
    let table = Situation::new(hand, players).unwrap().with_river(bag(river)).unwrap();
    let own = table.hand().concealed();
    let seen = table.limits().less(own).and_then(|rest| rest.less(bag(unseen).tiles())).unwrap();
    table.with_seen(Bag::new(seen, Reds::NONE).unwrap()).unwrap()
}

/// What comes after each discard of the player: tiles shown, then the draw.
struct Oracle<'p> {
    policy: &'p mut Policy,
    distance: Distance,
    river: Vec<usize>,
    each: usize,
    last: usize,
    rate: Rational,
    known: FxHashMap<(Counts, Counts, usize, usize), [Rational; 2]>,
}

impl Oracle<'_> {
    fn is_free(&mut self, hand: &Counts) -> bool {
        let river = self.river.clone();
        !river.into_iter().any(|kind| self.distance.distance(&with(*hand, kind)) == 0)
    }

    /// The chances to win by self-draw and by ron, with so many tiles to be shown before the next
    /// of so many draws.
    fn chances(
        &mut self,
        hand: &Counts,
        wall: &Counts,
        shown: usize,
        draws: usize,
    ) -> [Rational; 2] {
        if let Some(known) = self.known.get(&(*hand, *wall, shown, draws)) {
            return known.clone();
        }
        let mut sum = [Rational::ZERO, Rational::ZERO];
        let all = Rational::from(total(wall));
        if shown > 0 {
            // Of no use, or one of the tiles that are left.
            let other = self.chances(hand, wall, shown - 1, draws);
            let none = Rational::ONE - &self.rate;
            sum = other.map(|part| part * &none);
            for kind in kinds(*wall) {
                let chance = Rational::from(wall[kind]) / &all * &self.rate;
                if self.distance.distance(&with(*hand, kind)) == 0 && self.is_free(hand) {
                    sum[1] += chance;
                } else {
                    let part = self.chances(hand, &without(*wall, kind), shown - 1, draws);
                    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part * &chance);
                }
            }
        } else if draws > 0 {
            for kind in kinds(*wall) {
                let chance = Rational::from(wall[kind]) / &all;
                let drawn = with(*hand, kind);
                if self.distance.distance(&drawn) == 0 {
                    sum[0] += chance;
                    continue;
                }
                let discard = self.policy.discard(tiles(hand), tile(kind), draws - 1);
                let rest = without(drawn, discard.index());
                let shown = if draws == 1 { self.last } else { self.each };
                let part = self.chances(&rest, &without(*wall, kind), shown, draws - 1);
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part * &chance);
            }
        }
        self.known.insert((*hand, *wall, shown, draws), sum.clone());
        sum
    }
}

/// Every order in which a small wall can come.
fn check(situation: Situation, live: u32, rate: (i64, i64)) -> usize {
    let each = situation.players().number() as usize - 1;
    let drawn = situation.hand().has_drawn();
    let asked = Question::from_wall(situation.clone(), live).unwrap();
    let draws = asked.draws();
    let last = if drawn {
        live as usize - (each + 1) * draws
    } else {
        live as usize - (each + 1) * (draws - 1) - 1
    };
    let asked = asked.with_discards(rate.0 as f64 / rate.1 as f64).unwrap();
    let (answer, mut policy) = policy(&asked);
    let mut oracle = Oracle {
        policy: &mut policy,
        distance: distance(&asked),
        river: situation.river().kinds().map(|tile| tile.index()).collect(),
        each,
        last,
        rate: Rational::from(rate.0) / Rational::from(rate.1),
        known: FxHashMap::default(),
    };
    let (hand, wall) = (held(&asked), wall(&situation));
    let mut compared = 0;
    for (discard, worth) in worths(&answer) {
        let rest = discard.map_or(hand, |kind| without(hand, kind));
        let shown = if !drawn {
            0
        } else if draws == 0 {
            last
        } else {
            each
        };
        let [tsumo, ron] = oracle.chances(&rest, &wall, shown, draws);
        let [tsumo, ron] = [tsumo, ron].map(|x| kakukin_core::to_f64(&x));
        let (win, own) = (worth.win()[draws], worth.win_by_ron().unwrap()[draws]);
        let about = || format!("{discard:?} {tsumo} {ron} {win} {own} {}", text(&asked));
        assert!((own - ron).abs() < CLOSE && (win - own - tsumo).abs() < CLOSE, "{}", about());
        compared += usize::from(ron > 0.0 && tsumo > 0.0);
    }
    compared
}

#[test]
fn every_order_of_small_walls() {
    let melds = "pon:111z pon:222z pon:333z";
    let mut compared = 0;
    for (hand, unseen) in [
        ("4567m", "4477m99p9s"),
        ("3457m", "22377m99p"),
        ("4568m", "777888m99p"),
        ("45678m", "3366999m9p"),
        ("1357m9s", "2446m579s9p"),
        ("2468m9s", "1335577m99s"),
    ] {
        let hand = format!("{hand} {melds}");
        for (live, rate) in [(4, (1, 1)), (5, (1, 1)), (6, (1, 2)), (7, (1, 3))] {
            let table = few(&hand, unseen, "", Players::Four);
            compared += check(table, live, rate);
        }
    }
    // Three players, and own discards that bar ron.
    for (hand, unseen) in [("4567p", "4477p99s9p"), ("1357p9s", "2446p579s9p")] {
        let hand = format!("{hand} {melds}");
        for (river, live) in [("", 5), ("7p", 4), ("4p", 5)] {
            compared += check(few(&hand, unseen, river, Players::Three), live, (1, 1));
            compared += check(few(&hand, unseen, river, Players::Three), live, (1, 2));
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn closed_forms() {
    // n waits among U unseen tiles, after m of them: 1 - C(U - m, n) / C(U, n).
    for (unseen, hand, waits, live, expected) in [
        (60, "1112345678999m", None, 4, None),
        (60, "123m456p789s1122z", Some(4), 4, Some(0.246793)),
        (90, "34m456p789s11222z", Some(8), 12, Some(0.697520)),
    ] {
        let table = situation(hand);
        let mut distance = Distance::of(&table);
        let counts = table.hand().concealed().counts();
        let useful = distance.useful(&counts);
        let own: Counts = std::array::from_fn(|kind| if useful.contains(&kind) { 4 } else { 0 });
        let rest = less(wall(&table), &std::array::from_fn(|k| own[k].min(wall(&table)[k])));
        let gone = total(&wall(&table)) as usize - unseen;
        let seen: Tiles = kinds(rest)
            .flat_map(|kind| (0..rest[kind]).map(move |_| tile(kind)))
            .take(gone)
            .collect();
        let table = table.with_seen(Bag::new(seen, Reds::NONE).unwrap()).unwrap();
        assert_eq!(table.unseen() as usize, unseen);
        let n = useful.iter().map(|&kind| wall(&table)[kind]).sum::<u8>();
        assert!(waits.is_none_or(|waits| waits == n), "{n}");
        let asked = Question::from_wall(table, live).unwrap().with_discards(1.0).unwrap();
        let answer = answer(&asked);
        let worth = answer.waiting().unwrap();
        let win = worth.win()[asked.draws()];
        let miss = |m: u32| (0..m).map(|i| 1.0 - f64::from(n) / (unseen as u32 - i) as f64);
        let closed = 1.0 - miss(live).product::<f64>();
        assert!((win - closed).abs() < CLOSE, "{win} {closed}");
        assert!(expected.is_none_or(|x: f64| (win - x).abs() < 5e-7), "{win}");
        // Three quarters of the tiles are shown, and the player draws first.
        let ron = worth.win_by_ron().unwrap()[asked.draws()];
        assert!(ron > 0.5 * win && ron < 0.75 * win, "{ron} {win}");
    }
}

/// To the last bit, and own discards bar nothing then.
#[test]
fn no_discards_change_nothing() {
    let mut dealer = Dealer::new(31);
    for round in 0..40 {
        let wish = Wish { groups: 0..=4, distance: 1..=4, unknown: true, seen: 20 };
        let asked = question(dealer.deal(&wish));
        let asked = if round % 2 == 0 { asked } else { left(asked, round % 17) };
        let none = asked.clone().with_discards(0.0).unwrap();
        assert_eq!(answer(&none), answer(&asked));
        // As few as nothing, by the other way.
        let little = answer(&asked.clone().with_discards(1e-300).unwrap());
        for (discard, worth) in worths(&answer(&asked)) {
            let other = worths(&little)[&discard].win();
            let near = worth.win().iter().zip(other).all(|(a, b)| (a - b).abs() < CLOSE);
            assert!(near, "{discard:?} {}", text(&asked));
        }
        // More discards, more wins.
        let half = answer(&asked.clone().with_discards(0.5).unwrap());
        for (discard, worth) in worths(&half) {
            let less = worths(&little)[&discard].win();
            assert!(worth.win().iter().zip(less).all(|(a, b)| *a > b - CLOSE));
        }
    }
}

#[test]
fn dealt_games_with_discards() {
    for (hand, rate) in [("234578m1689p357s1z", 1.0), ("456678m23357p556s", 0.4)] {
        let asked = question(situation(hand)).with_discards(rate).unwrap();
        let (answer, policy) = policy(&asked);
        let best = &answer.discards()[0];
        let rest = asked.situation().hand().concealed().without(best.tile());
        let games = 40_000;
        let go_on = |_| ControlFlow::Continue(());
        let dealt = policy.verify(asked.situation(), rest, games, 5, go_on).unwrap();
        let (figure, share) = (best.worth().win()[17], dealt.wins as f64 / games as f64);
        let error = (figure * (1.0 - figure) / games as f64).sqrt();
        assert!((figure - share).abs() < 4.5 * error, "{hand} {figure} {share}");
    }
}
