//! A request that was understood: what is to be done for it.

use crate::print::Printer;
pub(crate) use crate::work::{Job, Size};
use bytes::Bytes;
use kakukin_core::BadValue;
use kakukin_query::{InputError, Stopped, Watch};
use kakukin_report::Lang;
use kakukin_series::Stamp;
use serde::Serialize;
use std::{str::FromStr, sync::Arc};

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Jsonl,
    Csv,
    Text,
    Html,
    Svg,
    Xlsx,
    /// A tournament report.
    Trf,
    /// HTML that was printed.
    Pdf,
}

impl Format {
    /// Its name, which is also the ending of a file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Text => "text",
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Xlsx => "xlsx",
            Self::Trf => "trf",
            Self::Pdf => "pdf",
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Jsonl => "application/x-ndjson",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Text | Self::Trf => "text/plain; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Pdf => "application/pdf",
        }
    }

    /// The one asked for; the first unless it is said.
    pub(crate) fn choose(text: Option<&str>, formats: &[Self]) -> Result<Self, InputError> {
        let wanted = text.map_or(formats.first().copied(), |text| {
            formats.iter().copied().find(|format| format.name() == text)
        });
        wanted.ok_or_else(|| {
            let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let text = text.unwrap_or_default();
            InputError::new("format", text, BadValue::Unknown, names.join(", "))
        })
    }
}

/// A file that came with a request.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The part of the request in which it came.
    pub(crate) part: &'static str,
    pub(crate) name: String,
    pub(crate) bytes: Bytes,
}

/// What a request says beside its query.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    pub(crate) lang: Lang,
    pub(crate) format: Format,
    pub(crate) uploads: Vec<Upload>,
    /// Large answers are compressed.
    pub(crate) gzip: bool,
    pub(crate) now: fn() -> Stamp,
    pub(crate) printer: Option<Arc<Printer>>,
}

impl Size {
    /// That of sweeps over so many cells that are not all there is to do.
    pub(crate) fn beside_cells(cells: u64) -> Result<Self, InputError> {
        Self::of_cells(cells).map(|size| size.max(Self::Short))
    }

    /// That of sweeps over so many cells; too many are refused.
    pub(crate) fn of_cells(cells: u64) -> Result<Self, InputError> {
        use crate::limits::{CELLS, QUICK_CELLS, SHORT_CELLS};
        if cells > CELLS {
            let allowed = format!("<= {CELLS}");
            return Err(InputError::new("points", cells, BadValue::TooMuchWork, allowed));
        }
        Ok(if cells <= QUICK_CELLS {
            Self::Quick
        } else if cells <= SHORT_CELLS {
            Self::Short
        } else {
            Self::Long
        })
    }
}

impl Job {
    /// Makes the bytes of an answer.
    pub(crate) fn bytes(
        size: Size,
        work: impl FnOnce(&dyn Watch) -> Result<Vec<u8>, Stopped> + Send + 'static,
    ) -> Self {
        Self { size, work: Box::new(work) }
    }

    /// Makes a document and writes it as JSON, CSV or text.
    pub(crate) fn document<D: Serialize + 'static>(
        context: &Context,
        size: Size,
        answer: impl FnOnce(&dyn Watch) -> Result<D, Stopped> + Send + 'static,
        text: impl FnOnce(&D, Lang) -> String + Send + 'static,
        csv: impl FnOnce(&D) -> String + Send + 'static,
    ) -> Self {
        let (format, lang) = (context.format, context.lang);
        Self::bytes(size, move |watch| {
            let document = answer(watch)?;
            Ok(match format {
                Format::Text => text(&document, lang).into_bytes(),
                Format::Csv => csv(&document).into_bytes(),
                _ => json(&document),
            })
        })
    }
}

/// A document as JSON.
pub(crate) fn json(document: &impl Serialize) -> Vec<u8> {
    // Plain structs of texts and numbers can always be serialised.
    serde_json::to_vec(document).unwrap_or_default()
}

/// The language of a parameter, if it is given.
pub(crate) fn language(text: Option<&str>, preferred: Lang) -> Result<Lang, InputError> {
    Ok(text.map_or(Ok(preferred), Lang::from_str)?)
}
