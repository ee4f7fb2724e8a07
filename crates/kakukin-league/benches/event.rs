//! `cargo bench -p kakukin-league`: what figures of events cost, exact ones by players, simulated
//! ones by format.

use divan::{Bencher, black_box, counter::ItemsCount};
use kakukin_league::{
    EncounterOdds, EncounterRule, Ending, Event, EventPlan, Leads, Seeding, Stages,
};
use std::ops::ControlFlow;

fn main() {
    divan::main();
}

/// Single games that the first player wins 70 % of among equals.
fn event(players: usize, stages: &str) -> Event {
    let ratings: Vec<f64> = (0..players).map(|k| 2000.0 - 25.0 * k as f64).collect();
    let stages: Stages = stages.parse().unwrap();
    let leads = Leads::fixed(&ratings);
    let game = |lead: f64| {
        let win = 1.0 / (1.0 + 10f64.powf(-(lead + 147.19) / 400.0));
        [(0u8, win), (2, 1.0 - win)].map(|(winner, probability)| Ending {
            winner,
            games: 1,
            probability,
        })
    };
    let odds = leads.leads().iter().map(|lead| EncounterOdds::new(&game(*lead), &game(-*lead)));
    let rule = EncounterRule::new(odds.collect(), [[2, 0], [1, 1], [0, 2]]);
    let rules = vec![[0, 0]; stages.stages().len()];
    let plan = EventPlan { stages, rules, seeding: Seeding::Rating, holder: None, boards: 0 };
    Event::new(ratings, plan, leads, vec![rule]).unwrap()
}

/// Every chance and every side luck; games are simulated in one event.
#[divan::bench(args = [16, 64, 256, 1024], max_time = 10)]
fn exact_knockout(bencher: Bencher, players: usize) {
    let event = event(players, "knockout");
    bencher.bench_local(|| {
        black_box(&event).figures(1, 1, true, |_| ControlFlow::Continue(())).unwrap()
    });
}

#[divan::bench(args = [
    (16, "swiss:7"), (32, "swiss:7"), (64, "swiss:7"), (64, "swiss:14"), (16, "league"),
    (16, "double"), (16, "groups:4 > 2 > knockout"),
], max_time = 10)]
fn thousand_events(bencher: Bencher, (players, stages): (usize, &str)) {
    let event = event(players, stages);
    bencher.counter(ItemsCount::new(1000usize)).bench_local(|| {
        black_box(&event).figures(1000, 1, false, |_| ControlFlow::Continue(())).unwrap()
    });
}
