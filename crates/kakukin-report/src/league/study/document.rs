//! What a study found, as plain data, as text, CSV and a chart.

use crate::{
    Axis, Chart, Lang, Line, Lines, Plot, RuleDocument, SchemaName, Unit,
    csv::csv_table,
    lang::own_or_shared,
    layout::{columns, wrap},
    series::words::exact_percent,
};
use kakukin_core::Fraction;
use kakukin_league::{
    DrawPoints, Entrant, Figures, Schedule, StudyFigure, StudyMethod, StudyOutcome, StudyRow,
};
use kakukin_series::Series;
use serde::Serialize;

/// The columns of a sentence in a terminal.
const TEXT_COLUMNS: usize = 100;

/// Where the verdict is given, or as near to it as there are figures: computer shogi.
const USUAL_P: f64 = 0.7;

/// A difference of shares as players count: of how many leagues, and how many of these.
fn counted(difference: f64, lang: Lang) -> [String; 2] {
    let leagues = [1e2, 1e3, 1e4].into_iter().find(|n| difference * n >= 1.0).unwrap_or(1e5);
    let exact = difference * leagues;
    let (low, high) = (exact.floor(), exact.ceil());
    let times = match low == high {
        true => format!("{low}"),
        false => format!("{low}{}{high}", lang.pick([" to ", "～"])),
    };
    [format!("{leagues}"), times]
}

/// How well ways of scoring find the true order.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The players, as they were listed.
    pub field: Vec<Entrant>,
    /// Who meets whom: `single`, `double`, `lots`, `rounds=N`, `file`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub schedule: Schedule,
    /// Encounters of a league.
    pub encounters: usize,
    /// Whether everybody is first as often as second.
    pub even_sides: bool,
    /// Whether ratings are log-odds of decided games, not Elo points; left out if they are Elo.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub log_odds: bool,
    /// Draw rate between equal players, an exact fraction.
    pub f: Fraction,
    /// What a draw is worth under epsilon points: `zero` or `expectation`.
    pub draws: DrawPoints,
    /// The series rules in full.
    pub rules: Vec<RuleDocument>,
    /// Leagues played for each figure that is simulated; null if all are exact.
    pub runs: Option<u64>,
    /// The seed of the dice; null if none were thrown.
    pub seed: Option<u64>,
    /// One entry for each win rate and way of scoring.
    pub rows: Vec<StudyRowDocument>,
}

/// The figures of one way of scoring at one win rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "StudyRow"))]
pub struct StudyRowDocument {
    /// First player's win rate among equal players, an exact fraction.
    pub p: Fraction,
    /// The way of scoring: `epsilon`, `wins`, or `series=` with the points of a rule.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub method: StudyMethod,
    /// Whether all courses of the league were enumerated; otherwise dice were thrown.
    pub exact: bool,
    /// Spearman's rank correlation with the true order.
    pub spearman: f64,
    /// Kendall's tau-b with the true order.
    pub kendall: f64,
    /// The chance that the strongest player wins.
    pub best: f64,
    /// The mean distance of a player's rank from his true one.
    pub rank_error: f64,
    /// Standard errors; null if the figures are exact.
    pub standard_errors: Option<Figures>,
    /// The expected number of games of a league.
    pub games: f64,
}

impl From<&StudyRow> for StudyRowDocument {
    fn from(row: &StudyRow) -> Self {
        let Figures { spearman, kendall, best, rank_error } = row.figures;
        Self {
            p: row.p.exact().into(),
            method: row.method.clone(),
            exact: row.errors.is_none(),
            spearman,
            kendall,
            best,
            rank_error,
            standard_errors: row.errors,
            games: row.games,
        }
    }
}

/// What people call a way of scoring.
fn name(method: &StudyMethod, lang: Lang) -> String {
    match method {
        StudyMethod::Epsilon => tr!(lang, "study.method.epsilon"),
        StudyMethod::Wins => tr!(lang, "study.method.wins"),
        StudyMethod::Series(name) => tr!(lang, "study.method.series", points = name),
    }
}

impl StudyDocument {
    /// The document of what a study found, with the series rules that were compared.
    pub fn new<'r>(outcome: &StudyOutcome, rules: impl IntoIterator<Item = &'r Series>) -> Self {
        let StudyOutcome { field, schedule, log_odds, f, draws, simulated, rows } = outcome;
        Self {
            schema: SchemaName::default(),
            field: field.clone(),
            schedule: schedule.clone(),
            encounters: schedule.encounters(field.len()),
            even_sides: schedule.even_sides(field.len()),
            log_odds: *log_odds,
            f: f.exact().into(),
            draws: *draws,
            rules: rules.into_iter().map(RuleDocument::new).collect(),
            runs: simulated.map(|simulated| simulated.runs),
            seed: simulated.map(|simulated| simulated.seed),
            rows: rows.iter().map(StudyRowDocument::from).collect(),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = format!("{}\n\n", wrap(&self.job(lang), TEXT_COLUMNS));
        let keys = ["p", "method", "spearman", "kendall", "best", "rank_error", "number_of_games"];
        let header =
            keys.iter().map(|key| own_or_shared(lang, ["study.column", "column"], key)).collect();
        let mut before = None;
        let rows = self.rows.iter().map(|row| {
            let errors = row.standard_errors.as_ref();
            let with = |text: String, error: Option<f64>, decimals: usize| match error {
                None => text,
                Some(error) => format!("{text} ±{error:.decimals$}"),
            };
            let number = |x: f64, error: Option<f64>| with(format!("{x:.4}"), error, 4);
            // A rate stands at its first row only.
            let p =
                if before == Some(&row.p) { String::new() } else { exact_percent(&row.p) + " %" };
            before = Some(&row.p);
            vec![
                p,
                name(&row.method, lang),
                number(row.spearman, errors.map(|e| e.spearman)),
                number(row.kendall, errors.map(|e| e.kendall)),
                with(format!("{:.2} %", 100.0 * row.best), errors.map(|e| 100.0 * e.best), 2),
                number(row.rank_error, errors.map(|e| e.rank_error)),
                format!("{:.1}", row.games),
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        text += &columns(header, rows, &[0, 1]);
        if let Some(verdict) = self.verdict(lang) {
            text += &format!("\n{}\n", wrap(&verdict, TEXT_COLUMNS));
        }
        text + &format!("\n{}\n", wrap(&self.remarks(lang).join("\n"), TEXT_COLUMNS))
    }

    /// The field and the schedule in words.
    fn job(&self, lang: Lang) -> String {
        let elo = |pick: fn(f64, f64) -> f64| {
            let elo = self.field.iter().map(|player| player.elo).reduce(pick);
            format!("{}", elo.unwrap_or(0.0))
        };
        let schedule = match &self.schedule {
            Schedule::Rounds(rounds) => tr!(lang, "study.schedule.rounds", rounds = rounds),
            other => tr!(lang, format!("study.schedule.{other}")),
        };
        let asked = tr!(
            lang,
            "study.asked",
            players = self.field.len(),
            low = elo(f64::min),
            high = elo(f64::max),
            schedule = schedule,
            encounters = self.encounters,
            f = exact_percent(&self.f)
        );
        match self.log_odds {
            true => format!("{asked}{}", tr!(lang, "study.log_odds")),
            false => asked,
        }
    }

    /// What it comes to for this field, where the first player's advantage is a usual one;
    /// nothing if nobody is best.
    fn verdict(&self, lang: Lang) -> Option<String> {
        if self.equals().iter().any(|equal| equal.len() == self.field.len()) {
            return None;
        }
        let distance = |row: &&StudyRowDocument| (row.p.to_f64() - USUAL_P).abs();
        let nearest = self.rows.iter().min_by(|x, y| distance(x).total_cmp(&distance(y)))?;
        let of = |method: &StudyMethod| {
            self.rows.iter().find(|row| row.p == nearest.p && row.method == *method)
        };
        let (epsilon, wins) = (of(&StudyMethod::Epsilon)?, of(&StudyMethod::Wins)?);
        let share = |row: &StudyRowDocument| format!("{:.2}", 100.0 * row.best);
        let said = tr!(
            lang,
            "study.verdict",
            p = exact_percent(&nearest.p),
            epsilon = share(epsilon),
            wins = share(wins)
        );
        // As if the dice were not the same: the difference is rather surer than this.
        let errors =
            [epsilon, wins].map(|row| row.standard_errors.as_ref().map_or(0.0, |e| e.best));
        let error = errors[0].hypot(errors[1]);
        let difference = (epsilon.best - wins.best).abs();
        let how = match difference {
            none if none < 1e-9 => "same",
            small if small <= 2.0 * error => "unsure",
            _ if error > 0.0 => {
                let [leagues, times] = counted(difference, lang);
                return Some(
                    said + &tr!(lang, "study.verdict_sure", leagues = leagues, times = times),
                );
            }
            _ => return Some(said),
        };
        Some(said + &tr!(lang, format!("study.verdict_{how}")))
    }

    /// The players who are equally strong, where there are any, in the order of the field.
    fn equals(&self) -> Vec<Vec<&Entrant>> {
        let mut groups: Vec<Vec<&Entrant>> = Vec::new();
        for player in &self.field {
            match groups.iter_mut().find(|group| group.iter().any(|x| x.elo == player.elo)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups.retain(|group| group.len() > 1);
        groups
    }

    /// That there is no true order among some players, or among all.
    fn equals_sentence(&self, lang: Lang) -> Option<String> {
        let equals = self.equals();
        if equals.first()?.len() == self.field.len() {
            return Some(tr!(lang, "study.all_equal"));
        }
        let names = |group: &Vec<&Entrant>| {
            let names: Vec<String> =
                group.iter().map(|player| crate::sanitize(&player.name)).collect();
            names.join(" = ")
        };
        let names: Vec<String> = equals.iter().map(names).collect();
        Some(tr!(lang, "study.some_equal", names = names.join(&tr!(lang, "list.comma"))))
    }

    fn remarks(&self, lang: Lang) -> Vec<String> {
        let mut remarks: Vec<String> = self.equals_sentence(lang).into_iter().collect();
        remarks.extend([tr!(lang, "study.figures"), tr!(lang, "study.ties")]);
        remarks.push(match (self.runs, self.rows.iter().any(|row| row.exact)) {
            (None, _) => tr!(lang, "study.exact"),
            (Some(runs), some) => {
                let key = if some { "study.some_simulated" } else { "study.simulated" };
                tr!(lang, key, runs = runs, seed = self.seed.unwrap_or_default())
            }
        });
        if self.even_sides && (self.draws == DrawPoints::Expectation || self.f.exact().is_zero()) {
            remarks.push(tr!(lang, "study.even_sides"));
        }
        if self.rows.iter().any(|row| matches!(row.method, StudyMethod::Series(_))) {
            remarks.push(tr!(lang, "study.series_games"));
        }
        remarks
    }

    /// One CSV row for each win rate and way of scoring.
    pub fn csv(&self) -> String {
        let rows = self.rows.iter().map(|row| (row, row.standard_errors.as_ref()));
        csv_table!(rows, |(row, errors)| {
            p: row.p,
            f: self.f,
            schedule: self.schedule,
            method: row.method,
            exact: row.exact,
            runs: self.runs.filter(|_| !row.exact),
            spearman: row.spearman,
            spearman_error: errors.map(|error| error.spearman),
            kendall: row.kendall,
            kendall_error: errors.map(|error| error.kendall),
            best: row.best,
            best_error: errors.map(|error| error.best),
            rank_error: row.rank_error,
            rank_error_error: errors.map(|error| error.rank_error),
            games: row.games,
        })
    }

    /// One figure against the first player's win rate, a line for each way of scoring.
    pub fn chart(&self, shown: StudyFigure, lang: Lang) -> Chart {
        let (key, unit) = match shown {
            StudyFigure::Spearman => ("spearman", Unit::Number),
            StudyFigure::Kendall => ("kendall", Unit::Number),
            StudyFigure::Best => ("best", Unit::Percent),
            StudyFigure::RankError => ("rank_error", Unit::Number),
        };
        let figure = |row: &StudyRowDocument| match shown {
            StudyFigure::Spearman => row.spearman,
            StudyFigure::Kendall => row.kendall,
            StudyFigure::Best => row.best,
            StudyFigure::RankError => row.rank_error,
        };
        let mut methods: Vec<&StudyMethod> = Vec::new();
        for row in &self.rows {
            if !methods.contains(&&row.method) {
                methods.push(&row.method);
            }
        }
        let line = |method: &&StudyMethod| {
            let rows = self.rows.iter().filter(|row| row.method == **method);
            let mut points: Vec<[f64; 2]> = rows.map(|row| [row.p.to_f64(), figure(row)]).collect();
            points.sort_by(|a, b| a[0].total_cmp(&b[0]));
            Line { name: name(method, lang), points }
        };
        let label = tr!(lang, format!("study.axis.{key}"));
        Chart {
            title: tr!(lang, "study.chart", figure = label),
            subtitle: self.job(lang),
            plot: Plot::Lines(Lines {
                x: Axis::new(tr!(lang, "chart.p"), Unit::Percent),
                y: Axis::new(label, unit),
                lines: methods.iter().map(line).collect(),
                marks: Vec::new(),
                band: None,
            }),
        }
    }
}
