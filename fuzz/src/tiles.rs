//! Tiles and hands as text.

use kakukin_mahjong::{Bag, Hand, Notation};

const NOTATIONS: [Notation; 4] = [Notation::Mpsz, Notation::Counts, Notation::Ids, Notation::Mjai];

/// Any text is tiles or is refused; tiles are the same in every notation that can say them.
pub fn tiles_are_read_alike_in_every_notation(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(bag) = Bag::parse("hand", text) else { return };
    for notation in NOTATIONS {
        if let Some(written) = bag.written(notation) {
            assert_eq!(Bag::parse("hand", &written), Ok(bag), "{notation:?}: {written}");
        }
    }
}

/// Any text is a hand or is refused; a hand, melds and all, is read back as it is printed.
pub fn hands_print_and_read_back(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(hand) = text.parse::<Hand>() else { return };
    let printed = hand.to_string();
    assert_eq!(printed.parse(), Ok(hand), "{printed}");
}
