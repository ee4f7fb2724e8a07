//! Damaged logs by the ten thousand: an error or a shorter game, never a panic and never a wrong
//! replay; in bounded time.

use kakukin_logs::{Replay, Round, read_log, write_mjai};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

const LOGS: [&str; 3] = [
    include_str!("logs/small.mjai.jsonl"),
    include_str!("logs/small.mjlog"),
    include_str!("logs/small.json"),
];
/// Bytes that mean something in one of the formats.
const WORDS: &[&[u8]] = &[
    b"0", b"9", b"-1", b"99", b"\"", b",", b"]", b"[", b"}", b"{", b"<", b"/>", b"p", b"a",
    b"null", b"\xff", b"1e9",
];

/// Whatever is read is played over; what was played over can be written and read again with the
/// same result.
fn look(log: &[u8]) {
    let mut rounds: Vec<Round> = Vec::new();
    read_log(log, &mut |round| {
        rounds.push(round);
        ControlFlow::Continue(())
    });
    let mut replay = Replay::default();
    for round in rounds {
        let replayed = replay.round(&round);
        for decision in &replayed.decisions {
            let tiles = decision.hand.len() as usize + 3 * decision.melds.len();
            assert_eq!(tiles, 14);
            assert!(decision.hand.tiles().count(decision.discard.tile()) > 0);
        }
        if replayed.fault.is_none() {
            let mut written = String::new();
            write_mjai(&round, &mut written);
            let mut again = Replay::default();
            read_log(written.as_bytes(), &mut |round| {
                let own: Vec<_> = again.round(&round).decisions;
                let same = own.iter().zip(&replayed.decisions);
                assert!(same.clone().all(|(a, b)| (a.event, &a.hand) == (b.event, &b.hand)));
                ControlFlow::Continue(())
            });
        }
    }
}

#[test]
fn damaged_logs_are_refused_or_shorter() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = |most: usize| rng.random_range(0..most);
    for k in 0..30_000 {
        let mut log = LOGS[k % 3].as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(log.len());
            match below(5) {
                0 => log[at] = below(256) as u8,
                1 => {
                    let word = WORDS[below(WORDS.len())];
                    log.splice(at..at, word.iter().copied());
                }
                2 => {
                    let end = (at + below(40)).min(log.len());
                    log.drain(at..end);
                }
                3 => log[at] = b'0' + below(10) as u8,
                _ => log.truncate(at.max(1)),
            }
            if log.is_empty() {
                log.push(b' ');
            }
        }
        look(&log);
    }
}
