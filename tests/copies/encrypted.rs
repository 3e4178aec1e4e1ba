//! Encrypted copies: the bar comes back with the passphrase, and with nothing else.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use barback::backup::{Keyring, Source, check_source};
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};

use crate::box_process::{BoxProcess, command, untold};
use crate::ledger::{all_there, shown_sales};
use crate::phone::{PASSWORD, Phone};
use crate::rng::SeededRng;
use crate::tool::{barback, barback_with, busy_bar, path_in, sells, signs_in, until};

const PASSPHRASE: &str = "pepper soup at the corner";
const OTHER: &str = "cassava leaf on a friday";
const VARIABLE: &str = "BARBACK_BACKUP_PASSPHRASE";
/// Damaged copies of each kind.
const COPIES: u64 = 250;
/// Bytes of what stands in front of a file's blocks, and in front of a block's content.
const MAGIC_BYTES: usize = 8;
const HEADER_BYTES: usize = 13;
/// Where a block's checksum stands in its header.
const SUM_AT: usize = 9;
/// Most bytes that are unpacked in search of text.
const UNPACKED_MAX: u64 = 1024 * 1024;

/// The file of a passphrase.
fn file_with(room: &Path, passphrase: &str) -> String {
    let file = room.join(passphrase.replace(' ', "-"));
    fs::write(&file, format!("{passphrase}\n")).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
    file.display().to_string()
}

/// Whether `text` can be found in a file as it is, or behind a compression that begins anywhere.
fn tells(file: &Path, text: &str) -> bool {
    let bytes = fs::read(file).expect("read");
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    let unpacked = |from: usize| {
        let mut unpacked = Vec::new();
        let _ = DeflateDecoder::new(&bytes[from..]).take(UNPACKED_MAX).read_to_end(&mut unpacked);
        unpacked
    };
    holds(&bytes) || (0..bytes.len()).any(|from| holds(&unpacked(from)))
}

/// A bar on `data` with a guest's name and telephone in its books.
async fn bar_with_a_guest(data: &Path, more: &[&str]) -> (BoxProcess, Phone) {
    let (bar, phone, _) = busy_bar(data, more, 10).await;
    let credit = json!({"customerName": "Musu Kamara", "customerPhone": "0770551240", "productId": 1, "quantity": 1});
    phone.post("/api/credit", &credit, None).await.expect("an answer").is(201);
    (bar, phone)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_backup_is_the_bar_for_who_knows_the_passphrase_alone() {
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
    // What a phone fetches is what lies there; both tell nothing.
    let path = format!("/api/backups/{}", made["name"].as_str().expect("a name"));
    let copy = room.path().join("fetched.barback");
    fs::write(&copy, phone.get(&path).await.expect("an answer").body).expect("written");
    // The command line need not know the passphrase while the box runs.
    let stick = room.path().join("stick.barback");
    let told = barback(&data, &["backup", &stick.display().to_string()]).ok();
    assert!(told.contains("both files are the same") && path_in(&told) == stick, "{told}");
    let ended = bar.kill();
    for file in [&copy, &stick] {
        for text in ["Musu", "0770551240", "argon2", "Club Beer", PASSPHRASE] {
            assert!(!tells(file, text), "{} tells {text}", file.display());
        }
    }
    assert!(!ended.errors.contains(PASSPHRASE) && !format!("{list}{made}").contains(PASSPHRASE));

    let copy = copy.display().to_string();
    let new = room.path().join("new");
    for args in [&["restore", &copy][..], &["verify", &copy]] {
        let missing = barback(&new, args).failed();
        assert!(missing.contains("is encrypted. Give its passphrase") && missing.contains("--backup-passphrase-file"), "{missing}");
        let wrong = barback_with(&new, args, &[(VARIABLE, OTHER)]).failed();
        assert!(wrong.contains("The passphrase is not the one that the backup") && wrong.contains(&copy), "{wrong}");
        assert!(!wrong.contains(OTHER) && !new.exists(), "{wrong}");
    }
    let verified = barback_with(&new, &["verify", &copy], &[(VARIABLE, PASSPHRASE)]).ok();
    assert!(verified.contains("figures are those of the bar that was backed up"), "{verified}");
    barback(&new, &["restore", &copy, "--backup-passphrase-file", &key]).ok();
    // A wrong passphrase does not touch a bar that is there either.
    let before = fs::read(new.join("barback.redb")).expect("read");
    let wrong = barback_with(&new, &["restore", &copy, "--replace"], &[(VARIABLE, OTHER)]).failed();
    assert!(wrong.contains("Nothing was changed") && fs::read(new.join("barback.redb")).expect("read") == before, "{wrong}");
    let bar = BoxProcess::open(&new, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown);
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_backup_is_left_in_clear_by_mistake() {
    let room = tempfile::tempdir().expect("room");
    let (data, key) = (room.path().join("bar"), file_with(room.path(), PASSPHRASE));
    let (bar, _) = bar_with_a_guest(&data, &["--backup-passphrase-file", &key]).await;
    bar.terminate();
    // By hand, while the box is closed, without what the service has in its settings.
    for args in [&["backup"][..], &["export", &room.path().join("export").display().to_string()]] {
        let refused = barback(&data, args).failed();
        assert!(refused.contains("The backups of this bar are encrypted, and no passphrase is given here"), "{refused}");
    }
    let files = || fs::read_dir(data.join("backups")).map_or(0, |files| files.count());
    assert_eq!(files(), 0);
    let copy = path_in(&barback_with(&data, &["backup"], &[(VARIABLE, PASSPHRASE)]).ok());
    Source::open_with(&copy, &Keyring::new(PASSPHRASE)).and_then(|copy| check_source(&copy)).expect("it is whole");
    let export = room.path().join("export-2").display().to_string();
    barback(&data, &["export", &export, "--backup-passphrase-file", &key]).ok();
    // A file that everybody may read is told of.
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("set");
    let said = barback(&data, &["backup", "--backup-passphrase-file", &key]);
    assert!(said.code == Some(0) && said.errors.contains(&format!("chmod 600 {key}")), "{said:?}");
    // One that cannot be read or is worth little is told of at the start.
    let short = file_with(room.path(), "beer");
    for (file, words) in [("/nonexistent/passphrase", "cannot be read from /nonexistent/passphrase"), (&short, "too short")] {
        let ended = BoxProcess::start(&data, &["--backup-passphrase-file", file]).err().expect("it refuses");
        assert!(ended.status.code() == Some(1) && ended.errors.contains(words), "{ended:?}");
    }
    // Switched off on purpose: backups are in clear again, and the older ones stay what they are.
    let bar = BoxProcess::open(&data, &[]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    let made = phone.post("/api/backups", &json!({}), None).await.expect("an answer").is(201);
    let list = phone.sees("/api/backups").await;
    let encrypted: Vec<&Value> = list["copies"].as_array().expect("a list").iter().map(|copy| &copy["encrypted"]).collect();
    assert_eq!((&made["encrypted"], &list["encrypted"]), (&json!(false), &json!(false)));
    assert_eq!(encrypted, [false, true, true, true]);
    let clear = data.join("backups").join(made["name"].as_str().expect("a name"));
    assert!(tells(&clear, "Musu Kamara"), "the search for text finds none where there is some");
    let ended = bar.terminate();
    assert!(ended.errors.contains("backups are not encrypted any more"), "{}", ended.errors);
    barback(&data, &["backup"]).ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_encrypted_copy_is_never_believed() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, _) = bar_with_a_guest(&data, &[]).await;
    bar.terminate();
    let [copy, other] = [(); 2].map(|()| path_in(&barback_with(&data, &["backup"], &[(VARIABLE, PASSPHRASE)]).ok()));
    let keys = Keyring::new(PASSPHRASE);
    let whole = fs::read(&copy).expect("read");
    Source::open_with(&copy, &keys).and_then(|copy| check_source(&copy)).expect("it is whole");
    let mut rng = SeededRng::from_env();
    let file = room.path().join("damaged.barback");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&file, bytes).expect("written");
        Source::open_with(&file, &keys)
            .and_then(|copy| check_source(&copy))
            .err()
            .unwrap_or_else(|| panic!("{what} is believed"))
            .to_string()
    };
    for _ in 0..COPIES {
        let mut damaged = whole.clone();
        let bit = rng.below(whole.len() as u64 * 8);
        damaged[(bit / 8) as usize] ^= 1 << (bit % 8);
        refused(&damaged, &format!("a copy with bit {bit} turned"));
    }
    for _ in 0..COPIES {
        let length = rng.below(whole.len() as u64) as usize;
        refused(&whole[..length], &format!("a copy of {length} bytes"));
    }

    // Who corrects the checksums is found by the encryption.
    let (ours, theirs) = (blocks(&whole), blocks(&fs::read(&other).expect("read")));
    assert!(ours.len() >= 4 && framed(&ours) == whole, "what stands here of the format is not so");
    for at in 1..ours.len() {
        let mut without = ours.clone();
        without.remove(at);
        refused(&framed(&without), &format!("a copy without block {at}"));
        let mut twice = ours.clone();
        twice.insert(at, ours[at].clone());
        refused(&framed(&twice), &format!("a copy with block {at} twice"));
        let mut mixed = ours.clone();
        mixed[at].clone_from(&theirs[at]);
        refused(&framed(&mixed), &format!("a copy with block {at} of another"));
        let mut turned = ours.clone();
        *turned[at].last_mut().expect("bytes") ^= 1;
        refused(&framed(&turned), &format!("a copy with a changed block {at}"));
        let mut moved = ours.clone();
        moved.swap(at, at - 1);
        refused(&framed(&moved), &format!("a copy with blocks {at} and {} in each other's place", at - 1));
    }
    let mut turned = ours.clone();
    *turned[2].last_mut().expect("bytes") ^= 1;
    let words = refused(&framed(&turned), "a changed step");
    assert!(words.contains("a block cannot be decrypted"), "{words}");
}

/// The blocks of a file, each with its header.
fn blocks(file: &[u8]) -> Vec<Vec<u8>> {
    let (mut rest, mut blocks) = (&file[MAGIC_BYTES..], Vec::new());
    while !rest.is_empty() {
        let length = u32::from_le_bytes(rest[5..SUM_AT].try_into().expect("4 bytes"));
        let (block, tail) = rest.split_at(HEADER_BYTES + length as usize);
        blocks.push(block.to_vec());
        rest = tail;
    }
    blocks
}

/// An encrypted file of these blocks, with checksums that are right.
fn framed(blocks: &[Vec<u8>]) -> Vec<u8> {
    let (mut file, mut chain) = (b"BARBACK\x02".to_vec(), 0_u32);
    for block in blocks {
        let mut sum = crc32fast::Hasher::new();
        for part in [&chain.to_le_bytes()[..], &block[..SUM_AT], &block[HEADER_BYTES..]] {
            sum.update(part);
        }
        chain = sum.finalize();
        file.extend([&block[..SUM_AT], &chain.to_le_bytes(), &block[HEADER_BYTES..]].concat());
    }
    file
}

fn files_on(stick: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(stick).expect("a stick").map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// The last entry on a stick for who has the passphrase; 0 where nothing can be read.
fn journal_on(stick: &Path, passphrase: &str) -> u64 {
    let source = Source::open_with(stick, &Keyring::new(passphrase));
    source.and_then(|source| source.read(|_| Ok(()))).map_or(0, |told| told.journal)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stick_is_encrypted_and_goes_on_under_the_same_passphrase() {
    let room = tempfile::tempdir().expect("room");
    let (data, stick) = (room.path().join("bar"), room.path().join("stick"));
    fs::create_dir(&stick).expect("a stick");
    let (target, key) = (stick.display().to_string(), file_with(room.path(), PASSPHRASE));
    let settings = ["--copy-to", &target, "--backup-passphrase-file", &key];
    let (mut bar, mut phone, mut asks) = busy_bar(&data, &settings, 5).await;
    let token = phone.token().to_owned();
    let caught_up = async |phone: &Phone, passphrase: &str| {
        let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
        until(phone, "/api/backups", |_| journal_on(&stick, passphrase) >= head).await;
    };
    for round in 0..2 {
        caught_up(&phone, PASSPHRASE).await;
        asks.extend(sells(&phone, &format!("round {round}"), 5).await);
        // The power is cut in the middle of it.
        bar.kill();
        bar = BoxProcess::open(&data, &settings);
        phone = Phone::new(bar.port(), &token);
    }
    caught_up(&phone, PASSPHRASE).await;
    let shown = shown_sales(&phone, 0).await;
    all_there(&asks, &shown);
    bar.kill();
    let lines = |files: &[PathBuf]| {
        let line = |file: &PathBuf| file.file_name().expect("a name").to_string_lossy().rsplit_once('-').expect("a line").0.to_owned();
        files.iter().map(line).collect::<std::collections::BTreeSet<_>>().len()
    };
    let files = files_on(&stick);
    assert!(files.len() > 1 && lines(&files) == 1, "each start begins a file of the same line: {files:?}");
    for file in &files {
        assert!(!tells(file, "Club Beer") && !tells(file, "argon2"), "{} tells", file.display());
    }
    // It breaks off anywhere, and is restored up to there.
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

    // Another passphrase begins with the first entry again, in a file of its own; what was there stays to the byte.
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
    assert!(now == before && lines(&files_on(&stick)) == 2, "{:?}", files_on(&stick));
    let new = room.path().join("other");
    let told = barback_with(&new, &["restore", &target], &[(VARIABLE, OTHER)]).ok();
    assert!(told.contains(&format!("Not checked: {} files, encrypted with another passphrase.", files.len())), "{told}");
    let told = barback_with(&new, &["verify", &target], &[(VARIABLE, OTHER)]).ok();
    assert!(told.contains("Not checked: ") && told.contains("encrypted with another passphrase."), "{told}");
    let bar = BoxProcess::open(&new, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown);
    bar.kill();

    // In clear again: also a line of its own. Without the passphrase it is not taken for the newest, which it may not be.
    let bar = BoxProcess::open(&data, &["--copy-to", &target]);
    let phone = Phone::new(bar.port(), &token);
    until(&phone, "/api/backups", |_| lines(&files_on(&stick)) == 3).await;
    bar.terminate();
    let refused = barback(&room.path().join("mixed"), &["restore", &target]).failed();
    assert!(refused.contains("is encrypted. Give its passphrase"), "{refused}");
}

/// Runs a command at a terminal of its own where `typed` is typed; what the terminal showed.
fn at_a_terminal(data: &Path, args: &str, typed: &str) -> Option<(bool, String)> {
    let line = format!("{} {args} --data {}", env!("CARGO_BIN_EXE_barback"), data.display());
    let mut script = Command::new("script");
    untold(&mut script);
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    script.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = script.spawn().ok()?;
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    // It is typed when it is asked for: what comes before the terminal is quiet would be shown.
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
async fn at_a_terminal_the_passphrase_is_asked_for_and_not_shown() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, _) = bar_with_a_guest(&data, &[]).await;
    bar.terminate();
    let copy = path_in(&barback_with(&data, &["backup"], &[(VARIABLE, PASSPHRASE)]).ok());
    let verify = format!("verify {}", copy.display());
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
async fn the_passphrase_is_in_no_list_of_processes() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let mut with_variable = command(&data, &[]);
    with_variable.env(VARIABLE, PASSPHRASE);
    let bar = BoxProcess::run(with_variable).expect("it opens");
    let line = fs::read(format!("/proc/{}/cmdline", bar.pid())).expect("a process");
    assert!(!String::from_utf8_lossy(&line).contains(PASSPHRASE));
    let said = bar.said().concat() + &bar.said_since();
    let ended = bar.terminate();
    assert!(!said.contains(PASSPHRASE) && !ended.errors.contains(PASSPHRASE), "{said}{}", ended.errors);
    assert!(barback(&data, &["backup"]).failed().contains("encrypted"), "the variable counts too");
}
