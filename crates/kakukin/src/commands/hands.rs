//! `--hands FILE`: many hands, one a line.

use crate::{
    InputError, Problem,
    failure::{Failure, OPTIONS, reason, say},
    output::{Format, Output},
    progress::Progress,
    threads::pool,
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Hand, Stopped};
use kakukin_query::{PlayFields, WorkUnit};
use kakukin_report::{ByDiscard, Document, Lang, TileStyle, explain, translate, translate_with};
use serde::Serialize;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    time::Instant,
};

/// The most hands of one run.
const MAX_HANDS: usize = 1_000_000;
/// The most bytes that are read: a line of a hand has rarely more than thirty.
const MAX_BYTES: u64 = 64 << 20;
/// Hands are worked out together before they are written: at first so many, then as many as
/// take about a second.
const TOGETHER: std::ops::RangeInclusive<usize> = 4..=8192;

/// A hand that could not be worked out.
#[derive(Debug, Serialize)]
struct Refused<'a> {
    schema: &'static str,
    line: usize,
    hand: String,
    error: &'a str,
}

/// Refuses what goes with one hand only.
pub(super) fn alone(
    conflicts: &[(&'static str, bool)],
    play: &PlayFields,
) -> Result<(), InputError> {
    let more = [
        ("explain", play.explain.is_some()),
        ("discard", play.discard.is_some()),
        ("verify", play.verify.is_some()),
        ("seed", play.seed.is_some()),
        ("confidence", play.confidence.is_some()),
    ];
    match conflicts.iter().chain(&more).find(|(_, given)| *given) {
        Some((field, _)) => {
            let other = if *field == "hand" { "HAND".into() } else { format!("--{field}") };
            let allowed = format!("--hands FILE | {other}");
            Err(InputError::new("hands", other, BadValue::Conflict, allowed))
        }
        None => Ok(()),
    }
}

/// What a command does with each hand.
pub(super) trait Batch: Sync {
    /// What is asked of a hand.
    type Question: Clone + Sync;
    /// What is said about it.
    type Document: ByDiscard + Document + Serialize + Send;

    /// From a hand to a question.
    fn question(&self, hand: Hand) -> Result<Self::Question, kakukin_query::InputError>;
    /// Whether it says something about others at the table.
    fn is_told(question: &Self::Question) -> bool;
    /// The hand of a question.
    fn hand(question: &Self::Question) -> &Hand;
    /// The answers to some questions, on all cores.
    fn answers(&self, questions: &[Self::Question]) -> Vec<Result<Self::Document, Stopped>>;
}

/// Answers every line of a file, in order.
pub(super) fn run<B: Batch>(
    batch: &B,
    file: &str,
    threads: Option<&str>,
    style: TileStyle,
    output: &Output,
) -> Result<(), Failure> {
    let pool = pool(threads)?;
    // Every line is read before anything is worked out: a refusal changes nothing.
    let questions = read(file, batch, output.lang)?;

    let told = questions.first().is_some_and(|(_, question)| B::is_told(question));
    let progress = Progress::new(questions.len() as u64, WorkUnit::Hands, output.lang);
    let begun = Instant::now();
    let mut done = 0;
    let mut refused = None;
    let mut broken = false;
    output.stream(|out| {
        match output.format {
            Format::Json => writeln!(out, "[")?,
            Format::Csv => out.write_all(B::Document::csv_header(told).as_bytes())?,
            Format::Text | Format::Jsonl => {}
        }
        let mut rest = &questions[..];
        let mut together = *TOGETHER.start();
        while !rest.is_empty() {
            let (part, after) = rest.split_at(together.min(rest.len()));
            rest = after;
            let started = Instant::now();
            let (lines, list): (Vec<usize>, Vec<B::Question>) = part.iter().cloned().unzip();
            let answers = pool.install(|| batch.answers(&list));
            for ((line, question), answer) in lines.iter().zip(&list).zip(answers) {
                let answer = match answer {
                    Ok(answer) => Ok(answer),
                    Err(Stopped::Refused(error)) => Err(error),
                    Err(Stopped::Cancelled) => {
                        broken = true;
                        break;
                    }
                };
                let document = answer.map(|mut document| {
                    document.number(*line);
                    document
                });
                let first = done == 0;
                done += 1;
                match (&document, output.format) {
                    (Ok(document), Format::Text) => {
                        out.write_all(document.line_text(output.lang, style).as_bytes())?;
                    }
                    (Ok(document), Format::Csv) => {
                        out.write_all(document.csv_rows().as_bytes())?;
                    }
                    (Ok(document), format) => item(out, document, format, first)?,
                    (Err(error), format) => {
                        let text = explain(error, OPTIONS, output.lang);
                        let hand = B::hand(question).to_string();
                        if matches!(format, Format::Json | Format::Jsonl) {
                            let schema = B::Document::SCHEMA;
                            let refusal = Refused { schema, line: *line, hand, error: &text };
                            item(out, &refusal, format, first)?;
                        } else if format == Format::Text {
                            writeln!(out, "{hand}  {text}")?;
                        }
                        refused.get_or_insert_with(|| error.clone());
                    }
                }
            }
            let a_second = part.len() as f64 / started.elapsed().as_secs_f64().max(1e-3);
            together = (a_second as usize).clamp(*TOGETHER.start(), *TOGETHER.end());
            let stop = progress.at(done as u64).is_break() && done < questions.len();
            broken |= stop;
            if broken {
                break;
            }
        }
        if output.format == Format::Json {
            writeln!(out, "\n]")?;
        }
        Ok(())
    })?;
    progress.finish();
    let seconds = begun.elapsed().as_secs_f64();
    let rate = format!("{:.0}", done as f64 / seconds.max(1e-9));
    let (hands, seconds) = (done.to_string(), format!("{seconds:.2}"));
    let values = [("hands", hands.as_str()), ("seconds", &seconds), ("rate", &rate)];
    let key = if done == 1 { "win.throughput_one" } else { "win.throughput" };
    say(&translate_with(output.lang, key, &values));
    match refused {
        _ if broken => Err(Failure::Interrupted),
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// One member of a list, or one line.
fn item(
    out: &mut impl Write,
    value: &impl Serialize,
    format: Format,
    first: bool,
) -> io::Result<()> {
    if format == Format::Json {
        // Before and not after: whoever cancels it gets a whole list.
        write!(out, "{}", if first { "" } else { ",\n" })?;
        Ok(serde_json::to_writer(out, value)?)
    } else {
        serde_json::to_writer(&mut *out, value)?;
        writeln!(out)
    }
}

/// The hands of a file with the numbers of their lines. Empty lines and what follows a # are
/// left out.
fn read<B: Batch>(file: &str, batch: &B, lang: Lang) -> Result<Vec<(usize, B::Question)>, Failure> {
    let refuse = |value: String, problem| InputError::new("hands", value, problem, "FILE, -");
    let cannot_read = |why: String| refuse(format!("{file}: {why}"), Problem::CannotRead);
    let unreadable = |error: io::Error| cannot_read(reason(&error, lang));
    let source: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(unreadable)?)
    };
    let mut text = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut text).map_err(unreadable)?;
    let too_many = || {
        let allowed = format!("<= {MAX_HANDS}, <= {} MB", MAX_BYTES >> 20);
        InputError::new("hands", file, BadValue::TooLong, allowed)
    };
    if text.len() as u64 > MAX_BYTES {
        return Err(too_many().into());
    }
    let mut questions = Vec::new();
    for (number, line) in BufReader::new(&text[..]).lines().enumerate() {
        let line = line.map_err(|_| cannot_read(translate(lang, "run.io.not_utf8")))?;
        // Some editors begin a file with a mark of its encoding.
        let line = line.trim_start_matches('\u{feff}');
        let hand = line.split('#').next().unwrap_or("").trim();
        if hand.is_empty() {
            continue;
        }
        if questions.len() == MAX_HANDS {
            return Err(too_many().into());
        }
        // The message must name the line.
        let hand = hand.parse::<Hand>().map_err(kakukin_query::InputError::from);
        let question = hand.and_then(|hand| batch.question(hand));
        let question = question.map_err(|error| kakukin_query::InputError {
            field: "hands",
            value: format!("{file}:{}: {}", number + 1, error.value),
            ..error
        })?;
        questions.push((number + 1, question));
    }
    if questions.is_empty() {
        return Err(refuse(file.into(), Problem::NoHands).into());
    }
    Ok(questions)
}
