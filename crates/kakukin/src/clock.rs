//! The clock: read only at the edge.

use crate::InputError;
use jiff::Timestamp;
use kakukin_core::BadValue;
use kakukin_series::Stamp;

/// Sets the clock (seconds since 1970), so that a run can be repeated to the byte. A name of
/// our own: a record shall not be misdated by what other programs set.
const VARIABLE: &str = "KAKUKIN_NOW";

/// Now, in UTC to the second; or the moment that the variable sets.
pub(crate) fn now() -> Result<Stamp, InputError> {
    let Ok(text) = std::env::var(VARIABLE) else {
        return Ok(stamp(Timestamp::now()));
    };
    let set = text.parse().ok().and_then(|second| Timestamp::from_second(second).ok());
    let refuse = || InputError::new(VARIABLE, &text, BadValue::NotANumber, "1763199000");
    set.map(stamp).ok_or_else(refuse)
}

/// The same once the variable has been checked.
pub(crate) fn now_or_start() -> Stamp {
    now().unwrap_or_else(|_| stamp(Timestamp::UNIX_EPOCH))
}

fn stamp(moment: Timestamp) -> Stamp {
    let to_the_second = Timestamp::from_second(moment.as_second()).unwrap_or_default();
    // Only years before 0 are written differently; there 1970 is as true.
    let written = Stamp::try_from(to_the_second.to_string());
    written.unwrap_or_else(|_| stamp(Timestamp::UNIX_EPOCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_as_they_are_written() {
        let at = |second| stamp(Timestamp::from_second(second).unwrap()).to_string();
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(1_763_199_000), "2025-11-15T09:30:00Z");
        assert_eq!(stamp(Timestamp::MIN).to_string(), "1970-01-01T00:00:00Z");
    }
}
