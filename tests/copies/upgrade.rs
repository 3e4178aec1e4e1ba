//! Another version of Barback comes, or the one before comes back.

use std::fs;

use barback::store::{Folder, Store, fact, note_fact};

use crate::box_process::BoxProcess;
use crate::journal;
use crate::ledger::shown_sales;
use crate::phone::Phone;
use crate::tool::{barback, busy_bar};

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_an_older_version_are_made_anew_and_of_a_newer_one_left_alone() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 10).await;
    let shown = shown_sales(&phone, 0).await;
    bar.terminate();
    let set = |version: &str| {
        let store = Store::open(Folder::take(&data).expect("free")).expect("whole");
        store.write(|tables| note_fact(tables, "tables", version)).expect("written");
    };

    set("0");
    let bar = BoxProcess::open(&data, &[]);
    assert_eq!(shown_sales(&Phone::new(bar.port(), phone.token()), 0).await, shown);
    bar.terminate();
    let left: Vec<String> =
        fs::read_dir(&data).expect("a folder").map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    assert!(left.iter().all(|name| ["barback.redb", "barback.lock", "backups"].contains(&name.as_str())), "{left:?}");
    {
        let store = Store::open(Folder::take(&data).expect("free")).expect("whole");
        journal::prove(&store);
    }

    set("999");
    let before = fs::read(data.join("barback.redb")).expect("read");
    let ended = BoxProcess::start(&data, &[]).err().expect("it refuses");
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.errors.contains("was last used by a newer Barback (tables 999;"), "{}", ended.errors);
    assert!(barback(&data, &["reset-password", "admin"]).failed().contains("Install a newer Barback"));
    assert!(fs::read(data.join("barback.redb")).expect("read") == before, "the file was touched");
}

#[test]
fn the_file_before_an_upgrade_is_kept_until_that_is_through() {
    let room = tempfile::tempdir().expect("room");
    let store = Store::open(Folder::take(room.path()).expect("free")).expect("made");
    store.write(|tables| note_fact(tables, "tables", "0")).expect("written");
    store.write(|tables| note_fact(tables, "something", "in the log alone")).expect("written");
    let aside = store.keep_aside("tables-0").expect("room for it");
    // It opens by itself: nothing of it is in a log.
    let elsewhere = tempfile::tempdir().expect("room");
    fs::copy(aside.path(), elsewhere.path().join("barback.redb")).expect("copied");
    let kept = Store::open(Folder::take(elsewhere.path()).expect("free")).expect("whole");
    assert_eq!(kept.read(|view| fact(view, "something")).expect("readable").as_deref(), Some("in the log alone"));
    store.write(|tables| note_fact(tables, "something", "else")).expect("it goes on");
    let path = aside.path().to_owned();
    drop(aside);
    assert!(path.exists(), "what dies meanwhile leaves it");
    store.keep_aside("tables-0").expect("again").forget();
    assert!(!path.exists());
}
