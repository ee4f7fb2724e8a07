//! Words for a choice, as people write them.

use unicode_normalization::UnicodeNormalization;

/// A word without what nobody means: small letters, half-width, no spaces, hyphens, long-vowel
/// marks, dots, commas or brackets.
///
/// ```
/// use kakukin_core::plain_word;
/// assert_eq!(plain_word("Thue–Morse"), plain_word("thue morse"));
/// assert_eq!(plain_word("トゥエ・モース"), plain_word("ﾄｩｴﾓｰｽ"));
/// ```
pub fn plain_word(text: &str) -> String {
    meant(text).collect()
}

/// Letters and digits; the long-vowel mark is one to Unicode, not to whoever leaves it out.
fn meant(text: &str) -> impl Iterator<Item = char> {
    text.nfkc().filter(|c| c.is_alphanumeric() && *c != 'ー').flat_map(char::to_lowercase)
}

/// The choice that has this among its words; each choice comes with its own.
///
/// ```
/// let words = [(true, "yes y はい"), (false, "no n いいえ")];
/// assert_eq!(kakukin_core::known_word("ＮＯ", &words), Some(&false));
/// assert_eq!(kakukin_core::known_word("", &words), None);
/// ```
pub fn known_word<'w, T>(text: &str, choices: &'w [(T, &str)]) -> Option<&'w T> {
    let wanted = plain_word(text);
    let is_it = |words: &str| words.split_whitespace().any(|word| meant(word).eq(wanted.chars()));
    let known = choices.iter().find(|(_, words)| is_it(words));
    known.map(|(choice, _)| choice).filter(|_| !wanted.is_empty())
}
