//! `kakukin mahjong advise`: what to throw, and why.

use super::{mahjong, score};
use crate::{args::AdviseArgs, failure::Failure, output::Output, progress::Progress};
use kakukin_mahjong::{Advice, Hand, ScoreSolver};
use kakukin_report::AdviseDocument;
use kakukin_sweep::{InputError, Problem};

pub(super) fn run(args: &AdviseArgs, output: &Output) -> Result<(), Failure> {
    let style = mahjong::style(args.tiles.as_deref())?;
    let hand = mahjong::hand(args.hand.as_deref(), &args.context)?;
    if !hand.has_drawn() {
        return Err(InputError::new("hand", hand, Problem::NotDrawn, Hand::DRAWN).into());
    }
    let question = score::question(hand, &args.context, &args.stakes, &args.terms, &args.moves)?;
    let most = question.question().most_states() as u64;
    let progress = Progress::new(most, "win.progress", output.lang);
    let mut solver = ScoreSolver::default();
    let advice = Advice::new(&mut solver, &question, &mut |states| progress.at(states))?;
    progress.finish();
    let document = AdviseDocument::new(&question, &advice);
    output.document(&document, |x, lang| x.text(lang, style), AdviseDocument::csv)
}
