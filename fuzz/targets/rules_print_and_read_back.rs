//! `cargo xtask fuzz rules_print_and_read_back`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(rules_print_and_read_back);
