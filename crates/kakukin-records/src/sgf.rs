//! sgf (to be written).

use crate::{Pieces, Sink, Stop};
use std::io::Read;

pub(crate) fn looks_like(_head: &str) -> bool {
    false
}

pub(crate) fn scan(_pieces: &mut Pieces<impl Read>, _sink: &mut dyn Sink) -> Result<(), Stop> {
    Ok(())
}

/// The encoding that a record names (`CA[..]`).
pub(crate) fn charset(_head: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    None
}
