//! Which pages of a rule sheet are wanted.

use crate::InputError;
use kakukin_core::BadValue;
use serde::Serialize;
use std::str::FromStr;

/// Which pages of a rule sheet are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SheetPages {
    /// All of them.
    #[default]
    All,
    /// The one page for the wall.
    Wall,
    /// What stands behind it.
    Annex,
}

impl SheetPages {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Wall, Self::Annex, Self::All];

    /// Its name in every machine-readable output, and what is typed for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Wall => "wall",
            Self::Annex => "annex",
        }
    }
}

impl FromStr for SheetPages {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::ALL.into_iter().find(|pages| pages.code() == text.trim()).ok_or_else(|| {
            let allowed = Self::ALL.map(Self::code).join(", ");
            InputError::new("page", text, BadValue::Unknown, allowed)
        })
    }
}
