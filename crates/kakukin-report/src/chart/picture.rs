//! A chart for an interactive page: the drawing, the table behind it, and the places in it that
//! mean something.

use super::{Chart, DataTable, canvas::FONTS};
use crate::SchemaName;
use serde::Serialize;

/// A chart with everything that a page needs to show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChartAnswer {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// What is shown.
    pub title: String,
    /// One more line, such as the rule.
    pub subtitle: String,
    /// The drawing, whose colours can be overridden by class.
    pub svg: String,
    /// The names of the columns of its table.
    pub header: Vec<String>,
    /// The rows of its table: what is drawn, for those who cannot see it.
    pub rows: Vec<Vec<String>>,
    /// What can be pointed at.
    pub spots: Vec<Spot>,
}

/// A place of a drawing that means something.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartSpot"))]
pub struct Spot {
    /// Its middle, from the left, in units of the drawing.
    pub x: f64,
    /// Its middle, from above.
    pub y: f64,
    /// Its width; 0 for a point.
    pub wide: f64,
    /// Its height; 0 for a point.
    pub high: f64,
    /// The row of the table that it belongs to, from 0.
    pub row: usize,
    /// What it says, line by line.
    pub words: Vec<String>,
}

impl From<&Chart> for ChartAnswer {
    fn from(chart: &Chart) -> Self {
        let DataTable { header, rows } = chart.table();
        let mut canvas = chart.drawn();
        let spots = std::mem::take(&mut canvas.spots);
        Self {
            schema: SchemaName::default(),
            title: chart.title.clone(),
            subtitle: chart.subtitle.clone(),
            svg: chart.finished(canvas, FONTS),
            header,
            rows,
            spots,
        }
    }
}
