//! Rules, sweeps and records of live series.

use crate::Numbers;
use kakukin_series::{
    Draws, LiveRecord, Model, Names, Note, Probability, Rational, ReportedResult, Rule, Series,
    Stamp, Turns, unscaled,
};

/// A rate, points, a turn order and a draw policy, one on each line: each is refused, or read back
/// as it is printed, and so is the rule that they make.
pub fn rules_print_and_read_back(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    if let Ok(rate) = line().parse::<Probability>() {
        assert_eq!(rate.to_string().parse(), Ok(rate));
    }
    let points = line();
    let Ok(turns) = line().parse::<Turns>() else { return };
    assert_eq!(turns.to_string().parse(), Ok(turns.clone()));
    let Ok(draws) = line().parse::<Draws<Rational>>() else { return };
    let Ok(rule) = Rule::parse(points, turns.clone(), draws) else { return };
    let scale = rule.points().scale;
    let draws = rule.draws().clone().map(|points| unscaled(points, scale)).to_string();
    let draws = draws.parse().expect("a draw policy as it is printed");
    assert_eq!(Rule::parse(&rule.points().to_string(), turns, draws), Ok(rule));
}

const TURNS: [&str; 7] =
    ["fixed", "alternating", "abba", "thue-morse", "loser-first", "winner-first", "pattern=AAB"];
const DRAWS: [&str; 6] = ["pass", "keep", "replay", "swap", "second", "points=1/1"];

/// A small series: points, target, turns, draws, rates and limit are the first bytes.
fn small(numbers: &mut Numbers) -> Option<Series> {
    let points = [numbers.below(5), numbers.below(5)].map(|points| points + 1);
    let target = points[0].max(points[1]) + numbers.below(6);
    let turns = TURNS[numbers.below(7) as usize].parse().ok()?;
    let draws = DRAWS[numbers.below(6) as usize].parse().ok()?;
    let points = format!("{}/{}/{target}", points[0], points[1]);
    let rule = Rule::parse(&points, turns, draws).ok()?;
    let [p, f] = [numbers.below(11), numbers.below(10)]
        .map(|tenths| Probability::from_ratio(tenths.into(), 10));
    let rule = match numbers.below(16) {
        0 => rule,
        limit => rule.with_limit(limit).ok()?,
    };
    let series = Series::new(Model::new(p.ok()?, f.ok()?).ok()?, rule).ok()?;
    (series.work() < 20_000).then_some(series)
}

/// Sweeping a series forward gives the same fractions as sweeping it backward, and floats come as
/// near as they say.
pub fn forward_equals_backward(bytes: &[u8]) {
    let Some(series) = small(&mut Numbers::new(bytes)) else { return };
    let (Ok(forward), Ok(backward)) = (series.exact_figures(), series.exact_values(0)) else {
        return;
    };
    let [start] = &backward[..] else { panic!("one state at the start: {backward:?}") };
    let outcome = &forward.outcome;
    assert_eq!([&outcome.a(), &outcome.b(), &outcome.none], [&start.a, &start.b, &start.none]);
    assert_eq!(forward.expected_games(), start.games_left);
    let bound = series.error_bound();
    let (exact, float) = (forward.rounded().outcome, series.figures().outcome);
    for (exact, float) in [(exact.a(), float.a()), (exact.b(), float.b()), (exact.none, float.none)]
    {
        // Half a bit more: the exact figure is rounded to be compared.
        assert!((exact - float).abs() <= bound * exact + f64::EPSILON, "{exact} {float}");
    }
}

/// A record of any bytes is refused or says again what was read; one that was kept properly is
/// read back, and not if a byte of it was changed to mean something else.
pub fn live_records_replay_or_refuse(bytes: &[u8]) {
    if let Ok(record) = LiveRecord::read(bytes) {
        let again = LiveRecord::read(record.text().as_bytes()).expect("what was written");
        assert_eq!(again.text(), record.text());
        assert_eq!(again.seal(), record.seal());
    }
    let mut numbers = Numbers::new(bytes);
    let Some(series) = small(&mut numbers) else { return };
    let at = || Stamp::try_from("2026-11-15T09:30:00Z".to_string()).expect("a moment");
    let names = Names { a: Some("Ann".into()), b: None };
    let Ok(mut record) = LiveRecord::new(&series, names, None, at()) else { return };
    for _ in 0..numbers.below(12) {
        let note = Note { at: at(), by: None, comment: None };
        let _ = match numbers.below(6) {
            5 => record.undo(&note),
            told => {
                let told = ["first", "second", "draw", "a", "b"][told as usize];
                record.add(&[told.parse::<ReportedResult>().expect("a result")], &note)
            }
        };
    }
    let text = record.text();
    let read = LiveRecord::read(text.as_bytes()).expect("what was written");
    assert_eq!(read.text(), text);
    let mut changed = text.clone().into_bytes();
    let place = (numbers.below(256) << 8 | numbers.below(256)) as usize % changed.len();
    changed[place] ^= (numbers.below(255) + 1) as u8;
    if let Ok(read) = LiveRecord::read(&changed) {
        assert_eq!(read.text(), text, "a change at byte {place} was not seen");
    }
}
