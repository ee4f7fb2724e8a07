//! `kakukin tree`: every course that a series can take.

use crate::{
    failure::Failure,
    output::{Format, Output},
};
use kakukin_query::TreeQuery;

pub(crate) fn run(query: TreeQuery, output: &Output) -> Result<(), Failure> {
    let asked = query.job(output.lang)?;
    let tree = asked.tree()?;
    output.note(asked.note.as_deref());
    output.stream(|out| match output.format {
        Format::Text => asked.text(&tree, output.lang, out),
        Format::Json | Format::Jsonl => asked.json(&tree, out),
        Format::Csv => asked.csv(&tree, out),
    })
}
