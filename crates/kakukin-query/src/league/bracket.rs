//! The bracket of a knockout or a double elimination, with the results so far.

use super::pair::{EventSeatsFields, EventSheetFields, Seats, SheetWords};
use crate::{InputError, fields::query};
use kakukin_core::BadValue;
use kakukin_league::{Bracket, EncounterKind, Entrant, Format, Stage, Stages};
use kakukin_series::Series;

/// What can be drawn.
const FORMATS: &str = "knockout, double, double:1";

query! {
    /// A bracket to pin up.
    pub struct EventBracketQuery {
        /// Who plays, and what was played.
        part seats EventSeatsFields,
        /// What sheets say beside names.
        part sheet EventSheetFields,
        /// A game for third place.
        flag third_place,
    }
}

/// A bracket that can be drawn.
#[derive(Debug, Clone)]
pub struct EventBracketJob {
    seats: Seats,
    words: SheetWords,
}

/// A bracket with its players.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnBracket {
    /// The players, by seed.
    pub players: Vec<Entrant>,
    /// What is played.
    pub stage: Stage,
    /// Who meets whom.
    pub bracket: Bracket,
}

impl EventBracketQuery {
    /// Refuses what can be known to be wrong before files are read.
    pub fn check(&self) -> Result<(), InputError> {
        self.seats.check()?;
        self.asked().map(|_| ())
    }

    fn asked(&self) -> Result<(Stage, SheetWords), InputError> {
        let mut stage = self.seats.stage(FORMATS)?;
        if !matches!(stage.format, Format::Knockout | Format::Double { .. }) {
            let text = stage.format;
            return Err(InputError::new("stages", text, BadValue::Unknown, FORMATS));
        }
        if let (Format::Double { .. }, Some(file)) = (stage.format, &self.seats.results) {
            // Two who meet twice cannot be told from two games of one encounter.
            let allowed = "`stages` knockout";
            return Err(InputError::new("results", file, BadValue::Conflict, allowed));
        }
        if self.third_place {
            let stages = Stages::from(stage).with_third()?;
            stage = stages.stages().first().copied().unwrap_or(stage);
        }
        Ok((stage, self.sheet.words(stage.format)?))
    }

    /// Checks everything. `content` reads the file that a field names.
    pub fn job<E: From<InputError>>(
        &self,
        content: impl Fn(&'static str, &str) -> Result<Vec<u8>, E>,
    ) -> Result<EventBracketJob, E> {
        let (stage, words) = self.asked()?;
        Ok(EventBracketJob { seats: self.seats.seats(stage, content)?, words })
    }
}

impl EventBracketJob {
    /// Lays the bracket out, and moves winners on.
    pub fn run(&self) -> Result<DrawnBracket, InputError> {
        let Seats { players, stage, games, .. } = self.seats.clone();
        let bracket = Bracket::new(stage.format, players.len(), stage.third, &games)
            .map_err(InputError::from)
            .map_err(
                |error| if error.field == "players" { error.in_field("entrants") } else { error },
            )?;
        Ok(DrawnBracket { players, stage, bracket })
    }

    /// The heading.
    pub fn title(&self) -> Option<&str> {
        self.words.title.as_deref()
    }

    /// The date, as it shall be printed.
    pub fn date(&self) -> Option<&str> {
        self.words.date.as_deref()
    }

    /// The rule of all encounters and that of the final in full, if they are given.
    pub fn rules(&self) -> Result<Option<[(EncounterKind, Series); 2]>, InputError> {
        self.words.in_full()
    }
}
