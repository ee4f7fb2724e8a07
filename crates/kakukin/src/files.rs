//! Files are written whole or not at all.

use crate::failure::Failure;
use std::{
    ffi::OsString,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// Whether a file can be written there, asked before all the work.
pub(crate) fn check_place(path: &Path) -> Result<(), Failure> {
    place(path).map(|_| ()).map_err(|error| Failure::File(path.to_path_buf(), error))
}

/// Writes a file: beside it first, then in its place, so that at every moment the old
/// content or the new one is there, never a part. A link stays one, and a file keeps its
/// permissions.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::File(path.to_path_buf(), error);
    let (target, before) = place(path).map_err(failed)?;
    // A device or a pipe is written to; a file in its place would be the end of it.
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        let written = OpenOptions::new().write(true).open(&target);
        return written.and_then(|mut file| file.write_all(content)).map_err(failed);
    }
    let beside = beside(&target);
    let written =
        write_synced(&beside, content, before.as_ref()).and_then(|()| fs::rename(&beside, &target));
    if let Err(error) = written {
        let _ = fs::remove_file(&beside);
        return Err(failed(error));
    }
    // The new name outlives a power cut only when its folder is on the disk, too. Where
    // folders cannot be synced there is no such wish to express.
    if let Ok(folder) = File::open(folder(&target)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The file itself where the path is a link to it, and what is known of it if it is there.
fn place(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = match fs::metadata(&target) {
        Ok(before) => before,
        Err(_) if fs::metadata(folder(&target))?.is_dir() => return Ok((target, None)),
        Err(_) => return Err(ErrorKind::NotADirectory.into()),
    };
    if before.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    // A new file in its place would not ask whether the old one may be written.
    if before.permissions().readonly() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok((target, Some(before)))
}

fn write_synced(path: &Path, content: &[u8], before: Option<&Metadata>) -> io::Result<()> {
    // Whatever has the name of this process is left from one that is no more.
    let _ = fs::remove_file(path);
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(before) = before {
        file.set_permissions(before.permissions())?;
    }
    file.write_all(content)?;
    file.sync_all()
}

fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Where the new content of a file waits for its name: nowhere that another process writes.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}
