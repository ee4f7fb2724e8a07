//! Hands as nodes of a graph: the chance to win and the expected score are computed on it.

mod around;
mod clock;
mod hands;
mod layers;
mod lists;
mod watch;

pub(crate) use around::{Around, Graph};
pub(crate) use clock::Clock;
pub(crate) use hands::{Hand, Hands, MOST_KEYED, View, Word, each, key};
pub(crate) use layers::{Edge, Layer, Layers, Target};
pub(crate) use lists::{CHUNK, Drawn, Lists, Waiting};
pub use watch::Stopped;
pub(crate) use watch::{Watch, checkpoint_at};
