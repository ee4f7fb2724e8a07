//! The course of a series on the live screen: A's chances after each game as bars, with the
//! games below them.

use super::{
    draw::{colour, fit},
    screen::Screen,
};
use kakukin_series::{LiveGame, Player};
use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
};

/// The most rows that the chart can use.
pub(super) const MOST_ROWS: u16 = 11;
/// Rows below the bars, as many as there is room for.
const LABELS: [&str; 3] = ["course_game", "course_points", "course_chance"];
/// Columns left of the bars.
const MARGIN: u16 = 12;
/// Columns of a game, while there is room for all.
const CELLS: [u16; 4] = [8, 5, 2, 1];
/// Eighths of a line of text.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

pub(super) fn draw(frame: &mut Frame<'_>, screen: &Screen, area: Rect) {
    let (document, lang) = (&screen.document, screen.lang);
    if area.height < 2 {
        return;
    }
    let start = (document.course.at_start.a, None);
    let games = document.course.history.iter().map(|game| (game.chances.a, Some(game)));
    let all: Vec<(f64, Option<&LiveGame>)> = std::iter::once(start).chain(games).collect();
    let room = area.width.saturating_sub(MARGIN);
    let cell = CELLS.into_iter().find(|cell| usize::from(room / cell) >= all.len()).unwrap_or(1);
    // Narrow columns have no room for words.
    let words = if cell < 5 { 0 } else { LABELS.len() as u16 };
    let bars = area.height.saturating_sub(words).max(1);
    let labels = usize::from(area.height - bars);
    // Of a very long series the end is shown.
    let shown = &all[all.len().saturating_sub(usize::from(room / cell))..];

    let buffer = frame.buffer_mut();
    let quiet = Style::new().add_modifier(Modifier::DIM);
    let mut write = |x: u16, y: u16, text: &str, style: Style| {
        buffer.set_stringn(area.x + x, area.y + y, text, usize::from(area.width - x), style);
    };
    let margin = usize::from(MARGIN) - 1;
    let name = Style::new().fg(colour(Player::A)).add_modifier(Modifier::BOLD);
    // The name has a row to itself if there are three.
    let (row, room) = if bars > 2 { (1, margin) } else { (0, margin - 5) };
    write(0, row, &fit(&document.name(Player::A, lang), room), name);
    write(MARGIN - 5, 0, "100%", quiet);
    if bars > 1 {
        write(MARGIN - 3, bars - 1, "0%", quiet);
    }
    for (row, key) in (bars..).zip(LABELS).take(labels) {
        write(0, row, &fit(&screen.say(key, &[]), margin), quiet);
    }
    for (k, (chance, game)) in shown.iter().enumerate() {
        let x = MARGIN + k as u16 * cell;
        let width = if cell > 2 { cell - 2 } else { cell };
        let eighths = (chance * f64::from(bars) * 8.0).round() as u16;
        for row in 0..bars {
            let here = eighths.saturating_sub(8 * (bars - 1 - row)).min(8);
            let block = BLOCKS[usize::from(here)].repeat(usize::from(width));
            write(x, row, &block, Style::new().fg(colour(Player::A)));
        }
        if cell < 5 {
            continue;
        }
        let room = usize::from(cell) - 1;
        let (played, points) = match game {
            None => ("0".to_string(), "0-0".to_string()),
            Some(game) => {
                let winner = match game.winner {
                    Some(Player::A) => "A",
                    Some(Player::B) => "B",
                    None => "=",
                };
                let points = [game.score.a, game.score.b].map(|points| document.points(points));
                // What decides at equal points is none of the games that are counted.
                let number = match game.decider {
                    Some(_) => "+".to_string(),
                    None => game.game.to_string(),
                };
                (format!("{number} {winner}"), points.join("-"))
            }
        };
        let style = match game.and_then(|game| game.winner) {
            Some(winner) => Style::new().fg(colour(winner)),
            None => Style::new(),
        };
        let chance = format!("{:.0}%", 100.0 * chance);
        let texts = [(played, style), (points, Style::new()), (chance, Style::new())];
        for (row, (text, style)) in (bars..).zip(texts).take(labels) {
            write(x, row, &fit(&text, room), style);
        }
    }
}
