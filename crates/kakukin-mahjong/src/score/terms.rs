//! A question about the score of a hand, and what a win is worth.

use crate::{InputError, Method, Question, Reds, Situation, Stakes, Tile, win::EQUAL};
use kakukin_core::BadValue;
use serde::Serialize;
use std::{cmp::Ordering, str::FromStr};

/// Scores that are less than this apart are equal, as those less than [`EQUAL`] apart are for chances.
pub const EQUAL_POINTS: f64 = 1e-7;

/// What the player wants most. Where that is equal the others decide: the score, the
/// win, the chance to be ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Points.
    #[default]
    Score,
    /// To win.
    Win,
    /// To be ready.
    Tenpai,
    /// The balance of the round: points less what wins of others cost.
    Balance,
}

impl Aim {
    /// Every aim.
    pub const ALL: [Self; 4] = [Self::Score, Self::Win, Self::Tenpai, Self::Balance];

    /// Its name in options and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
            Self::Tenpai => "tenpai",
            Self::Balance => "balance",
        }
    }

    /// The columns in the order in which they decide.
    pub(crate) const fn order(self) -> [usize; 3] {
        match self {
            // Where the balance is wanted it stands in the place of the score.
            Self::Score | Self::Balance => [SCORE, WIN, TENPAI],
            Self::Win => [WIN, SCORE, TENPAI],
            Self::Tenpai => [TENPAI, SCORE, WIN],
        }
    }

    /// Whether the first figures are better.
    #[inline]
    pub(crate) fn prefers(self, a: &Figures, b: &Figures) -> bool {
        let three = |x: &Figures| [x[SCORE], x[WIN], x[TENPAI]];
        self.compare(three(a), three(b)) == Ordering::Greater
    }

    /// How one hand's score, win and tenpai stand to another's: by the first figure that
    /// differs by more than rounding.
    #[inline]
    pub fn compare(self, a: [f64; 3], b: [f64; 3]) -> Ordering {
        for column in self.order() {
            let equal = if column == SCORE { EQUAL_POINTS } else { EQUAL };
            let difference = a[column] - b[column];
            if difference > equal {
                return Ordering::Greater;
            }
            if difference < -equal {
                return Ordering::Less;
            }
        }
        Ordering::Equal
    }
}

impl FromStr for Aim {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::ALL.into_iter().find(|aim| aim.name() == text).ok_or_else(|| {
            InputError::new("objective", text, BadValue::Unknown, "score, win, tenpai, balance")
        })
    }
}

/// The columns that are swept together.
pub(crate) type Figures = [f64; 4];
/// Points.
pub(crate) const SCORE: usize = 0;
/// The chance to win.
pub(crate) const WIN: usize = 1;
/// The chance to be ready at some time.
pub(crate) const TENPAI: usize = 2;
/// The chance to be ready at the end without a win.
pub(crate) const READY: usize = 3;

/// What a win is worth at the table, and how the hand is played for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Seat, round, rules, honba and sticks.
    pub stakes: Stakes,
    /// What is wanted most.
    pub aim: Aim,
    /// Whether riichi may be declared.
    pub riichi: bool,
    /// Whether the last draw is the last tile of the wall (海底).
    pub haitei: bool,
    /// Whether a win may be refused for a better one.
    pub refuse: bool,
    /// How many others are ready when nobody wins. Without it nothing is paid then, and the
    /// stick of a riichi that did not win does not count either.
    pub others_ready: Option<u32>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            stakes: Stakes::default(),
            aim: Aim::Score,
            riichi: true,
            haitei: true,
            refuse: false,
            others_ready: None,
        }
    }
}

impl Terms {
    /// What a win brings on average where the score and the chance to win are these. Where
    /// payments at the end count, the score does not tell.
    pub fn mean(&self, score: f64, win: f64) -> Option<f64> {
        (self.others_ready.is_none() && win > 0.0).then(|| score / win)
    }
}

/// A checked question about points.
///
/// ```
/// use kakukin_mahjong::{Bag, Hand, Players, Question, ScoreQuestion, ScoreSolver, Situation, Terms};
/// let hand: Hand = "234678m2340678p5s".parse()?;
/// let table = Situation::new(hand, Players::Four)?.with_dora(Bag::parse("dora", "4z")?)?;
/// let question = ScoreQuestion::new(Question::new(table)?, Terms::default())?;
/// let answer = ScoreSolver::default().answer(&question)?;
/// let best = &answer.discards()[0];
/// assert_eq!(best.tile().to_string(), "5s");
/// assert!(best.prospect().score()[17] > 3000.0);
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreQuestion {
    question: Question,
    terms: Terms,
}

impl ScoreQuestion {
    /// Checks that the hand can be scored: every meld is known, the seat exists, and there
    /// are no more indicators than a wall and no more red fives than the rules have. The objective of `question` is not used.
    pub fn new(question: Question, terms: Terms) -> Result<Self, InputError> {
        let situation = question.situation();
        situation.needs_known_melds("meld")?;
        terms.stakes.check(situation.players())?;
        let most = situation.players().number() - 1;
        if let Some(others) = terms.others_ready.filter(|&others| others > most) {
            let allowed = format!("0..{most}");
            return Err(InputError::new("others-tenpai", others, BadValue::OutOfRange, allowed));
        }
        if terms.aim == Aim::Tenpai
            && question.method() != Method::Plain
            && !question.others().is_alone()
        {
            // Two sweeps share a policy only if it is decided by figures that both have.
            let allowed = "score, win, balance";
            return Err(InputError::new("objective", "tenpai", BadValue::Conflict, allowed));
        }
        crate::points::check_table(situation, &terms.stakes)?;
        Ok(Self { question, terms })
    }

    /// The hand, the draws and the moves.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What a win is worth.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The same with another aim.
    #[must_use]
    pub fn with_aim(mut self, aim: Aim) -> Self {
        self.terms.aim = aim;
        self
    }

    /// Whether the hand begins with its first turn, in which a riichi is double and a win is
    /// heavenly: in the standard situation, if nothing was called.
    pub fn is_first_turn(&self) -> bool {
        self.question.is_standard() && self.question.situation().hand().is_unmelded()
    }

    /// The red fives that are unseen.
    pub(crate) fn unseen_reds(&self) -> Reds {
        let held = self.question.situation().hand().reds();
        let most = self.red_limits();
        let unseen = std::array::from_fn(|suit| (most.of(suit) - held.of(suit)) as u8);
        Reds::new(unseen).unwrap_or_default()
    }

    /// The most red fives of each suit that the concealed tiles could hold.
    pub(crate) fn red_limits(&self) -> Reds {
        let situation = self.question.situation();
        let (all, visible) = (game_reds(situation, &self.terms), situation.visible_reds());
        let (hand, limits) = (situation.hand(), situation.limits());
        // Where every five is seen, so are the red ones, even if nobody said that they are red.
        let most = |suit: usize| {
            let five = Tile::of(suit, 4)?;
            let unseen = limits.count(five) - hand.concealed().count(five);
            Some((hand.reds().of(suit) + unseen.min(all.of(suit) - visible.of(suit))) as u8)
        };
        Reds::new(std::array::from_fn(|suit| most(suit).unwrap_or(0))).unwrap_or_default()
    }
}

fn game_reds(situation: &Situation, terms: &Terms) -> Reds {
    terms.stakes.rules().reds(situation.players())
}
