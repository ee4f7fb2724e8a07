//! `--hands FILE`: many hands, one a line, each with whatever else is seen and asked.

use crate::{
    InputError, Problem,
    args::ManyArgs,
    failure::{Failure, reason, say},
    output::{Format, Output},
    patient::Patient,
    progress::Progress,
    threads::pool,
};
use kakukin_core::BadValue;
use kakukin_mahjong::Method;
use kakukin_query::{
    CheckedHand, HandLines, MahjongBounds, ManyHands, Params, Stopped, Unreadable, Watch, WorkUnit,
    answer_lines, check_usual,
};
use kakukin_report::{
    ErrorDetail, FieldStyle, OneOfMany, RefusedHandDocument, TileStyle, translate_with,
};
use serde::Serialize;
use std::{
    fs,
    io::{self, ErrorKind, Read, Write},
    ops::{ControlFlow, RangeInclusive},
    path::Path,
    time::Instant,
};

/// Hands are worked out together before they are written: at first so many, then as many as
/// take about a second.
const TOGETHER: RangeInclusive<usize> = 4..=8192;

/// Where hands come from, and how their answers are written.
pub(super) struct Lines<'a> {
    pub(super) file: &'a str,
    pub(super) many: &'a ManyArgs,
    pub(super) style: TileStyle,
    pub(super) output: &'a Output,
}

/// Answers every line of a file, in order. A line that is refused says why in its place. At no
/// time there are more lines and answers than those of about a second.
pub(super) fn run<Q: ManyHands, D: OneOfMany>(
    query: &Q,
    others: &[(&'static str, bool)],
    lines: &Lines<'_>,
    document: impl Fn(&Q::Answer) -> D,
) -> Result<(), Failure> {
    let Lines { file, many, output, .. } = *lines;
    let bounds = MahjongBounds::default();
    alone(query, others)?;
    check_usual(query, &bounds)?;
    let pool = pool(many.threads.as_deref())?;
    let mut hidden = Q::alone();
    if output.format == Format::Text {
        // A line of text has no room for it.
        hidden.push("each_best");
    }
    let progress = Progress::hidden(output.lang);
    let unreadable = |error: io::Error| match error.kind() {
        // The user does not want to wait any more.
        ErrorKind::ConnectionAborted => Failure::Interrupted,
        _ => {
            let value = format!("{file}: {}", reason(&error, output.lang));
            InputError::new("hands", value, Problem::CannotRead, "FILE, -").into()
        }
    };
    let (source, total) = open(file).map_err(unreadable)?;
    let mut source = HandLines::new(source, query, &hidden);
    let mut next = |most| match source.read(most) {
        Ok(lines) => Ok((lines, source.bytes())),
        Err(Unreadable::Io(error)) => Err(unreadable(error)),
        Err(Unreadable::Refused(error)) => {
            let value = format!("{file}: {}", error.value);
            Err(kakukin_query::InputError { field: "hands", value, ..error }.into())
        }
    };
    // A file that cannot be read, or has no hands, is refused before anything is written.
    let (mut hands, mut bytes) = next(*TOGETHER.start())?;
    if hands.is_empty() {
        return Err(InputError::new("hands", file, Problem::NoHands, "FILE, -").into());
    }

    progress.begin_bytes(total);
    let begun = Instant::now();
    let mut told = Told::default();
    let mut failed = None;
    output.stream(|out| {
        match output.format {
            Format::Json => writeln!(out, "[")?,
            Format::Csv => out.write_all(D::lines_header().as_bytes())?,
            Format::Text | Format::Jsonl => {}
        }
        while !hands.is_empty() {
            let started = Instant::now();
            let checked: Vec<CheckedHand<Q>> =
                hands.drain(..).map(|line| line.check(&bounds)).collect();
            let cores = pool.current_num_threads();
            let answers = pool.install(|| answer_lines(&checked, cores, &Interruptible));
            for (hand, answer) in checked.iter().zip(answers) {
                let written = match answer {
                    Ok(answer) => {
                        let mut document = document(&answer);
                        document.number(hand.number);
                        told.answer(out, &document, lines)
                    }
                    Err(Stopped::Refused(error)) => told.refusal::<Q, D>(out, hand, error, lines),
                    Err(Stopped::Cancelled) => {
                        failed = Some(Failure::Interrupted);
                        break;
                    }
                };
                written?;
            }
            if failed.is_some() {
                break;
            }
            // Whoever waits for an answer before the next question gets it.
            out.flush()?;
            let a_second = checked.len() as f64 / started.elapsed().as_secs_f64().max(1e-3);
            let _ = progress.at(bytes);
            match next((a_second as usize).clamp(*TOGETHER.start(), *TOGETHER.end())) {
                Ok((more, _)) if !more.is_empty() && Progress::go_on().is_break() => {
                    failed = Some(Failure::Interrupted);
                }
                Ok(more) => (hands, bytes) = more,
                Err(failure) => failed = Some(failure),
            }
        }
        if output.format == Format::Json {
            writeln!(out, "\n]")?;
        }
        Ok(())
    })?;
    progress.finish();
    told.say(begun, output);
    match (failed, told.first) {
        (Some(failure), _) => Err(failure),
        (None, Some((line, message))) => {
            Err(Failure::Hands { refused: told.refused, hands: told.done, line, message })
        }
        (None, None) => Ok(()),
    }
}

/// Refuses what goes with one hand only, also the hand itself and its melds.
fn alone<Q: ManyHands>(query: &Q, others: &[(&'static str, bool)]) -> Result<(), InputError> {
    let mut given = Params::default();
    query.give(&mut given);
    let names = ["hand", "meld"].into_iter().chain(Q::alone());
    let own = names.into_iter().find(|name| given.get(name).is_some());
    let other = others.iter().find(|(_, given)| *given).map(|(name, _)| *name);
    let Some(field) = own.or(other) else { return Ok(()) };
    let other = if field == "hand" { "HAND".into() } else { format!("--{field}") };
    let allowed = format!("--hands FILE | {other}");
    Err(InputError::new("hands", other, BadValue::Conflict, allowed))
}

/// A source of lines, and how many bytes it has if that is known.
fn open(file: &str) -> io::Result<(Box<dyn Read>, u64)> {
    if file == "-" {
        return Ok((Box::new(Patient::stdin()?), 0));
    }
    let about = fs::metadata(file)?;
    if about.is_file() {
        return Ok((Box::new(fs::File::open(file)?), about.len()));
    }
    if about.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok((Box::new(Patient::open(Path::new(file))?), 0))
}

/// Cancelled by the user alone; how far it has come is told in bytes, elsewhere.
struct Interruptible;

impl Watch for Interruptible {
    fn begin(&self, _: u64, _: WorkUnit) {}

    fn at(&self, _: u64) -> ControlFlow<()> {
        Progress::go_on()
    }
}

/// What was written so far.
#[derive(Default)]
struct Told {
    done: usize,
    refused: usize,
    /// The line of the first refusal, and what is wrong there.
    first: Option<(usize, String)>,
}

impl Told {
    fn answer(
        &mut self,
        out: &mut impl Write,
        document: &impl OneOfMany,
        lines: &Lines<'_>,
    ) -> io::Result<()> {
        match lines.output.format {
            Format::Text => {
                out.write_all(document.line_text(lines.output.lang, lines.style).as_bytes())?;
            }
            Format::Csv => out.write_all(document.lines_rows().as_bytes())?,
            format => self.item(out, document, format)?,
        }
        self.done += 1;
        Ok(())
    }

    fn refusal<Q: ManyHands, D: OneOfMany>(
        &mut self,
        out: &mut impl Write,
        hand: &CheckedHand<Q>,
        error: kakukin_query::InputError,
        lines: &Lines<'_>,
    ) -> io::Result<()> {
        // With extra moves a question is too large because of them, without by itself.
        let improved = |own| matches!(own, Method::Improve { extra, .. } if extra > 0 && error.field == "max-states");
        let improved = hand.question().is_some_and(|question| improved(question.method()));
        let error = if improved { error.in_field("improve") } else { error };
        let error = ErrorDetail::new(&error, FieldStyle::LINES, lines.output.lang);
        let refused = RefusedHandDocument::new(hand.number, &hand.hand, error);
        match lines.output.format {
            Format::Text => out.write_all(refused.line_text().as_bytes())?,
            Format::Csv => out.write_all(refused.csv_row::<D>().as_bytes())?,
            format => self.item(out, &refused, format)?,
        }
        self.done += 1;
        self.refused += 1;
        self.first.get_or_insert((hand.number, refused.error.message));
        Ok(())
    }

    /// One member of a list, or one line.
    fn item(&self, out: &mut impl Write, value: &impl Serialize, format: Format) -> io::Result<()> {
        if format == Format::Json {
            // Before and not after: whoever cancels it gets a whole list.
            write!(out, "{}", if self.done == 0 { "" } else { ",\n" })?;
            Ok(serde_json::to_writer(out, value)?)
        } else {
            serde_json::to_writer(&mut *out, value)?;
            writeln!(out)
        }
    }

    /// How many hands there were, and how fast.
    fn say(&self, begun: Instant, output: &Output) {
        let seconds = begun.elapsed().as_secs_f64();
        let rate = format!("{:.0}", self.done as f64 / seconds.max(1e-9));
        let (hands, seconds) = (self.done.to_string(), format!("{seconds:.2}"));
        let values = [("hands", hands.as_str()), ("seconds", &seconds), ("rate", &rate)];
        let key = if self.done == 1 { "win.throughput_one" } else { "win.throughput" };
        say(&translate_with(output.lang, key, &values));
    }
}
