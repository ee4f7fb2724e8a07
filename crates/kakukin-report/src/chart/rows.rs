//! A bar for each of some things that have names, one below the other.

use super::{
    Axis, Chart, DataTable,
    canvas::{Anchor, Canvas, short, width},
    draw::{INKS, SMALL, WIDTH, said},
    ranges::{MARGIN, NAME_WIDTH, shortened},
};
use serde::Serialize;

/// The height of a row.
const ROW: f64 = 22.0;
/// The room for a value beside its bar.
const VALUE: f64 = 64.0;

/// A bar for each row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartRows"))]
pub struct Rows {
    /// What is measured.
    pub x: Axis,
    /// The rows, from above: a name and the length of its bar.
    pub rows: Vec<(String, f64)>,
}

impl Rows {
    pub(super) fn draw(&self, chart: &Chart) -> Canvas {
        // Drawn once to know how tall the title is.
        let top = chart.draw_title(&mut Canvas::new(0.0, 0.0)) + 22.0;
        let bottom = top + ROW * self.rows.len() as f64;
        let mut canvas = Canvas::new(WIDTH, (bottom + 52.0).round());
        chart.draw_title(&mut canvas);
        let names: Vec<String> = self.rows.iter().map(|(name, _)| shortened(name)).collect();
        let widest = names.iter().map(|name| width(name, SMALL)).fold(20.0, f64::max);
        let (left, right) = (MARGIN + widest.min(NAME_WIDTH) + 12.0, WIDTH - MARGIN - VALUE);
        let laid = self.x.laid(self.rows.iter().map(|(_, value)| *value).chain([0.0]));
        let place = |x: f64| left + laid.place(x) * (right - left);
        for &tick in &laid.ticks {
            let x = place(tick);
            canvas.line([x, top - 4.0], [x, bottom], "grid", "#ddd", r#"stroke-width="1""#);
            let word = self.x.unit.brief(tick);
            canvas.text([x, bottom + 16.0], SMALL, Anchor::Middle, true, &word);
        }
        let middle = (left + right) / 2.0;
        canvas.text([middle, bottom + 38.0], SMALL, Anchor::Middle, true, &self.x.label);
        for (index, ((name, value), shown)) in self.rows.iter().zip(&names).enumerate() {
            let y = top + ROW * (index as f64 + 0.5);
            canvas.text([left - 8.0, y + 4.5], SMALL, Anchor::End, true, shown);
            let wide = (place(*value) - left).max(0.5);
            let [x, above, across, high] = [left, y - 0.36 * ROW, wide, 0.72 * ROW].map(short);
            canvas.raw(&format!(
                r#"<rect class="f0" x="{x}" y="{above}" width="{across}" height="{high}" fill="{}"/>"#,
                INKS[0]
            ));
            let words = format!("{:.1} %", 100.0 * value);
            canvas.text([left + wide + 6.0, y + 4.5], SMALL, Anchor::Start, false, &words);
            let words = vec![name.clone(), said(&self.x, *value, true)];
            canvas.spot([left + wide / 2.0, y], [wide, high], index, words);
        }
        canvas
    }

    pub(super) fn table(&self) -> DataTable {
        DataTable {
            header: vec![String::new(), self.x.label.clone()],
            rows: self
                .rows
                .iter()
                .map(|(name, value)| vec![name.clone(), self.x.unit.precise(*value)])
                .collect(),
        }
    }
}
