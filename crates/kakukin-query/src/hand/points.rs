//! What a win is worth, and by which rules.

use super::{context::ContextFields, stakes::StakesFields};
use crate::{InputError, Stopped, fields::query, watch::Watch};
use kakukin_core::BadValue;
use kakukin_mahjong::{
    Bag, Hand, Luck, Points, PointsResult, Problem, Riichi, Rules, Situation, Stakes, Tile, Win,
};

query! {
    /// A win whose points are wanted.
    pub struct PointsQuery {
        /// The concealed tiles, the winning one included.
        word hand "HAND",
        /// The winning tile.
        text win "TILE",
        /// It was drawn.
        flag tsumo,
        /// Another discarded it.
        flag ron,
        /// After riichi.
        flag riichi,
        /// After riichi in the first turn.
        flag double_riichi,
        /// Within a turn of riichi.
        flag ippatsu,
        /// By the last tile.
        flag last_tile,
        /// By the tile after a kan.
        flag after_kan,
        /// By the tile that another added to a kan.
        flag robbing_kan,
        /// In the first turn.
        flag first_turn,
        /// What else is seen.
        part context ContextFields,
        /// Ura dora indicators.
        texts ura "TILES",
        /// For what is played.
        part stakes StakesFields,
    }
}

/// A win that can be counted.
#[derive(Debug, Clone)]
pub struct PointsJob {
    situation: Situation,
    stakes: Stakes,
    win: Win,
    red: bool,
}

impl PointsJob {
    /// Counts it, in a few microseconds.
    pub fn run(&self, _: &dyn Watch) -> Result<PointsResult, Stopped> {
        let Self { situation, stakes, win, red } = self.clone();
        let points = Points::of(&situation, &stakes, &win)?;
        Ok(PointsResult { situation, stakes, win, red, points })
    }
}

impl PointsQuery {
    /// Checks everything but that the hand is a win.
    pub fn job(&self) -> Result<PointsJob, InputError> {
        let hand = self.context.hand(self.hand.as_deref())?;
        let (tile, red) = tile(self.win.as_deref(), &hand)?;
        let situation = self.context.situation(hand)?;
        let stakes = self.stakes.stakes()?;
        let ura = self.ura.iter().try_fold(Bag::EMPTY, |all, text| {
            let more = Bag::parse("ura", text)?;
            let refuse = |tile| InputError::new("ura", tile, Problem::TooManyCopies, "0..4");
            all.and(more).map_err(refuse)
        })?;
        let win = Win { tile, tsumo: self.tsumo()?, luck: self.luck()?, ura };
        Ok(PointsJob { situation, stakes, win, red })
    }

    fn tsumo(&self) -> Result<bool, InputError> {
        match (self.tsumo, self.ron) {
            (true, true) => {
                Err(InputError::new("tsumo", "", BadValue::Conflict, "`tsumo` | `ron`"))
            }
            (false, false) => {
                Err(InputError::new("tsumo", "", BadValue::Missing, "`tsumo`, `ron`"))
            }
            (tsumo, _) => Ok(tsumo),
        }
    }

    fn luck(&self) -> Result<Luck, InputError> {
        let riichi = match (self.riichi, self.double_riichi) {
            (true, true) => {
                let allowed = "`riichi` | `double-riichi`";
                return Err(InputError::new("riichi", "", BadValue::Conflict, allowed));
            }
            (true, _) => Riichi::Single,
            (_, true) => Riichi::Double,
            _ => Riichi::None,
        };
        Ok(Luck {
            riichi,
            ippatsu: self.ippatsu,
            last_tile: self.last_tile,
            after_kan: self.after_kan,
            robbing_kan: self.robbing_kan,
            first_turn: self.first_turn,
        })
    }
}

/// The winning tile, and whether it is a red five: only if the hand has one, and where it has no
/// other five.
fn tile(text: Option<&str>, hand: &Hand) -> Result<(Tile, bool), InputError> {
    let Some(text) = text else {
        return Err(InputError::new("win", "", BadValue::Missing, "`win` 3p"));
    };
    let bag = Bag::parse("win", text)?;
    match bag.iter().next() {
        Some((tile, red)) if bag.len() == 1 => {
            let reds = if tile.is_five() { hand.reds().of(tile.suit()) } else { 0 };
            if red && reds == 0 {
                return Err(InputError::new("win", text, Problem::NotInHand, hand.bag()));
            }
            Ok((tile, red || (reds > 0 && hand.concealed().count(tile) == reds)))
        }
        _ => Err(InputError::new("win", bag.len(), Problem::WrongTileCount, "1")),
    }
}

query! {
    /// Which rule sets are wanted.
    pub struct RulesQuery {
        /// One of them; all if it is left out.
        word name "NAME",
    }
}

/// Rule sets that are known.
#[derive(Debug, Clone)]
pub struct RulesJob {
    rules: Vec<Rules>,
}

impl RulesJob {
    /// The rule sets.
    pub fn run(&self, _: &dyn Watch) -> Result<Vec<Rules>, Stopped> {
        Ok(self.rules.clone())
    }
}

impl RulesQuery {
    /// The rule sets there are, or the one of that name.
    pub fn job(&self) -> Result<RulesJob, InputError> {
        let names: Vec<&str> = match &self.name {
            Some(name) => vec![name],
            None => Rules::PRESETS.to_vec(),
        };
        let rules =
            names.into_iter().map(|name| Rules::preset(name).map_err(|e| e.in_field("name")));
        Ok(RulesJob { rules: rules.collect::<Result<_, _>>()? })
    }
}
