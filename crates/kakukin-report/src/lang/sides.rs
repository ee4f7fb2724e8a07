//! What the two sides of a game are called: a chess player reads White and Black where others read
//! first and second player.

use super::Lang;
use rust_i18n::Backend;
use std::borrow::Cow;

/// The names of the first and the second player of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Sides {
    /// First and second player; 先手 and 後手.
    #[default]
    Order,
    /// White moves first, as in chess.
    WhiteFirst,
    /// Black moves first, as in Go.
    BlackFirst,
}

/// The texts about series: others speak of records, files and options.
const ABOUT_GAMES: [&str; 25] = [
    "chart.",
    "column.",
    "compared.",
    "draws.",
    "draws_short.",
    "ending.",
    "eval.",
    "face.",
    "find.",
    "live.",
    "model.",
    "page.",
    "rule.",
    "sheet.",
    "simulate.",
    "table.",
    "term.",
    "tree.",
    "turns.",
    "turns_short.",
    "web.common.",
    "web.help.",
    "web.live.",
    "web.series.",
    "workbook.",
];

/// Phrases in the order in which they are replaced, longer ones before their parts. `1` stands for
/// the colour of the first player, `2` for the other.
const ENGLISH: &[(&str, &str)] = &[
    ("Moving first wins", "1 wins"),
    ("moving first wins", "1 wins"),
    ("First and second player", "1 and 2"),
    ("to the first and ", "to 1 and "),
    ("of the first and the second player", "of 1 and 2"),
    ("for the first and the second player", "for 1 and 2"),
    ("the first, second player won", "1, 2 won"),
    ("First players, ", "1, "),
    ("the first player", "1"),
    ("The first player", "1"),
    ("a first player", "1"),
    ("first player", "1"),
    ("First player", "1"),
    ("the second player", "2"),
    ("The second player", "2"),
    ("a second player", "2"),
    ("second player", "2"),
    ("Second player", "2"),
    ("%{first} moves first, %{second} second", "%{first} has 1, %{second} has 2"),
    ("moves first", "has 1"),
    ("moves second", "has 2"),
    ("moving first", "having 1"),
    ("move first", "have 1"),
    ("is first", "has 1"),
    ("was first", "had 1"),
    ("is second", "has 2"),
    ("was second", "had 2"),
    ("being first", "having 1"),
    ("being second", "having 2"),
    ("as first", "as 1"),
    ("as second", "as 2"),
    ("A always first", "A always 1"),
    ("With A first", "With A as 1"),
    ("With B first", "With B as 1"),
    ("A first", "A as 1"),
    ("B first", "B as 1"),
    ("(first)", "(1)"),
    ("(second)", "(2)"),
    ("first next", "1 next"),
    ("first in the next", "1 in the next"),
    ("· first:", "· 1:"),
    ("loser first", "loser gets 1"),
    ("Loser first", "Loser gets 1"),
    ("winner first", "winner gets 1"),
    ("Winner first", "Winner gets 1"),
    ("win for second", "win for 2"),
    ("First won", "1 won"),
    ("First wins", "1 wins"),
    ("(first in game", "(1 in game"),
    ("Second won", "2 won"),
    ("Points: first / second", "Points: 1 / 2"),
    ("(first/second/", "(1/2/"),
    ("%{first} first", "%{first} has 1"),
    ("each player first", "each player as 1"),
    ("1st", "1"),
    ("2nd", "2"),
];
const JAPANESE: &[(&str, &str)] = &[
    // Pieces are tossed in shogi only.
    ("振り駒などの抽選", "抽選"),
    ("振り駒など", "抽選"),
    ("先手勝率", "1の勝率"),
    ("先手番", "1番"),
    ("後手番", "2番"),
    ("先手", "1"),
    ("後手", "2"),
    ("先後", "12"),
    ("先勝", "1勝"),
    ("後勝", "2勝"),
];
const GO: [(&str, &str); 4] =
    [("指した", "打った"), ("指して", "打って"), ("指す", "打つ"), ("指し", "打ち")];
/// Texts that are such a word and nothing else: headings.
const ALONE: [(&str, &str); 6] =
    [("First", "1"), ("Second", "2"), ("first", "1"), ("second", "2"), ("先", "1"), ("後", "2")];

impl Sides {
    /// Writes the text of a key with these names.
    fn name(self, lang: Lang, key: &str, text: &str) -> String {
        let (white, black) = (lang.pick(["White", "白"]), lang.pick(["Black", "黒"]));
        let [first, second] = match self {
            Self::Order => return text.to_string(),
            Self::WhiteFirst => [white, black],
            Self::BlackFirst => [black, white],
        };
        if !ABOUT_GAMES.iter().any(|section| key.starts_with(section)) {
            return text.to_string();
        }
        // Digits would be taken for the colours: those of the text are private letters meanwhile.
        let colour = |phrase: &str| phrase.replace('1', "\u{e001}").replace('2', "\u{e002}");
        let mut text = text.to_string();
        if let Some((word, phrase)) = ALONE.iter().find(|(word, _)| *word == text.trim()) {
            text = text.replace(word, &colour(phrase));
        }
        for (words, phrase) in lang.pick([ENGLISH, JAPANESE]) {
            text = text.replace(words, &colour(phrase));
        }
        if self == Self::BlackFirst {
            // Go stones are laid, shogi and chess pieces are moved.
            text = GO.iter().fold(text, |text, (shogi, go)| text.replace(shogi, go));
        }
        text.replace('\u{e001}', first).replace('\u{e002}', second)
    }
}

/// The locales of languages with other names for the sides, made from those of the languages.
pub(crate) struct WithSides;

impl WithSides {
    /// The plain language of such a locale, and its names; nothing for the locales of the files.
    fn of(locale: &str) -> Option<(Lang, Sides)> {
        let (tag, sides) = locale.split_once('-')?;
        let sides = match sides {
            "white-first" => Sides::WhiteFirst,
            "black-first" => Sides::BlackFirst,
            _ => return None,
        };
        Some((tag.parse().ok()?, sides))
    }
}

impl Backend for WithSides {
    fn available_locales(&self) -> Vec<Cow<'_, str>> {
        Vec::new()
    }

    fn translate(&self, locale: &str, key: &str) -> Option<Cow<'_, str>> {
        let (lang, sides) = Self::of(locale)?;
        let text = crate::_rust_i18n_backend().translate(lang.tag(), key)?;
        Some(sides.name(lang, key, &text).into())
    }

    fn messages_for_locale(&self, locale: &str) -> Option<Vec<(Cow<'_, str>, Cow<'_, str>)>> {
        let (lang, sides) = Self::of(locale)?;
        let all = crate::_rust_i18n_backend().messages_for_locale(lang.tag())?;
        let named = all.into_iter().map(|(key, text)| {
            let text = sides.name(lang, &key, &text).into();
            (key, text)
        });
        Some(named.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{translate, translations};
    use kakukin_series::Practice;

    const COLOURS: [Practice; 2] = [Practice::Chess, Practice::Go];

    fn placeholders(text: &str) -> Vec<&str> {
        let parts = text.split("%{").skip(1);
        let mut names: Vec<_> = parts.filter_map(|part| part.split('}').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn colours_replace_the_order_in_every_text_about_games() {
        let left = [
            ["first player", "second player", "First player", "Second player", "1st player"],
            ["先手", "後手", "先番", "後番", "振り駒"],
        ];
        for lang in Lang::ALL {
            for (section, game) in ABOUT_GAMES.iter().flat_map(|s| COLOURS.map(|game| (s, game))) {
                for (key, plain) in translations(lang, section) {
                    let text = translate(lang.in_game(Some(game)), &key);
                    assert_eq!(placeholders(&plain), placeholders(&text), "{key}: {text}");
                    for words in lang.pick(left) {
                        assert!(!text.contains(words), "{key}: {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn sentences_with_colours() {
        let said = |lang: Lang, game, key| translate(lang.in_game(Some(game)), key);
        let alternating = "rule.turns.alternating";
        assert_eq!(
            said(Lang::EN, Practice::Chess, alternating),
            "A has White in games 1, 3, 5, ...; B in the others (alternating turns)."
        );
        assert_eq!(
            said(Lang::EN, Practice::Go, "page.example.second_won"),
            "%{name} wins as White"
        );
        assert!(
            said(Lang::JA, Practice::Chess, "rule.points")
                .starts_with("白勝ち %{first} 点、黒勝ち")
        );
        for game in [Practice::Shogi, Practice::ComputerShogi] {
            assert_eq!(said(Lang::EN, game, alternating), translate(Lang::EN, alternating));
        }
        assert!(
            said(Lang::EN, Practice::Chess, "page.wall.why_first").starts_with("White wins %{p} %")
        );
        // Words of files and options stay.
        let key = "records.why.bad_header";
        assert_eq!(said(Lang::EN, Practice::Chess, key), translate(Lang::EN, key));
    }
}
