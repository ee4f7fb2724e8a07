//! Which games belong together: two on one opening, with sides swapped.
//!
//! - *round*: the same event and round, and the same starting position where one is written.
//!   `7.1` and `7.2`, `7.3` and `7.4` are pairs (a round and the game in it), and so are two games
//!   that both say `7`.
//! - *opening*: the same event and the same starting position or opening.
//! - *consecutive*: a game and the next one between the two in the same event, unless they say
//!   different positions.
//!
//! In each case sides must be swapped. A game that is counted apart takes its partner with it.

use crate::{InputError, Record};
use kakukin_core::BadValue;
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, VecDeque},
    str::FromStr,
};

/// The most games that wait for their partners at a time; what comes then stays single.
const MAX_WAITING: usize = 200_000;

/// How games are paired.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum PairsBy {
    /// By the best evidence that there is.
    #[default]
    Auto,
    /// By this.
    Evidence(PairEvidence),
    /// Not at all.
    None,
}

/// By what two games are known to belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PairEvidence {
    /// They say the same round.
    Round,
    /// They have the same opening.
    Opening,
    /// One follows the other.
    Consecutive,
}

impl PairEvidence {
    /// All kinds, the best first.
    pub const ALL: [Self; 3] = [Self::Round, Self::Opening, Self::Consecutive];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Opening => "opening",
            Self::Consecutive => "consecutive",
        }
    }
}

impl FromStr for PairsBy {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = PairEvidence::ALL.into_iter().find(|evidence| evidence.name() == text);
        match (text, known) {
            ("auto", _) => Ok(Self::Auto),
            ("none", _) => Ok(Self::None),
            (_, Some(evidence)) => Ok(Self::Evidence(evidence)),
            _ => {
                let allowed = "auto, round, opening, consecutive, none";
                Err(InputError::new("pairs", text, BadValue::Unknown, allowed))
            }
        }
    }
}

/// A game on its way into a pair.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half {
    /// Whether the one whose results are counted was first.
    pub(super) first: bool,
    /// That player's half points; nothing where the game does not count.
    pub(super) half_points: Option<u8>,
}

/// A pair whose second game has come: the half points of both, or nothing if one of them does not
/// count.
pub(super) type Whole = Option<u8>;

/// Games that wait for their partners under a name: a round, an opening.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiting {
    games: HashMap<(usize, String), VecDeque<Half>>,
    count: usize,
}

impl Waiting {
    /// One game more between two players, and the pair that it completes.
    pub(super) fn add(&mut self, between: usize, name: &str, half: Half) -> Option<Whole> {
        let key = (between, name.to_string());
        let Some(waiting) = self.games.get_mut(&key) else {
            self.wait(key, half);
            return None;
        };
        let Some(at) = waiting.iter().position(|other| other.first != half.first) else {
            self.wait(key, half);
            return None;
        };
        let partner = waiting.remove(at)?;
        if waiting.is_empty() {
            self.games.remove(&key);
        }
        self.count -= 1;
        Some(joined(partner, half))
    }

    fn wait(&mut self, key: (usize, String), half: Half) {
        if self.count < MAX_WAITING {
            self.count += 1;
            self.games.entry(key).or_default().push_back(half);
        }
    }
}

/// The game before, where it has no partner yet.
#[derive(Debug, Clone, Default)]
pub(super) struct Before {
    game: Option<Half>,
    event: String,
    position: String,
}

impl Before {
    /// The next game between the two, and the pair that it completes.
    pub(super) fn add(&mut self, record: &Record, half: Half) -> Option<Whole> {
        let position = position(record).unwrap_or_default();
        let agree = self.event == record.event
            && (position.is_empty() || self.position.is_empty() || self.position == position);
        if let Some(before) = self.game.take()
            && before.first != half.first
            && agree
        {
            return Some(joined(before, half));
        }
        self.game = Some(half);
        self.event.clone_from(&record.event);
        position.clone_into(&mut self.position);
        None
    }
}

fn joined(one: Half, other: Half) -> Whole {
    Some(one.half_points? + other.half_points?)
}

/// What a game shares with its partner, if it says that.
pub(super) fn shared_name(
    evidence: PairEvidence,
    only_positions: bool,
    record: &Record,
) -> Option<String> {
    let shared = match evidence {
        PairEvidence::Round => {
            let round = record.round.trim();
            let (number, pair) = round_and_pair(round)?;
            format!("{number}\0{pair}\0{}", position(record).unwrap_or_default())
        }
        PairEvidence::Opening if only_positions => position(record)?.to_string(),
        PairEvidence::Opening => Some(&record.opening).filter(|text| !text.is_empty())?.clone(),
        PairEvidence::Consecutive => return None,
    };
    Some(format!("{}\0{shared}", record.event))
}

/// `7.3` is the second pair of round 7; `7` has one pair.
fn round_and_pair(round: &str) -> Option<(&str, u64)> {
    if round.is_empty() {
        return None;
    }
    let numbered = round.rsplit_once('.').and_then(|(number, game)| {
        let game: u64 = game.parse().ok().filter(|game| *game > 0)?;
        Some((number, (game - 1) / 2 + 1))
    });
    Some(numbered.unwrap_or((round, 0)))
}

/// The starting position, where the opening is one and not a name: FEN and SFEN write the ranks
/// of a board between slashes.
fn position(record: &Record) -> Option<&str> {
    const SLASHES: usize = 7;
    let ranks = record.opening.split_whitespace().next()?;
    (ranks.bytes().filter(|byte| *byte == b'/').count() >= SLASHES).then_some(&record.opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_the_pairs_in_them() {
        for (round, found) in [
            ("", None),
            ("7", Some(("7", 0))),
            ("7.1", Some(("7", 1))),
            ("7.2", Some(("7", 1))),
            ("7.3", Some(("7", 2))),
            ("2.7.10", Some(("2.7", 5))),
            ("Final", Some(("Final", 0))),
            ("7.0", Some(("7.0", 0))),
        ] {
            assert_eq!(round_and_pair(round), found, "{round}");
        }
    }

    #[test]
    fn positions_are_no_names() {
        let of = |opening: &str| {
            let record = Record { opening: opening.into(), ..Record::default() };
            position(&record).is_some()
        };
        assert!(of("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
        assert!(of("4k4/+R8/9/9/9/9/9/9/4K4 w 2Pr2b4g4s4n4l16p"));
        assert!(!of("B20 Sicilian/Other") && !of("komi 7.5") && !of(""));
    }
}
