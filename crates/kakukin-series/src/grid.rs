//! Lists, ranges and intervals of rates: `0,10%,1/4`, `50..99`, `0..70:5`, `66–74 %`, `6～7割`.

use crate::{InputError, Problem};
use kakukin_core::{
    BadValue, Comma, MAX_NUMBER, Probability, Rational, Unit, Written, narrow, without_about,
};

/// The most rates that one list may have.
const MAX_RATES: usize = 10_000;

const ALLOWED: &str = "70%; 50%..99%; 50..99; 0..70:5; 0,10%,1/4 (<= 10000)";
const LIST_ALLOWED: &str = "90%; 90%,95%; 0.9,0.95";
const INTERVAL_ALLOWED: &str = "70%; 66%..74%";

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
    let narrowed = narrowed(text);
    for part in members(&narrowed).map_err(|problem| refuse(problem.into()))? {
        let (range, step) = match part.split_once(':') {
            Some((range, step)) => (range, Some(step)),
            None => (part, None),
        };
        let Some((low, high)) = ends(range) else {
            let rate = Probability::parse(field, part);
            rates.push(rate.map_err(|e| InputError { allowed: ALLOWED.into(), ..e.into() })?);
            if rates.len() > MAX_RATES {
                return Err(refuse(BadValue::TooMany.into()));
            }
            continue;
        };
        let Ends { low, high, unit } =
            Ends::parse(low, high).map_err(|problem| refuse(problem.into()))?;
        let step = match step.map(|step| Written::read(step, Comma::Decimal)).transpose() {
            Ok(None) => Rational::ONE / Rational::from(100),
            // A bare step is in the unit of its range.
            Ok(Some(Written { number, unit: Unit::Bare })) => number * unit,
            Ok(Some(step)) => step.value(),
            Err(problem) => return Err(refuse(problem.into())),
        };
        if step <= Rational::ZERO || low > high {
            return Err(refuse(BadValue::BadForm.into()));
        }
        let count = ((&high - &low) / &step).floor();
        if count > ((MAX_RATES - rates.len()) as u32).into() {
            return Err(refuse(BadValue::TooMany.into()));
        }
        let mut value = low;
        while value <= high {
            rates.push(Probability::new(value.clone()).map_err(|e| refuse(e.problem.into()))?);
            value += &step;
        }
    }
    if rates.len() > MAX_RATES {
        return Err(refuse(BadValue::TooMany.into()));
    }
    Ok(rates)
}

/// Reads single rates separated by commas.
///
/// ```
/// use kakukin_series::{Problem, parse_rate_list};
/// assert_eq!(parse_rate_list("book", "0.9,95%")?.len(), 2);
/// // One number with a decimal comma, or two?
/// assert_eq!(parse_rate_list("book", "0,9").unwrap_err().problem.code(), "decimal_comma");
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
pub fn parse_rate_list(field: &'static str, text: &str) -> Result<Vec<Probability>, InputError> {
    let refuse = |problem| InputError::new(field, text, problem, LIST_ALLOWED);
    let narrowed = narrowed(text);
    let parts = members(&narrowed).map_err(refuse)?;
    let rates = parts.into_iter().map(|part| Probability::parse(field, part));
    Ok(rates.collect::<Result<_, _>>()?)
}

/// Reads an interval such as `66%..74%`, numbers above 1 being per cents; `None` if the text
/// is none.
///
/// ```
/// use kakukin_series::parse_interval;
/// let (low, high) = parse_interval("p", "66%..74%")?.unwrap();
/// assert_eq!((low.to_string(), high.to_string()), ("33/50".into(), "37/50".into()));
/// assert_eq!(parse_interval("p", "66–74 %")?, Some((low, high)));
/// assert_eq!(parse_interval("p", "70%")?, None);
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
pub fn parse_interval(
    field: &'static str,
    text: &str,
) -> Result<Option<(Probability, Probability)>, InputError> {
    let refuse = |problem: BadValue| InputError::new(field, text, problem, INTERVAL_ALLOWED);
    let narrowed = narrowed(text);
    let range = without_about(&narrowed);
    let read = match (range.split_once('±'), ends(range)) {
        (Some((middle, around)), _) => {
            Ends::parse(middle, around).map(|Ends { low, high, .. }| {
                let (middle, around) = (low, high);
                (&middle - &around, middle + around)
            })
        }
        (None, Some((low, high))) => Ends::parse(low, high).map(|ends| (ends.low, ends.high)),
        (None, None) => return Ok(None),
    };
    let (low, high) = read.map_err(refuse)?;
    let rate = |x: Rational| Probability::new(x).map_err(|e| refuse(e.problem));
    Ok(Some((rate(low)?, rate(high)?)))
}

/// The members of a list. Where its commas could just as well be the points of decimals, as in
/// `0,7`, it is refused.
fn members(list: &str) -> Result<Vec<&str>, BadValue> {
    let parts: Vec<&str> = list.split([',', '、']).map(str::trim).collect();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let decimal = |pair: &[&str]| matches!(pair, [whole, part] if matches!(*whole, "0" | "1") && digits(part));
    match parts.chunks(2).all(decimal) {
        true => Err(BadValue::DecimalComma),
        false => Ok(parts),
    }
}

/// What people write between two ends, in the order in which it is looked for.
const BETWEEN: [&str; 12] = ["...", "..", "…", "~", "〜", " to ", "から", "–", "—", "‐", "-", "ー"];

/// The two ends of a range as they were written; `None` if it is none.
fn ends(range: &str) -> Option<(&str, &str)> {
    BETWEEN.into_iter().find_map(|sign| {
        // A number that is longer is not read, so neither is a longer end.
        let near = |(at, _): &(usize, &str)| *at <= 4 * MAX_NUMBER;
        let places = range.match_indices(sign).take_while(near);
        let splits = places.map(|(at, sign)| (&range[..at], &range[at + sign.len()..]));
        // What stands before must be a number: -1 is no range, nor is 1e-3.
        splits.into_iter().find(|(low, _)| Written::read(low, Comma::Decimal).is_ok())
    })
}

/// The two ends of a range, and what a bare number in it is multiplied by.
struct Ends {
    low: Rational,
    high: Rational,
    unit: Rational,
}

impl Ends {
    fn parse(low: &str, high: &str) -> Result<Self, BadValue> {
        let high = high.trim().trim_end_matches("まで");
        let mut low = Written::read(low, Comma::Decimal)?;
        let mut high = Written::read(high, Comma::Decimal)?;
        match (low.unit, high.unit) {
            // 50..99 and 0..70 mean per cents, 0.5..0.9 and 1/2..3/4 do not.
            (Unit::Bare, Unit::Bare)
                if low.number.clone().max(high.number.clone()) > Rational::ONE =>
            {
                (low.unit, high.unit) = (Unit::Percent, Unit::Percent);
            }
            // In 66..74% and 6～7割 the unit is meant for both.
            (Unit::Bare, unit @ (Unit::Percent | Unit::Tenths)) => low.unit = unit,
            _ => {}
        }
        let unit = match low.unit {
            Unit::Bare | Unit::Fraction => Rational::ONE,
            unit => Written { number: Rational::ONE, unit }.value(),
        };
        Ok(Self { low: low.rate(), high: high.rate(), unit })
    }
}

/// In half-width characters, as far as there are any.
fn narrowed(text: &str) -> String {
    text.chars().map(narrow).collect()
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
        assert_eq!(read("50-52"), read("50..52"));
        assert_eq!(read("6～8割:1"), ["3/5", "7/10", "4/5"]);
        assert_eq!(read("1..2%"), ["1/100", "1/50"]);
        assert_eq!(read("70"), ["7/10"]);
        assert_eq!(read("0,10,20"), ["0", "1/10", "1/5"]);
        assert_eq!(read("0％，１０％"), ["0", "1/10"]);
        assert_eq!(read("60、70"), ["3/5", "7/10"]);
    }

    #[test]
    fn refusals() {
        for text in
            ["700", "50..", "..", "99..50", "50..99:0", "50..99:-1", "50..101", "0..100:0.0001", ""]
        {
            assert!(parse_rates("p", text).is_err(), "{text}");
        }
        for text in ["0,7", "1,5", "0,9,0,95"] {
            let error = parse_rates("p", text).unwrap_err();
            assert_eq!(error.problem, BadValue::DecimalComma, "{text}");
        }
    }

    #[test]
    fn intervals() {
        let between = |text| {
            let (low, high) = parse_interval("p", text).unwrap()?;
            Some([low.to_string(), high.to_string()])
        };
        let wanted = Some(["33/50".to_string(), "37/50".to_string()]);
        for text in [
            "66%..74%",
            "66%-74%",
            "66-74%",
            "66-74",
            "66～74％",
            "66〜74%",
            "66~74%",
            "66% to 74%",
            "66–74 %",
            "66 — 74 %",
            "66%...74%",
            "66%から74%まで",
            "0.66..0.74",
            "0,66-0,74",
            "６６－７４％",
            "66ー74%",
            "33/50-37/50",
            "70%±4%",
            "70±4%",
            "約66～74%",
            "6.6～7.4割",
            "六割六分から七割四分",
            "６６．．７４",
        ] {
            assert_eq!(between(text), wanted, "{text}");
        }
        for text in ["70%", "~70%", "-1", "1e-3", "x", "7割", "70パーセント", ""] {
            assert_eq!(between(text), None, "{text}");
        }
        for text in ["66..", "66..x", "66-101", "70%±40%", "66--1", "50%..1e2"] {
            assert!(parse_interval("p", text).is_err(), "{text}");
        }
    }
}
