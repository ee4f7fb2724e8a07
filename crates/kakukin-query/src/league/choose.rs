//! Which format: the usual ones with the rules that the finder proposes, within hours, boards
//! and a bound on side luck.

use super::{
    event::{
        EventPlayersFields, Field, MAX_BOARDS, MAX_SWEEPS, check_stages, number_of, thrown,
        within_cells,
    },
    rule::EventRule,
};
use crate::{
    InputError, Problem, Stopped,
    fields::query,
    number::{whole, whole_or},
    series::{
        model::ModelFields,
        rule::{RuleFields, SeriesFields},
    },
    watch::{Unwatched, Watch, WorkUnit},
};
use kakukin_core::{BadValue, Probability};
use kakukin_league::{
    Event, EventCandidate, EventChoice, EventFigures, EventPlan, FoundEvents, MAX_EVENT_RUNS,
    Seeding, Stages, Timing,
};

/// Events that are thrown for each candidate.
const USUAL_RUNS: u64 = 1_000;
/// Events that tell whether a candidate is far too long.
const FIRST_RUNS: u64 = 100;
/// What no other candidate beats is thrown so many times more often: the best of many figures with
/// errors are those that were lucky.
const FINER: u64 = 5;
/// The most candidates that are thrown more often.
const MOST_FINER: usize = 32;
/// The series for which rules are looked for: so many games at most.
const LIMITS: std::ops::RangeInclusive<u32> = 2..=7;
/// The most formats times rules.
const MAX_CANDIDATES: usize = 5_000;
/// The most hours.
const MAX_HOURS: f64 = 10_000.0;
/// The most players: each candidate is played a thousand times.
const MOST_PLAYERS: usize = 128;

query! {
    /// Which format an event should have.
    pub struct EventFindQuery {
        /// Who plays.
        part who EventPlayersFields,
        /// The hours that there are.
        number hours "H",
        /// How many encounters can be played at the same time.
        number boards "N",
        /// Minutes of a game.
        number minutes "M",
        /// Minutes between a game and the next.
        number r#break "M",
        /// The largest mean side luck.
        number max_luck "RATE",
        /// The formats to look at; the usual ones if there are none.
        texts stages "STAGES",
        /// The rules to look at; a game, and those that are proposed, if there are none.
        texts rule "RULE",
        /// Events with dice for each candidate.
        number simulate "N",
        /// The seed of the dice.
        number seed "N",
    }
}

/// A search that can be made.
#[derive(Debug, Clone)]
pub struct EventFindJob {
    field: Field,
    hours: f64,
    boards: Option<usize>,
    timing: Timing,
    max_luck: Option<Probability>,
    stages: Vec<Stages>,
    rules: Vec<String>,
    /// Cells of the sweeps of all series.
    cells: u64,
    runs: u64,
    seed: u64,
}

/// What was asked, apart from the players.
struct Asked {
    hours: f64,
    boards: Option<usize>,
    timing: Timing,
    max_luck: Option<Probability>,
    /// The formats to look at; none for the usual ones.
    stages: Vec<Stages>,
    runs: u64,
    seed: u64,
}

impl EventFindQuery {
    /// Refuses what can be known to be wrong before files are read. Of a typical field it says
    /// about how many encounters are thrown at most.
    pub fn check(&self) -> Result<Option<u64>, InputError> {
        let asked = self.asked()?;
        let Some(players) = self.who.typical_players()? else { return Ok(None) };
        let stages = if asked.stages.is_empty() { usual(players) } else { asked.stages };
        Ok(Some(all_thrown(&stages, players, asked.runs, &self.rule)))
    }

    fn asked(&self) -> Result<Asked, InputError> {
        let needed = |field, number: Option<f64>, example: &str| {
            number.ok_or_else(|| InputError::new(field, "", BadValue::Missing, example))
        };
        let hours = number_of("hours", self.hours.as_deref(), 0.1, MAX_HOURS)?;
        let hours = needed("hours", hours, "`hours` 8")?;
        let minutes = number_of("minutes", self.minutes.as_deref(), 0.1, 60.0 * MAX_HOURS)?;
        let minutes = needed("minutes", minutes, "`minutes` 40")?;
        let pause = number_of("break", self.r#break.as_deref(), 0.0, 60.0 * MAX_HOURS)?;
        let boards = self.boards.as_deref().map(|text| whole("boards", text, 1..=MAX_BOARDS));
        let boards = boards.transpose()?.map(|boards| boards as usize);
        let max_luck = self.max_luck.as_deref().map(|text| Probability::parse("max-luck", text));
        let max_luck = max_luck.transpose()?;
        let runs = whole_or("simulate", self.simulate.as_deref(), USUAL_RUNS, 1..=MAX_EVENT_RUNS)?;
        let seed = whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?;
        let stages = self.stages.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        for rule in &self.rule {
            EventRule::parse("rule", rule, None, false)?;
        }
        let timing = Timing { minutes, pause: pause.unwrap_or(0.0) };
        Ok(Asked { hours, boards, timing, max_luck, stages, runs, seed })
    }

    /// Checks everything. `content` reads the file that a field names.
    pub fn job<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<EventFindJob, E> {
        let Asked { hours, boards, timing, max_luck, stages: given, runs, seed } = self.asked()?;
        let field = self.who.field(content)?;
        let players = field.players.len();
        if players > MOST_PLAYERS {
            let allowed = format!("2..{MOST_PLAYERS}");
            return Err(InputError::new("entrants", players, BadValue::OutOfRange, allowed).into());
        }
        given.iter().try_for_each(|stages| check_stages(stages, players))?;
        let stages = if given.is_empty() { usual(players) } else { given };
        let rules = self.rule.clone();
        let most = stages.len() * most_rules(&rules);
        if most > MAX_CANDIDATES {
            let allowed = format!("<= {MAX_CANDIDATES}");
            return Err(InputError::new("stages", most, BadValue::TooMany, allowed).into());
        }
        let cells = cells(&field, &rules)?;
        within_cells(cells, MAX_SWEEPS)?;
        Ok(EventFindJob {
            field,
            hours,
            boards,
            timing,
            max_luck,
            stages,
            rules,
            cells,
            runs,
            seed,
        })
    }
}

/// About how many encounters are thrown at most for all candidates.
fn all_thrown(stages: &[Stages], players: usize, runs: u64, rules: &[String]) -> u64 {
    let rules = most_rules(rules) as u64;
    let once = stages.iter().map(|stages| thrown(stages, players, runs));
    let all = once.fold(0, u64::saturating_add).saturating_mul(rules);
    let finer = stages.iter().map(|stages| thrown(stages, players, finer(runs))).max();
    let most = (stages.len() as u64).saturating_mul(rules).min(MOST_FINER as u64);
    all.saturating_add(finer.unwrap_or(0).saturating_mul(most))
}

/// How often what no other candidate beats is thrown.
fn finer(runs: u64) -> u64 {
    runs.saturating_mul(FINER).min(MAX_EVENT_RUNS)
}

/// The most rules that are looked at.
fn most_rules(given: &[String]) -> usize {
    if given.is_empty() { 2 + LIMITS.count() } else { given.len() }
}

/// The cells that the sweeps of all series by these rules visit; those that are proposed are
/// short.
fn cells(field: &Field, rules: &[String]) -> Result<u64, InputError> {
    let (game, leads) = (field.game()?, field.leads().len() as u64);
    let of = |rule: &String| -> Result<u64, InputError> {
        let rule = EventRule::parse("rule", rule, None, false)?;
        let work = rule.check(&game, &field.p, &field.f)?;
        // Once as it is, and once with a winner.
        Ok(work.saturating_mul(4 * leads))
    };
    rules.iter().try_fold(0u64, |sum, rule| Ok(sum.saturating_add(of(rule)?)))
}

/// The formats that so many players can play.
fn usual(players: usize) -> Vec<Stages> {
    let mut words: Vec<String> =
        ["league", "league*2", "knockout", "double", "double:1", "ladder"].map(Into::into).to_vec();
    let rounds = 3..=players.div_ceil(2).min(9);
    words.extend(rounds.clone().map(|rounds| format!("swiss:{rounds}")));
    words.extend(rounds.map(|rounds| format!("swiss:{rounds} > 4 > knockout")));
    for groups in [2, 4, 8] {
        words.extend([1, 2].map(|passed| format!("groups:{groups} > {passed} > knockout")));
    }
    words.extend([2, 4].map(|passed| format!("league > {passed} > knockout")));
    let stages = words.iter().filter_map(|word| word.parse().ok());
    stages.filter(|stages: &Stages| stages.check(players).is_ok()).collect()
}

impl EventFindJob {
    /// The same if the sweeps of all series visit at most so many cells, and at most so many
    /// encounters are thrown.
    pub fn within(self, cells: u64, encounters: u64) -> Result<Self, InputError> {
        within_cells(self.cells, cells)?;
        let players = self.field.players.len();
        let thrown = |runs| all_thrown(&self.stages, players, runs, &self.rules);
        if thrown(self.runs) > encounters {
            // What is thrown once for side luck does not become less with fewer events.
            let mut halved = (1..self.runs.ilog2() + 1).map(|k| self.runs >> k);
            return Err(match halved.find(|runs| thrown(*runs) <= encounters) {
                Some(most) => {
                    let allowed = format!("<= {most}");
                    InputError::new("simulate", self.runs, BadValue::TooMuchWork, allowed)
                }
                None => {
                    let allowed = format!("<= {encounters}");
                    InputError::new("stages", thrown(1), BadValue::TooMuchWork, allowed)
                }
            });
        }
        Ok(self)
    }

    /// A game, epsilon points, and the series that are proposed for these rates.
    fn rules(&self) -> Result<Vec<String>, Stopped> {
        if !self.rules.is_empty() {
            return Ok(self.rules.clone());
        }
        let mut rules = vec!["single".to_string(), "epsilon".to_string()];
        for limit in LIMITS {
            let rates = [&self.field.p, &self.field.f].map(|rate| Some(rate.to_string()));
            let [p, f] = rates;
            let model = ModelFields { p, f, ..ModelFields::default() };
            let rule = RuleFields { limit: Some(limit.to_string()), ..RuleFields::default() };
            let Some(search) = (SeriesFields { model, rule }).recommended()? else { continue };
            // Where no rule is proposed there is none to look at.
            if let Ok(found) = search.within(24, 1_000_000)?.run(&Unwatched) {
                let rule = EventRule::of(found.series.rule()).to_string();
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        Ok(rules)
    }

    /// Computes.
    pub fn run(&self, watch: &dyn Watch) -> Result<FoundEvents, Stopped> {
        let rules = self.rules()?;
        watch.begin((self.stages.len() * rules.len()) as u64, WorkUnit::Cases);
        let (leads, game) = (self.field.leads(), self.field.game()?);
        let (mut found, mut looked_at, mut done) = (Vec::new(), 0, 0);
        for text in &rules {
            let mut odds = [None, None];
            for stages in &self.stages {
                done += 1;
                if watch.at(done).is_break() {
                    return Err(Stopped::Cancelled);
                }
                let needs = stages.stages().iter().any(|stage| stage.format.needs_winners());
                let Ok(rule) = EventRule::parse("rule", text, None, needs) else { continue };
                let odds = match &mut odds[usize::from(needs)] {
                    Some(odds) => odds,
                    open => {
                        let (p, f) = (&self.field.p, &self.field.f);
                        rule.check(&game, p, f)?;
                        open.insert(rule.odds(&game, p, f, leads.leads())?)
                    }
                };
                let plan = EventPlan {
                    stages: stages.clone(),
                    rules: vec![[0, 0]; stages.stages().len()],
                    seeding: Seeding::Rating,
                    holder: None,
                    boards: self.boards.unwrap_or(0),
                };
                let event =
                    Event::new(self.field.ratings(), plan, leads.clone(), vec![odds.clone()]);
                let event = event.map_err(InputError::from)?;
                looked_at += 1;
                let first = self.thrown(&event, FIRST_RUNS.min(self.runs), false, watch, done)?;
                if self.timing.of(&first.slots)[0] > self.hours + 1.0 {
                    continue;
                }
                let rule = rule.to_string();
                found.push((self.candidate(stages, rule, &event, self.runs, watch, done)?, event));
            }
        }
        Ok(FoundEvents {
            choice: self.choose(found, watch, done)?,
            stages: self.stages.clone(),
            rules,
            looked_at,
            players: self.field.players.len(),
            hours: self.hours,
            boards: self.boards,
            timing: self.timing,
            max_luck: self.max_luck.clone(),
            runs: self.runs,
            seed: self.seed,
        })
    }

    /// Chooses; what no other candidate beats is thrown more often, until nothing new is unbeaten.
    fn choose(
        &self,
        mut found: Vec<(EventCandidate, Event)>,
        watch: &dyn Watch,
        done: u64,
    ) -> Result<EventChoice, Stopped> {
        let luck = self.max_luck.as_ref().map_or(1.0, Probability::to_f64);
        let runs = finer(self.runs);
        let mut thrown = 0;
        loop {
            let candidates = found.iter().map(|(candidate, _)| candidate.clone()).collect();
            let choice = EventChoice::new(candidates, self.hours, luck).ok_or_else(|| {
                let allowed = "`hours`, `boards`, `max-luck`";
                InputError::new("hours", self.hours, Problem::NothingFits, allowed)
            })?;
            let unbeaten: Vec<&EventCandidate> =
                choice.frontier.iter().map(|&at| &choice.candidates[at]).collect();
            let coarse = |(candidate, event): &(EventCandidate, Event)| {
                candidate.runs < runs
                    && unbeaten.contains(&candidate)
                    && event.check_runs(runs).is_ok()
            };
            let again: Vec<usize> = (0..found.len()).filter(|&k| coarse(&found[k])).collect();
            if again.is_empty() || thrown >= MOST_FINER {
                return Ok(choice);
            }
            for k in again.into_iter().take(MOST_FINER - thrown) {
                let (old, event) = &found[k];
                let (stages, rule) = (&old.stages, old.rule.clone());
                found[k].0 = self.candidate(stages, rule, event, runs, watch, done)?;
                thrown += 1;
            }
        }
    }

    fn candidate(
        &self,
        stages: &Stages,
        rule: String,
        event: &Event,
        runs: u64,
        watch: &dyn Watch,
        done: u64,
    ) -> Result<EventCandidate, Stopped> {
        // Of several stages the exact figures can take long.
        let figures = self.thrown(event, runs, stages.stages().len() == 1, watch, done)?;
        Ok(EventCandidate {
            stages: stages.clone(),
            rule,
            best_wins: figures.order.best_wins,
            best_error: figures.order_errors.map(|errors| errors.best_wins),
            side_luck: figures.side_luck,
            games: figures.games.mean(),
            hours: self.timing.of(&figures.slots)[3],
            runs,
        })
    }

    fn thrown(
        &self,
        event: &Event,
        runs: u64,
        exact: bool,
        watch: &dyn Watch,
        done: u64,
    ) -> Result<EventFigures, Stopped> {
        let figures = event.figures(runs, self.seed, exact, |_| watch.at(done));
        figures.map_err(InputError::from)?.ok_or(Stopped::Cancelled)
    }
}
