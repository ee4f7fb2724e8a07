//! Melds: tiles shown on the table as one set.

use crate::{Bag, InputError, Problem, Tile, Tiles, notation::half_width};
use kakukin_core::BadValue;
use std::{fmt, str::FromStr};

/// How a meld came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MeldKind {
    /// A run with a discard of the player before (チー).
    Chi,
    /// A triplet with a discard (ポン).
    Pon,
    /// Four of a kind with a discard (大明槓).
    OpenKan,
    /// Four of a kind that were all drawn (暗槓).
    ClosedKan,
    /// A triplet with a discard, to which the fourth was added (加槓).
    AddedKan,
}

impl MeldKind {
    /// Every kind, in the order of their keywords in messages.
    pub const ALL: [Self; 5] =
        [Self::Chi, Self::Pon, Self::OpenKan, Self::ClosedKan, Self::AddedKan];

    /// The word before the colon.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Chi => "chi",
            Self::Pon => "pon",
            Self::OpenKan => "kan",
            Self::ClosedKan => "ankan",
            Self::AddedKan => "kakan",
        }
    }

    const fn japanese(self) -> &'static str {
        match self {
            Self::Chi => "チー",
            Self::Pon => "ポン",
            Self::OpenKan => "大明槓",
            Self::ClosedKan => "暗槓",
            Self::AddedKan => "加槓",
        }
    }

    /// Whether it has four tiles.
    pub const fn is_kan(self) -> bool {
        matches!(self, Self::OpenKan | Self::ClosedKan | Self::AddedKan)
    }

    /// Whether it opens the hand: all but the closed kan do.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::ClosedKan)
    }
}

/// A run of three, a triplet or four of a kind, and how it came about.
///
/// ```
/// use kakukin_mahjong::{Meld, MeldKind};
/// let meld: Meld = "chi:034m".parse()?;
/// assert_eq!(meld, "チー：３４０ｍ".parse()?);
/// assert_eq!(meld.kind(), MeldKind::Chi);
/// assert_eq!(meld.to_string(), "chi:340m");
/// assert!("pon:123m".parse::<Meld>().is_err());
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Meld {
    kind: MeldKind,
    first: Tile,
    bag: Bag,
}

impl Meld {
    /// What the command line accepts.
    pub const ALLOWED: &'static str = "chi:123m, pon:111z, kan:2222s, ankan:3333p, kakan:4444z";

    /// Checks that the tiles make a meld of this kind.
    pub fn new(kind: MeldKind, bag: Bag) -> Result<Self, InputError> {
        match bag.tiles().kinds().next() {
            Some(first) if set(kind, first) == Some(bag.tiles()) => Ok(Self { kind, first, bag }),
            _ => {
                let value = format!("{}:{bag}", kind.keyword());
                Err(InputError::new("meld", value, Problem::BadMeld, Self::ALLOWED))
            }
        }
    }

    /// How it came about.
    pub const fn kind(self) -> MeldKind {
        self.kind
    }

    /// The tile it is of; of a run, the lowest.
    pub const fn first(self) -> Tile {
        self.first
    }

    /// Its tiles with their red fives.
    pub const fn bag(self) -> Bag {
        self.bag
    }

    /// Its three or four tiles.
    pub const fn tiles(self) -> Tiles {
        self.bag.tiles()
    }

    /// Whether it opens the hand.
    pub const fn is_open(self) -> bool {
        self.kind.is_open()
    }
}

/// The tiles of a set that begins with this one.
fn set(kind: MeldKind, first: Tile) -> Option<Tiles> {
    if kind == MeldKind::Chi {
        if first.suit() == 3 {
            return None;
        }
        return (0..3).map(|step| Tile::of(first.suit(), first.rank() + step)).collect();
    }
    let copies = if kind.is_kan() { 4 } else { 3 };
    Some((0..copies).map(|_| first).collect())
}

impl FromStr for Meld {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        let refuse = |problem: Problem| InputError::new("meld", text, problem, Self::ALLOWED);
        let plain = half_width(text);
        let (word, tiles) =
            plain.split_once(':').ok_or_else(|| refuse(BadValue::BadForm.into()))?;
        let word = word.trim_end();
        let is_meant =
            |kind: &MeldKind| word.eq_ignore_ascii_case(kind.keyword()) || word == kind.japanese();
        let kind = MeldKind::ALL.into_iter().find(is_meant);
        let kind = kind.ok_or_else(|| refuse(BadValue::Unknown.into()))?;
        let bag = Bag::parse("meld", tiles).map_err(|e| refuse(e.problem))?;
        Self::new(kind, bag).map_err(|e| refuse(e.problem))
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.keyword(), self.bag)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Reds;
    use proptest::prelude::*;

    /// Any meld, with as many red fives as it likes.
    pub(crate) fn any_meld() -> impl Strategy<Value = Meld> {
        let kind = prop::sample::select(&MeldKind::ALL[..]);
        (kind, 0..34usize, 0..=4u32).prop_filter_map("a run of suits", |(kind, first, reds)| {
            let tiles = set(kind, Tile::new(first)?)?;
            let fives = |suit| tiles.count(Tile::of(suit, 4).unwrap()).min(reds) as u8;
            let reds = Reds::new(std::array::from_fn(fives))?;
            Some(Meld::new(kind, Bag::new(tiles, reds)?).unwrap())
        })
    }

    #[test]
    fn melds_are_what_they_are_called() {
        for text in ["chi:123m", "pon:111z", "kan:2222s", "ankan:3333p", "kakan:4444z", "pon:055p"]
        {
            assert_eq!(text.parse::<Meld>().unwrap().to_string(), text);
        }
        let japanese = ["チー:123m", "ポン:111z", "大明槓:2222s", "暗槓:3333p", "加槓：4444z"];
        for (text, kind) in japanese.into_iter().zip(MeldKind::ALL) {
            let meld: Meld = text.parse().unwrap();
            assert_eq!(meld.kind(), kind);
            assert_eq!(meld.is_open(), kind != MeldKind::ClosedKan);
            assert_eq!(meld.tiles().len(), if kind.is_kan() { 4 } else { 3 });
        }
        assert_eq!("CHI : 7m8m9m".parse::<Meld>().unwrap().to_string(), "chi:789m");
        assert_eq!("chi:0,4,8".parse::<Meld>().unwrap().to_string(), "chi:123m");
    }

    #[test]
    fn what_is_no_meld_is_refused() {
        let refused = |text: &str| {
            let error = text.parse::<Meld>().unwrap_err();
            assert_eq!((error.field, &error.value[..]), ("meld", text));
            error.problem
        };
        for text in
            ["chi:124m", "chi:123z", "chi:891m", "chi:89m1p", "pon:11z", "pon:1111z", "kan:222s"]
        {
            assert_eq!(refused(text), Problem::BadMeld, "{text}");
        }
        assert_eq!(refused("chi:"), Problem::BadMeld);
        assert_eq!(refused("123m"), BadValue::BadForm);
        assert_eq!(refused("chi:123"), BadValue::BadForm);
        assert_eq!(refused("run:123m"), BadValue::Unknown);
        assert_eq!(refused("pon:888z"), Problem::NoSuchTile);
        assert_eq!(refused("kan:22222s"), Problem::TooManyCopies);
    }

    proptest! {
        #[test]
        fn what_is_written_can_be_read(meld in any_meld()) {
            prop_assert_eq!(meld.to_string().parse(), Ok(meld));
        }

        #[test]
        fn any_text_is_read_or_refused(
            text in any::<String>(), tiles in "(chi|pon|ankan|34):[0-9mpszr:, ]{0,9}",
        ) {
            let _ = (text.parse::<Meld>(), tiles.parse::<Meld>());
        }
    }
}
