//! `cargo xtask fuzz forward_equals_backward`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(forward_equals_backward);
