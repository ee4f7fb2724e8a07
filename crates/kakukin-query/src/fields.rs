//! Queries as text: their fields by name, and where the values come from.
//!
//! A field is described once. The command line makes it an option (feature `clap`), a server a
//! parameter; its value is interpreted where the query becomes a job.

use crate::InputError;
use kakukin_core::BadValue;
use std::collections::BTreeMap;

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One text, or nothing.
    Text,
    /// Any number of texts.
    List,
    /// Said or not.
    Flag,
}

/// A field of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name, in snake case.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What its value looks like (`RATE`); empty for a flag.
    pub value: &'static str,
}

/// A question, or a part that questions share.
pub trait Fields: Sized {
    /// Adds the fields to a list.
    fn list(fields: &mut Vec<Field>);

    /// Takes the values of the fields.
    fn take(given: &mut Params) -> Result<Self, InputError>;

    /// Gives the values of its fields, as [`Fields::take`] takes them.
    fn give(&self, given: &mut Params);

    /// All fields.
    fn fields() -> Vec<Field> {
        let mut fields = Vec::new();
        Self::list(&mut fields);
        fields
    }

    /// The question that these values make; a name that it does not have is refused.
    fn read(mut given: Params) -> Result<Self, InputError> {
        let asked = Self::take(&mut given)?;
        match given.0.into_keys().next() {
            None => Ok(asked),
            Some(name) => {
                let names: Vec<&str> = Self::fields().iter().map(|field| field.name).collect();
                Err(InputError::new("parameter", name, BadValue::Unknown, names.join(", ")))
            }
        }
    }
}

/// A question without fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoFields;

impl Fields for NoFields {
    fn list(_: &mut Vec<Field>) {}

    fn take(_: &mut Params) -> Result<Self, InputError> {
        Ok(Self)
    }

    fn give(&self, _: &mut Params) {}
}

/// Gives the value of a field, if there is one.
pub(crate) fn give(name: &'static str, value: &impl Texts, given: &mut Params) {
    for text in value.texts() {
        given.add(name, text);
    }
}

/// The value of a field as texts.
pub(crate) trait Texts {
    /// All of them; none if nothing was said.
    fn texts(&self) -> Vec<String>;
}

impl Texts for Option<String> {
    fn texts(&self) -> Vec<String> {
        self.iter().cloned().collect()
    }
}

impl Texts for Vec<String> {
    fn texts(&self) -> Vec<String> {
        self.clone()
    }
}

impl Texts for bool {
    fn texts(&self) -> Vec<String> {
        if *self { vec!["true".into()] } else { Vec::new() }
    }
}

/// Values by the names of their fields, in the order in which they were given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, Vec<String>>);

impl Params {
    /// Adds a value.
    pub fn add(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.add_all(name, [value.into()]);
    }

    /// Adds values to a name, which is given also if there are none.
    pub fn add_all(&mut self, name: impl Into<String>, values: impl IntoIterator<Item = String>) {
        self.0.entry(name.into()).or_default().extend(values);
    }

    /// The same with all names that others give as they give them.
    #[must_use]
    pub fn with(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// A value, which stays where it is.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.first().map(String::as_str)
    }

    /// The value of a field that can have one. An empty one is what a form sends for nothing.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, InputError> {
        one(name, self.list(name))
    }

    /// The value of a field that is one of some words; an empty one is none of them.
    pub fn word(&mut self, name: &'static str) -> Result<Option<String>, InputError> {
        one(name, self.0.remove(name).unwrap_or_default())
    }

    /// The value of a field that has one even if it is only named: `explain`, `explain=2`.
    pub fn option(
        &mut self,
        name: &'static str,
        missing: &str,
    ) -> Result<Option<String>, InputError> {
        let named = self.0.contains_key(name);
        Ok(self.text(name)?.or_else(|| named.then(|| missing.to_string())))
    }

    /// The values of a field that can have many.
    pub fn list(&mut self, name: &'static str) -> Vec<String> {
        let mut values = self.0.remove(name).unwrap_or_default();
        values.retain(|value| !value.is_empty());
        values
    }

    /// Whether a flag is set: `exact`, `exact=true`.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, InputError> {
        match self.0.remove(name).unwrap_or_default().as_slice() {
            [] => Ok(false),
            [value] if matches!(value.as_str(), "" | "true" | "1") => Ok(true),
            [value] if matches!(value.as_str(), "false" | "0") => Ok(false),
            values => {
                Err(InputError::new(name, values.join(", "), BadValue::Unknown, "true, false"))
            }
        }
    }
}

/// The only one of the values, if there is any.
fn one(name: &'static str, mut values: Vec<String>) -> Result<Option<String>, InputError> {
    match values.len() {
        0 | 1 => Ok(values.pop()),
        _ => Err(InputError::new(name, values.join(", "), BadValue::Twice, "1")),
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Params {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut given = Self::default();
        for (name, value) in pairs {
            given.add(name, value);
        }
        given
    }
}

/// The name of a field that is a word of the language, too: `break`.
pub(crate) fn plain(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// A struct of fields. A field is a `word` (an argument without a name on the command line),
/// `text`, `number` (a text that may start with a minus sign), `texts`, `numbers`, `flag`,
/// `option` (a text that may be left out: `--explain`, `--explain 2`), or a `part` with fields of
/// its own.
///
/// One field after the other goes into what is made: the body of the struct, and those of `list`,
/// `take` and `give`.
macro_rules! query {
    ($(#[$about:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        query!(@ { given list own [$(#[$about])*] $name [] [] [] [] } $($fields)*);
    };
    (@ { $given:ident $list:ident $own:ident [$($about:tt)*] $name:ident
        [$($body:tt)*] [$($listed:tt)*] [$($taken:tt)*] [$($gives:tt)*] }) => {
        $($about)*
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "clap", derive(clap::Args))]
        pub struct $name { $($body)* }

        impl $crate::fields::Fields for $name {
            fn list($list: &mut Vec<$crate::fields::Field>) {
                $($listed)*
            }

            fn take(
                $given: &mut $crate::fields::Params,
            ) -> Result<Self, $crate::InputError> {
                Ok(Self { $($taken)* })
            }

            fn give(&self, $given: &mut $crate::fields::Params) {
                let $own = self;
                $($gives)*
            }
        }
    };
    (@ { $given:ident $list:ident $own:ident $about:tt $name:ident
        [$($body:tt)*] [$($listed:tt)*] [$($taken:tt)*] [$($gives:tt)*] }
        $(#[$doc:meta])* part $field:ident $part:ident, $($rest:tt)*) => {
        query!(@ { $given $list $own $about $name
            [$($body)* $(#[$doc])* #[cfg_attr(feature = "clap", command(flatten))] pub $field: $part,]
            [$($listed)* <$part as $crate::fields::Fields>::list($list);]
            [$($taken)* $field: <$part as $crate::fields::Fields>::take($given)?,]
            [$($gives)* $crate::fields::Fields::give(&$own.$field, $given);] }
            $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* flag $field:ident, $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [bool] Flag ""
            [long] [flag($crate::fields::plain(stringify!($field)))?] $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* word $field:ident $value:literal, $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [Option<String>] Text $value
            [value_name = $value] [text($crate::fields::plain(stringify!($field)))?] $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* text $field:ident $value:literal, $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [Option<String>] Text $value
            [long, value_name = $value] [text($crate::fields::plain(stringify!($field)))?] $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* number $field:ident $value:literal, $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [Option<String>] Text $value
            [long, value_name = $value, allow_hyphen_values = true]
            [text($crate::fields::plain(stringify!($field)))?] $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* option $field:ident $value:literal $missing:literal,
        $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [Option<String>] Text $value
            [long, value_name = $value, num_args = 0..=1, default_missing_value = $missing]
            [option($crate::fields::plain(stringify!($field)), $missing)?] $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* texts $field:ident $value:literal, $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [Vec<String>] List $value
            [long, value_name = $value] [list($crate::fields::plain(stringify!($field)))] $($rest)*);
    };
    (@ $made:tt $(#[$doc:meta])* numbers $field:ident $value:literal, $($rest:tt)*) => {
        query!(@add $made [$(#[$doc])*] $field [Vec<String>] List $value
            [long, value_name = $value, allow_hyphen_values = true]
            [list($crate::fields::plain(stringify!($field)))] $($rest)*);
    };
    (@add { $given:ident $list:ident $own:ident $about:tt $name:ident
        [$($body:tt)*] [$($listed:tt)*] [$($taken:tt)*] [$($gives:tt)*] }
        [$($doc:tt)*] $field:ident [$($type:tt)*] $kind:ident $value:literal
        [$($option:tt)*] [$($take:tt)*] $($rest:tt)*) => {
        query!(@ { $given $list $own $about $name
            [$($body)* $($doc)* #[cfg_attr(feature = "clap", arg($($option)*))]
                pub $field: $($type)*,]
            [$($listed)* $list.push($crate::fields::Field {
                name: $crate::fields::plain(stringify!($field)),
                kind: $crate::fields::Kind::$kind,
                value: $value,
            });]
            [$($taken)* $field: $given.$($take)*,]
            [$($gives)* $crate::fields::give(
                $crate::fields::plain(stringify!($field)), &$own.$field, $given);] }
            $($rest)*);
    };
}
pub(crate) use query;

#[cfg(test)]
#[allow(unreachable_pub, reason = "the macro makes public structs")]
mod tests {
    use super::*;

    query! {
        /// A part.
        pub struct Part {
            /// A rate.
            number p "RATE",
        }
    }
    query! {
        /// A whole.
        pub struct Whole {
            /// The hand.
            word hand "HAND",
            /// A part of it.
            part part Part,
            /// Words.
            texts turns "ORDER,..",
            /// Exactly.
            flag exact,
            /// Explained.
            option explain "DEPTH" "1",
        }
    }

    #[test]
    fn fields_are_read_by_name_and_others_refused() {
        let names: Vec<_> = Whole::fields().iter().map(|field| field.name).collect();
        assert_eq!(names, ["hand", "p", "turns", "exact", "explain"]);
        let pairs =
            [("turns", "fixed"), ("p", "70%"), ("turns", "abba"), ("exact", ""), ("hand", "")];
        let whole = Whole::read(pairs.into_iter().collect()).unwrap();
        assert_eq!(whole.part.p.as_deref(), Some("70%"));
        assert_eq!(whole.turns, ["fixed", "abba"]);
        assert!(whole.exact && whole.hand.is_none() && whole.explain.is_none());
        let explain = |value: &str| {
            let given = [("explain", value)].into_iter().collect();
            Whole::read(given).unwrap().explain
        };
        assert_eq!((explain(""), explain("2")), (Some("1".into()), Some("2".into())));
        let refused = |pairs: &[(&str, &str)]| {
            let error = Whole::read(pairs.iter().copied().collect()).unwrap_err();
            (error.field, error.value, error.problem)
        };
        assert_eq!(refused(&[("q", "1")]), ("parameter", "q".into(), BadValue::Unknown.into()));
        assert_eq!(
            refused(&[("p", "1"), ("p", "2")]),
            ("p", "1, 2".into(), BadValue::Twice.into())
        );
        assert_eq!(refused(&[("exact", "no")]), ("exact", "no".into(), BadValue::Unknown.into()));
    }

    #[test]
    fn what_a_question_gives_makes_the_same_question() {
        let pairs = [("turns", "fixed"), ("p", "70%"), ("turns", "abba"), ("exact", "1")];
        for pairs in [&pairs[..], &[], &[("explain", ""), ("hand", "1m")]] {
            let whole = Whole::read(pairs.iter().copied().collect()).unwrap();
            let mut given = Params::default();
            whole.give(&mut given);
            assert_eq!(Whole::read(given), Ok(whole));
        }
    }
}
