//! Error responses: a status, and one sentence in the user's language with
//! the field, the value and what is allowed.

use crate::{limits::RETRY_AFTER, work::JobError};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER as RETRY_HEADER},
    response::{IntoResponse, Response},
};
use kakukin_core::Refusal;
use kakukin_report::{ErrorDetail, FieldStyle, Lang, translate};
use serde::Serialize;

/// The body of every answer that is not the one asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub(crate) struct ApiError {
    /// What is wrong.
    pub(crate) error: ErrorDetail,
    #[serde(skip)]
    pub(crate) status: Status,
}

/// A status that serialises to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status(StatusCode);

impl ApiError {
    /// Refused input.
    pub(crate) fn input(error: &dyn Refusal, lang: Lang) -> Self {
        let error = ErrorDetail::new(error, PARAMETERS, lang);
        Self { error, status: Status(StatusCode::UNPROCESSABLE_ENTITY) }
    }

    /// Anything else; `problem` is the key of its sentence.
    pub(crate) fn of(status: StatusCode, problem: &str, lang: Lang) -> Self {
        let message = translate(lang, &format!("web.refused.{problem}"));
        let problem = problem.to_string();
        let error = ErrorDetail { field: None, value: None, problem, allowed: None, message };
        Self { error, status: Status(status) }
    }

    /// The same, where it is about a value that its sentence names.
    pub(crate) fn about(mut self, field: &str, value: &str) -> Self {
        self.error.message = self.error.message.replace("%{value}", value);
        self.error.field = Some(field.to_string());
        self.error.value = Some(value.to_string());
        self
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status.0
    }

    /// The status as a number.
    pub(crate) fn code(&self) -> u16 {
        self.status.0.as_u16()
    }

    /// Why a piece of work gave no answer.
    pub(crate) fn job(error: &JobError, lang: Lang) -> Self {
        match error {
            JobError::Refused(error) => Self::input(error, lang),
            JobError::Full => Self::of(StatusCode::SERVICE_UNAVAILABLE, "full", lang),
            JobError::Time => Self::of(StatusCode::UNPROCESSABLE_ENTITY, "time", lang),
            JobError::Cancelled => Self::of(StatusCode::SERVICE_UNAVAILABLE, "broken", lang),
            JobError::Unprinted => Self::of(StatusCode::BAD_GATEWAY, "unprinted", lang),
            JobError::Failed => Self::of(StatusCode::INTERNAL_SERVER_ERROR, "failed", lang),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status.0;
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_HEADER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}

/// Fields as parameters: `max_none=1%`. What is too large for one request has sentences of its
/// own: no parameter allows more.
pub(crate) const PARAMETERS: FieldStyle = FieldStyle {
    name: |field, _| match field {
        // The part in which their file comes.
        "entrants" => "players".into(),
        field => field.replace('-', "_"),
    },
    before_value: "=",
    sentences: Some("request"),
};

/// Words about options of the command line, with the names of parameters.
pub(crate) fn named(words: &str) -> String {
    let mut text = String::new();
    let mut rest = words;
    while let Some(start) = rest.find("--") {
        text += &rest[..start];
        rest = &rest[start + 2..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        text += &rest[..end].replace('-', "_");
        rest = &rest[end..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No parameter allows more than one request may have.
    #[test]
    fn what_is_too_large_is_said_in_words_of_the_server() {
        use kakukin_mahjong::{InputError, Problem};
        for problem in [Problem::TooManyStates, Problem::TooManyKept] {
            let error = InputError::new("max-states", 7, problem, "<= 5");
            for lang in Lang::ALL {
                let said = ApiError::input(&error, lang).error;
                assert_eq!(said.field.as_deref(), Some("max_states"));
                let message = said.message;
                assert!(message.contains("max_states") && !message.contains("--"), "{message}");
            }
        }
    }

    #[test]
    fn options_become_parameters() {
        assert_eq!(named("with --p and --max-none"), "with p and max_none");
        assert_eq!(named("0..1 (0.7, 70%)"), "0..1 (0.7, 70%)");
        assert_eq!(named("--"), "");
    }
}
