//! Results of Go in words: those of the standard (`B+3.5`), Japanese and Chinese ones, and
//! English sentences. Black is first here.
//!
//! Sentences may name a player, and a name may hold any word (白石, Whitehead): names are read
//! before sides.

use super::names;
use crate::{Ending, Reason, Side};

/// What a result says, with Black as first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Said {
    pub(super) ending: Ending,
    reason: Reason,
}

impl Said {
    /// With White as first, if so asked.
    pub(super) fn in_order(self, white_first: bool) -> (Ending, Reason) {
        let ending = if white_first { self.ending.turned() } else { self.ending };
        (ending, self.reason)
    }

    /// A win; fouls and forfeits are no wins over the board.
    fn won(side: Side, reason: Reason) -> Self {
        let ending = match reason {
            Reason::Foul => Ending::Foul(side),
            Reason::Forfeit => Ending::Forfeit(side),
            _ => Ending::won(side),
        };
        Self { ending, reason }
    }
}

/// What a result says of a game between Black and White of these names; nothing if it is not
/// understood.
pub(super) fn said(text: &str, names: [&str; 2]) -> Option<Said> {
    let plain = |text: &str| {
        let text: String = text.chars().map(narrow).collect();
        text.trim().to_lowercase()
    };
    let text = plain(text);
    by_sign(&text).or_else(|| by_word(&text)).or_else(|| {
        let [black, white] = names.map(plain);
        by_side(&names::as_sides(&text, [&black, &white]))
    })
}

/// Letters, digits and signs of full width as plain ones.
pub(super) fn narrow(c: char) -> char {
    if c == '\u{3000}' { ' ' } else { kakukin_core::narrow(c) }
}

/// `b+3.5`, `w+r`, `black + time`.
fn by_sign(text: &str) -> Option<Said> {
    let (side, how) = text.split_once('+')?;
    let side = match side.trim() {
        "b" | "black" | "黒" | "黑" => Side::First,
        "w" | "white" | "白" => Side::Second,
        _ => return None,
    };
    let how = how.trim();
    let reason = match how.chars().next() {
        Some(c) if c.is_ascii_digit() || c == '.' => Reason::Count,
        Some('r') => Reason::Resignation,
        Some('t') => Reason::Time,
        Some('f') if !how.starts_with("foul") => Reason::Forfeit,
        Some('f' | 'i') => Reason::Foul,
        _ => reason(how),
    };
    Some(Said::won(side, reason))
}

/// Results without a side, as whole texts.
fn by_word(text: &str) -> Option<Said> {
    let text = text.trim_end_matches('.');
    let (ending, reason) = match text {
        // A colour alone won.
        "b" => (Ending::won(Side::First), Reason::Unsaid),
        "w" => (Ending::won(Side::Second), Reason::Unsaid),
        "0" | "draw" | "drawn" | "tie" => (Ending::DRAW, Reason::Unsaid),
        "d+j" | "d+" | "jigo" | "持碁" | "持ち碁" | "ジゴ" | "和棋" | "和局" | "平局"
        | "引き分け" | "引分" | "引分け" => (Ending::DRAW, Reason::Count),
        "?" | "unknown" | "不明" | "不详" | "未知" => (Ending::Unknown, Reason::Unsaid),
        "void" | "no result" | "unfinished" | "left unfinished" | "suspended" | "中断" | "中止" => {
            (Ending::Interrupted, Reason::BrokenOff)
        }
        "adjourned" | "打ち掛け" | "打掛け" | "打掛" | "打挂" | "封じ手" | "封手" => {
            (Ending::Adjourned, Reason::BrokenOff)
        }
        // Who has adjourned, a server says in a sentence.
        _ if text.ends_with(" has adjourned") => (Ending::Adjourned, Reason::BrokenOff),
        "無勝負" | "无胜负" | "無勝敗" | "三コウ無勝負" | "三劫無勝負" | "三劫循环"
        | "both lost" | "both lose" | "両負け" | "両者負け" | "双方負け" | "双负" => {
            (Ending::Nobody, Reason::Unsaid)
        }
        _ => return None,
    };
    Some(Said { ending, reason })
}

/// The words for the sides.
const SIDES: [(&str, Side); 5] = [
    ("黒", Side::First),
    ("黑", Side::First),
    ("black", Side::First),
    ("白", Side::Second),
    ("white", Side::Second),
];

/// The words of winning and losing.
const VERDICTS: [(&str, bool); 19] = [
    ("勝", true),
    ("胜", true),
    ("赢", true),
    ("wins", true),
    ("won", true),
    ("win", true),
    ("負", false),
    ("负", false),
    ("敗", false),
    ("败", false),
    ("输", false),
    ("loses", false),
    ("lost", false),
    ("投了", false),
    ("认输", false),
    ("認輸", false),
    ("resigns", false),
    ("resigned", false),
    // Without a word of winning, the side is the one that made the other resign.
    ("中押", true),
];

/// Whether this is one of the words of sentences, and so cannot be told from a name.
pub(super) fn is_word(text: &str) -> bool {
    SIDES.iter().any(|(word, _)| *word == text) || VERDICTS.iter().any(|(word, _)| *word == text)
}

/// Sentences: the side that a word of winning or losing belongs to.
fn by_side(text: &str) -> Option<Said> {
    if text.contains("無勝負") || text.contains("无胜负") {
        return Some(Said { ending: Ending::Nobody, reason: Reason::Unsaid });
    }
    // "白投了により黒勝ち": who won is said after who resigned.
    let plain = |word: &str| !matches!(word, "投了" | "resigns" | "resigned" | "中押");
    let earliest = |counts: &dyn Fn(&str) -> bool| {
        let words = VERDICTS.iter().filter(|(word, _)| counts(word));
        words.filter_map(|&(word, wins)| places(text, word).next().map(|at| (at, wins))).min()
    };
    let (at, wins) = earliest(&plain).or_else(|| earliest(&|_| true))?;
    let named = SIDES.iter().flat_map(|&(word, side)| places(text, word).map(move |at| (at, side)));
    // The side before the verdict, or else the one after it.
    let by_place = |(at, _): &(usize, Side)| *at;
    let before = named.clone().filter(|(place, _)| *place < at).max_by_key(by_place);
    let (_, side) = before.or_else(|| named.min_by_key(by_place))?;
    Some(Said::won(if wins { side } else { side.other() }, reason(text)))
}

/// Where a word is; an English one only as a whole word, for it could be part of a name.
fn places(text: &str, word: &'static str) -> impl Iterator<Item = usize> + Clone {
    let at = text.match_indices(word).map(|(at, _)| at);
    at.filter(move |&at| names::stands_alone(text, at, at + word.len()))
}

fn reason(text: &str) -> Reason {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if says(&["反則", "反则", "犯规", "违规", "illegal", "foul"]) {
        Reason::Foul
    } else if says(&["不戦", "不战", "棄権", "弃权", "欠場", "forfeit"]) {
        Reason::Forfeit
    } else if says(&["時間", "时间", "超时", "超時", "切れ", "time"]) {
        Reason::Time
    } else if says(&["中押", "中盘", "中盤", "投了", "认输", "認輸", "resign"]) {
        Reason::Resignation
    } else if says(&["目", "子", "半"]) || text.contains(|c: char| c.is_ascii_digit()) {
        Reason::Count
    } else {
        Reason::Unsaid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_records_write_them() {
        let cases = [
            ("B+3.5", Some((Ending::won(Side::First), Reason::Count))),
            ("W+R", Some((Ending::won(Side::Second), Reason::Resignation))),
            ("B+Resign", Some((Ending::won(Side::First), Reason::Resignation))),
            ("W+T", Some((Ending::won(Side::Second), Reason::Time))),
            ("W+Time", Some((Ending::won(Side::Second), Reason::Time))),
            ("B+F", Some((Ending::Forfeit(Side::First), Reason::Forfeit))),
            ("B+Forfeit", Some((Ending::Forfeit(Side::First), Reason::Forfeit))),
            ("B+", Some((Ending::won(Side::First), Reason::Unsaid))),
            ("b + 0.5", Some((Ending::won(Side::First), Reason::Count))),
            ("Ｂ＋Ｒ", Some((Ending::won(Side::First), Reason::Resignation))),
            ("Ｗ＋３．５", Some((Ending::won(Side::Second), Reason::Count))),
            ("0", Some((Ending::DRAW, Reason::Unsaid))),
            ("Draw", Some((Ending::DRAW, Reason::Unsaid))),
            ("Jigo", Some((Ending::DRAW, Reason::Count))),
            ("B", Some((Ending::won(Side::First), Reason::Unsaid))),
            ("W", Some((Ending::won(Side::Second), Reason::Unsaid))),
            ("D+J", Some((Ending::DRAW, Reason::Count))),
            ("Somebody has adjourned.", Some((Ending::Adjourned, Reason::BrokenOff))),
            ("Void", Some((Ending::Interrupted, Reason::BrokenOff))),
            ("?", Some((Ending::Unknown, Reason::Unsaid))),
            ("黒中押し勝ち", Some((Ending::won(Side::First), Reason::Resignation))),
            ("白番中押し勝", Some((Ending::won(Side::Second), Reason::Resignation))),
            ("白中押し", Some((Ending::won(Side::Second), Reason::Resignation))),
            ("黒３目半勝ち", Some((Ending::won(Side::First), Reason::Count))),
            ("白半目勝ち", Some((Ending::won(Side::Second), Reason::Count))),
            ("黒時間切れ負け", Some((Ending::won(Side::Second), Reason::Time))),
            ("白時間切れ勝ち", Some((Ending::won(Side::Second), Reason::Time))),
            ("時間切れにより黒勝ち", Some((Ending::won(Side::First), Reason::Time))),
            ("白投了により黒勝ち", Some((Ending::won(Side::First), Reason::Resignation))),
            ("白投了", Some((Ending::won(Side::First), Reason::Resignation))),
            ("白の反則負け", Some((Ending::Foul(Side::First), Reason::Foul))),
            ("黒反則により白勝ち", Some((Ending::Foul(Side::Second), Reason::Foul))),
            ("黒不戦勝", Some((Ending::Forfeit(Side::First), Reason::Forfeit))),
            ("持碁", Some((Ending::DRAW, Reason::Count))),
            ("ジゴ", Some((Ending::DRAW, Reason::Count))),
            ("無勝負", Some((Ending::Nobody, Reason::Unsaid))),
            ("三コウにより無勝負", Some((Ending::Nobody, Reason::Unsaid))),
            ("打ち掛け", Some((Ending::Adjourned, Reason::BrokenOff))),
            ("黑中盘胜", Some((Ending::won(Side::First), Reason::Resignation))),
            ("白胜", Some((Ending::won(Side::Second), Reason::Unsaid))),
            ("黑胜1/4子", Some((Ending::won(Side::First), Reason::Count))),
            ("黑超时负", Some((Ending::won(Side::Second), Reason::Time))),
            ("和棋", Some((Ending::DRAW, Reason::Count))),
            ("Black wins by resignation", Some((Ending::won(Side::First), Reason::Resignation))),
            ("White won on time", Some((Ending::won(Side::Second), Reason::Time))),
            ("White resigns", Some((Ending::won(Side::First), Reason::Resignation))),
            ("Black (Whiteman) wins", Some((Ending::won(Side::First), Reason::Unsaid))),
            ("Wonderful", None),
            ("勝者：黒", Some((Ending::won(Side::First), Reason::Unsaid))),
            // Whose time it was is not said.
            ("時間切れ", None),
            ("黒時間切れ", None),
            ("勝ち", None),
            ("+", None),
            ("3.5", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(said(text, ["", ""]).map(|said| said.in_order(false)), wanted, "{text}");
        }
    }

    #[test]
    fn results_by_name() {
        let (first, second) = (Some(Ending::won(Side::First)), Some(Ending::won(Side::Second)));
        let cases = [
            (["白石勇一", "山田"], "白石の中押し勝ち", first),
            (["山田", "黒木 剛"], "黒木九段の3目半勝ち", second),
            (["白石勇一", "山田"], "白中押し勝ち", second),
            (["白石勇一", "山田"], "白番中押し勝ち", second),
            (["白石勇一", "黒木剛"], "白石負け", second),
            (["白石勇一", "黒木剛"], "時間切れにより白石の勝ち", first),
            (["白石一", "白石二"], "白石の勝ち", None),
            (["白石一", "白石二"], "白石二の勝ち", second),
            (["白", "黒"], "白の勝ち", second),
            (["林 海峰", "白石"], "林の勝ち", first),
            (["勝田", "負野"], "勝田の負け", second),
            (["勝田健", "石"], "白の勝ち", second),
            (["白宝祥", "古力"], "白宝祥中盘胜", first),
            (["Whitehead", "Smith"], "Whitehead won", first),
            (["Whitehead, Ann", "Black, Joe"], "whitehead wins by resignation", first),
            (["white_wolf", "x"], "white_wolf won on time", first),
            (["y", "x"], "white_wolf won on time", None),
            (["y", "Black Bart"], "Black Bart wins", second),
            (["y", "Black Bart"], "Black wins", first),
            (["Won", "Win Lee"], "White won", second),
            (["Ann", "Anna"], "Anna won", second),
            (["Ann", "Anna"], "Ann won", first),
            (["player7", "x"], "player7 lost", second),
        ];
        for (names, text, wanted) in cases {
            assert_eq!(said(text, names).map(|said| said.ending), wanted, "{names:?} {text}");
        }
        let said = said("time_lord7 won", ["time_lord7", "x"]).unwrap();
        assert_eq!(said.reason, Reason::Unsaid);
    }
}
