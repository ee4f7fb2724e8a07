//! Which rule was taken where none was given, and why.

use crate::{Lang, RuleDocument, series::find::worst_words};
use kakukin_series::Ranked;

/// The rule that stands in for one that was not given, in words and with what speaks for it. `range` is where p
/// may lie, if it is not known for certain.
pub fn recommended_note(ranked: &Ranked, range: Option<[f64; 2]>, lang: Lang) -> String {
    let note = tr!(lang, "live.recommended", points = ranked.series.rule().points());
    let rule = RuleDocument::new(&ranked.series).sentences(lang);
    match (range, &ranked.spread) {
        (Some(range), Some(spread)) => {
            format!("{note} {}\n{rule}", worst_words(range, spread.worst, lang))
        }
        _ => format!("{note}\n{rule}"),
    }
}
