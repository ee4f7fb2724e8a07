//! Points of han and fu, and who pays them.

use crate::{Flag, Players, Stakes};
use serde::Serialize;

const MANGAN: u32 = 2000;
const YAKUMAN: u32 = 8000;
/// Points of a riichi stick.
pub(super) const STICK: u32 = 1000;

/// The limits from mangan up (満貫 and more).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PointsLimit"))]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// 満貫
    Mangan,
    /// 跳満
    Haneman,
    /// 倍満
    Baiman,
    /// 三倍満
    Sanbaiman,
    /// 数え役満: a yakuman by its han alone.
    CountedYakuman,
    /// 役満, also several.
    Yakuman,
}

impl Limit {
    /// The stable name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mangan => "mangan",
            Self::Haneman => "haneman",
            Self::Baiman => "baiman",
            Self::Sanbaiman => "sanbaiman",
            Self::CountedYakuman => "counted_yakuman",
            Self::Yakuman => "yakuman",
        }
    }

    pub(crate) const fn of(basic: u32, yakuman: u32) -> Option<Self> {
        match basic {
            _ if yakuman > 0 => Some(Self::Yakuman),
            YAKUMAN => Some(Self::CountedYakuman),
            6000 => Some(Self::Sanbaiman),
            4000 => Some(Self::Baiman),
            3000 => Some(Self::Haneman),
            MANGAN => Some(Self::Mangan),
            _ => None,
        }
    }
}

/// Who pays what. Counters are in the single payments, sticks are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Payments {
    /// What the dealer pays for a self-draw of another.
    pub dealer: Option<u32>,
    /// What each player who is not the dealer pays for a self-draw.
    pub other: Option<u32>,
    /// What the discarder pays.
    pub discarder: Option<u32>,
    /// The riichi sticks that were on the table.
    pub sticks: u32,
    /// Everything that the winner receives.
    pub total: u32,
}

/// What the points of a win depend on besides han and fu.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tariff {
    pub(crate) dealer: bool,
    pub(crate) tsumo: bool,
    three: bool,
    split: bool,
    kiriage: bool,
    counted: bool,
}

/// As the usual way to round: up to a hundred.
#[inline]
const fn hundreds(points: u32) -> u32 {
    points.div_ceil(100) * 100
}

impl Tariff {
    pub(crate) fn new(stakes: &Stakes, players: Players) -> Self {
        let rules = stakes.rules();
        Self {
            dealer: stakes.is_dealer(),
            tsumo: false,
            three: players == Players::Three,
            split: rules.splits_tsumo(),
            kiriage: rules.has(Flag::Kiriage),
            counted: rules.has(Flag::CountedYakuman),
        }
    }

    /// For a self-draw, or for a discard.
    pub(crate) const fn with_tsumo(mut self, tsumo: bool) -> Self {
        self.tsumo = tsumo;
        self
    }

    /// The basic points, of which everybody pays a multiple.
    #[inline]
    pub(crate) fn basic(self, han: u32, fu: u32, yakuman: u32) -> u32 {
        if yakuman > 0 {
            return YAKUMAN * yakuman;
        }
        match han {
            0..=4 => {
                let points = fu << (2 + han);
                // 4 han 30 fu and 3 han 60 fu lack 80 points each.
                if points > MANGAN || (self.kiriage && points == 1920) { MANGAN } else { points }
            }
            5 => MANGAN,
            6..=7 => 3000,
            8..=10 => 4000,
            13.. if self.counted => YAKUMAN,
            _ => 6000,
        }
    }

    /// What the dealer (of another's self-draw), each other player, and the discarder pay.
    #[inline]
    fn shares(self, basic: u32) -> [u32; 3] {
        if !self.tsumo {
            return [0, 0, hundreds(basic * if self.dealer { 6 } else { 4 })];
        }
        // What the missing fourth, never the dealer, would pay is lost or shared by two.
        // Shared, it is added before rounding.
        let lost = basic * if self.dealer { 2 } else { 1 };
        let more = if self.three && self.split { lost.div_ceil(2) } else { 0 };
        if self.dealer {
            [0, hundreds(2 * basic + more), 0]
        } else {
            [hundreds(2 * basic + more), hundreds(basic + more), 0]
        }
    }

    /// How many pay as others than the dealer and the discarder.
    #[inline]
    fn others(self) -> u32 {
        let players = if self.three { 3 } else { 4 };
        if self.dealer { players - 1 } else { players - 2 }
    }

    /// Everything that the winner receives for the hand itself.
    #[inline]
    pub(crate) fn points(self, basic: u32) -> u32 {
        let [dealer, other, discarder] = self.shares(basic);
        dealer + other * self.others() + discarder
    }

    /// With counters and sticks.
    pub(crate) fn payments(self, basic: u32, stakes: &Stakes, players: Players) -> Payments {
        let counters = stakes.rules().honba(players) * stakes.honba();
        let each = stakes.counters_each(players);
        let [dealer, other, discarder] = self.shares(basic);
        let sticks = STICK * stakes.sticks();
        let payments = Payments {
            dealer: (self.tsumo && !self.dealer).then_some(dealer + each),
            other: self.tsumo.then_some(other + each),
            discarder: (!self.tsumo).then_some(discarder + counters),
            sticks,
            total: 0,
        };
        let paid = payments.dealer.unwrap_or(0)
            + payments.other.unwrap_or(0) * self.others()
            + payments.discarder.unwrap_or(0);
        Payments { total: paid + sticks, ..payments }
    }
}
