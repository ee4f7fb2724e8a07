//! pgn (to be written).

use crate::{Pieces, Sink, Stop};
use std::io::Read;

pub(crate) fn looks_like(_head: &str) -> bool {
    false
}

pub(crate) fn scan(_pieces: &mut Pieces<impl Read>, _sink: &mut dyn Sink) -> Result<(), Stop> {
    Ok(())
}
