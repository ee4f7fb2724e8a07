//! Questions about a hand of mahjong.

mod advise;
mod bounds;
mod chain;
mod chart;
mod context;
mod moves;
mod play;
mod points;
mod score;
mod shanten;
mod stakes;
mod terms;
mod win;

pub use advise::{AdviseAsked, AdviseQuery};
pub use bounds::MahjongBounds;
pub use chain::{ChainAsked, ChainQuery};
pub use chart::{ScoreChartQuery, WinChartQuery, win_chart};
pub use context::ContextFields;
pub use moves::MovesFields;
pub use play::PlayFields;
pub use points::{PointsQuery, RulesQuery};
pub use score::{ScoreAsked, ScoreQuery};
pub use shanten::ShantenQuery;
pub use stakes::StakesFields;
pub use terms::TermsFields;
pub use win::{WinAsked, WinQuery};
