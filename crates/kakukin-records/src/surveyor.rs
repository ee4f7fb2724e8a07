//! Games taken from records into a survey, one by one, with a list of what does not count.

use crate::{Apart, Counted, Format, Quota, Record, Remembered, Sink, Skip, Stop, Survey, Why};
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, collections::BTreeMap, ops::ControlFlow};

/// The most entries of the list of what was left out; all are counted.
pub const MAX_LISTED: usize = 100_000;

/// What was read: how much, and what was left out of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ReadDocument"))]
#[serde(deny_unknown_fields)]
pub struct ReadSummary {
    /// Files, members of archives included.
    pub files: u64,
    /// Games found, counted or not.
    pub games: u64,
    /// Games by format.
    pub formats: BTreeMap<Format, u64>,
    /// Whether everything was read.
    pub complete: bool,
    /// Games beyond those that can be remembered: should they come again, they count again.
    pub not_remembered: u64,
    /// Games that are in several of the surveys put together, and count in each.
    pub in_several_parts: u64,
    /// What was left out.
    #[serde(rename = "skipped")]
    pub omitted: Omissions,
}

/// What was left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SkippedDocument"))]
#[serde(deny_unknown_fields)]
pub struct Omissions {
    /// Files and games together.
    pub total: u64,
    /// How many, by reason.
    pub reasons: BTreeMap<Omission, u64>,
    /// One by one, in the order of reading, up to 100,000.
    pub list: Vec<Omitted>,
}

/// A file or game that was left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SkippedEntry"))]
#[serde(deny_unknown_fields)]
pub struct Omitted {
    /// The file, or archive and member.
    pub file: String,
    /// The line where the game begins; null for a whole file.
    pub line: Option<u64>,
    /// Why it was left out.
    pub why: Omission,
    /// The word at fault; may be empty.
    pub detail: String,
}

/// Why a file or game was left out; in the order of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SkippedWhy"))]
#[serde(untagged)]
pub enum Omission {
    /// The game is counted apart.
    Apart(Apart),
    /// It could not be read.
    Skipped(Why),
}

impl Omission {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart(apart) => apart.name(),
            Self::Skipped(why) => why.name(),
        }
    }
}

impl Ord for Omission {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl PartialOrd for Omission {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Omissions {
    /// One more. It is listed unless there are as many as may be listed.
    fn add(&mut self, file: &str, line: u64, why: Omission, detail: String, most: usize) {
        self.total += 1;
        *self.reasons.entry(why).or_default() += 1;
        if self.list.len() < most {
            let line = (line > 0).then_some(line);
            self.list.push(Omitted { file: file.to_string(), line, why, detail });
        }
    }
}

impl ReadSummary {
    /// A file that could not even be opened.
    pub fn unreadable(&mut self, file: &str, detail: String) {
        self.files += 1;
        self.omitted.add(file, 0, Omission::Skipped(Why::Unreadable), detail, MAX_LISTED);
    }

    /// What another run has read more.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.games += other.games;
        for (format, games) in &other.formats {
            *self.formats.entry(*format).or_default() += games;
        }
        self.complete &= other.complete;
        self.not_remembered += other.not_remembered;
        self.in_several_parts += other.in_several_parts;
        let (mine, theirs) = (&mut self.omitted, &other.omitted);
        mine.total += theirs.total;
        for (why, count) in &theirs.reasons {
            *mine.reasons.entry(*why).or_default() += count;
        }
        let room = MAX_LISTED.saturating_sub(mine.list.len());
        mine.list.extend(theirs.list.iter().take(room).cloned());
    }

    /// The same where games that are counted apart were not left out.
    pub fn without_apart(mut self) -> Self {
        let Omissions { total, reasons, list } = &mut self.omitted;
        let is_apart = |why: &Omission| matches!(why, Omission::Apart(_));
        *total -=
            reasons.extract_if(.., |why, _| is_apart(why)).map(|(_, count)| count).sum::<u64>();
        list.retain(|omitted| !is_apart(&omitted.why));
        self
    }
}

/// What is done with each game: its file, the game, how it counts. Says whether to go on.
pub type Each<'s> = &'s mut dyn FnMut(&str, &Record, Counted) -> ControlFlow<()>;

/// Takes games from records into a survey and writes down what was left out.
pub struct Surveyor<'s> {
    /// The survey so far.
    pub survey: Survey,
    /// What was read so far.
    pub read: ReadSummary,
    /// How much may be read; nothing for any amount.
    pub quota: Option<Quota>,
    /// How much of what was left out is listed; all is counted.
    pub most_listed: usize,
    /// The games so far, where the same one counts once.
    pub remembered: Remembered,
    each: Each<'s>,
    go_on: &'s dyn Fn() -> ControlFlow<()>,
    file: String,
    /// Whether that is among the files counted.
    counted: bool,
    format: Option<Format>,
}

impl<'s> Surveyor<'s> {
    /// `each` gets every game that was wanted, its file and how it counts; `go_on` is called
    /// after every game.
    pub fn new(survey: Survey, each: Each<'s>, go_on: &'s dyn Fn() -> ControlFlow<()>) -> Self {
        Self {
            survey,
            read: ReadSummary { complete: true, ..ReadSummary::default() },
            quota: None,
            most_listed: MAX_LISTED,
            remembered: Remembered::default(),
            each,
            go_on,
            file: String::new(),
            counted: false,
            format: None,
        }
    }
}

impl Surveyor<'_> {
    fn count_file(&mut self) {
        self.read.files += u64::from(!std::mem::replace(&mut self.counted, true));
    }

    fn omit(&mut self, line: u64, why: Omission, detail: String) {
        self.read.omitted.add(&self.file, line, why, detail, self.most_listed);
    }

    fn continued(&mut self, flow: ControlFlow<()>) -> Result<(), Stop> {
        if flow.is_break() {
            self.read.complete = false;
            return Err(Stop::Enough);
        }
        Ok(())
    }
}

impl std::fmt::Debug for Surveyor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surveyor").field("read", &self.read).finish_non_exhaustive()
    }
}

impl Sink for Surveyor<'_> {
    fn open(&mut self, name: &str) {
        name.clone_into(&mut self.file);
        self.counted = false;
    }

    fn format(&mut self, format: Format) {
        self.count_file();
        self.format = Some(format);
    }

    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.read.games += 1;
        if let Some(format) = self.format {
            *self.read.formats.entry(format).or_default() += 1;
        }
        let plan = self.survey.plan();
        if !plan.keep_duplicates && plan.filter.wants(record) {
            let before = self.remembered.beyond;
            let is_known = self.remembered.knows(record);
            self.read.not_remembered += self.remembered.beyond - before;
            if is_known {
                let mut names = format!("{} - {}", record.first.name, record.second.name);
                if let Some(date) = record.date {
                    names.push_str(&format!(", {date}"));
                }
                self.omit(record.line, Omission::Skipped(Why::Duplicate), names);
                return self.continued((self.go_on)());
            }
        }
        let counted = self.survey.add_from(&self.file, record);
        if let Counted::Apart(apart) = counted {
            let names = format!("{} - {}", record.first.name, record.second.name);
            self.omit(record.line, Omission::Apart(apart), names);
        }
        if counted != Counted::Unwanted {
            let flow = (self.each)(&self.file, record, counted);
            self.continued(flow)?;
        }
        self.continued((self.go_on)())
    }

    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        let Skip { line, why, detail } = skip;
        if line == 0 {
            self.count_file();
        }
        self.omit(line, Omission::Skipped(why), detail);
        self.continued((self.go_on)())
    }

    fn bye(&mut self, record: &Record, half_points: u64) -> Result<(), Stop> {
        let plan = self.survey.plan();
        let is_new = plan.keep_duplicates || !self.remembered.knows(record);
        if is_new && plan.filter.wants(record) {
            self.survey.add_bye(&record.first.name, half_points);
        }
        self.skipped(Skip::new(record.line, Why::Bye, record.first.name.as_str()))
    }

    fn quota(&self) -> Option<Quota> {
        self.quota.clone()
    }
}
