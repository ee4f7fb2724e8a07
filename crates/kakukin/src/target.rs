//! Where a page goes: standard output, a file, or a browser that prints it.

use crate::{
    InputError, Problem,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    pdf,
};
use kakukin_core::BadValue;
use kakukin_report::{Lang, sanitize, translate_with};
use serde::Serialize;
use std::{
    io::Write,
    path::{Path, PathBuf},
};

/// Where a page goes.
pub(crate) enum Target {
    /// Its document, to standard output.
    Document,
    /// To standard output.
    Stdout,
    Html(PathBuf),
    Pdf(PathBuf),
}

impl Target {
    pub(crate) fn new(file: Option<&str>, output: &Output) -> Result<Self, Failure> {
        let target = Self::named(file, output)?;
        // All that can be known is asked before the work.
        if let Self::Html(path) | Self::Pdf(path) = &target {
            check_place(path)?;
        }
        if let Self::Pdf(_) = target {
            pdf::browser().ok_or(Failure::NoBrowser)?;
        }
        Ok(target)
    }

    /// A page instead of what goes to standard output; nothing if no file is named.
    pub(crate) fn instead(file: Option<&str>, output: &Output) -> Result<Option<Self>, Failure> {
        match file {
            None => Ok(None),
            Some(file) if output.format != Format::Text => {
                let allowed = "--format | -o FILE";
                Err(InputError::new("output", file, BadValue::Conflict, allowed).into())
            }
            Some(_) => Self::new(file, output).map(Some),
        }
    }

    /// A page of its own beside whatever goes to standard output, by the option `field`.
    pub(crate) fn beside(
        field: &'static str,
        file: Option<&str>,
        output: &Output,
    ) -> Result<Option<Self>, Failure> {
        let allowed = "FILE.html, FILE.pdf";
        match file {
            None => Ok(None),
            Some("-") => Err(InputError::new(field, "-", BadValue::Unknown, allowed).into()),
            Some(_) => {
                let page = Self::new(file, &Output { format: Format::Text, ..*output });
                page.map(Some).map_err(|failure| match failure {
                    Failure::Input(error) => {
                        Failure::Input(InputError { field, allowed: allowed.into(), ..error })
                    }
                    other => other,
                })
            }
        }
    }

    fn named(file: Option<&str>, output: &Output) -> Result<Self, InputError> {
        const ALLOWED: &str = "-o FILE.html, -o FILE.pdf, -o -";
        match (output.format, file) {
            (Format::Csv, _) => {
                let allowed = "text, json, jsonl";
                Err(InputError::new("format", "csv", Problem::UnsupportedFormat, allowed))
            }
            (Format::Json | Format::Jsonl, None | Some("-")) => Ok(Self::Document),
            (Format::Json | Format::Jsonl, Some(file)) => {
                Err(InputError::new("output", file, BadValue::Conflict, "--format json | -o FILE"))
            }
            (Format::Text, None) => Err(InputError::new("output", "", BadValue::Missing, ALLOWED)),
            (Format::Text, Some("-")) => Ok(Self::Stdout),
            (Format::Text, Some(file)) => {
                let path = PathBuf::from(file);
                let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
                match extension.to_str() {
                    Some("html" | "htm") => Ok(Self::Html(path)),
                    Some("pdf") => Ok(Self::Pdf(path)),
                    _ => Err(InputError::new("output", file, BadValue::Unknown, ALLOWED)),
                }
            }
        }
    }

    pub(crate) fn write<D: Serialize>(
        &self,
        document: &D,
        html: impl Fn(&D, Lang) -> String,
        output: &Output,
    ) -> Result<(), Failure> {
        let nothing = |_: &D| String::new();
        match self {
            Self::Document => output.document(document, |_, _| String::new(), nothing),
            Self::Stdout => {
                output.stream(|out| out.write_all(html(document, output.lang).as_bytes()))
            }
            Self::Html(path) => {
                write_whole(path, html(document, output.lang).as_bytes())?;
                written(path, output.lang);
                Ok(())
            }
            Self::Pdf(path) => {
                write_whole(path, &pdf::print(&html(document, output.lang))?)?;
                written(path, output.lang);
                Ok(())
            }
        }
    }
}

/// Says which file was written.
pub(crate) fn written(path: &Path, lang: Lang) {
    let path = sanitize(&path.to_string_lossy());
    say(&translate_with(lang, "run.written", &[("path", &path)]));
}
