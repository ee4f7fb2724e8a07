//! Any names, dates and ratings.

use kakukin_records::{Date, Player};
use proptest::prelude::*;
use unicode_normalization::is_nfc;

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
        .prop_filter("composed", |name| is_nfc(&name.replace(is_variant, "")))
}

/// Variants of kanji, which stay as they are.
fn is_variant(c: char) -> bool {
    matches!(c, '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}

/// Neither control characters nor those of another direction nor what Unicode says may be left out
/// when it is shown (Default_Ignorable_Code_Point), but for the variants of a character: they are
/// not kept.
fn is_seen(c: &char) -> bool {
    let unseen = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}');
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
