//! What was read from records: games found, and everything that was left out, with the reason.

use crate::{
    Lang,
    csv::{Csv, Field, csv_table},
};
use kakukin_records::{
    Apart, Omission, Omissions, Omitted, ReadSummary, Reason, Record, RecordResult, Why, table,
};
use serde::Serialize;

/// How many of them a text shows, and how many stand at the top of it.
const SHOWN: usize = 10;
const SHOWN_AT_TOP: usize = 3;

/// The same game once more.
const AGAIN: Omission = Omission::Skipped(Why::Duplicate);

/// What marks a line that nobody should overlook.
pub(crate) const MARK: &str = "!";

/// What was read and left out, in words.
pub(crate) fn read_text(read: &ReadSummary, lang: Lang) -> String {
    let formats = read.formats.iter();
    let formats: Vec<String> = formats
        .map(|(format, games)| format!("{} {games}", format.name().to_uppercase()))
        .collect();
    let [files, games] = [read.files, read.games].map(|n| n.to_string());
    let mut text = match read.games {
        0 => tr!(lang, "records.read_none", files = files),
        _ => {
            tr!(lang, "records.read", files = files, games = games, formats = formats.join(", "))
        }
    };
    text.push('\n');
    if !read.complete {
        text += &format!("{}\n", tr!(lang, "records.incomplete"));
    }
    if read.in_several_parts > 0 {
        let games = read.in_several_parts;
        text += &format!("{MARK} {}\n", tr!(lang, "records.in_several_parts", games = games));
    }
    if read.not_remembered > 0 {
        let games = read.not_remembered;
        text += &format!("{MARK} {}\n", tr!(lang, "records.not_remembered", games = games));
    }
    text + &omissions_text(&read.omitted, lang)
}

/// The sentence that stands above everything else where something was left out: how much, why,
/// and the first of it. `more` are reasons that the records themselves do not tell.
pub(crate) fn left_out_alert(
    omitted: Option<&Omissions>,
    more: &[(String, u64)],
    lang: Lang,
) -> Option<String> {
    let mut reasons = omitted.map_or_else(Vec::new, |omitted| reasons(omitted, lang));
    reasons.extend_from_slice(more);
    let total: u64 = reasons.iter().map(|(_, count)| count).sum();
    if total == 0 {
        return None;
    }
    let reasons = listed(&reasons, lang);
    let mut text = tr!(lang, "records.alert", total = total, reasons = reasons);
    let first = omitted.iter().flat_map(|omitted| omitted.list.iter().take(SHOWN_AT_TOP));
    let first: Vec<String> = first.map(|entry| omitted_text(entry, lang)).collect();
    if !first.is_empty() {
        text += &tr!(lang, "records.alert_first", first = first.join(&tr!(lang, "list.semicolon")));
    }
    let again = omitted.and_then(|omitted| omitted.reasons.get(&AGAIN));
    if let Some(count) = again {
        text += &tr!(lang, "records.alert_again", count = count);
    }
    Some(text)
}

/// Why something was left out and how often, the most frequent reason first.
fn reasons(omitted: &Omissions, lang: Lang) -> Vec<(String, u64)> {
    let words = |(why, count): (&Omission, &u64)| (why_words(*why, lang), *count);
    let mut reasons: Vec<(String, u64)> = omitted.reasons.iter().map(words).collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    reasons
}

fn listed(reasons: &[(String, u64)], lang: Lang) -> String {
    let reasons: Vec<String> =
        reasons.iter().map(|(why, count)| format!("{why} {count}")).collect();
    reasons.join(&tr!(lang, "list.comma"))
}

fn omissions_text(omitted: &Omissions, lang: Lang) -> String {
    let total = omitted.total;
    if total == 0 {
        return String::new();
    }
    let reasons = listed(&reasons(omitted, lang), lang);
    let mut text = format!("{MARK} ");
    text += &tr!(lang, "records.skipped", total = total, reasons = reasons);
    text.push('\n');
    for entry in omitted.list.iter().take(SHOWN) {
        text += &format!("  {}\n", omitted_text(entry, lang));
    }
    let more = total.saturating_sub(omitted.list.len().min(SHOWN) as u64);
    if more > 0 {
        text += &format!("  {}\n", tr!(lang, "records.more", more = more));
    }
    text
}

fn omitted_text(entry: &Omitted, lang: Lang) -> String {
    let place = match entry.line {
        Some(line) => format!("{}:{line}", crate::sanitize(&entry.file)),
        None => crate::sanitize(&entry.file),
    };
    let why = why_words(entry.why, lang);
    match entry.detail.as_str() {
        "" => format!("{place}: {why}"),
        detail => format!("{place}: {why} ({})", crate::sanitize(detail)),
    }
}

/// Says so where the list of what was left out is not of all.
pub fn omissions_cut_short(omitted: &Omissions, lang: Lang) -> Option<String> {
    let (listed, total) = (omitted.list.len(), omitted.total);
    (total > listed as u64).then(|| tr!(lang, "records.cut_short", listed = listed, total = total))
}

/// What was left out as CSV, one row for each.
pub fn omissions_csv(omitted: &Omissions) -> String {
    csv_table!(&omitted.list, |entry| {
        file: &entry.file,
        line: entry.line,
        why: entry.why.name(),
        detail: &entry.detail,
    })
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
    let mut header = Csv::default();
    header.fields(table::COLUMNS.iter().chain(&["file", "line"]));
    header.end_row();
    header.finish()
}

/// The row of a game.
pub fn games_csv_row(file: &str, record: &Record) -> String {
    let mut row = Csv::default();
    row.fields(table::row(record).iter());
    row.fields([&file as &dyn Field, &record.line]);
    row.end_row();
    row.finish()
}
