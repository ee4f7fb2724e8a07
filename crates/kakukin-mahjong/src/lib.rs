#![doc = include_str!("../README.md")]

mod bag;
mod calls;
mod chain;
mod dealt;
mod distance;
mod error;
mod explain;
mod form;
mod graph;
mod hand;
mod map;
mod meld;
mod notation;
mod others;
mod parallel;
mod players;
mod points;
mod reds;
mod runs;
mod score;
mod situation;
mod solve;
mod solved;
mod table;
mod tile;
mod win;

pub use bag::Bag;
pub use calls::{CallAnswer, CallQuestion, CallResult, CallWay, Seat};
pub use chain::{Chain, MAX_DISTANCE, MAX_UNSEEN};
pub use dealt::MAX_GAMES;
pub use distance::{Analysis, Distances};
pub use error::{InputError, Problem};
pub use explain::MAX_STEPS;
pub use form::{Form, Forms};
pub use graph::Stopped;
pub use hand::Hand;
pub use kakukin_core::Rational;
pub use meld::{Meld, MeldKind};
pub use notation::Notation;
pub use others::{Conduct, MOST_TURNS, Origin, Others, Standing, draws_of_wall};
pub use parallel::answer_many;
pub use players::Players;
pub use points::{
    Flag, FlagValue, Limit, Luck, MAX_STICKS, Payments, Points, Readings, Renhou, Riichi, RuleSet,
    Rules, Scored, Scorer, Stakes, Win, Wind, Yaku, YakuSet,
};
pub use reds::Reds;
pub use score::{
    Advice, Advised, Aim, EQUAL_POINTS, GOOD_SHAPE, Move, Outcomes, Prospect, Reason, ScoreAnswer,
    ScoreDiscard, ScorePolicy, ScoreQuestion, ScoreSolver, ScoreStep, ScoreVerified, Terms, Ura,
};
pub use situation::Situation;
pub use solved::{
    ChainResult, Check, Figure, FormChain, Games, HandResult, Keep, ObservedMean, ObservedRate,
    Outlook, PointsLeftOut, PointsResult, ScoreFollowed, ScoreResult, SolvedScore, SolvedWin,
    UsefulTiles, WinFollowed, WinResult, Won,
};
pub use table::{
    CountedRate, DiscardCounts, EndCounts, PlayState, SeenTurn, StateCounts, TABLE_SCHEMA,
    TABLE_SMOOTHING, TABLE_TURNS, Table, TurnCounts,
};
pub use tile::{COPIES, KINDS, Tile, TileSet, Tiles};
pub use win::{
    Answer, Discard, Divisor, Draws, EQUAL, MAX_DRAWS, MAX_EXTRA, MAX_KEPT, MAX_OPTIMAL_DRAWS,
    MAX_STATES, Method, Objective, Optimal, Policy, Question, STATES, Solver, Step, TURNS,
    Verified, Worth,
};
