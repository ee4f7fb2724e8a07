//! Records of games: which of them count, and what is made of them.

use crate::InputError;
use kakukin_core::BadValue;
mod contest;
mod estimate;
mod list;
mod parts;
pub(crate) mod source;
mod uploads;

pub use contest::{MatchAnswer, MatchJob, MatchQuery};
pub(crate) use estimate::read_estimate;
pub use estimate::{EstimateJob, EstimateQuery};
pub use list::{RecordsJob, RecordsQuery};
pub use parts::{MAX_PART, Part};
pub use source::{Content, Source, SourceFile};
pub use uploads::{MAX_MEMBERS, MAX_UNPACKED, MAX_UPLOADS, MOST_LISTED, Uploads};

use crate::{fields::query, number::parts};
use kakukin_core::{parse_rational, to_f64};
use kakukin_records::{ColumnNames, Counting, Date, Encoding, Filter, MAX_RATING, Reading};

query! {
    /// How records are read, and which of their games count.
    pub struct RecordFields {
        /// The format of all files, where it shall not be found out.
        text read "FORMAT",
        /// The encoding of all files, where it shall not be found out.
        text encoding "ENCODING",
        /// What columns of tables are called, where that shall not be guessed.
        texts columns "COLUMN=NAME,..",
        /// What counts beyond games that were played to their end.
        texts count "KIND,..",
        /// The same game counts as often as it comes.
        flag keep_duplicates,
        /// Played on this day or later.
        text since "DATE",
        /// Played on this day or before.
        text until "DATE",
        /// Both players rated at least so.
        number min_rating "R",
        /// Both players rated at most so.
        number max_rating "R",
        /// The ratings of both players at most so far apart.
        number max_difference "ELO",
        /// The event contains this.
        text event "TEXT",
        /// One of the players is this one.
        text player "NAME",
    }
}

impl RecordFields {
    /// How files are read.
    pub(crate) fn reading(&self) -> Result<Reading, InputError> {
        let said = |text: &Option<String>| text.clone().filter(|name| name != "auto");
        let format = said(&self.read).map(|name| name.parse()).transpose()?;
        let encoding = said(&self.encoding).map(|label| {
            let allowed = "auto, utf-8, shift_jis, euc-jp, gb18030, ..";
            Encoding::for_label(label.as_bytes())
                .ok_or_else(|| InputError::new("encoding", label, BadValue::Unknown, allowed))
        });
        let columns = ColumnNames::parse(parts(&self.columns))?;
        Ok(Reading { format, encoding: encoding.transpose()?, columns })
    }

    /// Which games are wanted.
    pub(crate) fn filter(&self) -> Result<Filter, InputError> {
        let filter = Filter {
            since: date("since", self.since.as_deref())?,
            until: date("until", self.until.as_deref())?,
            min_rating: rating("min-rating", self.min_rating.as_deref())?,
            max_rating: rating("max-rating", self.max_rating.as_deref())?,
            max_difference: rating("max-difference", self.max_difference.as_deref())?,
            event: self.event.clone(),
            player: self.player.clone(),
        };
        // Conditions that nothing can meet.
        if let (Some(since), Some(until)) = (filter.since, filter.until)
            && since > until.latest()
        {
            let allowed = format!("`until` >= {since}");
            return Err(InputError::new("until", until, BadValue::OutOfRange, allowed));
        }
        if let (Some(least), Some(most)) = (filter.min_rating, filter.max_rating)
            && least > most
        {
            let allowed = format!("`max-rating` >= {least}");
            return Err(InputError::new("max-rating", most, BadValue::OutOfRange, allowed));
        }
        Ok(filter)
    }

    /// Which games count; `usual` unless it is said.
    pub(crate) fn counting(&self, usual: Counting) -> Result<Counting, InputError> {
        if self.count.is_empty() {
            return Ok(usual);
        }
        let mut counting = Counting::default();
        for word in parts(&self.count) {
            match word {
                "fouls" => counting.fouls = true,
                "forfeits" => counting.forfeits = true,
                "handicap" => counting.handicap = true,
                "none" => {}
                _ => {
                    let allowed = "fouls, forfeits, handicap, none";
                    return Err(InputError::new("count", word, BadValue::Unknown, allowed));
                }
            }
        }
        Ok(counting)
    }
}

fn date(field: &'static str, text: Option<&str>) -> Result<Option<Date>, InputError> {
    let Some(text) = text else { return Ok(None) };
    let refuse = || InputError::new(field, text, BadValue::BadForm, "2024, 2024-03, 2024-03-27");
    Date::parse(text).map(Some).ok_or_else(refuse)
}

fn rating(field: &'static str, text: Option<&str>) -> Result<Option<f64>, InputError> {
    let Some(text) = text else { return Ok(None) };
    let refuse = |problem| InputError::new(field, text, problem, "1..100000");
    let rating = parse_rational(field, text).map_err(|error| refuse(error.problem))?;
    let rating = Some(to_f64(&rating)).filter(|rating| (1.0..=MAX_RATING).contains(rating));
    rating.map(Some).ok_or_else(|| refuse(BadValue::OutOfRange))
}
