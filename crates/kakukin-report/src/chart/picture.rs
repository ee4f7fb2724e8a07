//! A chart for a page that moves: the drawing, the table behind it, and the places in it that
//! mean something.

use super::{Chart, DataTable, canvas::FONTS};
use serde::Serialize;

/// A chart as one document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ChartPicture))]
pub struct Picture {
    /// Name and version of this format.
    pub schema: &'static str,
    /// What is shown.
    pub title: String,
    /// One more line, such as the rule.
    pub subtitle: String,
    /// The drawing, a whole SVG file.
    pub svg: String,
    /// The same in rows.
    pub table: DataTable,
    /// What can be pointed at.
    pub spots: Vec<Spot>,
}

/// A place of a drawing that means something.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ChartSpot))]
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

impl Chart {
    /// The chart with everything that a page needs to show and explain it.
    pub fn picture(&self) -> Picture {
        let mut canvas = self.drawn();
        let spots = std::mem::take(&mut canvas.spots);
        Picture {
            schema: "kakukin/chart/1",
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            svg: self.finished(canvas, FONTS),
            table: self.table(),
            spots,
        }
    }
}
