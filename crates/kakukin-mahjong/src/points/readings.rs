//! The readings of one complete hand, and what luck makes of them.

use super::payment::Tariff;
use crate::{Luck, Renhou, Riichi, Yaku, YakuSet};

/// More than can be worth keeping at once: each has other fu. Beside the melds the fu of
/// standard readings lie at most 40 apart, and seven pairs have 25.
const MOST: usize = 8;

/// The yaku of one reading, without luck and dora, and their han.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) han: u32,
    pub(crate) fu: u32,
    pub(crate) yaku: YakuSet,
}

/// Rules that matter once a hand is complete.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counting {
    pub(crate) closed: bool,
    pub(crate) renhou: Renhou,
    pub(crate) ippatsu: bool,
    pub(crate) ura: bool,
    pub(crate) double: bool,
    pub(crate) multiple: bool,
}

impl Counting {
    /// How many yakuman this one is.
    const fn times(self, yaku: Yaku) -> u32 {
        if self.double && yaku.is_double() { 2 } else { 1 }
    }

    /// How many yakuman these are, and which of them count.
    fn yakuman(self, all: YakuSet) -> (u32, YakuSet) {
        let worth = |yaku| self.times(yaku);
        if self.multiple {
            return (all.iter().map(worth).sum(), all);
        }
        let best = all.iter().fold(None, |best, yaku| match best {
            Some(known) if worth(known) >= worth(yaku) => best,
            _ => Some(yaku),
        });
        best.map_or((0, YakuSet::NONE), |yaku| (worth(yaku), [yaku].into_iter().collect()))
    }
}

/// Every reading of a complete hand that is the best for some luck. Dora and what luck
/// adds are kept apart.
#[derive(Debug, Clone, Copy)]
pub struct Readings {
    list: [Reading; MOST],
    len: usize,
    /// The most yakuman of any reading.
    yakuman: u32,
    yakuman_yaku: YakuSet,
    dora: u32,
    red: u32,
    north: u32,
    counting: Counting,
    tariff: Tariff,
}

/// One win, counted: luck and dora included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scored {
    /// All han, dora included; 0 for yakuman.
    pub han: u32,
    /// Fu, rounded; 0 for yakuman, and for a mangan that stands alone (人和).
    pub fu: u32,
    /// How many yakuman; 0 also for a counted one.
    pub yakuman: u32,
    /// The yaku; dora are not among them.
    pub yaku: YakuSet,
    /// What the winner receives for the hand itself.
    pub points: u32,
}

impl Readings {
    pub(crate) fn new(counting: Counting, tariff: Tariff) -> Self {
        let none = Reading { han: 0, fu: 0, yaku: YakuSet::NONE };
        Self {
            list: [none; MOST],
            len: 0,
            yakuman: 0,
            yakuman_yaku: YakuSet::NONE,
            dora: 0,
            red: 0,
            north: 0,
            counting,
            tariff,
        }
    }

    /// Takes note of a reading, unless another has as many han and fu at least.
    #[inline]
    pub(crate) fn keep(&mut self, reading: Reading) {
        let mut kept = 0;
        for i in 0..self.len {
            let known = self.list[i];
            if known.han >= reading.han && known.fu >= reading.fu {
                return;
            }
            if known.han > reading.han || known.fu > reading.fu {
                self.list[kept] = known;
                kept += 1;
            }
        }
        self.len = kept;
        debug_assert!(self.len < MOST, "more readings than there can be");
        if self.len < MOST {
            self.list[self.len] = reading;
            self.len += 1;
        }
    }

    /// Takes note of a reading that is a yakuman.
    pub(crate) fn keep_yakuman(&mut self, all: YakuSet) {
        let (count, yaku) = self.counting.yakuman(all);
        if count > self.yakuman {
            (self.yakuman, self.yakuman_yaku) = (count, yaku);
        }
    }

    pub(crate) fn add_dora(&mut self, dora: u32, red: u32, north: u32) {
        (self.dora, self.red, self.north) = (dora, red, north);
    }

    /// The same with so many more red fives.
    #[must_use]
    pub(crate) const fn with_reds(mut self, reds: u32) -> Self {
        self.red += reds;
        self
    }

    /// Whether the tiles were not complete at all. Complete tiles may still lack a yaku.
    pub const fn is_empty(&self) -> bool {
        self.len == 0 && self.yakuman == 0
    }

    /// Han of dora indicators, of red fives, and of norths set aside.
    pub const fn dora(&self) -> [u32; 3] {
        [self.dora, self.red, self.north]
    }

    /// Every yaku of the best reading with its han, or how many yakuman it is; dora last.
    pub(crate) fn listed(&self, scored: &Scored, ura: u32) -> Vec<(Yaku, u32)> {
        let closed = self.counting.closed;
        let worth = |yaku: Yaku| match scored.yakuman {
            0 => yaku.han(closed),
            _ => self.counting.times(yaku),
        };
        let mut list: Vec<(Yaku, u32)> =
            scored.yaku.iter().map(|yaku| (yaku, worth(yaku))).collect();
        // A yakuman takes no dora, nor does a mangan of its own.
        if scored.yakuman == 0 && !scored.yaku.has(Yaku::Renhou) {
            let bonus = [
                (Yaku::Dora, self.dora),
                (Yaku::UraDora, ura),
                (Yaku::RedDora, self.red),
                (Yaku::NorthDora, self.north),
            ];
            list.extend(bonus.into_iter().filter(|&(_, han)| han > 0));
        }
        list
    }

    pub(crate) const fn tariff(&self) -> Tariff {
        self.tariff
    }

    /// The yaku that luck brings, and a yakuman that it brings.
    #[inline]
    fn luck(&self, luck: Luck) -> (YakuSet, Option<Yaku>) {
        if luck == Luck::default() {
            return (YakuSet::NONE, None);
        }
        let Counting { closed, ippatsu, renhou, .. } = self.counting;
        let Tariff { dealer, tsumo, .. } = self.tariff;
        let declared = closed && luck.riichi != Riichi::None;
        let yaku = YakuSet::NONE
            .with_if(Yaku::Riichi, declared && luck.riichi == Riichi::Single)
            .with_if(Yaku::DoubleRiichi, declared && luck.riichi == Riichi::Double)
            .with_if(Yaku::Ippatsu, declared && ippatsu && luck.ippatsu)
            .with_if(Yaku::Haitei, luck.last_tile && tsumo && !luck.after_kan)
            .with_if(Yaku::Houtei, luck.last_tile && !tsumo)
            .with_if(Yaku::Rinshan, luck.after_kan && tsumo)
            .with_if(Yaku::Chankan, luck.robbing_kan && !tsumo);
        let heaven = match (luck.first_turn && closed, tsumo, dealer) {
            (true, true, true) => Some(Yaku::Tenhou),
            (true, true, false) => Some(Yaku::Chiihou),
            (true, false, false) if renhou == Renhou::Yakuman => Some(Yaku::Renhou),
            _ => None,
        };
        (yaku, heaven)
    }

    /// The best reading with this luck and so many han of ura dora, which count only after
    /// riichi. `None` without a yaku: dora is not one.
    pub fn best(&self, luck: Luck, ura: u32) -> Option<Scored> {
        if self.is_empty() {
            return None;
        }
        let (lucky, heaven) = self.luck(luck);
        if self.yakuman > 0 || heaven.is_some() {
            return Some(self.yakuman(heaven));
        }
        let bonus = self.bonus(luck, ura);
        let added = lucky.han(self.counting.closed);
        let mut best: Option<Scored> = None;
        for reading in &self.list[..self.len] {
            if reading.han + added == 0 {
                continue;
            }
            let (han, fu) = (reading.han + added + bonus, reading.fu);
            let points = self.tariff.points(self.tariff.basic(han, fu, 0));
            let order = |scored: &Scored| (scored.points, scored.han, scored.fu);
            if best.is_none_or(|known| order(&known) < (points, han, fu)) {
                let yaku = reading.yaku.and(lucky);
                best = Some(Scored { han, fu, yakuman: 0, yaku, points });
            }
        }
        if self.has_renhou(luck) {
            // It stands alone, so it counts where it is more than the rest together.
            let han = Yaku::Renhou.han(true);
            let points = self.tariff.points(self.tariff.basic(han, 0, 0));
            if best.is_none_or(|known| known.points < points) {
                let yaku = [Yaku::Renhou].into_iter().collect();
                return Some(Scored { han, fu: 0, yakuman: 0, yaku, points });
            }
        }
        best
    }

    /// The points of the best reading with this luck and so many han of ura dora; 0
    /// without a yaku.
    #[inline]
    pub fn points(&self, luck: Luck, ura: u32) -> u32 {
        self.best(luck, ura).map_or(0, |scored| scored.points)
    }

    /// The points of the best reading with so many han more, a yaku among them; 0 if the
    /// tiles are not complete.
    #[inline]
    pub(crate) fn with_han(&self, more: u32) -> u32 {
        if self.yakuman > 0 {
            return self.tariff.points(self.tariff.basic(0, 0, self.yakuman));
        }
        let more = more + self.dora + self.red + self.north;
        let basic = |reading: &Reading| self.tariff.basic(reading.han + more, reading.fu, 0);
        let most = self.list[..self.len].iter().map(basic).max();
        most.map_or(0, |basic| self.tariff.points(basic))
    }

    fn yakuman(&self, heaven: Option<Yaku>) -> Scored {
        let all: YakuSet = self.yakuman_yaku.iter().chain(heaven).collect();
        let (yakuman, yaku) = self.counting.yakuman(all);
        let points = self.tariff.points(self.tariff.basic(0, 0, yakuman));
        Scored { han: 0, fu: 0, yakuman, yaku, points }
    }

    /// A win before the first draw that counts as a mangan.
    fn has_renhou(&self, luck: Luck) -> bool {
        let Counting { closed, renhou, .. } = self.counting;
        luck.first_turn
            && closed
            && !self.tariff.tsumo
            && !self.tariff.dealer
            && renhou == Renhou::Mangan
    }

    /// All dora.
    #[inline]
    fn bonus(&self, luck: Luck, ura: u32) -> u32 {
        self.dora + self.red + self.north + self.ura(luck, ura)
    }

    /// So many of these ura dora as count.
    #[inline]
    pub(crate) fn ura(&self, luck: Luck, ura: u32) -> u32 {
        let counts = self.counting.ura && self.counting.closed && luck.riichi != Riichi::None;
        if counts { ura } else { 0 }
    }
}
