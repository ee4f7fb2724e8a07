//! Rounds of logs, written one by one as they are read: in words, as a table, as one document, or
//! as mjai, whatever they were.

use super::read::{LogFaultDocument, LogsReadDocument, player_name, round_name};
use crate::{Document, GameFormat, Lang, SchemaName, csv::csv_table};
use kakukin_logs::{CheckedWin, Event, LogFormat, Replayed, Round, Said, SaidYaku, write_mjai};
use kakukin_mahjong::Yaku;
use serde::Serialize;
use std::{
    io::{self, Write},
    ops::ControlFlow,
};

/// Logs that were read and replayed.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MahjongLogDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The rounds, in the order of reading.
    pub rounds: Vec<LogRoundDocument>,
    /// What was read.
    pub read: LogsReadDocument,
}

/// A round of a log.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogRoundDocument {
    /// The file.
    pub file: String,
    /// The format that it was in.
    pub format: String,
    /// The number of the round in the file, from 0.
    pub round: usize,
    /// The wind of the round.
    pub wind: String,
    /// The seat of the dealer.
    pub dealer: usize,
    /// Counters.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// The names of the players by seat; empty where they are not known.
    pub names: Vec<String>,
    /// The scores when it began.
    pub scores: Vec<i32>,
    /// How it ended: win, the code of a drawn round, or unfinished.
    pub ending: String,
    /// How many discards players decided on whose tiles are known, those after their riichi aside.
    pub decisions: usize,
    /// The wins, counted again.
    pub wins: Vec<LogWinDocument>,
    /// What cannot have happened in it; at most one.
    pub faults: Vec<LogFaultDocument>,
}

/// A win of a log, counted again from what happened.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogWinDocument {
    /// Who won.
    pub seat: usize,
    /// With whose tile; the winner's own for a self-draw.
    pub from: usize,
    /// The hand with the winning tile; empty if not all of it is known.
    pub hand: String,
    /// The winning tile; empty if it is not known.
    pub tile: String,
    /// Our count.
    pub counted: LogWorthDocument,
    /// What the log says.
    pub said: LogWorthDocument,
    /// Whether it could be counted.
    pub checked: bool,
    /// In what the two differ; nothing if they are alike in everything that the log says.
    pub differences: Vec<String>,
}

/// What a win is worth; 0 and empty where a log does not say it.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogWorthDocument {
    /// The yaku, dora last.
    pub yaku: Vec<String>,
    /// All han; 0 for yakuman.
    pub han: u32,
    /// Fu; 0 for yakuman.
    pub fu: u32,
    /// How many yakuman.
    pub yakuman: u32,
    /// The points of the hand.
    pub points: u32,
    /// What each seat receives or pays, counters and sticks included.
    pub deltas: Vec<i32>,
}

impl LogWorthDocument {
    fn counted(win: &CheckedWin) -> Self {
        let Some(Ok(points)) = &win.points else { return Self::default() };
        Self {
            yaku: points.yaku().iter().map(|(yaku, _)| yaku.id().into()).collect(),
            han: points.han(),
            fu: points.fu(),
            yakuman: points.yakuman(),
            points: points.points(),
            deltas: win.deltas.clone().unwrap_or_default(),
        }
    }

    fn said(said: &Said) -> Self {
        let name = |(yaku, _): &(SaidYaku, u32)| match yaku {
            SaidYaku::Known(yaku) => yaku.id().to_string(),
            SaidYaku::Other(name) => name.clone(),
        };
        Self {
            yaku: said.yaku.iter().flatten().map(name).collect(),
            han: said.han.unwrap_or(0),
            fu: said.fu.unwrap_or(0),
            yakuman: said.yakuman.unwrap_or(0),
            points: said.points.unwrap_or(0),
            deltas: said.deltas.clone().unwrap_or_default(),
        }
    }

    /// `7700 points: 30 fu 4 han, Riichi, ..`
    fn text(&self, lang: Lang) -> String {
        let name = |id: &String| {
            let known = Yaku::ALL.iter().find(|yaku| yaku.id() == id);
            let word = |yaku: &Yaku| lang.pick([yaku.english(), yaku.japanese()]).to_string();
            known.map_or_else(|| crate::sanitize(id), word)
        };
        let yaku: Vec<String> = self.yaku.iter().map(name).collect();
        let worth = match (self.han, self.fu) {
            (0, _) => String::new(),
            (han, 0) => tr!(lang, "log.han", han = han),
            (han, fu) => tr!(lang, "log.han_fu", han = han, fu = fu),
        };
        let parts = [worth].into_iter().chain(yaku).filter(|part| !part.is_empty());
        let parts = parts.collect::<Vec<_>>().join(&tr!(lang, "advise.list"));
        let points = tr!(lang, "log.points", points = self.points);
        if parts.is_empty() { points } else { tr!(lang, "log.worth", points = points, of = parts) }
    }
}

impl LogRoundDocument {
    /// A round that was played over.
    pub fn new(
        file: &str,
        format: LogFormat,
        number: usize,
        round: &Round,
        replayed: &Replayed,
    ) -> Self {
        let ending = match round.events.last() {
            Some(Event::Win(_)) => "win".to_string(),
            Some(Event::Ended { how, .. }) => serde_json::to_value(how)
                .ok()
                .and_then(|x| Some(x.as_str()?.into()))
                .unwrap_or_default(),
            _ => "unfinished".into(),
        };
        let code = |x: &kakukin_logs::Difference| {
            serde_json::to_value(x)
                .ok()
                .and_then(|x| Some(x.as_str()?.to_string()))
                .unwrap_or_default()
        };
        let win = |win: &CheckedWin| LogWinDocument {
            seat: win.seat,
            from: win.from,
            hand: win.hand.as_ref().map(ToString::to_string).unwrap_or_default(),
            tile: win.tile.map(|tile| tile.to_string()).unwrap_or_default(),
            counted: LogWorthDocument::counted(win),
            said: LogWorthDocument::said(&win.said),
            checked: win.points.is_some(),
            differences: win.differences.iter().map(code).collect(),
        };
        Self {
            file: file.into(),
            format: format.name().into(),
            round: number,
            wind: round.wind.to_string(),
            dealer: round.dealer,
            honba: round.honba,
            sticks: round.sticks,
            names: round.game.names.clone(),
            scores: round.scores.clone(),
            ending,
            decisions: replayed.decisions.len(),
            wins: replayed.wins.iter().map(win).collect(),
            faults: replayed.fault.iter().map(|fault| LogFaultDocument::new(file, fault)).collect(),
        }
    }

    /// In words: a line for each win, or one for how it ended, and what differs.
    fn text(&self, round: &Round, lang: Lang) -> String {
        let head = round_name(round, lang);
        let mut text = String::new();
        for win in &self.wins {
            let (who, from) =
                (player_name(round, win.seat, lang), player_name(round, win.from, lang));
            let worth = if win.checked { &win.counted } else { &win.said };
            let worth = worth.text(lang);
            let line = match win.seat == win.from {
                true => tr!(lang, "log.tsumo", who = who, worth = worth),
                false => tr!(lang, "log.ron", who = who, from = from, worth = worth),
            };
            text += &format!("  {head}  {line}\n");
            if !win.differences.is_empty() {
                let what = |x: &String| tr!(lang, format!("log.differs.{x}"));
                let what: Vec<String> = win.differences.iter().map(what).collect();
                let what = what.join(&tr!(lang, "advise.list"));
                let said = win.said.text(lang);
                text += &format!("    {}\n", tr!(lang, "log.differs_in", what = what, said = said));
            }
        }
        if self.wins.is_empty() {
            text += &format!("  {head}  {}\n", tr!(lang, format!("log.ending.{}", self.ending)));
        }
        for fault in &self.faults {
            text += &format!("    {}\n", fault.text(lang));
        }
        text
    }

    fn csv(&self) -> String {
        let ending = self.ending.as_str();
        let rows: Vec<Option<&LogWinDocument>> = match self.wins.is_empty() {
            true => vec![None],
            false => self.wins.iter().map(Some).collect(),
        };
        csv_table!(rows, |win| {
            file: self.file,
            round: self.round,
            wind: self.wind,
            dealer: self.dealer,
            honba: self.honba,
            sticks: self.sticks,
            ending: ending,
            decisions: self.decisions,
            seat: win.map(|win| win.seat),
            from: win.map(|win| win.from),
            hand: win.map(|win| win.hand.as_str()),
            tile: win.map(|win| win.tile.as_str()),
            yaku: win.map(|win| win.counted.yaku.join(" ")),
            han: win.map(|win| win.counted.han),
            fu: win.map(|win| win.counted.fu),
            points: win.map(|win| win.counted.points),
            differences: win.map(|win| win.differences.join(" ")),
        })
    }
}

/// Rounds written one by one.
#[derive(Debug)]
pub struct LogList<W> {
    out: W,
    format: GameFormat,
    lang: Lang,
    rounds: u64,
    file: String,
    wins: u64,
    differing: u64,
    written: io::Result<()>,
}

impl<W: Write> LogList<W> {
    /// A list without rounds.
    pub fn new(mut out: W, format: GameFormat, lang: Lang) -> Self {
        let written = match format {
            GameFormat::Json => {
                write!(out, "{{\"schema\": \"{}\", \"rounds\": [", MahjongLogDocument::SCHEMA)
            }
            _ => Ok(()),
        };
        let file = String::new();
        Self { out, format, lang, rounds: 0, file, wins: 0, differing: 0, written }
    }

    /// One round more. Says whether it could be written.
    pub fn add(
        &mut self,
        file: &str,
        format: LogFormat,
        number: usize,
        round: &Round,
        replayed: &Replayed,
    ) -> ControlFlow<()> {
        let document = LogRoundDocument::new(file, format, number, round, replayed);
        self.wins += document.wins.len() as u64;
        let differs = |win: &&LogWinDocument| !win.differences.is_empty();
        self.differing += document.wins.iter().filter(differs).count() as u64;
        if self.written.is_ok() {
            self.written = self.write(&document, round);
        }
        if self.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn write(&mut self, document: &LogRoundDocument, round: &Round) -> io::Result<()> {
        let first = self.rounds == 0;
        let new = first || self.file != document.file;
        self.file.clone_from(&document.file);
        self.rounds += 1;
        match self.format {
            GameFormat::Text => {
                if new {
                    writeln!(self.out, "{}", super::read::sanitize_file(&self.file))?;
                }
                self.out.write_all(document.text(round, self.lang).as_bytes())
            }
            GameFormat::Csv => {
                let table = document.csv();
                let rows = table.split_once('\n').map_or("", |(_, rows)| rows);
                self.out.write_all(if first { &table } else { rows }.as_bytes())
            }
            GameFormat::Json => {
                self.out.write_all(if first { "\n" } else { ",\n" }.as_bytes())?;
                Ok(serde_json::to_writer(&mut self.out, document)?)
            }
            GameFormat::Jsonl => {
                // A round that begins a file begins a game, whatever came before in another.
                let mut lines = String::new();
                if !first && (new || !round.follows) {
                    lines += "{\"type\":\"end_game\"}\n";
                }
                write_mjai(round, &mut lines);
                self.out.write_all(lines.as_bytes())
            }
        }
    }

    /// What was read, in words for those who watch, where the list itself does not have it.
    pub fn words(&self, read: &LogsReadDocument) -> Option<String> {
        if self.format == GameFormat::Json {
            return None;
        }
        let lang = self.lang;
        let mut text = read.text(lang);
        if self.wins > 0 {
            let (wins, differing) = (self.wins, self.differing);
            text += &match differing {
                0 => tr!(lang, "log.all_alike", wins = wins),
                _ => tr!(lang, "log.some_differ", wins = wins, differing = differing),
            };
            text.push('\n');
        }
        Some(text)
    }

    /// Why not everything could be written, once.
    pub fn check(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.written, Ok(()))
    }

    /// Ends the list.
    pub fn end(mut self, read: &LogsReadDocument) -> io::Result<()> {
        self.check()?;
        match self.format {
            GameFormat::Json => {
                write!(self.out, "\n], \"read\": ")?;
                serde_json::to_writer(&mut self.out, read)?;
                writeln!(self.out, "}}")?;
            }
            GameFormat::Jsonl if self.rounds > 0 => {
                writeln!(self.out, "{{\"type\":\"end_game\"}}")?
            }
            _ => {}
        }
        self.out.flush()
    }
}
