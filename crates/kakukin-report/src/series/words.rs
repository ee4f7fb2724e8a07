//! What all documents about a series have in common.

use crate::{Lang, SchemaName, page::joined};
use kakukin_core::{Field, Fraction, score_of_elo};
use kakukin_series::{
    Draws, Ending, Figures, LeadScale, Model, Outcome, Player, Points, Rational, Series, Turns,
    Undecided, unscaled,
};
use serde::Serialize;

/// The model, with rates as exact fractions in strings.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelDocument {
    /// First player's share of the decided games, an exact fraction; left out where games are given
    /// outright.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<Fraction>,
    /// Draw rate, an exact fraction; left out where games are given outright.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f: Option<Fraction>,
    /// A's lead in Elo points: d of them are an expected score of 1/(1 + 10^(-d/400)) on even sides,
    /// a draw counting half, and p and f are those of equal players; left out if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// A's lead in log-odds of decided games, which schemas called `elo` up to version 0.3: d points
    /// multiply the odds by 10^(d/400), and the draw rate stays; left out if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_odds: Option<f64>,
    /// The game with A first; left out where `p` and `f` say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_first: Option<GameDocument>,
    /// The game with B first; left out where `p` and `f` say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_first: Option<GameDocument>,
}

/// The three probabilities of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDocument {
    /// The first player wins.
    pub first: f64,
    /// Nobody wins.
    pub draw: f64,
    /// The second player wins.
    pub second: f64,
    /// The first player's expected score: a win counts 1, a draw one half.
    pub score: f64,
}

impl ModelDocument {
    /// The document of a model.
    pub fn new(model: &Model) -> Self {
        let equal = model.rates().is_some() && model.lead().is_none();
        let lead = |scale| model.lead().filter(|lead| lead.scale == scale).map(|lead| lead.points);
        let game = |first| {
            let game = model.game(first);
            let number = |x: &Rational| kakukin_core::to_f64(x);
            let game = GameDocument {
                first: number(&game.first),
                draw: number(&game.draw),
                second: number(&game.second),
                score: number(&game.score()),
            };
            (!equal).then_some(game)
        };
        Self {
            p: model.rates().map(|(p, _)| p.exact().into()),
            f: model.rates().map(|(_, f)| f.exact().into()),
            elo: lead(LeadScale::Elo),
            log_odds: lead(LeadScale::LogOdds),
            a_first: game(Player::A),
            b_first: game(Player::B),
        }
    }

    /// The model in words.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let percent =
            |rate: &Option<Fraction>| rate.as_ref().map(exact_percent).unwrap_or_default();
        let mut sentence = if self.p.is_some() {
            tr!(lang, "model.rates", p = percent(&self.p), f = percent(&self.f))
        } else {
            String::new()
        };
        if let Some(elo) = self.elo {
            let key = if elo < 0.0 { "model.elo_lower" } else { "model.elo_higher" };
            let score = crate::layout::percent(score_of_elo(elo));
            sentence += &format!("\n{}", tr!(lang, key, elo = elo.abs(), score = score));
        }
        if let Some(points) = self.log_odds {
            let key = if points < 0.0 { "model.log_odds_lower" } else { "model.log_odds_higher" };
            sentence += &format!("\n{}", tr!(lang, key, points = points.abs()));
        }
        let games = [
            ("model.a_first", &self.a_first, (|game| game.score) as fn(&GameDocument) -> f64),
            ("model.b_first", &self.b_first, |game| 1.0 - game.score),
        ];
        for (key, game, score) in games {
            if let Some(game) = game {
                let text = |x: f64| crate::layout::percent(x);
                let (first, draw, second) = (text(game.first), text(game.draw), text(game.second));
                let score = text(score(game));
                let line =
                    tr!(lang, key, first = first, draw = draw, second = second, score = score);
                sentence += &format!("\n{line}");
            }
        }
        sentence.trim_start().to_string()
    }
}

/// `7/10` as `70`; what has no short decimal form is rounded to one place, `128/205` as `62.4`,
/// unless that would say never or always.
pub(crate) fn exact_percent(fraction: &Fraction) -> String {
    let percent = 100.0 * fraction.to_f64();
    let (long, short) = (format!("{percent:.4}"), format!("{percent:.1}"));
    let is_exact = long.parse::<f64>().is_ok_and(|x| (x - percent).abs() < 1e-10);
    match short.as_str() {
        _ if is_exact => long.trim_end_matches('0').trim_end_matches('.').to_string(),
        "0.0" | "100.0" => long,
        _ => short,
    }
}

/// The rule, with integer points.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleDocument {
    /// Points for a win as first player.
    pub first: u32,
    /// Points for a win as second player.
    pub second: u32,
    /// Points that win the series.
    pub target: u32,
    /// What decimal points were multiplied by to become integers; left out if it is 1.
    #[serde(skip_serializing_if = "is_one")]
    pub scale: u32,
    /// Turn order: `fixed`, `alternating`, `abba`, `thue-morse`, `loser-first`, `winner-first` or
    /// `pattern=` with letters A and B.
    pub turns: Turns,
    /// Draw policy: `pass`, `keep`, `replay`, `swap`, `second` or `points=FIRST/SECOND` on the same
    /// scale as the points.
    pub draws: Draws,
    /// Most games that are played.
    pub limit: u32,
    /// Most games of a series without draws.
    pub limit_without_draws: u32,
    /// Fewest games that a series takes.
    pub shortest: u32,
    /// Whether the series ends as soon as its winner is certain.
    pub clinch: bool,
    /// Who wins if nobody has won at the limit; left out if nobody does.
    #[serde(skip_serializing_if = "is_nobody")]
    pub undecided: Undecided,
}

fn is_nobody(undecided: &Undecided) -> bool {
    *undecided == Undecided::None
}

fn is_one(scale: &u32) -> bool {
    *scale == 1
}

impl RuleDocument {
    /// The document of a series' rule.
    pub fn new(series: &Series) -> Self {
        let rule = series.rule();
        let Points { first, second, target, scale } = rule.points();
        Self {
            first,
            second,
            target,
            scale,
            turns: rule.turns().clone(),
            draws: rule.draws().clone(),
            limit: series.limit(),
            limit_without_draws: series.limit_without_draws(),
            shortest: series.shortest(),
            clinch: rule.clinch(),
            undecided: rule.undecided(),
        }
    }
}

/// The endings and their sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Outcome_{N}"))]
pub struct OutcomeDocument<N> {
    /// The endings.
    #[serde(flatten)]
    pub endings: Outcome<N>,
    /// A wins, one way or the other.
    pub a: N,
    /// B wins, one way or the other.
    pub b: N,
}

impl<M> OutcomeDocument<M> {
    /// The endings of these figures.
    pub(crate) fn new<N: Field>(figures: &Figures<N>, convert: impl Fn(&N) -> M) -> Self {
        let outcome = &figures.outcome;
        Self { endings: outcome.map(&convert), a: convert(&outcome.a()), b: convert(&outcome.b()) }
    }
}

/// Shares of the decided series.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Shares_{N}"))]
pub struct Shares<N> {
    /// A's.
    pub a: N,
    /// B's.
    pub b: N,
}

impl<M> Shares<M> {
    /// The shares of these figures; `None` if no series can be decided.
    pub(crate) fn new<N: Field>(figures: &Figures<N>, convert: impl Fn(&N) -> M) -> Option<Self> {
        let a = figures.decided()?;
        let b = N::one().minus(&a);
        Some(Self { a: convert(&a), b: convert(&b) })
    }
}

/// One number of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesProbability {
    /// The number of games.
    pub games: u32,
    /// Its probability.
    pub probability: f64,
}

/// The numbers of games that can occur.
pub(crate) fn that_occur(probabilities: &[f64]) -> Vec<GamesProbability> {
    let entries = probabilities.iter().enumerate().filter(|(_, p)| **p > 0.0);
    entries
        .map(|(games, &probability)| GamesProbability { games: games as u32, probability })
        .collect()
}

/// A line of a table of endings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndingLine {
    /// All that somebody wins.
    Won(Player),
    /// One ending.
    By(Ending),
}

impl EndingLine {
    /// What it is called in the locale files.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Won(Player::A) => "eval.a_wins",
            Self::Won(Player::B) => "eval.b_wins",
            Self::By(Ending::AReached | Ending::BReached) => "eval.by_target",
            Self::By(Ending::AOnPoints | Ending::BOnPoints) => "eval.by_points",
            Self::By(Ending::AByDecider | Ending::BByDecider) => "eval.by_decider",
            Self::By(Ending::None) => "ending.none",
        }
    }
}

impl RuleDocument {
    /// The endings that a table lists, under who wins with them.
    pub(crate) fn endings(&self) -> Vec<EndingLine> {
        let decided = self.undecided != Undecided::None;
        let mut lines = Vec::new();
        for player in Player::BOTH {
            lines.push(EndingLine::Won(player));
            let his = Ending::ALL.into_iter().filter(|ending| ending.winner() == Some(player));
            let by_decider = [Ending::AByDecider, Ending::BByDecider];
            let told = his.filter(|ending| decided || !by_decider.contains(ending));
            lines.extend(told.map(EndingLine::By));
        }
        if !decided {
            lines.push(EndingLine::By(Ending::None));
        }
        lines
    }

    /// The points as the organiser writes them: `1/2/3`.
    pub(crate) fn points_as_written(&self) -> String {
        let &Self { first, second, target, scale, .. } = self;
        Points { first, second, target, scale }.to_string()
    }

    /// The turn order in a few words.
    pub(crate) fn turns_name(&self, lang: Lang) -> String {
        self.turns_in("turns", lang)
    }

    /// The turn order in the words of a section of the locale files.
    pub(crate) fn turns_in(&self, section: &str, lang: Lang) -> String {
        turns_words(section, Some(&self.turns), lang)
    }

    /// The draw policy with its points as the organiser wrote them.
    pub(crate) fn draws_as_written(&self) -> String {
        match self.draw_points() {
            Some([first, second]) => format!("points={first}/{second}"),
            None => self.draws.to_string(),
        }
    }

    /// The points of a draw as the organiser wrote them, if it gives any.
    pub(crate) fn draw_points(&self) -> Option<[String; 2]> {
        let Draws::Points { first, second } = self.draws else { return None };
        Some([first, second].map(|scaled| self.points(scaled)))
    }

    /// Points as the organiser wrote them.
    pub(crate) fn points(&self, scaled: u32) -> String {
        unscaled(scaled, self.scale)
    }

    /// The rule as the sentences that are read out before a tournament, one to
    /// a line.
    pub fn sentences(&self, lang: Lang) -> String {
        self.clauses(lang).all().collect::<Vec<_>>().join("\n")
    }

    /// Whether draws do not count, but are played again.
    pub(crate) fn replays(&self) -> bool {
        matches!(self.draws, Draws::Replay | Draws::Swap)
    }

    /// As [`Series::always_won`].
    pub(crate) fn always_won(&self) -> bool {
        let least = self.first.min(self.second);
        self.draws.always_won(self.limit, self.limit_without_draws, least, self.target)
    }

    /// How many games are played where some do not count.
    pub(crate) fn played_words(&self, played: &str, lang: Lang) -> String {
        let decider = matches!(self.undecided, Undecided::Game | Undecided::Armageddon);
        let key = match (self.replays(), decider && !self.always_won()) {
            (true, true) => "played.both",
            (false, true) => "played.decider",
            (_, false) => "played.draws",
        };
        tr!(lang, key, played = played)
    }

    /// What equal points at the limit lead to.
    pub(crate) fn equal_points(&self, lang: Lang) -> String {
        tr!(lang, format!("rule.undecided.{}", self.undecided))
    }

    /// Whether it is one game and nothing else.
    pub(crate) fn is_single_game(&self) -> bool {
        self.limit == 1 && self.first == self.target && self.second == self.target
    }

    /// The rule in words where it is one game: what a draw leads to.
    pub(crate) fn single_game(&self, lang: Lang) -> String {
        match (&self.draws, self.undecided) {
            (Draws::Pass | Draws::Keep, Undecided::None) => tr!(lang, "rule.single_half"),
            (Draws::Pass | Draws::Keep, _) => {
                tr!(lang, "rule.single_decided", how = self.equal_points(lang))
            }
            _ => joined(&[tr!(lang, "rule.single"), self.clauses(lang).draws], lang),
        }
    }

    /// The sentences of the rule.
    pub(crate) fn clauses(&self, lang: Lang) -> Clauses {
        let (first, second) = (self.points(self.first), self.points(self.second));
        let target = self.points(self.target);
        // Whether the turn passes with a draw that counts.
        let turn = match &self.turns {
            Turns::LoserFirst | Turns::WinnerFirst => "_keeps",
            Turns::Fixed => "_plain",
            Turns::Pattern(pattern)
                if Player::BOTH.iter().any(|x| !pattern.players().contains(x)) =>
            {
                "_plain"
            }
            _ => "",
        };
        let draws = match self.draw_points() {
            Some([first, second]) => {
                tr!(lang, format!("draws.points{turn}"), first = first, second = second)
            }
            None if self.draws == Draws::Pass => tr!(lang, format!("draws.pass{turn}")),
            None => tr!(lang, format!("draws.{}", self.draws)),
        };
        let points = if target == "1" { "rule.points_one" } else { "rule.points" };
        let limit = match (self.replays(), self.always_won()) {
            (false, false) => "rule.limit",
            (true, false) => "rule.limit_replays",
            (false, true) => "rule.limit_won",
            (true, true) => "rule.limit_replays_won",
        };
        let limit = if self.limit == 1 { format!("{limit}_one") } else { limit.into() };
        Clauses {
            points: tr!(lang, points, first = first, second = second, target = target),
            turns: match &self.turns {
                Turns::Pattern(pattern) if pattern.players().len() >= self.limit as usize => {
                    tr!(lang, "rule.turns.pattern_once", letters = pattern)
                }
                _ => self.turns_in("rule.turns", lang),
            },
            draws,
            limit: tr!(lang, limit, limit = self.limit, equal = self.equal_points(lang)),
            ending: (!self.always_won())
                .then(|| tr!(lang, if self.clinch { "rule.clinch" } else { "rule.no_clinch" })),
        }
    }
}

/// A rule in sentences, as they are read out before a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clauses {
    /// Points and target.
    pub(crate) points: String,
    /// Turn order.
    pub(crate) turns: String,
    /// What a draw leads to.
    pub(crate) draws: String,
    /// The limit, and what follows there.
    pub(crate) limit: String,
    /// Whether the series ends when its winner is certain; nothing where that is never before
    /// the target is reached.
    pub(crate) ending: Option<String>,
}

impl Clauses {
    /// One after the other.
    pub(crate) fn all(self) -> impl Iterator<Item = String> {
        [self.points, self.turns, self.draws, self.limit].into_iter().chain(self.ending)
    }
}

/// A rule in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleWords {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The rule.
    pub rule: RuleDocument,
    /// Its sentences in the language asked for: points and target, turn order, draws, limit, and
    /// the end where there is something to say of it.
    pub sentences: Vec<String>,
}

impl RuleWords {
    /// The words of a rule.
    pub fn new(rule: RuleDocument, lang: Lang) -> Self {
        let sentences = rule.clauses(lang).all().collect();
        Self { schema: SchemaName::default(), rule, sentences }
    }

    /// One sentence to a line.
    pub fn text(&self) -> String {
        self.sentences.join("\n") + "\n"
    }
}

/// What a player is called whose name is not known.
pub(crate) fn player_name(player: Player, lang: Lang) -> String {
    tr!(lang, if player == Player::A { "player.a" } else { "player.b" })
}

/// A turn order, or `best`: whichever that is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String")]
pub struct TurnsChoice(pub Option<Turns>);

impl From<TurnsChoice> for String {
    fn from(choice: TurnsChoice) -> Self {
        choice.0.map_or("best".into(), |turns| turns.to_string())
    }
}

/// The words for a turn order (`None`: whichever is best) in a section of the locale files that
/// has one for each.
pub(crate) fn turns_words(section: &str, turns: Option<&Turns>, lang: Lang) -> String {
    match turns {
        Some(Turns::Pattern(letters)) => {
            tr!(lang, format!("{section}.pattern"), letters = letters)
        }
        Some(turns) => tr!(lang, format!("{section}.{turns}")),
        None => tr!(lang, format!("{section}.best")),
    }
}
