//! The clock: read only at the edge.

use crate::InputError;
use jiff::{Timestamp, tz::TimeZone};
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

/// A moment as the clock on the wall shows it, with how far that is from UTC; as it is written, if
/// there is no such day.
pub(crate) fn local(at: &Stamp) -> String {
    in_zone(at, TimeZone::system())
}

fn in_zone(at: &Stamp, zone: TimeZone) -> String {
    let written = at.to_string();
    match written.parse::<Timestamp>() {
        Ok(moment) => moment.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
        Err(_) => written,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_as_the_clock_on_the_wall_shows_them() {
        let at = |text: &str| Stamp::try_from(text.to_string()).unwrap();
        let zone = |text: &str| TimeZone::posix(text).unwrap();
        let noon = at("2026-11-15T09:30:00Z");
        assert_eq!(in_zone(&noon, TimeZone::UTC), "2026-11-15 09:30:00 +00:00");
        assert_eq!(in_zone(&noon, zone("JST-9")), "2026-11-15 18:30:00 +09:00");
        assert_eq!(in_zone(&noon, zone("NST3:30")), "2026-11-15 06:00:00 -03:30");
        // The day changes with the zone, and so does the hour with the season.
        let zone = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(
            in_zone(&at("2026-07-31T23:00:00Z"), zone.clone()),
            "2026-08-01 01:00:00 +02:00"
        );
        assert_eq!(in_zone(&at("2026-12-31T23:30:00Z"), zone), "2027-01-01 00:30:00 +01:00");
        // A record can have a day that there is not.
        assert_eq!(in_zone(&at("2026-02-30T09:30:00Z"), TimeZone::UTC), "2026-02-30T09:30:00Z");
    }

    #[test]
    fn moments_as_they_are_written() {
        let at = |second| stamp(Timestamp::from_second(second).unwrap()).to_string();
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(1_763_199_000), "2025-11-15T09:30:00Z");
        assert_eq!(stamp(Timestamp::MIN).to_string(), "1970-01-01T00:00:00Z");
    }
}
