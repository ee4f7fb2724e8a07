//! Game records and archives of them.

use kakukin_records::{
    Collected, Format, MAX_TEXT, Quota, Reading, Record, Sink, Skip, Stop, members, read, read_zip,
    scan,
};
use std::io::{self, Cursor, Read};

/// A stream that hands out a few bytes at a time.
struct InPieces<'b> {
    rest: &'b [u8],
    size: usize,
}

impl Read for InPieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(into.len()).min(self.rest.len());
        let (now, later) = self.rest.split_at(count);
        into[..count].copy_from_slice(now);
        self.rest = later;
        Ok(count)
    }
}

fn scanned(format: Format, source: impl Read) -> (Collected, bool) {
    let mut found = Collected::default();
    let whole = scan(format, source, &mut found).is_ok();
    (found, whole)
}

/// No text of a record is longer than is kept.
fn check(record: &Record) {
    for text in [&record.first.name, &record.second.name, &record.event, &record.round] {
        assert!(text.chars().count() <= MAX_TEXT, "{record:?}");
    }
}

/// However a file comes in, the same games are found, and nothing in it makes a scanner panic.
/// The first byte chooses the format ('0' CSA, '1' KIF, '2' PGN, '3' SGF, '4' TRF, '5' CSV), the
/// second how many bytes come at a time.
pub fn records_are_read_alike_in_any_pieces(bytes: &[u8]) {
    let &[format, size, ref content @ ..] = bytes else { return };
    let format = Format::ALL[usize::from(format) % Format::ALL.len()];
    let (found, to_the_end) = scanned(format, content);
    let pieces = InPieces { rest: content, size: usize::from(size) % 64 + 1 };
    let (in_pieces, as_far) = scanned(format, pieces);
    assert_eq!(found.games, in_pieces.games);
    assert_eq!(found.skipped, in_pieces.skipped);
    assert_eq!(to_the_end, as_far);
    found.games.iter().for_each(check);
    // With its encoding found out, which scanning leaves to others.
    let how = Reading { format: Some(format), ..Reading::default() };
    let mut decoded = Collected::default();
    assert!(read("fuzz", content, &how, &mut decoded).is_ok());
    decoded.games.iter().for_each(check);
}

/// The most bytes that are unpacked.
const MOST: u64 = 1 << 18;

/// Counts what comes out of an archive.
struct Counter {
    quota: Quota,
    files: u64,
    games: u64,
}

impl Sink for Counter {
    fn open(&mut self, name: &str) {
        self.files += 1;
        assert!(name.chars().count() <= "fuzz/".len() + MAX_TEXT, "{name}");
    }

    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        check(record);
        self.games += 1;
        Ok(())
    }

    fn skipped(&mut self, _: Skip) -> Result<(), Stop> {
        Ok(())
    }

    fn quota(&self) -> Option<Quota> {
        Some(self.quota.clone())
    }
}

/// Files of unknown kind, and archives above all, give no more than their bytes and the quota
/// allow, and no more files than were announced.
pub fn archives_stay_within_bounds(bytes: &[u8]) {
    let counter = || Counter { quota: Quota::new(MOST), files: 0, games: 0 };
    let mut streamed = counter();
    assert!(read("fuzz", bytes, &Reading::default(), &mut streamed).is_ok());
    let mut seekable = counter();
    assert!(read_zip("fuzz", Cursor::new(bytes), &Reading::default(), &mut seekable).is_ok());
    for found in [streamed, seekable] {
        // The archive itself is opened as a stream, and as an archive.
        assert!(found.files <= members(bytes) + 2, "{} files", found.files);
        assert!(found.games <= MOST, "{} games", found.games);
    }
}
