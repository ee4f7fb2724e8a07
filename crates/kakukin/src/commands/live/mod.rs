//! `kakukin live`: a series while it is being played.

use crate::InputError;
use kakukin_core::BadValue;
mod course;
mod draw;
mod file;
mod holder;
mod screen;
mod scripts;
mod terminal;

use crate::{args::LiveArgs, failure::Failure, output::Output};

pub(crate) use holder::Holder;

pub(crate) fn run(args: LiveArgs, output: &Output) -> Result<(), Failure> {
    let Some(path) = args.file.filter(|path| !path.is_empty()) else {
        let allowed = "--file match.json";
        return Err(InputError::new("file", "", BadValue::Missing, allowed).into());
    };
    match args.command {
        Some(command) => scripts::run(command, &path, output),
        None => terminal::run(&path, output),
    }
}
