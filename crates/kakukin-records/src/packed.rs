//! Files that are compressed, one by one: gzip, Zstandard, bzip2, xz. What a file is, its first
//! bytes say.

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use std::io::{self, Read};

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packed {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

/// The most memory that unpacking xz may take, in KiB: twice what its strongest usual setting
/// does. Zstandard has the same bound of its own.
const MOST_FOR_XZ: u32 = 128 << 10;

impl Packed {
    const ALL: [Self; 4] = [Self::Gzip, Self::Zstd, Self::Bzip2, Self::Xz];

    /// How the file that begins so is compressed, if it is.
    pub(crate) fn of(head: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|packed| match packed {
            Self::Gzip => head.starts_with(b"\x1f\x8b"),
            // A frame, or one that is to be passed over.
            Self::Zstd => {
                matches!(head, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
            }
            // Letters could begin a text: what follows them is a block, or the end.
            Self::Bzip2 => matches!(
                head,
                [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
                    | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..]
            ),
            Self::Xz => head.starts_with(b"\xfd7zXZ\0"),
        })
    }

    /// How the names of such files end.
    fn ending(self) -> &'static str {
        match self {
            Self::Gzip => ".gz",
            Self::Zstd => ".zst",
            Self::Bzip2 => ".bz2",
            Self::Xz => ".xz",
        }
    }

    /// The name of what is in it.
    pub(crate) fn inner(self, name: &str) -> &str {
        name.strip_suffix(self.ending()).unwrap_or(name)
    }

    /// What is in it, all its parts one after the other.
    pub(crate) fn unpack<'s>(self, source: impl Read + 's) -> io::Result<Box<dyn Read + 's>> {
        Ok(match self {
            Self::Gzip => Box::new(MultiGzDecoder::new(source)),
            Self::Zstd => Box::new(zstd::Decoder::new(source)?),
            Self::Bzip2 => Box::new(MultiBzDecoder::new(source)),
            Self::Xz => Box::new(XzReader::new_mem_limit(source, true, MOST_FOR_XZ)),
        })
    }
}
