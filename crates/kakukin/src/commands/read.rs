//! Record files: which there are, what is read of them, and how far reading has come.

use super::input;
use crate::{
    args::RecordArgs,
    failure::{Failure, reason, say},
    files::{check_place, write_whole},
    output::Output,
    progress::Progress,
};
use kakukin_records::{
    Counting, Date, Encoding, Filter, MAX_RATING, Plan, Reading, Stop, Survey, is_zip, read,
    read_zip,
};
use kakukin_report::{Each, Lang, ReadDocument, Surveyor};
use kakukin_sweep::{InputError, Problem, parse_rational, to_f64};
use std::{
    cell::Cell,
    collections::HashSet,
    fs::{self, File},
    io::{self, ErrorKind, Read, Seek, SeekFrom},
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use walkdir::WalkDir;

/// The most files of one run.
const MAX_FILES: usize = 1_000_000;

/// The records that the options name.
pub(super) struct Records {
    sources: Vec<Source>,
    how: Reading,
    /// Where everything that was left out is listed.
    list: Option<PathBuf>,
}

enum Source {
    Stdin,
    File {
        path: PathBuf,
        bytes: u64,
    },
    /// It could not even be found out what it is.
    Lost {
        path: String,
        error: io::Error,
    },
}

impl Records {
    /// All checked before anything is read.
    pub(super) fn new(args: &RecordArgs, lang: Lang) -> Result<Self, Failure> {
        let format =
            args.read.as_deref().filter(|name| *name != "auto").map(str::parse).transpose()?;
        let encoding = args.encoding.as_deref().filter(|name| *name != "auto");
        let encoding = encoding.map(|label| {
            Encoding::for_label(label.as_bytes()).ok_or_else(|| {
                InputError::new(
                    "encoding",
                    label,
                    Problem::Unknown,
                    "auto, utf-8, shift_jis, euc-jp, gb18030, ..",
                )
            })
        });
        let how = Reading { format, encoding: encoding.transpose()? };
        let list = args.skipped.as_ref().map(PathBuf::from);
        let records = Self { sources: sources(&args.files, lang)?, how, list };
        if let (Some(file), Some(list)) = (&args.skipped, &records.list) {
            records.refuse_to_replace("skipped", file)?;
            check_place(list)?;
        }
        Ok(records)
    }

    /// Refuses to write where one of the records is.
    pub(super) fn refuse_to_replace(
        &self,
        field: &'static str,
        file: &str,
    ) -> Result<(), InputError> {
        let Ok(wanted) = fs::canonicalize(file) else { return Ok(()) };
        let is_it = |source: &Source| match source {
            Source::File { path, .. } => fs::canonicalize(path).is_ok_and(|path| path == wanted),
            Source::Stdin | Source::Lost { .. } => false,
        };
        if self.sources.iter().any(is_it) {
            return Err(InputError::new(field, file, Problem::IsInput, "FILE"));
        }
        Ok(())
    }

    /// Writes the list of what was left out, if it was asked for: the last thing, when nothing
    /// can be refused any more.
    pub(super) fn write_list(&self, read: &ReadDocument, lang: Lang) -> Result<(), Failure> {
        match &self.list {
            Some(list) => write_whole(list, read.skipped.csv().as_bytes())?,
            None => return Ok(()),
        }
        if let Some(note) = read.skipped.cut_short(lang) {
            say(&note);
        }
        Ok(())
    }

    /// Reads everything into a survey; `each` gets every game that was asked for.
    pub(super) fn survey(
        &self,
        plan: Plan,
        output: &Output,
        each: Each<'_>,
    ) -> Result<(Survey, ReadDocument), Failure> {
        let bytes = |source: &Source| match source {
            Source::File { bytes, .. } => *bytes,
            Source::Stdin | Source::Lost { .. } => 0,
        };
        let total = self.sources.iter().map(bytes).sum();
        let progress = Progress::of_bytes(total, output.lang);
        let done = Cell::new(0);
        let games = Cell::new(0u64);
        let go_on = || {
            // Now and then: a look at the clock takes longer than a game.
            games.set(games.get() + 1);
            if games.get().is_multiple_of(256) {
                progress.at(done.get())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut surveyor = Surveyor::new(Survey::new(plan), each, &go_on);
        for source in &self.sources {
            let before = done.get();
            match self.read_one(source, &done, &mut surveyor, output.lang) {
                Err(Stop::Asked) => break,
                Ok(()) | Err(Stop::Io(_)) => done.set(before + bytes(source)),
            }
            if progress.at(done.get()).is_break() {
                surveyor.read.complete = false;
                break;
            }
        }
        progress.finish();
        let Surveyor { survey, read, .. } = surveyor;
        Ok((survey, read))
    }

    fn read_one(
        &self,
        source: &Source,
        done: &Cell<u64>,
        surveyor: &mut Surveyor<'_>,
        lang: Lang,
    ) -> Result<(), Stop> {
        let (path, file) = match source {
            Source::Stdin => {
                return read("-", Watched { source: io::stdin().lock(), done }, self.how, surveyor);
            }
            Source::Lost { path, error } => {
                surveyor.read.unreadable(path, reason(error, lang));
                return Ok(());
            }
            Source::File { path, .. } => (path, File::open(path)),
        };
        let name = path.to_string_lossy();
        let opened = file.and_then(|mut file| {
            let mut head = Vec::new();
            file.by_ref().take(4).read_to_end(&mut head)?;
            file.seek(SeekFrom::Start(0))?;
            Ok((file, is_zip(&head)))
        });
        match opened {
            Ok((file, true)) => read_zip(&name, Watched { source: file, done }, self.how, surveyor),
            Ok((file, false)) => read(&name, Watched { source: file, done }, self.how, surveyor),
            Err(error) => {
                surveyor.read.unreadable(&name, reason(&error, lang));
                Ok(())
            }
        }
    }
}

/// The files that arguments mean: files, all files of folders, patterns, standard input.
fn sources(files: &[String], lang: Lang) -> Result<Vec<Source>, InputError> {
    const ALLOWED: &str = "FILE, FOLDER, *.csa, -";
    if files.is_empty() {
        return Err(InputError::new("files", "", Problem::Missing, "games.csv, records/, *.pgn"));
    }
    let mut found = Found { sources: Vec::new(), seen: HashSet::new() };
    for file in files {
        let refuse = |error: &io::Error| {
            let value = format!("{file}: {}", reason(error, lang));
            InputError::new("files", value, Problem::CannotRead, ALLOWED)
        };
        if file == "-" {
            if !found.sources.iter().any(|source| matches!(source, Source::Stdin)) {
                found.sources.push(Source::Stdin);
            }
            continue;
        }
        match fs::metadata(file) {
            Ok(_) => found.add(Path::new(file))?,
            Err(_) if file.contains(['*', '?', '[']) => {
                let bad_form = |_| InputError::new("files", file, Problem::BadForm, ALLOWED);
                let before = found.sources.len();
                for path in glob::glob(file).map_err(bad_form)? {
                    match path {
                        Ok(path) => found.add(&path)?,
                        Err(error) => {
                            let path = error.path().to_string_lossy().into_owned();
                            found.sources.push(Source::Lost { path, error: error.into() });
                        }
                    }
                }
                if found.sources.len() == before {
                    return Err(refuse(&io::ErrorKind::NotFound.into()));
                }
            }
            Err(error) => return Err(refuse(&error)),
        }
    }
    Ok(found.sources)
}

struct Found {
    sources: Vec<Source>,
    /// A file that is named twice is read once.
    seen: HashSet<PathBuf>,
}

impl Found {
    fn add(&mut self, path: &Path) -> Result<(), InputError> {
        for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
            if self.sources.len() >= MAX_FILES {
                let value = path.to_string_lossy();
                let allowed = format!("1..{MAX_FILES}");
                return Err(InputError::new("files", value, Problem::TooLong, allowed));
            }
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                // In a folder only: a pipe that is named was meant.
                Ok(entry) if entry.depth() > 0 && !entry.file_type().is_file() => {
                    let path = entry.path().to_string_lossy().into_owned();
                    self.sources.push(Source::Lost { path, error: ErrorKind::InvalidInput.into() });
                }
                Ok(entry) => {
                    let bytes = entry.metadata().map(|data| data.len()).unwrap_or(0);
                    let path = entry.into_path();
                    let unique = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
                    if self.seen.insert(unique) {
                        self.sources.push(Source::File { path, bytes });
                    }
                }
                Err(error) => {
                    let path = error.path().map(|path| path.to_string_lossy().into_owned());
                    let path = path.unwrap_or_default();
                    self.sources.push(Source::Lost { path, error: error.into() });
                }
            }
        }
        Ok(())
    }
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

/// Nothing counts; what there is can be listed.
pub(super) fn no_games(args: &RecordArgs) -> InputError {
    InputError::new("files", args.files.join(" "), Problem::NoGames, "kakukin records FILES")
}

/// Which games are wanted.
pub(super) fn filter(args: &RecordArgs) -> Result<Filter, InputError> {
    let date = |field, text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => {
            let refuse =
                || InputError::new(field, text, Problem::BadForm, "2024, 2024-03, 2024-03-27");
            Date::parse(text).map(Some).ok_or_else(refuse)
        }
    };
    let rating = |field, text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => {
            let refuse = |problem| InputError::new(field, text, problem, "1..100000");
            let rating = parse_rational(field, text).map_err(|error| refuse(error.problem))?;
            let rating = Some(to_f64(&rating)).filter(|rating| (1.0..=MAX_RATING).contains(rating));
            rating.map(Some).ok_or_else(|| refuse(Problem::OutOfRange))
        }
    };
    let filter = Filter {
        since: date("since", &args.since)?,
        until: date("until", &args.until)?,
        min_rating: rating("min-rating", &args.min_rating)?,
        max_rating: rating("max-rating", &args.max_rating)?,
        event: args.event.clone(),
        player: args.player.clone(),
    };
    // Conditions that nothing can meet.
    if let (Some(since), Some(until)) = (filter.since, filter.until)
        && since > until.latest()
    {
        let allowed = format!("--until >= {since}");
        return Err(InputError::new("until", until, Problem::OutOfRange, allowed));
    }
    if let (Some(least), Some(most)) = (filter.min_rating, filter.max_rating)
        && least > most
    {
        let allowed = format!("--max-rating >= {least}");
        return Err(InputError::new("max-rating", most, Problem::OutOfRange, allowed));
    }
    Ok(filter)
}

/// Which games count; `usual` unless it is said.
pub(super) fn counting(args: &RecordArgs, usual: Counting) -> Result<Counting, InputError> {
    if args.count.is_empty() {
        return Ok(usual);
    }
    let mut counting = Counting::default();
    for word in input::parts(&args.count) {
        match word {
            "fouls" => counting.fouls = true,
            "forfeits" => counting.forfeits = true,
            "handicap" => counting.handicap = true,
            "none" => {}
            _ => {
                let allowed = "fouls, forfeits, handicap, none";
                return Err(InputError::new("count", word, Problem::Unknown, allowed));
            }
        }
    }
    Ok(counting)
}
