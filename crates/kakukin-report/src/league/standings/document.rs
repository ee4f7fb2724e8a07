//! What standings are, as plain data.

use crate::{
    Basis, MAX_WORDS, ReadDocument, SchemaName,
    delimited::plain,
    layout::{csv, field, free_text},
};
use kakukin_core::{Fraction, to_f64};
use kakukin_league::{
    DrawPoints, EpsilonPoints, InputError, Placing, Probability, RankBy, Rational, Record, Scale,
    Standing, Standings, Tally, TieBreak,
};
use serde::Serialize;

/// The most players of whom everybody's results against everybody are shown.
pub const MAX_CROSSTABLE: usize = 40;

/// Where p and f come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatesFrom {
    /// They were given.
    Params,
    /// From the games of the standings themselves.
    Estimate(Basis),
}

impl RatesFrom {
    /// The name in every machine-readable output: `given`, `raw` or `adjusted`.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Params => "given",
            Self::Estimate(Basis::Raw) => "raw",
            Self::Estimate(Basis::Adjusted) => "adjusted",
        }
    }
}

/// Where rates come from, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RatesOrigin {
    /// They were given.
    Given,
    /// From records, as they are.
    Raw,
    /// From records, with strength taken out.
    Adjusted,
}

/// Games that count, but not for anybody's standing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutOfLeague {
    /// A player has no name.
    pub nameless: u64,
    /// Both players have the same name.
    pub same_name: u64,
}

/// Games that count as won and lost although they were not played to their end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Adjudged {
    /// Lost by a foul.
    pub fouls: u64,
    /// Lost by absence.
    pub forfeits: u64,
}

impl Adjudged {
    /// Whether there are any.
    pub(crate) fn any(&self) -> bool {
        self.fouls > 0 || self.forfeits > 0
    }
}

/// How games are scored and players ranked.
#[derive(Debug, Clone)]
pub struct StandingsOptions {
    /// First player's share of the decided games.
    pub p: Probability,
    /// Draw rate.
    pub f: Probability,
    /// Where the two come from.
    pub rates: RatesFrom,
    /// What a draw is worth.
    pub draws: DrawPoints,
    /// How large the points are.
    pub scale: Scale,
    /// What players are ranked by.
    pub rank_by: RankBy,
    /// What decides between equals, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// What stands above the page.
    pub title: Option<String>,
}

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
    #[cfg_attr(feature = "schema", schemars(with = "RatesOrigin"))]
    pub rates: &'static str,
    /// What a draw is worth: `zero` or `expectation`.
    #[cfg_attr(feature = "schema", schemars(with = "kakukin_league::DrawPoints"))]
    pub draws: &'static str,
    /// How large the points are: 1 the seed's, 2 the ordinary scale.
    pub scale: u32,
    /// The points of every result.
    pub points: EpsilonPoints<f64>,
    /// What players are ranked by: `total` or `mean`.
    #[cfg_attr(feature = "schema", schemars(with = "kakukin_league::RankBy"))]
    pub rank_by: &'static str,
    /// What decides between equals, in this order.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<kakukin_league::TieBreak>"))]
    pub tie_breaks: Vec<&'static str>,
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
    pub read: Option<ReadDocument>,
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
            name: plain(&standing.name).chars().take(MAX_WORDS).collect(),
            points: to_f64(points),
            exact: points.into(),
            mean: mean.as_ref().map(to_f64),
            tie_breaks: rounded(tie_breaks),
            games: standing.games(),
            first: standing.sides[0],
            second: standing.sides[1],
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
    /// The standings of the games of a tally.
    pub fn new(tally: &Tally, options: &StandingsOptions) -> Result<Self, InputError> {
        let StandingsOptions { p, f, draws, scale, rank_by, tie_breaks, .. } = options;
        let points = EpsilonPoints::new(p, f, *draws, *scale)?;
        let standings = Standings::new(tally, &points, *rank_by, tie_breaks);
        let players = &standings.players;
        let key = |standing: &Standing| match rank_by {
            RankBy::Total => Some(standing.epsilon.points.clone()),
            RankBy::Mean => standing.epsilon.mean.clone(),
        };
        let row = |first: &Standing| {
            let cell = |second: &Standing| {
                let record = tally.as_first(first.player, second.player);
                (record.games() > 0).then_some(record)
            };
            players.iter().map(cell).collect()
        };
        let shown = players.len() <= MAX_CROSSTABLE;
        Ok(Self {
            schema: SchemaName::default(),
            title: options.title.clone(),
            p: p.exact().into(),
            f: f.exact().into(),
            rates: options.rates.code(),
            draws: match draws {
                DrawPoints::Zero => "zero",
                DrawPoints::Expectation => "expectation",
            },
            scale: *scale as u32,
            points: points.map(to_f64),
            rank_by: rank_by.code(),
            tie_breaks: tie_breaks.iter().map(|tie_break| tie_break.code()).collect(),
            games: standings.games,
            drawn: standings.draws,
            first_wins: tally.pairs().map(|(_, record)| record.wins).sum(),
            sum: Fraction::from(&standings.sum),
            uneven_sides: standings.uneven_sides(),
            even_games: standings.even_games(),
            ties: players.windows(2).any(|two| key(&two[0]) == key(&two[1])),
            players: players.iter().map(PlayerDocument::new).collect(),
            crosstable: if shown { players.iter().map(row).collect() } else { Vec::new() },
            adjudged: Adjudged::default(),
            left_out: LeftOutOfLeague::default(),
            read: None,
        })
    }

    /// The same with what was read, counted although it was not played to its end, and left out.
    pub fn with_read(
        self,
        read: ReadDocument,
        adjudged: Adjudged,
        left_out: LeftOutOfLeague,
    ) -> Self {
        Self { read: Some(read), adjudged, left_out, ..self }
    }

    /// Whether everything was read that should be.
    pub fn complete(&self) -> bool {
        self.read.as_ref().is_none_or(|read| read.complete)
    }

    /// Whether draws were scored with a draw rate of zero although there were some: then they
    /// are not worth what they should be.
    pub(crate) fn draws_not_expected(&self) -> bool {
        self.drawn > 0 && self.draws == "expectation" && self.f.exact().is_zero()
    }

    /// The results of a player, row, against another, column: as first and as second.
    pub(crate) fn met(&self, row: usize, column: usize) -> [CrosstableCell; 2] {
        let cell = |x: usize, y: usize| *self.crosstable.get(x)?.get(y)?;
        [cell(row, column), cell(column, row).map(Record::reversed)]
    }

    /// One CSV row for each player.
    pub fn csv(&self) -> String {
        let mut header: Vec<String> = [
            "rank",
            "name",
            "points",
            "points_per_game",
            "games",
            "games_first",
            "wins_first",
            "draws_first",
            "losses_first",
            "games_second",
            "wins_second",
            "draws_second",
            "losses_second",
            "traditional_points",
            "traditional_per_game",
            "traditional_rank",
            "places_gained",
        ]
        .map(String::from)
        .to_vec();
        for before in ["", "traditional_"] {
            let names = self.tie_breaks.iter().map(|name| name.replace('-', "_"));
            header.extend(names.map(|name| format!("{before}{name}")));
        }
        let rows = self.players.iter().map(|player| {
            let mut row = vec![
                player.rank.to_string(),
                free_text(Some(&player.name)),
                player.points.to_string(),
                field(player.mean),
                player.games.to_string(),
            ];
            for side in [&player.first, &player.second] {
                let counts = [side.games(), side.wins, side.draws, side.losses];
                row.extend(counts.map(|count| count.to_string()));
            }
            let traditional = &player.traditional;
            row.extend([
                traditional.points.to_string(),
                field(traditional.mean),
                traditional.rank.to_string(),
                player.places_gained.to_string(),
            ]);
            row.extend(player.tie_breaks.iter().chain(&traditional.tie_breaks).map(|x| field(*x)));
            row
        });
        csv(&header.iter().map(String::as_str).collect::<Vec<_>>(), rows)
    }
}
