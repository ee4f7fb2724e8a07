//! A series in play against the sweeps, the tree, and a reading of the rules that shares
//! no code with the engine.

mod common;

use common::{any_model, any_rule, first_of};
use kakukin_series::{
    Chances, Draws, Ending, Event, GameResult, Model, Need, NeedKind, Player, Rational, Round,
    Rule, Running, ScoreSheet, Series, Turns, Undecided,
};
use proptest::prelude::*;
use std::{collections::HashSet, ops::ControlFlow};

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
#[derive(Clone, PartialEq, Eq, Hash)]
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

impl<'r> Words<'r> {
    fn new(rule: &'r Rule, limit: u32) -> Self {
        Self {
            rule,
            limit,
            score: [0, 0],
            games: 0,
            decided: 0,
            by_result: Player::A,
            swapped: false,
            decided_for: None,
            lots: 0,
        }
    }

    fn winner(&self) -> Option<Player> {
        match self.over()?.split_once('_')?.0 {
            "a" => Some(Player::A),
            "b" => Some(Player::B),
            _ => None,
        }
    }

    /// After one more result; nothing if it cannot be one.
    fn after(&self, result: GameResult) -> Option<Self> {
        let decided = self.points_over().is_some();
        let drawn = result == GameResult::Draw && self.rule.undecided() != Undecided::Game;
        if self.over().is_some() || decided && drawn {
            return None;
        }
        let mut next = self.clone();
        next.play(result);
        next.lots = 0;
        Some(next)
    }

    /// Everybody (or nobody) who wins in some course from here.
    fn winners(&self) -> HashSet<Option<Player>> {
        let (mut winners, mut seen, mut open) =
            (HashSet::new(), HashSet::new(), vec![self.clone()]);
        while let Some(at) = open.pop() {
            if at.over().is_some() {
                winners.insert(at.winner());
            } else if seen.insert(at.clone()) {
                open.extend(GameResult::ALL.into_iter().filter_map(|result| at.after(result)));
            }
        }
        winners
    }

    fn only(&self, player: Player) -> bool {
        self.winners() == HashSet::from([Some(player)])
    }

    /// The fewest wins in a row after which nothing can go wrong. Nobody plays for lots.
    fn wins_that_suffice(&self, player: Player) -> Option<u32> {
        let (mut at, mut wins) = (self.clone(), 0);
        while !at.only(player) {
            if at.over().is_some()
                || at.points_over().is_some() && at.rule.undecided() == Undecided::Lot
            {
                return None;
            }
            let first = at.first();
            at = at.after(if first == player { GameResult::First } else { GameResult::Second })?;
            wins += 1;
        }
        Some(wins)
    }

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
        let mut words = Words::new(&rule, limit);
        let mut moment = Running::new(&series);
        for (played, &result) in results.iter().enumerate() {
            prop_assert_eq!(moment.score(), words.score);
            prop_assert_eq!(moment.games(), words.games);
            prop_assert_eq!(moment.played() as usize, played - words.lots);
            prop_assert_eq!(moment.ending().map(Ending::code), words.over());
            prop_assert!(!moment.clinched());
            let Some(next) = moment.after(result) else {
                prop_assert!(words.after(result).is_none());
                prop_assert!(moment.decider().is_some() || moment.first().is_none());
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

    /// What is said of a player's need is what every course of the games says: who can win from
    /// here, after a draw, and after one win in a row after the other.
    #[test]
    fn needs_are_those_of_every_course(
        model in any_model(), rule in any_rule(), results in any_results(),
    ) {
        let series = Series::new(model, rule.clone()).unwrap();
        let mut words = Words::new(&rule, series.limit());
        for (k, moment) in moments(&series, &results).into_iter().enumerate() {
            if k > 0 {
                words.play(results[k - 1]);
            }
            let Some(needs) = moment.needs() else {
                prop_assert!(moment.ending().is_some());
                continue;
            };
            for player in Player::BOTH {
                let wins = words.wins_that_suffice(player);
                let drawn = words.after(GameResult::Draw).is_some_and(|next| next.only(player));
                let kind = match wins {
                    Some(0) => NeedKind::Certain,
                    _ if !words.winners().contains(&Some(player)) => NeedKind::Impossible,
                    Some(1) if drawn => NeedKind::WinOrDraw,
                    Some(1) => NeedKind::Win,
                    _ if drawn => NeedKind::Draw,
                    Some(_) => NeedKind::Wins,
                    None => NeedKind::More,
                };
                prop_assert_eq!(needs[player as usize], Need { kind, wins }, "{:?}", player);
            }
        }
    }

    /// The wins that a score sheet lists for so many missing points reach the target, in whatever
    /// order they come and whatever comes between, unless the series is over before.
    #[test]
    fn wins_on_score_sheets_suffice(
        model in any_model(), rule in any_rule(), results in any_results(),
    ) {
        let series = Series::new(model, rule).unwrap();
        let Ok(sheet) = ScoreSheet::new(&series, Round::default()) else { return Ok(()) };
        let target = series.rule().points().target;
        let all = moments(&series, &results);
        for (k, start) in all.iter().enumerate() {
            for player in Player::BOTH {
                let missing = target.saturating_sub(start.score()[player as usize]);
                let Some(need) = sheet.needs.iter().find(|need| need.missing == missing) else { continue };
                let mut won = [0, 0];
                for (pair, &result) in all[k..].windows(2).zip(&results[k..]) {
                    let Some(first) = pair[0].first().filter(|_| pair[0].decider().is_none()) else { break };
                    if Player::winner_of(result, first) == Some(player) {
                        won[usize::from(first != player)] += 1;
                    }
                    let enough = need.ways.iter().any(|w| won[0] >= w.first && won[1] >= w.second);
                    if enough {
                        prop_assert!(pair[1].score()[player as usize] >= target);
                    }
                }
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
    let needs = one.needs().unwrap();
    assert!(!one.clinched());
    assert_eq!(needs[0], Need { kind: NeedKind::Win, wins: Some(1) });
    assert_eq!(needs[1], Need { kind: NeedKind::Wins, wins: Some(2) });
}

/// 2/3/5 in turns: with 4 of 5 points a win is enough as second player, and not as first where
/// points missing would say so; and a lead that nobody can catch is won before it is over.
#[test]
fn needs_are_not_points() {
    let series = |points: &str, limit: Option<u32>| {
        let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
        let rule = Rule::parse(points, Turns::Alternating, Draws::Pass).unwrap();
        let rule = limit.map_or(rule.clone(), |limit| rule.with_limit(limit).unwrap());
        Series::new(model, rule).unwrap()
    };
    let kinds = |series: &Series, results: &[GameResult]| {
        let moment = *moments(series, results).last().unwrap();
        moment.needs().map(|needs| needs.map(|need| (need.kind, need.wins)))
    };
    use GameResult::{Draw, First, Second};
    let usual = series("2/3/6", None);
    let one_more = kinds(&usual, &[First, Draw, First]);
    assert_eq!(one_more, Some([(NeedKind::Win, Some(1)), (NeedKind::Wins, Some(3))]));
    let long = series("1/1/9", Some(4));
    let led = kinds(&long, &[First, Second, First]);
    assert_eq!(led, Some([(NeedKind::Certain, Some(0)), (NeedKind::Impossible, None)]));
    let even = kinds(&long, &[First, Draw, Draw]);
    assert_eq!(even, Some([(NeedKind::WinOrDraw, Some(1)), (NeedKind::Impossible, None)]));
}
