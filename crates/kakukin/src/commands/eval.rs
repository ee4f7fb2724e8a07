//! `kakukin eval`: the figures of one rule.

use crate::{InputError, args::EvalArgs, failure::Failure, output::Output, plot::Plot};
use kakukin_core::BadValue;
use kakukin_query::EvalChart;
use kakukin_report::EvalDocument;

pub(crate) fn run(args: EvalArgs, output: &Output) -> Result<(), Failure> {
    let plot = plot(&args)?;
    let asked = args.query.job(output.lang)?;
    if let Some((_, chart)) = &plot {
        asked.check(*chart)?;
    }
    let spinner = output.spinner_for(asked.series.work());
    let document = asked.answer()?;
    let chart = match &plot {
        Some((_, chart)) => Some(chart.chart(&asked.series, &document, output.lang)?),
        None => None,
    };
    spinner.finish_and_clear();
    output.note(asked.note.as_deref());
    output.document(&document, EvalDocument::text, EvalDocument::csv)?;
    match (plot, chart) {
        (Some((plot, _)), Some(chart)) => plot.write(&chart),
        _ => Ok(()),
    }
}

fn plot(args: &EvalArgs) -> Result<Option<(Plot, EvalChart)>, Failure> {
    let chart = args.chart.as_deref().map_or(Ok(EvalChart::Bias), str::parse)?;
    match (Plot::new(args.plot.as_deref())?, &args.chart) {
        (None, Some(_)) => {
            Err(InputError::new("plot", "", BadValue::Missing, "--plot FILE").into())
        }
        (plot, _) => Ok(plot.map(|plot| (plot, chart))),
    }
}
