//! Keys: what a request must have where not everybody may ask.

use std::{fmt, hint::black_box, io};

/// The fewest letters of a key.
pub const LEAST_KEY: usize = 16;
/// The most letters of a key.
pub const MOST_KEY: usize = 128;

/// Letters and digits that nobody takes for others; 32 of them, so that a letter is five bits.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A secret. It is not written anywhere by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key that somebody chose: letters, digits, `-`, `.`, `_` and `~`, which are the same in an
    /// address, in a cookie and in a header.
    pub fn parse(text: &str) -> Option<Self> {
        let good = |c: u8| c.is_ascii_alphanumeric() || b"-._~".contains(&c);
        let fits = (LEAST_KEY..=MOST_KEY).contains(&text.len()) && text.bytes().all(good);
        fits.then(|| Self(text.to_string()))
    }

    /// A key that nobody can guess: 120 random bits of the system.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()))
    }

    /// The key itself, to be handed to those who may have it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether it is this one, in a time that does not tell how much of it is right.
    pub(super) fn is(&self, given: &[u8]) -> bool {
        let own = self.0.as_bytes();
        let differences = own.iter().zip(given).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        own.len() == given.len() && differences == 0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_enough_letters_and_no_others() {
        let key = Key::parse("abcdefgh-._~1234").unwrap();
        assert!(key.is(b"abcdefgh-._~1234"));
        for given in ["", "abcdefgh-._~123", "abcdefgh-._~12345", "bbcdefgh-._~1234"] {
            assert!(!key.is(given.as_bytes()), "{given}");
        }
        let long = "a".repeat(MOST_KEY + 1);
        for text in
            ["", "abcdefgh1234567", "abcdefgh 1234567", "abcdefgh;1234567", "鍵鍵鍵鍵鍵鍵", &long]
        {
            assert_eq!(Key::parse(text), None, "{text}");
        }
        assert_eq!(format!("{key:?}"), "Key(..)");
    }

    #[test]
    fn random_keys_are_keys_and_differ() {
        let [one, two] = [(); 2].map(|()| Key::random().unwrap());
        assert_ne!(one, two);
        assert_eq!(one.reveal().len(), 24);
        assert!(Key::parse(one.reveal()).is_some());
    }
}
