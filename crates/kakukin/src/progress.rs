//! How far long work has come, and the user's wish to break it off.

use indicatif::{ProgressBar, ProgressStyle};
use kakukin_report::{Lang, translate};
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A bar on standard error, if that is a terminal, and an ear for Ctrl-C.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Progress {
    /// `unit` is the key of what is counted.
    pub(crate) fn new(total: u64, unit: &str, lang: Lang) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked_to_stop = Arc::clone(&stop);
        // Without a handler an interrupt ends the program at once, as usual.
        let _ = ctrlc::set_handler(move || {
            // Whoever asks twice does not want to wait for what is left to be said.
            if asked_to_stop.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        });
        let bar = ProgressBar::new(total);
        let unit = translate(lang, unit);
        if let Ok(style) = ProgressStyle::with_template(&format!(
            "{{wide_bar}} {{human_pos}}/{{human_len}} {unit} {{eta}}"
        )) {
            bar.set_style(style);
        }
        Self { bar, stop }
    }

    /// So much is done; says whether to go on.
    pub(crate) fn at(&self, done: u64) -> ControlFlow<()> {
        self.bar.set_position(done);
        if self.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
