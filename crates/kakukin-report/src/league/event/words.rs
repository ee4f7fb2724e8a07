//! What an event is called in sentences: its formats, its rules, times of day.

use crate::{Lang, RuleDocument, page::joined};
use kakukin_league::{EncounterKind, Format, Stage};
use kakukin_series::{Series, Undecided};

/// The minutes of a day.
const DAY: u64 = 24 * 60;

/// A format as a sentence has it.
pub(super) fn format_words(format: Format, third: bool, lang: Lang) -> String {
    let key = |key: &str| format!("event.format.{key}");
    match format {
        Format::League { times: 1 } => tr!(lang, key("league")),
        Format::League { times } => tr!(lang, key("leagues"), times = times),
        Format::Knockout if third => tr!(lang, key("knockout_third")),
        Format::Knockout => tr!(lang, key("knockout")),
        Format::Double { second_final: true } => tr!(lang, key("double")),
        Format::Double { second_final: false } => tr!(lang, key("double_one")),
        Format::Swiss { rounds } => tr!(lang, key("swiss"), rounds = rounds),
        Format::Groups { groups } => tr!(lang, key("groups"), groups = groups),
        Format::Ladder => tr!(lang, key("ladder")),
        Format::Challenge => tr!(lang, key("challenge")),
    }
}

/// All stages, and how many go on from one to the next.
pub(super) fn stages_words(stages: &[Stage], lang: Lang) -> String {
    let mut words = String::new();
    for (k, stage) in stages.iter().enumerate() {
        words += &format_words(stage.format, stage.third, lang);
        if k + 1 < stages.len() {
            let key = match stage.format {
                Format::Groups { .. } => "event.format.of_each_go_on",
                _ => "event.format.go_on",
            };
            words += &tr!(lang, key, count = stage.passes);
        }
    }
    words
}

/// The rule of an encounter, with all that its sentences need.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RuleInWords {
    kind: EncounterKind,
    rule: RuleDocument,
}

impl RuleInWords {
    pub(super) fn new((kind, series): &(EncounterKind, Series)) -> Self {
        Self { kind: *kind, rule: RuleDocument::new(series) }
    }

    /// The rule as it is read out.
    pub(super) fn sentences(&self, lang: Lang) -> String {
        let rule = &self.rule;
        match self.kind {
            EncounterKind::Epsilon => tr!(lang, "event.page.epsilon"),
            EncounterKind::Single => rule.single_game(lang),
            EncounterKind::Series => {
                let mut sentences: Vec<String> = rule.clauses(lang).all().collect();
                if rule.undecided == Undecided::None && !rule.always_won() {
                    sentences.push(tr!(lang, "event.page.halves"));
                }
                joined(&sentences, lang)
            }
        }
    }
}

/// A time of day, from minutes after midnight of the first day; later rather than earlier.
pub(super) fn clock(minutes: f64, lang: Lang) -> String {
    // Rounding errors of minutes that are whole are not another minute.
    let whole = (minutes - 1e-6).ceil().max(0.0) as u64;
    let (day, left) = (whole / DAY, whole % DAY);
    let time = format!("{}:{:02}", left / 60, left % 60);
    match day {
        0 => time,
        1 => tr!(lang, "event.next_day", time = time),
        days => tr!(lang, "event.days_later", days = days, time = time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_beyond_midnight() {
        let cases = [
            (570.0, "9:30", "9:30"),
            (569.2, "9:30", "9:30"),
            (570.000_000_001, "9:30", "9:30"),
            (1440.0, "0:00 (next day)", "翌日 0:00"),
            (1505.0, "1:05 (next day)", "翌日 1:05"),
            (2880.0 + 61.0, "1:01 (2 days later)", "2 日後の 1:01"),
        ];
        for (minutes, en, ja) in cases {
            assert_eq!(Lang::ALL.map(|lang| clock(minutes, lang)), [en, ja]);
        }
    }
}
