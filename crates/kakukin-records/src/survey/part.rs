//! A survey written down, so that another run can go on from it: a year is counted in parts.
//!
//! What is read back was written by anybody: nothing in it is believed before it is checked.

use super::{By, Groups, Key, MAX_GROUPS, MAX_NAMES, MAX_PAIRS, Plan, Survey, Tally};
use crate::{
    ApartTally, Counting, Filter, MAX_LISTED, MAX_RATING, MAX_REMEMBERED, MAX_TEXT, ReadSummary,
    Remembered,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// The largest number of anything: sums of them stay numbers.
const LARGEST: u64 = 1_000_000_000_000_000;
/// How many digits a fingerprint has.
const DIGITS: usize = 16;

/// Everything that a survey found, and what it was asked to find.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyPart {
    /// Name and version of this format.
    pub schema: String,
    /// Which games were wanted.
    pub filter: Filter,
    /// Which of them count.
    pub counting: Counting,
    /// Whether the same game counts as often as it comes.
    pub keep_duplicates: bool,
    /// The width of a band of ratings.
    pub band: u32,
    /// All games that count.
    pub games: Tally,
    /// Games counted apart.
    pub apart: ApartTally,
    /// Games that were not wanted.
    pub unwanted: u64,
    /// Every kind of group.
    pub groups: Vec<GroupsPart>,
    /// Who beat whom.
    pub players: PlayersPart,
    /// What was read.
    pub read: ReadSummary,
    /// By what the same game is known again: 16 digits each, in rising order.
    pub fingerprints: String,
}

/// One kind of groups.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupsPart {
    /// What they are.
    pub by: By,
    /// The games of each by its name.
    pub rows: BTreeMap<String, Tally>,
    /// Games that the record does not say it of.
    pub unsaid: Tally,
    /// Games of groups beyond the limit.
    pub others: Tally,
}

/// Players and the games between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayersPart {
    /// Their names, in the order of their first games.
    pub names: Vec<String>,
    /// For each of them the sum and the number of the ratings that games give; nothing at all if
    /// none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<(f64, u32)>,
    /// Who was first, who was second (as places among the names), won, drawn, lost by the first.
    pub pairs: Vec<[u64; 5]>,
    /// For each of these the games in which both have a rating, and the sum of the first player's
    /// leads; nothing at all if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<(u32, f64)>,
    /// Games of one against himself.
    pub alone: Tally,
    /// Games of players without a name.
    pub nameless: u64,
    /// Games beyond the limits.
    pub beyond: u64,
}

/// What of a part cannot be: the name of its field.
pub type BadPart = &'static str;

impl SurveyPart {
    /// The name of this format.
    pub const SCHEMA: &str = "kakukin/survey/1";

    /// Writes a survey down, with what was read for it and by what its games are known again.
    pub fn new(survey: &Survey, read: &ReadSummary, remembered: &Remembered) -> Self {
        let plan = survey.plan();
        let groups = survey.groups.iter().map(|(by, groups)| GroupsPart {
            by: *by,
            rows: groups.tallies.iter().map(|(key, tally)| (key.to_string(), *tally)).collect(),
            unsaid: groups.unsaid,
            others: groups.others,
        });
        Self {
            schema: Self::SCHEMA.into(),
            filter: plan.filter.clone(),
            counting: plan.counting,
            keep_duplicates: plan.keep_duplicates,
            band: plan.band,
            games: survey.all,
            apart: survey.apart,
            unwanted: survey.unwanted,
            groups: groups.collect(),
            players: survey.players.part(),
            read: read.clone(),
            fingerprints: remembered.prints().iter().map(|print| format!("{print:016x}")).collect(),
        }
    }

    /// Whether everything in it can be, and fits together.
    pub fn check(&self) -> Result<(), BadPart> {
        let must = |holds: bool, field: BadPart| if holds { Ok(()) } else { Err(field) };
        let all = size(self.games);
        must(self.schema == Self::SCHEMA, "schema")?;
        must((1..=1_000_000).contains(&self.band), "band")?;
        must(all <= LARGEST, "games")?;
        let apart = &self.apart;
        let apart = [
            apart.handicap,
            apart.fouls,
            apart.forfeits,
            apart.nobody,
            apart.interrupted,
            apart.adjourned,
            apart.unknown,
        ];
        must(apart.iter().all(|count| *count <= LARGEST), "apart")?;
        must(self.unwanted <= LARGEST, "unwanted")?;
        for (place, groups) in self.groups.iter().enumerate() {
            let twice = self.groups[..place].iter().any(|before| before.by == groups.by);
            must(!twice && groups.rows.len() <= MAX_GROUPS, "groups")?;
            must(groups.rows.keys().all(|name| groups.by.of_name(name).is_some()), "groups.rows")?;
            let rows = groups.rows.values().chain([&groups.unsaid, &groups.others]);
            let sum = rows
                .copied()
                .map(counts)
                .fold([0u128; 3], |sum, row| [0, 1, 2].map(|k| sum[k].saturating_add(row[k])));
            must(sum == counts(self.games), "groups.rows")?;
        }
        self.players.check(all)?;
        self.check_read(must)?;
        let prints = self.fingerprints.as_bytes();
        let digits = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let whole = prints.len().is_multiple_of(DIGITS) && prints.iter().all(digits);
        let sorted = prints.chunks(DIGITS).is_sorted_by(|one, two| one < two);
        must(whole && sorted && prints.len() / DIGITS <= MAX_REMEMBERED, "fingerprints")
    }

    fn check_read(
        &self,
        must: impl Fn(bool, BadPart) -> Result<(), BadPart>,
    ) -> Result<(), BadPart> {
        let ReadSummary {
            files, games, formats, omitted, not_remembered, in_several_parts, ..
        } = &self.read;
        let numbers = [files, games, not_remembered, in_several_parts, &omitted.total];
        let counts = formats.values().chain(omitted.reasons.values());
        must(numbers.into_iter().chain(counts).all(|count| *count <= LARGEST), "read")?;
        let reasons = omitted.reasons.values().fold(0, |sum: u64, n| sum.saturating_add(*n));
        let listed = omitted.list.len();
        let fits = reasons == omitted.total && listed <= MAX_LISTED && listed as u64 <= reasons;
        must(fits, "read.skipped")
    }

    fn prints(&self) -> impl Iterator<Item = u64> {
        let digits =
            |digits: &[u8]| u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        self.fingerprints.as_bytes().chunks(DIGITS).filter_map(digits)
    }
}

/// All games of a tally that anybody may have written.
fn size(tally: Tally) -> u64 {
    tally.first.saturating_add(tally.draws).saturating_add(tally.second)
}

fn counts(tally: Tally) -> [u128; 3] {
    [tally.first, tally.draws, tally.second].map(u128::from)
}

impl PlayersPart {
    /// Whether these are the pairs of so many games.
    fn check(&self, games: u64) -> Result<(), BadPart> {
        let Self { names, ratings, pairs, leads, alone, nameless, beyond } = self;
        let mut seen = HashSet::new();
        let fits = |name: &String| !name.is_empty() && name.chars().count() <= MAX_TEXT;
        if names.len() > MAX_NAMES || !names.iter().all(|name| fits(name) && seen.insert(name)) {
            return Err("players.names");
        }
        // A sum of so many, each within these bounds.
        let sum_of = |sum: f64, of: u32, most: f64| sum.abs() <= f64::from(of) * most;
        let whole = ratings.is_empty() || ratings.len() == names.len();
        if !whole || !ratings.iter().all(|&(sum, of)| sum_of(sum, of, MAX_RATING)) {
            return Err("players.ratings");
        }
        let rated = |(pair, &(of, sum)): (&[u64; 5], &(u32, f64))| {
            let games = pair[2..].iter().fold(0u64, |sum, count| sum.saturating_add(*count));
            u64::from(of) <= games && sum_of(sum, of, 2.0 * MAX_RATING)
        };
        let whole = leads.is_empty() || leads.len() == pairs.len();
        if !whole || !pairs.iter().zip(leads).all(rated) {
            return Err("players.leads");
        }
        let known = |&[first, second, ref counts @ ..]: &[u64; 5]| {
            first != second
                && first.max(second) < names.len() as u64
                && counts.iter().all(|count| *count <= u64::from(u32::MAX))
        };
        let sorted = pairs.is_sorted_by(|one, two| one[..2] < two[..2]);
        let alone = size(*alone);
        let sum = pairs.iter().flat_map(|pair| &pair[2..]).chain([&alone, nameless, beyond]);
        let sum = sum.fold(0u128, |sum, count| sum.saturating_add(u128::from(*count)));
        let whole = sum == u128::from(games);
        if pairs.len() > MAX_PAIRS || !sorted || !pairs.iter().all(known) || !whole {
            return Err("players.pairs");
        }
        Ok(())
    }
}

impl By {
    /// What a group of this kind is called.
    fn of_name(self, name: &str) -> Option<Key> {
        match self {
            Self::Year | Self::Rating => name.parse().ok().map(Key::Number),
            // Names of files are as long as they are.
            Self::Event | Self::Opening | Self::File | Self::Folder => {
                (!name.is_empty()).then(|| Key::Name(name.to_string()))
            }
        }
    }
}

impl Plan {
    /// In what a part was counted differently, so that it cannot be added: the name of its field.
    pub fn differs_from(&self, part: &SurveyPart) -> Option<BadPart> {
        let has = |by: &By| part.groups.iter().any(|groups| groups.by == *by);
        let banded = self.by.contains(&By::Rating);
        [
            (self.filter != part.filter, "filter"),
            (self.counting != part.counting, "counting"),
            (self.keep_duplicates != part.keep_duplicates, "keep_duplicates"),
            (banded && self.band != part.band, "band"),
            (!self.by.iter().all(has), "groups"),
        ]
        .into_iter()
        .find_map(|(differs, field)| differs.then_some(field))
    }
}

impl Survey {
    /// Adds what another run has found: a part that was checked and counted alike. Games after it
    /// are compared with its games, and the parts with each other: those that are in several count
    /// in each.
    pub fn merge(&mut self, part: &SurveyPart, read: &mut ReadSummary, games: &mut Remembered) {
        self.all.add_all(part.games);
        self.apart.add_all(part.apart);
        self.unwanted += part.unwanted;
        for (by, groups) in &mut self.groups {
            let found = part.groups.iter().find(|found| found.by == *by);
            if let Some(found) = found {
                groups.merge(*by, found);
            }
        }
        if self.plan.players {
            self.players.merge(&part.players);
        }
        read.merge(&part.read);
        let before = games.beyond;
        for print in part.prints() {
            read.in_several_parts += u64::from(!games.insert(print));
        }
        read.not_remembered += games.beyond - before;
    }
}

impl Groups {
    fn merge(&mut self, by: By, part: &GroupsPart) {
        self.unsaid.add_all(part.unsaid);
        self.others.add_all(part.others);
        for (name, tally) in &part.rows {
            let Some(key) = by.of_name(name) else { continue };
            let full = self.tallies.len() >= MAX_GROUPS;
            let sum = match self.tallies.get_mut(&key) {
                Some(sum) => sum,
                None if full => &mut self.others,
                None => self.tallies.entry(key).or_default(),
            };
            sum.add_all(*tally);
        }
    }
}
