//! `kakukin completions`: scripts for shells.

use crate::{
    InputError, Problem,
    args::{Cli, CompletionsArgs},
    failure::Failure,
    help,
    output::{Format, Output},
};
use clap::{Command, CommandFactory, ValueEnum, builder::PossibleValuesParser};
use clap_complete::{Shell, generate};
use kakukin_core::BadValue;
use kakukin_mahjong::{Flag, Rules};
use kakukin_series::presets;
use std::io::Write;

pub(crate) fn run(args: CompletionsArgs, output: &Output) -> Result<(), Failure> {
    if output.format != Format::Text {
        return Err(InputError::new("format", "", Problem::UnsupportedFormat, "text").into());
    }
    let name = args.shell.unwrap_or_default();
    let problem = if name.is_empty() { BadValue::Missing } else { BadValue::Unknown };
    let shell = Shell::from_str(&name, true).map_err(|_| {
        InputError::new("shell", name, problem, "bash, zsh, fish, powershell, elvish")
    })?;
    let mut command = with_values(help::localised(Cli::command(), output.lang));
    // In memory first: it panics where it cannot write.
    let mut script = Vec::new();
    generate(shell, &mut command, "kakukin", &mut script);
    output.stream(|out| out.write_all(&script))
}

/// The commands with the words that options take, for completion alone: when
/// they are read, a refusal of our own says more.
fn with_values(command: Command) -> Command {
    let group = command.get_name().to_string();
    let command = command.mut_args(|arg| {
        let values: Vec<&str> = match (group.as_str(), arg.get_id().as_str()) {
            ("pair", "round") => return arg,
            ("study" | "pair" | "find" | "bracket", "rule" | "final") => {
                vec!["single", "epsilon", "1/2/3", "1/3/4"]
            }
            ("study", "seeding") => vec!["rating", "lot", "listed"],
            (_, "seeding") => vec!["rating", "listed"],
            ("pair", "stages") => vec!["league", "league*2", "swiss:5", "knockout"],
            ("bracket", "stages") => vec!["knockout", "double", "double:1"],
            (_, "undecided") => vec!["none", "lot", "second", "game", "armageddon"],
            (_, "form") if matches!(group.as_str(), "win" | "chain") => {
                vec!["standard", "seven-pairs", "thirteen-orphans"]
            }
            ("chain", "turns") => return arg,
            ("points", "draws") => vec!["expectation", "zero"],
            (_, "turns") => {
                let orders = ["fixed", "alternating", "abba", "thue-morse"];
                let best = matches!(group.as_str(), "find" | "table").then_some("best");
                let by_result = ["loser-first", "winner-first", "pattern="];
                orders.into_iter().chain(by_result).chain(best).collect()
            }
            (_, "by") => vec!["bias", "worst"],
            (_, "draws") => vec!["pass", "keep", "replay", "swap", "points=", "second"],
            (_, "format") => vec!["text", "json", "jsonl", "csv"],
            (_, "from") => vec!["left", "across", "right"],
            (_, "seat" | "round") => vec!["E", "S", "W", "N"],
            (_, "rules") | ("rules", "name") => Rules::PRESETS.to_vec(),
            (_, "rule") => return arg.value_parser(PossibleValuesParser::new(flags())),
            (_, "players") => vec!["3", "4"],
            (_, "improve") => vec!["0", "1", "2", "3"],
            (_, "divisor") => vec!["split", "wall", "constant"],
            (_, "objective") => vec!["win", "tenpai"],
            (_, "tiles") => vec!["letters", "unicode"],
            (_, "lang") => vec!["ja", "en"],
            (_, "style") => vec!["list", "drawn"],
            (_, "pick") => vec!["takahashi", "takahashi-lcm"],
            (_, "form") => vec!["seed", "lcm"],
            (_, "scale") => vec!["1", "2"],
            (_, "next_first") => vec!["a", "b"],
            (_, "preset") => presets().iter().map(|preset| preset.id).collect(),
            (_, "shell") => vec!["bash", "zsh", "fish", "powershell", "elvish"],
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(values))
    });
    command.mut_subcommands(with_values)
}

/// Every flag of the rules with each of its values.
fn flags() -> Vec<String> {
    let values =
        |(flag, _): (Flag, _)| flag.values().iter().map(move |value| format!("{flag}={value}"));
    Rules::default().flags().flat_map(values).collect()
}
