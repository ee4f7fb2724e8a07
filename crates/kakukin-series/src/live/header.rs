//! The header of a record, as it is written and sealed: text, since a record is a file that
//! people keep.

use super::{
    Stamp,
    entry::{LONGEST_NAME, check_text, seal},
};
use crate::{
    Draws, Game, InputError, Lead, LeadScale, Model, Player, Practice, Probability, Problem, Rule,
    Series, Undecided,
};
use kakukin_core::{BadValue, as_seen};
use serde::{Deserialize, Serialize};

/// The longest title, in characters.
const LONGEST_TITLE: usize = 120;

/// What is fixed when a series starts: the event, the players, the model and the rule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveHeader"))]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// The event, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    /// The names of the players.
    pub(super) players: Names,
    /// The game that is played; left out if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<Practice>,
    /// How one game goes.
    model: ModelText,
    /// How the series is scored.
    rule: RuleText,
    /// When the record was made.
    pub(super) at: Stamp,
    /// The seal of all this.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schemars(extend("x-always" = true)))]
    pub(super) seal: String,
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

/// The model, as people write it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveModelText"))]
#[serde(deny_unknown_fields)]
pub(super) struct ModelText {
    /// First player's share of the decided games; left out where games are given outright.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p: Option<String>,
    /// Draw rate; left out where games are given outright.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    f: Option<String>,
    /// A's lead in Elo points, by which expected scores go; left out if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<String>,
    /// A's lead in log-odds of decided games, which records up to version 0.3 called Elo; left out
    /// if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elo: Option<String>,
    /// The game with A first, where games are given outright: WIN,DRAW,LOSS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a_first: Option<String>,
    /// The game with B first, where games are given outright: WIN,DRAW,LOSS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b_first: Option<String>,
}

impl ModelText {
    fn new(model: &Model) -> Self {
        let game = |first| {
            let Game { first, draw, second } = model.game(first);
            model.rates().is_none().then(|| format!("{first},{draw},{second}"))
        };
        let lead = |scale| {
            let lead = model.lead().filter(|lead| lead.scale == scale);
            lead.map(|lead| lead.points.to_string())
        };
        Self {
            p: model.rates().map(|(p, _)| p.to_string()),
            f: model.rates().map(|(_, f)| f.to_string()),
            lead: lead(LeadScale::Elo),
            elo: lead(LeadScale::LogOdds),
            a_first: game(Player::A),
            b_first: game(Player::B),
        }
    }

    fn model(&self) -> Result<Model, InputError> {
        let missing = || InputError::new("p", "", BadValue::Missing, "`p` 70%");
        match (&self.p, &self.f, &self.a_first, &self.b_first) {
            (Some(p), Some(f), None, None) => {
                let (p, f) = (Probability::parse("p", p)?, Probability::parse("f", f)?);
                let (text, scale) = match (&self.lead, &self.elo) {
                    (None, None) => return Model::new(p, f),
                    (Some(text), None) => (text, LeadScale::Elo),
                    (None, Some(text)) => (text, LeadScale::LogOdds),
                    (Some(_), Some(text)) => {
                        return Err(InputError::new("elo", text, BadValue::Conflict, "`lead` 100"));
                    }
                };
                let refuse = |_| InputError::new("elo", text, BadValue::NotANumber, "100");
                let points = text.parse().map_err(refuse)?;
                Model::with_lead(p, f, Lead { points, scale })
            }
            (None, None, Some(a), Some(b)) if self.elo.is_none() && self.lead.is_none() => {
                Ok(Model::outright(Game::parse("a-first", a)?, Game::parse("b-first", b)?))
            }
            _ => Err(missing()),
        }
    }
}

/// The rule, as people write it, its limit worked out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LiveRuleText"))]
#[serde(deny_unknown_fields)]
pub(super) struct RuleText {
    /// FIRST/SECOND/TARGET.
    points: String,
    /// Turn order.
    turns: String,
    /// Draw policy.
    draws: String,
    /// Most games that are played.
    limit: u32,
    /// Whether the series ends as soon as its winner is certain.
    clinch: bool,
    /// Who wins if nobody has won at the limit; left out if nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undecided: Option<String>,
}

impl RuleText {
    fn new(series: &Series) -> Self {
        let rule = series.rule();
        Self {
            points: rule.points().to_string(),
            turns: rule.turns().to_string(),
            draws: rule.draws_as_written(),
            limit: series.limit(),
            clinch: rule.clinch(),
            undecided: match rule.undecided() {
                Undecided::None => None,
                way => Some(way.to_string()),
            },
        }
    }

    fn rule(&self) -> Result<Rule, InputError> {
        let draws: Draws<_> = self.draws.parse()?;
        let rule = Rule::parse(&self.points, self.turns.parse()?, draws)?;
        let undecided = self.undecided.as_deref().map_or(Ok(Undecided::None), str::parse)?;
        Ok(rule.with_limit(self.limit)?.with_clinch(self.clinch).with_undecided(undecided))
    }
}

impl Header {
    /// The header of a series that begins, not yet sealed.
    pub(super) fn new(series: &Series, players: Names, title: Option<String>, at: Stamp) -> Self {
        let (model, rule) = (ModelText::new(series.model()), RuleText::new(series));
        Self { title, players, game: None, model, rule, at, seal: String::new() }
    }

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

    /// Refuses names that cannot be seen or told apart. Records that have them already can still
    /// be read.
    pub(super) fn check_seen(&self) -> Result<(), InputError> {
        let Names { a, b } = &self.players;
        for (field, text) in [("title", &self.title), ("a", a), ("b", b)] {
            if let Some(text) = text.as_ref().filter(|text| as_seen(text).is_empty()) {
                let most = if field == "title" { LONGEST_TITLE } else { LONGEST_NAME };
                let allowed = format!("1..{most}");
                return Err(InputError::new(field, text, BadValue::BadForm, allowed));
            }
        }
        match (a, b) {
            (Some(a), Some(b)) if as_seen(a) == as_seen(b) => {
                Err(InputError::new("b", b, Problem::SamePlayer, "`a` NAME `b` NAME"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn seal_after(&self, previous: &str) -> String {
        seal(previous, &Self { seal: String::new(), ..self.clone() })
    }
}
