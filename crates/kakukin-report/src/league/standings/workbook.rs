//! Standings as a workbook: the points of every player are formulas, so that other rates can
//! be tried by changing two cells.

use super::{gain, heading};
use crate::{
    Lang, PlayerDocument, StandingsDocument, WorkbookError,
    records::games::MARK,
    spreadsheet::{
        formula::{cell, with_result},
        style::{self, Style},
    },
};
use kakukin_league::DrawPoints;
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Formula, Workbook, Worksheet, XlsxError, utility,
};

/// The first row of players, and the row of heads above it.
const TOP: u32 = 3;
const HEADS: u32 = 2;
/// Number formats of points: with a sign, and without.
const SIGNED: &str = "+0.####;-0.####;0";
const PLAIN: &str = "0.####";

/// The columns of the standings.
mod column {
    pub(super) const RANK: u16 = 0;
    pub(super) const NAME: u16 = 1;
    pub(super) const POINTS: u16 = 2;
    pub(super) const MEAN: u16 = 3;
    /// Games, wins, draws and losses as first, then as second player.
    pub(super) const FIRST: u16 = 4;
    pub(super) const SECOND: u16 = 8;
    pub(super) const TRADITIONAL: u16 = 12;
    pub(super) const TRADITIONAL_RANK: u16 = 13;
    pub(super) const GAIN: u16 = 14;
    pub(super) const LIVE_RANK: u16 = 15;
    pub(super) const TIE_BREAKS: u16 = 16;
}

/// The rows of the sheet of points: rates, scale, then the three results.
mod point {
    pub(super) const P: u32 = 3;
    pub(super) const F: u32 = 4;
    pub(super) const SCALE: u32 = 5;
    pub(super) const EXPECTED: u32 = 6;
    pub(super) const FIRST_WIN: u32 = 9;
    pub(super) const DRAW: u32 = 10;
    pub(super) const SECOND_WIN: u32 = 11;
}

struct Book<'d> {
    document: &'d StandingsDocument,
    lang: Lang,
    style: Style,
    /// The names of the sheets: standings, crosstable, points.
    names: [String; 3],
}

impl StandingsDocument {
    /// The document as a file for spreadsheet programs. The same document gives the same bytes.
    pub fn xlsx(&self, lang: Lang) -> Result<Vec<u8>, WorkbookError> {
        self.write(lang).map_err(WorkbookError::from)
    }

    fn write(&self, lang: Lang) -> Result<Vec<u8>, XlsxError> {
        let names = ["standings.page.standings", "standings.crosstable", "standings.sheet.points"]
            .map(|key| tr!(lang, key));
        let book = Book { document: self, lang, style: Style::new(lang), names };
        let mut file = Workbook::new();
        let (row, column) = Style::default_cell(lang);
        file.set_default_format(&book.style.base, row, column)?;
        // A date of its own would make each file another one.
        let properties = DocProperties::new()
            .set_title(book.title())
            .set_author("kakukin")
            .set_creation_datetime(&ExcelDateTime::from_ymd(2026, 1, 1)?);
        file.set_properties(&properties);
        book.standings(file.add_worksheet().set_name(&book.names[0])?)?;
        if !self.crosstable.is_empty() {
            book.crosstable(file.add_worksheet().set_name(&book.names[1])?)?;
        }
        book.points(file.add_worksheet().set_name(&book.names[2])?)?;
        file.save_to_buffer()
    }
}

impl Book<'_> {
    fn title(&self) -> String {
        let title = self.document.title.clone();
        title.unwrap_or_else(|| tr!(self.lang, "standings.title"))
    }

    fn standings(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let (lang, style, document) = (self.lang, &self.style, self.document);
        let keys = [
            "rank",
            "name",
            "points",
            "mean",
            "games_first",
            "wins",
            "draws",
            "losses",
            "games_second",
            "wins",
            "draws",
            "losses",
            "traditional",
            "traditional_rank",
            "gain",
            "live_rank",
        ];
        let mut heads: Vec<String> = keys.map(|key| heading(key, lang)).to_vec();
        let names = document.tie_breaks.iter().filter(|_| document.ties);
        heads.extend(names.map(|name| tr!(lang, format!("standings.short.{name}"))));
        let mut widths: Vec<f64> =
            heads.iter().map(|head| style::head_width(head, 2.0, 8.0)).collect();
        let longest = document.players.iter().map(|player| style::width(&player.name));
        widths[usize::from(column::NAME)] = longest.fold(14.0, f64::max).min(40.0) + 3.0;
        let mut note = document.notes(lang);
        note.extend(document.adjudged_line(lang));
        note.push(tr!(lang, "standings.sheet.live", points = self.names[2]));
        let note = note.join("\n");
        let alerts: Vec<String> =
            document.alerts(lang).iter().map(|alert| format!("{MARK} {alert}\n")).collect();
        let alerts = alerts.concat();
        let head = format!("{alerts}{note}");
        style::heading(sheet, style, lang, [&self.title(), &head], &widths)?;
        if !alerts.is_empty() {
            let parts = [(&style.alert(), alerts.as_str()), (&style.base, note.as_str())];
            sheet.write_rich_string_with_format(1, 0, &parts, &style.note())?;
        }
        for (column, head) in (0..).zip(&heads) {
            sheet.write_with_format(HEADS, column, head, &style.head())?;
        }
        sheet.set_row_height(HEADS, 44)?;
        for (row, player) in (TOP..).zip(&document.players) {
            self.player(sheet, row, player)?;
        }
        let last = TOP + document.players.len().max(1) as u32 - 1;
        let points = utility::cell_range(TOP, column::POINTS, last, column::POINTS);
        let below = last + 1;
        sheet.write_with_format(
            below,
            column::NAME,
            tr!(lang, "standings.sheet.sum"),
            &style.text(),
        )?;
        // Rounded: the points of a spreadsheet are binary fractions.
        let sum = Formula::new(format!("=ROUND(SUM({points}),9)")).set_result("0");
        sheet.write_formula_with_format(below, column::POINTS, sum, &style.number(SIGNED))?;
        sheet.set_freeze_panes(TOP, column::POINTS)?;
        sheet.set_repeat_rows(HEADS, HEADS)?;
        style::paper(sheet, true);
        Ok(())
    }

    fn player(
        &self,
        sheet: &mut Worksheet,
        row: u32,
        player: &PlayerDocument,
    ) -> Result<(), XlsxError> {
        let (lang, style) = (self.lang, &self.style);
        let (whole, plain, signed) = (style.number("0"), style.number(PLAIN), style.number(SIGNED));
        sheet.write_with_format(row, column::RANK, player.rank as u64, &whole)?;
        // As a text, whatever it looks like: a name is never a formula.
        sheet.write_string_with_format(row, column::NAME, &player.name, &style.text())?;
        let at = |column: u16| utility::row_col_to_cell(row, column);
        let worth = |side: u16, [win, draw, loss]: [u32; 3]| {
            let first = if side == column::FIRST { 1 } else { 2 };
            let product = |offset: u16, point: u32| {
                format!("{}*{}", at(side + offset), cell(&self.names[2], point, first))
            };
            format!("{}+{}+{}", product(1, win), product(2, draw), product(3, loss))
        };
        let points = format!(
            "{}+{}",
            worth(column::FIRST, [point::FIRST_WIN, point::DRAW, point::SECOND_WIN]),
            worth(column::SECOND, [point::SECOND_WIN, point::DRAW, point::FIRST_WIN])
        );
        let points = with_result(&points, player.points);
        sheet.write_formula_with_format(row, column::POINTS, points, &style.answer(SIGNED))?;
        let games = format!("({}+{})", at(column::FIRST), at(column::SECOND));
        let mean = format!("IF({games}=0,\"\",{}/{games})", at(column::POINTS));
        let shown = player.mean.map_or(String::new(), |mean| mean.to_string());
        sheet.write_formula_with_format(row, column::MEAN, with_result(&mean, shown), &signed)?;
        for (left, record) in [(column::FIRST, &player.first), (column::SECOND, &player.second)] {
            let counts = [record.wins, record.draws, record.losses];
            for (column, count) in (left + 1..).zip(counts) {
                sheet.write_with_format(row, column, count, &whole)?;
            }
            let all = format!("SUM({}:{})", at(left + 1), at(left + 3));
            let all = with_result(&all, record.games());
            sheet.write_formula_with_format(row, left, all, &whole)?;
        }
        let wins = |offset: u16| {
            format!("({}+{})", at(column::FIRST + offset), at(column::SECOND + offset))
        };
        let byes = if player.byes > 0.0 { format!("+{}", player.byes) } else { String::new() };
        let traditional = format!("{}+{}/2{byes}", wins(1), wins(2));
        let traditional = with_result(&traditional, player.traditional.points);
        sheet.write_formula_with_format(row, column::TRADITIONAL, traditional, &plain)?;
        let rank = player.traditional.rank as u64;
        sheet.write_with_format(row, column::TRADITIONAL_RANK, rank, &whole)?;
        let gain = gain(player.places_gained, lang);
        sheet.write_string_with_format(row, column::GAIN, gain, &style.centred())?;
        self.live_rank(sheet, row)?;
        let tie_breaks = player.tie_breaks.iter().filter(|_| self.document.ties);
        for (column, value) in (column::TIE_BREAKS..).zip(tie_breaks) {
            match value {
                Some(value) => sheet.write_with_format(row, column, *value, &plain)?,
                None => sheet.write_blank(row, column, &plain)?,
            };
        }
        Ok(())
    }

    /// The rank by the points as they are in the sheet, without tie-breaks. Rounded, so that
    /// equal points are equal.
    fn live_rank(&self, sheet: &mut Worksheet, row: u32) -> Result<(), XlsxError> {
        let document = self.document;
        let by = if document.by_mean() { column::MEAN } else { column::POINTS };
        let last = TOP + document.players.len().max(1) as u32 - 1;
        let all = utility::row_col_to_cell_absolute(TOP, by);
        let all = format!("{all}:{}", utility::row_col_to_cell_absolute(last, by));
        let own = utility::row_col_to_cell(row, by);
        let rank = format!("COUNTIF({all},\">\"&({own}+0.000000001))+1");
        let key = |player: &PlayerDocument| {
            if document.by_mean() { player.mean } else { Some(player.points) }
        };
        let here = document.players.get((row - TOP) as usize).and_then(key);
        let above = document.players.iter().filter_map(key);
        let above = above.filter(|x| here.is_some_and(|here| *x > here + 1e-9)).count();
        let rank = match here {
            Some(_) => with_result(&rank, above + 1),
            None => with_result("\"\"", ""),
        };
        let format = self.style.number("0");
        sheet.write_formula_with_format(row, column::LIVE_RANK, rank, &format)?;
        Ok(())
    }

    fn crosstable(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let (lang, style, players) = (self.lang, &self.style, &self.document.players);
        let longest = players.iter().map(|player| style::width(&player.name));
        let mut widths = vec![6.0, longest.fold(14.0, f64::max).min(40.0) + 3.0];
        widths.resize(players.len() + 2, 8.0);
        let title = tr!(lang, "standings.crosstable");
        let note = tr!(lang, "standings.crosstable_note");
        style::heading(sheet, style, lang, [&title, &note], &widths)?;
        sheet.write_with_format(HEADS, 0, "#", &style.head())?;
        let name = tr!(lang, "column.name");
        sheet.write_with_format(HEADS, 1, name, &style.head())?;
        for number in 0..players.len() {
            sheet.write_with_format(HEADS, number as u16 + 2, number as u32 + 1, &style.head())?;
        }
        for (index, player) in players.iter().enumerate() {
            let row = TOP + index as u32;
            sheet.write_with_format(row, 0, index as u32 + 1, &style.number("0"))?;
            sheet.write_string_with_format(row, 1, &player.name, &style.text())?;
            for other in 0..players.len() {
                let text = self.document.cell(index, other, lang);
                let format = if index == other { style.node(None) } else { style.centred() };
                sheet.write_string_with_format(row, other as u16 + 2, text, &format)?;
            }
        }
        sheet.set_freeze_panes(TOP, 2)?;
        style::paper(sheet, players.len() > 10);
        Ok(())
    }

    /// Rates to change, and what every result is worth by them.
    fn points(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let (lang, style, document) = (self.lang, &self.style, self.document);
        let word = |key: &str| tr!(lang, format!("standings.sheet.{key}"));
        let title = tr!(lang, "standings.page.points");
        let why = document.why(lang);
        let zero = tr!(lang, "standings.page.zero");
        let draws = tr!(lang, format!("standings.page.draws_{}", document.draws.code()));
        let note = [why, draws, zero, tr!(lang, "standings.page.when")].join("\n");
        style::heading(sheet, style, lang, [&title, &note], &[34.0, 18.0, 18.0, 24.0])?;
        let (p, f) = (document.p.to_f64(), document.f.to_f64());
        sheet.write_with_format(point::P, 0, tr!(lang, "chart.p"), &style.text())?;
        sheet.write_with_format(point::P, 1, p, &style.input("0.00%"))?;
        sheet.write_with_format(point::F, 0, word("f"), &style.text())?;
        sheet.write_with_format(point::F, 1, f, &style.input("0.00%"))?;
        sheet.write_with_format(point::SCALE, 0, word("scale"), &style.text())?;
        sheet.write_with_format(point::SCALE, 1, document.scale, &style.input("0"))?;
        let at = |row: u32| utility::row_col_to_cell_absolute(row, 1);
        let (p_at, f_at, scale, expected) =
            (at(point::P), at(point::F), at(point::SCALE), at(point::EXPECTED));
        let by_expectation = document.draws == DrawPoints::Expectation;
        let (formula, value) = match by_expectation {
            true => (format!("(1-{f_at})*{p_at}+{f_at}/2"), (1.0 - f) * p + f / 2.0),
            false => (p_at, p),
        };
        sheet.write_with_format(point::EXPECTED, 0, word("expected"), &style.text())?;
        let number = style.number("0.####");
        sheet.write_formula_with_format(
            point::EXPECTED,
            1,
            with_result(&formula, value),
            &number,
        )?;
        let head = point::FIRST_WIN - 1;
        for (column, key) in (0..).zip(["column.result", "epsilon.first", "epsilon.second"]) {
            let text = tr!(lang, key);
            sheet.write_with_format(head, column, text, &style.head())?;
        }
        let draw = match by_expectation {
            true => format!("(0.5-{expected})*{scale}"),
            false => "0".to_string(),
        };
        let points = &document.points;
        let rows = [
            (point::FIRST_WIN, "first_win", format!("(1-{expected})*{scale}"), &points.first_win),
            (point::DRAW, "draw", draw, &points.draw),
            (point::SECOND_WIN, "second_win", format!("-{expected}*{scale}"), &points.second_win),
        ];
        let signed = style.number(SIGNED);
        for (row, key, formula, sides) in rows {
            let text = tr!(lang, format!("epsilon.{key}"));
            sheet.write_with_format(row, 0, text, &style.text())?;
            let first = with_result(&formula, sides.first);
            sheet.write_formula_with_format(row, 1, first, &signed)?;
            let second =
                with_result(&format!("-{}", utility::row_col_to_cell(row, 1)), sides.second);
            sheet.write_formula_with_format(row, 2, second, &signed)?;
        }
        style::paper(sheet, false);
        Ok(())
    }
}
