//! A live series in words: as text and as CSV.

use super::LiveDocument;
use crate::{
    Lang,
    csv::csv_table,
    lang::own_or_shared,
    layout::{columns, hundredths},
    series::words::player_name,
};
use kakukin_series::{
    Action, Chances, Ending, GameResult, LiveAudit, LiveEnd, LiveScore, Player, Stamp, Undecided,
};

/// `51.92 %`; neither 0 nor 100 unless it is certain.
pub fn short_percent(x: f64) -> String {
    hundredths(x) + " %"
}

/// What the sides were in something that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// This player was first.
    First(Player),
    /// Lots decided, in what decides a series at equal points; `first` stands for A there.
    ByLot(Undecided),
}

impl Sides {
    /// The sides where `first` is first, unless something decides the series.
    pub fn new(first: Player, decider: Option<Undecided>) -> Self {
        decider.map_or(Self::First(first), Self::ByLot)
    }
}

/// The first digits of a seal, in groups that people can compare.
fn short(seal: &str) -> String {
    let digits: Vec<char> = seal.chars().take(16).collect();
    let groups = digits.chunks(4).map(|group| group.iter().collect::<String>());
    groups.collect::<Vec<_>>().join(" ")
}

impl LiveDocument {
    /// A player's name, or the usual one.
    pub fn name(&self, player: Player, lang: Lang) -> String {
        let name = match player {
            Player::A => &self.players.a,
            Player::B => &self.players.b,
        };
        name.clone().unwrap_or_else(|| player_name(player, lang))
    }

    /// Points as the organiser writes them.
    pub fn points(&self, points: u32) -> String {
        self.rule.points(points)
    }

    /// Points of a win as first and as second player, and the target: `1/2/3`.
    pub fn rule_points(&self) -> String {
        self.rule.points_as_written()
    }

    /// `2 - 1`, A's points first.
    pub fn score_text(&self, score: LiveScore) -> String {
        format!("{} - {}", self.points(score.a), self.points(score.b))
    }

    /// How far the series has come: games played, and how many there can be.
    pub fn progress(&self, lang: Lang) -> String {
        let (games, limit) = (self.course.games.counted, self.course.games.limit);
        let mut text = tr!(lang, "live.progress", games = games, limit = limit);
        if self.course.games.played > games {
            text += &tr!(lang, "live.progress_played", played = self.course.games.played);
        }
        text
    }

    /// What comes next: the next game and its sides, or the end.
    pub fn coming(&self, lang: Lang) -> String {
        let Some(first) = self.course.next_first else {
            return self.course.ending.map_or_else(String::new, |end| self.end_words(end, lang));
        };
        if let Some(way) = self.course.decider {
            return tr!(lang, format!("live.decider.{way}"));
        }
        let key = if self.course.played_again { "live.again" } else { "live.coming" };
        let [first, second] = [first, first.other()].map(|player| self.name(player, lang));
        tr!(lang, key, game = self.course.games.counted + 1, first = first, second = second)
    }

    /// An end in words.
    pub fn end_words(&self, end: LiveEnd, lang: Lang) -> String {
        let name = end.winner.map(|winner| self.name(winner, lang)).unwrap_or_default();
        let key = match end.result {
            Ending::None => "live.ended.none",
            _ if end.clinched => "live.ended.clinched",
            Ending::AReached | Ending::BReached => "live.ended.reached",
            Ending::AOnPoints | Ending::BOnPoints => "live.ended.on_points",
            Ending::AByDecider | Ending::BByDecider => match self.rule.undecided {
                Undecided::Lot => "live.ended.by_lot",
                Undecided::Second => "live.ended.by_second",
                _ => "live.ended.by_decider",
            },
        };
        tr!(lang, key, name = name)
    }

    /// A result in words, with who won.
    pub fn result_words(&self, result: GameResult, sides: Sides, lang: Lang) -> String {
        let first = match sides {
            Sides::First(first) => first,
            Sides::ByLot(_) => Player::A,
        };
        let name = Player::winner_of(result, first).map(|winner| self.name(winner, lang));
        let key = match (result, sides) {
            (GameResult::Draw, _) => "live.result.draw",
            (_, Sides::ByLot(Undecided::Lot)) => "live.result.lot",
            (_, Sides::ByLot(_)) => "live.result.decider",
            (GameResult::First, _) => "live.result.first",
            (GameResult::Second, _) => "live.result.second",
        };
        tr!(lang, key, name = name.unwrap_or_default())
    }

    /// The sides of what is played next; `None` when the series is over.
    pub fn next_sides(&self) -> Option<Sides> {
        self.course.next_first.map(|first| Sides::new(first, self.course.decider))
    }

    /// What a player needs to win the series; `None` when it is over, and where points no longer
    /// matter since something else decides.
    pub fn need_words(&self, player: Player, lang: Lang) -> Option<String> {
        let need = self.course.needs.filter(|_| self.course.decider.is_none())?[player as usize];
        let (name, points) = (self.name(player, lang), self.points(need.points));
        let wins = need.wins.unwrap_or_default();
        let key = format!("live.need.{}", need.kind.code());
        Some(tr!(lang, key, name = name, points = points, wins = wins))
    }

    /// An entry of the audit trail in words.
    pub fn audit_words(&self, line: &LiveAudit, lang: Lang) -> String {
        let mut words = match line.action.result() {
            Some(result) => {
                let result = self.result_words(result, Sides::new(line.first, line.decider), lang);
                match line.decider {
                    Some(_) => result,
                    None => tr!(lang, "live.audit.result", game = line.game, result = result),
                }
            }
            None if line.decider.is_some() => {
                tr!(lang, "live.audit.undo_decider", entry = line.undoes.unwrap_or_default())
            }
            None => {
                let entry = line.undoes.unwrap_or_default();
                tr!(lang, "live.audit.undo", game = line.game, entry = entry)
            }
        };
        if let Some(entry) = line.undone_by {
            words += &tr!(lang, "live.audit.undone", entry = entry);
        }
        if line.earlier {
            words += &tr!(lang, "live.audit.earlier");
        }
        words
    }

    /// What the entries from this number on recorded, one to a line.
    pub fn confirmation(&self, from: u32, lang: Lang) -> String {
        let lang = lang.in_game(self.game);
        let new = self.course.audit.iter().filter(|line| line.number >= from);
        new.map(|line| {
            let what = self.audit_words(line, lang);
            tr!(lang, "live.recorded", number = line.number, what = what) + "\n"
        })
        .collect()
    }

    /// The beginning of the last seal, as it is copied onto a score sheet.
    pub fn short_seal(&self) -> String {
        short(&self.course.seal)
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let lang = lang.in_game(self.game);
        let mut text = String::new();
        if let Some(title) = &self.title {
            text += &format!("{title}\n");
        }
        let [a, b] = Player::BOTH.map(|player| self.name(player, lang));
        let target = self.points(self.rule.target);
        let score = format!("{a} {} {b}", self.score_text(self.course.score));
        text += &tr!(lang, "live.score", score = score, target = target);
        text += &format!("\n{}\n{}\n", self.progress(lang), self.coming(lang));
        if self.course.next_first.is_some() {
            text += &format!("\n{}", self.next_table(lang));
            let needs: Vec<String> =
                Player::BOTH.into_iter().filter_map(|p| self.need_words(p, lang)).collect();
            for words in &needs {
                text += &format!("\n{words}");
            }
            if !needs.is_empty() {
                text += "\n";
            }
        }
        text += &format!("\n{}", self.history_table(lang));
        text += &format!(
            "\n{}\n",
            tr!(lang, "live.seal", number = self.course.audit.len(), seal = self.short_seal())
        );
        text
    }

    fn chance_titles(&self, lang: Lang) -> [String; 3] {
        let title = |player| tr!(lang, "live.chance_of", name = self.name(player, lang));
        [title(Player::A), title(Player::B), tr!(lang, "ending.none")]
    }

    fn next_table(&self, lang: Lang) -> String {
        let mut header = vec![
            tr!(lang, "live.column.next"),
            tr!(lang, "live.column.probability"),
            tr!(lang, "column.points"),
        ];
        header.extend(self.chance_titles(lang));
        header.push(String::new());
        let mut rows = vec![row(
            [tr!(lang, "live.now"), String::new(), self.score_text(self.course.score)],
            &self.course.chances,
            String::new(),
        )];
        for next in &self.course.next {
            let words = match self.next_sides() {
                Some(sides) => self.result_words(next.result, sides, lang),
                None => String::new(),
            };
            let more = match next.ending {
                Some(end) => self.end_words(end, lang),
                None if !next.counts => tr!(lang, "live.does_not_count"),
                None => String::new(),
            };
            let (probability, score) =
                (short_percent(next.probability), self.score_text(next.score));
            rows.push(row([words, probability, score], &next.chances, more));
        }
        columns(header, rows, &[0, 6])
    }

    fn history_table(&self, lang: Lang) -> String {
        let mut header = vec![
            tr!(lang, "live.column.game"),
            tr!(lang, "column.result"),
            tr!(lang, "column.points"),
        ];
        header.extend(self.chance_titles(lang));
        header.push(tr!(lang, "column.comment"));
        let start = self.score_text(LiveScore { a: 0, b: 0 });
        let mut rows = vec![row(
            ["0".into(), tr!(lang, "live.before"), start],
            &self.course.at_start,
            String::new(),
        )];
        for game in &self.course.history {
            let sides = Sides::new(game.first, game.decider);
            let mut words = self.result_words(game.result, sides, lang);
            if !game.counts && (game.decider.is_none() || game.result == GameResult::Draw) {
                words += &tr!(lang, "live.uncounted");
            }
            let score = self.score_text(game.score);
            let comment = game.comment.clone().unwrap_or_default();
            // What decides at equal points is none of the games that are counted.
            let number = if game.decider.is_some() { "+".into() } else { game.game.to_string() };
            rows.push(row([number, words, score], &game.chances, comment));
        }
        columns(header, rows, &[1, 6])
    }

    /// The audit trail as text: every entry, what it did, and its seal. `local` writes a moment as
    /// the clock on the wall shows it.
    pub fn audit_text(&self, lang: Lang, local: impl Fn(&Stamp) -> String) -> String {
        let lang = lang.in_game(self.game);
        let mut text = self.title.as_ref().map_or_else(String::new, |title| format!("{title}\n"));
        let [a, b] = Player::BOTH.map(|player| self.name(player, lang));
        text += &format!("{}\n", tr!(lang, "live.audit.players", a = a, b = b));
        text += &format!("{}\n{}\n\n", self.rule.sentences(lang), self.model.sentence(lang));
        let started = local(&self.course.started);
        text += &format!("{}\n", tr!(lang, "live.audit.started", at = started));
        let header = ["number", "at", "what", "by", "comment", "seal"];
        let header = header.map(|key| own_or_shared(lang, ["live.audit.column", "column"], key));
        let rows = self.course.audit.iter().map(|line| {
            vec![
                line.number.to_string(),
                local(&line.at),
                self.audit_words(line, lang),
                line.by.clone().unwrap_or_default(),
                line.comment.clone().unwrap_or_default(),
                short(&line.seal),
            ]
        });
        text += &columns(header.to_vec(), rows.collect(), &[1, 2, 3, 4, 5]);
        text += &format!("\n{}\n", tr!(lang, "live.audit.last", seal = self.course.seal));
        text
    }

    /// The games whose results stand as CSV, the start included.
    pub fn csv(&self) -> String {
        let start = std::iter::once((None, &self.course.at_start, &self.course.started));
        let games = self.course.history.iter().map(|game| (Some(game), &game.chances, &game.at));
        csv_table!(start.chain(games), |(game, chances, at)| {
            entry: game.map_or(0, |game| game.entry),
            game: game.map_or(0, |game| game.game),
            counts: game.is_some_and(|game| game.counts),
            first: game.map(|game| game.first),
            result: game.map(|game| Action::from(game.result).code()),
            winner: game.and_then(|game| game.winner),
            a_points: self.points(game.map_or(0, |game| game.score.a)),
            b_points: self.points(game.map_or(0, |game| game.score.b)),
            a: chances.a,
            b: chances.b,
            none: chances.none,
            at: at,
            comment: game.and_then(|game| game.comment.as_ref()),
        })
    }

    /// The audit trail as CSV.
    pub fn audit_csv(&self) -> String {
        csv_table!(&self.course.audit, |line| {
            number: line.number,
            at: line.at,
            action: line.action.code(),
            game: line.game,
            first: line.first,
            undoes: line.undoes,
            undone_by: line.undone_by,
            by: line.by.as_ref(),
            comment: line.comment.as_ref(),
            seal: line.seal,
        })
    }
}

fn row(before: [String; 3], chances: &Chances<f64>, after: String) -> Vec<String> {
    let chances = [chances.a, chances.b, chances.none].map(short_percent);
    before.into_iter().chain(chances).chain([after]).collect()
}
