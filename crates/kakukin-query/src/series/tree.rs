//! Every course that a series can take.

use crate::{
    InputError, fields::query, number::whole_or, series::rule::SeriesFields, watch::Watch,
};
use kakukin_series::{PresetRates, Series, Tree, TreeStyle};

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
    most: u64,
    /// How it is written as text.
    pub style: TreeStyle,
    /// Also as exact fractions.
    pub exact: bool,
    /// The preset that the rates come from.
    pub preset: Option<PresetRates>,
}

impl TreeQuery {
    /// Checks everything but the number of leaves.
    pub fn job(&self) -> Result<TreeJob, InputError> {
        let style = self.style.as_deref().map_or(Ok(TreeStyle::List), str::parse)?;
        let most = self.max_leaves.as_deref();
        let most = whole_or("max-leaves", most, USUAL_LEAVES, 1..=MOST_LEAVES)?;
        let (series, preset) = self.described.series()?;
        Ok(TreeJob { series, style, most, exact: self.exact, preset })
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
    pub fn run(&self, _: &dyn Watch) -> Result<Tree<'_>, InputError> {
        Ok(self.series.tree(self.most)?)
    }
}
