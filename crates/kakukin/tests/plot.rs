//! Pictures hold what they should: their words are drawn, in both languages.

use resvg::tiny_skia::Pixmap;
use std::{path::Path, process::Command};

fn kakukin(folder: &Path, arguments: &[&str]) {
    let run = Command::new(env!("CARGO_BIN_EXE_kakukin"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(!run.stdout.is_empty());
}

/// The dark pixels of the title: letters that a font does not have would leave none.
fn ink_of_title(picture: &Pixmap) -> usize {
    let rows = picture.pixels().chunks(picture.width() as usize).skip(20).take(50);
    rows.flatten().filter(|pixel| pixel.red() < 128).count()
}

#[test]
fn pictures_have_their_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = ["eval", "--p", "70%", "--f", "10%", "--points", "1/2/3"];
    let charts: [&[&str]; 6] = [
        &["--chart", "bias"],
        &["--chart", "games"],
        &["--chart", "scores"],
        &["--chart", "stronger"],
        &[],
        &["--state", "1:0@1", "--chart", "games"],
    ];
    for lang in ["en", "ja"] {
        for more in charts {
            let plot = ["--lang", lang, "--plot", "chart.png"];
            kakukin(folder.path(), &[&rule[..], more, &plot].concat());
            let file = std::fs::read(folder.path().join("chart.png")).expect("a file");
            let picture = Pixmap::decode_png(&file).expect("a picture");
            assert_eq!(picture.width(), 1440);
            let ink = ink_of_title(&picture);
            assert!((500..20_000).contains(&ink), "{lang} {more:?}: {ink}");
        }
        let find = ["find", "--p", "70%", "--limit", "5", "--lang", lang, "--plot", "found.png"];
        kakukin(folder.path(), &find);
        let hand = ["mahjong", "score", "34567m2246p34088s", "--dora", "7s", "--chart", "win"];
        kakukin(folder.path(), &[&hand[..], &["--lang", lang, "--plot", "hand.svg"]].concat());
        let svg = std::fs::read_to_string(folder.path().join("hand.svg")).expect("a file");
        assert!(svg.contains(if lang == "ja" { "和了率の推移" } else { "Turn by turn" }), "{svg}");
        let table = ["table", "--points", "1/2/3", "--lang", lang, "--plot", "table.svg"];
        kakukin(folder.path(), &table);
        let svg = std::fs::read_to_string(folder.path().join("table.svg")).expect("a file");
        assert!(svg.contains(if lang == "ja" { "先手勝率" } else { "win rate" }), "{svg}");
    }
    // Nothing is left beside the files.
    let names: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 4, "{names:?}");
}
