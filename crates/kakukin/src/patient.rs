//! Reading what may never come: waiting for a pipe or a terminal can be broken off.

use crate::interrupt;
use std::{
    fs::{File, OpenOptions},
    io::{self, Read},
    path::Path,
};

/// Standard input, or a file that is no ordinary one.
#[derive(Debug)]
pub(crate) struct Patient(File);

#[cfg(unix)]
impl Patient {
    pub(crate) fn stdin() -> io::Result<Self> {
        use std::os::fd::AsFd;
        // The standard handle would keep some of it in a buffer, where nobody sees that it came.
        Ok(Self(io::stdin().as_fd().try_clone_to_owned()?.into()))
    }

    /// A pipe is opened without waiting for whoever writes to it.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::OpenOptionsExt;
        let at_once = rustix::fs::OFlags::NONBLOCK.bits() as i32;
        OpenOptions::new().read(true).custom_flags(at_once).open(path).map(Self)
    }

    /// Waits a moment for something to read.
    fn is_ready(&self) -> io::Result<bool> {
        use rustix::{
            event::{PollFd, PollFlags, Timespec, poll},
            io::Errno,
        };
        let moment = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        match poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&moment)) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(windows)]
impl Patient {
    pub(crate) fn stdin() -> io::Result<Self> {
        use std::os::windows::io::AsHandle;
        Ok(Self(io::stdin().as_handle().try_clone_to_owned()?.into()))
    }

    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        OpenOptions::new().read(true).open(path).map(Self)
    }

    fn is_ready(&self) -> io::Result<bool> {
        Ok(true)
    }
}

impl Read for Patient {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_ready()? {
                match self.0.read(into) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    read => return read,
                }
            }
            if interrupt::wanted() {
                // Not `Interrupted`, which readers take for a wish to try again.
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
        }
    }
}
