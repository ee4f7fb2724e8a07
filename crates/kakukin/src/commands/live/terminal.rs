//! The live screen on a real terminal: keys in, pictures out, and the file in between.

use super::{
    draw::draw,
    file,
    screen::{Message, Screen, Wish},
    scripts::about,
};
use crate::{InputError, Problem, clock, failure::Failure, output::Output};
use kakukin_report::{LiveDocument, Sides, sanitize};
use kakukin_series::{LiveRecord, Note, Player, ReportedResult};
use ratatui::{
    DefaultTerminal,
    crossterm::event::{self, Event, KeyEventKind},
};
use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant, SystemTime},
};

/// How often the file is looked at.
const LOOK: Duration = Duration::from_secs(1);

pub(super) fn run(path: &str, output: &Output) -> Result<(), Failure> {
    let mut live = Live::open(path, output)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let instead = format!("kakukin live show --file {}", sanitize(path));
        return Err(InputError::new("file", path, Problem::NoTerminal, instead).into());
    }
    // Asked to end from outside, or with its terminal gone, it ends at once: reading the keys of
    // a terminal that is gone would never return, and the record is whole at every moment.
    let _ = ctrlc::set_handler(|| {
        let _ = ratatui::try_restore();
        std::process::exit(1);
    });
    let mut terminal = ratatui::try_init()?;
    let ended = live.watch(&mut terminal);
    ratatui::restore();
    ended
}

/// The screen and the file behind it.
struct Live<'p> {
    path: &'p str,
    screen: Screen,
    seen: Option<(u64, SystemTime)>,
}

impl<'p> Live<'p> {
    fn open(path: &'p str, output: &Output) -> Result<Self, Failure> {
        let seen = trace(path);
        let document = LiveDocument::new(file::read(path, output.lang)?.state());
        Ok(Self { path, screen: Screen::new(document, output.lang, clock::local), seen })
    }

    fn watch(&mut self, terminal: &mut DefaultTerminal) -> Result<(), Failure> {
        let mut looked = Instant::now();
        terminal.draw(|frame| draw(frame, &self.screen))?;
        loop {
            let mut changed = false;
            if event::poll(LOOK.saturating_sub(looked.elapsed()))? {
                changed = true;
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => {
                        match self.screen.press(key) {
                            Wish::Quit => return Ok(()),
                            wish => self.grant(wish),
                        }
                    }
                    _ => {}
                }
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                changed |= self.look();
            }
            if changed {
                terminal.draw(|frame| draw(frame, &self.screen))?;
            }
        }
    }

    fn grant(&mut self, wish: Wish) {
        let done = match wish {
            Wish::Nothing | Wish::Quit => return,
            Wish::Reload => self.reload(),
            Wish::Record(result) => {
                let reported = match self.screen.document.next_sides() {
                    // Where lots decide about the sides, only the winner says what is meant.
                    Some(Sides::ByLot(_)) => Player::winner_of(result, Player::A)
                        .map_or(ReportedResult::Side(result), ReportedResult::Winner),
                    _ => ReportedResult::Side(result),
                };
                self.change(|record, note| record.add(&[reported], note))
            }
            Wish::Undo => self.change(LiveRecord::undo),
        };
        if let Err(failure) = done {
            self.screen.fail(failure.sentence(self.screen.lang));
        }
    }

    /// Changes the record, but only if it is still the one on the screen.
    fn change(
        &mut self,
        change: impl FnOnce(&mut LiveRecord, &Note) -> Result<(), kakukin_series::InputError>,
    ) -> Result<(), Failure> {
        let (shown, from) =
            (&self.screen.document.course.seal, self.screen.document.course.audit.len() as u32);
        let note = Note { at: clock::now()?, by: None, comment: None };
        let mut stale = false;
        // There is no place on the screen to say for whom it waits; a refusal says it.
        let record = file::update(self.path, self.screen.lang, &|_| {}, |record| {
            stale = record.seal() != shown;
            if stale {
                return Ok(());
            }
            change(record, &note).map_err(|error| about(self.path, error).into())
        })?;
        // Somebody may have written since: the next look will tell.
        self.seen = None;
        let message = if stale { Message::Changed } else { Message::Recorded(from + 1) };
        self.screen.renew(LiveDocument::new(record.state()), message);
        Ok(())
    }

    fn reload(&mut self) -> Result<(), Failure> {
        self.seen = trace(self.path);
        let record = file::read(self.path, self.screen.lang)?;
        self.screen.renew(LiveDocument::new(record.state()), Message::Reloaded);
        Ok(())
    }

    /// Reads the file again if somebody has written it; says whether the picture changes.
    fn look(&mut self) -> bool {
        let trace = trace(self.path);
        if trace == self.seen {
            return false;
        }
        self.seen = trace;
        match file::read(self.path, self.screen.lang) {
            // What failed before is in order again.
            Ok(record) if record.seal() == self.screen.document.course.seal => {
                return self.screen.recover();
            }
            Ok(record) => self.screen.renew(LiveDocument::new(record.state()), Message::Changed),
            Err(failure) => self.screen.fail(failure.sentence(self.screen.lang)),
        }
        true
    }
}

/// What tells that a file was written: its size and its time.
fn trace(path: &str) -> Option<(u64, SystemTime)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.len(), about.modified().ok()?))
}
