//! What must hold for any bytes whatsoever: one function for each such property, named after it.
//! None of them returns anything: they panic where the property does not hold.
//!
//! `cargo test -p kakukin-fuzz` tries the corpus of each and mutations of it on a stable compiler;
//! `cargo xtask fuzz` looks further with libFuzzer.

mod logs;
mod queries;
mod records;
mod series;
mod tiles;
mod workbooks;

pub use logs::logs_replay_or_refuse;
pub use queries::queries_are_answered_or_refused;
pub use records::{archives_stay_within_bounds, records_are_read_alike_in_any_pieces};
pub use series::{
    forward_equals_backward, live_records_replay_or_refuse, rules_print_and_read_back,
};
pub use tiles::{hands_print_and_read_back, tiles_are_read_alike_in_every_notation};
pub use workbooks::workbooks_read_back;

/// The program of a target: with libFuzzer it is driven by it, else it tries the files that are
/// named on its command line.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::$name(bytes));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            std::env::args_os().skip(1).try_for_each(|file| {
                $crate::$name(&std::fs::read(file)?);
                Ok(())
            })
        }
    };
}

/// Takes numbers from bytes; zero where there are none left.
struct Numbers<'b>(std::slice::Iter<'b, u8>);

impl<'b> Numbers<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self(bytes.iter())
    }

    fn below(&mut self, end: u32) -> u32 {
        u32::from(self.0.next().copied().unwrap_or(0)) % end
    }
}
