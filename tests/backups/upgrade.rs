//! Upgrades and downgrades: files of older and newer versions.

use std::fs;

use barback::backup::{self, BackupKind, BarFigures, Header, Segment, Trailer, Writer};
use barback::engine;
use base::Timestamp;
use store::{Folder, RawEntry, Store, append, entries_after, journal_head, metadata, set_metadata};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar};
use crate::ledger::shown_sales;
use crate::phone::Phone;
use crate::rebuild_check;

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_an_older_version_are_rebuilt_and_of_a_newer_one_left_unchanged() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 10).await;
    let shown = shown_sales(&phone, 0).await;
    bar.terminate();
    let set = |version: &str| {
        let store = Store::open(Folder::lock(&data).expect("free")).expect("whole");
        store.write(|tables| set_metadata(tables, "tables", version)).expect("written");
    };

    set("0");
    let bar = BoxProcess::open(&data, &[]);
    assert_eq!(shown_sales(&Phone::new(bar.port(), phone.token()), 0).await, shown);
    bar.terminate();
    let left: Vec<String> =
        fs::read_dir(&data).expect("a folder").map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    assert!(left.iter().all(|name| ["barback.redb", "barback.lock", "backups"].contains(&name.as_str())), "{left:?}");
    {
        let store = Store::open(Folder::lock(&data).expect("free")).expect("whole");
        rebuild_check::assert_rebuilds(&store);
    }

    set("999");
    let before = fs::read(data.join("barback.redb")).expect("read");
    let ended = BoxProcess::start(&data, &[]).err().expect("it refuses");
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.errors.contains("was last used by a newer Barback (tables 999;"), "{}", ended.errors);
    assert!(barback(&data, &["reset-password", "admin"]).failed().contains("Install a newer Barback"));
    assert!(fs::read(data.join("barback.redb")).expect("read") == before, "the file was changed");
}

#[test]
fn the_safety_copy_of_an_upgrade_is_kept_until_the_upgrade_succeeds() {
    let room = tempfile::tempdir().expect("room");
    let store = Store::open(Folder::lock(room.path()).expect("free")).expect("made");
    store.write(|tables| set_metadata(tables, "tables", "0")).expect("written");
    store.write(|tables| set_metadata(tables, "something", "only in the log")).expect("written");
    let safety_copy = store.make_safety_copy("tables-0").expect("room for it");
    // It opens without a log: it contains everything.
    let elsewhere = tempfile::tempdir().expect("room");
    fs::copy(safety_copy.path(), elsewhere.path().join("barback.redb")).expect("copied");
    let kept = Store::open(Folder::lock(elsewhere.path()).expect("free")).expect("whole");
    assert_eq!(kept.read(|view| metadata(view, "something")).expect("readable").as_deref(), Some("only in the log"));
    store.write(|tables| set_metadata(tables, "something", "else")).expect("it goes on");
    let path = safety_copy.path().to_owned();
    drop(safety_copy);
    assert!(path.exists(), "a crash during the upgrade leaves it");
    store.make_safety_copy("tables-0").expect("again").discard();
    assert!(!path.exists());
}

/// An entry of a later version.
const NEWER_ENTRY: &[u8] = br#"{"v":99,"kind":"bar.moved"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_command_reports_an_entry_of_a_newer_version() {
    let room = tempfile::tempdir().expect("room");
    let (data, elsewhere) = (room.path().join("bar"), room.path().join("elsewhere"));
    let (bar, ..) = busy_bar(&data, &[], 2).await;
    bar.terminate();
    let (entries, seq) = {
        let store = Store::open(Folder::lock(&data).expect("free")).expect("whole");
        let seq = journal_head(&store).expect("a head") + 1;
        store.write(|tables| append(tables, seq, NEWER_ENTRY)).expect("written");
        (store.read(|view| entries_after(view, 0, 10_000)).expect("a journal"), seq)
    };
    let known = engine::EVENT_VERSION;
    let expected = format!("entry {seq} has version 99; this Barback knows version {known}. Install a newer Barback");
    let named = |words: &str| words.contains(&expected) && !["damaged", "cannot be read"].iter().any(|word| words.contains(word));
    let out = elsewhere.display().to_string();
    for command in [&["verify"][..], &["backup"], &["export", &out], &["reset-password", "admin"]] {
        let output = barback(&data, command).failed();
        assert!(named(&output), "{command:?}: {output}");
    }
    assert!(named(&BoxProcess::start(&data, &[]).err().expect("it refuses").errors));

    // A backup by a later version, and a segment that such a version sends to a second box of this version.
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let head = Header { version, kind: BackupKind::Manual, demo: false, at: Timestamp::default(), after: 0 };
    let segment = Segment { entries, answers: Vec::new() };
    let last = Segment { entries: vec![RawEntry { seq, bytes: NEWER_ENTRY.to_vec() }], answers: Vec::new() };
    let backup = room.path().join("newer.barback");
    let mut writer = Writer::begin(fs::File::create(&backup).expect("made"), &head).expect("written");
    writer.segment(&segment).expect("written");
    writer.end(&Trailer { last_entry: seq, answers: 0, figures: BarFigures::new() }).expect("written");
    let backup = backup.display().to_string();
    for command in ["verify", "restore"] {
        let output = barback(&elsewhere, &[command, &backup]).failed();
        assert!(named(&output) && output.contains(&format!("The backup {backup} was written by a newer Barback")), "{command}: {output}");
    }
    assert!(!store::contains_store(&elsewhere), "nothing was restored");
    let second = Store::in_memory().expect("memory");
    engine::upgrade_tables(&second).expect("memory");
    let before = Segment { entries: segment.entries[..segment.entries.len() - 1].to_vec(), answers: Vec::new() };
    backup::apply_segment(&second, &head, &before, |_| Ok(())).expect("this version's own");
    let output = backup::apply_segment(&second, &head, &last, |_| Ok(())).expect_err("newer").to_string();
    assert!(named(&output) && output.starts_with("What the other box gave was written by a newer Barback"), "{output}");
    assert_eq!(journal_head(&second).expect("a head"), seq - 1);
}
