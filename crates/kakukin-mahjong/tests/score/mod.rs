//! The plain way to points: every way to take a hand apart as a list of sets, every yaku by
//! its own words. Shares no code with the product.

use kakukin_mahjong::{
    Bag, Flag, Hand, KINDS, Luck, Meld, MeldKind, Players, Reds, Renhou, Riichi, Rules, Situation,
    Stakes, Tile, Tiles, Win, Wind,
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
    if players == Players::Three {
        table = table.clone().with_north(random.random_range(0..4)).unwrap_or(table);
    }

    let mut rules = Rules::preset(Rules::PRESETS[random.random_range(0..5)]).unwrap();
    for _ in 0..random.random_range(0..3) {
        let all: Vec<_> = rules.flags().collect();
        let (name, _, allowed) = all[random.random_range(0..all.len())];
        rules = rules
            .set(&format!("{name}={}", allowed[random.random_range(0..allowed.len())]))
            .unwrap();
    }
    let seats = players.number() as usize;
    let stakes = Stakes::default()
        .with_rules(rules)
        .with_seat(Wind::ALL[random.random_range(0..seats)])
        .with_round(Wind::ALL[random.random_range(0..4)])
        .with_honba(random.random_range(0..3))
        .and_then(|stakes| stakes.with_sticks(random.random_range(0..3)))
        .unwrap();

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
            luck.last_tile = random.random_bool(0.1);
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

/// A set: its kinds, and whether it counts as concealed.
#[derive(Debug, Clone, PartialEq)]
struct Set {
    tiles: Vec<usize>,
    concealed: bool,
}

impl Set {
    fn is_run(&self) -> bool {
        self.tiles[0] != self.tiles[1]
    }

    fn is_kan(&self) -> bool {
        self.tiles.len() == 4
    }
}

/// All ways to make sets of these tiles, and a pair if there is none yet.
fn apart(tiles: &[usize], pair: Option<usize>) -> Vec<(Vec<Set>, usize)> {
    let Some(&first) = tiles.first() else {
        return pair.map(|pair| vec![(Vec::new(), pair)]).unwrap_or_default();
    };
    let take = |some: &[usize]| -> Option<Vec<usize>> {
        let mut left = tiles.to_vec();
        for kind in some {
            left.remove(left.iter().position(|known| known == kind)?);
        }
        Some(left)
    };
    let mut all = Vec::new();
    if pair.is_none()
        && let Some(left) = take(&[first; 2])
    {
        all.extend(apart(&left, Some(first)));
    }
    let run = [first, first + 1, first + 2];
    let fits = first < 27 && first % 9 < 7;
    for set in [vec![first; 3], run.to_vec()] {
        if (set[1] == first || fits)
            && let Some(left) = take(&set)
        {
            for (mut sets, pair) in apart(&left, pair) {
                sets.push(Set { tiles: set.clone(), concealed: true });
                all.push((sets, pair));
            }
        }
    }
    all
}

fn is_orphan(kind: usize) -> bool {
    kind >= 27 || kind.is_multiple_of(9) || kind % 9 == 8
}

/// How a set or the pair was waited for.
#[derive(PartialEq)]
enum Wait {
    Sides,
    Other,
    Pair,
    Triplet,
}

/// Yakuman, han, fu and points; `None` without a yaku.
pub(crate) fn slow(table: &Situation, stakes: &Stakes, win: &Win) -> Option<(u32, u32, u32, u32)> {
    let hand = table.hand();
    let melds: Vec<Set> = hand
        .melds()
        .iter()
        .map(|meld| Set {
            tiles: meld.tiles().iter().map(Tile::index).collect(),
            concealed: meld.kind() == MeldKind::ClosedKan,
        })
        .collect();
    let concealed: Vec<usize> = hand.concealed().iter().map(Tile::index).collect();
    let everything: Vec<usize> =
        concealed.iter().copied().chain(melds.iter().flat_map(|set| set.tiles.clone())).collect();
    let closed = melds.iter().all(|set| set.concealed);
    let (rules, luck, tile) = (stakes.rules(), win.luck, win.tile.index());
    let is_first = |dealer: bool, tsumo: bool| {
        luck.first_turn && stakes.is_dealer() == dealer && win.tsumo == tsumo
    };

    // Yakuman of luck, then han of luck.
    let mut lucky = Vec::new();
    if is_first(true, true) || is_first(false, true) {
        lucky.push(1);
    }
    if is_first(false, false) && rules.renhou() == Renhou::Yakuman {
        lucky.push(1);
    }
    let mut luck_han = 0;
    luck_han += match luck.riichi {
        Riichi::None => 0,
        Riichi::Single => 1,
        Riichi::Double => 2,
    };
    luck_han += u32::from(luck.ippatsu) + u32::from(luck.last_tile) + u32::from(luck.after_kan);
    luck_han += u32::from(luck.robbing_kan) + u32::from(closed && win.tsumo);

    let mut held = everything.clone();
    held.extend(vec![30; table.north() as usize]);
    let mut dora = if rules.has(Flag::North) { table.north() } else { 0 };
    for indicator in table.dora().iter().chain(win.ura.tiles().iter()) {
        let next = match indicator.index() {
            0 if table.players() == Players::Three => 8,
            8 => 0,
            17 => 9,
            26 => 18,
            30 => 27,
            33 => 31,
            other => other + 1,
        };
        dora += held.iter().filter(|&&kind| kind == next).count() as u32;
    }

    // Yaku by the tiles alone.
    let suits: Vec<usize> = everything.iter().map(|kind| kind / 9).collect();
    let honours = suits.contains(&3);
    let numbers = (0..3).filter(|suit| suits.contains(suit)).count();
    let mut tiles_han = 0;
    if !everything.iter().any(|&kind| is_orphan(kind)) && (closed || rules.has(Flag::Kuitan)) {
        tiles_han += 1;
    }
    if numbers == 1 {
        tiles_han += match (honours, closed) {
            (true, true) => 3,
            (true, false) => 2,
            (false, true) => 6,
            (false, false) => 5,
        };
    }
    let all_orphans = everything.iter().all(|&kind| is_orphan(kind));
    if all_orphans && honours && numbers > 0 {
        tiles_han += 2;
    }
    let mut tiles_yakuman = Vec::new();
    if numbers == 0 {
        tiles_yakuman.push(1);
    }
    if all_orphans && !honours {
        tiles_yakuman.push(1);
    }
    if everything.iter().all(|kind| [19, 20, 21, 23, 25, 32].contains(kind)) {
        tiles_yakuman.push(1);
    }

    let double = if rules.has(Flag::DoubleYakuman) { 2 } else { 1 };
    let mut found: Vec<(u32, u32, u32, u32)> = Vec::new();
    let mut count = |yakuman: &[u32], yaku_han: u32, fu: u32| {
        let yakuman: Vec<u32> = yakuman.iter().chain(&lucky).copied().collect();
        if !yakuman.is_empty() {
            let sum: u32 = yakuman.iter().sum();
            let most = *yakuman.iter().max().unwrap();
            let times = if rules.has(Flag::MultipleYakuman) { sum } else { most };
            found.push((times, 0, 0, points(table, stakes, win, 8000 * times)));
            return;
        }
        if yaku_han + luck_han > 0 {
            let han = yaku_han + luck_han + dora;
            let basic = basic(rules, han, fu);
            found.push((0, han, fu, points(table, stakes, win, basic)));
        }
        if is_first(false, false) && rules.renhou() == Renhou::Mangan {
            // Its fu are never used; the tests of single hands look at them.
            found.push((0, 5, u32::MAX, points(table, stakes, win, 2000)));
        }
    };

    // Seven pairs and thirteen orphans.
    if melds.is_empty() {
        let mut kinds = concealed.clone();
        kinds.dedup();
        if kinds.len() == 7 && kinds.iter().all(|kind| copies(&concealed, *kind) == 2) {
            count(&tiles_yakuman, tiles_han + 2, 25);
        }
        if kinds.len() == 13 && kinds.iter().all(|&kind| is_orphan(kind)) {
            count(&[if copies(&concealed, tile) == 2 { double } else { 1 }], 0, 0);
        }
    }

    for (sets, pair) in apart(&concealed, None) {
        // Each set, and the pair, may be where the winning tile is.
        for place in 0..=sets.len() {
            let mut sets = sets.clone();
            let wait = if place == sets.len() {
                if pair != tile {
                    continue;
                }
                Wait::Pair
            } else {
                let set = &mut sets[place];
                if !set.tiles.contains(&tile) {
                    continue;
                }
                let (first, run) = (set.tiles[0] % 9, set.is_run());
                set.concealed = win.tsumo || run;
                match (run, set.tiles.iter().position(|&kind| kind == tile)) {
                    (false, _) => Wait::Triplet,
                    (_, Some(0)) if first != 6 => Wait::Sides,
                    (_, Some(2)) if first != 0 => Wait::Sides,
                    _ => Wait::Other,
                }
            };
            sets.extend(melds.iter().cloned());
            let (mut yakuman, han, fu) = read(&sets, pair, &wait, closed, stakes, win, double);
            yakuman.extend(&tiles_yakuman);
            if melds.is_empty() && numbers == 1 && !honours {
                let suit = concealed[0] / 9 * 9;
                let gates: Vec<usize> =
                    [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8].map(|n| n + suit).to_vec();
                let mut left = concealed.clone();
                left.remove(left.iter().position(|&kind| kind == tile).unwrap());
                let more = |kind: usize| copies(&concealed, kind) >= copies(&gates, kind);
                if left == gates {
                    yakuman.push(double);
                } else if gates.iter().all(|&kind| more(kind)) {
                    yakuman.push(1);
                }
            }
            count(&yakuman, han + tiles_han, fu);
        }
    }
    // A mangan of its own counts only where it is more.
    found
        .into_iter()
        .max_by_key(|&(yakuman, han, fu, points)| (points, yakuman, fu != u32::MAX, han, fu))
}

fn copies(tiles: &[usize], kind: usize) -> usize {
    tiles.iter().filter(|&&known| known == kind).count()
}

/// Yakuman, han and fu of one way.
fn read(
    sets: &[Set],
    pair: usize,
    wait: &Wait,
    closed: bool,
    stakes: &Stakes,
    win: &Win,
    double: u32,
) -> (Vec<u32>, u32, u32) {
    let (seat, round) = (27 + stakes.seat() as usize, 27 + stakes.round() as usize);
    let triplets: Vec<&Set> = sets.iter().filter(|set| !set.is_run()).collect();
    let runs: Vec<usize> = sets.iter().filter(|set| set.is_run()).map(|set| set.tiles[0]).collect();
    let has = |kind: usize| triplets.iter().any(|set| set.tiles[0] == kind);
    let concealed = triplets.iter().filter(|set| set.concealed).count();
    let kans = sets.iter().filter(|set| set.is_kan()).count();
    let dragons = (31..34).filter(|&kind| has(kind)).count();
    let winds = (27..31).filter(|&kind| has(kind)).count();

    let mut yakuman = Vec::new();
    if concealed == 4 {
        yakuman.push(if *wait == Wait::Pair { double } else { 1 });
    }
    if dragons == 3 {
        yakuman.push(1);
    }
    if winds == 3 && (27..31).contains(&pair) {
        yakuman.push(1);
    }
    if winds == 4 {
        yakuman.push(double);
    }
    if kans == 4 {
        yakuman.push(1);
    }

    let pair_fu = match pair {
        31.. => 2,
        _ if pair == seat && pair == round => stakes.rules().double_wind_fu(),
        _ if pair == seat || pair == round => 2,
        _ => 0,
    };
    let mut han = 0;
    let pinfu = closed && runs.len() == 4 && pair_fu == 0 && *wait == Wait::Sides;
    han += u32::from(pinfu);
    let equal = (0..27).map(|first| runs.iter().filter(|&&run| run == first).count() / 2).sum();
    han += match (closed, equal) {
        (true, 1usize) => 1,
        (true, 2) => 3,
        _ => 0,
    };
    han += dragons as u32 + u32::from(has(seat)) + u32::from(has(round));
    let closed_more = u32::from(closed);
    if (0..9).any(|n| [n, n + 9, n + 18].iter().all(|run| runs.contains(run))) {
        han += 1 + closed_more;
    }
    if (0..3).any(|suit| [0, 3, 6].iter().all(|n| runs.contains(&(suit * 9 + n)))) {
        han += 1 + closed_more;
    }
    if (0..9).any(|n| has(n) && has(n + 9) && has(n + 18)) {
        han += 2;
    }
    let outside = sets.iter().all(|set| set.tiles.iter().any(|&kind| is_orphan(kind)));
    if outside && is_orphan(pair) && !runs.is_empty() {
        let honours = pair >= 27 || triplets.iter().any(|set| set.tiles[0] >= 27);
        han += if honours { 1 } else { 2 } + closed_more;
    }
    han += if runs.is_empty() { 2 } else { 0 };
    han += if concealed == 3 { 2 } else { 0 };
    han += if kans == 3 { 2 } else { 0 };
    han += if dragons == 2 && pair >= 31 { 2 } else { 0 };

    let mut fu = 20 + pair_fu;
    for set in &triplets {
        let mut worth = if is_orphan(set.tiles[0]) { 4 } else { 2 };
        worth *= if set.concealed { 2 } else { 1 };
        worth *= if set.is_kan() { 4 } else { 1 };
        fu += worth;
    }
    fu += if matches!(wait, Wait::Other | Wait::Pair) { 2 } else { 0 };
    fu += if win.tsumo && !pinfu { 2 } else { 0 };
    fu += if closed && !win.tsumo { 10 } else { 0 };
    while fu % 10 != 0 {
        fu += 1;
    }
    if fu == 20 && !pinfu {
        fu = 30;
    }
    (yakuman, han, fu)
}

fn basic(rules: Rules, han: u32, fu: u32) -> u32 {
    let exact = fu * 2u32.pow(2 + han.min(10));
    match han {
        _ if han >= 13 && rules.has(Flag::CountedYakuman) => 8000,
        11.. => 6000,
        8.. => 4000,
        6.. => 3000,
        5 => 2000,
        4 if fu == 30 && rules.has(Flag::Kiriage) => 2000,
        3 if fu == 60 && rules.has(Flag::Kiriage) => 2000,
        _ => exact.min(2000),
    }
}

fn points(table: &Situation, stakes: &Stakes, win: &Win, basic: u32) -> u32 {
    let up = |points: f64| (points / 100.0).ceil() as u32 * 100;
    let basic = f64::from(basic);
    if !win.tsumo {
        return up(basic * if stakes.is_dealer() { 6.0 } else { 4.0 });
    }
    // What each of the others pays, the dealer first; the fourth is the one who is missing.
    let mut shares = if stakes.is_dealer() { vec![2.0; 3] } else { vec![2.0, 1.0, 1.0] };
    if table.players() == Players::Three {
        let lost = shares.pop().unwrap();
        if stakes.rules().splits_tsumo() {
            shares.iter_mut().for_each(|share| *share += lost / 2.0);
        }
    }
    shares.into_iter().map(|share| up(share * basic)).sum()
}
