//! The current state of a live series: everything that people want to know about it.

use super::{Action, LiveRecord, Names, Stamp, replay::Replay};
use crate::{Chances, Ending, GameResult, NeedKind, Player, Practice, Running, Series, Undecided};
use kakukin_core::to_f64;
use serde::Serialize;

/// A live series at this moment.
#[derive(Debug, Clone)]
pub struct LiveState {
    /// The event, if it is known.
    pub title: Option<String>,
    /// The names of the players.
    pub players: Names,
    /// The game, if it is known.
    pub game: Option<Practice>,
    /// The series that is being played.
    pub series: Series,
    /// What it has come to.
    pub course: LiveCourse,
}

/// What a live series has come to, and how it may go on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveCourse {
    /// When the record was made.
    pub started: Stamp,
    /// The points of both.
    pub score: LiveScore,
    /// How many games were played.
    pub games: LiveGames,
    /// Who is first in the next game; null when the series is over.
    pub next_first: Option<Player>,
    /// What decides now: points are equal at the limit. The result `first` then means that A wins
    /// it. Left out before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decider: Option<Undecided>,
    /// Whether the next game is a drawn one played again.
    pub played_again: bool,
    /// The chances to win the series.
    pub chances: Chances<f64>,
    /// The end; null while the series goes on.
    pub ending: Option<LiveEnd>,
    /// What A, and B, needs to win the series; null when it is over.
    pub needs: Option<[LiveNeed; 2]>,
    /// What each result of the next game would do.
    pub next: Vec<LiveNext>,
    /// The chances before the first game.
    pub at_start: Chances<f64>,
    /// The games whose results stand.
    pub history: Vec<LiveGame>,
    /// Every entry ever made.
    pub audit: Vec<LiveAudit>,
    /// The last seal.
    pub seal: String,
}

/// Points of both, on the scale of the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveScore {
    /// Points of A.
    pub a: u32,
    /// Points of B.
    pub b: u32,
}

/// How many games were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveGames {
    /// Games that count.
    pub counted: u32,
    /// Games really played, drawn ones included that do not count.
    pub played: u32,
    /// Most games that count.
    pub limit: u32,
}

/// The end of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveEnd {
    /// How it ended.
    pub result: Ending,
    /// Who won the series; null if nobody did.
    pub winner: Option<Player>,
    /// Whether it ended early, because its winner was certain.
    pub clinched: bool,
}

/// What one side needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveNeed {
    /// Points to the target.
    pub points: u32,
    /// The fewest wins in a row from now on after which the series is won whatever follows: 0 if
    /// it is so already, null if winning every game does not make it so.
    pub wins: Option<u32>,
    /// The shortest true thing to say of it.
    pub kind: NeedKind,
}

/// What one result of the next game would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveNext {
    /// The result.
    pub result: GameResult,
    /// Who would win the game; null for a draw.
    pub winner: Option<Player>,
    /// Its probability.
    pub probability: f64,
    /// The points after it.
    pub score: LiveScore,
    /// Whether the game would count.
    pub counts: bool,
    /// Who would be first in the game after it; null if there is none.
    pub next_first: Option<Player>,
    /// The end that it would bring; null if the series goes on.
    pub ending: Option<LiveEnd>,
    /// The chances after it.
    pub chances: Chances<f64>,
}

/// A game whose result stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveGame {
    /// The entry that holds it.
    pub entry: u32,
    /// The number of the counted game; the same again where a drawn one does not count.
    pub game: u32,
    /// Whether it counts.
    pub counts: bool,
    /// Who was first.
    pub first: Player,
    /// Its result.
    pub result: GameResult,
    /// What decided the series at equal points, where this is not a game like the others: `first`
    /// then means A. Left out else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decider: Option<Undecided>,
    /// Who won it; null for a draw.
    pub winner: Option<Player>,
    /// The points after it.
    pub score: LiveScore,
    /// The chances after it.
    pub chances: Chances<f64>,
    /// When it was entered.
    pub at: Stamp,
    /// The remark, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// One line of the audit trail.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveAudit {
    /// The number of the entry.
    pub number: u32,
    /// When it was entered.
    pub at: Stamp,
    /// Whether that is earlier than the entry before: a clock was set back.
    pub earlier: bool,
    /// What it does.
    pub action: Action,
    /// The counted game that a result belongs to, or that is taken back.
    pub game: u32,
    /// Who was first in it.
    pub first: Player,
    /// What decided the series at equal points, where this is not about a game like the others:
    /// `first` then means A. Left out else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decider: Option<Undecided>,
    /// For an undo, the entry that it takes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoes: Option<u32>,
    /// For a result that was taken back, the entry that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<u32>,
    /// Who entered it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The remark, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Its seal.
    pub seal: String,
}

impl LiveRecord {
    /// What the series has come to.
    pub fn state(&self) -> LiveState {
        let series = self.series();
        let replay = self.replay();
        let now = replay.now();
        let after: Vec<(GameResult, Running<'_>)> = GameResult::ALL
            .into_iter()
            .filter_map(|result| Some((result, now.after(result)?)))
            .collect();
        // Past, present and possible futures with one sweep.
        let mut moments = replay.moments.clone();
        moments.extend(after.iter().map(|(_, moment)| *moment));
        let mut chances = series.chances(&moments);
        let futures = chances.split_off(replay.moments.len());
        let probabilities = now.probabilities().map(|all| all.map(|x| to_f64(&x)));
        let next = after.iter().zip(futures).zip(probabilities.into_iter().flatten());
        let target = series.rule().points().target;
        let course = LiveCourse {
            started: self.started().clone(),
            score: score(now),
            games: LiveGames { counted: now.games(), played: now.played(), limit: series.limit() },
            next_first: now.first(),
            decider: now.decider(),
            played_again: played_again(&replay),
            chances: chances[chances.len() - 1],
            ending: end(now),
            needs: now.needs().map(|needs| {
                Player::BOTH.map(|player| {
                    let need = needs[player as usize];
                    let points = target.saturating_sub(now.score()[player as usize]);
                    LiveNeed { points, wins: need.wins, kind: need.kind }
                })
            }),
            next: next
                .map(|(((result, moment), chances), probability)| LiveNext {
                    result: *result,
                    winner: now.first().and_then(|first| Player::winner_of(*result, first)),
                    probability,
                    score: score(*moment),
                    counts: moment.games() > now.games(),
                    next_first: moment.first(),
                    ending: end(*moment),
                    chances,
                })
                .collect(),
            at_start: chances[0],
            history: history(self, &replay, &chances),
            audit: audit(self, &replay),
            seal: self.seal().to_string(),
        };
        LiveState {
            title: self.title().map(String::from),
            players: self.players().clone(),
            game: self.game(),
            series: series.clone(),
            course,
        }
    }
}

fn score(moment: Running<'_>) -> LiveScore {
    let [a, b] = moment.score();
    LiveScore { a, b }
}

fn end(moment: Running<'_>) -> Option<LiveEnd> {
    let clinched = moment.clinched();
    moment.ending().map(|result| LiveEnd { result, winner: result.winner(), clinched })
}

/// Whether the last game was drawn and did not count, and the series goes on.
fn played_again(replay: &Replay<'_>) -> bool {
    match replay.moments[..] {
        [.., before, now] => now.games() == before.games() && now.first().is_some(),
        _ => false,
    }
}

/// `chances` are those of the moments of the replay.
fn history(record: &LiveRecord, replay: &Replay<'_>, chances: &[Chances<f64>]) -> Vec<LiveGame> {
    let pairs = replay.moments.windows(2).zip(&chances[1..]).zip(&replay.standing);
    pairs
        .filter_map(|((pair, chances), &entry)| {
            let [before, after] = [pair[0], pair[1]];
            let entry = &record.entries()[entry];
            let (first, result) = (before.first()?, entry.action.result()?);
            Some(LiveGame {
                entry: entry.number,
                game: before.games() + 1,
                counts: after.games() > before.games(),
                first,
                result,
                decider: before.decider(),
                winner: Player::winner_of(result, first),
                score: score(after),
                chances: *chances,
                at: entry.at.clone(),
                comment: entry.comment.clone(),
            })
        })
        .collect()
}

fn audit(record: &LiveRecord, replay: &Replay<'_>) -> Vec<LiveAudit> {
    let entries = record.entries();
    let mut latest = record.started();
    let mut lines = Vec::with_capacity(entries.len());
    for (k, entry) in entries.iter().enumerate() {
        let partner = replay.partner[k];
        // An undo is about the game that it takes back.
        let undoes = partner.filter(|_| entry.action == Action::Undo);
        let about = replay.before[undoes.unwrap_or(k)];
        let number = |k: usize| entries[k].number;
        lines.push(LiveAudit {
            number: entry.number,
            at: entry.at.clone(),
            earlier: entry.at < *latest,
            action: entry.action,
            game: about.games() + 1,
            first: about.first().unwrap_or(Player::A),
            decider: about.decider(),
            undoes: undoes.map(number),
            undone_by: partner.filter(|_| entry.action != Action::Undo).map(number),
            by: entry.by.clone(),
            comment: entry.comment.clone(),
            seal: entry.seal.clone(),
        });
        latest = &entry.at;
    }
    lines
}
