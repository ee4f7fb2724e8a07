//! One line of a tournament report, cut at its columns.

use crate::{Date, Side, text};

/// Where the columns of a line are in its bytes.
#[derive(Debug, Default)]
pub(super) struct Columns {
    /// Where each character begins, and where the last one ends; nothing if each is a byte.
    starts: Vec<usize>,
    length: usize,
}

/// The first column of the first round, from 0, and how many columns a round has.
const FIRST_ROUND: usize = 91;
const ROUND: usize = 10;

impl Columns {
    /// Every byte is a column.
    fn set_bytes(&mut self, line: &[u8]) {
        self.starts.clear();
        self.length = line.len();
    }

    /// Every character is a column.
    pub(super) fn set_characters(&mut self, line: &[u8]) {
        self.set(line, |_| 1);
    }

    /// Characters are as wide as they are seen in Japan: two columns, if they are not narrow.
    fn set_widths(&mut self, line: &[u8]) {
        self.set(line, |c| match c {
            '\0'..='\u{7f}' | '\u{ff61}'..='\u{ff9f}' => 1,
            _ => 2,
        });
    }

    /// Bytes that belong to no character are columns, too.
    fn set(&mut self, line: &[u8], width: impl Fn(char) -> usize) {
        self.set_bytes(line);
        if line.is_ascii() {
            return;
        }
        let mut at = 0;
        for chunk in line.utf8_chunks() {
            for c in chunk.valid().chars() {
                self.starts.push(at);
                at += c.len_utf8();
                // What follows the first column of a wide character is empty.
                self.starts.extend(std::iter::repeat_n(at, width(c) - 1));
            }
            self.starts.extend(at..at + chunk.invalid().len());
            at += chunk.invalid().len();
        }
        self.length = self.starts.len();
        self.starts.push(at);
    }

    /// Columns from (counted from 1) to, both included; what the line does not have is empty.
    fn cut<'l>(&self, line: &'l [u8], from: usize, to: usize) -> &'l [u8] {
        let (from, to) = ((from - 1).min(self.length), to.min(self.length));
        let place = |column: usize| match self.starts.is_empty() {
            true => column,
            false => self.starts.get(column).copied().unwrap_or(line.len()),
        };
        line.get(place(from)..place(to)).unwrap_or_default()
    }

    /// The columns where rounds begin, counted from 1.
    pub(super) fn rounds(&self) -> impl Iterator<Item = usize> + use<> {
        (FIRST_ROUND..self.length).step_by(ROUND).map(|at| at + 1)
    }
}

/// What the line of a player says.
#[derive(Debug)]
pub(super) struct PlayerLine {
    pub(super) rank: u16,
    pub(super) name: String,
    pub(super) rating: Option<f64>,
    /// Where the entries of its rounds begin, and how many there are.
    pub(super) from: usize,
    pub(super) rounds: usize,
}

/// What can stand for a result.
const RESULTS: &[u8] = b"10=+-WDLHFUZ ";

/// One round of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    /// The starting rank of the opponent, 0 if there is none.
    pub(super) opponent: u16,
    pub(super) side: Option<Side>,
    /// As a capital letter or sign; a space if there is none.
    pub(super) result: u8,
    /// Whether all of that is understood.
    pub(super) is_known: bool,
}

impl Entry {
    /// What of it is not understood.
    pub(super) fn odd(self) -> String {
        match RESULTS.contains(&self.result) {
            true => "w/b ?".into(),
            false => char::from(self.result).into(),
        }
    }

    /// Whether there is no opponent, or the result is one of those without.
    pub(super) fn is_bye(self) -> bool {
        self.opponent == 0 || b"HFUZ".contains(&self.result)
    }
}

/// Reads the line of a player, its rounds into `entries`; nothing if it does not have the form.
pub(super) fn player(
    columns: &mut Columns,
    line: &[u8],
    entries: &mut Vec<Option<Entry>>,
) -> Option<PlayerLine> {
    let ways = [Columns::set_characters, Columns::set_bytes, Columns::set_widths];
    let ways = if line.is_ascii() { &ways[..1] } else { &ways[..] };
    // A way in which everything is understood, or else one in which only some rounds are not.
    [true, false].into_iter().find_map(|strict| {
        ways.iter().find_map(|set| {
            set(columns, line);
            player_in(columns, line, entries, strict)
        })
    })
}

fn player_in(
    columns: &Columns,
    line: &[u8],
    entries: &mut Vec<Option<Entry>>,
    strict: bool,
) -> Option<PlayerLine> {
    let cut = |from, to| columns.cut(line, from, to);
    let blank = |from, to| cut(from, to).iter().all(|&byte| byte == b' ');
    let gaps = [(4, 4), (9, 9), (14, 14), (48, 48), (53, 53), (85, 85), (90, 91)];
    let fits = !line.contains(&b'\t')
        && gaps.into_iter().all(|(from, to)| blank(from, to))
        && cut(81, 84).iter().all(|byte| byte.is_ascii_digit() || b" .,".contains(byte))
        && whole(cut(86, 89)).is_some();
    if !fits {
        return None;
    }
    let rank = whole(cut(5, 8)).filter(|&rank| rank > 0)?;
    let rating = whole(cut(49, 52))?;
    let mut name = String::new();
    text::keep(&mut name, cut(15, 47));
    let from = entries.len();
    for at in columns.rounds() {
        let understood =
            |entry: &Option<Entry>| !strict || entry.is_none_or(|entry| entry.is_known);
        match entry(cut(at, at + ROUND - 1)).filter(understood) {
            Some(entry) => entries.push(entry),
            None => {
                entries.truncate(from);
                return None;
            }
        }
    }
    let rating = (rating > 0).then(|| f64::from(rating));
    Some(PlayerLine { rank, name, rating, from, rounds: entries.len() - from })
}

/// A whole number in a field of four columns; 0 if the field is empty.
fn whole(field: &[u8]) -> Option<u16> {
    let digits = field.trim_ascii();
    let fits = digits.len() <= 4 && digits.iter().all(u8::is_ascii_digit);
    fits.then(|| digits.iter().fold(0, |sum, digit| 10 * sum + u16::from(digit - b'0')))
}

/// A round: `  12 w 1  `. Nothing inside if it is blank, nothing at all if it is something else:
/// columns are shifted. A colour or a result that nobody knows is no more than that.
fn entry(field: &[u8]) -> Option<Option<Entry>> {
    let at = |place: usize| field.get(place).copied().unwrap_or(b' ');
    if field.iter().all(|&byte| byte == b' ') {
        return Some(None);
    }
    if [4, 6, 8, 9].into_iter().any(|gap| at(gap) != b' ') {
        return None;
    }
    let opponent = whole(field.get(..4).unwrap_or(field))?;
    let colour = at(5).to_ascii_lowercase();
    let side = match colour {
        b'w' => Some(Side::First),
        b'b' => Some(Side::Second),
        _ => None,
    };
    let result = at(7).to_ascii_uppercase();
    let is_known = b"wb- ".contains(&colour) && RESULTS.contains(&result);
    Some(Some(Entry { opponent, side, result, is_known }))
}

/// The date of the round whose columns begin here: `24/03/27`; some write `2024/03/27`.
pub(super) fn round_date(columns: &Columns, line: &[u8], at: usize) -> Option<Date> {
    let field = columns.cut(line, at, at + ROUND - 1).trim_ascii();
    if field.get(..4)?.iter().all(u8::is_ascii_digit) {
        return text::date(field);
    }
    let two = |place: usize| {
        let digits = field.get(place..place + 2)?;
        digits.iter().all(u8::is_ascii_digit).then(|| whole(digits))?
    };
    let parted = field.len() == 8 && [2, 5].iter().all(|&gap| b"/.-".contains(&field[gap]));
    let (year, month, day) = (two(0)?, two(3)?, two(6)?);
    // Reports in this form are younger than 1970.
    let century = if year < 70 { 2000 } else { 1900 };
    let known = parted && month > 0 && day > 0;
    known.then(|| Date::new(century + year, month as u8, day as u8))?
}
