//! The sheet of curves: every rule that was found, at all win rates of the grid.

use super::{
    book::Book,
    data::{draws_words, figure},
    formula,
    style::{self, BIAS, RATE},
};
use crate::series::words::turns_words;
use kakukin_series::{Player, Turns};
use rust_xlsxwriter::{Worksheet, XlsxError};

const HEADS: [&str; 6] = ["curve", "turns", "f", "points", "draws", "limit"];
const HEAD_ROW: u32 = 2;
const TOP: u32 = 3;
/// The column of the first win rate.
pub(super) const RATES: u16 = HEADS.len() as u16;

/// The cells of a column, in full.
pub(super) fn range(book: &Book<'_>, column: u16) -> String {
    let last = TOP + (book.document.curves.len().max(1) - 1) as u32;
    formula::rows(&book.names.curves, column, [TOP, last])
}

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, document) = (book.lang, &book.style, book.document);
    let heads = HEADS.map(|key| book.column(key));
    let mut widths: Vec<f64> = heads.iter().map(|head| style::head_width(head, 2.0, 9.0)).collect();
    widths[1] =
        widths[1].max(style::width(&turns_words("turns", Some(&Turns::Alternating), lang)) + 2.0);
    widths[4] = widths[4].max(26.0);
    widths.extend(document.ps.iter().map(|_| 8.5));
    let title = tr!(lang, "workbook.curves.title");
    let note = tr!(lang, "workbook.curves.note", count = document.curves.len());
    style::heading(sheet, style, lang, [&title, &note], &widths)?;
    for (column, head) in heads.iter().enumerate() {
        sheet.write_with_format(HEAD_ROW, column as u16, head, &style.head())?;
    }
    let rate_head = style.head().set_num_format(RATE);
    for (column, p) in (RATES..).zip(&document.ps) {
        sheet.write_with_format(HEAD_ROW, column, p.to_f64(), &rate_head)?;
    }
    sheet.set_row_height(HEAD_ROW, 44)?;
    let (whole, rate, bias) = (style.number("0"), style.number(RATE), style.number(BIAS));
    for ((row, number), curve) in (TOP..).zip(1u32..).zip(&document.curves) {
        sheet.write_with_format(row, 0, number, &whole)?;
        sheet.write_with_format(
            row,
            1,
            turns_words("turns", Some(&curve.turns), lang),
            &style.text(),
        )?;
        sheet.write_with_format(row, 2, curve.f.to_f64(), &rate)?;
        sheet.write_with_format(row, 3, &curve.points, &style.centred())?;
        sheet.write_with_format(row, 4, draws_words(&curve.draws, lang), &style.text())?;
        sheet.write_with_format(row, 5, curve.limit, &whole)?;
        for (column, value) in (RATES..).zip(&curve.bias) {
            figure(sheet, row, column, *value, &bias)?;
        }
    }
    let last = TOP + (document.curves.len().max(1) - 1) as u32;
    let right = RATES + document.ps.len().max(1) as u16 - 1;
    let colours = style::colours(Player::A, [-0.25, 0.0, 0.25]);
    sheet.add_conditional_format(TOP, RATES, last, right, &colours)?;
    sheet.set_freeze_panes(TOP, RATES)?;
    sheet.set_repeat_rows(HEAD_ROW, HEAD_ROW)?;
    style::paper(sheet, true);
    // On one page nobody could read it.
    sheet.set_print_fit_to_pages(3, 0);
    sheet.set_repeat_columns(0, RATES - 1)?;
    Ok(())
}
