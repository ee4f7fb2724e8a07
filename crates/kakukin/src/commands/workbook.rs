//! `kakukin workbook`: the fairest rules as a file for spreadsheet programs.

use super::input;
use crate::{
    args::WorkbookArgs,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    progress::Progress,
};
use kakukin_ask::{RuleFields, SeriesFields};
use kakukin_report::{
    MAX_WORKBOOK_SEED, MAX_WORKBOOK_SERIES, WorkbookDocument, WorkbookPlan, WorkbookRequest, tamed,
    translate, translate_with,
};
use kakukin_series::MAX_FIND_LIMIT;
use kakukin_sweep::{InputError, Problem};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Numbers of games that a club evening, a day or a title match may have.
const USUAL_LIMITS: [u32; 6] = [3, 5, 7, 9, 11, 15];
/// As many series as the author's workbook had.
const USUAL_SERIES: u64 = 2_000;
/// The author's example.
const USUAL_P: &str = "70%";
const USUAL_F: &str = "10%";
const USUAL_POINTS: &str = "1/2/3";

pub(crate) fn run(args: WorkbookArgs, output: &Output) -> Result<(), Failure> {
    if output.format != Format::Text {
        return Err(InputError::new("format", "", Problem::UnsupportedFormat, "text").into());
    }
    let path = path(args.output.as_deref())?;
    let limits = limits(&args.limit)?;
    let series = args.series.as_deref();
    let series = input::whole_or("series", series, USUAL_SERIES, 1..=MAX_WORKBOOK_SERIES)?;
    let seed = input::whole_or("seed", args.seed.as_deref(), 1, 0..=MAX_WORKBOOK_SEED)?;
    let of_rule = |e: InputError| if e.field == "limit" { e.in_field("rule-limit") } else { e };
    let (chosen, source) = described(args).series(output.lang).map_err(of_rule)?;
    let request = WorkbookRequest::of_the_author(limits, series, seed, chosen)?;
    let plan = WorkbookPlan::new(request)?;
    check_place(&path)?;

    let progress = Progress::new(plan.steps(), "workbook.progress", output.lang);
    let document = plan.run(|done| progress.at(done))?.ok_or(Failure::BrokenOff)?;
    progress.finish();
    output.note(source.as_deref());
    let bytes = document.xlsx(output.lang).map_err(|e| Failure::Write(io::Error::other(e)))?;
    write_whole(&path, &bytes)?;
    tell(&document, &path, bytes.len(), output)
}

/// The file to write; spreadsheet programs go by its ending.
fn path(text: Option<&str>) -> Result<PathBuf, InputError> {
    let text = text.unwrap_or_default();
    if text.is_empty() {
        return Err(InputError::new("output", "", Problem::Missing, "-o kakukin.xlsx"));
    }
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
        return Err(InputError::new("output", text, Problem::BadForm, "FILE.xlsx"));
    }
    Ok(path)
}

/// The largest numbers of games.
fn limits(lists: &[String]) -> Result<Vec<u32>, InputError> {
    if lists.is_empty() {
        return Ok(USUAL_LIMITS.to_vec());
    }
    let most = u64::from(MAX_FIND_LIMIT);
    let limit = |text| Ok(input::whole("limit", text, 1..=most)? as u32);
    input::parts(lists).map(limit).collect()
}

/// The rule that is shown in full, the author's example as far as nothing else is said.
fn described(args: WorkbookArgs) -> SeriesFields {
    let mut model = args.model;
    let given = [&model.p, &model.preset, &model.a_first, &model.b_first];
    if given.iter().all(|given| given.is_none()) {
        model.p = Some(USUAL_P.into());
        model.f = model.f.or(Some(USUAL_F.into()));
    }
    SeriesFields {
        model,
        rule: RuleFields {
            points: args.points.or(Some(USUAL_POINTS.into())),
            turns: args.turns,
            draws: args.draws,
            limit: args.rule_limit,
            clinch: args.clinch,
        },
    }
}

/// What was written, and what was left out.
fn tell(
    document: &WorkbookDocument,
    path: &Path,
    bytes: usize,
    output: &Output,
) -> Result<(), Failure> {
    let lang = output.lang;
    if document.chosen.courses.is_empty() {
        let scores = translate(lang, "workbook.sheet.scores");
        let values = [("leaves", document.chosen.leaves.as_str()), ("scores", &scores)];
        say(&translate_with(lang, "workbook.too_many", &values));
    }
    let without = document.cases.iter().filter(|case| case.found.is_none()).count().to_string();
    let values = [
        ("path", &*tamed(&path.to_string_lossy())),
        ("cases", &document.cases.len().to_string()),
        ("without", &without),
        ("size", &format!("{:.1}", bytes as f64 / 1e6)),
    ];
    let text = translate_with(lang, "workbook.written", &values);
    output.stream(|out| io::Write::write_all(out, format!("{text}\n").as_bytes()))
}
