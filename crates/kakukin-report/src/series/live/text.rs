//! A live series in words: as text and as CSV.

use super::LiveDocument;
use crate::{
    Lang,
    layout::{columns, csv, field, free_text, hundredths},
    series::words::player_name,
};
use kakukin_series::{
    Action, Chances, Ending, GameResult, LiveAudit, LiveEnd, LiveScore, Player, Stamp,
};

/// `51.92 %`; neither 0 nor 100 unless it is certain.
pub fn short_percent(x: f64) -> String {
    hundredths(x) + " %"
}

/// A moment as people read it: without its separators.
fn readable(at: &Stamp) -> String {
    at.to_string().replace('T', " ").replace('Z', "")
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
        let (games, limit) = (self.games.counted, self.games.limit);
        let mut text = tr!(lang, "live.progress", games = games, limit = limit);
        if self.games.played > games {
            text += &tr!(lang, "live.progress_played", played = self.games.played);
        }
        text
    }

    /// What comes next: the next game and its sides, or the end.
    pub fn coming(&self, lang: Lang) -> String {
        let Some(first) = self.next_first else {
            return self.ending.map_or_else(String::new, |end| self.end_words(end, lang));
        };
        let key = if self.played_again { "live.again" } else { "live.coming" };
        let [first, second] = [first, first.other()].map(|player| self.name(player, lang));
        tr!(lang, key, game = self.games.counted + 1, first = first, second = second)
    }

    /// An end in words.
    pub fn end_words(&self, end: LiveEnd, lang: Lang) -> String {
        let name = end.winner.map(|winner| self.name(winner, lang)).unwrap_or_default();
        let key = match end.result {
            Ending::None => "live.ended.none",
            _ if end.clinched => "live.ended.clinched",
            Ending::AReached | Ending::BReached => "live.ended.reached",
            Ending::AOnPoints | Ending::BOnPoints => "live.ended.on_points",
        };
        tr!(lang, key, name = name)
    }

    /// A result in words, with who won.
    pub fn result_words(&self, result: GameResult, first: Player, lang: Lang) -> String {
        let (key, name) = match result {
            GameResult::First => ("live.result.first", self.name(first, lang)),
            GameResult::Second => ("live.result.second", self.name(first.other(), lang)),
            GameResult::Draw => ("live.result.draw", String::new()),
        };
        tr!(lang, key, name = name)
    }

    /// What a player needs to win the series; `None` when it is over.
    pub fn need_words(&self, player: Player, lang: Lang) -> Option<String> {
        let need = self.needs?[player as usize];
        let (name, points) = (self.name(player, lang), self.points(need.points));
        Some(match need.wins {
            Some(1) => tr!(lang, "live.needs_one", name = name, points = points),
            Some(wins) => tr!(lang, "live.needs", name = name, points = points, wins = wins),
            None => tr!(lang, "live.needs_more", name = name, points = points),
        })
    }

    /// An entry of the audit trail in words.
    pub fn audit_words(&self, line: &LiveAudit, lang: Lang) -> String {
        let mut words = match line.action.result() {
            Some(result) => {
                let result = self.result_words(result, line.first, lang);
                tr!(lang, "live.audit.result", game = line.game, result = result)
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
        let new = self.audit.iter().filter(|line| line.number >= from);
        new.map(|line| {
            let what = self.audit_words(line, lang);
            tr!(lang, "live.recorded", number = line.number, what = what) + "\n"
        })
        .collect()
    }

    /// The beginning of the last seal, as it is copied onto a score sheet.
    pub fn short_seal(&self) -> String {
        short(&self.seal)
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            text += &format!("{title}\n");
        }
        let [a, b] = Player::BOTH.map(|player| self.name(player, lang));
        let target = self.points(self.rule.target);
        let score = format!("{a} {} {b}", self.score_text(self.score));
        text += &tr!(lang, "live.score", score = score, target = target);
        text += &format!("\n{}\n{}\n", self.progress(lang), self.coming(lang));
        if self.next_first.is_some() {
            text += &format!("\n{}", self.next_table(lang));
            for words in Player::BOTH.into_iter().filter_map(|p| self.need_words(p, lang)) {
                text += &format!("\n{words}");
            }
            text += "\n";
        }
        text += &format!("\n{}", self.history_table(lang));
        text += &format!(
            "\n{}\n",
            tr!(lang, "live.seal", number = self.audit.len(), seal = self.short_seal())
        );
        text
    }

    fn chance_titles(&self, lang: Lang) -> [String; 3] {
        let title = |player| tr!(lang, "live.chance_of", name = self.name(player, lang));
        [title(Player::A), title(Player::B), tr!(lang, "live.nobody")]
    }

    fn next_table(&self, lang: Lang) -> String {
        let mut header = vec![
            tr!(lang, "live.column.next"),
            tr!(lang, "live.column.probability"),
            tr!(lang, "live.column.score"),
        ];
        header.extend(self.chance_titles(lang));
        header.push(String::new());
        let mut rows = vec![row(
            [tr!(lang, "live.now"), String::new(), self.score_text(self.score)],
            &self.chances,
            String::new(),
        )];
        for next in &self.next {
            let words = match self.next_first {
                Some(first) => self.result_words(next.result, first, lang),
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
            tr!(lang, "live.column.result"),
            tr!(lang, "live.column.score"),
        ];
        header.extend(self.chance_titles(lang));
        header.push(tr!(lang, "live.column.comment"));
        let start = self.score_text(LiveScore { a: 0, b: 0 });
        let mut rows =
            vec![row(["0".into(), tr!(lang, "live.before"), start], &self.at_start, String::new())];
        for game in &self.history {
            let mut words = self.result_words(game.result, game.first, lang);
            if !game.counts {
                words += &tr!(lang, "live.uncounted");
            }
            let score = self.score_text(game.score);
            let comment = game.comment.clone().unwrap_or_default();
            rows.push(row([game.game.to_string(), words, score], &game.chances, comment));
        }
        columns(header, rows, &[1, 6])
    }

    /// The audit trail as text: every entry, what it did, and its seal.
    pub fn audit_text(&self, lang: Lang) -> String {
        let mut text = self.title.as_ref().map_or_else(String::new, |title| format!("{title}\n"));
        let [a, b] = Player::BOTH.map(|player| self.name(player, lang));
        text += &format!("{}\n", tr!(lang, "live.audit.players", a = a, b = b));
        text += &format!("{}\n{}\n\n", self.rule.sentences(lang), self.model.sentence(lang));
        text += &format!("{}\n", tr!(lang, "live.audit.started", at = readable(&self.started)));
        let header = ["number", "at", "what", "by", "comment", "seal"];
        let header = header.map(|key| tr!(lang, format!("live.audit.column.{key}")));
        let rows = self.audit.iter().map(|line| {
            vec![
                line.number.to_string(),
                readable(&line.at),
                self.audit_words(line, lang),
                line.by.clone().unwrap_or_default(),
                line.comment.clone().unwrap_or_default(),
                short(&line.seal),
            ]
        });
        text += &columns(header.to_vec(), rows.collect(), &[1, 2, 3, 4, 5]);
        text += &format!("\n{}\n", tr!(lang, "live.audit.last", seal = self.seal));
        text
    }

    /// The games whose results stand as CSV, the start included.
    pub fn csv(&self) -> String {
        let header = [
            "entry", "game", "counts", "first", "result", "winner", "a_points", "b_points", "a",
            "b", "none", "at", "comment",
        ];
        let chances = |c: &Chances<f64>| [c.a, c.b, c.none].map(|x| x.to_string());
        let mut start = ["0", "0", "false", "", "", "", "0", "0"].map(String::from).to_vec();
        start.extend(chances(&self.at_start));
        start.extend([self.started.to_string(), String::new()]);
        let games = self.history.iter().map(|game| {
            let mut row = vec![
                game.entry.to_string(),
                game.game.to_string(),
                game.counts.to_string(),
                letter(game.first),
                Action::from(game.result).code().to_string(),
                field(game.winner.map(letter)),
                self.points(game.score.a),
                self.points(game.score.b),
            ];
            row.extend(chances(&game.chances));
            row.extend([game.at.to_string(), free_text(game.comment.as_ref())]);
            row
        });
        csv(&header, std::iter::once(start).chain(games))
    }

    /// The audit trail as CSV.
    pub fn audit_csv(&self) -> String {
        let header = [
            "number",
            "at",
            "action",
            "game",
            "first",
            "undoes",
            "undone_by",
            "by",
            "comment",
            "seal",
        ];
        let rows = self.audit.iter().map(|line| {
            vec![
                line.number.to_string(),
                line.at.to_string(),
                line.action.code().to_string(),
                line.game.to_string(),
                letter(line.first),
                field(line.undoes),
                field(line.undone_by),
                free_text(line.by.as_ref()),
                free_text(line.comment.as_ref()),
                line.seal.clone(),
            ]
        });
        csv(&header, rows)
    }
}

fn letter(player: Player) -> String {
    format!("{player:?}").to_lowercase()
}

fn row(before: [String; 3], chances: &Chances<f64>, after: String) -> Vec<String> {
    let chances = [chances.a, chances.b, chances.none].map(short_percent);
    before.into_iter().chain(chances).chain([after]).collect()
}
