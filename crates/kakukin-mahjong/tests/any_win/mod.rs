//! Wins that can have happened.

use kakukin_mahjong::{
    Bag, Flag, Hand, KINDS, Luck, Meld, MeldKind, Players, Reds, Riichi, Rules, Situation, Stakes,
    Tile, Tiles, Win, Wind,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;

/// A win that can have happened.
#[derive(Clone)]
pub(crate) struct AnyWin {
    pub(crate) table: Situation,
    pub(crate) stakes: Stakes,
    pub(crate) win: Win,
}

impl fmt::Debug for AnyWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, stakes, win } = self;
        write!(f, "{}, dora {}, {stakes:?}, {win:?}", table.hand(), table.dora())
    }
}

/// Wins of all kinds, rare ones often.
pub(crate) fn any_win() -> impl Strategy<Value = AnyWin> {
    // Where there would be a fifth copy, the dice are thrown again.
    any::<u64>().prop_map(|seed| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        loop {
            if let Some(win) = make(&mut random) {
                return win;
            }
        }
    })
}

/// The kinds to choose from: few make for rare yaku.
fn palette(random: &mut Xoshiro256PlusPlus, players: Players) -> Vec<usize> {
    let orphan = |kind: usize| kind >= 27 || kind.is_multiple_of(9) || kind % 9 == 8;
    let suit = random.random_range(0..3) * 9;
    let low = random.random_range(0..6);
    let kinds: Vec<usize> = match random.random_range(0..9) {
        0..2 => (0..KINDS).collect(),
        2 => (suit..suit + 9).collect(),
        3 => (suit..suit + 9).chain(27..34).collect(),
        4 => (0..KINDS).filter(|&kind| orphan(kind)).collect(),
        5 => (27..34).collect(),
        6 => vec![19, 20, 21, 23, 25, 32],
        7 => (0..27).filter(|kind| (low..low + 4).contains(&(kind % 9))).collect(),
        _ => (0..27).filter(|kind| matches!(kind % 9, 0..3 | 6..9)).chain(27..34).collect(),
    };
    kinds.into_iter().filter(|&kind| players.has(Tile::new(kind).unwrap())).collect()
}

fn make(random: &mut Xoshiro256PlusPlus) -> Option<AnyWin> {
    let players = if random.random_bool(0.3) { Players::Three } else { Players::Four };
    let kinds = palette(random, players);
    let pick = |random: &mut Xoshiro256PlusPlus| kinds[random.random_range(0..kinds.len())];
    let mut concealed = [0u8; KINDS];
    let mut melds = Vec::new();
    match random.random_range(0..12) {
        0 => {
            let mut left = kinds.clone();
            for _ in 0..7 {
                if left.is_empty() {
                    return None;
                }
                concealed[left.swap_remove(random.random_range(0..left.len()))] += 2;
            }
        }
        1 => {
            let orphans: Vec<usize> =
                (0..KINDS).filter(|&kind| Tile::new(kind).unwrap().is_orphan()).collect();
            orphans.iter().for_each(|&kind| concealed[kind] += 1);
            concealed[orphans[random.random_range(0..13)]] += 1;
        }
        _ => {
            let melded = [0.0, 0.0, 0.2, 0.5, 0.9][random.random_range(0..5)];
            let runs = [0.0, 0.5, 1.0][random.random_range(0..3)];
            for _ in 0..4 {
                let first = pick(random);
                let is_run = random.random_bool(runs) && first < 27 && first % 9 < 7;
                let is_melded = random.random_bool(melded);
                if is_run && !(is_melded && players == Players::Three) {
                    let tiles = [first, first + 1, first + 2];
                    if is_melded {
                        melds.push((MeldKind::Chi, tiles.to_vec()));
                    } else {
                        tiles.iter().for_each(|&kind| concealed[kind] += 1);
                    }
                } else if is_melded {
                    let kind = MeldKind::ALL[random.random_range(1..5)];
                    melds.push((kind, vec![first; if kind.is_kan() { 4 } else { 3 }]));
                } else {
                    concealed[first] += 3;
                }
            }
            concealed[pick(random)] += 2;
        }
    }
    let bag = |tiles: Tiles| Bag::new(tiles, Reds::NONE);
    let of =
        |kinds: &[usize]| kinds.iter().map(|&kind| Tile::new(kind).unwrap()).collect::<Tiles>();
    let melds: Option<Vec<Meld>> =
        melds.into_iter().map(|(kind, tiles)| Meld::new(kind, bag(of(&tiles))?).ok()).collect();
    let concealed = Tiles::from_counts(&concealed)?;
    let hand = Hand::new(bag(concealed)?, melds?).ok()?;
    let mut table = Situation::new(hand, players).ok()?;
    let mut indicators = 0;
    for _ in 0..random.random_range(0..4) {
        let tile = Tile::new(random.random_range(0..KINDS)).unwrap();
        if let Ok(more) = table.clone().with_dora(Bag::EMPTY.with(tile, false)?) {
            table = more;
            indicators += 1;
        }
    }

    let mut rules = Rules::preset(Rules::PRESETS[random.random_range(0..5)]).unwrap();
    for _ in 0..random.random_range(0..3) {
        let all: Vec<_> = rules.flags().collect();
        let (flag, _) = all[random.random_range(0..all.len())];
        let values = flag.values();
        let value = values[random.random_range(0..values.len())];
        rules = rules.set(&format!("{flag}={value}")).unwrap();
    }
    let seats = players.number() as usize;
    let stakes = Stakes::default()
        .with_rules(rules)
        .with_seat(Wind::ALL[random.random_range(0..seats)])
        .with_round(Wind::ALL[random.random_range(0..4)])
        .with_honba(random.random_range(0..3))
        .and_then(|stakes| stakes.with_sticks(random.random_range(0..3)))
        .unwrap();

    if players == Players::Three && rules.has(Flag::North) {
        table = table.clone().with_north(random.random_range(0..4)).unwrap_or(table);
    }
    let hand = table.hand();
    let tsumo = random.random_bool(0.5);
    let tile = hand.concealed().iter().nth(random.random_range(0..concealed.len() as usize))?;
    let mut luck = Luck::default();
    let mut ura = Bag::EMPTY;
    let has_kan = hand.melds().iter().any(|meld| meld.kind().is_kan());
    match random.random_range(0..8) {
        0..3 if hand.is_closed() => {
            luck.riichi = if random.random_bool(0.2) { Riichi::Double } else { Riichi::Single };
            luck.ippatsu = random.random_bool(0.3) && rules.has(Flag::Ippatsu);
            let double = luck.riichi == Riichi::Double;
            luck.ippatsu &= !(double && has_kan);
            luck.last_tile = random.random_bool(0.1) && !(double && luck.ippatsu);
            for _ in 0..indicators {
                let tile = Tile::new(random.random_range(0..KINDS)).unwrap();
                let more = ura.with(tile, false)?;
                if rules.has(Flag::Ura) && table.clone().with_seen(more).is_ok() {
                    ura = more;
                }
            }
        }
        3 => luck.last_tile = true,
        4 if tsumo && has_kan => luck.after_kan = true,
        5 if hand.melds().is_empty() && (tsumo || !stakes.is_dealer()) => luck.first_turn = true,
        _ => {}
    }
    Some(AnyWin { table, stakes, win: Win { tile, tsumo, luck, ura } })
}
