//! `kakukin epsilon study`: how well ways of scoring find the true order of a field.

use super::input::{self, MAX_TABLE_BYTES};
use crate::{
    InputError, args::StudyArgs, failure::Failure, output::Output, plot::Plot, progress::Progress,
};
use kakukin_core::BadValue;
use kakukin_league::{DrawPoints, MAX_RUNS};
use kakukin_query::RuleFields;
use kakukin_report::{
    Entrant, MAX_STUDY_RATES, Schedule, StudyChart, StudyDocument, StudyPlan, StudyRequest,
    StudyRuns, read_field,
};
use kakukin_series::{Probability, Rule, parse_rates};

/// From no advantage of the first player to a great one.
const USUAL_P: &str = "50..90:5";
/// Standard errors of some thousandths within seconds.
const USUAL_RUNS: u64 = 20_000;

pub(crate) fn run(args: &StudyArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let chart = args.chart.as_deref().map_or(Ok(StudyChart::Spearman), str::parse)?;
    if let (Some(chart), None) = (&args.chart, &plot) {
        return Err(InputError::new("chart", chart, BadValue::Conflict, "--plot FILE").into());
    }
    let pool = input::threads(args.threads.as_deref())?;
    let with_original_value = |error: kakukin_report::InputError| {
        let too_many = error.problem == BadValue::TooMany;
        let typed: &[_] = if too_many { &[] } else { &[("p", &args.p), ("f", &args.f)] };
        input::with_original_value(error, typed)
    };
    let plan = StudyPlan::new(request(args, output)?).map_err(with_original_value)?;
    let progress = Progress::new(plan.steps(), "study.progress", output.lang);
    let document = pool.install(|| plan.run(|done| progress.at(done)));
    progress.finish();
    let document = document.map_err(with_original_value)?.ok_or(Failure::Cancelled)?;
    output.document(&document, StudyDocument::text, StudyDocument::csv)?;
    plot.map_or(Ok(()), |plot| plot.write(&document.chart(chart, output.lang)))
}

fn request(args: &StudyArgs, output: &Output) -> Result<StudyRequest, InputError> {
    let ps = parse_rates("p", args.p.as_deref().unwrap_or(USUAL_P)).map_err(|mut error| {
        if error.problem == BadValue::TooMany {
            error.allowed = format!("<= {MAX_STUDY_RATES}");
        }
        error
    })?;
    let f = Probability::parse("f", args.f.as_deref().unwrap_or("0"))?;
    let draws = args.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?;
    let runs = StudyRuns {
        runs: input::whole_or("runs", args.runs.as_deref(), USUAL_RUNS, 1..=MAX_RUNS)?,
        seed: input::whole_or("seed", args.seed.as_deref(), 1, 0..=u64::MAX)?,
        exact_only: args.exact_only,
    };
    let rules = rules(args)?;
    let Some(file) = &args.field else {
        return Err(InputError::new("field", "", BadValue::Missing, "players.csv"));
    };
    let field = read_field(&input::file("field", file, MAX_TABLE_BYTES, output.lang)?).map_err(
        |error| match error.problem.code() {
            // Of the whole table; a number after the name of a file would be that of a line.
            "out_of_range" | "too_large" => error.into(),
            _ => input::in_file(error.into(), file),
        },
    )?;
    let schedule = schedule(args.schedule.as_deref().unwrap_or("single"), &field, output)?;
    Ok(StudyRequest { field, schedule, ps, f, draws, rules, runs })
}

/// The words for a schedule, or a file of pairings.
fn schedule(text: &str, field: &[Entrant], output: &Output) -> Result<Schedule, InputError> {
    if let Some(schedule) = Schedule::parse(text)? {
        return Ok(schedule);
    }
    let allowed = "single, double, lots, rounds=N, FILE.csv";
    let unknown = !text.contains(['.', '/', '\\']) && text != "-";
    if unknown && !std::path::Path::new(text).exists() {
        return Err(InputError::new("schedule", text, BadValue::Unknown, allowed));
    }
    let pairings = input::file("schedule", text, MAX_TABLE_BYTES, output.lang)?;
    Schedule::read(&pairings, field).map_err(|error| input::in_file(error.into(), text))
}

/// The series rules that are compared, with the points that name them.
fn rules(args: &StudyArgs) -> Result<Vec<(String, Rule)>, InputError> {
    if args.series.is_empty() {
        let only =
            [("turns", &args.turns), ("series-draws", &args.series_draws), ("limit", &args.limit)];
        for (field, given) in only {
            if let Some(given) = given {
                return Err(InputError::new(field, given, BadValue::Conflict, "--series 1/2/3"));
            }
        }
    }
    let rule = |points: &str| {
        let described = RuleFields {
            points: Some(points.to_string()),
            turns: args.turns.clone(),
            draws: args.series_draws.clone(),
            limit: args.limit.clone(),
            clinch: false,
        };
        let rule = described.rule().map_err(|error| match error.field {
            "points" => error.in_field("series"),
            "draws" => error.in_field("series-draws"),
            _ => error,
        });
        Ok((points.to_string(), rule?))
    };
    input::parts(&args.series).map(rule).collect()
}
