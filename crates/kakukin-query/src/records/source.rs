//! Where records come from, and how they are read into a survey.

use super::Part;
use crate::{InputError, Problem, watch::Watch};
use kakukin_records::{
    Each, MAX_LISTED, MAX_REMEMBERED, Omission, Omitted, Plan, Quota, ReadSummary, Reading,
    Remembered, Sink, Stop, Survey, Surveyor, Why, read, read_zip,
};
use std::{
    borrow::Cow,
    cell::Cell,
    fmt,
    io::{self, Read, Seek, SeekFrom},
    ops::ControlFlow,
};

/// Something with records in it: files on a disk, a pipe, files of a request.
pub trait Source {
    /// What the user calls it.
    fn named(&self) -> String;

    /// All bytes that there are; 0 if that is not known.
    fn bytes(&self) -> u64;

    /// The files, opened one after the other.
    fn files(&self) -> Box<dyn Iterator<Item = SourceFile<'_>> + '_>;

    /// The most bytes that may be unpacked from it; nothing for any number.
    fn most_unpacked(&self) -> Option<u64> {
        None
    }

    /// The field that raises that bound, with a value, where there is one.
    fn unpacking_raised_by(&self) -> Option<&'static str> {
        None
    }

    /// How much of what was left out is listed; all is counted.
    fn most_listed(&self) -> usize {
        MAX_LISTED
    }

    /// How many games are remembered so that the same one counts once.
    fn most_remembered(&self) -> usize {
        MAX_REMEMBERED
    }

    /// Where one can see what was found, if nothing counts.
    fn listed_by(&self) -> &'static str;
}

/// One file of a source.
#[derive(Debug)]
pub struct SourceFile<'s> {
    /// Its name.
    pub name: Cow<'s, str>,
    /// Its length; 0 if that is not known.
    pub bytes: u64,
    /// What is in it.
    pub content: Content<'s>,
}

/// What is in a file.
pub enum Content<'s> {
    /// Records, or something that is unpacked on the way.
    Stream(Box<dyn Read + 's>),
    /// A zip archive, which is not read from its beginning to its end.
    Archive(Box<dyn ReadSeek + 's>),
    /// It cannot be read, for this reason.
    Lost(String),
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stream(_) => "Stream",
            Self::Archive(_) => "Archive",
            Self::Lost(_) => "Lost",
        })
    }
}

/// What an archive can be read from.
pub trait ReadSeek: Read + Seek {}

impl<R: Read + Seek> ReadSeek for R {}

/// Games between two looks at who waits: a look takes longer than a game.
const LOOK: u64 = 256;

/// Reads everything into a survey; `each` gets every game that is wanted.
pub(crate) fn survey(
    source: &dyn Source,
    how: &Reading,
    plan: Plan,
    watch: &dyn Watch,
    each: Each<'_>,
) -> Result<(Survey, ReadSummary), InputError> {
    let (survey, read, _) = survey_after(&[], source, how, plan, watch, each)?;
    Ok((survey, read))
}

/// The same after what other runs have found, and by what its games are known again.
pub(super) fn survey_after(
    parts: &[Part],
    source: &dyn Source,
    how: &Reading,
    plan: Plan,
    watch: &dyn Watch,
    each: Each<'_>,
) -> Result<(Survey, ReadSummary, Remembered), InputError> {
    watch.begin_bytes(source.bytes());
    let (done, games) = (Cell::new(0), Cell::new(0u64));
    let go_on = || {
        games.set(games.get() + 1);
        if games.get().is_multiple_of(LOOK) {
            watch.at(done.get())
        } else {
            ControlFlow::Continue(())
        }
    };
    let quota = source.most_unpacked().map(Quota::new);
    let mut surveyor = Surveyor::new(Survey::new(plan.clone()), each, &go_on);
    surveyor.quota = quota.clone();
    surveyor.most_listed = source.most_listed();
    surveyor.remembered = Remembered::new(source.most_remembered());
    for part in parts {
        let Surveyor { survey, read, remembered, .. } = &mut surveyor;
        part.add_to(survey, &plan, read, remembered)?;
    }
    for file in source.files() {
        let after = done.get() + file.bytes;
        match read_one(file, how, &done, &mut surveyor) {
            Err(Stop::Enough) => break,
            Ok(()) | Err(Stop::Io(_)) => done.set(after),
        }
        if quota.as_ref().is_some_and(Quota::exceeded) {
            break;
        }
        if watch.at(done.get()).is_break() {
            surveyor.read.complete = false;
            break;
        }
    }
    refuse_unpacked(source, quota.as_ref())?;
    let Surveyor { survey, read, remembered, .. } = surveyor;
    Ok((survey, read, remembered))
}

/// Refuses what was more when it was unpacked than may be: some of the games would be a wrong
/// answer.
pub(crate) fn refuse_unpacked(
    source: &dyn Source,
    quota: Option<&Quota>,
) -> Result<(), InputError> {
    let (Some(most), true) = (source.most_unpacked(), quota.is_some_and(Quota::exceeded)) else {
        return Ok(());
    };
    let size = match most.is_multiple_of(1 << 30) {
        true => format!("<= {} GB", most >> 30),
        false => format!("<= {} MB", most >> 20),
    };
    let more = source.unpacking_raised_by().map(|field| format!("; {field}"));
    let allowed = size + &more.unwrap_or_default();
    Err(InputError::new("files", source.named(), Problem::UnpacksTooLarge, allowed))
}

/// Hands a file on to a sink that wants files; why it cannot be read, if it cannot.
pub(crate) fn bytes_of(
    file: SourceFile<'_>,
    done: &Cell<u64>,
    sink: &mut dyn Sink,
) -> Result<Option<String>, Stop> {
    let how = Reading::default();
    match file.content {
        Content::Stream(source) => read(&file.name, Watched { source, done }, &how, sink)?,
        Content::Archive(source) => read_zip(&file.name, Watched { source, done }, &how, sink)?,
        Content::Lost(why) => return Ok(Some(why)),
    }
    Ok(None)
}

fn read_one(
    file: SourceFile<'_>,
    how: &Reading,
    done: &Cell<u64>,
    surveyor: &mut Surveyor<'_>,
) -> Result<(), Stop> {
    match file.content {
        Content::Stream(source) => read(&file.name, Watched { source, done }, how, surveyor),
        Content::Archive(source) => read_zip(&file.name, Watched { source, done }, how, surveyor),
        Content::Lost(why) => {
            surveyor.read.unreadable(&file.name, why);
            Ok(())
        }
    }
}

/// How many examples a refusal shows.
const SHOWN: usize = 3;

/// Nothing counts: why, with the first examples, and where all that there is can be listed.
pub(crate) fn no_games(source: &dyn Source, read: &ReadSummary, unwanted: u64) -> InputError {
    let refuse =
        |value: String, problem| InputError::new("files", value, problem, source.listed_by());
    let most = read.omitted.reasons.iter().max_by_key(|(_, count)| **count);
    let Some((why, count)) = most else {
        let problem = if unwanted > 0 { Problem::NoGamesWanted } else { Problem::NoGames };
        return refuse(source.named(), problem);
    };
    if unwanted > *count {
        return refuse(source.named(), Problem::NoGamesWanted);
    }
    let problem = match why {
        Omission::Apart(_) => Problem::NoGamesPlayed,
        Omission::Skipped(Why::Empty) => Problem::NoGamesEmpty,
        Omission::Skipped(Why::BadHeader) => Problem::NoGamesColumns,
        Omission::Skipped(Why::UnknownResult | Why::NoResult) => Problem::NoGamesResults,
        Omission::Skipped(Why::NotARecord) => Problem::NoGamesFormat,
        Omission::Skipped(_) => Problem::NoGames,
    };
    let alike = read.omitted.list.iter().filter(|omitted| omitted.why == *why);
    let mut shown: Vec<String> = alike.take(SHOWN).map(example).collect();
    if *count > SHOWN as u64 {
        shown.push("..".into());
    }
    refuse(shown.join("; "), problem)
}

/// What was left out, as a refusal shows it: where it is and what stands there.
fn example(omitted: &Omitted) -> String {
    let Omitted { file, line, detail, .. } = omitted;
    let place = line.map_or(file.clone(), |line| format!("{file}:{line}"));
    if detail.is_empty() { place } else { format!("{place}: {detail}") }
}

/// A source that says how many bytes were taken from it.
struct Watched<'c, R> {
    source: R,
    done: &'c Cell<u64>,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        self.done.set(self.done.get() + count as u64);
        Ok(count)
    }
}

impl<R: Seek> Seek for Watched<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.source.seek(to)
    }
}
