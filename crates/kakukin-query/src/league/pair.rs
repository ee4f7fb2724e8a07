//! The next round of an event, from its players and the results so far.

use super::{
    event::{USUAL_SPREAD, check_stages, typical},
    field::read_players,
    rule::EventRule,
};
use crate::{
    InputError, Problem,
    fields::query,
    number::{whole, whole_or},
    series::sheet::check_paper,
    words::printable_or_none,
};
use kakukin_core::{BadValue, Probability, as_seen};
use kakukin_league::{
    EncounterKind, Entrant, EventRound, Format, MAX_EVENT_PLAYERS, SeededGame, SeededRest, Seeding,
    Stage, Stages, next_rounds,
};
use kakukin_records::{Ending, Reading, Record, Side, Sink, Skip, Stop, Why, read};
use kakukin_series::{Pairing, Round, ScoreSheet, Series, Undecided};
use std::collections::BTreeMap;

/// What can be paired.
const FORMATS: &str = "league, league*2, swiss:N, knockout";
/// What results can be.
const RESULTS: &str = "CSV: first,second,result; TRF";
/// The rule where none is given.
const SINGLE: &str = "single";

query! {
    /// Who plays, and what was played.
    pub struct EventSeatsFields {
        /// The file of the players and their ratings.
        word entrants "PLAYERS",
        /// What is played: `league`, `swiss:N`, `knockout`.
        text stages "STAGES",
        /// The games played so far: a table or a tournament report.
        text results "FILE",
        /// Who is which seed.
        text seeding "rating|listed",
        /// So many players of a typical field.
        number field "N",
    }
}

query! {
    /// What sheets say beside names.
    pub struct EventSheetFields {
        /// The rule of the encounters.
        text rule "RULE",
        /// The rule of the last encounter.
        text r#final "RULE",
        /// Who wins an undecided series where somebody must.
        text undecided "none|lot|second|game|armageddon",
        /// First player's share of the decided games between equals; sheets are the same at any.
        number p "RATE",
        /// The share of drawn games between equals, which moves the limit of a series.
        number f "RATE",
        /// The heading.
        text title "TEXT",
        /// When.
        text date "TEXT",
    }
}

query! {
    /// Which round is paired.
    pub struct EventPairQuery {
        /// Who plays, and what was played.
        part seats EventSeatsFields,
        /// What sheets say beside names.
        part sheet EventSheetFields,
        /// Which round of a league; all unless it is given.
        number round "N",
        /// Score sheets on one page.
        number per_page "1|2",
    }
}

/// Players by seed, what they play, and the games so far.
#[derive(Debug, Clone)]
pub(super) struct Seats {
    pub(super) players: Vec<Entrant>,
    pub(super) stage: Stage,
    pub(super) games: Vec<SeededGame>,
    rests: Vec<SeededRest>,
}

/// What sheets say beside names.
#[derive(Debug, Clone)]
pub(super) struct SheetWords {
    /// The rule of all encounters, and that of the last one.
    pub(super) rules: Option<[EventRule; 2]>,
    p: Probability,
    f: Probability,
    pub(super) title: Option<String>,
    pub(super) date: Option<String>,
}

/// A round that can be paired.
#[derive(Debug, Clone)]
pub struct EventPairJob {
    seats: Seats,
    words: SheetWords,
    round: Option<usize>,
    /// Two score sheets on a page instead of one.
    pub half_pages: bool,
}

/// What was paired.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedRounds {
    /// The players, by seed.
    pub players: Vec<Entrant>,
    /// What is played.
    pub format: Format,
    /// The games so far.
    pub games: Vec<SeededGame>,
    /// Who had no opponent in a round so far, where that is known.
    pub rests: Vec<SeededRest>,
    /// The rounds that can be played now.
    pub rounds: Vec<EventRound>,
}

impl EventSeatsFields {
    /// Refuses what can be known to be wrong before files are read, but for the stages.
    pub(super) fn check(&self) -> Result<(), InputError> {
        self.seeding().map(|_| ())
    }

    /// Who is which seed.
    fn seeding(&self) -> Result<Seeding, InputError> {
        match self.seeding.as_deref().map_or(Ok(Seeding::Rating), str::parse)? {
            // Another lot with every round would be another tournament.
            Seeding::Lot => {
                Err(InputError::new("seeding", "lot", BadValue::Unknown, "rating, listed"))
            }
            seeding => Ok(seeding),
        }
    }

    /// The stage alone, as far as it can be known before files are read. `formats` are those that
    /// there may be, as a refusal shows them.
    pub(super) fn stage(&self, formats: &'static str) -> Result<Stage, InputError> {
        let Some(text) = &self.stages else {
            let allowed = format!("`stages` {formats}");
            return Err(InputError::new("stages", "", BadValue::Missing, allowed));
        };
        let stages: Stages = text.parse()?;
        match stages.stages() {
            [stage] => Ok(*stage),
            _ => Err(InputError::new("stages", &stages, BadValue::Unknown, formats)),
        }
    }

    /// Reads everything. `content` reads the file that a field names.
    pub(super) fn seats<E: From<InputError>>(
        &self,
        stage: Stage,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<Seats, E> {
        let seeding = self.seeding()?;
        let mut players = match (&self.entrants, &self.field) {
            (Some(file), None) => {
                read_players(&content("entrants", file)?, file, MAX_EVENT_PLAYERS)?
            }
            (None, Some(count)) => typical(count, USUAL_SPREAD)?,
            (Some(_), Some(count)) => {
                return Err(InputError::new("field", count, BadValue::Conflict, "PLAYERS").into());
            }
            (None, None) => {
                let allowed = "players.csv";
                return Err(InputError::new("entrants", "", BadValue::Missing, allowed).into());
            }
        };
        if seeding == Seeding::Rating {
            players.sort_by(|x, y| y.elo.total_cmp(&x.elo));
        }
        check_stages(&stage.into(), players.len())?;
        let (games, rests) = match &self.results {
            None => Default::default(),
            Some(file) => results(&content("results", file)?, file, &players)?,
        };
        Ok(Seats { players, stage, games, rests })
    }
}

impl EventSheetFields {
    /// Checks everything.
    pub(super) fn words(&self, format: Format) -> Result<SheetWords, InputError> {
        let needs_winner = format.needs_winners();
        let undecided = self.undecided.as_deref().map(str::parse::<Undecided>).transpose()?;
        let parse = |field, text: &str| EventRule::parse(field, text, undecided, needs_winner);
        let rule = self.rule.as_deref().map(|text| parse("rule", text)).transpose()?;
        let last = self.r#final.as_deref().map(|text| parse("final", text)).transpose()?;
        let rules = match (rule, last) {
            (_, Some(_)) if !needs_winner => {
                let text = self.r#final.as_deref().unwrap_or_default();
                return Err(InputError::new("final", text, BadValue::Conflict, "knockout, double"));
            }
            (None, Some(last)) => Some([parse("rule", SINGLE)?, last]),
            (Some(rule), last) => Some([rule.clone(), last.unwrap_or(rule)]),
            (None, None) => match &self.undecided {
                // Without a rule it would say nothing.
                Some(text) => {
                    let allowed = "`rule` 1/3/4";
                    return Err(InputError::new("undecided", text, BadValue::Conflict, allowed));
                }
                None => None,
            },
        };
        let rate = |field, text: &Option<String>, [part, whole]: [u64; 2]| match text {
            Some(text) => Probability::parse(field, text),
            None => Probability::from_ratio(part, whole),
        };
        let words = SheetWords {
            rules,
            p: rate("p", &self.p, [1, 2])?,
            f: rate("f", &self.f, [0, 1])?,
            title: printable_or_none("title", self.title.as_deref())?,
            date: printable_or_none("date", self.date.as_deref())?,
        };
        // Refused before files are read.
        words.in_full()?;
        Ok(words)
    }
}

impl SheetWords {
    /// The rules in full, if there are any.
    pub(super) fn in_full(&self) -> Result<Option<[(EncounterKind, Series); 2]>, InputError> {
        let Some([rule, last]) = &self.rules else { return Ok(None) };
        let in_full = |rule: &EventRule| rule.in_full(&self.p, &self.f);
        Ok(Some([in_full(rule)?, in_full(last)?]))
    }
}

/// What was asked, apart from players and results.
struct Asked {
    stage: Stage,
    words: SheetWords,
    half_pages: bool,
    round: Option<usize>,
}

impl EventPairQuery {
    /// Refuses what can be known to be wrong before files are read.
    pub fn check(&self) -> Result<(), InputError> {
        self.asked().map(|_| ())
    }

    fn asked(&self) -> Result<Asked, InputError> {
        let stage = self.seats.stage(FORMATS)?;
        let words = self.sheet.words(stage.format)?;
        let half_pages = whole_or("per-page", self.per_page.as_deref(), 1, 1..=2)? == 2;
        let most = MAX_EVENT_PLAYERS as u64 * 8;
        let round = self.round.as_deref().map(|text| whole("round", text, 1..=most)).transpose()?;
        if let (Some(round), false) = (round, matches!(stage.format, Format::League { .. })) {
            // Of the others there is but the next.
            return Err(InputError::new("round", round, BadValue::Conflict, "league"));
        }
        self.seats.check()?;
        Ok(Asked { stage, words, half_pages, round: round.map(|round| round as usize) })
    }

    /// Checks everything. `content` reads the file that a field names.
    pub fn job<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<EventPairJob, E> {
        let Asked { stage, words, half_pages, round } = self.asked()?;
        let seats = self.seats.seats(stage, content)?;
        Ok(EventPairJob { seats, words, round, half_pages })
    }
}

/// What a table or a report says of these players: their games, and who rested.
struct Results<'f> {
    file: &'f str,
    seeds: BTreeMap<String, usize>,
    games: Vec<SeededGame>,
    rests: Vec<SeededRest>,
    /// Whether there was anything at all, if only what has no result yet.
    anything: bool,
    /// The first that cannot be reckoned with: a round that lacks it would be another one.
    refused: Option<InputError>,
}

impl Results<'_> {
    fn refuse(&mut self, value: &str, problem: impl Into<Problem>, allowed: &str) -> Stop {
        self.refused = Some(InputError::new("results", value, problem.into(), allowed));
        Stop::Enough
    }

    fn seed(&mut self, name: &str) -> Result<usize, Stop> {
        let known = self.seeds.get(&as_seen(name)).copied();
        known.ok_or_else(|| self.refuse(name, Problem::NotInDataSet, "PLAYERS"))
    }
}

impl Sink for Results<'_> {
    fn game(&mut self, record: &Record) -> Result<(), Stop> {
        self.anything = true;
        let Some(points) = points(record) else { return Ok(()) };
        let players = [self.seed(&record.first.name)?, self.seed(&record.second.name)?];
        if players[0] == players[1] {
            return Err(self.refuse(&record.first.name, Problem::SamePlayer, RESULTS));
        }
        self.games.push(SeededGame { players, points });
        Ok(())
    }

    fn bye(&mut self, record: &Record, half_points: u64) -> Result<(), Stop> {
        self.anything = true;
        let player = self.seed(&record.first.name)?;
        self.rests.push(SeededRest { player, points: half_points as i64 });
        Ok(())
    }

    fn skipped(&mut self, skip: Skip) -> Result<(), Stop> {
        // Byes of formats that do not tell what they are worth; games that are not over.
        if matches!(skip.why, Why::Bye | Why::NoResult) {
            self.anything = true;
            return Ok(());
        }
        let at =
            if skip.line > 0 { format!("{}:{}", self.file, skip.line) } else { self.file.into() };
        let value = if skip.detail.is_empty() { at } else { format!("{at}: {}", skip.detail) };
        Err(self.refuse(&value, BadValue::BadForm, RESULTS))
    }
}

/// The games of a table or a report between these players, and their rests.
fn results(
    bytes: &[u8],
    file: &str,
    players: &[Entrant],
) -> Result<(Vec<SeededGame>, Vec<SeededRest>), InputError> {
    let seeds = players.iter().enumerate().map(|(k, player)| (as_seen(&player.name), k)).collect();
    let (games, rests) = (Vec::new(), Vec::new());
    let mut found = Results { file, seeds, games, rests, anything: false, refused: None };
    let read = read(file, bytes, &Reading::default(), &mut found);
    if let Some(refused) = found.refused {
        return Err(refused);
    }
    let nothing = !found.anything && !bytes.trim_ascii().is_empty();
    if read.is_err() || nothing {
        return Err(InputError::new("results", file, BadValue::BadForm, RESULTS));
    }
    Ok((found.games, found.rests))
}

/// Half points of both; nothing for a game that is not over.
fn points(record: &Record) -> Option<[i64; 2]> {
    use kakukin_records::GameResult;
    let won = |side| if side == Side::First { [2, 0] } else { [0, 2] };
    match record.ending {
        Ending::Played(GameResult::First) => Some([2, 0]),
        Ending::Played(GameResult::Draw) => Some([1, 1]),
        Ending::Played(GameResult::Second) => Some([0, 2]),
        Ending::Foul(side) | Ending::Forfeit(side) => Some(won(side)),
        Ending::Nobody => Some([0, 0]),
        Ending::Interrupted | Ending::Adjourned | Ending::Unknown => None,
    }
}

impl EventPairJob {
    /// Pairs.
    pub fn run(&self) -> Result<PairedRounds, InputError> {
        let Seats { players, stage, games, rests } = self.seats.clone();
        let format = stage.format;
        let mut rounds = next_rounds(format, players.len(), &games, &rests)?;
        if let Some(wanted) = self.round {
            let most = rounds.len();
            rounds.retain(|round| round.number == wanted);
            if rounds.is_empty() {
                let allowed = format!("1..{most}");
                return Err(InputError::new("round", wanted, BadValue::OutOfRange, allowed));
            }
        }
        Ok(PairedRounds { players, format, games, rests, rounds })
    }

    /// The heading of its pages.
    pub fn title(&self) -> Option<&str> {
        self.words.title.as_deref()
    }

    /// The date, as it shall be printed.
    pub fn date(&self) -> Option<&str> {
        self.words.date.as_deref()
    }

    /// The rule of the encounters of these rounds in full, if one is given.
    pub fn rule(
        &self,
        paired: &PairedRounds,
    ) -> Result<Option<(EncounterKind, Series)>, InputError> {
        let rules = self.words.in_full()?;
        Ok(rules.map(|[rule, last]| if is_final(paired) { last } else { rule }))
    }

    /// What the score sheets of each of these rounds say; a single game unless a rule is given.
    /// Refuses more rows than anybody would print.
    pub fn sheets(&self, paired: &PairedRounds) -> Result<Vec<ScoreSheet>, InputError> {
        let (kind, series) = match self.rule(paired)? {
            Some(rule) => rule,
            None => {
                let needs_winner = paired.format.needs_winners();
                let single = EventRule::parse("rule", SINGLE, None, needs_winner)?;
                single.in_full(&self.words.p, &self.words.f)?
            }
        };
        if kind == EncounterKind::Epsilon {
            let allowed = "single | FIRST/SECOND/TARGET";
            return Err(InputError::new("rule", "epsilon", BadValue::Conflict, allowed));
        }
        let sheets: usize = paired.rounds.iter().map(|round| round.games.len()).sum();
        check_paper(sheets, series.limit(), self.half_pages).map_err(|error| {
            if error.field == "series" { error.in_field("round") } else { error }
        })?;
        let name = |seed: usize| paired.players[seed].name.clone();
        let of_round = |round: &EventRound| {
            let seat = |(board, &[first, second]): (usize, &[usize; 2])| Pairing {
                board: (board + 1).to_string(),
                a: name(first),
                b: name(second),
            };
            let round = Round {
                event: self.words.title.clone(),
                date: self.words.date.clone(),
                pairings: round.games.iter().enumerate().map(seat).collect(),
                byes: round.bye.map(name).into_iter().collect(),
            };
            Ok(ScoreSheet::new(&series, round)?)
        };
        paired.rounds.iter().map(of_round).collect()
    }
}

/// Whether what was paired is the last round of a knockout.
fn is_final(paired: &PairedRounds) -> bool {
    let rounds = paired.players.len().next_power_of_two().ilog2() as usize;
    paired.format == Format::Knockout && paired.rounds.iter().all(|round| round.number == rounds)
}
