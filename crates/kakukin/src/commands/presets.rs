//! `kakukin presets`: rates of real games.

use crate::{failure::Failure, output::Output};
use kakukin_report::PresetsDocument;

pub(crate) fn run(output: &Output) -> Result<(), Failure> {
    output.document(&PresetsDocument::new(), PresetsDocument::text, PresetsDocument::csv)
}
