//! Workbooks, read back by a program that shares nothing with the one that writes them.

use calamine::{Data, Reader, Xlsx};
use kakukin_query::{StandingsQuery, Unwatched, Uploads};
use kakukin_report::{Lang, StandingsDocument};
use std::io::Cursor;

/// Whatever the records of a league say, its workbook can be opened, has no cell that is an error,
/// and names every player.
pub fn workbooks_read_back(bytes: &[u8]) {
    let query = StandingsQuery { p: Some("70%".into()), ..StandingsQuery::default() };
    let Ok(job) = query.job() else { panic!("the query is a good one") };
    let Ok(files) = Uploads::new([("league.csv".to_string(), bytes)]) else { return };
    let Ok((league, read)) = job.run(&files, &Unwatched) else { return };
    let document = StandingsDocument::new(&league, None, Some(&read));
    for lang in [Lang::EN, Lang::JA] {
        let xlsx = document.xlsx(lang).expect("a workbook");
        let mut book = Xlsx::new(Cursor::new(xlsx)).expect("it can be opened");
        let mut words = Vec::new();
        for name in book.sheet_names() {
            let sheet = book.worksheet_range(&name).expect("every sheet can be read");
            for (_, _, cell) in sheet.used_cells() {
                assert!(!matches!(cell, Data::Error(_)), "{cell:?}");
                if let Data::String(word) = cell {
                    words.push(word.clone());
                }
            }
        }
        for player in &document.players {
            assert!(words.contains(&player.name), "{:?} is not in {words:?}", player.name);
        }
    }
}
