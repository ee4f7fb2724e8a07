//! What the finder found, as plain data.

use crate::{
    GamesProbability, ModelDocument, OutcomeDocument, RuleDocument, SchemaName, Shares,
    series::words::TurnsChoice,
};
use kakukin_core::Fraction;
use kakukin_series::{
    BaselineKind, Criterion, Draws, Merit, RankBy, Rational, Spread, Turns, Undecided,
};
use serde::Serialize;

/// The answer to an organiser's question.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// How one game goes; where p is not known for certain, its point estimate.
    pub model: ModelDocument,
    /// What is known of p, if it is not known for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub belief: Option<BeliefDocument>,
    /// What was asked for.
    pub asked: SearchCriteria,
    /// What was searched.
    pub searched: SearchedDocument,
    /// How many behaviours meet the conditions; of a frontier, how many are on it.
    pub matching: u64,
    /// Up to three rules to choose from, the fairest first; left out of a frontier.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub proposals: Vec<ProposalDocument>,
    /// The largest bias of a rule that is fair enough to be proposed, by the measure of the ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fair_enough: Option<f64>,
    /// The best rule of the turn orders that are tried for comparison only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternative: Option<FoundDocument>,
    /// The best rules, best first.
    pub rules: Vec<FoundDocument>,
    /// What it costs not to know p for certain; left out if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<UncertaintyDocument>,
    /// Rules that everybody knows.
    pub baselines: Vec<BaselineDocument>,
}

/// A rule that an organiser might adopt, and what speaks for it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposalDocument {
    /// What speaks for it.
    pub merits: Vec<Merit>,
    /// The rule and its figures.
    pub found: FoundDocument,
}

/// What is known of p.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BeliefDocument {
    /// It is about a rate: within a band around it, wherever that may be.
    About {
        /// The rate that was given, an exact fraction.
        p: Fraction,
        /// How far off it may be, an exact fraction.
        band: Fraction,
        /// The band, within 0 and 1.
        range: [f64; 2],
    },
    /// It lies between two rates, all values being equally likely.
    Interval {
        /// Exact fraction.
        low: Fraction,
        /// Exact fraction.
        high: Fraction,
    },
    /// The posterior Beta(wins + 1, losses + 1) of a record.
    Record {
        /// Games that the first player won.
        wins: u64,
        /// Games that the second player won.
        losses: u64,
        /// The central 95 % of the posterior.
        range: [f64; 2],
    },
    /// An estimate that is worth a record.
    Estimate {
        /// The estimate.
        p: Fraction,
        /// Decided games that it is worth.
        games: u64,
        /// The central 95 % of the posterior.
        range: [f64; 2],
    },
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FindJob"))]
pub struct SearchCriteria {
    /// Turn orders; `best` is the best of all that can be laid down beforehand.
    pub turns: Vec<TurnsChoice>,
    /// Those of them that were tried for comparison only; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub aside: Vec<Turns>,
    /// Draw policies.
    pub draws: Vec<Draws<Rational>>,
    /// Who wins if nobody has won at the limit.
    pub undecided: Undecided,
    /// The most games.
    pub limit: u32,
    /// Whether other limits than the formula's were tried.
    pub free_limit: bool,
    /// Whether a win as first player might earn more.
    pub any_points: bool,
    /// The largest target; null if any will do.
    pub max_points: Option<u32>,
    /// The largest probability that nobody wins, an exact fraction; null if any will do.
    pub max_none: Option<Fraction>,
    /// The largest expected number of games, an exact fraction; null if any will do.
    pub max_games: Option<Fraction>,
    /// The smallest expected number of games, an exact fraction; null if any will do.
    pub min_games: Option<Fraction>,
    /// The fewest games in which a series may be over; null if any will do.
    pub at_least: Option<u32>,
    /// The largest distance of A's share from one half, an exact fraction; null if any will do.
    pub max_bias: Option<Fraction>,
    /// What rules are ranked by: `bias`, `worst` or `pareto`.
    pub by: RankBy,
    /// How many rules at most.
    pub top: usize,
}

/// What was searched.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchedDocument {
    /// Rules that were tried.
    pub rules: u64,
    /// Rules that were to be tried; more than were if the search was cancelled.
    pub of: u64,
    /// Different behaviours among them.
    pub behaviours: u64,
    /// Whether no rule that was asked for can behave differently from all of them.
    pub complete: bool,
}

/// A rule and its figures.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundDocument {
    /// How a series is scored.
    pub rule: RuleDocument,
    /// Probabilities of the endings.
    pub outcome: OutcomeDocument<f64>,
    /// Shares of the decided series; null if none can be decided.
    pub decided: Option<Shares<f64>>,
    /// A's share of the decided series less one half; null if none can be decided.
    pub bias: Option<f64>,
    /// How many games it takes.
    pub games: FoundGames,
    /// The bias where p is not known for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// How well it tells the stronger player.
    pub skill: SkillDocument,
    /// Of a rule on the frontier: the fewest criteria in which no other rule beats it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Vec<Criterion>>,
}

/// The number of games of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundGames {
    /// Fewest games that a series takes.
    pub shortest: u32,
    /// Most games that are played.
    pub limit: u32,
    /// Expected number of games.
    pub expected: f64,
    /// Expected number of games really played, draws that do not count included.
    pub expected_played: f64,
    /// Probability of every number of games that can occur.
    pub distribution: Vec<GamesProbability>,
}

/// How well a rule tells the stronger player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkillDocument {
    /// His share of the decided series, pooled over who starts.
    pub stronger: Vec<StrongerDocument>,
    /// The best of n of the same expected length; a fraction between odd numbers.
    pub best_of: f64,
    /// The Elo lead with which he wins 75 % of the decided series; null if even 4000 points are not
    /// enough.
    pub elo_for_75: Option<f64>,
}

/// The stronger player's share at one lead.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FoundStronger"))]
pub struct StrongerDocument {
    /// His lead in Elo points.
    pub elo: f64,
    /// His share of the decided series.
    pub share: f64,
    /// The same in a best of n of the same expected length.
    pub best_of: f64,
}

/// What it costs not to know p for certain, all as distances from one half.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UncertaintyDocument {
    /// The mean of the best rule above.
    pub expected: f64,
    /// The mean if p were told before the rule is chosen.
    pub if_known: f64,
    /// The rule that is best at the point estimate: first/second/target.
    pub point_choice: String,
    /// Its turn order.
    pub point_choice_turns: Turns,
    /// The mean of that rule.
    pub of_point_choice: f64,
    /// `expected` less `if_known`.
    pub cost: f64,
}

/// A rule that everybody knows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BaselineDocument {
    /// `one_game`, `one_each`, `best_of_3`, ...
    pub name: BaselineKind,
    /// Its figures.
    #[serde(flatten)]
    pub found: FoundDocument,
}
