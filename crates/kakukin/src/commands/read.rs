//! Record files: which there are, and what was left out of them.

use crate::{
    InputError, Problem,
    args::FilesArgs,
    failure::{Failure, reason, say},
    files::{check_place, write_whole},
    interrupt,
    patient::Patient,
};
use kakukin_core::BadValue;
use kakukin_logs::is_address;
use kakukin_query::{Content, MAX_PART, Part, Source, SourceFile, whole_or};
use kakukin_records::{ReadSummary, is_zip};
use kakukin_report::{Lang, omissions_csv, omissions_cut_short};
use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, ErrorKind, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};
use walkdir::WalkDir;

/// The most files of one run.
const MAX_FILES: usize = 1_000_000;

/// How many gigabytes may be unpacked in one run unless more are allowed, and the most that can be.
const USUAL_UNPACKED: u64 = 16;
const MOST_UNPACKED: u64 = 100_000;

/// The records that the options name.
pub(super) struct Records {
    named: String,
    places: Vec<Place>,
    lang: Lang,
    /// The most bytes that may be unpacked.
    most_unpacked: u64,
    /// Where everything that was left out is listed.
    list: Option<PathBuf>,
}

enum Place {
    Stdin,
    /// An address that has the record in it.
    Address(String),
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
    pub(super) fn new(args: &FilesArgs, lang: Lang) -> Result<Self, Failure> {
        Self::after(&[], args, lang)
    }

    /// The same beside surveys: then there need not be any.
    pub(super) fn after(surveys: &[String], args: &FilesArgs, lang: Lang) -> Result<Self, Failure> {
        let list = args.skipped.as_ref().map(PathBuf::from);
        let named = [surveys, &args.files].concat().join(" ");
        let places = match surveys.is_empty() || !args.files.is_empty() {
            true => places(&args.files, lang)?,
            false => Vec::new(),
        };
        let gigabytes = args.max_unpacked.as_deref();
        let gigabytes = whole_or("max-unpacked", gigabytes, USUAL_UNPACKED, 1..=MOST_UNPACKED)?;
        let records = Self { named, places, lang, most_unpacked: gigabytes << 30, list };
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
        let is_it = |place: &Place| match place {
            Place::File { path, .. } => fs::canonicalize(path).is_ok_and(|path| path == wanted),
            Place::Stdin | Place::Address(_) | Place::Lost { .. } => false,
        };
        if self.places.iter().any(is_it) {
            return Err(InputError::new(field, file, Problem::IsInput, "FILE"));
        }
        Ok(())
    }

    /// Writes the list of what was left out, if it was asked for: the last thing, when nothing
    /// can be refused any more.
    pub(super) fn write_list(&self, read: &ReadSummary, lang: Lang) -> Result<(), Failure> {
        match &self.list {
            Some(list) => write_whole(list, omissions_csv(&read.omitted).as_bytes())?,
            None => return Ok(()),
        }
        if let Some(note) = omissions_cut_short(&read.omitted, lang) {
            say(&note);
        }
        Ok(())
    }
}

/// The surveys that other runs have written.
pub(super) fn read_parts(files: &[String], lang: Lang) -> Result<Vec<Part>, Failure> {
    let read = |file: &String| -> Result<Part, Failure> {
        let mut json = Vec::new();
        let opened =
            File::open(file).and_then(|part| part.take(MAX_PART + 1).read_to_end(&mut json));
        if let Err(error) = opened {
            let value = format!("{file}: {}", reason(&error, lang));
            return Err(InputError::new("merge", value, Problem::CannotRead, "part.json").into());
        }
        if json.len() as u64 > MAX_PART {
            let allowed = format!("<= {} MB", MAX_PART >> 20);
            return Err(InputError::new("merge", file, BadValue::TooLong, allowed).into());
        }
        Ok(Part::read(file, &json)?)
    };
    files.iter().map(read).collect()
}

/// A reading that was broken off has found no games yet: that is not the fault of the files.
pub(super) fn refused(error: kakukin_query::InputError) -> Failure {
    if interrupt::wanted() && error.problem.is_no_games() {
        return Failure::Cancelled;
    }
    error.into()
}

impl Source for Records {
    fn named(&self) -> String {
        self.named.clone()
    }

    fn bytes(&self) -> u64 {
        self.places.iter().map(Place::bytes).sum()
    }

    fn files(&self) -> Box<dyn Iterator<Item = SourceFile<'_>> + '_> {
        Box::new(self.places.iter().map(|place| place.open(self.lang)))
    }

    fn most_unpacked(&self) -> Option<u64> {
        Some(self.most_unpacked)
    }

    fn unpacking_raised_by(&self) -> Option<&'static str> {
        Some("`max-unpacked` N")
    }

    fn listed_by(&self) -> &'static str {
        "kakukin records FILES"
    }
}

impl Place {
    fn bytes(&self) -> u64 {
        match self {
            Self::File { bytes, .. } => *bytes,
            Self::Address(text) => text.len() as u64,
            Self::Stdin | Self::Lost { .. } => 0,
        }
    }

    fn open(&self, lang: Lang) -> SourceFile<'_> {
        let (name, content) = match self {
            Self::Stdin => ("-".into(), stream(Patient::stdin(), lang)),
            Self::Address(text) => {
                let name = text.split('#').next().unwrap_or_default();
                (name.into(), Content::Stream(Box::new(text.as_bytes())))
            }
            Self::Lost { path, error } => (path.into(), Content::Lost(reason(error, lang))),
            // A pipe is read once, from its beginning to its end.
            Self::File { path, .. } if fs::metadata(path).is_ok_and(|about| !about.is_file()) => {
                (path.to_string_lossy(), stream(Patient::open(path), lang))
            }
            Self::File { path, .. } => {
                let opened = File::open(path).and_then(|mut file| {
                    let mut head = Vec::new();
                    file.by_ref().take(4).read_to_end(&mut head)?;
                    file.seek(SeekFrom::Start(0))?;
                    Ok((file, is_zip(&head)))
                });
                let content = match opened {
                    Ok((file, true)) => Content::Archive(Box::new(file)),
                    Ok((file, false)) => Content::Stream(Box::new(file)),
                    Err(error) => Content::Lost(reason(&error, lang)),
                };
                (path.to_string_lossy(), content)
            }
        };
        SourceFile { name, bytes: self.bytes(), content }
    }
}

/// What comes from somewhere that may be silent for ever.
fn stream(source: io::Result<Patient>, lang: Lang) -> Content<'static> {
    match source {
        Ok(source) => Content::Stream(Box::new(source)),
        Err(error) => Content::Lost(reason(&error, lang)),
    }
}

/// The files that arguments mean: files, all files of folders, patterns, standard input.
fn places(files: &[String], lang: Lang) -> Result<Vec<Place>, InputError> {
    const ALLOWED: &str = "FILE, FOLDER, *.csa, -";
    if files.is_empty() {
        return Err(InputError::new("files", "", BadValue::Missing, "games.csv, records/, *.pgn"));
    }
    let mut found = Found { places: Vec::new(), seen: HashSet::new() };
    for file in files {
        let refuse = |error: &io::Error| {
            let value = format!("{file}: {}", reason(error, lang));
            InputError::new("files", value, Problem::CannotRead, ALLOWED)
        };
        if file == "-" {
            if !found.places.iter().any(|place| matches!(place, Place::Stdin)) {
                found.places.push(Place::Stdin);
            }
            continue;
        }
        if is_address(file) {
            found.places.push(Place::Address(file.clone()));
            continue;
        }
        match fs::metadata(file) {
            Ok(_) => found.add(Path::new(file))?,
            Err(_) if file.contains(['*', '?', '[']) => {
                let bad_form = |_| InputError::new("files", file, BadValue::BadForm, ALLOWED);
                let before = found.places.len();
                for path in glob::glob(file).map_err(bad_form)? {
                    match path {
                        Ok(path) => found.add(&path)?,
                        Err(error) => {
                            let path = error.path().to_string_lossy().into_owned();
                            found.places.push(Place::Lost { path, error: error.into() });
                        }
                    }
                }
                if found.places.len() == before {
                    return Err(refuse(&io::ErrorKind::NotFound.into()));
                }
            }
            Err(error) => return Err(refuse(&error)),
        }
    }
    Ok(found.places)
}

struct Found {
    places: Vec<Place>,
    /// A file that is named twice is read once.
    seen: HashSet<PathBuf>,
}

impl Found {
    fn add(&mut self, path: &Path) -> Result<(), InputError> {
        for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
            if self.places.len() >= MAX_FILES {
                let value = path.to_string_lossy();
                let allowed = format!("1..{MAX_FILES}");
                return Err(InputError::new("files", value, BadValue::TooLong, allowed));
            }
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                // In a folder only: a pipe that is named was meant.
                Ok(entry) if entry.depth() > 0 && !entry.file_type().is_file() => {
                    let path = entry.path().to_string_lossy().into_owned();
                    self.places.push(Place::Lost { path, error: ErrorKind::InvalidInput.into() });
                }
                Ok(entry) => {
                    let bytes = entry.metadata().map(|data| data.len()).unwrap_or(0);
                    let path = entry.into_path();
                    let unique = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
                    if self.seen.insert(unique) {
                        self.places.push(Place::File { path, bytes });
                    }
                }
                Err(error) => {
                    let path = error.path().map(|path| path.to_string_lossy().into_owned());
                    let path = path.unwrap_or_default();
                    self.places.push(Place::Lost { path, error: error.into() });
                }
            }
        }
        Ok(())
    }
}
