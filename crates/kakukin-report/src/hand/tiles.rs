//! Tiles as people read them.

use crate::Lang;
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

    /// The tile that a document names, within a sentence: in Japanese as players call it, 一筒.
    pub(crate) fn spoken(self, name: &str, lang: Lang) -> String {
        match (self, lang, crate::hand::shanten::parse(name)) {
            (Self::Letters, Lang::JA, Some(tile)) => {
                let red = if name.starts_with('0') { "赤" } else { "" };
                format!("{red}{}", japanese(&[tile]))
            }
            _ => self.named(name),
        }
    }

    /// The same where it is the answer: winds and dragons also by name in English, East (1z).
    pub(crate) fn announced(self, name: &str, lang: Lang) -> String {
        const HONOURS: [&str; 7] = ["East", "South", "West", "North", "White", "Green", "Red"];
        let tile = crate::hand::shanten::parse(name).filter(|tile| tile.suit() == 3);
        match (self, lang, tile.and_then(|tile| HONOURS.get(tile.rank()))) {
            (Self::Letters, Lang::EN, Some(honour)) => format!("{honour} ({name})"),
            _ => self.spoken(name, lang),
        }
    }

    /// Several tiles within a sentence: in Japanese 一・四萬、東.
    pub(crate) fn all_spoken(self, tiles: impl Iterator<Item = Tile>, lang: Lang) -> String {
        match (self, lang) {
            (Self::Letters, Lang::JA) => {
                let tiles: Vec<Tile> = tiles.collect();
                let suits = tiles.chunk_by(|x, y| x.suit() == y.suit()).map(japanese);
                suits.collect::<Vec<_>>().join("、")
            }
            _ => self.tiles(tiles),
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

/// What Japanese players call tiles of one suit: 五萬, 一・四筒, 東・中.
fn japanese(tiles: &[Tile]) -> String {
    const NUMBERS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    const HONOURS: [&str; 7] = ["東", "南", "西", "北", "白", "發", "中"];
    let suit = tiles.first().map_or(3, |tile| tile.suit());
    let (names, of) = match ["萬", "筒", "索"].get(suit) {
        Some(suit) => (&NUMBERS[..], *suit),
        None => (&HONOURS[..], ""),
    };
    let names = tiles.iter().filter_map(|tile| names.get(tile.rank()).copied());
    names.collect::<Vec<_>>().join("・") + of
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
    fn tiles_within_sentences() {
        let spoken = |name: &str| TileStyle::Letters.spoken(name, Lang::JA);
        assert_eq!(["1p", "0s", "1z", "7z"].map(spoken), ["一筒", "赤五索", "東", "中"]);
        let announced = |name: &str| TileStyle::Letters.announced(name, Lang::EN);
        assert_eq!(
            ["1p", "1z", "5z", "7z"].map(announced),
            ["1p", "East (1z)", "White (5z)", "Red (7z)"]
        );
        assert_eq!(TileStyle::Letters.announced("1z", Lang::JA), "東");
        assert_eq!(TileStyle::Unicode.announced("1z", Lang::EN), "🀀");
        let all = |text: &str, lang| {
            let tiles = text.split(' ').filter_map(crate::hand::shanten::parse);
            TileStyle::Letters.all_spoken(tiles, lang)
        };
        assert_eq!(all("1m 4m 9s 1z 5z", Lang::JA), "一・四萬、九索、東・白");
        assert_eq!(all("1m 4m 9s", Lang::EN), "14m9s");
        assert_eq!(all("", Lang::JA), "");
        for style in [TileStyle::Letters, TileStyle::Unicode] {
            assert_eq!(style.spoken("0p", Lang::EN), style.named("0p"));
        }
        let every: Vec<String> = Tile::all().map(|tile| japanese(&[tile])).collect();
        let distinct: std::collections::BTreeSet<_> = every.iter().collect();
        assert_eq!(distinct.len(), every.len());
    }

    #[test]
    fn unicode_tiles() {
        let all: String = Tile::all().map(|tile| TileStyle::Unicode.tile(tile)).collect();
        assert_eq!(TileStyle::Unicode.named("0p"), "🀝r");
        let five = Tile::of(1, 4).unwrap();
        assert_eq!([name((five, true)), name((five, false))], ["0p", "5p"]);
        assert_eq!(all, "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄");
    }
}
