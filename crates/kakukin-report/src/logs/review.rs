//! Decisions of real games beside the advice: one by one, the costliest, and averages.

use super::read::{LogsReadDocument, player_name, round_name, sanitize_file};
use crate::{
    Document, GameFormat, Lang, SchemaName, csv::csv_table, hand::tiles::name as tile_name,
    layout::hundredths, table::Columns,
};
use kakukin_logs::{Decision, Round};
use kakukin_mahjong::{Advice, Advised, Reason};
use serde::Serialize;
use std::io::{self, Write};

/// How many of the costliest decisions are told.
const COSTLIEST: usize = 10;

/// A review of games.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The decisions, in the order of the games.
    pub decisions: Vec<ReviewedDocument>,
    /// Averages by player.
    pub players: Vec<PlayerReviewDocument>,
    /// What was read.
    pub read: LogsReadDocument,
}

/// A decision beside the advice.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedDocument {
    /// The file.
    pub file: String,
    /// The round in the file, from 0.
    pub round: usize,
    /// The seat as in the file, from 0.
    pub seat: usize,
    /// The name of the player; empty if it is not known.
    pub name: String,
    /// How many tiles the seat has drawn so far.
    pub turn: u32,
    /// The concealed tiles before the discard; red fives are 0.
    pub hand: String,
    /// Melds, in their order.
    pub melds: Vec<String>,
    /// What was discarded.
    pub discard: String,
    /// Whether riichi was declared with it.
    pub riichi: bool,
    /// The best discard; empty if the advice says nothing.
    pub best: String,
    /// Whether riichi was to be declared with the best discard.
    pub best_riichi: bool,
    /// The points of the expected score that were given up; nothing if the advice says nothing
    /// about what was discarded.
    pub loss: Option<f64>,
    /// The chance to win that was given up; below 0 if it was raised at the cost of points.
    pub win_loss: Option<f64>,
    /// Whether another is in riichi or has three open melds: attack alone does not decide then.
    pub marked: bool,
    /// Shanten before the discard.
    pub shanten: Option<i32>,
    /// Draws to come.
    pub draws_left: u32,
    /// The indicators.
    pub dora: String,
    /// All other tiles that the seat sees beside its own hand and the indicators.
    pub seen: String,
    /// Counters.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// Who is in riichi.
    pub in_riichi: Vec<bool>,
    /// The discards compared, the best first.
    pub options: Vec<ReviewOptionDocument>,
}

/// A discard that was possible.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewOptionDocument {
    /// The discard; a red five is `0p`.
    pub tile: String,
    /// Whether riichi is declared with it.
    pub riichi: bool,
    /// The expected score.
    pub score: f64,
    /// The chance to win.
    pub win: f64,
    /// The unseen copies of useful tiles.
    pub useful: u32,
}

/// How somebody played.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerReviewDocument {
    /// The name, or the seat where there is none.
    pub name: String,
    /// All decisions that count.
    pub all: LossDocument,
    /// By shanten before the discard, 0 being ready; the last has all that are farther.
    pub by_shanten: Vec<LossDocument>,
    /// Decisions under threat, which do not count unless asked for.
    pub marked: u64,
    /// Decisions about which the advice says nothing.
    pub unreviewed: u64,
}

/// What decisions gave up on average.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossDocument {
    /// How many decisions.
    pub decisions: u64,
    /// The share of them that were the best; 0 if there is none.
    pub best: f64,
    /// Its standard error.
    pub best_error: f64,
    /// The points given up on average.
    pub loss: f64,
    /// Its standard error.
    pub loss_error: f64,
    /// The chance to win given up on average.
    pub win_loss: f64,
}

impl LossDocument {
    /// From how many there were, how many were the best, and sums of losses, of their squares and
    /// of chances to win.
    pub fn new(decisions: u64, best: u64, loss: f64, squares: f64, win_loss: f64) -> Self {
        let n = decisions as f64;
        let mean = |sum: f64| if decisions > 0 { sum / n } else { 0.0 };
        let (share, points) = (mean(best as f64), mean(loss));
        let spread = (squares - n * points * points).max(0.0);
        Self {
            decisions,
            best: share,
            best_error: if decisions > 0 { (share * (1.0 - share) / n).sqrt() } else { 0.0 },
            loss: points,
            loss_error: if decisions > 1 { (spread / (n * (n - 1.0))).sqrt() } else { 0.0 },
            win_loss: mean(win_loss),
        }
    }
}

/// What the advice says of a decision: what is told is read off it.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// The discards compared, the best first.
    pub advice: &'a Advice,
    /// Shanten before the discard.
    pub shanten: Option<i32>,
    /// The place of what was discarded.
    pub chosen: Option<usize>,
    /// Points given up.
    pub loss: Option<f64>,
    /// Chance to win given up.
    pub win_loss: Option<f64>,
}

impl ReviewedDocument {
    /// A decision of a round in a file, and what the advice says of it, if anything.
    pub fn new(file: &str, round: &Round, decision: &Decision, told: Option<Told<'_>>) -> Self {
        let best = told.and_then(|told| told.advice.discards.first());
        let name =
            |advised: &Advised| tile_name((advised.discard.tile(), advised.discard.is_red()));
        let option = |advised: &Advised| {
            let prospect = advised.discard.prospect();
            let now = |all: &[f64]| all.last().copied().unwrap_or(0.0);
            ReviewOptionDocument {
                tile: name(advised),
                riichi: advised.discard.is_riichi(),
                score: now(prospect.score()),
                win: now(prospect.win()),
                useful: advised.tiles(),
            }
        };
        let options = told.map(|told| told.advice.discards.iter().map(option).collect());
        Self {
            file: file.into(),
            round: decision.round,
            seat: decision.seat,
            name: round.game.names.get(decision.seat).cloned().unwrap_or_default(),
            turn: decision.turn,
            hand: decision.hand.to_string(),
            melds: decision.melds.iter().map(ToString::to_string).collect(),
            discard: decision.discard.to_string(),
            riichi: decision.riichi,
            best: best.map(name).unwrap_or_default(),
            best_riichi: best.is_some_and(|best| best.discard.is_riichi()),
            loss: told.and_then(|told| told.loss),
            win_loss: told.and_then(|told| told.win_loss),
            marked: decision.threatened,
            shanten: told.and_then(|told| told.shanten),
            draws_left: decision.draws_left,
            dora: decision.dora.iter().map(ToString::to_string).collect(),
            seen: decision.seen.to_string(),
            honba: decision.honba,
            sticks: decision.sticks,
            scores: decision.scores.clone(),
            in_riichi: decision.in_riichi.clone(),
            options: options.unwrap_or_default(),
        }
    }

    fn csv(&self) -> String {
        csv_table!([self], |own| {
            file: own.file,
            round: own.round,
            seat: own.seat,
            name: own.name,
            turn: own.turn,
            hand: own.hand,
            melds: own.melds.join(" "),
            discard: own.discard,
            riichi: own.riichi,
            best: own.best,
            best_riichi: own.best_riichi,
            loss: own.loss,
            win_loss: own.win_loss,
            marked: own.marked,
            shanten: own.shanten,
            draws_left: own.draws_left,
            dora: own.dora,
            seen: own.seen,
            honba: own.honba,
            sticks: own.sticks,
        })
    }
}

/// One of the costliest decisions, as it is told.
#[derive(Debug)]
struct Costly {
    loss: f64,
    line: String,
}

/// Decisions written one by one.
#[derive(Debug)]
pub struct ReviewList<W> {
    out: W,
    format: GameFormat,
    lang: Lang,
    /// Averages alone.
    summary: bool,
    marked: bool,
    decisions: u64,
    file: String,
    costliest: Vec<Costly>,
    written: io::Result<()>,
}

impl<W: Write> ReviewList<W> {
    /// A list without decisions; with `summary` only averages are written, with `marked` also
    /// decisions under threat are among the costliest.
    pub fn new(mut out: W, format: GameFormat, lang: Lang, summary: bool, marked: bool) -> Self {
        let written = match format {
            GameFormat::Json => {
                write!(out, "{{\"schema\": \"{}\", \"decisions\": [", ReviewDocument::SCHEMA)
            }
            _ => Ok(()),
        };
        Self {
            out,
            format,
            lang,
            summary,
            marked,
            decisions: 0,
            file: String::new(),
            costliest: Vec::new(),
            written,
        }
    }

    /// A round with its decisions.
    pub fn add(&mut self, file: &str, round: &Round, decisions: &[(&Decision, Option<Told<'_>>)]) {
        if self.written.is_ok() {
            self.written = self.write(file, round, decisions);
        }
    }

    fn write(
        &mut self,
        file: &str,
        round: &Round,
        decisions: &[(&Decision, Option<Told<'_>>)],
    ) -> io::Result<()> {
        let lang = self.lang;
        let text = self.format == GameFormat::Text;
        if text && !self.summary && self.file != file {
            writeln!(self.out, "{}", sanitize_file(file))?;
            self.file = file.into();
        }
        let (mut counted, mut lost) = (0, 0.0);
        for (decision, told) in decisions {
            let document = ReviewedDocument::new(file, round, decision, *told);
            let counts = self.marked || !document.marked;
            if let (Some(loss), Some(told), true) = (document.loss, told, counts) {
                counted += 1;
                lost += loss;
                self.remember(&document, round, told, loss);
            }
            if self.summary {
                continue;
            }
            let first = self.decisions == 0;
            self.decisions += 1;
            match self.format {
                GameFormat::Text => {}
                GameFormat::Csv => {
                    let table = document.csv();
                    let rows = table.split_once('\n').map_or("", |(_, rows)| rows);
                    self.out.write_all(if first { &table } else { rows }.as_bytes())?;
                }
                GameFormat::Json => {
                    self.out.write_all(if first { "\n" } else { ",\n" }.as_bytes())?;
                    serde_json::to_writer(&mut self.out, &document)?;
                }
                GameFormat::Jsonl => {
                    serde_json::to_writer(&mut self.out, &document)?;
                    writeln!(self.out)?;
                }
            }
        }
        if text && !self.summary {
            let (round, lost) = (round_name(round, lang), format!("{lost:.0}"));
            let line = tr!(lang, "review.round", round = round, decisions = counted, loss = lost);
            writeln!(self.out, "  {line}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Keeps it if it is among the costliest.
    fn remember(&mut self, own: &ReviewedDocument, round: &Round, told: &Told<'_>, loss: f64) {
        let least = self.costliest.last().map_or(0.0, |costly| costly.loss);
        if loss < 0.5 || (self.costliest.len() >= COSTLIEST && loss <= least) {
            return;
        }
        let line = own.line(round, told, self.lang);
        let at = self.costliest.partition_point(|costly| costly.loss >= loss);
        self.costliest.insert(at, Costly { loss, line });
        self.costliest.truncate(COSTLIEST);
    }

    /// Why not everything could be written, once.
    pub fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))
    }

    /// Ends the list with the averages.
    pub fn end(
        mut self,
        players: &[PlayerReviewDocument],
        read: &LogsReadDocument,
    ) -> io::Result<()> {
        self.check()?;
        let lang = self.lang;
        match self.format {
            GameFormat::Json => {
                write!(self.out, "\n], \"players\": ")?;
                serde_json::to_writer(&mut self.out, players)?;
                write!(self.out, ", \"read\": ")?;
                serde_json::to_writer(&mut self.out, read)?;
                writeln!(self.out, "}}")?;
            }
            GameFormat::Jsonl if self.summary => {
                for player in players {
                    serde_json::to_writer(&mut self.out, player)?;
                    writeln!(self.out)?;
                }
            }
            GameFormat::Csv if self.summary => {
                self.out.write_all(summary_csv(players).as_bytes())?;
            }
            GameFormat::Text => {
                if !self.costliest.is_empty() && !self.summary {
                    writeln!(self.out, "\n{}", tr!(lang, "review.costliest"))?;
                    for costly in &self.costliest {
                        writeln!(self.out, "  {}", costly.line)?;
                    }
                }
                if !self.summary {
                    writeln!(self.out)?;
                }
                self.out.write_all(summary_text(players, lang).as_bytes())?;
                writeln!(self.out, "\n{}", tr!(lang, "review.note"))?;
            }
            _ => {}
        }
        self.out.flush()
    }
}

impl ReviewedDocument {
    /// One of the costliest, in a line.
    fn line(&self, round: &Round, told: &Told<'_>, lang: Lang) -> String {
        let who = player_name(round, self.seat, lang);
        let place = round_name(round, lang);
        let hand = [vec![self.hand.clone()], self.melds.clone()].concat().join(" ");
        let riichi = |tile: &str, riichi: bool| match riichi {
            true => tr!(lang, "review.with_riichi", tile = tile),
            false => tile.to_string(),
        };
        let (own, best) =
            (riichi(&self.discard, self.riichi), riichi(&self.best, self.best_riichi));
        let loss = format!("{:.0}", self.loss.unwrap_or(0.0));
        let why = self.why(told, lang);
        let turn = self.turn;
        let head = tr!(lang, "review.place", who = who, round = place, turn = turn);
        let what = tr!(lang, "review.instead", hand = hand, own = own, best = best, loss = loss);
        format!("{head}: {what}{why}")
    }

    /// Why the best is better than what was done.
    fn why(&self, told: &Told<'_>, lang: Lang) -> String {
        let Some(own) = told.chosen.and_then(|place| told.advice.discards.get(place)) else {
            return String::new();
        };
        let Some(best) = told.advice.discards.first() else { return String::new() };
        let key = match own.reason {
            _ if self.best_riichi && !self.riichi && own.rank == 1 => "riichi",
            Reason::Distance => "distance",
            Reason::Tiles => "tiles",
            Reason::Shape => "shape",
            Reason::Value => "value",
            Reason::Later => "later",
            _ => return String::new(),
        };
        let mean = |x: Option<f64>| format!("{:.0}", x.unwrap_or(0.0));
        let (theirs, ours) = match key {
            "value" => (mean(own.mean), mean(best.mean)),
            _ => (own.tiles().to_string(), best.tiles().to_string()),
        };
        tr!(lang, format!("review.why.{key}"), own = theirs, best = ours)
    }
}

fn summary_text(players: &[PlayerReviewDocument], lang: Lang) -> String {
    let mut text = String::new();
    for player in players {
        let name = crate::sanitize(&player.name);
        let (marked, unreviewed) = (player.marked, player.unreviewed);
        let all = player.all.decisions;
        text += &tr!(lang, "review.player", name = name, decisions = all);
        if marked > 0 {
            text += &tr!(lang, "review.marked", marked = marked);
        }
        if unreviewed > 0 {
            text += &tr!(lang, "review.unreviewed", count = unreviewed);
        }
        text.push('\n');
        let last = player.by_shanten.len().saturating_sub(1);
        let shanten = |(k, own): (usize, &LossDocument)| {
            let name = match k {
                0 => tr!(lang, "review.ready"),
                _ if k == last => tr!(lang, "review.shanten_or_more", shanten = k),
                _ => tr!(lang, "review.shanten", shanten = k),
            };
            (name, *own)
        };
        let mut rows = vec![(tr!(lang, "review.all"), player.all)];
        rows.extend(player.by_shanten.iter().enumerate().map(shanten));
        rows.retain(|(_, own)| own.decisions > 0);
        let columns = Columns::new()
            .text("review.of", |row: &(String, LossDocument)| row.0.clone())
            .left()
            .text("review.decisions", |row| row.1.decisions.to_string())
            .text("review.best_share", |row| {
                format!("{} ± {}", hundredths(row.1.best), hundredths(row.1.best_error))
            })
            .text("review.loss", |row| format!("{:.1} ± {:.1}", row.1.loss, row.1.loss_error))
            .text("review.win_loss", |row| format!("{:.2}", 100.0 * row.1.win_loss));
        text += &columns.to_text(&rows, lang);
        text.push('\n');
    }
    text.trim_end().to_string() + "\n"
}

fn summary_csv(players: &[PlayerReviewDocument]) -> String {
    let all = players.iter().flat_map(|player| {
        let row = move |shanten: Option<usize>, own: LossDocument| (player, shanten, own);
        let by = player.by_shanten.iter().enumerate().map(move |(k, own)| row(Some(k), *own));
        std::iter::once(row(None, player.all)).chain(by)
    });
    csv_table!(all, |(player, shanten, own)| {
        name: player.name,
        shanten: shanten,
        decisions: own.decisions,
        best: own.best,
        best_error: own.best_error,
        loss: own.loss,
        loss_error: own.loss_error,
        win_loss: own.win_loss,
        marked: player.marked,
        unreviewed: player.unreviewed,
    })
}
