//! `cargo xtask fuzz records_are_read_alike_in_any_pieces`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(records_are_read_alike_in_any_pieces);
