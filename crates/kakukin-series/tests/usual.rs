//! The rules of a grid are those that are proposed for each of its cases alone.

use kakukin_series::{
    Belief, BestGrid, Finder, Probability, Question, RankBy, Request, Row, Turns, parse_rates,
};
use std::ops::ControlFlow;

fn go_on(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What is proposed for one pair of rates: turns that alternate, then A always first.
fn proposed(p: &Probability, f: &Probability, limit: u32) -> [Option<(String, f64)>; 2] {
    let question = Question {
        request: Request::usual(limit, f, None).unwrap(),
        belief: Belief::about(p.clone()).unwrap(),
        f: f.clone(),
        by: RankBy::Worst,
        top: 1,
    };
    let answer = Finder::new(question).unwrap().answer(go_on).unwrap();
    let best = answer.ranked.into_iter().next();
    [best, answer.alternative].map(|ranked| {
        let ranked = ranked?;
        Some((format!("{:?}", ranked.series.rule()), ranked.spread?.worst))
    })
}

#[test]
fn a_grid_has_what_is_proposed() {
    // Neighbours, a lonely rate, and bands that are cut off at the ends.
    let ps = parse_rates("p", "2%,50%,69%,70%,71%,84%,97%,100%").unwrap();
    let fs = parse_rates("f", "0,10%,35%,70%").unwrap();
    let orders = [Turns::Alternating, Turns::Fixed];
    for limit in [1, 4, 7, 9] {
        let grid = BestGrid::usual(limit, &orders, ps.clone(), fs.clone()).unwrap();
        let found = grid.run(go_on).unwrap();
        assert!(found.complete);
        for f in &fs {
            for p in &ps {
                for (turns, proposed) in orders.iter().zip(proposed(p, f, limit)) {
                    let same = |row: &&Row| {
                        row.series.rule().turns() == turns && row.p == *p && row.f == *f
                    };
                    let row = found.rows.iter().find(same);
                    let rule = row.map(|row| format!("{:?}", row.series.rule()));
                    let case = format!("{turns} p {p} f {f} limit {limit}");
                    assert_eq!(rule, proposed.clone().map(|(rule, _)| rule), "{case}");
                    if let (Some(row), Some((_, worst))) = (row, proposed) {
                        assert!((row.worst.unwrap() - worst).abs() < 1e-11, "{case}");
                        let nearby = row.series.worst_nearby().unwrap().unwrap();
                        assert!((nearby.worst - worst).abs() < 1e-11, "{case}");
                    }
                }
            }
        }
    }
}
