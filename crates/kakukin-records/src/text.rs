//! Texts in records: encodings, and what is kept of a field.

use crate::Date;
use encoding_rs::{CoderResult, Decoder, Encoding};
use kakukin_core::{compose, is_unseen};
use std::io::{self, Read};

/// The most characters that are kept of a name or another field.
pub const MAX_TEXT: usize = 200;

/// Keeps a field, cut at [`MAX_TEXT`] characters. What looks alike becomes alike: any spaces
/// between words are one, characters that cannot be seen are gone, and letters with marks are one
/// character, so that a player is not two and no name turns a line around.
pub(crate) fn keep(field: &mut String, bytes: &[u8]) {
    field.clear();
    // Most fields are short and plain.
    let inner = bytes.trim_ascii();
    let plain = |byte: &u8| matches!(byte, b'!'..=b'~');
    let single = |pair: &[u8]| plain(&pair[0]) || (pair[0] == b' ' && plain(&pair[1]));
    if inner.len() <= MAX_TEXT && inner.windows(2).all(single) && inner.last().is_none_or(plain) {
        field.push_str(std::str::from_utf8(inner).unwrap_or_default());
        return;
    }
    let (mut count, mut gap) = (0, false);
    'cut: for chunk in inner.utf8_chunks() {
        let broken = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        for c in chunk.valid().chars().chain(broken).filter(|c| !is_unseen(*c)) {
            if c.is_whitespace() || c.is_control() {
                gap = count > 0;
                continue;
            }
            count += 1 + usize::from(gap);
            if count > MAX_TEXT {
                break 'cut;
            }
            if std::mem::take(&mut gap) {
                field.push(' ');
            }
            field.push(c);
        }
    }
    compose(field);
    // A few characters become two.
    if let Some((end, _)) = field.char_indices().nth(MAX_TEXT) {
        field.truncate(end);
        field.truncate(field.trim_end().len());
    }
}

/// The first date in a field.
pub(crate) fn date(bytes: &[u8]) -> Option<Date> {
    Date::find(&String::from_utf8_lossy(bytes.get(..256).unwrap_or(bytes)))
}

/// A number written in digits, with at most one point, and a sign in front of it if need be.
pub(crate) fn number(bytes: &[u8]) -> Option<f64> {
    let bytes = bytes.trim_ascii();
    let plain = bytes.len() <= 12
        && bytes.iter().any(u8::is_ascii_digit)
        && bytes.iter().all(|byte| byte.is_ascii_digit() || b"+-.".contains(byte));
    if !plain {
        return None;
    }
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

/// A source of UTF-8: what is not UTF-8 is taken to be in another encoding, the usual one of
/// its format unless one is given. The first text that is not plain ASCII decides.
pub(crate) struct Utf8<R> {
    source: R,
    state: State,
    other: &'static Encoding,
    /// Read, but not yet decoded.
    raw: Vec<u8>,
    /// Decoded, but not yet handed out.
    ready: Vec<u8>,
    handed: usize,
}

enum State {
    /// Only ASCII so far.
    Open,
    /// As it is.
    Plain,
    Decode(Box<Decoder>),
    Ended,
}

const BLOCK: usize = 1 << 16;

impl<R: Read> Utf8<R> {
    /// `given` decides at once, unless the source begins with a byte order mark.
    pub(crate) fn new(
        source: R,
        usual: &'static Encoding,
        given: Option<&'static Encoding>,
    ) -> Self {
        let state = match given {
            Some(encoding) => State::Decode(Box::new(encoding.new_decoder())),
            None => State::Open,
        };
        Self { source, state, other: usual, raw: Vec::new(), ready: Vec::new(), handed: 0 }
    }

    fn decode(&mut self, last: bool) {
        let State::Decode(decoder) = &mut self.state else { return };
        self.handed = 0;
        self.ready.clear();
        let mut text = String::new();
        let mut from = 0;
        loop {
            let need = decoder.max_utf8_buffer_length(self.raw.len() - from).unwrap_or(4 * BLOCK);
            text.reserve(need);
            let (result, read, _) = decoder.decode_to_string(&self.raw[from..], &mut text, last);
            from += read;
            if result == CoderResult::InputEmpty {
                break;
            }
        }
        self.raw.clear();
        self.ready = text.into_bytes();
        if last {
            self.state = State::Ended;
        }
    }
}

/// The usual encoding, or another one where Shift-JIS makes less sense: that of old Unix machines,
/// or that of Western Europe where there are few Japanese characters and many faults.
fn fitting(usual: &'static Encoding, bytes: &[u8]) -> &'static Encoding {
    if usual != encoding_rs::SHIFT_JIS {
        return usual;
    }
    let shift_jis = Sense::of(usual, bytes);
    let euc = Sense::of(encoding_rs::EUC_JP, bytes);
    // Nearly every text in EUC-JP is one of half-width katakana in Shift-JIS, and short ones the
    // other way round: only characters of names and kana tell.
    let is_euc = euc.faults == 0
        && euc.japanese > 0
        && 2 * euc.usual >= euc.japanese
        && shift_jis.narrow + shift_jis.faults > shift_jis.japanese;
    let makes_sense = shift_jis.japanese + shift_jis.narrow / 2 >= 4 * shift_jis.faults
        && (shift_jis.faults == 0 || shift_jis.japanese > 0);
    match (is_euc, makes_sense) {
        (true, _) => encoding_rs::EUC_JP,
        (false, true) => usual,
        (false, false) => encoding_rs::WINDOWS_1252,
    }
}

/// How much sense bytes make in an encoding of Japan.
struct Sense {
    faults: usize,
    /// Half-width katakana: half of all bytes are these in Shift-JIS.
    narrow: usize,
    japanese: usize,
    /// Those that names and results are made of.
    usual: usize,
}

impl Sense {
    fn of(encoding: &'static Encoding, bytes: &[u8]) -> Self {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::new();
        text.reserve(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(4 * bytes.len()));
        // More may follow: a character that is cut off is no fault.
        let _ = decoder.decode_to_string(bytes, &mut text, false);
        let count = |counts: &dyn Fn(char) -> bool| text.chars().filter(|c| counts(*c)).count();
        Self {
            faults: count(&|c| c == char::REPLACEMENT_CHARACTER),
            narrow: count(&|c| matches!(c, '\u{ff61}'..='\u{ff9f}')),
            japanese: count(&|c| matches!(c, '\u{3000}'..='\u{9fff}')),
            usual: count(&|c| matches!(c, '\u{3041}'..='\u{30fe}') || USUAL.contains(c)),
        }
    }
}

/// Characters of names, ranks and results of games that are far more frequent than others.
const USUAL: &str = "山田川本中村井上下野木藤原島崎橋沢小大石林森太郎一二三四五六七八九十段級名人王\
    先後手勝負敗引分反則戦局大会杯第回年月日時間東京西南北高橋佐鈴渡辺伊加吉清水池内谷\
    阿部今坂松竹梅岡福長谷久保田口宮和平正義明子美真健史之介彦雄男夫将棋龍竜馬金銀飛角";

/// Whether this is UTF-8 as far as it goes: a character cut off at the end is a fault only
/// if nothing follows, and a stray byte or two among many good characters are just that.
fn is_utf8(bytes: &[u8], whole: bool) -> bool {
    const GOOD_FOR_EACH_FAULT: usize = 16;
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) if error.error_len().is_none() && !whole => true,
        Err(_) => {
            let (mut good, mut faults) = (0, 0);
            for chunk in bytes.utf8_chunks() {
                good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
                faults += usize::from(!chunk.invalid().is_empty());
            }
            good >= GOOD_FOR_EACH_FAULT * faults
        }
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.handed < self.ready.len() {
                let count = (self.ready.len() - self.handed).min(into.len());
                into[..count].copy_from_slice(&self.ready[self.handed..][..count]);
                self.handed += count;
                return Ok(count);
            }
            match self.state {
                State::Plain => return self.source.read(into),
                State::Ended => return Ok(0),
                State::Open => {
                    let count = self.source.read(into)?;
                    let bytes = &into[..count];
                    if count == 0 || bytes.is_ascii() {
                        return Ok(count);
                    }
                    // A little more, so that there is something to judge by.
                    self.raw.extend_from_slice(bytes);
                    let more =
                        self.source.by_ref().take(BLOCK as u64).read_to_end(&mut self.raw)?;
                    let whole = more < BLOCK;
                    let marked = Encoding::for_bom(&self.raw).map(|(encoding, _)| encoding);
                    let encoding = match marked {
                        Some(encoding) => encoding,
                        None if is_utf8(&self.raw, whole) => encoding_rs::UTF_8,
                        None => fitting(self.other, &self.raw),
                    };
                    if encoding == encoding_rs::UTF_8 {
                        self.ready = std::mem::take(&mut self.raw);
                        self.handed = 0;
                        self.state = State::Plain;
                    } else {
                        self.state = State::Decode(Box::new(encoding.new_decoder()));
                        self.decode(false);
                    }
                }
                State::Decode(_) => {
                    let count =
                        self.source.by_ref().take(BLOCK as u64).read_to_end(&mut self.raw)?;
                    self.decode(count == 0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, UTF_16LE, WINDOWS_1252};
    use proptest::prelude::*;

    fn read(source: &[u8], usual: &'static Encoding) -> String {
        let mut text = String::new();
        let mut bytes = Vec::new();
        Utf8::new(source, usual, None).read_to_end(&mut bytes).unwrap();
        text += &String::from_utf8_lossy(&bytes);
        text
    }

    #[test]
    fn encodings_are_told_apart() {
        let text = "先手：山田 太郎\r\n後手：ｶﾄﾞｷﾝ表示\r\n";
        let (shift_jis, ..) = SHIFT_JIS.encode(text);
        assert_eq!(read(&shift_jis, SHIFT_JIS), text);
        assert_eq!(read(text.as_bytes(), SHIFT_JIS), text);
        let late = [vec![b'x'; 300_000], shift_jis.to_vec()].concat();
        assert!(read(&late, SHIFT_JIS).ends_with(text));
        assert_eq!(read(b"Jos\xe9", WINDOWS_1252), "José");
        assert_eq!(
            read(b"M\xfcller, J\xf6rg;Andr\xe9;1-0\n", SHIFT_JIS),
            "Müller, Jörg;André;1-0\n"
        );
        // Old archives of computer shogi; and what only looks like them.
        for text in ["N+山田太郎\nN-コンピュータ\n+7776FU\n", "N+鈴木一郎\nN-佐藤\n"]
        {
            assert_eq!(read(&encoding_rs::EUC_JP.encode(text).0, SHIFT_JIS), text);
        }
        for text in ["N+ｻｲﾄｳ\nN-ﾔﾏﾀﾞ\n", "N+ｶﾄﾞｷﾝ\nN-ｿﾌﾄ\n", "N+ｱﾅ\nN-能表\n"]
        {
            assert_eq!(read(&SHIFT_JIS.encode(text).0, SHIFT_JIS), text);
        }
        // A stray byte does not make another encoding of a whole file.
        let mut stray = text.as_bytes().to_vec();
        stray.push(0xff);
        assert!(read(&[stray, text.as_bytes().to_vec()].concat(), SHIFT_JIS).starts_with(text));
        let wide: Vec<u8> =
            "\u{feff}先手".encode_utf16().flat_map(|unit| unit.to_le_bytes()).collect();
        assert_eq!(read(&wide, SHIFT_JIS), "先手");
        assert_eq!(UTF_16LE.name(), "UTF-16LE");
        let mut given = String::new();
        let (chinese, ..) = encoding_rs::GB18030.encode("黑胜");
        Utf8::new(&*chinese, SHIFT_JIS, Some(encoding_rs::GB18030))
            .read_to_string(&mut given)
            .unwrap();
        assert_eq!(given, "黑胜");
    }

    #[test]
    fn dates_and_numbers_in_fields() {
        let day = |text: &str| date(text.as_bytes()).map(|date| date.to_string());
        assert_eq!(day("1996-05-06,07,08").as_deref(), Some("1996-05-06"));
        assert_eq!(day("27.03.2024").as_deref(), Some("2024-03-27"));
        assert_eq!(day("Mar 27 2024, 10:30").as_deref(), Some("2024"));
        assert_eq!(day("20240327").as_deref(), Some("2024-03-27"));
        assert_eq!(day("12345 1999").as_deref(), Some("1999"));
        assert_eq!(day("令和6年3月27日").as_deref(), Some("2024-03-27"));
        assert_eq!(day("????.??.??"), None);
        assert_eq!(number(b" -5.5 "), Some(-5.5));
        for text in ["", "-", ".", "1e3", "inf", "nan", "1.2.3", "2100?", "1234567890123"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_kept_is_short_and_plain(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
            let mut field = "before".to_string();
            keep(&mut field, &bytes);
            prop_assert!(field.chars().count() <= MAX_TEXT);
            prop_assert!(!field.chars().any(|c| c.is_control() || is_unseen(c)));
            prop_assert_eq!(field.split_whitespace().collect::<Vec<_>>().join(" "), field);
        }

        #[test]
        fn plain_text_is_kept(text in "\\PC{0,60}") {
            let mut field = String::new();
            keep(&mut field, text.as_bytes());
            prop_assert_eq!(field, kakukin_core::one_line(&text));
        }
    }
}
