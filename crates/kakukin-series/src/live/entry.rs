//! The entries of a record, as they are written and sealed.

use super::Stamp;
use crate::{GameResult, InputError};
use kakukin_core::{BadValue, turns_around};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The longest name and comment, in characters.
pub(super) const LONGEST_NAME: usize = 60;
const LONGEST_COMMENT: usize = 300;

/// What an entry does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveAction"))]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The first player won a game.
    First,
    /// The second player won it.
    Second,
    /// It was drawn.
    Draw,
    /// The last result that still stands is taken back.
    Undo,
}

impl Action {
    /// Its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
            Self::Undo => "undo",
        }
    }

    /// The result that is entered; `None` if one is taken back.
    pub fn result(self) -> Option<GameResult> {
        match self {
            Self::First => Some(GameResult::First),
            Self::Second => Some(GameResult::Second),
            Self::Draw => Some(GameResult::Draw),
            Self::Undo => None,
        }
    }
}

impl From<GameResult> for Action {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::First => Self::First,
            GameResult::Second => Self::Second,
            GameResult::Draw => Self::Draw,
        }
    }
}

/// One line of a record. Lines are only ever added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveEntry"))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The number of the entry, from 1 on.
    pub number: u32,
    /// When it was entered.
    pub at: Stamp,
    /// What it does.
    pub action: Action,
    /// Who entered it, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// A remark, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The seal of this entry and all before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schemars(extend("x-always" = true)))]
    pub seal: String,
}

impl Entry {
    pub(super) fn seal_after(&self, previous: &str) -> String {
        seal(previous, &Self { seal: String::new(), ..self.clone() })
    }
}

/// SHA-256 over the previous seal, a line feed, and the JSON of what is sealed.
pub(super) fn seal(previous: &str, sealed: &impl Serialize) -> String {
    // Plain structs of texts and numbers can always be serialised.
    let json = serde_json::to_string(sealed).unwrap_or_default();
    let hash = Sha256::digest(format!("{previous}\n{json}"));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// When, by whom and with what remark something is entered.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// When.
    pub at: Stamp,
    /// By whom.
    pub by: Option<String>,
    /// A remark.
    pub comment: Option<String>,
}

impl Note {
    pub(super) fn check(&self) -> Result<(), InputError> {
        check_text("by", &self.by, LONGEST_NAME)?;
        check_text("comment", &self.comment, LONGEST_COMMENT)
    }
}

/// Refuses a text that would not fit a sheet of paper, or does more than stand there.
pub(super) fn check_text(
    field: &'static str,
    text: &Option<String>,
    most: usize,
) -> Result<(), InputError> {
    let Some(text) = text else { return Ok(()) };
    let length = text.chars().count();
    let problem = match text {
        _ if length > most => BadValue::TooLong,
        text if text.trim().is_empty() || text.chars().any(disturbs) => BadValue::BadForm,
        _ => return Ok(()),
    };
    Err(InputError::new(field, text, problem, format!("1..{most}")))
}

/// Control characters, and those that turn the direction of what follows: a line of the trail
/// shall read as it was written.
fn disturbs(c: char) -> bool {
    c.is_control() || turns_around(c)
}
