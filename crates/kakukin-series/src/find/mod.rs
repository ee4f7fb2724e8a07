//! The finder: the best of all rules, each behaviour judged once.

mod baseline;
mod belief;
mod best;
mod candidate;
mod course;
mod exact;
mod farey;
mod finder;
mod lanes;
mod near;
mod needs;
mod numbers;
mod orders;
mod pace;
mod pareto;
mod request;
mod search;
mod skill;
mod space;
mod spread;
mod usual;
mod walk;

pub use baseline::{Baseline, BaselineKind, BestOf};
pub use belief::{Belief, CREDIBLE};
pub(crate) use best::MAX_CASES;
pub use best::{BestGrid, BestRows};
pub use finder::{Answer, Finder, Merit, Proposal, Question, RankBy, Ranked, Uncertainty};
pub use kakukin_core::MAX_RECORD;
pub use pareto::Criterion;
pub use request::{MAX_FIND_LIMIT, Request};
pub use search::{Findings, Found, Score, Search};
pub(crate) use skill::stronger_by_lead;
pub use skill::{LEADS, SURE, Skill};
pub use spread::{BiasAt, MAX_CURVE_GAMES, Nearby, Spread};
