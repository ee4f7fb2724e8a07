//! Days, as far as records tell them, in the many ways in which they are written.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

/// A day, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Japanese eras: the year before their first, in words and as spreadsheets shorten them.
const ERAS: [(&str, char, u16); 5] = [
    ("令和", 'R', 2018),
    ("平成", 'H', 1988),
    ("昭和", 'S', 1925),
    ("大正", 'T', 1911),
    ("明治", 'M', 1867),
];
/// How much of a text is looked at.
const MOST: usize = 64;

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("no date"))
    }
}

impl Date {
    /// A day; month and day are 0 where they are not known. Nothing for days that do not exist.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let last = match month {
            0 => 0,
            2 if year.is_multiple_of(4)
                && (!year.is_multiple_of(100) || year.is_multiple_of(400)) =>
            {
                29
            }
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let exists = (1000..=9999).contains(&year) && day <= last;
        exists.then_some(Self { year, month, day })
    }

    /// The date that a text is: `2024`, `2024-03`, `2024/3/27`, `2024年3月27日`.
    ///
    /// ```
    /// use kakukin_records::Date;
    /// assert_eq!(Date::parse("2024/3/27"), Date::new(2024, 3, 27));
    /// assert_eq!(Date::parse("27.03.2024"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let narrow = narrow(text.trim());
        let mut parts = narrow.split(['-', '/', '.', '年', '月', '日']);
        let year = parts.next().filter(|year| year.len() == 4)?;
        let mut rest = [0u8; 2];
        let mut given = parts.filter(|part| !part.is_empty());
        for (place, part) in rest.iter_mut().zip(given.by_ref()) {
            *place = part.parse().ok().filter(|number| *number > 0)?;
        }
        match given.next() {
            Some(_) => None,
            None => Self::new(year.parse().ok()?, rest[0], rest[1]),
        }
    }

    /// The first date in a text: `2024/03/27 10:00`, `2024.03.??`, `20240327`, `27.03.2024`,
    /// `令和6年3月27日`, `R6.3.27`. Where the order of day and month cannot be told
    /// (`3/4/2024`) only the year is known; without a whole year there is no date.
    pub fn find(text: &str) -> Option<Self> {
        let narrow = narrow(text);
        if let Some(date) = Self::of_era(&narrow) {
            return Some(date);
        }
        let numbers = Numbers::of(&narrow);
        let at = |k: usize| numbers.0.get(k).copied().unwrap_or_default();
        let place = (0..numbers.0.len()).find(|k| matches!(at(*k).digits, 4 | 8 | 14))?;
        let year = at(place);
        if year.digits > 4 {
            let day = year.value / if year.digits == 14 { 1_000_000 } else { 1 };
            let [year, month, day] = [day / 10_000, day / 100 % 100, day % 100];
            return Self::lenient(year, month, day);
        }
        // Behind the year, or before it.
        if is_mark(year.mark) && at(place + 1).digits > 0 {
            let month = at(place + 1);
            let day = if is_mark(month.mark) { at(place + 2).value } else { 0 };
            return Self::lenient(year.value, month.value, day);
        }
        if place < 2 || at(place - 1).mark != at(place - 2).mark || !is_mark(at(place - 1).mark) {
            return Self::lenient(year.value, 0, 0);
        }
        let (one, two) = (at(place - 2).value, at(place - 1).value);
        match at(place - 1).mark {
            '.' => Self::lenient(year.value, two, one),
            _ if one > 12 => Self::lenient(year.value, two, one),
            _ if two > 12 => Self::lenient(year.value, one, two),
            _ => Self::lenient(year.value, 0, 0),
        }
    }

    /// A month or day that cannot be is not known; the year still is.
    fn lenient(year: u64, month: u64, day: u64) -> Option<Self> {
        let year = u16::try_from(year).ok()?;
        let small = |x: u64| u8::try_from(x).unwrap_or(u8::MAX);
        Self::new(year, small(month), small(day))
            .or_else(|| Self::new(year, small(month), 0))
            .or_else(|| Self::new(year, 0, 0))
    }

    fn of_era(text: &str) -> Option<Self> {
        let (rest, before) = ERAS.into_iter().find_map(|(name, letter, before)| {
            let short = || text.trim_start().strip_prefix([letter, letter.to_ascii_lowercase()]);
            let short = || short().filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            let rest = text.split_once(name).map(|(_, rest)| rest).or_else(short)?;
            Some((rest.trim_start(), before))
        })?;
        if let Some(rest) = rest.strip_prefix('元') {
            let numbers = Numbers::of(rest);
            let at = |k: usize| numbers.0.get(k).map_or(0, |number| number.value);
            return Self::lenient(u64::from(before) + 1, at(0), at(1));
        }
        let numbers = Numbers::of(rest);
        let at = |k: usize| numbers.0.get(k).copied().unwrap_or_default();
        if !(1..=2).contains(&at(0).digits) || !is_mark(at(0).mark) {
            return None;
        }
        let day = if is_mark(at(1).mark) { at(2).value } else { 0 };
        Self::lenient(u64::from(before) + at(0).value, at(1).value, day)
    }

    /// What two dates have in common: `2024-03` of two days in March 2024.
    pub fn common(self, other: Self) -> Option<Self> {
        let month = if self.month == other.month { self.month } else { 0 };
        let day = if month > 0 && self.day == other.day { self.day } else { 0 };
        (self.year == other.year).then_some(Self { year: self.year, month, day })
    }

    /// The month; 0 where it is not known.
    pub fn month(self) -> u8 {
        self.month
    }

    /// The day; 0 where it is not known.
    pub fn day(self) -> u8 {
        self.day
    }

    /// The year.
    pub fn year(self) -> u16 {
        self.year
    }

    /// The last day that it could be; it need not exist.
    pub fn latest(self) -> Self {
        let or = |known: u8, most: u8| if known == 0 { most } else { known };
        Self { month: or(self.month, 12), day: or(self.day, 31), ..self }
    }
}

impl std::fmt::Display for Date {
    /// `2024-03-27`, `2024-03` or `2024`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

/// What may stand between the numbers of a date.
fn is_mark(c: char) -> bool {
    matches!(c, '/' | '.' | '-' | '年' | '月')
}

/// The beginning of a text with full-width forms as ASCII.
fn narrow(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text.get(..MOST).unwrap_or(text));
    }
    Cow::Owned(text.chars().take(MOST).map(kakukin_core::narrow).collect())
}

/// A number in a text and what follows it at once.
#[derive(Debug, Clone, Copy, Default)]
struct Digits {
    value: u64,
    digits: usize,
    mark: char,
}

/// The first numbers of a text.
struct Numbers([Digits; 8]);

impl Numbers {
    fn of(text: &str) -> Self {
        let mut numbers = [Digits::default(); 8];
        let mut rest = text;
        for number in &mut numbers {
            let Some(start) = rest.find(|c: char| c.is_ascii_digit()) else { break };
            rest = &rest[start..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let value = rest[..digits].parse().unwrap_or(u64::MAX);
            rest = &rest[digits..];
            *number = Digits { value, digits, mark: rest.chars().next().unwrap_or_default() };
        }
        Self(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_as_records_write_them() {
        let cases = [
            ("2024/03/27", "2024-03-27"),
            ("2024/03/27 10:00:00", "2024-03-27"),
            ("2024.03.??", "2024-03"),
            ("2024.??.??", "2024"),
            ("2024-03-27,28", "2024-03-27"),
            ("2024年3月27日", "2024-03-27"),
            ("２０２４／３／２７", "2024-03-27"),
            ("20240327", "2024-03-27"),
            ("20240327100000", "2024-03-27"),
            ("1846", "1846"),
            ("2024.13.01", "2024"),
            ("2024-02-30", "2024-02"),
            ("????.??.??", ""),
            ("", ""),
            ("27.03.2024", "2024-03-27"),
            ("3.4.2024", "2024-04-03"),
            ("27/03/2024", "2024-03-27"),
            ("3/27/2024", "2024-03-27"),
            ("3/4/2024", "2024"),
            ("Mar 27 2024", "2024"),
            ("令和6年3月27日", "2024-03-27"),
            ("令和元年5月1日（水）", "2019-05-01"),
            ("R6.3.1", "2024-03-01"),
            ("H31/4/30", "2019-04-30"),
            ("昭和64年", "1989"),
            ("24/3/1", ""),
            ("4/8", ""),
            ("4月1日", ""),
            ("R2D2", ""),
        ];
        for (text, wanted) in cases {
            let found = Date::find(text).map(|date| date.to_string()).unwrap_or_default();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn dates_that_are_asked_for() {
        let cases = [
            ("2024", "2024"),
            ("2024-03", "2024-03"),
            ("2024-03-27", "2024-03-27"),
            (" 2024/3/7 ", "2024-03-07"),
            ("2024年3月", "2024-03"),
            ("2024-13", ""),
            ("2024-02-30", ""),
            ("2023-02-29", ""),
            ("2024-03-27-1", ""),
            ("27/03/2024", ""),
            ("abc2024", ""),
            ("24", ""),
            ("", ""),
        ];
        for (text, wanted) in cases {
            let found = Date::parse(text).map(|date| date.to_string()).unwrap_or_default();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn dates_have_something_in_common() {
        let cases = [
            ("2024-03-27", "2024-03-27", "2024-03-27"),
            ("2024-03-27", "2024-03-28", "2024-03"),
            ("2024-03-27", "2024-04-27", "2024"),
            ("2024-03-27", "2024", "2024"),
            ("2024-03-27", "2025-03-27", ""),
        ];
        for (one, two, wanted) in cases {
            let (one, two) = (Date::find(one).unwrap(), Date::find(two).unwrap());
            let common = one.common(two).map(|date| date.to_string()).unwrap_or_default();
            assert_eq!(common, wanted, "{one} {two}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "\\PC{0,80}|[0-9./RH年月令和-]{0,40}") {
            let _ = (Date::find(&text), Date::parse(&text));
        }

        #[test]
        fn what_is_printed_is_found(year in 1000u16..=9999, month in 0u8..13, day in 0u8..32) {
            if let Some(date) = Date::new(year, month, day) {
                prop_assert_eq!(Date::find(&date.to_string()), Some(date));
                prop_assert_eq!(Date::parse(&date.to_string()), Some(date));
            }
        }
    }
}
