//! Any bytes are answered by games and skips, whatever they are.
#![no_main]

use kakukin_records::{Collected, Format, Reading, read, scan};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut as_it_is = Collected::default();
    let _ = scan(Format::Pgn, bytes, &mut as_it_is);
    for record in &as_it_is.games {
        assert!(record.first.name.chars().count() <= kakukin_records::MAX_TEXT);
    }
    let how = Reading { format: Some(Format::Pgn), encoding: None };
    let _ = read("fuzz", bytes, how, &mut Collected::default());
});
