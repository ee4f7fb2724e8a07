//! Named first-player win rates and draw rates of real games, with sample size
//! and source.

use crate::InputError;
use kakukin_core::{BadValue, Probability, plain_word};
use std::sync::LazyLock;

/// The rates of a real game.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset {
    /// Its unique name.
    pub id: &'static str,
    /// Whether the bare name of the game means this one.
    pub default: bool,
    /// The game, in English and Japanese.
    pub game: [&'static str; 2],
    /// Who played it and how, in English and Japanese.
    pub setting: [&'static str; 2],
    /// When, in English and Japanese; empty where it is not known.
    pub period: [&'static str; 2],
    /// The number of games behind the rates, where it is known.
    pub games: Option<u64>,
    /// First player's wins, draws and second player's wins, where they are known.
    pub record: Option<[u64; 3]>,
    /// The first player's share of the decided games.
    pub p: Probability,
    /// The draw rate, where it is known.
    pub f: Option<Probability>,
    /// Where the figures come from.
    pub source: &'static str,
}

/// Rates that come from a preset, as far as they were not given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PresetRates {
    /// The preset.
    pub preset: &'static Preset,
    /// Its draw rate is not known, and was taken as 0.
    pub f_taken_as_zero: bool,
}

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    include_str!("../data/presets.csv").lines().skip(1).filter_map(read).collect()
});

fn read(line: &'static str) -> Option<Preset> {
    let fields: Vec<&'static str> = line.split(',').collect();
    let [id, default, game_en, game_ja, setting_en, setting_ja, rest @ ..] = &fields[..] else {
        return None;
    };
    let [period_en, period_ja, games, first_wins, draws, second_wins, p, f, source] = rest else {
        return None;
    };
    let record = match (first_wins.parse(), draws.parse(), second_wins.parse()) {
        (Ok(first), Ok(draws), Ok(second)) => Some([first, draws, second]),
        _ => None,
    };
    // A record is exact; a printed rate is rounded.
    let (p, f) = match record {
        Some([first, draws, second]) => (
            Probability::from_ratio(first, first + second).ok()?,
            Some(Probability::from_ratio(draws, first + draws + second).ok()?),
        ),
        None => (p.parse().ok()?, f.parse().ok()),
    };
    Some(Preset {
        id,
        default: *default == "yes",
        game: [game_en, game_ja],
        setting: [setting_en, setting_ja],
        period: [period_en, period_ja],
        games: games.parse().ok(),
        record,
        p,
        f,
        source,
    })
}

/// All presets, by game.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// The preset of this name: its own, or that of a game in either language,
/// which stands for the preset that is the default of the game. Case, spaces,
/// hyphens and long-vowel marks do not matter.
///
/// ```
/// use kakukin_series::preset;
/// assert_eq!(preset("Computer Shogi")?.id, "computer-shogi-top");
/// assert_eq!(preset("コンピュータ将棋")?.p.to_string(), "7/10");
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
pub fn preset(name: &str) -> Result<&'static Preset, InputError> {
    let wanted = plain_word(name);
    let by_id = PRESETS.iter().find(|preset| plain_word(preset.id) == wanted);
    let by_game = || {
        PRESETS.iter().find(|preset| {
            preset.default && preset.game.iter().any(|game| plain_word(game) == wanted)
        })
    };
    by_id.or_else(by_game).ok_or_else(|| {
        let games = PRESETS.iter().filter(|p| p.default).map(|p| p.game.join("/"));
        let games: Vec<_> = games.chain(["kakukin presets".to_string()]).collect();
        InputError::new("preset", name, BadValue::Unknown, games.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read_and_every_game_has_a_default() {
        let lines = include_str!("../data/presets.csv").lines().count() - 1;
        assert_eq!(presets().len(), lines);
        for preset in presets() {
            assert!(presets().iter().any(|p| p.default && p.game == preset.game), "{}", preset.id);
            assert_eq!(super::preset(preset.id).unwrap().id, preset.id);
            if let (Some(games), Some(record)) = (preset.games, preset.record) {
                assert_eq!(games, record.iter().sum::<u64>(), "{}", preset.id);
            }
        }
    }
}
