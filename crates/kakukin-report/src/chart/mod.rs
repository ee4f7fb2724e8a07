//! Charts as plain descriptions, drawn as SVG: one module for pages, rule sheets and
//! `--plot`.
//!
//! A [`Chart`] says what is shown. [`Chart::svg`] draws it and [`Chart::table`] says the
//! same in rows for those who cannot see it. Colours are attributes, so that any renderer
//! knows them; a page that wants others overrides them by class ([`DARK_STYLE`]).

mod axis;
mod canvas;
mod draw;
mod hand;
mod heat;
mod picture;
mod ranges;
mod ready;
mod rows;

pub use axis::{Axis, Scale, Unit};
pub use canvas::FONTS;
pub(crate) use canvas::{Anchor, Canvas, short, width};
pub use picture::{ChartAnswer, Spot};
pub use ranges::{Range, Ranges};
pub use rows::Rows;
use serde::Serialize;

/// What a page needs so that charts fit a dark background.
pub const DARK_STYLE: &str = "\
.chart .paper{fill:none}.chart .ink{fill:#e6e6e6}.chart .soft{fill:#b0b0b0}\
.chart .axis{stroke:#c8c8c8}.chart .grid{stroke:#454545}.chart .ring{stroke:#1c1c1c}\
.chart .halo{stroke:#1c1c1c}.chart .s0{stroke:#5ab4e8}.chart .f0{fill:#5ab4e8}\
.chart .s1{stroke:#f0944d}.chart .f1{fill:#f0944d}.chart .s2{stroke:#4cc9a0}.chart .f2{fill:#4cc9a0}\
.chart .s3{stroke:#e0a0cc}.chart .f3{fill:#e0a0cc}.chart .s4{stroke:#b0b0b0}.chart .f4{fill:#b0b0b0}";

/// One chart.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chart {
    /// What is shown, above the chart.
    pub title: String,
    /// One more line below the title, such as the rule.
    pub subtitle: String,
    /// The drawing.
    pub plot: Plot,
}

/// The kinds of drawing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartPlot"))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Plot {
    /// Curves over a common axis.
    Lines(Lines),
    /// A bar for each value.
    Bars(Bars),
    /// Coloured cells.
    Heat(Heat),
    /// Dots in a plane.
    Dots(Dots),
    /// Dots on bars.
    Ranges(Ranges),
    /// A bar for each name.
    Rows(Rows),
}

/// Curves over a common axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartLines"))]
pub struct Lines {
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// The curves; the first is the one that matters.
    pub lines: Vec<Line>,
    /// Upright lines at values of x, with a word.
    pub marks: Vec<Mark>,
    /// A range of x that is shaded because it is not known for certain; null if there is none.
    pub band: Option<[f64; 2]>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartLine"))]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points `[x, y]`, by x; y is null where the curve is broken.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<(f64, Option<f64>)>"))]
    pub points: Vec<[f64; 2]>,
}

/// An upright line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartMark"))]
pub struct Mark {
    /// Where it stands.
    pub at: f64,
    /// What it means.
    pub label: String,
}

/// A bar for each value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartBars"))]
pub struct Bars {
    /// The values that have bars, whole numbers.
    pub x: Axis,
    /// The lengths of the bars.
    pub y: Axis,
    /// Value and length of each bar.
    pub bars: Vec<(u32, f64)>,
    /// A mark among them, such as the mean.
    pub marks: Vec<Mark>,
}

/// Coloured cells, in one panel or several above each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartHeat"))]
pub struct Heat {
    /// What the columns are.
    pub x: String,
    /// What the rows are.
    pub y: String,
    /// What a cell says.
    pub value: Axis,
    /// The value at which a cell has no colour; colours tell which side of it a value is.
    pub middle: f64,
    /// What the two ends of the colours mean: low, high.
    pub ends: [String; 2],
    /// The panels.
    pub panels: Vec<Panel>,
}

/// One panel of cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartPanel"))]
pub struct Panel {
    /// Its name; empty if it is the only one.
    pub name: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows, from below.
    pub rows: Vec<String>,
    /// By row; `None` where there is nothing.
    pub cells: Vec<Vec<Option<f64>>>,
}

/// Dots in a plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartDots"))]
pub struct Dots {
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// The groups, each with a sign of its own.
    pub groups: Vec<Group>,
}

/// Dots of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartGroup"))]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// Name of each dot, and its place `[x, y]`.
    pub dots: Vec<(String, [f64; 2])>,
}

/// What a chart shows, in rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Chart {
    /// The same with a range of x shaded as far as it is shown, if it has curves.
    pub fn with_band(mut self, band: Option<[f64; 2]>) -> Self {
        if let Plot::Lines(lines) = &mut self.plot {
            let [least, most] = lines.x.range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let band = band.map(|[low, high]| [low.max(least), high.min(most)]);
            lines.band = band.filter(|[low, high]| low < high).or(lines.band);
        }
        self
    }

    /// The chart in rows, for those who cannot see it.
    pub fn table(&self) -> DataTable {
        match &self.plot {
            Plot::Lines(lines) => lines.table(),
            Plot::Bars(bars) => DataTable {
                header: vec![bars.x.label.clone(), bars.y.label.clone()],
                rows: bars
                    .bars
                    .iter()
                    .map(|&(x, y)| vec![x.to_string(), bars.y.unit.precise(y)])
                    .collect(),
            },
            Plot::Heat(heat) => heat.table(),
            Plot::Ranges(ranges) => ranges.table(),
            Plot::Rows(rows) => rows.table(),
            Plot::Dots(dots) => DataTable {
                header: vec![String::new(), dots.x.label.clone(), dots.y.label.clone()],
                rows: dots
                    .groups
                    .iter()
                    .flat_map(|group| &group.dots)
                    .map(|(name, [x, y])| {
                        vec![name.clone(), dots.x.unit.precise(*x), dots.y.unit.precise(*y)]
                    })
                    .collect(),
            },
        }
    }
}

impl Lines {
    fn table(&self) -> DataTable {
        let mut header = vec![self.x.label.clone()];
        header.extend(self.lines.iter().map(|line| line.name.clone()));
        let xs = self.xs();
        let row = |&x: &f64| {
            let mut row = vec![self.x.unit.brief(x)];
            row.extend(self.lines.iter().map(|line| {
                let point = line.points.iter().find(|point| point[0] == x && point[1].is_finite());
                point.map_or(String::new(), |point| self.y.unit.precise(point[1]))
            }));
            row
        };
        DataTable { header, rows: xs.iter().map(row).collect() }
    }

    /// Every x at which some curve has a value.
    fn xs(&self) -> Vec<f64> {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let mut xs: Vec<f64> = points.filter(|p| p[1].is_finite()).map(|p| p[0]).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        xs
    }
}

impl Heat {
    fn table(&self) -> DataTable {
        let columns = self.panels.first().map_or(&[][..], |panel| &panel.columns);
        let mut header = vec![format!("{} \\ {}", self.y, self.x)];
        header.extend(columns.iter().cloned());
        let rows = self.panels.iter().flat_map(|panel| {
            panel.rows.iter().zip(&panel.cells).map(move |(name, cells)| {
                let mut row = vec![format!("{} {name}", panel.name).trim_start().to_string()];
                let cell =
                    |cell: &Option<f64>| cell.map_or(String::new(), |x| self.value.unit.brief(x));
                row.extend(cells.iter().map(cell));
                row
            })
        });
        DataTable { header, rows: rows.collect() }
    }
}
