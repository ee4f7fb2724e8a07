//! `kakukin table`: rules over win rates and draw rates.

use super::input;
use crate::{
    InputError, args::TableArgs, failure::Failure, output::Output, plot::Plot, progress::Progress,
};
use kakukin_core::BadValue;
use kakukin_report::{Chart, TableDocument, TableForm, TableRow};
use kakukin_series::{BestGrid, Choice, PickTable, Rule, Turns, parse_rates};

/// The most rows of one table.
const MOST_ROWS: usize = 100_000;
/// The most cells that all its sweeps may visit.
const MOST_WORK: u64 = 20_000_000_000;

/// The author's grid, 1,380 cases with both turn systems.
const BEST_P: &str = "50..95";
const BEST_F: &str = "0..70:5";

pub(crate) fn run(args: TableArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    if args.best {
        return best(args, plot.as_ref(), output);
    }
    let search = &args.search;
    let only_best = [
        ("free-limit", search.free_limit.then(String::new)),
        ("any-points", search.any_points.then(String::new)),
        ("max-points", search.max_points.clone()),
        ("max-none", search.max_none.clone()),
        ("max-games", search.max_games.clone()),
        ("max-bias", search.max_bias.clone()),
    ];
    for (field, given) in only_best {
        if let Some(given) = given {
            return Err(InputError::new(field, given, BadValue::Conflict, "--best").into());
        }
    }
    let ps = parse_rates("p", args.p.as_deref().unwrap_or("50..99"))?;
    let fs = parse_rates("f", args.f.as_deref().unwrap_or("0"))?;
    let rows = ps.len().saturating_mul(fs.len());
    if rows > MOST_ROWS {
        let allowed = format!("<= {MOST_ROWS}");
        return Err(InputError::new("p", rows, BadValue::TooMuchWork, allowed).into());
    }
    let choice = choice(&args)?;
    let form: TableForm = match (&args.form, &choice) {
        (Some(text), _) => text.parse()?,
        (None, Choice::Takahashi(PickTable::Lcm)) => TableForm::Lcm,
        (None, _) => TableForm::Seed,
    };
    // The author's tables are his own rules without draws.
    let drawn = fs.iter().any(|f| !f.exact().is_zero());
    if args.compare && (drawn || matches!(choice, Choice::Rule(_))) {
        let allowed = "--pick takahashi --f 0";
        return Err(InputError::new("compare", "", BadValue::Conflict, allowed).into());
    }
    let own = |rule: Rule| {
        let rule = match &choice {
            Choice::Takahashi(_) => args.rule.adjusted(&rule)?,
            Choice::Rule(_) => rule,
        };
        Ok::<_, InputError>(if form == TableForm::Lcm { rule.lcm_form()? } else { rule })
    };
    // A list of rates may be long: its refused member is shown, not all of it.
    let typed = |e: InputError| match &args.f {
        Some(typed) if fs.len() == 1 && e.field == "f" => InputError { value: typed.clone(), ..e },
        _ => e,
    };
    let pairs = || fs.iter().flat_map(|f| ps.iter().map(move |p| (p, f)));
    let mut work = 0u64;
    for (p, f) in pairs() {
        work = work.saturating_add(choice.series(p, f, own).map_err(typed)?.0.work());
    }
    if work > MOST_WORK {
        let allowed = format!("<= {MOST_WORK}");
        return Err(InputError::new("points", work, BadValue::TooMuchWork, allowed).into());
    }
    let spinner = output.spinner_for(work);
    let table: Result<Vec<TableRow>, InputError> =
        pairs().map(|(p, f)| Ok(choice.row(p, f, own).map_err(typed)?.into())).collect();
    let document = TableDocument::new(table?);
    spinner.finish_and_clear();
    let text = |document: &TableDocument, lang| match args.compare {
        true => document.comparison(lang),
        false => document.text(lang, form),
    };
    output.document(&document, text, TableDocument::csv)?;
    draw(&document, plot.as_ref(), output)
}

/// The fairest rule for each turn order and each pair of rates.
fn best(args: TableArgs, plot: Option<&Plot>, output: &Output) -> Result<(), Failure> {
    let refuse = |field, given: &str| {
        Err(InputError::new(field, given, BadValue::Conflict, "--best --limit N --turns --draws"))
    };
    for (field, given) in [("points", &args.rule.points), ("pick", &args.pick)] {
        if let Some(given) = given {
            refuse(field, given)?;
        }
    }
    for (field, given) in [("clinch", args.rule.clinch), ("compare", args.compare)] {
        if given {
            refuse(field, "")?;
        }
    }
    let form: TableForm = args.form.as_deref().map_or(Ok(TableForm::Seed), str::parse)?;
    if form == TableForm::Lcm {
        refuse("form", "lcm")?;
    }
    let ps = parse_rates("p", args.p.as_deref().unwrap_or(BEST_P))?;
    let fs = parse_rates("f", args.f.as_deref().unwrap_or(BEST_F))?;
    let mut request = input::within(args.rule.limit.as_deref())?;
    input::choose_turns(args.rule.turns.as_slice(), &mut request)?;
    if let Some(draws) = &args.rule.draws {
        request.draws = vec![draws.parse()?];
    }
    args.search.narrow(&mut request)?;
    let grid = BestGrid::new(&request, ps, fs)?;
    let progress = Progress::new(grid.cases(), "table.best.progress", output.lang);
    let found = grid.run(|done| progress.at(done))?;
    progress.finish();
    let stopped = found.stopped;
    let document = TableDocument::of_best(found);
    let text = |document: &TableDocument, lang| document.text(lang, form);
    output.document(&document, text, TableDocument::csv)?;
    draw(&document, plot, output)?;
    if stopped { Err(Failure::Interrupted) } else { Ok(()) }
}

fn draw(document: &TableDocument, plot: Option<&Plot>, output: &Output) -> Result<(), Failure> {
    plot.map_or(Ok(()), |plot| plot.write(&Chart::of_table(document, output.lang)))
}

fn choice(args: &TableArgs) -> Result<Choice, InputError> {
    if args.rule.points.is_some() {
        if let Some(pick) = &args.pick {
            return Err(InputError::new("pick", pick, BadValue::Conflict, "--pick | --points"));
        }
        return Ok(Choice::Rule(Box::new(args.rule.rule()?)));
    }
    let turns = args.rule.turns.is_some().then(|| args.rule.turns()).transpose()?;
    let table = match (args.pick.as_deref(), turns) {
        (None | Some("takahashi"), None | Some(Turns::Alternating)) => PickTable::Alternating,
        (None | Some("takahashi"), Some(Turns::Fixed)) => PickTable::Fixed,
        (Some("takahashi-lcm"), None | Some(Turns::Fixed)) => PickTable::Lcm,
        (None | Some("takahashi"), Some(turns)) => {
            let allowed = "fixed, alternating (takahashi)";
            return Err(InputError::new(
                "turns",
                turns,
                kakukin_series::Problem::NotInDataSet,
                allowed,
            ));
        }
        (Some("takahashi-lcm"), Some(turns)) => {
            return Err(InputError::new(
                "turns",
                turns,
                BadValue::Conflict,
                "fixed (takahashi-lcm)",
            ));
        }
        (Some(other), _) => {
            let allowed = "takahashi, takahashi-lcm";
            return Err(InputError::new("pick", other, BadValue::Unknown, allowed));
        }
    };
    Ok(Choice::Takahashi(table))
}
