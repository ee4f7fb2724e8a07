//! The sheet of the rules that are proposed: one row for each case.

use super::{
    book::Book,
    document::WorkbookCase,
    formula,
    style::{self, BIAS, GAMES, NOTHING, PERCENT, RATE},
};
use crate::{Lang, lang::own_or_shared, series::words::turns_words};
use kakukin_core::Fraction;
use kakukin_series::Player;
use rust_xlsxwriter::{Format, FormatAlign, Worksheet, XlsxError};

/// The columns; the first four are those of every sheet with cases.
pub(super) const FIRST: u16 = 4;
pub(super) const SECOND: u16 = 5;
pub(super) const TARGET: u16 = 6;
pub(super) const SHORTEST: u16 = 7;
pub(super) const LIMIT_WITHOUT_DRAWS: u16 = 8;
pub(super) const LIMIT: u16 = 9;
pub(super) const DRAWS: u16 = 10;
pub(super) const A: u16 = 11;
pub(super) const B: u16 = 12;
pub(super) const NONE: u16 = 13;
pub(super) const DECIDED_A: u16 = 14;
pub(super) const DECIDED_B: u16 = 15;
pub(super) const BIAS_COLUMN: u16 = 16;
pub(super) const WORST: u16 = 17;
pub(super) const EXPECTED: u16 = 18;
pub(super) const CURVE: u16 = 19;
pub(super) const KEY: u16 = 20;

/// Heads of all columns, as keys of the locale files, and what their figures need.
const COLUMNS: [(&str, f64); 21] = [
    ("limit_asked", 9.0),
    ("turns", 12.0),
    ("f", 9.0),
    ("p", 9.0),
    ("first", 8.0),
    ("second", 8.0),
    ("target", 8.0),
    ("shortest", 8.0),
    ("limit_without_draws", 8.0),
    ("limit", 8.0),
    ("draws", 26.0),
    ("a", 9.0),
    ("b", 9.0),
    ("none", 9.0),
    ("a", 9.0),
    ("b", 9.0),
    ("bias", 9.0),
    ("worst", 9.0),
    ("expected", 9.0),
    ("curve", 8.0),
    ("key", 15.0),
];

/// Strips above the heads: a key, and the first and last column.
const BANDS: [(&str, u16, u16); 5] = [
    ("premises", 0, 3),
    ("rule", FIRST, DRAWS),
    ("all_series", A, NONE),
    ("decided_series", DECIDED_A, WORST),
    ("games", EXPECTED, EXPECTED),
];

/// What a draw does, in few words; `code` is its name in machine-readable output.
pub(super) fn draws_words(code: &str, lang: Lang) -> String {
    tr!(lang, format!("workbook.draws.{code}"))
}

/// The rows of strips, heads and first case.
const BAND_ROW: u32 = 2;
const HEAD_ROW: u32 = 3;
pub(super) const TOP: u32 = 4;

/// The number by which the viewer finds a case, whatever order the rows are sorted in:
/// limit, turn system, draw rate and win rate in hundredths of a per cent.
pub(super) fn key(book: &Book<'_>, case: &WorkbookCase) -> f64 {
    let turns = book.document.turns.iter().position(|turns| *turns == case.turns);
    let digits = f64::from(case.limit) * 10.0 + turns.map_or(0.0, |index| 1.0 + index as f64);
    let rate = |rate: &Fraction| (rate.to_f64() * 1e6).round() / 100.0;
    (digits * 1e4 + rate(&case.f)) * 1e5 + rate(&case.p)
}

/// The cells of a column, in full.
pub(super) fn range(book: &Book<'_>, column: u16) -> String {
    formula::rows(&book.names.data, column, last_row(book))
}

/// First and last row of the cases.
pub(super) fn last_row(book: &Book<'_>) -> [u32; 2] {
    [TOP, TOP + (book.document.cases.len().max(1) - 1) as u32]
}

/// The four cells that say which case it is.
pub(super) fn premises(
    book: &Book<'_>,
    sheet: &mut Worksheet,
    row: u32,
    case: &WorkbookCase,
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.write_with_format(row, 0, case.limit, &formats.whole)?;
    let turns = turns_words("turns", Some(&case.turns), book.lang);
    sheet.write_with_format(row, 1, turns, &formats.text)?;
    sheet.write_with_format(row, 2, case.f.to_f64(), &formats.rate)?;
    sheet.write_with_format(row, 3, case.p.to_f64(), &formats.rate)?;
    Ok(())
}

/// The formats of cells with figures, made once.
pub(super) struct Formats {
    pub(super) whole: Format,
    pub(super) text: Format,
    pub(super) rate: Format,
    pub(super) percent: Format,
    pub(super) bias: Format,
    pub(super) games: Format,
    pub(super) quiet: Format,
}

impl Formats {
    pub(super) fn new(book: &Book<'_>) -> Self {
        let style = &book.style;
        Self {
            whole: style.number("0"),
            text: style.text(),
            rate: style.number(RATE),
            percent: style.number(PERCENT),
            bias: style.number(BIAS),
            games: style.number(GAMES),
            quiet: style.number("0").set_font_color(0x9A_A5_B1),
        }
    }
}

/// A figure, or nothing.
pub(super) fn figure(
    sheet: &mut Worksheet,
    row: u32,
    column: u16,
    value: Option<f64>,
    format: &Format,
) -> Result<(), XlsxError> {
    match value {
        Some(value) => sheet.write_with_format(row, column, value, format)?,
        None => sheet.write_with_format(row, column, NOTHING, format)?,
    };
    Ok(())
}

/// The heads of a sheet with cases: strips, titles, filters; frozen and repeated on every page.
pub(super) fn heads(
    book: &Book<'_>,
    sheet: &mut Worksheet,
    columns: &[String],
    bands: &[(&str, u16, u16)],
) -> Result<(), XlsxError> {
    for &(key, first, last) in bands {
        let text = own_or_shared(book.lang, ["workbook.band", "term"], key);
        let format = book.style.band().set_align(FormatAlign::Center);
        if first == last {
            sheet.write_with_format(BAND_ROW, first, text, &format)?;
        } else {
            sheet.merge_range(BAND_ROW, first, BAND_ROW, last, &text, &format)?;
        }
    }
    for (column, head) in columns.iter().enumerate() {
        sheet.write_with_format(HEAD_ROW, column as u16, head, &book.style.head())?;
    }
    sheet.set_row_height(HEAD_ROW, 62)?;
    let [_, last] = last_row(book);
    sheet.autofilter(HEAD_ROW, 0, last, columns.len() as u16 - 1)?;
    sheet.set_freeze_panes(TOP, 4)?;
    sheet.set_repeat_rows(BAND_ROW, HEAD_ROW)?;
    // The key, which comes last, means nothing on paper.
    sheet.set_print_area(0, 0, last, columns.len() as u16 - 2)?;
    style::paper(sheet, true);
    Ok(())
}

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, formats) = (book.lang, Formats::new(book));
    let columns = COLUMNS.map(|(key, _)| book.column(key));
    let widths: Vec<f64> = columns
        .iter()
        .zip(COLUMNS)
        .map(|(head, (_, least))| style::head_width(head, 2.0, least))
        .collect();
    let without = book.document.cases.iter().filter(|case| case.found.is_none()).count();
    let note =
        tr!(lang, "workbook.data.note", cases = book.document.cases.len(), without = without);
    let title = tr!(lang, "workbook.data.title");
    style::heading(sheet, &book.style, lang, [&title, &note], &widths)?;
    heads(book, sheet, &columns, &BANDS)?;
    let no_rule = tr!(lang, "workbook.data.no_rule");
    for (row, case) in (TOP..).zip(&book.document.cases) {
        premises(book, sheet, row, case, &formats)?;
        sheet.write_with_format(row, KEY, key(book, case), &formats.quiet)?;
        let Some(found) = &case.found else {
            sheet.write_with_format(row, FIRST, &no_rule, &formats.text)?;
            for column in SECOND..=CURVE {
                sheet.write_blank(row, column, &formats.text)?;
            }
            continue;
        };
        let rule = &found.row.rule;
        let whole = [
            (FIRST, rule.first),
            (SECOND, rule.second),
            (TARGET, rule.target),
            (SHORTEST, rule.shortest),
            (LIMIT_WITHOUT_DRAWS, rule.limit_without_draws),
            (LIMIT, rule.limit),
        ];
        for (column, number) in whole {
            sheet.write_with_format(row, column, number, &formats.whole)?;
        }
        let draws = draws_words(&rule.draws.to_string(), lang);
        sheet.write_with_format(row, DRAWS, draws, &formats.text)?;
        let figures = &found.row;
        for (column, share) in [(A, figures.a), (B, figures.b), (NONE, figures.none)] {
            sheet.write_with_format(row, column, share, &formats.percent)?;
        }
        let decided_b = figures.decided_a.map(|a| 1.0 - a);
        figure(sheet, row, DECIDED_A, figures.decided_a, &formats.percent)?;
        figure(sheet, row, DECIDED_B, decided_b, &formats.percent)?;
        figure(sheet, row, BIAS_COLUMN, figures.bias, &formats.bias)?;
        figure(sheet, row, WORST, found.worst, &formats.percent)?;
        sheet.write_with_format(row, EXPECTED, figures.expected_games, &formats.games)?;
        sheet.write_with_format(row, CURVE, found.curve as u32, &formats.quiet)?;
    }
    let [first, last] = last_row(book);
    let colours = style::colours(Player::A, [-0.1, 0.0, 0.1]);
    sheet.add_conditional_format(first, BIAS_COLUMN, last, BIAS_COLUMN, &colours)?;
    Ok(())
}
