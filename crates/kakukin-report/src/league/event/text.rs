//! The study of an event as text.

use super::{EventPlayerDocument, EventStudyDocument, SpreadDocument};
use crate::{
    Lang,
    lang::own_or_shared,
    layout::{columns, wrap},
    sanitize,
    series::words::exact_percent,
};

/// The columns of a sentence in a terminal.
const TEXT_COLUMNS: usize = 100;
/// The most players that a terminal shows.
const MOST_LISTED: usize = 40;

impl EventStudyDocument {
    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = format!("{}\n\n", wrap(&self.asked(lang), TEXT_COLUMNS));
        text += &self.table(lang);
        let hidden = self.players.len().saturating_sub(MOST_LISTED);
        if hidden > 0 {
            text += &format!("{}\n", tr!(lang, "event.more_players", count = hidden));
        }
        text += &format!("\n{}\n", wrap(&self.findings(lang).join("\n"), TEXT_COLUMNS));
        if self.timetable.is_some() {
            text += &format!("\n{}\n", wrap(&tr!(lang, "event.timetable_is"), TEXT_COLUMNS));
            let rows = self.round_rows(MOST_LISTED, lang);
            text += &columns(self.round_columns(lang), rows, &[0, 1]);
            let hidden = self.rounds.len().saturating_sub(MOST_LISTED);
            if hidden > 0 {
                text += &format!("{}\n", tr!(lang, "event.more_rounds", count = hidden));
            }
        }
        text + &format!("\n{}\n", wrap(&self.remarks(lang).join("\n"), TEXT_COLUMNS))
    }

    /// Who plays what.
    fn asked(&self, lang: Lang) -> String {
        let elo = |pick: fn(f64, f64) -> f64| {
            let elo = self.players.iter().map(|player| player.elo).reduce(pick);
            format!("{}", elo.unwrap_or(0.0).round())
        };
        let mut lines = vec![tr!(
            lang,
            "event.asked",
            players = self.players.len(),
            low = elo(f64::min),
            high = elo(f64::max),
            stages = self.stages,
            p = exact_percent(&self.p),
            f = exact_percent(&self.f)
        )];
        lines.push(tr!(lang, format!("event.seeding.{}", self.seeding)));
        for rules in &self.rules {
            let key = if rules.rule == rules.last { "event.rule" } else { "event.rule_and_final" };
            lines.push(tr!(lang, key, stage = rules.stage, rule = rules.rule, last = rules.last));
        }
        if let Some(holder) = &self.holder {
            lines.push(tr!(lang, "event.holder", name = sanitize(holder)));
        }
        lines.join("\n")
    }

    fn table(&self, lang: Lang) -> String {
        let tops = self.tops();
        let word = |key: &str| own_or_shared(lang, ["event.column", "column"], key);
        let mut header = vec![word("player"), word("elo"), word("win")];
        header.extend(tops.iter().map(|top| tr!(lang, "event.column.top", places = top)));
        header.extend([word("place"), word("side_luck"), word("number_of_games")]);
        let mut players: Vec<&EventPlayerDocument> = self.players.iter().collect();
        players.sort_by(|x, y| y.win.total_cmp(&x.win));
        let rows = players.into_iter().take(MOST_LISTED).map(|player| {
            let with = |x: f64, error: Option<f64>| match error {
                None => percent(x),
                Some(error) => format!("{} ±{:.2}", percent(x), 100.0 * error),
            };
            let mut row =
                vec![sanitize(&player.name), player.rating(), with(player.win, player.win_error)];
            row.extend(tops.iter().map(|top| percent(player.top(*top))));
            row.push(format!("{:.2}", player.expected_place));
            row.push(with(player.side_luck, player.side_luck_error));
            row.push(format!("{:.1}", player.games.mean));
            row
        });
        columns(header, rows.collect(), &[0])
    }

    /// The places that the table of players asks for: the first 2, 4, 8.
    pub(super) fn tops(&self) -> Vec<usize> {
        [2, 4, 8].into_iter().filter(|top| *top < self.players.len()).collect()
    }

    /// Whether nobody is the best.
    pub(super) fn all_equal(&self) -> bool {
        self.players.windows(2).all(|two| two[0].elo == two[1].elo)
    }

    /// Whether sides are no matter of luck.
    pub(super) fn no_side_luck(&self) -> bool {
        self.worst_side_luck.abs() < 1e-9
    }

    pub(super) fn findings(&self, lang: Lang) -> Vec<String> {
        let errors = self.standard_errors;
        let with = |x: f64, error: Option<f64>, decimals: usize| match error {
            None => format!("{x:.decimals$}"),
            Some(error) => format!("{x:.decimals$} ±{error:.decimals$}"),
        };
        let of_percent = |x: f64, error: Option<f64>| match error {
            None => percent(x),
            Some(error) => format!("{:.2} ±{:.2} %", 100.0 * x, 100.0 * error),
        };
        let mut lines = Vec::new();
        if self.all_equal() {
            lines.push(tr!(lang, "event.all_equal"));
        } else {
            lines.push(tr!(
                lang,
                "event.best",
                best = of_percent(self.best_wins, errors.map(|e| e.best_wins)),
                rank = with(self.winner_rank, errors.map(|e| e.winner_rank), 2)
            ));
            lines.push(tr!(
                lang,
                "event.order",
                spearman = with(self.spearman, errors.map(|e| e.spearman), 3),
                kendall = with(self.kendall, errors.map(|e| e.kendall), 3),
                kept = of_percent(self.kept, errors.map(|e| e.kept))
            ));
        }
        lines.push(match self.no_side_luck() {
            true => tr!(lang, "event.no_side_luck"),
            false => tr!(
                lang,
                "event.side_luck",
                mean = of_percent(self.side_luck, errors.map(|e| e.side_luck)),
                worst = percent(self.worst_side_luck)
            ),
        });
        lines.push(spread(&self.games, "event.games", lang, 0));
        if let Some(hours) = &self.hours {
            let boards = match self.boards {
                None => tr!(lang, "event.enough_boards"),
                Some(boards) => tr!(lang, "event.boards", boards = boards),
            };
            lines.push(spread(hours, "event.hours", lang, 1) + &boards);
        }
        lines
    }

    pub(super) fn remarks(&self, lang: Lang) -> Vec<String> {
        let key = if self.exact { "event.exact" } else { "event.simulated" };
        let mut remarks = vec![tr!(lang, key, runs = self.runs, seed = self.seed)];
        remarks.push(tr!(lang, "event.what_luck_is"));
        if self.players.iter().any(|player| player.elo_error.is_some()) {
            remarks.push(tr!(lang, "event.drawn_ratings"));
        }
        remarks
    }
}

pub(super) fn percent(x: f64) -> String {
    format!("{:.2} %", 100.0 * x)
}

fn spread(of: &SpreadDocument, key: &str, lang: Lang, decimals: usize) -> String {
    let number = |x: f64| format!("{x:.decimals$}");
    if of.within_99 == of.mean && of.within_50 == of.mean {
        return tr!(lang, format!("{key}_certain"), mean = number(of.mean));
    }
    tr!(
        lang,
        key,
        mean = format!("{:.1}", of.mean),
        half = number(of.within_50),
        most = number(of.within_80),
        nearly = number(of.within_95),
        all = number(of.within_99)
    )
}
