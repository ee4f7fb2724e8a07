//! `kakukin live`: a series while it is being played.

mod course;
mod draw;
mod file;
mod screen;
mod scripts;
mod terminal;

use crate::{args::LiveArgs, failure::Failure, output::Output};
use kakukin_core::{InputError, Problem};

pub(crate) fn run(args: LiveArgs, output: &Output) -> Result<(), Failure> {
    let Some(path) = args.file.filter(|path| !path.is_empty()) else {
        let allowed = "--file match.json";
        return Err(InputError::new("file", "", Problem::Missing, allowed).into());
    };
    match args.command {
        Some(command) => scripts::run(command, &path, output),
        None => terminal::run(&path, output),
    }
}
