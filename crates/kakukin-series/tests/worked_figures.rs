//! Figures that were published or worked out elsewhere.

use kakukin_core::BadValue;
mod common;

use common::{rate, ratio};
use kakukin_series::{
    Choice, Draws, Figures, Game, InputError, Lead, LeadScale, Model, Next, PickTable, Probability,
    Rational, Rule, Series, Turns, takahashi,
};

fn series(p: &str, f: &str, points: &str, turns: Turns) -> Series {
    let model = Model::new(rate(p), rate(f)).unwrap();
    Series::new(model, Rule::parse(points, turns, Draws::Pass).unwrap()).unwrap()
}

fn limited(limit: u32, draws: Draws<Rational>) -> Figures<f64> {
    let model = Model::new(rate("0.7"), rate("0.1")).unwrap();
    let rule = Rule::parse("1/2/3", Turns::Alternating, draws).unwrap();
    Series::new(model, rule.with_limit(limit).unwrap()).unwrap().figures()
}

/// The article "How to use kakukin", with the leaves it lists: p = .6, f = .1, 1/2/2 alternating.
#[test]
fn seed_000_example() {
    let series = series("0.6", "0.1", "1/2/2", Turns::Alternating);
    assert_eq!((series.shortest(), series.limit()), (1, 4));
    assert_eq!(series.tree(1000).unwrap().leaves().to_string(), "27");
    let exact = series.exact_figures().unwrap();
    assert_eq!(exact.decided().unwrap().to_string(), "61846/137255");
    assert_eq!(exact.outcome.none, ratio(11764, 1_000_000));
    assert_eq!(exact.outcome.a_reached, ratio(4_442_112, 10_000_000));
    assert_eq!(exact.outcome.b_reached, ratio(5_418_648, 10_000_000));
    assert_eq!(exact.outcome.a_on_points, ratio(108, 100_000));
    assert_eq!(exact.outcome.b_on_points, ratio(108, 100_000));
    // The article prints 0.45059196386288297.
    assert!((series.figures().decided().unwrap() - 0.45059196386288297).abs() < 1e-15);
}

/// The example of that article's introduction, and its slip: 1.5 % and 98.5 % are
/// right where it prints 1.6 % and 98.4 %.
#[test]
fn seed_000_introduction() {
    let series = series("70%", "10%", "1/2/3", Turns::Alternating);
    assert_eq!((series.shortest(), series.limit(), series.limit_without_draws()), (2, 6, 5));
    let figures = series.figures();
    let near = |x: f64, y: f64| assert!((x - y).abs() < 5e-12, "{x} {y}");
    near(figures.outcome.a(), 0.51124038111);
    near(figures.outcome.b(), 0.47351515599);
    near(figures.outcome.none, 0.0152444629);
    near(figures.decided().unwrap(), 0.5191546143680983);
    near(figures.expected_games(), 3.479504613);
    assert_eq!(format!("{:.1}", 100.0 * figures.outcome.none), "1.5");
}

#[test]
fn other_figures() {
    let per_cent = |s: &Series| format!("{:.4}", 100.0 * s.figures().decided().unwrap());
    let s = series("70%", "0", "1/3/3", Turns::Alternating);
    assert_eq!((per_cent(&s).as_str(), s.shortest(), s.limit()), ("48.0970", 1, 5));
    let s = series("70%", "0", "1/2/2", Turns::Fixed);
    assert_eq!((per_cent(&s).as_str(), s.shortest(), s.limit()), ("49.0000", 1, 2));
    // The introduction of the article "Kakukin system" calls this even.
    let s = series("70%", "0", "1/2/2", Turns::Alternating);
    assert_eq!(format!("{:.1}", 100.0 * s.figures().decided().unwrap()), "55.3");
    let s = series("95%", "0", "1/36/36", Turns::Alternating);
    assert_eq!(format!("{:.3}", 100.0 * s.figures().decided().unwrap()), "49.995");
    assert_eq!((s.limit(), format!("{:.1}", s.figures().expected_games())), (71, "19.5".into()));
    let rule = Rule::new(1, 2, 100, Turns::Alternating).unwrap().with_limit(400).unwrap();
    let model = Model::new(rate("0.7"), rate("0.1")).unwrap();
    let figures = Series::new(model, rule).unwrap().figures();
    assert!((figures.decided().unwrap() - 0.501051230802).abs() < 1e-12);
}

#[test]
fn free_limits_and_draw_policies() {
    let text = |f: &Figures<f64>| {
        format!("{:.2} {:.2}", 100.0 * f.decided().unwrap(), 100.0 * f.outcome.none)
    };
    assert_eq!(text(&limited(5, Draws::Pass)), "53.27 5.33");
    assert_eq!(text(&limited(6, Draws::Pass)), "51.92 1.52");
    assert_eq!(text(&limited(8, Draws::Pass)), "52.11 0.06");
    let decided = |draws| format!("{:.2}", 100.0 * limited(6, draws).decided().unwrap());
    assert_eq!(decided(Draws::Keep), "54.13");
    assert_eq!(decided(Draws::Replay), "54.40");
}

/// The game of players who are this far apart by Elo, with the first or the second player ahead:
/// series.md, the last section, in floats.
fn game_by_elo(p: f64, f: f64, lead: f64) -> Game {
    let s = 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
    let theta = (p / (1.0 - p)).sqrt();
    let nu = f / (1.0 - f) * (theta + 1.0 / theta);
    let half = nu * (s - 0.5);
    let x = (half + (half * half + 4.0 * s * (1.0 - s)).sqrt()) / (2.0 * (1.0 - s));
    let weights = [theta * x, nu, 1.0 / (theta * x)];
    let exact = |weight: f64| Rational::try_from(weight / weights.iter().sum::<f64>()).unwrap();
    let [first, draw] = [weights[0], weights[1]].map(exact);
    let second = Rational::ONE - &first - &draw;
    let [first, draw, second] = [first, draw, second].map(|x| Probability::new(x).unwrap());
    Game::new(first, draw, second).unwrap()
}

/// The stronger player's share of the decided series at p = .7, f = .1, whoever starts. Best of n
/// is at most n games.
fn stronger(points: &str, limit: Option<u32>, model: impl Fn(f64) -> Model) -> f64 {
    let play = |lead: f64| {
        let rule = Rule::parse(points, Turns::Alternating, Draws::Pass).unwrap();
        let rule = limit.map_or(rule.clone(), |limit| rule.with_limit(limit).unwrap());
        Series::new(model(lead), rule).unwrap().figures().outcome
    };
    let (starts, waits) = (play(100.0), play(-100.0));
    let wins = starts.a() + waits.b();
    wins / (wins + starts.b() + waits.a())
}

/// The contests that the specification works out.
const CONTESTS: [(&str, Option<u32>); 5] =
    [("1/1/1", Some(1)), ("1/1/2", Some(3)), ("1/1/4", Some(7)), ("1/2/3", None), ("1/2/6", None)];

/// 100 Elo points are an expected score, and every series is that of games given outright.
#[test]
fn the_stronger_player_by_elo() {
    let shares = CONTESTS.map(|(points, limit)| {
        let ours = |lead| Model::with_elo(rate("0.7"), rate("0.1"), lead).unwrap();
        let plain = |lead: f64| {
            let [a_first, b_first] = [lead, -lead].map(|lead| game_by_elo(0.7, 0.1, lead));
            Model::outright(a_first, b_first)
        };
        let limit = limit.or(Some(if points == "1/2/3" { 6 } else { 13 }));
        let [ours, plain] = [stronger(points, limit, ours), stronger(points, limit, plain)];
        assert!((ours - plain).abs() < 1e-14, "{points}: {ours} {plain}");
        format!("{ours:.4}")
    });
    assert_eq!(shares, ["0.6355", "0.7132", "0.8011", "0.7325", "0.8119"]);
}

/// By log-odds of decided games, as all leads were up to version 0.3: the figures of series.md.
#[test]
fn the_stronger_player_by_log_odds() {
    let play = |points: &str, limit: Option<u32>, points_ahead: f64| {
        let lead = Lead { points: points_ahead, scale: LeadScale::LogOdds };
        let model = Model::with_lead(rate("0.7"), rate("0.1"), lead).unwrap();
        let rule = Rule::parse(points, Turns::Alternating, Draws::Pass).unwrap();
        let rule = limit.map_or(rule.clone(), |limit| rule.with_limit(limit).unwrap());
        Series::new(model, rule).unwrap().figures()
    };
    let shares = CONTESTS.map(|(points, limit)| {
        let model = |lead| {
            let lead = Lead { points: lead, scale: LeadScale::LogOdds };
            Model::with_lead(rate("0.7"), rate("0.1"), lead).unwrap()
        };
        format!("{:.3}", stronger(points, limit, model))
    });
    assert_eq!(shares, ["0.619", "0.689", "0.771", "0.709", "0.784"]);
    let bias = |points, limit| format!("{:.2}", 100.0 * play(points, limit, 0.0).bias().unwrap());
    assert_eq!(bias("1/1/4", Some(7)), "7.26");
    assert_eq!(bias("1/2/6", None), "1.15");
}

/// Every row of the author's tables. The 100 theoretical figures (fixed turns)
/// agree to the 4 decimals printed; the 50 simulated ones (alternating turns,
/// 2,000,000 series each) within 1.8 standard deviations.
#[test]
fn every_row_of_the_seed_tables() {
    let mut rows = 0;
    for table in PickTable::ALL {
        for pick in takahashi(table) {
            let row =
                Choice::Takahashi(table).row(&pick.p, &rate("0"), Ok::<_, InputError>).unwrap();
            let a = row.figures.decided().unwrap();
            if table == PickTable::Alternating {
                let printed: f64 = pick.printed_percent.parse().unwrap();
                let sigma = 100.0 * (a * (1.0 - a) / 2e6).sqrt();
                assert!((printed - 100.0 * a).abs() < 1.8 * sigma, "{pick:?} {a}");
            } else {
                assert_eq!(format!("{:.4}", 100.0 * a), pick.printed_percent, "{pick:?}");
            }
            rows += 1;
        }
    }
    assert_eq!(rows, 150);
}

/// Where the tables' numbers of games are wrong: alternating, the longest on
/// every row but 50-54 % (it used the formula of fixed turns); fixed, the shortest on
/// 65-69, 73-78 and 82 %.
#[test]
fn the_slips_of_the_seed_tables() {
    let wrong = |table: PickTable| -> (Vec<u32>, Vec<u32>) {
        let (mut shortest, mut longest) = (Vec::new(), Vec::new());
        for pick in takahashi(table) {
            let row =
                Choice::Takahashi(table).row(&pick.p, &rate("0"), Ok::<_, InputError>).unwrap();
            let percent = (100.0 * pick.p.to_f64()).round() as u32;
            if row.series.shortest() != pick.printed_shortest {
                shortest.push(percent);
            }
            if row.series.limit() != pick.printed_limit {
                longest.push(percent);
            }
        }
        (shortest, longest)
    };
    assert_eq!(wrong(PickTable::Alternating), (vec![], (55..=99).collect()));
    let fixed = (65..=69).chain(73..=78).chain([82]).collect();
    assert_eq!(wrong(PickTable::Fixed), (fixed, vec![]));
    assert_eq!(wrong(PickTable::Lcm), (vec![], vec![]));
    // Each of the two tables used a formula of the other.
    let under = |pick: &kakukin_series::Pick, turns| {
        Rule::new(pick.first, pick.second, pick.target, turns).unwrap()
    };
    for pick in takahashi(PickTable::Alternating) {
        let longest = under(pick, Turns::Fixed).limit_without_draws().unwrap();
        assert_eq!(longest, pick.printed_limit, "{pick:?}");
    }
    for pick in takahashi(PickTable::Fixed) {
        let shortest = under(pick, Turns::Alternating).shortest().unwrap();
        assert_eq!(shortest, pick.printed_shortest, "{pick:?}");
    }
}

/// The article "Takahashi Satoshi system" writes the rules over the least common multiple.
#[test]
fn the_lcm_form_is_the_same_rule() {
    for pick in takahashi(PickTable::Fixed) {
        let rule = Rule::new(pick.first, pick.second, pick.target, Turns::Fixed).unwrap();
        let lcm = rule.lcm_form().unwrap();
        let exact = |rule: &Rule| {
            let model = Model::new(pick.p.clone(), rate("0")).unwrap();
            Series::new(model, rule.clone()).unwrap().exact_figures().unwrap().outcome
        };
        assert_eq!(exact(&rule), exact(&lcm), "{pick:?}");
    }
    let points = Rule::new(1, 2, 7, Turns::Fixed).unwrap().lcm_form().unwrap().points();
    assert_eq!((points.first, points.second, points.target), (4, 7, 28));
    assert!(Rule::new(1, 2, 3, Turns::Alternating).unwrap().lcm_form().is_err());
}

/// "More first points never lowers A's chance" is false for alternating turns:
/// p = .6, target 7, second points 4.
#[test]
fn pruning_by_monotony_is_wrong() {
    let errors: Vec<f64> = (1..=4)
        .map(|first| {
            let s = series("60%", "0", &format!("{first}/4/7"), Turns::Alternating);
            s.figures().bias().unwrap()
        })
        .collect();
    let best = errors.iter().map(|x| x.abs()).fold(f64::MAX, f64::min);
    assert!((best - 0.00016).abs() < 5e-6, "{errors:?}");
    assert!(errors.windows(2).any(|w| w[1] < w[0]), "{errors:?}");
}

#[test]
fn booking_games() {
    let s = series("70%", "10%", "1/2/3", Turns::Alternating);
    let (fast, exact) = (s.figures(), s.exact_figures().unwrap());
    let mut sum = 0.0;
    for (games, p) in fast.games.iter().enumerate().skip(2) {
        sum += p;
        let just_enough = Probability::parse("q", &format!("{:.6}", sum - 1e-6)).unwrap();
        assert_eq!(fast.games_for(&just_enough, s.error_bound()), games as u32);
        assert_eq!(exact.games_for(&just_enough), games as u32);
    }
    // Exactly reached: one half is booked by one game if that is its probability.
    let s = series("50%", "0", "1/2/2", Turns::Fixed);
    assert_eq!(s.figures().games_for(&rate("1/2"), s.error_bound()), 1);
    assert_eq!(s.exact_figures().unwrap().games_for(&rate("1/2")), 1);
    assert_eq!(s.figures().games_for(&rate("100%"), s.error_bound()), 2);
}

#[test]
fn certain_games_and_empty_outcomes() {
    // p = 1: A wins as first, B wins as first, equal points at the limit.
    let model = Model::new(rate("1"), rate("0")).unwrap();
    let rule = Rule::new(1, 1, 2, Turns::Alternating).unwrap().with_limit(2).unwrap();
    let series = Series::new(model, rule).unwrap();
    let figures = series.figures();
    assert_eq!((figures.outcome.none, figures.decided()), (1.0, None));
    assert_eq!(series.sensitivity(), None);
    let model = Model::new(rate("0"), rate("0")).unwrap();
    let series = Series::new(model, Rule::new(1, 2, 2, Turns::Fixed).unwrap()).unwrap();
    assert_eq!(series.figures().outcome.b_reached, 1.0);
}

#[test]
fn states_that_cannot_be() {
    let s = series("70%", "10%", "1/2/3", Turns::Alternating);
    let problem = |a, b, games| s.state(a, b, games, Next::Implied).unwrap_err().problem;
    use kakukin_series::Problem;
    assert_eq!(problem(3, 0, 2), BadValue::OutOfRange);
    assert_eq!(problem(0, 0, 6), BadValue::OutOfRange);
    assert_eq!(problem(2, 2, 1), Problem::Unreachable);
    assert_eq!(problem(1, 0, 0), Problem::Unreachable);
    assert!(s.state(1, 0, 1, Next::Implied).is_ok());
    // Draws are possible by the rule even where f = 0.
    assert!(series("70%", "0", "1/2/3", Turns::Alternating).state(0, 0, 2, Next::Implied).is_ok());
    // Winner first: 1:1 after three games does not tell who is first.
    let model = Model::new(rate("0.7"), rate("0.1")).unwrap();
    let rule = Rule::new(1, 1, 3, Turns::WinnerFirst).unwrap();
    let s = Series::new(model, rule).unwrap();
    assert_eq!(s.state(1, 1, 3, Next::Implied).unwrap_err().problem, Problem::AmbiguousState);
    assert!(s.state(1, 1, 3, Next::First(kakukin_series::Player::B)).is_ok());
}

#[test]
fn the_same_seed_gives_the_same_tally() {
    use std::ops::ControlFlow::{Break, Continue};
    let s = series("70%", "10%", "1/2/3", Turns::Alternating);
    let run = |seed| s.simulate(100_000, seed, |_| Continue(())).unwrap();
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    // Broken off, it keeps what was done.
    let part = s.simulate(10_000_000, 1, |_| Break(())).unwrap();
    assert!(part.series > 0 && part.series < 10_000_000);
    assert_eq!(part.outcome().parts().into_iter().sum::<u64>(), part.series);
}

/// What a state says of decided games must be possible.
#[test]
fn decided_games_of_a_state() {
    use kakukin_series::Player;
    let model = || Model::new(rate("0.7"), rate("0.1")).unwrap();
    let rule = Rule::parse("1/1/5", Turns::Abba, Draws::Keep).unwrap();
    let s = Series::new(model(), rule).unwrap();
    assert!(s.state(2, 0, 4, Next::Decided(2)).is_ok());
    for decided in [0, 1, 3, 4, 5] {
        assert!(s.state(2, 0, 4, Next::Decided(decided)).is_err(), "{decided}");
    }
    let s = Series::new(model(), Rule::new(1, 2, 3, Turns::Alternating).unwrap()).unwrap();
    let problem = s.state(1, 0, 1, Next::Decided(1)).unwrap_err().problem;
    assert_eq!(problem, BadValue::Conflict);
    // Values end where the series does.
    assert!(s.values(s.limit()).is_empty() && s.values(u32::MAX).is_empty());
    let state = s.state(1, 0, 1, Next::Implied).unwrap();
    assert_eq!(s.next_first(state), Player::B);
}

/// The lcm form is refused where it would be another rule.
#[test]
fn the_lcm_form_knows_its_limits() {
    let form = |points: &str, draws: &str| {
        Rule::parse(points, Turns::Fixed, draws.parse().unwrap()).unwrap().lcm_form()
    };
    assert!(form("1/2/2", "points=0.5/0.5").is_err());
    assert!(form("1/2/2", "swap").is_err());
    assert!(form("1/3/1000000", "pass").is_err());
    assert!(form("1/2/7", "replay").is_ok());
}

/// A series that may stop early says so in its shortest length.
#[test]
fn the_shortest_series_with_an_early_end() {
    let model = Model::new(rate("0.7"), rate("0")).unwrap();
    let rule = Rule::new(1, 1, 3, Turns::Alternating).unwrap().with_limit(3).unwrap();
    let shortest =
        |clinch| Series::new(model.clone(), rule.clone().with_clinch(clinch)).unwrap().shortest();
    assert_eq!((shortest(false), shortest(true)), (3, 2));
}

/// Draws that swap sides lengthen the series until it is always decided.
#[test]
fn swapping_sides_stays_decisive() {
    let model = Model::new(rate("0.7"), rate("0.3")).unwrap();
    let rule = Rule::parse("1/2/2", Turns::Fixed, Draws::Swap).unwrap();
    let s = Series::new(model, rule).unwrap();
    assert_eq!((s.limit_without_draws(), s.limit()), (2, 3));
    assert_eq!(s.exact_figures().unwrap().outcome.none, ratio(0, 1));
}
