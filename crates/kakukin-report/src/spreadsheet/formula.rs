//! Formulas from the words of the locale files and the places of cells.

use rust_xlsxwriter::{Formula, utility};

/// A cell of a sheet, in full.
pub(crate) fn cell(sheet: &str, row: u32, column: u16) -> String {
    utility::worksheet_range_absolute(sheet, row, column, row, column)
}

/// Some rows of a column of a sheet, in full.
pub(crate) fn rows(sheet: &str, column: u16, [first, last]: [u32; 2]) -> String {
    utility::worksheet_range_absolute(sheet, first, column, last, column)
}

/// A text as a formula writes it.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A text of the locale files whose placeholders are filled by cells.
pub(crate) fn sentence(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("%{") {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        parts.push(quoted(before));
        let value = values.iter().find(|(known, _)| *known == name);
        parts.push(value.map_or_else(|| quoted(""), |(_, cell)| cell.to_string()));
        rest = after;
    }
    parts.push(quoted(rest));
    parts.retain(|part| part != "\"\"");
    parts.join("&")
}

/// A formula with the result that a program shows which does not calculate.
pub(crate) fn with_result(formula: &str, result: impl ToString) -> Formula {
    Formula::new(format!("={formula}")).set_result(result.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_joined_from_their_parts() {
        let values = [("n", "$B$2"), ("m", "$B$3")];
        assert_eq!(sentence("%{n} of %{m} \"games\"", &values), r#"$B$2&" of "&$B$3&" ""games""""#);
        assert_eq!(sentence("nothing", &[]), "\"nothing\"");
    }
}
