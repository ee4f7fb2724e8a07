//! What was read of logs, and what was wrong with them; names of seats and rounds.

use crate::{Lang, sanitize, visible};
use kakukin_logs::{Fault, Round};
use serde::Serialize;

/// The most faults that are told in text.
const TOLD: usize = 5;

/// What was read of logs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogsReadDocument {
    /// How many logs.
    pub files: u64,
    /// How many rounds.
    pub rounds: u64,
    /// Rounds without an end.
    pub unfinished: u64,
    /// How many faults there are.
    pub faults: u64,
    /// The first of them.
    pub faulty: Vec<LogFaultDocument>,
    /// How many files were left out because they are no logs or cannot be read.
    pub left_out: u64,
    /// The first of their names.
    pub skipped: Vec<String>,
    /// Whether everything was read.
    pub complete: bool,
}

/// Something that cannot have happened, or a log that breaks off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogFaultDocument {
    /// The file.
    pub file: String,
    /// The round in the file, from 0; -1 for the whole file.
    pub round: i64,
    /// The event in the round, from 0; -1 for the whole round.
    pub event: i64,
    /// What is wrong, as a code.
    pub trouble: String,
    /// What stands there.
    pub detail: String,
}

impl LogFaultDocument {
    /// A fault in a file.
    pub fn new(file: &str, fault: &Fault) -> Self {
        let place = |place: Option<usize>| place.map_or(-1, |place| place as i64);
        Self {
            file: file.into(),
            round: place(fault.round),
            event: place(fault.event),
            trouble: fault.trouble.code().into(),
            detail: fault.detail.clone(),
        }
    }

    /// In words.
    pub fn text(&self, lang: Lang) -> String {
        let trouble = tr!(lang, format!("log.trouble.{}", self.trouble));
        let mut place = sanitize_file(&self.file);
        for number in [self.round, self.event] {
            if number >= 0 {
                place += &format!(":{number}");
            }
        }
        let detail = match self.detail.is_empty() {
            true => String::new(),
            false => format!(" ({})", sanitize(&self.detail)),
        };
        format!("{place}: {trouble}{detail}")
    }
}

impl LogsReadDocument {
    /// What was read, in words.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = tr!(lang, "log.read", files = self.files, rounds = self.rounds);
        if self.unfinished > 0 {
            text += &tr!(lang, "log.read_unfinished", rounds = self.unfinished);
        }
        text.push('\n');
        if self.left_out > 0 {
            let first: Vec<_> = self.skipped.iter().take(TOLD).map(|x| sanitize_file(x)).collect();
            let files = first.join(", ");
            text += &tr!(lang, "log.left_out", count = self.left_out, files = files);
            text.push('\n');
        }
        if self.faults > 0 {
            text += &tr!(lang, "log.faults", count = self.faults);
            text.push('\n');
            for fault in self.faulty.iter().take(TOLD) {
                text += &format!("  {}\n", fault.text(lang));
            }
        }
        if !self.complete {
            text += &tr!(lang, "records.incomplete");
            text.push('\n');
        }
        text
    }
}

/// A file name as it can be shown.
pub(crate) fn sanitize_file(name: &str) -> String {
    visible(name).into_owned()
}

/// `East 1`, with counters.
pub(crate) fn round_name(round: &Round, lang: Lang) -> String {
    let wind = tr!(lang, format!("log.wind.{}", round.wind));
    let name = tr!(lang, "log.round", wind = wind, number = round.dealer + 1);
    match round.honba {
        0 => name,
        honba => tr!(lang, "log.round_honba", round = name, honba = honba),
    }
}

/// A player by name, or by seat.
pub(crate) fn player_name(round: &Round, seat: usize, lang: Lang) -> String {
    match round.game.names.get(seat).filter(|name| !name.is_empty()) {
        Some(name) => sanitize(name),
        None => tr!(lang, "log.seat", seat = seat),
    }
}
