//! Curves, bars and dots in a frame of two axes.

use super::{
    Axis, Bars, Chart, DataTable, Dots, Lines, Mark, Plot, Scale,
    axis::Laid,
    canvas::{Anchor, Canvas, FONTS, path, short, width},
};

pub(super) const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 16.0;
pub(super) const TITLE: f64 = 18.0;
pub(super) const WORDS: f64 = 14.0;
pub(super) const SMALL: f64 = 13.0;

/// Inks that people with any kind of colour vision tell apart.
pub(super) const INKS: [&str; 5] = ["#0072b2", "#c75000", "#008060", "#a04a80", "#666666"];
/// Curves differ in their dashes, too.
const DASHES: [&str; 5] = ["", "8 4", "2 3", "10 3 2 3", "5 5"];

impl Chart {
    /// The chart as SVG, a whole file.
    pub fn svg(&self) -> String {
        self.svg_in(FONTS)
    }

    /// The same in these fonts, as CSS has them.
    pub fn svg_in(&self, fonts: &str) -> String {
        self.finished(self.drawn(), fonts)
    }

    pub(super) fn finished(&self, canvas: Canvas, fonts: &str) -> String {
        canvas.finish(&self.title, &self.says(), fonts)
    }

    pub(super) fn drawn(&self) -> Canvas {
        match &self.plot {
            Plot::Lines(lines) => lines.draw(self),
            Plot::Bars(bars) => bars.draw(self),
            Plot::Heat(heat) => heat.draw(self),
            Plot::Dots(dots) => dots.draw(self),
            Plot::Ranges(ranges) => ranges.draw(self),
            Plot::Rows(rows) => rows.draw(self),
        }
    }

    /// The chart in one line of text.
    fn says(&self) -> String {
        let DataTable { header, rows } = self.table();
        format!("{} {} ({} × {})", self.title, self.subtitle, rows.len(), header.len())
    }

    /// Draws title and subtitle; returns where they end.
    pub(super) fn draw_title(&self, canvas: &mut Canvas) -> f64 {
        let mut y = MARGIN + TITLE;
        for (text, size) in [(&self.title, TITLE), (&self.subtitle, WORDS)] {
            let columns = ((WIDTH - 2.0 * MARGIN) / (0.56 * size)) as usize;
            for line in crate::layout::wrap(text, columns).lines() {
                canvas.text([MARGIN, y], size, Anchor::Start, size != TITLE, line);
                y += 1.35 * size;
            }
        }
        y - 6.0
    }
}

/// Where the axes cross the page.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Laid,
    y: Laid,
}

impl Frame {
    /// Lays out and draws axes, ticks and their words.
    fn draw(
        canvas: &mut Canvas,
        top: f64,
        axes: [&Axis; 2],
        [x, y]: [Laid; 2],
        steps: bool,
    ) -> Self {
        let [x_axis, y_axis] = axes;
        let words = |axis: &Axis, laid: &Laid| -> Vec<String> {
            let word = |(index, &tick): (usize, &f64)| match axis.scale {
                // Whatever is less lies there, too.
                Scale::Ratios { .. } if index == 0 => format!("≤ {}", axis.unit.brief(tick)),
                _ => axis.unit.brief(tick),
            };
            laid.ticks.iter().enumerate().map(word).collect()
        };
        let y_words = words(y_axis, &y);
        let widest = y_words.iter().map(|word| width(word, SMALL)).fold(0.0, f64::max);
        let frame = Self {
            left: MARGIN + widest + 10.0,
            right: WIDTH - MARGIN - 10.0,
            top: top + 26.0,
            bottom: HEIGHT - 52.0,
            x,
            y,
        };
        canvas.text([MARGIN, top + 14.0], SMALL, Anchor::Start, true, &y_axis.label);
        for (&tick, word) in frame.y.ticks.iter().zip(&y_words) {
            let y = frame.at([0.0, tick])[1];
            canvas.line([frame.left, y], [frame.right, y], "grid", "#ddd", r#"stroke-width="1""#);
            canvas.text([frame.left - 6.0, y + 4.0], SMALL, Anchor::End, true, word);
        }
        let axis = r#"stroke-width="1.2""#;
        let zero = if frame.y.has_zero() { frame.at([0.0, 0.0])[1] } else { frame.bottom };
        canvas.line([frame.left, zero], [frame.right, zero], "axis", "#333", axis);
        if !steps {
            for (&tick, word) in frame.x.ticks.iter().zip(&words(x_axis, &frame.x)) {
                let x = frame.at([tick, 0.0])[0];
                let (from, to) = ([x, frame.bottom], [x, frame.bottom + 5.0]);
                canvas.line(from, to, "axis", "#333", r#"stroke-width="1""#);
                canvas.text([x, frame.bottom + 19.0], SMALL, Anchor::Middle, true, word);
            }
        }
        let middle = (frame.left + frame.right) / 2.0;
        canvas.text([middle, HEIGHT - 12.0], SMALL, Anchor::Middle, true, &x_axis.label);
        frame
    }

    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            self.left + self.x.place(x) * (self.right - self.left),
            self.bottom - self.y.place(y) * (self.bottom - self.top),
        ]
    }

    /// Upright lines with a word at their top; words do not cover each other.
    fn draw_marks(&self, canvas: &mut Canvas, marks: &[Mark], place: impl Fn(f64) -> f64) {
        for (index, mark) in marks.iter().enumerate() {
            let x = place(mark.at);
            let more = r#"stroke-width="1.4" stroke-dasharray="4 3""#;
            canvas.line([x, self.top - 4.0], [x, self.bottom], "axis", "#333", more);
            let wide = width(&mark.label, SMALL);
            let (shift, anchor) = if x + wide + 6.0 > self.right {
                (-6.0, Anchor::End)
            } else {
                (6.0, Anchor::Start)
            };
            let y = self.top + 8.0 + 16.0 * index as f64;
            halo(canvas, [x + shift, y], anchor, &mark.label);
        }
    }
}

/// Words that stay readable on whatever they cover.
pub(super) fn halo(canvas: &mut Canvas, [x, y]: [f64; 2], anchor: Anchor, text: &str) {
    canvas.raw(
        r##"<g class="halo" stroke="#fff" stroke-width="3.5" paint-order="stroke" stroke-linejoin="round">"##,
    );
    canvas.text([x, y], SMALL, anchor, false, text);
    canvas.raw("</g>");
}

/// The names of what is drawn, each with its sign; returns where they end.
fn legend(
    canvas: &mut Canvas,
    top: f64,
    names: &[&str],
    sign: impl Fn(usize, [f64; 2]) -> String,
) -> f64 {
    if names.len() < 2 {
        return top;
    }
    let (mut x, mut y) = (MARGIN, top + 16.0);
    for (index, name) in names.iter().enumerate() {
        let wide = 34.0 + width(name, SMALL) + 18.0;
        if x > MARGIN && x + wide > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + 18.0);
        }
        canvas.raw(&sign(index, [x, y - 4.0]));
        canvas.text([x + 32.0, y], SMALL, Anchor::Start, false, name);
        x += wide;
    }
    y + 8.0
}

fn stroke(index: usize) -> String {
    let (ink, dash) = (INKS[index % INKS.len()], DASHES[index % DASHES.len()]);
    let wide = if index == 0 { 3.0 } else { 2.0 };
    let class = index % INKS.len();
    format!(
        r#"class="s{class}" fill="none" stroke="{ink}" stroke-width="{wide}" stroke-dasharray="{}" stroke-linejoin="round""#,
        if dash.is_empty() { "none" } else { dash }
    )
}

impl Lines {
    fn draw(&self, chart: &Chart) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, HEIGHT);
        let top = chart.draw_title(&mut canvas);
        let names: Vec<&str> = self.lines.iter().map(|line| line.name.as_str()).collect();
        let top = legend(&mut canvas, top, &names, |index, [x, y]| {
            format!(r#"<path d="M{} {}h26" {}/>"#, short(x), short(y), stroke(index))
        });
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let x = self.x.laid(points().map(|point| point[0]));
        let y = self.y.laid(points().map(|point| point[1]));
        let frame = Frame::draw(&mut canvas, top, [&self.x, &self.y], [x, y], false);
        if let Some(band) = self.band {
            let [left, right] = band.map(|x| frame.at([x, 0.0])[0]);
            let (x, y) = (short(left), short(frame.top));
            let (wide, high) = (short(right - left), short(frame.bottom - frame.top));
            canvas.raw(&format!(
                r##"<rect class="f0" x="{x}" y="{y}" width="{wide}" height="{high}" fill="#0072b2" fill-opacity="0.14"/>"##
            ));
        }
        // The one that matters lies on top.
        for (index, line) in self.lines.iter().enumerate().rev() {
            // A value that does not exist breaks the curve.
            for piece in line.points.split(|point| !point[1].is_finite()) {
                if let [alone] = piece {
                    let [x, y] = frame.at(*alone).map(short);
                    let (class, ink) = (index % INKS.len(), INKS[index % INKS.len()]);
                    canvas.raw(&format!(
                        r#"<circle class="f{class}" cx="{x}" cy="{y}" r="3" fill="{ink}"/>"#
                    ));
                } else if !piece.is_empty() {
                    let path = path(piece.iter().map(|&point| frame.at(point)));
                    canvas.raw(&format!(r#"<path d="{path}" {}/>"#, stroke(index)));
                }
            }
        }
        frame.draw_marks(&mut canvas, &self.marks, |x| frame.at([x, 0.0])[0]);
        let xs = self.xs();
        for line in &self.lines {
            for &point in line.points.iter().filter(|point| point[1].is_finite()) {
                let row = xs.partition_point(|&x| x < point[0]);
                let mut words = vec![said(&self.x, point[0], false), said(&self.y, point[1], true)];
                if self.lines.len() > 1 {
                    words[1] = format!("{}: {}", line.name, self.y.unit.precise(point[1]));
                }
                canvas.spot(frame.at(point), [0.0; 2], row, words);
            }
        }
        canvas
    }
}

/// A value with what it measures.
pub(super) fn said(axis: &Axis, value: f64, precise: bool) -> String {
    let value = if precise { axis.unit.precise(value) } else { axis.unit.brief(value) };
    format!("{}: {value}", axis.label)
}

impl Bars {
    fn draw(&self, chart: &Chart) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, HEIGHT);
        let top = chart.draw_title(&mut canvas);
        let low = self.bars.iter().map(|bar| bar.0).min().unwrap_or(0);
        let high = self.bars.iter().map(|bar| bar.0).max().unwrap_or(0);
        let range = [f64::from(low) - 0.5, f64::from(high) + 0.5];
        let x = Axis { range: Some(range), ..self.x.clone() }.laid(std::iter::empty());
        let y = self.y.laid(self.bars.iter().map(|bar| bar.1).chain([0.0]));
        let frame = Frame::draw(&mut canvas, top, [&self.x, &self.y], [x, y], true);
        let count = f64::from(high - low + 1);
        let room = (frame.right - frame.left) / count;
        // Numbers below the bars, as many as there is room for.
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];
        let word = width(&high.to_string(), SMALL) + 8.0;
        let every = every.into_iter().find(|&n| f64::from(n) * room >= word).unwrap_or(1_000_000);
        for (row, &(value, share)) in self.bars.iter().enumerate() {
            let [middle, y] = frame.at([f64::from(value), share]);
            let (x, y) = (short(middle - 0.4 * room), short(y));
            let (wide, high) = (short((0.8 * room).max(0.5)), short((frame.bottom - y).max(0.0)));
            canvas.raw(&format!(
                r#"<rect class="f0" x="{x}" y="{y}" width="{wide}" height="{high}" fill="{}"/>"#,
                INKS[0]
            ));
            let words = vec![said(&self.x, f64::from(value), false), said(&self.y, share, true)];
            canvas.spot([middle, y + high / 2.0], [wide, high], row, words);
            let label = format!("{:.1} %", 100.0 * share);
            if width(&label, SMALL) < room {
                canvas.text([middle, y - 5.0], SMALL, Anchor::Middle, true, &label);
            }
        }
        for value in (low..=high).filter(|value| value % every == 0 || count < 3.0) {
            let x = frame.at([f64::from(value), 0.0])[0];
            let at = [x, frame.bottom + 18.0];
            canvas.text(at, SMALL, Anchor::Middle, true, &value.to_string());
        }
        frame.draw_marks(&mut canvas, &self.marks, |x| frame.at([x, 0.0])[0]);
        canvas
    }
}

impl Dots {
    fn draw(&self, chart: &Chart) -> Canvas {
        let mut canvas = Canvas::new(WIDTH, HEIGHT);
        let top = chart.draw_title(&mut canvas);
        let names: Vec<&str> = self.groups.iter().map(|group| group.name.as_str()).collect();
        let top = legend(&mut canvas, top, &names, |index, [x, y]| sign(index, [x + 18.0, y]));
        let dots = || self.groups.iter().flat_map(|group| &group.dots);
        let x = self.x.laid(dots().map(|dot| dot.1[0]));
        let y = self.y.laid(dots().map(|dot| dot.1[1]));
        let frame = Frame::draw(&mut canvas, top, [&self.x, &self.y], [x, y], false);
        for (index, group) in self.groups.iter().enumerate().rev() {
            for dot in &group.dots {
                canvas.raw(&sign(index, frame.at(dot.1)));
            }
        }
        // A name is written where it covers neither a dot nor another name.
        let places: Vec<[f64; 2]> = dots().map(|dot| frame.at(dot.1)).collect();
        let mut taken: Vec<[f64; 4]> =
            places.iter().map(|[x, y]| [x - 6.0, y - 6.0, x + 6.0, y + 6.0]).collect();
        for (row, ((name, dot), &place)) in dots().zip(&places).enumerate() {
            let words =
                vec![name.clone(), said(&self.x, dot[0], true), said(&self.y, dot[1], true)];
            canvas.spot(place, [0.0; 2], row, words);
        }
        for ((name, _), &[x, y]) in dots().zip(&places) {
            let wide = width(name, SMALL);
            let spots = [
                ([x + 8.0, y + 4.0], Anchor::Start, x + 8.0),
                ([x - 8.0, y + 4.0], Anchor::End, x - 8.0 - wide),
                ([x, y - 9.0], Anchor::Middle, x - wide / 2.0),
                ([x, y + 18.0], Anchor::Middle, x - wide / 2.0),
            ];
            for (at, anchor, left) in spots {
                let area = [left, at[1] - SMALL, left + wide, at[1] + 3.0];
                let inside =
                    left >= frame.left && left + wide <= WIDTH - 4.0 && at[1] < frame.bottom;
                if inside && !taken.iter().any(|other| overlap(other, &area)) {
                    halo(&mut canvas, at, anchor, name);
                    taken.push(area);
                    break;
                }
            }
        }
        canvas
    }
}

/// The sign of a group: full dots first, hollow squares next, and so on.
fn sign(index: usize, [x, y]: [f64; 2]) -> String {
    let ink = INKS[index % INKS.len()];
    let class = index % INKS.len();
    let [x, y] = [x, y].map(short);
    if index == 0 {
        return format!(
            r##"<circle class="f0 ring" cx="{x}" cy="{y}" r="5" fill="{ink}" stroke="#fff"/>"##
        );
    }
    format!(
        r#"<rect class="s{class}" x="{}" y="{}" width="9" height="9" fill="none" stroke="{ink}" stroke-width="2"/>"#,
        short(x - 4.5),
        short(y - 4.5)
    )
}

fn overlap(one: &[f64; 4], other: &[f64; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
