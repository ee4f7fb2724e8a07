//! Which rule was taken where none was given, and why.

use crate::{Lang, RuleDocument, page::joined, series::spread::worst_words};
use kakukin_series::Ranked;

/// The rule that stands in for one that was not given, in words and with what speaks for it.
pub fn recommended_note(ranked: &Ranked, lang: Lang) -> String {
    let note = tr!(lang, "live.recommended", points = ranked.series.rule().points());
    let worst = ranked.spread.as_ref().map(|spread| worst_words(spread, lang));
    let said = joined(&[Some(note), worst].into_iter().flatten().collect::<Vec<_>>(), lang);
    format!("{said}\n{}", RuleDocument::new(&ranked.series).sentences(lang))
}
