//! The sheet of scores: what every score is worth, one block for each number of games played.

use super::{
    book::Book,
    style::{self, PERCENT},
    tree::introduction,
};
use crate::series::words::player_name;
use kakukin_series::{Player, ScoreBlock, ScoreCell};
use rust_xlsxwriter::{Worksheet, XlsxError};
use std::collections::BTreeSet;

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, chosen) = (book.lang, &book.style, &book.document.chosen);
    let all = chosen.scores.iter().flat_map(|block| &block.cells);
    let most = |pick: fn(&ScoreCell) -> u32| all.clone().map(pick).collect::<BTreeSet<_>>().len();
    let columns = most(|cell| cell.b_points) as u16;
    // A's chances, a gap, and B's.
    let right = columns + 2;
    let mut widths = vec![14.0];
    widths.extend((0..columns.max(4)).map(|_| 10.0));
    widths.resize(usize::from(right + columns + 1).max(10), 10.0);
    widths[usize::from(right)] = 14.0;
    let title = tr!(lang, "workbook.scores.title");
    let note = tr!(lang, "workbook.scores.note");
    style::heading(sheet, style, lang, [&title, &note], &widths)?;
    let mut row = introduction(book, sheet, 2)? + 1;
    for block in &chosen.scores {
        row = write_block(book, sheet, row, right, block)? + 1;
    }
    style::paper(sheet, columns > 6);
    Ok(())
}

/// Writes one block and gives the row below it.
fn write_block(
    book: &Book<'_>,
    sheet: &mut Worksheet,
    top: u32,
    right: u16,
    block: &ScoreBlock,
) -> Result<u32, XlsxError> {
    let (lang, style) = (book.lang, &book.style);
    let next = player_name(block.next_first, lang);
    let key = match block.games {
        0 => "workbook.scores.before",
        1 => "workbook.scores.after_one",
        _ => "workbook.scores.after",
    };
    let title = tr!(lang, key, games = block.games, next = next);
    let points = |pick: fn(&ScoreCell) -> u32| {
        block.cells.iter().map(pick).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    let (a_points, b_points) = (points(|cell| cell.a_points), points(|cell| cell.b_points));
    let last = right + b_points.len() as u16;
    sheet.merge_range(top, 0, top, last.max(right), &title, &style.band())?;
    let percent = style.number(PERCENT);
    for winner in Player::BOTH {
        let (left, name) = match winner {
            Player::A => (0, "eval.a_wins"),
            Player::B => (right, "eval.b_wins"),
        };
        let head = tr!(lang, name);
        sheet.write_with_format(top + 1, left, head, &style.head())?;
        for (column, points) in (left + 1..).zip(&b_points) {
            let text = tr!(
                lang,
                "workbook.scores.b_has",
                points = book.document.chosen.rule.points(*points)
            );
            sheet.write_with_format(top + 1, column, text, &style.head())?;
        }
        for (row, points) in (top + 2..).zip(&a_points) {
            let text = tr!(
                lang,
                "workbook.scores.a_has",
                points = book.document.chosen.rule.points(*points)
            );
            sheet.write_with_format(row, left, text, &style.head())?;
        }
        for cell in &block.cells {
            let at = |all: &[u32], points| all.iter().position(|x| *x == points).unwrap_or(0);
            let row = top + 2 + at(&a_points, cell.a_points) as u32;
            let column = left + 1 + at(&b_points, cell.b_points) as u16;
            let chance = match winner {
                Player::A => cell.a,
                Player::B => cell.b,
            };
            sheet.write_with_format(row, column, chance, &percent)?;
        }
        let (bottom, end) = (top + 1 + a_points.len() as u32, left + b_points.len() as u16);
        let colours = style::colours(winner, [0.0, 0.5, 1.0]);
        sheet.add_conditional_format(top + 2, left + 1, bottom, end, &colours)?;
    }
    Ok(top + 2 + a_points.len() as u32)
}
