//! Continuous backup to a USB stick: pulled sticks, power cuts, truncated files.

use std::fs;
use std::path::{Path, PathBuf};

use barback::backup::Source;
use serde_json::json;

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, sells, signs_in, until};
use crate::ledger::{assert_all_stored, shown_sales};
use crate::phone::PASSWORD;

/// The last entry on a stick.
fn journal_on(stick: &Path) -> u64 {
    Source::open(stick).and_then(|source| source.read(|_| Ok(()))).expect("a backup").last_entry
}

fn files_on(stick: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(stick).expect("a stick").map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stick_that_is_pulled_and_comes_back_is_complete() {
    let room = tempfile::tempdir().expect("room");
    let (data, stick, pocket) = (room.path().join("bar"), room.path().join("stick"), room.path().join("pocket"));
    fs::create_dir(&stick).expect("a stick");
    let target = stick.display().to_string();
    let (bar, phone, mut requests) = busy_bar(&data, &["--copy-to", &target], 20).await;
    let ok = |list: &serde_json::Value| list["continuous"]["state"] == "ok" && list["continuous"]["lagSeconds"] == 0;
    let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
    until(&phone, "/api/backups", |list| ok(list) && journal_on(&stick) >= head).await;

    fs::rename(&stick, &pocket).expect("pulled");
    requests.extend(sells(&phone, "without a stick", 20).await);
    let failed = until(&phone, "/api/backups", |list| list["continuous"]["state"] == "failed").await;
    let words = failed["continuous"]["error"].as_str().expect("words");
    assert!(words.contains(&target) && words.contains("Is the stick in?"), "{words}");
    assert!(!stick.exists(), "nothing was written to the stick's path");

    fs::rename(&pocket, &stick).expect("back");
    let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
    let back = until(&phone, "/api/backups", |list| ok(list) && journal_on(&stick) >= head).await;
    assert_eq!(back["continuous"]["error"], json!(null));
    let shown = shown_sales(&phone, 0).await;
    bar.kill();
    fs::remove_dir_all(&data).expect("the card is gone");

    barback(&data, &["restore", &target]).ok();
    let bar = BoxProcess::open(&data, &["--copy-to", &target]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    assert_eq!(shown_sales(&phone, 0).await, shown, "the restored bar differs");
    for request in &mut requests {
        assert!(request.send(&phone).await, "{} is refused", request.key);
    }
    assert_eq!(shown_sales(&phone, 0).await.len(), shown.len(), "a sale was recorded twice");
    // The restored bar continues the same timeline: its history begins with the old one's.
    let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
    until(&phone, "/api/backups", |list| ok(list) && journal_on(&stick) >= head).await;
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_backup_is_restored_up_to_where_it_ends() {
    let room = tempfile::tempdir().expect("room");
    let (data, stick) = (room.path().join("bar"), room.path().join("stick"));
    fs::create_dir(&stick).expect("a stick");
    let target = stick.display().to_string();
    // Power cuts while it is written.
    let (mut bar, mut phone, mut requests) = busy_bar(&data, &["--copy-to", &target], 5).await;
    let token = phone.token().to_owned();
    for round in 0..3 {
        until(&phone, "/api/backups", |_| files_on(&stick).len() > round).await;
        requests.extend(sells(&phone, &format!("round {round}"), 10).await);
        bar.kill();
        bar = BoxProcess::open(&data, &["--copy-to", &target]);
        phone = crate::phone::Phone::new(bar.port(), &token);
    }
    let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
    until(&phone, "/api/backups", |_| journal_on(&stick) >= head).await;
    let shown = shown_sales(&phone, 0).await;
    assert_all_stored(&requests, &shown);
    bar.kill();
    assert!(files_on(&stick).len() > 1, "each start creates a file");

    let last = files_on(&stick).pop().expect("a file");
    let whole = fs::read(&last).expect("read");
    for cut in [0, 1, 7, 8, 9, 30, whole.len() / 2, whole.len() - 1] {
        fs::write(&last, &whole[..cut]).expect("cut off");
        let new = room.path().join(format!("new-{cut}"));
        barback(&new, &["restore", &target]).ok();
        let verified = barback(&new, &["verify"]).ok();
        assert!(verified.contains("all the same"), "cut off after {cut}: {verified}");
    }
    fs::write(&last, &whole).expect("whole again");
    let mut noise = whole.clone();
    noise.extend_from_slice(&[0; 500]);
    fs::write(&last, &noise).expect("a tail of zeros");
    let output = barback(&room.path().join("zeros"), &["restore", &target]).ok();
    assert!(output.contains("Not in it: the last 500 bytes"), "{output}");

    // A missing file in the middle is refused: the later files depend on it.
    let first = files_on(&stick).remove(0);
    fs::remove_file(first).expect("gone");
    let refused = barback(&room.path().join("gap"), &["restore", &target]).failed();
    assert!(refused.contains("no backup") || refused.contains("begins after entry"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_bar_on_the_same_stick_begins_its_own_timeline() {
    let room = tempfile::tempdir().expect("room");
    let stick = room.path().join("stick");
    fs::create_dir(&stick).expect("a stick");
    let target = stick.display().to_string();
    let mut last = Vec::new();
    for name in ["one", "two"] {
        let (bar, phone, _) = busy_bar(&room.path().join(name), &["--copy-to", &target], 3).await;
        let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
        until(&phone, "/api/backups", |_| Source::open(&stick).is_ok() && journal_on(&stick) >= head).await;
        last.push(shown_sales(&phone, 0).await);
        bar.terminate();
    }
    assert_eq!(files_on(&stick).len(), 2);
    let data = room.path().join("new");
    barback(&data, &["restore", &target]).ok();
    let bar = BoxProcess::open(&data, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, last[1], "the newest one is restored");
    bar.kill();
}
