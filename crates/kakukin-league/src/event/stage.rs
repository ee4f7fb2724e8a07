//! Formats and stages, as words that compose: `groups:4 > 2 > knockout`.

use super::dice::{MAX_EVENT_RUNS, MAX_WORK};
use crate::{InputError, MAX_STUDY_PLAYERS, Problem};
use kakukin_core::BadValue;
use std::{fmt, str::FromStr};

/// The most players of one event.
pub const MAX_EVENT_PLAYERS: usize = 1024;
/// The most players of a Swiss stage: pairing takes the cube of them.
const MAX_SWISS_PLAYERS: usize = 256;
/// The most stages.
const MAX_STAGES: usize = 4;
/// How often everybody can meet everybody.
const MAX_TIMES: u32 = 8;
/// What a list of stages looks like.
const FORM: &str = "league, league*2, knockout, double, swiss:N, groups:N, ladder, challenge \
                    (groups:4 > 2 > knockout)";

/// Who is which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seeding {
    /// By rating.
    Rating,
    /// By lot.
    Lot,
    /// As listed.
    Listed,
}

impl Seeding {
    /// Its name in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Lot => "lot",
            Self::Listed => "listed",
        }
    }
}

impl FromStr for Seeding {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "rating" => Ok(Self::Rating),
            "lot" => Ok(Self::Lot),
            "listed" => Ok(Self::Listed),
            _ => Err(InputError::new("seeding", text, BadValue::Unknown, "rating, lot, listed")),
        }
    }
}

/// How a stage goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Everybody meets everybody so many times.
    League {
        /// How often.
        times: u32,
    },
    /// Whoever loses is out.
    Knockout,
    /// Whoever loses twice is out.
    Double {
        /// Whether the winner without a loss may lose the final once.
        second_final: bool,
    },
    /// So many rounds between players of equal points.
    Swiss {
        /// How many.
        rounds: u32,
    },
    /// Leagues of a part of the players each.
    Groups {
        /// How many.
        groups: usize,
    },
    /// The last seeds meet, the winner meets the next (stepladder, パラマス式).
    Ladder,
    /// The holder of a title meets the winner of the stages before.
    Challenge,
}

impl Format {
    /// Whether somebody must win every encounter.
    pub fn needs_winners(self) -> bool {
        match self {
            Self::Knockout | Self::Double { .. } | Self::Ladder | Self::Challenge => true,
            Self::League { .. } | Self::Swiss { .. } | Self::Groups { .. } => false,
        }
    }
}

/// The name in every machine-readable output, and what is typed for it.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::League { times: 1 } => f.write_str("league"),
            Self::League { times } => write!(f, "league*{times}"),
            Self::Knockout => f.write_str("knockout"),
            Self::Double { second_final: true } => f.write_str("double"),
            Self::Double { second_final: false } => f.write_str("double:1"),
            Self::Swiss { rounds } => write!(f, "swiss:{rounds}"),
            Self::Groups { groups } => write!(f, "groups:{groups}"),
            Self::Ladder => f.write_str("ladder"),
            Self::Challenge => f.write_str("challenge"),
        }
    }
}

impl FromStr for Format {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new("stages", text, problem, FORM);
        let (name, number) = match text.split_once([':', '：', '*', '×']) {
            None => (text, None),
            Some((name, number)) => {
                let number = number.trim().parse::<u32>().ok().filter(|n| (1..=1000).contains(n));
                (name.trim(), Some(number.ok_or_else(|| refuse(BadValue::BadForm))?))
            }
        };
        match (name, number) {
            ("league", times) if times.unwrap_or(1) <= MAX_TIMES => {
                Ok(Self::League { times: times.unwrap_or(1) })
            }
            ("league", Some(times)) => {
                let allowed = format!("league*1..league*{MAX_TIMES}");
                Err(InputError::new("stages", times, BadValue::OutOfRange, allowed))
            }
            ("knockout", None) => Ok(Self::Knockout),
            ("double", None | Some(2)) => Ok(Self::Double { second_final: true }),
            ("double", Some(1)) => Ok(Self::Double { second_final: false }),
            ("swiss", Some(rounds)) => Ok(Self::Swiss { rounds }),
            ("groups", Some(groups)) if groups >= 2 => Ok(Self::Groups { groups: groups as usize }),
            ("ladder", None) => Ok(Self::Ladder),
            ("challenge", None) => Ok(Self::Challenge),
            ("swiss" | "groups", _) => Err(refuse(BadValue::BadForm)),
            _ => Err(refuse(BadValue::Unknown)),
        }
    }
}

/// A stage, and what it passes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stage {
    /// How it goes.
    pub format: Format,
    /// How many go on to the next stage, of each group where there are groups; 0 in the last.
    pub passes: usize,
    /// Whether a knockout has a game for third place.
    pub third: bool,
}

impl Stage {
    /// How many players leave it for the next stage.
    pub(super) fn leaving(&self, _entering: usize) -> usize {
        match self.format {
            Format::Groups { groups } => self.passes * groups,
            _ => self.passes,
        }
    }

    /// About how many encounters it takes.
    pub(super) fn cost(&self, entering: usize) -> u64 {
        let n = entering as u64;
        match self.format {
            Format::League { times } => u64::from(times) * n * n.saturating_sub(1) / 2,
            Format::Knockout | Format::Ladder | Format::Challenge => n,
            Format::Double { .. } => 2 * n,
            // A matching costs more than its encounters.
            Format::Swiss { rounds } => u64::from(rounds) * (n + n * n * n / 100),
            Format::Groups { groups } => n * n / (2 * groups as u64).max(1),
        }
    }

    fn check(&self, entering: usize) -> Result<(), InputError> {
        let few = |most: usize| {
            let value = format!("{}: {entering}", self.format);
            InputError::new("stages", value, BadValue::OutOfRange, format!("2..{most}"))
        };
        let of = |least: usize, most: usize| match (least..=most).contains(&entering) {
            true => Ok(()),
            false => Err(few(most)),
        };
        match self.format {
            Format::League { .. } => of(2, MAX_STUDY_PLAYERS)?,
            Format::Knockout | Format::Ladder => of(2, MAX_EVENT_PLAYERS)?,
            Format::Double { .. } => of(3, MAX_SWISS_PLAYERS)?,
            Format::Swiss { rounds } => {
                of(2, MAX_SWISS_PLAYERS)?;
                // As many rounds as can be paired without a rematch, whatever happens.
                let most = entering.div_ceil(2);
                if rounds as usize > most {
                    let value = format!("swiss:{rounds}");
                    let allowed = format!("swiss:1..swiss:{most}");
                    return Err(InputError::new("stages", value, Problem::TooManyRounds, allowed));
                }
            }
            Format::Groups { groups } => {
                of(2, MAX_EVENT_PLAYERS)?;
                let most = entering / 2;
                if groups > most || entering.div_ceil(groups) > MAX_STUDY_PLAYERS {
                    let least = entering.div_ceil(MAX_STUDY_PLAYERS).max(2);
                    let value = format!("groups:{groups}");
                    let allowed = format!("groups:{least}..groups:{most}");
                    return Err(InputError::new("stages", value, BadValue::OutOfRange, allowed));
                }
            }
            // The holder and one who challenges.
            Format::Challenge if entering == 1 => {}
            Format::Challenge => {
                let value = format!("challenge: {entering}");
                return Err(InputError::new("stages", value, BadValue::OutOfRange, "1"));
            }
        }
        let most = match self.format {
            Format::Groups { groups } => entering / groups,
            _ => entering,
        };
        if self.passes > most {
            let (value, allowed) = (format!("{} > {}", self.format, self.passes), most);
            let allowed = format!("1..{allowed}");
            return Err(InputError::new("stages", value, Problem::PassesOnTooMany, allowed));
        }
        Ok(())
    }
}

/// What an event of these stages takes, in about encounters.
pub(super) fn cost(stages: &[Stage], players: usize) -> u64 {
    let holder = stages.iter().any(|stage| stage.format == Format::Challenge);
    let mut entering = players.saturating_sub(usize::from(holder));
    let mut cost = players as u64;
    for stage in stages {
        cost = cost.saturating_add(stage.cost(entering));
        entering = stage.leaving(entering);
    }
    cost
}

/// Refuses what would take too long: so many events of so many encounters.
pub(super) fn check_runs(stages: &[Stage], players: usize, runs: u64) -> Result<(), InputError> {
    if !(1..=MAX_EVENT_RUNS).contains(&runs) {
        let allowed = format!("1..{MAX_EVENT_RUNS}");
        return Err(InputError::new("simulate", runs, BadValue::OutOfRange, allowed));
    }
    let cost = cost(stages, players).max(1);
    if cost.saturating_mul(runs) > MAX_WORK {
        let (problem, allowed) = (BadValue::TooMuchWork, format!("<= {}", MAX_WORK / cost));
        return Err(InputError::new("simulate", runs, Problem::Value(problem), allowed));
    }
    Ok(())
}

/// All stages of an event, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stages(Vec<Stage>);

impl Stages {
    /// The stages.
    pub fn stages(&self) -> &[Stage] {
        &self.0
    }

    pub(super) fn into_stages(self) -> Vec<Stage> {
        self.0
    }

    /// The same with a game for third place in the knockout that ends them.
    pub fn with_third(mut self) -> Result<Self, InputError> {
        match self.0.last_mut() {
            Some(last) if last.format == Format::Knockout => last.third = true,
            _ => {
                return Err(InputError::new("third-place", "", BadValue::Conflict, "knockout"));
            }
        }
        Ok(self)
    }

    /// Whether somebody defends a title.
    pub fn has_challenge(&self) -> bool {
        self.0.iter().any(|stage| stage.format == Format::Challenge)
    }

    /// What one event of so many players takes, in about encounters.
    ///
    /// ```
    /// use kakukin_league::Stages;
    /// let stages: Stages = "league".parse()?;
    /// assert_eq!(stages.cost(8), 8 + 28);
    /// # Ok::<(), kakukin_league::InputError>(())
    /// ```
    pub fn cost(&self, players: usize) -> u64 {
        cost(&self.0, players)
    }

    /// Refuses so many events of so many players if they would take too long.
    pub fn check_runs(&self, players: usize, runs: u64) -> Result<(), InputError> {
        check_runs(&self.0, players, runs)
    }

    /// Refuses what so many players cannot play.
    pub fn check(&self, players: usize) -> Result<(), InputError> {
        if !(2..=MAX_EVENT_PLAYERS).contains(&players) {
            let allowed = format!("2..{MAX_EVENT_PLAYERS}");
            return Err(InputError::new("players", players, BadValue::OutOfRange, allowed));
        }
        let mut entering = players - usize::from(self.has_challenge());
        for stage in &self.0 {
            stage.check(entering)?;
            entering = stage.leaving(entering);
        }
        Ok(())
    }
}

/// One stage alone.
impl From<Stage> for Stages {
    fn from(stage: Stage) -> Self {
        Self(vec![Stage { passes: 0, ..stage }])
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, stage) in self.0.iter().enumerate() {
            write!(f, "{}", stage.format)?;
            if k + 1 < self.0.len() {
                write!(f, " > {} > ", stage.passes)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Stages {
    type Err = InputError;

    /// Formats and, between them, how many go on.
    ///
    /// ```
    /// use kakukin_league::Stages;
    /// let stages: Stages = "groups:4>2>knockout".parse()?;
    /// assert_eq!(stages.to_string(), "groups:4 > 2 > knockout");
    /// # Ok::<(), kakukin_league::InputError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new("stages", text, problem, FORM);
        let mut stages: Vec<Stage> = Vec::new();
        let mut passes = None;
        for word in text.split(['>', '＞', '→']).map(str::trim) {
            if word.is_empty() {
                return Err(refuse(BadValue::BadForm));
            }
            if word.bytes().all(|b| b.is_ascii_digit()) {
                let number = word.parse::<usize>().ok().filter(|k| *k >= 1);
                if passes.is_some() || stages.is_empty() || number.is_none() {
                    return Err(refuse(BadValue::BadForm));
                }
                passes = number;
                continue;
            }
            let format: Format = word.parse()?;
            if let Some(before) = stages.last_mut() {
                // Only one can challenge.
                let one = (format == Format::Challenge).then_some(1);
                before.passes = passes.take().or(one).ok_or_else(|| refuse(BadValue::BadForm))?;
            }
            stages.push(Stage { format, passes: 0, third: false });
        }
        if passes.is_some() || stages.is_empty() {
            return Err(refuse(BadValue::BadForm));
        }
        let early = |stage: &Stage| stage.format == Format::Challenge;
        let last = stages.len() - 1;
        if stages.iter().take(last).any(early) {
            return Err(refuse(BadValue::BadForm));
        }
        if stages.len() > MAX_STAGES {
            return Err(InputError::new("stages", stages.len(), BadValue::TooMany, MAX_STAGES));
        }
        Ok(Self(stages))
    }
}
