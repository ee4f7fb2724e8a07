//! Which others were assumed at the table, and what they change about the figures.

use crate::{Lang, layout::thousands};
use kakukin_mahjong::{Aim, Origin, Question, ScoreResult, Standing};
use serde::Serialize;

/// Which others were assumed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OthersDocument {
    /// The table that the rates are from; `alone` if nobody wins but us, `null` if it has no name.
    pub table: Option<String>,
    /// The rounds that it rests on; `null` if it was not counted.
    pub rounds: Option<u64>,
    /// The chance that a discard of another is any unseen tile, by how the hand stands.
    pub discards: ByStanding<f64>,
    /// Whether others may win.
    pub may_win: bool,
    /// Tiles left in the live wall; `null` if that was not said.
    pub wall: Option<u32>,
    /// Discards of others after our last draw.
    pub last_discards: u32,
    /// The kinds among our own discards.
    pub river: String,
}

/// One value for each way in which a hand can stand.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ByStanding_{T}"))]
pub struct ByStanding<T> {
    /// Closed, in silence.
    pub neither: T,
    /// With open melds.
    pub open: T,
    /// In riichi.
    pub riichi: T,
}

impl OthersDocument {
    /// Of a question that says something about others.
    pub(crate) fn new(question: &Question) -> Option<Self> {
        let (others, situation) = (question.others(), question.situation());
        if !others.is_told() {
            return None;
        }
        let shown = |standing| others.conduct(standing).shown;
        let origin = others.origin();
        let alone = others.is_alone();
        Some(Self {
            table: origin.map_or(Some(Origin::ALONE.into()), |origin| origin.name.clone()),
            rounds: origin.and_then(|origin| origin.rounds),
            discards: ByStanding {
                neither: shown(Standing::Neither),
                open: shown(Standing::Open),
                riichi: shown(Standing::Riichi),
            },
            may_win: others.may_win(),
            wall: origin.and_then(|origin| origin.wall),
            // The hand alone has the last tile itself.
            last_discards: match others.tail() {
                Some(tail) => tail,
                None if alone => 0,
                None => situation.players().usual_tail(),
            },
            river: situation.river().to_string(),
        })
    }

    /// What was assumed, in words.
    pub(crate) fn words(&self, lang: Lang) -> Vec<String> {
        let rate = |x: f64| format!("{:.0} %", 100.0 * x);
        let ByStanding { neither, open, riichi } = self.discards;
        let mut words = Vec::new();
        let key = match (self.table.as_deref(), self.rounds) {
            (Some(Origin::ALONE), _) => None,
            (Some(_), _) => Some("others.table"),
            (None, _) => Some("others.unnamed"),
        };
        if let Some(key) = key {
            let (table, rounds) =
                (self.table.as_deref().unwrap_or(""), thousands(self.rounds.unwrap_or(0)));
            words.push(tr!(lang, key, table = table, rounds = rounds));
        }
        if [neither, open, riichi].iter().any(|&x| x > 0.0) {
            let same = neither == open && open == riichi;
            let key = if same { "others.discards" } else { "others.discards_by" };
            let [neither, open, riichi] = [neither, open, riichi].map(rate);
            words.push(tr!(lang, key, r = neither, open = open, riichi = riichi));
        } else if !self.may_win {
            words.push(tr!(lang, "others.alone"));
        }
        if let Some(wall) = self.wall {
            words.push(tr!(lang, "others.wall", n = wall, last = self.last_discards));
        }
        if !self.river.is_empty() {
            words.push(tr!(lang, "others.river", tiles = self.river));
        }
        words
    }

    /// The name of the table, as a sentence has it.
    fn name(&self, lang: Lang) -> String {
        match self.table.as_deref() {
            Some(Origin::ALONE) => tr!(lang, "others.these"),
            Some(name) => tr!(lang, "others.named", table = name),
            None => tr!(lang, "others.given"),
        }
    }
}

/// Whether the advice would be the same if nobody else did anything.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AloneDocument {
    /// Whether the best discards are the same.
    pub same: bool,
    /// The best discards of the hand alone.
    pub best: Vec<String>,
}

impl AloneDocument {
    /// Of a result with advice; `None` where it was not found out.
    pub(crate) fn new(result: &ScoreResult) -> Option<Self> {
        let alone = result.best_alone.as_ref()?;
        let aim = result.question.terms().aim;
        let discards = result.answer.discards().iter().enumerate();
        let best = discards.filter(|(k, _)| result.answer.is_best(*k, aim));
        let mut best = best.map(|(_, own)| (own.tile(), own.is_red()));
        // Of equal discards one is enough: it is right at both tables.
        let same = best.any(|own| alone.contains(&own));
        Some(Self { same, best: alone.iter().map(|&own| super::tiles::name(own)).collect() })
    }
}

impl OthersDocument {
    /// What advice says about the table: which one it is, and whether the answer hangs on it.
    pub(crate) fn advice(
        &self,
        alone: Option<&AloneDocument>,
        spoken: impl Fn(&str) -> String,
        lang: Lang,
    ) -> Option<String> {
        let alone = alone?;
        let table = self.name(lang);
        if alone.same {
            return Some(tr!(lang, "others.same", table = table));
        }
        let tiles: Vec<String> = alone.best.iter().map(|tile| spoken(tile)).collect();
        let tiles = tiles.join(&tr!(lang, "advise.or"));
        Some(tr!(lang, "others.hangs", table = table, tile = tiles))
    }
}

/// Whether there is a balance to speak of.
pub(crate) fn is_balanced(question: &Question, aim: Aim) -> bool {
    !question.others().is_alone() || aim == Aim::Balance
}
