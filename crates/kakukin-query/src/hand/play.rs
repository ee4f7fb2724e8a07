//! The policy, explained and tested.

use super::bounds::MahjongBounds;
use crate::{
    InputError, Problem,
    fields::query,
    number::{confidence, whole, whole_or},
};
use kakukin_core::BadValue;
use kakukin_mahjong::{Bag, Games, Hand, Question, Tile};

query! {
    /// The way of playing, shown and put to the test.
    pub struct PlayFields {
        /// What to throw after each draw, to this depth.
        option explain "DEPTH" "1",
        /// The discard that is followed, instead of the best.
        text discard "TILE",
        /// Deal so many games and play them.
        number verify "N",
        /// The seed of the dealt games.
        number seed "N",
        /// The level of the intervals.
        number confidence "RATE",
    }
}

/// How much of the way of playing is shown, and how it is put to the test.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Play {
    pub(super) depth: Option<usize>,
    pub(super) games: Option<Games>,
}

impl Play {
    /// The way of playing of a hand that calls is not kept.
    pub(super) fn without_calls(&self, question: &Question) -> Result<(), InputError> {
        if !question.calls() || !self.is_wanted() {
            return Ok(());
        }
        let field = if self.depth.is_some() { "explain" } else { "verify" };
        Err(InputError::new(field, "", BadValue::Conflict, format!("`{field}` | `calls`")))
    }

    /// Whether the way of playing is needed at all.
    pub(super) fn is_wanted(&self) -> bool {
        self.depth.is_some() || self.games.is_some()
    }

    /// Refuses a hand that has nothing to play.
    pub(super) fn nothing(&self) -> InputError {
        let field = if self.games.is_some() { "verify" } else { "explain" };
        InputError::new(field, "", Problem::NothingToPlay, "HAND")
    }
}

impl PlayFields {
    pub(super) fn play(&self, bounds: &MahjongBounds) -> Result<Play, InputError> {
        let depth = self.explain.as_deref();
        let depth = depth.map(|text| whole("explain", text, 1..=bounds.depth)).transpose()?;
        let needed = [("seed", self.seed.is_some()), ("confidence", self.confidence.is_some())];
        let needless = needed.into_iter().find(|(_, given)| *given && self.verify.is_none());
        if let Some((field, _)) = needless {
            return Err(InputError::new(field, "", BadValue::Conflict, "`verify` N"));
        }
        let games = self.verify.as_deref().map(|text| whole("verify", text, 1..=bounds.games));
        let number = games.transpose()?;
        let seed = whole_or("seed", self.seed.as_deref(), 1, 0..=u64::MAX)?;
        let confidence = confidence(&self.confidence)?;
        let games = number.map(|number| Games { number, seed, confidence });
        Ok(Play { depth: depth.map(|depth| depth as usize), games })
    }

    /// The discard that is followed, and whether it is a red five.
    pub(super) fn thrown(&self, question: &Question) -> Result<Option<(Tile, bool)>, InputError> {
        self.discard.as_deref().map(|text| discard(text, question)).transpose()
    }
}

fn discard(text: &str, question: &Question) -> Result<(Tile, bool), InputError> {
    let hand = question.situation().hand();
    let held = hand.concealed();
    if !hand.has_drawn() {
        return Err(InputError::new("discard", text, Problem::NotDrawn, Hand::DRAWN));
    }
    let bag = Bag::parse("discard", text)?;
    let one = bag.iter().next().filter(|_| bag.len() == 1);
    let reds = |tile: Tile| if tile.is_five() { hand.reds().of(tile.suit()) } else { 0 };
    match one {
        Some((tile, true)) if reds(tile) > 0 => Ok((tile, true)),
        // A five is the red one where there is no other.
        Some((tile, false)) if held.count(tile) > 0 => Ok((tile, held.count(tile) == reds(tile))),
        Some(_) => {
            Err(InputError::new("discard", text, kakukin_mahjong::Problem::NotInHand, hand.bag()))
        }
        None => Err(InputError::new(
            "discard",
            bag.len(),
            kakukin_mahjong::Problem::WrongTileCount,
            "1",
        )),
    }
}
