//! The words of tables: headings and results, in both languages.

use crate::{Ending, Reason, Side};
use kakukin_core::{GameResult, narrow};
use serde::Serialize;

/// A field as headings and results are compared: full-width forms as ASCII, small letters,
/// without spaces and the marks between words.
pub fn heading(text: &str) -> String {
    let plain = text.chars().map(narrow);
    let dash = |c: char| if "‐‑‒–—―−".contains(c) { '-' } else { c };
    let words = plain.map(dash).filter(|c| !c.is_whitespace() && *c != '_');
    words.flat_map(char::to_lowercase).collect()
}

/// What stands in the place of an opponent where a player has none, as [`heading`] writes it.
const BYE: &[&str] =
    &["bye", "不戦", "不戦勝", "抜け番", "抜番", "ぬけ番", "空き番", "空番", "休み", "お休み"];

/// Whether this is no name but says that a player has no opponent.
///
/// ```
/// assert!(kakukin_records::is_bye("BYE") && kakukin_records::is_bye("抜け番"));
/// assert!(!kakukin_records::is_bye("Byers"));
/// ```
pub fn is_bye(name: &str) -> bool {
    BYE.contains(&heading(name).as_str())
}

/// Headings of the player who is first.
pub const FIRST: &[&str] = &[
    "first",
    "firstplayer",
    "player1",
    "name1",
    "playerone",
    "engine1",
    "sente",
    "先手",
    "先手番",
    "先番",
    "先手名",
    "先手氏名",
    "先攻",
    "対局者1",
    "選手1",
    "プレイヤー1",
    "氏名1",
];
/// Headings of the player who is second.
pub const SECOND: &[&str] = &[
    "second",
    "secondplayer",
    "player2",
    "name2",
    "playertwo",
    "engine2",
    "gote",
    "後手",
    "後手番",
    "後番",
    "後手名",
    "後手氏名",
    "後攻",
    "対局者2",
    "選手2",
    "プレイヤー2",
    "氏名2",
];
/// Which of these is first depends on the game: in chess it is white, in Go black. Whoever
/// stands first is.
pub const COLOURS: &[&str] = &["white", "black", "白", "黒", "白番", "黒番"];
/// The same and more, in kinds of which a table can have several; the best names come first.
pub(super) const COLOUR_KINDS: &[&[&str]] = &[
    COLOURS,
    &["whiteusername", "blackusername"],
    &["whitename", "blackname"],
    &["whiteplayer", "blackplayer"],
    &["whiteid", "blackid"],
];

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    First,
    Second,
    Result,
    Winner,
    Reason,
    Date,
    Event,
    Round,
    FirstRating,
    SecondRating,
    Opening,
    Handicap,
    /// What tells the game from all others.
    Id,
    /// The result as the first player has it, and as the second.
    FirstResult,
    SecondResult,
}

/// What columns are called where users name them.
pub(super) const COLUMN_NAMES: &[(&str, Column)] = &[
    ("first", Column::First),
    ("second", Column::Second),
    ("result", Column::Result),
    ("winner", Column::Winner),
    ("reason", Column::Reason),
    ("date", Column::Date),
    ("event", Column::Event),
    ("round", Column::Round),
    ("first_rating", Column::FirstRating),
    ("second_rating", Column::SecondRating),
    ("opening", Column::Opening),
    ("handicap", Column::Handicap),
    ("id", Column::Id),
    ("first_result", Column::FirstResult),
    ("second_result", Column::SecondResult),
];

const HEADINGS: &[(Column, &[&str])] = &[
    (Column::First, FIRST),
    (Column::Second, SECOND),
    (
        Column::Result,
        &["result", "score", "結果", "勝敗", "勝負", "成績", "対局結果", "先手結果", "結果(先手)"],
    ),
    (Column::Winner, &["winner", "勝者", "勝ち"]),
    (Column::Reason, &["reason", "termination", "終局", "終局理由", "決まり手", "理由"]),
    (Column::Date, &["date", "day", "日付", "対局日", "日時", "開始日時", "年月日"]),
    (Column::Event, &["event", "tournament", "league", "大会", "大会名", "棋戦", "棋戦名"]),
    (Column::Round, &["round", "回戦", "局", "ラウンド", "節"]),
    (
        Column::FirstRating,
        &[
            "firstrating",
            "firstelo",
            "whiteelo",
            "whiterating",
            "先手レート",
            "先手レーティング",
            "先手r",
        ],
    ),
    (
        Column::SecondRating,
        &[
            "secondrating",
            "secondelo",
            "blackelo",
            "blackrating",
            "後手レート",
            "後手レーティング",
            "後手r",
        ],
    ),
    (Column::Opening, &["opening", "position", "eco", "戦型", "開始局面", "局面"]),
    (Column::Handicap, &["handicap", "手合", "手合割", "置石"]),
    (Column::Id, &["id", "gameid", "uuid", "対局id", "対局番号", "棋譜番号"]),
    (Column::FirstResult, &["firstresult", "result1", "score1", "player1result"]),
    (Column::SecondResult, &["secondresult", "result2", "score2", "player2result"]),
];

/// Headings of results that belong to a colour, and whether that is Black.
pub(super) const COLOUR_RESULTS: &[(&str, bool)] =
    &[("whiteresult", false), ("blackresult", true), ("whitescore", false), ("blackscore", true)];

/// Whether a heading speaks of Black, where it speaks of a colour.
pub(super) fn is_black(heading: &str) -> Option<bool> {
    let begins = |words: [&str; 2]| words.iter().any(|word| heading.starts_with(word));
    match (begins(["black", "黒"]), begins(["white", "白"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

pub(super) fn column(name: &str) -> Option<Column> {
    let named = |names: &&(Column, &[&str])| names.1.contains(&name);
    HEADINGS.iter().find(named).map(|(column, _)| *column)
}

/// What the other words of a column tell of those that mean one thing here and another there: `W`
/// is a win beside `L`, and White beside `B`; `-` is a loss beside `+`, and else no result at all;
/// △ is the second player beside ▲, and else a draw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Dialect {
    /// There is a `B`.
    black: bool,
    /// There is an `L`.
    losses: bool,
    /// There is a `+`.
    signs: bool,
    /// There is a ▲.
    triangles: bool,
}

impl Dialect {
    /// One more word of the column.
    pub(super) fn hear(&mut self, word: &str) {
        match word {
            "b" => self.black = true,
            "l" => self.losses = true,
            "+" => self.signs = true,
            "▲" | "☗" => self.triangles = true,
            _ => {}
        }
    }

    fn letters_are_colours(self) -> bool {
        self.black && !self.losses
    }
}

/// How the words of a result column are read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reader {
    pub(super) dialect: Dialect,
    /// Where players have colours: whether Black is first.
    pub(super) black_first: Option<bool>,
}

/// Words that mean one thing wherever they stand, seen from the first player.
const FIRST_WON: &[&str] = &[
    "1-0",
    "1:0",
    "1",
    "1.0",
    "1,0",
    "1.0-0.0",
    "f",
    "win",
    "wins",
    "won",
    "勝ち",
    "勝",
    "勝利",
    "かち",
    "○",
    "◯",
    "〇",
    "⚪",
    "o",
    "○-×",
    "○-●",
    "+",
    "先勝",
    "先",
    // What a spreadsheet makes of 1-0: the first of January 2000.
    "jan-00",
    "2000-01-01",
    "2000/1/1",
];
const SECOND_WON: &[&str] = &[
    "0-1", "0:1", "0", "0.0", "0,0", "0.0-1.0", "s", "loss", "lost", "lose", "loses", "l", "負け",
    "負", "敗", "敗北", "敗け", "まけ", "●", "⚫", "×", "✕", "✖", "✗", "x", "×-○", "●-○", "後勝",
    "後",
];
const DRAWN: &[&str] = &[
    "1/2-1/2",
    "½-½",
    "1/2",
    "½",
    "0.5",
    "0,5",
    ".5",
    "0.5-0.5",
    "=",
    "=-=",
    "draw",
    "drawn",
    "d",
    "tie",
    "tied",
    "引分",
    "引分け",
    "引き分け",
    "引き分",
    "引分ケ",
    "ひきわけ",
    "分け",
    "分",
    "△",
    "△-△",
    "jigo",
    "持碁",
    "ジゴ",
    "同点",
    // What a spreadsheet makes of 1/2: the second of January.
    "2-jan",
    "02-jan",
    "1月2日",
];
const NOBODY: &[&str] =
    &["0-0", "無勝負", "両者負け", "双方負け", "両負け", "両者反則負け", "bothlost", "両者不戦敗"];
const INTERRUPTED: &[&str] = &[
    "中断",
    "中止",
    "無効",
    "ノーゲーム",
    "延期",
    "void",
    "interrupted",
    "cancelled",
    "canceled",
    "abandoned",
    "無効局",
];
const ADJOURNED: &[&str] =
    &["封じ手", "指し掛け", "指しかけ", "打ち掛け", "打ちかけ", "打掛", "adjourned", "suspended"];
const UNKNOWN: &[&str] =
    &["*", "?", "-", "未", "未定", "不明", "unknown", "unfinished", "tbd", "対局中"];
const FORFEITS: &[(&str, Side)] = &[
    ("+:-", Side::First),
    ("-:+", Side::Second),
    ("□", Side::First),
    ("■", Side::Second),
    ("+/-", Side::First),
    ("-/+", Side::Second),
    ("+--", Side::First),
    ("--+", Side::Second),
    ("1-0f", Side::First),
    ("0-1f", Side::Second),
];

/// How results name a side; a longer name stands before one that it begins with.
const SIDES: &[(&str, Side)] = &[
    ("firstplayer", Side::First),
    ("first", Side::First),
    ("sente", Side::First),
    ("先手番", Side::First),
    ("先手", Side::First),
    ("先番", Side::First),
    ("先攻", Side::First),
    ("▲", Side::First),
    ("☗", Side::First),
    ("secondplayer", Side::Second),
    ("second", Side::Second),
    ("gote", Side::Second),
    ("後手番", Side::Second),
    ("後手", Side::Second),
    ("後番", Side::Second),
    ("後攻", Side::Second),
    ("△", Side::Second),
    ("☖", Side::Second),
];
/// How results name a colour, and whether it is Black.
const COLOUR_NAMES: &[(&str, bool)] = &[
    ("black", true),
    ("黒番", true),
    ("黒", true),
    ("黑", true),
    ("white", false),
    ("白番", false),
    ("白", false),
];
/// Marks that a reason can follow.
const MARKS: &[(&str, Side)] = &[
    ("○", Side::First),
    ("◯", Side::First),
    ("〇", Side::First),
    ("1-0", Side::First),
    ("●", Side::Second),
    ("×", Side::Second),
    ("✕", Side::Second),
    ("0-1", Side::Second),
];
/// What tells in a longer text that somebody won or lost.
const WON_SIGNS: &[&str] = &["勝", "win", "won"];
const LOST_SIGNS: &[&str] = &["負", "敗", "los"];

impl Reader {
    /// The ending that a word means which a player has for himself: `win`, `checkmated`.
    pub(super) fn own(self, word: &str, side: Side) -> Option<(Ending, Reason)> {
        let lost = |reason| Some((Ending::won(Side::Second), reason));
        let drawn = |reason| Some((Ending::DRAW, reason));
        let found = match word {
            "checkmated" => lost(Reason::Mate),
            "resigned" => lost(Reason::Resignation),
            "timeout" => lost(Reason::Time),
            "abandoned" => lost(Reason::BrokenOff),
            "agreed" | "stalemate" | "insufficient" | "50move" | "timevsinsufficient" => {
                drawn(Reason::Agreement)
            }
            "repetition" => drawn(Reason::Repetition),
            "w" => Some((Ending::won(Side::First), Reason::Unsaid)),
            word => of_whole(word).or_else(|| of_reason(word)),
        };
        found.map(|(ending, why)| match (side, adjudged(ending, why)) {
            (Side::First, ending) => (ending, why),
            (Side::Second, ending) => (ending.turned(), why),
        })
    }

    /// The ending that a word of a result column means, seen from the first player.
    pub(super) fn ending(self, word: &str) -> Option<(Ending, Reason)> {
        // 先手の反則負け, ○（不戦）
        let bare;
        let word = if word.is_ascii() {
            word
        } else {
            bare = word.replace(['(', ')', 'の'], "");
            &bare
        };
        let found = self
            .of_dialect(word)
            .or_else(|| of_whole(word))
            .or_else(|| of_side(word))
            .or_else(|| self.of_colour(word))
            .or_else(|| of_mark(word))
            .or_else(|| of_reason(word));
        found.map(|(ending, why)| (adjudged(ending, why), why))
    }

    /// Words that depend on the others of their column.
    fn of_dialect(self, word: &str) -> Option<(Ending, Reason)> {
        let won = |side| Some((Ending::won(side), Reason::Unsaid));
        match (word, self.black_first) {
            ("-", _) if self.dialect.signs => won(Side::Second),
            ("▲" | "☗", _) => won(Side::First),
            ("△" | "☖", _) if self.dialect.triangles => won(Side::Second),
            // Without colours at the players, nobody knows who of them is White.
            ("w" | "b", None) if self.dialect.letters_are_colours() => None,
            ("w", Some(black_first)) if self.dialect.letters_are_colours() => {
                won(if black_first { Side::Second } else { Side::First })
            }
            ("b", Some(black_first)) => won(if black_first { Side::First } else { Side::Second }),
            // White and a win are the same where White is first. Where Black is, an L must say it.
            ("w", Some(true)) if !self.dialect.losses => None,
            ("w", _) if !self.dialect.letters_are_colours() => won(Side::First),
            _ => None,
        }
    }

    /// A result by colours (`B+R`, 黒中押し勝ち, `white`, 白負), where players have them.
    fn of_colour(self, word: &str) -> Option<(Ending, Reason)> {
        let black_first = self.black_first?;
        let side = |black: bool| if black == black_first { Side::First } else { Side::Second };
        if let Some((colour @ ("b" | "w"), how)) = word.split_once('+') {
            let why = match how {
                "r" => Some(Reason::Resignation),
                "t" => Some(Reason::Time),
                "f" => Some(Reason::Foul),
                _ => reason(how),
            };
            return Some((Ending::won(side(colour == "b")), why.unwrap_or_default()));
        }
        let named = COLOUR_NAMES
            .iter()
            .find_map(|(name, black)| Some((word.strip_prefix(name)?, side(*black))));
        let (rest, side) = named?;
        // 黒３目半, White by resignation.
        let by_margin = || (!rest.contains('?')).then_some(side);
        Some((
            Ending::won(winner(rest, side).or_else(by_margin)?),
            reason(rest).unwrap_or_default(),
        ))
    }
}

fn of_whole(word: &str) -> Option<(Ending, Reason)> {
    let plain = |ending| Some((ending, Reason::Unsaid));
    let forfeit = FORFEITS.iter().find(|(known, _)| *known == word);
    if FIRST_WON.contains(&word) {
        plain(Ending::won(Side::First))
    } else if SECOND_WON.contains(&word) {
        plain(Ending::won(Side::Second))
    } else if DRAWN.contains(&word) || is_second_of_january(word) {
        plain(Ending::DRAW)
    } else if NOBODY.contains(&word) {
        plain(Ending::Nobody)
    } else if INTERRUPTED.contains(&word) {
        Some((Ending::Interrupted, Reason::BrokenOff))
    } else if ADJOURNED.contains(&word) {
        Some((Ending::Adjourned, Reason::BrokenOff))
    } else if UNKNOWN.contains(&word) {
        plain(Ending::Unknown)
    } else if let Some((_, winner)) = forfeit {
        Some((Ending::Forfeit(*winner), Reason::Forfeit))
    } else {
        // Draws that are named after their reason.
        match word {
            "千日手" | "repetition" => Some((Ending::DRAW, Reason::Repetition)),
            "持将棋" | "jishogi" | "impasse" => Some((Ending::DRAW, Reason::Impasse)),
            "stalemate" => Some((Ending::DRAW, Reason::Agreement)),
            _ => None,
        }
    }
}

/// 1/2 in a cell of a workbook, whatever the year it was typed in.
fn is_second_of_january(word: &str) -> bool {
    let year = word.strip_suffix("-01-02");
    year.is_some_and(|year| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A result that names a side: 先手, 先手勝ち, 後手反則負け, `second wins on time`.
fn of_side(word: &str) -> Option<(Ending, Reason)> {
    let named = SIDES.iter().find_map(|(name, side)| Some((word.strip_prefix(name)?, *side)));
    let (rest, side) = named?;
    Some((Ending::won(winner(rest, side)?), reason(rest).unwrap_or_default()))
}

/// Who won, by what is said of a side; nothing where that is neither a win nor a loss.
fn winner(said: &str, of: Side) -> Option<Side> {
    let says = |signs: &[&str]| signs.iter().any(|sign| said.contains(sign));
    match (says(WON_SIGNS) || said.is_empty(), says(LOST_SIGNS)) {
        _ if said.contains('?') => None,
        (true, false) => Some(of),
        (false, true) => Some(of.other()),
        _ => None,
    }
}

/// A mark or score with a reason: ○不戦, ×時間切れ, `1-0 (time)`.
fn of_mark(word: &str) -> Option<(Ending, Reason)> {
    let marked = MARKS.iter().find_map(|(mark, side)| Some((word.strip_prefix(mark)?, *side)));
    let (rest, side) = marked?;
    Some((Ending::won(side), reason(rest)?))
}

/// A win by a foul or an absence is one of its own kind.
pub(super) fn adjudged(ending: Ending, why: Reason) -> Ending {
    let kind: fn(Side) -> Ending = match why {
        Reason::Foul => Ending::Foul,
        Reason::Forfeit => Ending::Forfeit,
        _ => return ending,
    };
    match ending {
        Ending::Played(GameResult::First) => kind(Side::First),
        Ending::Played(GameResult::Second) => kind(Side::Second),
        other => other,
    }
}

/// A reason with a win or a loss after it: 反則勝ち, 不戦敗, 時間切れ負け.
fn of_reason(word: &str) -> Option<(Ending, Reason)> {
    let cut = |ends: &[&str]| ends.iter().find_map(|end| word.strip_suffix(end));
    let (why, side) = match cut(&["勝ち", "勝"]) {
        Some(why) => (why, Side::First),
        None => (cut(&["負け", "負", "敗"])?, Side::Second),
    };
    Some((Ending::won(side), named_reason(why).or_else(|| named_reason(word))?))
}

const REASONS: &[(Reason, &str, &[&str])] = &[
    (Reason::Resignation, "resignation", &["resign", "resigned", "投了", "中押し"]),
    (Reason::Mate, "mate", &["checkmate", "詰み", "詰"]),
    (Reason::Time, "time", &["timeup", "timeforfeit", "時間切れ", "切れ負け"]),
    (Reason::Declaration, "declaration", &["入玉", "入玉宣言", "入玉勝ち", "宣言勝ち"]),
    (Reason::Count, "count", &["points", "作り碁", "数え"]),
    (Reason::Repetition, "repetition", &["千日手"]),
    (Reason::Impasse, "impasse", &["jishogi", "持将棋"]),
    (Reason::MaxMoves, "max_moves", &["最大手数", "手数制限"]),
    (Reason::Agreement, "agreement", &["stalemate", "合意"]),
    (Reason::Foul, "foul", &["illegal", "illegalmove", "rulesinfraction", "反則"]),
    (Reason::Forfeit, "forfeit", &["walkover", "不戦", "不戦勝", "不戦敗"]),
    (Reason::BrokenOff, "broken_off", &["中断", "封じ手"]),
];

/// What tells a reason inside a longer text, in this order.
const SIGNS: &[(Reason, &[&str])] = &[
    (Reason::Time, &["時間", "切れ負け", "time"]),
    (Reason::Foul, &["反則", "二歩", "打ち歩詰", "illegal", "foul", "infraction"]),
    (
        Reason::Forfeit,
        &["不戦", "棄権", "欠席", "欠場", "forfeit", "walkover", "noshow", "bydefault"],
    ),
    (Reason::BrokenOff, &["中断", "切断", "abandoned", "disconnect"]),
    (Reason::Repetition, &["千日手", "repetition"]),
    (Reason::Impasse, &["持将棋", "jishogi"]),
    (Reason::Declaration, &["入玉", "宣言"]),
    (Reason::Resignation, &["投了", "中押し", "resign"]),
    (Reason::Mate, &["詰", "mate"]),
];

/// The reason that a text means.
pub(super) fn reason(text: &str) -> Option<Reason> {
    let signed = |(_, signs): &&(Reason, &[&str])| signs.iter().any(|sign| text.contains(sign));
    named_reason(text).or_else(|| SIGNS.iter().find(signed).map(|(reason, _)| *reason))
}

/// The reason that a text is the name of.
fn named_reason(text: &str) -> Option<Reason> {
    let known = |(_, name, words): &&(Reason, &str, &[&str])| {
        heading(name) == text || words.contains(&text)
    };
    REASONS.iter().find(known).map(|(reason, ..)| *reason)
}

/// How a reason is written; nothing where it is not said.
pub fn reason_name(reason: Reason) -> &'static str {
    REASONS.iter().find(|(known, ..)| *known == reason).map_or("", |(_, name, _)| *name)
}

/// The result of a game as tables of results write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RecordResult {
    /// The first player won.
    #[serde(rename = "1-0")]
    First,
    /// The second player won.
    #[serde(rename = "0-1")]
    Second,
    /// Drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Nobody won, and nobody drew.
    #[serde(rename = "0-0")]
    Nobody,
    /// Interrupted (中断).
    Interrupted,
    /// To be continued.
    Adjourned,
    /// Not over, or not said.
    #[serde(rename = "*")]
    Unknown,
}

impl From<Ending> for RecordResult {
    /// Fouls and forfeits are told by their reason.
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Played(GameResult::First)
            | Ending::Foul(Side::First)
            | Ending::Forfeit(Side::First) => Self::First,
            Ending::Played(GameResult::Second)
            | Ending::Foul(Side::Second)
            | Ending::Forfeit(Side::Second) => Self::Second,
            Ending::Played(GameResult::Draw) => Self::Draw,
            Ending::Nobody => Self::Nobody,
            Ending::Interrupted => Self::Interrupted,
            Ending::Adjourned => Self::Adjourned,
            Ending::Unknown => Self::Unknown,
        }
    }
}

impl RecordResult {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Nobody => "0-0",
            Self::Interrupted => "interrupted",
            Self::Adjourned => "adjourned",
            Self::Unknown => "*",
        }
    }
}

/// How an ending is written; fouls and forfeits are told by their reason.
pub(super) fn ending_name(ending: Ending) -> &'static str {
    RecordResult::from(ending).name()
}
