//! What all readers share: rounds handed out one by one, and where reading is.

use crate::{Event, Fault, Round, Trouble};
use std::ops::ControlFlow;

/// The most events of a round: far more than a wall has tiles.
const MAX_EVENTS: usize = 512;

/// Who gets the rounds of a log; may ask for no more.
pub type EachRound<'e> = &'e mut dyn FnMut(Round) -> ControlFlow<()>;

/// Rounds on their way from a reader to whoever wants them.
pub(crate) struct Rounds<'e> {
    each: EachRound<'e>,
    current: Option<Round>,
    /// How many were handed out.
    done: usize,
    stopped: bool,
}

impl<'e> Rounds<'e> {
    pub(crate) fn new(each: EachRound<'e>) -> Self {
        Self { each, current: None, done: 0, stopped: false }
    }

    /// Whether nobody wants more.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// A round begins; the one before is handed out, even without an end.
    pub(crate) fn begin(&mut self, round: Round) {
        self.finish();
        self.current = Some(round);
    }

    /// Something happens in the round.
    pub(crate) fn push(&mut self, event: Event) -> Result<(), Fault> {
        let Some(round) = &mut self.current else {
            return Err(Fault::new(Trouble::OutOfPlace, name(&event)));
        };
        if round.events.len() >= MAX_EVENTS {
            return Err(Fault::new(Trouble::TooManyEvents, MAX_EVENTS));
        }
        round.events.push(event);
        Ok(())
    }

    /// Hands out the round.
    pub(crate) fn finish(&mut self) {
        if let Some(round) = self.current.take() {
            self.done += 1;
            self.stopped |= (self.each)(round).is_break();
        }
    }

    /// A fault with the place where reading is.
    pub(crate) fn place(&self, fault: Fault) -> Fault {
        let event = self.current.as_ref().map(|round| round.events.len());
        fault.at(self.done, event)
    }
}

/// What an event is called in a refusal.
fn name(event: &Event) -> &'static str {
    match event {
        Event::Draw { .. } => "draw",
        Event::Discard { .. } => "discard",
        Event::Call { kind, .. } => kind.keyword(),
        Event::ClosedKan { .. } => "ankan",
        Event::AddedKan { .. } => "kakan",
        Event::North { .. } => "north",
        Event::Dora { .. } => "dora",
        Event::Riichi { .. } | Event::RiichiStands { .. } => "riichi",
        Event::Win(_) => "win",
        Event::Ended { .. } => "draw",
    }
}

/// A seat of so many.
pub(crate) fn seat(number: u64, seats: usize) -> Result<usize, Fault> {
    let seat = usize::try_from(number).ok().filter(|&seat| seat < seats);
    seat.ok_or_else(|| Fault::new(Trouble::BadSeat, number))
}
