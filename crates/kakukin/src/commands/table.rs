//! `kakukin table`: rules over win rates and draw rates.

use super::input;
use crate::{args::TableArgs, failure::Failure, output::Output};
use kakukin_report::{TableDocument, TableForm};
use kakukin_series::{Choice, PickTable, Turns, parse_rates};
use kakukin_sweep::{InputError, Problem};

/// The most rows of one table.
const MOST_ROWS: usize = 100_000;

pub(crate) fn run(args: TableArgs, output: &Output) -> Result<(), Failure> {
    let ps = parse_rates("p", args.p.as_deref().unwrap_or("50..99"))?;
    let fs = parse_rates("f", args.f.as_deref().unwrap_or("0"))?;
    let rows = ps.len().saturating_mul(fs.len());
    if rows > MOST_ROWS {
        let allowed = format!("<= {MOST_ROWS}");
        return Err(InputError::new("p", rows, Problem::TooMuchWork, allowed).into());
    }
    let choice = choice(&args)?;
    let form: TableForm = match (&args.form, &choice) {
        (Some(text), _) => text.parse()?,
        (None, Choice::Takahashi(PickTable::Lcm)) => TableForm::Lcm,
        (None, _) => TableForm::Seed,
    };
    if args.compare && matches!(choice, Choice::Rule(_)) {
        return Err(InputError::new("compare", "", Problem::Conflict, "--pick takahashi").into());
    }
    let mut table = Vec::with_capacity(rows);
    for f in &fs {
        for p in &ps {
            let row = choice.row(p, f, |rule| {
                let rule = match &choice {
                    Choice::Takahashi(_) => input::adjusted(&rule, &args.rule)?,
                    Choice::Rule(_) => rule,
                };
                if form == TableForm::Lcm { rule.lcm_form() } else { Ok(rule) }
            });
            // A list of rates may be long: its refused member is shown, not all of it.
            let one_f = fs.len() == 1;
            table.push(row.map_err(|e| match &args.f {
                Some(typed) if one_f && e.field == "f" => InputError { value: typed.clone(), ..e },
                _ => e,
            })?);
        }
    }
    let document = TableDocument::new(table);
    let text = |document: &TableDocument, lang| match args.compare {
        true => document.comparison(lang),
        false => document.text(lang, form),
    };
    output.document(&document, text, TableDocument::csv)
}

fn choice(args: &TableArgs) -> Result<Choice, InputError> {
    if args.rule.points.is_some() {
        if let Some(pick) = &args.pick {
            return Err(InputError::new("pick", pick, Problem::Conflict, "--pick | --points"));
        }
        return Ok(Choice::Rule(Box::new(input::rule(&args.rule)?)));
    }
    let turns = args.rule.turns.is_some().then(|| input::turns(&args.rule)).transpose()?;
    let table = match (args.pick.as_deref(), turns) {
        (None | Some("takahashi"), None | Some(Turns::Alternating)) => PickTable::Alternating,
        (None | Some("takahashi"), Some(Turns::Fixed)) => PickTable::Fixed,
        (Some("takahashi-lcm"), None | Some(Turns::Fixed)) => PickTable::Lcm,
        (None | Some("takahashi"), Some(turns)) => {
            let allowed = "fixed, alternating (takahashi)";
            return Err(InputError::new("turns", turns, Problem::NotInDataSet, allowed));
        }
        (Some("takahashi-lcm"), Some(turns)) => {
            return Err(InputError::new(
                "turns",
                turns,
                Problem::Conflict,
                "fixed (takahashi-lcm)",
            ));
        }
        (Some(other), _) => {
            let allowed = "takahashi, takahashi-lcm";
            return Err(InputError::new("pick", other, Problem::Unknown, allowed));
        }
    };
    Ok(Choice::Takahashi(table))
}
