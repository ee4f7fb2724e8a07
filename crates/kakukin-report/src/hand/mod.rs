//! Hands of mahjong: shanten, chances, expected score, advice, points.

pub(crate) mod advise;
pub(crate) mod call;
pub(crate) mod chain;
pub(crate) mod figures;
pub(crate) mod followed;
pub(crate) mod many;
pub(crate) mod others;
pub(crate) mod played;
pub(crate) mod points;
pub(crate) mod query;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod score_text;
pub(crate) mod shanten;
pub(crate) mod tiles;
pub(crate) mod whole;
pub(crate) mod win;
