//! `kakukin find`: the best of all rules.

use super::input;
use crate::{args::FindArgs, failure::Failure, output::Output, plot::Plot, progress::Progress};
use kakukin_report::{Chart, FindDocument, Lang, Recommended, tamed, translate};
use kakukin_series::{
    Belief, Draws, Finder, MAX_RECORD, Probability, Question, RankBy, Request, parse_interval,
};
use kakukin_sweep::{InputError, Problem};

const USUAL_TOP: u64 = 10;
const MOST_TOP: u64 = 1000;
/// The most bytes of an estimate.
const MAX_ESTIMATE: u64 = 1 << 28;

pub(crate) fn run(args: FindArgs, output: &Output) -> Result<(), Failure> {
    let plot = Plot::new(args.plot.as_deref())?;
    let top = input::whole_or("top", args.top.as_deref(), USUAL_TOP, 1..=MOST_TOP)?;
    let mut request = input::within(args.limit.as_deref())?;
    input::choose_turns(&args.turns, &mut request)?;
    let drawn = draws(&args, &mut request)?;
    input::narrow(&args.search, &mut request)?;
    let (belief, f, source) = rates(&args, drawn, output)?;
    let question = Question { request, belief, f, by: by(&args)?, top: top as usize };
    let typed = |e| input::as_typed(e, &[("p", &args.p), ("f", &args.f)]);
    let finder = Finder::new(question.clone()).map_err(typed)?;
    source.say();

    let progress = Progress::new(finder.rules(), "find.progress", output.lang);
    let answer = finder.answer(|done| progress.at(done))?;
    progress.finish();
    let document = FindDocument::new(&question, &answer, finder.rules());
    output.document(&document, FindDocument::text, FindDocument::csv)?;
    if let Some(plot) = plot {
        plot.write(&Chart::frontier(&document, output.lang))?;
    }
    if answer.rules < finder.rules() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// What an estimate from records tells.
fn estimated(
    file: &str,
    args: &FindArgs,
    drawn: Option<u64>,
    lang: Lang,
) -> Result<(Belief, Probability, input::Source), InputError> {
    let allowed = "--from | --p | --preset | --wins --losses";
    let others =
        [("p", &args.p), ("preset", &args.preset), ("wins", &args.wins), ("losses", &args.losses)];
    for (field, given) in others {
        if let Some(given) = given {
            return Err(InputError::new(field, given, Problem::Conflict, allowed));
        }
    }
    if let Some(drawn) = drawn {
        return Err(InputError::new("draws", drawn, Problem::Conflict, allowed));
    }
    let of_file = |error: InputError| match error.value.as_str() {
        "" => InputError { value: file.into(), ..error },
        value => InputError { value: format!("{file}: {value}"), ..error },
    };
    let json = input::file("from", file, MAX_ESTIMATE, lang)?;
    let (found, complete) = Recommended::read(&json).map_err(of_file)?;
    let p = Probability::parse("from", &found.p).map_err(of_file)?;
    let belief = Belief::Estimate { p, games: found.games };
    belief.check().map_err(|error| of_file(error.in_field("from")))?;
    let f = match &args.f {
        Some(f) => Probability::parse("f", f)?,
        None => Probability::parse("from", &found.f).map_err(of_file)?,
    };
    let mut note = format!("{}: {}", tamed(file), found.text(lang));
    if !complete {
        note += &format!("\n{}", translate(lang, "records.incomplete"));
    }
    Ok((belief, f, input::Source::said(note)))
}

fn by(args: &FindArgs) -> Result<RankBy, InputError> {
    match (args.by.as_deref(), args.pareto) {
        (None, true) => Ok(RankBy::Pareto),
        (Some(by), true) => Err(InputError::new("by", by, Problem::Conflict, "--by | --pareto")),
        (None | Some("bias"), false) => Ok(RankBy::Bias),
        (Some("worst"), false) => Ok(RankBy::Worst),
        (Some(by), false) => Err(InputError::new("by", by, Problem::Unknown, "bias, worst")),
    }
}

/// `--draws` takes policies, and with a record of games the number that was drawn.
fn draws(args: &FindArgs, request: &mut Request) -> Result<Option<u64>, InputError> {
    let (mut policies, mut drawn) = (Vec::new(), None);
    for text in input::parts(&args.draws) {
        if text.starts_with(|c: char| c.is_alphabetic()) {
            let policy: Draws<_> = text.parse()?;
            if !policies.contains(&policy) {
                policies.push(policy);
            }
        } else if drawn.is_some() || args.wins.is_none() {
            let allowed = "--f 20%, --wins N --draws N --losses N, --draws pass";
            return Err(InputError::new("draws", text, Problem::Conflict, allowed));
        } else {
            drawn = Some(input::whole("draws", text, 0..=MAX_RECORD)?);
        }
    }
    if !policies.is_empty() {
        request.draws = policies;
    }
    Ok(drawn)
}

/// What is known of p, and f.
fn rates(
    args: &FindArgs,
    drawn: Option<u64>,
    output: &Output,
) -> Result<(Belief, Probability, input::Source), InputError> {
    let rates =
        |p: Option<&str>| input::rates(p, args.f.as_deref(), args.preset.as_deref(), output);
    let number = |field, text: &Option<String>| match text {
        Some(text) => input::whole(field, text, 0..=MAX_RECORD).map(Some),
        None => Ok(None),
    };
    if let Some(file) = &args.from {
        return estimated(file, args, drawn, output.lang);
    }
    let record = (number("wins", &args.wins)?, number("losses", &args.losses)?);
    if record != (None, None) {
        for (field, given) in [("p", &args.p), ("preset", &args.preset)] {
            if let Some(given) = given {
                let allowed = "--p | --preset | --wins --losses";
                return Err(InputError::new(field, given, Problem::Conflict, allowed));
            }
        }
    }
    match record {
        (Some(wins), Some(losses)) => {
            let belief = Belief::Record { wins, losses };
            belief.check()?;
            let f = match (&args.f, drawn) {
                (Some(f), Some(_)) => {
                    return Err(InputError::new("f", f, Problem::Conflict, "--f | --draws N"));
                }
                (Some(f), None) => Probability::parse("f", f)?,
                (None, drawn) => {
                    let drawn = drawn.unwrap_or(0);
                    Probability::from_ratio(drawn, wins + drawn + losses)?
                }
            };
            Ok((belief, f, input::Source::none()))
        }
        (Some(_), None) => Err(InputError::new("losses", "", Problem::Missing, "--losses 101")),
        (None, Some(_)) => Err(InputError::new("wins", "", Problem::Missing, "--wins 129")),
        (None, None) => match args.p.as_deref().map(|p| parse_interval("p", p)).transpose()? {
            Some(Some((low, high))) => {
                // The rate stands in for the interval; f may come from a preset.
                let rates = rates(Some("1/2"))?;
                Ok((Belief::Between(low, high), rates.f, rates.source))
            }
            _ => {
                let rates = rates(args.p.as_deref()).map_err(|e| match e.problem {
                    Problem::NotANumber if e.field == "p" => {
                        InputError { allowed: "70%; 66%..74%".into(), ..e }
                    }
                    _ => e,
                })?;
                Ok((Belief::Known(rates.p), rates.f, rates.source))
            }
        },
    }
}
