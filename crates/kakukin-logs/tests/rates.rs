//! Tables of dealt games whose rates are known: everybody discards what they draw, and wins by
//! self-draw with a certain chance at each draw, for points that are one of two.

use kakukin_logs::{Event, Face, Game, LoggedWin, Replay, Round, Said, count_round};
use kakukin_mahjong::{PlayState, Players, Rules, Table, Wind};
use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// The chance to win at each draw.
const WIN: f64 = 0.03;
/// What each of the others pays.
const PAID: [i32; 2] = [1000, 4000];

fn dealt(rng: &mut impl Rng) -> Round {
    let mut wall: Vec<Face> =
        (0..136).filter_map(|number| Face::from_number(number, true)).collect();
    wall.shuffle(rng);
    let mut deal = || wall.pop().unwrap();
    let hands = (0..4).map(|_| (0..13).map(|_| Some(deal())).collect()).collect();
    let dora = deal();
    let game = Arc::new(Game {
        names: vec![String::new(); 4],
        players: Players::Four,
        rules: Rules::default(),
    });
    let mut events = Vec::new();
    for turn in 0..70 {
        let (seat, tile) = (turn % 4, deal());
        events.push(Event::Draw { seat, tile: Some(tile) });
        if rng.random_bool(WIN) {
            let paid = PAID[usize::from(rng.random_bool(0.5))];
            let mut deltas = vec![-paid; 4];
            deltas[seat] = 3 * paid;
            let said = Said { deltas: Some(deltas), ..Said::default() };
            events.push(Event::Win(Box::new(LoggedWin {
                seat,
                from: seat,
                ura: Vec::new(),
                said,
            })));
            break;
        }
        events.push(Event::Discard { seat, tile, drawn: true });
        if turn == 69 {
            let how = kakukin_logs::Ending::Exhausted;
            events.push(Event::Ended { how, deltas: vec![0; 4] });
        }
    }
    Round {
        game,
        follows: false,
        wind: Wind::East,
        dealer: 0,
        honba: 0,
        sticks: 0,
        scores: vec![25_000; 4],
        dora,
        hands,
        events,
    }
}

/// In how many of 100 tables of 150 rounds the 95 % intervals hold what is known: about 95. The
/// rates of turns are drawn towards each other, which can only help here, since all but the last
/// turns are alike.
#[test]
fn intervals_hold_what_is_known() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(24);
    let lambda = 1.0 - (1.0 - WIN).powi(3);
    let mut held = [0; 4];
    let mut all = Table::new(Players::Four);
    for _ in 0..100 {
        let mut table = Table::new(Players::Four);
        for _ in 0..150 {
            let round = dealt(&mut rng);
            assert!(count_round(&mut table, &mut Replay::default(), &round).unwrap());
        }
        let within = |rate: kakukin_mahjong::CountedRate, truth: f64| {
            usize::from((rate.value - truth).abs() <= 1.96 * rate.error)
        };
        held[0] += within(table.lambda(PlayState::Neither, 2), lambda);
        held[1] += within(table.lambda(PlayState::Neither, 9), lambda);
        held[2] += within(table.cost(None, 3), 2500.0);
        held[3] += within(table.share(PlayState::Neither), 1.0);
        all.merge(&table).unwrap();
    }
    assert!(held.iter().all(|&held| (88..=100).contains(&held)), "{held:?}");
    // All together, the truth to within three standard errors.
    let share = all.share(None);
    assert!((share.value - 1.0).abs() < 3.0 * share.error, "{share:?}");
    let rate = all.lambda(None, 4);
    assert!((rate.value - lambda).abs() < 3.0 * rate.error, "{rate:?}");
    assert_eq!(all.rounds(), 15_000);
}
