//! `kakukin workbook`: the fairest rules as a file for spreadsheet programs.

use crate::{
    InputError, Problem,
    args::WorkbookArgs,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    threads,
};
use kakukin_core::BadValue;
use kakukin_report::{WorkbookDocument, sanitize, translate, translate_with};
use std::{
    io,
    path::{Path, PathBuf},
};

pub(crate) fn run(args: WorkbookArgs, output: &Output) -> Result<(), Failure> {
    if output.format != Format::Text {
        return Err(InputError::new("format", "", Problem::UnsupportedFormat, "text").into());
    }
    let path = path(args.output.as_deref())?;
    let pool = threads::pool(None)?;
    // The rule that is shown in full may have to be found first.
    let job = pool.install(|| args.query.job())?;
    check_place(&path)?;
    threads::check(threads::FOR_A_WORKBOOK)?;
    let book = output.watched(|progress| pool.install(|| job.run(progress)))?;
    let book = book.ok_or(Failure::Cancelled)?;
    output.preset(job.preset.as_ref());
    let document = WorkbookDocument::new(&book);
    let bytes = document.xlsx(output.lang).map_err(|e| Failure::Write(io::Error::other(e)))?;
    write_whole(&path, &bytes)?;
    tell(&document, &path, bytes.len(), output)
}

/// The file to write; spreadsheet programs go by its ending.
fn path(text: Option<&str>) -> Result<PathBuf, InputError> {
    let text = text.unwrap_or_default();
    if text.is_empty() {
        return Err(InputError::new("output", "", BadValue::Missing, "-o kakukin.xlsx"));
    }
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
        return Err(InputError::new("output", text, BadValue::BadForm, "FILE.xlsx"));
    }
    Ok(path)
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
        ("path", &*sanitize(&path.to_string_lossy())),
        ("cases", &document.cases.len().to_string()),
        ("without", &without),
        ("size", &format!("{:.1}", bytes as f64 / 1e6)),
    ];
    let text = translate_with(lang, "workbook.written", &values);
    output.stream(|out| io::Write::write_all(out, format!("{text}\n").as_bytes()))
}
