//! Refused input as one clear sentence in the user's language.

use crate::Lang;
use kakukin_sweep::InputError;

/// The sentence for a refusal: the field, the value, why, and what is allowed.
/// `field` is how the user knows the field, such as `--p`.
pub fn explain(error: &InputError, field: &str, lang: Lang) -> String {
    let key = format!("problem.{}", error.problem.code());
    let why = tr!(lang, &key, value = error.value, allowed = error.allowed);
    tr!(
        lang,
        "problem.sentence",
        field = field,
        value = error.value,
        why = why,
        allowed = error.allowed
    )
}
