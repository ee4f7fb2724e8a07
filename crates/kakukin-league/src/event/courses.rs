//! Every course that an event can take, one after the other: exact where they are few, and the
//! oracle of whatever is exact by other means.

use super::{Event, figures::EventLaw, play::Luck};
use kakukin_core::checkpoint;

/// One course: what was chosen where chance had a choice.
struct Course<'e> {
    event: &'e Event,
    /// For each choice the option taken and the chances of all.
    choices: Vec<(usize, Vec<f64>)>,
    /// How many choices this course has made.
    made: usize,
    probability: f64,
    /// Whose lots of sides all fall on the better side, or on the worse.
    favoured: Option<(usize, bool)>,
}

impl Course<'_> {
    fn choose(&mut self, chances: &[f64]) -> usize {
        if self.made == self.choices.len() {
            let first = chances.iter().position(|chance| *chance > 0.0).unwrap_or(0);
            self.choices.push((first, chances.to_vec()));
        }
        let (option, chances) = &self.choices[self.made];
        self.made += 1;
        self.probability *= chances[*option];
        *option
    }

    /// Whether x is first, where a lot is not left to chance.
    fn lot(&self, rule: usize, x: usize, y: usize) -> Option<bool> {
        let (player, better) = self.favoured?;
        self.event.favoured_side(rule, [x, y], player, better)
    }

    /// The next course; `false` if this was the last.
    fn next(&mut self) -> bool {
        (self.made, self.probability) = (0, 1.0);
        while let Some((option, chances)) = self.choices.last_mut() {
            let further = chances.iter().skip(*option + 1).position(|chance| *chance > 0.0);
            if let Some(further) = further {
                *option += 1 + further;
                return true;
            }
            self.choices.pop();
        }
        false
    }
}

impl Luck for Course<'_> {
    fn encounter(&mut self, rule: usize, x: usize, y: usize, x_first: Option<bool>) -> u8 {
        let chances = match x_first {
            None => match self.lot(rule, x, y) {
                None => self.event.by_lot(rule, x, y),
                Some(first) => self.event.with_side(rule, x, y, first),
            },
            Some(first) => self.event.with_side(rule, x, y, first),
        };
        self.choose(&chances) as u8
    }

    fn side(&mut self, rule: usize, x: usize, y: usize) -> bool {
        let lot = self.lot(rule, x, y);
        lot.unwrap_or_else(|| self.choose(&[0.5, 0.5]) == 0)
    }

    fn mirror(&mut self, rule: usize, players: &[usize], games: &[[usize; 2]]) -> bool {
        if let Some((player, better)) = self.favoured {
            let lead = |x, y| self.event.leads.of(x, y);
            let gain = self.event.table_gain(rule, players, games, player, lead);
            if gain != 0.0 {
                return (gain < 0.0) == better;
            }
        }
        self.choose(&[0.5, 0.5]) == 0
    }

    fn shuffle(&mut self, players: &mut [usize]) {
        for last in (1..players.len()).rev() {
            let chances = vec![1.0 / (last + 1) as f64; last + 1];
            let other = self.choose(&chances);
            players.swap(last, other);
        }
    }

    fn round(&mut self) {}
}

impl Event {
    /// The law of the event by all its courses; `None` if there are more than so many.
    pub fn by_courses(&self, most: u64) -> Option<EventLaw> {
        self.by_courses_of(most, None)
    }

    /// The same where all lots of sides of one player fall one way.
    pub(super) fn by_courses_of(
        &self,
        most: u64,
        favoured: Option<(usize, bool)>,
    ) -> Option<EventLaw> {
        if self.leads.errors().is_some() {
            return None;
        }
        let (choices, made, probability) = (Vec::new(), 0, 1.0);
        let mut course = Course { event: self, choices, made, probability, favoured };
        let mut law = EventLaw::new(self.players());
        for _ in 0..most {
            checkpoint();
            let classes = self.play(&mut course);
            law.add(&classes, course.probability);
            if !course.next() {
                return Some(law);
            }
        }
        None
    }
}
