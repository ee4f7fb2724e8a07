//! The file of a live series: read and checked, changed by one writer at a time, and
//! replaced as a whole.
//!
//! A writer holds a lock on the file that it replaces. Whoever gets the lock only after
//! another writer has put a new file in its place holds the lock on a file that nobody sees
//! any more: the path then reads differently, and he starts again. Nobody waits for ever: whoever
//! may read a record can lock it.

use super::holder::Holder;
use crate::{
    InputError, Problem,
    failure::Failure,
    files::{check_ordinary, write_whole},
};
use kakukin_report::{Lang, explain_fault, sanitize};
use kakukin_series::{LiveRecord, MAX_RECORD_BYTES};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How long one holder of the lock is waited for, and all of them together.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_IN_ALL: Duration = Duration::from_secs(60);
/// After how long it is said that somebody is waited for.
const SILENCE: Duration = Duration::from_secs(1);
/// How often the lock is tried.
const TICK: Duration = Duration::from_millis(5);

/// Says for whom a writer waits.
pub(super) type Tell<'t> = &'t dyn Fn(Option<&Holder>);

/// Reads a record and checks it.
pub(super) fn read(path: &str, lang: Lang) -> Result<LiveRecord, Failure> {
    parse(path, &content(path)?, lang)
}

/// The bytes of a file; what is larger than a record may be is not read.
pub(super) fn content(path: &str) -> Result<Vec<u8>, Failure> {
    let file = File::open(path).map_err(|error| cannot_open(path, error))?;
    bytes(&file).map_err(|error| Failure::File(path.into(), error))
}

/// The record in these bytes.
pub(super) fn parse(path: &str, bytes: &[u8], lang: Lang) -> Result<LiveRecord, Failure> {
    LiveRecord::read(bytes).map_err(|fault| {
        let why = explain_fault(&fault, lang);
        InputError::new("file", path, kakukin_query::Problem::BadRecord, why).into()
    })
}

/// Makes the file of a new record. A file that is there already stays as it is.
pub(super) fn create(path: &str, record: &LiveRecord, tell: Tell<'_>) -> Result<(), Failure> {
    // What is written to a device is gone, and a link may lead anywhere.
    check_ordinary(Path::new(path))?;
    let free = !Path::new(path).exists();
    let file = OpenOptions::new().create(true).append(true).read(true).open(path);
    let file = file.map_err(|error| Failure::File(path.into(), error))?;
    let (_lock, before) = locked(path, file, tell)?;
    // An empty file is a name that was taken and never used.
    if !before.is_empty() {
        let see_it = format!("kakukin live show --file {}", sanitize(path));
        return Err(InputError::new("file", path, Problem::FileExists, see_it).into());
    }
    let written = write_whole(Path::new(path), record.text().as_bytes());
    if free && written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Changes a record, if anything is to be changed. When this returns, it is on the disk.
pub(super) fn update(
    path: &str,
    lang: Lang,
    tell: Tell<'_>,
    change: impl FnOnce(&mut LiveRecord) -> Result<(), Failure>,
) -> Result<LiveRecord, Failure> {
    if Path::new(path).exists() {
        // To open a pipe would wait for whoever writes to it.
        check_ordinary(Path::new(path))?;
    }
    let file = File::open(path).map_err(|error| cannot_open(path, error))?;
    let (_lock, before) = locked(path, file, tell)?;
    let mut record = parse(path, &before, lang)?;
    let entries = record.entries().len();
    change(&mut record)?;
    if record.entries().len() > entries {
        write_whole(Path::new(path), record.text().as_bytes())?;
    }
    Ok(record)
}

/// The file that the path names, locked for this process alone, and what is in it.
fn locked(path: &str, mut file: File, tell: Tell<'_>) -> Result<(File, Vec<u8>), Failure> {
    let failed = |error| Failure::File(path.into(), error);
    let (begun, mut told) = (Instant::now(), false);
    loop {
        lock(path, &file, begun, |holder| {
            if !std::mem::replace(&mut told, true) {
                tell(holder);
            }
        })?;
        let mine = bytes(&file).map_err(failed)?;
        let named = File::open(path).map_err(|error| cannot_open(path, error))?;
        if bytes(&named).map_err(failed)? == mine {
            return Ok((file, mine));
        }
        file = named;
    }
}

/// Locks a file, unless somebody holds it too long.
fn lock(
    path: &str,
    file: &File,
    begun: Instant,
    mut tell: impl FnMut(Option<&Holder>),
) -> Result<(), Failure> {
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(Failure::File(path.into(), error)),
        }
        if since.elapsed() > PATIENCE || begun.elapsed() > PATIENCE_IN_ALL {
            return Err(Failure::Locked(path.into(), Holder::of(file)));
        }
        if since.elapsed() > SILENCE {
            tell(Holder::of(file).as_ref());
        }
        thread::sleep(TICK);
    }
}

fn bytes(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.by_ref().take(MAX_RECORD_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn cannot_open(path: &str, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let make_one =
                format!("kakukin live new --file {} --p 70% --points 1/2/3", sanitize(path));
            InputError::new("file", path, Problem::NoSuchFile, make_one).into()
        }
        _ => Failure::File(path.into(), error),
    }
}
