//! What a win is worth: yaku, han, fu, points, and who pays.
//!
//! ```text
//! Riichi 1
//! Fully Concealed Hand 1
//! Pinfu 1
//! All Simples 1
//! Dora 2
//! Red Five 1
//! 7 han, 20 fu: 12000 points
//! the dealer pays Some(6100), the others Some(3100)
//! ```
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use kakukin_mahjong::{
    Bag, Hand, Luck, Players, Points, Riichi, Situation, Stakes, Tile, Win, Wind,
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let hand: Hand = "234067m345p22678s".parse()?;
    let table = Situation::new(hand, Players::Four)?.with_dora(Bag::parse("dora", "1s")?)?;
    let stakes = Stakes::default().with_seat(Wind::South).with_honba(1)?;
    let luck = Luck { riichi: Riichi::Single, ..Luck::default() };
    let tile = Tile::of(2, 7).ok_or("8s is a tile")?;
    let win = Win { tile, tsumo: true, luck, ura: Bag::EMPTY };
    let points = Points::of(&table, &stakes, &win)?;
    for (yaku, han) in points.yaku() {
        println!("{} {han}", yaku.english());
    }
    let paid = points.payments();
    println!("{} han, {} fu: {} points", points.han(), points.fu(), points.points());
    println!("the dealer pays {:?}, the others {:?}", paid.dealer, paid.other);
    Ok(())
}
