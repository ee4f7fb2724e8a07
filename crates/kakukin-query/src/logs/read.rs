//! From files to rounds.

use crate::{
    InputError, Problem, Source,
    fields::query,
    records::source::{bytes_of, refuse_unpacked},
    watch::Watch,
};
use kakukin_logs::{Fault, Game, LogFormat, MAX_LOG, Replay, Replayed, Round, Trouble, read_log};
use kakukin_mahjong::Rules;
use kakukin_records::{Quota, Record, Sink, Skip, Stop, Why};
use std::{cell::Cell, io::Read, ops::ControlFlow, sync::Arc};

/// The most faults, and the most files that were left out, that are listed; all are counted.
pub const MAX_LISTED_FAULTS: usize = 1000;

query! {
    /// How logs are read.
    pub struct LogsQuery {
        /// The rule set that wins are scored by, in place of what the logs say.
        text rules "NAME",
        /// Single flags that differ from it.
        texts rule "FLAG=VALUE",
    }
}

/// Logs that can be read.
#[derive(Debug, Clone)]
pub struct LogsJob {
    rules: Option<Rules>,
    flags: Vec<String>,
}

/// A log in which something cannot have happened, or that breaks off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultyLog {
    /// Its file.
    pub file: String,
    /// What is wrong, and where.
    pub fault: Fault,
}

/// A file that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogSkip {
    /// Its name.
    pub file: String,
    /// Why.
    pub why: Why,
    /// What the system says.
    pub detail: String,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogsRead {
    /// How many logs there were.
    pub files: u64,
    /// How many rounds.
    pub rounds: u64,
    /// Rounds without an end.
    pub unfinished: u64,
    /// How many faults were found, and the first of them.
    pub faults: u64,
    /// The first of the faults.
    pub faulty: Vec<FaultyLog>,
    /// How many files were left out.
    pub left_out: u64,
    /// The first of them.
    pub skipped: Vec<LogSkip>,
    /// Whether everything was read.
    pub complete: bool,
}

impl Default for LogsRead {
    fn default() -> Self {
        Self {
            files: 0,
            rounds: 0,
            unfinished: 0,
            faults: 0,
            faulty: Vec::new(),
            left_out: 0,
            skipped: Vec::new(),
            complete: true,
        }
    }
}

impl LogsRead {
    fn fault(&mut self, file: &str, fault: Fault) {
        self.faults += 1;
        if self.faulty.len() < MAX_LISTED_FAULTS {
            self.faulty.push(FaultyLog { file: file.into(), fault });
        }
    }

    fn leave_out(&mut self, file: &str, why: Why, detail: String) {
        self.left_out += 1;
        if self.skipped.len() < MAX_LISTED_FAULTS {
            self.skipped.push(LogSkip { file: file.into(), why, detail });
        }
    }
}

/// A round of a file.
#[derive(Debug)]
pub struct LogItem<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// Its format.
    pub format: LogFormat,
    /// The number of the round in the file, from 0.
    pub number: usize,
    /// The round.
    pub round: &'a Round,
    /// The round played over.
    pub replayed: Replayed,
}

/// Who gets every round of every file, with what plays the rounds of this file over; says what is
/// wrong with the round, and whether to go on.
pub(super) type EachRound<'e> = &'e mut dyn FnMut(
    &str,
    LogFormat,
    usize,
    &mut Replay,
    &Round,
) -> (Option<Fault>, ControlFlow<()>);

impl LogsQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<LogsJob, InputError> {
        let rules = self.rules.as_deref().map(Rules::preset).transpose()?;
        let start = rules.unwrap_or_default();
        self.rule.iter().try_fold(start, |rules, text| rules.set(text))?;
        Ok(LogsJob { rules, flags: self.rule.clone() })
    }
}

impl LogsJob {
    /// Reads all rounds and plays them over; `each` says whether to go on.
    pub fn run(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
        each: &mut dyn FnMut(LogItem<'_>) -> ControlFlow<()>,
    ) -> Result<LogsRead, InputError> {
        self.rounds(source, watch, &mut |file, format, number, replay, round| {
            let replayed = replay.round(round);
            let fault = replayed.fault.clone();
            (fault, each(LogItem { file, format, number, round, replayed }))
        })
    }

    /// Reads all rounds.
    pub(super) fn rounds(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
        each: EachRound<'_>,
    ) -> Result<LogsRead, InputError> {
        watch.begin_bytes(source.bytes());
        let done = Cell::new(0);
        let quota = source.most_unpacked().map(Quota::new);
        let read = LogsRead::default();
        let name = String::new();
        let mut sink = Logs { job: self, quota, read, name, each, watch, done: &done };
        for file in source.files() {
            let after = done.get() + file.bytes;
            let name = file.name.to_string();
            match bytes_of(file, &done, &mut sink) {
                Err(Stop::Enough) => break,
                Ok(None) | Err(Stop::Io(_)) => done.set(after),
                Ok(Some(why)) => sink.read.leave_out(&name, Why::Unreadable, why),
            }
            if sink.quota.as_ref().is_some_and(Quota::exceeded) {
                break;
            }
            if watch.at(done.get()).is_break() {
                sink.read.complete = false;
                break;
            }
        }
        refuse_unpacked(source, sink.quota.as_ref())?;
        let read = sink.read;
        if read.rounds > 0 || !read.complete {
            return Ok(read);
        }
        let faulty = read.faulty.first().map(|faulty| format!("{}: {}", faulty.file, faulty.fault));
        let skipped = read.skipped.first().map(|skip| format!("{}: {}", skip.file, skip.detail));
        let value = faulty.or(skipped).unwrap_or_else(|| source.named());
        let allowed = "game.json, game.mjlog, game.jsonl, logs.zip, https://tenhou.net/6/#json=..";
        Err(InputError::new("files", value, Problem::NoRounds, allowed))
    }

    /// The round by the rules that were asked for.
    fn ruled(&self, round: Round) -> Round {
        if self.rules.is_none() && self.flags.is_empty() {
            return round;
        }
        let start = self.rules.unwrap_or(round.game.rules);
        let set = |rules: Rules, text: &String| rules.set(text);
        let rules = self.flags.iter().try_fold(start, set).unwrap_or(start);
        let game = Arc::new(Game { rules, ..(*round.game).clone() });
        Round { game, ..round }
    }
}

/// Takes files and hands on their rounds.
struct Logs<'a> {
    job: &'a LogsJob,
    quota: Option<Quota>,
    read: LogsRead,
    /// The file that is being read.
    name: String,
    each: EachRound<'a>,
    watch: &'a dyn Watch,
    done: &'a Cell<u64>,
}

impl Sink for Logs<'_> {
    fn open(&mut self, name: &str) {
        self.name = name.into();
    }

    fn game(&mut self, _: &Record) -> Result<(), Stop> {
        Ok(())
    }

    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        let name = std::mem::take(&mut self.name);
        self.read.leave_out(&name, skip.why, skip.detail);
        self.name = name;
        Ok(())
    }

    fn quota(&self) -> Option<Quota> {
        self.quota.clone()
    }

    fn wants_files(&self) -> bool {
        true
    }

    fn file(&mut self, _: &str, source: &mut dyn Read) -> Result<(), Stop> {
        let mut bytes = Vec::new();
        let broken = source.take(MAX_LOG + 1).read_to_end(&mut bytes).err();
        if self.quota.as_ref().is_some_and(Quota::exceeded) {
            return Ok(());
        }
        let name = std::mem::take(&mut self.name);
        let format = LogFormat::guess(&bytes);
        let (mut number, mut stopped, mut replay) = (0, false, Replay::default());
        let (_, fault) = read_log(&bytes, &mut |round| {
            let round = self.job.ruled(round);
            self.read.rounds += 1;
            self.read.unfinished += u64::from(!round.is_complete());
            let Some(format) = format else { return ControlFlow::Break(()) };
            let (fault, go_on) = (self.each)(&name, format, number, &mut replay, &round);
            number += 1;
            if let Some(fault) = fault {
                self.read.fault(&name, fault);
            }
            if self.watch.at(self.done.get()).is_break() {
                self.read.complete = false;
                stopped = true;
            }
            stopped |= go_on.is_break();
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (fault, broken) {
            _ if stopped => {}
            (Some(fault), None) if fault.trouble == Trouble::NotALog => {
                let why = if bytes.is_empty() { Why::Empty } else { Why::NotARecord };
                self.read.leave_out(&name, why, fault.detail);
            }
            (_, Some(error)) => self.read.leave_out(&name, Why::Unreadable, error.to_string()),
            (Some(fault), None) => self.read.fault(&name, fault),
            (None, None) => {}
        }
        self.read.files += u64::from(number > 0);
        self.name = name;
        if stopped { Err(Stop::Enough) } else { Ok(()) }
    }
}
