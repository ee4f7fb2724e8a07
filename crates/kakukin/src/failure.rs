//! How a run can fail, and what the user sees: one sentence on standard
//! error, exit code 2 for bad input and 1 for anything else.

use crate::{InputError, commands::live::Holder, pdf};
use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use kakukin_report::{
    FieldStyle, Lang, explain, placeholders, sanitize, translate, translate_with,
};
use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

/// Why a run did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is refused; nothing was done.
    Input(InputError),
    /// The result could not be written.
    Write(io::Error),
    /// A file could not be read or written; what was there before is unchanged.
    File(PathBuf, io::Error),
    /// A file cannot be replaced without taking it from its owner or its group.
    Owner { path: PathBuf, owner: String, group: String },
    /// A link that leads to no file.
    BrokenLink(PathBuf),
    /// Somebody else holds a record, and does not let it go.
    Locked(PathBuf, Option<Holder>),
    /// So many threads cannot be started here.
    Threads(usize),
    /// A PDF was asked for, and there is no browser that could print it.
    NoBrowser,
    /// The browser did not print the page.
    Browser(PathBuf, io::Error),
    /// The system gives no random numbers.
    Random(io::Error),
    /// The server cannot listen at this address.
    Listen(String, io::Error),
    /// Some hands of a file are refused, the first in this line; the others have been answered.
    Hands { refused: usize, hands: usize, line: usize, message: String },
    /// The user cancelled it; what was done has been printed.
    Interrupted,
    /// The user cancelled it, so no file was written.
    NotWritten,
    /// The user cancelled it before there was anything to print.
    Cancelled,
}

/// Input that any crate refuses is refused alike.
macro_rules! refused {
    ($($error:path),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Input(error.into())
            }
        })*
    };
}

refused! {
    InputError,
    kakukin_core::InputError,
    kakukin_query::InputError,
    kakukin_series::InputError,
    kakukin_league::InputError,
    kakukin_mahjong::InputError,
    kakukin_records::InputError
}

impl From<kakukin_query::Stopped> for Failure {
    fn from(stopped: kakukin_query::Stopped) -> Self {
        match stopped {
            kakukin_query::Stopped::Refused(error) => error.into(),
            kakukin_query::Stopped::Cancelled => Self::Cancelled,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Says what went wrong and gives the exit code.
pub(crate) fn report(result: Result<(), Failure>, lang: Lang) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has seen enough, as `head` does.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            say(&format!("{}{}", translate(lang, "problem.error"), failure.sentence(lang)));
            let input = matches!(failure, Failure::Input(_) | Failure::Hands { .. });
            ExitCode::from(if input { 2 } else { 1 })
        }
    }
}

impl Failure {
    /// What the user is told.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Input(error) => explain(error, OPTIONS, lang),
            Self::Write(error) => {
                translate_with(lang, "run.cannot_write", &[("reason", &reason(error, lang))])
            }
            Self::File(path, error) => {
                let (path, reason) = (sanitize(&path.to_string_lossy()), reason(error, lang));
                translate_with(lang, "run.file", &[("path", &path), ("reason", &reason)])
            }
            Self::Owner { path, owner, group } => {
                let path = sanitize(&path.to_string_lossy());
                let words = [("path", &*path), ("owner", owner), ("group", group)];
                translate_with(lang, "run.owner", &words)
            }
            Self::BrokenLink(path) => {
                let path = sanitize(&path.to_string_lossy());
                translate_with(lang, "run.broken_link", &[("path", &path)])
            }
            Self::Locked(path, holder) => {
                let path = sanitize(&path.to_string_lossy());
                let holder = Holder::words(holder.as_ref(), lang);
                translate_with(lang, "run.locked", &[("path", &path), ("holder", &holder)])
            }
            Self::Threads(threads) => {
                translate_with(lang, "run.threads", &[("threads", &threads.to_string())])
            }
            Self::Listen(address, error) => {
                let reason = reason(error, lang);
                translate_with(lang, "run.listen", &[("address", address), ("reason", &reason)])
            }
            Self::Random(error) => {
                translate_with(lang, "run.random", &[("reason", &reason(error, lang))])
            }
            Self::Hands { refused, hands, line, message } => {
                let [refused, hands, line] = [refused, hands, line].map(ToString::to_string);
                let words = [
                    ("count", &*refused),
                    ("hands", &hands),
                    ("line", &line),
                    ("message", message),
                ];
                translate_with(lang, "run.hands_refused", &words)
            }
            Self::Interrupted => translate(lang, "run.interrupted"),
            Self::NotWritten => translate(lang, "run.not_written"),
            Self::Cancelled => translate(lang, "run.cancelled"),
            Self::NoBrowser => translate(lang, "run.no_browser"),
            Self::Browser(path, error) => {
                let seconds = pdf::TIME_LIMIT.as_secs().to_string();
                let reason = match error.kind() {
                    io::ErrorKind::TimedOut => {
                        translate_with(lang, "run.browser_time", &[("seconds", &seconds)])
                    }
                    _ => reason(error, lang),
                };
                let path = sanitize(&path.to_string_lossy());
                translate_with(lang, "run.browser", &[("path", &path), ("reason", &reason)])
            }
        }
    }
}

/// Why the system refused, in the user's language where it is one of the usual reasons.
pub(crate) fn reason(error: &io::Error, lang: Lang) -> String {
    let key = match error.kind() {
        io::ErrorKind::NotFound => "run.io.not_found",
        io::ErrorKind::PermissionDenied => "run.io.permission_denied",
        io::ErrorKind::IsADirectory => "run.io.is_a_directory",
        io::ErrorKind::NotADirectory => "run.io.not_a_directory",
        io::ErrorKind::StorageFull => "run.io.storage_full",
        io::ErrorKind::InvalidInput => "run.io.not_a_file",
        io::ErrorKind::ReadOnlyFilesystem => "run.io.read_only",
        io::ErrorKind::AddrInUse => "run.io.address_in_use",
        io::ErrorKind::AddrNotAvailable => "run.io.address_not_here",
        _ => return error.to_string(),
    };
    translate(lang, key)
}

/// Fields as options: `--max-none 1%`.
pub(crate) const OPTIONS: FieldStyle =
    FieldStyle { name: option_name, before_value: " ", sentences: None };

/// How the user knows a field: arguments have names in his language.
fn option_name(field: &str, lang: Lang) -> String {
    if matches!(field, "shell" | "hand" | "name" | "result" | "files" | "field") {
        placeholders(&field.to_uppercase(), lang)
    } else if field == "entrants" {
        placeholders("PLAYERS", lang)
    } else if field.starts_with(|c: char| c.is_ascii_uppercase()) {
        // A variable of the environment.
        field.to_string()
    } else {
        format!("--{field}")
    }
}

/// A line on standard error. If even that cannot be written, there is nobody
/// left to tell.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Shows help or version, or says in one sentence what is wrong with the
/// command line.
pub(crate) fn usage(
    error: &clap::Error,
    arguments: &[OsString],
    command: &Command,
    lang: Lang,
) -> ExitCode {
    let with =
        |key: &str, values: &[(&str, &str)]| translate_with(lang, &format!("usage.{key}"), values);
    let text = |key: &str| with(key, &[]);
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => sanitize(text),
        Some(ContextValue::Strings(texts)) => sanitize(&texts.join(", ")),
        _ => String::new(),
    };
    // `--p <RATE>` is known to the user as `--p`.
    let bare = |text: String| text.split(" <").next().unwrap_or("").to_string();
    let argument = bare(context(ContextKind::InvalidArg));
    let of_argument = |key: &str| with(key, &[("argument", &argument)]);
    let suggestion = |kind| match context(kind) {
        // Anything that starts alike is suggested, the help of all.
        none if none.is_empty() || none == "--help" => String::new(),
        suggestion => with("did_you_mean", &[("suggestion", &suggestion)]),
    };
    // The command that was meant, as far as its words were found.
    let (mut asked, mut path) = (command, String::new());
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(sub) = asked.find_subcommand(word) {
            asked = sub;
            path += &format!("{word} ");
        }
    }
    let sentence = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let printed = error.print().and_then(|()| io::stdout().flush());
            return report(printed.map_err(Failure::Write), lang);
        }
        ErrorKind::UnknownArgument => {
            of_argument("unknown_argument") + &suggestion(ContextKind::SuggestedArg)
        }
        ErrorKind::InvalidSubcommand => {
            with("unknown_command", &[("command", &context(ContextKind::InvalidSubcommand))])
                + &suggestion(ContextKind::SuggestedSubcommand)
        }
        ErrorKind::InvalidValue if context(ContextKind::InvalidValue).is_empty() => {
            of_argument("missing_value")
        }
        ErrorKind::InvalidValue => with(
            "invalid_value",
            &[
                ("argument", &argument),
                ("value", &context(ContextKind::InvalidValue)),
                ("allowed", &context(ContextKind::ValidValue)),
            ],
        ),
        ErrorKind::MissingRequiredArgument => of_argument("missing_argument"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            say(&asked.clone().render_help().to_string());
            return ExitCode::from(2);
        }
        ErrorKind::ArgumentConflict => of_argument("repeated"),
        ErrorKind::TooManyValues if argument.is_empty() => text("other"),
        ErrorKind::TooManyValues => of_argument("unexpected_value"),
        ErrorKind::WrongNumberOfValues => of_argument("too_many_values"),
        ErrorKind::InvalidUtf8 => text("invalid_utf8"),
        _ => text("other"),
    };
    let see_help = with("see_help", &[("command", &path)]);
    say(&format!("{}{sentence}\n{see_help}", translate(lang, "problem.error")));
    ExitCode::from(2)
}
