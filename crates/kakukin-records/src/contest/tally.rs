//! Games taken one by one, and the counts that are kept of them.

use super::{
    DuelGroup, DuelGroups, Frequencies, MatchFigures, PairEvidence, PairsBy, Results,
    pairing::{Before, Half, Waiting, shared_name},
};
use crate::{ApartTally, By, Counted, GameResult, Key, MAX_GROUPS, Record};
use kakukin_core::Confidence;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

/// The most players of a table of all against all.
pub const MAX_PLAYERS: usize = 200;
/// The most opponents of one player.
pub const MAX_OPPONENTS: usize = 2_000;
/// The most results whose order is kept.
pub const MAX_COURSE: usize = 1_000_000;

/// What is counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContestPlan {
    /// Whose games; of all players if nobody is named.
    pub player: Option<String>,
    /// Against whom.
    pub against: Option<String>,
    /// How games are paired.
    pub pairs: PairsBy,
    /// The groups.
    pub by: Vec<By>,
    /// The width of a band of ratings.
    pub band: u32,
    /// Whether the order of results is kept, of one match.
    pub course: bool,
}

/// More players than a table can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyPlayers {
    /// How many there may be.
    pub most: usize,
}

/// Counts of games between players.
#[derive(Debug, Clone, Default)]
pub struct ContestTally {
    plan: ContestPlan,
    numbers: HashMap<String, usize>,
    pub(super) names: Vec<String>,
    places: HashMap<(usize, usize), usize>,
    pub(super) duels: Vec<DuelTally>,
    /// Kinds of evidence that are looked for, and the games that wait for partners by them.
    evidence: Vec<(PairEvidence, Waiting)>,
    /// How many groups there are.
    groups: usize,
    /// Games counted apart.
    pub apart: ApartTally,
    /// Games between others than those looked at.
    pub elsewhere: u64,
    /// Games of players without a name, or of one against itself.
    pub nameless: u64,
}

/// Counts of the games of two.
#[derive(Debug, Clone, Default)]
pub(super) struct DuelTally {
    pub(super) player: usize,
    pub(super) opponent: usize,
    /// Where the player was first, and second.
    results: [Results; 2],
    before: Before,
    /// By kind of evidence.
    pairs: Vec<PairTally>,
    groups: Vec<GroupTally>,
    course: Course,
}

/// Pairs by one kind of evidence.
#[derive(Debug, Clone, Default)]
pub(super) struct PairTally {
    /// By the half points of both games.
    pub(super) counts: [u64; 5],
    /// The games of the pairs by themselves.
    singles: [u64; 3],
    course: Course,
    /// What the last pair shared, and how many pairs came after one that shared the same.
    last: String,
    crowded: u64,
}

/// Pairs as one of the two sees them.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    pub(super) counts: [u64; 5],
    pub(super) singly: Frequencies,
    pub(super) course: Option<Vec<u8>>,
}

#[derive(Debug, Clone, Default)]
struct GroupTally {
    tallies: BTreeMap<Key, [Results; 2]>,
    unsaid: Results,
    others: Results,
}

/// Results in order, as long as they can be kept.
#[derive(Debug, Clone, Default)]
struct Course {
    classes: Vec<u8>,
    lost: bool,
}

impl Course {
    fn push(&mut self, class: u8) {
        if self.classes.len() < MAX_COURSE && !self.lost {
            self.classes.push(class);
        } else {
            self.lose();
        }
    }

    fn lose(&mut self) {
        *self = Self { classes: Vec::new(), lost: true };
    }

    fn seen(&self, most: u8, turned: bool) -> Option<Vec<u8>> {
        let class = |&class: &u8| if turned { most - class } else { class };
        (!self.lost).then(|| self.classes.iter().map(class).collect())
    }
}

impl ContestTally {
    /// Nothing yet.
    pub fn new(plan: ContestPlan) -> Self {
        let kinds = match plan.pairs {
            PairsBy::Auto => PairEvidence::ALL.to_vec(),
            PairsBy::Evidence(kind) => vec![kind],
            PairsBy::None => Vec::new(),
        };
        let evidence = kinds.into_iter().map(|kind| (kind, Waiting::default())).collect();
        Self { plan, evidence, ..Self::default() }
    }

    /// One game more, as it counts. Refused where there are more players than can be kept.
    pub fn add(
        &mut self,
        file: &str,
        record: &Record,
        counted: Counted,
    ) -> Result<(), TooManyPlayers> {
        let result = match counted {
            Counted::As(result) => Ok(result),
            Counted::Apart(apart) => Err(apart),
            _ => return Ok(()),
        };
        let [first, second] = [&record.first.name, &record.second.name].map(String::as_str);
        if first.is_empty() || second.is_empty() || first == second {
            self.nameless += u64::from(result.is_ok());
            return Ok(());
        }
        if !self.wants(first, second) {
            self.elsewhere += u64::from(result.is_ok());
            return Ok(());
        }
        let place = self.place(first, second)?;
        let duel = &mut self.duels[place];
        let is_first = self.names[duel.player] == first;
        let half =
            Half { first: is_first, half_points: result.ok().map(|r| half_points(r, is_first)) };
        for (index, (evidence, waiting)) in self.evidence.iter_mut().enumerate() {
            let pairs = &mut duel.pairs[index];
            let whole = match evidence {
                PairEvidence::Consecutive => duel.before.add(record, half),
                _ => {
                    let only_positions = self.plan.pairs == PairsBy::Auto;
                    shared_name(*evidence, only_positions, record).and_then(|name| {
                        let whole = waiting.add(place, &name, half);
                        pairs.crowded += u64::from(whole.is_some() && !pairs.is_next(name));
                        whole
                    })
                }
            };
            if let Some(Some(both)) = whole {
                pairs.add(both, half);
            }
        }
        let result = match result {
            Ok(result) => result,
            Err(apart) => {
                self.apart.add(apart);
                return Ok(());
            }
        };
        let points = half_points(result, is_first);
        duel.results[usize::from(!is_first)].add(points);
        duel.course.push(points);
        for (by, groups) in self.plan.by.iter().zip(&mut duel.groups) {
            match by.key(file, record, self.plan.band) {
                None => groups.unsaid.add(points),
                Some(key) => {
                    if self.groups >= MAX_GROUPS && !groups.tallies.contains_key(&key) {
                        groups.others.add(points);
                        continue;
                    }
                    let group = groups.tallies.entry(key).or_insert_with(|| {
                        self.groups += 1;
                        Default::default()
                    });
                    group[usize::from(!is_first)].add(points);
                }
            }
        }
        Ok(())
    }

    fn wants(&self, first: &str, second: &str) -> bool {
        let plays =
            |name: &Option<String>| name.as_deref().is_none_or(|n| n == first || n == second);
        plays(&self.plan.player) && plays(&self.plan.against)
    }

    /// The counts of two players, in either order.
    fn place(&mut self, first: &str, second: &str) -> Result<usize, TooManyPlayers> {
        let one = self.number(first)?;
        let other = self.number(second)?;
        if let Some(place) =
            self.places.get(&(one, other)).or_else(|| self.places.get(&(other, one)))
        {
            return Ok(*place);
        }
        let place = self.duels.len();
        self.places.insert((one, other), place);
        let mut duel = DuelTally { player: one, opponent: other, ..DuelTally::default() };
        duel.pairs.resize_with(self.evidence.len(), Default::default);
        duel.groups.resize_with(self.plan.by.len(), Default::default);
        self.duels.push(duel);
        if place > 0 || !self.plan.course {
            self.duels.iter_mut().for_each(DuelTally::lose_course);
        }
        Ok(place)
    }

    fn number(&mut self, name: &str) -> Result<usize, TooManyPlayers> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        let most = if self.plan.player.is_some() { MAX_OPPONENTS + 1 } else { MAX_PLAYERS };
        if self.names.len() >= most {
            return Err(TooManyPlayers { most });
        }
        self.numbers.insert(name.to_string(), self.names.len());
        self.names.push(name.to_string());
        Ok(self.names.len() - 1)
    }

    /// The player who was named, if there are games.
    pub(super) fn chosen(&self) -> Option<usize> {
        self.numbers.get(self.plan.player.as_deref()?).copied()
    }

    /// How many matches of two there are.
    pub fn duels(&self) -> usize {
        self.duels.iter().filter(|duel| duel.results().games() > 0).count()
    }

    /// Pairs by the evidence that was asked for, or the first by which enough games have partners:
    /// more than half of them, or nine in ten where one game just follows another. A round that is
    /// the same for all games is no evidence.
    pub(super) fn best_pairs(
        &self,
        duel: &DuelTally,
        turned: bool,
    ) -> Option<(PairEvidence, Pairs)> {
        let games = duel.results().games();
        let kinds = self.evidence.iter().map(|(kind, _)| *kind).zip(&duel.pairs);
        let enough = |kind: PairEvidence, pairs: &PairTally| {
            let count: u64 = pairs.counts.iter().sum();
            let crowded = kind == PairEvidence::Round && 2 * pairs.crowded >= count;
            count > 0
                && match (self.plan.pairs, kind) {
                    (PairsBy::Auto, PairEvidence::Consecutive) => 10 * 2 * count >= 9 * games,
                    (PairsBy::Auto, _) => 2 * 2 * count > games && !crowded,
                    _ => true,
                }
        };
        let (kind, pairs) = kinds.into_iter().find(|(kind, pairs)| enough(*kind, pairs))?;
        Some((kind, pairs.seen(turned)))
    }
}

fn half_points(result: GameResult, is_first: bool) -> u8 {
    match result {
        GameResult::Draw => 1,
        GameResult::First => 2 * u8::from(is_first),
        GameResult::Second => 2 * u8::from(!is_first),
    }
}

impl Results {
    fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

impl PairTally {
    /// Whether this pair shares something else than the one before.
    fn is_next(&mut self, name: String) -> bool {
        std::mem::replace(&mut self.last, name) != self.last
    }

    /// A pair of so many half points, the last of them made by this game.
    fn add(&mut self, both: u8, last: Half) {
        self.counts[usize::from(both)] += 1;
        self.course.push(both);
        let last = last.half_points.unwrap_or_default();
        for single in [last, both - last] {
            self.singles[usize::from(single)] += 1;
        }
    }

    fn seen(&self, turned: bool) -> Pairs {
        let (mut counts, mut singles) = (self.counts, self.singles);
        if turned {
            counts.reverse();
            singles.reverse();
        }
        Pairs { counts, singly: Frequencies::games(singles), course: self.course.seen(4, turned) }
    }
}

impl DuelTally {
    pub(super) fn results(&self) -> Results {
        self.results[0].plus(self.results[1])
    }

    /// The player and the opponent, or the other way round.
    pub(super) fn sides(&self, turned: bool) -> (usize, usize) {
        if turned { (self.opponent, self.player) } else { (self.player, self.opponent) }
    }

    /// The results as first, and as second.
    pub(super) fn by_side(&self, turned: bool) -> [Results; 2] {
        seen(self.results, turned)
    }

    pub(super) fn course(&self, turned: bool) -> Option<Vec<u8>> {
        self.course.seen(2, turned)
    }

    /// Where there is more than one match, nobody asks for the course of one.
    fn lose_course(&mut self) {
        self.course.lose();
        self.pairs.iter_mut().for_each(|pairs| pairs.course.lose());
    }
}

/// Results by side, from either player's side.
fn seen([first, second]: [Results; 2], turned: bool) -> [Results; 2] {
    if turned { [second.turned(), first.turned()] } else { [first, second] }
}

impl DuelTally {
    pub(super) fn grouped(
        &self,
        by: &[By],
        turned: bool,
        confidence: Confidence,
    ) -> Vec<DuelGroups> {
        by.iter()
            .zip(&self.groups)
            .map(|(by, groups)| groups.seen(*by, turned, confidence))
            .collect()
    }
}

impl GroupTally {
    fn seen(&self, by: By, turned: bool, confidence: Confidence) -> DuelGroups {
        let row = |(key, results): (&Key, &[Results; 2])| {
            let [as_first, as_second] = seen(*results, turned);
            let results = as_first.plus(as_second);
            DuelGroup {
                key: key.clone(),
                results,
                as_first,
                as_second,
                figures: MatchFigures::new(&results.frequencies(), confidence),
            }
        };
        let mut rows: Vec<DuelGroup> = self.tallies.iter().map(row).collect();
        if matches!(by, By::Event | By::Opening) {
            rows.sort_by_key(|row| Reverse(row.results.games()));
        }
        let whole = |results: Results| if turned { results.turned() } else { results };
        DuelGroups { by, rows, unsaid: whole(self.unsaid), others: whole(self.others) }
    }
}

impl ContestTally {
    /// The groups of a match of two.
    pub(super) fn groups(
        &self,
        duel: &DuelTally,
        turned: bool,
        confidence: Confidence,
    ) -> Vec<DuelGroups> {
        duel.grouped(&self.plan.by, turned, confidence)
    }
}
