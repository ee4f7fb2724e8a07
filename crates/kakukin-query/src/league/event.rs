//! A whole event: players, stages and rules become chances by rating lead, and these an event.

use super::{field::read_players, rule::EventRule};
use crate::{
    InputError, Problem, Stopped,
    fields::query,
    number::{whole, whole_or, with_original_value},
    watch::{Watch, WorkUnit},
    words::printable_or_none as words,
};
use kakukin_core::{BadValue, Comma, Davidson, Probability, Unit, Written, to_f64};
use kakukin_league::{
    EncounterKind, Entrant, Event, EventOutcome, EventPlan, Leads, MAX_EVENT_PLAYERS,
    MAX_EVENT_RUNS, Seeding, Stages, Timing,
};
use kakukin_series::{MAX_ELO, Series, Undecided};
use serde_json::Value;
use std::ops::RangeInclusive;

/// Events that are thrown where nothing is said.
const USUAL_RUNS: u64 = 20_000;
/// Of large fields fewer: so many events times players.
const USUAL_SEATS: u64 = 1_000_000;
/// The mean of a typical field.
const TYPICAL: f64 = 1500.0;
/// The spread of a typical field.
pub(super) const USUAL_SPREAD: f64 = 200.0;
/// The most boards.
pub(super) const MAX_BOARDS: u64 = 10_000;
/// The most minutes of a game, and between two.
const MAX_MINUTES: f64 = 100_000.0;
/// The most cells that the sweeps of all series may visit: a minute or so.
pub(super) const MAX_SWEEPS: u64 = 20_000_000_000;
/// How far beyond its standard errors a drawn lead may lie.
const FAR: f64 = 8.0;

query! {
    /// Who plays.
    pub struct EventPlayersFields {
        /// The file of the players and their ratings.
        word entrants "PLAYERS",
        /// An estimate from records: players, ratings, standard errors.
        text from "FILE",
        /// So many players of a typical field.
        number field "N",
        /// The standard deviation of its ratings.
        number spread "ELO",
        /// First player's share of the decided games between equals.
        number p "RATE",
        /// The share of drawn games between equals.
        number f "RATE",
    }
}

query! {
    /// A study of an event.
    pub struct EventStudyQuery {
        /// Who plays.
        part who EventPlayersFields,
        /// The stages: `groups:4 > 2 > knockout`.
        text stages "STAGES",
        /// The rule of all encounters.
        texts rule "RULE",
        /// The rule of the last encounter.
        text r#final "RULE",
        /// Who wins an undecided series where somebody must.
        text undecided "none|lot|second|game|armageddon",
        /// Who is which seed.
        text seeding "rating|lot|listed",
        /// A game for third place.
        flag third_place,
        /// Who defends a title in a challenge.
        text holder "NAME",
        /// How many encounters can be played at the same time.
        number boards "N",
        /// Minutes of a game.
        number minutes "M",
        /// Minutes between a game and the next.
        number r#break "M",
        /// Refuse what is not exact.
        flag exact,
        /// So many events with dice, even where figures are exact.
        number simulate "N",
        /// The seed of the dice.
        number seed "N",
        /// When the event begins, for a timetable.
        text start "H:MM",
        /// The heading of a page.
        text title "TEXT",
        /// When, for a page.
        text date "TEXT",
    }
}

/// Players of an event, and how their games go.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) players: Vec<Entrant>,
    /// The standard errors of the ratings.
    pub(super) errors: Option<Vec<f64>>,
    pub(super) p: Probability,
    pub(super) f: Probability,
}

/// A study that can be made.
#[derive(Debug, Clone)]
pub struct EventStudyJob {
    field: Field,
    stages: Stages,
    /// For each stage its rule, and that of its last encounter.
    rules: Vec<[EventRule; 2]>,
    seeding: Seeding,
    holder: Option<usize>,
    boards: Option<usize>,
    timing: Option<Timing>,
    wanted: Wanted,
    /// Events to throw.
    runs: u64,
    seed: u64,
    start: Option<u32>,
    title: Option<String>,
    date: Option<String>,
    /// Cells of the sweeps of all series.
    cells: u64,
}

/// How figures are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Exact where they can be.
    Any,
    Exact,
    Thrown,
}

impl EventPlayersFields {
    /// The players; `content` reads the file that a field names.
    pub(super) fn field<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<Field, E> {
        let given = [("entrants", &self.entrants), ("from", &self.from), ("field", &self.field)];
        let mut given = given.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        let Some((name, text)) = given.next() else {
            let allowed = "players.csv | `from` estimate.json";
            return Err(InputError::new("entrants", "", BadValue::Missing, allowed).into());
        };
        if let Some((other, text)) = given.next() {
            let allowed = "players.csv | `from` estimate.json";
            return Err(InputError::new(other, text, BadValue::Conflict, allowed).into());
        }
        if name != "field"
            && let Some(spread) = &self.spread
        {
            return Err(InputError::new("spread", spread, BadValue::Conflict, "`field` 16").into());
        }
        // What can be known before files are read.
        let rate = |field, text: &Option<String>| {
            text.as_ref().map(|text| Probability::parse(field, text)).transpose()
        };
        let rates =
            [rate("p", &self.p), rate("f", &self.f)].map(|rate| rate.map_err(InputError::from));
        let [p, f] = rates;
        let (p, f) = (p?, f?);
        if name != "from" && p.is_none() {
            return Err(InputError::new("p", "", BadValue::Missing, "`p` 70%").into());
        }
        let (players, errors, known) = match name {
            "entrants" => {
                (read_players(&content("entrants", text)?, text, MAX_EVENT_PLAYERS)?, None, None)
            }
            "from" => {
                let found = estimated(&content("from", text)?, text)?;
                (found.players, Some(found.errors), Some([found.p, found.f]))
            }
            _ => (self.typical(text)?, None, None),
        };
        let [known_p, known_f] = known.unwrap_or_default();
        let half = Probability::from_ratio(1, 2).map_err(InputError::from)?;
        let none = Probability::from_ratio(0, 1).map_err(InputError::from)?;
        let field = Field {
            players,
            errors,
            p: p.or(known_p).unwrap_or(half),
            f: f.or(known_f).unwrap_or(none),
        };
        field.game().map_err(|e| with_original_value(e, &[("p", &self.p), ("f", &self.f)]))?;
        Ok(field)
    }

    /// How many players a typical field has, where one is wanted.
    pub(super) fn typical_players(&self) -> Result<Option<usize>, InputError> {
        let count = |text: &String| whole("field", text, 2..=MAX_EVENT_PLAYERS as u64);
        Ok(self.field.as_ref().map(count).transpose()?.map(|count| count as usize))
    }

    fn typical(&self, text: &str) -> Result<Vec<Entrant>, InputError> {
        let spread = number_of("spread", self.spread.as_deref(), 0.0, 1000.0)?;
        typical(text, spread.unwrap_or(USUAL_SPREAD))
    }
}

/// The quantiles of a normal distribution, in whole points, named by their number.
pub(super) fn typical(text: &str, spread: f64) -> Result<Vec<Entrant>, InputError> {
    let count = whole("field", text, 2..=MAX_EVENT_PLAYERS as u64)?;
    let entrant = |k: u64| {
        let share = (k as f64 + 0.5) / count as f64;
        let elo = TYPICAL - spread * kakukin_core::normal_quantile(share);
        Entrant { name: (k + 1).to_string(), elo: elo.round() }
    };
    Ok((0..count).map(entrant).collect())
}

impl Field {
    /// A game between two of them.
    pub(super) fn game(&self) -> Result<Davidson, InputError> {
        Ok(Davidson::new(self.p.to_f64(), self.f.to_f64())?)
    }

    pub(super) fn ratings(&self) -> Vec<f64> {
        self.players.iter().map(|player| player.elo).collect()
    }

    pub(super) fn leads(&self) -> Leads {
        let ratings = self.ratings();
        match &self.errors {
            None => Leads::fixed(&ratings),
            Some(errors) => {
                let of = |pick: fn(f64, f64) -> f64| ratings.iter().copied().reduce(pick);
                let apart = of(f64::max).unwrap_or(0.0) - of(f64::min).unwrap_or(0.0);
                let error = errors.iter().copied().fold(0.0, f64::max);
                let most = (apart + FAR * error).clamp(1.0, MAX_ELO);
                Leads::drawn(&ratings, errors, most.ceil() as u32)
            }
        }
    }
}

/// What an estimate says of players.
struct Estimated {
    players: Vec<Entrant>,
    errors: Vec<f64>,
    p: Option<Probability>,
    f: Option<Probability>,
}

/// Reads the JSON of an estimate.
fn estimated(json: &[u8], file: &str) -> Result<Estimated, InputError> {
    let refuse = |problem: Problem| {
        InputError::new("from", file, problem, "`kakukin estimate`: adjusted.ratings")
    };
    let bad = || refuse(BadValue::BadForm.into());
    let document: Value = serde_json::from_slice(json).map_err(|_| bad())?;
    let ratings = document.pointer("/adjusted/ratings").and_then(Value::as_array);
    let ratings = ratings.ok_or_else(bad)?;
    let (mut players, mut errors) = (Vec::new(), Vec::new());
    for rating in ratings {
        let number = |key| rating.get(key).and_then(Value::as_f64).filter(|x: &f64| x.is_finite());
        let name = rating.get("name").and_then(Value::as_str).ok_or_else(bad)?;
        let elo = number("elo").filter(|elo| elo.abs() <= MAX_ELO).ok_or_else(bad)?;
        players.push(Entrant { name: kakukin_core::one_line(name), elo });
        let error = number("error").filter(|error| (0.0..=MAX_ELO).contains(error));
        errors.push(error.ok_or_else(bad)?);
    }
    if !(2..=MAX_EVENT_PLAYERS).contains(&players.len()) {
        let allowed = format!("2..{MAX_EVENT_PLAYERS}");
        return Err(InputError::new("entrants", players.len(), BadValue::OutOfRange, allowed));
    }
    let rate = |key: &str| {
        let text = document.pointer(&format!("/recommended/{key}")).and_then(Value::as_str);
        text.and_then(|text| Probability::parse("from", text).ok())
    };
    Ok(Estimated { players, errors, p: rate("p"), f: rate("f") })
}

/// A time of day, in minutes after midnight.
fn time_of_day(text: &str) -> Result<u32, InputError> {
    let refuse = |problem| InputError::new("start", text, problem, "0:00..23:59 (9:30)");
    // Digits of a Japanese keyboard, too.
    let plain = |c: char| match c {
        '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
        '：' => ':',
        c => c,
    };
    let plain: String = text.trim().chars().map(plain).collect();
    let (hours, minutes) = plain.split_once(':').ok_or_else(|| refuse(BadValue::BadForm))?;
    let number = |digits: &str, lengths: RangeInclusive<usize>| {
        let sound = lengths.contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse::<u32>().ok().filter(|_| sound).ok_or_else(|| refuse(BadValue::BadForm))
    };
    match (number(hours, 1..=2)?, number(minutes, 2..=2)?) {
        (hours @ 0..=23, minutes @ 0..=59) => Ok(60 * hours + minutes),
        _ => Err(refuse(BadValue::OutOfRange)),
    }
}

/// A number between two bounds, if it is given.
pub(super) fn number_of(
    field: &'static str,
    text: Option<&str>,
    low: f64,
    high: f64,
) -> Result<Option<f64>, InputError> {
    let Some(text) = text else { return Ok(None) };
    let refuse = |problem| InputError::new(field, text, problem, format!("{low}..{high}"));
    let written = Written::read(text, Comma::Thousands).map_err(refuse)?;
    if matches!(written.unit, Unit::Percent | Unit::Tenths) {
        return Err(refuse(BadValue::NotANumber));
    }
    let number = to_f64(&written.value());
    if (low..=high).contains(&number) {
        Ok(Some(number))
    } else {
        Err(refuse(BadValue::OutOfRange))
    }
}

/// The events that are thrown: those wanted, or the usual number for so many players.
fn runs_of(wanted: Option<u64>, players: usize) -> u64 {
    wanted.unwrap_or_else(|| (USUAL_SEATS / players.max(1) as u64).min(USUAL_RUNS))
}

/// About how many encounters are thrown in so many events, those for side luck included.
pub(super) fn thrown(stages: &Stages, players: usize, runs: u64) -> u64 {
    // Side luck takes as many events again, and two pairs for each player at least.
    let lots = runs.max(4 * players as u64);
    stages.cost(players).saturating_mul(runs.saturating_add(lots))
}

impl EventStudyQuery {
    /// Refuses what can be known to be wrong before files are read. Of a typical field it says
    /// about how many encounters are thrown at most.
    pub fn check(&self) -> Result<Option<u64>, InputError> {
        let asked = self.asked()?;
        let Some(players) = self.who.typical_players()? else { return Ok(None) };
        check_stages(&asked.stages, players)?;
        Ok(Some(thrown(&asked.stages, players, runs_of(asked.runs, players))))
    }

    /// Checks everything. `content` reads the file that a field names.
    pub fn job<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<EventStudyJob, E> {
        let Asked {
            stages,
            rules,
            seeding,
            boards,
            timing,
            wanted,
            runs,
            seed,
            start,
            title,
            date,
        } = self.asked()?;
        let field = self.who.field(content)?;
        check_stages(&stages, field.players.len())?;
        let holder = self.holder_of(&field, &stages)?;
        let runs = runs_of(runs, field.players.len());
        stages.check_runs(field.players.len(), runs).map_err(InputError::from)?;
        let mut job = EventStudyJob {
            field,
            stages,
            rules,
            seeding,
            holder,
            boards,
            timing,
            wanted,
            runs,
            seed,
            start,
            title,
            date,
            cells: 0,
        };
        job.cells = job.sweeps()?;
        Ok(job)
    }

    /// What can be known before files are read.
    fn asked(&self) -> Result<Asked, InputError> {
        let Some(stages) = &self.stages else {
            let allowed = "`stages` \"groups:4 > 2 > knockout\"";
            return Err(InputError::new("stages", "", BadValue::Missing, allowed));
        };
        let mut stages: Stages = stages.parse()?;
        if self.third_place {
            stages = stages.with_third()?;
        }
        let undecided = self.undecided.as_deref().map(str::parse::<Undecided>).transpose()?;
        let count = stages.stages().len();
        if self.rule.len() > count {
            return Err(InputError::new("rule", self.rule.len(), BadValue::TooMany, count));
        }
        let single = "single".to_string();
        let mut rules = Vec::new();
        for (number, stage) in stages.stages().iter().enumerate() {
            // One for all, or one for each; the last for those that are left.
            let text = self.rule.get(number).or(self.rule.last()).unwrap_or(&single);
            let needs = stage.format.needs_winners();
            let rule = EventRule::parse("rule", text, undecided, needs)?;
            let last = match &self.r#final {
                Some(text) if number + 1 == count && needs => {
                    EventRule::parse("final", text, undecided, true)?
                }
                Some(text) if number + 1 == count => {
                    let allowed = "knockout, double, ladder, challenge";
                    return Err(InputError::new("final", text, BadValue::Conflict, allowed));
                }
                _ => rule.clone(),
            };
            rules.push([rule, last]);
        }
        let minutes = number_of("minutes", self.minutes.as_deref(), 0.1, MAX_MINUTES)?;
        let pause = number_of("break", self.r#break.as_deref(), 0.0, MAX_MINUTES)?;
        if let (None, Some(pause)) = (minutes, &self.r#break) {
            return Err(InputError::new("break", pause, BadValue::Conflict, "`minutes` 40"));
        }
        let start = self.start.as_deref().map(time_of_day).transpose()?;
        if minutes.is_none() && start.is_some() {
            let allowed = "`start` 9:30 `minutes` 40";
            return Err(InputError::new("minutes", "", BadValue::Missing, allowed));
        }
        let boards = self.boards.as_deref().map(|text| whole("boards", text, 1..=MAX_BOARDS));
        let wanted = match (self.exact, &self.simulate) {
            (true, Some(runs)) => {
                return Err(InputError::new("simulate", runs, BadValue::Conflict, "`exact`"));
            }
            (true, None) => Wanted::Exact,
            (false, Some(_)) => Wanted::Thrown,
            (false, None) => Wanted::Any,
        };
        let runs = self.simulate.as_deref().map(|text| whole("simulate", text, 1..=MAX_EVENT_RUNS));
        let runs = runs.transpose()?;
        Ok(Asked {
            stages,
            rules,
            seeding: self.seeding.as_deref().map_or(Ok(Seeding::Rating), str::parse)?,
            boards: boards.transpose()?.map(|boards| boards as usize),
            timing: minutes.map(|minutes| Timing { minutes, pause: pause.unwrap_or(0.0) }),
            wanted,
            runs,
            seed: whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?,
            start,
            title: words("title", self.title.as_deref())?,
            date: words("date", self.date.as_deref())?,
        })
    }

    fn holder_of(&self, field: &Field, stages: &Stages) -> Result<Option<usize>, InputError> {
        let Some(name) = &self.holder else { return Ok(None) };
        if !stages.has_challenge() {
            return Err(InputError::new("holder", name, BadValue::Conflict, "challenge"));
        }
        let found = field.players.iter().position(|player| player.name == *name);
        let missing = || InputError::new("holder", name, Problem::NotInDataSet, "PLAYERS");
        found.map(Some).ok_or_else(missing)
    }
}

/// Refuses what so many players cannot play.
pub(super) fn check_stages(stages: &Stages, players: usize) -> Result<(), InputError> {
    stages.check(players).map_err(|error| match error.field {
        "players" => InputError::from(error).in_field("entrants"),
        _ => error.into(),
    })
}

/// Refuses sweeps over more cells than these.
pub(super) fn within_cells(cells: u64, most: u64) -> Result<(), InputError> {
    if cells > most {
        let allowed = format!("<= {most}");
        return Err(InputError::new("rule", cells, BadValue::TooMuchWork, allowed));
    }
    Ok(())
}

/// What was asked, apart from the players.
struct Asked {
    stages: Stages,
    rules: Vec<[EventRule; 2]>,
    seeding: Seeding,
    boards: Option<usize>,
    timing: Option<Timing>,
    wanted: Wanted,
    runs: Option<u64>,
    seed: u64,
    start: Option<u32>,
    title: Option<String>,
    date: Option<String>,
}

impl EventStudyJob {
    /// The rules that differ, and for each stage the numbers of its two.
    fn distinct(&self) -> (Vec<&EventRule>, Vec<[usize; 2]>) {
        let mut distinct: Vec<&EventRule> = Vec::new();
        let mut number = |rule| match distinct.iter().position(|one| *one == rule) {
            Some(number) => number,
            None => {
                distinct.push(rule);
                distinct.len() - 1
            }
        };
        let numbers = self.rules.iter().map(|rules| rules.each_ref().map(&mut number)).collect();
        (distinct, numbers)
    }

    /// The heading of its page.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The date, as it shall be printed.
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    /// The rules in full, for a page that has them in words: of each stage, and of its last
    /// encounter.
    pub fn rules(&self) -> Result<Vec<[(EncounterKind, Series); 2]>, InputError> {
        let in_full = |rule: &EventRule| rule.in_full(&self.field.p, &self.field.f);
        self.rules.iter().map(|[rule, last]| Ok([in_full(rule)?, in_full(last)?])).collect()
    }

    /// The same if the sweeps of all series visit at most so many cells, and at most so many
    /// encounters are thrown.
    pub fn within(self, cells: u64, encounters: u64) -> Result<Self, InputError> {
        within_cells(self.cells, cells)?;
        let players = self.field.players.len();
        let thrown = |runs| thrown(&self.stages, players, runs);
        if thrown(self.runs) > encounters {
            let once = self.stages.cost(players).max(1);
            return Err(match encounters / (2 * once) {
                most if most > 0 && thrown(most) <= encounters => {
                    let allowed = format!("<= {most}");
                    InputError::new("simulate", self.runs, BadValue::TooMuchWork, allowed)
                }
                _ => {
                    let allowed = format!("<= {encounters}");
                    InputError::new("stages", thrown(1), BadValue::TooMuchWork, allowed)
                }
            });
        }
        Ok(self)
    }

    /// The cells that the sweeps of all series visit, if they are not too many.
    fn sweeps(&self) -> Result<u64, InputError> {
        let leads = self.field.leads();
        let game = self.field.game()?;
        let mut sweeps = 0u64;
        for rule in self.distinct().0 {
            let work = rule.check(&game, &self.field.p, &self.field.f)?;
            sweeps = sweeps.saturating_add(work.saturating_mul(2 * leads.len() as u64));
        }
        within_cells(sweeps, MAX_SWEEPS)?;
        Ok(sweeps)
    }

    /// The event, with the chances of all encounters.
    fn event(&self) -> Result<Event, InputError> {
        let (leads, game) = (self.field.leads(), self.field.game()?);
        let (distinct, rules) = self.distinct();
        let odds = distinct
            .into_iter()
            .map(|rule| rule.odds(&game, &self.field.p, &self.field.f, leads.leads()))
            .collect::<Result<_, _>>()?;
        let plan = EventPlan {
            stages: self.stages.clone(),
            rules,
            seeding: self.seeding,
            holder: self.holder,
            boards: self.boards.unwrap_or(0),
        };
        Ok(Event::new(self.field.ratings(), plan, leads, odds)?)
    }

    /// Computes.
    pub fn run(&self, watch: &dyn Watch) -> Result<EventOutcome, Stopped> {
        let event = self.event()?;
        let runs = self.runs;
        if self.wanted == Wanted::Exact && !event.may_be_exact() {
            return Err(self.not_exact().into());
        }
        watch.begin(event.steps(runs), WorkUnit::Events);
        let figures =
            event.figures(runs, self.seed, self.wanted != Wanted::Thrown, |done| watch.at(done));
        let figures = figures.map_err(InputError::from)?.ok_or(Stopped::Cancelled)?;
        if self.wanted == Wanted::Exact && !figures.exact {
            return Err(self.not_exact().into());
        }
        let name = |rules: &[EventRule; 2]| rules.each_ref().map(ToString::to_string);
        Ok(EventOutcome {
            players: self.field.players.clone(),
            rating_errors: self.field.errors.clone(),
            stages: self.stages.clone(),
            rules: self.rules.iter().map(name).collect(),
            seeding: self.seeding,
            holder: event.holder(),
            p: self.field.p.clone(),
            f: self.field.f.clone(),
            timing: self.timing,
            start: self.start,
            boards: self.boards,
            seed: self.seed,
            figures,
        })
    }

    fn not_exact(&self) -> InputError {
        InputError::new("exact", &self.stages, Problem::NotExact, "`simulate` N")
    }
}
