//! `kakukin find`: the best of all rules.

use super::input;
use crate::{args::FindArgs, failure::Failure, output::Output, plot::Plot, threads};
use kakukin_query::{MAX_ESTIMATE, RatesSource};
use kakukin_report::{
    Chart, FindDocument, Lang, RecommendedDocument, preset_note, sanitize, translate,
};

pub(crate) fn run(args: FindArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let estimate = args
        .from
        .as_deref()
        .map(|file| input::file("from", file, MAX_ESTIMATE, output.lang).map(|json| (file, json)));
    let estimate = estimate.transpose()?;
    let estimate = estimate.as_ref().map(|(file, json)| (*file, json.as_slice()));
    let job = args.query()?.job(estimate)?;
    let output = &output.in_game(job.game);
    let pool = threads::pool(None)?;
    let answer = output.watched(|progress| pool.install(|| job.run(progress)))?;
    output.note(job.source.as_ref().map(|source| note(source, output.lang)).as_deref());
    let document = FindDocument::new(&answer);
    output.document(&document, FindDocument::text, FindDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::frontier(&document, output.lang))?;
    }
    if answer.finished() { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Where the rates come from.
fn note(source: &RatesSource, lang: Lang) -> String {
    match source {
        RatesSource::Preset(preset) => preset_note(preset, lang),
        RatesSource::Estimate { file, rates, complete } => {
            let note =
                format!("{}: {}", sanitize(file), RecommendedDocument::from(&**rates).text(lang));
            match complete {
                true => note,
                false => format!("{note}\n{}", translate(lang, "records.incomplete")),
            }
        }
    }
}
