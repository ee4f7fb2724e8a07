//! Standings under epsilon points, beside those under traditional points (1, 1/2, 0). All in
//! exact fractions: whether two players are equal is never a matter of rounding.

use crate::{EpsilonPoints, InputError, Record, Tally, TieBreak};
use kakukin_core::{BadValue, Rational};
use serde::Serialize;
use std::{cmp::Reverse, str::FromStr};

/// What players are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RankPlayersBy"))]
#[serde(rename_all = "snake_case")]
pub enum RankBy {
    /// All points.
    Total,
    /// Points per game, for unequal numbers of games; who has not played is last.
    Mean,
}

impl RankBy {
    /// Its name on the command line and in every machine-readable output.
    pub fn code(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::Mean => "mean",
        }
    }
}

impl FromStr for RankBy {
    type Err = InputError;
    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "total" => Ok(Self::Total),
            "mean" => Ok(Self::Mean),
            _ => Err(InputError::new("rank-by", text, BadValue::Unknown, "total, mean")),
        }
    }
}

/// The standings of a league, best first; those of equal rank by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// One entry for each player.
    pub players: Vec<Standing>,
    /// The sum of all epsilon points: zero, because every game is.
    pub sum: Rational,
    /// Games played.
    pub games: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won by the first player.
    pub first_wins: u64,
    /// Whether some players have equal points, so that tie-breaks were needed.
    pub ties: bool,
}

/// One player.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// His number in the tally.
    pub player: usize,
    /// His name.
    pub name: String,
    /// His results as first and as second player.
    pub sides: [Record; 2],
    /// His traditional points without an opponent (byes).
    pub byes: Rational,
    /// Where he stands under epsilon points.
    pub epsilon: Placing,
    /// Where he stands under traditional points.
    pub traditional: Placing,
}

impl Standing {
    /// All his games.
    pub fn games(&self) -> u64 {
        self.sides[0].games() + self.sides[1].games()
    }

    /// How many places epsilon points put him higher than traditional ones; negative: lower.
    pub fn places_gained(&self) -> i64 {
        self.traditional.rank as i64 - self.epsilon.rank as i64
    }
}

/// Where a player stands under one kind of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Placing {
    /// All points.
    pub points: Rational,
    /// Points per game; `None` without games.
    pub mean: Option<Rational>,
    /// The value of each tie-break; `None` for direct encounters of a player who was not tied
    /// when their turn came.
    pub tie_breaks: Vec<Option<Rational>>,
    /// The rank; players who are equal in everything share one, as in 1, 2, 2, 4.
    pub rank: usize,
}

impl Placing {
    /// What he is ranked by; nothing is less than anything.
    fn key(&self, rank_by: RankBy) -> Option<&Rational> {
        match rank_by {
            RankBy::Total => Some(&self.points),
            RankBy::Mean => self.mean.as_ref(),
        }
    }
}

/// What a win, a draw and a loss are worth, as first and as second player.
struct Worth([[Rational; 3]; 2]);

impl Worth {
    fn epsilon(points: &EpsilonPoints<Rational>) -> Self {
        let EpsilonPoints { first_win, second_win, draw } = points;
        Self([
            [&first_win.first, &draw.first, &second_win.first].map(Clone::clone),
            [&second_win.second, &draw.second, &first_win.second].map(Clone::clone),
        ])
    }

    fn traditional() -> Self {
        let side = [Rational::ONE, Rational::ONE / Rational::from(2), Rational::ZERO];
        Self([side.clone(), side])
    }

    fn of(&self, side: usize, record: &Record) -> Rational {
        let [win, draw, loss] = &self.0[side];
        let times = |count: u64, worth: &Rational| Rational::from(count) * worth;
        times(record.wins, win) + times(record.draws, draw) + times(record.losses, loss)
    }
}

/// The games of a player against one opponent on one side.
struct Meeting {
    opponent: usize,
    side: usize,
    record: Record,
}

impl Standings {
    /// The standings of the games of a tally.
    ///
    /// ```
    /// use kakukin_league::*;
    /// let mut tally = Tally::new();
    /// let (ann, ben) = (tally.player("Ann")?, tally.player("Ben")?);
    /// for (first, second) in [(ann, ben), (ben, ann)] {
    ///     // Each wins once, both times the one who is first.
    ///     tally.add(Played { first, second, result: GameResult::First })?;
    /// }
    /// tally.add(Played { first: ann, second: ben, result: GameResult::Second })?;
    /// let (p, f) = ("70%".parse()?, "0".parse()?);
    /// let points = EpsilonPoints::new(&p, &f, DrawPoints::Zero, Scale::Article)?;
    /// let standings = Standings::new(&tally, &points, RankBy::Total, &TieBreak::USUAL);
    /// assert_eq!(standings.players[0].name, "Ben");
    /// assert_eq!(standings.players[0].epsilon.points.to_string(), "7/10");
    /// # Ok::<(), InputError>(())
    /// ```
    pub fn new(
        tally: &Tally,
        points: &EpsilonPoints<Rational>,
        rank_by: RankBy,
        tie_breaks: &[TieBreak],
    ) -> Self {
        let league = League::new(tally);
        let none = vec![Rational::ZERO; league.byes.len()];
        let epsilon = league.placings(&Worth::epsilon(points), &none, rank_by, tie_breaks);
        let worth = Worth::traditional();
        let traditional = league.placings(&worth, &league.byes, rank_by, tie_breaks);
        let sum = epsilon.iter().fold(Rational::ZERO, |sum, placing| sum + &placing.points);
        let both = epsilon.into_iter().zip(traditional).enumerate();
        let mut players: Vec<Standing> = both
            .map(|(player, (epsilon, traditional))| Standing {
                player,
                name: tally.names()[player].clone(),
                sides: league.sides[player],
                byes: league.byes[player].clone(),
                epsilon,
                traditional,
            })
            .collect();
        players.sort_by(|x, y| (x.epsilon.rank, &x.name).cmp(&(y.epsilon.rank, &y.name)));
        let all = tally.pairs().fold(Record::default(), |sum, (_, record)| sum.plus(record));
        let equal = |two: &[Standing]| two[0].epsilon.key(rank_by) == two[1].epsilon.key(rank_by);
        Self {
            sum,
            games: tally.games(),
            draws: all.draws,
            first_wins: all.wins,
            ties: players.windows(2).any(equal),
            players,
        }
    }

    /// The players who were not first as often as second.
    pub fn uneven_sides(&self) -> usize {
        let uneven = |player: &&Standing| player.sides[0].games() != player.sides[1].games();
        self.players.iter().filter(uneven).count()
    }

    /// Whether all players have the same number of games.
    pub fn even_games(&self) -> bool {
        self.players.windows(2).all(|two| two[0].games() == two[1].games())
    }
}

/// The games of a league by player.
struct League {
    sides: Vec<[Record; 2]>,
    /// Traditional points without an opponent.
    byes: Vec<Rational>,
    meetings: Vec<Vec<Meeting>>,
    /// Traditional points, which two of the tie-breaks are made of.
    scores: Vec<Rational>,
}

impl League {
    fn new(tally: &Tally) -> Self {
        let count = tally.names().len();
        let mut sides = vec![[Record::default(); 2]; count];
        let mut meetings: Vec<Vec<Meeting>> = (0..count).map(|_| Vec::new()).collect();
        for ([first, second], record) in tally.pairs() {
            let views = [(first, second, record), (second, first, record.reversed())];
            for (side, (player, opponent, record)) in views.into_iter().enumerate() {
                sides[player][side] = sides[player][side].plus(record);
                meetings[player].push(Meeting { opponent, side, record });
            }
        }
        let worth = Worth::traditional();
        let half = Rational::ONE / Rational::from(2);
        let byes = |player| Rational::from(tally.byes(player)) * &half;
        let byes: Vec<Rational> = (0..count).map(byes).collect();
        let score = |([first, second], byes): (&[Record; 2], &Rational)| {
            worth.of(0, first) + worth.of(1, second) + byes
        };
        let scores = sides.iter().zip(&byes).map(score).collect();
        Self { sides, byes, meetings, scores }
    }

    fn games(&self, player: usize) -> u64 {
        self.sides[player].iter().map(Record::games).sum()
    }

    /// Points per game are those of games.
    fn placings(
        &self,
        worth: &Worth,
        byes: &[Rational],
        rank_by: RankBy,
        tie_breaks: &[TieBreak],
    ) -> Vec<Placing> {
        let points = |player: usize| {
            let [first, second] = &self.sides[player];
            worth.of(0, first) + worth.of(1, second)
        };
        let mut placings: Vec<Placing> = (0..self.sides.len())
            .map(|player| {
                let (points, games) = (points(player), self.games(player));
                let mean = (games > 0).then(|| &points / Rational::from(games));
                let points = points + &byes[player];
                Placing { points, mean, tie_breaks: Vec::new(), rank: 0 }
            })
            .collect();
        let everybody: Vec<usize> = (0..placings.len()).collect();
        let mut groups = split(everybody, |player| placings[player].key(rank_by).cloned());
        for &tie_break in tie_breaks {
            let mut finer = Vec::with_capacity(groups.len());
            for group in groups {
                let values = self.tie_break(tie_break, &group, worth);
                for (&player, value) in group.iter().zip(values) {
                    placings[player].tie_breaks.push(value);
                }
                finer.extend(split(group, |player| placings[player].tie_breaks.last().cloned()));
            }
            groups = finer;
        }
        let mut above = 0;
        for group in &groups {
            for &player in group {
                placings[player].rank = above + 1;
            }
            above += group.len();
        }
        placings
    }

    /// The values of a tie-break for those who are tied.
    fn tie_break(
        &self,
        tie_break: TieBreak,
        tied: &[usize],
        worth: &Worth,
    ) -> Vec<Option<Rational>> {
        if tie_break == TieBreak::Direct {
            return self.direct(tied, worth);
        }
        let half = || Rational::ONE / Rational::from(2);
        let over_meetings = |player: usize, weight: &dyn Fn(&Record) -> Rational| {
            let meetings = self.meetings[player].iter();
            meetings.fold(Rational::ZERO, |sum, meeting| {
                sum + weight(&meeting.record) * &self.scores[meeting.opponent]
            })
        };
        let value = |&player: &usize| {
            let [first, second] = &self.sides[player];
            Some(match tie_break {
                TieBreak::Wins => Rational::from(first.wins + second.wins),
                TieBreak::SecondWins => Rational::from(second.wins),
                TieBreak::Sonneborn => over_meetings(player, &|record| {
                    Rational::from(record.wins) + Rational::from(record.draws) * half()
                }),
                TieBreak::Buchholz => {
                    over_meetings(player, &|record| Rational::from(record.games()))
                }
                TieBreak::Direct => return None,
            })
        };
        tied.iter().map(value).collect()
    }

    /// Points from the games among the tied.
    fn direct(&self, tied: &[usize], worth: &Worth) -> Vec<Option<Rational>> {
        if tied.len() < 2 {
            return vec![None; tied.len()];
        }
        let mut among = tied.to_vec();
        among.sort_unstable();
        let points = |&player: &usize| {
            let meetings = self.meetings[player].iter();
            let direct = meetings.filter(|meeting| among.binary_search(&meeting.opponent).is_ok());
            Some(
                direct.fold(Rational::ZERO, |sum, meeting| {
                    sum + worth.of(meeting.side, &meeting.record)
                }),
            )
        };
        tied.iter().map(points).collect()
    }
}

/// Groups of players with the same key, the largest key first.
fn split<K: Ord>(players: Vec<usize>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut keyed: Vec<(K, usize)> =
        players.into_iter().map(|player| (key(player), player)).collect();
    keyed.sort_by_key(|(_, player)| *player);
    keyed.sort_by(|(x, _), (y, _)| Reverse(x).cmp(&Reverse(y)));
    let same = keyed.chunk_by(|(x, _), (y, _)| x == y);
    same.map(|group| group.iter().map(|(_, player)| *player).collect()).collect()
}
