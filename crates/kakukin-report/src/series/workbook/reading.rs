//! The sheet that says how to read all others.

use super::{book::Book, style};
use crate::try_translate;
use rust_xlsxwriter::{FormatAlign, Worksheet, XlsxError};

/// Sections and their entries, as keys of the locale files.
const SECTIONS: [(&str, &[&str]); 4] = [
    ("use", &["choose", "answer", "text", "chart", "missing"]),
    ("sheets", &["viewer", "data", "simulation", "curves", "tree", "scores", "lookup"]),
    (
        "terms",
        &[
            "p", "f", "players", "turns", "points", "target", "games", "draws", "all", "decided",
            "bias", "worst", "expected",
        ],
    ),
    ("method", &["exact", "search", "dice", "again", "colours"]),
];

const WIDTHS: [f64; 2] = [28.0, 94.0];

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, document) = (book.lang, &book.style, book.document);
    let title = tr!(lang, "workbook.read.title");
    let note = tr!(lang, "workbook.read.note");
    style::heading(sheet, style, lang, [&title, &note], &WIDTHS)?;
    let (term, text) = (style.text().set_bold().set_text_wrap(), style.text().set_text_wrap());
    let (term, text) = (term.set_align(FormatAlign::Top), text.set_align(FormatAlign::Top));
    let mut row = 3;
    for (section, entries) in SECTIONS {
        let head = tr!(lang, format!("workbook.read.{section}.title"));
        sheet.merge_range(row, 0, row, 1, &head, &style.band())?;
        row += 1;
        for entry in entries {
            // A sheet is known by its name.
            let name = match section {
                "sheets" => tr!(lang, format!("workbook.sheet.{entry}")),
                _ => try_translate(lang, &format!("workbook.read.{section}.{entry}_name"))
                    .unwrap_or_else(|| tr!(lang, format!("term.{entry}"))),
            };
            let words = tr!(
                lang,
                format!("workbook.read.{section}.{entry}"),
                series = document.series,
                seed = document.seed,
                rules = document.rules,
                version = env!("CARGO_PKG_VERSION")
            );
            sheet.write_with_format(row, 0, &name, &term)?;
            sheet.write_with_format(row, 1, &words, &text)?;
            let heights = [(&name, WIDTHS[0]), (&words, WIDTHS[1])]
                .map(|(t, w)| style::height(t, w - 3.0, lang));
            sheet.set_row_height(row, heights[0].max(heights[1]))?;
            row += 1;
        }
        row += 1;
    }
    style::paper(sheet, false);
    Ok(())
}
