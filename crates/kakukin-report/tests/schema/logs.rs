//! Documents about logs of mahjong games.

use crate::{check, described::Descriptions, series::go_on};
use kakukin_logs::{Decision, Fault, LogFormat, Replay, Round, count_round, read_log};
use kakukin_mahjong::{
    Advice, Keep, PlayState, Players, Question, ScoreQuestion, ScoreSolver, Situation, Table, Terms,
};
use kakukin_report::{
    GameFormat, Lang, LogFaultDocument, LogList, LogsReadDocument, LossDocument, PlayTableDocument,
    PlayerReviewDocument, ReviewList, Told,
};
use serde_json::Value;
use std::{fs, ops::ControlFlow, path::Path};

/// The small game of the readers' tests, and what is wrong with half of it.
fn game() -> (Vec<Round>, Fault) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kakukin-logs/tests/logs");
    let log = fs::read(folder.join("small.mjlog")).unwrap();
    let mut rounds = Vec::new();
    read_log(&log, &mut |round| {
        rounds.push(round);
        ControlFlow::Continue(())
    });
    let (_, fault) = read_log(&log[..log.len() / 2], &mut |_| ControlFlow::Continue(()));
    (rounds, fault.unwrap())
}

/// The advice about some hand.
fn advice(decision: &Decision) -> Advice {
    let hand = kakukin_mahjong::Hand::new(decision.hand, decision.melds.clone()).unwrap();
    let table = Situation::new(hand, Players::Four).unwrap();
    let question = Question::from_now(table, 3).unwrap();
    let question = ScoreQuestion::new(question, Terms::default()).unwrap();
    let mut solver = ScoreSolver::default();
    let mut solved = solver.solve_once(&question, Keep::Policy, &mut go_on).unwrap();
    solved.advice(&mut go_on).unwrap().clone()
}

pub(crate) fn logs(all: &mut Descriptions) {
    let (mut rounds, fault) = game();
    // A round that cannot go on as it says, and a win that is worth less than is said.
    let mut wrong = rounds[0].clone();
    wrong.events.truncate(4);
    wrong.events.push(wrong.events[3].clone());
    rounds.push(wrong);
    let fault = LogFaultDocument::new("a.mjlog", &fault);
    let read = LogsReadDocument {
        files: 1,
        rounds: rounds.len() as u64,
        unfinished: 1,
        faults: 1,
        faulty: vec![fault],
        left_out: 1,
        skipped: vec!["b.txt".into()],
        complete: true,
    };
    let (mut listed, mut reviewed) = (Vec::new(), Vec::new());
    let mut list = LogList::new(&mut listed, GameFormat::Json, Lang::EN);
    let mut review = ReviewList::new(&mut reviewed, GameFormat::Json, Lang::EN, false, true);
    let mut table = Table::new(Players::Four);
    let mut replay = Replay::default();
    for (number, round) in rounds.iter().enumerate() {
        let mut replayed = replay.round(round);
        let _ = count_round(&mut table, &mut Replay::default(), round);
        for win in &mut replayed.wins {
            win.said.fu = Some(20);
            win.differences.push(kakukin_logs::Difference::Fu);
        }
        let _ = list.add("a.mjlog", LogFormat::TenhouXml, number, round, &replayed);
        let advices: Vec<Advice> = replayed.decisions.iter().map(advice).collect();
        let decisions: Vec<_> = replayed
            .decisions
            .iter()
            .zip(&advices)
            .enumerate()
            .map(|(k, (decision, advice))| {
                let (loss, win_loss) = (Some(1.5), Some(0.25));
                let told = Told { advice, shanten: Some(1), chosen: Some(0), loss, win_loss };
                (decision, (k > 0).then_some(told))
            })
            .collect();
        review.add("a.mjlog", round, &decisions);
    }
    list.end(&read).unwrap();
    let loss = LossDocument::new(10, 4, 100.0, 5000.0, 0.5);
    let player = PlayerReviewDocument {
        name: "Ann".into(),
        all: loss,
        by_shanten: vec![loss],
        marked: 1,
        unreviewed: 1,
    };
    review.end(&[player], &read).unwrap();
    let value = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
    check(all, "MahjongLogDocument", &value(&listed));
    check(all, "ReviewDocument", &value(&reviewed));
    table.discarded(PlayState::Open, 0.1, true);
    let document = PlayTableDocument::new(&table, read);
    check(all, "PlayTableDocument", &document);
    // What is read of it again is the counts.
    let json = serde_json::to_string(&document).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&json).unwrap(), table);
}
