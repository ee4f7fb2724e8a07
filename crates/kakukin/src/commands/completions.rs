//! `kakukin completions`: scripts for shells.

use crate::{
    args::{Cli, CompletionsArgs},
    failure::Failure,
    help,
    output::Output,
};
use clap::{CommandFactory, ValueEnum};
use clap_complete::{Shell, generate};
use kakukin_sweep::{InputError, Problem};

pub(crate) fn run(args: CompletionsArgs, output: &Output) -> Result<(), Failure> {
    let name = args.shell.unwrap_or_default();
    let problem = if name.is_empty() { Problem::Missing } else { Problem::Unknown };
    let shell = Shell::from_str(&name, true).map_err(|_| {
        InputError::new("shell", name, problem, "bash, zsh, fish, powershell, elvish")
    })?;
    let mut command = help::localised(Cli::command(), output.lang);
    output.stream(|out| {
        generate(shell, &mut command, "kakukin", out);
        Ok(())
    })
}
