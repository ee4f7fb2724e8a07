//! The clock, read at the edge alone.

use jiff::Timestamp;
use kakukin_report::Stamp;

/// Now, in UTC to the second; or the moment that `SOURCE_DATE_EPOCH` sets (seconds since
/// 1970), so that a run can be repeated to the byte.
pub(crate) fn now() -> Stamp {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok();
    let set = set.and_then(|text| Timestamp::from_second(text.parse().ok()?).ok());
    stamp(set.unwrap_or_else(Timestamp::now))
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
