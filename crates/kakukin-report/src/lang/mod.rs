//! The two languages of every output.

mod sides;

use kakukin_core::{BadValue, InputError};
use kakukin_series::Practice;
use serde::{Serialize, Serializer};
use sides::Sides;
pub(crate) use sides::WithSides;
use std::{collections::BTreeMap, str::FromStr};

/// A language that people read, with the names that a game has for its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lang {
    language: Language,
    sides: Sides,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Language {
    English,
    Japanese,
}

impl Lang {
    /// English.
    pub const EN: Self = Self { language: Language::English, sides: Sides::Order };
    /// Japanese.
    pub const JA: Self = Self { language: Language::Japanese, sides: Sides::Order };
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::EN, Self::JA];

    /// The language of a POSIX locale such as `ja_JP.UTF-8`; English for any other.
    pub fn of_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("ja") { Self::JA } else { Self::EN }
    }

    /// The same language as the players of a game speak it.
    pub fn in_game(self, game: Option<Practice>) -> Self {
        let sides = match game {
            Some(Practice::Chess) => Sides::WhiteFirst,
            Some(Practice::Go) => Sides::BlackFirst,
            Some(Practice::Shogi | Practice::ComputerShogi) | None => Sides::Order,
        };
        Self { sides, ..self }
    }

    /// The game whose players speak like this; none where they speak as in any game.
    pub(crate) fn game(self) -> Option<Practice> {
        match self.sides {
            Sides::WhiteFirst => Some(Practice::Chess),
            Sides::BlackFirst => Some(Practice::Go),
            Sides::Order => None,
        }
    }

    /// The name of the language.
    pub fn tag(self) -> &'static str {
        self.pick(["en", "ja"])
    }

    /// Whether it is Japanese, whatever the game.
    pub fn is_japanese(self) -> bool {
        self.language == Language::Japanese
    }

    /// The other language.
    pub fn other(self) -> Self {
        let language = match self.language {
            Language::English => Language::Japanese,
            Language::Japanese => Language::English,
        };
        Self { language, ..self }
    }

    /// The name of the locale that has its texts.
    pub(crate) fn locale(self) -> &'static str {
        match self.sides {
            Sides::Order => self.tag(),
            Sides::WhiteFirst => self.pick(["en-white-first", "ja-white-first"]),
            Sides::BlackFirst => self.pick(["en-black-first", "ja-black-first"]),
        }
    }

    /// One of two things, that for English first.
    pub fn pick<T: Copy>(self, both: [T; 2]) -> T {
        both[self.language as usize]
    }
}

impl Serialize for Lang {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Lang {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Lang".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A language that people read.",
            "enum": ["en", "ja"],
        })
    }
}

impl FromStr for Lang {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "en" => Ok(Self::EN),
            "ja" => Ok(Self::JA),
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
    crate::_rust_i18n_try_translate(lang.locale(), key).map(|text| text.into_owned())
}

/// All texts whose keys start so, by key.
pub fn translations(lang: Lang, prefix: &str) -> BTreeMap<String, String> {
    let all = crate::_rust_i18n_backend().messages_for_locale(lang.locale()).unwrap_or_default();
    let wanted = all.into_iter().filter(|(key, _)| key.starts_with(prefix));
    wanted.map(|(key, text)| (key.into_owned(), text.into_owned())).collect()
}
