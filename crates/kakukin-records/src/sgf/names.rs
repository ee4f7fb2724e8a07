//! The names of players in sentences about a result.

use super::result::is_word;

/// Black and White, and who could be either of them.
const MARKS: [&str; 2] = ["黒", "白"];
const EITHER: &str = "?";

/// A sentence with a side in the place of each name: whole names, or else the longest beginning
/// of one (白石 of 白石勇一), unless both names begin so. All texts in small letters.
pub(super) fn as_sides(text: &str, names: [&str; 2]) -> String {
    let mut whole: Vec<(&str, &str)> =
        names.into_iter().zip(MARKS).filter(|(name, _)| is_name(name)).collect();
    // One name may be a part of the other.
    whole.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    if let [(one, _), (two, _)] = whole[..]
        && one == two
    {
        whole = vec![(one, EITHER)];
    }
    let mut sentence = text.to_string();
    for (name, mark) in whole {
        sentence = replaced(&sentence, name, mark);
    }
    if sentence != text {
        return sentence;
    }
    let [black, white] = names.map(|name| beginning_in(text, name));
    match (black, white) {
        (Some(black), Some(white)) if black == white => replaced(text, black, EITHER),
        (Some(black), Some(white)) if white.len() > black.len() => replaced(text, white, MARKS[1]),
        (Some(black), _) => replaced(text, black, MARKS[0]),
        (None, Some(white)) => replaced(text, white, MARKS[1]),
        (None, None) => sentence,
    }
}

/// Whether a word can be told from the others of a sentence.
fn is_name(name: &str) -> bool {
    name.chars().nth(1).is_some() && !is_common(name)
}

/// Whether it is one of the others, with a number or a sign at most: 白2 of 白2目半勝ち.
fn is_common(name: &str) -> bool {
    is_word(name.trim_end_matches(|c: char| !c.is_alphabetic()))
}

fn replaced(text: &str, name: &str, mark: &str) -> String {
    let mut sentence = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices(name) {
        let after = at + name.len();
        if stands_alone(text, at, after) {
            sentence.push_str(&text[from..at]);
            sentence.push_str(mark);
            from = after;
        }
    }
    sentence.push_str(&text[from..]);
    sentence
}

/// The longest beginning of a name that a text holds. A single character is a name only as the
/// subject of the whole sentence: 林の勝ち.
fn beginning_in<'n>(text: &str, name: &'n str) -> Option<&'n str> {
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    let mut beginnings: Vec<&str> = ends.map(|end| &name[..end]).collect();
    beginnings.reverse();
    beginnings.into_iter().find(|beginning| {
        let part = stands_alone(name, 0, beginning.len()) && !is_common(beginning);
        let mut places = text.match_indices(*beginning);
        part && match is_name(beginning) {
            true => places.any(|(at, _)| stands_alone(text, at, at + beginning.len())),
            false => text.strip_prefix(*beginning).is_some_and(|rest| rest.starts_with('の')),
        }
    })
}

/// Whether the letters on both sides of a part do not belong to it. Only scripts with gaps
/// between words tell.
pub(super) fn stands_alone(text: &str, from: usize, to: usize) -> bool {
    let joins = |c: char| c < '\u{2e80}' && (c.is_alphanumeric() || c == '_' || c == '-');
    let (before, part, after) = (&text[..from], &text[from..to], &text[to..]);
    let joined_before = part.starts_with(joins) && before.ends_with(joins);
    let joined_after = part.ends_with(joins) && after.starts_with(joins);
    !joined_before && !joined_after
}
