//! Any bytes as a file of unknown kind: formats, encodings, gzip and zip are found out.
#![no_main]

use kakukin_records::{Collected, Reading, read, read_zip};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let _ = read("fuzz", bytes, Reading::default(), &mut Collected::default());
    let _ = read_zip("fuzz", Cursor::new(bytes), Reading::default(), &mut Collected::default());
});
