//! Files that came with a request, whole and in memory.

use super::source::{Content, Source, SourceFile};
use crate::InputError;
use kakukin_core::BadValue;
use kakukin_records::{MAX_TEXT, is_zip, members};
use std::io::Cursor;

/// The most files of a request.
pub const MAX_UPLOADS: usize = 1000;
/// The most files in all its archives.
pub const MAX_MEMBERS: u64 = 100_000;
/// The most bytes that they may be when they are unpacked.
pub const MAX_UNPACKED: u64 = 512 << 20;
/// The most entries of the list of what was left out: an answer is kept in memory.
pub const MOST_LISTED: usize = 10_000;
/// The most games that are remembered so that the same one counts once: some 20 MB.
const MOST_REMEMBERED: usize = 1_000_000;
/// How many of them a refusal names.
const NAMED: usize = 3;

/// Files of a request: not too many, and none that unfolds without end.
#[derive(Debug, Clone)]
pub struct Uploads<B> {
    files: Vec<(String, B)>,
    most_unpacked: u64,
}

impl<B: AsRef<[u8]>> Uploads<B> {
    /// Refuses none, too many, and archives of too many.
    pub fn new(files: impl IntoIterator<Item = (String, B)>) -> Result<Self, InputError> {
        let name = |name: String| name.chars().take(MAX_TEXT).collect::<String>();
        let files: Vec<(String, B)> =
            files.into_iter().map(|(said, bytes)| (name(said), bytes)).collect();
        if files.is_empty() {
            return Err(InputError::new("files", "", BadValue::Missing, "games.csv, games.zip"));
        }
        if files.len() > MAX_UPLOADS {
            let allowed = format!("1..{MAX_UPLOADS}");
            return Err(InputError::new("files", files.len(), BadValue::TooMany, allowed));
        }
        let archives = files.iter().map(|(_, bytes)| bytes.as_ref()).filter(|file| is_zip(file));
        let members = archives.map(members).fold(0, u64::saturating_add);
        if members > MAX_MEMBERS {
            let allowed = format!("1..{MAX_MEMBERS}");
            return Err(InputError::new("files", members, BadValue::TooMany, allowed));
        }
        Ok(Self { files, most_unpacked: MAX_UNPACKED })
    }

    /// The same with another bound for what they may be when they are unpacked.
    pub fn unpacking(self, most: u64) -> Self {
        Self { most_unpacked: most, ..self }
    }
}

impl<B: AsRef<[u8]>> Source for Uploads<B> {
    fn named(&self) -> String {
        let names: Vec<&str> = self.files.iter().map(|(name, _)| name.as_str()).collect();
        match names.get(NAMED) {
            None => names.join(", "),
            Some(_) => format!("{}, ..", names[..NAMED].join(", ")),
        }
    }

    fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.as_ref().len() as u64).sum()
    }

    fn files(&self) -> Box<dyn Iterator<Item = SourceFile<'_>> + '_> {
        Box::new(self.files.iter().map(|(name, bytes)| {
            let bytes = bytes.as_ref();
            let content = match is_zip(bytes) {
                true => Content::Archive(Box::new(Cursor::new(bytes))),
                false => Content::Stream(Box::new(bytes)),
            };
            SourceFile { name: name.into(), bytes: bytes.len() as u64, content }
        }))
    }

    fn most_unpacked(&self) -> Option<u64> {
        Some(self.most_unpacked)
    }

    fn most_listed(&self) -> usize {
        MOST_LISTED
    }

    fn most_remembered(&self) -> usize {
        MOST_REMEMBERED
    }

    fn listed_by(&self) -> &'static str {
        "/api/v1/records"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::{EstimateQuery, RecordFields, Unwatched};
    use flate2::{Compression, write::GzEncoder};
    use kakukin_records::{Estimate, ReadSummary};
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    const MB: usize = 1 << 20;
    const TABLE: &str = "first,second,result\nAnn,Ben,1-0\nBen,Ann,0-1\nAnn,Cid,1/2-1/2\n";

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn estimate(
        files: &[(&str, &[u8])],
        most: usize,
    ) -> Result<(Estimate, ReadSummary), InputError> {
        let files = files.iter().map(|(name, bytes)| (name.to_string(), *bytes));
        let uploads = Uploads::new(files)?.unpacking(most as u64);
        EstimateQuery::default().job()?.run(&uploads, &Unwatched)
    }

    /// A game, and then a long comment that says nothing.
    fn long_game(bytes: usize) -> Vec<u8> {
        let mut game = b"[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n{".to_vec();
        while game.len() < bytes {
            game.extend_from_slice(b"and so on, and so on, and so on, and so on, and so on\n");
        }
        game.extend_from_slice(b"} 1-0\n");
        game
    }

    #[test]
    fn games_are_the_same_however_they_are_packed() {
        let (table, packed) = (TABLE.as_bytes(), gz(TABLE.as_bytes()));
        let archive = zipped(&[("a/games.csv", table), ("games.csv.gz", &packed)]);
        let (plain, plain_read) =
            estimate(&[("games.csv", table), ("pasted.csv", table)], MB).unwrap();
        for files in [
            &[("x.gz", &packed[..]), ("y.csv", table)][..],
            &[("games.zip", &archive)],
            // What a file is, its content says.
            &[("games.csv", &archive)],
        ] {
            let (found, read) = estimate(files, MB).unwrap();
            assert_eq!((found.games, read.games), (plain.games, plain_read.games));
            assert_eq!(read.files, 2);
        }
        assert_eq!((plain.games.first, plain.games.draws, plain.games.second), (2, 2, 2));
    }

    #[test]
    fn a_workbook_is_read_like_csv() {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (row, line) in (0..).zip(TABLE.lines()) {
            for (column, field) in (0..).zip(line.split(',')) {
                sheet.write(row, column, field).unwrap();
            }
        }
        let book = book.save_to_buffer().unwrap();
        let (plain, _) = estimate(&[("games.csv", TABLE.as_bytes())], MB).unwrap();
        let packed = zipped(&[("a/games.xlsx", &book)]);
        for files in [&[("games.xlsx", &book[..])], &[("games.zip", &packed)]] {
            let (found, read) = estimate(files, MB).unwrap();
            assert_eq!((found.games, read.games, read.omitted.total), (plain.games, 3, 0));
        }
        // It unpacks within the same bounds as everything else.
        let error = estimate(&[("games.xlsx", &book)], 1000).unwrap_err();
        assert_eq!(error.problem, Problem::UnpacksTooLarge);
    }

    #[test]
    fn what_unfolds_without_end_is_refused() {
        let long = long_game(4 * MB);
        // Gzip members without content: nothing comes out of them, and it takes as long.
        let hollow = gz(b"").repeat(4 * MB / 20);
        let bombs = [
            ("long.pgn.gz", gz(&long)),
            ("long.zip", zipped(&[("long.pgn", &long)])),
            ("many.zip", zipped(&[("a.pgn", &long[..MB / 2]), ("b.pgn", &long[..3 * MB / 4])])),
            ("hollow.zip", zipped(&[("hollow.gz", &hollow)])),
            ("deep.zip", zipped(&[("long.pgn.gz", &gz(&long))])),
        ];
        for (name, bomb) in &bombs {
            assert!(bomb.len() < MB / 2, "{name}: {}", bomb.len());
            let error = estimate(&[("games.csv", TABLE.as_bytes()), (name, bomb)], MB).unwrap_err();
            assert_eq!((error.field, error.problem), ("files", Problem::UnpacksTooLarge), "{name}");
            assert_eq!(error.allowed, "<= 1 MB");
            // With room enough they are files like others.
            assert!(estimate(&[("games.csv", TABLE.as_bytes()), (name, bomb)], 16 * MB).is_ok());
        }
    }

    /// A member as it lies in an archive, stored as it is, and its entry in the directory.
    fn member(name: &str, content: &[u8], at: usize) -> [Vec<u8>; 2] {
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let size = (content.len() as u32).to_le_bytes();
        let about = [
            // Version, flags, method, time, date; then the sum and both sizes.
            &[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..],
            &sum.sum().to_le_bytes(),
            &size,
            &size,
            &(name.len() as u16).to_le_bytes(),
            &[0; 2],
        ]
        .concat();
        let local = [b"PK\x03\x04", &about[..], name.as_bytes(), content].concat();
        let offset = (at as u32).to_le_bytes();
        let entry = [b"PK\x01\x02\x14\0", &about[..], &[0; 10], &offset, name.as_bytes()].concat();
        [local, entry]
    }

    fn archive(members: &[u8], directory: &[Vec<u8>]) -> Vec<u8> {
        let count = (directory.len() as u16).to_le_bytes();
        let directory = directory.concat();
        let [size, at] = [directory.len(), members.len()].map(|n| (n as u32).to_le_bytes());
        let end = [b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &at, &[0; 2]].concat();
        [members, &directory, &end].concat()
    }

    /// The way in which a few megabytes can hold hundreds of gigabytes.
    #[test]
    fn members_that_share_bytes_are_left_out() {
        let table = TABLE.as_bytes();
        let [first, its] = member("a.csv", table, 0);
        let [second, other] = member("b.csv", table, first.len());
        let honest = archive(&[first.clone(), second].concat(), &[its.clone(), other]);
        let games = |bytes: &[u8]| {
            let files = [("games.csv", table), ("games.zip", bytes)];
            let (found, read) = estimate(&files, MB).unwrap();
            let why = read.omitted.list.iter().map(|omitted| omitted.why.name());
            (found.games.first, why.collect::<Vec<_>>())
        };
        assert_eq!(games(&honest), (3, vec![]));
        // The same bytes under three names.
        let [_, again] = member("b.csv", table, 0);
        let [_, and_again] = member("c.csv", table, 0);
        let same = archive(&first, &[its, again, and_again]);
        assert_eq!(games(&same), (1, vec!["overlapping"]));
        // A member inside another, of which it is a part.
        let at = member("a.csv", b"", 0)[0].len();
        let [inner, inside] = member("b.csv", table, at);
        let [outer, around] = member("a.csv", &inner, 0);
        assert_eq!(games(&archive(&outer, &[around, inside])), (1, vec!["overlapping"]));
    }

    #[test]
    fn too_many_are_refused_before_anything_is_read() {
        let refused = |files: Vec<(String, Vec<u8>)>| {
            let error = Uploads::new(files).unwrap_err();
            (error.field, error.value, error.problem)
        };
        assert_eq!(refused(vec![]), ("files", String::new(), BadValue::Missing.into()));
        let many = (0..=MAX_UPLOADS).map(|k| (k.to_string(), Vec::new())).collect();
        assert_eq!(refused(many), ("files", "1001".into(), BadValue::TooMany.into()));
        // An archive that says it has more members than it has bytes.
        let mut lie = zipped(&[("games.csv", TABLE.as_bytes())]);
        lie.extend_from_slice(b"PK\x06\x06");
        lie.extend_from_slice(&[0; 28]);
        lie.extend_from_slice(&u64::MAX.to_le_bytes());
        lie.extend_from_slice(b"PK\x06\x07");
        let lie = vec![("lie.zip".to_string(), lie)];
        assert_eq!(refused(lie), ("files", u64::MAX.to_string(), BadValue::TooMany.into()));
        let entries = [&b"PK\x03\x04"[..], &b"PK\x01\x02".repeat(100_001)].concat();
        let entries = vec![("entries.zip".to_string(), entries)];
        assert_eq!(refused(entries), ("files", "100001".into(), BadValue::TooMany.into()));
    }

    #[test]
    fn what_was_left_out_is_counted_but_not_listed_without_end() {
        let rows = "Ann,Ben,?\n".repeat(MOST_LISTED + 5);
        let (_, read) = estimate(&[("a.csv", format!("{TABLE}{rows}").as_bytes())], MB).unwrap();
        let omitted = &read.omitted;
        assert_eq!((omitted.total, omitted.list.len()), (MOST_LISTED as u64 + 5, MOST_LISTED));
    }

    #[test]
    fn long_names_are_cut() {
        let name = "長".repeat(10_000);
        let error = estimate(&[(&name, b"")], MB).unwrap_err();
        assert_eq!((error.value.chars().count(), error.problem), (MAX_TEXT, Problem::NoGamesEmpty));
    }

    #[test]
    fn where_nothing_counts_it_is_said_why() {
        let refused = |text: &str| {
            let error = estimate(&[("a.csv", text.as_bytes())], MB).unwrap_err();
            assert!(error.problem.is_no_games());
            (error.problem, error.value)
        };
        let head = "先手,後手,結果";
        for (text, problem, value) in [
            (String::new(), Problem::NoGamesEmpty, "a.csv"),
            (
                "名前,相手,勝敗\n佐藤,鈴木,勝\n".into(),
                Problem::NoGamesColumns,
                "a.csv:1: 名前, 相手, 勝敗",
            ),
            ("先手,後手\n佐藤,鈴木\n".into(), Problem::NoGamesColumns, "a.csv:1: 先手, 後手"),
            (format!("{head}\nx,y,勝った\n"), Problem::NoGamesResults, "a.csv:2: 勝った"),
            (
                format!("{head}\n{}", "x,y,？！\n".repeat(9)),
                Problem::NoGamesResults,
                "a.csv:2: ？！; a.csv:3: ？！; a.csv:4: ？！; ..",
            ),
            (format!("{head}\nx,y,中断\n"), Problem::NoGamesPlayed, "a.csv:2: x - y"),
        ] {
            assert_eq!(refused(&text), (problem, value.to_string()));
        }
        let error = estimate(&[("a.txt", b"hello")], MB).unwrap_err();
        assert_eq!(error.problem, Problem::NoGamesFormat);
        let files = [("a.csv".to_string(), TABLE.as_bytes())];
        let nobody = RecordFields { player: Some("Zoe".into()), ..RecordFields::default() };
        let query = EstimateQuery { records: nobody, ..EstimateQuery::default() };
        let error =
            query.job().unwrap().run(&Uploads::new(files).unwrap(), &Unwatched).unwrap_err();
        assert_eq!((error.problem, error.value), (Problem::NoGamesWanted, "a.csv".into()));
    }
}
