//! Which language to speak, decided before the command line is read, because
//! refusing it already needs one.

use kakukin_report::Lang;
use std::ffi::OsString;

/// `--lang`, else the locale of the environment, else English. A wrong `--lang` is
/// refused later, in the language of the environment.
pub(crate) fn choose(arguments: &[OsString]) -> Lang {
    let mut wanted = None;
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        if word == "--" {
            break;
        } else if word == "--lang" {
            wanted = words.next();
        } else if let Some(value) = word.strip_prefix("--lang=") {
            wanted = Some(value);
        }
    }
    wanted.and_then(|text| text.parse().ok()).unwrap_or_else(from_environment)
}

fn from_environment() -> Lang {
    // The first that is set decides, as POSIX has it.
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    // Windows and macOS keep it elsewhere.
    Lang::of_locale(&locale.or_else(sys_locale::get_locale).unwrap_or_default())
}
