//! Logs of mahjong games.

use kakukin_logs::{Replay, count_round, read_log, write_mjai};
use kakukin_mahjong::{Players, Table};
use std::ops::ControlFlow;

/// Any bytes are a log or are refused. Every hand of a decision has as many tiles as a hand has,
/// and holds what is discarded; a round that can have happened is the same when it is written as
/// mjai and read back.
pub fn logs_replay_or_refuse(bytes: &[u8]) {
    let mut rounds = Vec::new();
    read_log(bytes, &mut |round| {
        rounds.push(round);
        ControlFlow::Continue(())
    });
    let (mut replay, mut counting) = (Replay::default(), Replay::default());
    let mut table = Table::new(Players::Four);
    for round in rounds {
        let _ = count_round(&mut table, &mut counting, &round);
        let replayed = replay.round(&round);
        for decision in &replayed.decisions {
            assert_eq!(decision.hand.len() as usize + 3 * decision.melds.len(), 14);
            assert!(decision.hand.tiles().count(decision.discard.tile()) > 0);
        }
        if replayed.fault.is_some() {
            continue;
        }
        let mut written = String::new();
        write_mjai(&round, &mut written);
        let mut again = Vec::new();
        let (_, fault) = read_log(written.as_bytes(), &mut |round| {
            again.extend(Replay::default().round(&round).decisions);
            ControlFlow::Continue(())
        });
        assert!(fault.is_none(), "{fault:?}");
        let events = |all: &[kakukin_logs::Decision]| -> Vec<_> {
            all.iter().map(|own| (own.event, own.hand, own.discard)).collect()
        };
        assert_eq!(events(&again), events(&replayed.decisions));
    }
}
