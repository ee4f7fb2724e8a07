//! Documents about matches.

use crate::{check, described::Descriptions, series::confidence};
use kakukin_records::{
    Apart, By, Contest, ContestPlan, ContestTally, Counted, Counting, EloModel, GameResult,
    PairEvidence, PairsBy, Player, ReadSummary, Record, SprtPlan,
};
use kakukin_report::{Chart, Lang, MatchDocument};

/// A match of so many games, with these half points of the one in turn.
fn contest(points: &[u8], count: usize, plan: ContestPlan, sprt: Option<SprtPlan>) -> Contest {
    // A forfeit between the games of a pair would part them.
    let forfeits = plan.pairs != PairsBy::Evidence(PairEvidence::Consecutive);
    let mut tally = ContestTally::new(plan);
    for (number, points) in points.iter().cycle().take(count).enumerate() {
        let is_first = number % 2 == 0;
        let (first, second) = if is_first { ("new", "old") } else { ("old", "new") };
        let player = |name: &str| Player { name: name.into(), rating: Some(2000.0) };
        let record = Record {
            first: player(first),
            second: player(second),
            round: (number / 2).to_string(),
            opening: if number % 3 == 0 { String::new() } else { "B90".into() },
            event: "Cup".into(),
            date: kakukin_records::Date::new(2024, 1, 1),
            ..Record::default()
        };
        let result = match (points, is_first) {
            (1, _) => GameResult::Draw,
            (2, true) | (0, false) => GameResult::First,
            _ => GameResult::Second,
        };
        if *points < 3 {
            tally.add("", &record, Counted::As(result)).unwrap();
        }
        if forfeits {
            tally.add("", &record, Counted::Apart(Apart::Forfeit)).unwrap();
        }
    }
    Contest::new(&tally, confidence(), sprt)
}

pub(crate) fn matches(all: &mut Descriptions) {
    let sprt =
        |elo0, elo1, elo_model| Some(SprtPlan { elo0, elo1, alpha: 0.05, beta: 0.05, elo_model });
    let [logistic, normalized] = [EloModel::Logistic, EloModel::Normalized];
    let by = |pairs| ContestPlan {
        pairs,
        by: By::ALL.to_vec(),
        band: 200,
        course: true,
        ..ContestPlan::default()
    };
    let evidence = PairEvidence::ALL.map(|kind| by(PairsBy::Evidence(kind)));
    let [round, opening, consecutive] = evidence;
    let mixed = [2, 1, 0, 2, 1, 1, 2, 0];
    for (points, count, plan, sprt) in [
        (&mixed[..], 40, by(PairsBy::None), sprt(0.0, 20.0, logistic)),
        (&mixed[..], 40, by(PairsBy::None), sprt(0.0, 20.0, normalized)),
        (&[2, 2, 1][..], 400, by(PairsBy::None), sprt(0.0, 50.0, logistic)),
        (&[0, 0, 1][..], 400, by(PairsBy::None), sprt(0.0, 50.0, logistic)),
        (&mixed[..], 40, by(PairsBy::None), None),
        // Always won, always drawn.
        (&[2][..], 3, by(PairsBy::None), sprt(0.0, 5.0, logistic)),
        (&[1][..], 4, by(PairsBy::None), None),
        // The order of the results was not kept.
        (&mixed[..], 40, ContestPlan { course: false, ..round.clone() }, sprt(0.0, 5.0, logistic)),
        (&mixed[..], 40, round.clone(), None),
        // Nothing but forfeits; pairs that are all alike.
        (&[3][..], 4, by(PairsBy::None), None),
        (&[2, 1][..], 8, round.clone(), None),
        (&[1][..], 8, round, None),
        (&mixed[..], 40, opening, None),
        (&mixed[..], 40, consecutive, None),
    ] {
        let contest = contest(points, count, plan, sprt);
        let (counting, read) = (Counting::default(), ReadSummary::default());
        let document = MatchDocument::new(&contest, counting, 3, &read);
        check(all, "MatchDocument", &document);
        if let Some(chart) = Chart::course(&document, Lang::EN) {
            check(all, "Chart", &chart);
        }
    }
}
