//! The command that makes a page again, with everything spelt out.

use super::RuleSheetOptions;
use crate::Lang;
use kakukin_series::{Game, LeadScale, Player, Series, SheetPages, Undecided};

/// The command of a rule sheet, as a shell reads it.
pub(super) fn command(series: &Series, options: &RuleSheetOptions, lang: Lang) -> String {
    let (model, rule) = (series.model(), series.rule());
    let mut words = ["kakukin", "report", "rule"].map(String::from).to_vec();
    let mut option = |name: &str, value: &str| match value.starts_with('-') {
        // Otherwise it would be taken for an option itself.
        true => words.push(format!("--{name}={}", quoted(value))),
        false => words.extend([format!("--{name}"), quoted(value)]),
    };
    let game = |player| {
        let Game { first, draw, second } = model.game(player);
        model.rates().is_none().then(|| format!("{first},{draw},{second}"))
    };
    let lead = |scale| {
        let lead = model.lead().filter(|lead| lead.scale == scale);
        lead.map(|lead| lead.points.to_string())
    };
    let [a, b] = options.names.clone().map_or([None, None], |names| names.map(Some));
    let all = [
        ("game", lang.game().map(|game| game.code().to_string())),
        ("p", model.rates().map(|(p, _)| p.to_string())),
        ("f", model.rates().map(|(_, f)| f.to_string())),
        ("elo", lead(LeadScale::Elo)),
        ("log-odds", lead(LeadScale::LogOdds)),
        ("a-first", game(Player::A)),
        ("b-first", game(Player::B)),
        ("points", Some(rule.points().to_string())),
        ("turns", Some(rule.turns().to_string())),
        ("draws", Some(rule.draws_as_written())),
        ("limit", Some(series.limit().to_string())),
        ("title", options.title.clone()),
        ("date", options.date.clone()),
        ("a", a),
        ("b", b),
        ("page", (options.pages != SheetPages::All).then(|| options.pages.code().to_string())),
        ("lang", Some(lang.tag().to_string())),
    ];
    for (name, value) in all {
        if let Some(value) = value {
            option(name, &value);
        }
    }
    if rule.clinch() {
        words.push("--clinch".into());
    }
    if rule.undecided() != Undecided::None {
        words.extend(["--undecided".into(), rule.undecided().to_string()]);
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
    use kakukin_series::{Model, Practice, Rule, Turns};

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
            ..RuleSheetOptions::default()
        };
        assert_eq!(
            command(&series, &options, Lang::EN),
            r"kakukin report rule --p 7/10 --f 1/10 --elo=-50 --points 1/2/3 --turns alternating --draws pass --limit 6 --title='--autumn'\''s open' --a Ann --b=- --lang en -o rule.html"
        );
        let chess = command(&series, &options, Lang::EN.in_game(Some(Practice::Chess)));
        assert!(chess.starts_with("kakukin report rule --game chess --p 7/10 "));
    }
}
