//! The record of a live series: the rule fixed at the start, and entries that are only ever
//! added, each sealed together with all before it.
//!
//! A seal is SHA-256 over the seal before, a line feed, and the JSON of what is sealed; that of
//! the header follows the name of the schema. A change anywhere is found by reading on.

use super::{
    Action, Entry, LiveFault, Names, Note, ReportedResult, Stamp, header::Header, replay::Replay,
};
use crate::{InputError, Practice, Problem, Series};
use kakukin_core::BadValue;
use serde::{Deserialize, Serialize};

const SCHEMA: &str = "kakukin/live/1";

/// The most entries of a record.
pub const MAX_ENTRIES: usize = 100_000;
/// The most bytes of a record: look before reading one.
pub const MAX_RECORD_BYTES: usize = 16 << 20;
/// The most work of one sweep of a live series: after each result an answer is waited for.
pub const MAX_LIVE_WORK: u64 = 50_000_000;

/// A series in play, as it is kept.
#[derive(Debug, Clone)]
pub struct LiveRecord {
    /// As it is in the file: its seal is of the text that was written.
    header: Header,
    /// What the header means.
    series: Series,
    entries: Vec<Entry>,
}

/// The record of a live series, as it is written: each entry is sealed together with all before.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveRecord"))]
#[serde(deny_unknown_fields)]
struct Written {
    /// Name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    schema: String,
    /// What was fixed when the series started.
    series: Header,
    /// Results and what was taken back, first to last.
    entries: Vec<Entry>,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for LiveRecord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Written::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Written::json_schema(generator)
    }
}

impl LiveRecord {
    /// A record without results. From now on the rule is fixed.
    pub fn new(
        series: &Series,
        players: Names,
        title: Option<String>,
        at: Stamp,
    ) -> Result<Self, InputError> {
        let mut header = Header::new(series, players, title, at);
        header.check_texts()?;
        header.check_seen()?;
        header.seal = header.seal_after(SCHEMA);
        // What cannot be read again is refused now.
        let series = header.series()?;
        check_work(&series)?;
        Ok(Self { header, series, entries: Vec::new() })
    }

    /// The same of a game with words of its own. Once there are results, all is fixed.
    pub fn of_game(mut self, game: Option<Practice>) -> Self {
        if self.entries.is_empty() {
            self.header.game = game;
            self.header.seal = self.header.seal_after(SCHEMA);
        }
        self
    }

    /// Reads a record and checks everything that can be checked.
    pub fn read(text: &[u8]) -> Result<Self, LiveFault> {
        if text.len() > MAX_RECORD_BYTES {
            return Err(LiveFault::TooLarge);
        }
        if text.trim_ascii().is_empty() {
            return Err(LiveFault::Empty);
        }
        let written: Written = serde_json::from_slice(text).map_err(|error| {
            // Another format is known by its name, whatever else is in it.
            #[derive(Deserialize)]
            struct Named {
                schema: String,
            }
            match serde_json::from_slice::<Named>(text) {
                Ok(Named { schema }) if schema != SCHEMA => LiveFault::Schema(schema),
                _ => LiveFault::NotARecord { line: error.line(), column: error.column() },
            }
        })?;
        if written.schema != SCHEMA {
            return Err(LiveFault::Schema(written.schema));
        }
        let (header, entries) = (written.series, written.entries);
        if entries.len() > MAX_ENTRIES {
            return Err(LiveFault::TooManyEntries);
        }
        if header.seal != header.seal_after(SCHEMA) {
            return Err(LiveFault::HeaderSeal);
        }
        let series = header.series().map_err(LiveFault::Header)?;
        check_work(&series).and(header.check_texts()).map_err(LiveFault::Header)?;
        let record = Self { header, series, entries };
        record.check_entries()?;
        Ok(record)
    }

    fn check_entries(&self) -> Result<(), LiveFault> {
        let mut previous = &self.header.seal;
        let mut replay = Replay::new(&self.series);
        for (number, entry) in (1..).zip(&self.entries) {
            if entry.number != number {
                return Err(LiveFault::Number(number));
            }
            if entry.seal != entry.seal_after(previous) {
                return Err(LiveFault::Seal(number));
            }
            let Entry { at, by, comment, .. } = entry.clone();
            Note { at, by, comment }.check().map_err(|_| LiveFault::Note(number))?;
            if !replay.enter(entry.action) {
                return Err(match entry.action {
                    Action::Undo => LiveFault::NothingToUndo(number),
                    _ => LiveFault::AfterTheEnd(number),
                });
            }
            previous = &entry.seal;
        }
        Ok(())
    }

    /// The record as JSON, one line for the header and one for each entry.
    pub fn text(&self) -> String {
        // Plain structs of texts and numbers can always be serialised.
        let header = serde_json::to_string(&self.header).unwrap_or_default();
        let mut text =
            format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"series\": {header},\n  \"entries\": [");
        for (k, entry) in self.entries.iter().enumerate() {
            let comma = if k == 0 { "" } else { "," };
            let entry = serde_json::to_string(entry).unwrap_or_default();
            text += &format!("{comma}\n    {entry}");
        }
        text += if self.entries.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" };
        text
    }

    /// Adds results, all of them or none.
    pub fn add(&mut self, results: &[ReportedResult], note: &Note) -> Result<(), InputError> {
        note.check()?;
        let mut actions = Vec::with_capacity(results.len());
        let mut now = self.replay().now();
        for reported in results {
            let refuse = |problem, allowed| InputError::new("result", reported, problem, allowed);
            let over = || refuse(Problem::SeriesOver, "");
            let first = now.first().ok_or_else(over)?;
            let result = match now.decider() {
                None => Some(reported.result(first)),
                Some(way) => reported.decides(way),
            };
            let result = result.ok_or_else(|| refuse(Problem::WinnerWanted, "a, b"))?;
            now = now.after(result).ok_or_else(over)?;
            actions.push(result.into());
        }
        self.append(&actions, note)
    }

    /// Takes back the last result that still stands.
    pub fn undo(&mut self, note: &Note) -> Result<(), InputError> {
        note.check()?;
        if self.replay().standing.is_empty() {
            return Err(InputError::new("file", "", Problem::NothingToUndo, ""));
        }
        self.append(&[Action::Undo], note)
    }

    fn append(&mut self, actions: &[Action], note: &Note) -> Result<(), InputError> {
        let full = |most: usize| InputError::new("file", "", Problem::RecordFull, most);
        if self.entries.len() + actions.len() > MAX_ENTRIES {
            return Err(full(MAX_ENTRIES));
        }
        let before = self.entries.len();
        for &action in actions {
            let Note { at, by, comment } = note.clone();
            let number = self.entries.len() as u32 + 1;
            let mut entry = Entry { number, at, action, by, comment, seal: String::new() };
            entry.seal = entry.seal_after(self.seal());
            self.entries.push(entry);
        }
        if self.text().len() > MAX_RECORD_BYTES {
            self.entries.truncate(before);
            return Err(full(MAX_ENTRIES));
        }
        Ok(())
    }

    /// The last seal: whoever has it can tell whether anything before it was changed.
    pub fn seal(&self) -> &str {
        self.entries.last().map_or(&self.header.seal, |entry| &entry.seal)
    }

    /// The game, if it is known.
    pub fn game(&self) -> Option<Practice> {
        self.header.game
    }

    /// The event, if it is known.
    pub fn title(&self) -> Option<&str> {
        self.header.title.as_deref()
    }

    /// The names of the players.
    pub fn players(&self) -> &Names {
        &self.header.players
    }

    /// When the record was made.
    pub fn started(&self) -> &Stamp {
        &self.header.at
    }

    /// All entries, first to last.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The series that is being played.
    pub fn series(&self) -> &Series {
        &self.series
    }

    pub(super) fn replay(&self) -> Replay<'_> {
        Replay::of(&self.series, &self.entries)
    }
}

fn check_work(series: &Series) -> Result<(), InputError> {
    if series.work() > MAX_LIVE_WORK {
        let allowed = format!("<= {MAX_LIVE_WORK}");
        return Err(InputError::new("points", series.work(), BadValue::TooMuchWork, allowed));
    }
    Ok(())
}
