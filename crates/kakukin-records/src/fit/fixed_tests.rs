//! The fit against its definition, written out anew.

use super::*;
use crate::{GameResult, Tally};
use proptest::prelude::*;

fn fit(players: &Players, least: Option<u64>, confidence: Confidence) -> Result<Fit, NoFit> {
    log_odds(players, &players.pairs(), least, confidence)
}

fn confidence() -> Confidence {
    Confidence::new(&"95%".parse().unwrap()).unwrap()
}

fn players(pairs: &[(usize, usize, [u64; 3])]) -> Players {
    let mut players = Players::default();
    let most = pairs.iter().map(|pair| pair.0.max(pair.1)).max().unwrap_or(0);
    // Numbers are given in the order of first games: one each, so that numbers are names.
    let name = |k: usize| format!("p{k}");
    let mut order: Vec<(usize, usize, [u64; 3])> = pairs.to_vec();
    order.sort_unstable();
    assert!(most < 100);
    for (first, second, counts) in order {
        for (result, count) in
            [GameResult::First, GameResult::Draw, GameResult::Second].into_iter().zip(counts)
        {
            for _ in 0..count {
                players.add(&name(first), &name(second), result);
            }
        }
    }
    players
}

/// The three chances, straight from the definition.
fn chances(delta: f64, nu: f64) -> [f64; 3] {
    let (win, loss) = ((delta / 2.0).exp(), (-delta / 2.0).exp());
    [win, nu, loss].map(|x| x / (win + nu + loss))
}

/// γ and ν of a fit.
fn terms(fit: &Fit) -> (f64, f64) {
    let gamma = fit.first_move.value / ELO;
    let nu = fit.f.map_or(0.0, |f| f.value / (1.0 - f.value) * 2.0 * (gamma / 2.0).cosh());
    (gamma, nu)
}

fn strengths(fit: &Fit, count: usize) -> Vec<f64> {
    let mut strengths = vec![0.0; count];
    for rating in &fit.ratings {
        strengths[rating.player] = rating.elo / ELO;
    }
    strengths
}

/// A league in which everybody meets everybody on both sides.
fn league() -> impl Strategy<Value = Vec<(usize, usize, [u64; 3])>> {
    prop::collection::vec((1u64..6, 0u64..4, 1u64..6), 12).prop_map(|counts| {
        let pairs = (0..4).flat_map(|i| (0..4).filter(move |j| *j != i).map(move |j| (i, j)));
        pairs.zip(counts).map(|((i, j), (w, d, l))| (i, j, [w, d, l])).collect()
    })
}

/// The logarithm of the likelihood, with strengths of all but the last player free.
fn naive(pairs: &[Pair], x: &[f64]) -> f64 {
    let players = x.len() - 1;
    let last = -x[..players - 1].iter().sum::<f64>();
    let strength = |k: usize| if k + 1 == players { last } else { x[k] };
    let (gamma, nu) = (x[players - 1], x[players].exp());
    let of = |pair: &Pair| {
        let [win, draw, loss] = chances(strength(pair.first) - strength(pair.second) + gamma, nu);
        let Tally { first, draws, second } = pair.tally;
        first as f64 * win.ln() + draws as f64 * draw.ln() + second as f64 * loss.ln()
    };
    pairs.iter().map(of).sum()
}

/// The inverse by elimination.
fn inverse(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = rows.len();
    for (k, row) in rows.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(j == k))));
    }
    for k in 0..n {
        let best = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs())).unwrap();
        rows.swap(k, best);
        let pivot = rows[k][k];
        rows[k].iter_mut().for_each(|x| *x /= pivot);
        let row = rows[k].clone();
        for (i, other) in rows.iter_mut().enumerate() {
            if i != k {
                let factor = other[k];
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// At the maximum every player scores what is expected of him, and so do the first
    /// players and draws in all.
    #[test]
    fn what_is_observed_is_expected(league in league()) {
        let players = players(&league);
        let fit = fit(&players, None, confidence()).unwrap();
        let (gamma, nu) = terms(&fit);
        let strengths = strengths(&fit, 4);
        let mut surplus = [0.0; 6];
        for pair in players.pairs() {
            let games = pair.tally.games() as f64;
            let [win, draw, loss] =
                chances(strengths[pair.first] - strengths[pair.second] + gamma, nu);
            let score = pair.tally.first as f64 - pair.tally.second as f64 - games * (win - loss);
            surplus[pair.first] += score;
            surplus[pair.second] -= score;
            surplus[4] += score;
            surplus[5] += pair.tally.draws as f64 - games * draw;
        }
        for left in surplus {
            prop_assert!(left.abs() < 1e-7, "{:?}", surplus);
        }
        prop_assert!(fit.ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    }

    /// Standard errors against second differences of the likelihood.
    #[test]
    fn errors_are_those_of_the_curvature(league in league()) {
        let players = players(&league);
        prop_assume!(league.iter().any(|(_, _, counts)| counts[1] > 0));
        let fit = fit(&players, None, confidence()).unwrap();
        let (gamma, nu) = terms(&fit);
        let pairs = players.pairs();
        let mut x = strengths(&fit, 4)[..3].to_vec();
        x.extend([gamma, nu.ln()]);
        let step = 1e-4;
        let at = |moves: &[(usize, f64)]| {
            let mut x = x.clone();
            for (k, by) in moves {
                x[*k] += by;
            }
            naive(&pairs, &x)
        };
        let second = |i: usize, j: usize| {
            let cell = |a: f64, b: f64| at(&[(i, a * step), (j, b * step)]);
            -(cell(1.0, 1.0) - cell(1.0, -1.0) - cell(-1.0, 1.0) + cell(-1.0, -1.0))
                / (4.0 * step * step)
        };
        let covariance = inverse((0..5).map(|i| (0..5).map(|j| second(i, j)).collect()).collect());
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-3;
        prop_assert!(near(fit.first_move.error / ELO, covariance[3][3].sqrt()));
        let f = fit.f.unwrap();
        let share = |gamma: f64, draw: f64| {
            let nu = draw.exp();
            nu / (nu + 2.0 * (gamma / 2.0).cosh())
        };
        let slope = [
            (share(gamma + step, nu.ln()) - share(gamma - step, nu.ln())) / (2.0 * step),
            (share(gamma, nu.ln() + step) - share(gamma, nu.ln() - step)) / (2.0 * step),
        ];
        let variance: f64 = (0..2)
            .flat_map(|i| (0..2).map(move |j| (i, j)))
            .map(|(i, j)| slope[i] * slope[j] * covariance[3 + i][3 + j])
            .sum();
        prop_assert!(near(f.error, variance.sqrt()));
        for rating in &fit.ratings {
            // The last strength is minus the sum of the others.
            let variance = match rating.player {
                3 => (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).map(|(i, j)| covariance[i][j]).sum(),
                k => covariance[k][k],
            };
            prop_assert!(near(rating.error / ELO, variance.sqrt()), "{rating:?}");
        }
    }

    /// Four times the games: the same maximum, half the errors.
    #[test]
    fn more_of_the_same_is_surer(league in league()) {
        let once = fit(&players(&league), None, confidence()).unwrap();
        let four: Vec<_> = league.iter().map(|(i, j, c)| (*i, *j, c.map(|n| 4 * n))).collect();
        let four = fit(&players(&four), None, confidence()).unwrap();
        prop_assert!((once.p.value - four.p.value).abs() < 1e-9);
        prop_assert!((once.p.error / four.p.error - 2.0).abs() < 1e-6);
    }

    /// The other way round: who was first is second, and every result is mirrored.
    #[test]
    fn sides_are_symmetric(league in league()) {
        let there = fit(&players(&league), None, confidence()).unwrap();
        let mirrored: Vec<_> = league.iter().map(|(i, j, [w, d, l])| (*j, *i, [*l, *d, *w])).collect();
        let back = fit(&players(&mirrored), None, confidence()).unwrap();
        prop_assert!((there.p.value + back.p.value - 1.0).abs() < 1e-9);
        prop_assert!((there.log_likelihood.unwrap() - back.log_likelihood.unwrap()).abs() < 1e-8);
    }
}

#[test]
fn two_equal_players_give_the_raw_rates() {
    let fit =
        fit(&players(&[(0, 1, [60, 20, 40]), (1, 0, [60, 20, 40])]), None, confidence()).unwrap();
    assert!((fit.p.value - 0.6).abs() < 1e-12);
    assert!((fit.f.unwrap().value - 1.0 / 6.0).abs() < 1e-12);
    assert!((fit.p.error - (0.24f64 / 200.0).sqrt()).abs() < 1e-12);
    assert!(fit.ratings.iter().all(|rating| rating.elo.abs() < 1e-9));
}

/// The stronger player is always first: the raw rate is his, not that of the first move.
#[test]
fn strength_is_not_taken_for_the_first_move() {
    // By the definition with a lead of ln 4 and no first move: 80 % wins of the stronger.
    let one = players(&[(0, 1, [80, 0, 20])]);
    assert_eq!(fit(&one, None, confidence()), Err(NoFit::NoMaximum));
    let both =
        fit(&players(&[(0, 1, [800, 0, 200]), (1, 0, [2, 0, 8])]), None, confidence()).unwrap();
    assert!((both.p.value - 0.5).abs() < 1e-9);
    assert!((both.ratings[0].elo - both.ratings[1].elo - 400.0 * 4f64.log10()).abs() < 1e-6);
}

#[test]
fn where_there_is_no_maximum() {
    let no_fit =
        |pairs: &[(usize, usize, [u64; 3])]| fit(&players(pairs), None, confidence()).unwrap_err();
    assert_eq!(no_fit(&[]), NoFit::NotJoined);
    assert_eq!(no_fit(&[(0, 1, [5, 0, 0])]), NoFit::NotJoined);
    assert_eq!(no_fit(&[(0, 1, [0, 5, 0]), (1, 0, [0, 3, 0])]), NoFit::AllDrawn);
    // Whoever is first wins.
    assert_eq!(no_fit(&[(0, 1, [5, 0, 0]), (1, 0, [5, 0, 0])]), NoFit::NoMaximum);
}

#[test]
fn many_players_are_cut_by_their_games() {
    let mut many = Players::default();
    for k in 0..MAX_FITTED + 50 {
        // A ring of wins, so that all are joined; later ones play more.
        for _ in 0..1 + k / 500 {
            many.add(
                &format!("{k}"),
                &format!("{}", (k + 1) % (MAX_FITTED + 50)),
                GameResult::First,
            );
            many.add(
                &format!("{k}"),
                &format!("{}", (k + 1) % (MAX_FITTED + 50)),
                GameResult::Second,
            );
        }
    }
    assert_eq!(least_games(many.names().len(), &many.pairs()), 5);
    assert_eq!(fit(&many, Some(1), confidence()).unwrap_err(), NoFit::TooMany);
    let mut even = Players::default();
    for k in 0..MAX_FITTED + 200 {
        let next = (k + 1) % (MAX_FITTED + 200);
        even.add(&format!("{k}"), &format!("{next}"), GameResult::Draw);
    }
    assert_eq!(fit(&even, None, confidence()).unwrap_err(), NoFit::TooMany);
}

/// Ratings are shown as expected scores: against the definition.
#[test]
fn ratings_are_expected_scores() {
    let league =
        players(&[(0, 1, [6, 20, 2]), (1, 0, [2, 20, 4]), (1, 2, [5, 9, 5]), (2, 0, [1, 9, 3])]);
    let own = fit(&league, None, confidence()).unwrap();
    let shown = super::fit(&league, &league.pairs(), None, confidence()).unwrap();
    let (gamma, nu) = terms(&own);
    let elo = |delta: f64| {
        let [win, draw, _] = chances(delta, nu);
        400.0 * ((win + draw / 2.0) / (1.0 - win - draw / 2.0)).log10()
    };
    for (own, shown) in own.ratings.iter().zip(&shown.ratings) {
        assert!((elo(own.elo / ELO) - shown.elo).abs() < 1e-9);
        let slope = (elo((own.elo + 1e-3) / ELO) - elo((own.elo - 1e-3) / ELO)) / 2e-3;
        assert!((own.error * slope - shown.error).abs() < 1e-4);
    }
    assert!((elo(gamma) - shown.first_move.value).abs() < 1e-9);
    assert!(shown.ratings[0].elo < 0.8 * own.ratings[0].elo, "draws make the scale shorter");
    assert_eq!((own.p, own.f), (shown.p, shown.f));
}
