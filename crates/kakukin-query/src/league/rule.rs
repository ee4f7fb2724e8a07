//! The rule of an encounter, as other commands print it: `1/3/4 alternating swap`; and what it
//! makes of a rating lead.

use crate::{InputError, series::rule::RuleFields};
use kakukin_core::{BadValue, Davidson, Probability, Rational, checkpoint, parse_rational};
use kakukin_league::{
    DrawPoints, EncounterKind as Kind, EncounterOdds, EncounterRule, Ending, EpsilonPoints, Scale,
    whole_points,
};
use kakukin_series::{Draws, Game, Model, Rule, Series, Turns, Undecided};
use std::fmt;

/// What a rule looks like.
const FORM: &str = "single | epsilon | FIRST/SECOND/TARGET [TURNS] [DRAWS] [UNDECIDED] [limit=N] \
                    [clinch] (1/3/4 alternating swap)";

/// Points of an encounter that counts one.
const WORTH: [[i64; 2]; 3] = [[2, 0], [1, 1], [0, 2]];

/// How the encounters of a stage are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EventRule {
    kind: Kind,
    rule: Rule,
}

impl EventRule {
    /// A series by this rule.
    pub(super) fn of(rule: &Rule) -> Self {
        Self { kind: Kind::Series, rule: rule.clone() }
    }

    /// Reads a rule. Where somebody must win and the rule leaves a series undecided, `undecided`
    /// says who, or a lot does.
    pub(super) fn parse(
        field: &'static str,
        text: &str,
        undecided: Option<Undecided>,
        needs_winner: bool,
    ) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new(field, text, problem, FORM);
        let mut words = text.split_whitespace();
        let first = words.next().ok_or_else(|| refuse(BadValue::BadForm))?;
        let kind = match first {
            "single" | "1局" => Kind::Single,
            "epsilon" if needs_winner => return Err(refuse(BadValue::Conflict)),
            "epsilon" => Kind::Epsilon,
            _ => Kind::Series,
        };
        let mut described = RuleFields {
            points: Some(match kind {
                Kind::Series => first.trim_end_matches([',', '、']).to_string(),
                Kind::Single | Kind::Epsilon => "1/1/1".into(),
            }),
            limit: (kind != Kind::Series).then(|| "1".to_string()),
            ..RuleFields::default()
        };
        for word in words.map(|word| word.trim_matches([',', '、', '(', ')'])) {
            let once = |slot: &mut Option<String>, word: &str| match slot.replace(word.into()) {
                None => Ok(()),
                Some(_) => Err(refuse(BadValue::Twice)),
            };
            let series = kind == Kind::Series;
            if word.is_empty() {
            } else if let Some(limit) = word.strip_prefix("limit=").filter(|_| series) {
                once(&mut described.limit, limit)?;
            } else if let Some(way) = word.strip_prefix("undecided=") {
                once(&mut described.undecided, way)?;
            } else if word == "clinch" && series {
                described.clinch = true;
            } else if series && word.parse::<Turns>().is_ok() {
                once(&mut described.turns, word)?;
            } else if described.draws.is_none() && word.parse::<Draws<Rational>>().is_ok() {
                once(&mut described.draws, word)?;
            } else if word.parse::<Undecided>().is_ok() {
                once(&mut described.undecided, word)?;
            } else {
                return Err(refuse(BadValue::Unknown));
            }
        }
        if kind == Kind::Epsilon && described != epsilon_only(&described) {
            return Err(refuse(BadValue::Conflict));
        }
        let rule = described.rule().map_err(|error| InputError { field, ..error })?;
        let rule = match rule.undecided() {
            Undecided::None if needs_winner => {
                let way = undecided.filter(|way| *way != Undecided::None);
                rule.with_undecided(way.unwrap_or(Undecided::Lot))
            }
            _ => rule,
        };
        Ok(Self { kind, rule })
    }

    /// Refuses what cannot be played; how many cells one sweep visits.
    pub(super) fn check(
        &self,
        game: &Davidson,
        p: &Probability,
        f: &Probability,
    ) -> Result<u64, InputError> {
        self.worth(p, f)?;
        Ok(Series::new(model(game, 0.0)?, self.rule.clone())?.work())
    }

    /// What it is, and the series that it means, a single game being one, too.
    pub(super) fn in_full(
        &self,
        p: &Probability,
        f: &Probability,
    ) -> Result<(Kind, Series), InputError> {
        Ok((self.kind, Series::new(Model::new(p.clone(), f.clone())?, self.rule.clone())?))
    }

    /// An encounter for each lead.
    pub(super) fn odds(
        &self,
        game: &Davidson,
        p: &Probability,
        f: &Probability,
        leads: &[f64],
    ) -> Result<EncounterRule, InputError> {
        let encounter = |lead: &f64| -> Result<EncounterOdds, InputError> {
            checkpoint();
            let stronger_first = self.endings(game, *lead)?;
            let weaker_first = self.endings(game, -*lead)?;
            Ok(EncounterOdds::new(&stronger_first, &weaker_first))
        };
        let odds = leads.iter().map(encounter).collect::<Result<_, _>>()?;
        Ok(EncounterRule::new(odds, self.worth(p, f)?))
    }

    /// How an encounter ends in which the player who is first has this lead.
    fn endings(&self, game: &Davidson, lead: f64) -> Result<Vec<Ending>, InputError> {
        let draws_count = matches!(self.rule.draws(), Draws::Pass | Draws::Keep);
        if self.kind != Kind::Series && draws_count && self.rule.undecided() == Undecided::None {
            let ending = |(winner, probability)| Ending { winner, games: 1, probability };
            return Ok((0u8..).zip(game.game(lead)).map(ending).collect());
        }
        let series = Series::new(model(game, lead)?, self.rule.clone())?;
        let endings = series
            .endings_by_games()
            .ok_or_else(|| InputError::new("rule", self, BadValue::TooMuchWork, FORM))?;
        let three = |(games, chances): (u32, &[f64; 3])| {
            let ending = |(winner, probability)| Ending { winner, games, probability };
            (0u8..).zip(*chances).map(ending).collect::<Vec<_>>()
        };
        let possible = |ending: &Ending| ending.probability > 0.0;
        Ok((0u32..).zip(&endings).flat_map(three).filter(possible).collect())
    }

    /// What the endings count.
    fn worth(&self, p: &Probability, f: &Probability) -> Result<[[i64; 2]; 3], InputError> {
        if self.kind != Kind::Epsilon {
            return Ok(WORTH);
        }
        let points = EpsilonPoints::new(p, f, DrawPoints::Expectation, Scale::Article)?;
        let all = [&points.first_win, &points.draw, &points.second_win];
        let (whole, _) = whole_points(&all.map(|points| points.first.clone()))?;
        let at = |k: usize| whole.get(k).map_or([0, 0], |&x| [x, -x]);
        Ok([at(0), at(1), at(2)])
    }
}

/// A rule with nothing but what epsilon points leave open.
fn epsilon_only(described: &RuleFields) -> RuleFields {
    RuleFields {
        points: described.points.clone(),
        limit: described.limit.clone(),
        ..RuleFields::default()
    }
}

/// The model of a series in which A has this lead.
fn model(game: &Davidson, lead: f64) -> Result<Model, InputError> {
    let of = |lead: f64| -> Result<Game, InputError> {
        let [first, draw, _] = game.game(lead);
        let exact = |x: f64| parse_f64(x);
        let (first, draw) = (exact(first)?, exact(draw)?);
        let second = Rational::ONE - &first - &draw;
        let second = if second < Rational::ZERO { Rational::ZERO } else { second };
        let rest = Rational::ONE - &draw - &second;
        let rate = |x| Probability::new(x);
        Ok(Game::new(rate(rest)?, rate(draw)?, rate(second)?)?)
    };
    Ok(Model::outright(of(lead)?, of(-lead)?))
}

/// A double as the fraction that it is.
fn parse_f64(x: f64) -> Result<Rational, InputError> {
    let exact = Rational::try_from(x);
    exact.or_else(|_| Ok(parse_rational("p", &x.to_string())?))
}

/// As it is read.
impl fmt::Display for EventRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = &self.rule;
        match self.kind {
            Kind::Epsilon => return f.write_str("epsilon"),
            Kind::Single => f.write_str("single")?,
            Kind::Series => write!(f, "{} {}", rule.points(), rule.turns())?,
        }
        if *rule.draws() != Draws::Pass {
            write!(f, " {}", rule.draws_as_written())?;
        }
        if rule.undecided() != Undecided::None {
            write!(f, " undecided={}", rule.undecided())?;
        }
        if let (Kind::Series, Some(limit)) = (self.kind, rule.own_limit()) {
            write!(f, " limit={limit}")?;
        }
        if rule.clinch() {
            f.write_str(" clinch")?;
        }
        Ok(())
    }
}
