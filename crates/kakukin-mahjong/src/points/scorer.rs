//! Reads complete hands: the hot path.
//!
//! Melds, indicators and seats are processed once. Most yaku depend only on the kinds of tiles in a
//! hand; only runs and triplets depend on how it is split. Kinds are bits, nine per suit; a run is
//! identified by its lowest tile.

use super::{
    payment::Tariff,
    readings::{Counting, Reading, Readings},
    split::{self, Way},
};
use crate::{
    Flag, KINDS, Meld, MeldKind, Players, Situation, Stakes, Tile, TileSet, Tiles, Wind, Yaku,
    YakuSet, tile::Kinds,
};

/// Ones, nines and honours.
const ORPHANS: u64 = 0b1111111_100000001_100000001_100000001;
/// Runs from the one, and from the seven.
const LOWEST: u32 = 0b000000001_000000001_000000001;
const HIGHEST: u32 = LOWEST << 6;
const SUIT: u32 = 0b111_111_111;
const DRAGONS: u32 = 0b1_110_000;
const WINDS: u32 = 0b1111;
const ONES: u32 = 0o111_111_111;
/// 2, 3, 4, 6 and 8 of souzu, and the green dragon.
const GREEN: [u32; 2] = [0o010_101_110, 0o100_000];
/// What nine gates wait with.
const GATES: u32 = 0o311_111_113;

/// Counts complete hands of one situation and its stakes; nothing is allocated.
///
/// ```
/// use kakukin_mahjong::{Luck, Players, Riichi, Scorer, Situation, Stakes, Tile};
/// let table = Situation::new("234567m345p22678s".parse()?, Players::Four)?;
/// let scorer = Scorer::new(&table, &Stakes::default());
/// let readings = scorer.readings(table.hand().concealed(), 0, Tile::of(2, 7).unwrap(), true);
/// assert_eq!(readings.points(Luck::default(), 0), 2700);
/// let riichi = Luck { riichi: Riichi::Single, ..Luck::default() };
/// assert_eq!(readings.points(riichi, 0), 5200);
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scorer {
    tariff: Tariff,
    counting: Counting,
    players: Players,
    kuitan: bool,
    /// Fu of a pair of each honour.
    pair_fu: [u8; 7],
    seat: u32,
    round: u32,
    /// Whether red fives count.
    reds: bool,
    /// The kinds of the melds.
    kinds: Kinds,
    melded: Tiles,
    melds: u32,
    triplets: u64,
    runs: u32,
    fu: u32,
    kans: u32,
    closed_kans: u32,
    norths: u32,
    /// How many indicators point at each kind, and the kinds as bits.
    dora: [u8; KINDS],
    dora_kinds: u64,
    /// Dora and red fives outside the concealed tiles, and norths as dora of their own.
    dora_melded: u32,
    red_melded: u32,
    north_dora: u32,
}

/// The kind that an indicator points at.
pub(crate) fn indicated(indicator: Tile, players: Players) -> Tile {
    let rank = indicator.rank();
    let next = match (indicator.suit(), players) {
        // Three players have no 2m.
        (0, Players::Three) => 8 - rank.min(8),
        (0..3, _) => (rank + 1) % 9,
        (_, _) if rank < 4 => (rank + 1) % 4,
        _ => 4 + (rank - 3) % 3,
    };
    Tile::of(indicator.suit(), next).unwrap_or(indicator)
}

const fn bit(tile: Tile) -> u64 {
    1 << tile.index()
}

impl Scorer {
    /// Digests everything but the concealed tiles of the situation. Unknown melds count
    /// for nothing.
    pub fn new(situation: &Situation, stakes: &Stakes) -> Self {
        let (rules, players, hand) = (stakes.rules(), situation.players(), situation.hand());
        let (seat, round) = (stakes.seat() as usize, stakes.round() as usize);
        let mut pair_fu = [0, 0, 0, 0, 2, 2, 2];
        pair_fu[seat] += 2;
        pair_fu[round] = if seat == round { rules.double_wind_fu() as u8 } else { 2 };
        let mut scorer = Self {
            tariff: Tariff::new(stakes, players),
            counting: Counting {
                closed: hand.is_closed(),
                renhou: rules.renhou(),
                ippatsu: rules.has(Flag::Ippatsu),
                ura: rules.has(Flag::Ura),
                double: rules.has(Flag::DoubleYakuman),
                multiple: rules.has(Flag::MultipleYakuman),
            },
            players,
            kuitan: rules.has(Flag::Kuitan),
            pair_fu,
            seat: 1 << seat,
            round: 1 << round,
            reds: !rules.reds(players).is_empty(),
            kinds: [0; 4],
            melded: Tiles::EMPTY,
            melds: hand.melds().len() as u32,
            triplets: 0,
            runs: 0,
            fu: 0,
            kans: 0,
            closed_kans: 0,
            norths: situation.north(),
            dora: [0; KINDS],
            dora_kinds: 0,
            dora_melded: 0,
            red_melded: 0,
            north_dora: if rules.has(Flag::North) { situation.north() } else { 0 },
        };
        for meld in hand.melds() {
            scorer.add(meld);
        }
        for indicator in situation.dora().iter() {
            let tile = indicated(indicator, players);
            scorer.dora[tile.index()] += 1;
            scorer.dora_kinds |= bit(tile);
        }
        scorer.count_dora();
        scorer
    }

    /// The same with one more meld.
    pub(crate) fn with_meld(mut self, meld: &Meld) -> Self {
        self.melds += 1;
        self.counting.closed &= !meld.is_open();
        self.add(meld);
        self.count_dora();
        self
    }

    /// Takes note of a meld's tiles and fu.
    fn add(&mut self, meld: &Meld) {
        self.melded = self.melded.and(meld.tiles()).unwrap_or(self.melded);
        for (suit, kinds) in self.kinds.iter_mut().enumerate() {
            *kinds |= ones(meld.tiles().suit(suit));
        }
        self.red_melded += if self.reds { meld.bag().reds().len() } else { 0 };
        let first = meld.first();
        if meld.kind() == MeldKind::Chi {
            self.runs |= bit(first) as u32;
            return;
        }
        self.triplets |= bit(first);
        self.kans += u32::from(meld.kind().is_kan());
        self.closed_kans += u32::from(!meld.is_open());
        let orphan = if first.is_orphan() { 2 } else { 1 };
        let kan = if meld.kind().is_kan() { 4 } else { 1 };
        let closed = if meld.is_open() { 1 } else { 2 };
        self.fu += 2 * orphan * kan * closed;
    }

    /// Counts the dora outside the concealed tiles.
    fn count_dora(&mut self) {
        self.dora_melded = 0;
        let mut left = self.dora_kinds;
        while left != 0 {
            let kind = left.trailing_zeros() as usize;
            left &= left - 1;
            let outside = Tile::new(kind).map_or(0, |tile| self.outside(tile));
            self.dora_melded += u32::from(self.dora[kind]) * outside;
        }
    }

    /// Tiles of this kind in melds and among the norths set aside.
    fn outside(&self, tile: Tile) -> u32 {
        let norths = if tile == Wind::North.tile() { self.norths } else { 0 };
        self.melded.count(tile) + norths
    }

    /// Labels of the honours: those with the same may change places without changing any
    /// points, where so many are held by the origin and within the limits.
    pub(crate) fn honour_labels(&self, origin: Tiles, limits: Tiles, river: TileSet) -> [u8; 7] {
        let role = |rank: usize| {
            let tile = Tile::of(3, rank)?;
            // Every dragon has a yaku of its own; guest winds are alike.
            let kind = rank.saturating_sub(3);
            let winds = [self.seat, self.round].map(|wind| wind == 1 << rank);
            let copies = [limits, origin].map(|tiles| tiles.count(tile));
            Some((kind, winds, self.dora[tile.index()], copies, river.has(tile)))
        };
        let first = |rank: usize| (0..rank).find(|&other| role(other) == role(rank));
        std::array::from_fn(|rank| first(rank).unwrap_or(rank) as u8)
    }

    /// How many han one ura indicator of this kind would bring.
    #[inline]
    pub fn ura_han(&self, concealed: Tiles, indicator: Tile) -> u32 {
        let tile = indicated(indicator, self.players);
        concealed.count(tile) + self.outside(tile)
    }

    /// Every reading worth keeping of complete concealed tiles (3n+2 with so many melds), the
    /// winning tile among them, of which `reds` are red fives. Empty if they are not complete.
    pub fn readings(&self, concealed: Tiles, reds: u32, tile: Tile, tsumo: bool) -> Readings {
        let mut readings = Readings::new(self.counting, self.tariff.with_tsumo(tsumo));
        let tiles: [u32; 4] = std::array::from_fn(|suit| concealed.suit(suit));
        let facts = self.facts(tiles, tsumo);
        if self.melds == 0 {
            self.special(tiles, &facts, concealed.count(tile), &mut readings);
        }
        self.standard(tiles, facts, tile, tsumo, &mut readings);
        let mut dora = self.dora_melded;
        let mut left = self.dora_kinds;
        while left != 0 {
            let kind = left.trailing_zeros() as usize;
            let count = (tiles[kind / 9] >> (3 * (kind % 9))) & 7;
            dora += count * u32::from(self.dora[kind]);
            left &= left - 1;
        }
        let reds = if self.reds { reds } else { 0 };
        readings.add_dora(dora, self.red_melded + reds, self.north_dora);
        readings
    }

    /// What the kinds of tiles tell, however they are taken apart.
    #[inline]
    fn facts(&self, tiles: [u32; 4], tsumo: bool) -> Facts {
        let closed = self.counting.closed;
        let kinds: Kinds = std::array::from_fn(|suit| ones(tiles[suit]) | self.kinds[suit]);
        let [m, p, s, z] = kinds;
        let suits = u32::from(m != 0) + u32::from(p != 0) + u32::from(s != 0);
        let simples = (m | p | s) & 0o011_111_110 != 0;
        let terminals = (m | p | s) & 0o100_000_001 != 0;
        let honours = z != 0;
        let yaku = YakuSet::NONE
            .with_if(Yaku::MenzenTsumo, closed && tsumo)
            .with_if(Yaku::Tanyao, !terminals && !honours && (closed || self.kuitan))
            .with_if(Yaku::Honitsu, suits == 1 && honours)
            .with_if(Yaku::Chinitsu, suits == 1 && !honours)
            .with_if(Yaku::Honroutou, !simples && honours);
        let green = m | p == 0 && s & !GREEN[0] == 0 && z & !GREEN[1] == 0;
        let yakuman = YakuSet::NONE
            .with_if(Yaku::Tsuuiisou, suits == 0)
            .with_if(Yaku::Chinroutou, !simples && !honours)
            .with_if(Yaku::Ryuuiisou, green);
        Facts { yaku, yakuman, kinds, honours }
    }

    /// Seven pairs and thirteen orphans; `copies` of the winning tile are held.
    #[inline]
    fn special(&self, tiles: [u32; 4], facts: &Facts, copies: u32, readings: &mut Readings) {
        let [m, p, s, z] = tiles;
        if (m | p | s | z) & (ONES | ONES << 2) == 0 {
            let pairs: u32 = tiles.iter().map(|suit| suit.count_ones()).sum();
            if pairs == 7 {
                if facts.yakuman.is_empty() {
                    let yaku = facts.yaku.with_if(Yaku::SevenPairs, true);
                    let han = yaku.han(self.counting.closed);
                    readings.keep(Reading { han, fu: 25, yaku });
                } else {
                    readings.keep_yakuman(facts.yakuman);
                }
            }
            return;
        }
        if facts.kinds == [0o100_000_001, 0o100_000_001, 0o100_000_001, 0o1_111_111] {
            let tiles: u32 = tiles.iter().map(|&suit| crate::tile::suit_len(suit)).sum();
            if tiles == 14 {
                let wait = copies == 2;
                let yaku = YakuSet::NONE
                    .with_if(Yaku::ThirteenOrphans, !wait)
                    .with_if(Yaku::ThirteenWait, wait);
                readings.keep_yakuman(yaku);
            }
        }
    }

    fn standard(
        &self,
        tiles: [u32; 4],
        mut facts: Facts,
        tile: Tile,
        tsumo: bool,
        readings: &mut Readings,
    ) {
        let Some(honours) = split::honours(tiles[3]) else { return };
        // The honours can only be taken apart in one way, so this is decided once.
        self.of_honours(honours, &mut facts);
        self.of_gates(tiles, tile, &mut facts);
        let [ms, ps, ss] = [tiles[0], tiles[1], tiles[2]].map(split::suit);
        for m in ms.as_slice() {
            for p in ps.as_slice() {
                for s in ss.as_slice() {
                    let whole = Whole::new(m, p, s, &honours);
                    if whole.pair.is_power_of_two() {
                        self.read(&whole, &facts, bit(tile), tsumo, readings);
                    }
                }
            }
        }
    }

    /// Yaku of dragons and winds, and of kans.
    #[inline]
    fn of_honours(&self, honours: Way, facts: &mut Facts) {
        let all = honours.triplets | (self.triplets >> 27) as u32;
        if all != 0 {
            let dragons = (all & DRAGONS).count_ones();
            let winds = (all & WINDS).count_ones();
            facts.yaku = facts
                .yaku
                .with_if(Yaku::SeatWind, all & self.seat != 0)
                .with_if(Yaku::RoundWind, all & self.round != 0)
                .with_if(Yaku::White, all & 1 << 4 != 0)
                .with_if(Yaku::Green, all & 1 << 5 != 0)
                .with_if(Yaku::Red, all & 1 << 6 != 0)
                .with_if(Yaku::Shousangen, dragons == 2 && honours.pair & DRAGONS != 0);
            facts.yakuman = facts
                .yakuman
                .with_if(Yaku::Daisangen, dragons == 3)
                .with_if(Yaku::Shousuushii, winds == 3 && honours.pair & WINDS != 0)
                .with_if(Yaku::Daisuushii, winds == 4);
        }
        facts.yaku = facts.yaku.with_if(Yaku::Sankantsu, self.kans == 3);
        facts.yakuman = facts.yakuman.with_if(Yaku::Suukantsu, self.kans == 4);
    }

    #[inline]
    fn of_gates(&self, tiles: [u32; 4], tile: Tile, facts: &mut Facts) {
        let suit = tiles[tile.suit()];
        if self.melds > 0 || ones(suit) != ONES || !facts.yaku.has(Yaku::Chinitsu) {
            return;
        }
        if suit & 7 < 3 || suit >> 24 < 3 {
            return;
        }
        let pure = suit - (1 << (3 * tile.rank())) == GATES;
        facts.yakuman =
            facts.yakuman.with_if(Yaku::JunseiChuuren, pure).with_if(Yaku::Chuuren, !pure);
    }

    /// One way to take the tiles apart, with every place that the winning tile may have.
    #[inline]
    fn read(&self, whole: &Whole, facts: &Facts, tile: u64, tsumo: bool, readings: &mut Readings) {
        let closed = self.counting.closed;
        let Whole { triplets, runs, twins, pair } = *whole;
        let pair_fu = if pair >> 27 == 0 {
            0
        } else {
            u32::from(self.pair_fu[(pair.trailing_zeros() - 27) as usize % 7])
        };
        let all_triplets = triplets | self.triplets;
        let all_runs = runs | self.runs;
        let straight = all_runs & (all_runs >> 3) & (all_runs >> 6) & LOWEST != 0;
        let sanshoku = all_runs & (all_runs >> 9) & (all_runs >> 18) & SUIT != 0;
        let doukou =
            all_triplets & (all_triplets >> 9) & (all_triplets >> 18) & u64::from(SUIT) != 0;
        let outside = all_runs != 0
            && all_runs & !(LOWEST | HIGHEST) == 0
            && (all_triplets | pair) & !ORPHANS == 0;
        let yaku = facts
            .yaku
            .with_if(Yaku::Iipeikou, closed && twins == 1)
            .with_if(Yaku::Ryanpeikou, closed && twins == 2)
            .with_if(Yaku::Sanshoku, sanshoku)
            .with_if(Yaku::SanshokuDoukou, doukou)
            .with_if(Yaku::Ittsuu, straight)
            .with_if(Yaku::Chanta, outside && facts.honours)
            .with_if(Yaku::Junchan, outside && !facts.honours)
            .with_if(Yaku::Toitoi, all_runs == 0);
        let how = if tsumo {
            2
        } else if closed {
            10
        } else {
            0
        };
        let triplet_fu = 4 * triplets.count_ones() + 4 * (triplets & ORPHANS).count_ones();
        let fu = 20 + how + self.fu + triplet_fu + pair_fu;
        let concealed = triplets.count_ones() + self.closed_kans;

        let mut place = |wait_fu: u32, fu: u32, concealed: u32, pinfu: bool| {
            let yakuman = facts
                .yakuman
                .with_if(Yaku::SuuankouTanki, concealed == 4 && pair == tile)
                .with_if(Yaku::Suuankou, concealed == 4 && pair != tile);
            if !yakuman.is_empty() {
                readings.keep_yakuman(yakuman);
                return;
            }
            let yaku = yaku.with_if(Yaku::Pinfu, pinfu).with_if(Yaku::Sanankou, concealed == 3);
            let fu = match (pinfu, (fu + wait_fu).next_multiple_of(10)) {
                (true, _) => {
                    if tsumo {
                        20
                    } else {
                        30
                    }
                }
                // An open hand without any fu.
                (_, 20) => 30,
                (_, fu) => fu,
            };
            readings.keep(Reading { han: yaku.han(closed), fu, yaku });
        };
        let runs64 = u64::from(runs);
        let (lowest, highest) = (u64::from(LOWEST), u64::from(HIGHEST));
        if pair & tile != 0 {
            place(2, fu, concealed, false);
        }
        if triplets & tile != 0 {
            // A triplet completed with a discard counts as open.
            if tsumo {
                place(0, fu, concealed, false);
            } else {
                let open = if tile & ORPHANS != 0 { 4 } else { 2 };
                place(0, fu - open, concealed - 1, false);
            }
        }
        if (runs64 & !highest | (runs64 & !lowest) << 2) & tile != 0 {
            let pinfu = closed && all_triplets == 0 && pair_fu == 0;
            place(0, fu, concealed, pinfu);
        }
        if (runs64 << 1 | runs64 & highest | (runs64 & lowest) << 2) & tile != 0 {
            place(2, fu, concealed, false);
        }
    }
}

/// What the kinds of tiles tell.
struct Facts {
    yaku: YakuSet,
    yakuman: YakuSet,
    kinds: Kinds,
    honours: bool,
}

/// All suits taken apart in one way.
struct Whole {
    triplets: u64,
    runs: u32,
    twins: u32,
    pair: u64,
}

impl Whole {
    #[inline]
    fn new(m: &Way, p: &Way, s: &Way, z: &Way) -> Self {
        let join =
            |m: u32, p: u32, s: u32, z: u32| u64::from(m | p << 9 | s << 18) | u64::from(z) << 27;
        Self {
            triplets: join(m.triplets, p.triplets, s.triplets, z.triplets),
            runs: m.runs | p.runs << 9 | s.runs << 18,
            twins: m.twins + p.twins + s.twins,
            pair: join(m.pair, p.pair, s.pair, z.pair),
        }
    }
}

/// One bit for each kind that is there.
#[inline]
const fn ones(suit: u32) -> u32 {
    (suit | suit >> 1 | suit >> 2) & ONES
}
