//! What happens when a series reaches its limit and nobody has won it.

use crate::{InputError, Model, Player};
use kakukin_core::{BadValue, Rational, known_word};
use serde::Serialize;
use std::{fmt, str::FromStr};

/// Who wins a series in which both have the same points at the limit. Whatever is played for it,
/// lots decide who is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Undecided {
    /// Nobody (the rule of the articles).
    #[default]
    None,
    /// Lots are drawn.
    Lot,
    /// B, who was second in the first game.
    Second,
    /// Whoever wins one more game; a draw is played again, with new lots.
    Game,
    /// Whoever wins one more game, a draw being a win of the second player.
    Armageddon,
}

impl Undecided {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::None, Self::Lot, Self::Second, Self::Game, Self::Armageddon];

    /// Its name in every machine-readable output, and what is typed for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lot => "lot",
            Self::Second => "second",
            Self::Game => "game",
            Self::Armageddon => "armageddon",
        }
    }

    /// What it comes to between these two; nothing if nobody wins.
    pub(crate) fn decider(self, model: &Model) -> Result<Option<Decider>, InputError> {
        let half = || Rational::ONE / Rational::from(2);
        let [a, b] = Player::BOTH.map(|first| model.game(first));
        let decider = match self {
            Self::None => return Ok(None),
            Self::Lot => Decider { a: half(), played: None },
            Self::Second => Decider { a: Rational::ZERO, played: None },
            Self::Game => {
                // Of two games, one with each side.
                let decided = Rational::from(2) - &a.draw - &b.draw;
                if decided.is_zero() {
                    let allowed = "none, lot, second, armageddon";
                    let code = self.code();
                    return Err(InputError::new("undecided", code, BadValue::Conflict, allowed));
                }
                let won = &a.first + &b.second;
                let again = (&a.draw + &b.draw) * half();
                Decider { a: won / &decided, played: Some(again) }
            }
            Self::Armageddon => {
                let a = (Rational::ONE + &a.first - &b.first) * half();
                Decider { a, played: Some(Rational::ZERO) }
            }
        };
        Ok(Some(decider))
    }
}

/// How a series without a winner is decided after all.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decider {
    /// A wins it, else B.
    pub(crate) a: Rational,
    /// If a game is played for it: how likely that game is drawn and played again.
    pub(crate) played: Option<Rational>,
}

impl Decider {
    /// The chances of A and of B.
    pub(crate) fn chances(&self) -> [Rational; 2] {
        [self.a.clone(), Rational::ONE - &self.a]
    }

    /// Expected number of games that are played for it.
    pub(crate) fn games(&self) -> Rational {
        let again = self.played.as_ref();
        again.map_or(Rational::ZERO, |again| Rational::ONE / (Rational::ONE - again))
    }
}

/// The words for each way.
const WORDS: [(Undecided, &str); 5] = [
    (Undecided::None, "none nobody no-winner there-is-no-winner なし 勝者なし"),
    (Undecided::Lot, "lot lots lots-decide lots-are-drawn 抽選 抽選で決める くじ くじ引き"),
    (
        Undecided::Second,
        "second b b-wins b-wins-who-was-second-in-game-1 \
         後手 後手勝ち 後手の勝ち Ｂさんの勝ち Ｂさん（1局目の後手）の勝ち 対局者Ｂ（1局目の後手）の勝ち",
    ),
    (
        Undecided::Game,
        "game one-game one-more-game one-more-game-decides \
         one-more-game-decides(lots-for-the-sides,a-draw-is-replayed) \
         一局 1局 もう一局 もう1局 もう1局で決める もう一局で決める \
         もう1局で決める（先後は抽選、引分けは指し直し）",
    ),
    (
        Undecided::Armageddon,
        "armageddon armageddon-game アルマゲドン アーマゲドン アルマゲドン戦 \
         one-more-game-decides(lots-for-the-sides,a-draw-wins-for-the-second-player) \
         もう1局で決める（先後は抽選、引分けは後手の勝ち）",
    ),
];

/// Reads a way by its name, or by the words for it in either language.
impl FromStr for Undecided {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        known_word(text, &WORDS).copied().ok_or_else(|| {
            let allowed = Self::ALL.map(Self::code).join(", ");
            InputError::new("undecided", text, BadValue::Unknown, allowed)
        })
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
