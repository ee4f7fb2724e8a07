//! Hands among many: each is a line of its own, and so is each that was refused.

use crate::{
    FieldStyle, Lang, SchemaName, csv::Csv, explain, hand::tiles::TileStyle, sanitize,
    table::Columns, visible,
};
use kakukin_core::Refusal;
use serde::Serialize;

/// A document about one hand of many.
pub trait OneOfMany: Serialize {
    /// Gives it the line that the hand comes from.
    fn number(&mut self, line: usize);

    /// One line of text.
    fn line_text(&self, lang: Lang, style: TileStyle) -> String;

    /// The header of the CSV of many hands: that of one hand, and a column for refusals.
    fn lines_header() -> String;

    /// Its rows.
    fn lines_rows(&self) -> String;
}

/// The column in which a refused hand says why.
const ERROR: &str = "error";

/// A table with a column for refusals, which is empty in all rows of answers.
pub(crate) fn with_error<R>(columns: Columns<'_, R>) -> Columns<'_, R> {
    columns.csv(ERROR, |_| "")
}

/// A hand among many that was refused.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusedHandDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The line that it comes from.
    pub line: usize,
    /// The hand as it is written there; empty if there is none.
    pub hand: String,
    /// Why it was refused.
    pub error: ErrorDetail,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorDetail {
    /// The parameter, or null if it is not about one.
    pub field: Option<String>,
    /// Its value as it was given.
    pub value: Option<String>,
    /// A stable code.
    pub problem: String,
    /// What would be accepted.
    pub allowed: Option<String>,
    /// One sentence in the language asked for.
    pub message: String,
}

impl ErrorDetail {
    /// A refusal, with fields written in a style.
    pub fn new(error: &dyn Refusal, style: FieldStyle, lang: Lang) -> Self {
        Self {
            field: Some((style.name)(error.field(), lang)),
            value: Some(sanitize(error.value())),
            problem: error.code().into(),
            allowed: Some(style.allowed(error, lang)),
            message: explain(error, style, lang),
        }
    }
}

impl RefusedHandDocument {
    /// The document of a refusal.
    pub fn new(line: usize, hand: &str, error: ErrorDetail) -> Self {
        Self { schema: SchemaName::default(), line, hand: hand.to_string(), error }
    }

    /// One line of text.
    pub fn line_text(&self) -> String {
        let hand = sanitize(&self.hand);
        let parts = [&hand, &self.error.message];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|x| !x.is_empty()).collect();
        parts.join("  ") + "\n"
    }

    /// Its row under the header of the documents that the other hands have.
    pub fn csv_row<D: OneOfMany>(&self) -> String {
        let mut csv = Csv::default();
        let header = D::lines_header();
        csv.fields(header.trim_end().split(',').map(|name| match name {
            "line" => self.line.to_string(),
            "hand" => visible(&self.hand).into_owned(),
            ERROR => self.error.message.clone(),
            _ => String::new(),
        }));
        csv.end_row();
        csv.finish()
    }
}
