//! `kakukin tree`: every course that a series can take.

use super::input;
use crate::{
    args::TreeArgs,
    failure::Failure,
    output::{Format, Output},
};
use kakukin_report::{TreeStyle, write_tree_csv, write_tree_json, write_tree_text};

/// What a reader can still use, and what a disk can still hold.
const USUAL_LEAVES: u64 = 100_000;
const MOST_LEAVES: u64 = 100_000_000;

pub(crate) fn run(args: TreeArgs, output: &Output) -> Result<(), Failure> {
    let style: TreeStyle = args.style.as_deref().map_or(Ok(TreeStyle::List), str::parse)?;
    let most = args.max_leaves.as_deref();
    let most = input::whole_or("max-leaves", most, USUAL_LEAVES, 1..=MOST_LEAVES)?;
    let (series, source) = input::series(&args.described, output)?;
    let tree = series.tree(most)?;
    source.say();
    output.stream(|out| match output.format {
        Format::Text => write_tree_text(&series, &tree, style, args.exact, output.lang, out),
        Format::Json | Format::Jsonl => write_tree_json(&series, &tree, args.exact, out),
        Format::Csv => write_tree_csv(&tree, args.exact, out),
    })
}
