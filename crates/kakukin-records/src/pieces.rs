//! A source cut into lines, in constant memory and without copies.

use std::io::{self, ErrorKind, Read};

/// The longest line that is seen in one piece. Nothing of interest in a record is longer;
/// moves on one line may be.
pub const MAX_LINE: usize = 1 << 18;

/// The lines of a source. Longer ones than [`MAX_LINE`] come in several pieces.
#[derive(Debug)]
pub struct Pieces<R> {
    source: R,
    buffer: Vec<u8>,
    /// What is read and not yet handed out.
    start: usize,
    end: usize,
    /// Where to look for the next line end: what is before has none.
    searched: usize,
    ended: bool,
    /// What ends a line: a carriage return alone in very old files.
    line_end: u8,
    line: u64,
    begins: bool,
}

/// A line without its end, or a part of a long one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'b> {
    /// What it holds.
    pub bytes: &'b [u8],
    /// The number of the line, from 1.
    pub line: u64,
    /// Whether the line begins here.
    pub begins: bool,
    /// Whether the line ends here.
    pub ends: bool,
}

impl<R: Read> Pieces<R> {
    /// The lines of this source.
    pub fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; MAX_LINE],
            start: 0,
            end: 0,
            searched: 0,
            ended: false,
            line_end: b'\n',
            line: 0,
            begins: true,
        }
    }

    /// The next line or part of one; nothing at the end.
    pub fn piece(&mut self) -> io::Result<Option<Piece<'_>>> {
        let (end, step, ends) = loop {
            if let Some(at) = memchr::memchr(self.line_end, &self.buffer[self.searched..self.end]) {
                let at = self.searched + at;
                break (at, at + 1, true);
            }
            self.searched = self.end;
            let all_there = self.ended || self.end - self.start == self.buffer.len();
            if all_there && self.line == 0 && self.is_old() {
                (self.line_end, self.searched) = (b'\r', self.start);
                continue;
            }
            if self.ended {
                if self.start == self.end {
                    return Ok(None);
                }
                break (self.end, self.end, true);
            }
            if self.start > 0 {
                self.buffer.copy_within(self.start..self.end, 0);
                self.end -= self.start;
                self.start = 0;
                self.searched = self.end;
            }
            if self.end == self.buffer.len() {
                // A carriage return at the very end belongs to the line end that follows.
                let cut = self.end - usize::from(self.buffer.last() == Some(&b'\r'));
                break (cut, cut, false);
            }
            self.fill()?;
        };
        let begins = std::mem::replace(&mut self.begins, ends);
        if begins {
            self.line += 1;
        }
        let mut bytes = &self.buffer[self.start..end];
        if ends {
            bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        }
        (self.start, self.searched) = (step, step);
        if self.line == 1 && begins {
            bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        }
        Ok(Some(Piece { bytes, line: self.line, begins, ends }))
    }

    /// Whether there are carriage returns in what has no other line ends.
    fn is_old(&self) -> bool {
        let read = &self.buffer[self.start..self.end];
        self.line_end == b'\n' && memchr::memchr(b'\r', read).is_some_and(|at| at + 1 < read.len())
    }

    fn fill(&mut self) -> io::Result<()> {
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Gives one, two, three, .. bytes at a time.
    struct Trickle<'b>(&'b [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.1 = self.1 % 7 + 1;
            self.0.by_ref().take(self.1 as u64).read(into)
        }
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_text(text in "([a\u{feff}\r\n]|ab){0,40}") {
            let mut pieces = Pieces::new(Trickle(text.as_bytes(), 0));
            let mut found = Vec::new();
            while let Some(piece) = pieces.piece().unwrap() {
                prop_assert!(piece.begins && piece.ends);
                found.push(String::from_utf8(piece.bytes.to_vec()).unwrap());
                prop_assert_eq!(piece.line, found.len() as u64);
            }
            let old = !text.contains('\n') && text.trim_end_matches('\r').contains('\r')
                || (!text.contains('\n') && text.matches('\r').count() > 1);
            let end = if old { '\r' } else { '\n' };
            let wanted: Vec<&str> =
                text.strip_prefix('\u{feff}').unwrap_or(&text).split(end).collect();
            let wanted: Vec<&str> = match old {
                true => wanted,
                false => {
                    wanted.iter().map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
                }
            };
            let open_end = text.ends_with(end) || text.is_empty();
            prop_assert_eq!(found, &wanted[..wanted.len() - usize::from(open_end)]);
        }
    }

    #[test]
    fn a_long_line_comes_in_pieces() {
        for ending in ["\r\n", "\n", ""] {
            for length in [MAX_LINE - 2, MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 3 * MAX_LINE] {
                let text = format!("{}{ending}last", "x".repeat(length));
                let mut pieces = Pieces::new(text.as_bytes());
                let (mut lines, mut bytes, mut most) = (0, Vec::new(), 0);
                while let Some(piece) = pieces.piece().unwrap() {
                    lines += u64::from(piece.begins);
                    most = most.max(piece.bytes.len());
                    assert_eq!(piece.line, lines);
                    bytes.extend_from_slice(piece.bytes);
                }
                assert_eq!(lines, 1 + u64::from(!ending.is_empty()));
                assert_eq!(bytes, format!("{}last", "x".repeat(length)).as_bytes());
                assert!(most <= MAX_LINE);
            }
        }
    }
    #[test]
    fn old_files_end_their_lines_in_a_carriage_return() {
        let text = "line\r".repeat(MAX_LINE);
        let mut pieces = Pieces::new(text.as_bytes());
        let mut lines = 0;
        while let Some(piece) = pieces.piece().unwrap() {
            assert_eq!(piece.bytes, b"line");
            lines += 1;
        }
        assert_eq!(lines, MAX_LINE);
    }
}
