//! Files are written whole or not at all.

use crate::failure::Failure;
use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Writes a file: beside it first, then in its place, so that at every moment the old
/// content or the new one is there, never a part.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    let written = write_synced(&beside, content).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        let _ = fs::remove_file(&beside);
        return Err(Failure::File(path.to_path_buf(), error));
    }
    // The new name outlives a power cut only when its folder is on the disk, too. Where
    // folders cannot be opened there is no such wish to express.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Where the new content of a file waits for its name.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    path.with_file_name(name)
}
