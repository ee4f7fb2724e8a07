//! What was read from records: games found, and everything that was left out, with the reason.

use crate::{
    Lang,
    layout::{csv, free_text},
};
use kakukin_records::{
    Apart, Counted, Format, Quota, Record, Sink, Skip, Stop, Survey, Why, table,
};
use serde::Serialize;
use std::{collections::BTreeMap, ops::ControlFlow};

/// The most entries of the list of what was left out; all are counted.
pub const MAX_LISTED: usize = 100_000;
/// How many of them a text shows.
const SHOWN: usize = 10;

/// What was read.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadDocument {
    /// Files, members of archives included.
    pub files: u64,
    /// Games found, counted or not.
    pub games: u64,
    /// Games by format.
    pub formats: BTreeMap<&'static str, u64>,
    /// Whether everything was read.
    pub complete: bool,
    /// What was left out.
    pub skipped: SkippedDocument,
}

/// What was left out.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkippedDocument {
    /// Files and games together.
    pub total: u64,
    /// How many, by reason.
    pub reasons: BTreeMap<&'static str, u64>,
    /// One by one, in the order of reading, up to 100,000.
    pub list: Vec<SkippedEntry>,
}

/// Why a file or a game was left out, or counts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SkippedWhy {
    /// It could not be read.
    Unread(Why),
    /// It was read, and counts apart.
    Apart(Apart),
}

/// A file or game that was left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkippedEntry {
    /// The file, or archive and member.
    pub file: String,
    /// The line where the game begins; null for a whole file.
    pub line: Option<u64>,
    /// Why it was left out.
    #[cfg_attr(feature = "schema", schemars(with = "SkippedWhy"))]
    pub why: &'static str,
    /// The word at fault; may be empty.
    pub detail: String,
}

impl ReadDocument {
    /// Lists it, unless there are as many as may be listed.
    fn skip(&mut self, file: &str, line: u64, why: &'static str, detail: String, most: usize) {
        let skipped = &mut self.skipped;
        skipped.total += 1;
        *skipped.reasons.entry(why).or_default() += 1;
        if skipped.list.len() < most {
            let line = (line > 0).then_some(line);
            skipped.list.push(SkippedEntry { file: file.to_string(), line, why, detail });
        }
    }

    /// A file that could not even be opened.
    pub fn unreadable(&mut self, file: &str, detail: String) {
        self.files += 1;
        self.skip(file, 0, "unreadable", detail, MAX_LISTED);
    }

    /// The same where games that are counted apart were not left out.
    pub fn without_apart(mut self) -> Self {
        let skipped = &mut self.skipped;
        for apart in Apart::ALL.map(apart_name) {
            skipped.total -= skipped.reasons.remove(apart).unwrap_or(0);
            skipped.list.retain(|entry| entry.why != apart);
        }
        self
    }

    /// What was read and left out, in words.
    pub fn text(&self, lang: Lang) -> String {
        let formats: Vec<String> = self
            .formats
            .iter()
            .map(|(format, games)| format!("{} {games}", format.to_uppercase()))
            .collect();
        let [files, games] = [self.files, self.games].map(|n| n.to_string());
        let formats = formats.join(", ");
        let mut text = match self.games {
            0 => tr!(lang, "records.read_none", files = files),
            _ => tr!(lang, "records.read", files = files, games = games, formats = formats),
        };
        text.push('\n');
        if !self.complete {
            text += &format!("{}\n", tr!(lang, "records.incomplete"));
        }
        text + &self.skipped.text(lang)
    }
}

impl SkippedDocument {
    fn text(&self, lang: Lang) -> String {
        if self.total == 0 {
            return String::new();
        }
        let mut reasons: Vec<(&&str, &u64)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons: Vec<String> = reasons
            .into_iter()
            .map(|(why, count)| format!("{} {count}", why_words(why, lang)))
            .collect();
        let (total, reasons) = (self.total, reasons.join(&tr!(lang, "records.comma")));
        let mut text = tr!(lang, "records.skipped", total = total, reasons = reasons);
        text.push('\n');
        for entry in self.list.iter().take(SHOWN) {
            text += &format!("  {}\n", entry.text(lang));
        }
        let more = self.total.saturating_sub(self.list.len().min(SHOWN) as u64);
        if more > 0 {
            text += &format!("  {}\n", tr!(lang, "records.more", more = more));
        }
        text
    }

    /// Says so where the list is not of all.
    pub fn cut_short(&self, lang: Lang) -> Option<String> {
        let (listed, total) = (self.list.len(), self.total);
        (total > listed as u64)
            .then(|| tr!(lang, "records.cut_short", listed = listed, total = total))
    }

    /// One row for each.
    pub fn csv(&self) -> String {
        let row = |entry: &SkippedEntry| {
            let line = entry.line.map(|line| line.to_string()).unwrap_or_default();
            let file = free_text(Some(&entry.file));
            vec![file, line, entry.why.to_string(), free_text(Some(&entry.detail))]
        };
        csv(&["file", "line", "why", "detail"], self.list.iter().map(row))
    }
}

impl SkippedEntry {
    fn text(&self, lang: Lang) -> String {
        let place = match self.line {
            Some(line) => format!("{}:{line}", crate::sanitize(&self.file)),
            None => crate::sanitize(&self.file),
        };
        let why = why_words(self.why, lang);
        match self.detail.as_str() {
            "" => format!("{place}: {why}"),
            detail => format!("{place}: {why} ({})", crate::sanitize(detail)),
        }
    }
}

/// The words for a reason.
pub(crate) fn why_words(why: &str, lang: Lang) -> String {
    tr!(lang, format!("records.why.{why}"))
}

/// The name of a reason why a game is counted apart, as in documents.
fn apart_name(apart: Apart) -> &'static str {
    match apart {
        Apart::Handicap => "handicap",
        Apart::Foul => "foul",
        Apart::Forfeit => "forfeit",
        Apart::Nobody => "nobody",
        Apart::Interrupted => "interrupted",
        Apart::Adjourned => "adjourned",
        Apart::Unknown => "unknown",
    }
}

/// What is done with each game: its file, the game, how it counts. Says whether to go on.
pub type Each<'s> = &'s mut dyn FnMut(&str, &Record, Counted) -> ControlFlow<()>;

/// Takes games from records into a survey and writes down what was left out.
pub struct Surveyor<'s> {
    /// The survey so far.
    pub survey: Survey,
    /// What was read so far.
    pub read: ReadDocument,
    /// How much may be read; nothing for any amount.
    pub quota: Option<Quota>,
    /// How much of what was left out is listed; all is counted.
    pub most_listed: usize,
    each: Each<'s>,
    go_on: &'s dyn Fn() -> ControlFlow<()>,
    file: String,
    /// Whether that is among the files counted.
    counted: bool,
    format: &'static str,
}

impl<'s> Surveyor<'s> {
    /// `each` gets every game that was asked for, its file and how it counts; `go_on` is asked
    /// after every game.
    pub fn new(survey: Survey, each: Each<'s>, go_on: &'s dyn Fn() -> ControlFlow<()>) -> Self {
        let read = ReadDocument { complete: true, ..ReadDocument::default() };
        Self {
            survey,
            read,
            quota: None,
            most_listed: MAX_LISTED,
            each,
            go_on,
            file: String::new(),
            counted: false,
            format: "",
        }
    }
}

impl Surveyor<'_> {
    fn count_file(&mut self) {
        self.read.files += u64::from(!std::mem::replace(&mut self.counted, true));
    }

    fn asked_to_go_on(&mut self) -> Result<(), Stop> {
        if (self.go_on)().is_break() {
            self.read.complete = false;
            return Err(Stop::Asked);
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
        self.format = format.name();
    }

    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.read.games += 1;
        *self.read.formats.entry(self.format).or_default() += 1;
        let counted = self.survey.add(record);
        if let Counted::Apart(apart) = counted {
            let names = format!("{} - {}", record.first.name, record.second.name);
            self.read.skip(&self.file, record.line, apart_name(apart), names, self.most_listed);
        }
        let wanted = match counted {
            Counted::Unwanted => ControlFlow::Continue(()),
            _ => (self.each)(&self.file, record, counted),
        };
        if wanted.is_break() {
            self.read.complete = false;
            return Err(Stop::Asked);
        }
        self.asked_to_go_on()
    }

    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        if skip.line == 0 {
            self.count_file();
        }
        let Skip { line, why, detail } = skip;
        self.read.skip(&self.file, line, why.name(), detail, self.most_listed);
        self.asked_to_go_on()
    }

    fn quota(&self) -> Option<Quota> {
        self.quota.clone()
    }
}

/// One game, as it was read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordDocument<'r> {
    /// The file, or archive and member.
    pub file: &'r str,
    /// The line where the game begins.
    pub line: u64,
    /// Who was first.
    pub first: &'r str,
    /// Who was second.
    pub second: &'r str,
    /// `1-0`, `0-1`, `1/2-1/2`, `0-0`, `interrupted`, `adjourned` or `*`.
    #[cfg_attr(feature = "schema", schemars(with = "kakukin_records::RecordResult"))]
    pub result: &'static str,
    /// Why it ended so; may be empty.
    #[cfg_attr(feature = "schema", schemars(with = "kakukin_records::Reason"))]
    pub reason: &'static str,
    /// The day, as far as it is known: `2024`, `2024-05`, `2024-05-01`; null if it is not.
    pub date: Option<String>,
    /// The event; may be empty.
    pub event: &'r str,
    /// The round; may be empty.
    pub round: &'r str,
    /// The first player's rating; null if it is not told.
    pub first_rating: Option<f64>,
    /// The second player's rating; null if it is not told.
    pub second_rating: Option<f64>,
    /// Opening, starting position or komi; may be empty.
    pub opening: &'r str,
    /// Whether odds were given.
    pub handicap: bool,
}

impl<'r> RecordDocument<'r> {
    /// The document of a game.
    pub fn new(file: &'r str, record: &'r Record) -> Self {
        Self {
            file,
            line: record.line,
            first: &record.first.name,
            second: &record.second.name,
            result: table::ending_name(record.ending),
            reason: table::reason_name(record.reason),
            date: record.date.map(|date| date.to_string()),
            event: &record.event,
            round: &record.round,
            first_rating: record.first.rating,
            second_rating: record.second.rating,
            opening: &record.opening,
            handicap: record.handicap,
        }
    }

    /// The game as a line.
    pub fn text(&self, lang: Lang) -> String {
        let or_dash =
            |text: &str| if text.is_empty() { "-".to_string() } else { crate::sanitize(text) };
        let [first, second] = [self.first, self.second].map(or_dash);
        let result = match self.result {
            word @ ("interrupted" | "adjourned") => why_words(word, lang),
            result => result.to_string(),
        };
        let mut text = format!("{} {first} - {second}", crate::layout::padded(&result, 11));
        if !self.reason.is_empty() {
            text += &format!(", {}", tr!(lang, format!("records.reason.{}", self.reason)));
        }
        if self.handicap {
            text += &format!(", {}", why_words("handicap", lang));
        }
        let date = self.date.as_deref().unwrap_or_default();
        for said in [self.event, self.round, date] {
            if !said.is_empty() {
                text += &format!(", {}", crate::sanitize(said));
            }
        }
        text + &format!("  ({}:{})\n", crate::sanitize(self.file), self.line)
    }
}

/// The heading of a table of games as CSV.
pub fn games_csv_header() -> String {
    csv(&[&table::COLUMNS[..], &["file", "line"]].concat(), [])
}

/// The row of a game.
pub fn games_csv_row(file: &str, record: &Record) -> String {
    let mut row: Vec<String> =
        table::row(record).iter().map(|cell| free_text(Some(cell))).collect();
    row.extend([free_text(Some(&file.to_string())), record.line.to_string()]);
    crate::layout::csv_row(row)
}
