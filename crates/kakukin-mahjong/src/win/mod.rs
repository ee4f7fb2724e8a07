//! win
pub(crate) mod patterns;
#[allow(missing_docs)]
pub mod plain;
