//! The first sheet: choose rates, turns and a largest number of games, and see the rule
//! that is proposed.

use super::{
    book::Book,
    data,
    document::FoundDocument,
    formula,
    lookup::Places,
    simulation,
    style::{self, BIAS, COUNT, GAMES, NOTHING, PERCENT, RATE, Style},
};
use crate::{lang::own_or_shared, layout::thousands, series::words::turns_words};
use kakukin_core::Fraction;
use kakukin_series::Turns;
use rust_xlsxwriter::{
    Chart, ChartAxisLabelPosition, ChartDataLabel, ChartDataLabelPosition, ChartFont, ChartFormat,
    ChartLine, ChartMarker, ChartMarkerType, ChartSolidFill, ChartType, ConditionalFormatFormula,
    DataValidation, Format, FormatAlign, Formula, Worksheet, XlsxError,
};

/// Columns: names, exact figures, simulation; a gap; the chart up to the last one.
const NAMES: u16 = 0;
const VALUES: u16 = 1;
const DICE: u16 = 2;
const CHART: u16 = 4;
const LAST: u16 = 11;
const WIDTHS: [f64; 12] = [32.0, 20.0, 20.0, 2.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0];

/// Rows.
const PREMISES: u32 = 3;
const STATUS: u32 = 8;
const RULE: u32 = 10;
const DRAWS: u32 = RULE + 7;
const RESULT: u32 = 19;
const DICE_NOTE: u32 = 28;
const TEXT: u32 = 30;
/// The sentences of the rule.
const SENTENCES: u32 = 6;

/// The height of a row, in points.
fn row_height(row: u32) -> f64 {
    match row {
        STATUS => 44.0,
        DICE_NOTE => 40.0,
        _ if [RULE, RESULT, TEXT].contains(&(row + 1)) => 10.0,
        _ if (PREMISES + 1..PREMISES + 5).contains(&row) => 26.0,
        _ => 21.0,
    }
}

/// The cells to choose in, in full: p, f, turn system, largest number of games.
pub(super) fn inputs(book: &Book<'_>) -> [String; 4] {
    [1, 2, 3, 4].map(|row| formula::cell(&book.names.viewer, PREMISES + row, VALUES))
}

pub(super) fn write(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style) = (book.lang, &book.style);
    let note = tr!(lang, "workbook.viewer.note");
    let title = tr!(lang, "workbook.title");
    style::heading(sheet, style, lang, [&title, &note], &WIDTHS)?;
    sheet.write_with_format(0, 0, title, &style.title().set_font_size(24))?;
    sheet.set_row_height(0, 42)?;
    for row in PREMISES..=TEXT + 5 {
        sheet.set_row_height(row, row_height(row))?;
    }
    // What is empty is not 0.
    sheet.set_formula_result_default("");
    premises(book, sheet)?;
    rule(book, sheet)?;
    results(book, sheet)?;
    sentences(book, sheet)?;
    chart(book, sheet)?;
    sheet.set_screen_gridlines(false);
    sheet.set_active(true);
    sheet.set_selection(PREMISES + 1, VALUES, PREMISES + 1, VALUES)?;
    style::paper(sheet, true);
    sheet.set_print_fit_to_pages(1, 1);
    Ok(())
}

/// A strip with a title over some columns.
fn band(
    book: &Book<'_>,
    sheet: &mut Worksheet,
    row: u32,
    last: u16,
    key: &str,
) -> Result<(), XlsxError> {
    let text = tr!(book.lang, format!("workbook.viewer.{key}"));
    sheet.merge_range(row, NAMES, row, last, &text, &book.style.band())?;
    Ok(())
}

/// What a premise or a part of the rule is called.
fn named(book: &Book<'_>, key: &str) -> String {
    own_or_shared(book.lang, ["workbook.viewer", "workbook.column"], key)
}

/// The cells to choose in.
fn premises(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, document) = (book.lang, &book.style, book.document);
    let places = Places::new(book);
    band(book, sheet, PREMISES, DICE, "premises")?;
    let span = |rates: &[Fraction]| {
        let ends = [rates.first(), rates.last()].map(|rate| rate.map_or(0.0, Fraction::to_f64));
        format!("{}–{} %", (ends[0] * 100.0).round(), (ends[1] * 100.0).round())
    };
    let limits: Vec<String> = document.limits.iter().map(u32::to_string).collect();
    let choices = [
        ("p", &places.p, RATE, span(&document.ps)),
        ("f", &places.f, RATE, span(&document.fs)),
        ("turns", &places.turns, "General", String::new()),
        ("limit_asked", &places.limits, "0", limits.join(", ")),
    ];
    for (row, (key, list, format, hint)) in (PREMISES + 1..).zip(choices) {
        let name = named(book, key);
        sheet.write_with_format(row, NAMES, name, &style.text())?;
        let choose = DataValidation::new()
            .allow_list_formula(Formula::new(format!("={list}")))
            .ignore_blank(false)
            .set_input_message(tr!(lang, "workbook.viewer.choose"))?
            .set_error_title(tr!(lang, "workbook.viewer.wrong_title"))?
            .set_error_message(tr!(lang, "workbook.viewer.wrong"))?;
        sheet.add_data_validation(row, VALUES, row, VALUES, &choose)?;
        let input = style.input(format);
        match key {
            "p" => sheet.write_with_format(row, VALUES, document.start.p.to_f64(), &input)?,
            "f" => sheet.write_with_format(row, VALUES, document.start.f.to_f64(), &input)?,
            "turns" => {
                let words = turns_words("turns", Some(&document.start.turns), lang);
                sheet.write_with_format(row, VALUES, words, &input)?
            }
            _ => sheet.write_with_format(row, VALUES, document.start.limit, &input)?,
        };
        let hint_format = style.note().set_align(FormatAlign::VerticalCenter);
        sheet.write_with_format(row, DICE, hint, &hint_format.set_indent(1))?;
    }
    let [status, no_rule, not_listed] =
        ["found", "no_rule", "not_listed"].map(|key| tr!(lang, format!("workbook.viewer.{key}")));
    let shown = if started(book).is_some() { &status } else { &no_rule };
    let formula = format!(
        "IF({}=0,{},IF({}=1,{},{}))",
        places.data_row,
        formula::quoted(&not_listed),
        places.found,
        formula::quoted(&status),
        formula::quoted(&no_rule)
    );
    let good = style.base.clone().set_bold().set_font_color(0x2E_6B_3A).set_text_wrap();
    let format = good.set_align(FormatAlign::Left).set_indent(1);
    let bad = ConditionalFormatFormula::new()
        .set_rule(format!("=ISTEXT({})", rule_cell(book, "first")).as_str())
        .set_format(Format::new().set_font_color(0xB0_30_20));
    sheet.add_conditional_format(STATUS, NAMES, STATUS, DICE, &bad)?;
    sheet.merge_range(STATUS, NAMES, STATUS, DICE, "", &format)?;
    sheet.write_with_format(STATUS, NAMES, formula::with_result(&formula, shown), &format)?;
    Ok(())
}

/// The rule of the case that the viewer shows first.
fn started<'b>(book: &'b Book<'_>) -> Option<&'b FoundDocument> {
    book.document.start_case()?.found.as_ref()
}

/// A figure of the start case as the result of a formula.
fn result(figure: Option<f64>) -> String {
    figure.map_or(NOTHING.into(), |figure| figure.to_string())
}

/// A cell that looks something up.
fn looked_up(
    sheet: &mut Worksheet,
    [row, column]: [u32; 2],
    places: &Places,
    value: &str,
    start: &str,
    format: &Format,
) -> Result<(), XlsxError> {
    let formula = format!("IF({}=1,{value},{})", places.found, formula::quoted(NOTHING));
    let formula = formula::with_result(&formula, start);
    sheet.write_with_format(row, column as u16, formula, format)?;
    Ok(())
}

/// The rows of the rule: a key, the column of the data sheet, and the number.
fn rule_rows(start: Option<&FoundDocument>) -> [(&'static str, u16, Option<f64>); 6] {
    let number =
        |pick: fn(&crate::RuleDocument) -> u32| start.map(|found| f64::from(pick(&found.row.rule)));
    [
        ("first", data::FIRST, number(|rule| rule.first)),
        ("second", data::SECOND, number(|rule| rule.second)),
        ("target", data::TARGET, number(|rule| rule.target)),
        ("shortest", data::SHORTEST, number(|rule| rule.shortest)),
        ("limit_without_draws", data::LIMIT_WITHOUT_DRAWS, number(|rule| rule.limit_without_draws)),
        ("limit", data::LIMIT, number(|rule| rule.limit)),
    ]
}

/// The cell of one number of the rule, in full.
fn rule_cell(book: &Book<'_>, key: &str) -> String {
    let index = rule_rows(None).iter().position(|(known, ..)| *known == key).unwrap_or(0);
    formula::cell(&book.names.viewer, RULE + 1 + index as u32, VALUES)
}

/// The rule of the tournament.
fn rule(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let places = Places::new(book);
    band(book, sheet, RULE, DICE, "rule")?;
    for (row, (key, column, start)) in (RULE + 1..).zip(rule_rows(started(book))) {
        let name = named(book, key);
        sheet.write_with_format(row, NAMES, name, &book.style.text())?;
        let value = format!("INDEX({},{})", data::range(book, column), places.data_row);
        let format = book.style.answer("0");
        let start = result(start);
        looked_up(sheet, [row, u32::from(VALUES)], &places, &value, &start, &format)?;
    }
    sheet.write_with_format(DRAWS, NAMES, named(book, "draws"), &book.style.text())?;
    let value = format!("INDEX({},{})", data::range(book, data::DRAWS), places.data_row);
    let start = started(book).map(|found| found.row.rule.draws.to_string());
    let start = start.map_or(NOTHING.into(), |code| data::draws_words(&code, book.lang));
    // Words need more room than figures.
    let format = book.style.answer("General");
    sheet.merge_range(DRAWS, VALUES, DRAWS, DICE, "", &format)?;
    looked_up(sheet, [DRAWS, u32::from(VALUES)], &places, &value, &start, &format)
}

/// Exact figures, and what the dice say beside them.
fn results(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, style, places) = (book.lang, &book.style, Places::new(book));
    let word = |key: &str| tr!(lang, format!("workbook.viewer.{key}"));
    sheet.write_with_format(RESULT, NAMES, word("result"), &style.band())?;
    let right = style.band().set_align(FormatAlign::Right);
    sheet.write_with_format(RESULT, VALUES, word("exact"), &right)?;
    sheet.write_with_format(RESULT, DICE, word("dice"), &right)?;
    let start = started(book);
    let row = start.map(|found| &found.row);
    let shares = start.map(FoundDocument::shares);
    let decided = start.and_then(FoundDocument::decided_a);
    let exact = row.and_then(|row| row.decided_a);
    let half = |share: f64| share - 0.5;
    let rest = |share: f64| 1.0 - share;
    let worst = start.and_then(|found| found.worst);
    let figures = [
        ("a", PERCENT, data::A, row.map(|r| r.a), Some((simulation::A, shares.map(|s| s[0])))),
        ("b", PERCENT, data::B, row.map(|r| r.b), Some((simulation::B, shares.map(|s| s[1])))),
        (
            "none",
            PERCENT,
            data::NONE,
            row.map(|r| r.none),
            Some((simulation::NONE, shares.map(|s| s[2]))),
        ),
        ("decided_a", PERCENT, data::DECIDED_A, exact, Some((simulation::DECIDED_A, decided))),
        (
            "decided_b",
            PERCENT,
            data::DECIDED_B,
            exact.map(rest),
            Some((simulation::DECIDED_B, decided.map(rest))),
        ),
        (
            "bias",
            BIAS,
            data::BIAS_COLUMN,
            row.and_then(|r| r.bias),
            Some((simulation::DECIDED_A, decided.map(half))),
        ),
        // The dice are thrown at one win rate only.
        ("worst", PERCENT, data::WORST, worst, None),
        (
            "games",
            GAMES,
            data::EXPECTED,
            row.map(|r| r.expected_games),
            Some((simulation::MEAN, start.map(|found| found.mean_games))),
        ),
    ];
    for (at, (key, format, column, exact, dice)) in (RESULT + 1..).zip(figures) {
        sheet.write_with_format(at, NAMES, word(key), &style.text())?;
        let value = format!("INDEX({},{})", data::range(book, column), places.data_row);
        let answer = style.answer(format);
        looked_up(sheet, [at, u32::from(VALUES)], &places, &value, &result(exact), &answer)?;
        let number = style.number(format);
        let Some((of_dice, played)) = dice else {
            sheet.write_blank(at, DICE, &number)?;
            continue;
        };
        let dice = simulation::range(book, of_dice);
        let value = format!("INDEX({dice},{})", places.simulation_row);
        let nothing = formula::quoted(NOTHING);
        let value = match key {
            "bias" => format!("IF(ISNUMBER({value}),{value}-0.5,{nothing})"),
            _ => value,
        };
        looked_up(sheet, [at, u32::from(DICE)], &places, &value, &result(played), &number)?;
    }
    let of_dice =
        |column| format!("INDEX({},{})", simulation::range(book, column), places.simulation_row);
    let series = format!("TEXT({},{})", of_dice(simulation::SERIES), formula::quoted(COUNT));
    let seed = of_dice(simulation::SEED);
    let template = word("dice_note");
    let text = formula::sentence(&template, &[("series", &series), ("seed", &seed)]);
    let shown = start.map_or(String::new(), |found| {
        let series = thousands(book.document.series);
        tr!(lang, "workbook.viewer.dice_note", series = series, seed = found.seed)
    });
    let formula = format!("IF({}=1,{text},\"\")", places.found);
    let note = style.note().set_indent(1);
    sheet.merge_range(DICE_NOTE, NAMES, DICE_NOTE, DICE, "", &note)?;
    let formula = formula::with_result(&formula, shown);
    sheet.write_with_format(DICE_NOTE, NAMES, formula, &note)?;
    Ok(())
}

/// The rule as it is read out before a tournament, one sentence to a row.
fn sentences(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, places) = (book.lang, Places::new(book));
    band(book, sheet, TEXT, LAST, "text")?;
    let cells = ["first", "second", "target", "limit"].map(|key| rule_cell(book, key));
    let [first, second, target, limit] = &cells;
    // Rules of the book leave a series without a winner if points are equal at the limit.
    let equal = formula::quoted(&tr!(lang, "rule.undecided.none"));
    let values: [(&str, &str); 5] = [
        ("first", first),
        ("second", second),
        ("target", target),
        ("limit", limit),
        ("equal", &equal),
    ];
    let text = |key: &str| formula::sentence(&tr!(lang, key), &values);
    let [_, _, turns, _] = inputs(book);
    let fixed = formula::quoted(&turns_words("turns", Some(&Turns::Fixed), lang));
    let if_else = |condition: String, yes: &str, no: &str| {
        format!("IF({condition},{},{})", text(yes), text(no))
    };
    let drawn = formula::cell(&book.names.viewer, DRAWS, VALUES);
    let drawn_is = |code| format!("{drawn}={}", formula::quoted(&data::draws_words(code, lang)));
    let counted = if_else(format!("{turns}={fixed}"), "draws.pass_plain", "draws.pass");
    let replayed = format!("IF({},{},{counted})", drawn_is("replay"), text("draws.replay"));
    // As Draws::always_won for the formula's limit, a win as first player being the cheaper one.
    let replays = format!("OR({},{})", drawn_is("swap"), drawn_is("replay"));
    let swapped = format!("{limit}>=2*ROUNDUP({target}/{first},0)-1");
    let won = format!("IF({},{swapped},{})", drawn_is("swap"), drawn_is("replay"));
    let limit_won =
        if_else(format!("{limit}=1"), "rule.limit_replays_won_one", "rule.limit_replays_won");
    let limit_replays =
        if_else(format!("{limit}=1"), "rule.limit_replays_one", "rule.limit_replays");
    let limit_open = if_else(format!("{limit}=1"), "rule.limit_one", "rule.limit");
    let lot = text("find.lot");
    // As RuleDocument::sentences has them, for the draw policies of the book.
    let lines = [
        if_else(format!("{target}=1"), "rule.points_one", "rule.points"),
        if_else(format!("{turns}={fixed}"), "rule.turns.fixed", "rule.turns.alternating"),
        format!("IF({},{},{replayed})", drawn_is("swap"), text("draws.swap")),
        format!("IF({won},{limit_won},IF({replays},{limit_replays},{limit_open}))"),
        format!("IF({won},{lot},{})", text("rule.no_clinch")),
        format!("IF({won},\"\",{lot})"),
    ];
    let shown = started(book)
        .map(|found| format!("{}\n{}", found.row.rule.sentences(lang), tr!(lang, "find.lot")));
    let shown = shown.unwrap_or_default();
    let mut shown = shown.lines();
    let format = book.style.base.clone().set_font_size(12);
    let format = format.set_align(FormatAlign::Left).set_indent(1);
    for (row, line) in (TEXT + 1..).zip(lines) {
        sheet.merge_range(row, NAMES, row, LAST, "", &format)?;
        let formula = format!("IF({}=1,{line},\"\")", places.found);
        let formula = formula::with_result(&formula, shown.next().unwrap_or(""));
        sheet.write_with_format(row, NAMES, formula, &format)?;
    }
    // Two sheets do not follow the lists.
    let chosen = &book.document.chosen;
    let note = tr!(
        lang,
        "workbook.viewer.chosen_note",
        tree = &book.names.tree,
        scores = &book.names.scores,
        points = chosen.rule.points_as_written(),
        turns = chosen.rule.turns_name(lang)
    );
    let row = TEXT + 1 + SENTENCES;
    sheet.merge_range(row, NAMES, row, LAST, &note, &book.style.note().set_indent(1))?;
    Ok(())
}

/// The bias of the rule against p, with the chosen p marked.
fn chart(book: &Book<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let (lang, document, places) = (book.lang, book.document, Places::new(book));
    let word = |key: &str| tr!(lang, format!("workbook.chart.{key}"));
    let mut font = ChartFont::new();
    font.set_name(book.style.font).set_size(10).unset_bold();
    let mut chart = Chart::new(ChartType::ScatterStraight);
    chart.title().set_name(word("title").as_str()).set_font(font.clone().set_size(13).set_bold());
    let reference = |places: &str| format!("={places}");
    chart
        .add_series()
        .set_name(tr!(lang, "chart.this_rule").as_str())
        .set_categories(reference(&places.p).as_str())
        .set_values(reference(&places.biases).as_str())
        .set_format(
            ChartFormat::new().set_line(ChartLine::new().set_color(0x1F_3F_5B).set_width(2.25)),
        );
    let mut mark = ChartMarker::new();
    mark.set_type(ChartMarkerType::Circle)
        .set_size(11)
        .set_format(ChartFormat::new().set_solid_fill(ChartSolidFill::new().set_color(0xD9_48_1C)));
    let mut label = ChartDataLabel::new();
    label.show_y_value().set_position(ChartDataLabelPosition::Above).set_num_format(BIAS);
    label.set_font(font.clone().set_bold());
    chart
        .add_series()
        .set_name(word("mark").as_str())
        .set_categories(reference(&places.mark_p).as_str())
        .set_values(reference(&places.mark_bias).as_str())
        .set_format(ChartFormat::new().set_no_line())
        .set_marker(&mark)
        .set_data_label(&label);
    let ends = [document.ps.first(), document.ps.last()].map(|p| p.map_or(0.0, Fraction::to_f64));
    let grid = ChartLine::new().set_color(0xD9_DE_E4).clone();
    chart
        .x_axis()
        .set_name(word("p").as_str())
        .set_name_font(&font)
        .set_font(&font)
        .set_min(ends[0])
        .set_max(ends[1])
        .set_major_unit(0.05)
        .set_num_format("0%")
        .set_major_gridlines_line(&grid)
        .set_label_position(ChartAxisLabelPosition::Low);
    chart
        .y_axis()
        .set_name(word("bias").as_str())
        .set_name_font(&font)
        .set_font(&font)
        .set_min(-0.5)
        .set_max(0.5)
        .set_major_unit(0.1)
        .set_num_format("+0%;-0%;0%")
        .set_major_gridlines_line(&grid)
        .set_label_position(ChartAxisLabelPosition::Low);
    chart.legend().set_position(rust_xlsxwriter::ChartLegendPosition::Bottom).set_font(&font);
    chart.set_alt_text(word("alt"));
    // From the premises to the note on the dice; a digit has 7 or 8 pixels.
    let digit = f64::from(Style::default_cell(lang).1) / 9.0;
    let width: f64 = WIDTHS[usize::from(CHART)..].iter().map(|w| w * digit + 5.0).sum();
    let height: f64 = (PREMISES..=DICE_NOTE).map(row_height).sum();
    chart.set_width(width as u32 - 6).set_height((height * 4.0 / 3.0) as u32);
    sheet.insert_chart(PREMISES, CHART, &chart)?;
    Ok(())
}
