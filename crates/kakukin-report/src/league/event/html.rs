//! The study of an event as a page for those who decide about it: the answer first, then charts,
//! players, time, rules, and what the figures rest on.

use super::{
    EventPlayerDocument, EventStudyDocument,
    words::{clock, format_words, stages_words},
};
use crate::{
    Chart, Lang, Line, Lines, Mark, Plot, Rows, Unit,
    chart::Axis,
    lang::own_or_shared,
    page::{joined, page, table},
    series::words::exact_percent,
};
use kakukin_core::one_line;
use maud::{Markup, PreEscaped, html};

/// The most players of the chart.
const MOST_BARS: usize = 20;
/// The most players of the table.
const MOST_PLAYERS: usize = 128;
/// Of fewer lengths an event may have, a curve between them would be made up.
const FEWEST_POINTS: usize = 6;
/// The most rounds that are listed.
const MOST_ROUNDS: usize = 60;

impl EventStudyDocument {
    /// The page.
    pub fn html(&self, lang: Lang) -> String {
        let title = self.title.clone().unwrap_or_else(|| tr!(lang, "event.page.title"));
        let body = html! {
            main {
                header {
                    h1 { (title) }
                    @if let Some(date) = &self.date { p class="date" { (date) } }
                    p class="lead" { (self.lead(lang)) }
                }
                div class="answers" { @for answer in self.answers(lang) { p { (answer) } } }
                (self.tiles(lang))
                (self.players_section(lang))
                (self.time_section(lang))
                (self.rules_section(lang))
                section class="block" {
                    h2 { (tr!(lang, "event.page.figures")) }
                    ul { @for line in self.findings(lang) { li { (line) } } }
                    @for remark in self.remarks(lang) { p class="note" { (remark) } }
                    p class="note" { (tr!(lang, "event.page.again", stages = self.stages)) }
                }
            }
        };
        page(&title, "event", lang, self, &body)
    }

    /// Who plays what, in words.
    fn lead(&self, lang: Lang) -> String {
        let elo = |pick: fn(f64, f64) -> f64| {
            let elo = self.players.iter().map(|player| player.elo).reduce(pick);
            format!("{}", elo.unwrap_or(0.0).round())
        };
        let mut sentences = vec![tr!(
            lang,
            "event.page.lead",
            players = self.players.len(),
            low = elo(f64::min),
            high = elo(f64::max),
            stages = stages_words(&self.formats, lang)
        )];
        sentences.push(tr!(lang, format!("event.seeding.{}", self.seeding)));
        if let Some(holder) = &self.holder {
            sentences.push(tr!(lang, "event.page.holder", name = one_line(holder)));
        }
        joined(&sentences, lang)
    }

    /// Players by their chance to win.
    fn by_chance(&self) -> Vec<&EventPlayerDocument> {
        let mut players: Vec<&EventPlayerDocument> = self.players.iter().collect();
        players.sort_by(|x, y| y.win.total_cmp(&x.win));
        players
    }

    /// What a committee wants to know, in sentences.
    fn answers(&self, lang: Lang) -> Vec<String> {
        let players = self.by_chance();
        let mut first = Vec::new();
        if let ([likeliest, next, ..], [.., last]) = (&players[..], &players[..]) {
            first.push(match self.all_equal() {
                true => tr!(
                    lang,
                    "event.page.answer_equal",
                    low = tenths(last.win),
                    high = tenths(likeliest.win)
                ),
                false => tr!(
                    lang,
                    "event.page.answer_winner",
                    name = one_line(&likeliest.name),
                    chance = tenths(likeliest.win),
                    next = one_line(&next.name),
                    next_chance = tenths(next.win)
                ),
            });
        }
        if !self.all_equal() {
            first.push(tr!(lang, "event.page.answer_best", best = tenths(self.best_wins)));
        }
        let mean = points(self.side_luck);
        first.push(match (&self.standard_errors, self.no_side_luck()) {
            (_, true) => tr!(lang, "event.page.answer_no_luck"),
            (None, _) => {
                let worst = points(self.worst_side_luck);
                tr!(lang, "event.page.answer_luck", mean = mean, worst = worst)
            }
            // The largest of simulated figures is larger than it should be.
            (Some(errors), _) => {
                let error = points(errors.side_luck);
                tr!(lang, "event.page.answer_luck_about", mean = mean, error = error)
            }
        });
        let mut second = vec![match self.games.within_99 == self.games.within_50
            && self.games.mean == self.games.within_50
        {
            true => tr!(lang, "event.page.answer_games_certain", games = self.games.mean),
            false => tr!(
                lang,
                "event.page.answer_games",
                games = self.games.within_95,
                mean = format!("{:.1}", self.games.mean)
            ),
        }];
        if let Some(hours) = &self.hours {
            let tenths = |hours: f64| format!("{hours:.1}");
            second.push(
                match hours.within_99 == hours.within_50 && hours.mean == hours.within_50 {
                    true => {
                        tr!(lang, "event.page.answer_hours_certain", hours = tenths(hours.mean))
                    }
                    false => tr!(
                        lang,
                        "event.page.answer_hours",
                        hours = tenths(hours.within_95),
                        half = tenths(hours.within_50)
                    ),
                },
            );
        }
        if let Some(timetable) = &self.timetable {
            second.push(tr!(
                lang,
                "event.page.answer_clock",
                start = clock(f64::from(timetable.start), lang),
                end = clock(timetable.over.within_95, lang)
            ));
        }
        vec![joined(&first, lang), joined(&second, lang)]
    }

    fn tiles(&self, lang: Lang) -> Markup {
        let mut tiles = vec![
            (self.players.len().to_string(), "players"),
            (format!("{}", self.games.within_95), "games"),
        ];
        match &self.hours {
            Some(hours) => tiles.push((format!("{:.1}", hours.within_95), "hours")),
            None => tiles.push((self.rounds.len().to_string(), "rounds")),
        }
        tiles.push(match self.all_equal() {
            true => (points(self.side_luck), "side_luck"),
            false => (tenths(self.best_wins), "best"),
        });
        html! {
            dl class="tiles" {
                @for (value, key) in &tiles {
                    div { dt { (tr!(lang, format!("event.page.tile_{key}"))) } dd { (value) } }
                }
            }
        }
    }

    fn players_section(&self, lang: Lang) -> Markup {
        let tops = self.tops();
        let word = |key: &str| own_or_shared(lang, ["event.column", "column"], key);
        let players = self.by_chance();
        let hidden = players.len().saturating_sub(MOST_PLAYERS);
        let with = |x: f64, error: Option<f64>| match error {
            None => super::text::percent(x),
            Some(error) => format!("{} ±{:.2}", super::text::percent(x), 100.0 * error),
        };
        html! {
            section {
                h2 { (tr!(lang, "event.page.who")) }
                figure { div class="wide" { (PreEscaped(self.chart(lang).svg())) } }
                div class="wide" {
                    table class="list" {
                        thead {
                            tr {
                                th class="words" scope="col" { (word("player")) }
                                th class="figure" scope="col" { (word("elo")) }
                                th class="figure" scope="col" { (word("win")) }
                                @for top in &tops {
                                    th class="figure" scope="col" { (tr!(lang, "event.column.top", places = top)) }
                                }
                                th class="figure" scope="col" { (word("place")) }
                                th class="figure" scope="col" { (word("side_luck")) }
                                th class="figure" scope="col" { (word("number_of_games")) }
                            }
                        }
                        tbody {
                            @for player in players.iter().take(MOST_PLAYERS) {
                                tr {
                                    td class="words" { bdi { (one_line(&player.name)) } }
                                    td class="figure" { (player.rating()) }
                                    td class="figure main" { (with(player.win, player.win_error)) }
                                    @for top in &tops { td class="figure" { (super::text::percent(player.top(*top))) } }
                                    td class="figure" { (format!("{:.2}", player.expected_place)) }
                                    td class="figure" { (with(player.side_luck, player.side_luck_error)) }
                                    td class="figure" { (format!("{:.1}", player.games.mean)) }
                                }
                            }
                        }
                    }
                }
                @if hidden > 0 { p class="note" { (tr!(lang, "event.page.more_players", count = hidden)) } }
            }
        }
    }

    /// How long it takes: the hours, and the rounds with their times.
    fn time_section(&self, lang: Lang) -> Markup {
        let hidden = self.rounds.len().saturating_sub(MOST_ROUNDS);
        let course = self.course(lang);
        // A figure and its sign stay together.
        let heads = self.round_columns(lang).into_iter().map(|head| head.replace(" %", "\u{a0}%"));
        let heads: Vec<String> = heads.collect();
        html! {
            section {
                h2 { (tr!(lang, "event.page.time")) }
                @if let Some(course) = &course {
                    figure { div class="wide" { (PreEscaped(course.svg())) } }
                }
                @if self.timetable.is_some() { p { (tr!(lang, "event.timetable_is")) } }
                @else { p { (tr!(lang, "event.page.rounds_are")) } }
                div class="wide" { (table(&heads, &self.round_rows(MOST_ROUNDS, lang), 2)) }
                @if hidden > 0 { p class="note" { (tr!(lang, "event.page.more_rounds", count = hidden)) } }
                @if let Some(boards) = self.boards {
                    p class="note" { (tr!(lang, "event.page.boards", boards = boards)) }
                } @else {
                    p class="note" { (tr!(lang, "event.page.enough_boards")) }
                }
                @if let (Some(minutes), Some(pause)) = (self.minutes, self.pause) {
                    p class="note" { (tr!(lang, "event.page.minutes", minutes = minutes, pause = pause)) }
                }
            }
        }
    }

    /// The heads of the table of rounds.
    pub(super) fn round_columns(&self, lang: Lang) -> Vec<String> {
        let mut keys = vec!["round", "stage", "one_after_other", "at_most"];
        if self.timetable.is_some() {
            keys.extend(["begins_50", "begins_95"]);
        }
        keys.iter().map(|key| tr!(lang, format!("event.column.{key}"))).collect()
    }

    /// A row for each of the first rounds, and one for the end where there is a timetable.
    pub(super) fn round_rows(&self, most: usize, lang: Lang) -> Vec<Vec<String>> {
        let stage = |round: usize| {
            let number = self.stage_of_round.get(round).copied().flatten();
            number.and_then(|number| self.formats.get(number))
        };
        let row = |(round, games): (usize, &super::SpreadDocument)| {
            let mut row = vec![(round + 1).to_string()];
            row.push(
                stage(round)
                    .map_or_else(String::new, |stage| format_words(stage.format, false, lang)),
            );
            row.push(format!("{:.1}", games.mean));
            row.push(format!("{}", games.within_95));
            if let Some(times) = self.timetable.as_ref().and_then(|all| all.rounds.get(round)) {
                row.extend(
                    [times.begins.within_50, times.begins.within_95].map(|at| clock(at, lang)),
                );
                if times.played < 1.0
                    && let Some(word) = row.first_mut()
                {
                    *word = tr!(
                        lang,
                        "event.if_played",
                        round = round + 1,
                        share = tenths(times.played)
                    );
                }
            }
            row
        };
        let mut rows: Vec<Vec<String>> =
            self.rounds.iter().enumerate().take(most).map(row).collect();
        if let Some(timetable) = &self.timetable {
            let mut over =
                vec![tr!(lang, "event.over"), String::new(), String::new(), String::new()];
            over.extend(
                [timetable.over.within_50, timetable.over.within_95].map(|at| clock(at, lang)),
            );
            rows.push(over);
        }
        rows
    }

    fn rules_section(&self, lang: Lang) -> Markup {
        html! {
            section class="block" {
                h2 { (tr!(lang, "event.page.rules")) }
                p {
                    (tr!(lang, "event.page.rates", p = exact_percent(&self.p), f = exact_percent(&self.f)))
                }
                @for (k, (stage, typed)) in self.formats.iter().zip(&self.rules).enumerate() {
                    h3 { (format_words(stage.format, stage.third, lang)) " " span class="typed" { (typed.rule) } }
                    @if let Some([rule, last]) = self.in_full.get(k) {
                        p { (rule.sentences(lang)) }
                        @if typed.rule != typed.last {
                            p { strong { (tr!(lang, "event.page.last_rule")) } " " span class="typed" { (typed.last) } }
                            p { (last.sentences(lang)) }
                        }
                    } @else if typed.rule != typed.last {
                        p { strong { (tr!(lang, "event.page.last_rule")) } " " span class="typed" { (typed.last) } }
                    }
                }
            }
        }
    }

    /// Who wins how often: a bar for each of the likeliest winners.
    pub fn chart(&self, lang: Lang) -> Chart {
        let players = self.by_chance();
        let row = |player: &&EventPlayerDocument| (one_line(&player.name), player.win);
        let subtitle = match players.len().saturating_sub(MOST_BARS) {
            0 => String::new(),
            _ => tr!(lang, "event.page.chart_first", count = MOST_BARS, players = players.len()),
        };
        Chart {
            title: tr!(lang, "event.page.chart_wins"),
            subtitle,
            plot: Plot::Rows(Rows {
                x: Axis::new(tr!(lang, "event.page.axis_wins"), Unit::Percent),
                rows: players.iter().take(MOST_BARS).map(row).collect(),
            }),
        }
    }

    /// The share of all events that are over within so many hours; nothing if time is not known,
    /// or nearly always the same.
    pub fn course(&self, lang: Lang) -> Option<Chart> {
        let within = self.hours_within.as_ref()?;
        let mut points: Vec<[f64; 2]> = Vec::new();
        for (percent, &hours) in (1..).zip(within) {
            let share = f64::from(percent) / 100.0;
            match points.last_mut() {
                // The most of all that are over by then.
                Some(last) if last[0] == hours => last[1] = share,
                _ => points.push([hours, share]),
            }
        }
        if points.len() < FEWEST_POINTS {
            return None;
        }
        let nearly = self.hours.as_ref()?.within_95;
        Some(Chart {
            title: tr!(lang, "event.page.chart_hours"),
            subtitle: tr!(lang, "event.page.mark_hours", hours = format!("{nearly:.1}")),
            plot: Plot::Lines(Lines {
                x: Axis::new(tr!(lang, "event.page.axis_hours"), Unit::Number),
                y: Axis::new(tr!(lang, "event.page.axis_over"), Unit::Percent).between(0.0, 1.0),
                lines: vec![Line { name: tr!(lang, "event.page.axis_over"), points }],
                // Words beside it would cover the curve.
                marks: vec![Mark { at: nearly, label: String::new() }],
                band: None,
            }),
        })
    }
}

/// A share in tenths of a per cent.
fn tenths(x: f64) -> String {
    format!("{:.1} %", 100.0 * x)
}

/// A difference of shares in tenths of a percentage point, without the sign.
fn points(x: f64) -> String {
    format!("{:.1}", 100.0 * x)
}
