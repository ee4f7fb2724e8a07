//! Pages to hand out and print.

use crate::{
    fields::query,
    number::{whole, whole_or},
    pairings::{MAX_PAIRS, read_round},
    series::rule::SeriesFields,
    words::printable_or_none as words,
};
use kakukin_core::{InputError, Problem};
use kakukin_report::{
    Lang, RuleSheetDocument, RuleSheetOptions, ScoreSheetDocument, ScoreSheetOptions, preset_note,
};
use kakukin_series::{Pairing, Series};

query! {
    /// Who plays.
    pub struct PlayersFields {
        /// The name of A.
        text a "NAME",
        /// The name of B.
        text b "NAME",
    }
}

query! {
    /// A page about one rule.
    pub struct RuleSheetQuery {
        /// The rule and the games.
        part described SeriesFields,
        /// The heading.
        text title "TEXT",
        /// Who plays.
        part players PlayersFields,
    }
}

query! {
    /// Sheets for arbiters.
    pub struct ScoreSheetQuery {
        /// The rule; a sheet to write on does not depend on the win rate.
        part described SeriesFields,
        /// The heading.
        text title "TEXT",
        /// When.
        text date "TEXT",
        /// Who plays.
        part players PlayersFields,
        /// Where.
        text board "TEXT",
        /// So many sheets without names.
        number series "N",
        /// Sheets on one page.
        number per_page "1|2",
    }
}

/// A rule sheet that can be made.
#[derive(Debug, Clone)]
pub struct RuleSheetJob {
    series: Series,
    options: RuleSheetOptions,
    /// Where the rates come from, if they were not given.
    pub note: Option<String>,
}

impl RuleSheetQuery {
    /// Checks everything.
    pub fn job(&self, lang: Lang) -> Result<RuleSheetJob, InputError> {
        let (series, preset) = self.described.series()?;
        let note = preset.map(|preset| preset_note(&preset, lang));
        let options = RuleSheetOptions {
            title: words("title", self.title.as_deref())?,
            names: both_names(&self.players)?,
        };
        Ok(RuleSheetJob { series, options, note })
    }
}

impl RuleSheetJob {
    /// The cells that all sweeps visit.
    pub fn work(&self) -> u64 {
        self.series.work().saturating_mul(8)
    }

    /// The sheet.
    pub fn answer(&self, lang: Lang) -> Result<RuleSheetDocument, InputError> {
        RuleSheetDocument::new(&self.series, &self.options, lang)
    }
}

impl ScoreSheetQuery {
    /// Refuses more than one way to say which sheets are wanted; a `round` may be given too.
    pub fn alone(&self, round: bool) -> Result<(), InputError> {
        let given = [
            ("series", &self.series),
            ("a", &self.players.a),
            ("b", &self.players.b),
            ("board", &self.board),
        ];
        let mut given = given.iter().filter_map(|(field, value)| Some((field, value.as_ref()?)));
        let one = round || given.next().is_some_and(|(field, _)| *field == "series");
        if let (true, Some((field, value))) = (one, given.next()) {
            let allowed = "--round FILE | --series N | --a NAME --b NAME --board TEXT";
            return Err(InputError::new(field, value, Problem::Conflict, allowed));
        }
        Ok(())
    }

    /// The sheets; `round` is a table of pairings.
    pub fn answer(&self, round: Option<&[u8]>) -> Result<ScoreSheetDocument, InputError> {
        let per_page = whole_or("per-page", self.per_page.as_deref(), 1, 1..=2)?;
        let event = words("title", self.title.as_deref())?;
        let date = words("date", self.date.as_deref())?;
        let printed = |Pairing { board, a, b }: Pairing| kakukin_report::Pairing { board, a, b };
        let pairings = pairings(self, round)?.into_iter().map(printed).collect();
        let (series, _) = self.described.at_any_rate().series()?;
        let options = ScoreSheetOptions {
            event,
            date,
            pairings,
            overview: round.is_some() || self.series.is_some(),
            half_pages: per_page == 2,
        };
        ScoreSheetDocument::new(&series, &options).map_err(|error| match error.field {
            "series" if round.is_some() => error.in_field("round"),
            _ => error,
        })
    }
}

/// The series that sheets are wanted for.
fn pairings(query: &ScoreSheetQuery, round: Option<&[u8]>) -> Result<Vec<Pairing>, InputError> {
    query.alone(round.is_some())?;
    if let Some(table) = round {
        return read_round(table);
    }
    if let Some(text) = &query.series {
        let count = whole("series", text, 1..=MAX_PAIRS as u64)?;
        let blank = |number: u64| Pairing { board: number.to_string(), ..Pairing::default() };
        return Ok((1..=count).map(blank).collect());
    }
    let [a, b] = names(&query.players)?.map(Option::unwrap_or_default);
    if !a.is_empty() && a == b {
        return Err(InputError::new("b", b, Problem::SamePlayer, "--a NAME --b NAME"));
    }
    let board = words("board", query.board.as_deref())?.unwrap_or_default();
    Ok(vec![Pairing { board, a, b }])
}

fn names(players: &PlayersFields) -> Result<[Option<String>; 2], InputError> {
    Ok([words("a", players.a.as_deref())?, words("b", players.b.as_deref())?])
}

/// The names of both players or of none: a page that names only one would confuse.
fn both_names(players: &PlayersFields) -> Result<Option<[String; 2]>, InputError> {
    match names(players)? {
        [Some(a), Some(b)] if a == b => {
            Err(InputError::new("b", b, Problem::SamePlayer, "--a NAME --b NAME"))
        }
        [Some(a), Some(b)] => Ok(Some([a, b])),
        [None, None] => Ok(None),
        [None, _] => Err(InputError::new("a", "", Problem::Missing, "--a NAME")),
        [_, None] => Err(InputError::new("b", "", Problem::Missing, "--b NAME")),
    }
}
