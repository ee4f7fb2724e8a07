//! What separates the columns of a table: commas, semicolons or tabs, some of them wide ones as
//! Japanese keyboards write them.

use std::{
    cmp::Reverse,
    io::{self, Read},
};

/// How many lines are looked at: above the headings there may be titles.
const LINES: usize = 5;
/// What stands for a wide separator while rows are cut: nobody types it.
const STAND_IN: u8 = 0x1f;
/// Bytes that are looked at in one go.
const BLOCK: u64 = 1 << 13;

/// What separates the columns of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separator(char);

impl Separator {
    /// The most usual one last.
    const ALL: [Self; 6] = [Self('；'), Self('、'), Self('，'), Self('\t'), Self(';'), Self(',')];

    /// The one that a line at the beginning of a text has most often; of several the one in the
    /// first such line, then the most usual.
    pub fn of(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).take(LINES);
        let counts = lines.enumerate().flat_map(|(number, line)| {
            let count = move |separator: &Self| line.matches(separator.0).count();
            let counts = Self::ALL.iter().map(count).enumerate();
            counts.map(move |(usual, count)| (count, Reverse(number), usual))
        });
        let (_, _, most) = counts.max().unwrap_or((0, Reverse(0), Self::ALL.len() - 1));
        Self::ALL[most]
    }

    /// The byte that separates the columns of a source that was [narrowed](Self::narrowed).
    pub fn byte(self) -> u8 {
        if self.0.is_ascii() { self.0 as u8 } else { STAND_IN }
    }

    /// The same source with the separator as one byte.
    pub fn narrowed<R: Read>(self, source: R) -> impl Read {
        let wide = (!self.0.is_ascii()).then(|| self.0.to_string().into_bytes());
        Narrowed { source, wide, ready: Vec::new(), handed: 0, held: Vec::new() }
    }
}

/// A source in which every wide separator is one byte.
struct Narrowed<R> {
    source: R,
    /// The separator as it is written; nothing if it is one byte.
    wide: Option<Vec<u8>>,
    /// What can be handed out, and how much of it was.
    ready: Vec<u8>,
    handed: usize,
    /// The end of what was read, with which a separator may begin.
    held: Vec<u8>,
}

impl<R: Read> Read for Narrowed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(wide) = &self.wide else { return self.source.read(into) };
        while self.handed == self.ready.len() {
            let before = self.held.len();
            let read = self.source.by_ref().take(BLOCK).read_to_end(&mut self.held);
            if read.is_err() && self.held.len() == before {
                read?;
            }
            if self.held.is_empty() {
                return Ok(0);
            }
            let ended = self.held.len() == before;
            let begun = |n: &usize| !ended && self.held.ends_with(&wide[..*n]);
            let whole = self.held.len() - (1..wide.len()).rev().find(begun).unwrap_or(0);
            (self.ready, self.handed) = (Vec::with_capacity(whole), 0);
            let mut from = 0;
            for at in memchr::memmem::find_iter(&self.held[..whole], wide) {
                self.ready.extend_from_slice(&self.held[from..at]);
                self.ready.push(STAND_IN);
                from = at + wide.len();
            }
            self.ready.extend_from_slice(&self.held[from..whole]);
            self.held.drain(..whole);
        }
        let count = (&self.ready[self.handed..]).read(into)?;
        self.handed += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_one_that_is_used_most() {
        for (text, wanted) in [
            ("a,b,c\n", ','),
            ("a;b,c;d\n", ';'),
            ("a\tb\n", '\t'),
            ("先手，後手，結果\n", '，'),
            ("先手、後手、結果\n", '、'),
            ("春季リーグ\n\n先手；後手；結果\n", '；'),
            ("Liga, 2026\na;b;c\n", ';'),
            ("a,b;c\n", ','),
            ("", ','),
        ] {
            assert_eq!(Separator::of(text), Separator(wanted), "{text}");
        }
    }

    /// Gives a few bytes at a time.
    struct Trickle<'b>(&'b [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.1 = self.1 % 5 + 1;
            self.0.by_ref().take(self.1 as u64).read(into)
        }
    }

    proptest! {
        #[test]
        fn wide_separators_become_narrow_and_nothing_else(text in "[a,，、；先\u{ff0d}\n]{0,60}") {
            for separator in Separator::ALL {
                let mut narrow = String::new();
                let trickle = Trickle(text.as_bytes(), 0);
                separator.narrowed(trickle).read_to_string(&mut narrow).unwrap();
                let stand_in = char::from(separator.byte()).to_string();
                prop_assert_eq!(narrow, text.replace(separator.0, &stand_in));
            }
        }
    }
}
