//! What is known of a game: rates, presets, unequal players.

use crate::{InputError, fields::query, number::with_original_value};
use kakukin_core::{BadValue, Comma, Unit, Written};
use kakukin_series::{
    Game, Lead, LeadScale, MAX_ELO, Model, Practice, PresetRates, Probability, parse_interval,
    preset,
};

query! {
    /// How one game goes.
    pub struct ModelFields {
        /// The first player's share of the decided games.
        number p "RATE",
        /// The share of drawn games.
        number f "RATE",
        /// A data set that has both rates.
        text preset "NAME",
        /// The game: its words and what is usual in it; its rates, if none are given.
        text game "shogi|computer-shogi|chess|go",
        /// How much stronger A is than B, in Elo points.
        number elo "LEAD",
        /// The same in log-odds of decided games.
        number log_odds "LEAD",
        /// Games with A first, given outright.
        number a_first "WIN,DRAW,LOSS",
        /// Games with B first, given outright.
        number b_first "WIN,DRAW,LOSS",
    }
}

/// p and f, and where they come from if they were not given.
#[derive(Debug, Clone, PartialEq)]
pub struct Rates {
    /// The first player's share of the decided games.
    pub p: Probability,
    /// The share of drawn games.
    pub f: Probability,
    /// The preset that they come from.
    pub preset: Option<PresetRates>,
}

/// p and f, from a preset or given; those given count.
pub fn rates(p: Option<&str>, f: Option<&str>, name: Option<&str>) -> Result<Rates, InputError> {
    let preset = name.map(preset).transpose()?;
    let zero = || Probability::from_ratio(0, 1);
    let used = preset
        .map(|preset| PresetRates { preset, f_taken_as_zero: preset.f.is_none() && f.is_none() });
    let p = match (p, preset) {
        (Some(text), _) => rate("p", text)?,
        (None, Some(preset)) => preset.p.clone(),
        (None, None) => {
            return Err(InputError::new(
                "p",
                "",
                BadValue::Missing,
                "`p` 70%, `preset` NAME, `game` NAME",
            ));
        }
    };
    let f = match (f, preset.and_then(|preset| preset.f.clone())) {
        (Some(text), _) => rate("f", text)?,
        (None, Some(f)) => f,
        (None, None) => zero()?,
    };
    Ok(Rates { p, f, preset: used })
}

/// The preset that rates are taken from: the rates of a game stand in where p is not given.
pub(crate) fn preset_of<'a>(
    preset: Option<&'a str>,
    game: Option<Practice>,
    p: Option<&str>,
) -> Option<&'a str> {
    preset.or_else(|| game.filter(|_| p.is_none()).map(Practice::preset))
}

/// One rate; an interval is refused as one.
fn rate(field: &'static str, text: &str) -> Result<Probability, InputError> {
    let refused = match Probability::parse(field, text) {
        Ok(rate) => return Ok(rate),
        Err(refused) => refused,
    };
    let problem = match parse_interval(field, text) {
        Ok(Some(_)) => BadValue::OneNumber,
        _ => refused.problem,
    };
    Err(InputError::new(field, text, problem, refused.allowed))
}

/// The games given outright, if they are.
fn outright(fields: &ModelFields) -> Result<Option<Model>, InputError> {
    match (&fields.a_first, &fields.b_first) {
        (None, None) => Ok(None),
        (Some(a), Some(b)) => {
            let others = [
                ("p", &fields.p),
                ("f", &fields.f),
                ("preset", &fields.preset),
                ("elo", &fields.elo),
                ("log-odds", &fields.log_odds),
            ];
            for (field, given) in others {
                if let Some(given) = given {
                    let allowed = "`a-first` WIN,DRAW,LOSS `b-first` WIN,DRAW,LOSS";
                    return Err(InputError::new(field, given, BadValue::Conflict, allowed));
                }
            }
            Ok(Some(Model::outright(Game::parse("a-first", a)?, Game::parse("b-first", b)?)))
        }
        (Some(_), None) => Err(InputError::new("b-first", "", BadValue::Missing, "WIN,DRAW,LOSS")),
        (None, Some(_)) => Err(InputError::new("a-first", "", BadValue::Missing, "WIN,DRAW,LOSS")),
    }
}

/// The lead that is given on one scale or the other.
fn lead(fields: &ModelFields) -> Result<Option<Lead>, InputError> {
    let (text, scale) = match (&fields.elo, &fields.log_odds) {
        (None, None) => return Ok(None),
        (Some(text), None) => (text, LeadScale::Elo),
        (None, Some(text)) => (text, LeadScale::LogOdds),
        (Some(_), Some(text)) => {
            return Err(InputError::new("log-odds", text, BadValue::Conflict, "`elo` LEAD"));
        }
    };
    let refuse = |problem| {
        let allowed = format!("{}..{MAX_ELO}", -MAX_ELO);
        InputError::new(scale.field(), text, problem, allowed)
    };
    match Written::read(text, Comma::Thousands).map_err(refuse)? {
        Written { unit: Unit::Percent | Unit::Tenths, .. } => Err(refuse(BadValue::NotANumber)),
        lead => Ok(Some(Lead { points: kakukin_core::to_f64(&lead.value()), scale })),
    }
}

/// The model of these rates and a lead.
fn model(rates: &Rates, fields: &ModelFields) -> Result<Model, InputError> {
    let (p, f) = (rates.p.clone(), rates.f.clone());
    let model = match lead(fields)? {
        None => Model::new(p, f),
        Some(lead) => Model::with_lead(p, f, lead),
    };
    model.map_err(|e| {
        let given = [
            ("p", &fields.p),
            ("f", &fields.f),
            ("elo", &fields.elo),
            ("log-odds", &fields.log_odds),
        ];
        with_original_value(e, &given)
    })
}

impl ModelFields {
    /// The game, if it is named.
    pub fn game(&self) -> Result<Option<Practice>, InputError> {
        Ok(self.game.as_deref().map(str::parse).transpose()?)
    }

    /// The model, and the preset that its rates come from.
    pub fn model(&self) -> Result<(Model, Option<PresetRates>), InputError> {
        if let Some(model) = outright(self)? {
            return Ok((model, None));
        }
        let p = self.p.as_deref();
        let preset = preset_of(self.preset.as_deref(), self.game()?, p);
        let rates = rates(p, self.f.as_deref(), preset)?;
        Ok((model(&rates, self)?, rates.preset))
    }
}
