//! The engine against oracles that share no code with it, and the properties
//! that must always hold, over arbitrary small rules and models.

mod common;

use common::{any_model, any_rule, enumerate, rate};
use kakukin_series::{Draws, Ending, Model, Next, Player, Problem, Rational, Rule, Series, Turns};
use proptest::prelude::*;
use std::{collections::HashMap, ops::ControlFlow};

fn to_f64(x: &Rational) -> f64 {
    x.to_f64().value()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Exact sweep = full enumeration, to the last digit: endings, number of
    /// games, states on the way.
    #[test]
    fn the_exact_sweep_is_full_enumeration(model in any_model(), rule in any_rule()) {
        let rule = rule.with_clinch(false);
        let series = Series::new(model.clone(), rule.clone()).unwrap();
        let exact = series.exact_figures().unwrap();
        let found = enumerate(&model, &rule, series.limit());
        prop_assert_eq!(&exact.outcome, &found.outcome);
        prop_assert_eq!(&exact.games, &found.games);
        for games in 0..series.limit() {
            let mut states: HashMap<(u32, u32), Rational> = HashMap::new();
            for (a, b, n, p) in &found.open {
                if *n == games {
                    *states.entry((*a, *b)).or_default() += p;
                }
            }
            let mut swept: HashMap<(u32, u32), Rational> = HashMap::new();
            for value in series.exact_values(games).unwrap() {
                *swept.entry((value.a_points, value.b_points)).or_default() += value.existence;
            }
            prop_assert_eq!(states, swept);
        }
    }

    /// The fast path stays within the error that it states.
    #[test]
    fn the_fast_path_keeps_its_error_bound(model in any_model(), rule in any_rule()) {
        let series = Series::new(model, rule).unwrap();
        let (fast, exact) = (series.figures(), series.exact_figures().unwrap());
        let bound = series.error_bound();
        let close = |x: f64, y: &Rational| (x - to_f64(y)).abs() <= bound * to_f64(y).abs();
        for (x, y) in fast.outcome.parts().into_iter().zip(exact.outcome.parts()) {
            prop_assert!(close(*x, y), "{x} {y} {bound}");
        }
        for (x, y) in fast.games.iter().zip(&exact.games) {
            prop_assert!(close(*x, y));
        }
        prop_assert!(close(fast.expected_games(), &exact.expected_games()));
        for (x, y) in fast.first_games.iter().zip(&exact.first_games) {
            prop_assert!(close(*x, y));
        }
        match (fast.decided(), exact.decided()) {
            (Some(x), Some(y)) => prop_assert!((x - to_f64(&y)).abs() <= 3.0 * bound),
            (x, y) => prop_assert!(x.is_none() && y.is_none()),
        }
    }

    /// Probabilities add up to 1, and the games with A first and with B first
    /// to the expected number of games.
    #[test]
    fn everything_adds_up(model in any_model(), rule in any_rule()) {
        let series = Series::new(model, rule).unwrap();
        let exact = series.exact_figures().unwrap();
        prop_assert_eq!(exact.outcome.total(), Rational::ONE);
        prop_assert_eq!(exact.games.iter().fold(Rational::ZERO, |x, y| x + y), Rational::ONE);
        let [a, b] = exact.first_games.clone();
        prop_assert_eq!(a + b, exact.expected_games());
        prop_assert!(exact.games[..series.shortest() as usize].iter().all(Rational::is_zero));
    }

    /// The flagship identity: at every cut, existence times value plus what has
    /// ended already is the figure itself; forward and backward agree everywhere.
    #[test]
    fn forward_equals_backward_at_every_cut(model in any_model(), rule in any_rule()) {
        let series = Series::new(model, rule).unwrap();
        let exact = series.exact_figures().unwrap();
        for games in 0..series.limit() {
            let states = series.exact_values(games).unwrap();
            let mut left = Rational::ZERO;
            let mut open = Rational::ZERO;
            for state in &states {
                prop_assert_eq!(&state.a + &state.b + &state.none, Rational::ONE);
                left += &state.existence * &state.games_left;
                open += &state.existence;
            }
            let ended = exact.games[..=games as usize].iter().fold(Rational::ZERO, |x, y| x + y);
            prop_assert_eq!(&ended + &open, Rational::ONE);
            let before: Rational = exact.games[..=games as usize].iter().enumerate()
                .fold(Rational::ZERO, |sum, (n, p)| sum + Rational::from(n) * p);
            let played = &open * Rational::from(games);
            prop_assert_eq!(before + played + left, exact.expected_games());
        }
        let start = series.exact_values(0).unwrap();
        prop_assert_eq!(&start[0].a, &exact.outcome.a());
        prop_assert_eq!(&start[0].b, &exact.outcome.b());
        prop_assert_eq!(&start[0].none, &exact.outcome.none);
    }

    /// A forward sweep from any state gives what the backward sweep says of it.
    #[test]
    fn a_state_is_worth_the_same_both_ways(model in any_model(), rule in any_rule(), at in 0u32..6) {
        let series = Series::new(model, rule).unwrap();
        let games = at.min(series.limit() - 1);
        for value in series.exact_values(games).unwrap() {
            // Where several slots have the same score, one word more is needed.
            let next = Next::First(value.next_first);
            let state = match series.state(value.a_points, value.b_points, games, next) {
                Ok(state) => state,
                Err(error) => {
                    prop_assert_eq!(error.problem, Problem::AmbiguousState);
                    continue;
                }
            };
            let figures = series.exact_figures_from(state).unwrap();
            prop_assert_eq!(figures.outcome.a(), value.a);
            prop_assert_eq!(figures.outcome.b(), value.b);
            let left = figures.expected_games() - Rational::from(games);
            prop_assert_eq!(left, value.games_left);
        }
    }

    /// The leaves of the tree are as many as was said, add up to the sweep by
    /// ending, and to 1.
    #[test]
    fn the_tree_adds_up_to_the_sweep(model in any_model(), rule in any_rule()) {
        let series = Series::new(model.clone(), rule.clone()).unwrap();
        let exact = series.exact_figures().unwrap();
        let tree = series.tree(10_000).unwrap();
        let mut sums = vec![Rational::ZERO; Ending::ALL.len()];
        let mut leaves = 0u64;
        let done = tree.visit(|leaf| {
            leaves += 1;
            assert_eq!(leaf.number, leaves);
            let at = Ending::ALL.iter().position(|e| *e == leaf.ending).unwrap();
            sums[at] += leaf.probability;
            ControlFlow::<()>::Continue(())
        });
        prop_assert!(done.is_continue());
        prop_assert_eq!(tree.leaves().to_string(), leaves.to_string());
        prop_assert_eq!(sums.iter().collect::<Vec<_>>(), exact.outcome.parts().to_vec());
        if !rule.clinch() {
            prop_assert_eq!(leaves, enumerate(&model, &rule, series.limit()).leaves);
        }
    }

    /// Stopping when the winner is certain changes the number of games, never
    /// the winner.
    #[test]
    fn a_clinch_never_changes_the_winner(model in any_model(), rule in any_rule()) {
        let play_on = Series::new(model.clone(), rule.clone().with_clinch(false)).unwrap();
        let stop = Series::new(model, rule.with_clinch(true)).unwrap();
        let (x, y) = (play_on.exact_figures().unwrap(), stop.exact_figures().unwrap());
        prop_assert_eq!(x.outcome.a(), y.outcome.a());
        prop_assert_eq!(x.outcome.b(), y.outcome.b());
        prop_assert_eq!(&x.outcome.none, &y.outcome.none);
        prop_assert!(y.expected_games() <= x.expected_games());
    }

    /// Swapping the names of the players swaps the figures.
    #[test]
    fn mirrored_players_mirror_the_figures(model in any_model(), rule in any_rule(), letters in "[AB]{1,5}") {
        let mirrored: String = letters.chars().map(|c| if c == 'A' { 'B' } else { 'A' }).collect();
        let with = |letters: &str, model: &Model| {
            let points = rule.points();
            let turns: Turns = format!("pattern={letters}").parse().unwrap();
            let draws = rule.draws().clone().map(Rational::from);
            let points = [points.first, points.second, points.target].map(Rational::from);
            let rule = Rule::scaled(points, turns, draws).unwrap().with_limit(5).unwrap();
            Series::new(model.clone(), rule).unwrap().exact_figures().unwrap()
        };
        let swapped = Model::outright(model.game(Player::B), model.game(Player::A));
        let (x, y) = (with(&letters, &model), with(&mirrored, &swapped));
        prop_assert_eq!(x.outcome.a(), y.outcome.b());
        prop_assert_eq!(x.outcome.a_reached, y.outcome.b_reached);
        prop_assert_eq!(x.games, y.games);
    }

    /// With turns fixed, a better first player can only help A.
    #[test]
    fn a_fixed_first_player_gains_from_p(rule in any_rule(), p in 0u32..20, f in 0u32..20) {
        let points = rule.points();
        let rule = Rule::new(points.first, points.second, points.target, Turns::Fixed).unwrap();
        let rule = rule.with_limit(6).unwrap();
        let a = |p: u32| {
            let model = Model::new(rate(&format!("{p}/20")), rate(&format!("{f}/20"))).unwrap();
            Series::new(model, rule.clone()).unwrap().exact_figures().unwrap().outcome.a()
        };
        prop_assert!(a(p) <= a(p + 1));
    }

    /// The derivatives: fast = exact = difference quotient.
    #[test]
    fn slopes_are_slopes(rule in any_rule(), p in 1u32..100, f in 1u32..90) {
        let rule = rule.with_clinch(false);
        let at = |p: Rational, f: Rational| {
            let model = Model::new(rate(&p.to_string()), rate(&f.to_string())).unwrap();
            Series::new(model, rule.clone()).unwrap()
        };
        let (p, f) = (Rational::from(p) / Rational::from(100), Rational::from(f) / Rational::from(100));
        let h = Rational::ONE / Rational::from(100_000);
        let series = at(p.clone(), f.clone());
        let (Some(fast), Some(exact)) = (series.sensitivity(), series.exact_sensitivity().unwrap()) else {
            prop_assert!(series.figures().decided().is_none());
            return Ok(());
        };
        prop_assert!((fast.p - to_f64(&exact.p)).abs() < 1e-11);
        prop_assert!((fast.f - to_f64(&exact.f)).abs() < 1e-11);
        let bias = |p: Rational, f: Rational| at(p, f).exact_figures().unwrap().bias().unwrap();
        let by_p = (bias(&p + &h, f.clone()) - bias(&p - &h, f.clone())) / (&h + &h);
        let by_f = (bias(p.clone(), &f + &h) - bias(p, &f - &h)) / (&h + &h);
        prop_assert!((to_f64(&exact.p) - to_f64(&by_p)).abs() < 1e-5);
        prop_assert!((to_f64(&exact.f) - to_f64(&by_f)).abs() < 1e-5);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Dice agree with the sweep: every ending of the author's breakdown, and
    /// the mean number of games, within five standard deviations.
    #[test]
    fn simulation_agrees(model in any_model(), rule in any_rule(), seed: u64) {
        let series = Series::new(model, rule).unwrap();
        let figures = series.figures();
        let n = 20_000u64;
        let tally = series.simulate(n, seed, |_| ControlFlow::Continue(())).unwrap();
        prop_assert_eq!(tally.series, n);
        prop_assert_eq!(tally.games.iter().sum::<u64>(), n);
        let (without, with) = series.draw_breakdown(&figures);
        for (count, exact) in [(&tally.without_draws, &without), (&tally.with_draws, &with)] {
            for (count, exact) in count.parts().into_iter().zip(exact.parts()) {
                // Eight more: rare events are Poisson, not normal.
                let mean = exact * n as f64;
                let sigma = (mean * (1.0 - exact)).sqrt();
                prop_assert!((*count as f64 - mean).abs() <= 5.0 * sigma + 8.0, "{count} {mean}");
            }
        }
        let mean = figures.expected_games();
        let second: f64 = figures.games.iter().enumerate().map(|(k, p)| (k * k) as f64 * p).sum();
        let sigma = ((second - mean * mean).max(0.0) / n as f64).sqrt();
        prop_assert!((tally.mean_games() - mean).abs() <= 5.0 * sigma + 1e-9);
        // A replayed game takes a geometric number of boards; its spread is bounded by f < 1.
        let played = series.expected_played(&figures, to_f64);
        let observed = tally.played as f64 / n as f64;
        prop_assert!((observed - played).abs() <= 0.06 * played, "{observed} {played}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The games really played, where draws do not count or one more game decides: by playing
    /// every course board by board.
    #[test]
    fn games_played_are_those_of_all_boards(model in any_model(), rule in any_rule(), swap: bool) {
        let points = rule.points();
        let draws = if swap { Draws::Swap } else { Draws::Replay };
        let undecided = rule.undecided();
        let points = [points.first, points.second, points.target].map(Rational::from);
        let rule = Rule::scaled(points, rule.turns().clone(), draws).unwrap();
        let rule = rule.with_limit(3).unwrap().with_undecided(undecided);
        // A game that is always drawn decides nothing.
        let series = Series::new(model.clone(), rule.clone());
        prop_assume!(series.is_ok());
        let series = series.unwrap();
        let boards = 7;
        let expected = common::enumerate_boards(&model, &rule, 3, boards);
        let mut exact = series.exact_played(boards + 1).unwrap();
        exact.resize(boards + 1, Rational::ZERO);
        prop_assert_eq!(&exact, &expected);
        let wanted = rate("90%");
        let fast = series.played(series.start(), &wanted).unwrap().probabilities;
        prop_assert!(fast.iter().sum::<f64>() > 0.9 - 1e-9);
        for (x, y) in fast.iter().zip(&exact) {
            prop_assert!((x - to_f64(y)).abs() < 1e-12);
        }
    }

    /// Where a series is always won before its limit, nothing else can end it.
    #[test]
    fn what_is_always_won_is_never_decided_otherwise(model in any_model(), rule in any_rule()) {
        let series = Series::new(model, rule).unwrap();
        if series.always_won() {
            let figures = series.exact_figures().unwrap();
            let [a, b] = [&figures.outcome.a_reached, &figures.outcome.b_reached];
            prop_assert_eq!(a + b, Rational::ONE);
        }
    }

    /// The values that can follow a state are those of the whole series, given
    /// that it came there.
    #[test]
    fn what_follows_a_state(model in any_model(), rule in any_rule()) {
        let series = Series::new(model, rule).unwrap();
        prop_assume!(series.limit() > 2);
        let mut seen: HashMap<(u32, u32, Player), f64> = HashMap::new();
        for value in series.values(1) {
            let next = Next::First(value.next_first);
            let Ok(state) = series.state(value.a_points, value.b_points, 1, next) else { return Ok(()) };
            prop_assert_eq!(series.next_first(state), value.next_first);
            for later in series.values_from(state, 2) {
                let key = (later.a_points, later.b_points, later.next_first);
                *seen.entry(key).or_default() += value.existence * later.existence;
            }
        }
        let mut whole: HashMap<(u32, u32, Player), f64> = HashMap::new();
        for value in series.values(2) {
            let key = (value.a_points, value.b_points, value.next_first);
            *whole.entry(key).or_default() += value.existence;
        }
        for (key, existence) in whole {
            prop_assert!((seen.get(&key).copied().unwrap_or(0.0) - existence).abs() < 1e-12);
        }
    }
}

/// The stated error at targets where it adds up, for every kind of slot, and
/// with an early end.
#[test]
fn the_error_bound_holds_for_long_series() {
    for (points, turns, draws, clinch) in [
        ("1/2/60", "alternating", "pass", false),
        ("1/2/30", "alternating", "pass", true),
        ("2/3/50", "winner-first", "pass", false),
        ("1/2/25", "abba", "keep", false),
        ("1/2/12", "thue-morse", "keep", true),
        ("2/3/40", "fixed", "points=1/2", false),
        ("1/2/40", "loser-first", "swap", false),
    ] {
        let model = Model::new(rate("0.7"), rate("0.1")).unwrap();
        let rule = Rule::parse(points, turns.parse().unwrap(), draws.parse().unwrap()).unwrap();
        let series = Series::new(model, rule.with_clinch(clinch)).unwrap();
        let (fast, exact) = (series.figures(), series.exact_figures().unwrap().rounded());
        // The rounding of the exact figures themselves is one part in 2^53.
        let bound = series.error_bound() + f64::EPSILON;
        let pairs = fast.outcome.parts().into_iter().zip(exact.outcome.parts());
        let pairs = pairs.chain(fast.games.iter().zip(&exact.games));
        for (x, y) in pairs.chain(fast.first_games.iter().zip(&exact.first_games)) {
            assert!((x - y).abs() <= bound * y, "{points} {turns} {draws}: {x} {y}");
        }
    }
}

/// Fast and exact agree on how many games to book, to the last tail.
#[test]
fn booking_to_the_last_game() {
    let model = Model::new(rate("0.7"), rate("0.1")).unwrap();
    let rule = Rule::new(1, 2, 20, Turns::Alternating).unwrap().with_limit(80).unwrap();
    let series = Series::new(model, rule).unwrap();
    let (fast, exact) = (series.figures(), series.exact_figures().unwrap());
    for wanted in
        ["0", "50%", "95%", "99.9999%", "0.999999999999", "0.99999999999999999999", "100%"]
    {
        let wanted = rate(wanted);
        assert_eq!(fast.games_for(&wanted, series.error_bound()), exact.games_for(&wanted));
    }
    assert_eq!(exact.games_for(&rate("100%")), 80);
}
