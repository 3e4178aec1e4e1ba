//! Truncated, overwritten and bit-flipped store files and logs: the box either names the file and leaves it unchanged, or opens it and
//! every figure is right.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::Value;
use store::{FORMAT_VERSION, Folder, MemoryTables, OpenError, Store, append, journal_head, set_metadata};
use tempfile::TempDir;

use crate::box_process::BoxProcess;
use crate::ledger::stock_up;
use crate::phone::Phone;
use crate::power_cuts::{all_requests, sellers};
use crate::rng::SeededRng;
use crate::{rebuild_check, rounds};

/// Damaged files of each kind in each round.
const FILES_PER_ROUND: u64 = 12;
/// One of this many damaged files is also opened with the binary.
const OPENED_BY_THE_BINARY: u64 = 8;
/// Bytes of a redb page.
const PAGE: u64 = 4096;
/// Bytes of the file's header.
const HEADER: u64 = 320;
/// The first bit of the header's flags.
const FLAGS: u64 = 72;
/// Number of rounds from which a run counts as long.
const LONG_RUN: u64 = 100;
/// A format number that no version of Barback uses.
const FUTURE_FORMAT: &str = "99";

/// Bytes at the start of a block header of the log: 16 with the id of the log, 8 with the sequence number.
const HEADER_START: usize = 24;
/// Offsets of the log header and the sync marker.
const LOG_HEADER: usize = 0;
const SYNC_MARKER: usize = 4_096;
/// Offset of the first record, and the step in which headers are searched.
const RECORDS: usize = 8_192;
const SECTOR: usize = 512;
/// Longest wait for a sync marker.
const SYNC_MARKER_WAIT_MAX: Duration = Duration::from_secs(20);

/// The files of a data folder.
#[derive(Clone, PartialEq)]
struct Files {
    store: Vec<u8>,
    /// `None` after a clean shutdown.
    log: Option<Vec<u8>>,
}

impl Files {
    fn of(folder: &TempDir) -> Self {
        Files { store: fs::read(file_in(folder)).expect("the file"), log: fs::read(log_in(folder)).ok() }
    }

    fn put(&self, folder: &TempDir) {
        fs::write(file_in(folder), &self.store).expect("written");
        match &self.log {
            Some(log) => fs::write(log_in(folder), log).expect("written"),
            None => drop(fs::remove_file(log_in(folder))),
        }
    }
}

/// A bar after a busy hour, with its files and the right figures.
struct Known {
    files: Files,
    tables: MemoryTables,
    head: u64,
    token: String,
    answers: Vec<Value>,
}

/// Requests whose answers are compared: lists, stock, money.
const CALLS: [&str; 6] = [
    "/api/products",
    "/api/sales?limit=1000",
    "/api/receipts?limit=1000",
    "/api/users",
    "/api/settings",
    "/api/products/1/movements?limit=1000",
];

async fn answers(phone: &Phone) -> Vec<Value> {
    let mut answers = Vec::new();
    for call in CALLS {
        answers.push(phone.sees(call).await);
    }
    answers
}

fn file_in(folder: &TempDir) -> PathBuf {
    folder.path().join("barback.redb")
}

fn log_in(folder: &TempDir) -> PathBuf {
    folder.path().join("barback.log")
}

/// Waits until the sync marker covers the last record of the log: from then on damage cannot be taken for an interrupted write.
fn wait_for_sync_marker(folder: &TempDir) {
    let began = Instant::now();
    loop {
        let log = fs::read(log_in(folder)).expect("a log");
        let header = |place: usize| log[place..place + HEADER_START].split_at(16);
        let id = header(LOG_HEADER).0;
        // Zeros have another id: where no block was written yet, there is no number.
        let number = |place: usize| {
            let (of, seq) = header(place);
            (of == id).then(|| u64::from_le_bytes(seq.try_into().expect("eight bytes")))
        };
        let last = (RECORDS..log.len() - SECTOR).step_by(SECTOR).filter_map(number).max();
        if last.is_some() && last == number(SYNC_MARKER) {
            return;
        }
        assert!(began.elapsed() < SYNC_MARKER_WAIT_MAX, "no sync marker: {last:?}");
        std::thread::yield_now();
    }
}

/// A busy hour that ends with a clean shutdown or a power cut.
async fn busy_hour(power_cut: bool) -> Known {
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    stock_up(&phone).await;
    let closing = Arc::new(AtomicBool::new(false));
    let sellers = sellers(bar.port(), &token, 0, &mut SeededRng::from_env(), &closing);
    tokio::time::sleep(Duration::from_millis(200)).await;
    closing.store(true, std::sync::atomic::Ordering::Relaxed);
    all_requests(sellers).await;
    let answers = answers(&phone).await;
    if power_cut {
        wait_for_sync_marker(&folder);
        bar.kill();
    } else {
        bar.terminate();
    }
    let files = Files::of(&folder);
    assert_eq!(files.log.is_some(), power_cut, "a clean shutdown leaves no log");
    let store = Store::open(Folder::lock(folder.path()).expect("free")).expect("whole");
    rebuild_check::assert_rebuilds(&store);
    let tables = store.derived_tables().expect("tables");
    let head = journal_head(&store).expect("a head");
    Known { files, tables, head, token, answers }
}

/// Opens the damaged files with the store, and sometimes with the binary. Returns whether they were refused.
async fn survives(known: &Known, damaged: &Files, what: &str, binary_too: bool) -> bool {
    let folder = tempfile::tempdir().expect("room");
    damaged.put(&folder);
    let message = |file: &Path| format!("The file {} is damaged; see barback restore.", file.display());
    let refused = match Store::open(Folder::lock(folder.path()).expect("free")) {
        Ok(store) => {
            assert_eq!(journal_head(&store).expect("a head"), known.head, "{what}: opened, and entries are missing");
            assert!(store.derived_tables().expect("tables") == known.tables, "{what}: opened with other figures");
            rebuild_check::assert_rebuilds(&store);
            None
        }
        Err(error @ OpenError::Damaged { .. }) => {
            let error = error.to_string();
            assert!([file_in(&folder), log_in(&folder)].iter().any(|file| error == message(file)), "{what}: {error}");
            assert!(Files::of(&folder) == *damaged, "{what}: the files were changed");
            Some(error)
        }
        Err(error) => panic!("{what}: {error}"),
    };
    if binary_too {
        damaged.put(&folder);
        match BoxProcess::start(folder.path(), &[]) {
            Ok(bar) => {
                assert!(refused.is_none(), "{what}: the binary opens what the store refuses");
                assert_eq!(answers(&Phone::new(bar.port(), &known.token)).await, known.answers, "{what}: other figures");
                assert_eq!(bar.terminate().status.code(), Some(0));
            }
            Err(ended) => {
                let Some(refused) = &refused else { panic!("{what}: the binary refuses what the store opens: {ended:?}") };
                assert_eq!((ended.status.code(), ended.errors.as_str()), (Some(1), format!("{refused}\n").as_str()), "{what}");
                assert!(Files::of(&folder) == *damaged, "{what}: the files were changed");
            }
        }
    }
    refused.is_some()
}

/// Tries `FILES_PER_ROUND` files in each round, and as many logs where there is one. Prints how many were refused.
async fn sweep(known: &Known, kind: &str, rng: &mut SeededRng, damage: impl Fn(&mut Vec<u8>, &mut SeededRng)) {
    for of_the_log in [false, true] {
        let (mut refused, count) = (0, rounds() * FILES_PER_ROUND);
        for number in 0..count {
            let mut files = known.files.clone();
            match (&mut files.log, of_the_log) {
                (Some(log), true) => damage(log, rng),
                (None, true) => return,
                (_, false) => damage(&mut files.store, rng),
            }
            let binary_too = number % OPENED_BY_THE_BINARY == 0;
            refused += u64::from(survives(known, &files, &format!("{kind} {number}, log: {of_the_log}"), binary_too).await);
        }
        println!("{kind}: {count} {}, {refused} refused, none wrong", if of_the_log { "logs" } else { "files" });
    }
}

async fn all_kinds(known: &Known) {
    let mut rng = SeededRng::from_env();
    let with = |store: Vec<u8>| Files { store, ..known.files.clone() };
    let whole = &known.files.store;
    for length in [0, 1, 9, 100, PAGE - 1, PAGE, 2 * PAGE, whole.len() as u64 - PAGE, whole.len() as u64 - 1] {
        let mut file = whole.clone();
        file.truncate(length as usize);
        survives(known, &with(file), &format!("cut off after {length}"), true).await;
    }
    let all = whole.len();
    assert!(survives(known, &with(vec![0; all]), "nothing but zeros", true).await, "zeros are refused");
    let noise: Vec<u8> = (0..all).map(|_| rng.any() as u8).collect();
    assert!(survives(known, &with(noise), "nothing but noise", true).await, "noise is refused");
    if let Some(log) = &known.files.log {
        let with = |log: Option<Vec<u8>>| Files { log, ..known.files.clone() };
        assert!(survives(known, &with(None), "no log", true).await, "the log has rows that the file does not have");
        assert!(survives(known, &with(Some(vec![0; log.len()])), "a log of zeros", true).await, "zeros are refused");
        assert!(survives(known, &with(Some(Vec::new())), "an empty log", true).await, "an empty log is refused");
    }
    sweep(known, "cut off", &mut rng, |file, rng| file.truncate(rng.below(file.len() as u64) as usize)).await;
    sweep(known, "a page of zeros", &mut rng, |file, rng| overwrite_page(file, rng, |_| 0)).await;
    sweep(known, "a page of noise", &mut rng, |file, rng| overwrite_page(file, rng, |rng| rng.any() as u8)).await;
    sweep(known, "a flipped bit", &mut rng, |file, rng| {
        let bit = rng.below(file.len() as u64 * 8);
        file[(bit / 8) as usize] ^= 1 << (bit % 8);
    })
    .await;
    // The long run tries every bit of the header, the ordinary one all flags and some of the rest.
    let step = if rounds() >= LONG_RUN { 1 } else { 7 };
    for bit in (FLAGS..FLAGS + 8).chain((0..HEADER * 8).step_by(step)) {
        let mut file = whole.clone();
        file[(bit / 8) as usize] ^= 1 << (bit % 8);
        survives(known, &with(file), &format!("bit {bit} of the header"), bit % 112 == 0).await;
    }
}

fn overwrite_page(file: &mut [u8], rng: &mut SeededRng, byte: impl Fn(&mut SeededRng) -> u8) {
    let page = rng.below(file.len() as u64 / PAGE) * PAGE;
    for place in &mut file[page as usize..(page + PAGE) as usize] {
        *place = byte(rng);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_of_a_box_that_was_shut_down_is_refused_or_right() {
    all_kinds(&busy_hour(false).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_of_a_box_that_was_killed_is_refused_or_right() {
    all_kinds(&busy_hour(true).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_newer_version_is_left_unchanged() {
    let folder = tempfile::tempdir().expect("room");
    assert_eq!(BoxProcess::open(folder.path(), &[]).terminate().status.code(), Some(0));
    {
        let store = Store::open(Folder::lock(folder.path()).expect("free")).expect("whole");
        store.write(|tables| set_metadata(tables, "format", FUTURE_FORMAT)).expect("written");
    }
    let before = contents(folder.path());
    let ended = BoxProcess::start(folder.path(), &[]).err().expect("it refuses");
    assert_eq!(ended.status.code(), Some(1));
    let expected = format!(
        "The file {} has format 99; this Barback knows format {FORMAT_VERSION} and leaves it alone. Install a newer Barback.\n",
        file_in(&folder).display()
    );
    assert_eq!(ended.errors, expected);
    assert!(contents(folder.path()) == before, "the file was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().expect("room");
    assert_eq!(BoxProcess::open(folder.path(), &[]).terminate().status.code(), Some(0));
    let seq = {
        let store = Store::open(Folder::lock(folder.path()).expect("free")).expect("whole");
        let seq = journal_head(&store).expect("a head") + 1;
        store.write(|tables| append(tables, seq, br#"{"v":99,"kind":"bar.moved"}"#)).expect("written");
        seq
    };
    let ended = BoxProcess::start(folder.path(), &[]).err().expect("it refuses");
    assert_eq!(ended.status.code(), Some(1));
    let known = barback::engine::EVENT_VERSION;
    let expected = format!("entry {seq} has version 99; this Barback knows version {known}. Install a newer Barback");
    assert!(ended.errors.contains(&expected), "{}", ended.errors);
}

fn contents(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("barback.redb")).expect("the file")
}
