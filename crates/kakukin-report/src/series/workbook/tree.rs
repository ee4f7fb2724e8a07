//! The sheet of the outcome tree: a column for each game, a row for each course, a box
//! for each branch.

use super::{
    book::Book,
    formula,
    style::{self, PERCENT},
};
use crate::{
    lang::own_or_shared,
    series::tree::{branch_words, ending_name},
};
use kakukin_series::{Draws, MAX_COURSES};
use rust_xlsxwriter::{Worksheet, XlsxError};

/// The columns behind the games.
const AFTER: [&str; 5] = ["result", "a_points", "b_points", "probability", "exactly"];

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, chosen) = (book.lang, &book.style, &book.document.chosen);
    let games = chosen.courses.iter().map(|course| course.games.len()).max().unwrap_or(0) as u16;
    let results = chosen.courses.iter().map(|c| style::width(&ending_name(c.result, lang)));
    let exact = chosen.courses.iter().map(|course| style::width(&course.exact.to_string()));
    let mut widths = vec![6.0];
    widths.extend((0..games.max(4)).map(|_| 13.0));
    widths.extend([results.fold(14.0, f64::max) + 2.0, 8.0, 8.0, 12.0]);
    widths.push(exact.fold(12.0, f64::max).min(60.0) + 2.0);
    let key =
        if chosen.courses.is_empty() { "workbook.tree.too_many" } else { "workbook.tree.note" };
    let scores = &book.names.scores;
    let mut note = tr!(lang, key, leaves = chosen.leaves, most = MAX_COURSES, scores = scores);
    if chosen.rule.draws == Draws::Swap {
        note += &tr!(lang, "workbook.tree.swap");
    }
    let title = tr!(lang, "workbook.tree.title");
    style::heading(sheet, style, lang, [&title, &note], &widths)?;
    let head_row = introduction(book, sheet, 2)? + 1;
    let top = head_row + 1;
    style::paper(sheet, true);
    if chosen.courses.is_empty() {
        return Ok(());
    }
    let head = style.head();
    sheet.write_with_format(head_row, 0, tr!(lang, "workbook.tree.number"), &head)?;
    for game in 1..=games {
        let text = tr!(lang, "workbook.tree.game", game = game);
        sheet.write_with_format(head_row, game, text, &head)?;
    }
    let behind = games.max(4) + 1;
    for (column, key) in (behind..).zip(AFTER) {
        let text = own_or_shared(lang, ["workbook.tree", "term"], key);
        sheet.write_with_format(head_row, column, text, &head)?;
    }
    boxes(book, sheet, top)?;
    let (whole, text) = (style.number("0"), style.text());
    let probability = style.number("0.0000%");
    for (index, (row, course)) in (top..).zip(&chosen.courses).enumerate() {
        sheet.write_with_format(row, 0, index as u32 + 1, &whole)?;
        sheet.write_with_format(row, behind, ending_name(course.result, lang), &text)?;
        let last = course.games.last();
        for (column, points) in
            (behind + 1..).zip([last.map_or(0, |g| g.a), last.map_or(0, |g| g.b)])
        {
            points_cell(book, sheet, [row, u32::from(column)], points)?;
        }
        sheet.write_with_format(row, behind + 3, course.probability, &probability)?;
        sheet.write_with_format(row, behind + 4, course.exact.to_string(), &text)?;
    }
    let last = top + chosen.courses.len() as u32 - 1;
    let all = formula::rows(&book.names.tree, behind + 3, [top, last]);
    let sum: f64 = chosen.courses.iter().map(|course| course.probability).sum();
    sheet.write_with_format(last + 1, behind, tr!(lang, "workbook.tree.sum"), &style.head())?;
    let formula = formula::with_result(&format!("SUM({all})"), sum);
    sheet.write_with_format(last + 1, behind + 3, formula, &style.answer(PERCENT))?;
    sheet.set_repeat_rows(head_row, head_row)?;
    Ok(())
}

/// The rule and the model in words, one sentence to a row; gives the row below them.
pub(super) fn introduction(
    book: &Book<'_>,
    sheet: &mut Worksheet,
    mut row: u32,
) -> Result<u32, XlsxError> {
    let chosen = &book.document.chosen;
    let text =
        format!("{}\n{}", chosen.rule.sentences(book.lang), chosen.model.sentence(book.lang));
    for line in text.lines() {
        sheet.write_with_format(row, 0, line, &book.style.base)?;
        row += 1;
    }
    Ok(row)
}

/// Points as the organiser writes them: a number, or a fraction that has no decimal form.
pub(super) fn points_cell(
    book: &Book<'_>,
    sheet: &mut Worksheet,
    [row, column]: [u32; 2],
    points: u32,
) -> Result<(), XlsxError> {
    let text = book.document.chosen.rule.points(points);
    let format = book.style.number("General");
    match text.parse::<f64>() {
        Ok(number) => sheet.write_with_format(row, column as u16, number, &format)?,
        Err(_) => sheet.write_with_format(row, column as u16, text, &format)?,
    };
    Ok(())
}

/// A box for each branch, as high as the courses that follow it.
fn boxes(book: &Book<'_>, sheet: &mut Worksheet, top: u32) -> Result<(), XlsxError> {
    let (lang, chosen) = (book.lang, &book.document.chosen);
    for (index, course) in chosen.courses.iter().enumerate() {
        for (game, branch) in course.games.iter().enumerate().skip(course.shared) {
            let below = &chosen.courses[index + 1..];
            let height = below.iter().take_while(|other| other.shared > game).count() as u32;
            let score = [branch.a, branch.b].map(|points| chosen.rule.points(points));
            let who = branch_words(branch.event, branch.winner, lang);
            let text = format!("{who}  {}–{}", score[0], score[1]);
            let format = book.style.node(branch.winner);
            let (row, column) = (top + index as u32, game as u16 + 1);
            if height == 0 {
                sheet.write_with_format(row, column, text, &format)?;
            } else {
                sheet.merge_range(row, column, row + height, column, &text, &format)?;
            }
        }
    }
    Ok(())
}
