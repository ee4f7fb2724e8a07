//! The names that look most like one that is not there.

use kakukin_core::checkpoint;

/// Longer names are compared by their beginnings.
const COMPARED: usize = 60;

/// Up to so many of the names, the most alike first.
pub fn nearest_names<'n>(names: &'n [String], wanted: &str, most: usize) -> Vec<&'n str> {
    let wanted: Vec<char> = simple(wanted);
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut row = Vec::new();
    for (index, name) in names.iter().enumerate() {
        if index.is_multiple_of(64) {
            checkpoint();
        }
        found.push((distance(&wanted, &simple(name), &mut row), name));
        if found.len() > 64 * most.max(1) {
            found.sort();
            found.truncate(most);
        }
    }
    found.sort();
    found.into_iter().take(most).map(|(_, name)| name).collect()
}

fn simple(name: &str) -> Vec<char> {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter(|c| c.is_alphanumeric())
        .take(COMPARED)
        .collect()
}

/// Changes of single characters; a name that holds the other is nearer than any that does not.
fn distance(one: &[char], other: &[char], row: &mut Vec<usize>) -> usize {
    let holds = |long: &[char], short: &[char]| {
        !short.is_empty() && long.windows(short.len()).any(|part| part == short)
    };
    if holds(one, other) || holds(other, one) {
        return one.len().abs_diff(other.len());
    }
    row.clear();
    row.extend(0..=other.len());
    for (i, a) in one.iter().enumerate() {
        let mut before = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = before + usize::from(a != b);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    COMPARED + row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_comes_first() {
        let names = ["Komodo 14", "Stockfish 16", "Stockfish 15.1", "水匠"].map(String::from);
        assert_eq!(nearest_names(&names, "stockfish16", 1), ["Stockfish 16"]);
        assert_eq!(nearest_names(&names, "Stokfish 15.1", 1), ["Stockfish 15.1"]);
        assert_eq!(nearest_names(&names, "水匠5", 2)[0], "水匠");
        assert_eq!(nearest_names(&names, "", 9).len(), 4);
        assert!(nearest_names(&[], "x", 3).is_empty());
    }
}
