//! What was read from records: games found, and everything that was left out, with the reason.

use crate::{
    Lang,
    layout::{csv, free_text},
};
use kakukin_records::{
    Apart, Format, Omission, Omitted, ReadSummary, Reason, Record, RecordResult, table,
};
use serde::Serialize;
use std::collections::BTreeMap;

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
    pub formats: BTreeMap<Format, u64>,
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
    pub reasons: BTreeMap<Omission, u64>,
    /// One by one, in the order of reading, up to 100,000.
    pub list: Vec<SkippedEntry>,
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
    pub why: Omission,
    /// The word at fault; may be empty.
    pub detail: String,
}

impl ReadDocument {
    /// The document of what was read.
    pub fn new(read: &ReadSummary) -> Self {
        let ReadSummary { files, games, formats, complete, omitted } = read;
        let entry = |omitted: &Omitted| SkippedEntry {
            file: omitted.file.clone(),
            line: omitted.line,
            why: omitted.why,
            detail: omitted.detail.clone(),
        };
        Self {
            files: *files,
            games: *games,
            formats: formats.clone(),
            complete: *complete,
            skipped: SkippedDocument {
                total: omitted.total,
                reasons: omitted.reasons.clone(),
                list: omitted.list.iter().map(entry).collect(),
            },
        }
    }

    /// What was read and left out, in words.
    pub fn text(&self, lang: Lang) -> String {
        let formats: Vec<String> = self
            .formats
            .iter()
            .map(|(format, games)| format!("{} {games}", format.name().to_uppercase()))
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
        let mut reasons: Vec<(&Omission, &u64)> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let reasons: Vec<String> = reasons
            .into_iter()
            .map(|(why, count)| format!("{} {count}", why_words(*why, lang)))
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
            vec![file, line, entry.why.name().to_string(), free_text(Some(&entry.detail))]
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
pub(crate) fn why_words(why: Omission, lang: Lang) -> String {
    tr!(lang, format!("records.why.{}", why.name()))
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
    pub result: RecordResult,
    /// Why it ended so; may be empty.
    pub reason: Reason,
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
            result: record.ending.into(),
            reason: record.reason,
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
            RecordResult::Interrupted => why_words(Omission::Apart(Apart::Interrupted), lang),
            RecordResult::Adjourned => why_words(Omission::Apart(Apart::Adjourned), lang),
            result => result.name().to_string(),
        };
        let mut text = format!("{} {first} - {second}", crate::layout::padded(&result, 11));
        if self.reason != Reason::Unsaid {
            let reason = table::reason_name(self.reason);
            text += &format!(", {}", tr!(lang, format!("records.reason.{reason}")));
        }
        if self.handicap {
            text += &format!(", {}", why_words(Omission::Apart(Apart::Handicap), lang));
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
