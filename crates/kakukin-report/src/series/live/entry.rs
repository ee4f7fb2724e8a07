//! The words of a record: its header and its entries, as they are written and sealed.

use super::LiveFault;
use crate::RuleDocument;
use kakukin_core::BadValue;
use kakukin_series::{
    Draws, Game, GameResult, InputError, Model, Player, Probability, Problem, Rule, Series,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// The longest name, title and comment, in characters.
const LONGEST_NAME: usize = 60;
const LONGEST_TITLE: usize = 120;
const LONGEST_COMMENT: usize = 300;

/// What is fixed when a series starts: the event, the players, the model and the rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveHeader"))]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The event, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The names of the players.
    pub players: Names,
    /// How one game goes.
    pub model: ModelText,
    /// How the series is scored.
    pub rule: RuleText,
    /// When the record was made.
    pub at: Stamp,
    /// The seal of all this.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schemars(extend("x-always" = true)))]
    pub seal: String,
}

/// The names of the players, where they are known.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveNames"))]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// The name of A, who is first in game 1; left out if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// The name of B; left out if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
}

/// The model, as the options of the command line are written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveModelText"))]
#[serde(deny_unknown_fields)]
pub struct ModelText {
    /// First player's share of the decided games; left out where games are given outright.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<String>,
    /// Draw rate; left out where games are given outright.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub f: Option<String>,
    /// A's lead in Elo points; left out if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<String>,
    /// The game with A first, where games are given outright: WIN,DRAW,LOSS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_first: Option<String>,
    /// The game with B first, where games are given outright: WIN,DRAW,LOSS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_first: Option<String>,
}

impl ModelText {
    /// The options that describe a model.
    pub(crate) fn new(model: &Model) -> Self {
        let game = |first| {
            let Game { first, draw, second } = model.game(first);
            model.rates().is_none().then(|| format!("{first},{draw},{second}"))
        };
        Self {
            p: model.rates().map(|(p, _)| p.to_string()),
            f: model.rates().map(|(_, f)| f.to_string()),
            elo: model.elo().map(|elo| elo.to_string()),
            a_first: game(Player::A),
            b_first: game(Player::B),
        }
    }

    fn model(&self) -> Result<Model, InputError> {
        let missing = || InputError::new("p", "", BadValue::Missing, "`p` 70%");
        match (&self.p, &self.f, &self.a_first, &self.b_first) {
            (Some(p), Some(f), None, None) => {
                let (p, f) = (Probability::parse("p", p)?, Probability::parse("f", f)?);
                let Some(elo) = &self.elo else { return Model::new(p, f) };
                let refuse = |_| InputError::new("elo", elo, BadValue::NotANumber, "100");
                Model::with_elo(p, f, elo.parse().map_err(refuse)?)
            }
            (None, None, Some(a), Some(b)) if self.elo.is_none() => {
                Ok(Model::outright(Game::parse("a-first", a)?, Game::parse("b-first", b)?))
            }
            _ => Err(missing()),
        }
    }
}

/// The rule, as the options of the command line are written, its limit worked out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveRuleText"))]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// FIRST/SECOND/TARGET.
    pub points: String,
    /// Turn order.
    pub turns: String,
    /// Draw policy.
    pub draws: String,
    /// Most games that are played.
    pub limit: u32,
    /// Whether the series ends as soon as its winner is certain.
    pub clinch: bool,
}

impl RuleText {
    /// The options that describe the rule of a series.
    pub(crate) fn new(series: &Series) -> Self {
        let rule = RuleDocument::new(series);
        Self {
            points: rule.points_as_written(),
            draws: rule.draws_as_written(),
            turns: rule.turns,
            limit: rule.limit,
            clinch: rule.clinch,
        }
    }

    fn rule(&self) -> Result<Rule, InputError> {
        let draws: Draws<_> = self.draws.parse()?;
        let rule = Rule::parse(&self.points, self.turns.parse()?, draws)?;
        Ok(rule.with_limit(self.limit)?.with_clinch(self.clinch))
    }
}

impl Header {
    /// The series that the header describes.
    pub(super) fn series(&self) -> Result<Series, InputError> {
        Series::new(self.model.model()?, self.rule.rule()?)
    }

    /// Refuses texts that would not fit a sheet of paper.
    pub(super) fn check_texts(&self) -> Result<(), InputError> {
        check_text("title", &self.title, LONGEST_TITLE)?;
        check_text("a", &self.players.a, LONGEST_NAME)?;
        check_text("b", &self.players.b, LONGEST_NAME)?;
        match (&self.players.a, &self.players.b) {
            (Some(a), Some(b)) if a == b => {
                Err(InputError::new("b", b, Problem::SamePlayer, "`a` NAME `b` NAME"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn seal_after(&self, previous: &str) -> String {
        seal(previous, &Self { seal: String::new(), ..self.clone() })
    }
}

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
    /// Who entered it, if that was told.
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
fn seal(previous: &str, sealed: &impl Serialize) -> String {
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

fn check_text(field: &'static str, text: &Option<String>, most: usize) -> Result<(), InputError> {
    let Some(text) = text else { return Ok(()) };
    let length = text.chars().count();
    let problem = match text {
        _ if length > most => BadValue::TooLong,
        text if text.trim().is_empty() || text.chars().any(does_something) => BadValue::BadForm,
        _ => return Ok(()),
    };
    Err(InputError::new(field, text, problem, format!("1..{most}")))
}

/// Control characters, and those that turn the direction of what follows: a line of the trail
/// shall read as it was written.
fn does_something(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

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

impl Stamp {
    /// The moment as people read it: without its separators.
    pub(super) fn readable(&self) -> String {
        self.0.replace('T', " ").replace('Z', "")
    }
}

/// A result as somebody tells it: by the side that won, or by the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedResult {
    /// The side that won, or a draw.
    Side(GameResult),
    /// The player who won.
    Winner(Player),
}

impl ReportedResult {
    /// What is understood.
    pub const ALLOWED: &'static str = "first, second, draw, a, b, 先手, 後手, 引分";

    /// The result of a game in which `first` is first.
    pub fn result(self, first: Player) -> GameResult {
        match self {
            Self::Side(result) => result,
            Self::Winner(winner) => winner.win(first),
        }
    }
}

impl FromStr for ReportedResult {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Ok(match text.trim().to_lowercase().as_str() {
            "first" | "先手" | "先手勝ち" | "先手勝" => Self::Side(GameResult::First),
            "second" | "後手" | "後手勝ち" | "後手勝" => Self::Side(GameResult::Second),
            "draw" | "引分" | "引分け" | "引き分け" => Self::Side(GameResult::Draw),
            "a" | "ａ" => Self::Winner(Player::A),
            "b" | "ｂ" => Self::Winner(Player::B),
            _ => return Err(InputError::new("result", text, BadValue::Unknown, Self::ALLOWED)),
        })
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
