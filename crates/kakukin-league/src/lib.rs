//! Leagues: epsilon points (イプシロン勝ち点制), zero-sum points per game that
//! are scaled by the first player's advantage; the standings under them; and how well a way
//! of scoring finds the true order of the players.
//!
//! No I/O, no clock, no locale; threads only with the feature `parallel`.

mod epsilon;
mod schedule;
mod scored;
mod standings;
mod study;
mod tally;
mod tie_break;

pub use epsilon::{DrawPoints, EpsilonPoints, Scale, Sides};
pub use kakukin_core::{GameResult, InputError, Probability, Problem, Rational};
pub use schedule::{Schedule, double_round_robin, round_robin};
pub use scored::{Adjudged, LeftOutOfLeague, RatesOrigin, ScoredLeague, Scoring};
pub use standings::{Placing, RankBy, Standing, Standings};
pub use study::{
    Chance, Encounter, Entrant, Figures, MAX_ENCOUNTERS, MAX_RUNS, MAX_STATES, MAX_STUDY_PLAYERS,
    MeanFigures, Simulated, Study, StudyMethod, StudyOutcome, StudyRow, StudyRuns, whole_points,
};
pub use tally::{MAX_GAMES, MAX_PLAYERS, Played, Record, Tally};
pub use tie_break::TieBreak;
