//! The question: a situation, the draws to come, and how the hand is to be played.

use crate::{Distances, Form, Forms, InputError, Situation, Tiles};
use kakukin_core::BadValue;
use serde::Serialize;
use std::str::FromStr;

/// Turns of a hand in the standard situation.
pub const TURNS: usize = 18;
/// The most draws that can be asked for: all of the live wall.
pub const MAX_DRAWS: u32 = 70;
/// The most moves that may be given away, see [`Method::Improve`].
pub const MAX_EXTRA: u8 = 3;
/// The states that a computation may have unless more are asked for.
pub const STATES: usize = 4_000_000;
/// The most states that can be asked for.
pub const MAX_STATES: usize = 16_000_000;
/// The most figures of states that a computation holds at a time: two gigabytes and more.
pub const MAX_KEPT: usize = 64_000_000;

/// Figures that are less than this apart are equal: different sums of the same. Far above what
/// rounding adds up to, far below what anybody would call a difference.
pub const EQUAL: f64 = 1e-12;

/// The draws to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Draws {
    /// As in the article on winning chances: 18 turns; a hand that has drawn is in its first one, one that has not
    /// is as dealt.
    #[default]
    Standard,
    /// So many from now on.
    Left(u32),
}

impl Draws {
    fn left(draws: u32) -> Result<Self, InputError> {
        if draws > MAX_DRAWS {
            let allowed = format!("0..{MAX_DRAWS}");
            return Err(InputError::new("draws-left", draws, BadValue::OutOfRange, allowed));
        }
        Ok(Self::Left(draws))
    }
}

/// Which moves are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// The shortest way only (type 1): every draw that is kept brings the hand nearer, no
    /// discard takes it farther. Exact.
    #[default]
    Plain,
    /// With improvement and going back (type 2): up to `extra` moves more than the
    /// shortest way.
    Improve {
        /// At most [`MAX_EXTRA`].
        extra: u8,
        /// How draws are weighed.
        divisor: Divisor,
    },
}

/// How the chance of a draw is worked out although the state does not say which tiles
/// were thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Divisor {
    /// As `split`, but what the origin held stays seen: thrown tiles of it do not come back.
    #[default]
    Seen,
    /// Useful tiles are as likely as they are, e/(S - t); the others share the rest
    /// pro rata. Always a probability.
    Split,
    /// Every tile e/(S - t), as if thrown tiles were still there; may exceed 1.
    Wall,
    /// Every tile e/S, as if thrown tiles went back.
    Constant,
}

impl Divisor {
    /// Every convention.
    pub const ALL: [Self; 4] = [Self::Seen, Self::Split, Self::Wall, Self::Constant];

    /// Its name in options and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Split => "split",
            Self::Wall => "wall",
            Self::Constant => "constant",
        }
    }
}

impl FromStr for Divisor {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::ALL.into_iter().find(|x| x.name() == text).ok_or_else(|| {
            InputError::new("divisor", text, BadValue::Unknown, "seen, split, wall, constant")
        })
    }
}

/// What the player wants most; the other figure breaks ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Objective {
    /// To win.
    #[default]
    Win,
    /// To be ready.
    Tenpai,
}

impl Objective {
    /// The figure that is wanted most, and the other.
    #[inline]
    pub(crate) fn order(self, win: f64, tenpai: f64) -> [f64; 2] {
        match self {
            Self::Win => [win, tenpai],
            Self::Tenpai => [tenpai, win],
        }
    }

    /// Its name in options and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Tenpai => "tenpai",
        }
    }
}

/// What a waiting hand is judged by: the figure that is wanted most, the other one, and
/// tenpai in the standard form, so that every part of the program plays alike.
pub(crate) type Value = [f64; 3];

/// Whether the first value is better: by the first figure that differs.
#[inline]
pub(crate) fn better(a: Value, b: Value) -> bool {
    let near = |k: usize| a[k] > b[k] - EQUAL;
    let beyond = |k: usize| a[k] > b[k] + EQUAL;
    beyond(0) | (near(0) & (beyond(1) | (near(1) & beyond(2))))
}

impl FromStr for Objective {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        [Self::Win, Self::Tenpai]
            .into_iter()
            .find(|x| x.name() == text)
            .ok_or_else(|| InputError::new("objective", text, BadValue::Unknown, "win, tenpai"))
    }
}

/// A checked question.
///
/// ```
/// use kakukin_mahjong::{Hand, Players, Question, Situation, Solver};
/// let hand: Hand = "234578m1689p357s1z".parse()?;
/// let question = Question::new(Situation::new(hand, Players::Four)?)?;
/// let answer = Solver::default().answer(&question)?;
/// let best = &answer.discards()[0];
/// assert_eq!(best.tile().to_string(), "1p");
/// assert!((best.worth().win()[17] - 0.1511).abs() < 5e-5);
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    situation: Situation,
    draws: Draws,
    method: Method,
    objective: Objective,
    forms: Forms,
    all: bool,
    most_states: usize,
    most_kept: usize,
    /// The chance that a discard of another is a random unseen tile, as bits.
    discards: u64,
    /// Discards of others after the last draw, where the wall says how many.
    last: Option<u32>,
}

/// Discards of others that may complete a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Others {
    /// After each discard of the player, before the next draw.
    pub(crate) each: usize,
    /// After the last one.
    pub(crate) last: usize,
    /// The chance of each to be a random unseen tile; otherwise it is of no use.
    pub(crate) rate: f64,
}

/// Tiles in the live wall at the first draw: four players have 70, three the 54 that 18 turns take.
const LIVE: [u32; 2] = [54, 70];

impl Question {
    /// The shortest way only, in the standard 18 turns, to win in any form.
    pub fn new(situation: Situation) -> Result<Self, InputError> {
        Self::with(situation, Draws::Standard)
    }

    /// The same with so many draws from now on.
    pub fn from_now(situation: Situation, draws: u32) -> Result<Self, InputError> {
        Self::with(situation, Draws::left(draws)?)
    }

    /// With so many tiles left in the live wall, the next draw of a hand that has not drawn counted
    /// among them: the draws are every fourth of them, with three players every third.
    pub fn from_wall(situation: Situation, wall: u32) -> Result<Self, InputError> {
        let each = situation.players().number();
        let draws = match situation.hand().has_drawn() {
            true => wall / each,
            false => wall.div_ceil(each),
        };
        if wall > MAX_DRAWS {
            let allowed = format!("0..{MAX_DRAWS}");
            return Err(InputError::new("wall", wall, BadValue::OutOfRange, allowed));
        }
        let last = Self::last_of(&situation, wall, draws);
        Ok(Self { last: Some(last), ..Self::with(situation, Draws::left(draws)?)? })
    }

    /// The discards after the last draw.
    fn last_of(situation: &Situation, wall: u32, draws: u32) -> u32 {
        let each = situation.players().number();
        match situation.hand().has_drawn() {
            true => wall - each * draws,
            false => wall.saturating_sub(each * draws.saturating_sub(1) + 1),
        }
    }

    fn with(situation: Situation, draws: Draws) -> Result<Self, InputError> {
        let forms = situation.forms();
        let question = Self {
            situation,
            draws,
            method: Method::Plain,
            objective: Objective::Win,
            forms,
            all: false,
            most_states: STATES,
            most_kept: MAX_KEPT,
            discards: 0,
            last: None,
        };
        question.checked()
    }

    fn checked(self) -> Result<Self, InputError> {
        let (draws, unseen) = (self.draws(), self.situation.unseen());
        if draws as u32 > unseen {
            let allowed = format!("0..{unseen}");
            return Err(match self.draws {
                Draws::Standard => InputError::new("draws-left", "", BadValue::Missing, allowed),
                Draws::Left(_) => {
                    InputError::new("draws-left", draws, BadValue::OutOfRange, allowed)
                }
            });
        }
        Ok(self)
    }

    /// With other draws.
    pub fn with_draws(self, draws: Draws) -> Result<Self, InputError> {
        let draws = match draws {
            Draws::Left(left) => Draws::left(left)?,
            Draws::Standard => draws,
        };
        Self { draws, last: None, ..self }.checked()
    }

    /// With other moves.
    pub fn with_method(self, method: Method) -> Result<Self, InputError> {
        if let Method::Improve { extra, .. } = method
            && extra > MAX_EXTRA
        {
            let allowed = format!("0..{MAX_EXTRA}");
            return Err(InputError::new("improve", extra, BadValue::OutOfRange, allowed));
        }
        Ok(Self { method, ..self })
    }

    /// With discards of others that may win: each is with this chance a random unseen tile, and
    /// otherwise of no use. On the shortest way only.
    pub fn with_discards(self, rate: f64) -> Result<Self, InputError> {
        if !(0.0..=1.0).contains(&rate) {
            return Err(InputError::new("discards", rate, BadValue::OutOfRange, "0..1"));
        }
        // No negative zero, so that equal questions are equal.
        Ok(Self { discards: if rate > 0.0 { rate.to_bits() } else { 0 }, ..self })
    }

    /// The discards of others, if any can be of use.
    pub(crate) fn others(&self) -> Option<Others> {
        if !self.has_discards() {
            return None;
        }
        let each = self.situation.players().number() - 1;
        let last = self.last.unwrap_or_else(|| match self.draws {
            Draws::Standard => {
                let drawn = u32::from(self.situation.hand().has_drawn());
                let wall = LIVE[each as usize - 2] - drawn;
                Self::last_of(&self.situation, wall, self.draws() as u32)
            }
            Draws::Left(_) => each,
        });
        let rate = f64::from_bits(self.discards);
        Some(Others { each: each as usize, last: last as usize, rate })
    }

    /// Refuses discards of others where only self-draws are known to count.
    pub(crate) fn needs_no_discards(&self, with: &'static str) -> Result<(), InputError> {
        if !self.has_discards() {
            return Ok(());
        }
        let allowed = format!("`discards` 0 | `{with}`");
        Err(InputError::new("discards", self.discards(), BadValue::Conflict, allowed))
    }

    /// Whether discards of others may win.
    pub fn has_discards(&self) -> bool {
        self.discards != 0
    }

    /// The chance that a discard of another is a random unseen tile.
    pub fn discards(&self) -> f64 {
        f64::from_bits(self.discards)
    }

    /// With another aim.
    #[must_use]
    pub fn with_objective(self, objective: Objective) -> Self {
        Self { objective, ..self }
    }

    /// Only these forms count.
    pub fn with_forms(self, forms: Forms) -> Result<Self, InputError> {
        let open = forms.and(self.forms);
        if open.is_empty() {
            let names: Vec<_> = forms.iter().map(Form::name).collect();
            let names = names.join(",").replace('_', "-");
            return Err(InputError::new("form", names, BadValue::Conflict, "standard"));
        }
        Ok(Self { forms: open, ..self })
    }

    /// On the shortest way only, looks at discards too that take the hand farther.
    #[must_use]
    pub fn with_all_discards(self, all: bool) -> Self {
        Self { all, ..self }
    }

    /// With another bound on the states of the computation.
    pub fn with_most_states(self, states: u64) -> Result<Self, InputError> {
        if states == 0 || states > MAX_STATES as u64 {
            let allowed = format!("1..{MAX_STATES}");
            return Err(InputError::new("max-states", states, BadValue::OutOfRange, allowed));
        }
        Ok(Self { most_states: states as usize, ..self })
    }

    /// With a bound on the figures that are held at a time, at most [`MAX_KEPT`]. States that are
    /// few can have many: one for each draw, several for points.
    #[must_use]
    pub fn with_most_kept(self, figures: usize) -> Self {
        Self { most_kept: figures.min(MAX_KEPT), ..self }
    }

    /// What tells the distances of hands within `limits`.
    pub(crate) fn distances(&self, limits: Tiles) -> Distances {
        Distances::new(limits, self.situation.hand().sets_needed(), self.forms)
    }

    /// The hand and what is seen.
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// Which moves are looked at.
    pub fn method(&self) -> Method {
        self.method
    }

    /// How draws are weighed with improvement.
    pub fn divisor(&self) -> Option<Divisor> {
        match self.method {
            Method::Improve { divisor, .. } => Some(divisor),
            Method::Plain => None,
        }
    }

    /// What is wanted most.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The forms that count.
    pub fn forms(&self) -> Forms {
        self.forms
    }

    /// Whether discards that take the hand farther are looked at too.
    pub fn all_discards(&self) -> bool {
        self.all
    }

    /// The states that the computation may have.
    pub fn most_states(&self) -> usize {
        self.most_states
    }

    /// The figures that it may hold at a time.
    pub fn most_kept(&self) -> usize {
        self.most_kept
    }

    /// Whether turns are counted as in the standard situation.
    pub fn is_standard(&self) -> bool {
        self.draws == Draws::Standard
    }

    /// How many draws are to come.
    pub fn draws(&self) -> usize {
        match self.draws {
            Draws::Standard => TURNS - usize::from(self.situation.hand().has_drawn()),
            Draws::Left(left) => left as usize,
        }
    }

    /// The unseen tiles that the figures count from: at turn 0 in the standard
    /// situation, else now.
    pub fn unseen(&self) -> u32 {
        let drawn = self.is_standard() && self.situation.hand().has_drawn();
        self.situation.unseen() + u32::from(drawn)
    }
}
