//! Exact laws of stages in which whoever loses is out: knockouts and ladders. Parts of a bracket
//! have nothing to do with each other until their winners meet.

use super::{Event, Format, Stage, figures::EventLaw, play::bracket};
use kakukin_core::checkpoint;

/// A bracket, and for each round the chance of every slot to be still in.
pub(super) struct Others {
    slots: Vec<Option<usize>>,
    reach: Vec<Vec<f64>>,
}

impl Event {
    /// Adds the law of a knockout, a ladder or a challenge, from the first place on.
    pub(super) fn last_stage(
        &self,
        stage: &Stage,
        rules: [usize; 2],
        players: &[usize],
        weight: f64,
        law: &mut EventLaw,
    ) {
        match stage.format {
            Format::Knockout => self.knockout_law(rules, players, stage.third, weight, law),
            _ => self.ladder_law(rules, players, weight, law),
        }
    }

    /// Who comes how far, all lots falling as they may: what a player's own lots do not change.
    pub(super) fn others(&self, stage: &Stage, rules: [usize; 2], players: &[usize]) -> Others {
        let slots = bracket(players);
        let reach = match stage.format {
            Format::Knockout => self.reach(rules, &slots),
            _ => Vec::new(),
        };
        Others { slots, reach }
    }

    /// The chance of a player to win such a stage with all lots on the better side, or the
    /// worse; those of others fall as they may.
    pub(super) fn own_win(
        &self,
        stage: &Stage,
        rules: [usize; 2],
        players: &[usize],
        Others { slots, reach }: &Others,
        player: usize,
        better: bool,
    ) -> f64 {
        match stage.format {
            Format::Knockout => {
                let Some(own) = slots.iter().position(|slot| *slot == Some(player)) else {
                    return 0.0;
                };
                (0..reach.len() - 1).fold(1.0, |chance, round| {
                    let rule = rules[usize::from(round + 2 == reach.len())];
                    let met =
                        opponents(own, round).filter_map(|y| Some((reach[round][y], slots[y]?)));
                    let mut beaten = None;
                    for (there, y) in met {
                        *beaten.get_or_insert(0.0) +=
                            there * self.beats_on(rule, player, y, better);
                    }
                    chance * beaten.unwrap_or(1.0)
                })
            }
            _ => {
                let Some(own) = players.iter().position(|one| *one == player) else { return 0.0 };
                let (mut chance, mut climbing) = (1.0, own);
                if own + 1 < players.len() {
                    // Whoever comes up to this player.
                    let below = self.climbers(rules, players, own);
                    let rule = rules[usize::from(own == 0)];
                    let beaten = below.iter().enumerate().skip(own + 1);
                    chance = beaten
                        .map(|(y, there)| there * self.beats_on(rule, player, players[y], better))
                        .sum();
                }
                while climbing > 0 {
                    climbing -= 1;
                    let rule = rules[usize::from(climbing == 0)];
                    chance *= self.beats_on(rule, player, players[climbing], better);
                }
                chance
            }
        }
    }

    /// For each round the chance of every slot to be still in.
    fn reach(&self, rules: [usize; 2], slots: &[Option<usize>]) -> Vec<Vec<f64>> {
        let rounds = slots.len().ilog2() as usize;
        let here = |slot: &Option<usize>| f64::from(u8::from(slot.is_some()));
        let mut reach = vec![slots.iter().map(here).collect::<Vec<f64>>()];
        for round in 0..rounds {
            checkpoint();
            let rule = rules[usize::from(round + 1 == rounds)];
            let before = &reach[round];
            let next = slots.iter().enumerate().map(|(slot, player)| {
                let Some(x) = *player else { return 0.0 };
                let mut beaten = None;
                for other in opponents(slot, round) {
                    if let Some(y) = slots[other] {
                        *beaten.get_or_insert(0.0) += before[other] * self.beats(rule, x, y);
                    }
                }
                // Nobody is there: a bye.
                before[slot] * beaten.unwrap_or(1.0)
            });
            let next = next.collect();
            reach.push(next);
        }
        reach
    }

    fn knockout_law(
        &self,
        rules: [usize; 2],
        players: &[usize],
        third: bool,
        weight: f64,
        law: &mut EventLaw,
    ) {
        let slots = bracket(players);
        let reach = self.reach(rules, &slots);
        let rounds = reach.len() - 1;
        let out = |slot: usize, round: usize| reach[round][slot] - reach[round + 1][slot];
        let third = third && players.len() >= 4;
        let semifinal = rounds.wrapping_sub(2);
        let left = |round: usize| if round == 0 { players.len() } else { slots.len() >> round };
        let taken = || slots.iter().enumerate().filter_map(|(k, slot)| slot.map(|x| (k, x)));
        for (slot, x) in taken() {
            law.add_place(x, 0, weight * reach[rounds][slot]);
            for round in 0..rounds {
                let places = left(round + 1)..left(round);
                if third && round == semifinal {
                    continue;
                }
                let share = weight * out(slot, round) / places.len().max(1) as f64;
                places.for_each(|place| law.add_place(x, place, share));
            }
        }
        for (slot, x) in taken() {
            checkpoint();
            for (other, y) in taken().filter(|(other, _)| *other > slot) {
                // The round in which the two can meet.
                let meet = (slot ^ other).ilog2() as usize;
                let (mut x_above, mut y_above) = (0.0, 0.0);
                for round in 0..meet {
                    let (x_out, y_out) = (out(slot, round), out(other, round));
                    x_above += y_out * reach[round + 1][slot];
                    y_above += x_out * reach[round + 1][other];
                    let both = x_out * y_out;
                    let x_better = match third && round == semifinal {
                        false => 0.5,
                        true => {
                            let better = self.beats(rules[0], x, y);
                            for (one, chance) in [(x, better), (y, 1.0 - better)] {
                                law.add_place(one, 2, weight * both * chance);
                                law.add_place(one, 3, weight * both * (1.0 - chance));
                            }
                            better
                        }
                    };
                    x_above += both * x_better;
                    y_above += both * (1.0 - x_better);
                }
                let both = reach[meet][slot] * reach[meet][other];
                let better = self.beats(rules[usize::from(meet + 1 == rounds)], x, y);
                x_above += both * better;
                y_above += both * (1.0 - better);
                law.add_above(x, y, weight * x_above);
                law.add_above(y, x, weight * y_above);
            }
        }
    }

    /// Who has climbed a ladder up to the player at this place.
    fn climbers(&self, rules: [usize; 2], players: &[usize], to: usize) -> Vec<f64> {
        let mut there = vec![0.0; players.len()];
        if let Some(last) = there.last_mut() {
            *last = 1.0;
        }
        for at in (to + 1..players.len().max(1) - 1).rev() {
            self.climb(rules[usize::from(at == 0)], players, at, &mut there);
        }
        there
    }

    /// One encounter of a ladder; the chances of who is at its top, before and after.
    fn climb(&self, rule: usize, players: &[usize], at: usize, there: &mut [f64]) {
        let mut stays = 0.0;
        for below in at + 1..players.len() {
            let win = self.beats(rule, players[below], players[at]);
            stays += there[below] * (1.0 - win);
            there[below] *= win;
        }
        there[at] = stays;
    }

    fn ladder_law(&self, rules: [usize; 2], players: &[usize], weight: f64, law: &mut EventLaw) {
        let last = players.len() - 1;
        let mut there = vec![0.0; players.len()];
        there[last] = 1.0;
        for at in (0..last).rev() {
            let rule = rules[usize::from(at == 0)];
            let before = there.clone();
            self.climb(rule, players, at, &mut there);
            // Whoever loses takes the place below; who came up has all others below.
            let lost = before[at + 1..].iter().sum::<f64>() - there[at + 1..].iter().sum::<f64>();
            law.add_place(players[at], at + 1, weight * (1.0 - lost));
            for below in at + 1..players.len() {
                law.add_place(players[below], at + 1, weight * (before[below] - there[below]));
                law.add_above(players[below], players[at], weight * there[below]);
                law.add_above(players[at], players[below], weight * (1.0 - there[below]));
            }
        }
        for (k, chance) in there.iter().enumerate() {
            law.add_place(players[k], 0, weight * chance);
        }
    }
}

/// The slots from which the opponent of a round comes.
fn opponents(slot: usize, round: usize) -> std::ops::Range<usize> {
    let from = ((slot >> round) ^ 1) << round;
    from..from + (1 << round)
}
