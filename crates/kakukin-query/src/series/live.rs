//! A series in play: how it starts, results as they are told, and records that were kept.

use crate::{
    InputError, Problem, fields::query, series::report::PlayersFields, series::rule::SeriesFields,
};
use kakukin_core::BadValue;
use kakukin_report::{
    Lang, LiveDocument, LiveRecord, Names, Note, ReportedResult, Stamp, preset_note,
};

query! {
    /// A series that begins.
    pub struct LiveStart {
        /// The rule and the games.
        part described SeriesFields,
        /// Who plays.
        part players PlayersFields,
        /// The event.
        text title "TEXT",
    }
}

query! {
    /// A series after some results.
    pub struct LiveQuery {
        /// How it began.
        part start LiveStart,
        /// Results in their order.
        texts result "RESULT",
    }
}

query! {
    /// What goes with an entry of a record.
    pub struct NoteFields {
        /// Who makes it.
        text by "NAME",
        /// Why.
        text comment "TEXT",
    }
}

query! {
    /// A change of a record.
    pub struct LiveChange {
        /// Results to add.
        texts result "RESULT",
        /// Take the last result back, before any is added.
        flag undo,
        /// What goes with the entries.
        part note NoteFields,
    }
}

impl LiveStart {
    /// A record without results, and where the rates come from if they were not given.
    pub fn record(
        &self,
        at: Stamp,
        lang: Lang,
    ) -> Result<(LiveRecord, Option<String>), InputError> {
        let (series, preset) = self.described.series()?;
        let note = preset.map(|preset| preset_note(&preset, lang));
        let players = Names { a: self.players.a.clone(), b: self.players.b.clone() };
        Ok((LiveRecord::new(&series, players, self.title.clone(), at)?, note))
    }
}

impl LiveQuery {
    /// The record with its results, all of the same moment.
    pub fn record(&self, at: Stamp, lang: Lang) -> Result<LiveRecord, InputError> {
        let (mut record, _) = self.start.record(at.clone(), lang)?;
        if !self.result.is_empty() {
            add_results(&mut record, &self.result, &Note { at, by: None, comment: None })?;
        }
        Ok(record)
    }

    /// What it has come to.
    pub fn answer(&self, at: Stamp, lang: Lang) -> Result<LiveDocument, InputError> {
        Ok(LiveDocument::new(&self.record(at, lang)?))
    }
}

impl NoteFields {
    /// The note of an entry that is made at that moment.
    pub fn note(&self, at: Stamp) -> Note {
        Note { at, by: self.by.clone(), comment: self.comment.clone() }
    }
}

impl LiveChange {
    /// Makes the change, the whole of it or none.
    pub fn apply(&self, record: &mut LiveRecord, at: Stamp) -> Result<(), InputError> {
        let note = self.note.note(at);
        let mut changed = record.clone();
        if self.undo {
            changed.undo(&note)?;
        }
        if !self.result.is_empty() {
            add_results(&mut changed, &self.result, &note)?;
        }
        *record = changed;
        Ok(())
    }
}

/// Adds results as they were told, in either language.
pub fn add_results(
    record: &mut LiveRecord,
    results: &[String],
    note: &Note,
) -> Result<(), InputError> {
    if results.is_empty() {
        return Err(InputError::new("result", "", BadValue::Missing, ReportedResult::ALLOWED));
    }
    let told: Vec<ReportedResult> =
        results.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    record.add(&told, note).map_err(|error| as_told(error.into(), results))
}

/// A refused result as it was typed.
fn as_told(error: InputError, typed: &[String]) -> InputError {
    let means =
        |text: &&String| text.parse::<ReportedResult>().is_ok_and(|t| t.to_string() == error.value);
    match typed.iter().find(means) {
        Some(text) if error.field == "result" => InputError { value: text.clone(), ..error },
        _ => error,
    }
}

/// The record in these bytes, which go by that name.
pub fn read_record(name: &str, bytes: &[u8], lang: Lang) -> Result<LiveRecord, InputError> {
    LiveRecord::read(bytes)
        .map_err(|fault| InputError::new("file", name, Problem::BadRecord, fault.sentence(lang)))
}
