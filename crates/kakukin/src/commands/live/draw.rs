//! The live screen as a picture: a function of what it shows.

use super::{
    course,
    screen::{Asking, Message, Screen},
};
use kakukin_report::{Sides, short_percent, translate, translate_with, wrap};
use kakukin_series::Player;
use ratatui::{
    Frame,
    layout::{Alignment, Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Cell, Clear, Paragraph, Row, Table},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The smallest terminal in which everything has its place.
const LEAST: (u16, u16) = (60, 20);
/// From this height on the parts stand apart.
const AIRY: u16 = 26;

/// The shortest bar that still shows something.
const LEAST_BAR: usize = 20;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
const LOUD: Style = Style::new().add_modifier(Modifier::BOLD.union(Modifier::REVERSED));

/// The colours of the players.
pub(super) fn colour(player: Player) -> Color {
    match player {
        Player::A => Color::Cyan,
        Player::B => Color::Magenta,
    }
}

/// Draws the screen.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &Screen) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let size = |(width, height): (u16, u16)| format!("{width}×{height}");
        let values = [("least", size(LEAST)), ("now", size((area.width, area.height)))];
        let text = screen.say("too_small", &values);
        frame.render_widget(Paragraph::new(wrap(&text, usize::from(area.width))), area);
        return;
    }
    let over = screen.document.course.ending.is_some();
    let gap = u16::from(area.height >= AIRY);
    let (next_rows, need_rows) = if over { (0, 0) } else { (4, 2) };
    // The chart of the chances takes what it can use, the trail the rest.
    let said = wrap(&screen.message_words(), usize::from(area.width));
    let said: Vec<&str> = said.lines().take(3).collect();
    let said_rows = said.len().max(1) as u16;
    let fixed = 9 + said_rows + 4 * gap + next_rows + need_rows;
    let left = area.height.saturating_sub(fixed);
    let chart_rows = left.saturating_sub(1).min(course::MOST_ROWS);
    let rows = [2, gap, 3, 1, 1 + gap, 1, gap, next_rows, need_rows, gap, chart_rows];
    let rows = rows.map(Constraint::Length).into_iter();
    let rows =
        rows.chain([Constraint::Fill(1), Constraint::Length(said_rows), Constraint::Length(1)]);
    let [head, _, score, coming, _, chances, _, next, needs, _, chart, trail, message, keys] =
        Layout::vertical(rows).areas(area);
    let document = &screen.document;
    frame.render_widget(heading(screen, head.width), head);
    draw_score(frame, screen, score);
    let style = if over { LOUD } else { BOLD };
    let words = format!(" {} ", fit(&document.coming(screen.lang), usize::from(coming.width) - 2));
    frame.render_widget(Paragraph::new(words).style(style).alignment(Alignment::Center), coming);
    frame.render_widget(chance_bar(screen, usize::from(chances.width)), chances);
    if !over {
        draw_next(frame, screen, next);
        let lines = Player::BOTH.into_iter().filter_map(|p| document.need_words(p, screen.lang));
        let lines = lines.map(|line| Line::from(fit(&line, usize::from(needs.width))));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), needs);
    }
    course::draw(frame, screen, chart);
    frame.render_widget(audit(screen, trail), trail);
    frame.render_widget(Paragraph::new(said.join("\n")).style(BOLD.fg(Color::Yellow)), message);
    let help = match document.next_sides() {
        None => "keys_over",
        Some(Sides::ByLot(_)) => "keys_decider",
        Some(Sides::First(_)) => "keys",
    };
    let help = screen.say(help, &[]);
    frame.render_widget(Paragraph::new(fit(&help, usize::from(keys.width))).style(QUIET), keys);
    if let Some(lines) = screen.question() {
        draw_box(frame, &lines, area);
    }
}

/// The event and how far the series has come, with the last seal.
fn heading<'l>(screen: &Screen, width: u16) -> Paragraph<'l> {
    let document = &screen.document;
    let width = usize::from(width);
    let title = match &document.title {
        Some(title) => title.clone(),
        None => screen.say("title", &[]),
    };
    let seal = document.short_seal();
    let seal = screen.say("seal", &[("seal", seal)]);
    let target = document.points(document.rule.target);
    let rule = screen.say("rule", &[("points", document.rule_points()), ("target", target)]);
    Paragraph::new(vec![
        // The seal is copied after each game: the title gives way to it.
        Line::styled(
            apart(&fit(&title, width.saturating_sub(seal.width() + 2)), &seal, width),
            BOLD,
        ),
        Line::styled(apart(&document.progress(screen.lang), &rule, width), QUIET),
    ])
}

/// Two texts at the two ends of a line; the second gives way.
fn apart(left: &str, right: &str, width: usize) -> String {
    let left = fit(left, width);
    let room = width.saturating_sub(left.width() + 2);
    if right.width() > room {
        return left;
    }
    format!("{left}{}{right}", " ".repeat(width - left.width() - right.width()))
}

/// Names on both sides of the score in large digits, and who is first.
fn draw_score(frame: &mut Frame<'_>, screen: &Screen, area: Rect) {
    let document = &screen.document;
    let score = document.score_text(document.course.score);
    let digits = large(&score);
    let plain = Line::styled(score, BOLD);
    let width = digits[0].chars().count() as u16;
    // Fractions can be longer than any screen.
    let (digits, width) = if width + 24 <= area.width {
        (digits.map(|row| Line::styled(row, BOLD)).to_vec(), width)
    } else {
        let width = plain.width() as u16;
        (vec![Line::default(), plain], width)
    };
    let sides = [Constraint::Fill(1), Constraint::Length(width + 4), Constraint::Fill(1)];
    let [left, middle, right] = Layout::horizontal(sides).areas(area);
    frame.render_widget(Paragraph::new(digits).alignment(Alignment::Center), middle);
    for (player, area, alignment) in
        [(Player::A, left, Alignment::Right), (Player::B, right, Alignment::Left)]
    {
        let name = fit(&document.name(player, screen.lang), usize::from(area.width));
        let side = match document.next_sides() {
            Some(Sides::First(first)) if first == player => {
                Line::styled(screen.say("first", &[]), LOUD)
            }
            Some(Sides::First(_)) => Line::from(screen.say("second", &[])),
            Some(Sides::ByLot(_)) | None => Line::default(),
        };
        let letter = Line::styled(format!("{player:?}"), QUIET);
        let lines = vec![letter, Line::styled(name, BOLD.fg(colour(player))), side];
        frame.render_widget(Paragraph::new(lines).alignment(alignment), area);
    }
}

/// The chances now, as a bar between the two names.
fn chance_bar<'l>(screen: &Screen, width: usize) -> Line<'l> {
    let document = &screen.document;
    let chances = &document.course.chances;
    let nobody = screen.say("nobody", &[("chance", short_percent(chances.none))]);
    let [a, b] = [chances.a, chances.b].map(short_percent);
    let [mut before, mut after] = [format!("{a} "), format!(" {b}  ")];
    let [a, b] = Player::BOTH.map(|player| document.name(player, screen.lang));
    // The names stand above; they are said again where the bar stays long enough.
    let named = before.width() + a.width() + after.width() + b.width() + 2 + nobody.width();
    if named + LEAST_BAR <= width {
        before = format!("{a} {before}");
        after = format!("{} {b}  ", after.trim_end());
    }
    let room = width.saturating_sub(before.width() + after.width() + nobody.width());
    let cells = |chance: f64| (chance * room as f64).round() as usize;
    let [left, right] = [cells(chances.a), cells(chances.b)];
    let middle = room.saturating_sub(left + right);
    let styled = |text: String, player| Span::styled(text, Style::new().fg(colour(player)));
    Line::from(vec![
        styled(before, Player::A),
        styled("█".repeat(left.min(room)), Player::A),
        Span::styled("·".repeat(middle), QUIET),
        styled("▒".repeat(right.min(room - left.min(room))), Player::B),
        styled(after, Player::B),
        Span::styled(nobody, QUIET),
    ])
}

/// What each result of the next game would do.
fn draw_next(frame: &mut Frame<'_>, screen: &Screen, area: Rect) {
    let (document, lang) = (&screen.document, screen.lang);
    let Some(sides) = document.next_sides() else { return };
    let keys = match sides {
        Sides::First(_) => ["f", "s", "d"],
        Sides::ByLot(_) => ["a", "b", "d"],
    };
    let wide = area.width >= 80;
    let right = |text: String| Cell::from(Line::from(text).alignment(Alignment::Right));
    let name = |player| fit(&document.name(player, lang), 9);
    let column = |key: &str| translate(lang, &format!("live.column.{key}"));
    let numbers = if wide { 5 } else { 4 };
    let words = usize::from(area.width).saturating_sub(10 * numbers);
    let mut header = vec![Cell::from(column("next"))];
    if wide {
        header.push(right(column("probability")));
    }
    header.push(right(translate(lang, "column.points")));
    header.extend([name(Player::A), name(Player::B), translate(lang, "ending.none")].map(right));
    let rows = document.course.next.iter().zip(keys).map(|(next, key)| {
        let result = document.result_words(next.result, sides, lang);
        let mut cells = vec![Cell::from(format!("{key}  {}", fit(&result, words - 3)))];
        if wide {
            cells.push(right(short_percent(next.probability)));
        }
        cells.push(right(document.score_text(next.score)));
        let chances = [next.chances.a, next.chances.b, next.chances.none];
        cells.extend(chances.map(|x| right(short_percent(x))));
        let style = if next.ending.is_some() { BOLD } else { Style::new() };
        Row::new(cells).style(style)
    });
    let mut widths = vec![Constraint::Fill(1)];
    widths.extend(vec![Constraint::Length(9); numbers]);
    let table = Table::new(rows, widths).header(Row::new(header).style(QUIET)).column_spacing(1);
    frame.render_widget(table, area);
}

/// The last entries, newest at the bottom.
fn audit<'l>(screen: &Screen, area: Rect) -> Paragraph<'l> {
    let document = &screen.document;
    let from = document.course.audit.len().saturating_sub(usize::from(area.height));
    let lines = document.course.audit[from..].iter().map(|line| {
        let by = line.by.as_ref().map(|by| format!("  {by}")).unwrap_or_default();
        let remark = line.comment.as_ref().map(|text| format!("  {text}")).unwrap_or_default();
        let what = document.audit_words(line, screen.lang);
        let text = format!("#{} {}  {what}{by}{remark}", line.number, (screen.local)(&line.at));
        let taken_back = line.undone_by.is_some();
        let style = if taken_back { QUIET.add_modifier(Modifier::CROSSED_OUT) } else { QUIET };
        Line::styled(fit(&text, usize::from(area.width)), style)
    });
    Paragraph::new(lines.collect::<Vec<_>>())
}

fn draw_box(frame: &mut Frame<'_>, lines: &[String], area: Rect) {
    let most = usize::from(area.width) - 6;
    let lines = lines.iter().map(|line| wrap(line, most)).collect::<Vec<_>>().join("\n");
    let lines: Vec<&str> = lines.split('\n').collect();
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0) as u16 + 4;
    let height = lines.len() as u16 + 2;
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    // Half of a wide letter to the left would hide the border.
    frame.render_widget(
        Clear,
        Rect { x: place.x.saturating_sub(1), width: place.width + 1, ..place },
    );
    let lines: Vec<Line<'_>> =
        lines.into_iter().map(|line| Line::from(format!(" {line}"))).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().border_style(BOLD)), place);
}

impl Screen {
    /// Words of the screen.
    pub(super) fn say(&self, key: &str, values: &[(&str, String)]) -> String {
        let values: Vec<(&str, &str)> =
            values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        translate_with(self.lang, &format!("live.screen.{key}"), &values)
    }

    fn message_words(&self) -> String {
        match &self.message {
            None => String::new(),
            Some(Message::Recorded(from)) => {
                let said = self.document.confirmation(*from, self.lang);
                said.lines().last().unwrap_or_default().to_string()
            }
            Some(Message::Changed) => self.say("changed", &[]),
            Some(Message::Reloaded) => self.say("reloaded", &[]),
            Some(Message::Over) => self.say("over", &[]),
            Some(Message::NothingToUndo) => self.say("nothing_to_undo", &[]),
            Some(Message::Failed(sentence)) => sentence.clone(),
        }
    }

    /// The lines of the box that waits for an answer.
    fn question(&self) -> Option<Vec<String>> {
        let (document, lang) = (&self.document, self.lang);
        match self.asking {
            Asking::Nothing => None,
            Asking::Help => {
                let keys = self.say("help", &[]);
                Some(keys.lines().map(String::from).collect())
            }
            Asking::Undo => {
                let last = document.course.history.last()?;
                let sides = Sides::new(last.first, last.decider);
                let result = document.result_words(last.result, sides, lang);
                let key = if last.decider.is_some() { "ask_undo_decider" } else { "ask_undo" };
                let values = [("game", last.game.to_string()), ("result", result)];
                Some(vec![self.say(key, &values), String::new(), self.say("answer_undo", &[])])
            }
            Asking::Record(result) => {
                let sides = document.next_sides()?;
                let next = document.course.next.iter().find(|next| next.result == result)?;
                let game = (document.course.games.counted + 1).to_string();
                let words = document.result_words(result, sides, lang);
                let (before, after) =
                    (document.score_text(document.course.score), document.score_text(next.score));
                let mut lines = match sides {
                    Sides::ByLot(_) => vec![words],
                    Sides::First(_) => vec![
                        self.say("ask_result", &[("game", game), ("result", words)]),
                        self.say("ask_points", &[("before", before), ("after", after)]),
                    ],
                };
                lines.extend(next.ending.map(|end| document.end_words(end, lang)));
                lines.extend([String::new(), self.say("answer_result", &[])]);
                Some(lines)
            }
        }
    }
}

/// The text cut to so many columns, with a sign that something is missing.
pub(super) fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut cut = String::new();
    let mut column = 0;
    for c in text.chars() {
        column += c.width().unwrap_or(0);
        if column + 1 > width {
            break;
        }
        cut.push(c);
    }
    if width > 0 {
        cut.push('…');
    }
    cut
}

/// Digits five pixels high, two of them in a line of text.
fn large(text: &str) -> [String; 3] {
    let pixels = |c: char| -> [&str; 5] {
        match c {
            '0' => ["###", "# #", "# #", "# #", "###"],
            '1' => [" # ", "## ", " # ", " # ", "###"],
            '2' => ["###", "  #", "###", "#  ", "###"],
            '3' => ["###", "  #", "###", "  #", "###"],
            '4' => ["# #", "# #", "###", "  #", "  #"],
            '5' => ["###", "#  ", "###", "  #", "###"],
            '6' => ["###", "#  ", "###", "# #", "###"],
            '7' => ["###", "  #", "  #", "  #", "  #"],
            '8' => ["###", "# #", "###", "# #", "###"],
            '9' => ["###", "# #", "###", "  #", "###"],
            '-' => ["   ", "   ", "###", "   ", "   "],
            '.' => ["   ", "   ", "   ", "   ", " # "],
            '/' => ["  #", "  #", " # ", "#  ", "#  "],
            _ => ["  ", "  ", "  ", "  ", "  "],
        }
    };
    [0, 2, 4].map(|row| {
        let mut line = String::new();
        for c in text.chars() {
            let pixels = pixels(c);
            let below = pixels.get(row + 1).copied().unwrap_or("   ");
            line.extend(pixels[row].chars().zip(below.chars()).map(|pair| match pair {
                ('#', '#') => '█',
                ('#', _) => '▀',
                (_, '#') => '▄',
                _ => ' ',
            }));
            line.push(' ');
        }
        line.pop();
        line
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::screen::tests::{in_japan, record, screen, undecided},
        *,
    };
    use kakukin_report::{Lang, LiveDocument};
    use kakukin_series::{GameResult, Undecided};
    use ratatui::{Terminal, backend::TestBackend};

    /// The picture as lines of text, as a terminal of that size shows it.
    fn picture(screen: &Screen, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, screen)).unwrap();
        let buffer = terminal.backend().buffer();
        let mut picture = String::new();
        for y in 0..height {
            let (mut line, mut x) = (String::new(), 0);
            while x < width {
                let symbol = buffer[(x, y)].symbol();
                line.push_str(symbol);
                // The second cell of a wide letter is hidden behind it.
                x += (symbol.width() as u16).max(1);
            }
            assert!(line.width() <= usize::from(width), "{line}");
            picture += line.trim_end();
            picture.push('\n');
        }
        picture
    }

    /// Pictures that were looked at are kept in `tests/live/`; `TRYCMD=overwrite` takes them anew.
    fn check(name: &str, screen: &Screen, width: u16, height: u16) {
        let picture = picture(screen, width, height);
        let path = format!("{}/tests/live/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
            std::fs::write(&path, &picture).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(picture == kept, "{name} is now\n{picture}");
    }

    const COURSE: [&str; 5] = ["second", "undo", "first", "draw", "second"];

    #[test]
    fn the_screen_in_both_languages_and_sizes() {
        for (lang, tag) in [(Lang::EN, "en"), (Lang::JA, "ja")] {
            for (width, height) in [(60, 20), (80, 24), (120, 40)] {
                check(&format!("{tag}-{width}x{height}"), &screen(lang, &COURSE), width, height);
            }
            let mut asking = screen(lang, &COURSE);
            asking.asking = Asking::Record(GameResult::First);
            check(&format!("{tag}-record"), &asking, 80, 24);
            asking.asking = Asking::Undo;
            check(&format!("{tag}-undo"), &asking, 80, 24);
            asking.asking = Asking::Help;
            check(&format!("{tag}-help"), &asking, 80, 24);
            let mut over = screen(lang, &["second", "first"]);
            over.message = Some(Message::Recorded(2));
            check(&format!("{tag}-over"), &over, 80, 24);
            check(&format!("{tag}-small"), &over, 50, 12);
            let mut decider = undecided(lang, Undecided::Armageddon, &[]);
            check(&format!("{tag}-decider"), &decider, 80, 24);
            decider.asking = Asking::Record(GameResult::Second);
            check(&format!("{tag}-decider-record"), &decider, 80, 24);
            let mut decided = undecided(lang, Undecided::Lot, &["b"]);
            decided.asking = Asking::Undo;
            check(&format!("{tag}-decided"), &decided, 80, 24);
        }
    }

    /// Every figure on the screen is the document's.
    #[test]
    fn the_figures_are_the_documents() {
        let screen = screen(Lang::EN, &COURSE);
        let picture = picture(&screen, 100, 30);
        let mut figures = vec![screen.document.course.chances];
        figures.extend(screen.document.course.next.iter().map(|next| next.chances));
        for chances in figures {
            for figure in [chances.a, chances.b, chances.none].map(short_percent) {
                assert!(picture.contains(&figure), "{figure}\n{picture}");
            }
        }
    }

    /// No size, no name and no length of a series makes it fall over.
    #[test]
    fn any_size_can_be_drawn() {
        let [long, other] = ["龍", "竜"].map(|letter| letter.repeat(60));
        let games: Vec<&str> = vec!["draw"; 5];
        let heights = [1, 2, 19, 20, 21, 24, 26, 50];
        let sizes = [1, 7, 59, 60, 61, 80, 140].into_iter();
        let sizes = sizes.flat_map(|width| heights.map(|height| (width, height)));
        for names in [["A", "B"], [long.as_str(), other.as_str()]] {
            for results in [&[][..], &games, &COURSE] {
                let document = LiveDocument::new(record(names, results).state());
                for asking in
                    [Asking::Nothing, Asking::Record(GameResult::Draw), Asking::Undo, Asking::Help]
                {
                    let mut screen = Screen::new(document.clone(), Lang::JA, in_japan);
                    screen.asking = asking;
                    for (width, height) in sizes.clone() {
                        picture(&screen, width, height);
                    }
                }
            }
        }
    }

    #[test]
    fn texts_are_cut_by_columns() {
        assert_eq!(fit("角金戦", 6), "角金戦");
        assert_eq!(fit("角金戦", 5), "角金…");
        assert_eq!(fit("角金戦", 4), "角…");
        assert_eq!(fit("abc", 0), "");
    }
}
