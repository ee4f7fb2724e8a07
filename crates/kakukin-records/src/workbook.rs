//! Workbooks (xlsx): a sheet as the text that a table in CSV would have.

use crate::{Quota, Skip, Why};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use kakukin_core::checkpoint;
use std::io::{ErrorKind, Read, Seek};
use zip::ZipArchive;

/// The most bytes of a workbook when it is unpacked, and of the text that its sheets give: some
/// hundred thousand games.
pub const MAX_WORKBOOK: u64 = 32 << 20;
/// The most texts that its cells share.
const MAX_STRINGS: usize = 1_000_000;
/// The most columns of a sheet.
const MAX_COLUMNS: u32 = 256;
/// What makes an archive a workbook.
const HEART: &str = "xl/workbook.xml";
/// How much is unpacked between two looks at the bounds.
const BLOCK: u64 = 1 << 16;

/// Whether an archive is a workbook.
pub(crate) fn is_workbook<R: Read + Seek>(archive: &ZipArchive<R>) -> bool {
    archive.index_for_name(HEART).is_some()
}

/// The first sheet that looks as wanted, else the first one with something in it. Its rows are
/// lines with the same numbers; hidden sheets are nobody's table.
pub(crate) fn sheet<R: Read + Seek>(
    mut archive: ZipArchive<R>,
    quota: Option<&Quota>,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<String, Skip> {
    measure(&mut archive, quota)?;
    let mut source = archive.into_inner();
    source.rewind().map_err(unreadable)?;
    let mut book = Xlsx::new(source).map_err(unreadable)?;
    let shown = book.sheets_metadata().iter().filter(|sheet| {
        sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible
    });
    let names: Vec<String> = shown.map(|sheet| sheet.name.clone()).collect();
    let (mut first, mut left) = (None, MAX_WORKBOOK as usize);
    for name in &names {
        let text = cells(&mut book, name, left)?;
        if wanted(&text) {
            return Ok(text);
        }
        left = left.saturating_sub(text.len());
        first = first.or(Some(text).filter(|text| !text.trim().is_empty()));
    }
    first.ok_or_else(|| Skip::file(Why::Empty, ""))
}

/// Unpacks everything once and keeps nothing, to know that it can be kept: what an archive says of
/// its sizes need not be true.
fn measure<R: Read + Seek>(archive: &mut ZipArchive<R>, quota: Option<&Quota>) -> Result<(), Skip> {
    let (mut left, mut strings, mut block) = (MAX_WORKBOOK, 0, Vec::new());
    for index in 0..archive.len() {
        let mut member = archive.by_index(index).map_err(unreadable)?;
        loop {
            checkpoint();
            block.clear();
            member.by_ref().take(BLOCK).read_to_end(&mut block).map_err(unreadable)?;
            if block.is_empty() {
                break;
            }
            let count = block.len() as u64;
            strings += memchr::memmem::find_iter(&block, b"<si").count();
            let within = quota.is_none_or(|quota| quota.take(count));
            left = left.checked_sub(count).filter(|_| within).ok_or_else(too_large)?;
            if strings > MAX_STRINGS {
                return Err(too_large());
            }
        }
    }
    Ok(())
}

/// The cells of a sheet as CSV of at most so many bytes.
fn cells<R: Read + Seek>(book: &mut Xlsx<R>, name: &str, most: usize) -> Result<String, Skip> {
    let mut reader = book.worksheet_cells_reader(name).map_err(unreadable)?;
    let mut text = String::new();
    // Where the next cell can be.
    let (mut line, mut free) = (0, 0);
    while let Some(cell) = reader.next_cell().map_err(unreadable)? {
        checkpoint();
        let (row, column) = cell.get_position();
        let value = as_text(cell.get_value());
        if value.is_empty() {
            continue;
        }
        if row < line || (row == line && column < free) {
            return Err(Skip::file(Why::Unreadable, "xlsx"));
        }
        if column >= MAX_COLUMNS || text.len() + value.len() > most {
            return Err(too_large());
        }
        text.extend((line..row).map(|_| '\n'));
        let before = if row > line || free == 0 { column } else { column - free + 1 };
        text.extend((0..before).map(|_| ','));
        text.push('"');
        text.push_str(&value.replace('"', "\"\"").replace(['\n', '\r'], " "));
        text.push('"');
        (line, free) = (row, column + 1);
    }
    text.push('\n');
    Ok(text)
}

/// A cell as it would stand in CSV: dates as 2024-03-27, whatever the sheet makes of them.
fn as_text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Empty => String::new(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => text.to_string(),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(date) if date.is_duration() => date.as_f64().to_string(),
        DataRef::DateTime(date) => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::Error(error) => error.to_string(),
    }
}

fn too_large() -> Skip {
    Skip::file(Why::TooLarge, format!("{} MB", MAX_WORKBOOK >> 20))
}

/// What the programs beneath could not make sense of.
fn unreadable(error: impl Into<XlsxError>) -> Skip {
    match error.into() {
        XlsxError::Io(error) if error.kind() == ErrorKind::FileTooLarge => too_large(),
        XlsxError::Password => Skip::file(Why::Packed, ""),
        error => Skip::file(Why::Unreadable, format!("xlsx: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Collected, Date, Ending, Reading, Record, Side, read, table};
    use proptest::prelude::*;
    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet};
    use std::io::{Cursor, Write};
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn found(bytes: &[u8]) -> Collected {
        let mut found = Collected::default();
        read("league.xlsx", bytes, &Reading::default(), &mut found).unwrap();
        found
    }

    /// A league as an office keeps it: a cover, a title, dates as dates, numbers as numbers.
    fn league() -> Vec<u8> {
        let mut book = Workbook::new();
        book.add_worksheet().write(0, 0, "春季リーグ").unwrap();
        let old = book.add_worksheet().set_hidden(true);
        fill(old, &[["先手", "後手", "結果", "対局日"], ["古", "旧", "勝", ""]]);
        let sheet = book.add_worksheet().set_name("結果").unwrap();
        fill(
            sheet,
            &[
                ["2026年 春季リーグ", "", "", ""],
                ["", "", "", ""],
                ["先手", "後手", "結果", "先手レート"],
                ["佐藤, 一郎", "鈴木 \"S\"", "勝", ""],
                ["鈴木 \"S\"", "高橋", "敗", ""],
                ["高橋", "佐藤, 一郎", "", ""],
            ],
        );
        sheet.write(2, 5, "対局日").unwrap();
        let day = ExcelDateTime::from_ymd(2026, 3, 27).unwrap();
        let format = Format::new().set_num_format("yyyy/mm/dd");
        sheet.write_with_format(3, 5, &day, &format).unwrap();
        sheet.write(3, 3, 1850.5).unwrap();
        sheet.write(4, 3, 1700).unwrap();
        // A draw as a number; and 1-0 as Excel keeps it.
        sheet.write(5, 2, 0.5).unwrap();
        fill_row(sheet, 7, ["高橋", "鈴木 \"S\""]);
        let first = ExcelDateTime::from_ymd(2000, 1, 1).unwrap();
        let format = Format::new().set_num_format("mmm-yy");
        sheet.write_with_format(7, 2, &first, &format).unwrap();
        book.save_to_buffer().unwrap()
    }

    fn fill<const N: usize>(sheet: &mut Worksheet, rows: &[[&str; N]]) {
        for (row, fields) in (0..).zip(rows) {
            fill_row(sheet, row, *fields);
        }
    }

    fn fill_row<const N: usize>(sheet: &mut Worksheet, row: u32, fields: [&str; N]) {
        for (column, field) in (0..).zip(fields) {
            if !field.is_empty() {
                sheet.write(row, column, field).unwrap();
            }
        }
    }

    fn zipped(members: &[(String, Vec<u8>)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn members(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let count = archive.len();
        let member = |index| {
            let mut member = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            member.read_to_end(&mut content).unwrap();
            (member.name().unwrap().to_string(), content)
        };
        (0..count).map(member).collect()
    }

    /// The same workbook with another sheet of results.
    fn with_sheet(cells: &str) -> Vec<u8> {
        let mut members = members(&league());
        for (name, content) in &mut members {
            if name.ends_with("sheet3.xml") {
                *content = format!("<worksheet><sheetData>{cells}</sheetData></worksheet>").into();
            }
        }
        zipped(&members)
    }

    #[test]
    fn a_league_is_read_from_the_sheet_that_has_it() {
        let league = league();
        let packed = zipped(&[("spring/league.xlsx".into(), league.clone())]);
        for bytes in [league, packed] {
            let Collected { games, skipped } = found(&bytes);
            assert_eq!(skipped, []);
            let ending = |game: &Record| (game.line, game.ending);
            let wanted = [
                (4, Ending::won(Side::First)),
                (5, Ending::won(Side::Second)),
                (6, Ending::DRAW),
                (8, Ending::won(Side::First)),
            ];
            assert_eq!(games.iter().map(ending).collect::<Vec<_>>(), wanted);
            assert_eq!(games[0].first.name, "佐藤, 一郎");
            assert_eq!(games[0].second.name, "鈴木 \"S\"");
            assert_eq!(games[0].date, Date::new(2026, 3, 27));
            assert_eq!(games[0].first.rating, Some(1850.5));
            assert_eq!(games[1].first.rating, Some(1700.0));
        }
    }

    #[test]
    fn what_has_no_games_says_why() {
        let why = |bytes: &[u8]| found(bytes).skipped.remove(0).why;
        let mut book = Workbook::new();
        fill(book.add_worksheet(), &[["氏名", "所属", "段位"], ["佐藤", "東京", "三段"]]);
        assert_eq!(why(&book.save_to_buffer().unwrap()), Why::BadHeader);
        let mut book = Workbook::new();
        book.add_worksheet();
        assert_eq!(why(&book.save_to_buffer().unwrap()), Why::Empty);
        let broken: Vec<_> = members(&league()).into_iter().take(2).collect();
        let heart = [broken, vec![(HEART.to_string(), b"<workbook".to_vec())]].concat();
        assert_eq!(why(&zipped(&heart)), Why::Unreadable);
        assert_eq!(why(b"\xd0\xcf\x11\xe0 an old workbook"), Why::Packed);
        // An archive in an archive is still none.
        let inner = zipped(&[("a.csv".into(), b"first,second,result\na,b,1-0\n".to_vec())]);
        assert_eq!(why(&zipped(&[("a.zip".into(), inner)])), Why::Nested);
    }

    #[test]
    fn what_unfolds_without_end_is_refused() {
        let cell = |place: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>x</t></is></c>");
        let row = |number: u32, cells: &str| format!("<row r=\"{number}\">{cells}</row>");
        // Far apart, but few.
        let far = with_sheet(&row(1_048_576, &cell("A1048576")));
        assert_eq!(found(&far).games, []);
        let wide = with_sheet(&row(1, &cell("XFD1")));
        assert_eq!(found(&wide).skipped[0].why, Why::TooLarge);
        let long = with_sheet(&row(1, &cell("A1")).repeat(1_200_000));
        assert!(long.len() < 1 << 20, "{}", long.len());
        assert_eq!(found(&long).skipped[0].why, Why::TooLarge);
        // One long text in every cell.
        let mut all = members(&league());
        for (name, content) in &mut all {
            if name.ends_with("sharedStrings.xml") {
                let text = "x".repeat(1 << 20);
                *content = format!("<sst><si><t>{text}</t></si></sst>").into();
            } else if name.ends_with("sheet3.xml") {
                let cells: String = (1..=100)
                    .map(|k| row(k, &format!("<c r=\"A{k}\" t=\"s\"><v>0</v></c>")))
                    .collect();
                *content = format!("<worksheet><sheetData>{cells}</sheetData></worksheet>").into();
            }
        }
        assert_eq!(found(&zipped(&all)).skipped[0].why, Why::TooLarge);
        // The same cell again, and one before the last.
        for places in [["A1", "A1"], ["B1", "A1"]] {
            let cells = places.map(cell).concat();
            assert_eq!(found(&with_sheet(&row(1, &cells))).skipped[0].why, Why::Unreadable);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Every damage to what is inside is answered.
        #[test]
        fn damaged_workbooks_are_answered(
            which: prop::sample::Index,
            cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, "[\"<>/=a-z0-9 ]{0,6}"), 1..6),
        ) {
            let mut all = members(&league());
            let at = which.index(all.len());
            let content = &mut all[at].1;
            for (place, count, with) in cuts {
                if !content.is_empty() {
                    let from = place.index(content.len());
                    let to = (from + count).min(content.len());
                    content.splice(from..to, with.bytes());
                }
            }
            let bytes = zipped(&all);
            found(&bytes);
            let _ = table::text(&bytes, &|_| true);
        }

        /// What stands in a sheet stands in its text.
        #[test]
        fn sheets_are_their_cells(rows in prop::collection::vec(prop::array::uniform3("[a-c,;\" \n漢]{0,4}"), 1..6)) {
            let mut book = Workbook::new();
            let sheet = book.add_worksheet();
            for (row, fields) in (0..).zip(&rows) {
                fill_row(sheet, row, fields.each_ref().map(String::as_str));
            }
            let text = table::text(&book.save_to_buffer().unwrap(), &|_| true).unwrap_or_default();
            let mut reader = csv::ReaderBuilder::new();
            let reader = reader.has_headers(false).flexible(true);
            let read: Vec<Vec<String>> = reader.from_reader(text.as_bytes()).records()
                .map(|row| row.unwrap().iter().map(str::to_string).collect()).collect();
            let wanted = rows.iter().map(|row| {
                let mut row: Vec<String> = row.iter().map(|field| field.replace('\n', " ")).collect();
                while row.last().is_some_and(String::is_empty) {
                    row.pop();
                }
                row
            });
            let wanted: Vec<Vec<String>> = wanted.filter(|row| !row.is_empty()).collect();
            prop_assert_eq!(read, wanted);
        }
    }
}
