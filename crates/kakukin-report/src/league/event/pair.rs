//! The rounds that were paired: text, CSV, and a tournament report of FIDE, from which pairing
//! programs and rating offices can go on.

use super::words::RuleInWords;
use crate::{Lang, SchemaName, csv::csv_table, lang::own_or_shared, layout::columns, sanitize};
use kakukin_league::{EncounterKind, Entrant, EventRound, Format, SeededGame, SeededRest};
use kakukin_series::Series;
use serde::Serialize;

/// The columns of a name in a tournament report.
const NAME: usize = 33;

/// The next round of an event, or all rounds of a league.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventPairDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The title of the page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The date, if it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What is played, as it is typed.
    pub stages: String,
    /// The players by seed.
    pub players: Vec<SeededPlayerDocument>,
    /// Games that were played before.
    pub played: usize,
    /// The rounds.
    pub rounds: Vec<RoundDocument>,
    /// What is played.
    #[serde(skip)]
    pub(super) format: Format,
    /// The rule in full, if it is known.
    #[serde(skip)]
    pub(super) in_full: Option<RuleInWords>,
    #[serde(skip)]
    games: Vec<SeededGame>,
    #[serde(skip)]
    rests: Vec<SeededRest>,
    #[serde(skip)]
    paired: Vec<EventRound>,
}

/// A player of an event that is played.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeededPlayerDocument {
    /// The seed, from 1.
    pub seed: usize,
    /// The name.
    pub name: String,
    /// Elo points.
    pub elo: f64,
    /// Points so far: 1, ½, 0 for each game, byes aside.
    pub points: f64,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundDocument {
    /// Its number, from 1.
    pub round: usize,
    /// Who meets whom.
    pub games: Vec<BoardDocument>,
    /// Who rests; null if nobody does.
    pub bye: Option<String>,
}

/// A board of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardDocument {
    /// Its number, from 1.
    pub board: usize,
    /// Who is first in the first game.
    pub first: String,
    /// The opponent.
    pub second: String,
}

impl EventPairDocument {
    /// The document of rounds between players in the order of their seeds.
    pub fn new(
        players: &[Entrant],
        format: Format,
        games: &[SeededGame],
        rounds: &[EventRound],
    ) -> Self {
        let points = |seed: usize| {
            let of = |game: &SeededGame| {
                let two = game.players.iter().zip(game.points);
                two.filter(|(player, _)| **player == seed).map(|(_, points)| points).sum::<i64>()
            };
            games.iter().map(of).sum::<i64>() as f64 / 2.0
        };
        let seeded = players.iter().enumerate().map(|(seed, player)| SeededPlayerDocument {
            seed: seed + 1,
            name: player.name.clone(),
            elo: player.elo,
            points: points(seed),
        });
        let name = |seed: usize| players[seed].name.clone();
        let board = |(k, &[first, second]): (usize, &[usize; 2])| BoardDocument {
            board: k + 1,
            first: name(first),
            second: name(second),
        };
        let round = |round: &EventRound| RoundDocument {
            round: round.number,
            games: round.games.iter().enumerate().map(board).collect(),
            bye: round.bye.map(name),
        };
        Self {
            schema: SchemaName::default(),
            title: None,
            date: None,
            format,
            in_full: None,
            stages: format.to_string(),
            players: seeded.collect(),
            played: games.len(),
            rounds: rounds.iter().map(round).collect(),
            games: games.to_vec(),
            rests: Vec::new(),
            paired: rounds.to_vec(),
        }
    }

    /// The same with what a page has besides: a title, a date, the rule of all encounters.
    pub fn for_page(
        self,
        title: Option<&str>,
        date: Option<&str>,
        rule: Option<&(EncounterKind, Series)>,
    ) -> Self {
        Self {
            title: title.map(str::to_string),
            date: date.map(str::to_string),
            in_full: rule.map(RuleInWords::new),
            ..self
        }
    }

    /// The same with the rounds without an opponent, as far as they are known.
    pub fn with_rests(self, rests: &[SeededRest]) -> Self {
        Self { rests: rests.to_vec(), ..self }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let word = |key: &str| own_or_shared(lang, ["event.column", "column"], key);
        let mut text = String::new();
        for round in &self.rounds {
            if !text.is_empty() {
                text += "\n";
            }
            text += &format!("{}\n", tr!(lang, "event.round", number = round.round));
            let header = vec![word("board"), word("first_player"), word("second_player")];
            let rows = round.games.iter().map(|game| {
                vec![game.board.to_string(), sanitize(&game.first), sanitize(&game.second)]
            });
            text += &columns(header, rows.collect(), &[1, 2]);
            if let Some(bye) = &round.bye {
                text += &format!("{}\n", tr!(lang, "event.bye", name = sanitize(bye)));
            }
        }
        text
    }

    /// One CSV row for each board; a bye has no opponent but the word.
    pub fn csv(&self) -> String {
        let rows = self.rounds.iter().flat_map(|round| {
            let games = round.games.iter().map(|game| {
                (round.round, Some(game.board), game.first.as_str(), game.second.as_str())
            });
            games.chain(round.bye.iter().map(|bye| (round.round, None, bye.as_str(), "bye")))
        });
        csv_table!(rows, |(round, board, first, second)| {
            round: round,
            board: board,
            first: first,
            second: second,
        })
    }

    /// A tournament report (TRF16, and TRF26 reads it): all games so far, and the paired rounds
    /// as games without a result.
    pub fn trf(&self) -> String {
        /// The rounds of a player: opponent, colour, result.
        type Line = Vec<Option<(usize, char, char)>>;
        let mut lines: Vec<Line> = vec![Vec::new(); self.players.len()];
        let mut enter = |round: usize, two: [usize; 2], results: [char; 2]| {
            let of_two = two.into_iter().zip([two[1], two[0]]).zip(['w', 'b']).zip(results);
            for (((player, other), colour), result) in of_two {
                let line = &mut lines[player];
                line.resize(round.saturating_sub(1).max(line.len()), None);
                line.push(Some((other + 1, colour, result)));
            }
        };
        let mut last = vec![0; self.players.len()];
        for game in &self.games {
            let [x, y] = game.players;
            let round = last[x].max(last[y]) + 1;
            (last[x], last[y]) = (round, round);
            enter(
                round,
                game.players,
                match game.points {
                    [2, 0] => ['1', '0'],
                    [0, 2] => ['0', '1'],
                    [1, 1] => ['=', '='],
                    _ => ['0', '0'],
                },
            );
        }
        for round in &self.paired {
            for &two in &round.games {
                enter(round.number, two, [' ', ' ']);
            }
        }
        let rounds = lines.iter().map(Vec::len).max().unwrap_or(0);
        let next = self.paired.first().map_or(usize::MAX, |round| round.number);
        // Programs that go on from here want to know how many rounds there will be.
        let all = match self.format {
            Format::Swiss { rounds } => rounds as usize,
            _ => rounds,
        };
        let name = sanitize(self.title.as_deref().unwrap_or(&self.stages));
        let mut text = format!("012 {name}\nXXR {all}\n");
        for (seed, (player, line)) in self.players.iter().zip(&lines).enumerate() {
            let mut rests = self.rests.iter().filter(|rest| rest.player == seed);
            let plain = sanitize(&player.name).replace(['\t', '\n'], " ");
            let name: String = plain.chars().take(NAME).collect();
            let padding = " ".repeat(NAME - name.chars().count());
            let played = (1..=rounds).map(|round| line.get(round - 1).copied().flatten());
            // A round without a game, while others played, is what is known of it; otherwise the
            // first is the bye.
            let mut byes = 0;
            let mut half_points = 0;
            let mut entries = String::new();
            for (round, entry) in (1..).zip(played) {
                entries += &match entry {
                    Some((other, colour, result)) => format!("  {other:>4} {colour} {result}"),
                    None if round > next => "          ".into(),
                    None => {
                        byes += 1;
                        let (kind, worth) = match rests.next().map(|rest| rest.points) {
                            Some(1) => ('H', 1),
                            Some(0) => ('Z', 0),
                            Some(_) => ('U', 2),
                            None if byes == 1 => ('U', 2),
                            None => ('Z', 0),
                        };
                        half_points += if round < next { worth } else { 0 };
                        format!("  0000 - {kind}")
                    }
                };
            }
            let points = player.points + f64::from(half_points) / 2.0;
            let (seed, elo) = (player.seed, player.elo.round().clamp(0.0, 9999.0));
            text += &format!(
                "001 {seed:>4}      {name}{padding} {elo:>4} {:>3} {:>11} {:>10} {points:>4.1} {:>4}{entries}\n",
                "", "", "", ""
            );
        }
        text
    }
}
