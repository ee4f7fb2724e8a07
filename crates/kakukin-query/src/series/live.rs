//! A series in play: how it begins, results as they are reported, and changes of its record.

use crate::{fields::query, series::rule::SeriesFields, series::sheet::PlayersFields};
use kakukin_core::InputError;
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
    /// The preset that the rates come from.
    pub preset: Option<PresetRates>,
}

impl LiveStart {
    /// Checks the rule and the games; the record checks the rest.
    pub fn job(&self) -> Result<LiveStartJob, InputError> {
        let (series, preset) = self.described.series()?;
        let players = Names { a: self.players.a.clone(), b: self.players.b.clone() };
        Ok(LiveStartJob { series, players, title: self.title.clone(), preset })
    }
}

impl LiveStartJob {
    /// A record without results, made at that moment.
    pub fn run(&self, at: Stamp) -> Result<LiveRecord, InputError> {
        LiveRecord::new(&self.series, self.players.clone(), self.title.clone(), at)
    }
}

/// A series after some results that can be read.
#[derive(Debug, Clone)]
pub struct LiveJob {
    start: LiveStartJob,
    results: Results,
}

impl LiveQuery {
    /// Checks everything but whether the series goes on so long.
    pub fn job(&self) -> Result<LiveJob, InputError> {
        Ok(LiveJob { start: self.start.job()?, results: Results::read(&self.result)? })
    }
}

impl LiveJob {
    /// What the series has come to, all of it at that moment.
    pub fn run(&self, at: Stamp) -> Result<LiveState, InputError> {
        let mut record = self.start.run(at.clone())?;
        self.results.add_to(&mut record, &Note { at, by: None, comment: None })?;
        Ok(record.state())
    }
}

/// A change of a record that can be read.
#[derive(Debug, Clone)]
pub struct LiveChangeJob {
    undo: bool,
    results: Results,
    note: NoteFields,
}

impl LiveChange {
    /// Checks the results; what fits the record is seen when it is made.
    pub fn job(&self) -> Result<LiveChangeJob, InputError> {
        let results = Results::read(&self.result)?;
        Ok(LiveChangeJob { undo: self.undo, results, note: self.note.clone() })
    }
}

impl LiveChangeJob {
    /// Makes the change at that moment, the whole of it or none.
    pub fn run(&self, record: &mut LiveRecord, at: Stamp) -> Result<(), InputError> {
        let NoteFields { by, comment } = self.note.clone();
        let note = Note { at, by, comment };
        let mut changed = record.clone();
        if self.undo {
            changed.undo(&note)?;
        }
        self.results.add_to(&mut changed, &note)?;
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
        record.add(&self.read, note).map_err(|error| self.as_typed(error))
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
