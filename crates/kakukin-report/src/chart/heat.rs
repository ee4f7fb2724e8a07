//! Coloured cells: a value for each pair, blue on one side of the middle, orange on the
//! other. The number stands in the cell where it fits.

use super::{
    Chart, Heat, Panel,
    canvas::{Anchor, Canvas, short, width},
    draw::{SMALL, WIDTH, said},
};

/// The flattest and the tallest cell.
const CELL: [f64; 2] = [12.0, 44.0];
/// The widest cell.
const WIDE: f64 = 96.0;
const MARGIN: f64 = 16.0;

/// The colours far below and far above the middle.
const BELOW: [f64; 3] = [222.0, 120.0, 40.0];
const ABOVE: [f64; 3] = [40.0, 125.0, 195.0];

impl Heat {
    pub(super) fn draw(&self, chart: &Chart) -> Canvas {
        let most_rows = self.panels.iter().map(|panel| panel.rows.len()).max().unwrap_or(1);
        let high = (300.0 / most_rows.max(1) as f64).clamp(CELL[0], CELL[1]);
        let names = self.panels.iter().flat_map(|panel| &panel.rows);
        let left = MARGIN + names.map(|name| width(name, SMALL)).fold(20.0, f64::max) + 10.0;
        // Drawn once to know how tall the title is.
        let top = chart.draw_title(&mut Canvas::new(0.0, 0.0)) + 18.0;
        let each = |panel: &Panel| 30.0 + high * panel.rows.len() as f64 + 26.0;
        let bottom: f64 = top + self.panels.iter().map(each).sum::<f64>();
        let mut canvas = Canvas::new(WIDTH, (bottom + 56.0).round());
        chart.draw_title(&mut canvas);
        let mut y = top;
        let mut row = 0;
        for panel in &self.panels {
            self.draw_panel(&mut canvas, panel, [left, y + 22.0], high, row);
            y += each(panel);
            row += panel.rows.len();
        }
        let columns = self.panels.iter().map(|panel| panel.columns.len()).max().unwrap_or(1);
        let middle = left + wide_of(left, columns) * columns as f64 / 2.0;
        canvas.text([middle.max(60.0), bottom + 4.0], SMALL, Anchor::Middle, true, &self.x);
        self.draw_key(&mut canvas, bottom + 24.0);
        canvas
    }

    /// `before` rows of the table belong to other panels.
    fn draw_panel(
        &self,
        canvas: &mut Canvas,
        panel: &Panel,
        [left, top]: [f64; 2],
        high: f64,
        before: usize,
    ) {
        let heading = match panel.name.as_str() {
            "" => self.y.clone(),
            name => format!("{name} · {}", self.y),
        };
        canvas.text([MARGIN, top - 8.0], SMALL, Anchor::Start, true, &heading);
        let wide = wide_of(left, panel.columns.len());
        let rows = panel.rows.len();
        let reach = self.reach();
        let decimals = self.decimals(panel, wide, high);
        for (row, (name, cells)) in panel.rows.iter().zip(&panel.cells).enumerate() {
            let y = top + high * (rows - 1 - row) as f64;
            canvas.text([left - 6.0, y + high / 2.0 + 4.0], SMALL, Anchor::End, true, name);
            for (column, cell) in cells.iter().enumerate() {
                let x = left + wide * column as f64;
                let Some(value) = *cell else { continue };
                let ([red, green, blue], dark) = self.colour(value, reach);
                let (cell_x, cell_y) = (short(x), short(y));
                let (cell_wide, cell_high) = (short(wide - 1.0), short(high - 1.0));
                canvas.raw(&format!(
                    r#"<rect x="{cell_x}" y="{cell_y}" width="{cell_wide}" height="{cell_high}" fill="rgb({red},{green},{blue})"/>"#
                ));
                let words = [
                    Some(&panel.name).filter(|name| !name.is_empty()).cloned(),
                    Some(format!("{}: {name}", named(&self.y))),
                    panel.columns.get(column).map(|name| format!("{}: {name}", named(&self.x))),
                    Some(said(&self.value, value, true)),
                ];
                let words = words.into_iter().flatten().collect();
                let middle = [x + (wide - 1.0) / 2.0, y + (high - 1.0) / 2.0];
                canvas.spot(middle, [wide - 1.0, high - 1.0], before + row, words);
                if let Some(decimals) = decimals {
                    let number = format!("{:.decimals$}", 100.0 * value);
                    // Cells keep their colours on a dark page, and so do their numbers.
                    let ink = if dark { "#fff" } else { "#1a1a1a" };
                    let (x, y) = (short(x + wide / 2.0), short(y + high / 2.0 + 4.0));
                    canvas.raw(&format!(
                        r#"<text x="{x}" y="{y}" font-size="{SMALL}" text-anchor="middle" fill="{ink}">{number}</text>"#
                    ));
                }
            }
        }
        // As many names of columns as there is room for.
        let word = panel.columns.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max) + 6.0;
        let every = [1, 2, 5, 10, 20, 50].into_iter().find(|&n| n as f64 * wide >= word);
        for (column, name) in panel.columns.iter().enumerate() {
            if column % every.unwrap_or(100) == 0 {
                let x = left + wide * (column as f64 + 0.5);
                let y = top + high * rows as f64 + 15.0;
                canvas.text([x, y], SMALL, Anchor::Middle, true, name);
            }
        }
    }

    /// The decimals with which all numbers of a panel fit into their cells, if they do.
    fn decimals(&self, panel: &Panel, wide: f64, high: f64) -> Option<usize> {
        let cells = || panel.cells.iter().flatten().flatten();
        let fit = |decimals: &usize| {
            cells().all(|value| {
                let number = format!("{:.*}", *decimals, 100.0 * value);
                width(&number, SMALL) + 4.0 < wide && high >= 15.0
            })
        };
        [1, 0].into_iter().find(fit)
    }

    /// The largest distance from the middle: where colours are fullest.
    fn reach(&self) -> f64 {
        if let Some([low, high]) = self.value.range {
            return (high - self.middle).max(self.middle - low);
        }
        let cells = self.panels.iter().flat_map(|panel| panel.cells.iter().flatten().flatten());
        cells.map(|value| (value - self.middle).abs()).fold(1e-9, f64::max)
    }

    /// The colour of a value, and whether it is dark.
    fn colour(&self, value: f64, reach: f64) -> ([u8; 3], bool) {
        let share = ((value - self.middle) / reach).clamp(-1.0, 1.0);
        let full = if share < 0.0 { BELOW } else { ABOVE };
        let mixed = full.map(|part| 250.0 + (part - 250.0) * share.abs());
        (mixed.map(|part| part.round() as u8), share.abs() > 0.8)
    }

    /// What the colours mean.
    fn draw_key(&self, canvas: &mut Canvas, y: f64) {
        let reach = self.reach();
        let [low, high] = &self.ends;
        let steps = 11;
        let wide = 18.0;
        let left = MARGIN + width(low, SMALL) + 8.0;
        canvas.text([MARGIN, y + 12.0], SMALL, Anchor::Start, true, low);
        for step in 0..steps {
            let share = 2.0 * step as f64 / (steps - 1) as f64 - 1.0;
            let ([red, green, blue], _) = self.colour(self.middle + share * reach, reach);
            let x = short(left + wide * step as f64);
            canvas.raw(&format!(
                r#"<rect x="{x}" y="{}" width="{wide}" height="14" fill="rgb({red},{green},{blue})"/>"#,
                short(y)
            ));
        }
        let right = left + wide * steps as f64 + 8.0;
        canvas.text([right, y + 12.0], SMALL, Anchor::Start, true, high);
    }
}

/// The name of an axis without the arrow that shows where it points.
fn named(label: &str) -> &str {
    label.trim_end_matches(['↑', '→', ' '])
}

/// How wide the cells of so many columns are.
fn wide_of(left: f64, columns: usize) -> f64 {
    ((WIDTH - MARGIN - left) / columns.max(1) as f64).min(WIDE)
}
