//! The sheet of series played with dice, beside the exact figures of the data sheet.

use super::{
    book::Book,
    data::{self, Formats, figure},
    formula, style,
};
use kakukin_series::Ending;
use rust_xlsxwriter::{Worksheet, XlsxError};

/// The columns after those of the case.
pub(super) const SERIES: u16 = 5;
pub(super) const SEED: u16 = 6;
pub(super) const A: u16 = 7;
pub(super) const B: u16 = 8;
pub(super) const NONE: u16 = 9;
pub(super) const DECIDED_A: u16 = 10;
pub(super) const DECIDED_B: u16 = 11;
pub(super) const MEAN: u16 = 12;
const POINTS: u16 = 4;
const WITHOUT_DRAWS: u16 = 13;
const WITH_DRAWS: u16 = 18;
pub(super) const KEY: u16 = 23;

/// The rules of the book leave a series without a winner if points are equal at the limit.
const ENDINGS: [Ending; 5] =
    [Ending::AReached, Ending::BReached, Ending::AOnPoints, Ending::BOnPoints, Ending::None];

const BANDS: [(&str, u16, u16); 7] = [
    ("premises", 0, 3),
    ("played", POINTS, SEED),
    ("all_series", A, NONE),
    ("decided_series", DECIDED_A, DECIDED_B),
    ("games", MEAN, MEAN),
    ("without_draws", WITHOUT_DRAWS, WITHOUT_DRAWS + 4),
    ("with_draws", WITH_DRAWS, WITH_DRAWS + 4),
];

/// The cells of a column, in full.
pub(super) fn range(book: &Book<'_>, column: u16) -> String {
    formula::rows(&book.names.simulation, column, data::last_row(book))
}

/// The heads of all columns.
fn columns(book: &Book<'_>) -> Vec<String> {
    let word = |key: &str| book.column(key);
    let mut columns: Vec<String> = ["limit_asked", "turns", "f", "p", "points", "series", "seed"]
        .into_iter()
        .chain(["a", "b", "none", "a", "b", "mean"])
        .map(word)
        .collect();
    for _ in 0..2 {
        columns.extend(ENDINGS.map(|ending| word(ending.code())));
    }
    columns.push(word("key"));
    columns
}

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, document) = (book.lang, book.document);
    let (formats, count) = (Formats::new(book), book.style.number(style::COUNT));
    let columns = columns(book);
    let least = |column: usize| match column {
        1 => 12.0,
        23 => 15.0,
        _ => 9.0,
    };
    let widths: Vec<f64> = columns
        .iter()
        .enumerate()
        .map(|(column, head)| style::head_width(head, 2.0, least(column)))
        .collect();
    let title = tr!(lang, "workbook.simulation.title");
    let note =
        tr!(lang, "workbook.simulation.note", series = document.series, seed = document.seed);
    // The note ends where the first page does.
    let (first_page, breakdown) = widths.split_at(usize::from(WITHOUT_DRAWS));
    style::heading(sheet, &book.style, lang, [&title, &note], first_page)?;
    for (column, width) in (WITHOUT_DRAWS..).zip(breakdown) {
        sheet.set_column_width(column, *width)?;
    }
    data::heads(book, sheet, &columns, &BANDS)?;
    let no_rule = tr!(lang, "workbook.data.no_rule");
    for (row, case) in (data::TOP..).zip(&document.cases) {
        data::premises(book, sheet, row, case, &formats)?;
        sheet.write_with_format(row, KEY, data::key(book, case), &formats.quiet)?;
        let Some(found) = &case.found else {
            sheet.write_with_format(row, POINTS, &no_rule, &formats.text)?;
            for column in SERIES..KEY {
                sheet.write_blank(row, column, &formats.text)?;
            }
            continue;
        };
        let points = found.row.rule.points_as_written();
        sheet.write_with_format(row, POINTS, points, &book.style.centred())?;
        sheet.write_with_format(row, SERIES, document.series as f64, &count)?;
        sheet.write_with_format(row, SEED, found.seed as f64, &formats.whole)?;
        for (column, share) in (A..).zip(found.shares()) {
            sheet.write_with_format(row, column, share, &formats.percent)?;
        }
        let decided = found.decided_a();
        figure(sheet, row, DECIDED_A, decided, &formats.percent)?;
        figure(sheet, row, DECIDED_B, decided.map(|a| 1.0 - a), &formats.percent)?;
        sheet.write_with_format(row, MEAN, found.mean_games, &formats.games)?;
        let counts = &found.counts;
        for (from, outcome) in
            [(WITHOUT_DRAWS, &counts.without_draws), (WITH_DRAWS, &counts.with_draws)]
        {
            for (column, ending) in (from..).zip(ENDINGS) {
                sheet.write_with_format(row, column, *outcome.of(ending) as f64, &count)?;
            }
        }
    }
    // On one page nobody could read it: the breakdown has a page of its own.
    sheet.set_print_scale(64);
    sheet.set_vertical_page_breaks(&[u32::from(WITHOUT_DRAWS)])?;
    sheet.set_repeat_columns(0, POINTS)?;
    Ok(())
}
