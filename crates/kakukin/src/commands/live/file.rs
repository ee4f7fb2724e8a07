//! The file of a live series: read and checked, changed by one writer at a time, and
//! replaced as a whole.
//!
//! A writer holds a lock on the file that it replaces. Whoever gets the lock only after
//! another writer has put a new file in its place holds the lock on a file that nobody sees
//! any more: the path then reads differently, and he starts again.

use crate::{InputError, Problem, failure::Failure, files::write_whole};
use kakukin_report::{Lang, explain_fault, sanitize};
use kakukin_series::{LiveRecord, MAX_RECORD_BYTES};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek},
    path::Path,
};

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
        InputError::new("file", path, kakukin_series::Problem::BadRecord, why).into()
    })
}

/// Makes the file of a new record. A file that is there already stays as it is.
pub(super) fn create(path: &str, record: &LiveRecord) -> Result<(), Failure> {
    let free = !Path::new(path).exists();
    let file = OpenOptions::new().create(true).append(true).read(true).open(path);
    let file = file.map_err(|error| Failure::File(path.into(), error))?;
    let (_lock, before) = locked(path, file)?;
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
    change: impl FnOnce(&mut LiveRecord) -> Result<(), Failure>,
) -> Result<LiveRecord, Failure> {
    let file = File::open(path).map_err(|error| cannot_open(path, error))?;
    let (_lock, before) = locked(path, file)?;
    let mut record = parse(path, &before, lang)?;
    let entries = record.entries().len();
    change(&mut record)?;
    if record.entries().len() > entries {
        write_whole(Path::new(path), record.text().as_bytes())?;
    }
    Ok(record)
}

/// The file that the path names, locked for this process alone, and what is in it.
fn locked(path: &str, mut file: File) -> Result<(File, Vec<u8>), Failure> {
    let failed = |error| Failure::File(path.into(), error);
    loop {
        file.lock().map_err(failed)?;
        let mine = bytes(&file).map_err(failed)?;
        let named = File::open(path).map_err(|error| cannot_open(path, error))?;
        if bytes(&named).map_err(failed)? == mine {
            return Ok((file, mine));
        }
        file = named;
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
