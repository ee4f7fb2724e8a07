//! A strict reader of HTML that forgives nothing a browser would mend: every element is closed
//! where it must be, attributes are quoted, nothing that needs an escape is without one.

#![allow(dead_code, reason = "each test reads other parts of a page")]

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// The name and the attributes of an element.
    Open(String, Vec<(String, String)>),
    /// The name of an element.
    Close(String),
    /// Text with its escapes undone; what stands in `style` and `script` as it is.
    Text(String),
}

const VOID: [&str; 3] = ["meta", "br", "img"];

/// The pieces of a page; panics where it is not well-formed.
pub(crate) fn read(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    while !rest.is_empty() {
        let raw = open.last().filter(|name| *name == "style" || *name == "script");
        if let Some(name) = raw {
            let end = rest.find("</").expect("an end");
            assert!(rest[end..].starts_with(&format!("</{name}>")), "inside {name}");
            pieces.push(Piece::Text(rest[..end].to_string()));
            pieces.push(Piece::Close(name.clone()));
            rest = &rest[end + name.len() + 3..];
            open.pop();
        } else if let Some(after) = rest.strip_prefix("</") {
            let (name, after) = after.split_once('>').expect("the end of a tag");
            assert_eq!(open.pop().as_deref(), Some(name), "elements are nested");
            pieces.push(Piece::Close(name.to_string()));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('<') {
            rest = tag(after, &mut pieces, &mut open);
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            pieces.push(Piece::Text(unescaped(&rest[..end])));
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    pieces
}

/// Reads a tag after its `<`; returns what follows it.
fn tag<'p>(after: &'p str, pieces: &mut Vec<Piece>, open: &mut Vec<String>) -> &'p str {
    let end = after.find([' ', '>', '/', '\n']).expect("the end of a name");
    let (name, mut rest) = after.split_at(end);
    assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "name: {name}");
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            pieces.push(Piece::Open(name.to_string(), attributes));
            pieces.push(Piece::Close(name.to_string()));
            return after;
        }
        if let Some(after) = rest.strip_prefix('>') {
            pieces.push(Piece::Open(name.to_string(), attributes));
            if !VOID.contains(&name) {
                open.push(name.to_string());
            }
            return after;
        }
        let (key, after) = rest.split_once("=\"").expect("a quoted attribute");
        assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ':'), "{key}");
        let (value, after) = after.split_once('"').expect("the end of an attribute");
        assert!(!value.contains('<'), "{key}={value}");
        attributes.push((key.to_string(), unescaped(value)));
        rest = after;
    }
}

fn unescaped(text: &str) -> String {
    let mut result = String::new();
    let mut parts = text.split('&');
    result.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (name, after) = part.split_once(';').expect("the end of an escape");
        result.push_str(match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "nbsp" => "\u{a0}",
            other => panic!("escape: {other}"),
        });
        result.push_str(after);
    }
    result
}

/// All text of the elements that a test picks by name and attributes, one string for each.
pub(crate) fn texts(
    pieces: &[Piece],
    wanted: impl Fn(&str, &[(String, String)]) -> bool,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside: Option<(usize, String)> = None;
    let mut depth = 0;
    for piece in pieces {
        match piece {
            Piece::Open(name, attributes) => {
                if inside.is_none() && wanted(name, attributes) {
                    inside = Some((depth, String::new()));
                }
                depth += usize::from(!VOID.contains(&name.as_str()));
            }
            Piece::Close(_) => {
                depth -= 1;
                if inside.as_ref().is_some_and(|(at, _)| *at == depth) {
                    found.extend(inside.take().map(|(_, text)| text));
                }
            }
            Piece::Text(text) => {
                if let Some((_, so_far)) = &mut inside {
                    so_far.push_str(text);
                }
            }
        }
    }
    found
}

/// The pieces of the first element that a test picks, its own tags not among them.
pub(crate) fn inside(
    pieces: &[Piece],
    wanted: impl Fn(&str, &[(String, String)]) -> bool,
) -> &[Piece] {
    let is_wanted =
        |piece: &Piece| matches!(piece, Piece::Open(name, attributes) if wanted(name, attributes));
    let start = pieces.iter().position(is_wanted).expect("the element") + 1;
    let mut depth = 0;
    for (index, piece) in pieces.iter().enumerate().skip(start) {
        match piece {
            Piece::Open(name, _) => depth += usize::from(!VOID.contains(&name.as_str())),
            Piece::Close(_) if depth == 0 => return &pieces[start..index],
            Piece::Close(_) => depth -= 1,
            Piece::Text(_) => {}
        }
    }
    panic!("left open")
}

/// The cells of every table, row by row, without its head.
pub(crate) fn tables(pieces: &[Piece]) -> Vec<Vec<Vec<String>>> {
    let is = |piece: &Piece, wanted: &str| matches!(piece, Piece::Open(name, _) if name == wanted);
    let starts = |wanted: &'static str, pieces: &[Piece]| -> Vec<usize> {
        (0..pieces.len()).filter(|&k| is(&pieces[k], wanted)).collect()
    };
    let body = |start: usize| inside(&pieces[start..], |name, _| name == "tbody");
    let row = |body: &[Piece], start: usize| {
        texts(inside(&body[start..], |name, _| name == "tr"), |name, _| name == "td")
    };
    let rows = |body: &[Piece]| starts("tr", body).iter().map(|&k| row(body, k)).collect();
    starts("table", pieces).iter().map(|&k| rows(body(k))).collect()
}

/// The data block of a page, as text.
pub(crate) fn data(pieces: &[Piece]) -> String {
    let id = ("id".to_string(), "kakukin-data".to_string());
    let mut blocks = texts(pieces, |name, attributes| name == "script" && attributes.contains(&id));
    assert_eq!(blocks.len(), 1, "one data block");
    blocks.remove(0)
}
