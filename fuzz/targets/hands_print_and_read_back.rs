//! `cargo xtask fuzz hands_print_and_read_back`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(hands_print_and_read_back);
