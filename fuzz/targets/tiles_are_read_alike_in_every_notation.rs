//! `cargo xtask fuzz tiles_are_read_alike_in_every_notation`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(tiles_are_read_alike_in_every_notation);
