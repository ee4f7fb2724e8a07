//! Where results go: standard output, in the requested format and language.

use crate::{
    InputError,
    args::Global,
    failure::{Failure, say},
    progress::Progress,
    threads::can_start,
};
use indicatif::ProgressBar;
use kakukin_core::BadValue;
use kakukin_report::{Lang, preset_note, translate};
use kakukin_series::{Practice, PresetRates};
use serde::Serialize;
use std::{
    io::{self, BufWriter, Write},
    time::Duration,
};

/// Cells of a sweep that take about a tenth of a second.
const LONG_WORK: u64 = 50_000_000;

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
    Jsonl,
    Csv,
}

/// The output of one run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output {
    pub(crate) format: Format,
    pub(crate) lang: Lang,
}

impl Output {
    /// `lang` is what was chosen before the command line was read; here a wrong
    /// `--lang` is refused.
    pub(crate) fn new(global: &Global, lang: Lang) -> Result<Self, Failure> {
        let format = match global.format.as_deref() {
            None | Some("text") => Format::Text,
            Some("json") => Format::Json,
            Some("jsonl") => Format::Jsonl,
            Some("csv") => Format::Csv,
            Some(other) => {
                let allowed = "text, json, jsonl, csv";
                return Err(InputError::new("format", other, BadValue::Unknown, allowed).into());
            }
        };
        global.lang.as_deref().map_or(Ok(lang), str::parse)?;
        Ok(Self { format, lang })
    }

    /// The same with the words of a game.
    pub(crate) fn in_game(&self, game: Option<Practice>) -> Self {
        Self { lang: self.lang.in_game(game), ..*self }
    }

    /// A sign of life on the terminal for work that will take seconds.
    pub(crate) fn spinner_for(&self, work: u64) -> ProgressBar {
        if work < LONG_WORK || !can_start(1) {
            return ProgressBar::hidden();
        }
        let spinner = ProgressBar::new_spinner().with_message(translate(self.lang, "run.working"));
        spinner.enable_steady_tick(Duration::from_millis(200));
        spinner
    }

    /// The preset that rates come from. Said once all input has been accepted: a refusal is one
    /// sentence.
    pub(crate) fn preset(&self, preset: Option<&PresetRates>) {
        if let Some(preset) = preset {
            say(&preset_note(preset, self.lang));
        }
    }

    /// Where rates come from that were not given. Said once all input has been accepted: a
    /// refusal is one sentence.
    pub(crate) fn note(&self, note: Option<&str>) {
        if let Some(note) = note {
            say(note);
        }
    }

    /// Does long work behind a bar.
    pub(crate) fn watched<T>(&self, work: impl FnOnce(&Progress) -> T) -> T {
        let progress = Progress::hidden(self.lang);
        let done = work(&progress);
        progress.finish();
        done
    }

    /// Writes a document in the format asked for.
    pub(crate) fn document<D: Serialize>(
        &self,
        document: &D,
        text: impl Fn(&D, Lang) -> String,
        csv: impl Fn(&D) -> String,
    ) -> Result<(), Failure> {
        self.stream(|out| match self.format {
            Format::Text => out.write_all(text(document, self.lang).as_bytes()),
            Format::Csv => out.write_all(csv(document).as_bytes()),
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, document)?;
                writeln!(out)
            }
            Format::Jsonl => {
                serde_json::to_writer(&mut *out, document)?;
                writeln!(out)
            }
        })
    }

    /// Writes piece by piece.
    pub(crate) fn stream(
        &self,
        write: impl FnOnce(&mut BufWriter<io::StdoutLock<'static>>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        write(&mut out)?;
        out.flush()?;
        Ok(())
    }
}
