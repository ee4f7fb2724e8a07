//! `kakukin live` as a running tournament needs it: nothing that was confirmed is ever lost,
//! whoever writes at the same time and whenever a process is killed.
//!
//! Needs `prlimit` (util-linux), `strace` and `tmux`.

use std::{
    fs,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

const BINARY: &str = env!("CARGO_BIN_EXE_kakukin");
const KILLED: i32 = 9;
const FILE_TOO_LARGE: i32 = 25;

/// A folder with a record of its own, in which results can be added without end.
struct Hall {
    folder: tempfile::TempDir,
}

impl Hall {
    fn new() -> Self {
        let hall = Self { folder: tempfile::tempdir().unwrap() };
        let made = hall.live(&[
            "new", "--p", "70%", "--f", "10%", "--points", "1/2/3", "--draws", "replay", "--a",
            "太郎",
        ]);
        assert!(made.status.success(), "{}", said(&made));
        hall
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("match.json")
    }

    /// A command before which others can stand, such as `prlimit`.
    fn command(&self, before: &[&str], arguments: &[&str]) -> Command {
        let words: Vec<&str> = before.iter().chain(&[BINARY, "live"]).copied().collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments).arg("--file").arg(self.file());
        command.env("KAKUKIN_NOW", "1763199000").env("LC_ALL", "C");
        command
    }

    fn live(&self, arguments: &[&str]) -> Output {
        self.command(&[], arguments).output().unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }

    /// The number of entries, of a record that is in order.
    /// The halves of records that writers left behind.
    fn left_beside(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.folder.path()).unwrap().flatten().map(|file| file.path());
        files.filter(|path| path.extension().is_some_and(|end| end == "new")).collect()
    }

    fn entries(&self) -> usize {
        let shown = self.live(&["show", "--format", "json"]);
        assert!(shown.status.success(), "{}", said(&shown));
        let document: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        document["audit"].as_array().unwrap().len()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The size of the record that adding a draw to this one leaves behind.
fn size_after_a_draw(hall: &Hall) -> usize {
    let before = hall.bytes();
    assert!(hall.live(&["add", "draw"]).status.success());
    let after = hall.bytes();
    fs::write(hall.file(), before).unwrap();
    after.len()
}

/// The file size limit kills the process when it writes one byte more: between any two bytes
/// of the write the record is the one before, and the half-written one beside it disturbs nobody.
#[test]
fn killed_between_any_two_bytes_it_keeps_what_was_confirmed() {
    let hall = Hall::new();
    assert!(hall.live(&["add", "draw"]).status.success());
    let confirmed = hall.bytes();
    let size = size_after_a_draw(&hall);
    for limit in 0..size {
        let limited = format!("--fsize={limit}:{limit}");
        let killed =
            hall.command(&["prlimit", &limited, "--core=0"], &["add", "draw"]).output().unwrap();
        assert_eq!(killed.status.signal(), Some(FILE_TOO_LARGE), "{limit}: {}", said(&killed));
        assert!(killed.stdout.is_empty(), "{limit}: confirmed and not written");
        assert!(hall.bytes() == confirmed, "{limit}: the record was touched");
        let beside = hall.left_beside();
        assert_eq!(beside.len(), 1, "{beside:?}");
        let written = fs::metadata(&beside[0]).unwrap().len();
        assert_eq!(written, limit as u64, "killed at another byte");
        fs::remove_file(&beside[0]).unwrap();
        if limit % 100 == 0 || limit == size - 1 {
            assert!(hall.live(&["add", "draw"]).status.success());
            assert_eq!(hall.entries(), 2);
            fs::write(hall.file(), &confirmed).unwrap();
        }
    }
    let limited = format!("--fsize={size}:{size}");
    let done = hall.command(&["prlimit", &limited, "--core=0"], &["add", "draw"]).output().unwrap();
    assert!(done.status.success() && !done.stdout.is_empty());
    assert_eq!(hall.entries(), 2);
}

/// Killed before any system call from the opening of the file on: the record is the old one or
/// the new one, and the new one as soon as a word is said.
#[test]
fn killed_at_any_system_call_it_is_the_old_record_or_the_new_one() {
    for (command, result) in [("add", Some("draw")), ("undo", None)] {
        let hall = Hall::new();
        assert!(hall.live(&["add", "draw", "draw"]).status.success());
        let old = hall.bytes();
        let arguments: Vec<&str> = [command].into_iter().chain(result).collect();
        let trace = hall.folder.path().join("trace");
        let trace = trace.to_str().unwrap();
        let whole = hall.command(&["strace", "-o", trace], &arguments).output().unwrap();
        assert!(whole.status.success(), "{}", said(&whole));
        let new = hall.bytes();
        let calls = fs::read_to_string(trace).unwrap();
        let calls: Vec<(&str, &str)> =
            calls.lines().filter_map(|line| line.split_once('(')).collect();
        let opens = |(name, rest): &(&str, &str)| *name == "openat" && rest.contains("match.json");
        let first = calls.iter().position(opens).unwrap();
        let (mut olds, mut news) = (0, 0);
        for (number, (name, _)) in calls.iter().enumerate().skip(first) {
            fs::write(hall.file(), &old).unwrap();
            // Calls are counted by their names.
            let count = calls[..=number].iter().filter(|(other, _)| other == name).count();
            let inject = format!("--inject={name}:signal=KILL:when={count}");
            let run = hall.command(&["strace", "-o", "/dev/null", &inject], &arguments).output();
            let run = run.unwrap();
            let found = hall.bytes();
            assert!(found == old || found == new, "{command}, call {number}: neither");
            if !run.stdout.is_empty() {
                assert!(found == new, "{command}, call {number}: confirmed and not written");
            }
            match run.status.signal() {
                Some(KILLED) if found == old => olds += 1,
                Some(KILLED) => news += 1,
                _ => assert!(run.status.success() && found == new, "{}", said(&run)),
            }
        }
        // It was killed before the new record took its place, and after.
        assert!(olds >= 8 && news >= 3, "{command}: {olds} {news}");
        assert!(hall.live(&["add", "draw"]).status.success());
    }
}

/// A name that was taken when the power went can still be used.
#[test]
fn a_start_that_was_broken_off_can_be_made_again() {
    let hall = Hall::new();
    let whole = hall.bytes();
    fs::remove_file(hall.file()).unwrap();
    let new = [
        "new", "--p", "70%", "--f", "10%", "--points", "1/2/3", "--draws", "replay", "--a", "太郎",
    ];
    let killed = hall.command(&["prlimit", "--fsize=100:100", "--core=0"], &new).output().unwrap();
    assert_eq!(killed.status.signal(), Some(FILE_TOO_LARGE));
    let refused = hall.live(&["show"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(hall.live(&new).status.success());
    assert!(hall.bytes() == whole);
    // And then the name is taken.
    assert_eq!(hall.live(&new).status.code(), Some(2));
    assert!(hall.bytes() == whole);
}

/// Many writers at the same time: every result that was confirmed is kept, once.
#[test]
fn writers_at_the_same_time_lose_nothing() {
    let hall = Hall::new();
    let (writers, each) = (8, 6);
    thread::scope(|scope| {
        for writer in 0..writers {
            let hall = &hall;
            scope.spawn(move || {
                for _ in 0..each {
                    let by = format!("table {writer}");
                    let added = hall.live(&["add", "draw", "--by", &by]);
                    assert!(added.status.success(), "{}", said(&added));
                }
            });
        }
    });
    assert_eq!(hall.entries(), writers * each);
    let text = String::from_utf8(hall.bytes()).unwrap();
    for writer in 0..writers {
        assert_eq!(text.matches(&format!("\"by\":\"table {writer}\"")).count(), each);
    }
    // Of those who start the same record at the same time one succeeds.
    fs::remove_file(hall.file()).unwrap();
    let new = ["new", "--p", "70%", "--points", "1/2/3"];
    let codes: Vec<Option<i32>> = thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(|| hall.live(&new).status.code())).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| **code == Some(2)).count(), 7, "{codes:?}");
}

/// Folders are organised with links; a record stays where it is.
#[test]
fn a_link_to_a_record_stays_a_link() {
    let hall = Hall::new();
    let link = hall.folder.path().join("link.json");
    std::os::unix::fs::symlink(hall.file(), &link).unwrap();
    let added =
        Command::new(BINARY).args(["live", "add", "draw", "--file"]).arg(&link).output().unwrap();
    assert!(added.status.success(), "{}", said(&added));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(hall.entries(), 1);
}

/// The examples of the help, one after the other as a tournament goes.
#[test]
fn the_examples_of_the_help_run() {
    for locale in ["en", "ja"] {
        let folder = tempfile::tempdir().unwrap();
        let path =
            format!("{}/../kakukin-report/locales/{locale}.toml", env!("CARGO_MANIFEST_DIR"));
        let words: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
        for command in ["live", "live-new", "live-add", "live-undo", "live-show", "live-audit"] {
            let text = words["help"]["example"][command].as_str().unwrap();
            let lines = text.lines().filter_map(|line| line.strip_prefix("  kakukin "));
            // The screen itself needs a terminal.
            for line in lines.filter(|line| !line.starts_with("live --file")) {
                let run = Command::new(BINARY)
                    .args(line.split_whitespace())
                    .args(["--lang", locale])
                    .current_dir(folder.path())
                    .output()
                    .unwrap();
                assert!(run.status.success(), "{line}: {}", said(&run));
            }
        }
    }
}

/// A terminal that can be typed on and looked at.
struct Desk {
    socket: String,
}

impl Desk {
    fn open(hall: &Hall, lang: &str) -> Self {
        let desk = Self { socket: format!("kakukin-test-{}-{lang}", std::process::id()) };
        let command = format!(
            "LC_ALL=C.UTF-8 '{BINARY}' live --file '{}' --lang {lang}; echo ended with $?; sleep 60",
            hall.file().display()
        );
        desk.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command]);
        desk
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let run = Command::new("tmux").args(["-u", "-L", &self.socket]).args(arguments).output();
        String::from_utf8_lossy(&run.unwrap().stdout).into_owned()
    }

    fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    fn see(&self, words: &str) {
        let began = Instant::now();
        loop {
            let shown = self.tmux(&["capture-pane", "-p"]);
            if shown.contains(words) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "no {words:?} in\n{shown}");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// The screen on a terminal: a result, a second writer, undo, another size, the end.
#[test]
fn the_screen_records_reloads_and_leaves_the_terminal_as_it_was() {
    let hall = Hall::new();
    let desk = Desk::open(&hall, "ja");
    desk.see("次は第 1 局");
    desk.press("s");
    desk.see("勝ち点 0 - 0  ->  0 - 2");
    assert_eq!(hall.entries(), 0);
    desk.press("Enter");
    desk.see("記録 1 を保存しました");
    assert_eq!(hall.entries(), 1);
    // Another table writes while a question is open here: it is withdrawn.
    desk.press("f");
    desk.see("勝ち点 0 - 2  ->");
    assert!(hall.live(&["add", "draw"]).status.success());
    desk.see("ファイルがほかで更新された");
    desk.press("Enter");
    desk.press("u");
    desk.see("を取り消しますか");
    desk.press("y");
    desk.see("記録 3 を保存しました");
    assert_eq!(hall.entries(), 3);
    desk.tmux(&["resize-window", "-x", "50", "-y", "15"]);
    desk.see("60×20");
    desk.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    desk.press("l");
    desk.see("Next is game 2");
    desk.press("q");
    desk.see("ended with 0");
}

/// A window that is closed over an open question leaves no process behind.
#[test]
fn the_screen_ends_with_its_terminal() {
    let hall = Hall::new();
    let desk = Desk::open(&hall, "en");
    desk.see("Next is game 1");
    desk.press("f");
    desk.see("Enter or y");
    let file = hall.file().display().to_string();
    let running = || {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|one| fs::read(one.path().join("cmdline")).ok());
        lines
            .filter(|line| line.starts_with(BINARY.as_bytes()))
            .any(|line| String::from_utf8_lossy(&line).contains(&file))
    };
    assert!(running());
    drop(desk);
    let began = Instant::now();
    while running() {
        assert!(began.elapsed() < Duration::from_secs(20), "still running");
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(hall.entries(), 0);
}

/// Without a terminal the screen is refused; a file edited by hand is found out.
#[test]
fn an_edited_record_is_refused() {
    let hall = Hall::new();
    assert!(hall.live(&["add", "draw", "first"]).status.success());
    let text = String::from_utf8(hall.bytes()).unwrap();
    fs::write(hall.file(), text.replacen("\"action\":\"first\"", "\"action\":\"second\"", 1))
        .unwrap();
    for arguments in [&["show"][..], &["add", "draw"], &["undo"], &["audit"], &[]] {
        let run = hall.live(arguments);
        assert_eq!(run.status.code(), Some(2));
        assert!(said(&run).contains("entry 2 does not match its seal"), "{}", said(&run));
        assert!(run.stdout.is_empty());
    }
    let beside = hall.folder.path().join(".match.json.new");
    assert!(!Path::new(&beside).exists());
}
