//! Compressed files: every kind, in several parts, damaged, in archives, within bounds.

use flate2::{Compression, write::GzEncoder};
use kakukin_records::{Collected, Format, Quota, Reading, Record, Sink, Skip, Stop, read};
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

const GAMES: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";

type Pack = fn(&[u8]) -> Vec<u8>;

/// Every kind of compression: how names end, and how it is made.
const KINDS: [(&str, Pack); 4] = [(".gz", gz), (".zst", zst), (".bz2", bz2), (".xz", xz)];

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Keeps what it is given, within a bound.
#[derive(Default)]
struct Bounded {
    found: Collected,
    format: Option<Format>,
    quota: Option<Quota>,
}

impl Sink for Bounded {
    fn format(&mut self, format: Format) {
        self.format = Some(format);
    }
    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.found.game(record)
    }
    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        self.found.skipped(skip)
    }
    fn quota(&self) -> Option<Quota> {
        self.quota.clone()
    }
}

fn found(name: &str, bytes: &[u8]) -> (usize, Vec<&'static str>) {
    let mut found = Collected::default();
    read(name, bytes, &Reading::default(), &mut found).unwrap();
    (found.games.len(), found.skipped.iter().map(|skip| skip.why.name()).collect())
}

fn zipped(name: &str, content: &[u8]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(name, SimpleFileOptions::default()).unwrap();
    writer.write_all(content).unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn every_kind_is_read_whatever_it_is_called() {
    for (ending, pack) in KINDS {
        let packed = pack(GAMES.repeat(3).as_bytes());
        for name in [&format!("games.pgn{ending}"), "-", "games.csv"] {
            assert_eq!(found(name, &packed), (3, vec![]), "{name} {ending}");
        }
        // Several parts are one file, and an empty one is nothing.
        let parts = [pack(GAMES.as_bytes()), pack(b""), pack(GAMES.as_bytes())].concat();
        assert_eq!(found("games", &parts), (2, vec![]), "{ending}");
        assert_eq!(found("games", &pack(b"")), (0, vec!["empty"]), "{ending}");
        // In an archive it is unpacked, in another one of these it is not.
        let archive = zipped(&format!("a/games{ending}"), &packed);
        assert_eq!(found("all.zip", &archive), (3, vec![]), "{ending}");
        assert_eq!(found("games", &gz(&packed)), (0, vec!["nested"]), "{ending}");
        assert_eq!(found("games", &pack(&archive)), (0, vec!["nested"]), "{ending}");
    }
    // Frames that are to be passed over, as parallel packers write them.
    let skipped = [b"\x50\x2a\x4d\x18\x04\0\0\0size".to_vec(), zst(GAMES.as_bytes())].concat();
    assert_eq!(found("games", &[skipped.clone(), skipped].concat()), (2, vec![]));
    // The name within tells the format where the content does not.
    let mut seen = Bounded::default();
    read("x.ki2.zst", &zst(b"hello")[..], &Reading::default(), &mut seen).unwrap();
    assert_eq!(seen.format, Some(Format::Kif));
}

#[test]
fn damage_is_told_and_what_came_before_counts() {
    // Noise does not compress away: the end of the file is far from its beginning.
    let mut state = 1u64;
    let noise: String = (0..1_000_000)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            char::from(b'a' + (state >> 60) as u8)
        })
        .collect();
    let text = format!("{GAMES}{{ {noise} }}\n{GAMES}");
    for (ending, pack) in KINDS {
        let packed = pack(text.as_bytes());
        let (games, why) = found("games.pgn", &packed[..packed.len() / 2]);
        assert_eq!(why, ["truncated"], "{ending}");
        assert_eq!(games, 1, "{ending}");
        let mut broken = packed.clone();
        let at = broken.len() / 2;
        broken[at..at + 8].iter_mut().for_each(|byte| *byte ^= 0xff);
        let (_, why) = found("games.pgn", &broken);
        assert!(why == ["unreadable"] || why == ["truncated"], "{ending} {why:?}");
        let trailing = [packed, b"trailing".to_vec()].concat();
        let (games, _) = found("games.pgn", &trailing);
        assert!(games >= 1, "{ending}");
    }
}

#[test]
fn bounds_hold() {
    let long = format!("{GAMES}{{ {} }}\n", "and so on ".repeat(400_000));
    for (ending, pack) in KINDS {
        let bomb = pack(long.as_bytes());
        for (bytes, kind) in [(bomb.clone(), "alone"), (zipped("x", &bomb), "in an archive")] {
            let quota = Quota::new(1 << 20);
            let mut seen = Bounded { quota: Some(quota.clone()), ..Bounded::default() };
            read("games", &bytes[..], &Reading::default(), &mut seen).unwrap();
            assert!(quota.exceeded(), "{ending} {kind}");
        }
    }
    // A window of two gigabytes is not believed.
    let mut wide = zst(long.as_bytes());
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, (31 - 10) << 3];
    wide.splice(..6, frame);
    assert_eq!(found("games", &wide).0, 0);
}
