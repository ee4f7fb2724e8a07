//! Numbers as people write them, in digits or kanji, taken exactly: `0.7`, `0,7`, `1,500`, `70%`,
//! `7/10`, `７割５分`, `十分の七`.

use crate::{BadValue, Integer, Natural, Rational};

/// The longest number that is read, in characters. It also bounds the size of every
/// denominator, and with it the cost of exact arithmetic.
pub const MAX_NUMBER: usize = 40;

/// What a number was written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Nothing: `0.7`, `70`.
    Bare,
    /// A fraction: `7/10`.
    Fraction,
    /// Hundredths: `70%`.
    Percent,
    /// Tenths (割) with their parts: `7割`, `6割5分`.
    Tenths,
}

/// What a comma between digits means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comma {
    /// The point of a decimal, always: a rate has no thousands.
    Decimal,
    /// Thousands where it can (`1,500`), else the point of a decimal (`4,5`).
    Thousands,
}

/// A number as it was written, with its unit.
///
/// ```
/// use kakukin_core::{Comma, Rational, Unit, Written};
/// let share = Written::read("六割五分", Comma::Decimal)?;
/// assert_eq!((share.unit, share.value()), (Unit::Tenths, Rational::from_parts(13.into(), 20u8.into())));
/// # Ok::<(), kakukin_core::BadValue>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Written {
    /// The number that stands before the unit.
    pub number: Rational,
    /// The unit.
    pub unit: Unit,
}

impl Written {
    /// Reads a number and its unit, never through a float.
    pub fn read(text: &str, comma: Comma) -> Result<Self, BadValue> {
        let plain = plain(text);
        if plain.chars().count() > MAX_NUMBER {
            let digits = |c: char| c.is_ascii_digit() || "+-.,_/% ".contains(c);
            return Err(match plain.chars().all(digits) {
                true => BadValue::TooManyDigits,
                false => unreadable(&plain),
            });
        }
        let number = |text: &str| amount(text, comma).ok_or_else(|| unreadable(&plain));
        if let Some(number_of) = before_percent(&plain) {
            return Ok(Self { number: number(number_of)?, unit: Unit::Percent });
        }
        if let Some((tenths, parts)) = plain.split_once('割') {
            let parts = parts_of_tenths(parts).ok_or_else(|| unreadable(&plain))?;
            return Ok(Self { number: number(tenths)? + parts, unit: Unit::Tenths });
        }
        // 十分の七 is seven tenths.
        let japanese = plain.split_once("分の").map(|(below, above)| (above, below));
        if let Some((above, below)) = plain.split_once('/').or(japanese) {
            let (above, below) = (number(above)?, number(below)?);
            return match below.is_zero() {
                true => Err(BadValue::NotANumber),
                false => Ok(Self { number: above / below, unit: Unit::Fraction }),
            };
        }
        Ok(Self { number: number(&plain)?, unit: Unit::Bare })
    }

    /// The number itself: 70 % is 7/10.
    pub fn value(self) -> Rational {
        match self.unit {
            Unit::Bare | Unit::Fraction => self.number,
            Unit::Percent => self.number / Rational::from(100),
            Unit::Tenths => self.number / Rational::from(10),
        }
    }

    /// The number as a rate: a bare one above 1 is a percentage, 1 is all.
    pub fn rate(self) -> Rational {
        match self.unit {
            Unit::Bare if self.number > Rational::ONE => {
                Self { unit: Unit::Percent, ..self }.value()
            }
            _ => self.value(),
        }
    }
}

/// Trimmed and in half-width characters, the minus sign as a hyphen.
fn plain(text: &str) -> String {
    let half: String = text.chars().map(|c| if c == '−' { '-' } else { narrow(c) }).collect();
    half.trim().to_string()
}

/// A full-width form (U+FF01..U+FF5E), as a Japanese keyboard gives it, as ASCII; any other
/// character as it is.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// Why a text is no number: powers of ten have a reason of their own.
fn unreadable(plain: &str) -> BadValue {
    let power = plain.split_once(['e', 'E']).is_some_and(|(number, power)| {
        let digits = power.trim_start_matches(['+', '-']);
        decimal(number).is_some() && !digits.contains('.') && decimal(digits).is_some()
    });
    if power { BadValue::PowerOfTen } else { BadValue::NotANumber }
}

/// What stands before a sign or word for per cent.
fn before_percent(plain: &str) -> Option<&str> {
    const SIGNS: [&str; 5] = ["%", "パーセント", "percent", "per cent", "pct"];
    let lower = plain.to_ascii_lowercase();
    let sign = SIGNS.into_iter().find(|sign| lower.ends_with(sign))?;
    Some(plain[..plain.len() - sign.len()].trim_end())
}

/// What follows 割, in tenths: 五分 a half, 三厘 three hundredths; 半 is a half, too.
fn parts_of_tenths(text: &str) -> Option<Rational> {
    let digit = |text: &str| {
        let number = whole_in_kanji(text).or_else(|| decimal(text))?;
        (number >= Rational::ZERO && number < Rational::from(10)).then_some(number)
    };
    let text = text.trim();
    if text == "半" {
        return Some(Rational::ONE / Rational::from(2));
    }
    let (hundredths, rest) = text.split_once('分').map_or((None, text), |(x, y)| (Some(x), y));
    let (thousandths, rest) = rest.split_once('厘').map_or((None, rest), |(x, y)| (Some(x), y));
    if !rest.trim().is_empty() {
        return None;
    }
    let part = |text: Option<&str>, of: u32| match text {
        None => Some(Rational::ZERO),
        Some(text) => Some(digit(text.trim())? / Rational::from(of)),
    };
    Some(part(hundredths, 10)? + part(thousandths, 100)?)
}

/// A number without a unit.
fn amount(text: &str, comma: Comma) -> Option<Rational> {
    let text = text.trim();
    match ungrouped(text, comma) {
        Some(digits) => decimal(&digits),
        None => decimal(text).or_else(|| whole_in_kanji(text)),
    }
}

/// A number with commas, or its thousands parted in another way, as a plain decimal.
fn ungrouped(text: &str, comma: Comma) -> Option<String> {
    if !text.contains([',', '_']) {
        return None;
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut groups = whole.split([',', '_']);
    let first = groups.next()?.trim_start_matches(['+', '-']);
    let grouped = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3)
        && whole.contains([',', '_']);
    match comma {
        Comma::Thousands if grouped => Some(text.replace([',', '_'], "")),
        // One comma, digits on both sides.
        _ if part.is_empty() && !text.contains(['_', '.']) => {
            let (whole, part) = text.split_once(',')?;
            let digits = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
            (digits(whole) && digits(part)).then(|| format!("{whole}.{part}"))
        }
        _ => None,
    }
}

/// `-1.5`, `.7`.
fn decimal(text: &str) -> Option<Rational> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let all = format!("{whole}{part}");
    if !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value =
        Rational::from_parts(all.parse::<Integer>().ok()?, Natural::from(10u8).pow(part.len()));
    Some(if negative { -value } else { value })
}

/// 七, 七十五, 百, and digit by digit 七五: whole numbers below a thousand.
fn whole_in_kanji(text: &str) -> Option<Rational> {
    const DIGITS: &str = "〇一二三四五六七八九";
    let digit = |c: char| match c {
        '零' => Some(0),
        _ => DIGITS.chars().position(|known| known == c),
    };
    let (mut sum, mut last): (usize, Option<usize>) = (0, None);
    let mut below = 1000;
    for letter in text.chars() {
        let power = match letter {
            '百' => 100,
            '十' => 10,
            _ => {
                let shown = digit(letter)?;
                // Digits next to each other are one number.
                last =
                    Some(last.map_or(shown, |last| last.saturating_mul(10).saturating_add(shown)));
                continue;
            }
        };
        if power >= below || last == Some(0) || last > Some(9) {
            return None;
        }
        (sum, below) = (sum + power * last.take().unwrap_or(1), power);
    }
    let rest = last.unwrap_or(0);
    (rest < below && !text.is_empty()).then(|| Rational::from(sum + rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, comma: Comma) -> Result<String, BadValue> {
        Ok(Written::read(text, comma)?.value().to_string())
    }

    #[test]
    fn commas_between_digits() {
        let thousands = |text| read(text, Comma::Thousands).unwrap_or_default();
        assert_eq!(thousands("1,500"), "1500");
        assert_eq!(thousands("-1,500"), "-1500");
        assert_eq!(thousands("１，５００"), "1500");
        assert_eq!(thousands("2_000_000"), "2000000");
        assert_eq!(thousands("12,345.5"), "24691/2");
        assert_eq!(thousands("4,5"), "9/2");
        assert_eq!(thousands("0,500"), "1/2");
        assert_eq!(thousands("1500,25"), "6001/4");
        assert_eq!(read("1,500", Comma::Decimal), Ok("3/2".into()));
        for text in ["1,2,3", "1,50,000", ",5", "5,", "1,,5", "1,5.5", "1,500,", "_1", "1_2"] {
            for comma in [Comma::Decimal, Comma::Thousands] {
                assert_eq!(read(text, comma), Err(BadValue::NotANumber), "{text}");
            }
        }
    }

    #[test]
    fn kanji() {
        let number = |text: &str| whole_in_kanji(text).map(|number| number.to_string());
        let known = [
            ("〇", "0"),
            ("七", "7"),
            ("十", "10"),
            ("十五", "15"),
            ("七十", "70"),
            ("七十五", "75"),
            ("七五", "75"),
            ("七〇", "70"),
            ("百", "100"),
            ("百五", "105"),
            ("二百三十四", "234"),
        ];
        for (text, value) in known {
            assert_eq!(number(text).as_deref(), Some(value), "{text}");
        }
        for text in ["", "十百", "十十", "〇十", "七五十", "十五五", "千", "七x", "百〇十"]
        {
            assert_eq!(number(text), None, "{text}");
        }
        // As long as a number can be, and no number.
        assert_eq!(number(&"九".repeat(MAX_NUMBER)), None);
    }

    #[test]
    fn units() {
        let rate = |text| read(text, Comma::Decimal);
        for text in [
            "6割5分",
            "６割５分",
            "六割五分",
            "6.5割",
            "6割半",
            "65%",
            "６５％",
            "六十五パーセント",
        ] {
            assert_eq!(rate(text), Ok("13/20".into()), "{text}");
        }
        assert_eq!(rate("六割五分三厘"), Ok("653/1000".into()));
        assert_eq!(rate("6割3厘"), Ok("603/1000".into()));
        assert_eq!(rate("十割"), Ok("1".into()));
        assert_eq!(rate("10分の7"), Ok("7/10".into()));
        assert_eq!(rate("三分の二"), Ok("2/3".into()));
        assert_eq!(rate("70 per cent"), Ok("7/10".into()));
        for text in ["割", "割5分", "6割5", "6割15分", "6割5分5分", "6割-1分", "五分", "分の", "%%"]
        {
            assert_eq!(rate(text), Err(BadValue::NotANumber), "{text}");
        }
    }
}
