//! Records and skips as lines of text, to be compared with what is expected.

use kakukin_records::{Collected, Format, Player, Reading, Record, Skip, read};
use std::path::Path;

/// All games and then all skips of a sample file, read as it lies there.
pub(crate) fn found(sample: &str) -> Vec<String> {
    let name = Path::new(sample).file_name().unwrap().to_str().unwrap();
    found_as(sample, name, None)
}

/// The same under another name, or as a given format.
pub(crate) fn found_as(sample: &str, name: &str, format: Option<Format>) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(sample);
    let bytes = std::fs::read(path).unwrap();
    let mut collected = Collected::default();
    read(name, &bytes[..], Reading { format, encoding: None }, &mut collected).unwrap();
    let games = collected.games.iter().map(game);
    games.chain(collected.skipped.iter().map(skip)).collect()
}

/// `1: A 2105 – B ?: Played(First) Unsaid; 2024-03-27; event; round; opening`.
pub(crate) fn game(record: &Record) -> String {
    let side = |player: &Player| match player.rating {
        Some(rating) => format!("{} {rating}", player.name),
        None => format!("{} ?", player.name),
    };
    format!(
        "{}: {} – {}: {:?} {:?}{}; {}; {}; {}; {}",
        record.line,
        side(&record.first),
        side(&record.second),
        record.ending,
        record.reason,
        if record.handicap { " handicap" } else { "" },
        record.date.map(|date| date.to_string()).unwrap_or_default(),
        record.event,
        record.round,
        record.opening,
    )
}

/// `1: bye (A)`.
pub(crate) fn skip(skip: &Skip) -> String {
    format!("{}: {} ({})", skip.line, skip.why.name(), skip.detail)
}
