//! The sheet behind the viewer: the lists of its cells to choose in, and what it looks up.

use super::{
    book::Book,
    curves, data, formula, simulation,
    style::{self, RATE},
    viewer,
};
use crate::series::words::turns_words;
use rust_xlsxwriter::{Worksheet, XlsxError};

const HEAD_ROW: u32 = 2;
const TOP: u32 = 3;
/// Columns of the lists.
const P: u16 = 0;
const BIASES: u16 = 1;
const F: u16 = 2;
const TURNS: u16 = 3;
const LIMITS: u16 = 4;
/// What is looked up: names and values.
const NAMES: u16 = 6;
const VALUES: u16 = 7;

/// What stands for a bias where there is none: beyond the axis of the chart, which then
/// shows nothing.
const OFF_THE_CHART: f64 = 9.0;

/// Rows of what is looked up.
const KEY: u32 = TOP;
const DATA_ROW: u32 = TOP + 1;
const SIMULATION_ROW: u32 = TOP + 2;
const FOUND: u32 = TOP + 3;
const CURVE_ROW: u32 = TOP + 4;
const MARK_P: u32 = TOP + 5;
const MARK_BIAS: u32 = TOP + 6;

/// Places of this sheet that the viewer needs, in full.
pub(super) struct Places {
    /// The lists to choose from.
    pub(super) p: String,
    pub(super) f: String,
    pub(super) turns: String,
    pub(super) limits: String,
    /// The row of the case in the data sheet, 0 if it is not in the lists.
    pub(super) data_row: String,
    /// The same in the sheet of simulations.
    pub(super) simulation_row: String,
    /// 1 if the case has a rule, else 0.
    pub(super) found: String,
    /// The curve of its rule, and the point of the case on it.
    pub(super) biases: String,
    pub(super) mark_p: String,
    pub(super) mark_bias: String,
}

impl Places {
    pub(super) fn new(book: &Book<'_>) -> Self {
        let name = &book.names.lookup;
        let list = |column, length: usize| {
            formula::rows(name, column, [TOP, TOP + (length.max(1) - 1) as u32])
        };
        let value = |row| formula::cell(name, row, VALUES);
        let document = book.document;
        Self {
            p: list(P, document.ps.len()),
            f: list(F, document.fs.len()),
            turns: list(TURNS, document.turns.len()),
            limits: list(LIMITS, document.limits.len()),
            data_row: value(DATA_ROW),
            simulation_row: value(SIMULATION_ROW),
            found: value(FOUND),
            biases: list(BIASES, document.ps.len()),
            mark_p: value(MARK_P),
            mark_bias: value(MARK_BIAS),
        }
    }
}

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, document) = (book.lang, &book.style, book.document);
    let word = |key: &str| tr!(lang, format!("workbook.lookup.{key}"));
    let widths = [11.0, 16.0, 11.0, 20.0, 14.0, 3.0, 44.0, 18.0];
    style::heading(sheet, style, lang, [&word("title"), &word("note")], &widths)?;
    let heads = [(P, "p"), (BIASES, "bias"), (F, "f"), (TURNS, "turns"), (LIMITS, "limit_asked")];
    for (column, key) in heads {
        let head = book.column(key);
        sheet.write_with_format(HEAD_ROW, column, head, &style.head())?;
    }
    sheet.merge_range(HEAD_ROW, NAMES, HEAD_ROW, VALUES, &word("looked_up"), &style.head())?;
    sheet.set_row_height(HEAD_ROW, 44)?;
    let rate = style.number(RATE);
    for (column, rates) in [(P, &document.ps), (F, &document.fs)] {
        for (row, text) in (TOP..).zip(rates) {
            sheet.write_with_format(row, column, text.to_f64(), &rate)?;
        }
    }
    for (row, turns) in (TOP..).zip(&document.turns) {
        let words = turns_words("turns", Some(turns), lang);
        sheet.write_with_format(row, TURNS, words, &style.text())?;
    }
    for (row, limit) in (TOP..).zip(&document.limits) {
        sheet.write_with_format(row, LIMITS, *limit, &style.number("0"))?;
    }
    looked_up(book, sheet)?;
    curve(book, sheet)?;
    sheet.set_freeze_panes(TOP, 0)?;
    style::paper(sheet, false);
    Ok(())
}

/// Where the case of the viewer is found.
fn looked_up(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, document) = (book.lang, &book.style, book.document);
    let places = Places::new(book);
    let [p, f, turns, limit] = viewer::inputs(book);
    let case = document.start_case();
    let found = case.and_then(|case| case.found.as_ref());
    let index =
        document.cases.iter().position(|other| case.is_some_and(|c| std::ptr::eq(c, other)));
    let row = index.map_or(0, |index| index + 1);
    // No turn system: an error, and so no key.
    let orders = (TOP..).zip(1..).take(document.turns.len()).fold(
        String::from("NA()"),
        |otherwise, (row, number)| {
            let order = formula::cell(&book.names.lookup, row, TURNS);
            format!("IF({turns}={order},{number},{otherwise})")
        },
    );
    let key =
        format!("IFERROR((({limit}*10+{orders})*10^4+ROUND({f}*10^4,2))*10^5+ROUND({p}*10^4,2),0)");
    let here = |row| formula::cell(&book.names.lookup, row, VALUES);
    let in_rows = |range: String| format!("IFERROR(MATCH({},{range},0),0)", here(KEY));
    let (data_row, found_cell) = (&places.data_row, &places.found);
    let of_data = |column| format!("INDEX({},{data_row})", data::range(book, column));
    let curve = of_data(data::CURVE);
    let rows = [
        (KEY, "key", key, case.map_or(0.0, |case| data::key(book, case)), "0"),
        (DATA_ROW, "data_row", in_rows(data::range(book, data::KEY)), row as f64, "0"),
        (
            SIMULATION_ROW,
            "simulation_row",
            in_rows(simulation::range(book, simulation::KEY)),
            row as f64,
            "0",
        ),
        (
            FOUND,
            "found",
            format!("IF({data_row}=0,0,IF(ISNUMBER({}),1,0))", of_data(data::FIRST)),
            f64::from(u8::from(found.is_some())),
            "0",
        ),
        (
            CURVE_ROW,
            "curve_row",
            format!("IF({found_cell}=1,MATCH({curve},{},0),0)", curves::range(book, 0)),
            found.map_or(0.0, |found| found.curve as f64),
            "0",
        ),
        (
            MARK_P,
            "mark_p",
            format!("IF({found_cell}=1,{p},{})", formula::cell(&book.names.lookup, TOP, P)),
            found.map_or(&document.ps[0], |found| &found.row.p).to_f64(),
            RATE,
        ),
        (
            MARK_BIAS,
            "mark_bias",
            format!("IF({found_cell}=1,{},{OFF_THE_CHART})", of_data(data::BIAS_COLUMN)),
            found.and_then(|found| found.row.bias).unwrap_or(OFF_THE_CHART),
            &on_chart(),
        ),
    ];
    for (row, name, formula, result, format) in rows {
        let words = tr!(lang, format!("workbook.lookup.{name}"));
        sheet.write_with_format(row, NAMES, words, &style.text())?;
        let formula = formula::with_result(&formula, result);
        sheet.write_with_format(row, VALUES, formula, &style.number(format))?;
    }
    Ok(())
}

/// The curve of the rule that is looked up, for the chart.
fn curve(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let document = book.document;
    let found = Places::new(book).found;
    let curve_row = formula::cell(&book.names.lookup, CURVE_ROW, VALUES);
    let start = document.start_case().and_then(|case| case.found.as_ref());
    let shown = start.and_then(|found| document.curves.get(found.curve - 1));
    for (index, row) in (TOP..).take(document.ps.len()).enumerate() {
        let range = curves::range(book, curves::RATES + index as u16);
        let value = format!("INDEX({range},{curve_row})");
        let formula =
            format!("IF({found}=1,IF(ISNUMBER({value}),{value},{OFF_THE_CHART}),{OFF_THE_CHART})");
        let result = shown.and_then(|curve| curve.bias[index]).unwrap_or(OFF_THE_CHART);
        let formula = formula::with_result(&formula, result);
        sheet.write_with_format(row, BIASES, formula, &book.style.number(&on_chart()))?;
    }
    Ok(())
}

/// A bias, or nothing if it is off the chart.
fn on_chart() -> String {
    format!("[>1]\"{}\";[<0]-0.00%;+0.00%", style::NOTHING)
}
