//! What all workbooks share: styles of cells, formulas with their results, why one could not be
//! made.

pub(crate) mod formula;
pub(crate) mod style;

use rust_xlsxwriter::XlsxError;

/// Why a workbook could not be made.
#[derive(Debug)]
pub struct WorkbookError(XlsxError);

impl std::fmt::Display for WorkbookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for WorkbookError {}

impl From<XlsxError> for WorkbookError {
    fn from(error: XlsxError) -> Self {
        Self(error)
    }
}
