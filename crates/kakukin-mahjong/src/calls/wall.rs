//! Time by the tiles that are left in the wall.

use crate::{Others, Players, Question, others::Coming, others::Standing};

/// The wall after our discards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wall {
    /// Players.
    pub(crate) around: usize,
    /// Tiles after the discard that the figures count from.
    pub(crate) start: usize,
    /// Unseen ones then.
    unseen: usize,
}

impl Wall {
    pub(crate) fn new(question: &Question) -> Self {
        let (situation, draws) = (question.situation(), question.draws());
        let players = situation.players();
        let around = players.number() as usize;
        Self {
            around,
            start: draws * around + tail(question.others(), players),
            unseen: situation.unseen() as usize,
        }
    }

    /// Draws left, and discards after the last one, with so many tiles in the wall after a discard.
    pub(crate) fn draws(&self, wall: usize) -> (u32, u32) {
        ((wall / self.around) as u32, (wall % self.around) as u32)
    }

    /// Discards after our last draw if nothing is called.
    pub(crate) fn tail(&self) -> usize {
        self.start % self.around
    }

    /// Walls that a hand can meet, from the least up: after a call all of them, before only those
    /// that our draws lead to.
    pub(crate) fn rows(&self, called: bool) -> usize {
        if called { self.start + 1 } else { self.start / self.around + 1 }
    }

    /// The wall of a row.
    pub(crate) fn of(&self, called: bool, row: usize) -> usize {
        if called { row } else { self.tail() + row * self.around }
    }

    /// The row of a wall.
    pub(crate) fn row(&self, called: bool, wall: usize) -> usize {
        if called { wall } else { wall / self.around }
    }

    /// Unseen tiles when no draw is left, after so many calls and with so many discards after the
    /// last draw. A call takes the place of our draw, and those of one to three others who lose
    /// their turn come after it; where calls can have led to a wall in two ways, those from nearer
    /// players count.
    pub(crate) fn pool(&self, calls: usize, tail: usize) -> usize {
        // What calls have saved is the difference of the walls, to a whole go-around.
        let mut saved = (self.around + tail - self.tail()) % self.around;
        while saved < calls {
            saved += self.around;
        }
        let taken = (self.start + saved).saturating_sub(tail);
        self.unseen.saturating_sub(taken / self.around)
    }

    /// Unseen tiles after a discard.
    pub(crate) fn unseen(&self, calls: usize, wall: usize) -> f64 {
        (self.pool(calls, wall % self.around) + wall / self.around) as f64
    }

    /// What is to come with so many discards after the last draw.
    pub(crate) fn coming(&self, question: &Question, standing: Standing, tail: usize) -> Coming {
        let others = question.others().clone().with_tail(tail as u32);
        let draws = self.start / self.around;
        Coming::new(&others, question.situation().players(), standing, draws)
    }
}

/// Discards after our last draw.
fn tail(others: &Others, players: Players) -> usize {
    let most = players.number() as usize - 1;
    others.tail().map_or(players.usual_tail() as usize, |tail| (tail as usize).min(most))
}
