//! Numbers and lists as users write them.

use crate::InputError;
use kakukin_core::{BadValue, parse_rational};
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
    // 2,000,000 and 2_000_000 are whole numbers, 1,2 and 500% and 10/2 are not.
    let mut groups = text.split([',', '_', '，']);
    groups.next();
    let in_thousands = groups.all(|group| group.chars().count() == 3);
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_' | '，')).collect();
    if !in_thousands || digits.contains(['%', '％', '/', '／', '.', '．']) {
        return Err(refuse(BadValue::NotANumber));
    }
    let exact = parse_rational(field, &digits).map_err(|e| refuse(e.problem))?;
    match u64::try_from(exact.trunc()) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(refuse(BadValue::OutOfRange)),
    }
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

/// The members of lists with commas, given once or several times.
pub fn parts(lists: &[String]) -> impl Iterator<Item = &str> {
    lists.iter().flat_map(|list| list.split([',', '，', '、'])).map(str::trim)
}
