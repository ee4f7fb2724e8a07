//! From the text of options to domain types.

use crate::{
    args::{ModelArgs, RuleArgs, SearchArgs, SeriesArgs},
    failure::{reason, say},
    output::Output,
};
use kakukin_report::{Lang, translate, translate_with};
use kakukin_series::{
    Confidence, Draws, Game, MAX_ELO, Model, Probability, Rational, Request, Rule, Series, Turns,
    preset,
};
use kakukin_sweep::{InputError, Problem, parse_rational};
use std::{
    fs::File,
    io::{self, Read},
};

/// A whole number between two bounds.
pub(super) fn whole(
    field: &'static str,
    text: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, InputError> {
    let refuse = |problem| {
        InputError::new(field, text, problem, format!("{}..{}", range.start(), range.end()))
    };
    // 2,000,000 and 2_000_000 are whole numbers, 1,2 and 500% and 10/2 are not.
    let mut groups = text.split([',', '_', '，']);
    groups.next();
    let in_thousands = groups.all(|group| group.chars().count() == 3);
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_' | '，')).collect();
    if !in_thousands || digits.contains(['%', '％', '/', '／', '.', '．']) {
        return Err(refuse(Problem::NotANumber));
    }
    let exact = parse_rational(field, &digits).map_err(|e| refuse(e.problem))?;
    match u64::try_from(exact.trunc()) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(refuse(Problem::OutOfRange)),
    }
}

/// The most threads that can be asked for.
const MOST_THREADS: u64 = 1024;

/// So many threads, or one for each core.
pub(super) fn threads(text: Option<&str>) -> Result<rayon::ThreadPool, InputError> {
    let threads = whole_or("threads", text, 0, 1..=MOST_THREADS)?;
    rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build().map_err(|_| {
        InputError::new("threads", threads, Problem::OutOfRange, format!("1..{MOST_THREADS}"))
    })
}

/// A whole number that may be left out.
pub(super) fn whole_or(
    field: &'static str,
    text: Option<&str>,
    otherwise: u64,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, InputError> {
    text.map_or(Ok(otherwise), |text| whole(field, text, range))
}

/// The most bytes of a table of players or pairings.
pub(super) const MAX_TABLE_BYTES: u64 = 1 << 20;

/// The content of a file, or of standard input (`-`), of at most so many bytes.
pub(super) fn file(
    field: &'static str,
    name: &str,
    most: u64,
    lang: Lang,
) -> Result<Vec<u8>, InputError> {
    let refuse = |error: io::Error| {
        let value = format!("{name}: {}", reason(&error, lang));
        InputError::new(field, value, Problem::CannotRead, "FILE, -")
    };
    let source: Box<dyn Read> = match name {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(name).map_err(refuse)?),
    };
    let mut content = Vec::new();
    source.take(most + 1).read_to_end(&mut content).map_err(refuse)?;
    if content.len() as u64 > most {
        let allowed = format!("<= {} MB", most >> 20);
        return Err(InputError::new(field, name, Problem::TooLong, allowed));
    }
    Ok(content)
}

/// The level of intervals; 95 % unless it is given.
pub(super) fn confidence(text: &Option<String>) -> Result<Confidence, InputError> {
    Confidence::new(&Probability::parse("confidence", text.as_deref().unwrap_or("95%"))?)
        .map_err(|e| as_typed(e, &[("confidence", text)]))
}

/// Where the rates come from, if they were not given.
pub(super) struct Source(Option<String>);

impl Source {
    /// They were given.
    pub(super) fn none() -> Self {
        Self(None)
    }

    /// They come from there.
    pub(super) fn said(note: String) -> Self {
        Self(Some(note))
    }

    /// Said once all input has been accepted: a refusal is one sentence.
    pub(super) fn say(&self) {
        if let Some(note) = &self.0 {
            say(note);
        }
    }
}

/// p and f, and where they come from.
pub(super) struct Rates {
    pub(super) p: Probability,
    pub(super) f: Probability,
    pub(super) source: Source,
}

/// p and f, from a preset or given; those given count.
pub(super) fn rates(
    p: Option<&str>,
    f: Option<&str>,
    name: Option<&str>,
    output: &Output,
) -> Result<Rates, InputError> {
    let preset = name.map(preset).transpose()?;
    let zero = || Probability::from_ratio(0, 1);
    let note = preset.map(|preset| {
        let rate = |rate: Option<&Probability>| rate.map_or("?".into(), ToString::to_string);
        let (its_p, its_f) = (rate(Some(&preset.p)), rate(preset.f.as_ref()));
        let values = [("id", preset.id), ("p", &its_p), ("f", &its_f), ("source", preset.source)];
        let note = translate_with(output.lang, "presets.using", &values);
        let taken_as_zero = preset.f.is_none() && f.is_none();
        note + &if taken_as_zero {
            translate(output.lang, "presets.f_unknown")
        } else {
            String::new()
        }
    });
    let p = match (p, preset) {
        (Some(text), _) => Probability::parse("p", text)?,
        (None, Some(preset)) => preset.p.clone(),
        (None, None) => {
            return Err(InputError::new("p", "", Problem::Missing, "--p 70%, --preset NAME"));
        }
    };
    let f = match (f, preset.and_then(|preset| preset.f.clone())) {
        (Some(text), _) => Probability::parse("f", text)?,
        (None, Some(f)) => f,
        (None, None) => zero()?,
    };
    Ok(Rates { p, f, source: Source(note) })
}

/// The games given outright, if they are.
fn outright(args: &ModelArgs) -> Result<Option<Model>, InputError> {
    match (&args.a_first, &args.b_first) {
        (None, None) => Ok(None),
        (Some(a), Some(b)) => {
            let others =
                [("p", &args.p), ("f", &args.f), ("preset", &args.preset), ("elo", &args.elo)];
            for (field, given) in others {
                if let Some(given) = given {
                    let allowed = "--a-first WIN,DRAW,LOSS --b-first WIN,DRAW,LOSS";
                    return Err(InputError::new(field, given, Problem::Conflict, allowed));
                }
            }
            Ok(Some(Model::outright(Game::parse("a-first", a)?, Game::parse("b-first", b)?)))
        }
        (Some(_), None) => Err(InputError::new("b-first", "", Problem::Missing, "WIN,DRAW,LOSS")),
        (None, Some(_)) => Err(InputError::new("a-first", "", Problem::Missing, "WIN,DRAW,LOSS")),
    }
}

/// The model of these rates and an Elo lead.
fn model(rates: &Rates, args: &ModelArgs) -> Result<Model, InputError> {
    let (p, f) = (rates.p.clone(), rates.f.clone());
    let model = match &args.elo {
        None => Model::new(p, f),
        Some(text) => {
            let refuse = |problem| {
                let allowed = format!("{}..{MAX_ELO}", -MAX_ELO);
                InputError::new("elo", text, problem, allowed)
            };
            if text.contains(['%', '％']) {
                return Err(refuse(Problem::NotANumber));
            }
            let lead = parse_rational("elo", text).map_err(|e| refuse(e.problem))?;
            Model::with_elo(p, f, kakukin_sweep::to_f64(&lead))
        }
    };
    model.map_err(|e| as_typed(e, &[("p", &args.p), ("f", &args.f), ("elo", &args.elo)]))
}

/// A refusal that shows the value as the user typed it.
pub(super) fn as_typed(error: InputError, typed: &[(&str, &Option<String>)]) -> InputError {
    match typed.iter().find(|(field, _)| *field == error.field) {
        Some((_, Some(value))) => InputError { value: value.clone(), ..error },
        _ => error,
    }
}

/// A refusal of what stands in a file: with its name, and the line if there is one.
pub(super) fn in_file(error: InputError, file: &str) -> InputError {
    match error.value.as_str() {
        "" => InputError { value: file.to_string(), ..error },
        line => InputError { value: format!("{file}:{line}"), ..error },
    }
}

/// The turn order; alternating unless it is given.
pub(super) fn turns(args: &RuleArgs) -> Result<Turns, InputError> {
    args.turns.as_deref().map_or(Ok(Turns::Alternating), str::parse)
}

/// The rule that the options spell out.
pub(super) fn rule(args: &RuleArgs) -> Result<Rule, InputError> {
    let Some(points) = &args.points else {
        let allowed = "--points FIRST/SECOND/TARGET (1/2/3)";
        return Err(InputError::new("points", "", Problem::Missing, allowed));
    };
    let rule = Rule::parse(points, turns(args)?, draws(args)?);
    limited(rule.map_err(|e| as_typed(e, &[("draws", &args.draws)]))?, args)
}

fn draws(args: &RuleArgs) -> Result<Draws<Rational>, InputError> {
    args.draws.as_deref().map_or(Ok(Draws::Pass), str::parse)
}

/// A rule from elsewhere with the draw policy, limit and clinch of the options.
pub(super) fn adjusted(rule: &Rule, args: &RuleArgs) -> Result<Rule, InputError> {
    let points = rule.points();
    let points = [points.first, points.second, points.target].map(Rational::from);
    let rule = Rule::scaled(points, rule.turns().clone(), draws(args)?);
    limited(rule.map_err(|e| as_typed(e, &[("draws", &args.draws)]))?, args)
}

fn limited(rule: Rule, args: &RuleArgs) -> Result<Rule, InputError> {
    let rule = rule.with_clinch(args.clinch);
    match &args.limit {
        None => Ok(rule),
        Some(text) => {
            let most = u64::from(kakukin_series::MAX_LIMIT);
            rule.with_limit(whole("limit", text, 1..=most)? as u32)
        }
    }
}

/// The series that the options describe, and where its rates come from.
pub(super) fn series(args: &SeriesArgs, output: &Output) -> Result<(Series, Source), InputError> {
    let rule = rule(&args.rule)?;
    if let Some(model) = outright(&args.model)? {
        return Ok((Series::new(model, rule)?, Source::none()));
    }
    let given = &args.model;
    let rates = rates(given.p.as_deref(), given.f.as_deref(), given.preset.as_deref(), output)?;
    let series = Series::new(model(&rates, given)?, rule)?;
    Ok((series, rates.source))
}

/// The members of lists with commas, given once or several times.
pub(super) fn parts(lists: &[String]) -> impl Iterator<Item = &str> {
    lists.iter().flat_map(|list| list.split([',', '、'])).map(str::trim)
}

/// A morning of games.
const USUAL_LIMIT: u64 = 7;

/// All rules of at most so many games.
pub(super) fn within(limit: Option<&str>) -> Result<Request, InputError> {
    let most = u64::from(kakukin_series::MAX_FIND_LIMIT);
    Ok(Request::within(whole_or("limit", limit, USUAL_LIMIT, 1..=most)? as u32))
}

/// The turn orders among which rules are looked for.
pub(super) fn choose_turns(lists: &[String], request: &mut Request) -> Result<(), InputError> {
    if lists.is_empty() {
        return Ok(());
    }
    request.turns.clear();
    for text in parts(lists) {
        if text == "best" {
            request.best_turns = true;
            continue;
        }
        let turns = text.parse().map_err(|e: InputError| match e.problem {
            Problem::Unknown => InputError { allowed: format!("{}, best", e.allowed), ..e },
            _ => e,
        })?;
        if !request.turns.contains(&turns) {
            request.turns.push(turns);
        }
    }
    Ok(())
}

/// A rate that is a cap: a bare 1 would be no condition at all, and is surely meant as
/// one per cent.
fn cap(field: &'static str, text: &str) -> Result<Probability, InputError> {
    if text.trim() == "1" {
        return Err(InputError::new(
            field,
            text,
            Problem::PercentMissing,
            "0..1 (0.01, 1%, 1/100)",
        ));
    }
    Probability::parse(field, text)
}

/// The conditions that rules must meet.
pub(super) fn narrow(args: &SearchArgs, request: &mut Request) -> Result<(), InputError> {
    request.free_limit = args.free_limit;
    request.larger_first = args.any_points;
    if let Some(text) = &args.max_points {
        let most = u64::from(kakukin_series::MAX_TARGET);
        request.max_points = Some(whole("max-points", text, 1..=most)? as u32);
    }
    if let Some(text) = &args.max_none {
        request.max_none = Some(cap("max-none", text)?);
    }
    if let Some(text) = &args.max_bias {
        request.max_bias = Some(cap("max-bias", text)?);
    }
    if let Some(text) = &args.max_games {
        let refuse = |problem| InputError::new("max-games", text, problem, ">= 1");
        let games = parse_rational("max-games", text).map_err(|e| refuse(e.problem))?;
        if text.contains(['%', '％']) || games < Rational::ONE {
            return Err(refuse(Problem::OutOfRange));
        }
        request.max_games = Some(games);
    }
    Ok(())
}
