//! What is known of a game: rates, presets, unequal players.

use crate::{InputError, fields::query, number::with_original_value};
use kakukin_core::{BadValue, parse_rational};
use kakukin_report::{Lang, translate, translate_with};
use kakukin_series::{Game, MAX_ELO, Model, Probability, preset};

query! {
    /// How one game goes.
    pub struct ModelFields {
        /// The first player's share of the decided games.
        number p "RATE",
        /// The share of drawn games.
        number f "RATE",
        /// A data set that has both rates.
        text preset "NAME",
        /// How much stronger A is than B, in Elo points.
        number elo "LEAD",
        /// Games with A first, given outright.
        number a_first "WIN,DRAW,LOSS",
        /// Games with B first, given outright.
        number b_first "WIN,DRAW,LOSS",
    }
}

/// p and f, and where they come from if they were not given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rates {
    /// The first player's share of the decided games.
    pub p: Probability,
    /// The share of drawn games.
    pub f: Probability,
    /// A sentence about the source, to be said once all input has been accepted.
    pub note: Option<String>,
}

/// p and f, from a preset or given; those given count.
pub fn rates(
    p: Option<&str>,
    f: Option<&str>,
    name: Option<&str>,
    lang: Lang,
) -> Result<Rates, InputError> {
    let preset = name.map(preset).transpose()?;
    let zero = || Probability::from_ratio(0, 1);
    let note = preset.map(|preset| {
        let rate = |rate: Option<&Probability>| rate.map_or("?".into(), ToString::to_string);
        let (its_p, its_f) = (rate(Some(&preset.p)), rate(preset.f.as_ref()));
        let values = [("id", preset.id), ("p", &its_p), ("f", &its_f), ("source", preset.source)];
        let note = translate_with(lang, "presets.using", &values);
        let taken_as_zero = preset.f.is_none() && f.is_none();
        note + &if taken_as_zero { translate(lang, "presets.f_unknown") } else { String::new() }
    });
    let p = match (p, preset) {
        (Some(text), _) => Probability::parse("p", text)?,
        (None, Some(preset)) => preset.p.clone(),
        (None, None) => {
            return Err(InputError::new("p", "", BadValue::Missing, "`p` 70%, `preset` NAME"));
        }
    };
    let f = match (f, preset.and_then(|preset| preset.f.clone())) {
        (Some(text), _) => Probability::parse("f", text)?,
        (None, Some(f)) => f,
        (None, None) => zero()?,
    };
    Ok(Rates { p, f, note })
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

/// The model of these rates and an Elo lead.
fn model(rates: &Rates, fields: &ModelFields) -> Result<Model, InputError> {
    let (p, f) = (rates.p.clone(), rates.f.clone());
    let model = match &fields.elo {
        None => Model::new(p, f),
        Some(text) => {
            let refuse = |problem| {
                let allowed = format!("{}..{MAX_ELO}", -MAX_ELO);
                InputError::new("elo", text, problem, allowed)
            };
            if text.contains(['%', '％']) {
                return Err(refuse(BadValue::NotANumber));
            }
            let lead = parse_rational("elo", text).map_err(|e| refuse(e.problem))?;
            Model::with_elo(p, f, kakukin_core::to_f64(&lead))
        }
    };
    model.map_err(|e| {
        with_original_value(e, &[("p", &fields.p), ("f", &fields.f), ("elo", &fields.elo)])
    })
}

impl ModelFields {
    /// The model, and where its rates come from.
    pub fn model(&self, lang: Lang) -> Result<(Model, Option<String>), InputError> {
        if let Some(model) = outright(self)? {
            return Ok((model, None));
        }
        let rates = rates(self.p.as_deref(), self.f.as_deref(), self.preset.as_deref(), lang)?;
        Ok((model(&rates, self)?, rates.note))
    }
}
