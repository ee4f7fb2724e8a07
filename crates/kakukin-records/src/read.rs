//! From a file, compressed or not, to games.

use crate::{Format, Pieces, Sink, Skip, Stop, Why, csa, kif, pgn, sgf, table, text::Utf8, trf};
use encoding_rs::Encoding;
use flate2::read::MultiGzDecoder;
use std::io::{self, Cursor, ErrorKind, Read, Seek};
use zip::{ZipArchive, result::ZipError};

/// How files are read, where it shall not be found out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// The format of all files.
    pub format: Option<Format>,
    /// The encoding of all files.
    pub encoding: Option<&'static Encoding>,
}

/// The most members of an archive.
pub const MAX_MEMBERS: usize = 1_000_000;
/// The most bytes of an archive that comes as a stream and must be kept whole.
pub const MAX_ARCHIVE: u64 = 1 << 28;
/// What is looked at to tell formats and encodings apart.
const HEAD: u64 = 1 << 14;

/// Reads a stream: a record file, or one in gzip or zip. What is wrong with it is handed to
/// the sink as skipped; the only errors are those of the sink.
pub fn read(name: &str, source: impl Read, how: Reading, sink: &mut dyn Sink) -> Result<(), Stop> {
    sink.open(name);
    unpack(name, Box::new(source), how, sink, Depth::Outside)
}

/// Reads a zip archive in a file or in memory, member by member.
pub fn read_zip(
    name: &str,
    source: impl Read + Seek,
    how: Reading,
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
    for index in 0..archive.len() {
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

/// Whether a file begins like a zip archive.
pub fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b")
}

fn member_name(raw: &[u8]) -> String {
    match std::str::from_utf8(raw) {
        Ok(name) => name.to_string(),
        Err(_) => encoding_rs::SHIFT_JIS.decode(raw).0.into_owned(),
    }
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
    how: Reading,
    sink: &mut dyn Sink,
    depth: Depth,
) -> Result<(), Stop> {
    let mut head = Vec::new();
    if let Err(error) = source.by_ref().take(HEAD).read_to_end(&mut head) {
        return sink.skipped(Skip::file(Why::Unreadable, error.to_string()));
    }
    if head.is_empty() {
        return sink.skipped(Skip::file(Why::Empty, ""));
    }
    if is_zip(&head) {
        if depth == Depth::Inside {
            return sink.skipped(Skip::file(Why::Nested, ""));
        }
        let mut whole = head;
        let rest = MAX_ARCHIVE.saturating_sub(whole.len() as u64);
        match source.by_ref().take(rest + 1).read_to_end(&mut whole) {
            Ok(_) if whole.len() as u64 > MAX_ARCHIVE => {
                return sink
                    .skipped(Skip::file(Why::TooLarge, format!("{} MB", MAX_ARCHIVE >> 20)));
            }
            Ok(_) => return read_zip(name, Cursor::new(whole), how, sink),
            Err(error) => return sink.skipped(Skip::file(Why::Unreadable, error.to_string())),
        }
    }
    let compressed = is_gzip(&head);
    let source = Cursor::new(head).chain(source);
    if compressed {
        let name = name.strip_suffix(".gz").unwrap_or(name);
        return plain(name, MultiGzDecoder::new(source), how, sink);
    }
    plain(name, source, how, sink)
}

/// Reads a file that is not compressed (any more).
fn plain(name: &str, mut source: impl Read, how: Reading, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut head = Vec::new();
    let broken = Broken(source.by_ref().take(HEAD).read_to_end(&mut head).err());
    if is_zip(&head) || is_gzip(&head) {
        return sink.skipped(Skip::file(Why::Nested, ""));
    }
    let format = match how.format {
        Some(format) => format,
        None => {
            // The beginning may end in the middle of a character, but not of a line.
            let lines = memchr::memrchr(b'\n', &head).map_or(head.len(), |at| at + 1);
            let mut readable = Vec::new();
            let mut decoded = Utf8::new(&head[..lines], encoding_rs::SHIFT_JIS, how.encoding);
            let _ = decoded.read_to_end(&mut readable);
            match Format::guess(name, &readable) {
                Some(format) => format,
                None => {
                    return sink.skipped(match broken.0 {
                        Some(error) => Skip::file(Why::Unreadable, error.to_string()),
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
    match scan(format, Utf8::new(source, usual, how.encoding), sink) {
        Err(Stop::Io(error)) => {
            let why = match error.kind() {
                ErrorKind::UnexpectedEof => Why::Truncated,
                _ => Why::Unreadable,
            };
            sink.skipped(Skip::file(why, error.to_string()))
        }
        other => other,
    }
}

/// Where a source broke off while its beginning was looked at: what came before still counts.
struct Broken(Option<io::Error>);

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
        Format::Csv => table::scan(source, sink),
    }
}
