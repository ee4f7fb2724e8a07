//! The three ways to win.

use crate::InputError;
use kakukin_core::BadValue;
use serde::Serialize;
use std::str::FromStr;

/// A way to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Four groups and a pair (一般手).
    Standard,
    /// Seven different pairs (七対子).
    SevenPairs,
    /// One of each one, nine and honour, and a second of any (国士無双).
    ThirteenOrphans,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 3] = [Self::Standard, Self::SevenPairs, Self::ThirteenOrphans];

    /// Its name in options and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::SevenPairs => "seven_pairs",
            Self::ThirteenOrphans => "thirteen_orphans",
        }
    }
}

/// A set of forms.
///
/// ```
/// use kakukin_mahjong::{Form, Forms};
/// let forms: Forms = "standard,seven-pairs".parse()?;
/// assert!(forms.has(Form::SevenPairs) && !forms.has(Form::ThirteenOrphans));
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Forms(u8);

impl Forms {
    /// No form.
    pub const NONE: Self = Self(0);
    /// The standard form alone.
    pub const STANDARD: Self = Self(1);
    /// All three.
    pub const ALL: Self = Self(7);

    /// The set with this form too.
    #[must_use]
    pub const fn with(self, form: Form) -> Self {
        Self(self.0 | (1 << form as u8))
    }

    /// Whether the form is in the set.
    pub const fn has(self, form: Form) -> bool {
        self.0 >> form as u8 & 1 == 1
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The forms in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The forms, in order.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.into_iter().filter(move |&form| self.has(form))
    }
}

impl FromStr for Forms {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        text.split([',', '、']).try_fold(Self::NONE, |forms, part| {
            let form = match part.trim().replace('-', "_").as_str() {
                "all" => return Ok(Self::ALL),
                "standard" | "一般手" => Form::Standard,
                "seven_pairs" | "七対子" => Form::SevenPairs,
                "thirteen_orphans" | "国士無双" => Form::ThirteenOrphans,
                _ => {
                    let allowed = "all, standard, seven-pairs, thirteen-orphans";
                    return Err(InputError::new("form", text, BadValue::Unknown, allowed));
                }
            };
            Ok(forms.with(form))
        })
    }
}
