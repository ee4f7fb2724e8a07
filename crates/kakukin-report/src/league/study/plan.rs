//! What is asked of a study, and how it is computed: the chances of games and series, from
//! Elo ratings, become the encounters of leagues.

use super::{
    document::{ErrorsDocument, StudyDocument, StudyMethod, StudyPlayer, StudyRow},
    field::{Entrant, read_games},
};
use crate::SchemaName;
use crate::{InputError, RuleDocument};
use kakukin_core::{BadValue, Probability, to_f64};
use kakukin_league::{
    Chance, DrawPoints, Encounter, EpsilonPoints, Figures, MAX_ENCOUNTERS, MAX_RUNS, Scale, Study,
    double_round_robin, round_robin, whole_points,
};
use kakukin_series::{Model, Player, Rule, Series};
use std::ops::ControlFlow;

/// The most win rates of one study.
pub const MAX_STUDY_RATES: usize = 100;
/// The most series rules of one study.
const MAX_RULES: usize = 8;
/// The most leagues, times their encounters, that dice may play: an hour or so.
const MAX_WORK: u64 = 500_000_000_000;

/// The most cells that the sweeps of all series may visit: a minute or so.
const MAX_SWEEPS: u64 = 20_000_000_000;

/// Who meets whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schedule {
    /// Everybody meets everybody once, on sides as even as they can be. Who has a game more as
    /// first would decide much, so this is the mean of the schedule and of the one in which
    /// all sides are swapped.
    Single,
    /// Everybody meets everybody once on each side.
    Double,
    /// Everybody meets everybody once, and a lot decides who is first.
    Lots,
    /// So many rounds; lots decide who meets whom, and who is first.
    Rounds(u32),
    /// As listed, the first player first.
    Games(Vec<[usize; 2]>),
}

impl Schedule {
    /// Reads `single`, `double`, `lots` or `rounds=N`; `None` if it must be a file.
    pub fn parse(text: &str) -> Result<Option<Self>, InputError> {
        Ok(Some(match text {
            "single" => Self::Single,
            "double" => Self::Double,
            "lots" => Self::Lots,
            _ => match text.strip_prefix("rounds=") {
                Some(rounds) => {
                    let most = MAX_ENCOUNTERS as u32;
                    let rounds = rounds.parse().ok().filter(|n| (1..=most).contains(n));
                    Self::Rounds(rounds.ok_or_else(|| {
                        let allowed = format!("rounds=N (1..{most})");
                        InputError::new("schedule", text, BadValue::BadForm, allowed)
                    })?)
                }
                None => return Ok(None),
            },
        }))
    }

    /// Reads a table of pairings of players of the field.
    pub fn read(text: &[u8], field: &[Entrant]) -> Result<Self, InputError> {
        Ok(Self::Games(read_games(text, field)?))
    }

    /// The name in every machine-readable output.
    fn code(&self) -> String {
        match self {
            Self::Single => "single".into(),
            Self::Double => "double".into(),
            Self::Lots => "lots".into(),
            Self::Rounds(rounds) => format!("rounds={rounds}"),
            Self::Games(_) => "file".into(),
        }
    }

    /// The leagues that are equally likely to be played, each by its games; `None` where lots
    /// decide who is first in every game.
    fn leagues(&self, players: usize) -> Vec<Option<Vec<[usize; 2]>>> {
        let swapped = |games: &[[usize; 2]]| games.iter().map(|&[x, y]| [y, x]).collect();
        match self {
            Self::Single => {
                let games = round_robin(players);
                vec![Some(swapped(&games)), Some(games)]
            }
            Self::Double => vec![Some(double_round_robin(players))],
            Self::Games(games) => vec![Some(games.clone())],
            Self::Lots | Self::Rounds(_) => vec![None],
        }
    }

    /// How many encounters a league has.
    fn encounters(&self, players: usize) -> usize {
        match self {
            Self::Single | Self::Lots => players * (players - 1) / 2,
            Self::Double => players * (players - 1),
            Self::Rounds(rounds) => (players / 2).saturating_mul(*rounds as usize),
            Self::Games(games) => games.len(),
        }
    }
}

/// Whether dice may be thrown, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyRuns {
    /// Leagues for each figure that is simulated.
    pub runs: u64,
    /// The seed.
    pub seed: u64,
    /// Nothing is simulated: what cannot be enumerated is refused.
    pub exact_only: bool,
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct StudyRequest {
    /// The players.
    pub field: Vec<Entrant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// First player's win rates among equal players.
    pub ps: Vec<Probability>,
    /// Draw rate.
    pub f: Probability,
    /// What a draw is worth under epsilon points.
    pub draws: DrawPoints,
    /// Series rules to compare with, each with the name that it was given by.
    pub rules: Vec<(String, Rule)>,
    /// How it may be computed.
    pub runs: StudyRuns,
}

/// A study that is known to be within its limits.
#[derive(Debug)]
pub struct StudyPlan {
    request: StudyRequest,
}

/// One way of scoring.
#[derive(Debug, Clone, Copy)]
enum Method<'r> {
    Epsilon,
    Wins,
    Series(&'r (String, Rule)),
}

/// Points of an encounter that counts one.
const WIN: [i64; 2] = [2, 0];
const DRAW: [i64; 2] = [1, 1];
const LOSS: [i64; 2] = [0, 2];

impl StudyPlan {
    /// Checks the sizes.
    pub fn new(request: StudyRequest) -> Result<Self, InputError> {
        let StudyRequest { field, schedule, ps, f, draws, rules, runs } = &request;
        let players = field.len();
        if players < 2 {
            return Err(InputError::new("field", players, BadValue::OutOfRange, ">= 2"));
        }
        let encounters = schedule.encounters(players);
        if !(1..=MAX_ENCOUNTERS).contains(&encounters) {
            let allowed = format!("1..{MAX_ENCOUNTERS}");
            return Err(InputError::new("schedule", encounters, BadValue::OutOfRange, allowed));
        }
        if let (Schedule::Rounds(_), true) = (schedule, runs.exact_only) {
            let allowed = "`schedule` single, double, lots, FILE";
            return Err(InputError::new("exact-only", "", BadValue::Conflict, allowed));
        }
        let limits = [("p", ps.len(), MAX_STUDY_RATES), ("series", rules.len(), MAX_RULES)];
        for (field, count, most) in limits {
            if count > most {
                let allowed = format!("<= {most}");
                return Err(InputError::new(field, count, BadValue::TooMany, allowed));
            }
        }
        if !(1..=MAX_RUNS).contains(&runs.runs) {
            let allowed = format!("1..{MAX_RUNS}");
            return Err(InputError::new("runs", runs.runs, BadValue::OutOfRange, allowed));
        }
        let plan_work = (ps.len() * (2 + rules.len()) * encounters) as u64;
        if plan_work.saturating_mul(runs.runs) > MAX_WORK {
            let allowed = format!("<= {}", MAX_WORK / plan_work.max(1));
            return Err(InputError::new("runs", runs.runs, BadValue::TooMuchWork, allowed));
        }
        let mut sweeps = 0u64;
        for p in ps {
            EpsilonPoints::new(p, f, *draws, Scale::Article)?;
            for (_, rule) in rules {
                let series = Series::new(Model::new(p.clone(), f.clone())?, rule.clone())?;
                // Both ways round, or on both sides.
                let times = 2 * (encounters as u64).max((players * players) as u64);
                sweeps = sweeps.saturating_add(series.work().saturating_mul(times));
            }
        }
        if sweeps > MAX_SWEEPS {
            let allowed = format!("<= {MAX_SWEEPS}");
            return Err(InputError::new("series", sweeps, BadValue::TooMuchWork, allowed));
        }
        Ok(Self { request })
    }

    /// How many steps `run` reports.
    pub fn steps(&self) -> u64 {
        let leagues = self.request.schedule.leagues(self.request.field.len()).len();
        let cases = self.request.ps.len() * self.methods().len() * leagues;
        cases as u64 * self.request.runs.runs
    }

    /// Computes. `progress` hears how many steps are done and may break off: then there is no
    /// answer.
    pub fn run(
        &self,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Option<StudyDocument>, InputError> {
        let StudyRequest { field, schedule, ps, f, draws, runs, .. } = &self.request;
        let methods = self.methods();
        let leagues = schedule.leagues(field.len());
        // What is too large at one rate is so at the next; only p = 1/2 can be smaller.
        let mut too_large = vec![false; methods.len()];
        let (mut rows, mut done) = (Vec::new(), 0);
        for p in ps {
            for (k, method) in methods.iter().enumerate() {
                let mut mean = Mean::default();
                for (number, league) in (0..).zip(&leagues) {
                    if progress(done).is_break() {
                        return Ok(None);
                    }
                    let (study, games) = self.study(*method, p, league.as_deref())?;
                    let exact = if too_large[k] { None } else { study.exact(|x| *x) };
                    match exact {
                        Some(figures) => mean.add(&figures, None, games),
                        None if runs.exact_only => {
                            let most = kakukin_league::MAX_STATES;
                            let problem = kakukin_league::Problem::TooManyStates;
                            return Err(InputError::new("exact-only", "", problem, most));
                        }
                        None => {
                            too_large[k] = true;
                            let heard = |runs: u64| progress(done + runs);
                            match study.simulate(runs.runs, seed_of(number, runs.seed), heard)? {
                                Some(dice) => mean.add(&dice.figures, Some(&dice.errors), games),
                                None => return Ok(None),
                            }
                        }
                    }
                    done += runs.runs;
                }
                rows.push(mean.row(p, method.document()));
            }
        }
        let player =
            |entrant: &Entrant| StudyPlayer { name: entrant.name.clone(), elo: entrant.elo };
        let even = |league: &Option<Vec<[usize; 2]>>| {
            league.as_ref().is_some_and(|games| even_sides(games, field.len()))
        };
        let simulated = rows.iter().any(|row: &StudyRow| !row.exact);
        Ok(Some(StudyDocument {
            schema: SchemaName::default(),
            field: field.iter().map(player).collect(),
            schedule: schedule.code(),
            encounters: schedule.encounters(field.len()),
            even_sides: leagues.iter().all(even),
            f: f.exact().into(),
            draws: match draws {
                DrawPoints::Zero => "zero",
                DrawPoints::Expectation => "expectation",
            },
            rules: self.rules()?,
            runs: simulated.then_some(runs.runs),
            seed: simulated.then_some(runs.seed),
            rows,
        }))
    }

    fn methods(&self) -> Vec<Method<'_>> {
        let rules = self.request.rules.iter().map(Method::Series);
        [Method::Epsilon, Method::Wins].into_iter().chain(rules).collect()
    }

    /// The series rules in full.
    fn rules(&self) -> Result<Vec<RuleDocument>, InputError> {
        let StudyRequest { ps, f, rules, .. } = &self.request;
        let p = ps.first().cloned().map_or_else(|| Probability::from_ratio(1, 2), Ok)?;
        let document = |(_, rule): &(String, Rule)| {
            let model = Model::new(p.clone(), f.clone())?;
            Ok(RuleDocument::new(&Series::new(model, rule.clone())?))
        };
        rules.iter().map(document).collect()
    }

    /// A league under one way of scoring, and how many games it takes.
    fn study(
        &self,
        method: Method<'_>,
        p: &Probability,
        league: Option<&[[usize; 2]]>,
    ) -> Result<(Study<f64>, f64), InputError> {
        let StudyRequest { field, schedule, f, draws, .. } = &self.request;
        let strengths: Vec<f64> = field.iter().map(|entrant| entrant.elo).collect();
        let worth = match method {
            Method::Epsilon => epsilon(&EpsilonPoints::new(p, f, *draws, Scale::Article)?)?,
            Method::Wins | Method::Series(_) => [WIN, DRAW, LOSS],
        };
        // The chances of an encounter in which x is first, and the games that it takes.
        let meet = |x: usize, y: usize| -> Result<(Vec<Chance<f64>>, f64), InputError> {
            let model = Model::with_elo(p.clone(), f.clone(), strengths[x] - strengths[y])?;
            let (chances, games) = match method {
                Method::Epsilon | Method::Wins => {
                    let game = model.game(Player::A);
                    ([&game.first, &game.draw, &game.second].map(to_f64), 1.0)
                }
                Method::Series((_, rule)) => {
                    let series = Series::new(model, rule.clone())?;
                    let figures = series.figures();
                    let outcome = &figures.outcome;
                    let games = series.expected_played(&figures, to_f64);
                    ([outcome.a(), outcome.none, outcome.b()], games)
                }
            };
            let chances = chances.into_iter().zip(worth);
            let chance = |(probability, points)| Chance { probability, points };
            Ok((chances.map(chance).collect(), games))
        };
        // The same where a lot decides who is first.
        let by_lot = |x: usize, y: usize| -> Result<(Encounter<f64>, f64), InputError> {
            let ((one, games), (other, more)) = (meet(x, y)?, meet(y, x)?);
            let halved =
                |chance: Chance<f64>| Chance { probability: chance.probability / 2.0, ..chance };
            let turned = |chance: Chance<f64>| {
                let [x, y] = chance.points;
                Chance { points: [y, x], ..halved(chance) }
            };
            let one = one.into_iter().map(halved);
            let chances = one.chain(other.into_iter().map(turned)).collect();
            Ok((Encounter { players: [x, y], chances }, (games + more) / 2.0))
        };
        let mut games = 0.0;
        if let Schedule::Rounds(rounds) = schedule {
            let study = Study::by_lot(&strengths, *rounds, |x, y| {
                let (encounter, more) = by_lot(x, y)?;
                games += more;
                Ok::<_, InputError>(encounter)
            })?;
            // Every pair is as likely as any other.
            let pairs = field.len() * (field.len() - 1) / 2;
            let encounters = schedule.encounters(field.len());
            return Ok((study, games / pairs as f64 * encounters as f64));
        }
        let encounters: Result<Vec<_>, InputError> = match league {
            Some(pairs) => pairs
                .iter()
                .map(|&[x, y]| {
                    let (chances, more) = meet(x, y)?;
                    games += more;
                    Ok(Encounter { players: [x, y], chances })
                })
                .collect(),
            None => (0..field.len())
                .flat_map(|y| (0..y).map(move |x| (x, y)))
                .map(|(x, y)| {
                    let (encounter, more) = by_lot(x, y)?;
                    games += more;
                    Ok(encounter)
                })
                .collect(),
        };
        Ok((Study::new(&strengths, encounters?)?, games))
    }
}

impl Method<'_> {
    fn document(&self) -> StudyMethod {
        match self {
            Self::Epsilon => StudyMethod::Epsilon,
            Self::Wins => StudyMethod::Wins,
            Self::Series((name, _)) => StudyMethod::Series(name.clone()),
        }
    }
}

/// The seed of a league among those that are equally likely: for the first the one that was
/// given, then further by the golden ratio. With the same throws the two ways round of a
/// schedule would not be independent, and the standard errors of their mean would be wrong.
fn seed_of(number: u64, seed: u64) -> u64 {
    seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Epsilon points of a win, a draw and a loss of the first player as whole numbers.
fn epsilon(points: &EpsilonPoints<kakukin_core::Rational>) -> Result<[[i64; 2]; 3], InputError> {
    let first = [&points.first_win, &points.draw, &points.second_win].map(|s| s.first.clone());
    let (whole, _) = whole_points(&first)?;
    let at = |k: usize| whole.get(k).map_or([0, 0], |&x| [x, -x]);
    Ok([at(0), at(1), at(2)])
}

/// Whether everybody is first as often as second.
fn even_sides(games: &[[usize; 2]], players: usize) -> bool {
    let mut difference = vec![0i64; players];
    for &[first, second] in games {
        difference[first] += 1;
        difference[second] -= 1;
    }
    difference.iter().all(|difference| *difference == 0)
}

/// The mean over leagues that are equally likely.
#[derive(Default)]
struct Mean {
    leagues: f64,
    sums: [f64; 5],
    /// Sums of squared standard errors, if dice were thrown.
    squares: Option<[f64; 4]>,
}

impl Mean {
    fn add(&mut self, figures: &Figures, errors: Option<&Figures>, games: f64) {
        let list = |f: &Figures| [f.spearman, f.kendall, f.best, f.rank_error];
        self.leagues += 1.0;
        let added = list(figures).into_iter().chain([games]);
        self.sums.iter_mut().zip(added).for_each(|(sum, x)| *sum += x);
        if let Some(errors) = errors {
            let squares = self.squares.get_or_insert_default();
            squares.iter_mut().zip(list(errors)).for_each(|(sum, x)| *sum += x * x);
        }
    }

    fn row(&self, p: &Probability, method: StudyMethod) -> StudyRow {
        let [spearman, kendall, best, rank_error, games] = self.sums.map(|sum| sum / self.leagues);
        let errors = self.squares.map(|squares| squares.map(|sum| sum.sqrt() / self.leagues));
        StudyRow {
            p: p.exact().into(),
            method,
            exact: errors.is_none(),
            spearman,
            kendall,
            best,
            rank_error,
            standard_errors: errors.map(|[spearman, kendall, best, rank_error]| ErrorsDocument {
                spearman,
                kendall,
                best,
                rank_error,
            }),
            games,
        }
    }
}
