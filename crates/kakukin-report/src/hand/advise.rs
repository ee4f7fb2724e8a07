//! What to discard, as players compare it, and why.

use crate::{
    Lang, SchemaName,
    hand::figures::WIDTH,
    hand::many::{OneOfMany, with_error},
    hand::others::AloneDocument,
    hand::played::{PlayedDocument, won_range, won_words},
    hand::query::shanten,
    hand::score::{AtTable, points},
    hand::shanten::{Useful, parse, shanten_words},
    hand::tiles::{TileStyle, name},
    layout::wrap,
    table::{Columns, if_known, or_dash, plain},
};
use kakukin_mahjong::{Advised, Aim, Reason, ScoreQuestion, ScoreResult, Tile};
use serde::Serialize;

/// Advice on a hand that has drawn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdviseDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The line of a file of hands, where the hand comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What was asked.
    #[serde(flatten)]
    pub played: PlayedDocument,
    /// In one sentence.
    pub headline: Sentence,
    /// Whether the best discard would be the same if nobody else did anything; left out where
    /// others do nothing, and where it is much work to find out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<AloneDocument>,
    /// Whether the answer hangs on the table, in one sentence; left out with `alone`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hangs: Option<Sentence>,
    /// The discards, the best first.
    pub discards: Vec<AdvisedDocument>,
    #[serde(skip)]
    can_riichi: bool,
}

/// A sentence in both languages.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sentence {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
}

impl Sentence {
    pub(crate) fn new(write: impl Fn(Lang) -> String) -> Self {
        Self { en: write(Lang::EN), ja: write(Lang::JA) }
    }
}

/// One discard, with all draws to come.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdvisedDocument {
    /// Its place; equal ones share it.
    pub rank: usize,
    /// The discard; a red five is `0p`.
    pub tile: String,
    /// Shanten afterwards; `null` if the hand cannot be completed any more.
    pub shanten: Option<i32>,
    /// Whether riichi is declared with it.
    pub riichi: bool,
    /// Draws that lower the shanten, with their unseen copies.
    pub useful: Vec<Useful>,
    /// All these copies together.
    pub useful_left: u32,
    /// Of the times that the hand becomes ready, the part with a good shape; null if it is never
    /// ready, or not known.
    pub good_shape: Option<f64>,
    /// The chance to win.
    pub win: f64,
    /// What others change; left out where nothing was said about them.
    #[serde(flatten)]
    pub at_table: AtTable<f64>,
    /// What throwing this tile costs on average; left out where no tile is dangerous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danger: Option<f64>,
    /// The chance to be ready at some time.
    pub tenpai: f64,
    /// The expected score.
    pub score: f64,
    /// Points of a win; `null` where there is none, or payments at the end count too.
    pub mean: Option<f64>,
    /// The score less that of the best discard, or the balance if that is wanted.
    pub difference: f64,
    /// Why it stands here: `only`, `equal`, `riichi`, `silence`, `distance`, `tiles`, `shape`,
    /// `value`, `later` or `cost`.
    pub reason: Reason,
    /// The discard that it is compared with; null if there is no other.
    pub against: Option<String>,
    /// The reason as a sentence.
    pub why: Sentence,
    /// Whether riichi would bring nothing more.
    #[serde(skip)]
    enough: bool,
}

impl AdvisedDocument {
    fn new(question: &ScoreQuestion, advised: &Advised, names: &[String]) -> Self {
        let prospect = advised.discard.prospect();
        let now = |list: &[f64]| list.last().copied().unwrap_or(0.0);
        let (useful, useful_left) = Useful::all(&advised.useful);
        Self {
            rank: advised.rank,
            tile: name((advised.discard.tile(), advised.discard.is_red())),
            shanten: advised.discard.distance().map(shanten),
            riichi: advised.discard.is_riichi(),
            useful,
            useful_left,
            good_shape: advised.good_shape,
            win: now(prospect.win()),
            at_table: AtTable::new(question, prospect, now),
            danger: (!question.dangers().is_empty())
                .then(|| question.danger(advised.discard.tile())),
            tenpai: now(prospect.tenpai()),
            score: now(prospect.score()),
            mean: advised.mean,
            difference: advised.difference,
            reason: advised.reason,
            against: advised.against.and_then(|k| names.get(k).cloned()),
            why: Sentence { en: String::new(), ja: String::new() },
            enough: advised.enough,
        }
    }

    /// Whether both can stand in one row.
    fn looks_like(&self, other: &Self) -> bool {
        let tiles =
            |x: &Self| x.useful.iter().map(|x| (x.tile.clone(), x.left)).collect::<Vec<_>>();
        self.rank == other.rank
            && self.shanten == other.shanten
            && self.riichi == other.riichi
            && tiles(self) == tiles(other)
            && rate(self.good_shape) == rate(other.good_shape)
            && self.danger == other.danger
    }

    fn waits(&self, style: TileStyle) -> String {
        style.tiles(self.wait_tiles())
    }

    fn wait_tiles(&self) -> impl Iterator<Item = Tile> {
        self.useful.iter().filter_map(|useful| parse(&useful.tile))
    }
}

/// `45.2 %`
fn rate(x: Option<f64>) -> String {
    x.map_or("-".into(), |x| format!("{:.1} %", 100.0 * x))
}

/// What a sentence of reasons is made of.
struct Compared<'a> {
    own: &'a AdvisedDocument,
    other: Option<&'a AdvisedDocument>,
    reason: Reason,
    /// Whether this is the better of the two.
    better: bool,
    /// Whether riichi could be declared.
    can_riichi: bool,
    aim: Aim,
}

impl Compared<'_> {
    fn sentence(&self, lang: Lang, style: TileStyle) -> String {
        let own = self.own;
        let waits = |key: &str| {
            let waits = style.all_spoken(own.wait_tiles(), lang);
            tr!(lang, format!("advise.{key}"), waits = waits, n = own.useful_left)
        };
        match (self.reason, self.other) {
            (Reason::Riichi, _) => waits("riichi"),
            (Reason::Silence, _) if own.useful.is_empty() => tr!(lang, "advise.no_waits"),
            (Reason::Silence, _) if !self.can_riichi => waits("ready"),
            (Reason::Silence, _) => waits(if own.enough { "enough" } else { "silence" }),
            (_, None) => tr!(lang, "advise.only"),
            (reason, Some(other)) => self.beside(reason, other, lang, style),
        }
    }

    fn beside(
        &self,
        reason: Reason,
        other: &AdvisedDocument,
        lang: Lang,
        style: TileStyle,
    ) -> String {
        let own = self.own;
        let tile = style.spoken(&other.tile, lang);
        let by = |key: &str, mine: String, theirs: String| {
            // Figures that look alike explain nothing.
            let key = if mine == theirs { "nearly" } else { key };
            tr!(lang, format!("advise.{key}"), own = mine, other = theirs, tile = tile)
        };
        match (reason, own.mean, other.mean) {
            (Reason::Equal, ..) => tr!(lang, "advise.equal", tile = tile),
            (Reason::Distance, ..) if self.better => tr!(lang, "advise.nearer", tile = tile),
            (Reason::Distance, ..) if own.shanten.is_none() => tr!(lang, "mahjong.impossible"),
            (Reason::Distance, ..) => {
                let words = |x: &AdvisedDocument| shanten_words(x.shanten, lang);
                by("farther", words(own), words(other))
            }
            (Reason::Tiles, ..) => {
                let key = if own.shanten == Some(0) { "waits" } else { "tiles" };
                by(key, own.useful_left.to_string(), other.useful_left.to_string())
            }
            (Reason::Shape, ..) => by("shape", rate(own.good_shape), rate(other.good_shape)),
            (Reason::Cost, ..) => {
                let lost = |x: &AdvisedDocument| {
                    format!("{:.0}", x.score - x.at_table.balance.unwrap_or(x.score))
                };
                by(if self.better { "cheaper" } else { "dearer" }, lost(own), lost(other))
            }
            (Reason::Value, Some(mine), Some(theirs)) => {
                by("value", format!("{mine:.0}"), format!("{theirs:.0}"))
            }
            (Reason::Value, ..) => {
                tr!(lang, if self.better { "advise.more_points" } else { "advise.fewer_points" })
            }
            _ if self.aim == Aim::Tenpai => {
                by("tenpai", rate(Some(own.tenpai)), rate(Some(other.tenpai)))
            }
            _ => {
                let key = if self.better { "later" } else { "later_worse" };
                by(key, rate(Some(own.win)), rate(Some(other.win)))
            }
        }
    }
}

impl AdviseDocument {
    /// The document of advice.
    pub fn new(result: &ScoreResult) -> Self {
        let advised = result.advice.as_ref().map_or(&[][..], |advice| &advice.discards);
        let names: Vec<String> = advised
            .iter()
            .map(|advised| name((advised.discard.tile(), advised.discard.is_red())))
            .collect();
        let discards =
            advised.iter().map(|own| AdvisedDocument::new(&result.question, own, &names));
        let document = Self {
            schema: SchemaName::default(),
            line: None,
            played: PlayedDocument::new(result),
            headline: Sentence { en: String::new(), ja: String::new() },
            alone: AloneDocument::new(result),
            hangs: None,
            discards: discards.collect(),
            can_riichi: result.question.may_declare(),
        };
        let why = |own: &AdvisedDocument| {
            let compared = document.compared(own);
            Sentence::new(|lang| compared.sentence(lang, TileStyle::Letters))
        };
        let reasons: Vec<Sentence> = document.discards.iter().map(why).collect();
        let headline = Sentence::new(|lang| document.headline(lang, TileStyle::Letters));
        let hangs = document
            .hangs_on_table(Lang::EN, TileStyle::Letters)
            .zip(document.hangs_on_table(Lang::JA, TileStyle::Letters));
        let hangs = hangs.map(|(en, ja)| Sentence { en, ja });
        let mut document = Self { headline, hangs, ..document };
        for (discard, why) in document.discards.iter_mut().zip(reasons) {
            discard.why = why;
        }
        document
    }

    /// A discard and what it is compared with.
    fn compared<'a>(&'a self, own: &'a AdvisedDocument) -> Compared<'a> {
        let against = own.against.as_ref();
        let other = against.and_then(|tile| self.discards.iter().find(|x| x.tile == *tile));
        let better = self.discards.first().is_some_and(|first| first.tile == own.tile);
        let (can_riichi, aim) = (self.can_riichi, self.played.terms.objective);
        Compared { own, other, reason: own.reason, better, can_riichi, aim }
    }

    /// Whether the answer hangs on the table, in one sentence.
    fn hangs_on_table(&self, lang: Lang, style: TileStyle) -> Option<String> {
        let others = self.played.asked.others.as_ref()?;
        others.advice(self.alone.as_ref(), |tile| style.announced(tile, lang), lang)
    }

    /// What to do, in one sentence.
    fn headline(&self, lang: Lang, style: TileStyle) -> String {
        let Some(first) = self.discards.first().filter(|_| self.played.asked.shanten.is_some())
        else {
            // Without a move to spare a complete hand has nothing to throw.
            let won = won_words(&self.played.won, "advise", lang);
            let key =
                if self.played.won.is_empty() { "advise.hopeless" } else { "score.won_nothing" };
            return won.unwrap_or_else(|| tr!(lang, key));
        };
        let best = self.discards.iter().filter(|x| x.rank == 1);
        let tiles: Vec<String> = best.map(|x| style.announced(&x.tile, lang)).collect();
        // `2p, 3p or 7p`
        let (last, others) = tiles.split_last().map_or(("", &[][..]), |(x, y)| (x.as_str(), y));
        let tile = match others {
            [] => last.to_string(),
            _ => others.join(&tr!(lang, "advise.list")) + &tr!(lang, "advise.or") + last,
        };
        let key = match (first.riichi, tiles.len()) {
            (true, _) => "throw_riichi",
            (_, 1) => "throw",
            _ => "throw_any",
        };
        let throw = tr!(lang, format!("advise.{key}"), tile = tile);
        if self.played.won.is_empty() {
            return throw;
        }
        let join = |won: String, on: String| tr!(lang, "advise.won_or", won = won, on = on);
        let Some((_, most, _)) = won_range(&self.played.won, lang) else {
            return join(tr!(lang, "score.won_nothing"), throw);
        };
        let score = points(first.score);
        // Only who may refuse a win has a choice.
        if self.played.terms.refuse && first.score > f64::from(most) {
            let won = tr!(lang, "advise.won_less", points = most, score = score);
            return join(won, throw);
        }
        let on = tr!(lang, format!("advise.go_on_{key}"), tile = tile, score = score);
        join(won_words(&self.played.won, "advise", lang).unwrap_or_default(), on)
    }

    /// Discards that look alike are one row of text. `told`: whether wins by ron and balances have
    /// columns.
    fn columns<'a>(style: TileStyle, told: (bool, bool)) -> Columns<'a, Row<'a>> {
        let difference = |x: f64| if x.abs() < 0.05 { String::new() } else { format!("{x:+.1}") };
        let always = |x: f64| rate(Some(x));
        Columns::<Row<'a>>::new()
            .csv("line", |row| row.document.line)
            .csv("hand", |row| row.document.played.asked.hand.as_str())
            .both("rank", "#", |row| row.first().rank, plain)
            .both("discard", "mahjong.discard", move |row| tiles(&row.own, style), plain)
            .left()
            .csv("riichi", |row| row.first().riichi)
            .both("shanten", "mahjong.shanten_word", |row| row.first().shanten, or_dash(plain))
            .both("useful", "advise.useful", move |row| row.first().waits(style), plain)
            .left()
            .both("useful_left", "mahjong.left", |row| row.first().useful_left, plain)
            .both("good_shape", "advise.good_shape", |row| row.first().good_shape, rate)
            .both("win", "score.win_rate", |row| row.first().win, always)
            .only(told.0)
            .both("win_tsumo", "others.tsumo", |row| row.first().at_table.win_tsumo, rate)
            .both("win_ron", "others.ron", |row| row.first().at_table.win_ron, rate)
            .only(true)
            .both("tenpai", "score.tenpai_rate", |row| row.first().tenpai, always)
            .both("score", "score.score", |row| row.first().score, points)
            .only(told.1)
            .both("balance", "others.balance", |row| row.first().at_table.balance, if_known(points))
            .optional()
            .both("danger", "others.danger", |row| row.first().danger, if_known(points))
            .optional()
            .only(true)
            .csv("mean", |row| row.first().mean)
            .both("difference", "advise.difference", |row| row.first().difference, difference)
            .csv("reason", |row| row.first().reason.name())
            .csv("against", |row| row.first().against.clone())
    }

    /// The columns of this document.
    fn own_columns(&self, style: TileStyle) -> Columns<'_, Row<'_>> {
        let told = self.played.asked.others.is_some();
        let balanced = self.discards.iter().any(|own| own.at_table.balance.is_some());
        Self::columns(style, (told, told || balanced))
    }

    /// A row for each discard.
    fn rows(&self) -> Vec<Row<'_>> {
        self.discards.iter().map(|own| Row { document: self, own: vec![own] }).collect()
    }

    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let mut text = self.played.head(None, lang, style);
        let hangs = self.hangs_on_table(lang, style);
        let lines = [Some(self.headline(lang, style)), hangs];
        for line in lines.iter().flatten() {
            text += &format!("\n{}\n", wrap(line, WIDTH));
        }
        if self.discards.is_empty() || self.played.asked.shanten.is_none() {
            return text;
        }
        let mut rows: Vec<Row<'_>> = Vec::new();
        for own in self.rows() {
            match rows.iter_mut().find(|row| own.first().looks_like(row.first())) {
                Some(row) => row.own.extend(own.own),
                None => rows.push(own),
            }
        }
        text += &format!("\n{}", self.own_columns(style).to_text(&rows, lang));
        let reasons = Columns::new()
            .text("#", |row: &Row<'_>| row.first().rank.to_string())
            .text("mahjong.discard", |row| tiles(&row.own, style))
            .left()
            .text("advise.why", |row| {
                let mut compared = self.compared(row.first());
                // Equal to what stands in the same row: there is no other.
                compared.other = compared.other.filter(|other| !row.first().looks_like(other));
                compared.sentence(lang, style)
            })
            .left();
        text += &format!("\n{}", reasons.to_text(&rows, lang));
        let paid = self.played.terms.others_tenpai.is_some();
        let at_table = self.discards.iter().any(|own| own.at_table.balance.is_some());
        let note = match (at_table, paid) {
            (true, false) => "advise.note_table",
            (true, true) => "advise.note_table_paid",
            (false, false) => "advise.note",
            (false, true) => "advise.note_paid",
        };
        text + &format!("\n{}\n", wrap(&tr!(lang, note), WIDTH))
    }

    /// One CSV row for each discard.
    pub fn csv(&self) -> String {
        self.own_columns(TileStyle::Letters).to_csv(&self.rows())
    }
}

impl OneOfMany for AdviseDocument {
    fn number(&mut self, line: usize) {
        self.line = Some(line);
    }

    fn line_text(&self, lang: Lang, style: TileStyle) -> String {
        let asked = &self.played.asked;
        let parts = [
            asked.situation.line_in(lang, style),
            shanten_words(asked.shanten, lang),
            self.headline(lang, style),
        ];
        parts.join("  ") + "\n"
    }

    fn lines_header() -> String {
        with_error(Self::columns(TileStyle::Letters, (true, true))).csv_header()
    }

    fn lines_rows(&self) -> String {
        with_error(Self::columns(TileStyle::Letters, (true, true))).csv_rows(&self.rows())
    }
}

/// A discard of a document, or some that look alike.
struct Row<'a> {
    document: &'a AdviseDocument,
    own: Vec<&'a AdvisedDocument>,
}

impl<'a> Row<'a> {
    fn first(&self) -> &'a AdvisedDocument {
        self.own[0]
    }
}

/// Discards of one row.
fn tiles(row: &[&AdvisedDocument], style: TileStyle) -> String {
    style.equal(&row.iter().map(|own| own.tile.as_str()).collect::<Vec<_>>())
}
