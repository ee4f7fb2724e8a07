//! What all commands share: files, and the checks of `kakukin-query` by short names.

use crate::{InputError, Problem, failure::reason};
use kakukin_core::BadValue;
use kakukin_report::Lang;
use std::{
    fs::File,
    io::{self, Read},
};

pub(super) use kakukin_query::{whole, whole_or};

/// The most bytes of a table of players or pairings.
pub(super) const MAX_TABLE_BYTES: u64 = 1 << 20;

/// The content of a file, or of standard input (`-`), of at most so many bytes.
pub(super) fn file(
    field: &'static str,
    name: &str,
    most: u64,
    lang: Lang,
) -> Result<Vec<u8>, InputError> {
    let refuse = |error: io::Error| {
        let value = format!("{name}: {}", reason(&error, lang));
        InputError::new(field, value, Problem::CannotRead, "FILE, -")
    };
    let source: Box<dyn Read> = match name {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(name).map_err(refuse)?),
    };
    let mut content = Vec::new();
    source.take(most + 1).read_to_end(&mut content).map_err(refuse)?;
    if content.len() as u64 > most {
        let allowed = format!("<= {} MB", most >> 20);
        return Err(InputError::new(field, name, BadValue::TooLong, allowed));
    }
    Ok(content)
}

/// A refusal of what stands in a file: with its name, and the line if there is one.
pub(super) fn in_file(error: InputError, file: &str) -> InputError {
    match error.value.as_str() {
        "" => InputError { value: file.to_string(), ..error },
        line => InputError { value: format!("{file}:{line}"), ..error },
    }
}
