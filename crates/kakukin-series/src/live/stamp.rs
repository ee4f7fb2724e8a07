//! Points in time, as records write them.

use super::LiveFault;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A moment in UTC to the second, such as `2026-11-15T09:30:00Z`: the later is the greater.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(extend("format" = "date-time")))]
#[serde(try_from = "String", into = "String")]
pub struct Stamp(String);

impl TryFrom<String> for Stamp {
    type Error = LiveFault;
    fn try_from(text: String) -> Result<Self, LiveFault> {
        let fits = |(c, form): (u8, u8)| if form == b'0' { c.is_ascii_digit() } else { c == form };
        let form = b"0000-00-00T00:00:00Z";
        let good = text.len() == form.len() && text.bytes().zip(*form).all(fits);
        if good { Ok(Self(text)) } else { Err(LiveFault::Time) }
    }
}

impl From<Stamp> for String {
    fn from(stamp: Stamp) -> Self {
        stamp.0
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
