//! What both forms of Tenhou logs share: rules and the names of yaku.

use crate::SaidYaku;
use kakukin_mahjong::{Rules, Yaku};

/// The yaku by their numbers in XML: winds of seat and round take four each.
const NUMBERED: [Yaku; 55] = [
    Yaku::MenzenTsumo,
    Yaku::Riichi,
    Yaku::Ippatsu,
    Yaku::Chankan,
    Yaku::Rinshan,
    Yaku::Haitei,
    Yaku::Houtei,
    Yaku::Pinfu,
    Yaku::Tanyao,
    Yaku::Iipeikou,
    Yaku::SeatWind,
    Yaku::SeatWind,
    Yaku::SeatWind,
    Yaku::SeatWind,
    Yaku::RoundWind,
    Yaku::RoundWind,
    Yaku::RoundWind,
    Yaku::RoundWind,
    Yaku::White,
    Yaku::Green,
    Yaku::Red,
    Yaku::DoubleRiichi,
    Yaku::SevenPairs,
    Yaku::Chanta,
    Yaku::Ittsuu,
    Yaku::Sanshoku,
    Yaku::SanshokuDoukou,
    Yaku::Sankantsu,
    Yaku::Toitoi,
    Yaku::Sanankou,
    Yaku::Shousangen,
    Yaku::Honroutou,
    Yaku::Ryanpeikou,
    Yaku::Junchan,
    Yaku::Honitsu,
    Yaku::Chinitsu,
    Yaku::Renhou,
    Yaku::Tenhou,
    Yaku::Chiihou,
    Yaku::Daisangen,
    Yaku::Suuankou,
    Yaku::SuuankouTanki,
    Yaku::Tsuuiisou,
    Yaku::Ryuuiisou,
    Yaku::Chinroutou,
    Yaku::Chuuren,
    Yaku::JunseiChuuren,
    Yaku::ThirteenOrphans,
    Yaku::ThirteenWait,
    Yaku::Daisuushii,
    Yaku::Shousuushii,
    Yaku::Suukantsu,
    Yaku::Dora,
    Yaku::UraDora,
    Yaku::RedDora,
];

/// A yaku by its number.
pub(crate) fn numbered(number: u64) -> SaidYaku {
    let known = usize::try_from(number).ok().and_then(|number| NUMBERED.get(number));
    known.map_or_else(|| SaidYaku::Other(number.to_string()), |&yaku| SaidYaku::Known(yaku))
}

/// A yaku by its name; where Tenhou writes it otherwise than we do, both are known.
pub(crate) fn named(name: &str) -> SaidYaku {
    let known = match name {
        "両立直" => Some(Yaku::DoubleRiichi),
        "国士無双１３面" | "国士無双13面" => Some(Yaku::ThirteenWait),
        "混全帯么九" => Some(Yaku::Chanta),
        "純全帯么九" => Some(Yaku::Junchan),
        "断么九" => Some(Yaku::Tanyao),
        _ if name.starts_with("自風") => Some(Yaku::SeatWind),
        _ if name.starts_with("場風") => Some(Yaku::RoundWind),
        _ => {
            let is_it = |yaku: &&Yaku| {
                name == yaku.japanese()
                    || name.eq_ignore_ascii_case(yaku.english())
                    || name.eq_ignore_ascii_case(yaku.id())
            };
            Yaku::ALL.iter().find(is_it).copied()
        }
    };
    known.map_or_else(|| SaidYaku::Other(name.into()), SaidYaku::Known)
}

/// The usual rules with or without red fives and open tanyao.
pub(crate) fn rules(base: Rules, reds: bool, kuitan: bool) -> Rules {
    let flags =
        [if reds { "reds=3" } else { "reds=0" }, if kuitan { "kuitan=yes" } else { "kuitan=no" }];
    flags.iter().try_fold(base, |rules, flag| rules.set(flag)).unwrap_or(base)
}
