//! `kakukin eval`: the figures of one rule.

use crate::{InputError, args::EvalArgs, failure::Failure, output::Output, plot::Plot};
use kakukin_core::BadValue;
use kakukin_query::Unwatched;
use kakukin_report::{Chart, EvalDocument};
use kakukin_series::RuleChart;

pub(crate) fn run(args: EvalArgs, output: &Output) -> Result<(), Failure> {
    let plot = plot(&args)?;
    let query = args.query()?;
    let output = &output.in_game(query.described.model.game()?);
    let job = query.job()?;
    if let Some((_, chart)) = &plot {
        job.check(*chart)?;
    }
    let spinner = output.spinner_for(job.cells());
    let evaluation = job.run(&Unwatched)?;
    let chart = match plot {
        Some((plot, chart)) => Some((plot, job.chart(chart, &evaluation)?)),
        None => None,
    };
    spinner.finish_and_clear();
    output.preset(job.preset.as_ref());
    let document = EvalDocument::new(&evaluation);
    output.document(&document, EvalDocument::text, EvalDocument::csv)?;
    match chart {
        Some((plot, data)) => plot.write(&Chart::of_rule(&evaluation, &data, output.lang)),
        None => Ok(()),
    }
}

fn plot(args: &EvalArgs) -> Result<Option<(Plot, RuleChart)>, Failure> {
    let chart = args.chart.as_deref().map_or(Ok(RuleChart::Bias), str::parse)?;
    match (Plot::new(args.plot.as_deref())?, &args.chart) {
        (None, Some(_)) => {
            Err(InputError::new("plot", "", BadValue::Missing, "--plot FILE").into())
        }
        (plot, _) => Ok(plot.map(|plot| (plot, chart))),
    }
}
