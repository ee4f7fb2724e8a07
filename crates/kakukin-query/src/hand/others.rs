//! What the others do, and what is left of the wall.

use crate::{InputError, fields::query, number::whole};
use kakukin_core::{BadValue, Comma, Probability, Unit, Written};
use kakukin_mahjong::{Bag, Origin, Others, Players, Question, Situation, Table, draws_of_wall};

/// The most bytes of the file of a table.
pub const MAX_TABLE_OF_RATES: u64 = 8 << 20;

query! {
    /// What the others do, and what is left of the wall.
    pub struct OthersFields {
        /// The chance that a discard of another is any unseen tile.
        number discards "RATE",
        /// Tiles left in the live wall, the next one included.
        number wall "N",
        /// Our own discards.
        texts river "TILES",
        /// How often others win, what that costs and what they discard: the name of a table, or
        /// its file with its name in a line before it.
        text table "FILE|NAME",
    }
}

impl OthersFields {
    /// Tables that need no file.
    pub const TABLES: [&str; 1] = [Origin::ALONE];

    /// The file that must be read before the question is checked.
    pub fn wanted_file(&self) -> Option<&str> {
        let name = self.table.as_deref()?;
        (!Self::TABLES.contains(&name) && !name.contains('{')).then_some(name)
    }

    /// Puts the content of a file in the place of its name.
    pub fn put_file(&mut self, name: &str, content: &str) {
        let name = name.replace(['\n', '{'], " ");
        self.table = Some(format!("{name}\n{content}"));
    }

    /// The same when so many tiles of the wall will have been drawn.
    pub(super) fn with_wall_before(&self, drawn: u32) -> Result<Self, InputError> {
        let left = |text: &String| {
            let least = u64::from(drawn);
            Ok::<_, InputError>((whole("wall", text, least..=70)? - least).to_string())
        };
        let wall = self.wall.as_ref().map(left).transpose()?;
        Ok(Self { wall, ..self.clone() })
    }

    /// With our own discards.
    pub(super) fn river(&self, situation: Situation) -> Result<Situation, InputError> {
        let parse = |text: &String| Bag::parse("river", text);
        let with = |own: Situation, text| Ok(own.with_river(parse(text)?)?);
        self.river.iter().try_fold(situation, with)
    }

    /// The draws that the wall leaves, and the discards after the last of them.
    pub(super) fn draws(&self, situation: &Situation) -> Result<Option<(u32, u32)>, InputError> {
        let Some(wall) = self.tiles_left(situation)? else { return Ok(None) };
        Ok(Some(draws_of_wall(wall, situation.players(), situation.hand().has_drawn())))
    }

    fn tiles_left(&self, situation: &Situation) -> Result<Option<u32>, InputError> {
        let Some(text) = &self.wall else { return Ok(None) };
        let most = match situation.players() {
            Players::Three => 55,
            Players::Four => 70,
        };
        let wall = whole("wall", text, 0..=u64::from(most.min(situation.unseen())))?;
        Ok(Some(wall as u32))
    }

    /// A question at the table of these others.
    pub(super) fn at_table(&self, question: Question) -> Result<Question, InputError> {
        let given = self.discards.is_some() || self.wall.is_some() || self.table.is_some();
        if !given && self.river.is_empty() {
            return Ok(question);
        }
        let wall = self.tiles_left(question.situation())?;
        let (mut others, origin) = self.rates(question.situation().players())?;
        if let Some(text) = &self.discards {
            others = others.with_shown(chance("discards", text)?)?;
        }
        if let Some((_, tail)) = self.draws(question.situation())? {
            others = others.with_tail(tail);
        }
        let others = others.from(Origin { wall, ..origin });
        question.with_others(others).map_err(|error| {
            match (error.field, wall) {
                // Who gave the wall knows nothing of draws.
                ("draws-left", Some(wall)) => {
                    let most = wall.saturating_sub(1);
                    InputError::new("wall", wall, BadValue::OutOfRange, format!("0..{most}"))
                }
                _ => error.into(),
            }
        })
    }

    /// The rates of the table.
    fn rates(&self, players: Players) -> Result<(Others, Origin), InputError> {
        let names = format!("FILE, {}", Self::TABLES.join(", "));
        let text = match self.table.as_deref() {
            None | Some(Origin::ALONE) => return Ok((Others::alone(), Origin::alone())),
            Some(text) => text,
        };
        let (name, json) = match text.split_once('\n') {
            Some((name, json)) if !name.contains('{') => (name.trim(), json),
            _ if text.contains('{') => ("", text),
            _ => return Err(InputError::new("table", text, BadValue::Unknown, names)),
        };
        let refuse = |what: String, problem| {
            let value = if name.is_empty() { what } else { format!("{name}: {what}") };
            InputError::new("table", value, problem, "kakukin mahjong table LOGS")
        };
        let table: Table = serde_json::from_str(json)
            .map_err(|error| refuse(error.to_string(), BadValue::BadForm))?;
        if table.players() != players {
            return Err(refuse(format!("`players` {}", table.players()), BadValue::Conflict));
        }
        let name = (!name.is_empty()).then(|| name.to_string());
        let origin = Origin { name, rounds: Some(table.rounds()), ..Origin::alone() };
        Ok((Others::of_table(&table)?, origin))
    }
}

/// A chance as a share of 1, or in per cent: 1.5 is too much, not 1.5 %.
pub(super) fn chance(field: &'static str, text: &str) -> Result<f64, InputError> {
    let rate = Probability::parse(field, text)?;
    if let Ok(Written { number, unit: Unit::Bare }) = Written::read(text, Comma::Thousands) {
        let most = u64::try_from(number.trunc());
        if !(most == Ok(0) || (most == Ok(1) && number.is_int())) {
            return Err(InputError::new(field, text, BadValue::OutOfRange, "0..1, 0%..100%"));
        }
    }
    Ok(rate.to_f64())
}
