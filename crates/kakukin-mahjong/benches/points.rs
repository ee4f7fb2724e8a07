//! `cargo bench -p kakukin-mahjong --bench points`: points of random wins.
//!
//! Each run is 4096 wins, closed and open, drawn and discarded; the figure is wins a second.

use divan::{Bencher, black_box, counter::ItemsCount};
use kakukin_mahjong::{
    Bag, Hand, Luck, Meld, MeldKind, Players, Points, Reds, Riichi, Scorer, Situation, Stakes,
    Tile, Tiles, Win,
};

fn main() {
    divan::main();
}

const WINS: usize = 4096;

/// Random complete hands, the same ones every time: four sets and a pair, of which up to
/// three are melded.
fn wins() -> Vec<(Situation, Tile, bool)> {
    let mut state = 1u64;
    let mut below = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) as usize) % n
    };
    let mut all = Vec::new();
    while all.len() < WINS {
        let open = below(8).saturating_sub(4);
        let (mut concealed, mut melds) = (Tiles::EMPTY, Vec::new());
        for set in 0..4 {
            // Two runs for every triplet, or so.
            let kind = if below(3) == 0 { MeldKind::Pon } else { MeldKind::Chi };
            let first =
                Tile::new(below(if kind == MeldKind::Pon { 34 } else { 27 })).expect("a tile");
            let tiles: Option<Tiles> = match kind {
                MeldKind::Pon => Some([first; 3].into_iter().collect()),
                _ => (0..3).map(|step| Tile::of(first.suit(), first.rank() + step)).collect(),
            };
            let Some(tiles) = tiles else { break };
            if set < open {
                let bag = Bag::new(tiles, Reds::NONE).expect("a set");
                melds.push(Meld::new(kind, bag).expect("a meld"));
            } else {
                concealed = concealed.and(tiles).unwrap_or(concealed);
            }
        }
        let pair = Tile::new(below(34)).expect("a tile");
        let concealed = concealed.and([pair; 2].into_iter().collect());
        let hand = concealed
            .and_then(|tiles| Bag::new(tiles, Reds::NONE))
            .and_then(|bag| Hand::new(bag, melds).ok())
            .filter(Hand::has_drawn)
            .filter(|hand| hand.unknown_melds() == 0);
        let Some(hand) = hand else { continue };
        let tile = hand.concealed().iter().nth(below(hand.concealed().len() as usize));
        let table = Situation::new(hand, Players::Four).expect("a table");
        let table =
            table.clone().with_dora(Bag::parse("dora", "3p").expect("a tile")).unwrap_or(table);
        all.push((table, tile.expect("a tile"), below(2) == 0));
    }
    all
}

/// Complete tiles to points, everything else digested before.
#[divan::bench]
fn scorer(bencher: Bencher) {
    let stakes = Stakes::default();
    let wins: Vec<(Scorer, Tiles, Tile, bool)> = wins()
        .iter()
        .map(|(table, tile, tsumo)| {
            (Scorer::new(table, &stakes), table.hand().concealed(), *tile, *tsumo)
        })
        .collect();
    let luck = Luck { riichi: Riichi::Single, ..Luck::default() };
    bencher.counter(ItemsCount::new(WINS)).bench_local(|| {
        let mut sum = 0;
        for (scorer, tiles, tile, tsumo) in &wins {
            let readings = scorer.readings(black_box(*tiles), 0, *tile, *tsumo);
            sum += readings.points(luck, 0);
        }
        sum
    });
}

/// Everything from nothing, with the list of yaku and the payments.
#[divan::bench]
fn points(bencher: Bencher) {
    let stakes = Stakes::default();
    let wins = wins();
    bencher.counter(ItemsCount::new(WINS)).bench_local(|| {
        let mut sum = 0;
        for (table, tile, tsumo) in &wins {
            let win = Win { tile: *tile, tsumo: *tsumo, luck: Luck::default(), ura: Bag::EMPTY };
            sum += Points::of(black_box(table), &stakes, &win).map_or(0, |points| points.points());
        }
        sum
    });
}
