//! `kakukin`: exact probabilities for games, and fair rules made from them.
//!
//! Options are read as text first and become domain types second, so that
//! every error is one sentence in the user's language.

mod args;
mod clock;
mod commands;
mod failure;
mod files;
mod help;
mod input;
mod interrupt;
mod language;
mod output;
mod owner;
mod patient;
mod pdf;
mod plot;
mod progress;
mod target;
mod threads;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use input::{InputError, Problem};
use kakukin_report::Lang;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // `kakukin help eval` is another way to say `kakukin eval --help`.
    if arguments.get(1).is_some_and(|word| word == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    let lang = language::choose(&arguments);
    let command = help::localised(Cli::command(), lang);
    let parsed = command
        .clone()
        .try_get_matches_from(&arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => failure::report(run(cli, lang), lang),
        Err(error) => failure::usage(&error, &arguments, &command, lang),
    }
}

fn run(cli: Cli, lang: Lang) -> Result<(), failure::Failure> {
    let output = output::Output::new(&cli.global, lang)?;
    match cli.command {
        Command::Find(args) => commands::find::run(args, &output),
        Command::Eval(args) => commands::eval::run(args, &output),
        Command::Tree(args) => commands::tree::run(args, &output),
        Command::Simulate(args) => commands::simulate::run(args, &output),
        Command::Table(args) => commands::table::run(args, &output),
        Command::Report(args) => commands::report::run(args, &output),
        Command::Estimate(args) => commands::estimate::run(args, &output),
        Command::Match(args) => commands::contest::run(*args, &output),
        Command::Records(args) => commands::records::run(args, &output),
        Command::Epsilon(args) => commands::epsilon::run(args, &output),
        Command::Event(args) => commands::event::run(args, &output),
        Command::Workbook(args) => commands::workbook::run(*args, &output),
        Command::Presets(_) => commands::presets::run(&output),
        Command::Live(args) => commands::live::run(args, &output),
        Command::Mahjong(args) => commands::mahjong::run(args, &output),
        Command::Serve(args) => commands::serve::run(&args, &output),
        Command::Completions(args) => commands::completions::run(args, &output),
    }
}
