//! Numbers and tables as text.

use crate::Lang;
use comfy_table::{CellAlignment, Table, presets::NOTHING};
use unicode_width::UnicodeWidthStr;

/// `51.9155 %`; what is positive but would print as zero is said to be small.
pub(crate) fn percent(x: f64) -> String {
    if x > 0.0 && x < 0.000_000_5 { "<0.0001 %".into() } else { format!("{:.4} %", 100.0 * x) }
}

/// `51.92`, in per cent with two decimals and without the sign; what is more than nothing or
/// less than all but would print as that is said to be so. For single figures: a sum of all
/// may lack a rounding error.
pub(crate) fn hundredths(x: f64) -> String {
    match x {
        x if x > 0.0 && x < 0.000_05 => "<0.01".into(),
        x if x > 0.999_95 && x < 1.0 => ">99.99".into(),
        x => format!("{:.2}", 100.0 * x),
    }
}

/// `80,000`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

/// A count in running text, with two digits where it is large: `430`, `1,000,000`. Japanese counts
/// by ten thousands, and has a space between digits and what they count: `430 `, `100 万`.
pub(crate) fn about(x: f64, lang: Lang) -> String {
    const MANY: f64 = 1e4;
    if x < MANY {
        return format!("{x:.0}{}", lang.pick(["", " "]));
    }
    let digit = 10_f64.powf(x.log10().floor() - 1.0);
    let rounded = (x / digit).round() * digit;
    let of = |unit: f64| format!("{:.1}", rounded / unit).replace(".0", "");
    match lang.is_japanese() {
        false => thousands(rounded as u64),
        true if rounded < MANY * MANY => format!("{} 万", of(MANY)),
        true => format!("{} 億", of(MANY * MANY)),
    }
}

/// `+1.92`, in percentage points with so many decimals; without a sign where that would mean
/// nothing.
pub(crate) fn signed(x: f64, decimals: usize) -> String {
    let text = format!("{:+.decimals$}", 100.0 * x);
    let nothing = text.chars().all(|c| "+-0.".contains(c));
    if nothing { text[1..].to_string() } else { text }
}

/// `+82`, `-152`, `0`.
pub(crate) fn whole_signed(x: f64) -> String {
    let text = format!("{x:+.0}");
    if matches!(text.as_str(), "+0" | "-0") { "0".into() } else { text }
}

/// `+1.9155`, in percentage points.
pub(crate) fn signed_points(x: f64) -> String {
    signed(x, 4)
}

/// The text padded with spaces to a width in terminal columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Breaks lines that are wider than so many terminal columns: at spaces, and in Japanese
/// between any two characters, but not inside a word of another script, nor before
/// closing or after opening punctuation; after a pause near the end of the line, if there is one.
pub fn wrap(text: &str, width: usize) -> String {
    let mut result = String::new();
    let mut column = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let while_in = |text: &str, set: fn(&char) -> bool| -> usize {
            text.chars().take_while(set).map(char::len_utf8).sum()
        };
        let mut end = while_in(rest, |c| "（「".contains(*c));
        end += match while_in(&rest[end..], char::is_ascii_graphic) {
            0 => rest[end..].chars().next().map_or(0, char::len_utf8),
            word => word,
        };
        // A figure and its sign stay together.
        if rest[end..].starts_with(" %") {
            end += 1 + while_in(&rest[end + 1..], char::is_ascii_graphic);
        }
        end += while_in(&rest[end..], |c| "。、）」：".contains(*c));
        let (piece, after) = rest.split_at(end);
        if column + piece.width() > width && first != ' ' && first != '\n' {
            match last_pause(&result, width) {
                Some(at) => {
                    column = result[at..].width();
                    result.insert(at, '\n');
                }
                None => {
                    result.truncate(result.trim_end_matches(' ').len());
                    result.push('\n');
                    column = 0;
                }
            }
        }
        column = if first == '\n' { 0 } else { column + piece.width() };
        result.push_str(piece);
        rest = after;
    }
    result
}

/// The end of the last 、or 。in the last third of the last line, unless it is the very end.
fn last_pause(text: &str, width: usize) -> Option<usize> {
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let (at, pause) = text[start..].char_indices().rfind(|(_, c)| "、。".contains(*c))?;
    let end = start + at + pause.len_utf8();
    let rest = &text[end..];
    let near = !rest.is_empty() && 3 * rest.width() <= width;
    (near && !rest.starts_with(['）', '」', ' '])).then_some(end)
}

/// Columns aligned for a terminal, Japanese included: those of the indices `left`
/// to the left, the others to the right. No trailing spaces.
pub(crate) fn columns(header: Vec<String>, rows: Vec<Vec<String>>, left: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(header);
    table.add_rows(rows);
    let count = table.column_count();
    for index in 0..count {
        if let Some(column) = table.column_mut(index) {
            let right = if index + 1 == count { 0 } else { 2 };
            column.set_padding((0, right));
            if !left.contains(&index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A bar of at most 40 blocks for a share of the largest value.
pub(crate) fn bar(share: f64) -> String {
    "#".repeat((share * 40.0).round() as usize)
}

/// A probability that fits a column: the shortest form, or ten decimals.
pub(crate) fn probability(x: f64) -> String {
    let shortest = x.to_string();
    if shortest.len() <= 12 {
        shortest
    } else if x < 1e-6 {
        format!("{x:.6e}")
    } else {
        format!("{x:.10}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_nothing_or_all_does_not_print_so() {
        let cases = [
            (0.0, "0.00"),
            (1e-300, "<0.01"),
            (0.000_049, "<0.01"),
            (0.000_051, "0.01"),
            (0.519_154, "51.92"),
            (0.999_949, "99.99"),
            (0.999_951, ">99.99"),
            (1.0 - f64::EPSILON, ">99.99"),
            (1.0, "100.00"),
        ];
        for (x, wanted) in cases {
            assert_eq!(hundredths(x), wanted, "{x}");
        }
    }

    #[test]
    fn large_counts_are_counted_as_people_do() {
        let cases = [
            (430.4, "430", "430 "),
            (9_999.0, "9999", "9999 "),
            (12_345.0, "12,000", "1.2 万"),
            (996_000.0, "1,000,000", "100 万"),
            (1e9, "1,000,000,000", "10 億"),
        ];
        for (x, en, ja) in cases {
            assert_eq!(Lang::ALL.map(|lang| about(x, lang)), [en, ja]);
        }
    }

    #[test]
    fn signs_where_they_mean_something() {
        assert_eq!(signed(0.019_155, 2), "+1.92");
        assert_eq!(signed(-0.019_155, 4), "-1.9155");
        assert_eq!(signed(-0.000_04, 2), "0.00");
        assert_eq!(signed_points(-0.000_000_4), "0.0000");
        assert_eq!(signed_points(-0.000_000_6), "-0.0001");
    }

    #[test]
    fn lines_break_after_pauses() {
        assert_eq!(wrap("one two three", 8), "one two\nthree");
        // A pause near the end is a better place than the middle of a word.
        assert_eq!(wrap("あいうえお、かきくけこ", 16), "あいうえお、\nかきくけこ");
        assert_eq!(wrap("あ、いうえおかきくけこ", 16), "あ、いうえおかき\nくけこ");
        assert_eq!(wrap("あいうえお、か 12 きく", 16), "あいうえお、\nか 12 きく");
        assert_eq!(wrap("あいうえおか。（きく）", 16), "あいうえおか。\n（きく）");
    }
}
