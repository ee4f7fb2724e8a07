//! Refused input as one clear sentence in the user's language.

use crate::{Lang, try_translate};
use kakukin_core::Refusal;

/// How an edge writes the fields that a refusal names: as options, as parameters.
#[derive(Debug, Clone, Copy)]
pub struct FieldStyle {
    /// The name by which users know a field.
    pub name: fn(&str, Lang) -> String,
    /// What stands between the name and its value.
    pub before_value: &'static str,
}

impl FieldStyle {
    /// Fields by their plain names.
    pub const PLAIN: Self = Self { name: |field, _| field.to_string(), before_value: " " };

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
    let allowed = placeholders(&style.allowed(error, lang), lang);
    let value = sanitize(error.value());
    // An option without a value is known by its name alone.
    let given = format!("{field} {value}").trim_end().to_string();
    // Where the value is not what the user typed, the problem has a sentence of its own; some
    // fields have one of theirs.
    let code = error.code();
    let of_field = format!("problem.of.{}_{code}", error.field());
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

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_core::{BadValue, InputError};

    #[test]
    fn fields_are_written_as_the_edge_writes_them() {
        let options = FieldStyle { name: |field, _| format!("--{field}"), before_value: " " };
        let parameters = FieldStyle { name: |field, _| field.replace('-', "_"), before_value: "=" };
        let allowed = |text: &str, style: FieldStyle| {
            style.allowed(&InputError::new("p", "", BadValue::Missing, text), Lang::En)
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
