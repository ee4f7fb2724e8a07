//! The study against every course of a league played out in fractions, and against itself.

use kakukin_core::{BadValue, to_f64};
use kakukin_league::{
    Chance, Encounter, Figures, InputError, Problem, Rational, Study, double_round_robin,
    round_robin,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Ranks by counting: one more than there are better ones, and half for each equal.
fn ranks<T: PartialOrd>(scores: &[T]) -> Vec<f64> {
    let rank = |mine: &T| {
        let better = scores.iter().filter(|other| *other > mine).count() as f64;
        let equal = scores.iter().filter(|other| *other == mine).count() as f64;
        better + (equal + 1.0) / 2.0
    };
    scores.iter().map(rank).collect()
}

/// Pearson's correlation of two lists.
fn pearson(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / n;
    let product = |x: &[f64], y: &[f64]| {
        let (mx, my) = (mean(x), mean(y));
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>()
    };
    let below = (product(x, x) * product(y, y)).sqrt();
    if below == 0.0 { 0.0 } else { product(x, y) / below }
}

/// Kendall's tau-b is the correlation of the signs of all differences.
fn kendall(x: &[f64], y: &[f64]) -> f64 {
    let signs = |v: &[f64]| -> Vec<f64> {
        let sign = |d: f64| {
            if d > 0.0 {
                1.0
            } else if d < 0.0 {
                -1.0
            } else {
                0.0
            }
        };
        v.iter().flat_map(|a| v.iter().map(move |b| sign(a - b))).collect()
    };
    pearson(&signs(x), &signs(y))
}

/// All courses, one by one.
fn brute(strengths: &[i64], encounters: &[Encounter<Rational>]) -> Figures<Rational> {
    let truth = ranks(strengths);
    let strongest = strengths.iter().max().unwrap();
    let mut sum =
        Figures { spearman: 0.0, kendall: 0.0, best: Rational::ZERO, rank_error: Rational::ZERO };
    let mut courses = vec![(Rational::ONE, vec![0i64; strengths.len()])];
    for encounter in encounters {
        courses = courses
            .iter()
            .flat_map(|(probability, scores)| {
                encounter.chances.iter().map(move |chance| {
                    let mut scores = scores.clone();
                    scores[encounter.players[0]] += chance.points[0];
                    scores[encounter.players[1]] += chance.points[1];
                    (probability * &chance.probability, scores)
                })
            })
            .collect();
    }
    for (probability, scores) in &courses {
        let found = ranks(scores);
        let weight = to_f64(probability);
        sum.spearman += weight * pearson(&found, &truth);
        sum.kendall += weight * kendall(&found, &truth);
        let most = scores.iter().max().unwrap();
        let winners: Vec<usize> = (0..scores.len()).filter(|&k| scores[k] == *most).collect();
        let right = winners.iter().filter(|&&k| strengths[k] == *strongest).count();
        sum.best += probability * Rational::from(right) / Rational::from(winners.len());
        let errors: f64 = found.iter().zip(&truth).map(|(r, t)| (r - t).abs()).sum();
        // Halves are exact.
        let errors = Rational::from((2.0 * errors) as u32) / Rational::from(2);
        sum.rank_error += probability * errors / Rational::from(scores.len());
    }
    sum
}

fn in_f64(encounters: &[Encounter<Rational>]) -> Vec<Encounter<f64>> {
    let chance =
        |c: &Chance<Rational>| Chance { probability: to_f64(&c.probability), points: c.points };
    let encounter = |e: &Encounter<Rational>| Encounter {
        players: e.players,
        chances: e.chances.iter().map(chance).collect(),
    };
    encounters.iter().map(encounter).collect()
}

fn some_encounter(players: usize) -> impl Strategy<Value = Encounter<Rational>> {
    let points = -3i64..4;
    let chance = (0u32..5, points.clone(), points);
    let chances = prop::collection::vec(chance, 1..=3);
    (0..players, 1..players, chances).prop_map(move |(first, apart, chances)| {
        let whole: u32 = chances.iter().map(|chance| chance.0).sum();
        let chance = |&(weight, x, y): &(u32, i64, i64)| Chance {
            // At least one of them is possible.
            probability: match whole {
                0 => Rational::ONE / Rational::from(chances.len()),
                _ => Rational::from(weight) / Rational::from(whole),
            },
            points: [x, y],
        };
        Encounter {
            players: [first, (first + apart) % players],
            chances: chances.iter().map(chance).collect(),
        }
    })
}

fn some_study() -> impl Strategy<Value = (Vec<i64>, Vec<Encounter<Rational>>)> {
    (2usize..6).prop_flat_map(|players| {
        let strengths = prop::collection::vec(-2i64..3, players);
        (strengths, prop::collection::vec(some_encounter(players), 1..7))
    })
}

fn numbers(strengths: &[i64]) -> Vec<f64> {
    strengths.iter().map(|&strength| strength as f64).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_courses_played_out((strengths, encounters) in some_study()) {
        let wanted = brute(&strengths, &encounters);
        let study = Study::new(&numbers(&strengths), encounters.clone()).unwrap();
        let exact = study.exact(to_f64).unwrap();
        prop_assert_eq!(&exact.best, &wanted.best);
        prop_assert_eq!(&exact.rank_error, &wanted.rank_error);
        prop_assert!((exact.spearman - wanted.spearman).abs() < 1e-12);
        prop_assert!((exact.kendall - wanted.kendall).abs() < 1e-12);
        let rounded = Study::new(&numbers(&strengths), in_f64(&encounters)).unwrap();
        let rounded = rounded.exact(|x| *x).unwrap();
        prop_assert!((rounded.best - to_f64(&wanted.best)).abs() < 1e-14);
        prop_assert!((rounded.rank_error - to_f64(&wanted.rank_error)).abs() < 1e-14);
        prop_assert!((rounded.spearman - wanted.spearman).abs() < 1e-12);
    }
}

/// A league in which the stronger of two wins with this chance and is drawn with that one.
fn league(players: usize, double: bool, win: f64, draw: f64) -> Study<f64> {
    let strengths: Vec<f64> = (0..players).map(|k| -(k as f64)).collect();
    let games = if double { double_round_robin(players) } else { round_robin(players) };
    let chance = |probability, points| Chance { probability, points };
    let encounter = |[x, y]: [usize; 2]| {
        let (low, high) = (x.min(y), x.max(y));
        let chances =
            vec![chance(win, [2, 0]), chance(draw, [1, 1]), chance(1.0 - win - draw, [0, 2])];
        Encounter { players: [low, high], chances }
    };
    Study::new(&strengths, games.into_iter().map(encounter).collect()).unwrap()
}

#[test]
fn who_is_stronger_always_wins() {
    for players in 2..=8 {
        let figures = league(players, false, 1.0, 0.0).exact(|x| *x).unwrap();
        let perfect = Figures { spearman: 1.0, kendall: 1.0, best: 1.0, rank_error: 0.0 };
        assert_eq!(figures, perfect);
    }
}

#[test]
fn equal_chances_say_nothing_about_labels() {
    for (draw, players) in [(0.0, 6), (0.25, 4)] {
        let figures = league(players, false, (1.0 - draw) / 2.0, draw).exact(|x| *x).unwrap();
        assert!(figures.spearman.abs() < 1e-12 && figures.kendall.abs() < 1e-12, "{figures:?}");
        assert!((figures.best - 1.0 / players as f64).abs() < 1e-12);
    }
}

#[test]
fn all_games_drawn_is_no_order() {
    let figures = league(3, false, 0.0, 1.0).exact(|x| *x).unwrap();
    assert_eq!((figures.spearman, figures.kendall), (0.0, 0.0));
    assert!((figures.best - 1.0 / 3.0).abs() < 1e-15);
    // Ranks 2, 2, 2 for 1, 2, 3.
    assert!((figures.rank_error - 2.0 / 3.0).abs() < 1e-15);
}

#[test]
fn more_games_find_the_order_better() {
    let single = league(5, false, 0.5, 0.2).exact(|x| *x).unwrap();
    let double = league(5, true, 0.5, 0.2).exact(|x| *x).unwrap();
    assert!(double.spearman > single.spearman && double.best > single.best);
    assert!(double.rank_error < single.rank_error);
}

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn dice_agree_with_the_sweep() {
    let study = league(5, false, 0.55, 0.15);
    let exact = study.exact(|x| *x).unwrap();
    // 4 standard errors, four figures and five seeds: a miss by chance once in 800.
    for seed in 1..=5 {
        let dice = study.simulate(20_000, seed, go_on).unwrap().unwrap();
        assert_eq!(dice.runs, 20_000);
        let (means, errors) = (dice.figures, dice.errors);
        let all = [
            (means.spearman, errors.spearman, exact.spearman),
            (means.kendall, errors.kendall, exact.kendall),
            (means.best, errors.best, exact.best),
            (means.rank_error, errors.rank_error, exact.rank_error),
        ];
        for (mean, error, exact) in all {
            assert!(error > 0.0 && (mean - exact).abs() < 4.0 * error, "{mean} {error} {exact}");
        }
    }
}

/// Rounds by lot with two players are that many encounters of the two.
#[test]
fn lots_of_two_players_are_a_series_of_encounters() {
    let chance = |probability, points| Chance { probability, points };
    let encounter =
        || Encounter { players: [0, 1], chances: vec![chance(0.6, [1, 0]), chance(0.4, [0, 1])] };
    let lots = Study::by_lot(&[1.0, 0.0], 3, |_, _| Ok::<_, InputError>(encounter())).unwrap();
    assert!(lots.exact(|x| *x).is_none());
    let exact = Study::new(&[1.0, 0.0], vec![encounter(); 3]).unwrap().exact(|x| *x).unwrap();
    let dice = lots.simulate(40_000, 7, go_on).unwrap().unwrap();
    assert!((dice.figures.best - exact.best).abs() < 4.0 * dice.errors.best);
}

/// In every round by lot each pair is as likely as any other, and nobody plays twice.
#[test]
fn lots_are_even() {
    let strengths = [4.0, 3.0, 2.0, 1.0, 0.0];
    // Whoever meets player 0 gets a point for it: by symmetry each of the others as often.
    let points = |x: usize, _: usize| if x == 0 { [0, 1] } else { [0, 0] };
    for met in 1..5usize {
        let study = Study::by_lot(&strengths, 1, |x, y| {
            let mine = if y == met { points(x, y) } else { [0, 0] };
            Ok::<_, InputError>(Encounter {
                players: [x, y],
                chances: vec![Chance { probability: 1.0, points: mine }],
            })
        });
        let study = study.unwrap();
        let dice = study.simulate(40_000, met as u64, go_on).unwrap().unwrap();
        // With chance 1/5 the two meet and player `met` is alone on top; else all are equal
        // and the strongest has a fifth of the first place.
        let wanted = 0.8 * 0.2;
        assert!((dice.figures.best - wanted).abs() < 4.0 * dice.errors.best, "{dice:?}");
    }
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let study = league(7, true, 0.5, 0.1);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| study.simulate(5_000, 3, go_on).unwrap().unwrap())
    };
    assert_eq!(with(1), with(3));
    assert_ne!(with(1), study.simulate(5_000, 4, go_on).unwrap().unwrap());
}

#[test]
fn too_many_scores_are_not_enumerated_and_dice_can_be_broken_off() {
    let study = league(12, true, 0.4, 0.2);
    assert!(study.exact(|x| *x).is_none());
    assert!(study.simulate(10_000, 1, |_| ControlFlow::Break(())).unwrap().is_none());
}

#[test]
fn refusals() {
    let chances = vec![Chance { probability: 1.0, points: [1, 0] }];
    let meet = |x, y| Encounter { players: [x, y], chances: chances.clone() };
    let problem =
        |strengths: &[f64], encounters| Study::new(strengths, encounters).unwrap_err().problem;
    assert_eq!(problem(&[1.0], vec![meet(0, 1)]), BadValue::OutOfRange);
    assert_eq!(problem(&[1.0, 0.0], vec![]), BadValue::OutOfRange);
    assert_eq!(problem(&[1.0, 0.0], vec![meet(0, 2)]), BadValue::OutOfRange);
    assert_eq!(problem(&[1.0, 0.0], vec![meet(1, 1)]), Problem::SamePlayer);
    assert_eq!(problem(&[1.0, f64::NAN], vec![meet(0, 1)]), BadValue::NotANumber);
    assert_eq!(problem(&[0.0; 65], vec![meet(0, 1)]), BadValue::OutOfRange);
    let huge = Encounter {
        players: [0, 1],
        chances: vec![Chance { probability: 1.0, points: [i64::MAX, 0] }],
    };
    assert_eq!(problem(&[1.0, 0.0], vec![huge; 3]), BadValue::OutOfRange);
    let none = Encounter { players: [0, 1], chances: Vec::<Chance<f64>>::new() };
    assert_eq!(problem(&[1.0, 0.0], vec![none]), BadValue::OutOfRange);
    let study = Study::new(&[1.0, 0.0], vec![meet(0, 1)]).unwrap();
    assert!(study.simulate(0, 1, go_on).is_err());
    let by_lot =
        |rounds| Study::by_lot(&[1.0, 0.0], rounds, |x, y| Ok::<_, InputError>(meet(x, y)));
    assert!(by_lot(0).is_err() && by_lot(1_000_000).is_err());
}
