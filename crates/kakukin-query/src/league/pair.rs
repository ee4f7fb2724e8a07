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
    EncounterKind, Entrant, EventRound, Format, MAX_EVENT_PLAYERS, SeededGame, Seeding, Stage,
    Stages, next_rounds,
};
use kakukin_records::{Collected, Ending, Reading, Record, Side, read};
use kakukin_series::{Pairing, Round, ScoreSheet, Series, Undecided};
use std::collections::BTreeMap;

/// What can be paired.
const FORMATS: &str = "league, league*2, swiss:N, knockout";
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
            _ => Err(InputError::new("stages", &stages, BadValue::OneNumber, formats)),
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
        let games = match &self.results {
            None => Vec::new(),
            Some(file) => results(&content("results", file)?, file, &players)?,
        };
        Ok(Seats { players, stage, games })
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

/// The games of a table or a report between these players.
fn results(bytes: &[u8], file: &str, players: &[Entrant]) -> Result<Vec<SeededGame>, InputError> {
    let refuse = |value: &str, problem: Problem, allowed: &str| {
        InputError::new("results", value, problem, allowed)
    };
    let form = "CSV: first,second,result; TRF";
    let mut found = Collected::default();
    read(file, bytes, &Reading::default(), &mut found)
        .map_err(|_| refuse(file, BadValue::BadForm.into(), form))?;
    if found.games.is_empty() && !bytes.trim_ascii().is_empty() {
        let only_byes = found.skipped.iter().all(|skip| skip.why == kakukin_records::Why::Bye);
        if !only_byes {
            return Err(refuse(file, BadValue::BadForm.into(), form));
        }
    }
    let seeds: BTreeMap<String, usize> =
        players.iter().enumerate().map(|(k, player)| (as_seen(&player.name), k)).collect();
    let seed = |name: &str| {
        let known = seeds.get(&as_seen(name)).copied();
        known.ok_or_else(|| refuse(name, Problem::NotInDataSet, "PLAYERS"))
    };
    let mut games = Vec::new();
    for record in &found.games {
        let Some(points) = points(record) else { continue };
        let two = [seed(&record.first.name)?, seed(&record.second.name)?];
        if two[0] == two[1] {
            return Err(refuse(&record.first.name, Problem::SamePlayer, form));
        }
        games.push(SeededGame { players: two, points });
    }
    Ok(games)
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
        let Seats { players, stage, games } = self.seats.clone();
        let format = stage.format;
        let mut rounds = next_rounds(format, players.len(), &games)?;
        if let Some(wanted) = self.round {
            let most = rounds.len();
            rounds.retain(|round| round.number == wanted);
            if rounds.is_empty() {
                let allowed = format!("1..{most}");
                return Err(InputError::new("round", wanted, BadValue::OutOfRange, allowed));
            }
        }
        Ok(PairedRounds { players, format, games, rounds })
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
