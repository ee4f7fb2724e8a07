//! The question: a situation, the draws to come, and how the hand is to be played.

use crate::{Distances, Form, Forms, InputError, Others, Problem, Situation, TileSet, Tiles};
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
    /// Tiles of the hand that were thrown are gone. Those that were useful from the start are
    /// as likely as they are, e/(S - t); of the others some were drawn and thrown before.
    #[default]
    Gone,
    /// Useful tiles e/(S - t), thrown ones among them; the others share the rest pro rata.
    /// Always a probability.
    Split,
    /// Every tile e/(S - t), as if thrown tiles were still there; may exceed 1.
    Wall,
    /// Every tile e/S, as if thrown tiles went back.
    Constant,
}

impl Divisor {
    /// Its name in options and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Split => "split",
            Self::Wall => "wall",
            Self::Constant => "constant",
        }
    }
}

impl FromStr for Divisor {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let all = [Self::Gone, Self::Split, Self::Wall, Self::Constant];
        all.into_iter().find(|x| x.name() == text).ok_or_else(|| {
            InputError::new("divisor", text, BadValue::Unknown, "gone, split, wall, constant")
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
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    situation: Situation,
    draws: Draws,
    method: Method,
    objective: Objective,
    others: Others,
    calls: bool,
    before: usize,
    forms: Forms,
    all: bool,
    most_states: usize,
    most_kept: usize,
}

impl Question {
    /// The shortest way only, in the standard 18 turns, to win in any form.
    pub fn new(situation: Situation) -> Result<Self, InputError> {
        Self::with(situation, Draws::Standard)
    }

    /// The same with so many draws from now on.
    pub fn from_now(situation: Situation, draws: u32) -> Result<Self, InputError> {
        Self::with(situation, Draws::left(draws)?)
    }

    fn with(situation: Situation, draws: Draws) -> Result<Self, InputError> {
        let forms = situation.forms();
        let question = Self {
            situation,
            draws,
            method: Method::Plain,
            objective: Objective::Win,
            others: Others::alone(),
            calls: false,
            before: 0,
            forms,
            all: false,
            most_states: STATES,
            most_kept: MAX_KEPT,
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
        if self.calls && self.method != Method::Plain {
            let problem = Problem::Value(BadValue::Conflict);
            return Err(InputError::new("calls", "", problem, "`improve` -"));
        }
        if !self.others.is_alone() {
            self.fits_a_round()?;
        }
        Ok(self)
    }

    /// Refuses more draws than there are tiles for where the others draw as well: every tile that
    /// comes to light is unseen before.
    pub(crate) fn fits_a_round(&self) -> Result<(), InputError> {
        let (draws, unseen) = (self.draws(), self.situation.unseen());
        let between = self.situation.players().number() - 1;
        let wall = draws as u32 * (between + 1) + self.others.tail().unwrap_or(1).max(between);
        if wall <= unseen {
            return Ok(());
        }
        let most = unseen.saturating_sub(between) / (between + 1);
        let allowed = format!("0..{most}");
        let problem = Problem::Value(BadValue::OutOfRange);
        Err(InputError::new("draws-left", draws, problem, allowed))
    }

    /// With other draws.
    pub fn with_draws(self, draws: Draws) -> Result<Self, InputError> {
        let draws = match draws {
            Draws::Left(left) => Draws::left(left)?,
            Draws::Standard => draws,
        };
        Self { draws, ..self }.checked()
    }

    /// With other moves.
    pub fn with_method(self, method: Method) -> Result<Self, InputError> {
        if let Method::Improve { extra, .. } = method
            && extra > MAX_EXTRA
        {
            let allowed = format!("0..{MAX_EXTRA}");
            return Err(InputError::new("improve", extra, BadValue::OutOfRange, allowed));
        }
        Self { method, ..self }.checked()
    }

    /// With another aim.
    #[must_use]
    pub fn with_objective(self, objective: Objective) -> Self {
        Self { objective, ..self }
    }

    /// At a table where the others do something. Where it is not said what follows the last draw, the
    /// wall is that of the beginning.
    pub fn with_others(self, others: Others) -> Result<Self, InputError> {
        Self { others, ..self }.checked()
    }

    /// Where tiles that the others discard may be called (鳴き). Only the shortest way knows calls,
    /// and nothing is called where no tile is shown.
    pub fn with_calls(self, calls: bool) -> Result<Self, InputError> {
        Self { calls, ..self }.checked()
    }

    /// The same about another hand at the same table, with so many draws from now on.
    pub(crate) fn about(
        &self,
        situation: Situation,
        draws: u32,
        others: Others,
    ) -> Result<Self, InputError> {
        let forms = self.forms.and(situation.forms());
        let draws = Draws::left(draws)?;
        Self { situation, draws, others, forms, all: false, ..self.clone() }.checked()
    }

    /// So many discards of the others come before the draw of a hand that has not drawn.
    pub(crate) fn with_before(self, discards: usize) -> Self {
        Self { before: discards, ..self }
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

    /// Whether tiles of the hand that were thrown are not drawn again, with improvement.
    pub(crate) fn thrown_are_gone(&self) -> bool {
        matches!(self.method, Method::Improve { divisor: Divisor::Gone, .. })
    }

    /// What is wanted most.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The kinds among our discards, where the others show tiles.
    pub(crate) fn river(&self) -> TileSet {
        if self.others.is_alone() { TileSet::default() } else { self.situation.river() }
    }

    /// What the others do.
    pub fn others(&self) -> &Others {
        &self.others
    }

    /// Whether tiles may be called.
    pub fn calls(&self) -> bool {
        self.calls
    }

    /// How many discards come before the draw of a hand that has not drawn.
    pub(crate) fn before(&self) -> usize {
        self.before
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
