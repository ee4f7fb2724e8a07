//! `cargo xtask fuzz queries_are_answered_or_refused`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(queries_are_answered_or_refused);
