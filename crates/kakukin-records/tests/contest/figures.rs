//! Elo differences, likelihoods of superiority and their intervals.

use super::{close, confidence};
use kakukin_core::{Beta, elo_of_score, score_of_elo};
use kakukin_records::{Frequencies, MatchFigures};
use proptest::prelude::*;

fn of_games(wins: u64, draws: u64, losses: u64) -> MatchFigures {
    MatchFigures::new(&Frequencies::games([losses, draws, wins]), confidence())
}

fn of_pairs(counts: [u64; 5]) -> MatchFigures {
    MatchFigures::new(&Frequencies::pairs(counts), confidence())
}

/// What programs have printed: half the width of their intervals is that of the normal
/// approximation, so it is compared more loosely.
#[test]
fn as_published() {
    // cutechess-cli: "Score of Pedantic 0.2A vs Pedantic 0.2B: 332 - 316 - 352 [0.508] 1000,
    // Elo difference: 5.6 +/- 17.3, LOS: 73.5 %" (JoAnnP38/Pedantic, pull request 8).
    let found = of_games(332, 352, 316);
    close(found.elo.unwrap(), 5.6, 0.05);
    close(found.los.unwrap(), 0.735, 0.0005);
    let [low, high] = found.elo_interval.map(Option::unwrap);
    close((high - low) / 2.0, 17.3, 0.06);
    // fastchess: Elo, its margin, nElo, its margin, LOS, counts (brunocodutra/cinder, pull request
    // 727; princesslana/princhess, 343; lynx-chess/Lynx, 1899; Disservin/fastchess, issue 807).
    for (elo, margin, nelo, nmargin, los, counts) in [
        (18.04, 8.23, 28.19, 12.84, 1.0, [50, 287, 610, 387, 73]),
        (8.69, 27.04, 15.51, 48.15, 0.7360, [1, 22, 52, 21, 4]),
        (-1.06, 4.05, -1.67, 6.37, 0.3033, [235, 1384, 2521, 1341, 239]),
        (-168.40, 73.37, -170.08, 62.16, 0.0, [30, 6, 18, 0, 6]),
    ] {
        let found = of_pairs(counts);
        close(found.elo.unwrap(), elo, 0.005);
        close(found.normalized_elo.unwrap(), nelo, 0.005);
        // There the deviation is that around the mean; here it is around ½.
        close(found.los.unwrap(), los, 0.001);
        let half = |[low, high]: [Option<f64>; 2]| (high.unwrap() - low.unwrap()) / 2.0;
        let total: u64 = counts.iter().sum();
        let rough = if total > 1_000 { 0.01 } else { 0.13 };
        close(half(found.elo_interval), margin, rough * margin);
        // fastchess takes the bell curve for the truth; the skewness and the excess of these very
        // counts give the error by the delta method.
        let by_delta = nmargin * delta_factor(counts).sqrt();
        close(half(found.normalized_elo_interval), by_delta, rough * by_delta);
    }
    // Raw statistics of a test by the program of fishtest (montytest, 69d3c8dc7c5b3724e29d2712).
    let counts = [13, 37, 50, 25, 3];
    let found = of_pairs(counts);
    close(found.elo.unwrap(), -43.6578, 0.00005);
    close(found.normalized_elo.unwrap(), -63.97, 0.005);
    close(found.deviation.unwrap(), 0.33946, 0.000005);
    close(Frequencies::pairs(counts).variance(), 0.05762, 0.000005);
}

/// The variance of a mean in standard deviations, beside that of a mean whose deviation is known.
fn delta_factor(counts: [u64; 5]) -> f64 {
    let total: u64 = counts.iter().sum();
    let shares = counts.map(|count| count as f64 / total as f64);
    let mean_of = |of: &dyn Fn(f64) -> f64| -> f64 {
        shares.iter().enumerate().map(|(i, share)| share * of(i as f64 / 4.0)).sum()
    };
    let mean = mean_of(&|x| x);
    let deviation = mean_of(&|x| (x - mean).powi(2)).sqrt();
    let moment = |power: i32| mean_of(&|x| ((x - mean) / deviation).powi(power));
    let distance = (mean - 0.5) / deviation;
    1.0 - distance * moment(3) + distance * distance * (moment(4) - 1.0) / 4.0
}

/// Draws say nothing of who is stronger: the likelihood of superiority is near the exact
/// posterior of a win's chance among decided games, all chances having been equally likely.
#[test]
fn superiority_is_near_the_exact_posterior() {
    for (wins, losses) in [(10, 5), (30, 20), (5, 10), (55, 45), (530, 470), (12, 0)] {
        for draws in [0, 7, 1000] {
            let exact = 1.0 - Beta::after(wins, losses).below(0.5);
            close(of_games(wins, draws, losses).los.unwrap(), exact, 0.012);
        }
    }
}

#[test]
fn ends_and_nothing() {
    let all = of_games(7, 0, 0);
    assert_eq!((all.score, all.elo, all.normalized_elo), (Some(1.0), None, None));
    // A chance of μ for each of seven wins: μ⁷ = exp(-z²/2).
    let z = confidence().around(0.0, 1.0)[1];
    close(all.score_interval[0], (-z * z / 14.0).exp(), 1e-9);
    assert_eq!((all.score_interval[1], all.elo_interval[1]), (1.0, None));
    let none = of_games(0, 0, 7);
    close(none.score_interval[1], 1.0 - (-z * z / 14.0).exp(), 1e-9);
    assert_eq!(none.elo_interval[0], None);
    // All drawn: any other score needs a win or a loss that was not seen: 1 - 2|μ - ½| each.
    let drawn = of_games(0, 7, 0);
    let away = (1.0 - (-z * z / 14.0).exp()) / 2.0;
    close(drawn.score_interval[0], 0.5 - away, 1e-9);
    close(drawn.score_interval[1], 0.5 + away, 1e-9);
    assert_eq!((drawn.los, drawn.elo, drawn.normalized_elo), (Some(0.5), Some(0.0), None));
    let nothing = of_games(0, 0, 0);
    assert_eq!((nothing.score, nothing.elo, nothing.los), (None, None, None));
    assert_eq!(nothing.score_interval, [0.0, 1.0]);
}

/// How often the interval of the score holds the truth, over all results that there can be.
fn coverage(chances: &[f64], total: u64) -> f64 {
    fn all(classes: usize, left: u64, so_far: &mut Vec<u64>, each: &mut impl FnMut(&[u64])) {
        if so_far.len() + 1 == classes {
            so_far.push(left);
            each(so_far);
            so_far.pop();
            return;
        }
        for count in 0..=left {
            so_far.push(count);
            all(classes, left - count, so_far, each);
            so_far.pop();
        }
    }
    let top = chances.len() as f64 - 1.0;
    let truth: f64 = chances.iter().enumerate().map(|(i, p)| i as f64 / top * p).sum();
    let factorials: Vec<f64> = (0..=total)
        .scan(0.0, |sum, n| {
            *sum += (n.max(1) as f64).ln();
            Some(*sum)
        })
        .collect();
    let (mut held, mut sum) = (0.0, 0.0);
    all(chances.len(), total, &mut Vec::new(), &mut |counts| {
        let log: f64 = factorials[total as usize]
            + counts
                .iter()
                .zip(chances)
                .map(|(n, p)| *n as f64 * p.ln() - factorials[*n as usize])
                .sum::<f64>();
        let chance = log.exp();
        sum += chance;
        if chance < 1e-9 {
            return;
        }
        let results = match counts {
            [a, b, c] => Frequencies::games([*a, *b, *c]),
            [a, b, c, d, e] => Frequencies::pairs([*a, *b, *c, *d, *e]),
            _ => unreachable!(),
        };
        let [low, high] = MatchFigures::new(&results, confidence()).score_interval;
        held += if low <= truth && truth <= high { chance } else { 0.0 };
    });
    close(sum, 1.0, 1e-9);
    held
}

/// 95 % of the time, nearly: the likelihood ratio has its chi-square distribution only with many
/// results.
#[test]
fn intervals_hold_the_truth() {
    for chances in [[0.3, 0.4, 0.3], [0.1, 0.6, 0.3], [0.45, 0.05, 0.5], [0.05, 0.15, 0.8]] {
        let held = coverage(&chances, 60);
        assert!((0.925..0.97).contains(&held), "{chances:?}: {held}");
    }
    let held = coverage(&[0.05, 0.25, 0.4, 0.25, 0.05], 24);
    assert!((0.92..0.97).contains(&held), "{held}");
}

proptest! {
    #[test]
    fn elo_and_back(elo in -2000.0f64..2000.0) {
        let back = elo_of_score(score_of_elo(elo));
        prop_assert!((back - elo).abs() < 1e-6 * (1.0 + elo.abs()), "{back}");
    }

    /// The other side sees the same, turned round; intervals hold their figure and lie at the
    /// same likelihood.
    #[test]
    fn two_sides_of_one_match(counts in prop::array::uniform5(0u64..40)) {
        let mut turned = counts;
        turned.reverse();
        let (one, other) = (of_pairs(counts), of_pairs(turned));
        let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a + b).abs() < 1e-5 * (1.0 + a.abs()),
            (a, b) => a.is_none() && b.is_none(),
        };
        prop_assert!(near(one.elo, other.elo) && near(one.normalized_elo, other.normalized_elo));
        for end in 0..2 {
            prop_assert!(near(one.elo_interval[end], other.elo_interval[1 - end]));
            let (a, b) = (one.normalized_elo_interval[end], other.normalized_elo_interval[1 - end]);
            prop_assert!(near(a, b), "{counts:?} {a:?} {b:?}");
        }
        let results = Frequencies::pairs(counts);
        if let Some(score) = one.score {
            let z = confidence().around(0.0, 1.0)[1];
            for end in one.score_interval {
                if end > 0.0 && end < 1.0 {
                    let deficit = results.deficit_of_mean(end);
                    prop_assert!((2.0 * deficit - z * z).abs() < 1e-6, "{counts:?} {deficit}");
                }
            }
            prop_assert!(one.score_interval[0] <= score && score <= one.score_interval[1]);
            prop_assert!((one.los.unwrap() + other.los.unwrap() - 1.0).abs() < 1e-12);
            if let (Some(found), [Some(low), Some(high)]) = (one.normalized_elo, one.normalized_elo_interval) {
                prop_assert!(low <= found && found <= high);
            }
        }
    }
}
