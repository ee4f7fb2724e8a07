#![doc = include_str!("../README.md")]

mod backward;
mod clinch;
mod course;
mod curves;
mod draws;
mod error;
mod evaluate;
mod evaluation;
mod find;
mod forward;
mod grid;
mod lattice;
mod limits;
mod live;
mod model;
mod outcome;
mod picks;
mod played;
mod practice;
mod presets;
mod rule;
mod rulebook;
mod running;
mod scores;
mod series;
mod sheet;
mod simulate;
mod state;
mod table;
mod tree;
mod turns;
mod undecided;

pub use course::Course;
pub use curves::{AtRate, ByLead, ChartData, MAX_CHART_SCORES, RuleChart};
pub use draws::Draws;
pub use error::{InputError, Problem};
pub use evaluate::{Figures, Sensitivity, StateValue};
pub use evaluation::{Booking, Evaluation, EvaluationOptions, ExactEvaluation, Values};
pub use find::{
    Answer, Baseline, BaselineKind, Belief, BestGrid, BestOf, BestRows, BiasAt, CREDIBLE,
    Criterion, Finder, Findings, Found, LEADS, MAX_CURVE_GAMES, MAX_FIND_LIMIT, MAX_RECORD, Merit,
    Nearby, Proposal, Question, RankBy, Ranked, Request, SURE, Score, Search, Skill, Spread,
    Uncertainty,
};
pub use grid::{parse_interval, parse_rate_list, parse_rates};
pub use kakukin_core::{Confidence, GameResult, Probability, Rational};
pub use live::{
    Action, Entry, LiveAudit, LiveCourse, LiveEnd, LiveFault, LiveGame, LiveGames, LiveNeed,
    LiveNext, LiveRecord, LiveScore, LiveState, MAX_ENTRIES, MAX_LIVE_WORK, MAX_RECORD_BYTES,
    Names, Note, ReportedResult, Stamp,
};
pub use model::{Game, Lead, LeadScale, MAX_ELO, Model, Player};
pub use outcome::{Ending, Outcome};
pub use picks::{Pick, PickTable, takahashi, takahashi_at};
pub use played::Played;
pub use practice::Practice;
pub use presets::{Preset, PresetRates, preset, presets};
pub use rule::{Event, MAX_LIMIT, MAX_TARGET, Points, Rule, unscaled};
pub use rulebook::{
    BookCase, BookCurve, BookRule, BookStart, FullCourse, FullRule, MAX_BOOK_LIMITS, MAX_BOOK_SEED,
    MAX_BOOK_SERIES, MAX_COURSES, Rulebook, RulebookPlan, RulebookRequest, ScoreBlock, ScoreCell,
};
pub use running::{Chances, Need, NeedKind, Running};
pub use scores::ScoreChance;
pub use series::Series;
pub use sheet::{
    ComparedKind, ComparedRule, Example, ExampleCriterion, ExampleGame, Examples, LeftOut,
    MAX_SHEET_GAMES, Pairing, Round, RuleSheet, ScoreSheet, SheetGap, SheetPages, SheetPart, Wins,
    WinsNeeded,
};
pub use simulate::{MAX_SERIES, Observed, Simulation, Tally};
pub use state::{Next, State};
pub use table::{Choice, Row, Table, TableForm, TablePlan, TableTerms};
pub use tree::{Branch, Leaf, Tree, TreeStyle, short_count};
pub use turns::{Pattern, Turns};
pub use undecided::Undecided;
