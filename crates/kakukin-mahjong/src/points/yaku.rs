//! Every yaku, and what counts as han besides, with their names.

use serde::Serialize;
use std::fmt;

macro_rules! yaku {
    ($($name:ident $id:literal $ja:literal $en:literal $closed:literal $open:literal,)+) => {
        /// Whatever makes a win worth something: yaku, yakuman, and the dora, which are no yaku.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Yaku {
            $(#[doc = concat!($ja, ", ", $en)] #[serde(rename = $id)] $name,)+
        }

        impl Yaku {
            /// Every one, in the order in which they are told.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable name in documents.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// As it is called in Japanese.
            pub const fn japanese(self) -> &'static str {
                match self { $(Self::$name => $ja,)+ }
            }

            /// As it is called in English.
            pub const fn english(self) -> &'static str {
                match self { $(Self::$name => $en,)+ }
            }

            /// Han in a closed and in an open hand; 0 where it does not count, and for yakuman.
            /// Of dora there may be many, one han each.
            pub const fn han(self, closed: bool) -> u32 {
                let (with, without) = match self { $(Self::$name => ($closed, $open),)+ };
                if closed { with } else { without }
            }
        }
    };
}

yaku! {
    Riichi "riichi" "立直" "Riichi" 1 0,
    DoubleRiichi "double_riichi" "ダブル立直" "Double Riichi" 2 0,
    Ippatsu "ippatsu" "一発" "Ippatsu" 1 0,
    MenzenTsumo "menzen_tsumo" "門前清自摸和" "Fully Concealed Hand" 1 0,
    Haitei "haitei" "海底摸月" "Last Tile Draw" 1 1,
    Houtei "houtei" "河底撈魚" "Last Tile Discard" 1 1,
    Rinshan "rinshan" "嶺上開花" "After a Kan" 1 1,
    Chankan "chankan" "槍槓" "Robbing a Kan" 1 1,
    Pinfu "pinfu" "平和" "Pinfu" 1 0,
    Tanyao "tanyao" "断幺九" "All Simples" 1 1,
    Iipeikou "iipeikou" "一盃口" "Pure Double Run" 1 0,
    SeatWind "seat_wind" "自風牌" "Seat Wind" 1 1,
    RoundWind "round_wind" "場風牌" "Round Wind" 1 1,
    White "yakuhai_white" "役牌 白" "White Dragon" 1 1,
    Green "yakuhai_green" "役牌 發" "Green Dragon" 1 1,
    Red "yakuhai_red" "役牌 中" "Red Dragon" 1 1,
    Sanshoku "sanshoku_doujun" "三色同順" "Mixed Triple Run" 2 1,
    Ittsuu "ittsuu" "一気通貫" "Pure Straight" 2 1,
    Chanta "chanta" "混全帯幺九" "Half Outside Hand" 2 1,
    SevenPairs "seven_pairs" "七対子" "Seven Pairs" 2 0,
    Toitoi "toitoi" "対々和" "All Triplets" 2 2,
    Sanankou "sanankou" "三暗刻" "Three Concealed Triplets" 2 2,
    SanshokuDoukou "sanshoku_doukou" "三色同刻" "Triple Triplets" 2 2,
    Sankantsu "sankantsu" "三槓子" "Three Kans" 2 2,
    Honroutou "honroutou" "混老頭" "All Terminals and Honours" 2 2,
    Shousangen "shousangen" "小三元" "Little Three Dragons" 2 2,
    Honitsu "honitsu" "混一色" "Half Flush" 3 2,
    Junchan "junchan" "純全帯幺九" "Fully Outside Hand" 3 2,
    Ryanpeikou "ryanpeikou" "二盃口" "Twice Pure Double Run" 3 0,
    Chinitsu "chinitsu" "清一色" "Full Flush" 6 5,
    Renhou "renhou" "人和" "Blessing of Man" 5 0,
    ThirteenOrphans "thirteen_orphans" "国士無双" "Thirteen Orphans" 0 0,
    ThirteenWait "thirteen_orphans_13_wait" "国士無双十三面待ち" "Thirteen-Wait Thirteen Orphans" 0 0,
    Suuankou "suuankou" "四暗刻" "Four Concealed Triplets" 0 0,
    SuuankouTanki "suuankou_tanki" "四暗刻単騎" "Single-Wait Four Concealed Triplets" 0 0,
    Daisangen "daisangen" "大三元" "Big Three Dragons" 0 0,
    Shousuushii "shousuushii" "小四喜" "Little Four Winds" 0 0,
    Daisuushii "daisuushii" "大四喜" "Big Four Winds" 0 0,
    Tsuuiisou "tsuuiisou" "字一色" "All Honours" 0 0,
    Chinroutou "chinroutou" "清老頭" "All Terminals" 0 0,
    Ryuuiisou "ryuuiisou" "緑一色" "All Green" 0 0,
    Chuuren "chuuren" "九蓮宝燈" "Nine Gates" 0 0,
    JunseiChuuren "junsei_chuuren" "純正九蓮宝燈" "True Nine Gates" 0 0,
    Suukantsu "suukantsu" "四槓子" "Four Kans" 0 0,
    Tenhou "tenhou" "天和" "Blessing of Heaven" 0 0,
    Chiihou "chiihou" "地和" "Blessing of Earth" 0 0,
    Dora "dora" "ドラ" "Dora" 1 1,
    UraDora "ura_dora" "裏ドラ" "Ura Dora" 1 1,
    RedDora "red_dora" "赤ドラ" "Red Five" 1 1,
    NorthDora "north_dora" "抜きドラ" "North Dora" 1 1,
}

impl Yaku {
    /// Whether it is dora of some kind: han, but no yaku.
    pub const fn is_dora(self) -> bool {
        self as u32 >= Self::Dora as u32
    }

    /// Whether it is a yakuman by itself. [`Yaku::Renhou`] is one by some rules only.
    pub const fn is_yakuman(self) -> bool {
        self as u32 >= Self::ThirteenOrphans as u32 && !self.is_dora()
    }

    /// Whether it counts twice where there are double yakuman.
    pub const fn is_double(self) -> bool {
        matches!(
            self,
            Self::ThirteenWait | Self::SuuankouTanki | Self::Daisuushii | Self::JunseiChuuren
        )
    }

    const fn bit(self) -> u64 {
        1 << self as u32
    }
}

/// A set of yaku.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct YakuSet(u64);

impl YakuSet {
    /// No yaku.
    pub const NONE: Self = Self(0);

    /// Whether the yaku is in the set.
    pub const fn has(self, yaku: Yaku) -> bool {
        self.0 & yaku.bit() != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The yaku, in order.
    pub fn iter(self) -> impl Iterator<Item = Yaku> {
        Yaku::ALL.iter().copied().filter(move |&yaku| self.has(yaku))
    }

    /// With this one too, if it holds.
    #[inline]
    pub(crate) const fn with_if(self, yaku: Yaku, holds: bool) -> Self {
        Self(self.0 | ((holds as u64) << yaku as u32))
    }

    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The han of all of them. Most hands have few yaku, so it goes from one to the next.
    #[inline]
    pub(crate) fn han(self, closed: bool) -> u32 {
        let mut left = self.0;
        let mut han = 0;
        while left != 0 {
            han += u32::from(HAN[closed as usize][left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        han
    }
}

const HAN: [[u8; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut i = 0;
    while i < Yaku::ALL.len() {
        table[0][i] = Yaku::ALL[i].han(false) as u8;
        table[1][i] = Yaku::ALL[i].han(true) as u8;
        i += 1;
    }
    table
};

impl FromIterator<Yaku> for YakuSet {
    fn from_iter<I: IntoIterator<Item = Yaku>>(all: I) -> Self {
        all.into_iter().fold(Self::NONE, |set, yaku| set.with_if(yaku, true))
    }
}

impl fmt::Debug for YakuSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_different() {
        assert!(Yaku::ALL.len() <= 64);
        for name in [Yaku::id, Yaku::japanese, Yaku::english] {
            assert_eq!(
                Yaku::ALL.iter().map(|&y| name(y)).collect::<HashSet<_>>().len(),
                Yaku::ALL.len()
            );
        }
        let set: YakuSet = Yaku::ALL.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), Yaku::ALL);
    }

    #[test]
    fn yakuman_have_no_han() {
        for &yaku in Yaku::ALL {
            assert_eq!(yaku.is_yakuman(), yaku.han(true) == 0, "{yaku:?}");
            assert!(yaku.han(true) >= yaku.han(false));
            assert!(yaku.is_yakuman() || !yaku.is_double());
        }
        let set: YakuSet = [Yaku::Riichi, Yaku::Chinitsu].into_iter().collect();
        assert_eq!((set.han(true), set.han(false)), (7, 5));
    }
}
