//! Rates with their intervals: one dot on a bar each, stacked.

use super::{
    Axis, Chart, DataTable, Mark, Plot, Unit,
    canvas::{Anchor, Canvas, short, width},
    draw::{INKS, SMALL, WIDTH, halo},
};
use crate::{EstimateDocument, Lang, records::estimate::group_name};
use kakukin_records::{By, GroupEstimate, GroupsEstimate, Share};
use serde::Serialize;

pub(super) const MARGIN: f64 = 16.0;
/// The height of a row.
const ROW: f64 = 26.0;
/// The characters of a name, and how wide they may become.
const NAME: usize = 28;
pub(super) const NAME_WIDTH: f64 = 230.0;
/// The most groups of a kind: as many as one looks through.
const MOST_GROUPS: usize = 30;

/// A dot on a bar for each row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartRanges"))]
pub struct Ranges {
    /// What is measured.
    pub x: Axis,
    /// What the ends of a bar are called: low, high.
    pub ends: [String; 2],
    /// The rows, from above.
    pub rows: Vec<Range>,
    /// Upright lines at values of x, with a word.
    pub marks: Vec<Mark>,
}

/// A value and its range.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ChartRange"))]
pub struct Range {
    /// What stands above this row and those after it; empty if it belongs to those before.
    pub heading: String,
    /// Its name.
    pub name: String,
    /// The dot.
    pub value: f64,
    /// Where the bar begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Chart {
    /// The first player's share of the decided games with its intervals: of all games, with
    /// strength taken out, and in groups.
    pub fn rates(document: &EstimateDocument, lang: Lang) -> Self {
        let mut rows: Vec<Range> = Vec::new();
        rows.extend(of_share(tr!(lang, "chart.all_games"), &document.p));
        if let Some(adjusted) = &document.adjusted {
            rows.push(Range {
                heading: String::new(),
                name: tr!(lang, "chart.adjusted"),
                value: adjusted.p.value,
                low: adjusted.p.interval[0],
                high: adjusted.p.interval[1],
            });
        }
        for groups in &document.groups {
            let start = rows.len();
            rows.extend(
                shown(groups).filter_map(|group| of_share(group_name(groups, group), &group.p)),
            );
            if let Some(first) = rows.get_mut(start) {
                first.heading = tr!(lang, format!("estimate.by.{}", groups.by.name()));
            }
        }
        let level = format!("{}", (1000.0 * 100.0 * document.confidence).round() / 1000.0);
        let half = Mark { at: 0.5, label: Unit::Percent.brief(0.5) };
        Self {
            title: tr!(lang, "chart.rates"),
            subtitle: tr!(lang, "chart.rates_note", level = level),
            plot: Plot::Ranges(Ranges {
                x: Axis::new(tr!(lang, "chart.p"), Unit::Percent),
                ends: [tr!(lang, "chart.low"), tr!(lang, "chart.high")],
                marks: vec![half],
                rows,
            }),
        }
    }
}

/// The groups that are drawn: the latest years and bands, the largest of the others.
fn shown(groups: &GroupsEstimate) -> impl Iterator<Item = &GroupEstimate> {
    let rows = &groups.rows;
    let first = match groups.by {
        By::Year | By::Rating => rows.len().saturating_sub(MOST_GROUPS),
        By::Event | By::Opening | By::File | By::Folder => 0,
    };
    rows.iter().skip(first).take(MOST_GROUPS)
}

/// A row, if there is a rate.
fn of_share(name: String, share: &Share) -> Option<Range> {
    let [low, high] = share.wilson;
    Some(Range { heading: String::new(), name, value: share.rate?, low, high })
}

impl Ranges {
    pub(super) fn draw(&self, chart: &Chart) -> Canvas {
        // Drawn once to know how tall the title is.
        let top = chart.draw_title(&mut Canvas::new(0.0, 0.0)) + 32.0;
        let headings = self.rows.iter().filter(|row| !row.heading.is_empty()).count();
        let bottom = top + ROW * (self.rows.len() + headings) as f64;
        let mut canvas = Canvas::new(WIDTH, (bottom + 56.0).round());
        chart.draw_title(&mut canvas);
        let names: Vec<String> = self.rows.iter().map(|row| shortened(&row.name)).collect();
        let widest = names.iter().map(|name| width(name, SMALL)).fold(20.0, f64::max);
        let (left, right) = (MARGIN + widest.min(NAME_WIDTH) + 12.0, WIDTH - MARGIN - 64.0);
        let ends = self.rows.iter().flat_map(|row| [row.low, row.value, row.high]);
        let laid = self.x.laid(ends.chain(self.marks.iter().map(|mark| mark.at)));
        let place = |x: f64| left + laid.place(x) * (right - left);
        for &tick in &laid.ticks {
            let x = place(tick);
            canvas.line([x, top - 6.0], [x, bottom], "grid", "#ddd", r#"stroke-width="1""#);
            let word = self.x.unit.brief(tick);
            canvas.text([x, bottom + 18.0], SMALL, Anchor::Middle, true, &word);
        }
        let middle = (left + right) / 2.0;
        canvas.text([middle, bottom + 42.0], SMALL, Anchor::Middle, true, &self.x.label);
        for mark in &self.marks {
            let x = place(mark.at);
            let dashes = r#"stroke-width="1.4" stroke-dasharray="4 3""#;
            canvas.line([x, top - 6.0], [x, bottom], "axis", "#333", dashes);
            canvas.text([x, top - 10.0], SMALL, Anchor::Middle, true, &mark.label);
        }
        let mut y = top + ROW / 2.0;
        for (index, (row, name)) in self.rows.iter().zip(&names).enumerate() {
            if !row.heading.is_empty() {
                halo(&mut canvas, [MARGIN, y + 6.0], Anchor::Start, &row.heading);
                y += ROW;
            }
            let [from, at, to] = [row.low, row.value, row.high].map(place);
            canvas.text([left - 10.0, y + 4.0], SMALL, Anchor::End, true, name);
            canvas.line([from, y], [to, y], "s0", INKS[0], r#"stroke-width="3""#);
            for end in [from, to] {
                canvas.line([end, y - 5.0], [end, y + 5.0], "s0", INKS[0], r#"stroke-width="1.6""#);
            }
            let [x, middle] = [at, y].map(short);
            canvas.raw(&format!(
                r##"<circle class="f0 ring" cx="{x}" cy="{middle}" r="5.5" fill="{}" stroke="#fff" stroke-width="1.5"/>"##,
                INKS[0]
            ));
            let value = format!("{:.1} %", 100.0 * row.value);
            canvas.text([WIDTH - MARGIN, y + 4.0], SMALL, Anchor::End, false, &value);
            let [value, low, high] = [row.value, row.low, row.high].map(|x| self.x.unit.precise(x));
            let words = vec![row.name.clone(), format!("{low} – {high}"), format!("p: {value}")];
            canvas.spot([(from + to) / 2.0, y], [to - from, 12.0], index, words);
            y += ROW;
        }
        canvas
    }

    pub(super) fn table(&self) -> DataTable {
        let [low, high] = &self.ends;
        let header = vec![String::new(), self.x.label.clone(), low.clone(), high.clone()];
        let mut heading = "";
        let rows = self.rows.iter().map(|row| {
            if !row.heading.is_empty() {
                heading = &row.heading;
            }
            let name = match heading {
                "" => row.name.clone(),
                heading => format!("{heading}: {}", row.name),
            };
            let mut cells = vec![name];
            cells.extend([row.value, row.low, row.high].map(|x| self.x.unit.precise(x)));
            cells
        });
        DataTable { header, rows: rows.collect() }
    }
}

/// A name that leaves room for its bar.
pub(super) fn shortened(name: &str) -> String {
    let mut short = String::new();
    for c in name.chars() {
        if short.chars().count() == NAME || width(&short, SMALL) > NAME_WIDTH - 24.0 {
            return short + "…";
        }
        short.push(c);
    }
    short
}
