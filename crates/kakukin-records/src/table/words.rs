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

/// Headings of the player who is first.
pub const FIRST: &[&str] =
    &["first", "firstplayer", "sente", "先手", "先手番", "先番", "先手名", "先手氏名", "先攻"];
/// Headings of the player who is second.
pub const SECOND: &[&str] =
    &["second", "secondplayer", "gote", "後手", "後手番", "後番", "後手名", "後手氏名", "後攻"];
/// Which of these is first depends on the game: in chess it is white, in Go black. Whoever
/// stands first is.
pub const COLOURS: &[&str] = &["white", "black", "白", "黒", "白番", "黒番"];

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
}

const HEADINGS: &[(Column, &[&str])] = &[
    (Column::First, FIRST),
    (Column::Second, SECOND),
    (Column::Result, &["result", "score", "結果", "勝敗", "成績", "対局結果"]),
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
];

/// Whether a colour is Black.
pub(super) fn is_black(heading: &str) -> bool {
    heading == "black" || heading.starts_with('黒')
}

/// A result by colours (`B+R`, 黒中押し勝ち, `white`), where players have them.
pub(super) fn of_colour(word: &str, black_first: bool) -> Option<(Ending, Reason)> {
    let begins = |names: &[&str]| names.iter().any(|name| word.starts_with(name));
    let black = begins(&["b+", "black", "黒", "黑"]);
    if black == begins(&["w+", "white", "白"])
        || word.contains(['負', '敗'])
        || word.contains("los")
    {
        return None;
    }
    let winner = if black == black_first { Side::First } else { Side::Second };
    let why = reason(word).or_else(|| match word.split_once('+')?.1 {
        "r" => Some(Reason::Resignation),
        "t" => Some(Reason::Time),
        "f" => Some(Reason::Foul),
        _ => None,
    });
    Some((Ending::won(winner), why.unwrap_or_default()))
}

pub(super) fn column(name: &str) -> Option<Column> {
    let named = |names: &&(Column, &[&str])| names.1.contains(&name);
    HEADINGS.iter().find(named).map(|(column, _)| *column)
}

const FIRST_WON: &[&str] = &[
    "1-0",
    "1:0",
    "1",
    "1.0",
    "1,0",
    "1.0-0.0",
    "first",
    "firstwon",
    "firstwins",
    "f",
    "win",
    "won",
    "先手",
    "先手勝ち",
    "先手勝",
    "先手の勝ち",
    "先手番勝ち",
    "先番勝ち",
    "先勝",
    "勝ち",
    "勝",
    "○",
    "◯",
    "〇",
    "o",
    "○-×",
    "○-●",
    "sente",
    "sentewin",
    "先攻",
    "先攻勝ち",
];
const SECOND_WON: &[&str] = &[
    "0,0",
    "0-1",
    "0:1",
    "0",
    "0.0",
    "0.0-1.0",
    "second",
    "secondwon",
    "secondwins",
    "s",
    "loss",
    "lost",
    "lose",
    "後手",
    "後手勝ち",
    "後手勝",
    "後手の勝ち",
    "後手番勝ち",
    "後番勝ち",
    "後勝",
    "負け",
    "負",
    "●",
    "×",
    "✕",
    "x",
    "×-○",
    "●-○",
    "gote",
    "gotewin",
    "後攻",
    "後攻勝ち",
];
const DRAWN: &[&str] = &[
    "0,5",
    "1/2-1/2",
    "½-½",
    "1/2",
    "½",
    "0.5",
    "0.5-0.5",
    "draw",
    "drawn",
    "d",
    "=",
    "引分",
    "引分け",
    "引き分け",
    "引き分",
    "分け",
    "分",
    "△",
    "△-△",
    "jigo",
    "持碁",
    "ジゴ",
    "同点",
    "tie",
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
    ("不戦勝", Side::First),
    ("不戦敗", Side::Second),
    ("○不戦", Side::First),
    ("●不戦", Side::Second),
    ("×不戦", Side::Second),
    ("□", Side::First),
    ("■", Side::Second),
    ("+/-", Side::First),
    ("-/+", Side::Second),
    ("+--", Side::First),
    ("--+", Side::Second),
    ("1-0f", Side::First),
    ("0-1f", Side::Second),
    ("先手不戦勝", Side::First),
    ("後手不戦勝", Side::Second),
    ("先手不戦敗", Side::Second),
    ("後手不戦敗", Side::First),
];
const FOULS: &[(&str, Side)] = &[
    ("反則勝ち", Side::First),
    ("反則勝", Side::First),
    ("反則負け", Side::Second),
    ("反則負", Side::Second),
    ("先手反則負け", Side::Second),
    ("先手反則負", Side::Second),
    ("後手反則負け", Side::First),
    ("後手反則負", Side::First),
    ("先手反則勝ち", Side::First),
    ("先手反則勝", Side::First),
    ("後手反則勝ち", Side::Second),
    ("後手反則勝", Side::Second),
];

/// The ending that a word of a result column means, seen from the first player.
pub(super) fn ending(word: &str) -> Option<(Ending, Reason)> {
    // 先手の反則負け, ○（不戦）
    let bare;
    let word = if word.is_ascii() {
        word
    } else {
        bare = word.replace(['(', ')', 'の'], "");
        &bare
    };
    let side_of = |table: &[(&str, Side)]| {
        table.iter().find(|(known, _)| *known == word).map(|(_, side)| *side)
    };
    let plain = |ending| Some((ending, Reason::Unsaid));
    if FIRST_WON.contains(&word) {
        plain(Ending::won(Side::First))
    } else if SECOND_WON.contains(&word) {
        plain(Ending::won(Side::Second))
    } else if DRAWN.contains(&word) {
        plain(Ending::DRAW)
    } else if NOBODY.contains(&word) {
        plain(Ending::Nobody)
    } else if INTERRUPTED.contains(&word) {
        Some((Ending::Interrupted, Reason::BrokenOff))
    } else if ADJOURNED.contains(&word) {
        Some((Ending::Adjourned, Reason::BrokenOff))
    } else if UNKNOWN.contains(&word) {
        plain(Ending::Unknown)
    } else if let Some(winner) = side_of(FORFEITS) {
        Some((Ending::Forfeit(winner), Reason::Forfeit))
    } else if let Some(winner) = side_of(FOULS) {
        Some((Ending::Foul(winner), Reason::Foul))
    } else {
        // Draws that are named after their reason.
        match word {
            "千日手" | "repetition" => Some((Ending::DRAW, Reason::Repetition)),
            "持将棋" | "jishogi" | "impasse" => Some((Ending::DRAW, Reason::Impasse)),
            _ => None,
        }
    }
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
    let known = |(_, name, words): &&(Reason, &str, &[&str])| {
        heading(name) == text || words.contains(&text)
    };
    let whole = REASONS.iter().find(known).map(|(reason, ..)| *reason);
    let signed = |(_, signs): &&(Reason, &[&str])| signs.iter().any(|sign| text.contains(sign));
    whole.or_else(|| SIGNS.iter().find(signed).map(|(reason, _)| *reason))
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
