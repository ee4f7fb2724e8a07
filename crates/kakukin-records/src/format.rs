//! Which format a file has.

use crate::{ColumnNames, InputError, csa, kif, pgn, sgf, table, trf};
use encoding_rs::Encoding;
use kakukin_core::BadValue;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A format of game records or results; in the order of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Computer shogi: CSA 2.x and 3.0.
    Csa,
    /// A table of results.
    Csv,
    /// Shogi: KIF and KI2.
    Kif,
    /// Chess.
    Pgn,
    /// Go.
    Sgf,
    /// FIDE tournament reports.
    Trf,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Csa, Self::Kif, Self::Pgn, Self::Sgf, Self::Trf, Self::Csv];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csa => "csa",
            Self::Kif => "kif",
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Trf => "trf",
            Self::Csv => "csv",
        }
    }

    /// The format of a file: by what stands at its beginning (as UTF-8), where tables may have
    /// columns of these names, else by its name.
    pub fn guess(name: &str, head: &[u8], columns: &ColumnNames) -> Option<Self> {
        let head = String::from_utf8_lossy(head);
        let head = head.trim_start_matches('\u{feff}');
        let by_content = Self::ALL.into_iter().find(|format| match format {
            Self::Csa => csa::looks_like(head),
            Self::Kif => kif::looks_like(head),
            Self::Pgn => pgn::looks_like(head),
            Self::Sgf => sgf::looks_like(head),
            Self::Trf => trf::looks_like(head),
            Self::Csv => table::looks_like(head, columns),
        });
        by_content.or_else(|| Self::of_name(name))
    }

    /// The format that the ending of a file's name stands for.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "csa" => Some(Self::Csa),
            "kif" | "kifu" | "ki2" | "ki2u" => Some(Self::Kif),
            "pgn" => Some(Self::Pgn),
            "sgf" => Some(Self::Sgf),
            "trf" | "trfx" => Some(Self::Trf),
            "csv" | "tsv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// The encoding of old files of this format.
    pub(crate) fn usual_encoding(self, head: &[u8]) -> &'static Encoding {
        match self {
            Self::Csa | Self::Kif | Self::Csv => encoding_rs::SHIFT_JIS,
            Self::Pgn | Self::Trf => encoding_rs::WINDOWS_1252,
            Self::Sgf => sgf::charset(head),
        }
    }
}

impl FromStr for Format {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = Self::ALL.into_iter().find(|format| format.name() == text);
        known.ok_or_else(|| {
            InputError::new("read", text, BadValue::Unknown, "csa, kif, pgn, sgf, trf, csv")
        })
    }
}
