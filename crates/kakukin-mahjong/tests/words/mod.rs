//! Wins written in words, for tables of examples and of published wins.

use kakukin_mahjong::{
    Bag, InputError, Luck, Players, Points, Riichi, Rules, Situation, Stakes, Win, Wind,
};

/// A hand with its melds, and how it was won in words: the tile first.
pub(crate) fn won(hand: &str, how: &str) -> Result<Points, InputError> {
    let mut words = how.split_whitespace();
    let tile = words.next().expect("a tile");
    let tile = Bag::parse("win", tile)?.tiles().kinds().next().expect("a tile");
    let mut win = Win { tile, tsumo: true, luck: Luck::default(), ura: Bag::EMPTY };
    let (mut rules, mut stakes, mut players) = (Rules::default(), Stakes::default(), Players::Four);
    let (mut dora, mut north) = (Bag::EMPTY, 0);
    for word in words {
        let (name, value) = word.split_once(':').unwrap_or((word, ""));
        match name {
            "ron" => win.tsumo = false,
            "riichi" => win.luck.riichi = Riichi::Single,
            "double" => win.luck.riichi = Riichi::Double,
            "ippatsu" => win.luck.ippatsu = true,
            "last" => win.luck.last_tile = true,
            "after-kan" => win.luck.after_kan = true,
            "robbing" => win.luck.robbing_kan = true,
            "first" => win.luck.first_turn = true,
            "dora" => dora = Bag::parse("dora", value)?,
            "ura" => win.ura = Bag::parse("ura", value)?,
            "seat" => stakes = stakes.with_seat(Wind::parse("seat", value)?),
            "round" => stakes = stakes.with_round(Wind::parse("round", value)?),
            "honba" => stakes = stakes.with_honba(value.parse().expect("a number"))?,
            "sticks" => stakes = stakes.with_sticks(value.parse().expect("a number"))?,
            "rules" => rules = Rules::preset(value)?,
            "rule" => rules = rules.set(value)?,
            "players" => players = value.parse()?,
            "north" => north = value.parse().expect("a number"),
            _ => panic!("{word}"),
        }
    }
    let table = Situation::new(hand.parse()?, players)?.with_dora(dora)?.with_north(north)?;
    Points::of(&table, &stakes.with_rules(rules), &win)
}

/// Yaku with their han, then han, fu, yakuman and points: `riichi 1, pinfu 1: 2/30/0 2000`.
pub(crate) fn told(hand: &str, how: &str) -> String {
    let points = won(hand, how).unwrap_or_else(|e| panic!("{hand} {how}: {e}"));
    let yaku: Vec<String> =
        points.yaku().iter().map(|(yaku, han)| format!("{} {han}", yaku.id())).collect();
    let (han, fu, yakuman) = (points.han(), points.fu(), points.yakuman());
    format!("{}: {han}/{fu}/{yakuman} {}", yaku.join(", "), points.points())
}
