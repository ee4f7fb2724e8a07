//! Hands that may call, against every course of the same game in exact fractions, with points by
//! the plain scorer; and what must hold for any hand.

mod courses;
mod relations;

#[path = "../slow/mod.rs"]
mod slow;
