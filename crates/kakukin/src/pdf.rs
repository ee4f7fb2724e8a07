//! A page as PDF, printed by a browser of this machine: Chromium, Chrome or Edge.

use crate::{
    failure::Failure,
    files::{are_two_numbers, is_older},
    interrupt,
};
use kakukin_report::Lang;
use std::{
    env,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant, SystemTime},
};

/// How long the browser may take.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(60);
/// How often it is looked at.
const TICK: Duration = Duration::from_millis(30);

/// The names of browsers that can print, as they are found in the search path.
const NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
];
/// Where they are on a Mac.
const MAC: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
/// Where they are on Windows, below one of its folders for programs.
const WINDOWS: [&str; 3] = [
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
];

/// Prints a page, unless the user stops it.
pub(crate) fn print(page: &str) -> Result<Vec<u8>, Failure> {
    interrupt::listen();
    print_unless(&interrupt::wanted, page)
}

/// Prints a page for somebody who asks the server, and may leave before it is done.
pub(crate) fn print_for_others(page: &str, stop: &dyn Fn() -> bool) -> io::Result<Vec<u8>> {
    print_unless(stop, page).map_err(|failure| io::Error::other(failure.sentence(Lang::EN)))
}

/// All files of the browser, its profile included, are in a folder of their own that is gone
/// afterwards.
fn print_unless(stop: &dyn Fn() -> bool, page: &str) -> Result<Vec<u8>, Failure> {
    let browser = browser().ok_or(Failure::NoBrowser)?;
    let folder = Folder::new().map_err(|error| Failure::File(env::temp_dir(), error))?;
    let (html, pdf) = (folder.0.join("page.html"), folder.0.join("page.pdf"));
    fs::write(&html, page).map_err(|error| Failure::File(html.clone(), error))?;
    let end = Instant::now() + TIME_LIMIT;
    let over = || Instant::now() > end || stop();
    let print = |open| {
        let content =
            run(&browser, &folder, &html, &pdf, open, &over).and_then(|()| fs::read(&pdf));
        match content {
            Ok(content) if !is_whole(&content) => Err(io::ErrorKind::InvalidData.into()),
            content => content,
        }
    };
    let printed = match print(false) {
        // Where the browser cannot shut itself in (in containers, for the system's
        // administrator) it refuses to start. The page is our own, has no script and loads
        // nothing, so that it may then be printed in the open.
        Err(_) if !over() => print(true),
        printed => printed,
    };
    printed.map(undated).map(renumbered).map_err(|error| match stop() {
        true => Failure::Cancelled,
        false => Failure::Browser(browser.clone(), error),
    })
}

/// Starts the browser and waits for it; if it takes too long, or nobody wants its page any more,
/// it is ended.
fn run(
    browser: &Path,
    folder: &Folder,
    html: &Path,
    pdf: &Path,
    open: bool,
    over: &dyn Fn() -> bool,
) -> io::Result<()> {
    let with = |option: &str, path: &Path| {
        let mut text = OsString::from(option);
        text.push(path);
        text
    };
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-extensions", "--disable-breakpad"])
        // Two names for the same: no date and no address on the margins.
        .args(["--no-pdf-header-footer", "--print-to-pdf-no-header"])
        .arg(with("--user-data-dir=", &folder.0.join("profile")))
        .arg(with("--print-to-pdf=", pdf));
    if open {
        command.arg("--no-sandbox");
    }
    command.arg(html).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(io::Error::other(status.to_string())),
            Ok(None) if !over() => thread::sleep(TICK),
            waited => {
                let _ = child.kill();
                let _ = child.wait();
                let late = || io::Error::from(io::ErrorKind::TimedOut);
                return Err(waited.err().unwrap_or_else(late));
            }
        }
    }
}

/// Waits for the folder of a page that nobody wants any more to be gone.
pub(crate) fn tidy() {
    for _ in 0..100 {
        if !interrupt::takes_something_along() {
            break;
        }
        thread::sleep(TICK);
    }
}

/// The browser to use: the one that is named, or the first that is found.
pub(crate) fn browser() -> Option<PathBuf> {
    if let Some(named) = env::var_os("KAKUKIN_CHROMIUM").filter(|name| !name.is_empty()) {
        return Some(named.into());
    }
    let folders: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let in_path = NAMES.iter().flat_map(|name| {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&name))
    });
    let programs = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"];
    let on_windows = programs.iter().filter_map(env::var_os).flat_map(|folder| {
        WINDOWS.iter().map(move |program| Path::new(&folder).join(program)).collect::<Vec<_>>()
    });
    in_path.chain(MAC.iter().map(PathBuf::from)).chain(on_windows).find(|path| path.is_file())
}

fn is_whole(pdf: &[u8]) -> bool {
    let tail = &pdf[pdf.len().saturating_sub(64)..];
    pdf.starts_with(b"%PDF-") && tail.windows(5).any(|end| end == b"%%EOF")
}

/// The PDF without the moment it was made at, so that the same page gives the same file. The
/// places of all other bytes stay, as the table at the end of a PDF demands.
fn undated(mut pdf: Vec<u8>) -> Vec<u8> {
    for key in [&b"/CreationDate (D:"[..], b"/ModDate (D:"] {
        let found = pdf.windows(key.len()).position(|window| window == key);
        if let Some(at) = found {
            let digits = pdf[at + key.len()..].iter_mut().take_while(|byte| byte.is_ascii_digit());
            for (digit, fixed) in digits.zip(b"20000101000000") {
                *digit = *fixed;
            }
        }
    }
    pdf
}

/// The PDF with the parts of its structure numbered from 1: the browser counts on from whatever it
/// has made before. Their order stays, as the tree of their names demands.
fn renumbered(mut pdf: Vec<u8>) -> Vec<u8> {
    const START: &[u8] = b"(node";
    const DIGITS: usize = 8;
    let number = |at: usize| {
        let digits = pdf.get(at..at + DIGITS)?;
        let closed = pdf.get(at + DIGITS) == Some(&b')');
        let digits = std::str::from_utf8(digits).ok().filter(|_| closed)?;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse::<u32>().ok())?
    };
    let starts = pdf.windows(START.len()).enumerate().filter(|(_, window)| *window == START);
    let places: Vec<(usize, u32)> =
        starts.filter_map(|(at, _)| Some((at + START.len(), number(at + START.len())?))).collect();
    let mut numbers: Vec<u32> = places.iter().map(|(_, number)| *number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for (at, number) in places {
        let rank = numbers.partition_point(|other| *other < number) + 1;
        pdf[at..at + DIGITS].copy_from_slice(format!("{rank:0DIGITS$}").as_bytes());
    }
    pdf
}

/// A folder for one run, gone afterwards, however that ends.
struct Folder(PathBuf);

const FOLDER_START: &str = "kakukin-";
/// A folder that is older was left by a process that was killed.
const OLDEST: Duration = Duration::from_secs(600);

impl Folder {
    fn new() -> io::Result<Self> {
        Self::sweep();
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let name = format!("{FOLDER_START}{}-{}", std::process::id(), since.as_nanos());
        let path = env::temp_dir().join(name);
        let mut folder = fs::DirBuilder::new();
        // Pages may name people: nobody else shall read them.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        // A name that somebody else has taken is refused.
        folder.create(&path)?;
        interrupt::takes_along(Some(&path));
        Ok(Self(path))
    }

    /// Takes away what killed processes left: pages may name people.
    fn sweep() {
        let is_ours = |name: &str| name.strip_prefix(FOLDER_START).is_some_and(are_two_numbers);
        for folder in fs::read_dir(env::temp_dir()).into_iter().flatten().flatten() {
            if folder.file_name().to_str().is_some_and(is_ours)
                && folder.file_type().is_ok_and(|kind| kind.is_dir())
                && is_older(&folder.metadata(), OLDEST)
            {
                let _ = fs::remove_dir_all(folder.path());
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A process of the browser may still be closing a file.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.0).is_ok() || !self.0.exists() {
                break;
            }
            thread::sleep(TICK);
        }
        interrupt::takes_along(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_set_in_place() {
        let pdf = b"%PDF-1.4 /CreationDate (D:20261115200000+00'00') x /ModDate (D:2026) %%EOF";
        let fixed = undated(pdf.to_vec());
        assert_eq!(fixed.len(), pdf.len());
        assert!(String::from_utf8(fixed).unwrap().contains("(D:20000101000000+00'00')"));
    }

    #[test]
    fn parts_are_numbered_from_one_in_their_order() {
        let pdf = b"/ID (node00000043) /K (node00000007) (node00000043) (nodes) (node12345678x)";
        let fixed = String::from_utf8(renumbered(pdf.to_vec())).unwrap();
        let wanted = "/ID (node00000002) /K (node00000001) (node00000002) (nodes) (node12345678x)";
        assert_eq!(fixed, wanted);
    }

    #[test]
    fn half_a_pdf_is_none() {
        assert!(is_whole(b"%PDF-1.4\n%%EOF\n"));
        assert!(!is_whole(b"%PDF-1.4\n"));
        assert!(!is_whole(b""));
    }
}
