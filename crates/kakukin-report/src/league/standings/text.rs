//! Standings in words: for a terminal, and what page and workbook share.

use super::{CrosstableCell, MAX_CROSSTABLE, PlayerDocument, StandingsDocument};
use crate::{
    Lang,
    lang::own_or_shared,
    layout::{columns, wrap},
    page::joined,
    records::games::{MARK, left_out_alert, read_text},
    series::words::exact_percent,
};
use kakukin_league::{DrawPoints, EpsilonPoints, RankBy, Record, Sides};
use unicode_width::UnicodeWidthStr;

/// A side of a crosstable cell shows so many results one by one, more of them as counts.
pub const MOST_SINGLE: u64 = 3;
/// The widest crosstable that a terminal shows whole, in players.
const MOST_IN_TEXT: usize = 16;
/// The columns of a sentence in a terminal.
const TEXT_COLUMNS: usize = 100;
/// The columns of a name in a terminal.
const NAME_COLUMNS: usize = 28;

/// The heading of a column.
pub(crate) fn heading(key: &str, lang: Lang) -> String {
    own_or_shared(lang, ["standings.column", "column"], key)
}

impl StandingsDocument {
    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = String::new();
        for alert in self.alerts_and(lang, true) {
            text += &format!("{}\n", wrap(&format!("{MARK} {alert}"), TEXT_COLUMNS));
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text += &format!("{}\n\n", self.scored(lang));
        let header = self.header(lang);
        let rows = self.players.iter().map(|player| self.row(player, lang)).collect();
        text += &columns(header, rows, &[1]);
        text += &format!("\n{}\n", wrap(&self.remarks(lang).join("\n"), TEXT_COLUMNS));
        if self.crosstable.is_empty() || self.players.len() > MOST_IN_TEXT {
            text += &format!(
                "{}\n",
                tr!(lang, "standings.no_crosstable", most = MOST_IN_TEXT, all = MAX_CROSSTABLE)
            );
        } else {
            text += &format!("\n{}\n", self.crosstable_text(lang));
        }
        match self.left_out_text(lang) {
            nothing if nothing.is_empty() => {}
            left_out => text += &format!("\n{left_out}"),
        }
        text + &format!("\n{}\n", wrap(&tr!(lang, "standings.next"), TEXT_COLUMNS))
    }

    /// What was read but is in nobody's standing; empty if there is nothing to say.
    pub fn left_out_text(&self, lang: Lang) -> String {
        let mut text = String::new();
        if let Some(read) = &self.read
            && (read.omitted.total > 0 || !read.complete)
        {
            text += &read_text(read, lang);
        }
        let counts = [("nameless", self.left_out.nameless), ("same_name", self.left_out.same_name)];
        for (key, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            text += &format!("{}\n", tr!(lang, format!("standings.{key}"), count = count));
        }
        text
    }

    /// What must stand above the standings, a sentence each: what was left out of them, and draws
    /// that their points do not expect.
    pub fn alerts(&self, lang: Lang) -> Vec<String> {
        self.alerts_and(lang, false)
    }

    /// The same, on the command line each with what can be done about it.
    fn alerts_and(&self, lang: Lang, hints: bool) -> Vec<String> {
        let counts = [("nameless", self.left_out.nameless), ("same_name", self.left_out.same_name)];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let more: Vec<(String, u64)> =
            counts.map(|(key, count)| (tr!(lang, format!("standings.why.{key}")), count)).collect();
        let omitted = self.read.as_ref().map(|read| &read.omitted);
        let mut alerts: Vec<String> = left_out_alert(omitted, &more, lang).into_iter().collect();
        if self.draws_not_expected() {
            let mut said = vec![tr!(lang, "standings.f_zero", drawn = self.drawn)];
            said.extend(hints.then(|| tr!(lang, "standings.hint_f")));
            alerts.push(joined(&said, lang));
        }
        alerts
    }

    /// What counts although it was not played to its end.
    pub(crate) fn adjudged_line(&self, lang: Lang) -> Option<String> {
        let [fouls, forfeits] = [self.adjudged.fouls, self.adjudged.forfeits];
        let line = || tr!(lang, "standings.adjudged", fouls = fouls, forfeits = forfeits);
        self.adjudged.any().then(line)
    }

    /// p and f, and where they come from.
    pub(crate) fn rates_sentence(&self, lang: Lang) -> String {
        let key = format!("standings.rates_{}", self.rates.code());
        tr!(lang, key, p = exact_percent(&self.p), f = exact_percent(&self.f))
    }

    /// By which points: rates, draws, and what every result is worth.
    pub(crate) fn scored(&self, lang: Lang) -> String {
        let rates = self.rates_sentence(lang);
        let EpsilonPoints { first_win, second_win, draw } = &self.points;
        let sides = |sides: &Sides<f64>| [signed(sides.first), signed(sides.second)];
        let ([a, b], [c, d], [e, f]) = (sides(first_win), sides(second_win), sides(draw));
        let worth = tr!(lang, "standings.worth", a = a, b = b, c = c, d = d, e = e, f = f);
        let draws = tr!(lang, format!("standings.draws_{}", self.draws.code()));
        format!("{rates}\n{worth}\n{draws}")
    }

    /// The heads of the columns of [`Self::row`].
    pub(crate) fn header(&self, lang: Lang) -> Vec<String> {
        let mut keys = vec!["rank", "name", "points"];
        if self.by_mean() {
            keys.push("mean");
        }
        keys.extend(["sides", "as_first", "as_second", "traditional", "traditional_rank", "gain"]);
        let mut header: Vec<String> = keys.iter().map(|key| heading(key, lang)).collect();
        if self.ties {
            let names = self.tie_breaks.iter();
            header.extend(names.map(|name| tr!(lang, format!("standings.short.{name}"))));
        }
        header
    }

    /// One player.
    pub(crate) fn row(&self, player: &PlayerDocument, lang: Lang) -> Vec<String> {
        let mut row = vec![player.rank.to_string(), shortened(&player.name), signed(player.points)];
        if self.by_mean() {
            row.push(player.mean.map_or("-".into(), signed));
        }
        row.extend([
            format!("{}/{}", player.first.games(), player.second.games()),
            counts(&player.first),
            counts(&player.second),
            plain(player.traditional.points),
            player.traditional.rank.to_string(),
            gain(player.places_gained, lang),
        ]);
        if self.ties {
            let value = |value: &Option<f64>| value.map_or(String::new(), plain);
            row.extend(player.tie_breaks.iter().map(value));
        }
        row
    }

    /// Why the two sides are not worth the same.
    pub(crate) fn why(&self, lang: Lang) -> String {
        let key = match self.p.to_f64() {
            p if p > 0.5 => "standings.page.why",
            p if p < 0.5 => "standings.page.why_second",
            _ => "standings.page.why_even",
        };
        tr!(lang, key, p = exact_percent(&self.p))
    }

    /// Whether players are ranked by points per game.
    pub(crate) fn by_mean(&self) -> bool {
        self.rank_by == RankBy::Mean
    }

    /// What one should know of these games, a sentence each.
    pub(crate) fn notes(&self, lang: Lang) -> Vec<String> {
        self.notes_and(lang, false)
    }

    /// The same, on the command line each with what can be done about it.
    fn notes_and(&self, lang: Lang, hints: bool) -> Vec<String> {
        let mut notes = vec![tr!(
            lang,
            "standings.games",
            games = self.games,
            players = self.players.len(),
            first = self.first_wins,
            drawn = self.drawn,
            second = self.games - self.first_wins - self.drawn
        )];
        notes.push(match self.uneven_sides {
            0 if self.draws == DrawPoints::Expectation && self.even_games => {
                tr!(lang, "standings.even_sides_same")
            }
            0 => tr!(lang, "standings.even_sides"),
            count => tr!(lang, "standings.uneven_sides", count = count),
        });
        if !self.even_games {
            notes.push(tr!(lang, "standings.uneven_games"));
            if hints && !self.by_mean() {
                notes.push(tr!(lang, "standings.hint_mean"));
            }
        }
        notes
    }

    /// What the user of the command line should know, a sentence each.
    fn remarks(&self, lang: Lang) -> Vec<String> {
        let mut remarks = self.notes_and(lang, true);
        remarks.extend(self.adjudged_line(lang));
        remarks.extend([
            tr!(lang, format!("standings.ranked_{}", self.rank_by.code())),
            self.tie_break_sentence(lang),
            tr!(lang, "standings.sum", sum = self.sum),
        ]);
        remarks
    }

    fn tie_break_sentence(&self, lang: Lang) -> String {
        if self.tie_breaks.is_empty() {
            return tr!(lang, "standings.no_tie_breaks");
        }
        let names = self.tie_breaks.iter();
        let names: Vec<String> =
            names.map(|name| tr!(lang, format!("standings.tie_break.{name}"))).collect();
        let key = if self.ties { "standings.tie_breaks" } else { "standings.tie_breaks_unused" };
        tr!(lang, key, order = names.join(&tr!(lang, "standings.then")))
    }

    fn crosstable_text(&self, lang: Lang) -> String {
        let mut header = vec![String::new(), tr!(lang, "column.name")];
        header.extend((1..=self.players.len()).map(|number| number.to_string()));
        let rows = self.players.iter().enumerate().map(|(row, player)| {
            let mut cells = vec![(row + 1).to_string(), shortened(&player.name)];
            cells.extend((0..self.players.len()).map(|column| self.cell(row, column, lang)));
            cells
        });
        let title = tr!(lang, "standings.crosstable");
        let note = wrap(&tr!(lang, "standings.crosstable_note"), TEXT_COLUMNS);
        let all: Vec<usize> = (1..self.players.len() + 2).collect();
        format!("{title}\n{}{note}", columns(header, rows.collect(), &all))
    }

    /// What a cell of the crosstable says: results as first / as second.
    pub(crate) fn cell(&self, row: usize, column: usize, lang: Lang) -> String {
        if row == column {
            return tr!(lang, "standings.cell.self");
        }
        let [first, second] = self.met(row, column);
        if first.is_none() && second.is_none() {
            return String::new();
        }
        format!("{}/{}", results(first, lang), results(second, lang))
    }
}

/// Results one by one if they are few, else as wins-draws-losses.
fn results(cell: CrosstableCell, lang: Lang) -> String {
    let Some(record) = cell else {
        return tr!(lang, "standings.cell.none");
    };
    if record.games() > MOST_SINGLE {
        return counts(&record);
    }
    let signs = [("win", record.wins), ("draw", record.draws), ("loss", record.losses)];
    let sign = |(key, count): (&str, u64)| {
        tr!(lang, format!("standings.cell.{key}")).repeat(count as usize)
    };
    signs.into_iter().map(sign).collect()
}

/// `3-1-0`: wins, draws, losses.
pub(crate) fn counts(record: &Record) -> String {
    format!("{}-{}-{}", record.wins, record.draws, record.losses)
}

/// A figure with its sign and without zeros at the end, at most four decimals.
pub(crate) fn signed(x: f64) -> String {
    let text = format!("{x:+.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "+0" | "-0" => "0".to_string(),
        text => text.to_string(),
    }
}

/// The same without a plus sign.
pub(crate) fn plain(x: f64) -> String {
    signed(x).trim_start_matches('+').to_string()
}

/// Places gained or lost, with an arrow.
pub(crate) fn gain(places: i64, lang: Lang) -> String {
    match places {
        0 => tr!(lang, "standings.same_rank"),
        up if up > 0 => format!("↑{up}"),
        down => format!("↓{}", down.unsigned_abs()),
    }
}

/// A name that leaves room for the figures.
fn shortened(name: &str) -> String {
    if name.width() <= NAME_COLUMNS {
        return name.to_string();
    }
    let mut short = String::new();
    for letter in name.chars() {
        if short.width() + 3 > NAME_COLUMNS {
            break;
        }
        short.push(letter);
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_their_zeros() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (0.000_01, "0"),
            (-0.000_01, "0"),
            (10.0, "+10"),
            (-100.0, "-100"),
            (2.5, "+2.5"),
            (-0.68, "-0.68"),
            (1.0 / 3.0, "+0.3333"),
        ];
        for (x, wanted) in cases {
            assert_eq!(signed(x), wanted, "{x}");
        }
        assert_eq!([plain(10.0), plain(-1.5)], ["10", "-1.5"]);
    }

    #[test]
    fn long_names_leave_room() {
        assert_eq!(shortened("Ann"), "Ann");
        assert!(shortened(&"長".repeat(40)).width() <= NAME_COLUMNS);
        assert!(shortened(&"x".repeat(40)).ends_with('…'));
    }
}
