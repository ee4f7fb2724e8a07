//! Files are written whole or not at all, and stay whose they were.

use crate::{failure::Failure, owner};
use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    time::Duration,
};

/// Whether a file can be written there, asked before all the work: it is made as it will be, and
/// taken away again.
pub(crate) fn check_place(path: &Path) -> Result<(), Failure> {
    let place = Place::find(path)?;
    if place.is_device() { Ok(()) } else { Beside::new(path, &place).map(drop) }
}

/// Whether an ordinary file is there, or could be: no device, pipe or folder.
pub(crate) fn check_ordinary(path: &Path) -> Result<(), Failure> {
    match Place::find(path)?.is_device() {
        true => Err(Failure::File(path.to_path_buf(), ErrorKind::InvalidInput.into())),
        false => Ok(()),
    }
}

/// Writes a file: beside it first, then in its place, so that at every moment the old
/// content or the new one is there, never a part. A link stays one, and a file keeps its
/// owner, its group and its permissions.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::File(path.to_path_buf(), error);
    let place = Place::find(path)?;
    // A device or a pipe is written to; a file in its place would be the end of it.
    if place.is_device() {
        let written = OpenOptions::new().write(true).open(&place.target);
        return written.and_then(|mut file| file.write_all(content)).map_err(failed);
    }
    let mut beside = Beside::new(path, &place)?;
    beside.write(content).and_then(|()| beside.take_place(&place.target)).map_err(failed)?;
    // The new name outlives a power cut only when its folder is on the disk, too. Where
    // folders cannot be synced there is no such wish to express.
    if let Ok(folder) = File::open(folder(&place.target)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Where a file is or will be.
struct Place {
    /// The file itself where the path is a link to it.
    target: PathBuf,
    /// What is known of it if it is there.
    before: Option<Metadata>,
}

impl Place {
    fn find(path: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::File(path.to_path_buf(), error);
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let Ok(before) = fs::metadata(&target) else {
            // Somebody may have laid it, and nobody knows where it leads.
            if fs::symlink_metadata(path).is_ok_and(|link| link.is_symlink()) {
                return Err(Failure::BrokenLink(path.to_path_buf()));
            }
            return match fs::metadata(folder(&target)) {
                Ok(folder) if folder.is_dir() => Ok(Self { target, before: None }),
                Ok(_) => Err(failed(ErrorKind::NotADirectory.into())),
                Err(error) => Err(failed(error)),
            };
        };
        if before.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        // A new file in its place would not ask whether the old one may be written; and the
        // administrator, who may write anything, respects a file that nobody shall write.
        if before.permissions().readonly() {
            return Err(failed(ErrorKind::PermissionDenied.into()));
        }
        if before.is_file() {
            OpenOptions::new().write(true).open(&target).map_err(failed)?;
        }
        Ok(Self { target, before: Some(before) })
    }

    fn is_device(&self) -> bool {
        self.before.as_ref().is_some_and(|before| !before.is_file())
    }
}

/// New content that waits beside a file to take its place, and is gone if it does not.
struct Beside {
    path: PathBuf,
    file: File,
    placed: bool,
}

impl Beside {
    /// Without content, and already of the owner and with the permissions of the file that it
    /// will replace: whoever could read or write that one still can, and nobody else.
    fn new(path: &Path, place: &Place) -> Result<Self, Failure> {
        let folder = folder(&place.target);
        sweep(folder);
        let failed = |error| Failure::File(path.to_path_buf(), error);
        let beside = Self::create(folder).map_err(failed)?;
        if let Some(before) = &place.before {
            owner::hand_over(&place.target, before, &beside.file).map_err(|error| {
                let [owner, group] = owner::names(before);
                match error.kind() {
                    // Not allowed, or a user whom this container does not know.
                    ErrorKind::PermissionDenied | ErrorKind::InvalidInput => {
                        Failure::Owner { path: path.to_path_buf(), owner, group }
                    }
                    _ => failed(error),
                }
            })?;
        }
        Ok(beside)
    }

    fn create(folder: &Path) -> io::Result<Self> {
        let mut number = 0;
        loop {
            let path = folder.join(left_name(number));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // It says that somebody is at work here, and ends with him.
                    let _ = file.try_lock();
                    return Ok(Self { path, file, placed: false });
                }
                // In another container a process may have the same number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < MOST_LEFT => {
                    number += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn write(&mut self, content: &[u8]) -> io::Result<()> {
        self.file.write_all(content)?;
        self.file.sync_all()
    }

    fn take_place(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.placed = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

const LEFT_START: &str = ".kakukin-";
const LEFT_END: &str = ".new";
/// The most that are left of processes with the same number.
const MOST_LEFT: u32 = 1000;
/// How many files of a folder are looked at for what was left.
const LOOKED_AT: usize = 100_000;
/// What is younger may have an owner who has not locked it yet.
const YOUNG: Duration = Duration::from_secs(60);

/// Where new content waits for its name.
fn left_name(number: u32) -> String {
    format!("{LEFT_START}{}-{number}{LEFT_END}", std::process::id())
}

fn is_left_name(name: &str) -> bool {
    let middle = name.strip_prefix(LEFT_START).and_then(|name| name.strip_suffix(LEFT_END));
    middle.is_some_and(are_two_numbers)
}

/// Whether a text is `4711-0`: a process, and what tells its files apart.
pub(crate) fn are_two_numbers(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once('-').is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Takes away what killed processes left in a folder: it has a name of ours, nobody holds its
/// lock any more, and it is not of this minute.
fn sweep(folder: &Path) {
    let Ok(files) = fs::read_dir(folder) else { return };
    for file in files.take(LOOKED_AT).flatten() {
        let ours = file.file_name().to_str().is_some_and(is_left_name)
            && file.file_type().is_ok_and(|kind| kind.is_file());
        if ours
            && is_older(&file.metadata(), YOUNG)
            && File::open(file.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Whether something was not touched for so long.
pub(crate) fn is_older(about: &io::Result<Metadata>, than: Duration) -> bool {
    let modified = about.as_ref().ok().and_then(|about| about.modified().ok());
    modified.and_then(|then| then.elapsed().ok()).is_some_and(|age| age > than)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<String> =
            files.map(|file| file.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_is_ours_old_and_held_by_nobody_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age: u64| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
            file
        };
        make(".kakukin-1-0.new", 90);
        make(".kakukin-2-17.new", 90_000);
        make(".kakukin-3-0.new", 5);
        let held = make(".kakukin-4-0.new", 90_000);
        held.lock().unwrap();
        for name in [".kakukin-x-0.new", ".kakukin-1.new", "kakukin-1-0.new", ".kakukin-1-0.newer"]
        {
            make(name, 90_000);
        }
        fs::create_dir(folder.path().join(".kakukin-5-0.new")).unwrap();
        write_whole(&folder.path().join("new.txt"), b"new").unwrap();
        assert_eq!(
            names(folder.path()),
            [
                ".kakukin-1-0.newer",
                ".kakukin-1.new",
                ".kakukin-3-0.new",
                ".kakukin-4-0.new",
                ".kakukin-5-0.new",
                ".kakukin-x-0.new",
                "kakukin-1-0.new",
                "new.txt"
            ]
        );
    }

    #[test]
    fn a_name_as_long_as_names_can_be_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let name = "x".repeat(255);
        check_place(&folder.path().join(&name)).unwrap();
        assert!(names(folder.path()).is_empty());
        write_whole(&folder.path().join(&name), b"content").unwrap();
        assert_eq!(names(folder.path()), [name]);
    }

    /// A name that another process with the same number has taken is left to it.
    #[test]
    fn what_waits_beside_a_file_takes_nobodys_place() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(left_name(0)), "of another").unwrap();
        write_whole(&folder.path().join("new.txt"), b"new").unwrap();
        assert_eq!(fs::read(folder.path().join(left_name(0))).unwrap(), b"of another");
        assert_eq!(fs::read(folder.path().join("new.txt")).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [link, nothing] = ["link", "nothing"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&nothing, &link).unwrap();
        for refused in [write_whole(&link, b"new"), check_place(&link), check_ordinary(&link)] {
            assert!(matches!(refused, Err(Failure::BrokenLink(_))), "{refused:?}");
        }
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && !nothing.exists());
    }
}
