//! A series in play: how it begins, results as they are reported, and changes of its record.

use crate::{
    InputError,
    fields::query,
    series::{rule::SeriesFields, sheet::PlayersFields},
    watch::Watch,
};
use kakukin_series::{
    LiveRecord, LiveState, Names, Note, PresetRates, ReportedResult, Series, Stamp,
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

/// A series that can begin.
#[derive(Debug, Clone)]
pub struct LiveStartJob {
    series: Series,
    players: Names,
    title: Option<String>,
    at: Stamp,
    /// The preset that the rates come from.
    pub preset: Option<PresetRates>,
}

impl LiveStart {
    /// Checks the rule and the games of a series that begins at that moment; its record checks
    /// the rest.
    pub fn job(&self, at: Stamp) -> Result<LiveStartJob, InputError> {
        let (series, preset) = self.described.series()?;
        let players = Names { a: self.players.a.clone(), b: self.players.b.clone() };
        Ok(LiveStartJob { series, players, title: self.title.clone(), at, preset })
    }
}

impl LiveStartJob {
    /// A record without results.
    pub fn run(&self, _: &dyn Watch) -> Result<LiveRecord, InputError> {
        let Self { series, players, title, at, .. } = self;
        Ok(LiveRecord::new(series, players.clone(), title.clone(), at.clone())?)
    }
}

/// A series after some results that can be read.
#[derive(Debug, Clone)]
pub struct LiveJob {
    start: LiveStartJob,
    results: Results,
}

impl LiveQuery {
    /// Checks everything but whether the series goes on so long; all happens at that moment.
    pub fn job(&self, at: Stamp) -> Result<LiveJob, InputError> {
        Ok(LiveJob { start: self.start.job(at)?, results: Results::read(&self.result)? })
    }
}

impl LiveJob {
    /// The cells that all sweeps visit: chances, needs, and what a certain winner takes.
    pub fn work(&self) -> u64 {
        self.start.series.work().saturating_mul(8)
    }

    /// What the series has come to.
    pub fn run(&self, watch: &dyn Watch) -> Result<LiveState, InputError> {
        let mut record = self.start.run(watch)?;
        let at = self.start.at.clone();
        self.results.add_to(&mut record, &Note { at, by: None, comment: None })?;
        Ok(record.state())
    }
}

/// A change of a record that can be read.
#[derive(Debug, Clone)]
pub struct LiveChangeJob {
    undo: bool,
    results: Results,
    note: Note,
}

impl LiveChange {
    /// Checks the results of a change that is made at that moment; whether it fits the record is
    /// seen then.
    pub fn job(&self, at: Stamp) -> Result<LiveChangeJob, InputError> {
        let NoteFields { by, comment } = self.note.clone();
        let (results, note) = (Results::read(&self.result)?, Note { at, by, comment });
        Ok(LiveChangeJob { undo: self.undo, results, note })
    }
}

impl LiveChangeJob {
    /// Makes the change, the whole of it or none.
    pub fn apply(&self, record: &mut LiveRecord) -> Result<(), InputError> {
        let mut changed = record.clone();
        if self.undo {
            changed.undo(&self.note)?;
        }
        self.results.add_to(&mut changed, &self.note)?;
        *record = changed;
        Ok(())
    }
}

/// Results with the words in which they were reported, in either language.
#[derive(Debug, Clone)]
struct Results {
    read: Vec<ReportedResult>,
    typed: Vec<String>,
}

impl Results {
    fn read(typed: &[String]) -> Result<Self, InputError> {
        let read = typed.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        Ok(Self { read, typed: typed.to_vec() })
    }

    /// Adds them, all or none.
    fn add_to(&self, record: &mut LiveRecord, note: &Note) -> Result<(), InputError> {
        if self.read.is_empty() {
            return Ok(());
        }
        record.add(&self.read, note).map_err(|error| self.as_typed(error.into()))
    }

    /// A refused result in the words of the user.
    fn as_typed(&self, error: InputError) -> InputError {
        let means = |(read, _): &(&ReportedResult, &String)| read.to_string() == error.value;
        match self.read.iter().zip(&self.typed).find(means) {
            Some((_, text)) if error.field == "result" => {
                InputError { value: text.clone(), ..error }
            }
            _ => error,
        }
    }
}
