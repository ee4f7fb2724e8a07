//! The finder against oracles that share no code with it: all integer rules
//! tried one by one, every sequence of results played out from the words of the rules.

mod common;

use common::rate;
use kakukin_series::{Draws, Model, Player, Rational, Request, Rule, Search, Turns};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

/// Winner (0 nobody, 1 A, 2 B) and number of games of every sequence of results,
/// in one fixed order.
fn behaviour(rule: &Rule, limit: u32, can_draw: bool) -> Vec<(u8, u32)> {
    struct Walk<'a> {
        rule: &'a Rule,
        limit: u32,
        can_draw: bool,
        found: Vec<(u8, u32)>,
    }
    impl Walk<'_> {
        fn go(&mut self, score: [u32; 2], games: u32, decided: u32, by_result: Player) {
            let points = self.rule.points();
            let [a, b] = score;
            if a.max(b) >= points.target || games == self.limit {
                self.found.push((
                    if a > b {
                        1
                    } else if b > a {
                        2
                    } else {
                        0
                    },
                    games,
                ));
                return;
            }
            let index = if *self.rule.draws() == Draws::Keep { decided } else { games };
            let first = self.rule.turns().scheduled(index as usize).unwrap_or(by_result);
            let (x, y) = (first as usize, 1 - first as usize);
            let next = |winner: Player| match self.rule.turns() {
                Turns::LoserFirst => winner.other(),
                _ => winner,
            };
            let won = |side: usize, points: u32| {
                let mut score = score;
                score[side] += points;
                score
            };
            let mut events = vec![
                (won(x, points.first), true, next(first)),
                (won(y, points.second), true, next(first.other())),
            ];
            if self.can_draw {
                match *self.rule.draws() {
                    Draws::Pass | Draws::Keep => events.push((score, false, first)),
                    Draws::Points { first: d1, second: d2 } => {
                        let mut score = score;
                        score[x] += d1;
                        score[y] += d2;
                        events.push((score, false, first));
                    }
                    Draws::Second => events.push(events[1]),
                    Draws::Replay => {}
                    Draws::Swap => {
                        events.push((won(y, points.first), true, next(first.other())));
                        events.push((won(x, points.second), true, next(first)));
                    }
                }
            }
            for (score, is_decided, next) in events {
                self.go(score, games + 1, decided + u32::from(is_decided), next);
            }
        }
    }
    let mut walk = Walk { rule, limit, can_draw, found: Vec::new() };
    walk.go([0, 0], 0, 0, Player::A);
    walk.found
}

/// The smallest rule of every behaviour among all integer rules up to a target.
fn by_brute_force(request: &Request, f: &Rational, most: u32) -> BTreeSet<[u32; 4]> {
    let mut found = BTreeSet::new();
    let can_draw = !f.is_zero();
    for turns in &request.turns {
        for draws in &request.draws {
            let mut smallest: BTreeMap<Vec<(u8, u32)>, [u32; 4]> = BTreeMap::new();
            for target in 1..=most {
                for second in 1..=target {
                    for first in 1..=if request.larger_first { target } else { second } {
                        let points = [first, second, target].map(Rational::from);
                        let Ok(rule) = Rule::scaled(points, turns.clone(), draws.clone()) else {
                            continue;
                        };
                        let limits: Vec<u32> = match request.free_limit {
                            true => (1..=request.limit).collect(),
                            false => vec![rule.limit_at(f).unwrap()],
                        };
                        for limit in limits.into_iter().filter(|&limit| limit <= request.limit) {
                            let key = behaviour(&rule, limit, can_draw);
                            smallest.entry(key).or_insert([target, second, first, limit]);
                        }
                    }
                }
            }
            found.extend(smallest.into_values());
        }
    }
    found
}

fn by_finder(request: &Request, f: &str) -> (u64, BTreeSet<[u32; 4]>) {
    let search = Search::new(request, &rate(f)).unwrap();
    let model = Model::new(rate("70%"), rate(f)).unwrap();
    let findings = search.run(&[model], |_| Some(()), |_| ControlFlow::Continue(())).unwrap();
    assert!(findings.complete);
    let rules = findings.found.iter().map(|found| {
        let rule = search.rule(found).unwrap();
        let points = rule.points();
        [points.target, points.second, points.first, rule.limit_at(rate(f).exact()).unwrap()]
    });
    let set: BTreeSet<_> = rules.collect();
    (findings.behaviours, set)
}

#[test]
fn as_many_behaviours_as_all_integer_rules_have() {
    let orders = [
        "fixed",
        "alternating",
        "abba",
        "thue-morse",
        "loser-first",
        "winner-first",
        "pattern=AAB",
    ];
    for turns in orders {
        for (f, draws) in [
            ("0", "pass"),
            ("1/10", "pass"),
            ("1/3", "pass"),
            ("1/10", "keep"),
            ("1/10", "replay"),
            ("1/10", "second"),
            ("1/10", "swap"),
        ] {
            for (free_limit, larger_first) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let limit = if free_limit { 4 } else { 6 };
                let request = Request {
                    turns: vec![turns.parse().unwrap()],
                    draws: vec![draws.parse().unwrap()],
                    free_limit,
                    larger_first,
                    ..Request::within(limit)
                };
                let (count, found) = by_finder(&request, f);
                let expected = by_brute_force(&request, rate(f).exact(), 16);
                let what = format!("{turns} {draws} f={f} free {free_limit} larger {larger_first}");
                assert_eq!(found, expected, "{what}");
                assert_eq!(count, expected.len() as u64, "{what}");
            }
        }
    }
}
