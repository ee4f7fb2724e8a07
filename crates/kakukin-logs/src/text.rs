//! Text in a log: what is written with percent signs, and what is in an address.

/// Undoes `%E6%9D%B1`. What is no such sign stays as it is.
pub(crate) fn unescape(text: &[u8]) -> String {
    String::from_utf8_lossy(&unescape_bytes(text)).into_owned()
}

pub(crate) fn unescape_bytes(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    let digit = |byte: u8| (byte as char).to_digit(16);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let value = match (byte, after) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        match value {
            Some((high, low)) => {
                plain.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            None => plain.push(byte),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_undone_and_others_stay() {
        assert_eq!(unescape(b"%E6%9D%B1%20x"), "東 x");
        assert_eq!(unescape(b"100%, %4, %zz%4"), "100%, %4, %zz%4");
        assert_eq!(unescape(b"%ff"), "\u{fffd}");
    }
}
