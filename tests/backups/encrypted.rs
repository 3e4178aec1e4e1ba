//! Encrypted backups: they can be restored with the passphrase only.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use barback::backup::{Keyring, Source, check_source};
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};

use crate::box_process::{BoxProcess, clear_environment, command};
use crate::cli::{barback, barback_with, busy_bar, path_in, sells, signs_in, until};
use crate::ledger::{assert_all_stored, shown_sales};
use crate::phone::{PASSWORD, Phone};
use crate::rng::SeededRng;

const PASSPHRASE: &str = "pepper soup at the corner";
const OTHER: &str = "cassava leaf on a friday";
const VARIABLE: &str = "BARBACK_BACKUP_PASSPHRASE";
/// Damaged files of each kind.
const DAMAGED_FILES: u64 = 250;
/// Bytes of a file's magic number, and of a block's header.
const MAGIC_BYTES: usize = 8;
const HEADER_BYTES: usize = 13;
/// Offset of the checksum in a block's header.
const CHECKSUM_AT: usize = 9;
/// Most bytes that are decompressed when searching for text.
const UNPACKED_MAX: u64 = 1024 * 1024;

/// Writes a passphrase file and returns its path.
fn file_with(room: &Path, passphrase: &str) -> String {
    let file = room.join(passphrase.replace(' ', "-"));
    fs::write(&file, format!("{passphrase}\n")).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
    file.display().to_string()
}

/// Whether a file contains `text`, directly or in compressed data that begins at any offset.
fn reveals(file: &Path, text: &str) -> bool {
    let bytes = fs::read(file).expect("read");
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    let unpacked = |from: usize| {
        let mut unpacked = Vec::new();
        let _ = DeflateDecoder::new(&bytes[from..]).take(UNPACKED_MAX).read_to_end(&mut unpacked);
        unpacked
    };
    holds(&bytes) || (0..bytes.len()).any(|from| holds(&unpacked(from)))
}

/// A bar on `data` that stores a guest's name and phone number.
async fn bar_with_a_guest(data: &Path, more: &[&str]) -> (BoxProcess, Phone) {
    let (bar, phone, _) = busy_bar(data, more, 10).await;
    let credit = json!({"customerName": "Musu Kamara", "customerPhone": "0770551240", "productId": 1, "quantity": 1});
    phone.post("/api/credit", &credit, None).await.expect("an answer").is(201);
    (bar, phone)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_backup_is_restored_with_its_passphrase_only() {
    let room = tempfile::tempdir().expect("room");
    let (data, key) = (room.path().join("bar"), file_with(room.path(), PASSPHRASE));
    let (bar, phone) = bar_with_a_guest(&data, &["--backup-passphrase-file", &key]).await;
    let list = phone.sees("/api/backups").await;
    assert_eq!((&list["encrypted"], &list["copies"]), (&json!(true), &json!([])));
    let made = phone.post("/api/backups", &json!({}), None).await.expect("an answer").is(201);
    assert_eq!((&made["encrypted"], &made["verified"]), (&json!(true), &json!(true)));
    let list = phone.sees("/api/backups").await;
    assert_eq!(list["copies"][0], made);
    let shown = shown_sales(&phone, 0).await;
    // A downloaded backup is the encrypted file.
    let path = format!("/api/backups/{}", made["name"].as_str().expect("a name"));
    let backup = room.path().join("fetched.barback");
    fs::write(&backup, phone.get(&path).await.expect("an answer").body).expect("written");
    // While the box runs, the command needs no passphrase.
    let stick = room.path().join("stick.barback");
    let output = barback(&data, &["backup", &stick.display().to_string()]).ok();
    assert!(output.contains("both files are the same") && path_in(&output) == stick, "{output}");
    let ended = bar.kill();
    for file in [&backup, &stick] {
        for text in ["Musu", "0770551240", "argon2", "Club Beer", PASSPHRASE] {
            assert!(!reveals(file, text), "{} reveals {text}", file.display());
        }
    }
    assert!(!ended.errors.contains(PASSPHRASE) && !format!("{list}{made}").contains(PASSPHRASE));

    let backup = backup.display().to_string();
    let new = room.path().join("new");
    for args in [&["restore", &backup][..], &["verify", &backup]] {
        let missing = barback(&new, args).failed();
        assert!(missing.contains("is encrypted. Give its passphrase") && missing.contains("--backup-passphrase-file"), "{missing}");
        let wrong = barback_with(&new, args, &[(VARIABLE, OTHER)]).failed();
        assert!(wrong.contains("The passphrase is not the one that the backup") && wrong.contains(&backup), "{wrong}");
        assert!(!wrong.contains(OTHER) && !new.exists(), "{wrong}");
    }
    let verified = barback_with(&new, &["verify", &backup], &[(VARIABLE, PASSPHRASE)]).ok();
    assert!(verified.contains("figures are those of the bar that was backed up"), "{verified}");
    barback(&new, &["restore", &backup, "--backup-passphrase-file", &key]).ok();
    // With a wrong passphrase, an existing bar is not changed.
    let before = fs::read(new.join("barback.redb")).expect("read");
    let wrong = barback_with(&new, &["restore", &backup, "--replace"], &[(VARIABLE, OTHER)]).failed();
    assert!(wrong.contains("Nothing was changed") && fs::read(new.join("barback.redb")).expect("read") == before, "{wrong}");
    let bar = BoxProcess::open(&new, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown);
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_backup_is_unencrypted_by_mistake() {
    let room = tempfile::tempdir().expect("room");
    let (data, key) = (room.path().join("bar"), file_with(room.path(), PASSPHRASE));
    let (bar, _) = bar_with_a_guest(&data, &["--backup-passphrase-file", &key]).await;
    bar.terminate();
    // On the command line, while the box is stopped, without the service's settings.
    for args in [&["backup"][..], &["export", &room.path().join("export").display().to_string()]] {
        let refused = barback(&data, args).failed();
        assert!(refused.contains("The backups of this bar are encrypted, and no passphrase is given here"), "{refused}");
    }
    let files = || fs::read_dir(data.join("backups")).map_or(0, |files| files.count());
    assert_eq!(files(), 0);
    let backup = path_in(&barback_with(&data, &["backup"], &[(VARIABLE, PASSPHRASE)]).ok());
    Source::open_with(&backup, &Keyring::new(PASSPHRASE)).and_then(|source| check_source(&source)).expect("it is whole");
    let export = room.path().join("export-2").display().to_string();
    barback(&data, &["export", &export, "--backup-passphrase-file", &key]).ok();
    // A passphrase file that all users may read causes a warning.
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("set");
    let output = barback(&data, &["backup", "--backup-passphrase-file", &key]);
    assert!(output.code == Some(0) && output.errors.contains(&format!("chmod 600 {key}")), "{output:?}");
    // An unreadable or weak passphrase is refused at the start.
    let short = file_with(room.path(), "beer");
    for (file, words) in [("/nonexistent/passphrase", "cannot be read from /nonexistent/passphrase"), (&short, "too short")] {
        let ended = BoxProcess::start(&data, &["--backup-passphrase-file", file]).err().expect("it refuses");
        assert!(ended.status.code() == Some(1) && ended.errors.contains(words), "{ended:?}");
    }
    // Without the option, new backups are unencrypted, and the older ones stay encrypted.
    let bar = BoxProcess::open(&data, &[]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    let made = phone.post("/api/backups", &json!({}), None).await.expect("an answer").is(201);
    let list = phone.sees("/api/backups").await;
    let encrypted: Vec<&Value> = list["copies"].as_array().expect("a list").iter().map(|backup| &backup["encrypted"]).collect();
    assert_eq!((&made["encrypted"], &list["encrypted"]), (&json!(false), &json!(false)));
    assert_eq!(encrypted, [false, true, true, true]);
    let clear = data.join("backups").join(made["name"].as_str().expect("a name"));
    assert!(reveals(&clear, "Musu Kamara"), "the search for text does not find existing text");
    let ended = bar.terminate();
    assert!(ended.errors.contains("backups are not encrypted any more"), "{}", ended.errors);
    barback(&data, &["backup"]).ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_encrypted_backup_is_never_accepted() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, _) = bar_with_a_guest(&data, &[]).await;
    bar.terminate();
    let [backup, other] = [(); 2].map(|()| path_in(&barback_with(&data, &["backup"], &[(VARIABLE, PASSPHRASE)]).ok()));
    let keys = Keyring::new(PASSPHRASE);
    let whole = fs::read(&backup).expect("read");
    Source::open_with(&backup, &keys).and_then(|source| check_source(&source)).expect("it is whole");
    let mut rng = SeededRng::from_env();
    let file = room.path().join("damaged.barback");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&file, bytes).expect("written");
        Source::open_with(&file, &keys)
            .and_then(|source| check_source(&source))
            .err()
            .unwrap_or_else(|| panic!("{what} is accepted"))
            .to_string()
    };
    for _ in 0..DAMAGED_FILES {
        let mut damaged = whole.clone();
        let bit = rng.below(whole.len() as u64 * 8);
        damaged[(bit / 8) as usize] ^= 1 << (bit % 8);
        refused(&damaged, &format!("a backup with bit {bit} flipped"));
    }
    for _ in 0..DAMAGED_FILES {
        let length = rng.below(whole.len() as u64) as usize;
        refused(&whole[..length], &format!("a backup of {length} bytes"));
    }

    // Changes with corrected checksums are detected by the encryption.
    let (ours, theirs) = (blocks(&whole), blocks(&fs::read(&other).expect("read")));
    assert!(ours.len() >= 4 && framed(&ours) == whole, "this test does not match the format");
    for at in 1..ours.len() {
        let mut without = ours.clone();
        without.remove(at);
        refused(&framed(&without), &format!("a backup without block {at}"));
        let mut twice = ours.clone();
        twice.insert(at, ours[at].clone());
        refused(&framed(&twice), &format!("a backup with block {at} twice"));
        let mut mixed = ours.clone();
        mixed[at].clone_from(&theirs[at]);
        refused(&framed(&mixed), &format!("a backup with block {at} of another"));
        let mut changed = ours.clone();
        *changed[at].last_mut().expect("bytes") ^= 1;
        refused(&framed(&changed), &format!("a backup with a changed block {at}"));
        let mut moved = ours.clone();
        moved.swap(at, at - 1);
        refused(&framed(&moved), &format!("a backup with blocks {at} and {} in each other's place", at - 1));
    }
    let mut changed = ours.clone();
    *changed[2].last_mut().expect("bytes") ^= 1;
    let words = refused(&framed(&changed), "a changed step");
    assert!(words.contains("a block cannot be decrypted"), "{words}");
}

/// The blocks of a file, each with its header.
fn blocks(file: &[u8]) -> Vec<Vec<u8>> {
    let (mut rest, mut blocks) = (&file[MAGIC_BYTES..], Vec::new());
    while !rest.is_empty() {
        let length = u32::from_le_bytes(rest[5..CHECKSUM_AT].try_into().expect("4 bytes"));
        let (block, tail) = rest.split_at(HEADER_BYTES + length as usize);
        blocks.push(block.to_vec());
        rest = tail;
    }
    blocks
}

/// An encrypted file of these blocks, with correct checksums.
fn framed(blocks: &[Vec<u8>]) -> Vec<u8> {
    let (mut file, mut chain) = (b"BARBACK\x02".to_vec(), 0_u32);
    for block in blocks {
        let mut sum = crc32fast::Hasher::new();
        for part in [&chain.to_le_bytes()[..], &block[..CHECKSUM_AT], &block[HEADER_BYTES..]] {
            sum.update(part);
        }
        chain = sum.finalize();
        file.extend([&block[..CHECKSUM_AT], &chain.to_le_bytes(), &block[HEADER_BYTES..]].concat());
    }
    file
}

fn files_on(stick: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(stick).expect("a stick").map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// The last entry on a stick that the passphrase decrypts; 0 if nothing can be read.
fn journal_on(stick: &Path, passphrase: &str) -> u64 {
    let source = Source::open_with(stick, &Keyring::new(passphrase));
    source.and_then(|source| source.read(|_| Ok(()))).map_or(0, |summary| summary.last_entry)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_continuous_backup_is_encrypted_and_continues_under_the_same_passphrase() {
    let room = tempfile::tempdir().expect("room");
    let (data, stick) = (room.path().join("bar"), room.path().join("stick"));
    fs::create_dir(&stick).expect("a stick");
    let (target, key) = (stick.display().to_string(), file_with(room.path(), PASSPHRASE));
    let settings = ["--copy-to", &target, "--backup-passphrase-file", &key];
    let (mut bar, mut phone, mut requests) = busy_bar(&data, &settings, 5).await;
    let token = phone.token().to_owned();
    let caught_up = async |phone: &Phone, passphrase: &str| {
        let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
        until(phone, "/api/backups", |_| journal_on(&stick, passphrase) >= head).await;
    };
    for round in 0..2 {
        caught_up(&phone, PASSPHRASE).await;
        requests.extend(sells(&phone, &format!("round {round}"), 5).await);
        // A power cut while it is written.
        bar.kill();
        bar = BoxProcess::open(&data, &settings);
        phone = Phone::new(bar.port(), &token);
    }
    caught_up(&phone, PASSPHRASE).await;
    let shown = shown_sales(&phone, 0).await;
    assert_all_stored(&requests, &shown);
    bar.kill();
    let timeline_count = |files: &[PathBuf]| {
        let timeline =
            |file: &PathBuf| file.file_name().expect("a name").to_string_lossy().rsplit_once('-').expect("a timeline").0.to_owned();
        files.iter().map(timeline).collect::<std::collections::BTreeSet<_>>().len()
    };
    let files = files_on(&stick);
    assert!(files.len() > 1 && timeline_count(&files) == 1, "each start creates a file of the same timeline: {files:?}");
    for file in &files {
        assert!(!reveals(file, "Club Beer") && !reveals(file, "argon2"), "{} reveals text", file.display());
    }
    // Truncated anywhere, it is restored up to there.
    let last = files.last().expect("a file");
    let whole = fs::read(last).expect("read");
    for cut in [0, 1, 8, 9, 30, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(last, &whole[..cut]).expect("cut off");
        let new = room.path().join(format!("new-{cut}"));
        barback_with(&new, &["restore", &target], &[(VARIABLE, PASSPHRASE)]).ok();
        let verified = barback(&new, &["verify"]).ok();
        assert!(verified.contains("all the same"), "cut off after {cut}: {verified}");
    }
    let refused = barback(&room.path().join("none"), &["restore", &target]).failed();
    assert!(refused.contains("is encrypted. Give its passphrase"), "{refused}");

    // Another passphrase begins a new timeline with the first entry; the existing files stay unchanged.
    let before: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("read")).collect();
    let other = file_with(room.path(), OTHER);
    let bar = BoxProcess::open(&data, &["--copy-to", &target, "--backup-passphrase-file", &other]);
    let phone = Phone::new(bar.port(), &token);
    caught_up(&phone, OTHER).await;
    sells(&phone, "under another passphrase", 2).await;
    caught_up(&phone, OTHER).await;
    let shown = shown_sales(&phone, 0).await;
    bar.kill();
    let now: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("still there")).collect();
    assert!(now == before && timeline_count(&files_on(&stick)) == 2, "{:?}", files_on(&stick));
    let new = room.path().join("other");
    let output = barback_with(&new, &["restore", &target], &[(VARIABLE, OTHER)]).ok();
    assert!(output.contains(&format!("Not checked: {} files, encrypted with another passphrase.", files.len())), "{output}");
    let output = barback_with(&new, &["verify", &target], &[(VARIABLE, OTHER)]).ok();
    assert!(output.contains("Not checked: ") && output.contains("encrypted with another passphrase."), "{output}");
    let bar = BoxProcess::open(&new, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown);
    bar.kill();

    // Unencrypted again: also a new timeline. Without the passphrase it is not assumed to be the newest.
    let bar = BoxProcess::open(&data, &["--copy-to", &target]);
    let phone = Phone::new(bar.port(), &token);
    until(&phone, "/api/backups", |_| timeline_count(&files_on(&stick)) == 3).await;
    bar.terminate();
    let refused = barback(&room.path().join("mixed"), &["restore", &target]).failed();
    assert!(refused.contains("is encrypted. Give its passphrase"), "{refused}");
}

/// Runs a command in a pseudo-terminal, types `typed`, and returns whether it succeeded and what the terminal showed.
fn at_a_terminal(data: &Path, args: &str, typed: &str) -> Option<(bool, String)> {
    let line = format!("{} {args} --data {}", env!("CARGO_BIN_EXE_barback"), data.display());
    let mut script = Command::new("script");
    clear_environment(&mut script);
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    script.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = script.spawn().ok()?;
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    // Typed after the prompt: the terminal would echo earlier input.
    let mut shown = Vec::new();
    let mut byte = [0];
    while !shown.ends_with(b": ") && output.read(&mut byte).is_ok_and(|read| read > 0) {
        shown.push(byte[0]);
    }
    std::thread::sleep(std::time::Duration::from_millis(200));
    std::io::Write::write_all(&mut input, typed.as_bytes()).expect("typed");
    output.read_to_end(&mut shown).expect("read");
    let status = child.wait().expect("it ends");
    Some((status.success(), String::from_utf8_lossy(&shown).into_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_terminal_the_passphrase_is_prompted_for_and_not_echoed() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, _) = bar_with_a_guest(&data, &[]).await;
    bar.terminate();
    let backup = path_in(&barback_with(&data, &["backup"], &[(VARIABLE, PASSPHRASE)]).ok());
    let verify = format!("verify {}", backup.display());
    let Some((done, shown)) = at_a_terminal(&data, &verify, &format!("{PASSPHRASE}\n")) else {
        println!("SKIPPED: without script (Debian: bsdutils) nothing was typed at a terminal.");
        return;
    };
    assert!(done && shown.contains("Passphrase of ") && shown.contains("figures are those of the bar that was backed up"), "{shown}");
    assert!(!shown.contains(PASSPHRASE), "it is shown: {shown}");
    let (done, shown) = at_a_terminal(&data, &verify, &format!("{OTHER}\n")).expect("it ran a moment ago");
    assert!(!done && shown.contains("The passphrase is not the one"), "{shown}");
    let (done, shown) = at_a_terminal(&data, &verify, "pepper\u{3}").expect("it ran a moment ago");
    assert!(!done && shown.contains("Nothing was done"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_passphrase_is_not_in_the_process_list() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let mut with_variable = command(&data, &[]);
    with_variable.env(VARIABLE, PASSPHRASE);
    let bar = BoxProcess::run(with_variable).expect("it opens");
    let line = fs::read(format!("/proc/{}/cmdline", bar.pid())).expect("a process");
    assert!(!String::from_utf8_lossy(&line).contains(PASSPHRASE));
    let output = bar.startup_output().concat() + &bar.output_since_open();
    let ended = bar.terminate();
    assert!(!output.contains(PASSPHRASE) && !ended.errors.contains(PASSPHRASE), "{output}{}", ended.errors);
    assert!(barback(&data, &["backup"]).failed().contains("encrypted"), "the variable counts too");
}
