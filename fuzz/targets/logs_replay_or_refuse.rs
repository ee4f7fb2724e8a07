//! `cargo xtask fuzz logs_replay_or_refuse`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(logs_replay_or_refuse);
