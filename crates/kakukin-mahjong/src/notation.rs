//! Tiles as people and programs write them.
//!
//! Which notation a text is in need not be said:
//!
//! - Only numbers between commas or spaces: `136` tile numbers, or counts of the
//!   34 kinds. The prefixes `136:` and `34:` say which. Without one, 34 numbers
//!   that are not all different are counts, all others tile numbers. Nothing is
//!   lost: no tile number may come twice, and 34 counts of 0..4 cannot all differ.
//!   A lone number needs its prefix, for it is more likely a forgotten suit.
//! - Everything else: mpsz groups and mjai names, even side by side. A digit always
//!   belongs to the suit letter after it, so the `S` of `3S` is souzu and a lone
//!   `S` is south.

use crate::{Bag, InputError, KINDS, Problem, Reds, Tile, Tiles};
use kakukin_core::BadValue;

/// The longest accepted text: a full set in any notation is shorter.
const MAX_CHARS: usize = 1000;
const SUITS: &str = "mpsz";
const HONOURS: [&str; 7] = ["E", "S", "W", "N", "P", "F", "C"];
const ALLOWED: &str = "340m567p11z; 34:N,N,..; 136:N,N,..; 1m 5mr E S W N P F C";
const KINDS_ALLOWED: &str = "0m..9m, 0p..9p, 0s..9s, 1z..7z";

/// A way to write tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `340567m11z`: digits before the letter of their suit, 0 for a red five.
    Mpsz,
    /// `34:0,1,..`: how many of each of the 34 kinds. It has no red fives.
    Counts,
    /// `136:16,17,..`: tiles by number, four for each kind, of which 16, 52 and 88
    /// are the red fives.
    Ids,
    /// `1m 5mr E S W N P F C`, the names of the mjai protocol.
    Mjai,
}

impl Bag {
    /// Reads tiles in any notation and says in which field they stood if they are
    /// refused. Full-width forms and 二三四萬, 筒索字, 東南西北白發中 are read too.
    ///
    /// ```
    /// use kakukin_mahjong::Bag;
    /// let bag = Bag::parse("hand", "0m1z")?;
    /// assert_eq!(bag, Bag::parse("hand", "5mr E")?);
    /// assert_eq!(bag, Bag::parse("hand", "16,108")?);
    /// assert_eq!(bag, Bag::parse("hand", "０萬 東")?);
    /// # Ok::<(), kakukin_mahjong::InputError>(())
    /// ```
    pub fn parse(field: &'static str, text: &str) -> Result<Self, InputError> {
        let refuse = |problem| InputError::new(field, text, problem, ALLOWED);
        if text.chars().nth(MAX_CHARS).is_some() {
            return Err(refuse(BadValue::TooLong));
        }
        let plain = half_width(text);
        if let Some(list) = plain.strip_prefix("34:") {
            let list = numbers(list).and_then(|list| list.try_into().ok());
            return of_counts(field, &list.ok_or_else(|| refuse(BadValue::BadForm))?);
        }
        if let Some(list) = plain.strip_prefix("136:") {
            return of_ids(field, &numbers(list).ok_or_else(|| refuse(BadValue::BadForm))?);
        }
        match numbers(&plain).filter(|list| list.len() != 1) {
            Some(list) => match <&[u32; KINDS]>::try_from(&list[..]) {
                Ok(counts) if has_repeats(&list) => of_counts(field, counts),
                _ => of_ids(field, &list),
            },
            None => of_names(field, &plain, || refuse(BadValue::BadForm)),
        }
    }

    /// The tiles in this notation; [`Bag::parse`] reads it back. `None` if the
    /// notation has no way to say how many fives are red.
    pub fn written(self, notation: Notation) -> Option<String> {
        match notation {
            Notation::Mpsz => Some(self.mpsz()),
            Notation::Counts => {
                let counts = self.tiles().counts();
                self.reds().is_empty().then(|| format!("34:{}", joined(counts, ",")))
            }
            Notation::Ids => Some(format!("136:{}", joined(self.ids()?, ","))),
            Notation::Mjai => Some(joined(self.iter().map(|(tile, red)| mjai(tile, red)), " ")),
        }
    }

    fn mpsz(self) -> String {
        let mut text = String::new();
        for (suit, letter) in SUITS.chars().enumerate() {
            let before = text.len();
            let digit = |(tile, red): (Tile, bool)| if red { 0 } else { tile.rank() + 1 };
            let tiles = self.iter().filter(|(tile, _)| tile.suit() == suit);
            text.extend(tiles.map(|tile| digit(tile).to_string()));
            if text.len() > before {
                text.push(letter);
            }
        }
        text
    }

    /// Exactly one number of each suit is a red five, so two red ones have no
    /// numbers, and neither have four fives without a red one.
    fn ids(self) -> Option<Vec<usize>> {
        let mut ids = Vec::new();
        for tile in self.tiles().kinds() {
            let copies = self.tiles().count(tile) as usize;
            let first = match self.reds().of(tile.suit()) {
                0 if tile.is_five() => 1,
                reds if tile.is_five() && reds > 1 => return None,
                _ => 0,
            };
            if first + copies > 4 {
                return None;
            }
            ids.extend((first..first + copies).map(|copy| 4 * tile.index() + copy));
        }
        Some(ids)
    }
}

fn mjai(tile: Tile, red: bool) -> String {
    match tile.suit() {
        3 => HONOURS[tile.rank()].to_string(),
        _ if red => format!("{tile}r"),
        _ => tile.to_string(),
    }
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// Trims, and turns full-width forms into ASCII.
pub(crate) fn half_width(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            // The tiles of Unicode: winds, dragons from red to white, manzu, souzu, pinzu.
            '\u{1f000}'..='\u{1f021}' => {
                let number = c as u32 - 0x1f000;
                let (rank, suit) = match number {
                    0..4 => (number + 1, 'z'),
                    4..7 => (11 - number, 'z'),
                    7..16 => (number - 6, 'm'),
                    16..25 => (number - 15, 's'),
                    _ => (number - 24, 'p'),
                };
                plain.push_str(&format!("{rank}{suit}"));
            }
            // Asks for a picture instead of a letter.
            '\u{fe0e}' | '\u{fe0f}' => {}
            _ => plain.push(kakukin_core::narrow(c)),
        }
    }
    plain
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '、')
}

/// The numbers of a list, `None` if anything else is in it. Those too large for
/// the type are too large for a tile as well.
fn numbers(list: &str) -> Option<Vec<u32>> {
    let words = list.split(is_separator).filter(|word| !word.is_empty());
    let number = |word: &str| {
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| word.parse().unwrap_or(u32::MAX))
    };
    words.map(number).collect()
}

fn has_repeats(list: &[u32]) -> bool {
    list.iter().enumerate().any(|(i, n)| list[..i].contains(n))
}

/// The refusal of a fifth copy.
pub(crate) fn too_many(field: &'static str, tile: Tile) -> InputError {
    InputError::new(field, tile, Problem::TooManyCopies, "0..4")
}

fn of_counts(field: &'static str, list: &[u32; KINDS]) -> Result<Bag, InputError> {
    let mut tiles = Tiles::EMPTY;
    for (tile, &copies) in Tile::all().zip(list) {
        if copies > 4 {
            return Err(too_many(field, tile));
        }
        tiles = (0..copies).fold(tiles, |tiles, _| tiles.with(tile));
    }
    Bag::new(tiles, Reds::NONE)
        .ok_or_else(|| InputError::new(field, tiles, BadValue::BadForm, ALLOWED))
}

fn of_ids(field: &'static str, list: &[u32]) -> Result<Bag, InputError> {
    let mut bag = Bag::EMPTY;
    for (i, &id) in list.iter().enumerate() {
        let refuse = |problem| InputError::new(field, id, problem, "0..135");
        let tile = Tile::new(id as usize / 4).ok_or_else(|| refuse(Problem::NoSuchTile))?;
        if list[..i].contains(&id) {
            return Err(refuse(Problem::RepeatedTile));
        }
        let red = tile.is_five() && id % 4 == 0;
        bag = bag.with(tile, red).ok_or_else(|| too_many(field, tile))?;
    }
    Ok(bag)
}

fn of_names(
    field: &'static str,
    text: &str,
    bad_form: impl Fn() -> InputError,
) -> Result<Bag, InputError> {
    let mut bag = Bag::EMPTY;
    // Digits that wait for their suit.
    let mut digits: Vec<u32> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10).or_else(|| kanji_digit(c)) {
            digits.push(digit);
        } else if !digits.is_empty() {
            let suit = suit(c).ok_or_else(&bad_form)?;
            // In mjai names the five stays a five and an r makes it red.
            let named_red = chars.next_if_eq(&'r').is_some();
            if named_red && (digits != [5] || suit == 3) {
                return Err(bad_form());
            }
            for digit in digits.drain(..) {
                let red = named_red || digit == 0;
                let rank = if digit == 0 { 4 } else { digit as usize - 1 };
                let tile = Tile::of(suit, rank).filter(|tile| !red || tile.is_five());
                let tile = tile.ok_or_else(|| {
                    let value = format!("{digit}{}", &SUITS[suit..=suit]);
                    InputError::new(field, value, Problem::NoSuchTile, KINDS_ALLOWED)
                })?;
                bag = bag.with(tile, red).ok_or_else(|| too_many(field, tile))?;
            }
        } else if !is_separator(c) {
            let tile = honour(c).and_then(|rank| Tile::of(3, rank)).ok_or_else(&bad_form)?;
            bag = bag.with(tile, false).ok_or_else(|| too_many(field, tile))?;
        }
    }
    if digits.is_empty() { Ok(bag) } else { Err(bad_form()) }
}

/// The digits of 二三四萬.
fn kanji_digit(c: char) -> Option<u32> {
    "〇一二三四五六七八九".chars().zip(0..).find(|(kanji, _)| *kanji == c).map(|(_, digit)| digit)
}

fn suit(c: char) -> Option<usize> {
    match c {
        '萬' | '万' => Some(0),
        '筒' => Some(1),
        '索' => Some(2),
        '字' => Some(3),
        _ => SUITS.find(c.to_ascii_lowercase()),
    }
}

fn honour(c: char) -> Option<usize> {
    match c {
        '発' => Some(5),
        _ => "ESWNPFC".chars().zip("東南西北白發中".chars()).position(|(e, j)| c == e || c == j),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::tests::any_bag;
    use proptest::prelude::*;

    const ALL: [Notation; 4] = [Notation::Mpsz, Notation::Counts, Notation::Ids, Notation::Mjai];

    fn read(text: &str) -> String {
        Bag::parse("hand", text).unwrap().to_string()
    }

    fn refused(text: &str) -> (Problem, String) {
        let InputError { problem, value, field, allowed } = Bag::parse("seen", text).unwrap_err();
        assert_eq!(field, "seen");
        assert!(!allowed.is_empty());
        (problem, value)
    }

    #[test]
    fn mpsz_in_any_order() {
        for text in [
            "234578m1689p357s1z",
            "1z 753s9861p 875432m",
            "2m3m4m5m7m8m1p6p8p9p3s5s7s1z",
            "２３４５７８ｍ１６８９ｐ３５７ｓ１ｚ",
            "234578萬1689筒　357索、1字",
            "二三四五七八萬一六八九筒三五七索東",
            "234578M,1689P,357S東",
        ] {
            assert_eq!(read(text), "234578m1689p357s1z", "{text}");
        }
        assert_eq!(read("7604355m"), "3405567m");
        assert_eq!(read("S 3S"), "3s2z");
        assert_eq!(read("東南西北白發中発"), "12345667z");
        assert_eq!(read(" "), "");
    }

    #[test]
    fn numbers_mean_kinds_or_tiles() {
        let mut counts = vec!["0"; 34];
        (counts[1], counts[4], counts[33]) = ("3", "4", "1");
        assert_eq!(read(&counts.join(",")), "2225555m7z");
        assert_eq!(read(&format!("34: {}", counts.join(" "))), "2225555m7z");
        assert_eq!(read("16 17,52 88 135"), "05m0p0s7z");
        assert_eq!(read("136:5"), "2m");
        assert_eq!(read("136:"), "");
        // 34 different numbers are tiles, as 33 and 35 would be.
        let ids: Vec<String> = (0..34).map(|id| id.to_string()).collect();
        assert_eq!(read(&ids.join(",")), "1111222233334444055566667777888899m");

        counts[6] = "5";
        assert_eq!(refused(&counts.join(",")), (Problem::TooManyCopies, "7m".into()));
        assert_eq!(refused("34:1,2").0, BadValue::BadForm);
        assert_eq!(refused("5 8 5"), (Problem::RepeatedTile, "5".into()));
        assert_eq!(refused("5 136"), (Problem::NoSuchTile, "136".into()));
        assert_eq!(refused("5 99999999999999999999").0, Problem::NoSuchTile);
    }

    #[test]
    fn mjai_names() {
        assert_eq!(read("1m 5mr,5m 5sr E S W N P F C C"), "105m0s12345677z");
        let bag = Bag::parse("hand", "105m0s12345677z").unwrap();
        assert_eq!(bag.written(Notation::Mjai).unwrap(), "1m 5mr 5m 5sr E S W N P F C C");
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        for text in ["0z", "8z", "9z"] {
            assert_eq!(refused(text), (Problem::NoSuchTile, text.into()));
        }
        assert_eq!(refused("10z2m"), (Problem::NoSuchTile, "0z".into()));
        for text in ["123", "12m3", "12 3m", "m", "5zr", "4mr", "55mr", "e", "1x", "34:a", "136:x"]
        {
            assert_eq!(refused(text), (BadValue::BadForm.into(), text.into()));
        }
        assert_eq!(refused("55m055m"), (Problem::TooManyCopies, "5m".into()));
        assert_eq!(refused("EEEEE"), (Problem::TooManyCopies, "1z".into()));
        assert_eq!(refused(&"1m".repeat(501)).0, BadValue::TooLong);
    }

    #[test]
    fn notations_do_not_hide_red_fives() {
        let written = |text, notation| Bag::parse("hand", text).unwrap().written(notation);
        assert_eq!(written("0m", Notation::Counts), None);
        assert_eq!(written("00m", Notation::Ids), None);
        assert_eq!(written("5555m", Notation::Ids), None);
        assert_eq!(written("0555m", Notation::Ids).unwrap(), "136:16,17,18,19");
        assert_eq!(written("05p55s", Notation::Ids).unwrap(), "136:52,53,89,90");
        assert_eq!(written("", Notation::Ids).unwrap(), "136:");
    }

    proptest! {
        #[test]
        fn what_is_written_can_be_read(bag in any_bag()) {
            let plain = Bag::new(bag.tiles(), Reds::NONE).unwrap();
            prop_assert!(plain.written(Notation::Counts).is_some());
            for bag in [bag, plain] {
                for notation in ALL {
                    if let Some(text) = bag.written(notation) {
                        prop_assert_eq!(Bag::parse("hand", &text), Ok(bag), "{}", text);
                    }
                }
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = Bag::parse("hand", &text);
        }

        #[test]
        fn text_like_tiles_is_read_or_refused(
            text in "(34:|136:)?[0-9０-９mpszｍrSEC字東, 　:]{0,60}",
        ) {
            if let Ok(bag) = Bag::parse("hand", &text) {
                prop_assert_eq!(Bag::parse("hand", &bag.to_string()), Ok(bag));
            }
        }
    }
}
