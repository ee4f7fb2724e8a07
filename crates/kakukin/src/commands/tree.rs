//! `kakukin tree`: every course that a series can take.

use crate::{
    failure::Failure,
    output::{Format, Output},
};
use kakukin_query::{TreeQuery, Unwatched};
use kakukin_report::{write_tree_csv, write_tree_json, write_tree_text};

pub(crate) fn run(query: TreeQuery, output: &Output) -> Result<(), Failure> {
    let output = &output.in_game(query.described.model.game()?);
    let job = query.job()?;
    let tree = job.run(&Unwatched)?;
    output.preset(job.preset.as_ref());
    output.stream(|out| match output.format {
        Format::Text => write_tree_text(&tree, job.style, job.exact, output.lang, out),
        Format::Json | Format::Jsonl => write_tree_json(&tree, job.exact, out),
        Format::Csv => write_tree_csv(&tree, job.exact, out),
    })
}
