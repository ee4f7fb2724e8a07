//! Surveys that are written to be put together.

use super::games::read_text;
use crate::Lang;
use kakukin_records::SurveyPart;

/// A survey as JSON.
pub fn survey_json(part: &SurveyPart) -> String {
    serde_json::to_string(part).unwrap_or_default() + "\n"
}

/// What was written where.
pub fn survey_words(part: &SurveyPart, file: &str, lang: Lang) -> String {
    let (games, file) = (part.games.games(), crate::sanitize(file));
    let written = tr!(lang, "records.survey_written", games = games, file = file);
    format!("{written}\n{}", read_text(&part.read, lang))
}
