//! Distances, useful and unneeded tiles against a search for the nearest target that
//! shares no code with the crate: it places groups one by one and counts the tiles that
//! are not there.

use kakukin_mahjong::{
    Analysis, Bag, Distances, Form, Forms, Hand, KINDS, Meld, MeldKind, Players, Reds, Situation,
    Tile, TileSet, Tiles,
};
use proptest::{prelude::*, sample::Index};
use std::collections::HashSet;

type Counts = [u8; KINDS];

/// Ones, nines and honours.
const ORPHANS: [usize; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];

/// The kinds of the three tiles of every group: 34 triplets, 21 runs.
fn groups() -> Vec<[usize; 3]> {
    let triplets = (0..KINDS).map(|k| [k; 3]);
    let runs = (0..27).filter(|k| k % 9 < 7).map(|k| [k, k + 1, k + 2]);
    triplets.chain(runs).collect()
}

/// Winning hands of so many groups, of which no kind has more copies than `limits`.
struct Oracle {
    limits: Counts,
    sets: usize,
    forms: Forms,
    groups: Vec<[usize; 3]>,
}

/// What a search for a standard target carries along.
struct Search<'a> {
    hand: &'a Counts,
    limits: &'a Counts,
    /// Groups after the number of their tiles that the hand lacks.
    groups: Vec<(usize, [usize; 3])>,
    target: Counts,
}

impl Search<'_> {
    /// Puts tiles into the target; how many of them the hand lacks, `None` if there are
    /// too few in the set.
    fn place(&mut self, kinds: &[usize]) -> Option<usize> {
        let (mut lacking, mut fits) = (0, true);
        for &k in kinds {
            self.target[k] += 1;
            lacking += usize::from(self.target[k] > self.hand[k]);
            fits &= self.target[k] <= self.limits[k];
        }
        fits.then_some(lacking)
    }

    fn remove(&mut self, kinds: &[usize]) {
        kinds.iter().for_each(|&k| self.target[k] -= 1);
    }

    /// Whether `sets` more groups, none before `from`, can lack at most `most` tiles.
    fn sets(&mut self, from: usize, sets: usize, most: usize) -> bool {
        if sets == 0 {
            return true;
        }
        for next in from..self.groups.len() {
            // A group lacks at least what it would lack alone.
            let (alone, group) = self.groups[next];
            if alone * sets > most {
                return false;
            }
            let lacking = self.place(&group);
            let found = lacking.is_some_and(|lacking| {
                lacking <= most && self.sets(next, sets - 1, most - lacking)
            });
            self.remove(&group);
            if found {
                return true;
            }
        }
        false
    }
}

impl Oracle {
    fn new(limits: Counts, sets: usize, forms: Forms) -> Self {
        Self { limits, sets, forms, groups: groups() }
    }

    fn standard(&self, hand: &Counts, most: usize) -> bool {
        let alone = |group: &[usize; 3]| {
            let [a, b, c] = *group;
            let held = if a == b {
                hand[a].min(3) as usize
            } else {
                [a, b, c].iter().filter(|&&k| hand[k] > 0).count()
            };
            (3 - held, *group)
        };
        let mut groups: Vec<_> = self.groups.iter().map(alone).collect();
        groups.sort_by_key(|&(lacking, _)| lacking);
        let mut search = Search { hand, limits: &self.limits, groups, target: [0; KINDS] };
        let mut pairs: Vec<usize> = (0..KINDS).filter(|&k| self.limits[k] >= 2).collect();
        pairs.sort_by_key(|&k| 2 - hand[k].min(2));
        pairs.into_iter().any(|k| {
            let lacking = search.place(&[k, k]);
            let found = lacking.is_some_and(|lacking| {
                lacking <= most && search.sets(0, self.sets, most - lacking)
            });
            search.remove(&[k, k]);
            found
        })
    }

    /// Kind by kind: the least that so many pairs lack, each of another kind.
    fn seven_pairs(&self, hand: &Counts) -> Option<usize> {
        let mut least = [None; 8];
        least[0] = Some(0);
        for k in (0..KINDS).filter(|&k| self.limits[k] >= 2) {
            for pairs in (0..7).rev() {
                let with = least[pairs].map(|n: usize| n + 2usize.saturating_sub(hand[k].into()));
                let known = least[pairs + 1];
                least[pairs + 1] = known.into_iter().chain(with).min();
            }
        }
        least[7]
    }

    fn thirteen_orphans(&self, hand: &Counts) -> Option<usize> {
        let with_two_of = |twice: usize| {
            let lacking = |&k: &usize| {
                let wanted = 1 + u8::from(k == twice);
                (wanted <= self.limits[k]).then_some(usize::from(wanted.saturating_sub(hand[k])))
            };
            ORPHANS.iter().map(lacking).sum::<Option<usize>>()
        };
        ORPHANS.into_iter().filter_map(with_two_of).min()
    }

    /// Whether a form is at most so many tiles away.
    fn within(&self, form: Form, hand: &Counts, most: usize) -> bool {
        match form {
            Form::Standard => self.standard(hand, most),
            Form::SevenPairs => self.seven_pairs(hand).is_some_and(|n| n <= most),
            Form::ThirteenOrphans => self.thirteen_orphans(hand).is_some_and(|n| n <= most),
        }
    }

    fn any_within(&self, hand: &Counts, most: usize) -> bool {
        self.forms.iter().any(|form| self.within(form, hand, most))
    }

    fn distance(&self, form: Form, hand: &Counts) -> Option<usize> {
        let open = self.forms.has(form) && self.within(form, hand, 14);
        open.then(|| (0..14).find(|&most| self.within(form, hand, most)).unwrap_or(14))
    }

    /// The draws that lower a distance and the discards that keep it.
    fn tiles(&self, hand: &Counts, distance: usize) -> (TileSet, TileSet) {
        let with = |k: usize, n: u8| {
            let mut other = *hand;
            other[k] = n;
            other
        };
        let useful = |tile: &Tile| {
            let k = tile.index();
            distance > 0
                && hand[k] < self.limits[k]
                && self.any_within(&with(k, hand[k] + 1), distance - 1)
        };
        let unneeded = |tile: &Tile| {
            let k = tile.index();
            hand[k] > 0 && self.any_within(&with(k, hand[k] - 1), distance)
        };
        (Tile::all().filter(useful).collect(), Tile::all().filter(unneeded).collect())
    }

    /// Compares everything that is said of a hand.
    fn check(&self, hand: Tiles, distances: &mut Distances) -> Analysis {
        let counts = hand.counts();
        let limits = Tiles::from_counts(&self.limits).unwrap();
        let about = || format!("{hand} of {limits}, {} sets, {:?}", self.sets, self.forms);
        let expected = Form::ALL.map(|form| self.distance(form, &counts));
        let nearest = expected.into_iter().flatten().min();
        let analysis = distances.analyse(hand);
        let number = |n: u32| n as usize;
        assert_eq!(distances.distances(hand).map(|n| n.map(number)), expected, "{}", about());
        for form in Form::ALL {
            let distance = analysis.distance_of(form).map(number);
            assert_eq!(distance, expected[form as usize], "{form:?} {}", about());
            let is_nearest = nearest.is_some() && distance == nearest;
            assert_eq!(analysis.forms().has(form), is_nearest, "{form:?} {}", about());
        }
        assert_eq!(analysis.distance().map(number), nearest, "{}", about());
        assert_eq!(analysis.shanten(), nearest.map(|n| n as i32 - 1), "{}", about());
        // Of what is out of reach no tile is useful, and none is named as unneeded.
        let (useful, unneeded) = match nearest {
            Some(nearest) => self.tiles(&counts, nearest),
            None => Default::default(),
        };
        assert_eq!(analysis.useful(), useful, "useful: {}", about());
        assert_eq!(analysis.unneeded(), unneeded, "unneeded: {}", about());
        analysis
    }
}

/// SplitMix64: the same hands in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

fn tiles(counts: &Counts) -> Tiles {
    Tiles::from_counts(counts).unwrap()
}

fn bag(counts: &Counts) -> Bag {
    Bag::new(tiles(counts), Reds::NONE).unwrap()
}

/// Tiles on their way from the set to a hand, to melds, or to the discards.
struct Table {
    random: Random,
    left: Counts,
}

impl Table {
    /// Takes these tiles, if they are there.
    fn take(&mut self, kinds: &[usize], to: &mut Counts) -> bool {
        let mut left = self.left;
        for &k in kinds {
            if left[k] == 0 {
                return false;
            }
            left[k] -= 1;
        }
        self.left = left;
        kinds.iter().for_each(|&k| to[k] += 1);
        true
    }

    /// Takes one tile of the kinds that will do, or of any.
    fn draw(&mut self, kinds: &[usize], to: &mut Counts) {
        let copies = |k: usize| std::iter::repeat_n(k, self.left[k].into());
        let mut from: Vec<usize> = kinds.iter().flat_map(|&k| copies(k)).collect();
        if from.is_empty() {
            from = (0..KINDS).flat_map(copies).collect();
        }
        let tile = from[self.random.below(from.len())];
        self.take(&[tile], to);
    }

    fn meld(&mut self, players: Players) -> Meld {
        loop {
            let k = self.random.below(KINDS);
            let (kind, kinds) = match self.random.below(4) {
                0 if players == Players::Four && k < 27 && k % 9 < 7 => {
                    (MeldKind::Chi, vec![k, k + 1, k + 2])
                }
                1 => (MeldKind::ClosedKan, vec![k; 4]),
                _ => (MeldKind::Pon, vec![k; 3]),
            };
            let mut counts = [0; KINDS];
            if self.take(&kinds, &mut counts) {
                return Meld::new(kind, bag(&counts)).unwrap();
            }
        }
    }

    /// So many tiles of one of several characters, from random ones to whole hands.
    fn concealed(&mut self, size: usize) -> Counts {
        let mut hand = [0; KINDS];
        let all: Vec<usize> = (0..KINDS).collect();
        let suit = 9 * self.random.below(3);
        let kinds: Vec<usize> = match self.random.below(6) {
            0 => (suit..suit + 9).collect(),
            1 => (suit..suit + 9).chain(27..KINDS).collect(),
            2 => ORPHANS.to_vec(),
            3 => {
                for _ in 0..size / 2 {
                    let k = self.random.below(KINDS);
                    self.take(&[k, k], &mut hand);
                }
                all
            }
            4 => {
                let groups = groups();
                for _ in 0..size / 3 {
                    let group = groups[self.random.below(groups.len())];
                    self.take(&group, &mut hand);
                }
                all
            }
            _ => all,
        };
        let strangers = self.random.below(4);
        let mut held = hand.iter().sum::<u8>() as usize;
        while held < size {
            let kinds = if size - held <= strangers { &[][..] } else { &kinds };
            self.draw(kinds, &mut hand);
            held += 1;
        }
        hand
    }

    /// Tiles that are gone: none, some, or whole kinds.
    fn seen(&mut self) -> Counts {
        let (mode, share) = (self.random.below(4), self.random.below(101));
        std::array::from_fn(|k| {
            let all = self.left[k];
            let seen = match mode {
                0 => 0,
                1 => (0..all).filter(|_| self.random.below(100) < share).count() as u8,
                2 => all * u8::from(self.random.below(100) < share),
                // The last copies are most telling.
                _ => all.min(self.random.below(5) as u8),
            };
            self.left[k] -= seen;
            seen
        })
    }
}

/// The nearest forms and how far they are; `None` if there is no win any more.
type Reached = HashSet<(Forms, Option<u32>)>;

/// Compares so many random hands with so many concealed tiles.
fn compare(size: usize, hands: usize, reached: &mut Reached) {
    let (sets, mut random) = (size / 3, Random(size as u64));
    let full = Oracle::new([4; KINDS], sets, Forms::ALL);
    let mut warm = Distances::new(Tiles::FULL, sets as u32, Forms::ALL);
    for _ in 0..hands {
        let players = if random.below(4) == 0 { Players::Three } else { Players::Four };
        let mut table = Table { random, left: players.full_set().counts() };
        // The missing sets may also be melds of which nothing is known.
        let melded = if table.random.below(4) == 0 { 0 } else { 4 - sets };
        let melds = (0..melded).map(|_| table.meld(players)).collect();
        let concealed = table.concealed(size);
        let hand = Hand::new(bag(&concealed), melds).unwrap();
        let mut situation = Situation::new(hand, players).unwrap();
        let unseen = table.left;
        let seen = table.seen();
        match situation.clone().with_seen(bag(&seen)) {
            Ok(with_seen) => situation = with_seen,
            // Unknown melds need tiles too.
            Err(_) => table.left = unseen,
        }
        let limits = std::array::from_fn(|k| table.left[k] + concealed[k]);
        let forms = if sets == 4 { Forms::ALL } else { Forms::STANDARD };
        let concealed = tiles(&concealed);
        let analysis =
            Oracle::new(limits, sets, forms).check(concealed, &mut Distances::of(&situation));
        reached.insert((analysis.forms(), analysis.distance()));
        match table.random.below(8) {
            0 => {
                full.check(concealed, &mut warm);
            }
            1 => {
                let forms = Form::ALL.into_iter().filter(|_| table.random.below(2) == 0);
                let forms = forms.fold(Forms::NONE, Forms::with);
                let mut distances = Distances::new(tiles(&limits), sets as u32, forms);
                Oracle::new(limits, sets, forms).check(concealed, &mut distances);
            }
            _ => {}
        }
        random = table.random;
    }
}

/// 2,500 hands of each size, 10,000 without melds.
fn compare_all(sizes: [usize; 5]) -> Reached {
    let mut reached = Reached::new();
    for size in sizes {
        compare(size, if size > 12 { 10_000 } else { 2_500 }, &mut reached);
    }
    reached
}

/// The hands must have been of all sorts, or there is little to compare.
fn assert_all_sorts(reached: &Reached, nearest: u32) {
    let has = |forms: Forms, distance| assert!(reached.contains(&(forms, distance)), "{forms:?}");
    let [standard, pairs, orphans] = Form::ALL.map(|form| Forms::NONE.with(form));
    has(Forms::NONE, None);
    (nearest..=10).for_each(|distance| has(standard, Some(distance)));
    (nearest..=8).for_each(|distance| has(pairs, Some(distance)));
    (2..=5).for_each(|distance| has(orphans, Some(distance)));
    (3..=6).for_each(|distance| has(standard.with(Form::SevenPairs), Some(distance)));
    (nearest + 4..=6).for_each(|distance| has(Forms::ALL, Some(distance)));
}

#[test]
fn waiting_hands_agree_with_the_search() {
    assert_all_sorts(&compare_all([1, 4, 7, 10, 13]), 1);
}

#[test]
fn drawn_hands_agree_with_the_search() {
    assert_all_sorts(&compare_all([2, 5, 8, 11, 14]), 0);
}

/// A hand at a table of four where these tiles are seen, compared with the search as well.
fn at(hand: &str, seen: &str) -> Analysis {
    at_table(hand, seen, Players::Four)
}

fn at_table(hand: &str, seen: &str, players: Players) -> Analysis {
    let seen = Bag::parse("seen", seen).unwrap();
    let hand: Hand = hand.parse().unwrap();
    let melds: Vec<Tiles> = hand.melds().iter().map(|meld| meld.tiles()).collect();
    let copies = players.full_set();
    let left = |tile: Tile| {
        let outside: u32 = melds.iter().chain(&[seen.tiles()]).map(|bag| bag.count(tile)).sum();
        copies.count(tile) - outside
    };
    let limits = std::array::from_fn(|k| left(Tile::new(k).unwrap()) as u8);
    let concealed = hand.concealed();
    let sets = concealed.len() as usize / 3;
    let forms = if sets == 4 { Forms::ALL } else { Forms::STANDARD };
    let situation = Situation::new(hand, players).unwrap().with_seen(seen).unwrap();
    Oracle::new(limits, sets, forms).check(concealed, &mut Distances::of(&situation))
}

/// Shanten, useful and unneeded tiles.
fn said(analysis: Analysis) -> (Option<i32>, String, String) {
    let (useful, unneeded) = (analysis.useful(), analysis.unneeded());
    (analysis.shanten(), useful.to_string(), unneeded.to_string())
}

fn expected(shanten: i32, useful: &str, unneeded: &str) -> (Option<i32>, String, String) {
    (Some(shanten), useful.into(), unneeded.into())
}

#[test]
fn a_fifth_copy_completes_nothing() {
    // All four of 1m are held: any other tile makes a wait.
    let any = "23456789m123456789p123456789s1234567z";
    assert_eq!(said(at("1111m", "")), expected(1, any, "1m"));
    // A fourth 7s or 9s leaves a pair beside 789s; a fourth 4p leaves nothing.
    let any = "23456789m12356789p123456789s1234567z";
    assert_eq!(said(at("1111m444p777999s", "")), expected(1, any, "1m4p79s"));
    // The other two of both pairs are seen.
    assert_eq!(said(at("123456789m1133p", "")), expected(0, "13p", ""));
    assert_eq!(said(at("123456789m1133p", "1133p")), expected(1, "245p", "3p"));
    // A single tile that is the last of its kind; tiles of melds are gone too.
    assert_eq!(said(at("1z", "11z")), expected(0, "1z", ""));
    let any = "123456789m123456789p123456789s234567z";
    assert_eq!(said(at("1z", "111z")), expected(1, any, "1z"));
    let any = "123456789m123568p123456789s234567z";
    let melded = at("1z pon:444p pon:777p pon:999p pon:111z", "");
    assert_eq!(said(melded), expected(1, any, "1z"));
    // One of two waits is gone, then both.
    assert_eq!(said(at("1111222233334m", "")), expected(0, "45m", ""));
    assert_eq!(said(at("1111222233334m", "444m")), expected(0, "5m", ""));
    assert_eq!(at("1111222233334m", "4445555m").shanten(), Some(1));
}

#[test]
fn four_of_a_kind_are_not_two_pairs() {
    let hand = at("1111m4477p1188s22z", "");
    assert_eq!(hand.distance_of(Form::SevenPairs), Some(2));
    assert_eq!(said(hand), expected(1, "23456789m1235689p2345679s134567z", "1m"));
    // A single tile whose kind can no longer be a pair is as good as none.
    assert_eq!(said(at("1144m1188p2255s3z", "")), expected(0, "3z", ""));
    let dead = at("1144m1188p2255s3z", "333z");
    assert_eq!((dead.distance_of(Form::SevenPairs), dead.shanten()), (Some(2), Some(1)));
    assert!(dead.unneeded().has(Tile::of(3, 2).unwrap()));
}

#[test]
fn orphans_need_every_kind() {
    let all = "19m19p19s1234567z";
    assert_eq!(said(at(all, "")), expected(0, all, ""));
    assert_eq!(said(at(all, "111m")), expected(0, "9m19p19s1234567z", ""));
    // With no second copy of any there is no pair.
    let others = "111999m111999p111999s111222333444555666777z";
    assert_eq!(at(all, others).distance_of(Form::ThirteenOrphans), None);
    // A kind of which none is held and none is left.
    let lacking = at("19m129p19s123456z", "777z");
    assert_eq!(lacking.distance_of(Form::ThirteenOrphans), Some(2));
    let lost = at("19m129p19s123456z", "7777z");
    assert_eq!(lost.distance_of(Form::ThirteenOrphans), None);
    // The pair is there: the missing kind alone.
    assert_eq!(said(at("19m119p19s123456z", "")), expected(0, "7z", ""));
}

#[test]
fn complete_hands_are_at_distance_zero() {
    let hands = [
        ("123456789m11122z", [Some(0), Some(5), Some(9)]),
        ("11m22p33s44556677z", [Some(4), Some(0), Some(8)]),
        ("19m19p19s12345677z", [Some(8), Some(6), Some(0)]),
        ("223344m667788p22z", [Some(0), Some(0), Some(12)]),
        ("11z", [Some(0), None, None]),
        ("11123m ankan:1111z chi:789s pon:222p", [Some(0), None, None]),
    ];
    for (hand, distances) in hands {
        let analysis = at(hand, "");
        assert_eq!(Form::ALL.map(|form| analysis.distance_of(form)), distances, "{hand}");
        assert_eq!(said(analysis), expected(-1, "", ""), "{hand}");
    }
    // Nine gates.
    assert_eq!(said(at("1112345678999m", "")), expected(0, "123456789m", ""));
}

#[test]
fn three_players_have_no_runs_of_manzu() {
    let hand = "19m11p pon:222p pon:333p pon:444p";
    let three = at_table(hand, "", Players::Three);
    assert_eq!(said(three), expected(1, "19m1p", "19m"));
    let four = at_table(hand, "", Players::Four);
    assert_eq!(said(four), expected(1, "123789m1p", "19m"));
    // Whatever else is left for a pair; 2m..8m never were.
    let few = at_table("1m pon:999m pon:222p pon:333p pon:444p", "111m", Players::Three);
    assert_eq!(said(few), expected(1, "156789p123456789s1234567z", "1m"));
}

#[test]
fn with_nothing_left_there_is_no_win() {
    let mut none = Distances::new(tiles(&[1; KINDS]), 4, Forms::ALL);
    let analysis = none.analyse(tiles(&std::array::from_fn(|k| u8::from(k < 13))));
    assert_eq!((analysis.distance(), analysis.shanten()), (None, None));
    assert_eq!((analysis.forms(), analysis.distance_of(Form::Standard)), (Forms::NONE, None));
    assert!(analysis.useful().is_empty() && analysis.unneeded().is_empty());
    assert_eq!(none.distances(Tiles::EMPTY), [None; 3]);
}

#[test]
fn more_patterns_than_a_table_holds() {
    // All 212,400 manzu of 13 and 14 tiles, asked of one table that holds 65,535.
    let mut hands = vec![[0; KINDS]];
    for k in 0..9 {
        let with = |hand: Counts| {
            (0..5).map(move |n| {
                let mut hand = hand;
                hand[k] = n;
                hand
            })
        };
        hands = hands.into_iter().flat_map(with).collect();
        hands.retain(|hand| hand.iter().sum::<u8>() <= 14);
    }
    hands.retain(|hand| hand.iter().sum::<u8>() >= 13);
    assert_eq!(hands.len(), 93_600 + 118_800);
    let oracle = Oracle::new([4; KINDS], 4, Forms::ALL);
    let mut distances = Distances::new(Tiles::FULL, 4, Forms::ALL);
    for (n, hand) in hands.iter().enumerate() {
        if n % 100 == 0 {
            oracle.check(tiles(hand), &mut distances);
        } else {
            distances.distances(tiles(hand));
        }
    }
}

/// Limits, tiles within them, a number of sets, and forms. The hand need not
/// have the size that goes with the sets.
#[derive(Debug, Clone)]
struct Case {
    limits: Counts,
    hand: Counts,
    sets: u32,
    forms: Forms,
}

impl Case {
    fn analyse(&self) -> Analysis {
        Distances::new(tiles(&self.limits), self.sets, self.forms).analyse(tiles(&self.hand))
    }

    /// The kinds of which one more could be drawn.
    fn drawable(&self) -> Vec<usize> {
        (0..KINDS).filter(|&k| self.hand[k] < self.limits[k]).collect()
    }
}

fn any_case() -> impl Strategy<Value = Case> {
    let kinds = |most| prop::collection::vec(0..KINDS, 0..=most);
    // Whole kinds, single copies, and the hand; fewer kinds make nearer hands.
    let held = prop_oneof![kinds(14), prop::collection::vec(9..20usize, 0..=14)];
    let forms = prop::sample::subsequence(Form::ALL.to_vec(), 0..=3);
    (kinds(12), kinds(60), held, 0..=4u32, forms).prop_map(|(gone, seen, held, sets, forms)| {
        let mut limits = [4u8; KINDS];
        gone.into_iter().for_each(|k| limits[k] = 0);
        seen.into_iter().for_each(|k| limits[k] = limits[k].saturating_sub(1));
        let mut hand = [0; KINDS];
        held.into_iter().for_each(|k| hand[k] = limits[k].min(hand[k] + 1));
        Case { limits, hand, sets, forms: forms.into_iter().fold(Forms::NONE, Forms::with) }
    })
}

/// Where each kind goes when suits and honours change places and suits are mirrored.
fn any_renaming() -> impl Strategy<Value = [usize; KINDS]> {
    let suits = Just([0, 1, 2]).prop_shuffle();
    let honours = Just([27, 28, 29, 30, 31, 32, 33]).prop_shuffle();
    (suits, any::<[bool; 3]>(), honours).prop_map(|(suits, mirrored, honours)| {
        std::array::from_fn(|k| match k / 9 {
            3 => honours[k - 27],
            s => 9 * suits[s] + if mirrored[s] { 8 - k % 9 } else { k % 9 },
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn names_do_not_matter(case in any_case(), to in any_renaming()) {
        let mut renamed = case.clone();
        for (k, &to) in to.iter().enumerate() {
            renamed.limits[to] = case.limits[k];
            renamed.hand[to] = case.hand[k];
        }
        let (before, after) = (case.analyse(), renamed.analyse());
        for form in Form::ALL {
            prop_assert_eq!(before.distance_of(form), after.distance_of(form));
        }
        let there = |set: TileSet| -> TileSet {
            set.iter().map(|tile| Tile::new(to[tile.index()]).unwrap()).collect()
        };
        prop_assert_eq!(there(before.useful()), after.useful());
        prop_assert_eq!(there(before.unneeded()), after.unneeded());
    }

    #[test]
    fn a_draw_brings_at_most_one_step(case in any_case()) {
        let (before, hand) = (case.analyse(), tiles(&case.hand));
        let mut distances = Distances::new(tiles(&case.limits), case.sets, case.forms);
        for k in case.drawable() {
            let tile = Tile::new(k).unwrap();
            let after = distances.analyse(hand.with(tile));
            // Which wins there are does not depend on the hand.
            for form in Form::ALL {
                match (before.distance_of(form), after.distance_of(form)) {
                    (Some(before), Some(after)) => {
                        prop_assert!(after <= before && before <= after + 1);
                    }
                    (before, after) => prop_assert_eq!(before, after),
                }
            }
            let nearer = after.distance() < before.distance();
            prop_assert_eq!(before.useful().has(tile), nearer, "{}", tile);
            let unneeded = before.distance().is_some() && !nearer;
            prop_assert_eq!(after.unneeded().has(tile), unneeded, "{}", tile);
        }
        for tile in before.useful().iter() {
            prop_assert!(case.drawable().contains(&tile.index()));
        }
    }

    #[test]
    fn a_tile_seen_brings_no_win_nearer(case in any_case(), which: Index) {
        let drawable = case.drawable();
        prop_assume!(!drawable.is_empty());
        let mut fewer = case.clone();
        fewer.limits[*which.get(&drawable)] -= 1;
        let (before, after) = (case.analyse(), fewer.analyse());
        for form in Form::ALL {
            if let Some(after) = after.distance_of(form) {
                prop_assert!(before.distance_of(form).is_some_and(|before| before <= after));
            }
        }
    }
}
