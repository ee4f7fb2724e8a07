//! Each property over its corpus, and over mutations of it: the same ones every time, so that
//! what fails once fails again. `ROUNDS=1000000 cargo test -p kakukin-fuzz NAME` tries more.

use std::{fs, panic, path::Path};

/// The longest input.
const LONGEST: usize = 4096;

/// Numbers that look random (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides.max(1) as u64) as usize
    }

    /// One input changed in one to four places, with parts of the others.
    fn mutated(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut input = corpus[self.roll(corpus.len())].clone();
        for _ in 0..=self.roll(4) {
            let at = self.roll(input.len() + 1);
            let end = at + self.roll((input.len() - at).min(16) + 1);
            match self.roll(6) {
                0 => drop(input.drain(at..end)),
                1 => input.insert(at, self.roll(256) as u8),
                2 => {
                    let copy = input[at..end].to_vec();
                    input.splice(at..at, copy);
                }
                3 => {
                    let other = &corpus[self.roll(corpus.len())];
                    let from = self.roll(other.len() + 1);
                    let to = from + self.roll(other.len() - from + 1);
                    input.splice(at..end, other[from..to].iter().copied());
                }
                4 if at < input.len() => input[at] ^= 1 << self.roll(8),
                _ if at < input.len() => input[at] = b"0123456789/=:,-. \n%\xff"[self.roll(20)],
                _ => {}
            }
            input.truncate(LONGEST);
        }
        input
    }
}

fn holds(name: &str, rounds: u64, property: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a file")).collect();
    assert!(!corpus.is_empty(), "{} is empty", folder.display());
    let attempt = |input: &[u8], what: &str| {
        if panic::catch_unwind(|| property(input)).is_err() {
            panic!("{name} does not hold for {what}: b\"{}\"", input.escape_ascii());
        }
    };
    for (file, input) in files.iter().zip(&corpus) {
        attempt(input, &file.display().to_string());
    }
    let more = std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    let mut dice = Dice(1);
    for round in 1..=more.unwrap_or(rounds) {
        attempt(&dice.mutated(&corpus), &format!("mutation {round}"));
    }
}

macro_rules! properties {
    ($($name:ident $rounds:literal)*) => {
        $(#[test]
        fn $name() {
            holds(stringify!($name), $rounds, kakukin_fuzz::$name);
        })*
    };
}

// As many mutations as take a second or two.
properties! {
    archives_stay_within_bounds 2_000
    forward_equals_backward 2_000
    hands_print_and_read_back 100_000
    live_records_replay_or_refuse 2_000
    logs_replay_or_refuse 10_000
    queries_are_answered_or_refused 5_000
    records_are_read_alike_in_any_pieces 5_000
    rules_print_and_read_back 100_000
    tiles_are_read_alike_in_every_notation 100_000
    workbooks_read_back 500
}
