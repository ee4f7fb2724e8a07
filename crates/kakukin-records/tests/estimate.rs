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

/// With strengths that are each by themselves.
fn fixed(records: &[Record]) -> Estimate {
    let options = EstimateOptions { method: Some(Method::Fixed), ..options(None) };
    Estimate::new(&survey(records), &options).unwrap()
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
    let few = fixed(&ring);
    assert!(few.fitted().is_some(), "{:?}", few.adjusted);
    assert_eq!(few.reason, BasisReason::FewGamesPerPlayer);
    assert_eq!(few.recommended.unwrap().basis, Basis::Raw);
    // Strengths that are distributed need no number of games.
    let all = estimate(&ring, None);
    assert_eq!(all.reason, BasisReason::WellFitted);
    assert_eq!(all.fitted().unwrap().games, ring.len() as u64);
    // Most games are of players who never met the others.
    let mut apart = league();
    let strangers = 2 * apart.len() as u64;
    apart.extend((0..strangers).map(|k| game(100 + 2 * k, 101 + 2 * k, Ending::won(Side::First))));
    let most = fixed(&apart);
    assert_eq!(most.reason, BasisReason::MostGamesLeftOut);
    assert_eq!(most.recommended.unwrap().basis, Basis::Raw);
}

/// Rated players: their ratings are where strengths start, and what ratings miss is found.
fn rated(truth: f64) -> Vec<Record> {
    let mut records = Vec::new();
    let mut dice = 7u64;
    for number in 0..3000u64 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (one, other) = (number % 30, (number / 30 + number) % 30);
        if one == other {
            continue;
        }
        let rating = |player: u64| 1500.0 + 20.0 * player as f64;
        let lead = truth * (rating(one) - rating(other)) + 50.0;
        let chance = 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
        let won = ((dice >> 40) as f64 / (1u64 << 24) as f64) < chance;
        let side = if won { Side::First } else { Side::Second };
        let mut record = game(one, other, Ending::won(side));
        (record.first.rating, record.second.rating) = (Some(rating(one)), Some(rating(other)));
        records.push(record);
    }
    records
}

#[test]
fn ratings_are_where_strengths_start() {
    let records = rated(0.7);
    let found = estimate(&records, None);
    let fitted = found.fitted().unwrap();
    let slope = fitted.rating_slope.unwrap();
    assert!((slope.value - 0.7).abs() < 3.0 * slope.error && slope.error < 0.1, "{slope:?}");
    assert!(fitted.spread.unwrap().value < 60.0, "{:?}", fitted.spread);
    let mean = fitted.ratings.iter().map(|rating| rating.elo).sum::<f64>() / 30.0;
    assert!((mean - 1790.0).abs() < 1e-6, "{mean}");
    // 50 points of lead for moving first.
    assert!((fitted.first_move.value - 50.0).abs() < 3.0 * fitted.first_move.error);
    let ignored = EstimateOptions { ratings: RatingUse::Ignored, ..options(None) };
    let free = Estimate::new(&survey(&records), &ignored).unwrap();
    assert_eq!(free.fitted().unwrap().rating_slope, None);
    assert!(free.fitted().unwrap().spread.unwrap().value > 90.0);
    let given = EstimateOptions { ratings: RatingUse::Given, ..options(None) };
    let refused = Estimate::new(&survey(&league()), &given).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("ratings", Problem::NoRatings));
}

#[test]
fn anchors_are_where_they_were_put() {
    let records = rated(1.0);
    let anchors = vec![("player 3".to_string(), 2000.0), ("player 13".to_string(), 2200.0)];
    let wanted = EstimateOptions { ratings: RatingUse::Ignored, anchors, ..options(None) };
    let found = Estimate::new(&survey(&records), &wanted).unwrap();
    let fitted = found.fitted().unwrap();
    let of = |name: &str| fitted.ratings.iter().find(|rating| rating.name == name).unwrap();
    assert_eq!((of("player 3").elo, of("player 3").error), (2000.0, 0.0));
    assert_eq!((of("player 13").elo, of("player 13").error), (2200.0, 0.0));
    // 100 points above the stronger anchor.
    let other = of("player 18");
    assert!((other.elo - 2300.0).abs() < 3.0 * other.error && other.error < 60.0, "{other:?}");
    let nobody = EstimateOptions { anchors: vec![("Nobody".into(), 1.0)], ..options(None) };
    let refused = Estimate::new(&survey(&records), &nobody).unwrap_err();
    assert_eq!((refused.field, refused.problem), ("anchor", Problem::UnknownPlayer));
}

/// Games of one against himself tell of the first move like any others.
#[test]
fn games_against_oneself_count() {
    let (first, second) = (Ending::won(Side::First), Ending::won(Side::Second));
    let records: Vec<Record> =
        (0..100).map(|k| game(1, 1, if k % 10 < 6 { first } else { second })).collect();
    let found = estimate(&records, None);
    let fitted = found.fitted().unwrap();
    assert_eq!((fitted.games, fitted.ratings.len()), (100, 0));
    assert!((fitted.p.value - 0.6).abs() < 0.01 && (fitted.p.error - 0.049).abs() < 0.003);
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
