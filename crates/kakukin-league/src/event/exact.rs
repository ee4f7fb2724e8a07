//! What is exact: leagues by all their final scores, knockouts and ladders by who can come
//! where, groups and leagues that pass their first on by the joint law of these. Subtrees of a
//! bracket have nothing to do with each other until their winners meet.

use super::{
    Event, Format, Stage,
    figures::EventLaw,
    play::{seeds_from_groups, snake},
};
use crate::{Chance, Encounter, Study, round_robin};
use kakukin_core::checkpoint;
use std::collections::BTreeMap;

/// The most encounters of a league whose final scores are tried to be enumerated.
const MAX_LEAGUE: usize = 36;
/// The most ways in which all groups together can pass players on.
const MAX_PASSED: usize = 200_000;
/// The most ways in which one group can.
const MAX_ORDERS: usize = 20_000;
/// The most courses that are followed one by one: eight players in a double elimination.
const MAX_COURSES: u64 = 1 << 17;
/// The most encounters of such an event.
const MAX_COURSE_ENCOUNTERS: u64 = 16;

/// The exact law of an event.
#[derive(Debug, Clone)]
pub(super) struct ExactEvent {
    pub(super) law: EventLaw,
    /// The chance of each player to win with every lot on the better side, less that on the
    /// worse.
    pub(super) side_luck: Vec<f64>,
}

/// One group, or the whole field, of a stage that passes players on.
struct GroupLaw {
    members: Vec<usize>,
    /// Who goes on, in order.
    passed: Vec<(Vec<usize>, f64)>,
    /// Places and pairs, by the numbers within the group.
    law: EventLaw,
}

/// A group with the lot of its sides one way and the other.
type Lots = [GroupLaw; 2];

impl Event {
    /// The exact law, where there is one.
    pub(super) fn exact(&self) -> Option<ExactEvent> {
        if !self.may_be_exact() {
            return None;
        }
        let seeds = self.seeds();
        match &self.stages[..] {
            [stage] => self.exact_stage(stage, self.rules[0], &seeds),
            [first, second] => self.exact_two(first, second, &seeds),
            _ => None,
        }
    }

    fn exact_stage(&self, stage: &Stage, rules: [usize; 2], seeds: &[usize]) -> Option<ExactEvent> {
        let mut law = EventLaw::new(self.players());
        match stage.format {
            Format::League { times } => {
                let [one, other] = self.lots(seeds, times, rules[0], 0)?;
                let mut side_luck = vec![0.0; self.players()];
                for (k, &player) in seeds.iter().enumerate() {
                    let gain = self.lot_gain(rules[0], seeds, player);
                    let gain = if gain == 0.0 { 0.0 } else { gain.signum() };
                    side_luck[player] = gain * (one.law.win(k) - other.law.win(k));
                }
                one.add_all(&mut law, 0.5);
                other.add_all(&mut law, 0.5);
                Some(ExactEvent { law, side_luck })
            }
            Format::Knockout | Format::Ladder | Format::Challenge => {
                let players = self.with_holder(stage, seeds);
                self.last_stage(stage, rules, &players, 1.0, &mut law);
                let mut side_luck = vec![0.0; self.players()];
                let others = self.others(stage, rules, &players);
                for &player in &players {
                    let on = |better| self.own_win(stage, rules, &players, &others, player, better);
                    side_luck[player] = on(true) - on(false);
                }
                Some(ExactEvent { law, side_luck })
            }
            Format::Double { .. } | Format::Swiss { .. } => {
                if stage.cost(seeds.len()).min(self.encounters(stage, seeds.len()))
                    > MAX_COURSE_ENCOUNTERS
                {
                    return None;
                }
                let law = self.by_courses(MAX_COURSES)?;
                let on = |player, better| {
                    let law = self.by_courses_of(MAX_COURSES, Some((player, better)))?;
                    Some(law.win(player))
                };
                let side_luck = (0..self.players())
                    .map(|player| Some(on(player, true)? - on(player, false)?))
                    .collect::<Option<Vec<f64>>>()?;
                Some(ExactEvent { law, side_luck })
            }
            Format::Groups { .. } => None,
        }
    }

    /// Encounters of a stage whose courses may be followed.
    fn encounters(&self, stage: &Stage, players: usize) -> u64 {
        match stage.format {
            Format::Swiss { rounds } => u64::from(rounds) * (players as u64 / 2),
            _ => 2 * players as u64,
        }
    }

    fn with_holder(&self, stage: &Stage, players: &[usize]) -> Vec<usize> {
        let holder = self.holder.filter(|_| stage.format == Format::Challenge);
        holder.into_iter().chain(players.iter().copied()).collect()
    }

    /// A stage that passes its first on, and a knockout, a ladder or a challenge.
    fn exact_two(&self, first: &Stage, second: &Stage, seeds: &[usize]) -> Option<ExactEvent> {
        let (rules, last) = (self.rules[0], self.rules[1]);
        if !matches!(second.format, Format::Knockout | Format::Ladder | Format::Challenge) {
            return None;
        }
        let groups: Vec<Lots> = match first.format {
            Format::League { times } => vec![self.lots(seeds, times, rules[0], first.passes)?],
            Format::Groups { groups } => snake(seeds, groups)
                .iter()
                .map(|group| self.lots(group, 1, rules[0], first.passes))
                .collect::<Option<_>>()?,
            _ => return None,
        };
        let ways = groups.iter().map(|lots| lots[0].passed.len().max(lots[1].passed.len()));
        let ways = ways.fold(1usize, usize::saturating_mul);
        if ways > MAX_PASSED {
            return None;
        }
        let mut law = EventLaw::new(self.players());
        let means: Vec<GroupLaw> = groups.iter().map(GroupLaw::mean).collect();
        let whole: Vec<&GroupLaw> = means.iter().collect();
        each_way(&whole, &mut |passed, probability| {
            checkpoint();
            let players = self.with_holder(second, &passed_on(passed));
            self.last_stage(second, last, &players, probability, &mut law);
        });
        self.add_rest(first, &means, &mut law);
        let mut side_luck = vec![0.0; self.players()];
        for (g, lots) in groups.iter().enumerate() {
            // For each lot of the group: the chance to win on the better side, and the worse.
            let mut on = vec![[[0.0; 2]; 2]; self.players()];
            for (lot, group) in lots.iter().enumerate() {
                let mut with = whole.clone();
                with[g] = group;
                each_way(&with, &mut |passed, probability| {
                    checkpoint();
                    let players = self.with_holder(second, &passed_on(passed));
                    let others = self.others(second, last, &players);
                    for &player in passed[g] {
                        for (k, better) in [true, false].into_iter().enumerate() {
                            let win = self.own_win(second, last, &players, &others, player, better);
                            on[player][lot][k] += probability * win;
                        }
                    }
                });
            }
            for &player in &lots[0].members {
                let [one, other] = on[player];
                side_luck[player] = match self.lot_gain(rules[0], &lots[0].members, player) {
                    gain if gain > 0.0 => one[0] - other[1],
                    gain if gain < 0.0 => other[0] - one[1],
                    _ => (one[0] + other[0] - one[1] - other[1]) / 2.0,
                };
            }
        }
        if let Some(holder) = self.holder {
            for (better, sign) in [(true, 1.0), (false, -1.0)] {
                each_way(&whole, &mut |passed, probability| {
                    let players = self.with_holder(second, &passed_on(passed));
                    let others = self.others(second, last, &players);
                    let win = self.own_win(second, last, &players, &others, holder, better);
                    side_luck[holder] += sign * probability * win;
                });
            }
        }
        Some(ExactEvent { law, side_luck })
    }

    /// Those who do not go on, and all pairs with one of them.
    fn add_rest(&self, first: &Stage, groups: &[GroupLaw], law: &mut EventLaw) {
        let passes = first.passes;
        let mut from = usize::from(self.holder.is_some()) + passes * groups.len();
        let most = groups.iter().map(|group| group.members.len()).max().unwrap_or(0);
        for place in passes..most {
            let here = groups.iter().filter(|group| group.members.len() > place).count();
            for group in groups {
                for (k, &player) in group.members.iter().enumerate() {
                    let share = group.law.places(k).get(place).map_or(0.0, |p| p / here as f64);
                    (from..from + here).for_each(|at| law.add_place(player, at, share));
                }
            }
            from += here;
        }
        let through =
            |group: &GroupLaw, k: usize| -> f64 { group.law.places(k).iter().take(passes).sum() };
        for (g, group) in groups.iter().enumerate() {
            for (k, &x) in group.members.iter().enumerate() {
                if let Some(holder) = self.holder {
                    law.add_above(holder, x, 1.0 - through(group, k));
                }
                // Within the group: above, but not with both going on.
                for (l, &y) in group.members.iter().enumerate().filter(|(l, _)| *l != k) {
                    let both: f64 = group
                        .passed
                        .iter()
                        .filter(|(passed, _)| {
                            let at = |player| passed.iter().position(|one| *one == player);
                            at(x).zip(at(y)).is_some_and(|(x, y)| x < y)
                        })
                        .map(|(_, probability)| probability)
                        .sum();
                    law.add_above(x, y, group.law.above(k, l) - both);
                }
                // Of another group: by the place, equal ones by lot.
                for other in groups.iter().enumerate().filter(|(h, _)| *h != g).map(|(_, x)| x) {
                    for (l, &y) in other.members.iter().enumerate() {
                        let (mine, theirs) = (group.law.places(k), other.law.places(l));
                        let mut above = 0.0;
                        for (at, chance) in mine.iter().enumerate() {
                            let from = (at + 1).max(passes);
                            let below: f64 = theirs.iter().skip(from).sum();
                            let equal = if at >= passes {
                                theirs.get(at).map_or(0.0, |p| p / 2.0)
                            } else {
                                0.0
                            };
                            above += chance * (below + equal);
                        }
                        law.add_above(x, y, above);
                    }
                }
            }
        }
    }

    /// What the table of a league, as it is laid down, is worth to a player; 0 if nothing.
    fn lot_gain(&self, rule: usize, members: &[usize], player: usize) -> f64 {
        let lead = |x, y| self.leads.of(x, y);
        self.table_gain(rule, members, &round_robin(members.len()), player, lead)
    }

    /// A league with its sides one way and the other.
    fn lots(&self, members: &[usize], times: u32, rule: usize, passes: usize) -> Option<Lots> {
        let one = self.league(members, times, rule, passes, false)?;
        // On equal sides there is no lot.
        let other = match times % 2 {
            0 => GroupLaw {
                members: one.members.clone(),
                passed: one.passed.clone(),
                law: one.law.clone(),
            },
            _ => self.league(members, times, rule, passes, true)?,
        };
        Some([one, other])
    }

    fn league(
        &self,
        members: &[usize],
        times: u32,
        rule: usize,
        passes: usize,
        swapped: bool,
    ) -> Option<GroupLaw> {
        let table = round_robin(members.len());
        if table.len() * times as usize > MAX_LEAGUE {
            return None;
        }
        let mut encounters = Vec::new();
        for cycle in 0..times {
            for &[x, y] in &table {
                let players = if swapped != (cycle % 2 == 1) { [y, x] } else { [x, y] };
                let chances = self.with_side(rule, members[players[0]], members[players[1]], true);
                let chances = (0..3u8).zip(chances).map(|(ending, probability)| Chance {
                    probability,
                    points: self.odds[rule].worth(ending),
                });
                encounters.push(Encounter { players, chances: chances.collect() });
            }
        }
        let study = Study::new(&vec![0.0; members.len()], encounters).ok()?;
        let mut law = EventLaw::new(members.len());
        let mut passed: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        let mut order: Vec<usize> = (0..members.len()).collect();
        let enumerated = study.each_outcome(|scores, probability| {
            order.sort_by_key(|&k| std::cmp::Reverse(scores[k]));
            let equal = order.chunk_by(|&x, &y| scores[x] == scores[y]);
            let classes: Vec<Vec<usize>> = equal.map(<[usize]>::to_vec).collect();
            law.add(&classes, *probability);
            if passes > 0 && passed.len() <= MAX_ORDERS {
                orders(&classes, passes, &mut Vec::new(), *probability, &mut passed);
            }
        });
        if !enumerated || passed.len() > MAX_ORDERS {
            return None;
        }
        let named = |order: Vec<usize>| order.into_iter().map(|k| members[k]).collect();
        let passed = passed.into_iter().map(|(order, p)| (named(order), p)).collect();
        Some(GroupLaw { members: members.to_vec(), passed, law })
    }
}

/// Every order of the first so many of some classes, with its probability.
fn orders(
    classes: &[Vec<usize>],
    wanted: usize,
    order: &mut Vec<usize>,
    probability: f64,
    found: &mut BTreeMap<Vec<usize>, f64>,
) {
    if order.len() == wanted {
        *found.entry(order.clone()).or_insert(0.0) += probability;
        return;
    }
    let free = |class: &&Vec<usize>| class.iter().any(|k| !order.contains(k));
    let Some(class) = classes.iter().find(free) else { return };
    let left: Vec<usize> = class.iter().copied().filter(|k| !order.contains(k)).collect();
    for &k in &left {
        order.push(k);
        orders(classes, wanted, order, probability / left.len() as f64, found);
        order.pop();
    }
}

/// Every way in which groups can pass players on: for each group these, and the probability.
fn each_way(groups: &[&GroupLaw], visit: &mut impl FnMut(&[&Vec<usize>], f64)) {
    fn further<'g>(
        groups: &[&'g GroupLaw],
        passed: &mut Vec<&'g Vec<usize>>,
        probability: f64,
        visit: &mut impl FnMut(&[&Vec<usize>], f64),
    ) {
        match groups.split_first() {
            None => visit(passed, probability),
            Some((group, rest)) => {
                for (order, chance) in &group.passed {
                    passed.push(order);
                    further(rest, passed, probability * chance, visit);
                    passed.pop();
                }
            }
        }
    }
    further(groups, &mut Vec::new(), 1.0, visit);
}

/// The seeds of the next stage.
fn passed_on(groups: &[&Vec<usize>]) -> Vec<usize> {
    let passes = groups.first().map_or(0, |group| group.len());
    let places: Vec<Vec<usize>> =
        (0..passes).map(|place| groups.iter().map(|group| group[place]).collect()).collect();
    seeds_from_groups(&places)
}

impl GroupLaw {
    /// The mean over both lots.
    fn mean(lots: &Lots) -> Self {
        let [one, other] = lots;
        let mut passed: BTreeMap<&Vec<usize>, f64> = BTreeMap::new();
        for (order, probability) in one.passed.iter().chain(&other.passed) {
            *passed.entry(order).or_insert(0.0) += probability / 2.0;
        }
        let passed = passed.into_iter().map(|(order, p)| (order.clone(), p)).collect();
        let mut law = EventLaw::new(one.members.len());
        for group in lots {
            for x in 0..group.members.len() {
                for (place, chance) in group.law.places(x).iter().enumerate() {
                    law.add_place(x, place, chance / 2.0);
                }
                for y in 0..group.members.len() {
                    law.add_above(x, y, group.law.above(x, y) / 2.0);
                }
            }
        }
        Self { members: one.members.clone(), passed, law }
    }

    /// Adds it to the law of an event of this group alone.
    fn add_all(&self, law: &mut EventLaw, weight: f64) {
        for (k, &x) in self.members.iter().enumerate() {
            for (place, chance) in self.law.places(k).iter().enumerate() {
                law.add_place(x, place, weight * chance);
            }
            for (l, &y) in self.members.iter().enumerate() {
                law.add_above(x, y, weight * self.law.above(k, l));
            }
        }
    }
}
