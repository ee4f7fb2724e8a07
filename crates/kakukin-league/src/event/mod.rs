//! A whole event: players, stages that pass their best on, rules.
//!
//! [`Event`] is checked when it is made. One and the same account of how each format goes
//! (`play.rs`) is played with dice (`dice.rs`) and, where there are few ways it can go, along
//! every one of them (`courses.rs`). Beside it stand closed forms for what is exact at any
//! size (`exact.rs`, `elimination.rs`); the two share no code, so that each is the oracle of
//! the other.

mod bracket;
mod choice;
mod courses;
mod dice;
mod elimination;
mod exact;
mod figures;
mod odds;
mod outcome;
mod play;
mod round;
mod stage;
mod swiss;

pub use bracket::{
    Bracket, BracketEncounter, BracketPart, BracketSide, BracketSource, MAX_BRACKET,
    MAX_DOUBLE_BRACKET,
};
pub use choice::{EventCandidate, EventChoice, FoundEvents};
pub use dice::MAX_EVENT_RUNS;
pub use figures::{EventFigures, EventLaw, Histogram, OrderFigures, PlayerFigures};
pub use odds::{EncounterOdds, EncounterRule, Ending, Leads};
pub use outcome::{EncounterKind, EventOutcome, Timing};
pub use round::{EventRound, SeededGame, SeededRest, next_rounds};
pub use stage::{Format, MAX_EVENT_PLAYERS, Seeding, Stage, Stages};
pub use swiss::{SwissPairing, SwissPlayer, pair_swiss};

use crate::InputError;
use kakukin_core::BadValue;

/// Gains below this are rounding.
const SAME: f64 = 1e-9;

/// An event that can be played.
#[derive(Debug, Clone)]
pub struct Event {
    ratings: Vec<f64>,
    stages: Vec<Stage>,
    /// Which rule a stage has, and which its last encounter.
    rules: Vec<[usize; 2]>,
    seeding: Seeding,
    holder: Option<usize>,
    boards: usize,
    leads: Leads,
    /// How encounters go, by rule and by lead.
    odds: Vec<EncounterRule>,
}

/// What an event is made of.
#[derive(Debug, Clone)]
pub struct EventPlan {
    /// The stages.
    pub stages: Stages,
    /// For each stage the number of its rule, and that of the rule of its last encounter.
    pub rules: Vec<[usize; 2]>,
    /// Who is which seed.
    pub seeding: Seeding,
    /// Who meets the winner of the stages before a challenge; the first seed if nobody is named.
    pub holder: Option<usize>,
    /// How many encounters can be played at the same time; 0: all.
    pub boards: usize,
}

impl Event {
    /// Players of these ratings under a plan. `odds` has an entry for each rule, each with an
    /// encounter for each of the leads.
    pub fn new(
        ratings: Vec<f64>,
        plan: EventPlan,
        leads: Leads,
        odds: Vec<EncounterRule>,
    ) -> Result<Self, InputError> {
        let EventPlan { stages, rules, seeding, holder, boards } = plan;
        let players = ratings.len();
        stages.check(players)?;
        let stages = stages.into_stages();
        let sound = rules.len() == stages.len()
            && rules.iter().flatten().all(|rule| *rule < odds.len())
            && odds.iter().all(|rule| rule.encounters() >= leads.len())
            && holder.is_none_or(|holder| holder < players);
        if !sound {
            return Err(InputError::new("rule", rules.len(), BadValue::OutOfRange, stages.len()));
        }
        let mut event = Self { ratings, stages, rules, seeding, holder: None, boards, leads, odds };
        if event.stages.iter().any(|stage| stage.format == Format::Challenge) {
            let first = event.seeds_by_rating().first().copied();
            event.holder = holder.or(match seeding {
                Seeding::Rating => first,
                Seeding::Lot | Seeding::Listed => Some(0),
            });
        } else if let Some(holder) = holder {
            return Err(InputError::new("holder", holder, BadValue::Conflict, "challenge"));
        }
        Ok(event)
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.ratings.len()
    }

    /// The stages.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Who defends a title, where there is a challenge.
    pub fn holder(&self) -> Option<usize> {
        self.holder
    }

    /// All players, the strongest first; equals as they were listed.
    fn seeds_by_rating(&self) -> Vec<usize> {
        let mut seeds: Vec<usize> = (0..self.players()).collect();
        seeds.sort_by(|&x, &y| self.ratings[y].total_cmp(&self.ratings[x]));
        seeds
    }

    /// Who enters the first stage, by seed; nothing if a lot decides that.
    fn seeds(&self) -> Vec<usize> {
        let mut seeds = match self.seeding {
            Seeding::Rating => self.seeds_by_rating(),
            Seeding::Lot | Seeding::Listed => (0..self.players()).collect(),
        };
        seeds.retain(|player| Some(*player) != self.holder);
        seeds
    }

    /// The chances of x against y under a rule: x wins, nobody does, y wins; lots decide who is
    /// first.
    fn by_lot(&self, rule: usize, x: usize, y: usize) -> [f64; 3] {
        let [one, other] = [true, false].map(|first| self.with_side(rule, x, y, first));
        std::array::from_fn(|k| (one[k] + other[k]) / 2.0)
    }

    /// The same with x first in the first game, or second.
    fn with_side(&self, rule: usize, x: usize, y: usize, x_first: bool) -> [f64; 3] {
        let (lead, turned) = self.leads.of(x, y);
        let [win, none, loss] = self.odds[rule].chances(lead, x_first != turned);
        if turned { [loss, none, win] } else { [win, none, loss] }
    }

    /// The chance that x goes on where x and y meet; a lot decides what is left undecided.
    fn beats(&self, rule: usize, x: usize, y: usize) -> f64 {
        let [win, none, _] = self.by_lot(rule, x, y);
        win + none / 2.0
    }

    /// The chance that x goes on, on the better side (`true`) or the worse.
    fn beats_on(&self, rule: usize, x: usize, y: usize, better: bool) -> f64 {
        let on = [true, false].map(|first| {
            let [win, none, _] = self.with_side(rule, x, y, first);
            win + none / 2.0
        });
        if better { on[0].max(on[1]) } else { on[0].min(on[1]) }
    }

    /// Whether x is first where the lot of x and y falls on the better side of one of them, or
    /// on the worse; nothing if that player is neither.
    fn favoured_side(
        &self,
        rule: usize,
        [x, y]: [usize; 2],
        player: usize,
        better: bool,
    ) -> Option<bool> {
        let (lead, turned) = self.leads.of(x, y);
        self.favoured_by(rule, lead, turned, [x, y], player, better)
    }

    /// The same where the lead is known, and whether y is the stronger.
    fn favoured_by(
        &self,
        rule: usize,
        lead: usize,
        turned: bool,
        [x, y]: [usize; 2],
        player: usize,
        better: bool,
    ) -> Option<bool> {
        if player != x && player != y {
            return None;
        }
        // What x makes of being first, and of being second.
        let [first, second] = [true, false].map(|x_first| {
            let [stronger, none, _] = self.odds[rule].chances(lead, x_first != turned);
            let expected = stronger + none / 2.0;
            if turned { 1.0 - expected } else { expected }
        });
        let x_better = (player == x) == better;
        Some(if x_better { first >= second } else { first < second })
    }
}

impl Event {
    /// What the sides of a table, as it is laid down, are worth to a player: the expected score
    /// less that on the other sides.
    fn table_gain(
        &self,
        rule: usize,
        players: &[usize],
        games: &[[usize; 2]],
        player: usize,
        lead: impl Fn(usize, usize) -> (usize, bool),
    ) -> f64 {
        let of = |&[x, y]: &[usize; 2]| {
            let [x, y] = [players[x], players[y]];
            let (lead, turned) = lead(x, y);
            // What x makes of being first.
            let [first, second] = [true, false].map(|x_first| {
                let [stronger, none, _] = self.odds[rule].chances(lead, x_first != turned);
                let expected = stronger + none / 2.0;
                if turned { 1.0 - expected } else { expected }
            });
            match player {
                player if player == x => first - second,
                player if player == y => second - first,
                _ => 0.0,
            }
        };
        let gain: f64 = games.iter().map(of).sum();
        if gain.abs() < SAME { 0.0 } else { gain }
    }

    /// Refuses what would take too long: so many events of so many encounters.
    pub fn check_runs(&self, runs: u64) -> Result<(), InputError> {
        stage::check_runs(&self.stages, self.players(), runs)
    }

    /// Whether exact figures may be had: not where ratings or seeds are drawn.
    pub fn may_be_exact(&self) -> bool {
        self.leads.errors().is_none() && self.seeding != Seeding::Lot
    }
}
