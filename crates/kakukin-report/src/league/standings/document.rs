//! What standings are, as plain data.

use crate::{SchemaName, csv::csv_table};
use kakukin_core::{Fraction, one_line, to_f64};
use kakukin_league::{
    Adjudged, DrawPoints, EpsilonPoints, LeftOutOfLeague, Placing, RankBy, RatesOrigin, Rational,
    Record, ScoredLeague, Standing, TieBreak,
};
use kakukin_records::ReadSummary;
use serde::Serialize;

/// The most players of whom everybody's results against everybody are shown.
pub const MAX_CROSSTABLE: usize = 40;
/// The most characters of a name: a table shall stay a table.
const LONGEST_NAME: usize = 200;

/// The standings of a league.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingsDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The title of the page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// First player's share of the decided games, an exact fraction.
    pub p: Fraction,
    /// Draw rate, an exact fraction.
    pub f: Fraction,
    /// Where the two come from: `given`, or from these games: `raw` or `adjusted` for strength.
    pub rates: RatesOrigin,
    /// What a draw is worth: `zero` or `expectation`.
    pub draws: DrawPoints,
    /// How large the points are: 1 the article's, 2 the ordinary scale.
    pub scale: u32,
    /// The points of every result.
    pub points: EpsilonPoints<f64>,
    /// What players are ranked by: `total` or `mean`.
    pub rank_by: RankBy,
    /// What decides between equals, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// Games played.
    pub games: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games won by the first player.
    pub first_wins: u64,
    /// The sum of all points, an exact fraction: zero.
    pub sum: Fraction,
    /// Players who were not first as often as second.
    pub uneven_sides: usize,
    /// Whether all have the same number of games.
    pub even_games: bool,
    /// Whether some players have equal points, so that tie-breaks were needed.
    pub ties: bool,
    /// The players, best first; those of equal rank by name.
    pub players: Vec<PlayerDocument>,
    /// For each player, in the same order, his results as first player against each; empty if
    /// there are more players than it is shown for.
    pub crosstable: Vec<Vec<CrosstableCell>>,
    /// Games that count as won and lost although they were not played to their end.
    pub adjudged: Adjudged,
    /// Games that count, but not for anybody's standing.
    pub left_out: LeftOutOfLeague,
    /// What was read, where the games come from records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<ReadSummary>,
}

/// The results of one player as first player against another; null if they did not meet so.
pub type CrosstableCell = Option<Record>;

/// One player.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerDocument {
    /// The rank under epsilon points.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// Epsilon points.
    pub points: f64,
    /// The same as an exact fraction.
    pub exact: Fraction,
    /// Epsilon points per game; null without games.
    pub mean: Option<f64>,
    /// The values of the tie-breaks; null for direct encounters of a player who was not tied.
    pub tie_breaks: Vec<Option<f64>>,
    /// Games played.
    pub games: u64,
    /// Results as first player.
    pub first: Record,
    /// Results as second player.
    pub second: Record,
    /// Traditional points without an opponent (byes); they are part of those below.
    pub byes: f64,
    /// Where he stands under traditional points.
    pub traditional: TraditionalDocument,
    /// Places that he stands higher than under traditional points; negative: lower.
    pub places_gained: i64,
}

/// A player under traditional points: 1, 1/2, 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraditionalDocument {
    /// The rank.
    pub rank: usize,
    /// The points.
    pub points: f64,
    /// Points per game; null without games.
    pub mean: Option<f64>,
    /// The values of the tie-breaks, direct encounters in traditional points.
    pub tie_breaks: Vec<Option<f64>>,
}

impl PlayerDocument {
    fn new(standing: &Standing) -> Self {
        let rounded = |values: &[Option<Rational>]| -> Vec<Option<f64>> {
            values.iter().map(|value| value.as_ref().map(to_f64)).collect()
        };
        let Placing { points, mean, tie_breaks, rank } = &standing.epsilon;
        let traditional = &standing.traditional;
        Self {
            rank: *rank,
            name: one_line(&standing.name).chars().take(LONGEST_NAME).collect(),
            points: to_f64(points),
            exact: points.into(),
            mean: mean.as_ref().map(to_f64),
            tie_breaks: rounded(tie_breaks),
            games: standing.games(),
            first: standing.sides[0],
            second: standing.sides[1],
            byes: to_f64(&standing.byes),
            traditional: TraditionalDocument {
                rank: traditional.rank,
                points: to_f64(&traditional.points),
                mean: traditional.mean.as_ref().map(to_f64),
                tie_breaks: rounded(&traditional.tie_breaks),
            },
            places_gained: standing.places_gained(),
        }
    }
}

impl StandingsDocument {
    /// The document of a league, with a title, and with what was read where its games come from
    /// records.
    pub fn new(league: &ScoredLeague, title: Option<&str>, read: Option<&ReadSummary>) -> Self {
        let ScoredLeague { scoring, points, tally, standings, adjudged, left_out } = league;
        let players = &standings.players;
        let row = |first: &Standing| {
            let cell = |second: &Standing| {
                let record = tally.as_first(first.player, second.player);
                (record.games() > 0).then_some(record)
            };
            players.iter().map(cell).collect()
        };
        let shown = players.len() <= MAX_CROSSTABLE;
        Self {
            schema: SchemaName::default(),
            title: title.map(str::to_string),
            p: scoring.p.exact().into(),
            f: scoring.f.exact().into(),
            rates: scoring.rates,
            draws: scoring.draws,
            scale: scoring.scale as u32,
            points: points.map(to_f64),
            rank_by: scoring.rank_by,
            tie_breaks: scoring.tie_breaks.clone(),
            games: standings.games,
            drawn: standings.draws,
            first_wins: standings.first_wins,
            sum: Fraction::from(&standings.sum),
            uneven_sides: standings.uneven_sides(),
            even_games: standings.even_games(),
            ties: standings.ties,
            players: players.iter().map(PlayerDocument::new).collect(),
            crosstable: if shown { players.iter().map(row).collect() } else { Vec::new() },
            adjudged: *adjudged,
            left_out: *left_out,
            read: read.cloned(),
        }
    }

    /// Whether everything was read that should be.
    pub fn complete(&self) -> bool {
        self.read.as_ref().is_none_or(|read| read.complete)
    }

    /// Whether draws were scored with a draw rate of zero although there were some: then they
    /// are not worth what they should be.
    pub(crate) fn draws_not_expected(&self) -> bool {
        self.drawn > 0 && self.draws == DrawPoints::Expectation && self.f.exact().is_zero()
    }

    /// The results of a player, row, against another, column: as first and as second.
    pub(crate) fn met(&self, row: usize, column: usize) -> [CrosstableCell; 2] {
        let cell = |x: usize, y: usize| *self.crosstable.get(x)?.get(y)?;
        [cell(row, column), cell(column, row).map(Record::reversed)]
    }

    /// One CSV row for each player.
    pub fn csv(&self) -> String {
        let tie_breaks = ["", "traditional_"].into_iter().flat_map(|before| {
            let name = move |tie_break: &TieBreak| tie_break.code().replace('-', "_");
            self.tie_breaks.iter().map(move |tie_break| format!("{before}{}", name(tie_break)))
        });
        csv_table!(&self.players, |player| {
            rank: player.rank,
            name: player.name,
            points: player.points,
            points_per_game: player.mean,
            games: player.games,
            games_first: player.first.games(),
            wins_first: player.first.wins,
            draws_first: player.first.draws,
            losses_first: player.first.losses,
            games_second: player.second.games(),
            wins_second: player.second.wins,
            draws_second: player.second.draws,
            losses_second: player.second.losses,
            traditional_points: player.traditional.points,
            traditional_per_game: player.traditional.mean,
            traditional_rank: player.traditional.rank,
            places_gained: player.places_gained;
            tie_breaks => player.tie_breaks.iter().chain(&player.traditional.tie_breaks)
        })
    }
}
