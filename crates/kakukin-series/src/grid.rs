//! Lists and ranges of rates, for tables: `50..99`, `0..70:5`, `0,10%,1/4`.

use crate::{InputError, Problem};
use kakukin_core::{BadValue, Probability, Rational, parse_rational};

/// The most rates that one list may have.
const MAX_RATES: usize = 10_000;

const ALLOWED: &str = "70%; 50%..99%; 50..99; 0..70:5; 0,10%,1/4 (<= 10000)";

/// Reads rates separated by commas, each a single rate or a range
/// `LOW..HIGH` or `LOW..HIGH:STEP`. In a range, numbers above 1 are per cents;
/// the step is one per cent unless it is given.
///
/// ```
/// use kakukin_series::parse_rates;
/// let rates = parse_rates("f", "0..70:5")?;
/// assert_eq!((rates.len(), rates[1].to_string()), (15, "1/20".to_string()));
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
pub fn parse_rates(field: &'static str, text: &str) -> Result<Vec<Probability>, InputError> {
    let refuse = |problem: Problem| InputError::new(field, text, problem, ALLOWED);
    let mut rates = Vec::new();
    for part in dotted(text).split([',', '、']) {
        let Some((low, rest)) = part.split_once("..") else {
            let rate = Probability::parse(field, part);
            rates.push(rate.map_err(|e| InputError { allowed: ALLOWED.into(), ..e.into() })?);
            if rates.len() > MAX_RATES {
                return Err(refuse(BadValue::TooMany.into()));
            }
            continue;
        };
        let (high, step) = match rest.split_once(':') {
            Some((high, step)) => (high, Some(step)),
            None => (rest, None),
        };
        let Ends { low: low_value, high: high_value, unit } =
            Ends::parse(field, low, high).map_err(|e| refuse(e.problem))?;
        let hundredth = Rational::ONE / Rational::from(100);
        let number = |text: &str| parse_rational(field, text).map_err(|e| refuse(e.problem.into()));
        let step = match step {
            None => hundredth,
            Some(step) if is_percent(step) => number(step)?,
            // A bare step is in the unit of its range.
            Some(step) => number(step)? * unit,
        };
        if step <= Rational::ZERO || low_value > high_value {
            return Err(refuse(BadValue::BadForm.into()));
        }
        let count = ((&high_value - &low_value) / &step).floor();
        if count > ((MAX_RATES - rates.len()) as u32).into() {
            return Err(refuse(BadValue::TooMany.into()));
        }
        let mut value = low_value;
        while value <= high_value {
            rates.push(Probability::new(value.clone()).map_err(|e| refuse(e.problem.into()))?);
            value += &step;
        }
    }
    if rates.len() > MAX_RATES {
        return Err(refuse(BadValue::TooMany.into()));
    }
    Ok(rates)
}

/// Reads an interval `LOW..HIGH`, numbers above 1 being per cents; `None` if the text
/// has no dots.
///
/// ```
/// use kakukin_series::parse_interval;
/// let (low, high) = parse_interval("p", "66%..74%")?.unwrap();
/// assert_eq!((low.to_string(), high.to_string()), ("33/50".into(), "37/50".into()));
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
pub fn parse_interval(
    field: &'static str,
    text: &str,
) -> Result<Option<(Probability, Probability)>, InputError> {
    let written = dotted(text);
    let Some((low, high)) = written.split_once("..") else {
        return Ok(None);
    };
    let refuse = |e: InputError| InputError::new(field, text, e.problem, "70%; 66%..74%");
    let ends = Ends::parse(field, low, high).map_err(refuse)?;
    let rate = |x: Rational| Probability::new(x).map_err(|e| refuse(e.into()));
    Ok(Some((rate(ends.low)?, rate(ends.high)?)))
}

/// The two ends of a range, and what a bare number in it is multiplied by.
struct Ends {
    low: Rational,
    high: Rational,
    unit: Rational,
}

impl Ends {
    fn parse(field: &'static str, low: &str, high: &str) -> Result<Self, InputError> {
        let ends = (parse_rational(field, low)?, parse_rational(field, high)?);
        let hundredth = Rational::ONE / Rational::from(100);
        // 50..99 and 0..70 mean per cents, 0.5..0.9 and 1/2..3/4 do not.
        let bare = !is_percent(low) && !is_percent(high);
        if bare && (ends.0 > Rational::ONE || ends.1 > Rational::ONE) {
            return Ok(Self {
                low: ends.0 * &hundredth,
                high: ends.1 * &hundredth,
                unit: hundredth,
            });
        }
        // In 66..74% the sign is meant for both.
        let scaled = |x: Rational, text: &str| {
            if !bare && !is_percent(text) && x > Rational::ONE { x * &hundredth } else { x }
        };
        let (low, high) = (scaled(ends.0, low), scaled(ends.1, high));
        Ok(Self { low, high, unit: if bare { Rational::ONE } else { hundredth } })
    }
}

/// `66%～72%` is written `66%..72%`.
fn dotted(text: &str) -> String {
    text.replace(['～', '〜', '~'], "..").replace("．．", "..")
}

fn is_percent(text: &str) -> bool {
    text.contains(['%', '％'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        parse_rates("p", text).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lists_and_ranges() {
        assert_eq!(read("50..52"), ["1/2", "51/100", "13/25"]);
        assert_eq!(read("50%..52%"), read("0.5..0.52"));
        assert_eq!(read("50..52%"), read("50..52"));
        assert_eq!(read("50～52％"), read("50..52"));
        assert_eq!(read("0..10:5"), ["0", "1/20", "1/10"]);
        assert_eq!(read("0%..10%:5"), read("0..10:5%"));
        assert_eq!(read("1/2..3/5:1/20"), ["1/2", "11/20", "3/5"]);
        assert_eq!(read("0,10%,1/4"), ["0", "1/10", "1/4"]);
        assert_eq!(read("50..51:0.5"), ["1/2", "101/200", "51/100"]);
    }

    #[test]
    fn refusals() {
        for text in
            ["70", "50..", "..", "99..50", "50..99:0", "50..99:-1", "50..101", "0..100:0.0001", ""]
        {
            assert!(parse_rates("p", text).is_err(), "{text}");
        }
    }
}
