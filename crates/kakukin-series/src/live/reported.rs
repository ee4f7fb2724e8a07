//! Results as people report them.

use super::Names;
use crate::{GameResult, InputError, Player, Problem, Undecided};
use kakukin_core::{BadValue, as_seen};
use std::{fmt, str::FromStr};

/// A result as somebody reports it: by the side that won, or by the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedResult {
    /// The side that won, or a draw.
    Side(GameResult),
    /// The player who won.
    Winner(Player),
}

/// What is said after whoever won, longest first.
const WON: [&str; 6] = ["の勝ち", "の勝", "勝ち", "勝", " wins", " won"];
/// What is said after whoever lost, longest first.
const LOST: [&str; 8] = ["の負け", "の負", "負け", "負", "の敗", "敗", " loses", " lost"];

impl ReportedResult {
    /// What is understood.
    pub const ALLOWED: &'static str = "first, second, draw (f, s, d), a, b, NAME, 1-0, 0-1, 1/2-1/2, 先手, 後手, 先手負, 引分, 千日手";

    /// The result that a word means between players of these names: a side, A or B, a name as it
    /// is written, each with or without what became of it, or a score with the first player's
    /// part first.
    pub fn read(text: &str, names: &Names) -> Result<Self, InputError> {
        let seen = as_seen(text);
        let mut meanings: Vec<Self> = Vec::new();
        let mut add = |meaning: Self| {
            if !meanings.contains(&meaning) {
                meanings.push(meaning);
            }
        };
        score(&seen).into_iter().for_each(&mut add);
        // Who is named has won, unless the word goes on.
        for named in who(&seen, names) {
            add(named);
        }
        for (endings, won) in [(&WON[..], true), (&LOST[..], false)] {
            let rest = endings.iter().find_map(|ending| seen.strip_suffix(ending));
            for named in rest.into_iter().flat_map(|rest| who(rest, names)) {
                add(if won { named } else { named.reversed() });
            }
        }
        let refuse = |problem: Problem, allowed| InputError::new("result", text, problem, allowed);
        match meanings[..] {
            [meaning] => Ok(meaning),
            [] => Err(refuse(BadValue::Unknown.into(), Self::ALLOWED)),
            _ => Err(refuse(Problem::AmbiguousResult, "first, second, draw")),
        }
    }

    /// The result of a game in which `first` is first.
    pub fn result(self, first: Player) -> GameResult {
        match self {
            Self::Side(result) => result,
            Self::Winner(winner) => winner.win(first),
        }
    }

    /// The result of what decides a series at equal points, where A stands for the first player;
    /// `None` if it does not tell who won it.
    pub(super) fn decides(self, way: Undecided) -> Option<GameResult> {
        match self {
            Self::Winner(winner) => Some(winner.win(Player::A)),
            Self::Side(GameResult::Draw) if way == Undecided::Game => Some(GameResult::Draw),
            Self::Side(_) => None,
        }
    }

    fn reversed(self) -> Self {
        match self {
            Self::Side(GameResult::First) => Self::Side(GameResult::Second),
            Self::Side(GameResult::Second) => Self::Side(GameResult::First),
            Self::Side(GameResult::Draw) => self,
            Self::Winner(winner) => Self::Winner(winner.other()),
        }
    }
}

/// A draw by its names, or a score as game records write it.
fn score(seen: &str) -> Option<ReportedResult> {
    let plain: String = seen.chars().map(plain).collect();
    let result = match plain.to_lowercase().as_str() {
        "draw" | "d" | "引分" | "引分け" | "引き分け" | "千日手" | "持将棋" => {
            GameResult::Draw
        }
        "1/2-1/2" | "½-½" | "0.5-0.5" | "1/2" | "½" | "=" => GameResult::Draw,
        "1-0" => GameResult::First,
        "0-1" => GameResult::Second,
        _ => return None,
    };
    Some(ReportedResult::Side(result))
}

/// Everybody whom a word may name.
fn who(seen: &str, names: &Names) -> Vec<ReportedResult> {
    let seen = seen.trim();
    let plain: String = seen.chars().map(plain).collect();
    let word = match plain.to_lowercase().as_str() {
        "first" | "f" | "先手" => Some(ReportedResult::Side(GameResult::First)),
        "second" | "s" | "後手" => Some(ReportedResult::Side(GameResult::Second)),
        "a" => Some(ReportedResult::Winner(Player::A)),
        "b" => Some(ReportedResult::Winner(Player::B)),
        _ => None,
    };
    let bears = |name: &Option<String>| name.as_ref().is_some_and(|name| as_seen(name) == seen);
    let named = [(Player::A, &names.a), (Player::B, &names.b)].into_iter();
    let named = named.filter(|(_, name)| bears(name));
    word.into_iter().chain(named.map(|(player, _)| ReportedResult::Winner(player))).collect()
}

/// Wide letters, and the dashes that stand between two numbers, as they are on every keyboard.
fn plain(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
        '‐' | '‑' | '–' | '—' | '−' | 'ー' => '-',
        _ => c,
    }
}

/// Between players whose names are not known.
impl FromStr for ReportedResult {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::read(text, &Names::default())
    }
}

/// As it is written on the command line.
impl fmt::Display for ReportedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Side(GameResult::First) => "first",
            Self::Side(GameResult::Second) => "second",
            Self::Side(GameResult::Draw) => "draw",
            Self::Winner(Player::A) => "a",
            Self::Winner(Player::B) => "b",
        })
    }
}
