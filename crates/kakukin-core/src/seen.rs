//! Text as its readers see it: characters that do something instead of being seen, and names
//! that nobody can tell apart.

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Whether a character turns the direction of what follows it.
pub fn turns_around(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is not there for the eye: zero-width ones, fillers, tags, and those that
/// turn the direction. Variation selectors are none of them: they say how a letter is drawn.
pub fn is_unseen(c: char) -> bool {
    turns_around(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character does something to the terminal, page or table that shows it, or is not
/// seen there.
pub fn does_something(c: char) -> bool {
    c.is_control() || is_unseen(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// One line of what can be seen: any space is one space, and letters with marks are one
/// character where there is one.
///
/// ```
/// assert_eq!(kakukin_core::one_line(" か\u{3099}\n x\u{202e} "), "が x");
/// ```
pub fn one_line(text: &str) -> String {
    let seen = text.chars().filter(|c| !is_unseen(*c));
    let spaced: String = seen.map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut line = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    compose(&mut line);
    line
}

/// What is equal for names that nobody can tell apart.
///
/// ```
/// use kakukin_core::as_seen;
/// assert_eq!(as_seen("Ta\u{200b}ro"), as_seen("Taro"));
/// assert_ne!(as_seen("taro"), as_seen("Taro"));
/// ```
pub fn as_seen(name: &str) -> String {
    let variant = |c: char| matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    one_line(&name.replace(variant, ""))
}

/// Makes one character of letters with marks, where there is one (Unicode's form NFC). Variants of
/// kanji stay as they are: they are letters of their own to those who bear them.
pub fn compose(text: &mut String) {
    // Most names have nothing to compose: Latin letters, kana and kanji as they are typed.
    let plain = |c| c < '\u{300}' || matches!(c, '\u{3030}'..='\u{3098}' | '\u{309b}'..='\u{9fff}');
    if !text.chars().all(plain) && !is_nfc(text) {
        let variant = |c: char| matches!(c, '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}');
        let mut composed = String::with_capacity(text.len());
        for part in text.split_inclusive(variant) {
            let end = part.char_indices().next_back().filter(|(_, c)| variant(*c));
            let (rest, kept) = part.split_at(end.map_or(part.len(), |(at, _)| at));
            composed.extend(rest.nfc());
            composed.push_str(kept);
        }
        *text = composed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (one, other) in [
            ("Taro", "Ta\u{200b}ro"),
            ("Taro", "\u{202d}Taro\u{202c}"),
            ("Taro", "Taro\u{3164}"),
            ("Taro", "Taro\u{fe0f}"),
            ("山田 太郎", "山田\u{3000}太郎"),
            ("がく", "か\u{3099}く"),
            ("é", "e\u{301}"),
            // A mark that is kept from its letter by a joiner.
            ("é", "e\u{34f}\u{301}"),
        ] {
            assert_eq!(as_seen(one), as_seen(other), "{one:?} {other:?}");
        }
        for (one, other) in [("Taro", "taro"), ("か", "が"), ("Ａ", "A"), ("高", "髙")] {
            assert_ne!(as_seen(one), as_seen(other));
        }
        assert_eq!(as_seen("\u{200b}\u{2060} "), "");
    }

    #[test]
    fn control_characters_do_nothing() {
        assert_eq!(one_line(" a\u{1b}[31m\nb\t "), "a [31m b");
        assert!(['\u{1b}', '\u{9b}', '\u{202e}', '\u{2028}'].into_iter().all(does_something));
        assert!(!['a', '龍', ' ', '\u{3000}', '\u{fe0f}'].into_iter().any(does_something));
    }

    /// What `compose` does not look at is composed already.
    #[test]
    fn nothing_is_taken_for_composed_that_is_not() {
        for c in ('\0'..='\u{ffff}').chain('\u{1f000}'..='\u{2ffff}') {
            for text in [c.to_string(), format!("か{c}"), format!("e{c}")] {
                let mut composed = text.clone();
                compose(&mut composed);
                let variant = matches!(c, '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}');
                let wanted = if variant { text } else { text.nfc().collect() };
                assert_eq!(composed, wanted);
            }
        }
        let mut name = "か\u{3099}\u{fa19}か\u{3099}".to_string();
        compose(&mut name);
        assert_eq!(name, "が\u{fa19}が");
    }
}
