//! A hand that is played for points: for what and how, and what it brings if it is complete.

use crate::{
    Lang,
    hand::figures::WIDTH,
    hand::points::{StakesDocument, YakuDocument},
    hand::query::HandQuery,
    hand::shanten::shanten_words,
    hand::tiles::TileStyle,
    layout::wrap,
};
use kakukin_mahjong::{Aim, Form, Points, ScoreResult, Terms, Ura, Won};
use serde::Serialize;

/// What is asked of a hand that is played for points.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedDocument {
    /// The hand and what was asked of it.
    #[serde(flatten)]
    pub asked: HandQuery,
    /// For what is played.
    #[serde(flatten)]
    pub stakes: StakesDocument,
    /// How it is played.
    #[serde(flatten)]
    pub terms: TermsDocument,
    /// How ura indicators were taken into account: `none`, `exact` or `split`.
    pub ura: Ura,
    /// The forms that count.
    pub forms: Vec<Form>,
    /// States of the computation.
    pub states: usize,
    /// For a complete hand: what it brings by self-draw, by the tile that was drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub won: Vec<WonDocument>,
    /// Whether there could be ura dora by hand and rules.
    #[serde(skip)]
    ura_rule: bool,
    /// Whether the luck of the first turn is in the figures.
    #[serde(skip)]
    first_turn: bool,
}

impl PlayedDocument {
    pub(crate) fn new(result: &ScoreResult) -> Self {
        let ScoreResult { question, answer, .. } = result;
        let (own, terms) = (question.question(), question.terms());
        Self {
            asked: HandQuery::new(own, answer.distance()),
            stakes: StakesDocument::new(&terms.stakes),
            terms: TermsDocument::new(terms),
            ura: answer.ura(),
            forms: own.forms().iter().collect(),
            states: answer.states(),
            won: WonDocument::all(result),
            ura_rule: question.has_ura(),
            first_turn: question.has_first_turn_luck(answer.distance()),
        }
    }

    /// The lines above the tables: the hand, what is played for, and what the figures rest on.
    pub(crate) fn head(&self, states: Option<String>, lang: Lang, style: TileStyle) -> String {
        let Self { asked, stakes, terms, .. } = self;
        let possible = terms.riichi && self.ura_rule;
        let ura = if self.ura == Ura::None && possible { "unknown" } else { self.ura.name() };
        let mut words = asked.premises(lang).to_vec();
        words.push(tr!(lang, format!("score.ura.{ura}")));
        words.extend(states);
        words.extend(terms.words(lang));
        let and = tr!(lang, "win.and");
        let table = stakes.table(&asked.situation, "", lang, style);
        let mut notes = String::new();
        if self.first_turn {
            notes = format!("{}\n", wrap(&tr!(lang, "score.note_first_turn"), WIDTH));
        }
        if asked.situation.players == 3 && stakes.north && asked.holds_north() {
            notes += &format!("{}\n", wrap(&tr!(lang, "score.note_north"), WIDTH));
        }
        format!(
            "{}  {}\n{}\n{}\n{notes}",
            asked.situation.line_in(lang, style),
            shanten_words(asked.shanten, lang),
            wrap(&table.join(&and), WIDTH),
            wrap(&words.join(&and), WIDTH)
        )
    }
}

/// How a hand is played.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TermsDocument {
    /// What is wanted most.
    pub objective: Aim,
    /// Whether riichi may be declared.
    pub riichi: bool,
    /// Whether the last draw is the last tile of the wall.
    pub haitei: bool,
    /// Whether a win may be refused for a better one.
    pub refuse: bool,
    /// How many others are ready at the end; `null` if nothing is paid then.
    pub others_tenpai: Option<u32>,
    #[serde(skip)]
    pub(crate) terms: Terms,
}

impl TermsDocument {
    pub(crate) fn new(terms: &Terms) -> Self {
        Self {
            objective: terms.aim,
            riichi: terms.riichi,
            haitei: terms.haitei,
            refuse: terms.refuse,
            others_tenpai: terms.others_ready,
            terms: *terms,
        }
    }

    /// What is not as usual, in words.
    pub(crate) fn words(&self, lang: Lang) -> Vec<String> {
        let mut words = Vec::new();
        if self.terms.aim != Aim::Score {
            words.push(tr!(lang, format!("score.for_{}", self.objective.name())));
        }
        if !self.riichi {
            words.push(tr!(lang, "score.no_riichi"));
        }
        if !self.haitei {
            words.push(tr!(lang, "score.no_haitei"));
        }
        if self.refuse {
            words.push(tr!(lang, "score.refuse"));
        }
        if let Some(n) = self.others_tenpai {
            words.push(tr!(lang, "score.others_tenpai", n = n));
        }
        words
    }
}

/// A complete hand by the tile that was drawn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WonDocument {
    /// The tile that was drawn.
    pub tile: String,
    /// Points of the hand itself, without riichi and other luck except that of the first turn;
    /// 0 without a yaku.
    pub points: u32,
    /// With counters and sticks.
    pub total: u32,
    /// How many yakuman.
    pub yakuman: u32,
    /// Every yaku, dora last.
    pub yaku: Vec<YakuDocument>,
}

impl WonDocument {
    /// Those of a complete hand.
    pub(crate) fn all(result: &ScoreResult) -> Vec<Self> {
        let document = |won: &Won| {
            let points = won.points.as_ref();
            Self {
                tile: won.tile.to_string(),
                points: points.map_or(0, Points::points),
                total: points.map_or(0, |points| points.payments().total),
                yakuman: points.map_or(0, Points::yakuman),
                yaku: points.map_or_else(Vec::new, YakuDocument::of),
            }
        };
        result.won().iter().map(document).collect()
    }
}

/// The least and the most that a complete hand brings, and what that rests on: the names of
/// yakuman, or that luck is left out. `None` without a yaku.
pub(crate) fn won_range(won: &[WonDocument], lang: Lang) -> Option<(u32, u32, String)> {
    let least = won.iter().map(|won| won.total).min()?;
    let best = won.iter().max_by_key(|won| won.total).filter(|best| best.points > 0)?;
    let note = if best.yakuman > 0 {
        let names = best.yaku.iter().map(|yaku| lang.pick([yaku.en, yaku.ja]));
        names.collect::<Vec<_>>().join(&tr!(lang, "score.yaku_and"))
    } else {
        tr!(lang, "score.without_luck")
    };
    Some((least, best.total, note))
}

/// What a complete hand brings, in words: those of `score` or of `advise`.
pub(crate) fn won_words(won: &[WonDocument], section: &str, lang: Lang) -> Option<String> {
    let key = |name: &str| format!("{section}.{name}");
    won_range(won, lang).map(|(least, most, note)| {
        if least == most {
            tr!(lang, key("won"), points = most, note = note)
        } else {
            tr!(lang, key("won_between"), least = least, most = most, note = note)
        }
    })
}
