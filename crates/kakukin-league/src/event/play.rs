//! How each format goes, told once: who meets whom, who goes on, who is placed where. What an
//! encounter comes to is a matter of [`Luck`]: dice, or one course after another.

use super::{Event, Format, Seeding, Stage, swiss::SwissTable};
use crate::round_robin;

/// Everything that chance decides.
pub(super) trait Luck {
    /// How an encounter ends: 0: x wins, 1: nobody, 2: y. Without sides a lot decides them.
    fn encounter(&mut self, rule: usize, x: usize, y: usize, x_first: Option<bool>) -> u8;

    /// Whether x is first where a lot decides it.
    fn side(&mut self, rule: usize, x: usize, y: usize) -> bool;

    /// Whether all sides of a table are swapped. `games` are places among the `players`.
    fn mirror(&mut self, rule: usize, players: &[usize], games: &[[usize; 2]]) -> bool;

    /// Any order, each as likely as the others.
    fn shuffle(&mut self, players: &mut [usize]);

    /// All encounters since the last round were played at the same time.
    fn round(&mut self);

    /// A stage begins.
    fn stage(&mut self, _number: usize) {}
}

/// Players of the same place, the best first.
pub(super) type Classes = Vec<Vec<usize>>;

impl Event {
    /// Plays the event: everybody, in classes.
    pub(super) fn play(&self, luck: &mut impl Luck) -> Classes {
        let mut entering = self.seeds();
        if self.seeding == Seeding::Lot {
            luck.shuffle(&mut entering);
        }
        let mut below: Vec<Classes> = Vec::new();
        for (number, stage) in self.stages.iter().enumerate() {
            let rules = self.rules[number];
            luck.stage(number);
            let mut classes = self.stage(stage, rules, &entering, luck);
            if number + 1 == self.stages.len() {
                below.iter().rev().for_each(|rest| classes.extend(rest.iter().cloned()));
                return classes;
            }
            let (passed, rest) = pass_on(stage, classes, luck);
            below.push(rest);
            entering = passed;
        }
        Vec::new()
    }

    fn stage(
        &self,
        stage: &Stage,
        [rule, last]: [usize; 2],
        players: &[usize],
        luck: &mut impl Luck,
    ) -> Classes {
        match stage.format {
            Format::League { times } => {
                let scores = self.leagues(&[players.to_vec()], times, rule, luck);
                by_score(players, |k| scores[0][k])
            }
            Format::Groups { groups } => {
                let groups = snake(players, groups);
                let scores = self.leagues(&groups, 1, rule, luck);
                let mut classes: Classes = Vec::new();
                for (group, scores) in groups.iter().zip(&scores) {
                    // Who is which of a group must be known, to go on and to be placed.
                    let mut ranked = by_score(group, |k| scores[k]);
                    ranked.iter_mut().for_each(|equal| luck.shuffle(equal));
                    for (place, player) in ranked.into_iter().flatten().enumerate() {
                        match classes.get_mut(place) {
                            Some(class) => class.push(player),
                            None => classes.push(vec![player]),
                        }
                    }
                }
                classes
            }
            Format::Swiss { rounds } => self.swiss(rounds, rule, players, luck),
            Format::Knockout => self.knockout([rule, last], players, stage.third, luck),
            Format::Double { second_final } => {
                self.double([rule, last], players, second_final, luck)
            }
            Format::Ladder => self.ladder([rule, last], players, luck),
            Format::Challenge => {
                let holder = self.holder.into_iter();
                let two: Vec<usize> = holder.chain(players.iter().copied()).collect();
                self.ladder([last, last], &two, luck)
            }
        }
    }

    /// Two meet, and one goes on: the winner, the loser.
    fn decide(&self, rule: usize, x: usize, y: usize, luck: &mut impl Luck) -> [usize; 2] {
        match luck.encounter(rule, x, y, None) {
            0 => [x, y],
            2 => [y, x],
            _ => {
                let mut two = [x, y];
                luck.shuffle(&mut two);
                two
            }
        }
    }

    /// Leagues at the same time, round by round; the scores of their players.
    fn leagues(
        &self,
        groups: &[Vec<usize>],
        times: u32,
        rule: usize,
        luck: &mut impl Luck,
    ) -> Vec<Vec<i64>> {
        let tables: Vec<Vec<[usize; 2]>> =
            groups.iter().map(|group| round_robin(group.len())).collect();
        // Both sides for everybody need no lot.
        let swapped: Vec<bool> = groups
            .iter()
            .zip(&tables)
            .map(|(group, table)| times % 2 == 1 && luck.mirror(rule, group, table))
            .collect();
        let mut scores: Vec<Vec<i64>> = groups.iter().map(|group| vec![0; group.len()]).collect();
        let rounds = groups.iter().map(|group| rounds_of(group.len())).max().unwrap_or(0);
        for cycle in 0..times {
            for round in 0..rounds {
                for (g, table) in tables.iter().enumerate() {
                    let board = (groups[g].len() / 2).max(1);
                    for &game in table.chunks(board).nth(round).unwrap_or_default() {
                        let turned = swapped[g] != (cycle % 2 == 1);
                        let [x, y] = if turned { [game[1], game[0]] } else { game };
                        let ending = luck.encounter(rule, groups[g][x], groups[g][y], Some(true));
                        let [first, second] = self.odds[rule].worth(ending);
                        scores[g][x] += first;
                        scores[g][y] += second;
                    }
                }
                luck.round();
            }
        }
        scores
    }

    fn swiss(&self, rounds: u32, rule: usize, players: &[usize], luck: &mut impl Luck) -> Classes {
        let odds = &self.odds[rule];
        let mut table = SwissTable::new(players.len());
        for _ in 0..rounds {
            let round = table.pair();
            if let Some(rests) = round.bye {
                table.bye(rests, self.bye(rule));
            }
            for [x, y] in round.games {
                let [one, other] = [players[x], players[y]];
                let x_first = table.first(x, y).unwrap_or_else(|| luck.side(rule, one, other));
                let [x, y] = if x_first { [x, y] } else { [y, x] };
                let ending = luck.encounter(rule, players[x], players[y], Some(true));
                table.play(x, y, odds.worth(ending));
            }
            luck.round();
        }
        let buchholz: Vec<i64> = (0..players.len()).map(|k| table.buchholz(k)).collect();
        by_score(players, |k| (table.score(k), buchholz[k]))
    }

    /// What a player gets who rests for want of an opponent: a win, or nothing where points
    /// add up to zero.
    fn bye(&self, rule: usize) -> i64 {
        let [first, second] = self.odds[rule].worth(0);
        if first + second == 0 { 0 } else { first }
    }

    fn knockout(
        &self,
        [rule, last]: [usize; 2],
        players: &[usize],
        third: bool,
        luck: &mut impl Luck,
    ) -> Classes {
        let mut slots = bracket(players);
        let mut out: Classes = Vec::new();
        while slots.len() > 1 {
            let is_final = slots.len() == 2;
            let rule = if is_final { last } else { rule };
            let [next, losers] = bracket_round(&slots, |_, [x, y]| self.decide(rule, x, y, luck));
            if is_final
                && third
                && let Some(semifinalists) = out.pop()
            {
                match semifinalists[..] {
                    [x, y] => {
                        let [third, fourth] = self.decide(rule, x, y, luck);
                        out.extend([vec![fourth], vec![third]]);
                    }
                    _ => out.push(semifinalists),
                }
            }
            out.push(losers.into_iter().flatten().collect());
            slots = next;
            luck.round();
        }
        out.push(slots.into_iter().flatten().collect());
        out.reverse();
        out
    }

    fn double(
        &self,
        rules: [usize; 2],
        players: &[usize],
        second_final: bool,
        luck: &mut impl Luck,
    ) -> Classes {
        let mut play = DoublePlay { event: self, rules, luck, out: Vec::new() };
        double_elimination(bracket(players), second_final, &mut play);
        let mut out = play.out;
        out.retain(|class| !class.is_empty());
        out.reverse();
        out
    }

    fn ladder(&self, [rule, last]: [usize; 2], players: &[usize], luck: &mut impl Luck) -> Classes {
        let mut out: Classes = Vec::new();
        let mut climbing = players.len() - 1;
        let mut holder = players[climbing];
        while climbing > 0 {
            climbing -= 1;
            let rule = if climbing == 0 { last } else { rule };
            let [winner, loser] = self.decide(rule, players[climbing], holder, luck);
            luck.round();
            out.push(vec![loser]);
            holder = winner;
        }
        out.push(vec![holder]);
        out.reverse();
        out
    }
}

/// One round of a bracket: those who go on, and those who lose, by what `meet` says of the two of
/// a row. A free slot is a bye; losers keep their place, so that a bye of one becomes one below.
pub(super) fn bracket_round<T: Copy>(
    slots: &[Option<T>],
    mut meet: impl FnMut(usize, [T; 2]) -> [T; 2],
) -> [Vec<Option<T>>; 2] {
    let mut gone_on = [Vec::new(), Vec::new()];
    for (row, two) in slots.chunks_exact(2).enumerate() {
        let [winner, loser] = match *two {
            [Some(x), Some(y)] => meet(row, [x, y]).map(Some),
            [x, y] => [x.or(y), None],
            _ => [None, None],
        };
        gone_on[0].push(winner);
        gone_on[1].push(loser);
    }
    gone_on
}

/// The parts of a double elimination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Upper,
    Lower,
    Final,
    SecondFinal,
}

/// What happens in a double elimination, whether it is played or laid out.
pub(super) trait DoubleElimination<T> {
    /// Two meet in a round of a part, from 1, and a row of it: the winner, the loser.
    fn meet(&mut self, part: Part, round: usize, row: usize, two: [T; 2]) -> [T; 2];

    /// Whether there is a second final, after this winner of the first.
    fn again(&self, unbeaten: T, winner: T) -> bool;

    /// All encounters since the last round can be played at the same time.
    fn round(&mut self) {}

    /// Who is out.
    fn out(&mut self, _losers: Vec<Option<T>>) {}
}

/// How a double elimination goes, from the slots of its first round.
pub(super) fn double_elimination<T: Copy>(
    slots: Vec<Option<T>>,
    second_final: bool,
    table: &mut impl DoubleElimination<T>,
) {
    let [mut upper, mut lower] =
        bracket_round(&slots, |row, two| table.meet(Part::Upper, 1, row, two));
    table.round();
    for round in 1.. {
        if upper.len() == 1 {
            break;
        }
        let early = 2 * round - 1;
        let [survivors, losers] =
            bracket_round(&lower, |row, two| table.meet(Part::Lower, early, row, two));
        table.out(losers);
        let [winners, dropped] =
            bracket_round(&upper, |row, two| table.meet(Part::Upper, round + 1, row, two));
        table.round();
        // From the other end: those who have met do not meet again soon.
        let met = survivors.iter().zip(dropped.iter().rev()).flat_map(|(x, y)| [*x, *y]);
        let met: Vec<Option<T>> = met.collect();
        let [survivors, losers] =
            bracket_round(&met, |row, two| table.meet(Part::Lower, early + 1, row, two));
        table.out(losers);
        table.round();
        (upper, lower) = (winners, survivors);
    }
    if let [Some(unbeaten), Some(other)] = [upper[0], lower[0]] {
        let mut two = table.meet(Part::Final, 1, 0, [unbeaten, other]);
        table.round();
        if second_final && table.again(unbeaten, two[0]) {
            two = table.meet(Part::SecondFinal, 1, 0, [unbeaten, other]);
            table.round();
        }
        table.out(vec![Some(two[1])]);
        table.out(vec![Some(two[0])]);
    }
}

/// A double elimination that is played.
struct DoublePlay<'e, L> {
    event: &'e Event,
    rules: [usize; 2],
    luck: &'e mut L,
    out: Classes,
}

impl<L: Luck> DoubleElimination<usize> for DoublePlay<'_, L> {
    fn meet(&mut self, part: Part, _: usize, _: usize, [x, y]: [usize; 2]) -> [usize; 2] {
        let last = matches!(part, Part::Final | Part::SecondFinal);
        self.event.decide(self.rules[usize::from(last)], x, y, self.luck)
    }

    fn again(&self, unbeaten: usize, winner: usize) -> bool {
        winner != unbeaten
    }

    fn round(&mut self) {
        self.luck.round();
    }

    fn out(&mut self, losers: Vec<Option<usize>>) {
        self.out.push(losers.into_iter().flatten().collect());
    }
}

/// How many rounds a league of so many players takes.
pub(super) fn rounds_of(players: usize) -> usize {
    (players + players % 2).saturating_sub(1)
}

/// Players by score, equals together, the best first.
fn by_score<S: Ord>(players: &[usize], score: impl Fn(usize) -> S) -> Classes {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(score(k)));
    let equal = order.chunk_by(|&x, &y| score(x) == score(y));
    equal.map(|class| class.iter().map(|&k| players[k]).collect()).collect()
}

/// Who goes on, by seed of the next stage, and all others in their classes.
fn pass_on(stage: &Stage, mut classes: Classes, luck: &mut impl Luck) -> (Vec<usize>, Classes) {
    if let Format::Groups { .. } = stage.format {
        let rest = classes.split_off(stage.passes.min(classes.len()));
        return (seeds_from_groups(&classes), rest);
    }
    let mut passed = Vec::new();
    let mut rest = Classes::new();
    for mut class in classes {
        let free = stage.passes - passed.len();
        if free > 0 {
            luck.shuffle(&mut class);
        }
        let out = class.split_off(free.min(class.len()));
        passed.extend(class);
        if !out.is_empty() {
            rest.push(out);
        }
    }
    (passed, rest)
}

/// The seeds of a stage after groups: all winners, then all seconds, and so on. Of the places
/// with an even number neighbours change, so that who was in one group is in the two halves of
/// a bracket.
pub(super) fn seeds_from_groups(places: &[Vec<usize>]) -> Vec<usize> {
    let mut seeds = Vec::new();
    for (place, class) in places.iter().enumerate() {
        let mut class = class.clone();
        if place % 2 == 1 && class.len() > 2 {
            class.chunks_exact_mut(2).for_each(|two| two.swap(0, 1));
        }
        seeds.extend(class);
    }
    seeds
}

/// Groups by seed, back and forth: 1 to the first, 2 to the second, .., and back again.
pub(super) fn snake(players: &[usize], groups: usize) -> Vec<Vec<usize>> {
    let mut drawn = vec![Vec::new(); groups];
    for (k, &player) in players.iter().enumerate() {
        let (row, column) = (k / groups, k % groups);
        let group = if row % 2 == 0 { column } else { groups - 1 - column };
        drawn[group].push(player);
    }
    drawn
}

/// The slots of a bracket: the first two seeds can meet in the final only, the first four in
/// semifinals, and so on. The last slots are byes of the first seeds.
pub(super) fn bracket(players: &[usize]) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < players.len() {
        let all = 2 * seeds.len() - 1;
        seeds = seeds.iter().flat_map(|&seed| [seed, all - seed]).collect();
    }
    seeds.into_iter().map(|seed| players.get(seed).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_groups() {
        let seeds = |n: usize| bracket(&(1..=n).collect::<Vec<_>>());
        let all = |slots: &[usize]| slots.iter().map(|&x| Some(x)).collect::<Vec<_>>();
        assert_eq!(seeds(4), all(&[1, 4, 2, 3]));
        assert_eq!(seeds(8), all(&[1, 8, 4, 5, 2, 7, 3, 6]));
        assert_eq!(seeds(3), [Some(1), None, Some(2), Some(3)]);
        assert_eq!(snake(&[1, 2, 3, 4, 5, 6, 7], 3), [vec![1, 6, 7], vec![2, 5], vec![3, 4]]);
    }

    /// Nobody meets the same group again before the final.
    #[test]
    fn the_two_of_a_group_are_in_two_halves() {
        for groups in [2, 4, 8, 16] {
            let places = [(0..groups).collect::<Vec<_>>(), (groups..2 * groups).collect()];
            let slots = bracket(&seeds_from_groups(&places));
            let half = |player| slots.iter().position(|slot| *slot == Some(player)) < Some(groups);
            for group in 0..groups {
                assert_ne!(half(group), half(groups + group), "{groups}: {group}");
            }
        }
    }
}
