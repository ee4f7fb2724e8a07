//! Tournament reports of FIDE: TRF16, TRF26 and the older TRF06, whose player lines are alike.
//!
//! - A game stands on the lines of both players; it is given once, in the order of rounds and
//!   then of starting ranks, and only if both lines agree. White is first.
//! - `W D L` (less than a move, not rated) and `1 = 0` are played games, `+ -` forfeits; two
//!   losses are nobody's game; an opponent without a result is a game that is not over.
//! - Where neither line says a colour, as FIDE itself writes forfeits (`3 - +`), nobody knows who
//!   would have been first: the game is marked so. One that was played is left out.
//! - A round with an unknown colour or result (`*`) is left out, and the others of its line count.
//! - Where there is no opponent, a letter is a bye, and nothing at all says nothing.
//! - Columns are counted in characters, as in the standard. Some programs count bytes, and some
//!   count Japanese letters twice; a line that does not fit one way is tried the others. A line
//!   that fits no way, with tabs or shifted columns, is left out whole.
//! - A round without a date has as much of one as the beginning and the end have in common.
//! - Teams, national ratings and all other lines are passed over.
//!
//! At most [`MAX_PLAYERS`] players and [`MAX_ROUNDS`] rounds in a tournament.

mod line;

use crate::text::{date, keep};
use crate::traces::Trace;
use crate::{Date, Ending, GameResult, Pieces, Reason, Record, Side, Sink, Skip, Stop, Why};
use line::{Columns, Entry, PlayerLine, round_date};
use std::io::Read;

/// The most rounds of a tournament.
const MAX_ROUNDS: usize = 500;
/// The most players: starting ranks have four digits.
const MAX_PLAYERS: usize = 9999;

/// Whom a player without an opponent is paired with.
const BYE: &str = "bye";

/// Whether this is a report: nothing but lines with codes, and a player or a heading with more.
pub(crate) fn looks_like(head: &str) -> bool {
    let (mut lines, mut heading, mut player) = (0, false, false);
    // The last line may be cut off.
    for line in head.split(['\n', '\r']).filter(|line| line.trim().len() > 3) {
        let (code, after) = line.as_bytes().split_at(3);
        let coded = code.iter().all(u8::is_ascii_digit) || code.iter().all(u8::is_ascii_uppercase);
        if code != b"###" && !(coded && after.first().is_some_and(u8::is_ascii_whitespace)) {
            return false;
        }
        lines += 1;
        heading |= code == b"012";
        let rank = after.get(1..5).unwrap_or_default().trim_ascii();
        player |= code == b"001" && !rank.is_empty() && rank.iter().all(u8::is_ascii_digit);
    }
    player || (heading && lines > 1)
}

/// Reads tournaments one by one, the games of each in the order of rounds.
pub(crate) fn scan(pieces: &mut Pieces<impl Read>, sink: &mut dyn Sink) -> Result<(), Stop> {
    let mut tournament = Tournament::default();
    let mut columns = Columns::default();
    let mut found = false;
    while let Some(piece) = pieces.piece()? {
        if !piece.begins {
            continue;
        }
        let (code, value) = piece.bytes.split_at(piece.bytes.len().min(3));
        match code {
            b"012" => {
                if tournament.named {
                    tournament.close(sink)?;
                }
                tournament.named = true;
                keep(&mut tournament.record.event, value);
            }
            b"042" => tournament.start = date(value),
            b"052" => tournament.end = date(value),
            b"132" => {
                columns.set_characters(piece.bytes);
                tournament.dates.clear();
                let rounds = columns.rounds().take(MAX_ROUNDS);
                tournament.dates.extend(rounds.map(|at| round_date(&columns, piece.bytes, at)));
            }
            b"001" => {
                let line = piece.bytes.trim_ascii_end();
                columns.set_characters(line);
                let too_large = !piece.ends
                    || columns.rounds().count() > MAX_ROUNDS
                    || tournament.players.len() >= MAX_PLAYERS;
                let player = match too_large {
                    true => Err(Why::TooLarge),
                    false => line::player(&mut columns, line, &mut tournament.entries)
                        .ok_or(Why::BadForm),
                };
                match player {
                    Ok(player) => tournament.players.push(Listed { player, line: piece.line }),
                    Err(why) => sink.skipped(left_out(piece.line, why, value))?,
                }
            }
            _ => continue,
        }
        found = true;
    }
    tournament.close(sink)?;
    if !found {
        sink.skipped(Skip::file(Why::NotARecord, ""))?;
    }
    Ok(())
}

/// A line of a player that is left out: how it begins.
fn left_out(line: u64, why: Why, value: &[u8]) -> Skip {
    let start = String::from_utf8_lossy(value.get(..80).unwrap_or(value)).into_owned();
    let words: Vec<&str> = start.split_whitespace().take(5).collect();
    Skip::new(line, why, words.join(" "))
}

#[derive(Debug, Default)]
struct Tournament {
    /// What all games have in common, and place for each in turn.
    record: Record,
    named: bool,
    start: Option<Date>,
    end: Option<Date>,
    dates: Vec<Option<Date>>,
    /// By starting rank, once the tournament is complete.
    players: Vec<Listed>,
    /// The rounds of all players, one player after the other.
    entries: Vec<Option<Entry>>,
}

#[derive(Debug)]
struct Listed {
    player: PlayerLine,
    line: u64,
}

impl Tournament {
    fn player(&self, rank: u16) -> Option<&PlayerLine> {
        let place = self.players.binary_search_by_key(&rank, |listed| listed.player.rank).ok()?;
        Some(&self.players.get(place)?.player)
    }

    fn entry(&self, player: &PlayerLine, round: usize) -> Option<Entry> {
        (round < player.rounds).then(|| self.entries.get(player.from + round).copied())??
    }

    /// Starting ranks in order. Who has a rank that is taken is left out.
    fn sort(&mut self, sink: &mut dyn Sink) -> Result<(), Stop> {
        self.players.sort_by_key(|listed| listed.player.rank);
        let mut twice = Vec::new();
        self.players.dedup_by(|later, earlier| {
            let same = later.player.rank == earlier.player.rank;
            if same {
                twice.push((later.line, std::mem::take(&mut later.player.name)));
            }
            same
        });
        twice.sort();
        twice
            .into_iter()
            .try_for_each(|(line, name)| sink.skipped(Skip::new(line, Why::Contradiction, name)))
    }

    /// Hands out all games, and makes place for the next tournament.
    fn close(&mut self, sink: &mut dyn Sink) -> Result<(), Stop> {
        self.sort(sink)?;
        let mut record = std::mem::take(&mut self.record);
        let rounds = self.players.iter().map(|listed| listed.player.rounds).max();
        for round in 0..rounds.unwrap_or(0) {
            record.date = self.date_of(round);
            record.round = (round + 1).to_string();
            // Two meet once in a round; a report that says its name tells which round that is.
            let id = format!("{}\0{}", record.event, record.round);
            record.traces.id = if record.event.is_empty() { 0 } else { Trace::of(id.as_bytes()) };
            for listed in &self.players {
                let Some(entry) = self.entry(&listed.player, round) else { continue };
                match self.judge(&listed.player, entry, round) {
                    Found::Said => {}
                    Found::Bye(half_points) => {
                        record.first.name.clone_from(&listed.player.name);
                        BYE.clone_into(&mut record.second.name);
                        (record.first.rating, record.second.rating) = (listed.player.rating, None);
                        (record.ending, record.reason) = (Ending::Unknown, Reason::Unsaid);
                        (record.line, record.is_sideless) = (listed.line, true);
                        sink.bye(&record, half_points)?;
                    }
                    Found::Wrong(why, detail) => {
                        sink.skipped(Skip::new(listed.line, why, detail))?;
                    }
                    Found::Game { first, second, ending, reason, is_sideless } => {
                        record.is_sideless = is_sideless;
                        for (player, place) in
                            [(first, &mut record.first), (second, &mut record.second)]
                        {
                            place.name.clone_from(&player.name);
                            place.rating = player.rating;
                        }
                        (record.ending, record.reason, record.line) = (ending, reason, listed.line);
                        sink.game(&record)?;
                    }
                }
            }
        }
        record.clear();
        *self = Self { record, ..Self::default() };
        Ok(())
    }

    /// What a player's line says of a round, held against the opponent's line.
    fn judge<'t>(&'t self, player: &'t PlayerLine, entry: Entry, round: usize) -> Found<'t> {
        if entry.is_known && entry.is_bye() {
            // A win without an opponent, half of one, or nothing.
            return Found::Bye(match entry.result {
                b'U' | b'F' | b'+' | b'1' | b'W' => 2,
                b'H' | b'=' | b'D' => 1,
                _ => 0,
            });
        }
        let Some(opponent) = self.player(entry.opponent) else {
            let detail = match entry.is_known {
                true => format!("{} – {}", player.name, entry.opponent),
                false => format!("{}: {}", player.name, entry.odd()),
            };
            return Found::Wrong(Why::BadForm, detail);
        };
        let names = || format!("{} – {}", player.name, opponent.name);
        let theirs = self.entry(opponent, round);
        let Some(theirs) = theirs.filter(|theirs| {
            theirs.opponent == player.rank
                && player.rank != opponent.rank
                && (!theirs.is_known || !theirs.is_bye())
        }) else {
            return Found::Wrong(Why::Contradiction, names());
        };
        if opponent.rank < player.rank {
            return Found::Said;
        }
        if let Some(unknown) = [entry, theirs].into_iter().find(|entry| !entry.is_known) {
            let detail = format!("{}: {}", names(), unknown.odd());
            return Found::Wrong(Why::BadForm, detail);
        }
        let side = match (entry.side, theirs.side) {
            (Some(side), Some(other)) if side == other => {
                return Found::Wrong(Why::Contradiction, names());
            }
            (Some(side), _) => Some(side),
            (None, other) => other.map(Side::other),
        };
        let (first, second, of_first, of_second) = match side {
            None | Some(Side::First) => (player, opponent, entry.result, theirs.result),
            Some(Side::Second) => (opponent, player, theirs.result, entry.result),
        };
        let is_sideless = side.is_none();
        match ending(of_first, of_second) {
            Some((Ending::Played(_) | Ending::Unknown, _)) if is_sideless => {
                Found::Wrong(Why::BadForm, format!("{}: w/b ?", names()))
            }
            Some((ending, reason)) => Found::Game { first, second, ending, reason, is_sideless },
            None => Found::Wrong(Why::Contradiction, names()),
        }
    }

    fn date_of(&self, round: usize) -> Option<Date> {
        let given = self.dates.get(round).copied().flatten();
        given.or_else(|| match (self.start, self.end) {
            (Some(start), Some(end)) => start.common(end),
            (start, end) => start.or(end),
        })
    }
}

/// What is to be said of a round of a player.
enum Found<'t> {
    /// The opponent's line said it already.
    Said,
    /// There is no opponent, but so many half points.
    Bye(u64),
    Wrong(Why, String),
    Game {
        first: &'t PlayerLine,
        second: &'t PlayerLine,
        ending: Ending,
        reason: Reason,
        /// Nobody knows who of them is first.
        is_sideless: bool,
    },
}

/// What two results say together; nothing if they cannot both be.
fn ending(first: u8, second: u8) -> Option<(Ending, Reason)> {
    let played = |result| Some((Ending::Played(result), Reason::Unsaid));
    let forfeit = |ending| Some((ending, Reason::Forfeit));
    match (first, second) {
        (b'1' | b'W', b'0' | b'L') => played(GameResult::First),
        (b'0' | b'L', b'1' | b'W') => played(GameResult::Second),
        (b'=' | b'D', b'=' | b'D') => played(GameResult::Draw),
        (b'+', b'-') => forfeit(Ending::Forfeit(Side::First)),
        (b'-', b'+') => forfeit(Ending::Forfeit(Side::Second)),
        (b'-', b'-') => forfeit(Ending::Nobody),
        (b'0' | b'L', b'0' | b'L') => Some((Ending::Nobody, Reason::Unsaid)),
        (b' ', b' ') => Some((Ending::Unknown, Reason::Unsaid)),
        _ => None,
    }
}
