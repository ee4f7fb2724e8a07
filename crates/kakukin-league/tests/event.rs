//! Events: the closed forms against every course of small fields, the dice against both,
//! published figures, and what must hold for any field.

use kakukin_league::{
    EncounterOdds, EncounterRule, Ending, Event, EventFigures, EventPlan, Leads, Seeding,
    SwissPlayer, pair_swiss,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Games by the logistic formula: the first player has `advantage` points more, and `draws` of
/// the games are drawn.
fn single(leads: &[f64], advantage: f64, draws: f64) -> EncounterRule {
    let game = |lead: f64| {
        let win = (1.0 - draws) / (1.0 + 10f64.powf(-lead / 400.0));
        [win, draws, 1.0 - draws - win]
    };
    let endings = |chances: [f64; 3]| {
        let ending = |(winner, probability)| Ending { winner, games: 1, probability };
        (0u8..).zip(chances).map(ending).collect::<Vec<_>>()
    };
    let odds = leads.iter().map(|lead| {
        EncounterOdds::new(&endings(game(lead + advantage)), &endings(game(advantage - lead)))
    });
    EncounterRule::new(odds.collect(), [[2, 0], [1, 1], [0, 2]])
}

fn event_with(
    ratings: &[f64],
    stages: &str,
    rule: (f64, f64),
    plan: impl Fn(&mut EventPlan),
) -> Event {
    let stages: kakukin_league::Stages = stages.parse().unwrap();
    let leads = Leads::fixed(ratings);
    let odds = vec![single(leads.leads(), rule.0, rule.1)];
    let rules = vec![[0, 0]; stages.stages().len()];
    let mut planned =
        EventPlan { stages, rules, seeding: Seeding::Rating, holder: None, boards: 0 };
    plan(&mut planned);
    Event::new(ratings.to_vec(), planned, leads, odds).unwrap()
}

fn event(ratings: &[f64], stages: &str, rule: (f64, f64)) -> Event {
    event_with(ratings, stages, rule, |_| {})
}

fn figures(event: &Event, runs: u64, exact: bool) -> EventFigures {
    event.figures(runs, 7, exact, |_| ControlFlow::Continue(())).unwrap().unwrap()
}

/// About 400 log10(p / (1 - p)) for p = 70 %.
const ADVANTAGE: f64 = 147.190_711_425_8;

/// The check figures of the specification: semifinals 1-4 and 2-3.
#[test]
fn a_knockout_of_four() {
    let event = event(&[2300.0, 2200.0, 2100.0, 2000.0], "knockout", (0.0, 0.0));
    let found = figures(&event, 64, true);
    let wanted = [0.580_002_129_669, 0.269_018_313_120, 0.108_202_400_338, 0.042_777_156_873];
    assert!(found.exact);
    for (player, wanted) in found.players.iter().zip(wanted) {
        assert!((player.win - wanted).abs() < 1e-12, "{} {wanted}", player.win);
        assert!(player.side_luck.abs() < 1e-12);
    }
}

/// The closed forms and the account of the formats share no code.
#[test]
fn exact_figures_are_those_of_all_courses() {
    let ratings = [2310.0, 2200.0, 2150.0, 2020.0, 1990.0, 1800.0, 1795.0, 1790.0];
    for (stages, players, draws) in [
        ("knockout", 2, 0.1),
        ("knockout", 3, 0.0),
        ("knockout", 5, 0.0),
        ("knockout", 6, 0.2),
        ("knockout", 8, 0.0),
        ("knockout!", 4, 0.0),
        ("knockout!", 7, 0.0),
        ("knockout!", 8, 0.0),
        ("ladder", 2, 0.0),
        ("ladder", 6, 0.3),
        ("challenge", 2, 0.0),
        ("league", 4, 0.1),
        ("league*2", 3, 0.2),
        ("league*3", 3, 0.0),
        ("league > 1 > challenge", 4, 0.0),
        ("league > 2 > ladder", 4, 0.0),
        ("league > 3 > knockout", 4, 0.0),
        ("groups:2 > 1 > knockout", 6, 0.0),
        ("groups:2 > 2 > knockout", 6, 0.0),
        ("groups:2 > 1 > ladder", 5, 0.2),
    ] {
        let event =
            event_with(&ratings[..players], &stages.replace('!', ""), (ADVANTAGE, draws), |plan| {
                if stages.contains('!') {
                    plan.stages = plan.stages.clone().with_third().unwrap();
                }
            });
        let law = event.by_courses(20_000_000).unwrap();
        let found = figures(&event, 64, true);
        assert!(found.exact, "{stages}");
        let mut order = [0.0; 2];
        for (x, player) in found.players.iter().enumerate() {
            for (place, chance) in player.places.iter().enumerate() {
                let wanted = law.places(x)[place];
                assert!((chance - wanted).abs() < 1e-12, "{stages} {x} {place}: {chance} {wanted}");
            }
            let middle = (players + 1) as f64 / 2.0;
            order[0] += (player.expected_place - middle) * (x as f64 + 1.0 - middle);
            order[1] += (x + 1..players).map(|y| law.above(x, y) - law.above(y, x)).sum::<f64>();
        }
        let n = players as f64;
        assert!((found.order.spearman - order[0] * 12.0 / (n * n * n - n)).abs() < 1e-12);
        let kendall = order[1] / (n * (n - 1.0) / 2.0);
        assert!((found.order.kendall - kendall).abs() < 1e-12, "{stages}: {kendall}");
    }
}

/// Double elimination and Swiss are exact by courses alone; the dice must agree with them and
/// with all else.
#[test]
fn dice_agree_with_what_is_exact() {
    let ratings = [2310.0, 2200.0, 2150.0, 2020.0, 1990.0, 1800.0];
    for stages in [
        "double",
        "double:1",
        "swiss:3",
        "knockout",
        "ladder",
        "league",
        "league > 1 > challenge",
        "groups:2 > 2 > knockout",
    ] {
        let event = event(&ratings, stages, (ADVANTAGE, 0.0));
        let exact = figures(&event, 64, true);
        assert!(exact.exact, "{stages}");
        let dice = figures(&event, 40_000, false);
        assert!(!dice.exact);
        for (x, (one, other)) in exact.players.iter().zip(&dice.players).enumerate() {
            for (place, (p, q)) in one.places.iter().zip(&other.places).enumerate() {
                let error = (p * (1.0 - p) / 40_000.0).sqrt();
                assert!((p - q).abs() < 5.0 * error + 1e-9, "{stages} {x} {place}: {p} {q}");
            }
            let error = other.side_luck_error.unwrap();
            let apart = (one.side_luck - other.side_luck).abs();
            assert!(
                apart < 5.0 * error + 1e-9,
                "{stages} {x}: {} {}",
                one.side_luck,
                other.side_luck
            );
        }
        let errors = dice.order_errors.unwrap();
        for (one, other, error) in [
            (exact.order.best_wins, dice.order.best_wins, errors.best_wins),
            (exact.order.winner_rank, dice.order.winner_rank, errors.winner_rank),
            (exact.order.spearman, dice.order.spearman, errors.spearman),
            (exact.order.kendall, dice.order.kendall, errors.kendall),
            (exact.order.kept, dice.order.kept, errors.kept),
        ] {
            assert!((one - other).abs() < 5.0 * error + 1e-9, "{stages}: {one} {other}");
        }
    }
}

/// Equals have equal chances, but luck with sides; where everybody has both sides there is none.
/// (In a league of an even number the places in the table are not quite alike.)
#[test]
fn equals_are_equal() {
    for (stages, players, luck) in
        [("knockout", 8, true), ("league", 5, false), ("league*2", 4, false), ("double", 4, true)]
    {
        let ratings = vec![1500.0; players];
        let found = figures(&event(&ratings, stages, (ADVANTAGE, 0.0)), 64, true);
        assert!(found.exact);
        for player in &found.players {
            let fair = 1.0 / players as f64;
            assert!((player.win - fair).abs() < 1e-12, "{stages}: {}", player.win);
            assert_eq!(player.side_luck > 1e-3, luck, "{stages}: {}", player.side_luck);
        }
    }
}

/// A knockout of many: sums, the time it takes is measured elsewhere.
#[test]
fn a_large_knockout_adds_up() {
    let ratings: Vec<f64> = (0..200).map(|k| 2500.0 - 5.0 * f64::from(k)).collect();
    let found = figures(&event(&ratings, "knockout", (ADVANTAGE, 0.0)), 64, true);
    let wins: f64 = found.players.iter().map(|player| player.win).sum();
    assert!(found.exact && (wins - 1.0).abs() < 1e-12);
    assert_eq!((found.games.mean(), found.games.is_certain()), (199.0, true));
    assert_eq!(found.rounds.len(), 8);
}

/// Boards decide how many games are played one after the other.
#[test]
fn boards_and_rounds() {
    let ratings: Vec<f64> = (0..8).map(|k| 2000.0 + f64::from(k)).collect();
    for (boards, slots) in [(0, 3), (4, 3), (2, 4), (1, 7)] {
        let event = event_with(&ratings, "knockout", (0.0, 0.0), |plan| plan.boards = boards);
        let found = figures(&event, 64, true);
        assert_eq!((found.slots.within(50), found.slots.within(99)), (slots, slots));
    }
}

/// The figures of a seed do not depend on threads.
#[test]
fn threads_do_not_matter() {
    let event = event(&[2000.0, 1900.0, 1850.0, 1800.0, 1700.0], "swiss:3", (ADVANTAGE, 0.2));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| figures(&event, 5_000, false))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn refusals() {
    let codes = |stages: &str, players: usize| {
        let stages = stages.parse::<kakukin_league::Stages>();
        stages.and_then(|stages| stages.check(players)).unwrap_err().problem.code()
    };
    for (stages, players, code) in [
        ("", 8, "bad_form"),
        ("chess", 8, "unknown"),
        ("swiss", 8, "bad_form"),
        ("swiss:5", 8, "too_many_rounds"),
        ("league > knockout", 8, "bad_form"),
        ("2 > knockout", 8, "bad_form"),
        ("league > 9 > knockout", 8, "passes_on_too_many"),
        ("groups:3 > 3 > knockout", 8, "passes_on_too_many"),
        ("groups:5 > 1 > knockout", 8, "out_of_range"),
        ("challenge > 1 > knockout", 8, "bad_form"),
        ("knockout", 1, "out_of_range"),
        ("knockout", 100_000, "out_of_range"),
        ("league", 65, "out_of_range"),
        ("league*9", 8, "out_of_range"),
        ("double", 2, "out_of_range"),
    ] {
        assert_eq!(codes(stages, players), code, "{stages} {players}");
    }
}

/// What a pairing program must never do, in 10,000 events of any results.
#[test]
fn swiss_pairings_are_sound() {
    let mut state = 1u64;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for number in 0..10_000 {
        let players = 2 + random(15) as usize;
        let rounds = 1 + random(players.div_ceil(2) as u64) as usize;
        let mut table = vec![SwissPlayer::default(); players];
        for round in 0..rounds {
            let paired = pair_swiss(&table);
            let mut seen: Vec<usize> =
                paired.games.iter().flatten().copied().chain(paired.bye).collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..players).collect::<Vec<_>>());
            assert_eq!(paired.rematches, 0, "event {number}, round {round} of {rounds}: {players}");
            if let Some(rests) = paired.bye {
                assert!(!std::mem::replace(&mut table[rests].had_bye, true));
                table[rests].score += 2;
            }
            for [x, y] in paired.games {
                assert!(!table[x].met.contains(&y));
                let first = table[x].is_first_against(&table[y]).unwrap_or(random(2) == 0);
                let [x, y] = if first { [x, y] } else { [y, x] };
                let score = random(3) as i64;
                table[x].played(y, true, score);
                table[y].played(x, false, 2 - score);
                for player in [&table[x], &table[y]] {
                    assert!(player.sides.abs() <= 2, "event {number}, round {round}: {player:?}");
                    assert!(player.in_a_row <= 2, "event {number}, round {round}: {player:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Places are distributions, each place is somebody's, and a better rating never hurts.
    #[test]
    fn any_field(
        mut ratings in prop::collection::vec(1000.0..2400.0f64, 2..12),
        advantage in -200.0..200.0f64,
        ladder: bool,
    ) {
        ratings.sort_by(|x, y| y.total_cmp(x));
        let stages = if ladder { "ladder" } else { "knockout" };
        let found = figures(&event(&ratings, stages, (advantage, 0.0)), 64, true);
        for player in &found.players {
            prop_assert!((player.places.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            prop_assert!(player.side_luck > -1e-12);
        }
        for place in 0..ratings.len() {
            let taken: f64 = found.players.iter().map(|player| player.places[place]).sum();
            prop_assert!((taken - 1.0).abs() < 1e-12);
        }
        // The same seeds, one of them stronger.
        let seeded = |ratings: &[f64]| {
            let event = event_with(ratings, stages, (advantage, 0.0), |plan| plan.seeding = Seeding::Listed);
            figures(&event, 64, true).players[1].win
        };
        let before = seeded(&ratings);
        ratings[1] += 50.0;
        prop_assert!(seeded(&ratings) >= before);
    }
}

/// Encounters of one game or of three, each as likely as the other, between equals.
fn one_or_three(leads: &[f64]) -> EncounterRule {
    let endings: Vec<Ending> = [1, 3]
        .into_iter()
        .flat_map(|games| [0, 2].map(|winner| Ending { winner, games, probability: 0.25 }))
        .collect();
    let odds = leads.iter().map(|_| EncounterOdds::new(&endings, &endings));
    EncounterRule::new(odds.collect(), [[2, 0], [1, 1], [0, 2]])
}

/// When a round begins is a sum of lengths, whose quantiles are not the sums of theirs.
#[test]
fn rounds_begin_when_those_before_are_over() {
    let made = |ratings: &[f64], stages: &str, boards: usize| {
        let leads = Leads::fixed(ratings);
        let odds = vec![one_or_three(leads.leads())];
        let stages: kakukin_league::Stages = stages.parse().unwrap();
        let rules = vec![[0, 0]; stages.stages().len()];
        let plan = EventPlan { stages, rules, seeding: Seeding::Rating, holder: None, boards };
        figures(&Event::new(ratings.to_vec(), plan, leads, odds).unwrap(), 4000, false)
    };
    let ladder = made(&[1500.0; 4], "ladder", 0);
    assert_eq!(ladder.starts[0].within(99), 0);
    assert_eq!(ladder.starts[1], ladder.rounds[0]);
    // 2, 4 or 6 games with 1/4, 1/2, 1/4.
    let third = &ladder.starts[2];
    assert_eq!([third.within(50), third.within(95)], [4, 6]);
    assert!((third.mean() - 4.0).abs() < 0.1, "{}", third.mean());
    let whole = ladder.starts[2].mean() + ladder.rounds[2].mean();
    assert!((ladder.slots.mean() - whole).abs() < 1e-9);
    // Of a league all encounters of a round on one board take their sum.
    let league = made(&[1500.0; 4], "league > 2 > knockout", 1);
    assert_eq!(league.stages, [Some(0), Some(0), Some(0), Some(1)]);
    assert!((league.starts[3].mean() - 12.0).abs() < 0.2, "{}", league.starts[3].mean());
    // A second final is not always played.
    let double = made(&[1500.0; 4], "double", 0);
    let last = double.starts.last().unwrap();
    assert_eq!(last.total(), double.rounds.last().unwrap().total());
    assert!((1..double.runs).contains(&last.total()));
    assert_eq!(double.starts[0].total(), double.runs);
}
