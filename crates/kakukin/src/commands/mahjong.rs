//! `kakukin mahjong`: the chance to complete a hand.

use super::input;
use crate::{
    args::{ChainArgs, MahjongArgs, MahjongCommand},
    failure::Failure,
    output::Output,
};
use kakukin_mahjong::{Chain, MAX_UNSEEN};
use kakukin_report::ChainDocument;
use kakukin_sweep::{InputError, Problem};

pub(crate) fn run(args: MahjongArgs, output: &Output) -> Result<(), Failure> {
    match args.command {
        MahjongCommand::Chain(args) => chain(args, output),
    }
}

fn chain(args: ChainArgs, output: &Output) -> Result<(), Failure> {
    let most = u64::from(MAX_UNSEEN);
    let Some(useful) = &args.useful else {
        return Err(InputError::new("useful", "", Problem::Missing, "N,N,.. (20,8,8)").into());
    };
    let stages: Result<Vec<u32>, InputError> = useful
        .split([',', '、'])
        .map(|part| {
            let count = input::whole("useful", part, 0..=most);
            count.map(|n| n as u32).map_err(|e| InputError { value: useful.clone(), ..e })
        })
        .collect();
    let unseen = input::whole_or("unseen", args.unseen.as_deref(), 123, 1..=most)?;
    let turns = input::whole_or("turns", args.turns.as_deref(), 17, 1..=most)?;
    let chain = Chain::new(stages?, unseen as u32, turns as u32)?;
    let document = ChainDocument::new(&chain, args.exact);
    output.document(&document, ChainDocument::text, ChainDocument::csv)
}
