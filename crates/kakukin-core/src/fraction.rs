//! Exact values as they are written.

use crate::{Rational, to_f64};
use serde::{Serialize, Serializer};
use std::fmt;

/// An exact value of a document: written as a reduced fraction, `7/10`, or a whole number, `3`.
///
/// ```
/// use kakukin_core::{Fraction, Rational};
/// let value = Fraction::from(Rational::from_parts(14.into(), 20u32.into()));
/// assert_eq!((value.to_string(), value.to_f64()), ("7/10".to_string(), 0.7));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(Rational);

impl Fraction {
    /// The value itself.
    pub fn exact(&self) -> &Rational {
        &self.0
    }

    /// The nearest number of the machine.
    pub fn to_f64(&self) -> f64 {
        to_f64(&self.0)
    }
}

impl From<Rational> for Fraction {
    fn from(value: Rational) -> Self {
        Self(value)
    }
}

impl From<&Rational> for Fraction {
    fn from(value: &Rational) -> Self {
        Self(value.clone())
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Fraction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "An exact value: a reduced fraction, or a whole number.",
            "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$",
        })
    }
}
