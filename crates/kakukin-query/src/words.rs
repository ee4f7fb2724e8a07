//! Users' text that will be printed: titles, names, dates.

use crate::InputError;
use kakukin_core::{BadValue, one_line};

/// The longest title, name or other text that a page takes from its user.
pub const MAX_WORDS: usize = 200;

/// What a user wants to have printed: one line, not too long.
pub(crate) fn printable(field: &'static str, text: &str) -> Result<String, InputError> {
    let line = one_line(text);
    if line.is_empty() || line.chars().count() > MAX_WORDS {
        let problem = if line.is_empty() { BadValue::BadForm } else { BadValue::TooLong };
        return Err(InputError::new(field, text, problem, format!("1..{MAX_WORDS}")));
    }
    Ok(line)
}

/// The same for a text that may be left out.
pub(crate) fn printable_or_none(
    field: &'static str,
    text: Option<&str>,
) -> Result<Option<String>, InputError> {
    text.map(|text| printable(field, text)).transpose()
}
