//! How well scoring methods find the true order of a field: the chances of games and series,
//! from Elo ratings, become the encounters of leagues.

use super::field::{read_field, read_games, schedule_of};
use crate::{
    InputError, Problem, Stopped,
    fields::query,
    number::{parts, whole_or, with_original_value},
    series::rule::RuleFields,
    watch::{Watch, WorkUnit},
};
use kakukin_core::{BadValue, Probability, Rational, to_f64};
use kakukin_league::{
    Chance, DrawPoints, Encounter, Entrant, EpsilonPoints, MAX_ENCOUNTERS, MAX_RUNS, MAX_STATES,
    MeanFigures, Scale, Schedule, Study, StudyMethod, StudyOutcome, StudyRow, StudyRuns,
    whole_points,
};
use kakukin_series::{Lead, LeadScale, Model, Player, Rule, Series, parse_rates};

/// From no advantage of the first player to a great one.
const USUAL_P: &str = "50..90:5";
/// Standard errors of some thousandths within seconds.
const USUAL_RUNS: u64 = 20_000;
/// The most win rates of one study.
const MAX_RATES: usize = 100;
/// The most series rules of one study.
const MAX_RULES: usize = 8;
/// The most leagues, times their encounters, that dice may play: an hour or so.
const MAX_WORK: u64 = 500_000_000_000;
/// The most cells that the sweeps of all series may visit: a minute or so.
const MAX_SWEEPS: u64 = 20_000_000_000;

/// Points of an encounter that counts one.
const WIN: [i64; 2] = [2, 0];
const DRAW: [i64; 2] = [1, 1];
const LOSS: [i64; 2] = [0, 2];

query! {
    /// Who meets whom, and which ways of scoring are compared.
    pub struct StudyQuery {
        /// The file of the players and their ratings.
        word field "FIELD",
        /// Who meets whom: `single`, `double`, `lots`, `rounds=N`, or a file of pairings.
        text schedule "SCHEDULE",
        /// First player's win rates among equal players.
        number p "RATES",
        /// The share of drawn games.
        number f "RATE",
        /// What a draw is worth: `expectation` or `zero`.
        text draws "MODE",
        /// Series rules to compare with.
        numbers series "FIRST/SECOND/TARGET,..",
        /// Who is first in which game of a series.
        text turns "ORDER",
        /// What a draw does in a series.
        text series_draws "POLICY",
        /// The largest number of games of a series.
        number limit "N",
        /// Leagues for each figure that is simulated.
        number runs "N",
        /// The seed of the dice.
        number seed "N",
        /// Nothing is simulated.
        flag exact_only,
        /// The ratings are log-odds of decided games.
        flag log_odds,
    }
}

/// A study that can be made.
#[derive(Debug, Clone)]
pub struct StudyJob {
    field: Vec<Entrant>,
    schedule: Schedule,
    ps: Vec<Probability>,
    f: Probability,
    draws: DrawPoints,
    /// The series rules, each under the first win rate, with the points that name it.
    rules: Vec<(String, Series)>,
    runs: StudyRuns,
    /// What cannot be enumerated is refused.
    exact_only: bool,
    /// What a difference of ratings means.
    scale: LeadScale,
    typed: [Option<String>; 2],
}

/// One way of scoring.
#[derive(Debug, Clone, Copy)]
enum Method<'j> {
    Epsilon,
    Wins,
    Series(&'j str, &'j Rule),
}

impl StudyQuery {
    /// Checks everything. `content` reads the file that a field names; nothing if a word is not
    /// meant to be one.
    pub fn job<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Option<Vec<u8>>, E>,
    ) -> Result<StudyJob, E> {
        let mut job = self.without_files()?;
        let field = self.field_file()?;
        job.field = players(&content("field", field)?.unwrap_or_default(), field)?;
        let schedule = self.schedule.as_deref().unwrap_or("single");
        job.schedule = match schedule_of(schedule)? {
            Some(schedule) => schedule,
            None => pairings(content("schedule", schedule)?, schedule, &job.field)?,
        };
        job.check().map_err(|error| as_typed(error, &job.typed))?;
        Ok(job)
    }

    /// What can be known before files are read.
    fn without_files(&self) -> Result<StudyJob, InputError> {
        let ps = parse_rates("p", self.p.as_deref().unwrap_or(USUAL_P)).map_err(|mut error| {
            if error.problem == BadValue::TooMany {
                error.allowed = format!("<= {MAX_RATES}");
            }
            error
        })?;
        let f = Probability::parse("f", self.f.as_deref().unwrap_or("0"))?;
        let draws = self.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?;
        let runs = StudyRuns {
            runs: whole_or("runs", self.runs.as_deref(), USUAL_RUNS, 1..=MAX_RUNS)?,
            seed: whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?,
        };
        let rules = self.rules()?;
        let typed = [self.p.clone(), self.f.clone()];
        if rules.len() > MAX_RULES {
            let allowed = format!("<= {MAX_RULES}");
            return Err(InputError::new("series", rules.len(), BadValue::TooMany, allowed));
        }
        let rules = series(rules, &ps, &f).map_err(|error| as_typed(error, &typed))?;
        let (field, schedule, exact_only) = (Vec::new(), Schedule::Single, self.exact_only);
        let scale = if self.log_odds { LeadScale::LogOdds } else { LeadScale::Elo };
        Ok(StudyJob { field, schedule, ps, f, draws, rules, runs, exact_only, scale, typed })
    }

    fn field_file(&self) -> Result<&str, InputError> {
        let missing = || InputError::new("field", "", BadValue::Missing, "players.csv");
        self.field.as_deref().ok_or_else(missing)
    }

    /// The series rules that are compared, with the points that name them.
    fn rules(&self) -> Result<Vec<(String, Rule)>, InputError> {
        if self.series.is_empty() {
            let only = [
                ("turns", &self.turns),
                ("series-draws", &self.series_draws),
                ("limit", &self.limit),
            ];
            for (field, given) in only {
                if let Some(given) = given {
                    let allowed = "`series` 1/2/3";
                    return Err(InputError::new(field, given, BadValue::Conflict, allowed));
                }
            }
        }
        let rule = |points: &str| {
            let described = RuleFields {
                points: Some(points.to_string()),
                turns: self.turns.clone(),
                draws: self.series_draws.clone(),
                limit: self.limit.clone(),
                undecided: None,
                clinch: false,
            };
            let rule = described.rule().map_err(|error| match error.field {
                "points" => error.in_field("series"),
                "draws" => error.in_field("series-draws"),
                _ => error,
            });
            Ok((points.to_string(), rule?))
        };
        parts(&self.series).map(rule).collect()
    }
}

/// The players that a table lists.
fn players(table: &[u8], file: &str) -> Result<Vec<Entrant>, InputError> {
    read_field(table).map_err(|error| {
        // Of the whole table; a number after the name of a file would be that of a line.
        let of_all = error.problem == BadValue::OutOfRange || error.problem == Problem::TooFarApart;
        if of_all { error } else { in_file(error, file) }
    })
}

/// The games that a table of pairings lists.
fn pairings(table: Option<Vec<u8>>, file: &str, field: &[Entrant]) -> Result<Schedule, InputError> {
    let Some(table) = table else {
        let allowed = "single, double, lots, rounds=N, FILE.csv";
        return Err(InputError::new("schedule", file, BadValue::Unknown, allowed));
    };
    Ok(Schedule::Games(read_games(&table, field).map_err(|error| in_file(error, file))?))
}

/// A refusal of what stands in a file: with its name, and the line if there is one.
pub(super) fn in_file(error: InputError, file: &str) -> InputError {
    match error.value.as_str() {
        "" => InputError { value: file.to_string(), ..error },
        line => InputError { value: format!("{file}:{line}"), ..error },
    }
}

/// A refusal that shows the rates as they were typed; but that of their number shows the number.
fn as_typed(error: InputError, [p, f]: &[Option<String>; 2]) -> InputError {
    if error.problem == BadValue::TooMany {
        return error;
    }
    with_original_value(error, &[("p", p), ("f", f)])
}

/// Rules as they are under the first win rate.
fn series(
    rules: Vec<(String, Rule)>,
    ps: &[Probability],
    f: &Probability,
) -> Result<Vec<(String, Series)>, InputError> {
    let p = ps.first().cloned().map_or_else(|| Probability::from_ratio(1, 2), Ok)?;
    let model = Model::new(p, f.clone())?;
    let series = |(name, rule)| Ok((name, Series::new(model.clone(), rule)?));
    rules.into_iter().map(series).collect()
}

impl StudyJob {
    /// The sizes.
    fn check(&self) -> Result<(), InputError> {
        let Self { field, schedule, ps, f, draws, rules, runs, .. } = self;
        let players = field.len();
        let encounters = schedule.encounters(players);
        if !(1..=MAX_ENCOUNTERS).contains(&encounters) {
            let allowed = format!("1..{MAX_ENCOUNTERS}");
            return Err(InputError::new("schedule", encounters, BadValue::OutOfRange, allowed));
        }
        if let (Schedule::Rounds(_), true) = (schedule, self.exact_only) {
            let allowed = "`schedule` single, double, lots, FILE";
            return Err(InputError::new("exact-only", "", BadValue::Conflict, allowed));
        }
        if ps.len() > MAX_RATES {
            let allowed = format!("<= {MAX_RATES}");
            return Err(InputError::new("p", ps.len(), BadValue::TooMany, allowed));
        }
        let of_one_run = (ps.len() * (2 + rules.len()) * encounters) as u64;
        if of_one_run.saturating_mul(runs.runs) > MAX_WORK {
            let allowed = format!("<= {}", MAX_WORK / of_one_run.max(1));
            return Err(InputError::new("runs", runs.runs, BadValue::TooMuchWork, allowed));
        }
        let mut sweeps = 0u64;
        for p in ps {
            EpsilonPoints::new(p, f, *draws, Scale::Article)?;
            for (_, series) in rules {
                let model = Model::new(p.clone(), f.clone())?;
                let series = Series::new(model, series.rule().clone())?;
                // Both ways round, or on both sides.
                let times = 2 * (encounters as u64).max((players * players) as u64);
                sweeps = sweeps.saturating_add(series.work().saturating_mul(times));
            }
        }
        if sweeps > MAX_SWEEPS {
            let allowed = format!("<= {MAX_SWEEPS}");
            return Err(InputError::new("series", sweeps, BadValue::TooMuchWork, allowed));
        }
        Ok(())
    }

    /// The series rules that are compared, each under the first win rate.
    pub fn rules(&self) -> impl Iterator<Item = &Series> {
        self.rules.iter().map(|(_, series)| series)
    }

    /// How many steps [`Self::run`] reports.
    pub fn steps(&self) -> u64 {
        let leagues = self.schedule.leagues(self.field.len()).len();
        let cases = self.ps.len() * self.methods().len() * leagues;
        cases as u64 * self.runs.runs
    }

    /// Computes.
    pub fn run(&self, watch: &dyn Watch) -> Result<StudyOutcome, Stopped> {
        watch.begin(self.steps(), WorkUnit::Leagues);
        let rows = self.rows(watch);
        let rows = rows.map_err(|stopped| stopped.map(|error| as_typed(error, &self.typed)))?;
        let simulated = rows.iter().any(|row| row.errors.is_some());
        Ok(StudyOutcome {
            field: self.field.clone(),
            schedule: self.schedule.clone(),
            log_odds: self.scale == LeadScale::LogOdds,
            f: self.f.clone(),
            draws: self.draws,
            simulated: simulated.then_some(self.runs),
            rows,
        })
    }

    fn rows(&self, watch: &dyn Watch) -> Result<Vec<StudyRow>, Stopped> {
        let methods = self.methods();
        let leagues = self.schedule.leagues(self.field.len());
        // What is too large at one rate is so at the next; only p = 1/2 can be smaller.
        let mut too_large = vec![false; methods.len()];
        let (mut rows, mut done) = (Vec::new(), 0);
        for p in &self.ps {
            for (method, too_large) in methods.iter().zip(&mut too_large) {
                let mut mean = MeanFigures::default();
                for (number, league) in (0..).zip(&leagues) {
                    if watch.at(done).is_break() {
                        return Err(Stopped::Cancelled);
                    }
                    let (study, games) = self.study(*method, p, league.as_deref())?;
                    let exact = if *too_large { None } else { study.exact(|x| *x) };
                    match exact {
                        Some(figures) => mean.add(&figures, None, games),
                        None if self.exact_only => {
                            let problem = Problem::TooManyFinalScores;
                            let error = InputError::new("exact-only", "", problem, MAX_STATES);
                            return Err(error.into());
                        }
                        None => {
                            *too_large = true;
                            let StudyRuns { runs, seed } = self.runs;
                            let heard = |runs: u64| watch.at(done + runs);
                            let dice = study.simulate(runs, seed_of(number, seed), heard)?;
                            let dice = dice.ok_or(Stopped::Cancelled)?;
                            mean.add(&dice.figures, Some(&dice.errors), games);
                        }
                    }
                    done += self.runs.runs;
                }
                rows.push(mean.row(p, method.name()));
            }
        }
        Ok(rows)
    }

    fn methods(&self) -> Vec<Method<'_>> {
        let rules = self.rules.iter().map(|(name, series)| Method::Series(name, series.rule()));
        [Method::Epsilon, Method::Wins].into_iter().chain(rules).collect()
    }

    /// A league under one way of scoring, and how many games it takes.
    fn study(
        &self,
        method: Method<'_>,
        p: &Probability,
        league: Option<&[[usize; 2]]>,
    ) -> Result<(Study<f64>, f64), InputError> {
        let Self { field, schedule, f, draws, .. } = self;
        let strengths: Vec<f64> = field.iter().map(|entrant| entrant.elo).collect();
        let worth = match method {
            Method::Epsilon => epsilon(&EpsilonPoints::new(p, f, *draws, Scale::Article)?)?,
            Method::Wins | Method::Series(..) => [WIN, DRAW, LOSS],
        };
        // The chances of an encounter in which x is first, and the games that it takes.
        let meet = |x: usize, y: usize| -> Result<(Vec<Chance<f64>>, f64), InputError> {
            let lead = Lead { points: strengths[x] - strengths[y], scale: self.scale };
            let model = Model::with_lead(p.clone(), f.clone(), lead)?;
            let (chances, games) = match method {
                Method::Epsilon | Method::Wins => {
                    let game = model.game(Player::A);
                    ([&game.first, &game.draw, &game.second].map(to_f64), 1.0)
                }
                Method::Series(_, rule) => {
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
    fn name(self) -> StudyMethod {
        match self {
            Self::Epsilon => StudyMethod::Epsilon,
            Self::Wins => StudyMethod::Wins,
            Self::Series(name, _) => StudyMethod::Series(name.to_string()),
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
fn epsilon(points: &EpsilonPoints<Rational>) -> Result<[[i64; 2]; 3], InputError> {
    let first = [&points.first_win, &points.draw, &points.second_win].map(|s| s.first.clone());
    let (whole, _) = whole_points(&first)?;
    let at = |k: usize| whole.get(k).map_or([0, 0], |&x| [x, -x]);
    Ok([at(0), at(1), at(2)])
}
