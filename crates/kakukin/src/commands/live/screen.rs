//! What the live screen shows and what a key does to it, without a terminal.

use super::draw::fit;
use kakukin_report::{Lang, LiveDocument, Sides};
use kakukin_series::{GameResult, Player, Stamp};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The live screen at one moment.
#[derive(Debug, Clone)]
pub(super) struct Screen {
    pub(super) document: LiveDocument,
    pub(super) lang: Lang,
    pub(super) asking: Asking,
    /// The last thing that happened.
    pub(super) message: Option<Message>,
    /// A moment as the clock on the wall shows it.
    pub(super) local: fn(&Stamp) -> String,
}

/// What the screen waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    /// Any key.
    Nothing,
    /// Shall this result be recorded?
    Record(GameResult),
    /// Shall the last result be taken back?
    Undo,
    /// The keys are being explained.
    Help,
}

/// Something to tell, in the language of the moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Message {
    /// Entries from this one on were recorded.
    Recorded(u32),
    /// Somebody else changed the file.
    Changed,
    /// The file was read again.
    Reloaded,
    /// The series is over.
    Over,
    /// There is nothing to take back.
    NothingToUndo,
    /// A failure in words.
    Failed(String),
}

/// What the user wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing beyond a new picture.
    Nothing,
    /// Record a result.
    Record(GameResult),
    /// Take the last result back.
    Undo,
    /// Read the file again.
    Reload,
    /// End.
    Quit,
}

/// The longest name of a player, in columns: a longer one would push aside what is said of him.
const LONGEST_NAME: usize = 20;

fn with_short_names(mut document: LiveDocument) -> LiveDocument {
    for name in [&mut document.players.a, &mut document.players.b].into_iter().flatten() {
        *name = fit(name, LONGEST_NAME);
    }
    document
}

impl Screen {
    pub(super) fn new(document: LiveDocument, lang: Lang, local: fn(&Stamp) -> String) -> Self {
        let document = with_short_names(document);
        let lang = lang.in_game(document.game);
        Self { document, lang, asking: Asking::Nothing, message: None, local }
    }

    /// The record as it is now. What was being asked is no longer asked: it was about what
    /// the screen showed before.
    pub(super) fn renew(&mut self, document: LiveDocument, message: Message) {
        self.document = with_short_names(document);
        self.asking = Asking::Nothing;
        self.message = Some(message);
    }

    /// Tells that something failed; nothing was changed.
    pub(super) fn fail(&mut self, sentence: String) {
        self.asking = Asking::Nothing;
        self.message = Some(Message::Failed(sentence));
    }

    /// Takes back the news of a failure; says whether there was any.
    pub(super) fn recover(&mut self) -> bool {
        let failed = matches!(self.message, Some(Message::Failed(_)));
        if failed {
            self.message = None;
        }
        failed
    }

    /// What a key does.
    pub(super) fn press(&mut self, key: KeyEvent) -> Wish {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char('c' | 'C' | 'd' | 'D') if control => return Wish::Quit,
            KeyCode::Char(_) if control => return Wish::Nothing,
            KeyCode::Char(c) => KeyCode::Char(plain(c)),
            other => other,
        };
        match (self.asking, code) {
            (Asking::Record(result), KeyCode::Enter | KeyCode::Char('y')) => {
                self.ask(Asking::Nothing);
                Wish::Record(result)
            }
            (Asking::Undo, KeyCode::Enter | KeyCode::Char('y')) => {
                self.ask(Asking::Nothing);
                Wish::Undo
            }
            (Asking::Record(_), KeyCode::Char(c)) if self.result_of(c).is_some() => {
                // The arbiter corrects himself before confirming.
                self.choose(c)
            }
            (Asking::Nothing, KeyCode::Char(c)) => self.choose(c),
            // Any other key answers "no".
            (Asking::Nothing, _) => Wish::Nothing,
            _ => {
                self.ask(Asking::Nothing);
                Wish::Nothing
            }
        }
    }

    fn choose(&mut self, key: char) -> Wish {
        let over = self.document.course.ending.is_some();
        match (key, self.result_of(key)) {
            _ if over && "fsdab123".contains(key) => self.message = Some(Message::Over),
            (_, Some(result)) => self.ask(Asking::Record(result)),
            ('u', _) if self.document.course.history.is_empty() => {
                self.message = Some(Message::NothingToUndo);
            }
            ('u', _) => self.ask(Asking::Undo),
            ('r', _) => return Wish::Reload,
            ('l', _) => {
                self.lang = self.lang.other();
                // Sentences of failures are in the language of before.
                self.message = None;
            }
            ('?' | 'h', _) => self.ask(Asking::Help),
            ('q', _) => return Wish::Quit,
            _ => {}
        }
        Wish::Nothing
    }

    /// The result that a key stands for, if the next game can have it. Keys of sides mean nothing
    /// where lots decide about the sides.
    fn result_of(&self, key: char) -> Option<GameResult> {
        let result = match (key, self.document.next_sides()?) {
            ('f' | '1', Sides::First(_)) | ('a' | '1', Sides::ByLot(_)) => GameResult::First,
            ('s' | '2', Sides::First(_)) | ('b' | '2', Sides::ByLot(_)) => GameResult::Second,
            ('d' | '3', _) => GameResult::Draw,
            ('a', Sides::First(first)) => Player::A.win(first),
            ('b', Sides::First(first)) => Player::B.win(first),
            _ => return None,
        };
        self.document.course.next.iter().map(|next| next.result).find(|next| *next == result)
    }

    fn ask(&mut self, asking: Asking) {
        self.asking = asking;
        self.message = None;
    }
}

/// A small letter of the ASCII set, also where a Japanese keyboard is set to wide letters.
fn plain(c: char) -> char {
    let narrow = match c {
        '！'..='～' => char::from_u32(c as u32 - '！' as u32 + '!' as u32).unwrap_or(c),
        _ => c,
    };
    narrow.to_ascii_lowercase()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use kakukin_series::{
        LiveRecord, Model, Names, Note, ReportedResult, Rule, Series, Stamp, Turns, Undecided,
    };

    /// A series of 1/2/3 at 70 % and 10 %, with these results.
    pub(in super::super) fn record(names: [&str; 2], results: &[&str]) -> LiveRecord {
        let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
        let series = Series::new(model, Rule::new(1, 2, 3, Turns::Alternating).unwrap()).unwrap();
        let at = Stamp::try_from("2026-11-15T09:30:00Z".to_string()).unwrap();
        let [a, b] = names.map(|name| Some(name.to_string()));
        let title = Some("第１回 角金戦 決勝".to_string());
        let mut record = LiveRecord::new(&series, Names { a, b }, title, at.clone()).unwrap();
        let note = Note { at, by: None, comment: None };
        for result in results {
            match *result {
                "undo" => record.undo(&note).unwrap(),
                result => record.add(&[result.parse::<ReportedResult>().unwrap()], &note).unwrap(),
            }
        }
        record
    }

    pub(in super::super) fn screen(lang: Lang, results: &[&str]) -> Screen {
        Screen::new(LiveDocument::new(record(["Taro", "Hanako"], results).state()), lang, in_japan)
    }

    /// The time of a hall in Japan, whose clock stands still.
    pub(in super::super) fn in_japan(_: &Stamp) -> String {
        "2026-11-15 18:30:00 +09:00".to_string()
    }

    /// Equal points at the limit, after two games.
    pub(in super::super) fn undecided(lang: Lang, way: Undecided, results: &[&str]) -> Screen {
        let model = Model::new("70%".parse().unwrap(), "10%".parse().unwrap()).unwrap();
        let rule = Rule::new(1, 1, 9, Turns::Alternating).unwrap().with_limit(2).unwrap();
        let series = Series::new(model, rule.with_undecided(way)).unwrap();
        let at = Stamp::try_from("2026-11-15T09:30:00Z".to_string()).unwrap();
        let names = Names { a: Some("Taro".into()), b: Some("Hanako".into()) };
        let mut record = LiveRecord::new(&series, names, None, at.clone()).unwrap();
        let note = Note { at, by: None, comment: None };
        for result in ["first", "first"].iter().chain(results) {
            record.add(&[result.parse::<ReportedResult>().unwrap()], &note).unwrap();
        }
        Screen::new(LiveDocument::new(record.state()), lang, in_japan)
    }

    fn press(screen: &mut Screen, keys: &str) -> Vec<Wish> {
        let keys = keys.chars().map(|c| match c {
            '⏎' => KeyCode::Enter,
            '⎋' => KeyCode::Esc,
            c => KeyCode::Char(c),
        });
        let wishes = keys.map(|code| screen.press(KeyEvent::from(code)));
        wishes.filter(|wish| *wish != Wish::Nothing).collect()
    }

    #[test]
    fn a_result_is_recorded_only_when_it_is_confirmed() {
        let mut screen = screen(Lang::EN, &["second"]);
        for (keys, result) in [
            ("f⏎", GameResult::First),
            ("2y", GameResult::Second),
            ("３⏎", GameResult::Draw),
            ("Ｆ⏎", GameResult::First),
            // A slip, corrected before it is confirmed.
            ("fsd⏎", GameResult::Draw),
        ] {
            assert_eq!(press(&mut screen, keys), [Wish::Record(result)], "{keys}");
        }
        for keys in ["f⎋⏎", "fn⏎", "sq⏎", "d ⏎", "fuy", "f?⏎", "⏎", "y", "?f⏎", "un⏎", "u⎋"]
        {
            assert_eq!(press(&mut screen, keys), [], "{keys}");
            assert_eq!(screen.asking, Asking::Nothing, "{keys}");
        }
        assert_eq!(press(&mut screen, "uy"), [Wish::Undo]);
        assert_eq!(press(&mut screen, "u⏎rq"), [Wish::Undo, Wish::Reload, Wish::Quit]);
    }

    /// The player's own letter does as well; where lots decide about the sides, only that does.
    #[test]
    fn a_result_by_the_letter_of_the_player() {
        // Hanako is first in game 2.
        let mut second = screen(Lang::EN, &["second"]);
        assert_eq!(
            press(&mut second, "a⏎b⏎"),
            [Wish::Record(GameResult::Second), Wish::Record(GameResult::First)]
        );
        for way in [Undecided::Lot, Undecided::Game, Undecided::Armageddon] {
            let mut screen = undecided(Lang::EN, way, &[]);
            let keys = press(&mut screen, "a⏎b⏎1⏎2⏎");
            let [a, b] = [GameResult::First, GameResult::Second].map(Wish::Record);
            assert_eq!(keys, [a, b, a, b], "{way}");
            assert_eq!(press(&mut screen, "f⏎s⏎"), [], "{way}");
            let drawn = way == Undecided::Game;
            assert_eq!(press(&mut screen, "d⏎").len(), usize::from(drawn), "{way}");
        }
        assert_eq!(undecided(Lang::EN, Undecided::Lot, &["b"]).document.next_sides(), None);
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let mut over = screen(Lang::EN, &["second", "first"]);
        assert_eq!(press(&mut over, "f⏎"), []);
        assert_eq!(over.message, Some(Message::Over));
        assert_eq!(press(&mut over, "uy"), [Wish::Undo]);
        let mut fresh = screen(Lang::EN, &[]);
        assert_eq!(press(&mut fresh, "uy"), []);
        assert_eq!(fresh.message, Some(Message::NothingToUndo));
    }

    #[test]
    fn the_language_can_be_changed() {
        let mut screen = screen(Lang::EN, &[]);
        press(&mut screen, "l");
        assert_eq!(screen.lang, Lang::JA);
        press(&mut screen, "Ｌ");
        assert_eq!(screen.lang, Lang::EN);
    }

    #[test]
    fn control_c_ends_whatever_is_asked() {
        let mut screen = screen(Lang::EN, &[]);
        press(&mut screen, "f");
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(screen.press(key), Wish::Quit);
    }

    #[test]
    fn a_record_changed_elsewhere_withdraws_the_question() {
        let mut screen = screen(Lang::EN, &[]);
        press(&mut screen, "f");
        let document = LiveDocument::new(record(["Taro", "Hanako"], &["second"]).state());
        screen.renew(document, Message::Changed);
        assert_eq!(press(&mut screen, "⏎"), []);
    }
}
