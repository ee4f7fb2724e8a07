//! Tiles as people read them.

use kakukin_mahjong::{Tile, TileSet};

/// How tiles are drawn in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TileStyle {
    /// `5m`, as they are typed.
    #[default]
    Letters,
    /// The tiles of Unicode, where the font has them.
    Unicode,
}

impl TileStyle {
    /// One tile.
    pub fn tile(self, tile: Tile) -> String {
        match self {
            Self::Letters => tile.to_string(),
            Self::Unicode => {
                // Unicode has the winds first, then the dragons from red to white, and bamboo
                // before circles.
                let rank = tile.rank() as u32;
                let code = match tile.suit() {
                    0 => 0x1f007 + rank,
                    1 => 0x1f019 + rank,
                    2 => 0x1f010 + rank,
                    _ if rank < 4 => 0x1f000 + rank,
                    _ => 0x1f00a - rank,
                };
                char::from_u32(code).map_or_else(|| tile.to_string(), String::from)
            }
        }
    }

    /// The tile that a document names; Unicode has no red fives, so these get a mark.
    pub(crate) fn named(self, name: &str) -> String {
        match (self, crate::hand::shanten::parse(name)) {
            (Self::Unicode, Some(tile)) => {
                let mark = if name.starts_with('0') { "r" } else { "" };
                format!("{}{mark}", self.tile(tile))
            }
            _ => name.to_string(),
        }
    }

    /// Tiles that documents name and that are equally good: `1p=1z`.
    pub(crate) fn equal<T: AsRef<str>>(self, names: &[T]) -> String {
        names.iter().map(|name| self.named(name.as_ref())).collect::<Vec<_>>().join("=")
    }

    /// Several tiles.
    pub fn tiles(self, tiles: impl Iterator<Item = Tile>) -> String {
        let tiles: Vec<Tile> = tiles.collect();
        match self {
            Self::Letters => {
                let copies = |tile| tiles.iter().filter(|&&x| x == tile).count();
                if tiles.iter().all(|&tile| copies(tile) == 1) {
                    tiles.into_iter().collect::<TileSet>().to_string()
                } else {
                    tiles.into_iter().collect::<kakukin_mahjong::Tiles>().to_string()
                }
            }
            Self::Unicode => tiles.into_iter().map(|tile| self.tile(tile)).collect(),
        }
    }
}

/// The name of a tile, which may be a red five: `0p`.
pub(crate) fn name((tile, red): (Tile, bool)) -> String {
    let name = tile.to_string();
    if red { name.replace('5', "0") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_tiles() {
        let all: String = Tile::all().map(|tile| TileStyle::Unicode.tile(tile)).collect();
        assert_eq!(TileStyle::Unicode.named("0p"), "🀝r");
        let five = Tile::of(1, 4).unwrap();
        assert_eq!([name((five, true)), name((five, false))], ["0p", "5p"]);
        assert_eq!(all, "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄");
    }
}
