//! From a file, compressed or not, to games.

use crate::{
    ColumnNames, Format, MAX_TEXT, MAX_WORKBOOK, Pieces, Quota, Sink, Skip, Stop, Why, csa, kif,
    packed::Packed,
    pgn, sgf, table,
    text::Utf8,
    trf,
    workbook::{is_workbook, sheet},
};
use encoding_rs::Encoding;
use std::io::{self, Cursor, ErrorKind, Read, Seek};
use zip::{ZipArchive, result::ZipError};

/// How files are read, where it shall not be found out.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The format of all files.
    pub format: Option<Format>,
    /// The encoding of all files.
    pub encoding: Option<&'static Encoding>,
    /// What columns of tables are called.
    pub columns: ColumnNames,
}

/// The most members of an archive.
pub const MAX_MEMBERS: usize = 1_000_000;
/// The most bytes of an archive that comes as a stream and must be kept whole.
pub const MAX_ARCHIVE: u64 = 1 << 28;
/// What begins an entry in the directory of an archive.
const DIRECTORY_ENTRY: &[u8] = b"PK\x01\x02";
/// What begins the end of a large directory, and what leads to that.
const LARGE_END: &[u8] = b"PK\x06\x06";
const LARGE_LOCATOR: &[u8] = b"PK\x06\x07";
/// Where the number of entries stands in the end of a large directory.
const LARGE_COUNT: usize = 32;
/// What begins a workbook of before 2007, and one with a password.
const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0";
/// What is looked at to tell formats and encodings apart.
const HEAD: u64 = 1 << 14;

/// Reads a stream: a record file, or one that is compressed or in an archive. What is wrong with it is handed to
/// the sink as skipped; the only errors are those of the sink.
pub fn read(name: &str, source: impl Read, how: &Reading, sink: &mut dyn Sink) -> Result<(), Stop> {
    sink.open(name);
    unpack(name, Box::new(source), how, sink, Depth::Outside)
}

/// Reads a zip archive in a file or in memory, member by member.
pub fn read_zip(
    name: &str,
    source: impl Read + Seek,
    how: &Reading,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    sink.open(name);
    let mut archive = match ZipArchive::new(source) {
        Ok(archive) => archive,
        Err(error) => return sink.skipped(Skip::file(Why::Unreadable, format!("zip: {error}"))),
    };
    if archive.len() > MAX_MEMBERS {
        return sink.skipped(Skip::file(Why::TooLarge, archive.len().to_string()));
    }
    if has_overlaps(&mut archive) {
        return sink.skipped(Skip::file(Why::Overlapping, ""));
    }
    if is_workbook(&archive) {
        return workbook(archive, how, sink);
    }
    for index in 0..archive.len() {
        if sink.quota().is_some_and(|quota| quota.exceeded()) {
            return Ok(());
        }
        // Names in old archives are in the encoding of their country.
        let inner = match archive.by_index_raw(index) {
            Ok(member) if member.is_dir() => continue,
            Ok(member) => member_name(member.name_raw()),
            Err(error) => {
                sink.skipped(Skip::file(Why::Unreadable, format!("zip: {error}")))?;
                continue;
            }
        };
        let path = format!("{name}/{inner}");
        sink.open(&path);
        match archive.by_index(index) {
            Ok(member) => unpack(&path, Box::new(member), how, sink, Depth::Inside)?,
            Err(ZipError::UnsupportedArchive(_) | ZipError::InvalidPassword) => {
                sink.skipped(Skip::file(Why::Packed, ""))?;
            }
            Err(error) => sink.skipped(Skip::file(Why::Unreadable, error.to_string()))?,
        }
    }
    Ok(())
}

/// Whether two members share bytes: the same few could then be unpacked any number of times. No
/// program writes such archives.
fn has_overlaps<R: Read + Seek>(archive: &mut ZipArchive<R>) -> bool {
    let mut ranges: Vec<(u64, u64)> = (0..archive.len())
        .filter_map(|index| {
            let member = archive.by_index_raw(index).ok()?;
            Some((
                member.header_start(),
                member.data_start()?.saturating_add(member.compressed_size()),
            ))
        })
        .collect();
    ranges.sort_unstable();
    ranges.windows(2).any(|pair| pair[0].1 > pair[1].0)
}

/// Whether a file begins like a zip archive.
pub fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// How many members an archive has at most, or says that it has: known before its directory is
/// read, which takes memory for each of them.
pub fn members(archive: &[u8]) -> u64 {
    let entries = memchr::memmem::find_iter(archive, DIRECTORY_ENTRY).count() as u64;
    if memchr::memmem::find(archive, LARGE_LOCATOR).is_none() {
        return entries;
    }
    let said = memchr::memmem::find_iter(archive, LARGE_END).filter_map(|at| {
        let count = archive.get(at + LARGE_COUNT..at + LARGE_COUNT + 8)?;
        Some(u64::from_le_bytes(count.try_into().ok()?))
    });
    said.fold(entries, u64::max)
}

fn member_name(raw: &[u8]) -> String {
    let name = match std::str::from_utf8(raw) {
        Ok(name) => name.into(),
        Err(_) => encoding_rs::SHIFT_JIS.decode(raw).0,
    };
    name.chars().take(MAX_TEXT).collect()
}

/// Archives in archives could unfold without end.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Outside,
    Inside,
}

fn unpack<'s>(
    name: &str,
    mut source: Box<dyn Read + 's>,
    how: &Reading,
    sink: &mut dyn Sink,
    depth: Depth,
) -> Result<(), Stop> {
    // What is unpacked to be unpacked again counts as well: it takes as long.
    if depth == Depth::Inside {
        source = Box::new(Metered { source, quota: sink.quota() });
    }
    let mut head = Vec::new();
    if let Err(error) = source.by_ref().take(HEAD).read_to_end(&mut head) {
        return sink.skipped(fault(&error, Why::Unreadable));
    }
    if head.is_empty() {
        return sink.skipped(Skip::file(Why::Empty, ""));
    }
    if is_zip(&head) {
        let most = if depth == Depth::Inside { MAX_WORKBOOK } else { MAX_ARCHIVE };
        let mut whole = head;
        let rest = most.saturating_sub(whole.len() as u64);
        if let Err(error) = source.by_ref().take(rest + 1).read_to_end(&mut whole) {
            return sink.skipped(fault(&error, Why::Unreadable));
        }
        if whole.len() as u64 > most {
            return sink.skipped(Skip::file(Why::TooLarge, format!("{} MB", most >> 20)));
        }
        let whole = Cursor::new(whole);
        if depth == Depth::Outside {
            return read_zip(name, whole, how, sink);
        }
        // In an archive there may be workbooks, but no further archives.
        return match ZipArchive::new(whole) {
            Ok(inner) if is_workbook(&inner) => workbook(inner, how, sink),
            _ => sink.skipped(Skip::file(Why::Nested, "")),
        };
    }
    let packed = Packed::of(&head);
    let source = Cursor::new(head).chain(source);
    let Some(packed) = packed else { return plain(name, source, how, sink) };
    match packed.unpack(source) {
        Ok(source) => {
            let source = Metered { source, quota: sink.quota() };
            plain(packed.inner(name), source, how, sink)
        }
        Err(error) => sink.skipped(fault(&error, Why::Unreadable)),
    }
}

/// Reads a workbook: the table in one of its sheets.
fn workbook<R: Read + Seek>(
    archive: ZipArchive<R>,
    how: &Reading,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    sink.format(Format::Csv);
    let is_table = |text: &str| table::looks_like(text, &how.columns);
    match sheet(archive, sink.quota().as_ref(), &is_table) {
        Ok(text) => scanned(Format::Csv, text.as_bytes(), how, sink),
        Err(skip) => sink.skipped(skip),
    }
}

/// Reads a file that is not compressed (any more).
fn plain(
    name: &str,
    mut source: impl Read,
    how: &Reading,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let mut head = Vec::new();
    let broken = Broken(source.by_ref().take(HEAD).read_to_end(&mut head).err());
    if is_zip(&head) || Packed::of(&head).is_some() {
        return sink.skipped(Skip::file(Why::Nested, ""));
    }
    if sink.wants_files() {
        return sink.file(name, &mut Cursor::new(head).chain(broken).chain(source));
    }
    if head.starts_with(OLD_OFFICE) {
        return sink.skipped(Skip::file(Why::Packed, "xls"));
    }
    let format = match how.format {
        Some(format) => format,
        None => {
            // The beginning may end in the middle of a character, but not of a line.
            let lines = memchr::memrchr(b'\n', &head).map_or(head.len(), |at| at + 1);
            let mut readable = Vec::new();
            let mut decoded = Utf8::new(&head[..lines], encoding_rs::SHIFT_JIS, how.encoding);
            let _ = decoded.read_to_end(&mut readable);
            match Format::guess(name, &readable, &how.columns) {
                Some(format) => format,
                None => {
                    return sink.skipped(match broken.0 {
                        Some(error) => fault(&error, Why::Unreadable),
                        None if head.is_empty() => Skip::file(Why::Empty, ""),
                        None => Skip::file(Why::NotARecord, ""),
                    });
                }
            }
        }
    };
    sink.format(format);
    let usual = format.usual_encoding(&head);
    let source = Cursor::new(head).chain(broken).chain(source);
    scanned(format, Utf8::new(source, usual, how.encoding), how, sink)
}

/// Reads a stream of UTF-8; where it breaks off, that is left out.
fn scanned(
    format: Format,
    source: impl Read,
    how: &Reading,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let done = match format {
        Format::Csv => table::scan(source, &how.columns, sink),
        _ => scan(format, source, sink),
    };
    match done {
        Err(Stop::Io(error)) => {
            let why = match error.kind() {
                ErrorKind::UnexpectedEof => Why::Truncated,
                _ => Why::Unreadable,
            };
            sink.skipped(fault(&error, why))
        }
        other => other,
    }
}

/// A file that could not be read to its end, or was not to be.
fn fault(error: &io::Error, otherwise: Why) -> Skip {
    match error.kind() {
        ErrorKind::FileTooLarge => Skip::file(Why::TooLarge, ""),
        _ => Skip::file(otherwise, error.to_string()),
    }
}

/// A source that ends in an error where the quota does.
struct Metered<R> {
    source: R,
    quota: Option<Quota>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        if self.quota.as_ref().is_some_and(|quota| !quota.take(count as u64)) {
            return Err(ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

/// Where a source broke off while its beginning was looked at: what came before still counts.
pub(crate) struct Broken(pub(crate) Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads a stream of UTF-8 in a known format.
pub fn scan(format: Format, source: impl Read, sink: &mut dyn Sink) -> Result<(), Stop> {
    match format {
        Format::Csa => csa::scan(&mut Pieces::new(source), sink),
        Format::Kif => kif::scan(&mut Pieces::new(source), sink),
        Format::Pgn => pgn::scan(&mut Pieces::new(source), sink),
        Format::Sgf => sgf::scan(&mut Pieces::new(source), sink),
        Format::Trf => trf::scan(&mut Pieces::new(source), sink),
        Format::Csv => table::scan(source, &ColumnNames::default(), sink),
    }
}
