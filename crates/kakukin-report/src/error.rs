//! Refused input as one clear sentence in the user's language.

use crate::{Lang, try_translate};
use kakukin_core::InputError;

/// The sentence for a refusal: the field, the value, why, and what is allowed.
/// `field` is how the user knows the field, such as `--p`.
pub fn explain(error: &InputError, field: &str, lang: Lang) -> String {
    let (value, allowed) = (sanitize(&error.value), placeholders(&error.allowed, lang));
    // An option without a value is known by its name alone.
    let given = format!("{field} {value}").trim_end().to_string();
    // Where the value is not what the user typed, the problem has a sentence of its own; some
    // fields have one of theirs.
    let code = error.problem.code();
    let of_field = format!("problem.of.{}_{code}", error.field);
    for own in [of_field, format!("problem.whole.{code}")] {
        if try_translate(lang, &own).is_some() {
            return tr!(lang, &own, field = field, value = value, given = given, allowed = allowed);
        }
    }
    let why = tr!(lang, format!("problem.{code}"), value = value);
    tr!(lang, "problem.sentence", given = given, why = why, allowed = allowed)
}

/// The words in capitals that stand for values, such as FIRST/SECOND/TARGET, in
/// the user's language.
pub fn placeholders(text: &str, lang: Lang) -> String {
    let mut result = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_uppercase();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let known =
            if word.len() > 1 { try_translate(lang, &format!("placeholder.{word}")) } else { None };
        result.push_str(&known.unwrap_or_else(|| word.to_string()));
        let skip = after.find(is_word).unwrap_or(after.len());
        result.push_str(&after[..skip]);
        rest = &after[skip..];
    }
    result
}

/// What a user typed, fit for a message: no control characters that a terminal
/// would obey, and not longer than a line.
pub fn sanitize(text: &str) -> String {
    const MOST: usize = 60;
    let mut result = String::new();
    for c in text.chars().take(MOST) {
        if c.is_control() {
            result.extend(c.escape_default());
        } else {
            result.push(c);
        }
    }
    if text.chars().nth(MOST).is_some() {
        result.push('…');
    }
    result
}
