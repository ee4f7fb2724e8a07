//! A series in play: how it begins, results as they are reported, and changes of its record.

use crate::{
    InputError, Stopped,
    fields::query,
    series::{rule::SeriesFields, sheet::PlayersFields, wanted::WantedSeries},
    watch::Watch,
};
use kakukin_series::{
    LiveRecord, LiveState, Names, Note, Practice, PresetRates, Ranked, ReportedResult, Stamp,
};

query! {
    /// A series that begins.
    pub struct LiveStart {
        /// The rule and the games; without points, the rule that is proposed for these games.
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
    wanted: WantedSeries,
    players: Names,
    title: Option<String>,
    game: Option<Practice>,
    at: Stamp,
}

/// A series that has begun.
#[derive(Debug, Clone)]
pub struct Begun {
    /// Its record, without results.
    pub record: LiveRecord,
    /// What is said of the rule, if none was given and one was proposed.
    pub proposed: Option<Ranked>,
}

impl LiveStart {
    /// Checks the rule and the games of a series that begins at that moment; its record checks
    /// the rest.
    pub fn job(&self, at: Stamp) -> Result<LiveStartJob, InputError> {
        let wanted = self.described.wanted()?;
        let players = Names { a: self.players.a.clone(), b: self.players.b.clone() };
        let (title, game) = (self.title.clone(), self.described.model.game()?);
        Ok(LiveStartJob { wanted, players, title, game, at })
    }
}

impl LiveStartJob {
    /// The preset that the rates come from.
    pub fn preset(&self) -> Option<&PresetRates> {
        self.wanted.preset.as_ref()
    }

    /// A record without results.
    pub fn run(&self, watch: &dyn Watch) -> Result<Begun, Stopped> {
        let (series, proposed) = self.wanted.run(watch)?;
        let Self { players, title, at, .. } = self;
        let record = LiveRecord::new(&series, players.clone(), title.clone(), at.clone());
        let record = record.map_err(InputError::from)?.of_game(self.game);
        Ok(Begun { record, proposed })
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
        let start = self.start.job(at)?;
        let results = Results { typed: self.result.clone() };
        results.read(&start.players)?;
        Ok(LiveJob { start, results })
    }
}

impl LiveJob {
    /// The cells that all sweeps visit: chances, needs, and what a certain winner takes.
    pub fn work(&self) -> u64 {
        self.start.wanted.work().saturating_mul(8)
    }

    /// What the series has come to.
    pub fn run(&self, watch: &dyn Watch) -> Result<LiveState, Stopped> {
        let mut record = self.start.run(watch)?.record;
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
    /// A change that is made at that moment; what its results mean, and whether they fit, only the
    /// record can tell, which has the names.
    pub fn job(&self, at: Stamp) -> LiveChangeJob {
        let NoteFields { by, comment } = self.note.clone();
        let (results, note) = (Results { typed: self.result.clone() }, Note { at, by, comment });
        LiveChangeJob { undo: self.undo, results, note }
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

/// Results in the words in which they were reported, in either language.
#[derive(Debug, Clone)]
struct Results {
    typed: Vec<String>,
}

impl Results {
    /// What they mean between these players.
    fn read(&self, names: &Names) -> Result<Vec<ReportedResult>, InputError> {
        let read = self.typed.iter().map(|text| ReportedResult::read(text, names));
        Ok(read.collect::<Result<_, _>>()?)
    }

    /// Adds them, all or none.
    fn add_to(&self, record: &mut LiveRecord, note: &Note) -> Result<(), InputError> {
        if self.typed.is_empty() {
            return Ok(());
        }
        let read = self.read(record.players())?;
        record.add(&read, note).map_err(|error| self.as_typed(&read, error.into()))
    }

    /// A refused result in the words of the user.
    fn as_typed(&self, read: &[ReportedResult], error: InputError) -> InputError {
        let means = |(read, _): &(&ReportedResult, &String)| read.to_string() == error.value;
        match read.iter().zip(&self.typed).find(means) {
            Some((_, text)) if error.field == "result" => {
                InputError { value: text.clone(), ..error }
            }
            _ => error,
        }
    }
}
