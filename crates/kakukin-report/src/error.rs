//! Refused input as one clear sentence in the user's language.

use crate::{Lang, try_translate};
use kakukin_sweep::InputError;

/// The sentence for a refusal: the field, the value, why, and what is allowed.
/// `field` is how the user knows the field, such as `--p`.
pub fn explain(error: &InputError, field: &str, lang: Lang) -> String {
    let (value, allowed) = (&error.value, &error.allowed);
    // Where the value is not what the user typed, the problem has a sentence of its own.
    let code = error.problem.code();
    let own = format!("problem.whole.{code}");
    if try_translate(lang, &own).is_some() {
        return tr!(lang, &own, field = field, value = value, allowed = allowed);
    }
    let why = tr!(lang, format!("problem.{code}"), value = value);
    tr!(lang, "problem.sentence", field = field, value = value, why = why, allowed = allowed)
}
