//! The fit against its definition, written out anew: the marginal likelihood by quadrature over
//! all strengths, with the model of `kakukin_core`.

use super::{likelihood::Slopes, *};
use crate::{GameResult, fit::fixed};
use games::Seat;
use kakukin_core::Davidson;
use proptest::prelude::*;

fn confidence() -> Confidence {
    Confidence::new(&"95%".parse().unwrap()).unwrap()
}

type Counts = [(usize, usize, [u64; 3])];

fn players(pairs: &Counts) -> Players {
    let mut players = Players::default();
    for (first, second, counts) in pairs {
        let results = [GameResult::First, GameResult::Draw, GameResult::Second];
        for (result, count) in results.into_iter().zip(counts) {
            for _ in 0..*count {
                players.add(&format!("p{first}"), &format!("p{second}"), result);
            }
        }
    }
    players
}

/// The marginal likelihood of three players, with trapezoids over all their strengths: for
/// functions that fade at both ends that is exact to many digits.
fn marginal(pairs: &[Pair], terms: &Terms, sigma: f64) -> f64 {
    const STEPS: i32 = 24;
    let game = Davidson::from_theta_nu((terms.gamma / 2.0).exp(), terms.ln_nu.exp()).unwrap();
    let at = |k: i32| 6.0 * f64::from(k) / f64::from(STEPS);
    let density = |z: f64| (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let width = 6.0 / f64::from(STEPS);
    // Chances by the difference of two steps.
    let first = |k: i32| (2.0 / (1.0 + (-terms.sides * sigma * at(k)).exp())).ln();
    let chances: Vec<[f64; 3]> = (-2 * STEPS..=2 * STEPS)
        .map(|k| game.game(ELO * sigma * at(k)).map(|chance| chance.ln() + first(k)))
        .collect();
    let mut sum = 0.0;
    for a in -STEPS..=STEPS {
        for b in -STEPS..=STEPS {
            for c in -STEPS..=STEPS {
                let strengths = [a, b, c];
                let mut log = 0.0;
                for Pair { first, second, tally, .. } in pairs {
                    let lead = strengths[*first] - strengths[*second] + 2 * STEPS;
                    let [win, draw, loss] = chances[lead as usize];
                    log += tally.first as f64 * win + tally.second as f64 * loss;
                    log += if tally.draws > 0 { tally.draws as f64 * draw } else { 0.0 };
                }
                sum +=
                    log.exp() * strengths.map(|k| density(at(k)) * width).iter().product::<f64>();
            }
        }
    }
    sum.ln()
}

fn settled<'g>(games: &'g Games, sigma: f64) -> (Settling<'g>, Settled) {
    let mut settling = Settling::new(games, hermite(9), Scale::Score);
    settling.ln_sigma = sigma.ln();
    let settled = settling.run(false, Rest { sites: 1e-9, terms: 1e-9 });
    assert!(settled.at_rest);
    (settling, settled)
}

/// Few games each: one to six in every seat.
fn few() -> impl Strategy<Value = Vec<(usize, usize, [u64; 3])>> {
    prop::collection::vec((0u64..4, 0u64..3, 0u64..3), 5).prop_map(|counts| {
        let seats = [(0, 1), (1, 0), (1, 2), (0, 2), (2, 0)];
        let counts = seats.into_iter().zip(counts);
        counts.map(|((i, j), (w, d, l))| (i, j, [w + 1, d, l + u64::from(i == 1)])).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Value and slopes of the marginal likelihood.
    #[test]
    fn the_marginal_likelihood(counts in few(), sigma in 0.3f64..2.0) {
        let players = players(&counts);
        let pairs = players.pairs();
        prop_assume!(players.names().len() == 3);
        let games = Games::new(&players, &pairs, 1, Known::default());
        let (settling, settled) = settled(&games, sigma);
        let terms = settling.terms;
        let at = |terms: &Terms, sigma: f64| marginal(&pairs, terms, sigma);
        let exact = at(&terms, sigma);
        prop_assert!((settled.evidence.unwrap() - exact).abs() < 0.01, "{:?} {exact}", settled.evidence);
        let step = 1e-3;
        let by_sigma = at(&terms, sigma * (1.0 + step)) - at(&terms, sigma * (1.0 - step));
        // What is believed beforehand is taken away again.
        let sides = terms.sides * sigma / 2.0;
        let ours = settled.slope - (1.0 - sigma / 1.727) - (1.0 - sides * sides);
        prop_assert!((by_sigma / (2.0 * step) - ours).abs() < 0.02, "sigma {by_sigma} {ours}");
        let moved = |by: [f64; TERMS]| at(&terms.moved(by), sigma);
        let firm = (sigma / 2.0) * (sigma / 2.0);
        for (term, believed) in [(0, terms.gamma / 25.0), (3, terms.sides * firm)] {
            let by = |step: f64| std::array::from_fn(|k| if k == term { step } else { 0.0 });
            let slope = (moved(by(step)) - moved(by(-step))) / (2.0 * step);
            prop_assert!((slope - believed).abs() < 0.02, "{term} {slope}");
            let wide = 0.05;
            let curve = (2.0 * exact - moved(by(wide)) - moved(by(-wide))) / (wide * wide);
            let known = curve + [1.0 / 25.0, 0.0, 0.0, firm][term];
            let ours = settle::inverse(settled.covariance).0[term][term];
            // How sides go with strength multiplies strengths, and with three players its curvature
            // is a guess: what it is worth is seen from intervals (tests/schedules.rs).
            if term == 0 {
                prop_assert!((ours / known - 1.0).abs() < 0.03, "{known} {ours}");
            }
        }
    }

    /// Slopes by differences, and the model against the one that everything else uses.
    #[test]
    fn the_likelihood(
        gamma in -1.0f64..1.5, ln_nu in -4.0f64..1.5, slope in 0.5f64..1.5, lead in -2.0f64..2.0,
        results in prop::array::uniform3(0u32..5), given in -300i32..300, fixed in -300i32..300,
    ) {
        let seat = Seat { results, given: given as f32, fixed: fixed as f32 };
        let sides = slope / 3.0;
        let terms = Terms { gamma, ln_nu, slope, sides, scale: Scale::Score };
        for sign in [1.0, -1.0] {
            let at = |terms: Terms, lead: f64| {
                let mut slopes = Slopes::default();
                terms.game().add(&seat, lead, sign, &mut slopes);
                slopes
            };
            let here = at(terms, lead);
            let model = Davidson::from_theta_nu((gamma / 2.0).exp(), ln_nu.exp()).unwrap();
            let elo = slope * f64::from(given) + f64::from(fixed) + sign * lead * ELO;
            let chances = model.game(elo);
            let first = |lead: f64| (2.0 / (1.0 + (-sides * lead / ELO).exp())).ln();
            let wanted: f64 = f64::from(results.iter().sum::<u32>()) * first(elo) + results.iter().zip(chances).map(|(n, x)| f64::from(*n) * x.ln()).sum::<f64>();
            prop_assert!((here.value - wanted).abs() < 1e-9 * (1.0 + wanted.abs()));
            let step = 1e-5;
            let near = |a: f64, b: f64| (a - b).abs() < 1e-6 * (1.0 + a.abs());
            for term in 0..TERMS {
                let mut by = [0.0; TERMS];
                by[term] = step;
                let (more, less) = (at(terms.moved(by), lead), at(terms.moved(by.map(|x| -x)), lead));
                let slope = (more.value - less.value) / (2.0 * step);
                prop_assert!(near(slope, here.by[term]), "{term} {slope} {:?}", here.by);
                for row in term..TERMS {
                    let twice = (more.by[row] - less.by[row]) / (2.0 * step);
                    prop_assert!(near(twice, here.twice[row][term]), "{row} {term} {twice} {:?}", here.twice);
                }
            }
            let (more, less) = (at(terms, lead + step), at(terms, lead - step));
            prop_assert!(near((more.value - less.value) / (2.0 * step), here.by_lead));
            prop_assert!(near((more.by_lead - less.by_lead) / (2.0 * step), here.twice_by_lead));
        }
    }
}

/// With a spread without bound and very many games, on the scale of log-odds: the fit with fixed
/// strengths. Sides are even, so that they tell nothing.
#[test]
fn without_bound_it_is_the_fit_with_fixed_strengths() {
    let counts = [
        (0, 1, [30, 10, 20]),
        (1, 0, [20, 20, 20]),
        (1, 2, [25, 15, 20]),
        (2, 1, [30, 20, 10]),
        (0, 2, [40, 10, 10]),
        (2, 0, [25, 5, 30]),
    ];
    let many = counts.map(|(i, j, counts)| (i, j, counts.map(|n| 100 * n)));
    let players = players(&many);
    let pairs = players.pairs();
    let fixed = fixed::log_odds(&players, &pairs, None, confidence()).unwrap();
    let games = Games::new(&players, &pairs, 1, Known::default());
    let mut settling = Settling::new(&games, hermite(9), Scale::Odds);
    settling.ln_sigma = 50f64.ln();
    let settled = settling.run(false, Rest { sites: 1e-9, terms: 1e-9 });
    assert!(settled.at_rest);
    let (gamma, error) = (settling.terms.gamma, settled.covariance[0][0].sqrt());
    assert!((logistic(gamma) - fixed.p.value).abs() < 1e-4, "{gamma} {:?}", fixed.p);
    let p = fixed.p.value;
    assert!((error * p * (1.0 - p) / fixed.p.error - 1.0).abs() < 1e-2);
    let (logit, _) = settling.terms.logit_f();
    assert!((logistic(logit) - fixed.f.unwrap().value).abs() < 1e-4);
    let mean = settling.field.mean.iter().sum::<f64>() / 3.0;
    for rating in &fixed.ratings {
        let ours = ELO * (settling.field.mean[rating.player] - mean);
        assert!((ours - rating.elo).abs() < 0.1, "{ours} {rating:?}");
    }
}

/// What is sampled for many players is what is computed exactly for few.
#[test]
fn samples_are_near_the_exact_covariances() {
    let mut counts = Vec::new();
    for i in 0..60usize {
        for step in [1, 7, 13] {
            let results = [1 + (i % 3) as u64, (i % 2) as u64, 1 + (i % 4) as u64];
            counts.push((i, (i + step) % 60, results));
        }
    }
    let players = players(&counts);
    let games = Games::new(&players, &players.pairs(), 1, Known::default());
    let (exact, _) = settled(&games, 1.0);
    let mut sampled = field::Field::sampled(&games);
    sampled.set_spread(&games, 1.0);
    sampled.solve(&games, &exact.sites, &exact.pull);
    let mut errors = Vec::new();
    for ((ours, wanted), (mean, exact_mean)) in
        sampled.leads.iter().zip(&exact.field.leads).zip(sampled.mean.iter().zip(&exact.field.mean))
    {
        assert!((mean - exact_mean).abs() < 1e-3, "{mean} {exact_mean}");
        errors.push(ours.1 / wanted.1 - 1.0);
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    let square = errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64;
    assert!(mean.abs() < 0.02 && square.sqrt() < 0.1, "{mean} {}", square.sqrt());
}
