//! `cargo xtask fuzz workbooks_read_back`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(workbooks_read_back);
