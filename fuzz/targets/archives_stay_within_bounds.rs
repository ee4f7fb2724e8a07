//! `cargo xtask fuzz archives_stay_within_bounds`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(archives_stay_within_bounds);
