//! Any names, dates and ratings.

use kakukin_records::{Date, Player};
use proptest::prelude::*;

/// Names with all that could be mistaken for the syntax of a format, trimmed as names are.
pub(crate) fn name(most: usize) -> impl Strategy<Value = String> {
    let signs: Vec<char> = "\"\\[](){};%:?*-+/=.,'#$ ~&<>|_0123456789".chars().collect();
    let letters: Vec<char> = "abcWBéßøŁ山田太郎黒白勝ソ表能ｶﾄﾞｷﾝ☗♟😀한".chars().collect();
    let any = prop_oneof![
        4 => prop::sample::select(letters),
        3 => prop::sample::select(signs),
        1 => any::<char>().prop_filter("seen", is_seen),
    ];
    prop::collection::vec(any, 0..=most)
        .prop_map(|chars| {
            // One space between words, as names are kept.
            let text: String = chars.into_iter().collect();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .prop_map(|name| if name == "?" || name == "-" { String::new() } else { name })
}

/// Neither control characters nor those of no width or of another direction: they are not kept.
fn is_seen(c: &char) -> bool {
    let unseen = "\u{ad}\u{feff}".contains(*c)
        || ('\u{200b}'..='\u{200f}').contains(c)
        || ('\u{202a}'..='\u{202e}').contains(c)
        || ('\u{2060}'..='\u{2069}').contains(c);
    !c.is_control() && !unseen
}

/// A player with or without a rating.
pub(crate) fn player(most: usize, least_rating: u16) -> impl Strategy<Value = Player> {
    let rating = prop::option::of((least_rating..4000).prop_map(f64::from));
    (name(most), rating).prop_map(|(name, rating)| Player { name, rating })
}

/// A day, a month or a year.
pub(crate) fn date(years: std::ops::Range<u16>) -> impl Strategy<Value = Date> {
    (years, 1..=12u8, 1..=28u8, 0..3usize).prop_map(|(year, month, day, known)| {
        let (month, day) = [(0, 0), (month, 0), (month, day)][known];
        Date::new(year, month, day).unwrap()
    })
}
