//! A series in play against the sweeps, the tree, and a reading of the rules that shares
//! no code with the engine.

mod common;

use common::{any_model, any_rule, first_of};
use kakukin_series::{
    Chances, Draws, Ending, Event, GameResult, Model, Player, Rational, Rule, Running, Series,
    Turns, Undecided,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn to_f64(x: &Rational) -> f64 {
    x.to_f64().value()
}

fn any_results() -> impl Strategy<Value = Vec<GameResult>> {
    prop::collection::vec((0usize..3).prop_map(|k| GameResult::ALL[k]), 0..16)
}

/// Every moment of a series with these results, up to its end.
fn moments<'s>(series: &'s Series, results: &[GameResult]) -> Vec<Running<'s>> {
    let mut moments = vec![Running::new(series)];
    for &result in results {
        match moments.last().and_then(|moment| moment.after(result)) {
            Some(next) => moments.push(next),
            None => break,
        }
    }
    moments
}

fn parts<N>(chances: &Chances<N>) -> [&N; 3] {
    [&chances.a, &chances.b, &chances.none]
}

/// The series by the words of its rule.
struct Words<'r> {
    rule: &'r Rule,
    limit: u32,
    score: [u32; 2],
    games: u32,
    decided: u32,
    by_result: Player,
    swapped: bool,
    decided_for: Option<Player>,
    lots: usize,
}

impl Words<'_> {
    fn over(&self) -> Option<&'static str> {
        match (self.points_over(), self.rule.undecided()) {
            (Some("none"), Undecided::Second) => Some("b_by_decider"),
            (Some("none"), Undecided::Lot | Undecided::Game | Undecided::Armageddon) => {
                self.decided_for.map(|player| ["a_by_decider", "b_by_decider"][player as usize])
            }
            (over, _) => over,
        }
    }

    fn points_over(&self) -> Option<&'static str> {
        let [a, b] = self.score;
        let target = self.rule.points().target;
        match (a >= target, b >= target) {
            (true, false) => Some("a_reached"),
            (false, true) => Some("b_reached"),
            (true, true) if a > b => Some("a_reached"),
            (true, true) if a < b => Some("b_reached"),
            (true, true) => Some("none"),
            _ if self.games < self.limit => None,
            _ if a > b => Some("a_on_points"),
            _ if a < b => Some("b_on_points"),
            _ => Some("none"),
        }
    }

    fn first(&self) -> Player {
        if self.points_over().is_some() {
            return Player::A;
        }
        let keep = *self.rule.draws() == Draws::Keep;
        let index = if keep { self.decided } else { self.games };
        let first = first_of(self.rule.turns(), index, self.by_result);
        if self.swapped { first.other() } else { first }
    }

    fn play(&mut self, result: GameResult) {
        if self.points_over().is_some() {
            self.decided_for = match result {
                GameResult::First => Some(Player::A),
                GameResult::Second => Some(Player::B),
                GameResult::Draw => None,
            };
            self.lots += usize::from(self.rule.undecided() == Undecided::Lot);
            return;
        }
        let (points, first) = (self.rule.points(), self.first());
        let mut winner = match result {
            GameResult::First => Some((first, points.first)),
            GameResult::Second => Some((first.other(), points.second)),
            GameResult::Draw => None,
        };
        if winner.is_none() {
            match self.rule.draws() {
                Draws::Replay => return,
                Draws::Swap => {
                    self.swapped = !self.swapped;
                    return;
                }
                Draws::Second => winner = Some((first.other(), points.second)),
                Draws::Points { first: d1, second: d2 } => {
                    self.score[first as usize] += d1;
                    self.score[1 - first as usize] += d2;
                }
                Draws::Pass | Draws::Keep => {}
            }
        }
        if let Some((winner, gain)) = winner {
            self.score[winner as usize] += gain;
            self.decided += 1;
            let loser_is_first = *self.rule.turns() == Turns::LoserFirst;
            self.by_result = if loser_is_first { winner.other() } else { winner };
        }
        self.games += 1;
        self.swapped = false;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Points, sides, games and the end are what the words of the rule say.
    #[test]
    fn it_is_played_by_the_words_of_the_rule(
        model in any_model(), rule in any_rule(), results in any_results(),
    ) {
        let rule = rule.with_clinch(false);
        let series = Series::new(model, rule.clone()).unwrap();
        let limit = series.limit();
        let start = [0, 0];
        let mut words = Words {
            rule: &rule, limit, score: start, games: 0, decided: 0, by_result: Player::A,
            swapped: false, decided_for: None, lots: 0,
        };
        let mut moment = Running::new(&series);
        for (played, &result) in results.iter().enumerate() {
            prop_assert_eq!(moment.score(), words.score);
            prop_assert_eq!(moment.games(), words.games);
            prop_assert_eq!(moment.played() as usize, played - words.lots);
            prop_assert_eq!(moment.ending().map(Ending::code), words.over());
            prop_assert!(!moment.clinched());
            let Some(next) = moment.after(result) else {
                prop_assert!(moment.first().is_none() && words.over().is_some());
                break;
            };
            prop_assert_eq!(moment.first(), Some(words.first()));
            words.play(result);
            moment = next;
        }
    }

    /// The chances now are the chances after each result, weighed with their probabilities; at
    /// the end they are certain. Together this fixes them all.
    #[test]
    fn chances_are_a_martingale(
        model in any_model(), rule in any_rule(), results in any_results(),
    ) {
        let series = Series::new(model, rule).unwrap();
        for moment in moments(&series, &results) {
            let nexts = GameResult::ALL.map(|result| moment.after(result));
            let all: Vec<Running<'_>> = [moment].into_iter().chain(nexts.into_iter().flatten()).collect();
            let chances = series.exact_chances(&all).unwrap();
            prop_assert_eq!(parts(&chances[0]).into_iter().fold(Rational::ZERO, |x, y| x + y), Rational::ONE);
            let Some(ending) = moment.ending() else {
                let weights = moment.probabilities().unwrap();
                for part in 0..3 {
                    let after = chances[1..].iter().zip(&weights);
                    let sum = after.fold(Rational::ZERO, |sum, (c, w)| sum + parts(c)[part] * w);
                    prop_assert_eq!(parts(&chances[0])[part], &sum);
                }
                continue;
            };
            prop_assert!(nexts.iter().all(Option::is_none) && moment.probabilities().is_none());
            let winner = ending.winner().map_or(2, |winner| winner as usize);
            prop_assert_eq!(parts(&chances[0])[winner], &Rational::ONE);
        }
    }

    /// They are the figures from the state, exactly and in `f64`, one by one or all at once.
    #[test]
    fn chances_are_the_figures_from_there(
        model in any_model(), rule in any_rule(), results in any_results(),
    ) {
        let series = Series::new(model, rule).unwrap();
        let all = moments(&series, &results);
        let (exact, fast) = (series.exact_chances(&all).unwrap(), series.chances(&all));
        for ((moment, exact), fast) in all.iter().zip(&exact).zip(&fast) {
            for (x, y) in parts(fast).into_iter().zip(parts(exact)) {
                prop_assert!((x - to_f64(y)).abs() <= 4.0 * series.error_bound());
            }
            prop_assert_eq!(exact, &series.exact_chances(&[*moment]).unwrap()[0]);
            if let Some(state) = moment.state() {
                let figures = series.exact_figures_from(state).unwrap();
                let outcome = &figures.outcome;
                prop_assert_eq!(&exact.a, &outcome.a());
                prop_assert_eq!(&exact.b, &outcome.b());
                prop_assert_eq!(&exact.none, &outcome.none);
                prop_assert_eq!(series.score(state), moment.score());
                prop_assert_eq!(Some(series.next_first(state)), moment.first());
            }
        }
    }

    /// Every leaf of the tree, played game by game, has the same points, the same end and the
    /// same probability.
    #[test]
    fn every_leaf_can_be_played(model in any_model(), rule in any_rule()) {
        let series = Series::new(model, rule).unwrap();
        let draw = |player| series.model().game(player).draw;
        let tree = series.tree(10_000).unwrap();
        let done = tree.visit(|leaf| {
            let mut moment = Running::new(&series);
            let mut probability = Rational::ONE;
            for branch in leaf.path {
                let first = moment.first().unwrap();
                let results: &[GameResult] = match branch.event {
                    Event::FirstWins => &[GameResult::First],
                    Event::SecondWins => &[GameResult::Second],
                    Event::Draw => &[GameResult::Draw],
                    Event::SwappedFirstWins => &[GameResult::Draw, GameResult::First],
                    Event::SwappedSecondWins => &[GameResult::Draw, GameResult::Second],
                };
                for &result in results {
                    probability *= &moment.probabilities().unwrap()[result as usize];
                    moment = moment.after(result).unwrap();
                }
                // Draws that do not count can be repeated without end.
                probability /= Rational::ONE - match series.rule().draws() {
                    Draws::Replay => draw(first),
                    Draws::Swap => draw(first) * draw(first.other()),
                    _ => Rational::ZERO,
                };
                assert_eq!(moment.score(), [branch.a, branch.b]);
            }
            if moment.decider().is_some() {
                let won = leaf.ending.winner().unwrap() as usize;
                probability *= &moment.probabilities().unwrap()[won];
                moment = moment.after(GameResult::ALL[won]).unwrap();
            }
            assert_eq!(moment.ending(), Some(leaf.ending));
            assert_eq!(moment.games() as usize, leaf.path.len());
            assert_eq!(&probability, leaf.probability);
            ControlFlow::<()>::Continue(())
        });
        prop_assert!(done.is_continue());
    }

    /// The wins that are needed are enough, and one fewer is not.
    #[test]
    fn wins_needed_win_the_series(
        model in any_model(), rule in any_rule(), results in any_results(),
    ) {
        let series = Series::new(model, rule).unwrap();
        for moment in moments(&series, &results) {
            for player in Player::BOTH {
                let needed = moment.wins_needed(player);
                let (mut at, mut wins) = (moment, 0);
                while let Some(first) = at.first() {
                    prop_assert!(needed.is_none_or(|needed| wins < needed));
                    at = at.after(player.win(first)).unwrap();
                    wins += 1;
                }
                let won = at.ending().unwrap().winner() == Some(player) && wins > 0;
                prop_assert_eq!(needed, won.then_some(wins));
            }
        }
    }
}

/// A best of three that ends when its winner is certain.
#[test]
fn a_clinched_series_is_over() {
    let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
    let rule = Rule::new(1, 1, 3, Turns::Alternating).unwrap().with_limit(3).unwrap();
    let series = Series::new(model, rule.with_clinch(true)).unwrap();
    let one = Running::new(&series).after(GameResult::First).unwrap();
    let two = one.after(GameResult::Second).unwrap();
    assert_eq!(
        (two.score(), two.ending(), two.clinched()),
        ([2, 0], Some(Ending::AOnPoints), true)
    );
    assert_eq!((one.clinched(), one.wins_needed(Player::A)), (false, Some(1)));
    assert_eq!(one.wins_needed(Player::B), Some(2));
}
