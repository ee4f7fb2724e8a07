//! How the sheets look: fonts, colours, number formats, widths, paper.

use crate::Lang;
use kakukin_series::Player;
use rust_xlsxwriter::{
    ConditionalFormat3ColorScale, ConditionalFormatType, Format, FormatAlign, FormatBorder,
    Worksheet, XlsxError,
};
use unicode_width::UnicodeWidthStr;

/// Colours of A, of B and of neither, of headings and of cells to fill in.
const A_COLOUR: u32 = 0x9D_C3_E6;
const B_COLOUR: u32 = 0xF4_B1_83;
const A_LIGHT: u32 = 0xDD_EB_F7;
const B_LIGHT: u32 = 0xFC_E4_D6;
const GREY_LIGHT: u32 = 0xF2_F2_F2;
const DARK: u32 = 0x1F_3F_5B;
const BAND: u32 = 0xD9_E2_EC;
const INPUT: u32 = 0xFF_F2_CC;
const LINE: u32 = 0x9A_A5_B1;
const QUIET: u32 = 0x5F_6B_78;
/// What nobody should overlook.
const ALARM: u32 = 0xB3_26_1E;

/// Number formats: rates of the grid, probabilities, differences from even, games, counts.
pub(crate) const RATE: &str = "0%";
pub(crate) const PERCENT: &str = "0.00%";
pub(crate) const BIAS: &str = "+0.00%;-0.00%;0.00%";
pub(crate) const GAMES: &str = "0.00";
pub(crate) const COUNT: &str = "#,##0";

/// What stands in a cell that has no figure.
pub(crate) const NOTHING: &str = "–";

/// The formats of one language.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    pub(crate) base: Format,
    pub(crate) font: &'static str,
}

impl Style {
    pub(crate) fn new(lang: Lang) -> Self {
        // Fonts that Excel has on Windows and on the Mac.
        let font = lang.pick(["Calibri", "Yu Gothic"]);
        let base = Format::new().set_font_name(font).set_font_size(11);
        Self { base: base.set_align(FormatAlign::VerticalCenter), font }
    }

    /// Height of a row and width of a column of this font, in pixels, as Excel has them.
    pub(crate) fn default_cell(lang: Lang) -> (u32, u32) {
        lang.pick([(20, 64), (25, 72)])
    }

    pub(crate) fn title(&self) -> Format {
        self.base.clone().set_bold().set_font_size(18).set_font_color(DARK)
    }

    pub(crate) fn note(&self) -> Format {
        let top = self.base.clone().set_align(FormatAlign::Top);
        top.set_font_color(QUIET).set_text_wrap()
    }

    /// What nobody should overlook.
    pub(crate) fn alert(&self) -> Format {
        self.base.clone().set_bold().set_font_color(ALARM)
    }

    /// A strip above a group of cells.
    pub(crate) fn band(&self) -> Format {
        let band = self.base.clone().set_bold().set_font_color(0xFF_FF_FF);
        band.set_background_color(DARK).set_align(FormatAlign::Left).set_indent(1)
    }

    /// The head of a column.
    pub(crate) fn head(&self) -> Format {
        let head = self.boxed().set_bold().set_background_color(BAND).set_text_wrap();
        head.set_align(FormatAlign::Center)
    }

    pub(crate) fn boxed(&self) -> Format {
        self.base.clone().set_border(FormatBorder::Thin).set_border_color(LINE)
    }

    /// Words, with some air before them.
    pub(crate) fn text(&self) -> Format {
        self.boxed().set_align(FormatAlign::Left).set_indent(1)
    }

    pub(crate) fn number(&self, format: &str) -> Format {
        self.boxed().set_num_format(format).set_align(FormatAlign::Right)
    }

    pub(crate) fn centred(&self) -> Format {
        self.boxed().set_align(FormatAlign::Center)
    }

    /// A cell to choose a value in.
    pub(crate) fn input(&self, format: &str) -> Format {
        let input = self.base.clone().set_bold().set_font_size(12).set_background_color(INPUT);
        let input = input.set_border(FormatBorder::Medium).set_border_color(DARK);
        input.set_num_format(format).set_align(FormatAlign::Center)
    }

    /// A cell with the answer.
    pub(crate) fn answer(&self, format: &str) -> Format {
        self.number(format).set_bold()
    }

    /// A box of the tree: A or B won, or nobody.
    pub(crate) fn node(&self, winner: Option<Player>) -> Format {
        let colour = match winner {
            Some(Player::A) => A_LIGHT,
            Some(Player::B) => B_LIGHT,
            None => GREY_LIGHT,
        };
        self.centred().set_background_color(colour).set_align(FormatAlign::Top)
    }
}

/// The colour of the player for whom a large figure is good, the other's for a small one, and
/// white in between; bounds that do not move with the figures.
pub(crate) fn colours(good_for: Player, bounds: [f64; 3]) -> ConditionalFormat3ColorScale {
    let [low, even, high] = bounds;
    let (other, own) = match good_for {
        Player::A => (B_COLOUR, A_COLOUR),
        Player::B => (A_COLOUR, B_COLOUR),
    };
    ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, low)
        .set_midpoint(ConditionalFormatType::Number, even)
        .set_maximum(ConditionalFormatType::Number, high)
        .set_minimum_color(other)
        .set_midpoint_color(0xFF_FF_FF)
        .set_maximum_color(own)
}

/// The columns of digits that a text takes; a Japanese character takes two.
pub(crate) fn width(text: &str) -> f64 {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0) as f64
}

/// The width of a column whose head is broken into at most so many lines and has the button of a
/// filter.
pub(crate) fn head_width(head: &str, lines: f64, least: f64) -> f64 {
    let longest_word = head.split(' ').filter(|word| word.is_ascii()).map(width);
    let longest_word = longest_word.fold(0.0, f64::max);
    ((width(head) / lines).ceil() + 3.0).max(longest_word + 2.0).max(least)
}

/// The height of a row, in points, in which this text is broken at so many columns.
pub(crate) fn height(text: &str, columns: f64, lang: Lang) -> f64 {
    // Latin letters are narrower than the digits that columns are measured in.
    let (of_column, of_line) = lang.pick([(0.9, 15.5), (1.0, 19.0)]);
    let line = |line: &str| (width(line) * of_column / columns).ceil().max(1.0);
    let lines: f64 = text.lines().map(line).sum();
    lines.max(1.0) * of_line + 3.0
}

/// A4, its width filled, with the name of the sheet above and the page below.
pub(crate) fn paper(sheet: &mut Worksheet, landscape: bool) {
    sheet.set_paper_size(9);
    if landscape {
        sheet.set_landscape();
    }
    sheet.set_margins(0.4, 0.4, 0.6, 0.6, 0.3, 0.3);
    sheet.set_print_fit_to_pages(1, 0);
    sheet.set_footer("&L&A&R&P / &N");
}

/// The title of a sheet and a note below it that is as wide as these columns together.
pub(crate) fn heading(
    sheet: &mut Worksheet,
    style: &Style,
    lang: Lang,
    [title, note]: [&str; 2],
    widths: &[f64],
) -> Result<(), XlsxError> {
    for (column, width) in widths.iter().enumerate() {
        sheet.set_column_width(column as u16, *width)?;
    }
    sheet.write_with_format(0, 0, title, &style.title())?;
    sheet.set_row_height(0, 30)?;
    let last = (widths.len().max(2) - 1) as u16;
    sheet.merge_range(1, 0, 1, last, note, &style.note())?;
    sheet.set_row_height(1, height(note, widths.iter().sum(), lang))?;
    Ok(())
}
