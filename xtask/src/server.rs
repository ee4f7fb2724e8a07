//! A server of ours that runs while something is tried with it.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

/// A running `kakukin serve`; it is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    process: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts the program at any free port.
    pub(crate) fn start(program: &Path, options: &[&str]) -> Result<Self, String> {
        let mut process = Command::new(program)
            .args(["serve", "--port", "0", "--lang", "en"])
            .args(options)
            .env("KAKUKIN_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{}: {e}", program.display()))?;
        let lines = process.stdout.take().map(|out| BufReader::new(out).lines());
        let address = lines.into_iter().flatten().map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next()?.parse().ok()
        });
        match address {
            Some(address) => Ok(Self { process, address }),
            None => {
                let _ = process.kill();
                let _ = process.wait();
                Err("the server did not say where it listens".into())
            }
        }
    }

    /// Its resident memory in bytes, as Linux tells it.
    pub(crate) fn memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").trim().parse().ok()?;
        Some(kilobytes << 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
