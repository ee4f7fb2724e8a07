//! Which encoding a record has that is not UTF-8 and does not name one.
//!
//! The encodings of East Asia share their bytes: nearly every text in one is a text in the
//! others, of characters that nobody writes, and with brackets swallowed. So each is tried, and
//! what it gives is judged: errors, brackets, how usual its characters are.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};

/// The one that fits best; the earlier ones where two fit as well.
const TRIED: [&Encoding; 6] = [SHIFT_JIS, GB18030, EUC_KR, BIG5, EUC_JP, WINDOWS_1252];

/// Characters of results, names and ranks that only one language writes so, or far more often.
const JAPANESE: &str = "黒勝負段級戦時間切譲互先碁囲持山田川本中村井野木藤原島崎橋沢小大石林森太\
    郎一二三";
const CHINESE: &str = "黑胜负盘让对局时间规则贴目段围棋杯赛届战轮决王李张刘陈杨赵黄吴周徐孙马朱\
    胡郭何高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蔡蒋余于杜叶程苏魏吕丁任沈姚\
    卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛中国日名人天元伟强明军\
    建华平文志勇杰丽飞宇鹏浩洁";
const TAIWANESE: &str = "黑勝負盤讓對局時間規則貼目段圍棋盃賽屆戰輪決王李張劉陳楊趙黃吳周徐孫馬朱\
    胡郭何高羅鄭梁謝宋唐許韓馮鄧曹彭曾蕭田董袁潘蔡蔣余于杜葉程蘇魏呂丁任沈姚\
    盧姜崔鍾譚陸汪范金石廖賈夏方白鄒孟熊秦邱江尹薛林中國天元";
const KOREAN: &str = "흑백불계승집반시간기권단급국수전배결대회제김이박최정강조윤장임한오서신황\
    안송류홍고문양손허유남심노하곽성차주우구민진지나원천방공현함변염여추도소\
    석선설마길연위표명왕금옥육인맹탁은환준호영훈철창규태재상경동";

/// The encoding that fits the beginning of a file best.
pub(super) fn guess(head: &[u8]) -> &'static Encoding {
    // Nothing to judge by, or nothing to judge.
    if std::str::from_utf8(head).is_ok() {
        return SHIFT_JIS;
    }
    let fit = |encoding: &&'static Encoding| std::cmp::Reverse(fit(head, encoding));
    TRIED.into_iter().min_by_key(fit).unwrap_or(SHIFT_JIS)
}

/// How well an encoding fits.
fn fit(head: &[u8], encoding: &'static Encoding) -> i64 {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    text.reserve(decoder.max_utf8_buffer_length(head.len()).unwrap_or(4 * head.len()));
    // More may follow: a character that is cut off is no error.
    let _ = decoder.decode_to_string(head, &mut text, false);
    let characters: i64 = match encoding == WINDOWS_1252 {
        true => accents(&text),
        false => text.chars().filter(|c| !c.is_ascii()).map(|c| usual(c, encoding)).sum(),
    };
    characters - 10 * swallowed(&text)
}

/// Letters of Western Europe stand alone among plain ones.
fn accents(text: &str) -> i64 {
    let mut before = false;
    let judge = |c: char| {
        let alone = !std::mem::replace(&mut before, !c.is_ascii());
        match c {
            '\0'..='\x7f' => 0,
            _ if alone && c.is_alphabetic() => 2,
            _ => -2,
        }
    };
    text.chars().map(judge).sum()
}

/// How usual a character is in the language of an encoding.
fn usual(c: char, encoding: &'static Encoding) -> i64 {
    let typical = match encoding {
        _ if encoding == GB18030 => CHINESE,
        _ if encoding == BIG5 => TAIWANESE,
        _ if encoding == EUC_KR => KOREAN,
        _ if encoding == SHIFT_JIS => JAPANESE,
        // Too rare to be believed without kana.
        _ => "",
    };
    let japanese = encoding == SHIFT_JIS || encoding == EUC_JP;
    match c {
        char::REPLACEMENT_CHARACTER => return -10,
        // Half of all bytes are these in Shift_JIS; people rarely write them.
        '\u{ff61}'..='\u{ff9f}' => return -2,
        '\u{3041}'..='\u{30fe}' => return if japanese { 3 } else { -1 },
        '\u{3000}'..='\u{3002}' | '\u{ff01}'..='\u{ff5e}' => return 1,
        _ if typical.contains(c) => return 3,
        _ => {}
    }
    // All of these encodings put the usual characters first.
    let mut buffer = [0; 4];
    let (bytes, ..) = encoding.encode(c.encode_utf8(&mut buffer));
    let [lead, trail] = *bytes else { return -1 };
    let first_level = match encoding {
        _ if encoding == SHIFT_JIS => 0x88..=0x98,
        _ if encoding == GB18030 => 0xb0..=0xd7,
        _ if encoding == EUC_KR => 0xb0..=0xc8,
        _ if encoding == BIG5 => 0xa4..=0xc6,
        _ => 0xb0..=0xcf,
    };
    let extended = trail < 0xa1 && (encoding == GB18030 || encoding == EUC_KR);
    if first_level.contains(&lead) && !extended { 1 } else { -1 }
}

/// How often the end of a value seems to be lost: a property in a value, or a character of
/// text outside of values.
fn swallowed(text: &str) -> i64 {
    let (mut in_value, mut escaped, mut before, mut count) = (false, false, ' ', 0);
    for c in text.chars() {
        let odd = match (in_value, c) {
            _ if std::mem::take(&mut escaped) => false,
            (true, '\\') => {
                escaped = true;
                false
            }
            (true, ']') => {
                in_value = false;
                false
            }
            (true, '[') => before.is_ascii_uppercase(),
            (true, _) => false,
            (false, '[') => {
                in_value = true;
                false
            }
            (false, c) => !c.is_ascii(),
        };
        count += i64::from(odd);
        before = c;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let texts: [(&'static Encoding, &[&str]); 6] = [
            (
                SHIFT_JIS,
                &[
                    "(;GM[1]PB[表 予]PW[ソ十 能]RE[黒中押し勝ち];B[aa])",
                    "(;PB[山下一郎]PW[高尾次郎]RE[W+R])",
                    "(;PB[ｶﾄﾞｷﾝ]PW[白ソ]EV[第３期表能戦]RE[W+2.5])",
                    "(;PB[仲邑]PW[能勢]RE[B+R])",
                ],
            ),
            (
                GB18030,
                &[
                    "(;PB[王洁]PW[党小飞]KM[375]RE[W+R])",
                    "(;PB[芈大廷]PW[时山]RE[黑中盘胜])",
                    "(;PB[古明]PW[常杰]RE[B+R])",
                    "(;PB[龙王]PW[孤独剑客]GN[第一局]RE[白胜])",
                    "(;PB[范钰]PW[柁熹]RE[W+0.5])",
                ],
            ),
            (
                EUC_KR,
                &[
                    "(;PB[김민수]PW[박영호]RE[B+R])",
                    "(;PB[이하늘]PW[정바다]EV[가을 바둑 대회]RE[백 불계승])",
                    "(;PB[최달]PW[강별]RE[W+1.5])",
                ],
            ),
            (BIG5, &["(;PB[許功蓋]PW[黃育成]RE[黑中盤勝])", "(;PB[陳大明]PW[林小華]RE[W+R])"]),
            (EUC_JP, &["(;PB[山田ふみ]PW[かわの タロウ]RE[黒中押し勝ち])"]),
            (WINDOWS_1252, &["(;PB[José]PW[Jörg Groß]RE[B+R];B[aa])", "(;PB[Zoé]RE[W+R])"]),
        ];
        for (encoding, texts) in texts {
            for text in texts {
                let (bytes, used, errors) = encoding.encode(text);
                assert!(!errors && used == encoding, "{text}");
                let guessed = guess(&bytes);
                assert_eq!(guessed, encoding, "{text}");
                // The beginning of a file may end in a character.
                assert_eq!(guess(&bytes[..bytes.len() - 1]), encoding, "{text}");
            }
        }
        assert_eq!(guess(b"(;PB[A])"), SHIFT_JIS);
    }
}
