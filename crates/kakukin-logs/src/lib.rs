#![doc = include_str!("../README.md")]

mod board;
mod event;
mod face;
mod fault;
mod json;
mod mjai;
mod rates;
mod read;
mod replay;
mod rounds;
mod tenhou;
mod text;
mod wins;
mod xml;

pub use board::{Board, Called, Seat, Thrown};
pub use event::{Ending, Event, Game, LoggedWin, Round, Said, SaidYaku};
pub use face::Face;
pub use fault::{Fault, Trouble};
pub use mjai::write_mjai;
pub use rates::count_round;
pub use read::{LogFormat, MAX_LOG, is_address, read_log};
pub use replay::{Decision, Replay, Replayed};
pub use rounds::EachRound;
pub use wins::{CheckedWin, Difference};
