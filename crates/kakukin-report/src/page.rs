//! Pages for people: one HTML file each, with everything inside (style, pictures, data), to
//! be read on any screen and printed on A4. No script, nothing loaded from elsewhere.

use crate::{Lang, chart::DARK_STYLE};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

/// What all pages look like.
const STYLE: &str = include_str!("page.css");

/// A whole page. `kind` is the class of its body; `data` is the document behind it.
pub(crate) fn page<D: Serialize>(
    title: &str,
    kind: &str,
    lang: Lang,
    data: &D,
    body: &Markup,
) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "kakukin " (VERSION) };
                title { (title) }
                style { (PreEscaped(STYLE)) "@media screen and (prefers-color-scheme: dark) {" (PreEscaped(DARK_STYLE)) "}" }
            }
            body class=(kind) {
                (body)
                script type="application/json" id="kakukin-data" { (PreEscaped(embedded(data))) }
            }
        }
    };
    markup.into_string() + "\n"
}

/// The version of the program that made a page.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// JSON that cannot end the element it stands in: no `<`, `>` or `&` is left, and none of
/// them occurs in JSON outside of strings.
fn embedded<D: Serialize>(data: &D) -> String {
    let json = serde_json::to_string(data).unwrap_or_default();
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Sentences that follow each other: with a space between them, in Japanese without.
pub(crate) fn joined(sentences: &[String], lang: Lang) -> String {
    sentences.join(lang.pick([" ", ""]))
}

/// A table: a header, rows, and how many of its first columns are words and not figures.
pub(crate) fn table(header: &[String], rows: &[Vec<String>], words: usize) -> Markup {
    let class = |column: usize| if column < words { "words" } else { "figure" };
    html! {
        table {
            thead {
                tr { @for (k, cell) in header.iter().enumerate() { th class=(class(k)) scope="col" { (cell) } } }
            }
            tbody {
                @for row in rows {
                    tr { @for (k, cell) in row.iter().enumerate() { td class=(class(k)) { (cell) } } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_leave_its_element() {
        let json = embedded(&["</script><!--", "a & b"]);
        assert!(!json.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), ["</script><!--", "a & b"]);
    }
}
