//! `cargo xtask fuzz live_records_replay_or_refuse`
#![cfg_attr(fuzzing, no_main)]

kakukin_fuzz::target!(live_records_replay_or_refuse);
