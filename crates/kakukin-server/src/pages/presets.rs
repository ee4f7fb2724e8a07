//! Rates of real games, as options of a list. A script finds the exact rates and the source of
//! each in its option.

use kakukin_core::Probability;
use kakukin_report::{Lang, translate, translate_with};
use kakukin_series::{Practice, Preset, preset, presets};
use maud::{Markup, html};

/// All data sets, by game.
pub(super) fn options(lang: Lang) -> Markup {
    let mut games: Vec<&str> = presets().iter().map(|preset| lang.pick(preset.game)).collect();
    games.dedup();
    html! {
        @for game in games {
            optgroup label=(game) {
                @for preset in presets().iter().filter(|preset| lang.pick(preset.game) == game) {
                    option value=(preset.id) data-p=(preset.p.to_string())
                        data-f=[preset.f.as_ref().map(ToString::to_string)]
                        data-source=(source(preset, lang)) { (label(preset, lang)) }
                }
            }
        }
    }
}

/// A game whose practice is known, with its rates.
pub(super) fn of_game(game: Practice, lang: Lang) -> Markup {
    // Every practice names a preset; a test asks them all.
    let preset = preset(game.preset()).ok();
    let name = translate(lang, &format!("web.series.game_{}", game.code()));
    html! {
        option value=(game.code()) data-p=[preset.map(|preset| preset.p.to_string())]
            data-f=[preset.and_then(|preset| preset.f.as_ref()).map(ToString::to_string)]
            data-source=[preset.map(|preset| source(preset, lang))] { (name) }
    }
}

/// The game, who played it and when, with its rates.
fn label(preset: &Preset, lang: Lang) -> String {
    let about = [preset.setting, preset.period].map(|texts| lang.pick(texts));
    let about = about.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    let f = preset.f.as_ref().map_or(String::new(), |f| format!(", f {}", percent(f)));
    format!("{}: {about} (p {}{f})", lang.pick(preset.game), percent(&preset.p))
}

/// How many games there were, who counted them, and what is not known.
fn source(preset: &Preset, lang: Lang) -> String {
    let word = |key: &str, values: &[(&str, &str)]| {
        translate_with(lang, &format!("web.common.preset_{key}"), values)
    };
    let games = preset.games.map_or(String::new(), |n| word("games", &[("games", &thousands(n))]));
    let unknown = if preset.f.is_none() { word("f_unknown", &[]) } else { String::new() };
    word("source", &[("games", &games), ("source", preset.source)]) + &unknown
}

/// `52.7 %`: at most one decimal.
fn percent(rate: &Probability) -> String {
    let text = format!("{:.1}", 100.0 * rate.to_f64());
    format!("{}\u{a0}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// `80,000`.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rates() {
        for game in Practice::ALL {
            let html = of_game(game, Lang::JA).into_string();
            assert!(html.contains("data-p=") && html.contains("data-source="), "{html}");
        }
    }

    #[test]
    fn every_data_set_is_an_option() {
        for lang in Lang::ALL {
            let html = options(lang).into_string();
            assert_eq!(html.matches("<option").count(), presets().len());
            assert!(!html.contains("%{"), "{html}");
        }
        let html = options(Lang::EN).into_string();
        assert_eq!(html.matches("<optgroup label=\"chess\"").count(), 1);
        assert!(html.contains("(p 52.6\u{a0}%)"), "{html}");
        assert!(html.contains("80,000 games."), "{html}");
        assert!(html.contains(r#"data-p="129/230" data-f="2/25""#), "{html}");
    }
}
