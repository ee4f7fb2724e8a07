//! The question about a hand, as its documents repeat it.

use crate::{
    Lang, hand::others::OthersDocument, hand::shanten::HandDocument, hand::tiles::TileStyle,
};
use kakukin_mahjong::{Bag, Divisor, Method, Question, Wind};
use serde::Serialize;

/// Which moves are looked at: those of the shortest way, or some more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Method"))]
#[serde(rename_all = "snake_case")]
pub enum MethodKind {
    /// The shortest way only (type 1).
    Plain,
    /// With improvement and going back (type 2).
    Improve,
}

/// A hand, its draws, and the moves that are looked at.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandQuery {
    /// The hand and its melds on one line.
    pub hand: String,
    /// The hand and everything seen.
    pub situation: HandDocument,
    /// Of the nearest form that counts; -1 is a win, `null` if none can be completed any more.
    pub shanten: Option<i32>,
    /// Unseen tiles: at turn 0 in the standard situation, else now.
    pub unseen: u32,
    /// How many figures each list has: turns, or draws left + 1.
    pub turns: usize,
    /// Draws from now on.
    pub draws_left: usize,
    /// Melds whose tiles are not known.
    pub unknown_melds: u32,
    /// Whether the turns are those of the standard situation.
    pub standard_turns: bool,
    /// `plain` (type 1) or `improve` (type 2).
    pub method: MethodKind,
    /// Moves more than the shortest way; null for `plain`.
    pub extra: Option<u8>,
    /// How draws are weighed; null for `plain`.
    pub divisor: Option<Divisor>,
    /// Which others were assumed; left out where nothing was said about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<OthersDocument>,
}

/// Shanten of a distance.
pub(crate) fn shanten(distance: u32) -> i32 {
    distance as i32 - 1
}

impl HandQuery {
    pub(crate) fn new(question: &Question, distance: Option<u32>) -> Self {
        let situation = question.situation();
        let standard_turns = question.is_standard();
        let draws = question.draws();
        // As dealt is turn 0, which the lists do not have.
        let dealt = standard_turns && !situation.hand().has_drawn();
        let (method, extra, divisor) = match question.method() {
            Method::Plain => (MethodKind::Plain, None, None),
            Method::Improve { extra, divisor } => (MethodKind::Improve, Some(extra), Some(divisor)),
        };
        let document = HandDocument::new(situation);
        Self {
            hand: document.line(TileStyle::Letters),
            situation: document,
            shanten: distance.map(shanten),
            unseen: question.unseen(),
            turns: draws + usize::from(!dealt),
            draws_left: draws,
            unknown_melds: situation.hand().unknown_melds(),
            standard_turns,
            method,
            extra,
            divisor,
            others: OthersDocument::new(question),
        }
    }

    /// Whether a north is among the concealed tiles.
    pub(crate) fn holds_north(&self) -> bool {
        let concealed = Bag::parse("hand", &self.situation.concealed);
        concealed.is_ok_and(|bag| bag.tiles().count(Wind::North.tile()) > 0)
    }

    /// Whether the hand is as dealt, at turn 0.
    pub(crate) fn is_dealt(&self) -> bool {
        self.turns == self.draws_left
    }

    /// Figures by draws left from 0 on as the documents have them: now first.
    pub(crate) fn by_turn(&self, values: &[f64]) -> Vec<f64> {
        values.iter().take(self.turns).rev().copied().collect()
    }

    /// The clock, the method and the others, in words.
    pub(crate) fn premises(&self, lang: Lang) -> Vec<String> {
        let clock = if self.standard_turns {
            // As dealt there is a turn 0 besides.
            tr!(lang, "win.standard", turns = self.turns, unseen = self.unseen)
        } else {
            let key = if self.draws_left == 1 { "win.left_one" } else { "win.left" };
            tr!(lang, key, draws = self.draws_left, unseen = self.unseen)
        };
        let method = match self.extra {
            None if self.unknown_melds > 0 => tr!(lang, "win.plain_unknown"),
            None => tr!(lang, "win.plain"),
            Some(extra) => {
                let divisor =
                    tr!(lang, format!("win.divisor.{}", self.divisor.unwrap_or_default().name()));
                tr!(lang, "win.improve", extra = extra, divisor = divisor)
            }
        };
        let others = self.others.iter().flat_map(|others| others.words(lang));
        [clock, method].into_iter().chain(others).collect()
    }

    /// The name of a row: a turn, or draws left.
    pub(crate) fn row_name(&self, k: usize) -> String {
        if self.standard_turns { (k + 1).to_string() } else { (self.draws_left - k).to_string() }
    }

    /// The turn of a place of the lists, or its draws left.
    pub(crate) fn clock(&self, k: usize) -> f64 {
        if self.standard_turns { (k + 1) as f64 } else { self.draws_left as f64 - k as f64 }
    }

    /// What the rows count.
    pub(crate) fn clock_word(&self, lang: Lang) -> String {
        tr!(lang, if self.standard_turns { "mahjong.turn" } else { "mahjong.draws_left" })
    }
}
