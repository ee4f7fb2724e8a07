//! The help in the user's language: the words of `locales/` put into the
//! commands that clap knows.

use clap::{Arg, ArgAction, Command};
use kakukin_report::{Lang, placeholders, translate, try_translate, wrap};

/// The whole command tree with its help in one language.
pub(crate) fn localised(command: Command, lang: Lang) -> Command {
    with_words(command, &[], lang).version(env!("CARGO_PKG_VERSION"))
}

fn with_words(command: Command, path: &[&str], lang: Lang) -> Command {
    let text = |key: &str| translate(lang, &format!("help.{key}"));
    let name = if path.is_empty() { "kakukin".to_string() } else { path.join("-") };
    let subcommands: Vec<String> =
        command.get_subcommands().map(|c| c.get_name().to_string()).collect();
    let positional: Vec<String> = command
        .get_positionals()
        .flat_map(|arg| arg.get_value_names().unwrap_or_default().to_vec())
        .map(|name| placeholders(&name, lang))
        .collect();

    let mut usage = format!("kakukin {}", path.join(" ")).trim_end().to_string();
    if subcommands.is_empty() {
        usage += &format!(" {}", text("options_word"));
    } else {
        usage += &format!(" {} {}", text("command_word"), text("options_word"));
    }
    for name in positional {
        usage += &format!(" [{name}]");
    }
    let examples = format!(
        "{}:\n{}",
        text("examples"),
        text(&format!("example.{name}")).trim_start_matches('\n')
    );
    // What is too much for a list of commands.
    let more = try_translate(lang, &format!("help.more.{name}"))
        .map_or(String::new(), |more| format!("{}\n\n", wrap(&more, columns())));
    // What people come with, before anything else.
    let questions = try_translate(lang, &format!("help.questions.{name}"))
        .map_or(String::new(), |text| format!("{}\n\n", text.trim_start_matches('\n')));
    let template = format!(
        "{{about-with-newline}}\n{questions}{more}{} {{usage}}\n\n{{all-args}}{{after-help}}",
        text("usage")
    );
    let mut command = command
        .about(wrapped(&text(&format!("about.{name}")), 0, lang))
        .next_line_help(subcommands.is_empty())
        .override_usage(usage)
        .after_help(examples)
        .help_template(template)
        .subcommand_help_heading(text("commands"))
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .max_term_width(columns())
        .arg(
            Arg::new("help")
                .long("help")
                .short('h')
                .action(ArgAction::Help)
                .help(text("arg.help"))
                .help_heading(text("options")),
        );
    if path.is_empty() {
        command = command.arg(
            Arg::new("version")
                .long("version")
                .short('V')
                .action(ArgAction::Version)
                .help(text("arg.version"))
                .help_heading(text("options")),
        );
    }
    command = command.mut_args(|arg| {
        let id = arg.get_id().to_string().replace('_', "-");
        if id == "help" || id == "version" {
            return arg;
        }
        // Words of this command's own come before those that commands share.
        let group = path.first().copied().unwrap_or("");
        let words = try_translate(lang, &format!("help.arg.{name}-{id}"))
            .or_else(|| try_translate(lang, &format!("help.arg.{group}-{id}")))
            .unwrap_or_else(|| text(&format!("arg.{id}")));
        let of_series = match group {
            // The rule that a workbook shows in full; its limits are those of the grid.
            "workbook" => id != "limit",
            _ => {
                matches!(group, "find" | "eval" | "tree" | "simulate" | "table" | "report" | "live")
            }
        };
        let section = match id.as_str() {
            _ if arg.is_positional() => text("arguments"),
            "p" | "f" | "preset" | "elo" | "log-odds" | "a-first" | "b-first" | "wins"
            | "losses" | "band" | "game"
                if of_series =>
            {
                text("model")
            }
            "points" | "turns" | "draws" | "limit" | "rule-limit" | "clinch" | "pick" | "best"
            | "free-limit" | "any-points" | "max-points" | "max-none" | "max-games"
            | "max-bias" | "min-games" | "at-least" | "undecided"
                if of_series =>
            {
                text("rule")
            }
            _ => text("options"),
        };
        let names: Vec<String> = arg
            .get_value_names()
            .unwrap_or_default()
            .iter()
            .map(|name| placeholders(name, lang))
            .collect();
        let arg = if arg.get_action().takes_values() { arg.value_names(names) } else { arg };
        arg.help(wrapped(&words, 10, lang)).help_heading(section)
    });
    for name in subcommands {
        command = command.mut_subcommand(&name, |sub| {
            let path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
            with_words(sub, &path, lang)
        });
    }
    command
}

/// The columns that help may take: those of the terminal, but at most 100.
fn columns() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.unwrap_or(100).clamp(40, 100)
}

/// Clap breaks lines at spaces only, which Japanese does not have.
fn wrapped(text: &str, indent: usize, lang: Lang) -> String {
    if lang.is_japanese() { wrap(text, columns().saturating_sub(indent)) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn every_command(command: &Command, check: &mut impl FnMut(&Command)) {
        check(command);
        command.get_subcommands().for_each(|sub| every_command(sub, check));
    }

    /// Every command and option has words in both languages, and every command
    /// two worked examples.
    #[test]
    fn nothing_is_without_words() {
        for lang in Lang::ALL {
            let mut root = localised(crate::args::Cli::command(), lang);
            root.build();
            every_command(&root, &mut |command| {
                let name = command.get_name();
                let text = command.clone().render_long_help().to_string();
                assert!(!text.contains("help."), "{name}: {text}");
                for arg in command.get_arguments() {
                    assert!(arg.get_help().is_some(), "{name} {}", arg.get_id());
                }
                assert!(text.matches("  kakukin ").count() >= 2, "{name}: {text}");
                if lang == Lang::JA {
                    for english in ["Options:", "Commands:", "Usage:", "Arguments:", "Print "] {
                        assert!(!text.contains(english), "{name}: {text}");
                    }
                }
            });
        }
    }

    #[test]
    fn the_command_tree_is_sound() {
        crate::args::Cli::command().debug_assert();
        localised(crate::args::Cli::command(), Lang::JA).debug_assert();
    }
}
