//! The outcome tree, streamed leaf by leaf: the listing and the drawing of the
//! author's article, JSON and CSV.

use crate::{
    Document, Lang, ModelDocument, RuleDocument,
    layout::{padded, probability},
    schema::TreeDocument,
    series::words::player_name,
};
use kakukin_core::{Fraction, to_f64};
use kakukin_series::{
    Branch, Draws, Ending, Event, Leaf, Player, Rational, Series, Tree, TreeStyle, unscaled,
};
use serde::Serialize;
use std::{
    io::{self, Write},
    ops::ControlFlow,
};
use unicode_width::UnicodeWidthStr;

/// One leaf of the tree: a course that the series can take.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeafDocument {
    /// The number of the leaf, from 1.
    number: u64,
    /// The games as the author's article writes them, first to last: 表 the first player won, 裏
    /// the second, 失 a draw; 再表 and 再裏 after a draw that did not count, with sides swapped.
    path: String,
    /// What happened in each game, a letter for each: H the first player won, T the second, D a
    /// draw; h and t after a draw that did not count, with sides swapped.
    faces: String,
    /// Points of A after each game, on the scale of the rule.
    a: Vec<u32>,
    /// Points of B after each game.
    b: Vec<u32>,
    /// How the series ended.
    result: Ending,
    /// The probability of this course.
    probability: f64,
    /// The same as an exact fraction, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Fraction>,
}

impl LeafDocument {
    fn new(leaf: &Leaf<'_>, exact: bool) -> Self {
        Self {
            number: leaf.number,
            path: in_the_article(leaf.path),
            faces: leaf.path.iter().map(|branch| branch.event.letter()).collect(),
            a: leaf.path.iter().map(|branch| branch.a).collect(),
            b: leaf.path.iter().map(|branch| branch.b).collect(),
            result: leaf.ending,
            probability: to_f64(leaf.probability),
            exact: exact.then(|| leaf.probability.into()),
        }
    }
}

fn visit(tree: &Tree<'_>, mut write: impl FnMut(&Leaf<'_>) -> io::Result<()>) -> io::Result<()> {
    match tree.visit(|leaf| write(leaf).map_or_else(ControlFlow::Break, ControlFlow::Continue)) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// Writes the tree as one JSON document.
pub fn write_tree_json(tree: &Tree<'_>, exact: bool, out: &mut impl Write) -> io::Result<()> {
    let series = tree.series();
    write!(
        out,
        "{{\"schema\":\"{}\",\"model\":{},\"rule\":{},\"count\":{},\"leaves\":[",
        TreeDocument::SCHEMA,
        serde_json::to_string(&ModelDocument::new(series.model()))?,
        serde_json::to_string(&RuleDocument::new(series))?,
        tree.leaves()
    )?;
    visit(tree, |leaf| {
        let comma = if leaf.number == 1 { "" } else { "," };
        write!(out, "{comma}\n{}", serde_json::to_string(&LeafDocument::new(leaf, exact))?)
    })?;
    writeln!(out, "\n]}}")
}

/// Writes one CSV row for each leaf. Points after each game are joined by spaces.
pub fn write_tree_csv(tree: &Tree<'_>, exact: bool, out: &mut impl Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    let mut header = vec!["number", "path", "faces", "a", "b", "result", "probability"];
    if exact {
        header.push("exact");
    }
    rows.write_record(header).map_err(io_error)?;
    visit(tree, |leaf| {
        let leaf = LeafDocument::new(leaf, exact);
        let join = |points: &[u32]| points.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let mut row = vec![
            leaf.number.to_string(),
            leaf.path,
            leaf.faces,
            join(&leaf.a),
            join(&leaf.b),
            leaf.result.code().to_string(),
            leaf.probability.to_string(),
        ];
        row.extend(leaf.exact.map(|exact| exact.to_string()));
        rows.write_record(row).map_err(io_error)
    })?;
    rows.flush()
}

/// The error of the writer behind a CSV error: its kind says whether a reader
/// has just seen enough, and the crate's own conversion drops it.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Writes the tree as text, in the style of the author's article.
pub fn write_tree_text(
    tree: &Tree<'_>,
    style: TreeStyle,
    exact: bool,
    lang: Lang,
    out: &mut impl Write,
) -> io::Result<()> {
    let series = tree.series();
    let model = ModelDocument::new(series.model());
    writeln!(out, "{}", RuleDocument::new(series).sentences(lang))?;
    writeln!(out, "{}\n", model.sentence(lang))?;
    let mut total = Rational::ZERO;
    match style {
        TreeStyle::List => write_list(tree, exact, lang, &mut total, out)?,
        TreeStyle::Drawn => write_drawn(tree, exact, lang, &mut total, out)?,
    }
    let key = if *series.rule().draws() == Draws::Swap { "tree.total_swap" } else { "tree.total" };
    writeln!(out, "\n{}", tr!(lang, key, leaves = tree.leaves(), total = total))
}

/// Columns that one number of points takes: digits before and behind the point
/// (or the bar of a fraction), and two spaces.
fn points_width(series: &Series) -> usize {
    let points = series.rule().points();
    let most = (points.target + points.first.max(points.second)) / points.scale;
    let behind = match points.scale {
        1 => 0,
        scale => unscaled(1, scale).len() - 1,
    };
    most.to_string().len() + behind + 2
}

/// The events that can be on a path.
fn events(series: &Series) -> Vec<Event> {
    let mut events = vec![Event::FirstWins, Event::SecondWins, Event::Draw];
    if *series.rule().draws() == Draws::Swap {
        events.extend([Event::SwappedFirstWins, Event::SwappedSecondWins]);
    }
    events
}

fn write_list(
    tree: &Tree<'_>,
    exact: bool,
    lang: Lang,
    total: &mut Rational,
    out: &mut impl Write,
) -> io::Result<()> {
    let (series, games) = (tree.series(), tree.deepest() as usize);
    let number = tree.leaves().to_string().len().max(2);
    let faces = events(series).into_iter().map(|event| face_name(event, lang).width());
    let face = faces.max().unwrap_or(2);
    let titles = ["tree.path", "tree.points", "column.result", "column.probability"];
    let [path_title, points_title, result_title, probability_title] =
        titles.map(|key| tr!(lang, key));
    let path_width = (games * (face + 1) - 1).max(path_title.width());
    let (one, scale) = (points_width(series), series.rule().points().scale);
    let players = Player::BOTH.map(|player| player_name(player, lang));
    let name = players[0].width();
    let points = (name + games * one).max(points_title.width());
    let result = Ending::ALL.map(|e| ending_name(e, lang).width()).into_iter().max().unwrap_or(0);
    writeln!(
        out,
        "{}  {}  {}  {}  {probability_title}",
        padded("No", number),
        padded(&path_title, path_width),
        padded(&points_title, points),
        padded(&result_title, result)
    )?;
    let rule = |width: usize| "-".repeat(width);
    writeln!(
        out,
        "{}  {}  {}  {}  {}",
        rule(number),
        rule(path_width),
        rule(points),
        rule(result),
        rule(12)
    )?;
    visit(tree, |leaf| {
        *total += leaf.probability;
        let running = |player: usize, pick: fn(&Branch) -> u32| {
            let mut text = players[player].clone();
            for branch in leaf.path {
                text += &format!("{:>one$}", unscaled(pick(branch), scale));
            }
            text
        };
        writeln!(
            out,
            "{:>number$}  {}  {}  {}  {}{}",
            leaf.number,
            padded(&path(leaf.path, lang), path_width),
            padded(&running(0, |branch| branch.a), points),
            padded(&ending_name(leaf.ending, lang), result),
            probability(to_f64(leaf.probability)),
            fraction(leaf, exact)
        )?;
        writeln!(out, "{}{}", " ".repeat(number + path_width + 4), running(1, |branch| branch.b))
    })
}

fn write_drawn(
    tree: &Tree<'_>,
    exact: bool,
    lang: Lang,
    total: &mut Rational,
    out: &mut impl Write,
) -> io::Result<()> {
    let (series, games) = (tree.series(), tree.deepest() as usize);
    let number = tree.leaves().to_string().len();
    let label = events(series)
        .into_iter()
        .map(|event| branch_words(event, Some(Player::A), lang).width())
        .max()
        .unwrap_or(0);
    // "+---", the label, and two more dashes.
    let cell = label + 6;
    let width = 2 + games * cell;
    let mut before: Vec<usize> = Vec::new();
    visit(tree, |leaf| {
        *total += leaf.probability;
        let depth = leaf.path.len();
        // The first game that differs from the path above is the one where the
        // number of branches still to come is smaller than it was there.
        let shared = before.iter().zip(leaf.siblings_left).take_while(|(x, y)| x == y).count();
        let stem = |upto: usize| -> String {
            leaf.siblings_left[..upto]
                .iter()
                .map(|&left| padded(if left > 0 { "|" } else { "" }, cell))
                .collect()
        };
        if leaf.number > 1 {
            writeln!(out, "  {}|", stem(shared))?;
        }
        let mut line = if leaf.number == 1 { "--".to_string() } else { "  ".to_string() };
        line += &stem(shared);
        for (k, branch) in leaf.path.iter().enumerate().skip(shared) {
            let name = branch_words(branch.event, branch.winner, lang);
            if k + 1 == depth {
                line += &format!("+-->{name}");
            } else {
                let dashes = "-".repeat(cell - 4 - name.width());
                line += &format!("+---{name}{dashes}");
            }
        }
        before.clear();
        before.extend_from_slice(leaf.siblings_left);
        writeln!(
            out,
            "{}  {:>number$}  {:<12}  {}{}",
            padded(&line, width),
            leaf.number,
            probability(to_f64(leaf.probability)),
            ending_name(leaf.ending, lang),
            fraction(leaf, exact)
        )
    })
}

/// The exact probability behind a line, if it was asked for.
fn fraction(leaf: &Leaf<'_>, exact: bool) -> String {
    if exact { format!("  = {}", leaf.probability) } else { String::new() }
}

fn face_name(event: Event, lang: Lang) -> String {
    tr!(lang, format!("face.{}", event_key(event)))
}

/// The name of an event in the locale files.
fn event_key(event: Event) -> &'static str {
    match event {
        Event::FirstWins => "first",
        Event::SecondWins => "second",
        Event::Draw => "draw",
        Event::SwappedFirstWins => "swapped_first",
        Event::SwappedSecondWins => "swapped_second",
    }
}

/// A course as the author's article writes it, which documents keep: as tosses of a coin.
fn in_the_article(branches: &[Branch]) -> String {
    let toss = |branch: &Branch| match branch.event {
        Event::FirstWins => "表",
        Event::SecondWins => "裏",
        Event::Draw => "失",
        Event::SwappedFirstWins => "再表",
        Event::SwappedSecondWins => "再裏",
    };
    branches.iter().map(toss).collect::<Vec<_>>().join(",")
}

fn path(branches: &[Branch], lang: Lang) -> String {
    branches.iter().map(|branch| face_name(branch.event, lang)).collect::<Vec<_>>().join(",")
}

/// Who won and on which side, or that nobody did.
pub(crate) fn branch_words(event: Event, winner: Option<Player>, lang: Lang) -> String {
    let face = face_name(event, lang);
    match winner {
        None => face,
        Some(_) if event == Event::Draw => face,
        Some(Player::A) => tr!(lang, "tree.branch_a", face = face),
        Some(Player::B) => tr!(lang, "tree.branch_b", face = face),
    }
}

/// How a series ended, in words.
pub(crate) fn ending_name(ending: Ending, lang: Lang) -> String {
    tr!(lang, format!("ending.{}", ending.code()))
}
