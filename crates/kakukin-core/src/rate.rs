//! Rates as people write them, taken exactly: `0.7`, `70%`, `7/10`, `70`, `約７割`.

use crate::{BadValue, Comma, InputError, Rational, Written, to_f64};
use std::fmt;

/// How a rate may be written; shown with every refusal.
const RATE_ALLOWED: &str = "0..1 (0.7, 70%, 7/10)";

/// A probability, exact and inside [0, 1].
///
/// ```
/// use kakukin_core::Probability;
/// let p: Probability = "70%".parse()?;
/// assert_eq!(p, "7/10".parse()?);
/// assert_eq!(p.to_string(), "7/10");
/// assert_eq!(p, "７割".parse()?);
/// assert_eq!(p, "70".parse()?);
/// assert_eq!("1".parse::<Probability>()?.to_f64(), 1.0);
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

    /// Reads a rate and says in which field it stood if it is refused. A bare number above 1 is a
    /// percentage; 1 is all. Whoever says "about" means the number.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new(field, text, problem, RATE_ALLOWED);
        let written = Written::read(without_about(text), Comma::Decimal).map_err(refuse)?;
        Self::new(written.rate()).map_err(|e| refuse(e.problem))
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

/// A rate without the words that say it is about that: `約７割`, `~70%`, `70%くらい`.
pub fn without_about(text: &str) -> &str {
    const BEFORE: [&str; 13] = [
        "約",
        "およそ",
        "おおよそ",
        "ほぼ",
        "だいたい",
        "about",
        "around",
        "approx.",
        "ca.",
        "~",
        "～",
        "〜",
        "≈",
    ];
    const AFTER: [&str; 5] = ["くらい", "ぐらい", "ほど", "程度", "前後"];
    let text = text.trim();
    let starts = |word: &&str| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word));
    let text = BEFORE.iter().find(|word| starts(word)).map_or(text, |word| &text[word.len()..]);
    let text = AFTER.iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text);
    text.trim()
}

/// Reads `-1.5`, `7/10`, `70%`, `1,500` exactly, never through a float. Full-width digits and
/// signs, as a Japanese keyboard gives them, are read too; see [`Written`].
///
/// ```
/// use kakukin_core::{Rational, parse_rational};
/// let x = parse_rational("points", "０.４")?;
/// assert_eq!(x, Rational::from_parts(2.into(), 5u32.into()));
/// # Ok::<(), kakukin_core::InputError>(())
/// ```
pub fn parse_rational(field: &'static str, text: &str) -> Result<Rational, InputError> {
    let written = Written::read(text, Comma::Thousands);
    let refuse = |problem| InputError::new(field, text, problem, "1, 0.5, 1/2, 50%");
    Ok(written.map_err(refuse)?.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn notations_of_one_rate() {
        for text in [
            "0.7",
            "70%",
            "7/10",
            ".7",
            " 70 % ",
            "７０％",
            "0.70",
            "+0.7",
            "14/20",
            "3.5/5",
            "0,7",
            "70",
            "70.0",
            "70,0",
            "７０",
            "7割",
            "七割",
            "７割０分",
            "約70%",
            "約 七割",
            "~70%",
            "～７０％",
            "About 70 percent",
            "70%くらい",
            "7割程度",
            "70パーセント",
            "十分の七",
        ] {
            assert_eq!(text.parse::<Probability>().unwrap().to_string(), "7/10", "{text}");
        }
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let problem = |text: &str| text.parse::<Probability>().unwrap_err().problem;
        assert_eq!(problem("101"), BadValue::OutOfRange);
        assert_eq!(problem("7/5"), BadValue::OutOfRange);
        assert_eq!(problem("11割"), BadValue::OutOfRange);
        assert_eq!(problem("101%"), BadValue::OutOfRange);
        assert_eq!(problem("-0.1"), BadValue::OutOfRange);
        for text in [
            "", "x", "1/0", "0/0", "e", "1e", "e3", "1e1.5", "NaN", "inf", "--1", "1//2", "0.7.1",
            "%", ".", "1/2/3", "0x1", "約", "~", "0,7,1", "66%..74%", "五分",
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
        fn a_bare_percentage_is_one(hundredths in 101u64..=10_000) {
            let bare = format!("{}.{:02}", hundredths / 100, hundredths % 100);
            let rate = Probability::from_ratio(hundredths, 10_000).unwrap();
            prop_assert_eq!(bare.parse::<Probability>().unwrap(), rate.clone());
            prop_assert_eq!(bare.replace('.', ",").parse::<Probability>().unwrap(), rate.clone());
            prop_assert_eq!(format!("{bare}%").parse::<Probability>().unwrap(), rate);
        }

        /// As texts print it, with the sign of either language.
        #[test]
        fn printed_percentages_are_read_back(hundredths in 0u64..=10_000) {
            let rate = Probability::from_ratio(hundredths, 10_000).unwrap();
            let percent = format!("{}.{:02}", hundredths / 100, hundredths % 100);
            let short = percent.trim_end_matches('0').trim_end_matches('.');
            for text in [format!("{percent} %"), format!("{short} ％"), format!("{short}%")] {
                prop_assert_eq!(text.parse::<Probability>().unwrap(), rate.clone());
            }
        }

        #[test]
        fn what_is_printed_is_read_back(n in 0u64..=1000, extra in 0u64..1000) {
            let p = Probability::from_ratio(n, n + extra + 1).unwrap();
            prop_assert_eq!(p.to_string().parse::<Probability>().unwrap(), p);
        }
    }
}
