//! What a win is worth: yaku, han, fu, points and who pays.
//!
//! `rules` and `stakes` say under what rules and for what is played, `split` takes complete
//! tiles apart, `scorer` reads them (the hot path), `readings` adds what luck brings,
//! `payment` makes points of han and fu, and `win` checks a whole win.

mod payment;
mod readings;
mod rules;
mod scorer;
mod split;
mod stakes;
mod win;
mod wind;
mod yaku;

pub use payment::{Limit, Payments};
pub use readings::{Readings, Scored};
pub use rules::{Flag, FlagValue, Renhou, RuleSet, Rules};
pub use scorer::Scorer;
pub(crate) use scorer::indicated;
pub use stakes::{MAX_STICKS, Stakes};
pub(crate) use win::check_table;
pub use win::{Luck, Points, Riichi, Win};
pub use wind::Wind;
pub use yaku::{Yaku, YakuSet};
