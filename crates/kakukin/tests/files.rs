//! Files and streams as they are in the world: shared, locked, left over, named by anybody,
//! silent, broken off, full.
//!
//! Needs `prlimit` and `setpriv` (util-linux). Some tests change users, which only the
//! administrator can: elsewhere they say that they did not run.

#![cfg(target_os = "linux")]

use std::{
    fs::{self, File, Permissions},
    io::Write,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown, symlink},
        process::ExitStatusExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant, SystemTime},
};

const BINARY: &str = env!("CARGO_BIN_EXE_kakukin");
const NEW: [&str; 8] = ["live", "new", "--p", "70%", "--points", "1/2/3", "--draws", "replay"];

/// Users and a group that no system has.
const ANN: u32 = 65_501;
const BEN: u32 = 65_502;
const CLUB: u32 = 65_500;

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn kakukin(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).env("LC_ALL", "C");
    command
}

/// The command as a user who is in the club.
fn as_user(user: u32, arguments: &[&str]) -> Command {
    let mut command = Command::new("setpriv");
    let [user, group] = [format!("--reuid={user}"), format!("--regid={user}")];
    command.args([user, group, format!("--groups={CLUB}")]).arg(BINARY);
    command.args(arguments).env("LC_ALL", "C");
    command
}

/// Whether the tests can be other users; says so if not.
fn can_change_users() -> bool {
    let can = as_user(ANN, &["--version"]).output().is_ok_and(|run| run.status.success());
    if !can {
        let _ = writeln!(std::io::stderr(), "not run: this needs to start {BINARY} as other users");
    }
    can
}

/// A folder of the club with a record of Ann's in it.
fn shared_record(mode: u32) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    chown(folder.path(), None, Some(CLUB)).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o770)).unwrap();
    let file = folder.path().join("match.json");
    let made = as_user(ANN, &[&NEW[..], &["--file", file.to_str().unwrap()]].concat()).output();
    let made = made.unwrap();
    assert!(made.status.success(), "{}", said(&made));
    chown(&file, None, Some(CLUB)).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
    (folder, file)
}

/// Whose a file is and who may use it.
fn rights(file: &Path) -> (u32, u32, u32) {
    let about = fs::metadata(file).unwrap();
    (about.uid(), about.gid(), about.mode() & 0o7777)
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().flatten().map(|file| file.path()).collect()
}

#[test]
fn a_shared_record_stays_whose_it_is() {
    if !can_change_users() {
        return;
    }
    let (folder, file) = shared_record(0o660);
    let add = ["live", "add", "draw", "--file", file.to_str().unwrap()];
    let before = fs::read(&file).unwrap();
    for lang in ["en", "ja"] {
        let refused = as_user(BEN, &[&add[..], &["--lang", lang]].concat()).output().unwrap();
        assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
        assert!(refused.stdout.is_empty());
        for word in [&ANN.to_string(), &CLUB.to_string()] {
            assert!(said(&refused).contains(word), "{}", said(&refused));
        }
    }
    assert!(fs::read(&file).unwrap() == before);
    assert_eq!(files_in(folder.path()), std::slice::from_ref(&file));
    // Its owner, whose own group is another, and the administrator.
    for command in [&mut as_user(ANN, &add), &mut kakukin(&add)] {
        let added = command.output().unwrap();
        assert!(added.status.success(), "{}", said(&added));
        assert_eq!(rights(&file), (ANN, CLUB, 0o660));
    }
    assert!(fs::read(&file).unwrap().len() > before.len());
    assert_eq!(files_in(folder.path()), [file]);
}

/// Whoever may write to the folder could put another file in the place of one that he may not
/// write.
#[test]
fn a_record_that_a_user_may_only_read_is_not_replaced() {
    if !can_change_users() {
        return;
    }
    let (_folder, file) = shared_record(0o640);
    let before = fs::read(&file).unwrap();
    let show = as_user(BEN, &["live", "show", "--file", file.to_str().unwrap()]).output().unwrap();
    assert!(show.status.success(), "{}", said(&show));
    let add = ["live", "add", "draw", "--file", file.to_str().unwrap()];
    let refused = as_user(BEN, &add).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("no permission to read or write it"), "{}", said(&refused));
    assert!(fs::read(&file).unwrap() == before);
    assert_eq!(rights(&file), (ANN, CLUB, 0o640));
}

#[test]
fn a_record_keeps_its_access_list() {
    const LIST: &str = "system.posix_acl_access";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let path = file.to_str().unwrap();
    assert!(kakukin(&[&NEW[..], &["--file", path]].concat()).status().unwrap().success());
    // The owner reads and writes, one user reads, the mask lets him.
    let entries: [(u16, u16, u32); 5] =
        [(1, 6, !0), (2, 4, BEN), (4, 0, !0), (0x10, 4, !0), (0x20, 0, !0)];
    let mut list = 2u32.to_le_bytes().to_vec();
    for (tag, may, who) in entries {
        list.extend([&tag.to_le_bytes()[..], &may.to_le_bytes(), &who.to_le_bytes()].concat());
    }
    if rustix::fs::setxattr(&file, LIST, &list, rustix::fs::XattrFlags::empty()).is_err() {
        let _ =
            writeln!(std::io::stderr(), "not run: no access lists in {}", folder.path().display());
        return;
    }
    let added = kakukin(&["live", "add", "draw", "--file", path]).output().unwrap();
    assert!(added.status.success(), "{}", said(&added));
    let mut kept = [0; 1024];
    let length = rustix::fs::getxattr(&file, LIST, &mut kept[..]).unwrap();
    assert_eq!(kept[..length], list[..]);
}

/// A record, and the lock on it in the hands of these tests.
fn locked_record() -> (tempfile::TempDir, PathBuf, File) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let made = kakukin(&[&NEW[..], &["--file", file.to_str().unwrap()]].concat()).status();
    assert!(made.unwrap().success());
    let lock = File::open(&file).unwrap();
    lock.lock().unwrap();
    (folder, file, lock)
}

#[test]
fn nobody_waits_for_ever_for_a_record_that_somebody_holds() {
    let (_folder, file, lock) = locked_record();
    let before = fs::read(&file).unwrap();
    let add = ["live", "add", "draw", "--file", file.to_str().unwrap()];
    let begun = Instant::now();
    let refused = kakukin(&add).output().unwrap();
    let waited = begun.elapsed();
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(waited > Duration::from_secs(4) && waited < Duration::from_secs(30), "{waited:?}");
    let words = said(&refused);
    let lines: Vec<&str> = words.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("is using the file; waiting"), "{words}");
    let me = format!("process {}", std::process::id());
    assert!(lines.iter().all(|line| line.contains(&me)), "{words}");
    assert!(fs::read(&file).unwrap() == before);
    drop(lock);
    assert!(kakukin(&add).status().unwrap().success());
}

#[test]
fn a_record_that_is_let_go_is_written() {
    let (_folder, file, lock) = locked_record();
    let add = ["live", "add", "draw", "--file", file.to_str().unwrap()];
    let waiting = kakukin(&add).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_millis(2500));
    drop(lock);
    let added = waiting.wait_with_output().unwrap();
    assert!(added.status.success() && !added.stdout.is_empty(), "{}", said(&added));
    assert_eq!(said(&added).matches("is using the file; waiting").count(), 1, "{}", said(&added));
}

#[test]
fn what_a_killed_writer_left_is_taken_away_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let path = file.to_str().unwrap();
    assert!(kakukin(&[&NEW[..], &["--file", path]].concat()).status().unwrap().success());
    let add = ["live", "add", "draw", "--file", path];
    let killed = Command::new("prlimit")
        .args(["--fsize=100:100", "--core=0", BINARY])
        .args(add)
        .output()
        .unwrap();
    assert!(killed.status.signal().is_some(), "{}", said(&killed));
    let left: Vec<PathBuf> =
        files_in(folder.path()).into_iter().filter(|left| *left != file).collect();
    let [left] = &left[..] else { panic!("{left:?}") };
    // While it is young it could be the work of somebody who has not begun.
    assert!(kakukin(&add).status().unwrap().success());
    assert!(left.exists());
    let before = SystemTime::now() - Duration::from_secs(120);
    File::options().append(true).open(left).unwrap().set_modified(before).unwrap();
    assert!(kakukin(&add).status().unwrap().success());
    assert_eq!(files_in(folder.path()), [file]);
}

/// Asks a process to end, and waits for it, but not for ever.
fn ended(mut child: Child) -> (Output, Duration) {
    let begun = Instant::now();
    let asked = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(asked.success());
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it did not end: {}", said(&child.wait_with_output().unwrap()));
        }
        thread::sleep(Duration::from_millis(20));
    }
    (child.wait_with_output().unwrap(), begun.elapsed())
}

/// Pages may name people.
#[test]
fn printing_that_is_broken_off_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [browser, temporary, pdf] =
        ["browser", "tmp", "rule.pdf"].map(|name| folder.path().join(name));
    fs::write(&browser, "#!/bin/sh\nexec sleep 60\n").unwrap();
    fs::set_permissions(&browser, Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(&temporary).unwrap();
    // What a killed process left, and what is not ours.
    let old = SystemTime::now() - Duration::from_secs(3600);
    for name in ["kakukin-1-2", "kakukin-notes-2"] {
        fs::create_dir(temporary.join(name)).unwrap();
        fs::write(temporary.join(name).join("page.html"), "Ann and Ben").unwrap();
        File::open(temporary.join(name)).unwrap().set_modified(old).unwrap();
    }
    let mut command = kakukin(&["report", "rule", "--p", "70%", "--points", "1/2/3", "-o"]);
    command.arg(&pdf).env("KAKUKIN_CHROMIUM", &browser).env("TMPDIR", &temporary);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let is_printing = || {
        let folders = files_in(&temporary);
        folders.len() == 2
            && folders.iter().any(|folder| folder.join("page.html").exists())
            && !temporary.join("kakukin-1-2").exists()
    };
    while !is_printing() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", files_in(&temporary));
        thread::sleep(Duration::from_millis(20));
    }
    let (end, _) = ended(child);
    assert_eq!(end.status.code(), Some(1), "{:?} {}", end.status, said(&end));
    assert_eq!(files_in(&temporary), [temporary.join("kakukin-notes-2")]);
    assert!(!pdf.exists() && said(&end).contains("interrupted"), "{}", said(&end));
}

#[test]
fn a_silent_source_can_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in ["estimate", "records"] {
        for source in ["-", pipe.to_str().unwrap()] {
            let mut waiting = kakukin(&[command, source])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let _silent = waiting.stdin.take();
            thread::sleep(Duration::from_millis(1000));
            let (end, took) = ended(waiting);
            assert_eq!(end.status.code(), Some(1), "{command} {source} {:?}", end.status);
            assert!(took < Duration::from_secs(5), "{command} {source}: {took:?}");
            assert!(said(&end).contains("interrupted"), "{}", said(&end));
        }
    }
}

#[test]
fn a_pipe_with_a_name_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reading = kakukin(&["records", "--format", "csv"])
        .arg(&pipe)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    fs::write(&pipe, "first,second,result\nAnn,Ben,1-0\n").unwrap();
    let read = reading.wait_with_output().unwrap();
    assert!(read.status.success(), "{}", said(&read));
    assert!(String::from_utf8_lossy(&read.stdout).contains("Ann,Ben,1-0"), "{}", said(&read));
}

/// Characters that a terminal would obey, or that turn a line around.
fn is_harmless(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    !text.chars().any(|c| c != '\n' && kakukin_core::does_something(c))
}

#[test]
fn no_name_of_a_file_writes_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "=x\u{1b}[2J\u{9b}31m\u{202e}vsc\u{200b}\n.csv";
    let file = folder.path().join(name);
    fs::write(&file, "first,second,result\nAnn,Ben,1-0\nAnn,Ben,what\n").unwrap();
    fs::write(folder.path().join("\u{1b}[31mempty.csv"), "").unwrap();
    let list = folder.path().join("list");
    for command in [
        &["records", "--format", "csv", "."][..],
        &["records", "."],
        &["records", "--skipped", "list", "."],
        &["estimate", "."],
        &["estimate", "--format", "csv", "."],
        &["epsilon", "standings", "--p", "60%", "."],
        &["estimate", "--skipped", name, "."],
        &["estimate", "\u{1b}[2J\u{202e}.csv"],
        &["eval", "--p", "\u{202e}", "--points", "1/2/3"],
        &["find", "--from", name, "--limit", "3"],
        &["live", "show", "--file", "\u{1b}\u{202e}.json"],
        &["live", "show", "--file", name],
        &["live", "--file", name],
        &["eval", "--p", "70%", "--points", "1/2/3", "--plot", "\u{1b}\u{202e}/x.svg"],
        &["\u{1b}[2J\u{202e}"],
        &["--\u{1b}[2J\u{202e}"],
        &["completions", "\u{1b}[2J\u{202e}"],
        &["mahjong", "win", "--hands", name],
    ] {
        for lang in ["en", "ja"] {
            let mut run = Command::new(BINARY);
            let run = run.args(command).args(["--lang", lang]).current_dir(folder.path());
            let run = run.output().unwrap();
            assert!(
                is_harmless(&run.stdout),
                "{command:?} {}",
                String::from_utf8_lossy(&run.stdout)
            );
            assert!(is_harmless(&run.stderr), "{command:?} {}", said(&run));
        }
    }
    assert!(is_harmless(&fs::read(&list).unwrap()));
}

#[test]
fn who_has_seen_enough_and_a_full_device() {
    for arguments in [
        &["--help"][..],
        &["eval", "--help"],
        &["--version"],
        &["presets"],
        &["completions", "bash"],
        &["completions", "fish"],
        &["completions", "powershell"],
        &["completions", "zsh"],
        &["completions", "elvish"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let run = kakukin(arguments).stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(1), "{arguments:?}: {}", said(&run));
        assert_eq!(said(&run).lines().count(), 1, "{arguments:?}: {}", said(&run));
        assert!(said(&run).contains("the disk is full"), "{arguments:?}: {}", said(&run));

        // The other end of the pipe is closed before anything is written.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = kakukin(arguments).stdout(writer).output().unwrap();
        assert!(run.status.success() && run.stderr.is_empty(), "{arguments:?}: {}", said(&run));
    }
}

#[test]
fn threads_that_cannot_be_had_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    if !can_change_users() {
        return;
    }
    chown(folder.path(), Some(ANN), None).unwrap();
    // A user who may have so many threads.
    let with = |threads: u32, arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        let [user, group] = [format!("--reuid={ANN}"), format!("--regid={ANN}")];
        let most = format!("--nproc={threads}:{threads}");
        command.args([&user, &group, "--clear-groups", "prlimit", &most, BINARY]);
        command.args(arguments).env("LC_ALL", "C").current_dir(folder.path()).output().unwrap()
    };
    for arguments in [
        &["simulate", "--p", "70%", "--points", "1/2/3", "--series", "1000", "--threads", "1000"][..],
        &["serve", "--port", "0", "--workers", "500"],
        &["mahjong", "win", "1122m3344p5566s1z", "--threads", "1000"],
    ] {
        let run = with(100, arguments);
        assert_eq!(run.status.code(), Some(1), "{arguments:?} {}", said(&run));
        assert_eq!(said(&run).lines().count(), 1, "{arguments:?} {}", said(&run));
        assert!(said(&run).contains("threads cannot be started"), "{}", said(&run));
    }
    for arguments in [
        &["find", "--p", "70%", "--limit", "5"][..],
        &["simulate", "--p", "70%", "--points", "1/2/3", "--series", "1000", "--threads", "1"],
        &["table", "--best", "--p", "70%", "--f", "0", "--limit", "3"],
        &["mahjong", "advise", "1122m3344p5566s12z"],
        &["eval", "--p", "70%", "--points", "1/1/400"],
    ] {
        let run = with(1, arguments);
        assert!(!said(&run).contains("panicked"), "{arguments:?} {}", said(&run));
        assert!(run.status.success(), "{arguments:?} {}", said(&run));
    }
    for arguments in [&["workbook", "-o", "x.xlsx"][..], &["serve", "--port", "0"]] {
        let run = with(1, arguments);
        assert_eq!(run.status.code(), Some(1), "{arguments:?} {}", said(&run));
        assert!(said(&run).contains("threads cannot be started"), "{}", said(&run));
    }
    assert!(files_in(folder.path()).is_empty());
}

#[test]
fn a_record_is_an_ordinary_file() {
    let folder = tempfile::tempdir().unwrap();
    let [link, nothing, pipe] = ["link", "nothing", "pipe"].map(|name| folder.path().join(name));
    symlink(&nothing, &link).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (file, why) in [
        (Path::new("/dev/null"), "not an ordinary file"),
        (&pipe, "not an ordinary file"),
        (folder.path(), "a folder"),
        (&link, "a link to a file that does not exist"),
    ] {
        let file = ["--file", file.to_str().unwrap()];
        let run = kakukin(&[&NEW[..], &file].concat()).output().unwrap();
        assert_eq!(run.status.code(), Some(1), "{file:?} {}", said(&run));
        assert!(run.stdout.is_empty() && said(&run).contains(why), "{}", said(&run));
        let run = kakukin(&[&["live", "add", "draw"][..], &file].concat()).output().unwrap();
        assert!(!run.status.success() && run.stdout.is_empty(), "{file:?} {}", said(&run));
    }
    assert!(!nothing.exists() && fs::symlink_metadata(&link).unwrap().is_symlink());
}

/// A small file that becomes more than a gigabyte.
#[test]
fn what_is_unpacked_has_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let packed = |text: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let head = b"[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n{";
    let mut bomb = packed(head);
    bomb.extend(packed("and so on\n".repeat(100_000).as_bytes()).repeat(1100));
    bomb.extend(packed(b"} 1-0\n"));
    let file = folder.path().join("long.pgn.gz");
    fs::write(&file, &bomb).unwrap();
    let estimate = |most: &str| {
        let run = kakukin(&["estimate", "--max-unpacked", most]).arg(&file).output().unwrap();
        (run.status.code(), said(&run))
    };
    let (code, words) = estimate("1");
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("<= 1 GB; --max-unpacked N"), "{words}");
    let (code, words) = estimate("2");
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(estimate("0").0, Some(2));
}
