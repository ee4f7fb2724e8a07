//! The command that makes a page again, with everything spelt out.

use super::RuleSheetOptions;
use crate::{Lang, RuleDocument};
use kakukin_series::{Player, Series};

/// The command of a rule sheet, as a shell reads it.
pub(super) fn command(series: &Series, options: &RuleSheetOptions, lang: Lang) -> String {
    let model = series.model();
    let mut words = ["kakukin", "report", "rule"].map(String::from).to_vec();
    let mut option = |name: &str, value: &str| match value.starts_with('-') {
        // Otherwise it would be taken for an option itself.
        true => words.push(format!("--{name}={}", quoted(value))),
        false => words.extend([format!("--{name}"), quoted(value)]),
    };
    match model.rates() {
        Some((p, f)) => {
            option("p", &p.to_string());
            option("f", &f.to_string());
            if let Some(elo) = model.elo() {
                option("elo", &elo.to_string());
            }
        }
        None => {
            for (name, first) in [("a-first", Player::A), ("b-first", Player::B)] {
                let game = model.game(first);
                option(name, &format!("{},{},{}", game.first, game.draw, game.second));
            }
        }
    }
    let rule = RuleDocument::new(series);
    option("points", &rule.points_as_written());
    option("turns", &rule.turns);
    option("draws", &rule.draws_as_written());
    option("limit", &rule.limit.to_string());
    if let Some(title) = &options.title {
        option("title", title);
    }
    if let Some([a, b]) = &options.names {
        option("a", a);
        option("b", b);
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
