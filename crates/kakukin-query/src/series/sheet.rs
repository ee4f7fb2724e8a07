//! Sheets to hand out and print: a rule for everybody, score sheets for arbiters.

use crate::{
    InputError, Problem,
    fields::query,
    number::{whole, whole_or},
    pairings::{MAX_PAIRS, PairingTable, read_round},
    series::rule::SeriesFields,
    series::wanted::WantedSeries,
    watch::Watch,
    words::printable_or_none as words,
};
use kakukin_core::{BadValue, as_seen};
use kakukin_series::{Pairing, PresetRates, Round, RuleSheet, ScoreSheet, SheetPages};

/// The most rows of all sheets together.
const MAX_SHEET_ROWS: usize = 20_000;
/// The most games of a sheet that takes half a page.
const MAX_HALF_GAMES: u32 = 7;

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
        /// When.
        text date "TEXT",
        /// Who plays.
        part players PlayersFields,
        /// The page for the wall, its annex, or both.
        text page "wall|annex|all",
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
    wanted: WantedSeries,
    /// The heading.
    pub title: Option<String>,
    /// The date, as it shall be printed.
    pub date: Option<String>,
    /// The names of A and B.
    pub names: Option<[String; 2]>,
    /// What is printed.
    pub pages: SheetPages,
}

impl RuleSheetQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<RuleSheetJob, InputError> {
        let wanted = self.described.wanted()?;
        let title = words("title", self.title.as_deref())?;
        let date = words("date", self.date.as_deref())?;
        let names = both_names(&self.players)?;
        let pages = self.page.as_deref().map_or(Ok(SheetPages::All), str::parse)?;
        Ok(RuleSheetJob { wanted, title, date, names, pages })
    }
}

impl RuleSheetJob {
    /// The cells that all sweeps visit.
    pub fn work(&self) -> u64 {
        self.wanted.work().saturating_mul(8)
    }

    /// The preset that the rates come from.
    pub fn preset(&self) -> Option<&PresetRates> {
        self.wanted.preset.as_ref()
    }

    /// What the sheet says.
    pub fn run(&self, _: &dyn Watch) -> Result<RuleSheet, InputError> {
        Ok(self.wanted.series()?.rule_sheet_within(self.wanted.most_games())?)
    }
}

/// Score sheets that can be made.
#[derive(Debug, Clone)]
pub struct ScoreSheetJob {
    wanted: WantedSeries,
    round: Round,
    /// Whether a page with all pairings comes first.
    pub overview: bool,
    /// Two sheets on a page instead of one.
    pub half_pages: bool,
}

impl ScoreSheetJob {
    /// What the sheets say.
    pub fn run(&self, _: &dyn Watch) -> Result<ScoreSheet, InputError> {
        Ok(ScoreSheet::new(&self.wanted.series()?, self.round.clone())?)
    }
}

impl ScoreSheetQuery {
    /// Refuses more than one way to say which sheets are wanted; a `round` may be given too.
    pub fn alone(&self, round: bool) -> Result<(), InputError> {
        let fields = [
            ("series", &self.series),
            ("a", &self.players.a),
            ("b", &self.players.b),
            ("board", &self.board),
        ];
        let mut used = fields.iter().filter_map(|(field, value)| Some((field, value.as_ref()?)));
        let one = round || used.next().is_some_and(|(field, _)| *field == "series");
        if let (true, Some((field, value))) = (one, used.next()) {
            let allowed = "`round` FILE | `series` N | `a` NAME `b` NAME `board` TEXT";
            return Err(InputError::new(field, value, BadValue::Conflict, allowed));
        }
        Ok(())
    }

    /// Checks everything; `round` is a table of pairings. Refuses more rows than anybody would
    /// print.
    pub fn job(&self, round: Option<&[u8]>) -> Result<ScoreSheetJob, InputError> {
        let half_pages = whole_or("per-page", self.per_page.as_deref(), 1, 1..=2)? == 2;
        let event = words("title", self.title.as_deref())?;
        let date = words("date", self.date.as_deref())?;
        let PairingTable { pairings, byes } = pairings(self, round)?;
        let wanted = match self.described.rule.points {
            Some(_) => self.described.at_any_rate().wanted()?,
            None => self.described.wanted()?,
        };
        check_paper(pairings.len(), wanted.most_games(), half_pages).map_err(
            |error| match error.field {
                "series" if round.is_some() => error.in_field("round"),
                _ => error,
            },
        )?;
        let overview = round.is_some() || self.series.is_some();
        let round = Round { event, date, pairings, byes };
        Ok(ScoreSheetJob { wanted, round, overview, half_pages })
    }
}

/// Refuses more sheets than anybody would print, and such as do not fit their paper.
pub(crate) fn check_paper(sheets: usize, games: u32, half_pages: bool) -> Result<(), InputError> {
    ScoreSheet::check(games)?;
    let refuse = |field, value: String, allowed: String| {
        Err(InputError::new(field, value, BadValue::OutOfRange, allowed))
    };
    let most = MAX_SHEET_ROWS / games as usize;
    if sheets > most {
        return refuse("series", sheets.to_string(), format!("1..{most}"));
    }
    if half_pages && games > MAX_HALF_GAMES {
        return refuse("per-page", "2".into(), format!("1 (`limit` > {MAX_HALF_GAMES})"));
    }
    Ok(())
}

/// The series that sheets are wanted for.
fn pairings(query: &ScoreSheetQuery, round: Option<&[u8]>) -> Result<PairingTable, InputError> {
    query.alone(round.is_some())?;
    if let Some(table) = round {
        return read_round(table);
    }
    if let Some(text) = &query.series {
        let count = whole("series", text, 1..=MAX_PAIRS as u64)?;
        let blank = |number: u64| Pairing { board: number.to_string(), ..Pairing::default() };
        return Ok(PairingTable { pairings: (1..=count).map(blank).collect(), byes: Vec::new() });
    }
    let [a, b] = names(&query.players)?.map(Option::unwrap_or_default);
    if !a.is_empty() && as_seen(&a) == as_seen(&b) {
        return Err(InputError::new("b", b, Problem::SamePlayer, "`a` NAME `b` NAME"));
    }
    let board = words("board", query.board.as_deref())?.unwrap_or_default();
    Ok(PairingTable { pairings: vec![Pairing { board, a, b }], byes: Vec::new() })
}

fn names(players: &PlayersFields) -> Result<[Option<String>; 2], InputError> {
    Ok([words("a", players.a.as_deref())?, words("b", players.b.as_deref())?])
}

/// The names of both players or of none: a page that names only one would confuse.
fn both_names(players: &PlayersFields) -> Result<Option<[String; 2]>, InputError> {
    match names(players)? {
        [Some(a), Some(b)] if as_seen(&a) == as_seen(&b) => {
            Err(InputError::new("b", b, Problem::SamePlayer, "`a` NAME `b` NAME"))
        }
        [Some(a), Some(b)] => Ok(Some([a, b])),
        [None, None] => Ok(None),
        [None, _] => Err(InputError::new("a", "", BadValue::Missing, "`a` NAME")),
        [_, None] => Err(InputError::new("b", "", BadValue::Missing, "`b` NAME")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::rule::RuleFields;

    #[test]
    fn no_more_rows_than_anybody_prints() {
        let rule = RuleFields { points: Some("1/2/3".into()), ..RuleFields::default() };
        let refused = |limit: &str, per_page: &str, round: Option<&[u8]>| {
            let rule = RuleFields { limit: Some(limit.into()), ..rule.clone() };
            let query = ScoreSheetQuery {
                described: SeriesFields { rule, ..SeriesFields::default() },
                per_page: Some(per_page.into()),
                ..ScoreSheetQuery::default()
            };
            query.job(round).map(|_| ()).map_err(|error| error.field)
        };
        let round: String = (100..301).map(|k| format!("x{k},y{k}\n")).collect();
        assert_eq!(refused("100", "1", Some(&round.as_bytes()[..2000])), Ok(()));
        assert_eq!(refused("100", "1", Some(round.as_bytes())), Err("round"));
        assert_eq!(refused("101", "1", Some(round.as_bytes())), Err("limit"));
        assert_eq!(refused("7", "2", None), Ok(()));
        assert_eq!(refused("8", "2", None), Err("per-page"));
    }
}
