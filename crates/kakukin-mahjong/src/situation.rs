//! A hand at the table: what else can be seen, and so what can still be drawn.

use crate::{
    Bag, Forms, Hand, InputError, MeldKind, Players, Problem, Reds, Tile, Tiles,
    notation::too_many, points::indicated,
};
use kakukin_core::BadValue;

const NORTH: Tile = Tile::of(3, 3).unwrap();
/// The tiles that three players play with.
const THREE_ALLOWED: &str = "1m, 9m, 1p..9p, 1s..9s, 1z..7z";

/// A hand, the players, and every other tile that is seen. All seen tiles together
/// are part of one set: no kind has a fifth copy, nor a copy that is not played with.
///
/// ```
/// use kakukin_mahjong::{Bag, Hand, Players, Situation};
/// let hand: Hand = "123456m9p235s pon:111z".parse()?;
/// let table = Situation::new(hand, Players::Four)?
///     .with_dora(Bag::parse("dora", "3m")?)?
///     .with_seen(Bag::parse("seen", "19m1z")?)?;
/// assert_eq!((table.visible(), table.unseen()), (17, 119));
/// assert_eq!(table.limits().len(), 136 - 3 - 1 - 3);
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    hand: Hand,
    players: Players,
    dora: Bag,
    seen: Bag,
    north: u32,
    /// The full set less everything seen outside the concealed tiles.
    limits: Tiles,
    /// Everything seen, the concealed tiles too; unknown melds are not in it.
    all: Bag,
}

impl Situation {
    /// The hand alone on the table.
    pub fn new(hand: Hand, players: Players) -> Result<Self, InputError> {
        let concealed = hand.bag();
        let melds = hand.melds().to_vec();
        let (none, limits) = (Bag::EMPTY, players.full_set());
        let mut table = Self { hand, players, dora: none, seen: none, north: 0, limits, all: none };
        table.played_with("hand", concealed)?;
        table.all = concealed;
        for meld in melds {
            if players == Players::Three && meld.kind() == MeldKind::Chi {
                let allowed = "pon, kan, ankan, kakan";
                return Err(InputError::new("meld", meld, Problem::NotWithThreePlayers, allowed));
            }
            table.show("meld", meld.bag())?;
        }
        Ok(table)
    }

    /// With these dora indicators besides.
    pub fn with_dora(mut self, indicators: Bag) -> Result<Self, InputError> {
        self.show("dora", indicators)?;
        self.dora = self.dora.and(indicators).map_err(|tile| too_many("dora", tile))?;
        Ok(self)
    }

    /// With these other tiles besides: discards, and what others melded.
    pub fn with_seen(mut self, tiles: Bag) -> Result<Self, InputError> {
        self.show("seen", tiles)?;
        self.seen = self.seen.and(tiles).map_err(|tile| too_many("seen", tile))?;
        Ok(self)
    }

    /// With so many more norths set aside (抜きドラ); only three players do that.
    pub fn with_north(mut self, north: u32) -> Result<Self, InputError> {
        let refuse = |problem, allowed| InputError::new("north", north, problem, allowed);
        let norths = (0..north).try_fold(Bag::EMPTY, |bag, _| bag.with(NORTH, false));
        let norths = norths.ok_or_else(|| refuse(BadValue::OutOfRange, "0..4"))?;
        if north > 0 && self.players != Players::Three {
            return Err(refuse(BadValue::Conflict, "`players` 3"));
        }
        self.show("north", norths)?;
        self.north += north;
        Ok(self)
    }

    /// The hand.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// How many play.
    pub const fn players(&self) -> Players {
        self.players
    }

    /// The dora indicators.
    pub const fn dora(&self) -> Tiles {
        self.dora.tiles()
    }

    /// The dora that the indicators point at.
    pub fn dora_tiles(&self) -> Tiles {
        self.dora().iter().map(|tile| indicated(tile, self.players)).collect()
    }

    /// The other tiles that are seen.
    pub const fn seen(&self) -> Tiles {
        self.seen.tiles()
    }

    /// How many norths are set aside.
    pub const fn north(&self) -> u32 {
        self.north
    }

    /// Every red five that is seen, the concealed ones too: the others of the set
    /// may still be drawn.
    pub const fn visible_reds(&self) -> Reds {
        self.all.reds()
    }

    /// The most copies of each kind that the concealed tiles could ever hold: the
    /// set less melds, indicators, seen tiles and norths.
    pub const fn limits(&self) -> Tiles {
        self.limits
    }

    /// How many tiles are accounted for. Three for each unknown meld.
    pub fn visible(&self) -> u32 {
        self.all.len() + 3 * self.hand.unknown_melds()
    }

    /// Refuses what needs to know every tile of the melds, in the name of `field`.
    pub fn needs_known_melds(&self, field: &'static str) -> Result<(), InputError> {
        if self.hand.unknown_melds() == 0 {
            return Ok(());
        }
        Err(InputError::new(field, "", Problem::UnknownMelds, "`meld` pon:111z"))
    }

    /// The forms that are open to the hand: with melds the standard one alone.
    pub fn forms(&self) -> Forms {
        if self.hand.is_unmelded() { Forms::ALL } else { Forms::STANDARD }
    }

    /// How many tiles are in the wall or in other hands.
    pub fn unseen(&self) -> u32 {
        self.players.total() - self.visible()
    }

    fn played_with(&self, field: &'static str, bag: Bag) -> Result<(), InputError> {
        match bag.tiles().kinds().find(|&tile| !self.players.has(tile)) {
            Some(tile) => {
                Err(InputError::new(field, tile, Problem::NotWithThreePlayers, THREE_ALLOWED))
            }
            None => Ok(()),
        }
    }

    /// Takes tiles outside the concealed ones into account.
    fn show(&mut self, field: &'static str, bag: Bag) -> Result<(), InputError> {
        self.played_with(field, bag)?;
        let all = self.all.and(bag).map_err(|tile| too_many(field, tile))?;
        // Unknown melds have tiles too, so there may be fewer left than it seems.
        let room = self.unseen();
        if bag.len() > room {
            let allowed = format!("0..{room}");
            return Err(InputError::new(field, bag.len(), Problem::WrongTileCount, allowed));
        }
        let limits = self.limits.less(bag.tiles());
        let fifth = || InputError::new(field, bag, Problem::TooManyCopies, "0..4");
        (self.all, self.limits) = (all, limits.ok_or_else(fifth)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bag::tests::any_bag, hand::tests::any_hand};
    use proptest::prelude::*;

    fn bag(text: &str) -> Bag {
        Bag::parse("seen", text).unwrap()
    }

    fn table(hand: &str, players: Players) -> Situation {
        Situation::new(hand.parse().unwrap(), players).unwrap()
    }

    fn any_players() -> impl Strategy<Value = (Players, Hand)> {
        let players = prop::sample::select(vec![Players::Three, Players::Four]);
        players.prop_flat_map(|players| (Just(players), any_hand(players)))
    }

    fn refused<T: std::fmt::Debug>(
        result: Result<T, InputError>,
    ) -> (&'static str, Problem, String) {
        let error = result.unwrap_err();
        (error.field, error.problem, error.value)
    }

    #[test]
    fn a_bare_hand_leaves_the_rest_of_the_set() {
        let four = table("234578m1689p35s1z", Players::Four);
        assert_eq!((four.visible(), four.unseen()), (13, 123));
        assert_eq!(four.limits(), Tiles::FULL);
        let three = table("19m1234689p357s1z", Players::Three);
        assert_eq!(three.unseen(), 95);
        assert_eq!(three.limits(), Players::Three.full_set());
        // Nobody knows which tiles an unknown meld has, but they are gone.
        let melded = table("123456m9p235s3z", Players::Four);
        assert_eq!((melded.visible(), melded.unseen()), (14, 122));
        assert_eq!(melded.limits(), Tiles::FULL);
    }

    #[test]
    fn everything_seen_is_counted() {
        let table = table("9m224577p ankan:0555s pon:777z", Players::Three)
            .with_dora(bag("9m"))
            .and_then(|table| table.with_seen(bag("1m 4z 0p")))
            .and_then(|table| table.with_north(2))
            .unwrap();
        assert_eq!(table.visible(), 7 + 4 + 3 + 1 + 3 + 2);
        let left = |text| table.limits().count(bag(text).tiles().kinds().next().unwrap());
        assert_eq!([left("9m"), left("5s"), left("7z"), left("4z"), left("5p")], [3, 0, 1, 1, 3]);
        assert_eq!(table.visible_reds().counts(), [0, 1, 1]);
        assert_eq!((table.north(), table.dora(), table.seen().len()), (2, bag("9m").tiles(), 3));
    }

    #[test]
    fn a_fifth_copy_is_refused_where_it_shows() {
        use Problem::*;
        use kakukin_core::BadValue::*;
        let four = table("1112m1689p357s11z", Players::Four);
        assert_eq!(
            refused(four.clone().with_dora(bag("11m"))),
            ("dora", TooManyCopies, "1m".into())
        );
        let more = four.with_dora(bag("1m")).unwrap();
        assert_eq!(
            refused(more.clone().with_seen(bag("1m"))),
            ("seen", TooManyCopies, "1m".into())
        );
        assert_eq!(refused(more.clone().with_north(1)), ("north", Value(Conflict), "1".into()));
        assert_eq!(refused(more.with_north(5)), ("north", Value(OutOfRange), "5".into()));
    }

    #[test]
    fn three_players_have_fewer_tiles_and_no_chi() {
        use Problem::*;
        let new = |text: &str| Situation::new(text.parse().unwrap(), Players::Three);
        assert_eq!(refused(new("1239m")), ("hand", NotWithThreePlayers, "2m".into()));
        assert_eq!(
            refused(new("1199m123s111p chi:123p")),
            ("meld", NotWithThreePlayers, "chi:123p".into())
        );
        assert_eq!(refused(new("1199m123s111z pon:333m")).2, "3m");
        let plain = new("1199m123s1111z23p4z").unwrap();
        assert_eq!(refused(plain.clone().with_dora(bag("5m"))).1, NotWithThreePlayers);
        assert_eq!(refused(plain.clone().with_seen(bag("19m8m"))).2, "8m");
        assert!(plain.clone().with_north(3).is_ok());
        assert_eq!(refused(plain.with_north(4)), ("north", TooManyCopies, "4z".into()));
    }

    #[test]
    fn unknown_melds_need_tiles_too() {
        let table = table("1z", Players::Four);
        let rest = Bag::new(Tiles::FULL.without(Tile::of(3, 0).unwrap()), Reds::NONE).unwrap();
        assert_eq!(table.unseen(), 123);
        let error = refused(table.clone().with_seen(rest));
        assert_eq!(error, ("seen", Problem::WrongTileCount, "135".into()));
        let fewer = Bag::new(rest.tiles().iter().take(123).collect(), Reds::NONE).unwrap();
        assert_eq!(table.with_seen(fewer).unwrap().unseen(), 0);
    }

    proptest! {
        /// Counted kind by kind, without the bookkeeping of `Situation`.
        #[test]
        fn every_copy_is_somewhere(
            (players, hand) in any_players(), dora in any_bag(), seen in any_bag(),
            north in 0..=4u32,
        ) {
            // Tiles that cannot be there are left out, so that many cases are valid.
            let fitting = |bag: Bag, table: &Situation, most| {
                let fits = |&tile: &Tile| {
                    table.limits().count(tile) > table.hand().concealed().count(tile)
                };
                let mut tiles = Tiles::EMPTY;
                for tile in bag.tiles().kinds().filter(fits).take(most) {
                    tiles = tiles.with(tile);
                }
                Bag::new(tiles, Reds::NONE).unwrap()
            };
            let table = Situation::new(hand.clone(), players).unwrap();
            let dora = fitting(dora, &table, 5);
            let table = table.with_dora(dora).unwrap();
            let seen = fitting(seen, &table, 34);
            let table = table.with_seen(seen).unwrap();
            let table = table.clone().with_north(north).unwrap_or(table);
            for tile in Tile::all() {
                let melded: u32 = hand.melds().iter().map(|m| m.tiles().count(tile)).sum();
                let norths = if tile.to_string() == "4z" { table.north() } else { 0 };
                let outside = melded + dora.tiles().count(tile) + seen.tiles().count(tile);
                let limit = table.limits().count(tile);
                let copies = if players.has(tile) { 4 } else { 0 };
                prop_assert_eq!(limit + outside + norths, copies);
                prop_assert!(limit >= hand.concealed().count(tile));
            }
            prop_assert_eq!(table.visible() + table.unseen(), players.total());
            let held = hand.concealed().len() + 3 * hand.unknown_melds();
            let outside = players.total() - table.limits().len();
            prop_assert_eq!(table.visible(), held + outside);
        }

        #[test]
        fn any_tiles_are_taken_or_refused(
            hand in any_hand(Players::Four), dora in any_bag(), seen in any_bag(), north: u32,
            three: bool,
        ) {
            let players = if three { Players::Three } else { Players::Four };
            let table = Situation::new(hand, players)
                .and_then(|table| table.with_dora(dora))
                .and_then(|table| table.with_seen(seen))
                .and_then(|table| table.with_north(north));
            if let Ok(table) = table {
                prop_assert!(table.unseen() <= 123);
            }
        }
    }
}
