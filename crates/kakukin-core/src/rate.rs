//! Rates as people write them, taken exactly: `0.7`, `70%`, `7/10`.

use crate::{BadValue, InputError, Integer, Natural, Rational, to_f64};
use std::fmt;

/// The longest number that is read, in characters. It also bounds the size of every
/// denominator, and with it the cost of exact arithmetic.
pub const MAX_NUMBER: usize = 40;

/// How a rate may be written; shown with every refusal.
const RATE_ALLOWED: &str = "0..1 (0.7, 70%, 7/10)";

/// A probability, exact and inside [0, 1].
///
/// ```
/// use kakukin_core::Probability;
/// let p: Probability = "70%".parse()?;
/// assert_eq!(p, "7/10".parse()?);
/// assert_eq!(p.to_string(), "7/10");
/// assert!("70".parse::<Probability>().is_err());
/// # Ok::<(), kakukin_core::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probability(Rational);

impl Probability {
    /// Checks that an exact number is a probability.
    pub fn new(exact: Rational) -> Result<Self, InputError> {
        if exact < Rational::ZERO || exact > Rational::ONE {
            return Err(InputError::new("rate", &exact, BadValue::OutOfRange, RATE_ALLOWED));
        }
        Ok(Self(exact))
    }

    /// The probability `numerator / denominator`.
    pub fn from_ratio(numerator: u64, denominator: u64) -> Result<Self, InputError> {
        if denominator == 0 {
            let text = format!("{numerator}/{denominator}");
            return Err(InputError::new("rate", text, BadValue::NotANumber, RATE_ALLOWED));
        }
        Self::new(Rational::from_parts(numerator.into(), denominator.into()))
    }

    /// Reads a rate and says in which field it stood if it is refused.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new(field, text, problem, RATE_ALLOWED);
        let exact = parse_rational(field, text).map_err(|e| refuse(e.problem))?;
        if exact > Rational::ONE && exact <= Rational::from(100) && !normalise(text).contains('%') {
            return Err(refuse(BadValue::PercentMissing));
        }
        Self::new(exact).map_err(|e| refuse(e.problem))
    }

    /// The exact value.
    pub fn exact(&self) -> &Rational {
        &self.0
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        to_f64(&self.0)
    }

    /// `1 - self`, exactly.
    pub fn complement(&self) -> Self {
        Self(Rational::ONE - &self.0)
    }
}

impl std::str::FromStr for Probability {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::parse("rate", text)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads `-1.5`, `7/10`, `70%` exactly, never through a float. Full-width
/// digits and signs, as a Japanese keyboard gives them, are read too.
///
/// ```
/// use kakukin_core::{Rational, parse_rational};
/// let x = parse_rational("points", "０.４")?;
/// assert_eq!(x, Rational::from_parts(2.into(), 5u32.into()));
/// # Ok::<(), kakukin_core::InputError>(())
/// ```
pub fn parse_rational(field: &'static str, text: &str) -> Result<Rational, InputError> {
    let refuse = |problem| InputError::new(field, text, problem, "1, 0.5, 1/2, 50%");
    let plain = normalise(text);
    let not_a_number = || {
        let power = plain.split_once(['e', 'E']).is_some_and(|(number, power)| {
            let digits = power.trim_start_matches(['+', '-']);
            decimal(number).is_some() && !digits.contains('.') && decimal(digits).is_some()
        });
        refuse(if power { BadValue::PowerOfTen } else { BadValue::NotANumber })
    };
    if plain.chars().count() > MAX_NUMBER {
        let digits = |c: char| c.is_ascii_digit() || "+-./% ".contains(c);
        return Err(match plain.chars().all(digits) {
            true => refuse(BadValue::TooManyDigits),
            false => not_a_number(),
        });
    }
    if let Some(percent) = plain.strip_suffix('%') {
        let value = decimal(percent.trim_end()).ok_or_else(not_a_number)?;
        return Ok(value / Rational::from(100));
    }
    if let Some((above, below)) = plain.split_once('/') {
        let above = decimal(above).ok_or_else(not_a_number)?;
        let below = decimal(below).ok_or_else(not_a_number)?;
        if below.is_zero() {
            return Err(not_a_number());
        }
        return Ok(above / below);
    }
    decimal(&plain).ok_or_else(not_a_number)
}

/// Trims, and turns full-width forms (U+FF01..U+FF5E) into ASCII.
pub(crate) fn normalise(text: &str) -> String {
    text.trim().chars().map(narrow).collect()
}

/// A full-width form (U+FF01..U+FF5E), as a Japanese keyboard gives it, as ASCII; any other
/// character as it is.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn three_notations_of_one_rate() {
        for text in
            ["0.7", "70%", "7/10", ".7", " 70 % ", "７０％", "0.70", "+0.7", "14/20", "3.5/5"]
        {
            assert_eq!(text.parse::<Probability>().unwrap().to_string(), "7/10", "{text}");
        }
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let problem = |text: &str| text.parse::<Probability>().unwrap_err().problem;
        assert_eq!(problem("70"), BadValue::PercentMissing);
        assert_eq!(problem("100"), BadValue::PercentMissing);
        assert_eq!(problem("101"), BadValue::OutOfRange);
        assert_eq!(problem("101%"), BadValue::OutOfRange);
        assert_eq!(problem("-0.1"), BadValue::OutOfRange);
        for text in [
            "", "x", "1/0", "0/0", "e", "1e", "e3", "1e1.5", "NaN", "inf", "--1", "1//2", "0.7.1",
            "%", ".", "1/2/3", "0x1",
        ] {
            assert_eq!(problem(text), BadValue::NotANumber, "{text}");
        }
        for text in ["1e-300", "1E6", "7.5e+0", "１ｅ３"] {
            assert_eq!(problem(text), BadValue::PowerOfTen, "{text}");
        }
        assert_eq!(problem(&"0".repeat(41)), BadValue::TooManyDigits);
        assert_eq!(problem(&format!("0.{}%", "7".repeat(40))), BadValue::TooManyDigits);
        assert_eq!(problem(&"x".repeat(41)), BadValue::NotANumber);
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "\\PC{0,50}") {
            let _ = text.parse::<Probability>();
        }

        #[test]
        fn what_is_printed_is_read_back(n in 0u64..=1000, extra in 0u64..1000) {
            let p = Probability::from_ratio(n, n + extra + 1).unwrap();
            prop_assert_eq!(p.to_string().parse::<Probability>().unwrap(), p);
        }
    }
}
