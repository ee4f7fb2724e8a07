//! Rule sets as data: every flag with its values, and every preset in one table.

use crate::{InputError, Players, Reds, notation::half_width};
use kakukin_core::BadValue;
use serde::{Serialize, Serializer};
use std::fmt;

/// Something that rule sets disagree about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
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

impl Flag {
    /// Its name in options and documents.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].name
    }

    /// The values it may have.
    pub const fn values(self) -> &'static [FlagValue] {
        TABLE[self as usize].values
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a flag says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlagValue {
    /// It counts.
    Yes,
    /// It does not.
    No,
    /// It is worth a mangan.
    Mangan,
    /// It is worth a yakuman.
    Yakuman,
    /// A share is lost.
    Loss,
    /// A share is split.
    Split,
    /// So many points, fu or tiles.
    Number(u32),
}

impl fmt::Display for FlagValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::Mangan => f.write_str("mangan"),
            Self::Yakuman => f.write_str("yakuman"),
            Self::Loss => f.write_str("loss"),
            Self::Split => f.write_str("split"),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl Serialize for FlagValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FlagValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FlagValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "What a flag says.",
            "pattern": "^(yes|no|mangan|yakuman|loss|split|[0-9]+)$",
        })
    }
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
    values: &'static [FlagValue],
    /// The value in each preset.
    presets: [FlagValue; 5],
}

use FlagValue::{Loss, Mangan, No, Number as N, Split, Yakuman, Yes};

const YES_NO: &[FlagValue] = &[Yes, No];

const fn row(
    flag: Flag,
    name: &'static str,
    values: &'static [FlagValue],
    presets: [FlagValue; 5],
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
    row(Flag::Kuitan,          "kuitan",           YES_NO,                                     [Yes,     Yes,     Yes,     Yes,     Yes]),
    row(Flag::Kiriage,         "kiriage",          YES_NO,                                     [No,      No,      Yes,     Yes,     No]),
    row(Flag::CountedYakuman,  "counted-yakuman",  YES_NO,                                     [Yes,     Yes,     No,      No,      No]),
    row(Flag::DoubleYakuman,   "double-yakuman",   YES_NO,                                     [No,      Yes,     No,      No,      No]),
    row(Flag::MultipleYakuman, "multiple-yakuman", YES_NO,                                     [Yes,     Yes,     Yes,     No,      No]),
    row(Flag::DoubleWindFu,    "double-wind-fu",   &[N(2), N(4)],                              [N(4),    N(4),    N(2),    N(2),    N(2)]),
    row(Flag::Renhou,          "renhou",           &[No, Mangan, Yakuman],                     [No,      No,      No,      Mangan,  Mangan]),
    row(Flag::Ippatsu,         "ippatsu",          YES_NO,                                     [Yes,     Yes,     Yes,     Yes,     Yes]),
    row(Flag::Ura,             "ura",              YES_NO,                                     [Yes,     Yes,     Yes,     Yes,     Yes]),
    row(Flag::Reds,            "reds",             &[N(0), N(3), N(4)],                        [N(3),    N(3),    N(3),    N(0),    N(0)]),
    row(Flag::North,           "north",            YES_NO,                                     [Yes,     Yes,     Yes,     Yes,     Yes]),
    row(Flag::SanmaTsumo,      "sanma-tsumo",      &[Loss, Split],                             [Loss,    Loss,    Loss,    Loss,    Loss]),
    row(Flag::Honba,           "honba",            &[N(300), N(600), N(1500)],                 [N(300),  N(300),  N(300),  N(300),  N(300)]),
    row(Flag::SanmaHonba,      "sanma-honba",      &[N(200), N(300), N(400), N(1000), N(2000)], [N(200), N(200),  N(200),  N(200),  N(200)]),
    row(Flag::Tenpai,          "tenpai",           &[N(3000), N(0)],                           [N(3000), N(3000), N(3000), N(3000), N(3000)]),
    row(Flag::SanmaTenpai,     "sanma-tenpai",     &[N(2000), N(3000), N(0)],                  [N(2000), N(2000), N(2000), N(2000), N(2000)]),
];

/// A set of rules: one value for each [`Flag`].
///
/// ```
/// use kakukin_mahjong::{Flag, FlagValue, Rules};
/// let rules = Rules::preset("mleague")?.set("kiriage=no")?;
/// assert_eq!(rules.get(Flag::Kiriage), FlagValue::No);
/// assert_eq!(rules.get(Flag::DoubleWindFu), FlagValue::Number(2));
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
        let choice = row.values.iter().position(|known| known.to_string() == value.trim());
        let values = || {
            let all: Vec<_> = row.values.iter().map(|value| format!("{name}={value}")).collect();
            all.join(", ")
        };
        self.values[place] = choice.ok_or_else(|| refuse(BadValue::Unknown, values()))? as u8;
        Ok(self)
    }

    /// The value of a flag.
    pub fn get(self, flag: Flag) -> FlagValue {
        flag.values()[self.values[flag as usize] as usize]
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
    pub fn changes(self) -> impl Iterator<Item = (Flag, FlagValue)> {
        let base = Self::column(self.base.into());
        self.flags().filter(move |(flag, value)| *value != base.get(*flag))
    }

    /// Every flag, and its value.
    pub fn flags(self) -> impl Iterator<Item = (Flag, FlagValue)> {
        TABLE.iter().map(move |row| (row.flag, self.get(row.flag)))
    }

    /// Whether a flag of yes and no says yes.
    pub fn has(self, flag: Flag) -> bool {
        self.get(flag) == Yes
    }

    fn number(self, flag: Flag) -> u32 {
        if let N(number) = self.get(flag) { number } else { 0 }
    }

    /// Fu of a pair of the wind of both seat and round.
    pub fn double_wind_fu(self) -> u32 {
        self.number(Flag::DoubleWindFu)
    }

    /// What a win before the first draw is worth.
    pub fn renhou(self) -> Renhou {
        match self.get(Flag::Renhou) {
            Mangan => Renhou::Mangan,
            Yakuman => Renhou::Yakuman,
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
        self.get(Flag::SanmaTsumo) == Split
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
        f.debug_map()
            .entries(self.flags().map(|(flag, value)| (flag.name(), value.to_string())))
            .finish()
    }
}
