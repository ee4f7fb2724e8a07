//! Surveys that other runs have written, so that a year is counted in parts.

use crate::InputError;
use kakukin_core::BadValue;
use kakukin_records::{Plan, ReadSummary, Remembered, Survey, SurveyPart};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The most bytes of a part.
pub const MAX_PART: u64 = 1 << 30;
/// How to make a part, as a refusal shows it.
const FORM: &str = "kakukin records FILES `survey` part.json";

/// A survey that another run has written, and the name of its file.
#[derive(Debug, Clone)]
pub struct Part {
    name: String,
    survey: SurveyPart,
}

impl Part {
    /// Reads what a file of this name holds, and believes nothing of it.
    pub fn read(name: &str, json: &[u8]) -> Result<Self, InputError> {
        let refuse = |field: &str| {
            let value = if field.is_empty() { name.into() } else { format!("{name}: {field}") };
            InputError::new("merge", value, BadValue::BadForm, FORM)
        };
        let survey: SurveyPart = serde_json::from_slice(json).map_err(|_| refuse(&fault(json)))?;
        survey.check().map_err(refuse)?;
        Ok(Self { name: name.into(), survey })
    }

    /// Adds it to a survey of the same plan.
    pub(super) fn add_to(
        &self,
        survey: &mut Survey,
        plan: &Plan,
        read: &mut ReadSummary,
        remembered: &mut Remembered,
    ) -> Result<(), InputError> {
        if let Some(field) = plan.differs_from(&self.survey) {
            let value = format!("{}: {field}", self.name);
            return Err(InputError::new("merge", value, BadValue::Conflict, FORM));
        }
        survey.merge(&self.survey, read, remembered);
        Ok(())
    }
}

/// The field that is missing or not what it must be; a place where this is no JSON.
fn fault(json: &[u8]) -> String {
    let value = match serde_json::from_slice::<Value>(json) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return String::new(),
        Err(error) => return format!("{}:{}", error.line(), error.column()),
    };
    fn is<T: DeserializeOwned>(value: &Value) -> bool {
        T::deserialize(value).is_ok()
    }
    /// What a field must be.
    type Is = fn(&Value) -> bool;
    let fields: [(&'static str, Is); 13] = [
        ("schema", is::<String>),
        ("filter", is::<kakukin_records::Filter>),
        ("counting", is::<kakukin_records::Counting>),
        ("keep_duplicates", is::<bool>),
        ("band", is::<u32>),
        ("games", is::<kakukin_records::Tally>),
        ("apart", is::<kakukin_records::ApartTally>),
        ("unwanted", is::<u64>),
        ("groups", is::<Vec<kakukin_records::GroupsPart>>),
        ("players", is::<kakukin_records::PlayersPart>),
        ("read", is::<ReadSummary>),
        ("fingerprints", is::<String>),
        ("", |_| true),
    ];
    let bad =
        fields.iter().find(|(name, is)| !name.is_empty() && !value.get(*name).is_some_and(is));
    let unknown = || value.keys().find(|key| fields.iter().all(|(name, _)| name != key)).cloned();
    bad.map(|(name, _)| (*name).to_string()).or_else(unknown).unwrap_or_default()
}
