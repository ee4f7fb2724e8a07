//! The two languages of every output.

use kakukin_core::{BadValue, InputError};
use serde::Serialize;
use std::{collections::BTreeMap, str::FromStr};

/// A language that people read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Ja];

    /// The language of a POSIX locale such as `ja_JP.UTF-8`; English for any other.
    pub fn of_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("ja") { Self::Ja } else { Self::En }
    }

    /// The name of the locale file.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// One of two texts, English first.
    pub fn pick(self, texts: [&'static str; 2]) -> &'static str {
        texts[self as usize]
    }
}

impl FromStr for Lang {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "en" => Ok(Self::En),
            "ja" => Ok(Self::Ja),
            _ => Err(InputError::new("lang", text, BadValue::Unknown, "ja, en")),
        }
    }
}

/// The text of a key of the locale files.
pub fn translate(lang: Lang, key: &str) -> String {
    tr!(lang, key)
}

/// The text of a key: that of its own section, or else that of a section which several share.
pub(crate) fn own_or_shared(lang: Lang, [own, shared]: [&str; 2], key: &str) -> String {
    try_translate(lang, &format!("{own}.{key}"))
        .unwrap_or_else(|| translate(lang, &format!("{shared}.{key}")))
}

/// The text of a key with its placeholders filled.
pub fn translate_with(lang: Lang, key: &str, values: &[(&str, &str)]) -> String {
    let text = translate(lang, key);
    values.iter().fold(text, |text, (name, value)| text.replace(&format!("%{{{name}}}"), value))
}

/// The text of a key of the locale files, if it has one.
pub fn try_translate(lang: Lang, key: &str) -> Option<String> {
    crate::_rust_i18n_try_translate(lang.tag(), key).map(|text| text.into_owned())
}

/// All texts whose keys start so, by key.
pub fn translations(lang: Lang, prefix: &str) -> BTreeMap<String, String> {
    let all = crate::_rust_i18n_backend().messages_for_locale(lang.tag()).unwrap_or_default();
    let wanted = all.into_iter().filter(|(key, _)| key.starts_with(prefix));
    wanted.map(|(key, text)| (key.into_owned(), text.into_owned())).collect()
}
