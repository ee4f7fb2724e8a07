//! The file: sheet by sheet, in the order in which they are read.

use super::{
    curves, data, document::WorkbookDocument, lookup, reading, scores, simulation, style::Style,
    tree, viewer,
};
use crate::{Lang, WorkbookError, lang::own_or_shared};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

/// What all sheets need to know.
#[derive(Debug)]
pub(super) struct Book<'d> {
    pub(super) document: &'d WorkbookDocument,
    pub(super) lang: Lang,
    pub(super) style: Style,
    pub(super) names: Names,
}

/// The names of the sheets.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) viewer: String,
    pub(super) reading: String,
    pub(super) data: String,
    pub(super) simulation: String,
    pub(super) curves: String,
    pub(super) tree: String,
    pub(super) scores: String,
    pub(super) lookup: String,
}

impl Names {
    fn new(lang: Lang) -> Self {
        let name = |key: &str| tr!(lang, format!("workbook.sheet.{key}"));
        Self {
            viewer: name("viewer"),
            reading: name("reading"),
            data: name("data"),
            simulation: name("simulation"),
            curves: name("curves"),
            tree: name("tree"),
            scores: name("scores"),
            lookup: name("lookup"),
        }
    }
}

impl Book<'_> {
    /// The head of a column.
    pub(super) fn column(&self, key: &str) -> String {
        own_or_shared(self.lang, ["workbook.column", "term"], key)
    }
}

impl WorkbookDocument {
    /// The document as a file for spreadsheet programs. The same document gives the same bytes.
    pub fn xlsx(&self, lang: Lang) -> Result<Vec<u8>, WorkbookError> {
        self.write(lang).map_err(Into::into)
    }

    fn write(&self, lang: Lang) -> Result<Vec<u8>, XlsxError> {
        let (style, names) = (Style::new(lang), Names::new(lang));
        let book = Book { document: self, lang, style, names };
        let mut file = Workbook::new();
        let (row, column) = Style::default_cell(lang);
        file.set_default_format(&book.style.base, row, column)?;
        // A date of its own would make each file another one.
        let properties = DocProperties::new()
            .set_title(tr!(lang, "workbook.title"))
            .set_subject(tr!(lang, "workbook.subject"))
            .set_author("kakukin")
            .set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?);
        file.set_properties(&properties);
        viewer::write(&book, file.add_worksheet().set_name(&book.names.viewer)?)?;
        reading::write(&book, file.add_worksheet().set_name(&book.names.reading)?)?;
        data::write(&book, file.add_worksheet().set_name(&book.names.data)?)?;
        simulation::write(&book, file.add_worksheet().set_name(&book.names.simulation)?)?;
        curves::write(&book, file.add_worksheet().set_name(&book.names.curves)?)?;
        tree::write(&book, file.add_worksheet().set_name(&book.names.tree)?)?;
        scores::write(&book, file.add_worksheet().set_name(&book.names.scores)?)?;
        lookup::write(&book, file.add_worksheet().set_name(&book.names.lookup)?)?;
        file.save_to_buffer()
    }
}
