//! The list of presets.

use crate::{Lang, SchemaName, csv::csv_table, lang::own_or_shared, layout::columns};
use kakukin_core::Fraction;
use kakukin_series::{Preset, PresetRates, Probability, presets};
use serde::Serialize;

/// All presets there are.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetsDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The presets, by game.
    pub presets: Vec<PresetDocument>,
}

/// The rates of one real game.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetDocument {
    /// Unique name.
    pub id: &'static str,
    /// Whether the bare name of the game means this one.
    pub default: bool,
    /// The game, in English.
    pub game: &'static str,
    /// The game, in Japanese.
    pub game_ja: &'static str,
    /// Who played it and how, in English.
    pub setting: &'static str,
    /// Who played it and how, in Japanese.
    pub setting_ja: &'static str,
    /// When, in English; empty where it is not known.
    pub period: &'static str,
    /// When, in Japanese.
    pub period_ja: &'static str,
    /// How many games were counted; null if that is not known.
    pub games: Option<u64>,
    /// First player's wins; null if they are not known.
    pub first_wins: Option<u64>,
    /// Drawn games; null if they are not known.
    pub draws: Option<u64>,
    /// Second player's wins; null if they are not known.
    pub second_wins: Option<u64>,
    /// First player's share of the decided games, an exact fraction.
    pub p: Fraction,
    /// Draw rate, an exact fraction; null if it is not known.
    pub f: Option<Fraction>,
    /// Where the figures come from.
    pub source: &'static str,
}

impl From<&Preset> for PresetDocument {
    fn from(preset: &Preset) -> Self {
        let record = |k: usize| preset.record.map(|record| record[k]);
        Self {
            id: preset.id,
            default: preset.default,
            game: preset.game[0],
            game_ja: preset.game[1],
            setting: preset.setting[0],
            setting_ja: preset.setting[1],
            period: preset.period[0],
            period_ja: preset.period[1],
            games: preset.games,
            first_wins: record(0),
            draws: record(1),
            second_wins: record(2),
            p: preset.p.exact().into(),
            f: preset.f.as_ref().map(|f| f.exact().into()),
            source: preset.source,
        }
    }
}

/// `62.4 %`: counts of games are no surer than that.
fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

/// A sentence about the preset that rates come from.
pub fn preset_note(rates: &PresetRates, lang: Lang) -> String {
    let PresetRates { preset, f_taken_as_zero } = rates;
    let rate = |rate: &Probability| percent(rate.to_f64());
    let (id, p, source) = (preset.id, rate(&preset.p), preset.source);
    let note = match &preset.f {
        Some(f) => tr!(lang, "presets.using", id = id, p = p, f = rate(f), source = source),
        None => tr!(lang, "presets.using_unknown", id = id, p = p, source = source),
    };
    note + &if *f_taken_as_zero { tr!(lang, "presets.f_unknown") } else { String::new() }
}

impl PresetsDocument {
    /// All presets.
    #[allow(clippy::new_without_default)] // a document is made, not defaulted
    pub fn new() -> Self {
        Self { schema: SchemaName::default(), presets: presets().iter().map(Into::into).collect() }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let header = ["name", "game", "setting", "period", "p", "f", "games", "source"];
        let header = header.iter().map(|key| own_or_shared(lang, ["presets", "column"], key));
        let mut sources: Vec<&str> = Vec::new();
        let rows = self.presets.iter().map(|preset| {
            let source = sources.iter().position(|source| *source == preset.source);
            let source = source.unwrap_or_else(|| {
                sources.push(preset.source);
                sources.len() - 1
            });
            let mark = if preset.default { "*" } else { "" };
            let rate = |rate: &Fraction| percent(rate.to_f64());
            vec![
                format!("{}{mark}", preset.id),
                lang.pick([preset.game, preset.game_ja]).to_string(),
                lang.pick([preset.setting, preset.setting_ja]).to_string(),
                lang.pick([preset.period, preset.period_ja]).to_string(),
                rate(&preset.p),
                preset.f.as_ref().map_or_else(|| "?".into(), rate),
                preset.games.map_or_else(|| "?".into(), |n| n.to_string()),
                format!("[{}]", source + 1),
            ]
        });
        let rows = rows.collect();
        let mut text = format!("{}\n", columns(header.collect(), rows, &[0, 1, 2, 3]));
        for (k, source) in sources.iter().enumerate() {
            text += &format!("[{}] {source}\n", k + 1);
        }
        text + &format!("\n{}\n", tr!(lang, "presets.note"))
    }

    /// One CSV row for each preset.
    pub fn csv(&self) -> String {
        csv_table!(&self.presets, |preset| {
            id: preset.id,
            default: preset.default,
            game: preset.game,
            game_ja: preset.game_ja,
            setting: preset.setting,
            setting_ja: preset.setting_ja,
            period: preset.period,
            period_ja: preset.period_ja,
            games: preset.games,
            first_wins: preset.first_wins,
            draws: preset.draws,
            second_wins: preset.second_wins,
            p: preset.p,
            f: preset.f,
            source: preset.source,
        })
    }
}
