#![doc = include_str!("../README.md")]

mod epsilon;
mod error;
mod event;
mod schedule;
mod scored;
mod standings;
mod study;
mod tally;
mod tie_break;

pub use epsilon::{DrawPoints, EpsilonPoints, Scale, Sides};
pub use error::{InputError, Problem};
pub use event::{
    Bracket, BracketEncounter, BracketPart, BracketSide, BracketSource, EncounterKind,
    EncounterOdds, EncounterRule, Ending, Event, EventCandidate, EventChoice, EventFigures,
    EventLaw, EventOutcome, EventPlan, EventRound, Format, FoundEvents, Histogram, Leads,
    MAX_BRACKET, MAX_DOUBLE_BRACKET, MAX_EVENT_PLAYERS, MAX_EVENT_RUNS, OrderFigures,
    PlayerFigures, SeededGame, SeededRest, Seeding, Stage, Stages, SwissPairing, SwissPlayer,
    Timing, next_rounds, pair_swiss,
};
pub use kakukin_core::{GameResult, Probability, Rational};
pub use schedule::{Schedule, double_round_robin, round_robin};
pub use scored::{Adjudged, LeftOutOfLeague, RatesOrigin, ScoredLeague, Scoring};
pub use standings::{Placing, RankBy, Standing, Standings};
pub use study::{
    Chance, Encounter, Entrant, Figures, MAX_ENCOUNTERS, MAX_RUNS, MAX_STATES, MAX_STUDY_PLAYERS,
    MeanFigures, Simulated, Study, StudyFigure, StudyMethod, StudyOutcome, StudyRow, StudyRuns,
    whole_points,
};
pub use tally::{MAX_GAMES, MAX_PLAYERS, Played, Record, Tally};
pub use tie_break::TieBreak;
