//! The command that makes a page again, with everything spelt out.

use super::RuleSheetOptions;
use crate::{Lang, ModelText, RuleText};
use kakukin_series::Series;

/// The command of a rule sheet, as a shell reads it.
pub(super) fn command(series: &Series, options: &RuleSheetOptions, lang: Lang) -> String {
    let (model, rule) = (ModelText::new(series.model()), RuleText::new(series));
    let mut words = ["kakukin", "report", "rule"].map(String::from).to_vec();
    let mut option = |name: &str, value: &str| match value.starts_with('-') {
        // Otherwise it would be taken for an option itself.
        true => words.push(format!("--{name}={}", quoted(value))),
        false => words.extend([format!("--{name}"), quoted(value)]),
    };
    let ModelText { p, f, elo, a_first, b_first } = &model;
    let limit = Some(rule.limit.to_string());
    let [points, turns, draws] = [rule.points, rule.turns, rule.draws].map(Some);
    let [a, b] = options.names.clone().map_or([None, None], |names| names.map(Some));
    let all = [
        ("p", p),
        ("f", f),
        ("elo", elo),
        ("a-first", a_first),
        ("b-first", b_first),
        ("points", &points),
        ("turns", &turns),
        ("draws", &draws),
        ("limit", &limit),
        ("title", &options.title),
        ("a", &a),
        ("b", &b),
    ];
    for (name, value) in all {
        if let Some(value) = value {
            option(name, value);
        }
    }
    option("lang", lang.tag());
    if rule.clinch {
        words.push("--clinch".into());
    }
    words.extend(["-o", "rule.html"].map(String::from));
    words.join(" ")
}

/// A word of a shell: quoted if a shell would see more in it than letters (some see a command
/// behind `=`).
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:%@+".contains(c);
    match !word.is_empty() && !word.starts_with('=') && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_series::{Model, Rule, Turns};

    #[test]
    fn words_of_a_shell() {
        assert_eq!(quoted("1/2/3"), "1/2/3");
        assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(quoted("=ls"), "'=ls'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn commands_are_complete() {
        let model = Model::with_elo("70%".parse().unwrap(), "10%".parse().unwrap(), -50.0);
        let rule = Rule::new(1, 2, 3, Turns::Alternating).unwrap();
        let series = Series::new(model.unwrap(), rule).unwrap();
        let options = RuleSheetOptions {
            title: Some("--autumn's open".into()),
            names: Some(["Ann".into(), "-".into()]),
        };
        assert_eq!(
            command(&series, &options, Lang::En),
            r"kakukin report rule --p 7/10 --f 1/10 --elo=-50 --points 1/2/3 --turns alternating --draws pass --limit 6 --title='--autumn'\''s open' --a Ann --b=- --lang en -o rule.html"
        );
    }
}
