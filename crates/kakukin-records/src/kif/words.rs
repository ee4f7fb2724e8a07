//! The words of KIF and KI2: how games end, pieces, numbers, dates.

use crate::shogi::{Meaning, Verdict};
use crate::{Reason, Side};

/// The words for the sides.
const SIDES: [(&str, Side); 8] = [
    ("先手", Side::First),
    ("下手", Side::First),
    ("▲", Side::First),
    ("☗", Side::First),
    ("後手", Side::Second),
    ("上手", Side::Second),
    ("△", Side::Second),
    ("☖", Side::Second),
];

/// Whether these words may stand on a line of their own.
pub(super) fn stand_alone(line: &[u8]) -> bool {
    let known = "投了 中断 千日手 持将棋 詰み 切れ負け 反則勝ち 反則負け 入玉勝ち \
        時間切れ タイムアップ Time-up 切断 接続切れ 通信切れ トライ勝ち 手数オーバー";
    known.split(' ').any(|word| word.as_bytes() == line)
}

/// What words about an ending mean, whether they stand in the place of a move (`反則負け`) or
/// name a side (`先手の反則負け`): without a side they speak of who is to move.
pub(super) fn meaning(text: &str, to_move: Option<Side>) -> Meaning {
    if text.contains("不詰") {
        return Meaning::Silent;
    }
    verdict(text, to_move).map_or(Meaning::Unknown, Meaning::Verdict)
}

fn verdict(text: &str, to_move: Option<Side>) -> Option<Verdict> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["封じ手"]) {
        return Some(Verdict::ADJOURNED);
    }
    if has(&["中断", "待った", "エラー"]) {
        return Some(Verdict::BROKEN_OFF);
    }
    let is_foul = has(&["反則", "王手"]);
    let is_forfeit = has(&["不戦"]);
    let reason = if has(&["切断", "接続", "通信", "回線"]) {
        Reason::BrokenOff
    } else if has(&["切れ", "タイムアップ", "Time-up", "Time-Up", "TIME-UP", "time-up"]) {
        Reason::Time
    } else if has(&["入玉", "宣言", "トライ"]) {
        Reason::Declaration
    } else if has(&["詰"]) {
        Reason::Mate
    } else if has(&["投了"]) {
        Reason::Resignation
    } else if has(&["千日手"]) {
        Reason::Repetition
    } else if has(&["持将棋"]) {
        Reason::Impasse
    } else if has(&["最大手数", "手数制限", "手数上限", "手数オーバー"]) {
        Reason::MaxMoves
    } else {
        Reason::Unsaid
    };
    let is_draw = has(&["引き分け", "引分"])
        || matches!(reason, Reason::Repetition | Reason::Impasse | Reason::MaxMoves);
    // `先手の勝ち（切れ負け）`: what is in brackets only explains.
    let outside = text.split(['（', '(']).next().unwrap_or(text);
    let decisive = [outside, text].iter().find_map(|text| text.rfind(['勝', '負', '敗']));
    if decisive.is_none() && is_draw && !is_foul {
        return Some(Verdict::drawn(reason));
    }
    let speaks_for_itself = is_foul
        || is_forfeit
        || matches!(
            reason,
            Reason::Time | Reason::Declaration | Reason::Mate | Reason::Resignation
        );
    let wins = match decisive {
        Some(at) => text[at..].starts_with('勝'),
        None if reason == Reason::BrokenOff => return Some(Verdict::BROKEN_OFF),
        None if is_foul || is_forfeit || !speaks_for_itself => return None,
        None => reason == Reason::Declaration,
    };
    // In `先手の反則により後手の勝ち` the side that is named last is the one that won.
    let before = &text[..decisive.unwrap_or(text.len())];
    let named = SIDES
        .iter()
        .filter_map(|(word, side)| Some((before.rfind(word)?, *side)))
        .max_by_key(|(at, _)| *at);
    let side = match named {
        Some((_, side)) => side,
        // Whose connection was lost cannot be told from whose turn it was.
        None if reason == Reason::BrokenOff => return Some(Verdict::BROKEN_OFF),
        None if speaks_for_itself => to_move?,
        None => return None,
    };
    let winner = if wins { side } else { side.other() };
    Some(if is_foul {
        Verdict::foul(winner)
    } else if is_forfeit {
        Verdict::forfeit(winner)
    } else {
        Verdict::won(winner, reason)
    })
}

/// The same for a line that may name a player in the place of a side.
pub(super) fn meaning_with_names(
    text: &str,
    to_move: Side,
    names: [&String; 2],
    shorts: [&String; 2],
) -> Meaning {
    // A name may hold any of the words above and must not be read as one of them.
    let (cause, rest) = text.rsplit_once("により").unwrap_or(("", text));
    let rest = rest.trim_start_matches(BETWEEN);
    let after = |name: &str| {
        let is_name = !name.is_empty() && !is_side(name);
        rest.strip_prefix(name).filter(|_| is_name)?.strip_prefix('の')
    };
    // `山田の勝ち` of 山田太郎.
    let (subject, result) = rest.rsplit_once('の').unwrap_or(("", rest));
    let begins = |side: usize| {
        let is_part = !subject.is_empty() && !is_side(subject) && names[side].starts_with(subject);
        is_part.then_some(result)
    };
    let whole = [0, 1].map(|side| after(names[side]).or_else(|| after(shorts[side])));
    let (side, result) = match if whole == [None; 2] { [0, 1].map(begins) } else { whole } {
        [Some(result), None] => ("先手", result),
        [None, Some(result)] => ("後手", result),
        [None, None] => return meaning(text, subject.is_empty().then_some(to_move)),
        [Some(_), Some(_)] => return Meaning::Unknown,
    };
    meaning(&format!("{cause}により{side}の{result}"), Some(to_move))
}

/// What may stand between the words of a line.
const BETWEEN: [char; 5] = ['、', ' ', '\u{3000}', '，', ','];

/// Whether this is the word for a side and nothing else.
pub(super) fn is_side(text: &str) -> bool {
    SIDES.iter().any(|(word, _)| *word == text)
}

/// The number of moves and what follows it in `まで97手で先手の勝ち`.
pub(super) fn result_of(line: &str) -> (Option<u64>, &str) {
    let text = line.trim_start_matches("まで").trim_start_matches(BETWEEN);
    let (moves, rest) = number(text);
    let text = match rest.strip_prefix('手') {
        Some(rest) if moves.is_some() => {
            let rest =
                rest.strip_prefix("にて").or_else(|| rest.strip_prefix('で')).unwrap_or(rest);
            return (moves, rest.trim_matches(BETWEEN));
        }
        _ => text,
    };
    (None, text.trim_end_matches(BETWEEN))
}

/// A number in any kind of digits, and what follows it.
pub(super) fn number(text: &str) -> (Option<u64>, &str) {
    let digit = |c: char| match c {
        '0'..='9' => Some(u64::from(c) - u64::from('0')),
        '０'..='９' => Some(u64::from(c) - u64::from('０')),
        '〇' => Some(0),
        _ => "一二三四五六七八九".chars().position(|known| known == c).map(|at| at as u64 + 1),
    };
    // `百十二` is a sum, `112` is not.
    let (mut sum, mut last, mut length) = (0u64, None::<u64>, 0);
    for c in text.chars() {
        match (digit(c), c) {
            (Some(digit), _) => {
                last = Some(last.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            }
            (None, '十' | '百') => {
                let unit = if c == '十' { 10 } else { 100 };
                sum = sum.saturating_add(last.take().unwrap_or(1).saturating_mul(unit));
            }
            _ => break,
        }
        length += c.len_utf8();
    }
    let (digits, rest) = text.split_at(length);
    ((!digits.is_empty()).then(|| sum.saturating_add(last.unwrap_or(0))), rest)
}

/// A piece by its character: its letter, and whether it is promoted.
pub(super) fn piece_of(c: char) -> Option<(u8, bool)> {
    Some(match c {
        '玉' | '王' => (b'K', false),
        '飛' => (b'R', false),
        '角' => (b'B', false),
        '金' => (b'G', false),
        '銀' => (b'S', false),
        '桂' => (b'N', false),
        '香' => (b'L', false),
        '歩' => (b'P', false),
        '龍' | '竜' => (b'R', true),
        '馬' => (b'B', true),
        '全' => (b'S', true),
        '圭' => (b'N', true),
        '杏' => (b'L', true),
        'と' => (b'P', true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_in_words() {
        use Reason::{BrokenOff, Declaration, MaxMoves, Time};
        use Side::{First, Second};
        let won = |side, reason| Some(Verdict::won(side, reason));
        let cases = [
            ("接続切れ", Some(Verdict::BROKEN_OFF)),
            ("通信切れ", Some(Verdict::BROKEN_OFF)),
            ("切断", Some(Verdict::BROKEN_OFF)),
            ("切断負け", Some(Verdict::BROKEN_OFF)),
            ("先手の接続切れ", Some(Verdict::BROKEN_OFF)),
            ("切断により先手の勝ち", won(First, BrokenOff)),
            ("先手の通信切れにより後手の勝ち", won(Second, BrokenOff)),
            ("先手の接続切れ負け", won(Second, BrokenOff)),
            ("中断により先手の勝ち", Some(Verdict::BROKEN_OFF)),
            ("時間切れ", won(Second, Time)),
            ("タイムアップ", won(Second, Time)),
            ("Time-up", won(Second, Time)),
            ("先手 反則負け", Some(Verdict::foul(Second))),
            ("後手　時間切れ負け", won(First, Time)),
            ("タイムアップにより先手の勝ち", won(First, Time)),
            ("トライ勝ち", won(First, Declaration)),
            ("後手のトライ勝ち", won(Second, Declaration)),
            ("トライによる後手の勝ち", won(Second, Declaration)),
            ("手数オーバー", Some(Verdict::drawn(MaxMoves))),
            ("手数上限により引き分け", Some(Verdict::drawn(MaxMoves))),
            ("なんとか", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(verdict(text, Some(First)), wanted, "{text}");
        }
    }
}
