//! Figures by discard and turn, as the chance to win and the expected score show them alike: in
//! tables, as CSV, in one line among many hands, and as curves.

use crate::{
    Lang,
    hand::{
        many::{OneOfMany, with_error},
        query::HandQuery,
        shanten::shanten_words,
        tiles::TileStyle,
    },
    layout::{columns, wrap},
    table::{Columns, if_known, or_dash, plain},
};
use serde::Serialize;

/// The width of text.
pub(crate) const WIDTH: usize = 92;
/// Discards beside each other before a new table begins.
const ACROSS: usize = 9;

/// A document with figures by discard and turn.
pub trait ByDiscard: Sized {
    /// The figures at one time.
    type Now: 'static;

    /// Gives it the line of a file of hands.
    fn number(&mut self, line: usize);

    /// What it shows.
    fn figures(&self) -> Figures<'_, Self::Now>;

    /// How that is shown: the columns of all tables and of the CSV; those of wins by discards and
    /// the like only where something was said about others.
    fn columns<'a>(lang: Lang, style: TileStyle, told: bool) -> Columns<'a, Row<'a, Self::Now>>;

    /// The columns of this document.
    fn own_columns<'a>(&self, lang: Lang, style: TileStyle) -> Columns<'a, Row<'a, Self::Now>> {
        Self::columns(lang, style, self.figures().asked.others.is_some())
    }

    /// Figures in words.
    fn words(now: &Self::Now, lang: Lang) -> String;

    /// One CSV row for each discard and turn.
    fn csv(&self) -> String {
        let figures = self.figures();
        self.own_columns(Lang::EN, TileStyle::Letters).to_csv(&figures.rows())
    }
}

impl<D: ByDiscard + Serialize> OneOfMany for D {
    fn number(&mut self, line: usize) {
        ByDiscard::number(self, line);
    }

    fn line_text(&self, lang: Lang, style: TileStyle) -> String {
        let figures = self.figures();
        let (tiles, now) = figures.best();
        let parts = [
            figures.asked.situation.line_in(lang, style),
            shanten_words(figures.asked.shanten, lang),
            style.equal(&tiles),
            now.map_or(String::new(), |now| Self::words(now, lang)),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ") + "\n"
    }

    fn lines_header() -> String {
        with_error(Self::columns(Lang::EN, TileStyle::Letters, true)).csv_header()
    }

    fn lines_rows(&self) -> String {
        let figures = self.figures();
        with_error(Self::columns(Lang::EN, TileStyle::Letters, true)).csv_rows(&figures.rows())
    }
}

/// The figures of a hand; those at one time are an `N`.
pub struct Figures<'a, N> {
    pub(crate) asked: &'a HandQuery,
    /// The line of a file of hands, where the hand comes from one.
    pub(crate) line: Option<usize>,
    /// What can be discarded, the best first, with its figures by turn.
    pub(crate) discards: Vec<(Thrown<'a>, Vec<N>)>,
    pub(crate) order: &'a Order,
    /// The figures by turn of a hand that has not drawn.
    pub(crate) waiting: Option<Vec<N>>,
    /// Its figures as dealt.
    pub(crate) dealt: Option<N>,
}

/// A discard without its figures.
#[derive(Clone, Copy)]
pub(crate) struct Thrown<'a> {
    pub(crate) tile: &'a str,
    pub(crate) shanten: Option<i32>,
    pub(crate) best: bool,
    pub(crate) riichi: bool,
}

/// How the discards compare, as the answer has it.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    /// Places of those that are equal at every turn, together.
    groups: Vec<Vec<usize>>,
    /// Whether each is the best, turn by turn.
    best: Vec<Vec<bool>>,
}

impl Order {
    /// `best` says which are the best with so many draws left.
    pub(crate) fn new(
        groups: Vec<Vec<usize>>,
        asked: &HandQuery,
        best: impl Fn(usize) -> Vec<bool>,
    ) -> Self {
        Self { groups, best: (0..=asked.draws_left).rev().map(best).collect() }
    }
}

/// A row: a discard, or equal ones, or the hand itself, at one time.
pub struct Row<'a, N> {
    asked: &'a HandQuery,
    line: Option<usize>,
    tiles: Vec<&'a str>,
    /// The first of the discards.
    pub(crate) thrown: Option<Thrown<'a>>,
    clock: Clock,
    pub(crate) now: &'a N,
}

/// When it is; nothing where a table is of now alone.
#[derive(Clone, Copy, Default)]
struct Clock {
    turn: Option<usize>,
    draws_left: Option<usize>,
}

impl<'a, N> Columns<'a, Row<'a, N>> {
    /// What is discarded from which hand.
    pub(crate) fn of_discards(style: TileStyle) -> Self {
        let mark = |best: bool| if best { "*".into() } else { String::new() };
        Self::new()
            .text("", move |row| row.thrown.map_or(String::new(), |thrown| mark(thrown.best)))
            .left()
            .optional()
            .csv("line", |row| row.line)
            .csv("hand", |row| row.asked.hand.as_str())
            .csv("shanten", |row| row.asked.shanten)
            .both("discard", "mahjong.discard", move |row| style.equal(&row.tiles), plain)
            .left()
            .optional()
            .text("mahjong.shanten_word", |row| {
                row.thrown.map_or(String::new(), |thrown| or_dash(plain)(thrown.shanten))
            })
            .optional()
    }

    /// Turn and draws left. Text has what the hand is asked by.
    pub(crate) fn clock(self) -> Self {
        self.both("turn", "mahjong.turn", |row| row.clock.turn, plain)
            .optional()
            .csv("draws_left", |row| row.clock.draws_left)
            .text("mahjong.draws_left", |row| {
                plain(row.clock.draws_left.filter(|_| !row.asked.standard_turns))
            })
            .optional()
    }
}

impl<'a, N> Figures<'a, N> {
    fn row(&'a self, group: &[usize], clock: Clock, now: &'a N) -> Row<'a, N> {
        let thrown = |&k: &usize| self.discards[k].0;
        Row {
            asked: self.asked,
            line: self.line,
            tiles: group.iter().map(|k| thrown(k).tile).collect(),
            thrown: group.first().map(thrown),
            clock,
            now,
        }
    }

    /// Every discard, or the hand itself, turn by turn.
    pub(crate) fn rows(&'a self) -> Vec<Row<'a, N>> {
        let asked = self.asked;
        let as_dealt = Clock { turn: Some(0), draws_left: Some(asked.draws_left) };
        let first_left = asked.draws_left - usize::from(asked.is_dealt());
        let at = |k: usize| Clock {
            turn: asked.standard_turns.then_some(k + 1),
            draws_left: Some(first_left - k),
        };
        let dealt = self.dealt.iter().map(|now| self.row(&[], as_dealt, now));
        let discards = self.discards.iter().enumerate().flat_map(|(own, (_, turns))| {
            turns.iter().enumerate().map(move |(k, now)| self.row(&[own], at(k), now))
        });
        let waiting = self.waiting.iter().flatten().enumerate();
        let waiting = waiting.map(|(k, now)| self.row(&[], at(k), now));
        dealt.chain(discards).chain(waiting).collect()
    }

    /// Equal discards with their figures by turn.
    fn groups(&self) -> impl Iterator<Item = (&[usize], &[N])> {
        self.order.groups.iter().map(|group| (&group[..], &self.discards[group[0]].1[..]))
    }

    /// The tables. For a hand that has drawn: the columns of its discards, and then the figure
    /// that is aimed at by turn; for any other the columns by turn. Each has its note.
    pub(crate) fn text(
        &'a self,
        columns: &Columns<'a, Row<'a, N>>,
        notes: [Option<String>; 2],
        aim: impl Fn(&N) -> String,
        lang: Lang,
        style: TileStyle,
    ) -> Option<String> {
        let [note, aim_note] = notes.map(if_known(|note: String| wrap(&note, WIDTH) + "\n"));
        if self.waiting.is_some() {
            return Some(columns.to_text(&self.rows(), lang) + &note);
        }
        let now = self.groups().map(|(group, turns)| self.row(group, Clock::default(), &turns[0]));
        let now: Vec<_> = now.collect();
        let summary = || columns.to_text(&now, lang) + &note + "\n";
        (!now.is_empty()).then(|| summary() + &self.by_turn(aim, lang, style) + &aim_note)
    }

    /// Turns down, discards across, the best of each turn marked.
    fn by_turn(&self, aim: impl Fn(&N) -> String, lang: Lang, style: TileStyle) -> String {
        let groups: Vec<_> = self.groups().collect();
        // Blocks of nearly equal width.
        let blocks = groups.len().div_ceil(ACROSS).max(1);
        let blocks = groups.chunks(groups.len().div_ceil(blocks).max(1)).map(|block| {
            let tiles = block.iter().map(|(group, _)| self.names(group, style) + " ");
            let header = std::iter::once(self.asked.clock_word(lang)).chain(tiles);
            let rows = (0..self.asked.turns).map(|k| {
                let cells = block.iter().map(|(group, turns)| {
                    let mark = if self.order.best[k][group[0]] { "*" } else { " " };
                    aim(&turns[k]) + mark
                });
                std::iter::once(self.asked.row_name(k)).chain(cells).collect()
            });
            columns(header.collect(), rows.collect(), &[])
        });
        blocks.collect::<Vec<_>>().join("\n")
    }

    fn names(&self, group: &[usize], style: TileStyle) -> String {
        let tiles: Vec<&str> = group.iter().map(|&k| self.discards[k].0.tile).collect();
        style.equal(&tiles)
    }

    /// The best discards of a hand among many, and what they, or the hand itself, can expect.
    fn best(&self) -> (Vec<&str>, Option<&N>) {
        let best = || self.discards.iter().filter(|(thrown, _)| thrown.best);
        let turns = best().map(|(_, turns)| turns).next().or(self.waiting.as_ref());
        let now = self.dealt.as_ref().or_else(|| turns?.first());
        (best().map(|(thrown, _)| thrown.tile).collect(), now)
    }

    /// A figure by turn: of equal discards with their names, or of the hand itself.
    pub(crate) fn curves(&self, figure: impl Fn(&N) -> f64) -> Vec<(String, Vec<f64>)> {
        let curve = |turns: &[N]| turns.iter().map(&figure).collect();
        let discards = self
            .groups()
            .map(|(group, turns)| (self.names(group, TileStyle::Letters), curve(turns)));
        let waiting = self.waiting.iter().map(|turns| (String::new(), curve(turns)));
        discards.chain(waiting).collect()
    }
}
