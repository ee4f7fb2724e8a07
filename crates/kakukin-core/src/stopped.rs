//! Why long work gave no result.

use crate::Refusal;
use std::{error::Error, fmt};

/// Why long work gave no result; `E` is the `InputError` of the crate whose work it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped<E> {
    /// It was refused after it had begun: only then was it seen to be too large.
    Refused(E),
    /// Whoever watched cancelled it.
    Cancelled,
}

impl<E> Stopped<E> {
    /// The same with another refusal.
    pub fn map<F>(self, change: impl FnOnce(E) -> F) -> Stopped<F> {
        match self {
            Self::Refused(error) => Stopped::Refused(change(error)),
            Self::Cancelled => Stopped::Cancelled,
        }
    }

    /// What stopped the work of a crate below.
    pub fn passing_on<F>(below: Stopped<F>) -> Self
    where
        E: From<F>,
    {
        below.map(E::from)
    }
}

impl<E: fmt::Display> fmt::Display for Stopped<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl<E: Error> Error for Stopped<E> {}

/// Whatever a crate refuses or passes on stops its work.
impl<F: Refusal, E: From<F>> From<F> for Stopped<E> {
    fn from(error: F) -> Self {
        Self::Refused(error.into())
    }
}
