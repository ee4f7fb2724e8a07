//! What a study of an event comes to, with everything that it was asked.

use super::{EventFigures, Histogram, Seeding, Stages};
use crate::Entrant;
use kakukin_core::Probability;

/// The study of one event.
#[derive(Debug, Clone, PartialEq)]
pub struct EventOutcome {
    /// The players, as they were listed.
    pub players: Vec<Entrant>,
    /// The standard errors of their ratings, where they are drawn anew for each event.
    pub rating_errors: Option<Vec<f64>>,
    /// The stages.
    pub stages: Stages,
    /// For each stage its rule, and that of its last encounter.
    pub rules: Vec<[String; 2]>,
    /// Who is which seed.
    pub seeding: Seeding,
    /// Who defends a title.
    pub holder: Option<usize>,
    /// First player's share of the decided games between equals.
    pub p: Probability,
    /// Draw rate between equals.
    pub f: Probability,
    /// How time is reckoned, if it is.
    pub timing: Option<Timing>,
    /// When it begins, in minutes after midnight, if that is known.
    pub start: Option<u32>,
    /// Boards; nothing if there are always enough.
    pub boards: Option<usize>,
    /// The seed of the dice.
    pub seed: u64,
    /// What it comes to.
    pub figures: EventFigures,
}

/// What an encounter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EncounterKind {
    /// One game.
    Single,
    /// One game for epsilon points.
    Epsilon,
    /// A series.
    Series,
}

/// How long games take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// Minutes of a game.
    pub minutes: f64,
    /// Minutes between a game and the next.
    pub pause: f64,
}

impl Timing {
    /// The hours of so many games, one after the other.
    pub fn hours(&self, games: f64) -> f64 {
        (games * (self.minutes + self.pause) - self.pause).max(0.0) / 60.0
    }

    /// The minutes after which the next game begins when so many have been played.
    pub fn next(&self, games: f64) -> f64 {
        games * (self.minutes + self.pause)
    }

    /// The mean hours, and those within which 50, 80, 95 and 99 % of all events are over.
    pub fn of(&self, slots: &Histogram) -> [f64; 5] {
        let within = [50, 80, 95, 99].map(|percent| self.hours(f64::from(slots.within(percent))));
        [self.hours(slots.mean()), within[0], within[1], within[2], within[3]]
    }
}
