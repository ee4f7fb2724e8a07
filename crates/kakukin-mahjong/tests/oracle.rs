//! The oracles for scores against what can be worked out by hand, and against every order of
//! small walls.

mod slow;

use kakukin_mahjong::{Forms, KINDS};
use slow::{
    Counts, Distance,
    deal::Dealer,
    expect::{
        Asked, Decision, Figures, Game, Points, RedFives, Scorer, SlowLuck, State, evaluate,
        optimum,
    },
    kinds, less, total, with, without,
    yaku::{SlowMeld, SlowMeldKind, SlowRules, SlowWin, score},
};
use std::cell::RefCell;

const CLOSE: f64 = 1e-12;

/// Kinds in the order written; 0 is a red five.
fn parse(text: &str) -> Vec<(usize, bool)> {
    let mut tiles = Vec::new();
    let mut digits = Vec::new();
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            digits.push(digit as usize);
            continue;
        }
        let suit = 9 * "mpsz".find(c).unwrap();
        let tile = |digit| if digit == 0 { (suit + 4, true) } else { (suit + digit - 1, false) };
        tiles.extend(digits.drain(..).map(tile));
    }
    tiles
}

fn counts(tiles: &[(usize, bool)]) -> (Counts, RedFives) {
    let (mut counts, mut reds) = ([0; KINDS], [0; 3]);
    for &(kind, red) in tiles {
        counts[kind] += 1;
        if red {
            reds[kind / 9] += 1;
        }
    }
    (counts, reds)
}

const RULES: SlowRules = SlowRules {
    kuitan: true,
    kiriage: false,
    counted_yakuman: true,
    double_yakuman: true,
    multiple_yakuman: true,
    double_wind_fu: 4,
    renhou: 0,
    north: true,
    sanma_tsumo_loss: true,
};

/// The last of the concealed tiles won; south in the east round. Melds of equal tiles are pons or
/// closed kans, others are chis.
fn win(concealed: &str, melds: &[&str], tsumo: bool) -> SlowWin {
    let tiles = parse(concealed);
    let (concealed, reds) = counts(&tiles);
    let meld = |text: &&str| {
        let tiles: Vec<usize> = parse(text).into_iter().map(|(kind, _)| kind).collect();
        let kind = match tiles.len() {
            4 => SlowMeldKind::ClosedKan,
            _ if tiles[0] == tiles[1] => SlowMeldKind::Pon,
            _ => SlowMeldKind::Chi,
        };
        SlowMeld { kind, tiles }
    };
    SlowWin {
        concealed,
        reds: reds.iter().map(|&n| u32::from(n)).sum(),
        melds: melds.iter().map(meld).collect(),
        tile: tiles.last().unwrap().0,
        tsumo,
        riichi: 0,
        ippatsu: false,
        last_tile: false,
        after_kan: false,
        robbing_kan: false,
        first_turn: false,
        seat: 1,
        round: 0,
        players: 4,
        dora: Vec::new(),
        ura: Vec::new(),
        north: 0,
    }
}

/// Yaku in order, han, fu, yakuman and points.
fn check(win: &SlowWin, rules: &SlowRules, yaku: &str, figures: [u32; 4]) {
    let Some(score) = score(win, rules) else { return assert_eq!("", yaku, "{win:?}") };
    let ids: Vec<&str> = score.yaku.iter().map(|&(id, _)| id).collect();
    assert_eq!(ids.join(" "), yaku, "{win:?}");
    assert_eq!([score.han, score.fu, score.yakuman, score.points], figures, "{win:?}");
}

/// Fu by the book.
#[test]
fn oracle_fu() {
    for (hand, melds, tsumo, yaku, figures) in [
        ("23499m456p23467s8s", &[][..], true, "menzen_tsumo pinfu", [2, 20, 0, 1500]),
        ("23499m456p23467s8s", &[], false, "pinfu", [1, 30, 0, 1000]),
        // An open hand without fu.
        ("234m456p6788s5s", &["345p"], false, "tanyao", [1, 30, 0, 1000]),
        ("2233m4488p5566s7z7z", &[], false, "seven_pairs", [2, 25, 0, 1600]),
        ("2233m4488p5566s7z7z", &[], true, "menzen_tsumo seven_pairs", [3, 25, 0, 3200]),
        ("223344m456p9967s8s", &[], false, "pinfu iipeikou", [2, 30, 0, 2000]),
        // The pair, or one side of a run: pinfu is worth more than fu.
        ("4456m456p234678s4m", &[], false, "pinfu tanyao", [2, 30, 0, 2000]),
        // Two pairs of equal runs beat seven pairs.
        ("223344m667788p9s9s", &[], false, "ryanpeikou", [3, 40, 0, 5200]),
        // The triplet completed by ron is open: 20 + 10 + 4 + 4 + 8 + 2 + 2.
        ("222m333p44999s11z4s", &[], false, "toitoi sanankou", [4, 50, 0, 8000]),
        ("555666z77z23m1m", &["789s"], false, "white green chanta shousangen", [5, 40, 0, 8000]),
        // 20 + 10 + 32 + 2 + 2.
        ("24m55z345678p3m", &["1111z"], false, "round_wind", [1, 70, 0, 2300]),
        // 20 + 32 + 16 + 2 + 2.
        ("24m55z3m", &["1111z", "5555s", "345p"], false, "round_wind", [1, 80, 0, 2600]),
        // 20 + 2 + 8 + 4 + 2.
        ("4m234567p222z4m", &["999m"], true, "seat_wind", [1, 40, 0, 1500]),
    ] {
        check(&win(hand, melds, tsumo), &RULES, yaku, figures);
    }
}

/// Each yakuman, alone and together.
#[test]
fn oracle_yakuman() {
    for (hand, melds, tsumo, yaku, number) in [
        ("19m19p19s1234567z1m", &[][..], true, "kokushi13", 2),
        ("119m19p19s123456z7z", &[], true, "kokushi", 1),
        ("222m333p44999s11z4s", &[], true, "suuankou", 1),
        ("222m333p444999s1z1z", &[], false, "suuankou_tanki", 2),
        ("55566z234m99p6z", &["777z"], true, "daisangen", 1),
        ("11122z44z789m2z", &["333z"], false, "shousuushii", 1),
        ("11122z99m2z", &["333z", "444z"], false, "daisuushii", 2),
        ("1122334455667z7z", &[], false, "tsuuiisou", 1),
        ("11m99m9m", &["999p", "111s", "111p"], false, "chinroutou", 1),
        ("22334466688s66z8s", &[], false, "ryuuiisou", 1),
        ("1112345678999p5p", &[], false, "junsei_chuuren", 2),
        ("1112355678999p4p", &[], false, "chuuren", 1),
        ("9s9s", &["1111m", "2222m", "5555p", "6666p"], false, "suuankou_tanki suukantsu", 3),
    ] {
        let mut win = win(hand, melds, tsumo);
        win.dora = vec![0];
        check(&win, &RULES, yaku, [0, 0, number, 32_000 * number]);
        let rules = SlowRules { double_yakuman: false, multiple_yakuman: false, ..RULES };
        check(&win, &rules, yaku, [0, 0, 1, 32_000]);
        let one = number.min(2);
        let rules = SlowRules { multiple_yakuman: false, ..RULES };
        check(&win, &rules, yaku, [0, 0, one, 32_000 * one]);
    }
}

/// How the last tile came.
#[test]
fn oracle_luck() {
    let plain = win("234m456p678s11z88p1z", &[], true);
    let check = |change: &dyn Fn(&mut SlowWin), rules: &SlowRules, yaku: &str, figures| {
        let mut win = plain.clone();
        change(&mut win);
        check(&win, rules, yaku, figures);
    };
    check(&|_| (), &RULES, "menzen_tsumo round_wind", [2, 30, 0, 2000]);
    let last = "menzen_tsumo round_wind haitei";
    check(&|x| x.last_tile = true, &RULES, last, [3, 30, 0, 4000]);
    let kan = "menzen_tsumo round_wind rinshan";
    let both = |x: &mut SlowWin| (x.last_tile, x.after_kan) = (true, true);
    check(&both, &RULES, kan, [3, 30, 0, 4000]);
    let ron = |x: &mut SlowWin| x.tsumo = false;
    check(&ron, &RULES, "round_wind", [1, 40, 0, 1300]);
    let last = |x: &mut SlowWin| (x.tsumo, x.last_tile) = (false, true);
    check(&last, &RULES, "round_wind houtei", [2, 40, 0, 2600]);
    let robbed = |x: &mut SlowWin| (x.tsumo, x.robbing_kan) = (false, true);
    check(&robbed, &RULES, "round_wind chankan", [2, 40, 0, 2600]);
    check(&|x| x.first_turn = true, &RULES, "chiihou", [0, 0, 1, 32_000]);
    let dealer = |x: &mut SlowWin| (x.first_turn, x.seat) = (true, 0);
    check(&dealer, &RULES, "tenhou", [0, 0, 1, 48_000]);
    let first = |x: &mut SlowWin| (x.tsumo, x.first_turn) = (false, true);
    check(&first, &RULES, "round_wind", [1, 40, 0, 1300]);
    let mangan = SlowRules { renhou: 1, ..RULES };
    check(&first, &mangan, "renhou", [5, 0, 0, 8000]);
    // Five han of dora are as much, seven are more.
    let dora = |n: usize| {
        move |x: &mut SlowWin| (x.tsumo, x.first_turn, x.dora) = (false, true, vec![15; n])
    };
    check(&dora(2), &mangan, "round_wind dora", [5, 40, 0, 8000]);
    check(&dora(3), &mangan, "round_wind dora", [7, 40, 0, 12_000]);
    let yakuman = SlowRules { renhou: 2, ..RULES };
    check(&first, &yakuman, "renhou", [0, 0, 1, 32_000]);
    // Riichi with its indicators: two of the 8p, and the 9p there is none of.
    let riichi = |x: &mut SlowWin| (x.riichi, x.ippatsu, x.ura) = (2, true, vec![15, 16]);
    let yaku = "double_riichi ippatsu menzen_tsumo round_wind ura";
    check(&riichi, &RULES, yaku, [7, 30, 0, 12_000]);
    let silent = |x: &mut SlowWin| (x.ippatsu, x.ura) = (true, vec![15, 16]);
    check(&silent, &RULES, "menzen_tsumo round_wind", [2, 30, 0, 2000]);
}

/// Limits, and who pays with three players.
#[test]
fn oracle_points() {
    let dora = |n: usize, tsumo, seat, players| {
        let mut win = win("23445688p678s55z5z", &[], tsumo);
        // Each shows the 2p.
        (win.dora, win.seat, win.players, win.riichi) = (vec![9; n], seat, players, 1);
        win
    };
    let points = |win: &SlowWin, rules: &SlowRules| score(win, rules).unwrap().points;
    // Riichi, white, 40 fu by ron.
    for (n, child, parent) in [
        (0, 2600, 3900),
        (1, 5200, 7700),
        (2, 8000, 12_000),
        (3, 8000, 12_000),
        (4, 12_000, 18_000),
        (5, 12_000, 18_000),
        (6, 16_000, 24_000),
        (8, 16_000, 24_000),
        (9, 24_000, 36_000),
        (10, 24_000, 36_000),
        (11, 32_000, 48_000),
    ] {
        assert_eq!(points(&dora(n, false, 1, 4), &RULES), child);
        assert_eq!(points(&dora(n, false, 0, 4), &RULES), parent);
    }
    let rules = SlowRules { counted_yakuman: false, ..RULES };
    assert_eq!(points(&dora(11, false, 1, 4), &rules), 24_000);
    // By self-draw 30 fu: 3 han without dora, 4 han with one.
    let rules = SlowRules { kiriage: true, ..RULES };
    assert_eq!(points(&dora(1, true, 1, 4), &RULES), 7900);
    assert_eq!(points(&dora(1, true, 1, 4), &rules), 8000);
    assert_eq!(points(&dora(1, true, 0, 4), &RULES), 11_700);
    // Base 960: 1920 and 960; 480 more of each if the missing 960 are shared.
    let shared = SlowRules { sanma_tsumo_loss: false, ..RULES };
    assert_eq!(points(&dora(0, true, 1, 4), &RULES), 2000 + 1000 + 1000);
    assert_eq!(points(&dora(0, true, 1, 3), &RULES), 2000 + 1000);
    assert_eq!(points(&dora(0, true, 1, 3), &shared), 2400 + 1500);
    assert_eq!(points(&dora(0, true, 0, 3), &RULES), 2000 + 2000);
    assert_eq!(points(&dora(0, true, 0, 3), &shared), 2900 + 2900);
    assert_eq!(points(&dora(2, true, 1, 3), &shared), 5000 + 3000);
    // Indicators wrap; norths set aside count, once more if indicated.
    let mut win = win("111999m111p99s55z5z", &[], false);
    (win.players, win.north) = (3, 2);
    for (indicator, dora) in [(0, 3), (8, 3), (17, 3), (25, 2), (29, 2), (33, 3), (30, 0)] {
        win.dora = vec![indicator];
        let found = score(&win, &RULES).unwrap().yaku;
        let of = |id| found.iter().find(|x| x.0 == id).map_or(0, |x| x.1);
        assert_eq!([of("dora"), of("north")], [dora, 2], "{indicator}");
    }
    win.players = 4;
    win.dora = vec![0];
    assert!(score(&win, &RULES).unwrap().yaku.iter().all(|x| x.0 != "dora"));
    // No open simples.
    let win = self::win("234m456p6788s5s", &["345p"], false);
    assert!(score(&win, &SlowRules { kuitan: false, ..RULES }).is_none());
}

fn scorer(dora: &[usize]) -> Scorer {
    let win = SlowWin { dora: dora.to_vec(), ..win("1m", &[], true) };
    Scorer { win, rules: RULES }
}

/// Whether a hand is ready, within four of each.
fn ready() -> impl Fn(&Counts) -> bool {
    let distance = RefCell::new(Distance::new([4; KINDS], 4, Forms::ALL));
    move |hand| distance.borrow_mut().distance(hand) == 1
}

fn state(hand: &str, draws: usize) -> State {
    let (hand, reds) = counts(&parse(hand));
    let unseen = less([4; KINDS], &hand);
    State { hand, reds, unseen, unseen_reds: [0; 3], draws, riichi: 0, ippatsu: false }
}

fn never(_: &Asked, _: u32) -> bool {
    false
}

fn game<'g>(start: State, points: &'g dyn Points, ready: &'g dyn Fn(&Counts) -> bool) -> Game<'g> {
    let (ippatsu, haitei, first_turn) = (true, true, false);
    let closing = &|_, _| 0.0;
    let refuse = &never;
    Game { start, ippatsu, haitei, first_turn, ura: 0, extra: 0.0, points, refuse, ready, closing }
}

fn throw_drawn(asked: &Asked) -> Decision {
    Decision { throw: asked.drawn, red: asked.drawn_red, riichi: 0 }
}

fn close(a: Figures, b: Figures) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < CLOSE * a.abs().max(1.0);
    assert!(a.iter().zip(&b).all(near), "{a:?} {b:?}");
}

/// A wait for three tiles of 123.
#[test]
fn oracle_one_wait() {
    let (scorer, ready) = (scorer(&[]), ready());
    let lost = |_: bool, riichi: bool| if riichi { -1000.0 } else { 1500.0 };
    for draws in 1..=3 {
        let mut game = game(state("123456789m123p5s", draws), &scorer, &ready);
        game.closing = &lost;
        game.extra = 300.0;
        // The chances to win at each draw.
        let [first, second, third] = [
            3.0 / 123.0,
            120.0 / 123.0 * (3.0 / 122.0),
            120.0 / 123.0 * (119.0 / 122.0) * (3.0 / 121.0),
        ];
        // A straight by self-draw is 3 han 30 fu; 4 with the last tile.
        let silent = match draws {
            1 => first * 7900.0,
            2 => first * 4000.0 + second * 7900.0,
            _ => first * 4000.0 + second * 4000.0 + third * 7900.0,
        };
        let won = [first, first + second, first + second + third][draws - 1];
        let figures = evaluate(&game, &mut throw_drawn);
        let score = silent + 300.0 * won + 1500.0 * (1.0 - won);
        close(figures, [score, won, 1.0, 1.0 - won]);
        assert!((optimum(&game, &|asked| vec![throw_drawn(asked)]) - score).abs() < 1e-9);
        // One han more after riichi, and one at the first draw.
        (game.start.riichi, game.start.ippatsu) = (1, true);
        let declared = match draws {
            1 => first * 12_000.0,
            2 => first * 8000.0 + second * 8000.0,
            _ => first * 8000.0 + second * 7900.0 + third * 8000.0,
        };
        let figures = evaluate(&game, &mut |_| unreachable!());
        let score = declared + 300.0 * won - 1000.0 * (1.0 - won);
        close(figures, [score, won, 1.0, 1.0 - won]);
        // Neither, but ura: of 122 tiles, 37 show one tile of the hand, and four the pair.
        (game.ippatsu, game.haitei, game.ura) = (false, false, 1);
        if draws == 1 {
            let mean = (37.0 * 8000.0 + 4.0 * 12_000.0 + 81.0 * 7900.0) / 122.0;
            let score = first * (mean + 300.0) - 1000.0 * (1.0 - won);
            close(evaluate(&game, &mut |_| unreachable!()), [score, won, 1.0, 1.0 - won]);
        }
    }
}

/// Every game has one end, and a red five its own chance.
#[test]
fn oracle_ends() {
    // A game of its own: three of the 1s win, two are ready. Everything is worth one.
    let three = |hand: &Counts, _: &RedFives, _: usize, _: bool, _: SlowLuck, _: &[usize]| {
        u32::from(hand[18] == 3)
    };
    let two = |hand: &Counts| hand[18] == 2;
    let mut game = game(state("123456m12355p19s", 2), &three, &two);
    game.closing = &|_, _| 1.0;
    let mut player = |asked: &Asked| {
        let throw = if asked.drawn == 18 { 26 } else { asked.drawn };
        Decision { throw, red: false, riichi: 0 }
    };
    let won = 3.0 / 123.0 * (2.0 / 122.0);
    let some = 1.0 - 120.0 / 123.0 * (119.0 / 122.0);
    close(evaluate(&game, &mut player), [1.0, won, some, some - won]);
    let ready = ready();
    // Red fives: three of 123 are fives that win, one of them red.
    let red = |hand: &Counts, reds: &RedFives, _: usize, red: bool, _: SlowLuck, _: &[usize]| {
        assert_eq!(red, reds[2] == 1);
        u32::from(hand[22] == 2) * if red { 1000 } else { 10 }
    };
    let mut start = state("123456789m123p5s", 2);
    start.unseen_reds[2] = 1;
    let game = self::game(start, &red, &ready);
    let won = 3.0 / 123.0 + 120.0 / 123.0 * (3.0 / 122.0);
    let figures = evaluate(&game, &mut throw_drawn);
    close(figures, [won * 340.0, won, 1.0, 1.0 - won]);
}

/// A tile of a small wall.
type One = (usize, bool);

/// A player with whims, but always the same: ready if he can be, or else he mostly throws what he
/// drew.
fn whim(ready: &dyn Fn(&Counts) -> bool, asked: &Asked) -> Decision {
    let mut options = options(ready, asked);
    let mut seed = 7 * asked.draws + usize::from(asked.drawn_red);
    for kind in kinds(with(asked.hand, asked.drawn)) {
        seed = (31 * seed + kind) % 65_537;
    }
    if options.iter().any(|option| option.riichi > 0) {
        options.retain(|option| ready(&without(with(asked.hand, asked.drawn), option.throw)));
    } else if !seed.is_multiple_of(4) {
        return throw_drawn(asked);
    }
    options[seed / 4 % options.len()]
}

/// Everything that can be thrown, riichi if it can be declared.
fn options(ready: &dyn Fn(&Counts) -> bool, asked: &Asked) -> Vec<Decision> {
    let hand = with(asked.hand, asked.drawn);
    let mut reds = asked.reds;
    if asked.drawn_red {
        reds[asked.drawn / 9] += 1;
    }
    let mut options = Vec::new();
    for throw in kinds(hand) {
        let red = if throw < 27 && throw % 9 == 4 { reds[throw / 9] } else { 0 };
        for (red, copies) in [(false, hand[throw] - red), (true, red)] {
            let most = u8::from(ready(&without(hand, throw)));
            let each = (0..=most).map(|riichi| Decision { throw, red, riichi });
            options.extend(each.filter(|_| copies > 0));
        }
    }
    options
}

/// A hand not far from ready and a wall of few tiles, some of which it needs.
fn small(dealer: &mut Dealer, size: usize, draws: usize) -> (State, Vec<One>) {
    let wins = ["234m067789p22666s", "11123456789999s", "223344m556677p88s", "123789m123p99s777z"];
    let mut hand = parse(wins[dealer.below(wins.len())]);
    let mut wall = Vec::new();
    for _ in 0..1 + dealer.below(2) {
        wall.push(hand.swap_remove(dealer.below(hand.len())));
    }
    while hand.len() < 13 || wall.len() < size {
        let kind = dealer.below(KINDS);
        let red = kind < 27 && kind % 9 == 4 && dealer.below(2) == 0;
        let all = hand.iter().chain(&wall);
        let copies = all.clone().filter(|tile| tile.0 == kind).count();
        if copies == 4 || red && all.clone().any(|&tile| tile == (kind, true)) {
            continue;
        }
        if hand.len() < 13 { hand.push((kind, red)) } else { wall.push((kind, red)) }
    }
    // Copies of tiles of the wall, so that some are alike.
    let twin = wall[0].0;
    if hand.iter().chain(&wall).filter(|tile| tile.0 == twin).count() < 4 {
        wall[size - 1] = (twin, false);
    }
    let ((hand, reds), (unseen, unseen_reds)) = (counts(&hand), counts(&wall));
    let riichi = 0;
    (State { hand, reds, unseen, unseen_reds, draws, riichi, ippatsu: false }, wall)
}

/// Every order of some tiles.
fn orders(tiles: &[One]) -> Vec<Vec<One>> {
    if tiles.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..tiles.len() {
        let mut rest = tiles.to_vec();
        let first = rest.remove(at);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// One game: the wall in this order, the last tiles of it the ura indicators.
fn play(game: &Game<'_>, wall: &[One], player: &dyn Fn(&Asked) -> Decision) -> Figures {
    let State { mut hand, mut reds, draws, mut riichi, mut ippatsu, .. } = game.start;
    let mut was_ready = (game.ready)(&hand);
    for (turn, &(kind, red)) in wall[..draws].iter().enumerate() {
        let asked = Asked { hand, reds, drawn: kind, drawn_red: red, draws: draws - turn - 1 };
        hand[kind] += 1;
        if red {
            reds[kind / 9] += 1;
        }
        let luck = SlowLuck {
            riichi,
            ippatsu: game.ippatsu && ippatsu,
            last_tile: game.haitei && turn + 1 == draws,
            first_turn: game.first_turn && turn == 0,
        };
        let mut ura: Vec<usize> = wall[wall.len() - game.ura..].iter().map(|x| x.0).collect();
        ura.sort_unstable();
        ura.truncate(if riichi > 0 { game.ura } else { 0 });
        let points = game.points.points(&hand, &reds, kind, red, luck, &ura);
        if points > 0 && (riichi > 0 || !(game.refuse)(&asked, points)) {
            return [f64::from(points) + game.extra, 1.0, 1.0, 0.0];
        }
        let own = Decision { throw: kind, red, riichi };
        let thrown = if riichi > 0 { own } else { player(&asked) };
        ippatsu = riichi == 0 && thrown.riichi > 0;
        riichi = thrown.riichi;
        hand[thrown.throw] -= 1;
        if thrown.red {
            reds[thrown.throw / 9] -= 1;
        }
        was_ready |= (game.ready)(&hand);
    }
    let ready = (game.ready)(&hand);
    let score = (game.closing)(ready, riichi > 0);
    [score, 0.0, f64::from(u8::from(was_ready)), f64::from(u8::from(ready))]
}

/// Seven tiles in every order.
#[test]
fn oracle_every_order() {
    let mut dealer = Dealer::new(31);
    let (ready, scorer) = (ready(), scorer(&[3, 13]));
    // Wins with riichi, ippatsu, the last tile, the first turn, and indicators.
    let wins = RefCell::new([0; 5]);
    let points = |hand: &Counts, reds: &RedFives, tile, red, luck: SlowLuck, ura: &[usize]| {
        let points = scorer.points(hand, reds, tile, red, luck, ura);
        let SlowLuck { riichi, ippatsu, last_tile, first_turn } = luck;
        let seen = [riichi > 0, ippatsu, last_tile, first_turn, !ura.is_empty()];
        (0..5).for_each(|k| wins.borrow_mut()[k] += usize::from(points > 0 && seen[k]));
        points
    };
    let closing = |ready: bool, riichi: bool| {
        700.0 * f64::from(u8::from(ready)) - if riichi { 1000.0 } else { 0.0 }
    };
    let refuse = |asked: &Asked, _: u32| asked.draws > 0 && asked.drawn.is_multiple_of(2);
    let mut won = 0;
    for round in 0..24 {
        let draws = 1 + round % 4;
        let (start, wall) = small(&mut dealer, 7, draws);
        let mut game = game(start, &points, &ready);
        (game.ura, game.extra) = (dealer.below(3), 300.0);
        (game.ippatsu, game.haitei) = (dealer.below(2) == 0, dealer.below(2) == 0);
        game.first_turn = dealer.below(3) == 0;
        game.closing = &closing;
        if round % 2 == 0 {
            game.refuse = &refuse;
        }
        let player = |asked: &Asked| whim(&ready, asked);
        let mut sum = [0.0; 4];
        let orders = orders(&wall);
        for order in &orders {
            let figures = play(&game, order, &player);
            (0..4).for_each(|k| sum[k] += figures[k]);
        }
        let figures = evaluate(&game, &mut { player });
        close(figures, sum.map(|sum| sum / orders.len() as f64));
        assert!(figures[1] + figures[3] < 1.0 + CLOSE && figures[2] < 1.0 + CLOSE);
        won += usize::from(figures[1] > 0.0);
        let single = optimum(&game, &|asked| vec![player(asked)]);
        assert!(single > figures[0] - 1e-9);
        assert!(optimum(&game, &|asked| options(&ready, asked)) > figures[0] - 1e-9);
    }
    assert!(won > 16 && wins.borrow().iter().all(|&n| n > 0), "{won} {wins:?}");
}

/// The best play with the tiles told apart, without any memory.
fn best(game: &Game<'_>, state: &State, wall: &[One]) -> f64 {
    if state.draws == 0 {
        return (game.closing)((game.ready)(&state.hand), state.riichi > 0);
    }
    let mut sum = 0.0;
    for at in 0..wall.len() {
        let mut rest = wall.to_vec();
        let (kind, red) = rest.remove(at);
        let mut hand = with(state.hand, kind);
        let mut reds = state.reds;
        reds[kind / 9 % 3] += u8::from(red);
        let luck = SlowLuck {
            riichi: state.riichi,
            ippatsu: state.ippatsu && game.ippatsu,
            last_tile: state.draws == 1 && game.haitei,
            first_turn: false,
        };
        let points = |ura: &[usize]| game.points.points(&hand, &reds, kind, red, luck, ura);
        let draws = state.draws - 1;
        sum += if points(&[]) > 0 {
            let each = |&(kind, _): &One| f64::from(points(&[kind]));
            let shown = rest.iter().map(each).sum::<f64>() / rest.len() as f64;
            if state.riichi > 0 { shown } else { f64::from(points(&[])) }
        } else if state.riichi > 0 {
            best(game, &State { draws, ippatsu: false, ..*state }, &rest)
        } else {
            let asked =
                Asked { hand: state.hand, reds: state.reds, drawn: kind, drawn_red: red, draws };
            let value = |option: Decision| {
                hand[option.throw] -= 1;
                reds[option.throw / 9 % 3] -= u8::from(option.red);
                let (riichi, ippatsu) = (option.riichi, option.riichi > 0);
                let value =
                    best(game, &State { hand, reds, draws, riichi, ippatsu, ..*state }, &rest);
                hand[option.throw] += 1;
                reds[option.throw / 9 % 3] += u8::from(option.red);
                value
            };
            options(&game.ready, &asked).into_iter().map(value).fold(f64::MIN, f64::max)
        };
    }
    sum / wall.len() as f64
}

/// The best that can be done with five tiles.
#[test]
fn oracle_best() {
    let mut dealer = Dealer::new(57);
    let (ready, scorer) = (ready(), scorer(&[21]));
    let closing = |ready: bool, riichi: bool| {
        f64::from(u8::from(ready)) * if riichi { 500.0 } else { 1500.0 }
    };
    for _ in 0..4 {
        let (start, wall) = small(&mut dealer, 5, 2);
        assert_eq!(total(&start.unseen), 5);
        let mut game = game(start, &scorer, &ready);
        game.ura = 1;
        game.closing = &closing;
        let found = optimum(&game, &|asked| options(&ready, asked));
        let expected = best(&game, &start, &wall);
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}
