//! Estimates: which rates a rule should rest on, and what they are worth.

use kakukin_core::Beta;
use kakukin_records::{
    Basis, BasisReason, Confidence, Ending, Estimate, EstimateOptions, Method, NoFit, Plan,
    Problem, RatingUse, Record, Side, Survey,
};

fn options(basis: Option<Basis>) -> EstimateOptions {
    let confidence = Confidence::new(&"95%".parse().unwrap()).unwrap();
    EstimateOptions {
        confidence,
        method: Some(Method::Random),
        ratings: RatingUse::Auto,
        anchors: Vec::new(),
        min_games: None,
        basis,
    }
}

fn game(first: u64, second: u64, ending: Ending) -> Record {
    let mut record = Record { ending, ..Record::default() };
    record.first.name = format!("player {first}");
    record.second.name = format!("player {second}");
    record
}

/// Records of a league: strong players are first more often, and win more.
fn league() -> Vec<Record> {
    let mut records = Vec::new();
    let mut dice = 1u64;
    for number in 0..3000u64 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let random = |bits: u64| (dice >> 33) % bits;
        let (strong, weak) = (number % 6, number / 6 % 6);
        if strong >= weak {
            continue;
        }
        let strong_first = random(4) > 0;
        let (first, second) = if strong_first { (strong, weak) } else { (weak, strong) };
        let chance = 50 + 8 * (weak - strong) + if strong_first { 10 } else { 0 };
        let ending = match random(113) {
            x if x >= 100 => Ending::DRAW,
            x if (x < chance.min(95)) == strong_first => Ending::won(Side::First),
            _ => Ending::won(Side::Second),
        };
        records.push(game(first, second, ending));
    }
    records
}

fn survey(records: &[Record]) -> Survey {
    let mut survey = Survey::new(Plan::default());
    for record in records {
        survey.add(record);
    }
    survey
}

fn estimate(records: &[Record], basis: Option<Basis>) -> Estimate {
    Estimate::new(&survey(records), &options(basis)).unwrap()
}

/// The record that the finder is told tells as much as the adjusted figure.
#[test]
fn the_adjusted_figure_is_worth_its_record() {
    let records = league();
    let found = estimate(&records, None);
    let adjusted = found.fitted().unwrap();
    assert!(found.p.rate.unwrap() > adjusted.p.value + adjusted.p.error, "strength misleads");
    assert!(adjusted.ratings.windows(2).all(|pair| pair[0].elo >= pair[1].elo));
    let told = found.recommended.as_ref().unwrap();
    assert_eq!((told.basis, found.reason), (Basis::Adjusted, BasisReason::WellFitted));
    let (p, games) = (adjusted.p.value, told.games as f64);
    let beta = Beta::new(p * games + 1.0, (1.0 - p) * games + 1.0).unwrap();
    assert!((beta.mean() - p).abs() < 1e-3);
    assert!((beta.deviation() / adjusted.p.error - 1.0).abs() < 1e-2);
    assert!((told.p.to_f64() - p).abs() < 1e-6);
    let raw = estimate(&records, Some(Basis::Raw));
    assert_eq!(
        (raw.recommended.unwrap().games, raw.reason),
        (found.games.decided(), BasisReason::Wanted)
    );
}

#[test]
fn few_games_a_player_or_most_of_them_left_out_are_no_basis() {
    // Everybody has beaten the next one, as first and as second in turn; two meet on both sides.
    let (first, second) = (Ending::won(Side::First), Ending::won(Side::Second));
    let beaten = |k: u64| match k % 2 {
        0 => game(k, (k + 1) % 8, first),
        _ => game((k + 1) % 8, k, second),
    };
    let ring: Vec<Record> =
        (0..8).map(beaten).chain([game(1, 0, first), game(1, 0, second)]).collect();
    let few = estimate(&ring, None);
    assert!(few.fitted().is_some(), "{:?}", few.adjusted);
    assert_eq!(few.reason, BasisReason::FewGamesPerPlayer);
    assert_eq!(few.recommended.unwrap().basis, Basis::Raw);
    // Most games are of players who never met the others.
    let mut apart = league();
    let strangers = 2 * apart.len() as u64;
    apart.extend((0..strangers).map(|k| game(100 + 2 * k, 101 + 2 * k, Ending::won(Side::First))));
    let most = estimate(&apart, None);
    assert_eq!(most.reason, BasisReason::MostGamesLeftOut);
    assert_eq!(most.recommended.unwrap().basis, Basis::Raw);
}

#[test]
fn nothing_decided_is_no_rate() {
    let drawn: Vec<Record> =
        league().into_iter().filter(|record| record.ending == Ending::DRAW).collect();
    let found = estimate(&drawn, None);
    assert_eq!((found.recommended, found.adjusted), (None, Some(Err(NoFit::AllDrawn))));
    assert_eq!((found.p.wilson, found.reason), ([0.0, 1.0], BasisReason::NotAdjusted));
    let refused = Estimate::new(&survey(&drawn), &options(Some(Basis::Adjusted))).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("basis", Problem::NotAdjusted));
}
