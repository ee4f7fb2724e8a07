//! The evaluation of one rule.

use crate::{
    GameDocument, GamesProbability, Lang, ModelDocument, OutcomeDocument, RuleDocument, SchemaName,
    Shares,
    csv::csv_table,
    lang::own_or_shared,
    layout::{bar, columns, percent},
    page::joined,
    series::spread,
    series::words::{EndingLine, player_name, that_occur},
};
use kakukin_core::Fraction;
use kakukin_series::{Evaluation, ExactEvaluation, Player, Rational, Spread, StateValue};
use serde::Serialize;

/// The evaluation of one rule under one model.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvalDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// How one game goes.
    pub model: ModelDocument,
    /// How a series is scored.
    pub rule: RuleDocument,
    /// Where the series starts, if not at 0:0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateDocument>,
    /// Probabilities of the endings.
    pub outcome: OutcomeDocument<f64>,
    /// Shares of the decided series; null if none can be decided.
    pub decided: Option<Shares<f64>>,
    /// A's share of the decided series less one half; null if none can be decided.
    pub bias: Option<f64>,
    /// How many games it takes.
    pub games: GamesDocument,
    /// Derivatives of the bias at this limit; only for a whole series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<SensitivityDocument>,
    /// Bound on the error of every probability above.
    pub error_bound: f64,
    /// The bias over a band of p, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// The same as exact fractions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactDocument>,
    /// What every score is worth after some games, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<ValuesDocument>,
    /// What may be a slip in the question; left out if nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<RuleRemark>,
}

/// What may be a slip in a rule that can be played all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RuleRemark {
    /// A win as first player earns more, and the first player is not at a disadvantage.
    FirstWinEarnsMore,
}

impl RuleRemark {
    /// What is to be remarked on a rule under a model.
    fn on(rule: &RuleDocument, model: &ModelDocument) -> Vec<Self> {
        let behind = model.p.as_ref().is_some_and(|p| p.to_f64() < 0.5);
        match rule.first > rule.second && !behind {
            true => vec![Self::FirstWinEarnsMore],
            false => Vec::new(),
        }
    }

    /// The remark as a sentence.
    fn sentence(self, lang: Lang) -> String {
        match self {
            Self::FirstWinEarnsMore => tr!(lang, "term.first_win_earns_more"),
        }
    }
}

/// A state in mid-series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateDocument {
    /// Points of A.
    pub a: u32,
    /// Points of B.
    pub b: u32,
    /// Games played.
    pub games: u32,
    /// Who is first next.
    pub next_first: Player,
    /// Expected games still to come.
    pub games_left: f64,
}

/// The number of games of a series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesDocument {
    /// Fewest games that a series takes.
    pub shortest: u32,
    /// Most games that are played.
    pub limit: u32,
    /// Most games that a series can really take: every series may be over before the limit.
    pub longest: u32,
    /// Expected number of games.
    pub expected: f64,
    /// Expected number of games really played, draws that do not count included.
    pub expected_played: f64,
    /// Expected number of games with A first; only for a whole series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_a_first: Option<f64>,
    /// Probability of every number of games that can occur.
    pub distribution: Vec<GamesProbability>,
    /// Where draws do not count: the probability of every number of games really
    /// played, as far as the bookings need it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_distribution: Option<Vec<GamesProbability>>,
    /// Games to book, all that are really played, so that the series is over
    /// with at least that probability.
    pub booking: Vec<Booking>,
}

/// One answer to the schedule question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Booking {
    /// The wanted probability that the series is over.
    pub probability: f64,
    /// The games to book for it; null if no number is enough or the question is
    /// too large to answer.
    pub games: Option<u32>,
}

/// Derivatives of the bias.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SensitivityDocument {
    /// Derivative of the bias by p.
    pub p: f64,
    /// Derivative of the bias by f.
    pub f: f64,
}

/// Exact fractions in strings.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactDocument {
    /// Probabilities of the endings.
    pub outcome: OutcomeDocument<Fraction>,
    /// Shares of the decided series; null if none can be decided.
    pub decided: Option<Shares<Fraction>>,
    /// A's share of the decided series less one half; null if none can be decided.
    pub bias: Option<Fraction>,
    /// How many games it takes.
    pub games: ExactGames,
    /// Derivatives of the bias; only for a whole series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<ExactSensitivity>,
}

/// Exact figures of the number of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactGames {
    /// Expected number of games.
    pub expected: Fraction,
    /// Expected number of games really played.
    pub expected_played: Fraction,
}

/// Exact derivatives of the bias.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactSensitivity {
    /// Derivative of the bias by p.
    pub p: Fraction,
    /// Derivative of the bias by f.
    pub f: Fraction,
}

/// What every score is worth after some games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValuesDocument {
    /// Games played.
    pub after: u32,
    /// The scores that can occur.
    pub states: Vec<ValueDocument>,
}

/// What one score is worth.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueDocument {
    /// Points of A.
    pub a_points: u32,
    /// Points of B.
    pub b_points: u32,
    /// Who is first next.
    pub next_first: Player,
    /// Probability that the series comes here.
    pub existence: f64,
    /// A wins from here.
    pub a: f64,
    /// B wins from here.
    pub b: f64,
    /// Nobody wins from here.
    pub none: f64,
    /// Expected games still to come.
    pub games_left: f64,
}

/// What is said of every score: the fields of a [`ValueDocument`], in its order.
const VALUE_COLUMNS: [&str; 8] =
    ["a_points", "b_points", "next_first", "existence", "a", "b", "none", "games_left"];

impl EvalDocument {
    /// The document of an evaluation.
    pub fn new(evaluation: &Evaluation) -> Self {
        let Evaluation { series, figures, state, .. } = evaluation;
        let booking = evaluation.booking.iter().map(|booking| Booking {
            probability: booking.probability.to_f64(),
            games: booking.games,
        });
        let (model, rule) = (ModelDocument::new(series.model()), RuleDocument::new(series));
        Self {
            schema: SchemaName::default(),
            remarks: RuleRemark::on(&rule, &model),
            model,
            rule,
            state: state.map(|state| {
                let [a, b] = series.score(state);
                StateDocument {
                    a,
                    b,
                    games: state.games(),
                    next_first: series.next_first(state),
                    games_left: evaluation.games_left(),
                }
            }),
            outcome: OutcomeDocument::new(figures, |x| *x),
            decided: Shares::new(figures, |x| *x),
            bias: figures.bias(),
            games: GamesDocument {
                shortest: evaluation.shortest,
                limit: series.limit(),
                longest: evaluation.longest,
                expected: figures.expected_games(),
                expected_played: evaluation.expected_played,
                expected_a_first: state.is_none().then_some(figures.first_games[0]),
                distribution: that_occur(&figures.games),
                played_distribution: evaluation
                    .played
                    .as_ref()
                    .map(|played| that_occur(&played.probabilities)),
                booking: booking.collect(),
            },
            sensitivity: evaluation
                .sensitivity
                .as_ref()
                .map(|slope| SensitivityDocument { p: slope.p, f: slope.f }),
            error_bound: evaluation.error_bound,
            spread: evaluation.spread.clone(),
            exact: evaluation.exact.as_ref().map(ExactDocument::new),
            values: evaluation.values.as_ref().map(|values| ValuesDocument {
                after: values.after,
                states: values.states.iter().map(ValueDocument::new).collect(),
            }),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = format!("{}\n{}\n", self.rule.sentences(lang), self.model.sentence(lang));
        for remark in &self.remarks {
            text += &format!("{}\n", remark.sentence(lang));
        }
        text += "\n";
        if let Some(state) = &self.state {
            let (a, b) = (self.rule.points(state.a), self.rule.points(state.b));
            let next = player_name(state.next_first, lang);
            let line = tr!(lang, "eval.from_state", a = a, b = b, games = state.games, next = next);
            text += &format!("{line}\n\n");
        }
        text += &self.outcome_table(lang);
        text += "\n";
        text += &match self.bias {
            Some(bias) if bias.abs() <= self.error_bound => tr!(lang, "eval.even"),
            Some(bias) => {
                let key = if bias < 0.0 { "eval.bias_for_b" } else { "eval.bias_for_a" };
                tr!(lang, key, bias = format!("{:.4}", 100.0 * bias.abs()))
            }
            None => tr!(lang, "eval.undecided"),
        };
        text += "\n";
        if let Some(spread) = &self.spread {
            text += &spread::words(spread, lang);
        }
        text += "\n";
        text += &self.games_text(lang);
        if let Some(slope) = &self.sensitivity {
            let (p, f) = (format!("{:+.3}", slope.p), format!("{:+.3}", slope.f));
            text += &format!("\n{}\n", tr!(lang, "eval.sensitivity", p = p, f = f));
        }
        if self.exact.is_none() {
            let bound = format!("{:.0e}", self.error_bound);
            text += &format!("{}\n", tr!(lang, "eval.error", bound = bound));
        }
        text += &self.exact_text(lang);
        text += &self.values_text(lang);
        text
    }

    fn outcome_table(&self, lang: Lang) -> String {
        let all = &self.outcome;
        let decided = |pick: fn(&Shares<f64>) -> f64| {
            self.decided.as_ref().map(|d| percent(pick(d))).unwrap_or_else(|| "-".into())
        };
        let row = |key: &str, x: f64, share: String| vec![tr!(lang, key), percent(x), share];
        columns(
            vec![String::new(), tr!(lang, "eval.all_series"), tr!(lang, "eval.decided_series")],
            self.rule
                .endings()
                .into_iter()
                .map(|line| match line {
                    EndingLine::Won(Player::A) => row("eval.a_wins", all.a, decided(|d| d.a)),
                    EndingLine::Won(Player::B) => row("eval.b_wins", all.b, decided(|d| d.b)),
                    EndingLine::By(ending) => {
                        row(line.key(), *all.endings.of(ending), String::new())
                    }
                })
                .collect(),
            &[0],
        )
    }

    fn games_text(&self, lang: Lang) -> String {
        let games = &self.games;
        let mut sentences = vec![tr!(
            lang,
            "eval.games",
            shortest = games.shortest,
            longest = games.longest,
            expected = format!("{:.4}", games.expected)
        )];
        if games.expected_played > games.expected * (1.0 + 1e-9) {
            let played = format!("{:.4}", games.expected_played);
            sentences.push(self.rule.played_words(&played, lang));
        }
        let mut text = joined(&sentences, lang) + "\n";
        let (mut so_far, groups) = grouped(&games.distribution);
        let most = groups.iter().map(|group| group.2).fold(0.0, f64::max);
        let rows = groups.iter().map(|&(from, to, probability)| {
            so_far += probability;
            let range = if from == to { from.to_string() } else { format!("{from}-{to}") };
            vec![range, percent(probability), percent(so_far.min(1.0)), bar(probability / most)]
        });
        let header = ["column.number_of_games", "eval.exactly", "eval.at_most"];
        let mut header: Vec<String> = header.iter().map(|key| tr!(lang, *key)).collect();
        header.push(String::new());
        text += &columns(header, rows.collect(), &[3]);
        if groups.len() < games.distribution.len() {
            text += &format!("{}\n", tr!(lang, "eval.grouped"));
        }
        let booked = games.booking.iter().filter_map(|b| {
            let rate = format!("{}", (b.probability * 1e6).round() / 1e4);
            match b.games {
                Some(games) => Some(tr!(lang, "eval.book", percent = rate, games = games)),
                // Replays have no upper bound.
                None if b.probability >= 1.0 => Some(tr!(lang, "eval.book_never", percent = rate)),
                None => None,
            }
        });
        let booked = booked.collect::<Vec<_>>().join(&tr!(lang, "list.comma"));
        let key = match (booked.is_empty(), games.played_distribution.is_some()) {
            (true, _) => "eval.no_booking",
            (false, true) => "eval.booking_played",
            (false, false) => "eval.booking",
        };
        text += &tr!(lang, key, list = booked);
        text + "\n"
    }

    fn exact_text(&self, lang: Lang) -> String {
        let Some(exact) = &self.exact else {
            return String::new();
        };
        let mut text = format!("\n{}\n", tr!(lang, "eval.exact"));
        let mut line = |key: &str, value: &Fraction| {
            let name = tr!(lang, key);
            text += &format!("{}\n", tr!(lang, "eval.exact_line", name = name, value = value));
        };
        line("eval.a_wins", &exact.outcome.a);
        line("eval.b_wins", &exact.outcome.b);
        line("ending.none", &exact.outcome.endings.none);
        if let Some(decided) = &exact.decided {
            line("eval.a_of_decided", &decided.a);
        }
        line("eval.expected_games", &exact.games.expected);
        text
    }

    fn values_text(&self, lang: Lang) -> String {
        let Some(values) = &self.values else {
            return String::new();
        };
        let mut text = format!("\n{}\n", tr!(lang, "eval.values", games = values.after));
        let header = VALUE_COLUMNS.map(|key| own_or_shared(lang, ["eval.value", "column"], key));
        let rows = values.states.iter().map(|v| {
            let first = player_name(v.next_first, lang);
            vec![
                self.rule.points(v.a_points),
                self.rule.points(v.b_points),
                first,
                percent(v.existence),
                percent(v.a),
                percent(v.b),
                percent(v.none),
                format!("{:.3}", v.games_left),
            ]
        });
        text += &columns(header.to_vec(), rows.collect(), &[]);
        let over = 1.0 - values.states.iter().map(|v| v.existence).sum::<f64>();
        if over > self.error_bound {
            text += &format!("{}\n", tr!(lang, "eval.already_over", over = percent(over)));
        }
        text
    }

    /// The scalar figures as CSV: one header, one row; or, if the scores of a
    /// moment were asked for, one row for each of them.
    pub fn csv(&self) -> String {
        if let Some(values) = &self.values {
            return csv_table!(&values.states, |value| {
                a_points: value.a_points,
                b_points: value.b_points,
                next_first: value.next_first,
                existence: value.existence,
                a: value.a,
                b: value.b,
                none: value.none,
                games_left: value.games_left,
            });
        }
        let (rule, model, e) = (&self.rule, &self.model, &self.outcome.endings);
        // Three probabilities in one field, as the option is written.
        let game = |game: &GameDocument| format!("{},{},{}", game.first, game.draw, game.second);
        let exact: Vec<(&str, Option<&Fraction>)> = match &self.exact {
            None => Vec::new(),
            Some(exact) => vec![
                ("exact_a", Some(&exact.outcome.a)),
                ("exact_b", Some(&exact.outcome.b)),
                ("exact_decided_a", exact.decided.as_ref().map(|decided| &decided.a)),
                ("exact_none", Some(&exact.outcome.endings.none)),
                ("exact_expected_games", Some(&exact.games.expected)),
            ],
        };
        csv_table!([self], |eval| {
            p: model.p,
            f: model.f,
            elo: model.elo,
            first: rule.first,
            second: rule.second,
            target: rule.target,
            scale: rule.scale,
            turns: rule.turns,
            draws: rule.draws,
            clinch: rule.clinch,
            undecided: rule.undecided,
            shortest: rule.shortest,
            limit_without_draws: rule.limit_without_draws,
            limit: rule.limit,
            a_reached: e.a_reached,
            b_reached: e.b_reached,
            a_on_points: e.a_on_points,
            b_on_points: e.b_on_points,
            a_by_decider: e.a_by_decider,
            b_by_decider: e.b_by_decider,
            none: e.none,
            a: eval.outcome.a,
            b: eval.outcome.b,
            decided_a: eval.decided.as_ref().map(|decided| decided.a),
            decided_b: eval.decided.as_ref().map(|decided| decided.b),
            bias: eval.bias,
            expected_games: eval.games.expected,
            expected_played: eval.games.expected_played,
            expected_a_first: eval.games.expected_a_first,
            bias_by_p: eval.sensitivity.as_ref().map(|bias| bias.p),
            bias_by_f: eval.sensitivity.as_ref().map(|bias| bias.f),
            error_bound: format!("{:e}", eval.error_bound),
            a_first: model.a_first.as_ref().map(game),
            b_first: model.b_first.as_ref().map(game),
            log_odds: model.log_odds;
            exact.iter().map(|(column, _)| column)
                => exact.iter().map(|(_, value)| value.map(Fraction::to_string))
        })
    }
}

/// The numbers of games in at most 25 groups (from, to, probability) of equal
/// width, without ends that would all print as nearly nothing, so that a long series
/// still fits on a screen; and what the first groups left out add up to.
pub(crate) fn grouped(distribution: &[GamesProbability]) -> (f64, Vec<(u32, u32, f64)>) {
    let visible = |entry: &GamesProbability| entry.probability >= 5e-7;
    let (from, to) = match distribution.len() {
        length @ 0..=25 => (0, length),
        length => (
            distribution.iter().position(visible).unwrap_or(0),
            distribution.iter().rposition(visible).map_or(length, |last| last + 1),
        ),
    };
    let before = distribution[..from].iter().map(|entry| entry.probability).sum();
    let distribution = &distribution[from..to];
    let (Some(first), Some(last)) = (distribution.first(), distribution.last()) else {
        return (before, Vec::new());
    };
    let width = (last.games - first.games + 1).div_ceil(25);
    let mut groups: Vec<(u32, u32, f64)> = Vec::new();
    for entry in distribution {
        let from = first.games + (entry.games - first.games) / width * width;
        match groups.last_mut() {
            Some(group) if group.0 == from => group.2 += entry.probability,
            _ => groups.push((from, (from + width - 1).min(last.games), entry.probability)),
        }
    }
    (before, groups)
}

impl ExactDocument {
    fn new(exact: &ExactEvaluation) -> Self {
        let text = |x: &Rational| Fraction::from(x);
        let figures = &exact.figures;
        Self {
            outcome: OutcomeDocument::new(figures, text),
            decided: Shares::new(figures, text),
            bias: figures.bias().as_ref().map(text),
            games: ExactGames {
                expected: text(&figures.expected_games()),
                expected_played: text(&exact.expected_played),
            },
            sensitivity: exact
                .sensitivity
                .as_ref()
                .map(|slope| ExactSensitivity { p: text(&slope.p), f: text(&slope.f) }),
        }
    }
}

impl ValueDocument {
    fn new(value: &StateValue<f64>) -> Self {
        Self {
            a_points: value.a_points,
            b_points: value.b_points,
            next_first: value.next_first,
            existence: value.existence,
            a: value.a,
            b: value.b,
            none: value.none,
            games_left: value.games_left,
        }
    }
}
