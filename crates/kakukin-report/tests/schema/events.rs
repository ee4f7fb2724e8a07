//! Documents about whole events.

use crate::{check, described::Descriptions};
use kakukin_league::{
    Bracket, EncounterOdds, EncounterRule, Ending, Entrant, Event, EventCandidate, EventChoice,
    EventOutcome, EventPlan, FoundEvents, Leads, Probability, SeededGame, Seeding, Stage, Timing,
    next_rounds,
};
use kakukin_report::{
    EventBracketDocument, EventFindDocument, EventPairDocument, EventStudyDocument, Lang,
};
use std::ops::ControlFlow;

fn players() -> Vec<Entrant> {
    let ratings = [1700.0, 1600.0, 1500.0, 1450.5, 1400.0];
    (1..).zip(ratings).map(|(k, elo)| Entrant { name: format!("player {k}"), elo }).collect()
}

fn brackets(all: &mut Descriptions) {
    let played = [SeededGame { players: [3, 4], points: [1, 2] }];
    for (format, third, games) in [("knockout", true, &played[..]), ("double", false, &[])] {
        let stage = Stage { format: format.parse().unwrap(), passes: 0, third };
        let bracket = Bracket::new(stage.format, 5, third, games).unwrap();
        let document = EventBracketDocument::new(&players(), stage, &bracket);
        check(all, "EventBracketDocument", &document);
        let titled = document.for_page(Some("Open"), Some("May"), None);
        check(all, "EventBracketDocument", &titled);
    }
}

pub(crate) fn events(all: &mut Descriptions) {
    let timing = Timing { minutes: 40.0, pause: 10.0 };
    for (stages, errors) in
        [("league > 1 > challenge", false), ("swiss:3", true), ("groups:2 > 1 > knockout", false)]
    {
        let players = players();
        let ratings: Vec<f64> = players.iter().map(|player| player.elo).collect();
        let rating_errors = errors.then(|| vec![30.0; ratings.len()]);
        let leads = match &rating_errors {
            None => Leads::fixed(&ratings),
            Some(errors) => Leads::drawn(&ratings, errors, 600),
        };
        let ending = |(winner, probability)| Ending { winner, games: 1, probability };
        let game = |chances: [f64; 3]| (0u8..).zip(chances).map(ending).collect::<Vec<_>>();
        let odds = EncounterOdds::new(&game([0.7, 0.1, 0.2]), &game([0.5, 0.1, 0.4]));
        let odds = vec![odds; leads.leads().len()];
        let rule = EncounterRule::new(odds, [[2, 0], [1, 1], [0, 2]]);
        let stages: kakukin_league::Stages = stages.parse().unwrap();
        let plan = EventPlan {
            rules: vec![[0, 0]; stages.stages().len()],
            stages: stages.clone(),
            seeding: Seeding::Rating,
            holder: None,
            boards: 2,
        };
        let event = Event::new(ratings, plan, leads, vec![rule]).unwrap();
        let go_on = |_| ControlFlow::Continue(());
        let figures = event.figures(100, 1, true, go_on).unwrap().unwrap();
        let rule = || ["single".to_string(), "single".to_string()];
        let outcome = EventOutcome {
            players,
            rating_errors,
            rules: stages.stages().iter().map(|_| rule()).collect(),
            stages,
            seeding: Seeding::Rating,
            holder: event.holder(),
            p: "7/10".parse().unwrap(),
            f: "1/10".parse().unwrap(),
            timing: errors.then_some(timing),
            start: errors.then_some(570),
            boards: errors.then_some(2),
            seed: u64::MAX,
            figures,
        };
        let document = EventStudyDocument::new(&outcome);
        check(all, "Chart", &document.chart(Lang::EN));
        check(all, "EventStudyDocument", &document);
        let titled = document.for_page(Some("Open"), errors.then_some("May"), &[]);
        check(all, "EventStudyDocument", &titled);
    }
    brackets(all);
    let game = |players| SeededGame { players, points: [1, 1] };
    let played = [game([0, 2]), game([1, 3])];
    for (format, games) in [("league", &[][..]), ("swiss:3", &played), ("knockout", &[])] {
        let format = format.parse().unwrap();
        let rounds = next_rounds(format, 5, games, &[]).unwrap();
        let document = EventPairDocument::new(&players(), format, games, &rounds);
        check(all, "EventPairDocument", &document);
        let titled = document.for_page(Some("Open"), Some("May"), None);
        check(all, "EventPairDocument", &titled);
    }
    let candidate = |hours: f64, best_error| EventCandidate {
        stages: "knockout".parse().unwrap(),
        rule: "single".into(),
        best_wins: hours / 10.0,
        best_error,
        side_luck: 0.1,
        games: 15.0,
        hours,
        runs: 100,
    };
    let luck: Probability = "1/10".parse().unwrap();
    for (boards, max_luck) in [(None, None), (Some(8), Some(luck))] {
        let mut found = vec![candidate(2.0, None), candidate(3.0, Some(0.01))];
        found.extend(boards.map(|_| candidate(8.5, None)));
        let found = FoundEvents {
            choice: EventChoice::new(found, 8.0, 1.0).unwrap(),
            stages: vec!["knockout".parse().unwrap()],
            rules: vec!["single".into()],
            looked_at: 1,
            players: 16,
            hours: 8.0,
            boards,
            timing,
            max_luck,
            runs: 100,
            seed: 1,
        };
        check(all, "EventFindDocument", &EventFindDocument::new(&found));
    }
}
