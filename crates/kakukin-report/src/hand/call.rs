//! Whether to call a tile that another has just discarded.

use crate::{
    Lang, SchemaName,
    hand::advise::Sentence,
    hand::figures::WIDTH,
    hand::played::{PlayedDocument, TermsDocument},
    hand::points::StakesDocument,
    hand::query::shanten,
    hand::score::points,
    hand::shanten::HandDocument,
    hand::tiles::{TileStyle, name},
    layout::wrap,
    table::{Columns, or_dash, plain},
};
use kakukin_mahjong::{CallResult, MeldKind, Prospect, ScoreResult, Seat};
use serde::Serialize;

/// What to do about an offered tile.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The hand and its melds on one line.
    pub hand: String,
    /// The hand and everything seen, the offered tile too.
    pub situation: HandDocument,
    /// Of the hand before the call; `null` if it cannot be completed any more.
    pub shanten: Option<i32>,
    /// Unseen tiles.
    pub unseen: u32,
    /// Draws that are left if the tile is not called.
    pub draws_left: usize,
    /// For what is played.
    #[serde(flatten)]
    pub stakes: StakesDocument,
    /// How it is played.
    #[serde(flatten)]
    pub terms: TermsDocument,
    /// What the text says of the hand.
    #[serde(skip)]
    played: PlayedDocument,
    /// The tile; a red five is `0p`.
    pub offered: String,
    /// Who discarded it: `left`, `across` or `right`.
    pub from: Seat,
    /// Whether it completes the hand.
    pub completes: bool,
    /// Whether the best way to call is better than to pass.
    pub call: bool,
    /// In one sentence.
    pub headline: Sentence,
    /// What the hand can expect if it passes.
    pub pass: CallFigures,
    /// The ways to call that bring the hand nearer, the best first.
    pub ways: Vec<CallWayDocument>,
}

/// A way to call.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallWayDocument {
    /// The meld, as it is typed.
    pub meld: String,
    /// What may be discarded after it, the best first.
    pub discards: Vec<CallDiscard>,
}

/// A discard after a call.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallDiscard {
    /// The discard; a red five is `0p`.
    pub tile: String,
    /// Shanten afterwards.
    pub shanten: i32,
    /// What the rest can expect.
    #[serde(flatten)]
    pub figures: CallFigures,
}

/// What a hand can expect with all draws to come.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallFigures {
    /// The expected score.
    pub score: f64,
    /// The chance to win.
    pub win: f64,
    /// The chance to win by a discard, which is part of that.
    pub win_ron: f64,
    /// The chance to be ready at some time.
    pub tenpai: f64,
    /// The score less that of the best choice.
    pub difference: f64,
}

impl CallFigures {
    fn new(prospect: Option<&Prospect>) -> Self {
        let now = |list: fn(&Prospect) -> &[f64]| {
            prospect.and_then(|own| list(own).last().copied()).unwrap_or(0.0)
        };
        Self {
            score: now(Prospect::score),
            win: now(Prospect::win),
            win_ron: now(Prospect::ron),
            tenpai: now(Prospect::tenpai),
            difference: 0.0,
        }
    }
}

/// A row of the table: a way to call with a discard, or to pass.
struct Choice<'d> {
    way: Option<&'d CallWayDocument>,
    discard: Option<&'d CallDiscard>,
    figures: &'d CallFigures,
}

impl CallDocument {
    /// The document of an answer.
    pub fn new(result: &CallResult) -> Self {
        let CallResult { question, answer } = result;
        let pass = ScoreResult::new(question.pass().clone(), answer.pass().clone());
        let ways = answer.ways().iter().map(|way| CallWayDocument {
            meld: way.meld().to_string(),
            discards: way
                .answer()
                .discards()
                .iter()
                .map(|own| CallDiscard {
                    tile: name((own.tile(), own.is_red())),
                    shanten: own.distance().map_or(0, shanten),
                    figures: CallFigures::new(Some(own.prospect())),
                })
                .collect(),
        });
        let played = PlayedDocument::new(&pass);
        let mut document = Self {
            schema: SchemaName::default(),
            hand: played.asked.hand.clone(),
            situation: played.asked.situation.clone(),
            shanten: played.asked.shanten,
            unseen: played.asked.unseen,
            draws_left: played.asked.draws_left,
            stakes: played.stakes.clone(),
            terms: played.terms.clone(),
            played,
            offered: name(question.tile()),
            from: question.from(),
            completes: question.completes(),
            call: answer.is_call(),
            headline: Sentence::new(|_| String::new()),
            pass: CallFigures::new(answer.pass().waiting()),
            ways: ways.collect(),
        };
        let first = document.ways.first().and_then(|way| way.discards.first());
        let best = first.filter(|_| document.call).map_or(document.pass, |own| own.figures).score;
        let all = document.ways.iter_mut().flat_map(|way| &mut way.discards);
        for figures in all.map(|own| &mut own.figures).chain([&mut document.pass]) {
            figures.difference = figures.score - best;
        }
        document.headline = Sentence::new(|lang| document.headline(lang, TileStyle::Letters));
        document
    }

    /// What to do, in one sentence.
    fn headline(&self, lang: Lang, style: TileStyle) -> String {
        let tile = style.announced(&self.offered, lang);
        if self.completes {
            return tr!(lang, "call.completes", tile = tile);
        }
        let Some((way, first)) =
            self.ways.first().and_then(|way| Some((way, way.discards.first()?)))
        else {
            return tr!(lang, "call.nothing", tile = tile);
        };
        if !self.call {
            return tr!(lang, "call.pass");
        }
        let discard = style.announced(&first.tile, lang);
        tr!(lang, "call.call", meld = way.words(lang, style), tile = discard)
    }

    fn columns(&self, lang: Lang, style: TileStyle) -> Columns<'_, Choice<'_>> {
        let rate = |x: f64| format!("{:.1} %", 100.0 * x);
        let difference = |x: f64| if x.abs() < 0.05 { String::new() } else { format!("{x:+.1}") };
        Columns::<Choice<'_>>::new()
            .csv("hand", |_| self.hand.as_str())
            .csv("offered", |_| self.offered.as_str())
            .csv("from", |_| self.from.name())
            .csv("call", |row| row.way.map(|way| way.meld.clone()))
            .text("call.what", move |row: &Choice<'_>| match row.way {
                Some(way) => way.words(lang, style),
                None => tr!(lang, "call.pass_word"),
            })
            .left()
            .csv("discard", |row| row.discard.map(|own| own.tile.clone()))
            .text("mahjong.discard", move |row| {
                row.discard.map_or(String::new(), |own| style.named(&own.tile))
            })
            .left()
            .both(
                "shanten",
                "mahjong.shanten_word",
                |row| match row.discard {
                    Some(own) => Some(own.shanten),
                    None => self.shanten,
                },
                or_dash(plain),
            )
            .both("win", "score.win_rate", |row| row.figures.win, rate)
            .both("win_ron", "call.ron", |row| row.figures.win_ron, rate)
            .both("tenpai", "score.tenpai_rate", |row| row.figures.tenpai, rate)
            .both("score", "score.score", |row| row.figures.score, points)
            .both("difference", "advise.difference", |row| row.figures.difference, difference)
    }

    /// To pass, and every way to call with every discard; the best first.
    fn choices(&self) -> Vec<Choice<'_>> {
        let of = |way| {
            let row =
                move |own| Choice { way: Some(way), discard: Some(own), figures: &own.figures };
            way.discards.iter().map(row)
        };
        let mut rows: Vec<Choice<'_>> = self.ways.iter().flat_map(of).collect();
        let pass = Choice { way: None, discard: None, figures: &self.pass };
        let better = |row: &Choice<'_>| self.call && row.figures.score > pass.figures.score;
        let at = rows.iter().take_while(|row| better(row)).count();
        rows.insert(at, pass);
        rows
    }

    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let mut text = self.played.head(None, lang, style);
        text += &format!("\n{}\n", wrap(&self.headline(lang, style), WIDTH));
        text += &format!("\n{}", self.columns(lang, style).to_text(&self.choices(), lang));
        text + &format!("\n{}\n", wrap(&tr!(lang, "call.note"), WIDTH))
    }

    /// One CSV row for each choice.
    pub fn csv(&self) -> String {
        self.columns(Lang::EN, TileStyle::Letters).to_csv(&self.choices())
    }
}

impl CallWayDocument {
    /// `pon 555z`
    fn words(&self, lang: Lang, style: TileStyle) -> String {
        let Ok(meld) = self.meld.parse::<kakukin_mahjong::Meld>() else { return self.meld.clone() };
        let key = if meld.kind() == MeldKind::Chi { "call.chi" } else { "call.pon" };
        let tiles = match style {
            TileStyle::Letters => meld.bag().to_string(),
            TileStyle::Unicode => style.tiles(meld.tiles().iter()),
        };
        tr!(lang, key, tiles = tiles)
    }
}
