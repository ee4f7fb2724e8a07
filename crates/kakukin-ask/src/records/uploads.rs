//! Files that came with a request, whole and in memory.

use super::source::{Content, Source, SourceFile};
use kakukin_records::{MAX_TEXT, is_zip, members};
use kakukin_sweep::{InputError, Problem};
use std::io::Cursor;

/// The most files of a request.
pub const MAX_UPLOADS: usize = 1000;
/// The most files in all its archives.
pub const MAX_MEMBERS: u64 = 100_000;
/// The most bytes that they may be when they are unpacked.
pub const MAX_UNPACKED: u64 = 512 << 20;
/// How many of them a refusal names.
const NAMED: usize = 3;

/// Files of a request: not too many, and none that unfolds without end.
#[derive(Debug, Clone)]
pub struct Uploads<B> {
    files: Vec<(String, B)>,
    most_unpacked: u64,
}

impl<B: AsRef<[u8]>> Uploads<B> {
    /// Refuses none, too many, and archives of too many.
    pub fn new(files: impl IntoIterator<Item = (String, B)>) -> Result<Self, InputError> {
        let name = |name: String| name.chars().take(MAX_TEXT).collect::<String>();
        let files: Vec<(String, B)> =
            files.into_iter().map(|(said, bytes)| (name(said), bytes)).collect();
        if files.is_empty() {
            return Err(InputError::new("files", "", Problem::Missing, "games.csv, games.zip"));
        }
        if files.len() > MAX_UPLOADS {
            let allowed = format!("1..{MAX_UPLOADS}");
            return Err(InputError::new("files", files.len(), Problem::TooMany, allowed));
        }
        let archives = files.iter().map(|(_, bytes)| bytes.as_ref()).filter(|file| is_zip(file));
        let members = archives.map(members).fold(0, u64::saturating_add);
        if members > MAX_MEMBERS {
            let allowed = format!("1..{MAX_MEMBERS}");
            return Err(InputError::new("files", members, Problem::TooMany, allowed));
        }
        Ok(Self { files, most_unpacked: MAX_UNPACKED })
    }

    /// The same with another bound for what they may be when they are unpacked.
    pub fn unpacking(self, most: u64) -> Self {
        Self { most_unpacked: most, ..self }
    }
}

impl<B: AsRef<[u8]>> Source for Uploads<B> {
    fn named(&self) -> String {
        let names: Vec<&str> = self.files.iter().map(|(name, _)| name.as_str()).collect();
        match names.get(NAMED) {
            None => names.join(", "),
            Some(_) => format!("{}, ..", names[..NAMED].join(", ")),
        }
    }

    fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.as_ref().len() as u64).sum()
    }

    fn files(&self) -> Box<dyn Iterator<Item = SourceFile<'_>> + '_> {
        Box::new(self.files.iter().map(|(name, bytes)| {
            let bytes = bytes.as_ref();
            let content = match is_zip(bytes) {
                true => Content::Archive(Box::new(Cursor::new(bytes))),
                false => Content::Stream(Box::new(bytes)),
            };
            SourceFile { name: name.into(), bytes: bytes.len() as u64, content }
        }))
    }

    fn most_unpacked(&self) -> Option<u64> {
        Some(self.most_unpacked)
    }

    fn listed_by(&self) -> &'static str {
        "/api/v1/records"
    }
}
