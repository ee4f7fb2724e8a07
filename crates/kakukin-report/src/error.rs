//! Refused input as one clear sentence in the user's language.

use crate::{Lang, try_translate};
use kakukin_sweep::InputError;

/// The sentence for a refusal: the field, the value, why, and what is allowed.
/// `field` is how the user knows the field, such as `--p`.
pub fn explain(error: &InputError, field: &str, lang: Lang) -> String {
    let (value, allowed) = (&error.value, placeholders(&error.allowed, lang));
    // Where the value is not what the user typed, the problem has a sentence of its own.
    let code = error.problem.code();
    let own = format!("problem.whole.{code}");
    if try_translate(lang, &own).is_some() {
        return tr!(lang, &own, field = field, value = value, allowed = allowed);
    }
    let why = tr!(lang, format!("problem.{code}"), value = value);
    tr!(lang, "problem.sentence", field = field, value = value, why = why, allowed = allowed)
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
