//! What a score sheet says before the first game: who is first in which, and which wins are
//! enough.

use super::{
    Round,
    wins_needed::{WinsNeeded, wins_needed},
};
use crate::{Draws, InputError, Player, Rule, Series};
use kakukin_core::BadValue;

/// The most games that one sheet has rows for.
pub const MAX_SHEET_GAMES: u32 = 100;

/// What the arbiter of a series has in hand before the first game.
#[derive(Debug, Clone)]
pub struct ScoreSheet {
    /// The series that is scored.
    pub series: Series,
    /// Who plays it.
    pub round: Round,
    /// Who is first in each game up to the limit; `None` where it depends on results.
    pub first: Vec<Option<Player>>,
    /// Who is first in each of them by the turn order, before any draw swaps sides; `None` where
    /// even that depends on results.
    pub scheduled: Vec<Option<Player>>,
    /// What a player still needs, from few missing points to many.
    pub needs: Vec<WinsNeeded>,
    /// Whether more points can be missing than are listed.
    pub more_needs: bool,
}

impl ScoreSheet {
    /// Refuses series of more games than a sheet has rows for.
    pub fn check(games: u32) -> Result<(), InputError> {
        if games > MAX_SHEET_GAMES {
            let allowed = format!("1..{MAX_SHEET_GAMES}");
            return Err(InputError::new("limit", games, BadValue::OutOfRange, allowed));
        }
        Ok(())
    }

    /// What the sheets of a round say, all played by the same rule.
    pub fn new(series: &Series, round: Round) -> Result<Self, InputError> {
        Self::check(series.limit())?;
        let limit = series.limit() as usize;
        let known = |index| first_in(series.rule(), index, limit);
        let first: Vec<Option<Player>> = (0..limit).map(known).collect();
        let scheduled = match series.rule().draws() {
            Draws::Swap => (0..limit).map(|index| scheduled(series.rule(), index)).collect(),
            _ => first.clone(),
        };
        let (needs, more_needs) = wins_needed(series.rule(), &first);
        Ok(Self { series: series.clone(), round, first, scheduled, needs, more_needs })
    }
}

/// Who is first in the game of this index, if that is known before the series.
fn first_in(rule: &Rule, index: usize, limit: usize) -> Option<Player> {
    let turns = rule.turns();
    match rule.draws() {
        // The game may be played again the other way round.
        Draws::Swap => None,
        // A draw holds the order up, unless it is always the same.
        Draws::Keep if index > 0 => {
            let first = turns.scheduled(0)?;
            (1..limit).all(|game| turns.scheduled(game) == Some(first)).then_some(first)
        }
        _ => scheduled(rule, index),
    }
}

/// Who is first in the game of this index by the turn order.
fn scheduled(rule: &Rule, index: usize) -> Option<Player> {
    let scheduled = rule.turns().scheduled(index);
    // Where results decide, A is first in game 1.
    if index == 0 { scheduled.or(Some(Player::A)) } else { scheduled }
}
