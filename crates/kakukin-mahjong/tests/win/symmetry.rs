//! Suits and honours may change places.

use crate::{
    CLOSE, answer, question,
    slow::{
        Counts,
        deal::{Dealer, Wish, bag},
    },
    text, worths,
};
use kakukin_mahjong::{Divisor, Hand, KINDS, Meld, Method, Players, Situation};
use proptest::prelude::*;

/// Where each kind goes: suits and honours change places, suits are mirrored.
fn any_map() -> impl Strategy<Value = [usize; KINDS]> {
    let suits = Just(vec![0, 1, 2]).prop_shuffle();
    let honours = Just((27..34).collect::<Vec<usize>>()).prop_shuffle();
    (suits, any::<bool>(), honours).prop_map(|(suits, mirror, honours)| {
        std::array::from_fn(|kind| match kind {
            27.. => honours[kind - 27],
            _ if mirror => 9 * suits[kind / 9] + 8 - kind % 9,
            _ => 9 * suits[kind / 9] + kind % 9,
        })
    })
}

fn mapped(situation: &Situation, map: &[usize; KINDS]) -> Situation {
    let turn = |counts: Counts| {
        let mut turned = [0; KINDS];
        (0..KINDS).for_each(|kind| turned[map[kind]] = counts[kind]);
        bag(&turned)
    };
    let hand = situation.hand();
    let meld = |meld: &Meld| Meld::new(meld.kind(), turn(meld.tiles().counts())).unwrap();
    let hand = Hand::new(turn(hand.concealed().counts()), hand.melds().iter().map(meld).collect());
    Situation::new(hand.unwrap(), situation.players())
        .and_then(|table| table.with_dora(turn(situation.dora().counts())))
        .and_then(|table| table.with_seen(turn(situation.seen().counts())))
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn suits_and_honours_may_change_places(seed: u64, map in any_map(), kind in 0..5usize) {
        let mut dealer = Dealer::new(seed);
        let (method, groups, most) = match kind {
            0 => (Method::Improve { extra: 0, divisor: Divisor::Split }, 4, 3),
            1 => (Method::Improve { extra: 1, divisor: Divisor::Constant }, 2, 2),
            _ => (Method::Plain, 4, 4),
        };
        let wish = Wish { groups: 1..=groups, distance: 1..=most, unknown: true, seen: 20 };
        let here = dealer.deal(&wish);
        prop_assume!(here.players() == Players::Four);
        let there = mapped(&here, &map);
        let [here, there] = [here, there].map(|x| question(x).with_method(method).unwrap());
        let answers = [answer(&here), answer(&there)];
        let [a, b] = [worths(&answers[0]), worths(&answers[1])];
        prop_assert_eq!(a.len(), b.len());
        for (discard, worth) in a {
            let other = b[&discard.map(|kind| map[kind])];
            for (x, y) in worth.win().iter().zip(other.win()) {
                prop_assert!((x - y).abs() < CLOSE, "{} {}", text(&here), text(&there));
            }
        }
    }
}
