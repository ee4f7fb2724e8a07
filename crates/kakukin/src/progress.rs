//! How far long work has come, and the user's wish to cancel it.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kakukin_query::{Watch, WorkUnit};
use kakukin_report::{Lang, translate};
use std::ops::ControlFlow;

/// A bar on standard error, if that is a terminal, and an ear for Ctrl-C.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    lang: Lang,
}

impl Progress {
    /// A bar that is there as soon as work begins.
    pub(crate) fn hidden(lang: Lang) -> Self {
        interrupt::listen();
        Self { bar: ProgressBar::hidden(), lang }
    }

    fn show(&self, total: u64, template: &str) {
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.reset();
        self.bar.set_length(total);
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }

    /// So much is done; says whether to go on.
    pub(crate) fn at(&self, done: u64) -> ControlFlow<()> {
        self.bar.set_position(done);
        Self::go_on()
    }

    /// Whether to go on.
    pub(crate) fn go_on() -> ControlFlow<()> {
        if interrupt::wanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn begin(&self, total: u64, unit: WorkUnit) {
        let unit = translate(self.lang, &format!("unit.{}", unit.code()));
        self.show(total, &format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit} {{eta}}"));
    }

    fn begin_bytes(&self, total: u64) {
        let template = match total {
            0 => "{spinner} {bytes} {bytes_per_sec}",
            _ => "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
        };
        self.show(total, template);
    }

    fn at(&self, done: u64) -> ControlFlow<()> {
        Self::at(self, done)
    }
}
