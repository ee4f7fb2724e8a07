//! From bytes to rounds: which format it is, the bytes say.

use crate::{Fault, Round, Trouble, json, mjai, rounds::Rounds, text::unescape_bytes, xml};
use memchr::memmem;
use serde::Serialize;
use std::ops::ControlFlow;

/// The most bytes of a log: thousands of games in one file.
pub const MAX_LOG: u64 = 64 << 20;
/// What is looked at to tell formats apart.
const HEAD: usize = 1 << 12;
/// What comes before a log in an address.
const IN_ADDRESS: &[u8] = b"#json=";

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// mjai: an event a line.
    Mjai,
    /// Tenhou's XML (mjlog).
    TenhouXml,
    /// Tenhou's JSON (tenhou.net/6), also in an address.
    TenhouJson,
}

impl LogFormat {
    /// Its stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mjai => "mjai",
            Self::TenhouXml => "tenhou_xml",
            Self::TenhouJson => "tenhou_json",
        }
    }

    /// What a file is that begins like this.
    pub fn guess(bytes: &[u8]) -> Option<Self> {
        let text = plain(bytes);
        let head = &text[..text.len().min(HEAD)];
        let first_line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let has = |place: &[u8], word: &[u8]| memmem::find(place, word).is_some();
        match head.first()? {
            b'<' if has(head, b"<mjlog") => Some(Self::TenhouXml),
            b'{' if [&b"\"type\":"[..], b"\"type\" :"].iter().any(|key| has(first_line, key)) => {
                Some(Self::Mjai)
            }
            b'{' => Some(Self::TenhouJson),
            _ if has(first_line, IN_ADDRESS) => Some(Self::TenhouJson),
            _ => None,
        }
    }
}

fn plain(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

/// Whether a word on the command line is an address with a log in it.
pub fn is_address(text: &str) -> bool {
    text.contains("://") && text.contains("#json=")
}

/// Reads a log; `each` gets its rounds one by one, also the part of a round before a fault.
///
/// ```
/// use std::ops::ControlFlow;
/// let log = r#"{"type":"start_game","names":["a","b","c","d"]}"#;
/// let mut rounds = 0;
/// let (format, fault) = kakukin_logs::read_log(log.as_bytes(), &mut |_| {
///     rounds += 1;
///     ControlFlow::Continue(())
/// });
/// assert_eq!((format.map(|x| x.name()), rounds), (Some("mjai"), 0));
/// assert!(fault.is_none());
/// ```
pub fn read_log(
    bytes: &[u8],
    each: &mut dyn FnMut(Round) -> ControlFlow<()>,
) -> (Option<LogFormat>, Option<Fault>) {
    if bytes.len() as u64 > MAX_LOG {
        return (None, Some(Fault::new(Trouble::TooLarge, bytes.len())));
    }
    let Some(format) = LogFormat::guess(bytes) else {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]);
        return (None, Some(Fault::new(Trouble::NotALog, head)));
    };
    let mut rounds = Rounds::new(each);
    let text = plain(bytes);
    let done = match format {
        LogFormat::Mjai => mjai::read(text, &mut rounds),
        LogFormat::TenhouXml => xml::read(text, &mut rounds),
        LogFormat::TenhouJson if text.starts_with(b"{") => json::read(text, &mut rounds),
        LogFormat::TenhouJson => addresses(text, &mut rounds),
    };
    let fault = done.err().map(|fault| rounds.place(fault));
    rounds.finish();
    (Some(format), fault)
}

/// An address a line.
fn addresses(text: &[u8], rounds: &mut Rounds<'_>) -> Result<(), Fault> {
    for line in text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
        let Some(at) = memmem::find(line, IN_ADDRESS) else {
            if line.is_empty() {
                continue;
            }
            return Err(Fault::new(Trouble::BadForm, String::from_utf8_lossy(line)));
        };
        let log = unescape_bytes(&line[at + IN_ADDRESS.len()..]);
        // What follows the log says where to look at it: `&ts=3`.
        let end = json::value_end(&log).unwrap_or(log.len());
        json::read(&log[..end], rounds)?;
        if rounds.stopped() {
            break;
        }
    }
    Ok(())
}
