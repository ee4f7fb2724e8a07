//! What decides between players with equal points.

use crate::InputError;
use kakukin_core::BadValue;
use serde::Serialize;
use std::fmt;

/// One way to tell apart players with equal points; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points from the games among those who are still tied (直接対決).
    Direct,
    /// Traditional points of beaten opponents, and half of those of opponents held to a draw,
    /// game by game (Sonneborn-Berger).
    Sonneborn,
    /// Games won.
    Wins,
    /// Games won as second player.
    SecondWins,
    /// Traditional points of all opponents, game by game (Buchholz, ソルコフ).
    Buchholz,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Direct, Self::Sonneborn, Self::Wins, Self::SecondWins, Self::Buchholz];

    /// The usual order.
    pub const USUAL: [Self; 3] = [Self::Direct, Self::Sonneborn, Self::Wins];

    /// Its name on the command line and in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Sonneborn => "sonneborn",
            Self::Wins => "wins",
            Self::SecondWins => "second-wins",
            Self::Buchholz => "buchholz",
        }
    }

    /// Reads an order such as `direct,sonneborn`; `none` is the empty one.
    pub fn parse_order<'t>(
        parts: impl IntoIterator<Item = &'t str>,
    ) -> Result<Vec<Self>, InputError> {
        let allowed = || {
            let names = Self::ALL.map(Self::code).join(", ");
            format!("{names}; none")
        };
        let refuse = |text: &str, problem| InputError::new("tie-breaks", text, problem, allowed());
        let mut order = Vec::new();
        let mut none = false;
        for text in parts {
            if text == "none" && none {
                return Err(refuse(text, BadValue::Twice));
            }
            if none || (text == "none" && !order.is_empty()) {
                return Err(refuse("none", BadValue::Conflict));
            }
            if text == "none" {
                none = true;
                continue;
            }
            let known = Self::ALL.into_iter().find(|known| known.code() == text);
            let tie_break = known.ok_or_else(|| refuse(text, BadValue::Unknown))?;
            if order.contains(&tie_break) {
                return Err(refuse(text, BadValue::Twice));
            }
            order.push(tie_break);
        }
        Ok(order)
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let read = |text: &'static str| TieBreak::parse_order(text.split(','));
        assert_eq!(
            read("wins,direct,second-wins").unwrap(),
            [TieBreak::Wins, TieBreak::Direct, TieBreak::SecondWins]
        );
        assert_eq!(read("none").unwrap(), []);
        for (text, problem) in [
            ("wins,wins", BadValue::Twice),
            ("none,none", BadValue::Twice),
            ("none,wins", BadValue::Conflict),
            ("wins,none", BadValue::Conflict),
            ("luck", BadValue::Unknown),
            ("", BadValue::Unknown),
        ] {
            assert_eq!(read(text).unwrap_err().problem, problem, "{text}");
        }
    }
}
