//! Refused input as one clear sentence in the user's language.

use crate::{Lang, try_translate};
use kakukin_core::{Refusal, does_something};
use std::borrow::Cow;

/// How an edge writes the fields that a refusal names: as options, as parameters.
#[derive(Debug, Clone, Copy)]
pub struct FieldStyle {
    /// The name by which users know a field.
    pub name: fn(&str, Lang) -> String,
    /// What stands between the name and its value.
    pub before_value: &'static str,
    /// The table of the sentences that the users of this edge alone read, under `problem`.
    pub sentences: Option<&'static str>,
}

impl FieldStyle {
    /// Fields by their plain names.
    pub const PLAIN: Self =
        Self { name: |field, _| field.to_string(), before_value: " ", sentences: None };

    /// Fields as the lines of a file name them: `draws_left`.
    pub const LINES: Self = Self { name: |field, _| field.replace('-', "_"), ..Self::PLAIN };

    /// What would be accepted: fields between backquotes become names, as in
    /// `` `p` 70%, `preset` NAME ``.
    pub fn allowed(self, error: &dyn Refusal, lang: Lang) -> String {
        let mut text = String::new();
        let mut rest = error.allowed();
        while let Some((before, (field, after))) =
            rest.split_once('`').and_then(|(before, rest)| Some((before, rest.split_once('`')?)))
        {
            text += before;
            text += &(self.name)(field, lang);
            rest = after;
            // Not the next field, nor a sign between two.
            if let Some(value) = rest.strip_prefix(' ')
                && value.starts_with(char::is_alphanumeric)
            {
                text += self.before_value;
                rest = value;
            }
        }
        text + rest
    }
}

/// The sentence for a refusal: the field, the value, why, and what is allowed.
pub fn explain(error: &dyn Refusal, style: FieldStyle, lang: Lang) -> String {
    let field = (style.name)(error.field(), lang);
    let allowed = placeholders(&visible(&style.allowed(error, lang)), lang);
    let value = sanitize(error.value());
    // An option without a value is known by its name alone.
    let given = format!("{field} {value}").trim_end().to_string();
    // Where the value is not what the user typed, the problem has a sentence of its own; some
    // fields and edges have one of theirs.
    let code = error.code();
    let of_field = format!("problem.of.{}_{code}", error.field());
    let of_edge = style.sentences.map(|table| format!("problem.{table}.{code}"));
    let whole = format!("problem.whole.{code}");
    for own in [Some(of_field), of_edge, Some(whole)].into_iter().flatten() {
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

/// What a user typed or a file is called, fit for a message: as [`visible`], and not longer than
/// a line.
pub fn sanitize(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => visible(text).into_owned(),
        Some((end, _)) => format!("{}…", visible(&text[..end])),
    }
}

/// A text with everything in it to be seen: characters that a terminal or a page would obey, or
/// that nobody would notice, are written as numbers (`\u{202e}`).
pub fn visible(text: &str) -> Cow<'_, str> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~');
    if text.bytes().all(plain) || !text.chars().any(does_something) {
        return Cow::Borrowed(text);
    }
    let mut result = String::new();
    for c in text.chars() {
        match does_something(c) {
            true => result.extend(c.escape_default()),
            false => result.push(c),
        }
    }
    Cow::Owned(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_core::{BadValue, InputError};

    #[test]
    fn nothing_that_is_shown_does_anything() {
        assert_eq!(sanitize("\u{1b}[2J\u{9b}x\u{202e}gpj\n"), "\\u{1b}[2J\\u{9b}x\\u{202e}gpj\\n");
        assert_eq!(sanitize(&"長".repeat(61)), format!("{}…", "長".repeat(60)));
        assert_eq!(sanitize("葛\u{e0100}城 太郎"), "葛\u{e0100}城 太郎");
        let error =
            InputError::new("p", "\u{202e}", BadValue::Missing, "kakukin \u{1b}[2J\u{202e}x");
        for lang in Lang::ALL {
            let sentence = explain(&error, FieldStyle::PLAIN, lang);
            assert!(!sentence.chars().any(does_something), "{sentence:?}");
            assert!(sentence.contains("\\u{1b}[2J\\u{202e}x"), "{sentence}");
        }
    }

    #[test]
    fn the_longest_number_is_as_long_as_it_is_said() {
        let longest = kakukin_core::MAX_NUMBER.to_string();
        for lang in Lang::ALL {
            let why = try_translate(lang, "problem.too_many_digits").unwrap_or_default();
            assert!(why.contains(&longest), "{why}");
        }
    }

    #[test]
    fn fields_are_written_as_the_edge_writes_them() {
        let options = FieldStyle { name: |field, _| format!("--{field}"), ..FieldStyle::PLAIN };
        let parameters = FieldStyle {
            name: |field, _| field.replace('-', "_"),
            before_value: "=",
            ..FieldStyle::PLAIN
        };
        let allowed = |text: &str, style: FieldStyle| {
            style.allowed(&InputError::new("p", "", BadValue::Missing, text), Lang::EN)
        };
        let both = |text: &str| [allowed(text, options), allowed(text, parameters)];
        assert_eq!(
            both("`p` 70%, `preset` NAME"),
            ["--p 70%, --preset NAME", "p=70%, preset=NAME"]
        );
        assert_eq!(both("`by` | `pareto`"), ["--by | --pareto", "by | pareto"]);
        assert_eq!(both("0..1 (0.7, 70%)"), ["0..1 (0.7, 70%)"; 2]);
        assert_eq!(both("`max-none` 1%"), ["--max-none 1%", "max_none=1%"]);
        assert_eq!(both("`"), ["`"; 2]);
    }
}
