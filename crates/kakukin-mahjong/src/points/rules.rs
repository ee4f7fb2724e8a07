//! Rule sets as data: every flag with its values, and every preset in one table.

use crate::{InputError, Players, Reds, notation::half_width};
use kakukin_core::BadValue;
use serde::Serialize;
use std::fmt;

/// Something that rule sets disagree about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flag {
    /// Open tanyao (食いタン).
    Kuitan,
    /// 4 han 30 fu and 3 han 60 fu are mangan (切り上げ満貫).
    Kiriage,
    /// 13 han and more are a yakuman (数え役満), otherwise sanbaiman.
    CountedYakuman,
    /// The rarer forms of four yakuman count twice (ダブル役満).
    DoubleYakuman,
    /// Several yakuman add up (役満の複合).
    MultipleYakuman,
    /// Fu of a pair of the wind that is both the seat's and the round's (連風牌).
    DoubleWindFu,
    /// Winning on a discard before the first draw (人和).
    Renhou,
    /// Ippatsu counts (一発).
    Ippatsu,
    /// Ura dora count (裏ドラ).
    Ura,
    /// Red fives in the set (赤ドラ): one of each suit, or one more 5p.
    Reds,
    /// Three players: norths set aside are dora (抜きドラ).
    North,
    /// Three players, self-draw: the share of the missing fourth is lost (ツモ損), or the
    /// two payers share it.
    SanmaTsumo,
    /// Points a counter adds to a win on a discard; a third of it from each payer of a
    /// self-draw (積み棒).
    Honba,
    /// The same with three players, of whom two pay a self-draw: half of it each.
    SanmaHonba,
    /// Points that change hands at an exhaustive draw (ノーテン罰符).
    Tenpai,
    /// The same with three players.
    SanmaTenpai,
}

/// What a win before the first draw is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Renhou {
    /// Nothing.
    No,
    /// A mangan, if the hand is not worth more without it.
    Mangan,
    /// A yakuman.
    Yakuman,
}

struct Row {
    flag: Flag,
    name: &'static str,
    /// Every allowed value.
    values: &'static [&'static str],
    /// The value in each preset.
    presets: [&'static str; 5],
}

const YES_NO: &[&str] = &["yes", "no"];

const fn row(
    flag: Flag,
    name: &'static str,
    values: &'static [&'static str],
    presets: [&'static str; 5],
) -> Row {
    Row { flag, name, values, presets }
}

const FLAGS: usize = 16;

/// One row a flag, one column a preset, in the order of [`Flag`] and [`Rules::PRESETS`].
///
/// WRC: the rule book of 2015 (6.1: 1920 counts as 2000, 13 han and more as sanbaiman; 6.5: yakuman
/// are not cumulative, renhou is a mangan). EMA: what the association announced for 2016 (as WRC,
/// but 4 han 30 fu stay 7700). Neither has three players; there they follow Tenhou (self-draws
/// lose the fourth share, 200 for a counter).
/// Not seen in print: the double wind pairs of WRC and EMA, and the column of M-League but for
/// open tanyao, the red fives and the counters.
#[rustfmt::skip]
const TABLE: [Row; FLAGS] = [
    row(Flag::Kuitan,          "kuitan",           YES_NO,                        ["yes",  "yes",  "yes",  "yes",    "yes"]),
    row(Flag::Kiriage,         "kiriage",          YES_NO,                        ["no",   "no",   "yes",  "yes",    "no"]),
    row(Flag::CountedYakuman,  "counted-yakuman",  YES_NO,                        ["yes",  "yes",  "no",   "no",     "no"]),
    row(Flag::DoubleYakuman,   "double-yakuman",   YES_NO,                        ["no",   "yes",  "no",   "no",     "no"]),
    row(Flag::MultipleYakuman, "multiple-yakuman", YES_NO,                        ["yes",  "yes",  "yes",  "no",     "no"]),
    row(Flag::DoubleWindFu,    "double-wind-fu",   &["2", "4"],                   ["4",    "4",    "2",    "2",      "2"]),
    row(Flag::Renhou,          "renhou",           &["no", "mangan", "yakuman"],  ["no",   "no",   "no",   "mangan", "mangan"]),
    row(Flag::Ippatsu,         "ippatsu",          YES_NO,                        ["yes",  "yes",  "yes",  "yes",    "yes"]),
    row(Flag::Ura,             "ura",              YES_NO,                        ["yes",  "yes",  "yes",  "yes",    "yes"]),
    row(Flag::Reds,            "reds",             &["0", "3", "4"],              ["3",    "3",    "3",    "0",      "0"]),
    row(Flag::North,           "north",            YES_NO,                        ["yes",  "yes",  "yes",  "yes",    "yes"]),
    row(Flag::SanmaTsumo,      "sanma-tsumo",      &["loss", "split"],            ["loss", "loss", "loss", "loss",   "loss"]),
    row(Flag::Honba,           "honba",            &["300", "600", "1500"],       ["300",  "300",  "300",  "300",    "300"]),
    row(Flag::SanmaHonba,      "sanma-honba",      &["200", "300", "400", "1000", "2000"], ["200", "200", "200", "200", "200"]),
    row(Flag::Tenpai,          "tenpai",           &["3000", "0"],                ["3000", "3000", "3000", "3000",   "3000"]),
    row(Flag::SanmaTenpai,     "sanma-tenpai",     &["2000", "3000", "0"],        ["2000", "2000", "2000", "2000",   "2000"]),
];

/// A set of rules: one value for each [`Flag`].
///
/// ```
/// use kakukin_mahjong::{Flag, Rules};
/// let rules = Rules::preset("mleague")?.set("kiriage=no")?;
/// assert_eq!(rules.get(Flag::Kiriage), "no");
/// assert_eq!(rules.get(Flag::DoubleWindFu), "2");
/// assert_eq!(rules.name(), None);
/// assert_eq!(Rules::default().name(), Some("tenhou"));
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The preset it began with. Two presets may agree about every flag.
    base: u8,
    values: [u8; FLAGS],
}

/// A set of rules that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RuleSet {
    /// 天鳳
    Tenhou,
    /// 雀魂
    Soul,
    /// Mリーグ
    MLeague,
    /// World Riichi Championship.
    Wrc,
    /// European Mahjong Association.
    Ema,
}

impl RuleSet {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [Self::Tenhou, Self::Soul, Self::MLeague, Self::Wrc, Self::Ema];

    /// Its name in options and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tenhou => "tenhou",
            Self::Soul => "soul",
            Self::MLeague => "mleague",
            Self::Wrc => "wrc",
            Self::Ema => "ema",
        }
    }
}

impl Rules {
    /// The names of the presets, the default first.
    pub const PRESETS: [&'static str; 5] = {
        let [a, b, c, d, e] = RuleSet::ALL;
        [a.name(), b.name(), c.name(), d.name(), e.name()]
    };

    /// The rules of that name.
    pub fn preset(name: &str) -> Result<Self, InputError> {
        let plain = half_width(name);
        let column = Self::PRESETS.iter().position(|known| plain.eq_ignore_ascii_case(known));
        column.map(Self::column).ok_or_else(|| {
            InputError::new("rules", name, BadValue::Unknown, Self::PRESETS.join(", "))
        })
    }

    fn column(column: usize) -> Self {
        let values = std::array::from_fn(|i| {
            let value = TABLE[i].presets[column];
            TABLE[i].values.iter().position(|&known| known == value).unwrap_or(0) as u8
        });
        Self { base: column as u8, values }
    }

    /// The same rules with one flag changed, as in `kuitan=no`.
    pub fn set(mut self, text: &str) -> Result<Self, InputError> {
        let refuse = |problem, allowed: String| InputError::new("rule", text, problem, allowed);
        let plain = half_width(text).to_ascii_lowercase();
        let example = || "kuitan=no".to_string();
        let (name, value) =
            plain.split_once('=').ok_or_else(|| refuse(BadValue::BadForm, example()))?;
        let names = || TABLE.map(|row| row.name).join(", ");
        let place = TABLE.iter().position(|row| row.name == name.trim());
        let place = place.ok_or_else(|| refuse(BadValue::Unknown, names()))?;
        let row = &TABLE[place];
        let choice = row.values.iter().position(|&known| known == value.trim());
        let values = || {
            let all: Vec<_> = row.values.iter().map(|value| format!("{name}={value}")).collect();
            all.join(", ")
        };
        self.values[place] = choice.ok_or_else(|| refuse(BadValue::Unknown, values()))? as u8;
        Ok(self)
    }

    /// The value of a flag.
    pub fn get(self, flag: Flag) -> &'static str {
        let place = flag as usize;
        TABLE[place].values[self.values[place] as usize]
    }

    /// The preset that these rules are, if no flag was changed.
    pub fn name(self) -> Option<&'static str> {
        (Self::column(self.base.into()) == self).then(|| self.base().name())
    }

    /// The preset that these rules began with.
    pub fn base(self) -> RuleSet {
        RuleSet::ALL[usize::from(self.base) % RuleSet::ALL.len()]
    }

    /// Every flag that is not as in the preset, and its value.
    pub fn changes(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let base = Self::column(self.base.into());
        let differs = move |row: &&Row| self.get(row.flag) != base.get(row.flag);
        TABLE.iter().filter(differs).map(move |row| (row.name, self.get(row.flag)))
    }

    /// Every flag: its name, its value here, and the values it may have.
    pub fn flags(
        self,
    ) -> impl Iterator<Item = (&'static str, &'static str, &'static [&'static str])> {
        TABLE.iter().map(move |row| (row.name, self.get(row.flag), row.values))
    }

    /// Whether a flag of yes and no says yes.
    pub fn has(self, flag: Flag) -> bool {
        self.get(flag) == "yes"
    }

    fn number(self, flag: Flag) -> u32 {
        self.get(flag).parse().unwrap_or(0)
    }

    /// Fu of a pair of the wind of both seat and round.
    pub fn double_wind_fu(self) -> u32 {
        self.number(Flag::DoubleWindFu)
    }

    /// What a win before the first draw is worth.
    pub fn renhou(self) -> Renhou {
        match self.get(Flag::Renhou) {
            "mangan" => Renhou::Mangan,
            "yakuman" => Renhou::Yakuman,
            _ => Renhou::No,
        }
    }

    /// The red fives in the set. Three players have no 5m.
    pub fn reds(self, players: Players) -> Reds {
        let counts = match self.number(Flag::Reds) {
            0 => [0; 3],
            3 => [1; 3],
            _ => [1, 2, 1],
        };
        let manzu = if players == Players::Three { 0 } else { counts[0] };
        Reds::new([manzu, counts[1], counts[2]]).unwrap_or(Reds::NONE)
    }

    /// Whether the payers of a self-draw share what the missing fourth player would pay.
    pub fn splits_tsumo(self) -> bool {
        self.get(Flag::SanmaTsumo) == "split"
    }

    /// What a counter adds to a win on a discard.
    pub fn honba(self, players: Players) -> u32 {
        self.number(if players == Players::Three { Flag::SanmaHonba } else { Flag::Honba })
    }

    /// The points that change hands at an exhaustive draw.
    pub fn tenpai(self, players: Players) -> u32 {
        self.number(if players == Players::Three { Flag::SanmaTenpai } else { Flag::Tenpai })
    }
}

impl Default for Rules {
    /// The rules of Tenhou.
    fn default() -> Self {
        Self::column(0)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.flags().map(|(name, value, _)| (name, value))).finish()
    }
}
