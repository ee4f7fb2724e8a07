//! Numbers and lists as users write them.

use crate::InputError;
use kakukin_core::{BadValue, Comma, Unit, Written};
use kakukin_series::{Confidence, Probability};
use std::ops::RangeInclusive;

/// A whole number between two bounds.
pub fn whole(
    field: &'static str,
    text: &str,
    range: RangeInclusive<u64>,
) -> Result<u64, InputError> {
    let refuse = |problem| {
        InputError::new(field, text, problem, format!("{}..{}", range.start(), range.end()))
    };
    // 2,000,000 and 2_000_000 are whole numbers, 1,2 and 500% and 10/2 and 7.0 are not.
    let written = Written::read(without_games(text), Comma::Thousands).map_err(refuse)?;
    let Written { number: exact, unit: Unit::Bare } = written else {
        return Err(refuse(BadValue::NotANumber));
    };
    if !exact.is_int() || text.contains(['.', '．']) {
        return Err(refuse(BadValue::NotANumber));
    }
    match u64::try_from(exact.trunc()) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(refuse(BadValue::OutOfRange)),
    }
}

/// What stands before the word for games, if that is written: the 5 of `5 games` and `5局`.
pub(crate) fn without_games(text: &str) -> &str {
    let text = text.trim();
    ["局", "games", "game"].iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text)
}

/// A whole number that may be left out.
pub fn whole_or(
    field: &'static str,
    text: Option<&str>,
    otherwise: u64,
    range: RangeInclusive<u64>,
) -> Result<u64, InputError> {
    text.map_or(Ok(otherwise), |text| whole(field, text, range))
}

/// The level of intervals; 95 % unless it is given.
pub fn confidence(text: &Option<String>) -> Result<Confidence, InputError> {
    Confidence::new(&Probability::parse("confidence", text.as_deref().unwrap_or("95%"))?)
        .map_err(|e| with_original_value(e, &[("confidence", text)]))
}

/// A refusal that shows the value as the user typed it.
pub fn with_original_value(
    error: impl Into<InputError>,
    typed: &[(&str, &Option<String>)],
) -> InputError {
    let error = error.into();
    match typed.iter().find(|(field, _)| *field == error.field) {
        Some((_, Some(value))) => InputError { value: value.clone(), ..error },
        _ => error,
    }
}

/// The members of lists of words, which may have commas themselves: a list that is one word by
/// itself is not taken apart.
pub(crate) fn words<T>(lists: &[String], read: impl Fn(&str) -> Option<T>) -> Vec<&str> {
    let whole = |list: &&String| read(list).is_some();
    let split = |list| match Some(list).filter(whole) {
        Some(word) => vec![word.trim()],
        None => parts(std::slice::from_ref(list)).collect(),
    };
    lists.iter().flat_map(split).collect()
}

/// The members of lists with commas, given once or several times.
pub fn parts(lists: &[String]) -> impl Iterator<Item = &str> {
    lists.iter().flat_map(|list| list.split([',', '，', '、'])).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_numbers_with_and_without_their_word() {
        for text in ["5", "5局", "５局", " 5 局 ", "5 games", "5games", "五局", "+5 game"] {
            assert_eq!(whole("limit", text, 1..=9), Ok(5), "{text}");
        }
        for text in ["局", "games", "5局局", "5 gamesx", "局5", "5%局", "10局"] {
            let refused = whole("limit", text, 1..=9).unwrap_err();
            assert_eq!(refused.value, text, "it is shown as it was typed");
        }
    }
}
