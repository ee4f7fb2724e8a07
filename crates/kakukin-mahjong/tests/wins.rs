//! What wins are worth against the plain scorer, which shares no code: hands of every kind, under
//! every rule, however they came about.

mod slow;

use kakukin_mahjong::{
    Bag, Flag, FlagValue, Forms, Hand, KINDS, Luck, Meld, MeldKind, Players, Points, Problem,
    Riichi, Scorer, Situation, Stakes, Tile, Win, Yaku,
};
use slow::{
    Counts, Distance,
    deal::{Dealer, bag},
    kinds, less,
    table::{slow_rules, slow_win, yaku},
    tile, with, without,
    yaku::{SlowRules, SlowScore, SlowWin, score},
};
use std::collections::BTreeMap;

/// Wins that are compared.
const WINS: usize = 20_000;

/// What the groups of a hand have in common.
#[derive(Clone, Copy, Debug)]
enum Style {
    Any,
    /// One suit, with honours or without.
    Flush,
    /// Ones, nines and honours in all groups.
    Outside,
    /// Triplets of ones, nines and honours.
    Orphans,
    Terminals,
    Simples,
    /// A straight, or the same run in three suits.
    Straight,
    /// Equal runs.
    Twins,
    Triplets,
    /// The same triplet in three suits.
    SameTriplets,
    Dragons,
    Winds,
    Honours,
    Green,
    /// Four of a kind wherever there can be.
    Kans,
}

const STYLES: [Style; 15] = [
    Style::Any,
    Style::Flush,
    Style::Outside,
    Style::Orphans,
    Style::Terminals,
    Style::Simples,
    Style::Straight,
    Style::Twins,
    Style::Triplets,
    Style::SameTriplets,
    Style::Dragons,
    Style::Winds,
    Style::Honours,
    Style::Green,
    Style::Kans,
];

/// A run or a triplet by its lowest kind.
type Group = (bool, usize);

fn group((run, first): Group) -> Counts {
    let mut counts = [0; KINDS];
    if run {
        counts[first..first + 3].fill(1)
    } else {
        counts[first] = 3
    }
    counts
}

fn fits(group: &Counts, left: &Counts) -> bool {
    (0..KINDS).all(|kind| group[kind] <= left[kind])
}

fn is_orphan(kind: usize) -> bool {
    tile(kind).is_orphan()
}

/// A complete hand.
struct Complete {
    concealed: Counts,
    melds: Vec<(MeldKind, Counts)>,
    /// What is left of the set.
    left: Counts,
}

/// The groups that a style wants by all means.
fn wanted(dealer: &mut Dealer, style: Style) -> Vec<Group> {
    let suit = 9 * dealer.below(3);
    let all: Vec<Group> = match style {
        Style::Straight if dealer.one_in(2) => [0, 3, 6].map(|n| (true, suit + n)).to_vec(),
        Style::Straight => {
            let n = dealer.below(7);
            [n, 9 + n, 18 + n].map(|kind| (true, kind)).to_vec()
        }
        Style::Twins => {
            let [a, b] = [0, 1].map(|_| 9 * dealer.below(3) + dealer.below(7));
            vec![(true, a), (true, a), (true, b), (true, b)]
        }
        Style::SameTriplets => {
            let n = dealer.below(9);
            [n, 9 + n, 18 + n].map(|kind| (false, kind)).to_vec()
        }
        Style::Dragons => [31, 32, 33].map(|kind| (false, kind)).to_vec(),
        Style::Winds => [27, 28, 29, 30].map(|kind| (false, kind)).to_vec(),
        _ => Vec::new(),
    };
    // One less: the pair may be the last of them.
    let some = all.len() - usize::from(!all.is_empty() && dealer.one_in(3));
    all[..some].to_vec()
}

/// Whether a style allows a group, or a pair.
fn allows(style: Style, suit: usize, run: bool, counts: &Counts) -> bool {
    let all = |of: &dyn Fn(usize) -> bool| kinds(*counts).all(of);
    match style {
        Style::Flush => all(&|kind| kind / 9 == suit || kind >= 27),
        Style::Outside => kinds(*counts).any(is_orphan),
        Style::Orphans => !run && all(&is_orphan),
        Style::Terminals => !run && all(&|kind| is_orphan(kind) && kind < 27),
        Style::Simples => all(&|kind| !is_orphan(kind)),
        Style::Triplets | Style::Kans => !run,
        Style::Dragons | Style::Winds | Style::Honours => all(&|kind| kind >= 27),
        Style::Green => all(&|kind| [19, 20, 21, 23, 25, 32].contains(&kind)),
        _ => true,
    }
}

fn complete(dealer: &mut Dealer, players: Players) -> Complete {
    let full = players.full_set().counts();
    if dealer.one_in(12) {
        return Complete { melds: Vec::new(), ..special(dealer, &full) };
    }
    loop {
        let style = STYLES[dealer.below(STYLES.len())];
        if let Some(hand) = standard(dealer, players, style) {
            return hand;
        }
    }
}

fn standard(dealer: &mut Dealer, players: Players, style: Style) -> Option<Complete> {
    let mut left = players.full_set().counts();
    let suit = dealer.below(3);
    let mut groups = Vec::new();
    let mut wanted = wanted(dealer, style);
    // After what is wanted come what is allowed, or anything.
    let loose = !wanted.is_empty() && dealer.one_in(2);
    let of = |counts: &Counts, run| loose || allows(style, suit, run, counts);
    for _ in 0..400 {
        if groups.len() == 4 {
            break;
        }
        let next = wanted.pop().unwrap_or_else(|| {
            let first = dealer.below(KINDS);
            (first < 27 && first % 9 < 7 && !dealer.one_in(3), first)
        });
        let counts = group(next);
        if fits(&counts, &left) && of(&counts, next.0) {
            left = less(left, &counts);
            groups.push(next);
        }
    }
    let pair = |kind: usize| {
        let mut counts = [0; KINDS];
        counts[kind] = 2;
        counts
    };
    let pairs: Vec<usize> =
        (0..KINDS).filter(|&kind| left[kind] >= 2 && of(&pair(kind), false)).collect();
    if groups.len() < 4 || pairs.is_empty() {
        return None;
    }
    let pair = pairs[dealer.below(pairs.len())];
    left[pair] -= 2;
    let mut concealed = [0; KINDS];
    concealed[pair] = 2;
    let mut melds = Vec::new();
    // None, some, or nearly all are melded.
    let melded = if matches!(style, Style::Kans) { 5 } else { dealer.below(4) };
    for next in groups {
        let (mut counts, first) = (group(next), next.1);
        let can = !next.0 || players == Players::Four;
        if !can || dealer.below(6) >= melded {
            (0..KINDS).for_each(|kind| concealed[kind] += counts[kind]);
            continue;
        }
        let kan = left[first] > 0 && (matches!(style, Style::Kans) || dealer.one_in(3));
        let kind = match next.0 {
            true => MeldKind::Chi,
            false if kan => {
                let kans = [MeldKind::OpenKan, MeldKind::ClosedKan, MeldKind::AddedKan];
                kans[dealer.below(3)]
            }
            false => MeldKind::Pon,
        };
        if kind.is_kan() {
            counts[first] += 1;
            left[first] -= 1;
        }
        melds.push((kind, counts));
    }
    Some(Complete { concealed, melds, left })
}

/// Seven pairs, thirteen orphans, nine gates.
fn special(dealer: &mut Dealer, full: &Counts) -> Complete {
    let mut concealed = [0; KINDS];
    let orphans: Vec<usize> = (0..KINDS).filter(|&kind| is_orphan(kind)).collect();
    match dealer.below(3) {
        0 => {
            orphans.iter().for_each(|&kind| concealed[kind] = 1);
            concealed[orphans[dealer.below(13)]] += 1;
        }
        1 => {
            let suit = 9 * (1 + dealer.below(2));
            concealed[suit..suit + 9].copy_from_slice(&[3, 1, 1, 1, 1, 1, 1, 1, 3]);
            concealed[suit + dealer.below(9)] += 1;
        }
        _ => {
            let suit = 1 + dealer.below(2);
            let among: Vec<usize> = match dealer.below(5) {
                0 => (0..KINDS).collect(),
                1 => (9 * suit..9 * suit + 9).chain(27..KINDS).collect(),
                2 => orphans,
                3 => (27..KINDS).collect(),
                _ => (0..27).filter(|&kind| !is_orphan(kind)).collect(),
            };
            while kinds(concealed).count() < 7 {
                let kind = among[dealer.below(among.len())];
                concealed[kind] = 2.min(full[kind]);
            }
        }
    }
    Complete { concealed, melds: Vec::new(), left: less(*full, &concealed) }
}

/// A win with all that belongs to it.
struct Case {
    situation: Situation,
    stakes: Stakes,
    win: Win,
    slow: SlowWin,
}

fn case(dealer: &mut Dealer) -> Case {
    let players = if dealer.one_in(4) { Players::Three } else { Players::Four };
    let rules = dealer.rules();
    let stakes = dealer.stakes(rules, players);
    let Complete { concealed, melds, mut left } = complete(dealer, players);
    let mut reds = rules.reds(players).counts();
    let held = dealer.redden(&concealed, &mut reds);
    let melds: Vec<Meld> = melds
        .into_iter()
        .map(|(kind, counts)| Meld::new(kind, dealer.redden(&counts, &mut reds)).unwrap())
        .collect();
    let north = match players {
        Players::Three if rules.has(Flag::North) => dealer.below(usize::from(left[30]) + 1) as u32,
        _ => 0,
    };
    left[30] -= north as u8;
    let mut indicators = |dealer: &mut Dealer, number: usize| {
        let mut counts = [0; KINDS];
        (0..number).for_each(|_| counts[dealer.take(&mut left)] += 1);
        bag(&counts)
    };
    let number = dealer.below(6);
    let dora = indicators(dealer, number);
    let hand = Hand::new(held, melds).unwrap();
    let number = dealer.below(number + 1);
    let ura = indicators(dealer, number);
    let situation = Situation::new(hand, players)
        .and_then(|table| table.with_dora(dora))
        .and_then(|table| table.with_north(north))
        .unwrap();
    let tile = tile(dealer.pick(&concealed));
    let (tsumo, luck) = luck(dealer, &situation, &stakes, tile);
    let has_ura = luck.riichi != Riichi::None && rules.get(Flag::Ura) == FlagValue::Yes;
    let ura = if has_ura { ura } else { Bag::EMPTY };
    let slow = SlowWin {
        concealed,
        reds: situation.hand().reds().len() + slow_win(&situation, &stakes).reds,
        tile: tile.index(),
        tsumo,
        riichi: luck.riichi as u8,
        ippatsu: luck.ippatsu,
        last_tile: luck.last_tile,
        after_kan: luck.after_kan,
        robbing_kan: luck.robbing_kan,
        first_turn: luck.first_turn,
        ura: ura.tiles().iter().map(Tile::index).collect(),
        ..slow_win(&situation, &stakes)
    };
    Case { situation, stakes, win: Win { tile, tsumo, luck, ura }, slow }
}

/// Something that can happen.
fn luck(dealer: &mut Dealer, table: &Situation, stakes: &Stakes, tile: Tile) -> (bool, Luck) {
    let (hand, tsumo) = (table.hand(), dealer.one_in(2));
    let mut luck = Luck::default();
    let melded = hand.melds().iter().map(|meld| meld.tiles().count(tile)).sum::<u32>();
    match dealer.below(8) {
        0 => luck.last_tile = true,
        1 => {
            let kan = hand.melds().iter().any(|meld| meld.kind().is_kan()) || table.north() > 0;
            luck.after_kan = tsumo && kan;
        }
        2 => luck.robbing_kan = !tsumo && hand.concealed().count(tile) + melded == 1,
        3 => luck.first_turn = hand.melds().is_empty() && (tsumo || !stakes.is_dealer()),
        _ => {}
    }
    if hand.is_closed() && !luck.first_turn {
        luck.riichi = [Riichi::None, Riichi::Single, Riichi::Double][dealer.below(3)];
        let can =
            luck.riichi != Riichi::None && stakes.rules().get(Flag::Ippatsu) == FlagValue::Yes;
        let kan = hand.melds().iter().any(|meld| meld.kind().is_kan());
        let late = luck.riichi == Riichi::Double && (kan || luck.last_tile);
        luck.ippatsu = can && !luck.after_kan && !late && dealer.one_in(2);
    }
    (tsumo, luck)
}

impl Case {
    fn text(&self) -> String {
        format!("{} {:?} {:?} {:?}", self.situation.hand(), self.win, self.stakes, self.slow)
    }

    /// Compares and counts the yaku.
    fn check(&self, found: &mut BTreeMap<Yaku, usize>) {
        let (players, rules) = (self.situation.players(), self.stakes.rules());
        let points = Points::of(&self.situation, &self.stakes, &self.win);
        let Some(slow) = score(&self.slow, &slow_rules(rules)) else {
            let error = points.expect_err(&self.text());
            assert_eq!(error.problem, Problem::NoYaku, "{}", self.text());
            return;
        };
        let points = points.unwrap_or_else(|error| panic!("{error:?} {}", self.text()));
        let figures = [points.han(), points.fu(), points.yakuman(), points.points()];
        let expected = [slow.han, slow.fu, slow.yakuman, slow.points];
        assert_eq!(figures, expected, "{points:?} {slow:?} {}", self.text());
        let own: BTreeMap<Yaku, u32> = points.yaku().iter().copied().collect();
        assert_eq!(own.len(), points.yaku().len(), "{points:?}");
        own.keys().for_each(|&yaku| *found.entry(yaku).or_insert(0) += 1);
        let named = |score: &SlowScore| -> BTreeMap<Yaku, u32> {
            score.yaku.iter().map(|&(id, han)| (yaku(id), han)).collect()
        };
        let expected = named(&slow);
        if slow.yakuman > 0 && rules.get(Flag::MultipleYakuman) == FlagValue::No {
            // The greatest alone, of several that are equal any.
            let all = SlowRules { multiple_yakuman: true, ..slow_rules(rules) };
            let all = named(&score(&self.slow, &all).unwrap());
            let [(yaku, worth)] = points.yaku() else { panic!("{points:?} {}", self.text()) };
            let text = self.text();
            assert_eq!((all.get(yaku), *worth), (Some(worth), slow.yakuman), "{points:?} {text}");
        } else {
            assert_eq!(own, expected, "{slow:?} {}", self.text());
        }
        // Counters and sticks, and who pays.
        let honba = if players == Players::Three { Flag::SanmaHonba } else { Flag::Honba };
        let honba = rules.get(honba).to_string().parse::<u32>().unwrap() * self.stakes.honba();
        let payments = points.payments();
        assert_eq!(payments.sticks, 1000 * self.stakes.sticks());
        assert_eq!(payments.total, slow.points + honba + payments.sticks, "{}", self.text());
        let dealers = u32::from(payments.dealer.is_some());
        assert_eq!(self.win.tsumo && self.slow.seat > 0, payments.dealer.is_some());
        assert_eq!(self.win.tsumo, payments.other.is_some());
        assert_eq!(!self.win.tsumo, payments.discarder.is_some());
        let others = (players.number() - 1 - dealers) * payments.other.unwrap_or(0);
        let paid = payments.dealer.unwrap_or(0) + others + payments.discarder.unwrap_or(0);
        assert_eq!(paid + payments.sticks, payments.total, "{}", self.text());
        assert!(payments.dealer.is_none_or(|dealer| dealer >= payments.other.unwrap()));
        self.check_scorer(&points);
    }

    /// The inner way to the same.
    fn check_scorer(&self, points: &Points) {
        let hand = self.situation.hand();
        let scorer = Scorer::new(&self.situation, &self.stakes);
        let Win { tile, tsumo, luck, ura } = self.win;
        let readings = scorer.readings(hand.concealed(), hand.reds().len(), tile, tsumo);
        let ura = ura.tiles().iter().map(|tile| scorer.ura_han(hand.concealed(), tile)).sum();
        let scored = readings.best(luck, ura).unwrap();
        let figures = [scored.han, scored.fu, scored.yakuman, scored.points];
        assert_eq!(figures, [points.han(), points.fu(), points.yakuman(), points.points()]);
        assert_eq!(readings.points(luck, ura), points.points());
    }
}

/// Every yaku and every yakuman, often.
#[test]
fn wins_are_worth_what_the_oracle_says() {
    let mut dealer = Dealer::new(2024);
    let mut found = BTreeMap::new();
    for _ in 0..WINS {
        case(&mut dealer).check(&mut found);
    }
    let rare: Vec<_> = Yaku::ALL
        .iter()
        .map(|yaku| (yaku, found.get(yaku).copied().unwrap_or(0)))
        .filter(|&(_, times)| times < 5)
        .collect();
    assert!(rare.is_empty(), "{rare:?} {found:?}");
}

/// One tile of a complete hand changed: mostly it is complete no longer; and without luck there
/// may be no yaku.
#[test]
fn other_hands_are_refused() {
    let mut dealer = Dealer::new(7);
    let mut distances: Vec<Distance> = (0..5)
        .map(|groups| {
            let forms = if groups == 4 { Forms::ALL } else { Forms::STANDARD };
            Distance::new([4; KINDS], groups, forms)
        })
        .collect();
    let mut times = [0; 3];
    for _ in 0..3000 {
        let mut case = case(&mut dealer);
        let hand = case.situation.hand();
        let old = dealer.pick(&case.slow.concealed);
        let left = less(case.situation.limits().counts(), &case.slow.concealed);
        // Some stay as they are: complete, but without luck some have no yaku.
        let new = if dealer.one_in(2) { old } else { dealer.pick(&left) };
        let concealed = with(without(case.slow.concealed, old), new);
        let is_complete = distances[4 - hand.melds().len()].distance(&concealed) == 0;
        let changed = Hand::new(bag(&concealed), hand.melds().to_vec()).unwrap();
        let Ok(table) = Situation::new(changed, case.situation.players())
            .and_then(|table| table.with_dora(bag(&case.situation.dora().counts())))
            .and_then(|table| table.with_north(case.situation.north()))
        else {
            continue;
        };
        let win = Win {
            tile: tile(new),
            tsumo: dealer.one_in(2),
            luck: Luck::default(),
            ura: Bag::EMPTY,
        };
        case.slow =
            SlowWin { concealed, tile: new, tsumo: win.tsumo, ..slow_win(&table, &case.stakes) };
        let points = Points::of(&table, &case.stakes, &win);
        let slow = score(&case.slow, &slow_rules(case.stakes.rules()));
        let readings = Scorer::new(&table, &case.stakes).readings(
            table.hand().concealed(),
            0,
            win.tile,
            win.tsumo,
        );
        assert_eq!(readings.is_empty(), !is_complete);
        let expected = match (&slow, is_complete) {
            (Some(_), _) => 0,
            (None, true) => 1,
            (None, false) => 2,
        };
        times[expected] += 1;
        match (points.map_err(|error| error.problem), slow) {
            (Ok(points), Some(slow)) => assert_eq!(points.points(), slow.points),
            (Err(Problem::NoYaku), None) => assert!(is_complete),
            (Err(Problem::NotComplete), None) => assert!(!is_complete),
            (points, slow) => panic!("{points:?} {slow:?} {}", table.hand()),
        }
        let won = readings.points(Luck::default(), 0) > 0;
        assert_eq!(won, expected == 0);
    }
    assert!(times.iter().all(|&times| times > 20), "{times:?}");
}
