//! Who holds the lock on a record, as far as the system tells.

use kakukin_report::{Lang, sanitize, translate, translate_with};
use std::fs::File;

/// A process that holds a lock.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Holder {
    process: u32,
    program: String,
    user: String,
}

impl Holder {
    /// The holder of the lock on a file, where the system tells.
    #[cfg(target_os = "linux")]
    pub(super) fn of(file: &File) -> Option<Self> {
        use crate::owner;
        use std::{fs, os::unix::fs::MetadataExt};
        let process =
            holder(&fs::read_to_string("/proc/locks").ok()?, file.metadata().ok()?.ino())?;
        let folder = format!("/proc/{process}");
        let user = fs::metadata(&folder).ok()?.uid();
        let program = fs::read_to_string(format!("{folder}/comm")).ok()?;
        Some(Self { process, program: program.trim_end().to_string(), user: owner::user(user) })
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(_: &File) -> Option<Self> {
        None
    }

    /// What the user is told of him.
    pub(crate) fn words(holder: Option<&Self>, lang: Lang) -> String {
        let Some(Self { process, program, user }) = holder else {
            return translate(lang, "run.somebody");
        };
        let (process, program, user) = (process.to_string(), sanitize(program), sanitize(user));
        let words = [("process", &*process), ("program", &program), ("user", &user)];
        translate_with(lang, "run.holder", &words)
    }
}

/// The process that holds the file of this number in the kernel's list of locks:
/// `1: FLOCK  ADVISORY  WRITE 4711 08:01:131077 0 EOF`. Devices have other numbers there than
/// files say, so that only the file's own counts, if it is there once.
#[cfg(any(target_os = "linux", test))]
fn holder(locks: &str, file: u64) -> Option<u32> {
    let holding = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        // Those who wait have an arrow in second place.
        let [_, "FLOCK", _, _, process, place, ..] = fields[..] else { return None };
        let number: u64 = place.rsplit(':').next()?.parse().ok()?;
        (number == file).then(|| process.parse().ok())?
    };
    let mut holders = locks.lines().filter_map(holding);
    let first = holders.next();
    first.filter(|process| *process > 0 && holders.all(|other| other == *process))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_is_in_the_list_of_locks() {
        let locks = "1: POSIX  ADVISORY  WRITE 1 00:19:7 0 EOF\n\
                     2: FLOCK  ADVISORY  WRITE 4711 fe:01:131077 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 4712 fe:01:131077 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 5 00:2c:9 0 EOF\n\
                     4: FLOCK  ADVISORY  WRITE 6 00:2d:9 0 EOF\n\
                     5: FLOCK  ADVISORY  WRITE 0 00:2d:10 0 EOF\n\
                     6: \u{1b}broken";
        assert_eq!(holder(locks, 131_077), Some(4711));
        // No such lock; one of another kind; two of that number; in another container.
        for file in [1, 7, 9, 10] {
            assert_eq!(holder(locks, file), None, "{file}");
        }
    }
}
