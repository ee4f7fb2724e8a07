//! A hand: the concealed tiles and the melds beside them.

use crate::{
    Bag, InputError, Meld, Problem, Reds, Tiles,
    notation::{half_width, too_many},
};
use kakukin_core::BadValue;
use std::{fmt, str::FromStr};

/// Sets in a complete hand, besides the pair.
const SETS: u32 = 4;
/// As many tiles as a hand may have in concealment: three for each set that is
/// not melded, and one or two more.
const CONCEALED: &str = "13, 14; 10, 11; 7, 8; 4, 5; 1, 2";

/// Concealed tiles and melds that go together. If no meld is named and there are
/// fewer than 13 tiles, the missing sets are melds of unknown tiles.
///
/// ```
/// use kakukin_mahjong::Hand;
/// let hand: Hand = "234578m1689p357s1z".parse()?;
/// assert!(hand.has_drawn() && hand.is_closed());
/// let melded: Hand = "123456m9p235s1z".parse()?;
/// assert_eq!((melded.sets_needed(), melded.unknown_melds()), (3, 1));
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hand {
    concealed: Bag,
    melds: Vec<Meld>,
}

impl Hand {
    /// How many concealed tiles there are after a draw.
    pub const DRAWN: &'static str = "14, 11, 8, 5, 2";

    /// Checks that the number of tiles is that of a hand, before or after a draw,
    /// with these melds, and that no kind has a fifth copy.
    pub fn new(concealed: Bag, melds: Vec<Meld>) -> Result<Self, InputError> {
        let tiles = concealed.len();
        if tiles > 3 * SETS + 2 || tiles.is_multiple_of(3) {
            return Err(InputError::new("hand", tiles, Problem::WrongTileCount, CONCEALED));
        }
        let melded = melds.len() as u32;
        if melded > SETS {
            let allowed = format!("0..{SETS}");
            return Err(InputError::new("meld", melded, BadValue::OutOfRange, allowed));
        }
        if melded > 0 && tiles / 3 + melded != SETS {
            let fewest = 3 * (SETS - melded) + 1;
            let allowed = format!("{fewest}, {}", fewest + 1);
            return Err(InputError::new("hand", tiles, Problem::MeldCount, allowed));
        }
        let all = melds.iter().try_fold(concealed, |all, meld| all.and(meld.bag()));
        all.map_err(|tile| too_many("meld", tile))?;
        Ok(Self { concealed, melds })
    }

    /// Reads concealed tiles in any notation. Melds may stand among them, each
    /// as one word; `melds` come after these.
    ///
    /// ```
    /// use kakukin_mahjong::Hand;
    /// let hand = Hand::parse("1123m456p pon:111z", vec!["ankan:9999s".parse()?])?;
    /// assert_eq!(hand.to_string(), "1123m456p pon:111z ankan:9999s");
    /// # Ok::<(), kakukin_mahjong::InputError>(())
    /// ```
    pub fn parse(text: &str, mut melds: Vec<Meld>) -> Result<Self, InputError> {
        let plain = half_width(text);
        let is_meld = |word: &str| {
            word.split_once(':').is_some_and(|(before, _)| !matches!(before, "34" | "136"))
        };
        let (named, tiles): (Vec<&str>, Vec<&str>) =
            plain.split_whitespace().partition(|word| is_meld(word));
        if named.is_empty() {
            // The refusal quotes the text as it was given.
            return Self::new(Bag::parse("hand", text)?, melds);
        }
        let concealed = Bag::parse("hand", &tiles.join(" "))?;
        let named = named.into_iter().map(str::parse).collect::<Result<Vec<Meld>, _>>()?;
        melds.splice(..0, named);
        Self::new(concealed, melds)
    }

    /// The tiles that are not melded.
    pub const fn concealed(&self) -> Tiles {
        self.concealed.tiles()
    }

    /// The red fives among the concealed tiles.
    pub const fn reds(&self) -> Reds {
        self.concealed.reds()
    }

    /// The concealed tiles with their red fives; as text, without the melds.
    pub const fn bag(&self) -> Bag {
        self.concealed
    }

    /// The melds whose tiles are known.
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// How many melds there are of which nothing is known.
    pub fn unknown_melds(&self) -> u32 {
        SETS - self.sets_needed() - self.melds.len() as u32
    }

    /// How many sets the concealed tiles must make.
    pub fn sets_needed(&self) -> u32 {
        self.concealed.len() / 3
    }

    /// Whether nothing was called. Unknown melds count as called.
    pub fn is_closed(&self) -> bool {
        self.unknown_melds() == 0 && !self.melds.iter().any(|meld| meld.is_open())
    }

    /// Whether there is no meld, not even a closed kan: only then can the hand
    /// become seven pairs or thirteen orphans.
    pub fn is_unmelded(&self) -> bool {
        self.sets_needed() == SETS
    }

    /// Whether a tile was drawn and none thrown yet (3n+2 tiles).
    pub fn has_drawn(&self) -> bool {
        self.concealed.len() % 3 == 2
    }
}

impl FromStr for Hand {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::parse(text, Vec::new())
    }
}

impl fmt::Display for Hand {
    /// The concealed tiles in mpsz notation, then the melds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.concealed.fmt(f)?;
        self.melds.iter().try_for_each(|meld| write!(f, " {meld}"))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{MeldKind, Players, Tile, meld::tests::any_meld};
    use proptest::prelude::*;

    /// Any hand of these players: melds where they fit, then tiles from a shuffled set.
    pub(crate) fn any_hand(players: Players) -> impl Strategy<Value = Hand> {
        let set: Vec<(Tile, bool)> = (0..136)
            .map(|id| (Tile::new(id / 4).unwrap(), matches!(id, 16 | 52 | 88)))
            .filter(|&(tile, _)| players.has(tile))
            .collect();
        let is_played = move |meld: &Meld| {
            let runs = players == Players::Four || meld.kind() != MeldKind::Chi;
            runs && meld.tiles().kinds().all(|tile| players.has(tile))
        };
        let melds = prop::collection::vec(any_meld(), 0..=4);
        (Just(set).prop_shuffle(), melds, 0..=4usize, any::<bool>()).prop_map(
            move |(set, melds, unknown, drawn)| {
                let mut all = Bag::EMPTY;
                let mut kept = Vec::new();
                for meld in melds.into_iter().filter(is_played) {
                    if let Ok(more) = all.and(meld.bag()) {
                        all = more;
                        kept.push(meld);
                    }
                }
                let melds = if kept.is_empty() { unknown } else { kept.len() };
                let size = 13 - 3 * melds as u32 + u32::from(drawn);
                let mut concealed = Bag::EMPTY;
                for (tile, red) in set {
                    if concealed.len() < size
                        && let Some(more) = all.with(tile, red)
                    {
                        all = more;
                        concealed = concealed.with(tile, red).unwrap();
                    }
                }
                Hand::new(concealed, kept).unwrap()
            },
        )
    }

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    fn refused(text: &str) -> (&'static str, Problem, String) {
        let error = text.parse::<Hand>().unwrap_err();
        (error.field, error.problem, error.value)
    }

    #[test]
    fn hands_know_their_shape() {
        let plain = hand("234578m1689p357s1z");
        assert!(plain.has_drawn() && plain.is_closed() && plain.is_unmelded());
        assert_eq!((plain.sets_needed(), plain.unknown_melds()), (4, 0));

        let unknown = hand("123456m9p235s3z");
        assert!(unknown.has_drawn() && !unknown.is_closed() && !unknown.is_unmelded());
        assert_eq!((unknown.sets_needed(), unknown.unknown_melds()), (3, 1));

        let kan = hand("123456m9p235s ankan:1111z");
        assert!(!kan.has_drawn() && kan.is_closed() && !kan.is_unmelded());
        assert_eq!((kan.sets_needed(), kan.unknown_melds(), kan.melds().len()), (3, 0, 1));
        assert!(!hand("123456m9p235s kan:1111z").is_closed());

        let last = hand("1z chi:123m chi:123m 大明槓：2222s ポン：０５５ｐ");
        assert_eq!(last, hand("1z chi:123m chi:123m kan:2222s pon:055p"));
        assert_eq!((last.sets_needed(), last.unknown_melds()), (0, 0));
        // The red five of the meld is not among the concealed tiles.
        assert!(last.reds().is_empty());
    }

    #[test]
    fn counts_and_numbers_are_hands_too() {
        assert_eq!(hand("136: 0 4 8 16"), hand("1230m"));
        assert_eq!(hand("0 4 8 17"), hand("1235m"));
        assert_eq!(hand("136:0,4,8,17"), hand("1m 2m 3m 5m"));
    }

    #[test]
    fn wrong_hands_are_refused() {
        use Problem::*;
        use kakukin_core::BadValue::*;
        assert_eq!(refused(""), ("hand", WrongTileCount, "0".into()));
        assert_eq!(refused("123m"), ("hand", WrongTileCount, "3".into()));
        assert_eq!(refused("123456789m123456p"), ("hand", WrongTileCount, "15".into()));
        assert_eq!(refused("123456789m1234p pon:111z"), ("hand", MeldCount, "13".into()));
        assert_eq!(refused("1234567m pon:111z"), ("hand", MeldCount, "7".into()));
        assert_eq!(refused("1123456789m pon:111m"), ("meld", TooManyCopies, "1m".into()));
        let five = format!("1z{}", " chi:123p".repeat(5));
        assert_eq!(refused(&five), ("meld", Value(OutOfRange), "5".into()));
        assert_eq!(refused("1z foo:123p"), ("meld", Value(Unknown), "foo:123p".into()));
        assert_eq!(refused("12x"), ("hand", Value(BadForm), "12x".into()));
    }

    proptest! {
        #[test]
        fn what_is_written_can_be_read(hand in any_hand(Players::Four)) {
            prop_assert_eq!(hand.to_string().parse(), Ok(hand));
        }

        #[test]
        fn sets_add_up(hand in any_hand(Players::Four)) {
            let melds = hand.melds().len() as u32 + hand.unknown_melds();
            prop_assert_eq!(hand.sets_needed() + melds, 4);
            let waiting = hand.concealed().len() - u32::from(hand.has_drawn());
            prop_assert_eq!(waiting + 3 * melds, 13);
            prop_assert!(hand.is_closed() || !hand.is_unmelded());
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = text.parse::<Hand>();
        }
    }
}
