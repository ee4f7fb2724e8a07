//! SVG as text: shapes, words that are escaped, and how wide words are.

use super::Spot;
use kakukin_core::does_something;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The fonts that charts ask for: Japanese ones first, for they have Latin letters too.
pub const FONTS: &str =
    "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic','Meiryo',sans-serif";

/// Which end of a word stands at its place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in progress.
#[derive(Debug)]
pub(crate) struct Canvas {
    width: f64,
    height: f64,
    body: String,
    /// The places that mean something.
    pub(crate) spots: Vec<Spot>,
}

impl Canvas {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new(), spots: Vec::new() }
    }

    /// A place that means something: its middle and its size, a row of the table, words.
    pub(crate) fn spot(
        &mut self,
        [x, y]: [f64; 2],
        [wide, high]: [f64; 2],
        row: usize,
        words: Vec<String>,
    ) {
        let [x, y, wide, high] = [x, y, wide, high].map(short);
        self.spots.push(Spot { x, y, wide, high, row, words });
    }

    /// A piece of SVG; what it says must be escaped already.
    pub(crate) fn raw(&mut self, piece: &str) {
        self.body.push_str(piece);
        self.body.push('\n');
    }

    /// A straight line of a class with an ink.
    pub(crate) fn line(
        &mut self,
        from: [f64; 2],
        to: [f64; 2],
        class: &str,
        ink: &str,
        more: &str,
    ) {
        let ([x1, y1], [x2, y2]) = (from.map(short), to.map(short));
        self.raw(&format!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{ink}" {more}/>"#
        ));
    }

    /// Words in ink, or in a softer one.
    pub(crate) fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, soft: bool, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (class, ink) = if soft { ("soft", "#555") } else { ("ink", "#1a1a1a") };
        let ([x, y], text) = (at.map(short), escaped(text));
        self.raw(&format!(
            r#"<text class="{class}" x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">{text}</text>"#
        ));
    }

    /// The whole drawing: its title and what it says are read out to those who cannot see.
    pub(crate) fn finish(self, title: &str, says: &str, fonts: &str) -> String {
        let Self { width, height, body, .. } = self;
        let (title, says, fonts) = (escaped(title), escaped(says), escaped(fonts));
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{fonts}"><title>{title}</title><desc>{says}</desc>
<rect class="paper" width="{width}" height="{height}" fill="#fff"/>
{body}</svg>
"##
        )
    }
}

/// A coordinate with two decimals: a file that is not longer than it needs to be.
pub(crate) fn short(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// Text for an element or an attribute; characters that XML forbids are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            c if does_something(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => result.push(c),
        }
    }
    result
}

/// About how wide words are at a font size; rather too wide than too narrow.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let columns = text.width() as f64;
    let wide = text.chars().filter(|c| !c.is_ascii()).count() as f64;
    // A Latin letter takes about .56 of its size, a Japanese one all of it.
    (columns - 2.0 * wide).max(0.0) * 0.56 * size + wide * size
}

/// A path through points.
pub(crate) fn path(points: impl Iterator<Item = [f64; 2]>) -> String {
    let mut path = String::new();
    for (index, point) in points.enumerate() {
        let [x, y] = point.map(short);
        let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
    }
    path
}
