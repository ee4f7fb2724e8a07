//! Melds that are made on the way, and the ways to make them.

use crate::{Bag, Meld, MeldKind, Reds, Tile, Tiles};

/// A meld as far as yaku, fu and dora can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Call {
    /// The lowest tile.
    first: Tile,
    run: bool,
    /// Red fives in it.
    reds: u8,
}

impl Call {
    /// Its tiles with their red fives.
    pub(crate) fn bag(self) -> Bag {
        let tiles = if self.run { run(self.first) } else { [self.first; 3] };
        let mut red = [0; 3];
        if let Some(own) = red.get_mut(self.first.suit()) {
            *own = self.reds;
        }
        let reds = Reds::new(red).unwrap_or_default();
        Bag::new(tiles.into_iter().collect(), reds).unwrap_or_default()
    }

    /// Whether it is a run.
    pub(crate) fn is_run(self) -> bool {
        self.run
    }

    /// As a meld of a hand.
    pub(crate) fn meld(self) -> Option<Meld> {
        Meld::new(if self.run { MeldKind::Chi } else { MeldKind::Pon }, self.bag()).ok()
    }
}

/// The run that begins with a tile.
fn run(first: Tile) -> [Tile; 3] {
    [0, 1, 2].map(|step| Tile::of(first.suit(), first.rank() + step).unwrap_or(first))
}

/// A way to call a tile: the meld, and the tiles that are left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    pub(crate) call: Call,
    pub(crate) rest: Bag,
}

/// Every way to call a tile with some concealed ones: first the pon, then chi. Of fives that would
/// do as well a red one goes into the meld, where nobody can have to throw it.
pub(crate) fn ways(held: Bag, tile: Tile, red: bool) -> impl Iterator<Item = Way> {
    let pon = (held.tiles().count(tile) >= 2).then_some((tile, [tile; 2], false));
    let (suit, rank) = (tile.suit(), tile.rank());
    let chi = (0..3).rev().filter_map(move |back| {
        let first =
            Tile::of(suit, rank.checked_sub(back)?).filter(|_| suit < 3 && rank < back + 7)?;
        let mut others = run(first).into_iter().filter(|&other| other != tile);
        Some((first, [others.next()?, others.next()?], true))
    });
    pon.into_iter().chain(chi).filter_map(move |(first, own, run)| {
        let mut rest = held;
        let mut reds = u8::from(red);
        for tile in own {
            if rest.tiles().count(tile) == 0 {
                return None;
            }
            let red = tile.is_five() && rest.reds().of(tile.suit()) > 0;
            reds += u8::from(red);
            rest = rest.minus(tile, red);
        }
        Some(Way { call: Call { first, run, reds }, rest })
    })
}

/// The tiles of some melds.
pub(crate) fn tiles_of(calls: &[Call]) -> Tiles {
    calls.iter().fold(Tiles::EMPTY, |all, call| all.and(call.bag().tiles()).unwrap_or(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(held: &str, tile: &str) -> Vec<String> {
        let (tile, red) = Bag::parse("tile", tile).unwrap().iter().next().unwrap();
        ways(Bag::parse("hand", held).unwrap(), tile, red)
            .map(|way| format!("{} {}", way.call.meld().unwrap(), way.rest))
            .collect()
    }

    #[test]
    fn every_way_to_call() {
        let runs = ["pon:555p 34p67p", "chi:345p 5567p", "chi:456p 3557p", "chi:567p 3455p"];
        let plain = |text: &str| text.replace("34p67p", "3467p");
        assert_eq!(all("345567p", "5p"), runs.map(plain));
        assert_eq!(all("8p9p", "7p"), ["chi:789p "]);
        assert_eq!(all("12p", "3p"), ["chi:123p "]);
        assert_eq!(all("89m1p", "1p"), Vec::<String>::new());
        assert_eq!(all("555z", "5z"), ["pon:555z 5z"]);
        assert_eq!(all("67z5z", "5z"), Vec::<String>::new());
        assert_eq!(all("4055s6s", "3s"), ["chi:340s 556s"]);
        assert_eq!(all("46s", "0s"), ["chi:406s "]);
        assert_eq!(all("055s", "5s"), ["pon:055s 5s"]);
    }
}
