//! What all commands share: files, and the checks of `kakukin-query` by short names.

use crate::{InputError, Problem, failure::reason};
use kakukin_core::BadValue;
use kakukin_query::{MAX_TABLE_OF_RATES, OthersFields};
use kakukin_report::Lang;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
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

/// Puts the file of a table in the place of its name, where it is the name of a file.
pub(super) fn table(others: &mut OthersFields, lang: Lang) -> Result<(), InputError> {
    let Some(name) = others.wanted_file().map(String::from) else { return Ok(()) };
    if name != "-" && !Path::new(&name).exists() {
        // Then it is refused as a name.
        return Ok(());
    }
    let content = file("table", &name, MAX_TABLE_OF_RATES, lang)?;
    let refuse =
        |_| InputError::new("table", &name, BadValue::BadForm, "kakukin mahjong table LOGS");
    let content = String::from_utf8(content).map_err(refuse)?;
    let short = Path::new(&name).file_name().map_or(name.clone(), |x| x.to_string_lossy().into());
    others.put_file(&short, &content);
    Ok(())
}

/// A refusal of what stands in a file: with its name, and the line if there is one.
pub(super) fn in_file(error: InputError, file: &str) -> InputError {
    match error.value.as_str() {
        "" => InputError { value: file.to_string(), ..error },
        line => InputError { value: format!("{file}:{line}"), ..error },
    }
}
