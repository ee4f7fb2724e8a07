//! An oracle that shares no code with the engine: it plays every possible
//! course of a series in exact fractions, straight from the words of the rules,
//! and strategies for arbitrary small series.
#![allow(dead_code)] // each test file uses its part

use kakukin_series::{
    Draws, Game, Lead, LeadScale, Model, Outcome, Player, Probability, Rational, Rule, Turns,
    Undecided,
};
use proptest::prelude::*;

pub(crate) fn rate(text: &str) -> Probability {
    text.parse().unwrap()
}

pub(crate) fn ratio(above: u32, below: u32) -> Rational {
    Rational::from(above) / Rational::from(below)
}

/// What full enumeration finds.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) outcome: Outcome<Rational>,
    /// By number of games.
    pub(crate) games: Vec<Rational>,
    pub(crate) leaves: u64,
    /// (a, b, games, probability) of every state that is still open.
    pub(crate) open: Vec<(u32, u32, u32, Rational)>,
}

struct Enumeration<'a> {
    rule: &'a Rule,
    limit: u32,
    games_by_first: [Game; 2],
    found: Found,
}

pub(crate) fn enumerate(model: &Model, rule: &Rule, limit: u32) -> Found {
    let zero = || Rational::ZERO;
    let mut enumeration = Enumeration {
        rule,
        limit,
        games_by_first: [model.game(Player::A), model.game(Player::B)],
        found: Found {
            outcome: Outcome {
                a_reached: zero(),
                b_reached: zero(),
                a_on_points: zero(),
                b_on_points: zero(),
                a_by_decider: zero(),
                b_by_decider: zero(),
                none: zero(),
            },
            games: vec![zero(); limit as usize + 1],
            leaves: 0,
            open: Vec::new(),
        },
    };
    enumeration.play([0, 0], 0, 0, Player::A, Rational::ONE);
    enumeration.found
}

/// Who is first, spelled out once more and differently from the engine.
pub(crate) fn first_of(turns: &Turns, index: u32, by_result: Player) -> Player {
    let text = turns.to_string();
    let pattern = match text.as_str() {
        "fixed" => "A",
        "alternating" => "AB",
        "abba" => "ABBA",
        "thue-morse" => "ABBABAABBAABABBABAABABBAABBABAAB",
        "loser-first" | "winner-first" => return by_result,
        other => other.strip_prefix("pattern=").unwrap(),
    };
    match pattern.as_bytes()[index as usize % pattern.len()] {
        b'A' => Player::A,
        _ => Player::B,
    }
}

impl Enumeration<'_> {
    fn play(&mut self, score: [u32; 2], games: u32, decided: u32, by_result: Player, p: Rational) {
        if p.is_zero() {
            return;
        }
        self.found.open.push((score[0], score[1], games, p.clone()));
        let index = if *self.rule.draws() == Draws::Keep { decided } else { games };
        let first = first_of(self.rule.turns(), index, by_result);
        let (x, y) = (first as usize, 1 - first as usize);
        let game = self.games_by_first[x].clone();
        let other = self.games_by_first[y].clone();
        let points = self.rule.points();
        let one = Rational::ONE;
        // (probability, gain of the first, gain of the second, winner)
        let second_player = first.other();
        let mut events: Vec<(Rational, u32, u32, Option<Player>)> = Vec::new();
        match self.rule.draws() {
            Draws::Pass | Draws::Keep => {
                events.push((game.first, points.first, 0, Some(first)));
                events.push((game.second, 0, points.second, Some(second_player)));
                events.push((game.draw, 0, 0, None));
            }
            Draws::Points { first: d1, second: d2 } => {
                events.push((game.first, points.first, 0, Some(first)));
                events.push((game.second, 0, points.second, Some(second_player)));
                events.push((game.draw, *d1, *d2, None));
            }
            Draws::Second => {
                events.push((game.first, points.first, 0, Some(first)));
                events.push((game.second, 0, points.second, Some(second_player)));
                events.push((game.draw, 0, points.second, Some(second_player)));
            }
            Draws::Replay => {
                let decided = &game.first + &game.second;
                events.push((game.first / &decided, points.first, 0, Some(first)));
                events.push((game.second / &decided, 0, points.second, Some(second_player)));
            }
            Draws::Swap => {
                // x = first wins at once + (drawn, swapped, drawn) * x, and the like.
                let round = &one - &game.draw * &other.draw;
                let swapped_first = &game.draw * &other.first / &round;
                let swapped_second = &game.draw * &other.second / &round;
                events.push((game.first / &round, points.first, 0, Some(first)));
                events.push((game.second / &round, 0, points.second, Some(second_player)));
                events.push((swapped_first, 0, points.first, Some(second_player)));
                events.push((swapped_second, points.second, 0, Some(first)));
            }
        }
        for (weight, to_first, to_second, winner) in events {
            let p = &p * weight;
            if p.is_zero() {
                continue;
            }
            let mut score = score;
            score[x] += to_first;
            score[y] += to_second;
            let by_result = match (self.rule.turns(), winner) {
                (Turns::LoserFirst, Some(winner)) => winner.other(),
                (_, Some(winner)) => winner,
                (_, None) => first,
            };
            self.go_on(score, games + 1, decided + u32::from(winner.is_some()), by_result, p);
        }
    }

    /// The chances of A and of B when points are equal at the limit.
    fn decider(&self) -> [Rational; 2] {
        let half = ratio(1, 2);
        let [with_a_first, with_b_first] = &self.games_by_first;
        match self.rule.undecided() {
            Undecided::None => unreachable!(),
            Undecided::Lot => [half.clone(), half],
            Undecided::Second => [Rational::ZERO, Rational::ONE],
            Undecided::Armageddon => [
                &half * &with_a_first.first + &half * (&with_b_first.draw + &with_b_first.second),
                &half * &with_b_first.first + &half * (&with_a_first.draw + &with_a_first.second),
            ],
            Undecided::Game => {
                let drawn = &half * (&with_a_first.draw + &with_b_first.draw);
                // x = won at once + drawn * x
                let again = Rational::ONE - drawn;
                [
                    &half * (&with_a_first.first + &with_b_first.second) / &again,
                    &half * (&with_b_first.first + &with_a_first.second) / &again,
                ]
            }
        }
    }

    fn go_on(&mut self, [a, b]: [u32; 2], games: u32, decided: u32, next: Player, p: Rational) {
        let target = self.rule.points().target;
        let equal = a == b && (a >= target || games == self.limit);
        if equal && self.rule.undecided() != Undecided::None {
            let won = self.decider();
            let outcome = &mut self.found.outcome;
            for (end, weight) in
                [&mut outcome.a_by_decider, &mut outcome.b_by_decider].into_iter().zip(won)
            {
                *end += &p * &weight;
                self.found.leaves += u64::from(!weight.is_zero());
            }
            self.found.games[games as usize] += p;
            return;
        }
        let outcome = &mut self.found.outcome;
        let end = if a >= target && b < target {
            &mut outcome.a_reached
        } else if b >= target && a < target {
            &mut outcome.b_reached
        } else if a >= target {
            if a > b {
                &mut outcome.a_reached
            } else if b > a {
                &mut outcome.b_reached
            } else {
                &mut outcome.none
            }
        } else if games == self.limit {
            if a > b {
                &mut outcome.a_on_points
            } else if b > a {
                &mut outcome.b_on_points
            } else {
                &mut outcome.none
            }
        } else {
            return self.play([a, b], games, decided, next, p);
        };
        *end += &p;
        self.found.games[games as usize] += p;
        self.found.leaves += 1;
    }
}

pub(crate) fn any_turns() -> impl Strategy<Value = Turns> {
    prop_oneof![
        Just("fixed".to_string()),
        Just("alternating".to_string()),
        Just("abba".to_string()),
        Just("thue-morse".to_string()),
        Just("loser-first".to_string()),
        Just("winner-first".to_string()),
        "pattern=[AB]{1,5}",
    ]
    .prop_map(|text| text.parse().unwrap())
}

fn any_draws(first: u32, second: u32) -> impl Strategy<Value = Draws<Rational>> {
    prop_oneof![
        Just(Draws::Pass),
        Just(Draws::Keep),
        Just(Draws::Replay),
        Just(Draws::Swap),
        Just(Draws::Second),
        (0..=first * 2, 0..=second * 2)
            .prop_map(|(x, y)| Draws::Points { first: ratio(x, 2), second: ratio(y, 2) }),
    ]
}

/// A small rule of any kind with a limit of its own.
pub(crate) fn any_rule() -> impl Strategy<Value = Rule> {
    let undecided = prop::sample::select(&Undecided::ALL[..]);
    (1u32..7, 1u32..7, 1u32..7, 1u32..7, any_turns(), any::<bool>(), undecided).prop_flat_map(
        |(first, second, target, limit, turns, clinch, undecided)| {
            let (first, second) = (first.min(target), second.min(target));
            any_draws(first, second).prop_map(move |draws| {
                let points = [first, second, target].map(Rational::from);
                let rule = Rule::scaled(points, turns.clone(), draws).unwrap();
                let rule = rule.with_limit(limit).unwrap().with_clinch(clinch);
                rule.with_undecided(undecided)
            })
        },
    )
}

/// A model of any kind: equal players, an Elo lead, or games given outright.
pub(crate) fn any_model() -> impl Strategy<Value = Model> {
    let rates = || {
        (0u64..=20, 0u64..20).prop_map(|(p, f)| {
            (Probability::from_ratio(p, 20).unwrap(), Probability::from_ratio(f, 20).unwrap())
        })
    };
    let game = || {
        (0u64..6, 0u64..6, 1u64..6).prop_map(|(x, y, z)| {
            let part = |k| Probability::from_ratio(k, x + y + z).unwrap();
            Game::new(part(x), part(y), part(z)).unwrap()
        })
    };
    prop_oneof![
        4 => rates().prop_map(|(p, f)| Model::new(p, f).unwrap()),
        1 => (rates(), -4i32..=4).prop_map(|((p, f), k)| {
            Model::with_elo(p, f, f64::from(k) * 100.0).unwrap()
        }),
        1 => (rates(), -4i32..=4).prop_map(|((p, f), k)| {
            let lead = Lead { points: f64::from(k) * 100.0, scale: LeadScale::LogOdds };
            Model::with_lead(p, f, lead).unwrap()
        }),
        2 => (game(), game()).prop_map(|(a, b)| Model::outright(a, b)),
    ]
}

/// The probability that exactly m boards are played, for m up to `most`, where
/// draws do not count (replayed with the same or with swapped sides), those of a game that
/// decides included.
pub(crate) fn enumerate_boards(
    model: &Model,
    rule: &Rule,
    limit: u32,
    most: usize,
) -> Vec<Rational> {
    #[derive(Clone)]
    struct At {
        score: [u32; 2],
        games: u32,
        boards: usize,
        by_result: Player,
        /// Set while a drawn game is being played again.
        first: Option<Player>,
        p: Rational,
    }
    let mut found = vec![Rational::ZERO; most + 1];
    let by_result = Player::A;
    let mut open =
        vec![At { score: [0, 0], games: 0, boards: 0, by_result, first: None, p: Rational::ONE }];
    let points = rule.points();
    while let Some(at) = open.pop() {
        if at.boards == most || at.p.is_zero() {
            continue;
        }
        let first = at.first.unwrap_or_else(|| first_of(rule.turns(), at.games, at.by_result));
        let game = model.game(first);
        let mut again = at.clone();
        again.boards += 1;
        again.p = &at.p * &game.draw;
        again.first = Some(if *rule.draws() == Draws::Swap { first.other() } else { first });
        open.push(again);
        for (winner, weight, gain) in
            [(first, &game.first, points.first), (first.other(), &game.second, points.second)]
        {
            let mut next = at.clone();
            next.boards += 1;
            next.games += 1;
            next.first = None;
            next.p = &at.p * weight;
            next.score[winner as usize] += gain;
            next.by_result =
                if *rule.turns() == Turns::LoserFirst { winner.other() } else { winner };
            if next.score[winner as usize] >= points.target {
                found[next.boards] += next.p;
            } else if next.games == limit {
                let [a, b] = next.score;
                let [drawn_a, drawn_b] = Player::BOTH.map(|first| model.game(first).draw);
                match rule.undecided() {
                    Undecided::Armageddon if a == b => {
                        if let Some(found) = found.get_mut(next.boards + 1) {
                            *found += next.p;
                        }
                    }
                    // Each time lots decide who is first.
                    Undecided::Game if a == b => {
                        for found in found.iter_mut().skip(next.boards + 1) {
                            let drawn = &next.p * (&drawn_a + &drawn_b) * ratio(1, 2);
                            *found += &next.p - &drawn;
                            next.p = drawn;
                        }
                    }
                    _ => found[next.boards] += next.p,
                }
            } else {
                open.push(next);
            }
        }
    }
    found
}
