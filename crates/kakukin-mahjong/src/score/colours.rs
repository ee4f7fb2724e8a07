//! Hands of one shape differ by their red fives: each shape has a block of rows, one for each way
//! its fives can be coloured. A draw or discard of any other tile keeps the colours, so blocks
//! meet row by row; only fives need a second look.

use crate::{Bag, Reds, Tile, Tiles};

/// The most rows of a shape: two red 5p and one of each other suit.
pub(crate) const MOST_ROWS: usize = 12;

/// How many fives of each suit a shape holds, as one number.
pub(crate) type Fives = u8;
const CODES: usize = 125;
const PLACE: [usize; 3] = [1, 5, 25];

/// The numbers of red fives that a shape's rows stand for.
#[derive(Debug, Clone, Copy, Default)]
struct Ways {
    least: [u8; 3],
    count: [u8; 3],
    rows: u8,
}

/// What a five that is drawn does to a row: copies that are not red and that are, and the rows
/// that they lead to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FiveDrawn {
    pub(crate) plain: (u8, u8),
    pub(crate) red: (u8, u8),
}

/// The rows that are left when a five is thrown that is not red, and one that is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FiveThrown {
    pub(crate) plain: Option<u8>,
    pub(crate) red: Option<u8>,
}

/// All that there is to know about the colours of a question's hands.
#[derive(Debug, Clone)]
pub(crate) struct Colours {
    ways: [Ways; CODES],
    drawn: Vec<[FiveDrawn; MOST_ROWS]>,
    thrown: Vec<[FiveThrown; MOST_ROWS]>,
}

/// How many fives of each suit.
fn fives(code: Fives) -> [u8; 3] {
    let code = usize::from(code);
    std::array::from_fn(|suit| (code / PLACE[suit] % 5) as u8)
}

impl Colours {
    /// `limits` and `reds` are the most tiles, and the most red fives among them, that a hand
    /// can hold. Those of `gone` are never drawn.
    pub(crate) fn new(limits: Tiles, reds: Reds, gone: Bag) -> Self {
        let most_red: [u8; 3] = std::array::from_fn(|suit| reds.of(suit) as u8);
        let most_plain: [u8; 3] = std::array::from_fn(|suit| {
            let all = Tile::of(suit, 4).map_or(0, |five| limits.count(five) as u8);
            all.saturating_sub(most_red[suit])
        });
        let ways = std::array::from_fn(|code| {
            let fives = fives(code as Fives);
            let least: [u8; 3] =
                std::array::from_fn(|suit| fives[suit].saturating_sub(most_plain[suit]));
            let count: [u8; 3] = std::array::from_fn(|suit| {
                (fives[suit].min(most_red[suit]) + 1).saturating_sub(least[suit])
            });
            Ways { least, count, rows: count.iter().product() }
        });
        let mut colours = Self { ways, drawn: Vec::new(), thrown: Vec::new() };
        for code in 0..CODES {
            for suit in 0..3 {
                let mut drawn = [FiveDrawn::default(); MOST_ROWS];
                let mut thrown = [FiveThrown::default(); MOST_ROWS];
                for row in 0..usize::from(colours.rows(code as Fives)).min(MOST_ROWS) {
                    let held = colours.reds(code as Fives, row);
                    let red = held[suit];
                    let plain = fives(code as Fives)[suit] - red;
                    let with = |more: u8| {
                        let mut reds = held;
                        reds[suit] += more;
                        colours.row(code + PLACE[suit], reds).unwrap_or(0)
                    };
                    let gone_red = gone.reds().of(suit) as u8;
                    let gone_plain = Self::fives_of(gone.tiles(), suit) - gone_red;
                    // As many as the shape says; where a hand has changed the colour of its fives,
                    // one that was thrown is counted as still there.
                    let seen = (plain + red).max(gone_plain + gone_red);
                    let all = (most_plain[suit] + most_red[suit]).saturating_sub(seen);
                    let red_left = (most_red[suit] - red.max(gone_red)).min(all);
                    let plain_left = (all - red_left).min(most_plain[suit] - plain);
                    let left = [plain_left, all - plain_left];
                    drawn[row] = FiveDrawn { plain: (left[0], with(0)), red: (left[1], with(1)) };
                    let without = |less: u8| {
                        let mut reds = held;
                        reds[suit] -= less;
                        colours.row(code - PLACE[suit], reds)
                    };
                    thrown[row] = FiveThrown {
                        plain: if plain > 0 { without(0) } else { None },
                        red: if red > 0 { without(1) } else { None },
                    };
                }
                colours.drawn.push(drawn);
                colours.thrown.push(thrown);
            }
        }
        colours
    }

    /// The fives of a shape.
    pub(crate) fn code(shape: Tiles) -> Fives {
        let of = |suit: usize| usize::from(Self::fives_of(shape, suit));
        (0..3).map(|suit| of(suit) * PLACE[suit]).sum::<usize>() as Fives
    }

    /// How many fives of a suit.
    fn fives_of(tiles: Tiles, suit: usize) -> u8 {
        Tile::of(suit, 4).map_or(0, |five| tiles.count(five) as u8)
    }

    /// How many rows a shape with these fives has.
    #[inline]
    pub(crate) fn rows(&self, code: Fives) -> u8 {
        self.ways[usize::from(code)].rows
    }

    /// The red fives of a row.
    pub(crate) fn reds(&self, code: Fives, row: usize) -> [u8; 3] {
        let ways = &self.ways[usize::from(code)];
        let mut rest = row;
        std::array::from_fn(|suit| {
            let count = usize::from(ways.count[suit]).max(1);
            let red = ways.least[suit] + (rest % count) as u8;
            rest /= count;
            red
        })
    }

    /// The row with these red fives, if there is one.
    pub(crate) fn row(&self, code: usize, reds: [u8; 3]) -> Option<u8> {
        let ways = self.ways.get(code)?;
        let (mut row, mut step) = (0, 1);
        for ((red, least), count) in reds.into_iter().zip(ways.least).zip(ways.count) {
            let at = red.checked_sub(least).filter(|&at| at < count)?;
            row += at * step;
            step *= count;
        }
        Some(row)
    }

    /// The suit in which one shape has a five more than the other; `None` if their colours are
    /// the same.
    #[inline]
    pub(crate) fn suit(more: Fives, less: Fives) -> Option<usize> {
        match more - less {
            0 => None,
            1 => Some(0),
            5 => Some(1),
            _ => Some(2),
        }
    }

    /// What drawing a five of a suit does to each row.
    #[inline]
    pub(crate) fn drawn(&self, code: Fives, suit: usize) -> &[FiveDrawn; MOST_ROWS] {
        &self.drawn[3 * usize::from(code) + suit]
    }

    /// What throwing a five of a suit does to each row.
    #[inline]
    pub(crate) fn thrown(&self, code: Fives, suit: usize) -> &[FiveThrown; MOST_ROWS] {
        &self.thrown[3 * usize::from(code) + suit]
    }
}
