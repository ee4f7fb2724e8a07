//! Every course that a series can take.

use crate::{InputError, fields::query, number::whole_or, series::rule::SeriesFields};
use kakukin_report::{Lang, TreeStyle, write_tree_csv, write_tree_json, write_tree_text};
use kakukin_series::{Series, Tree};
use std::io::{self, Write};

/// What a reader can still use, and what a disk can still hold.
const USUAL_LEAVES: u64 = 100_000;
const MOST_LEAVES: u64 = 100_000_000;

query! {
    /// Which tree is wanted.
    pub struct TreeQuery {
        /// The rule and the games.
        part described SeriesFields,
        /// How it is written as text.
        text style "STYLE",
        /// The most leaves.
        number max_leaves "N",
        /// Also as exact fractions.
        flag exact,
    }
}

/// A tree that can be written.
#[derive(Debug)]
pub struct TreeJob {
    series: Series,
    style: TreeStyle,
    most: u64,
    exact: bool,
    /// Where the rates come from, if they were not given.
    pub note: Option<String>,
}

impl TreeQuery {
    /// Checks everything but the number of leaves.
    pub fn job(&self, lang: Lang) -> Result<TreeJob, InputError> {
        let style = self.style.as_deref().map_or(Ok(TreeStyle::List), str::parse)?;
        let most = self.max_leaves.as_deref();
        let most = whole_or("max-leaves", most, USUAL_LEAVES, 1..=MOST_LEAVES)?;
        let (series, note) = self.described.series(lang)?;
        Ok(TreeJob { series, style, most, exact: self.exact, note })
    }
}

impl TreeJob {
    /// The same with at most so many leaves.
    pub fn within(self, most: u64) -> Self {
        Self { most: self.most.min(most), ..self }
    }

    /// The cells in which the leaves are counted.
    pub fn work(&self) -> u64 {
        self.series.work()
    }

    /// The tree, if it is small enough; leaves are made when it is written.
    pub fn tree(&self) -> Result<Tree<'_>, InputError> {
        Ok(self.series.tree(self.most)?)
    }

    /// Writes it as text.
    pub fn text(&self, tree: &Tree<'_>, lang: Lang, out: &mut impl Write) -> io::Result<()> {
        write_tree_text(&self.series, tree, self.style, self.exact, lang, out)
    }

    /// Writes it as JSON.
    pub fn json(&self, tree: &Tree<'_>, out: &mut impl Write) -> io::Result<()> {
        write_tree_json(&self.series, tree, self.exact, out)
    }

    /// Writes it as CSV.
    pub fn csv(&self, tree: &Tree<'_>, out: &mut impl Write) -> io::Result<()> {
        write_tree_csv(tree, self.exact, out)
    }
}
