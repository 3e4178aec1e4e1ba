//! Damaged backups and stores: they are reported with their file name and never accepted.

use std::fs;
use std::process::Command;

use barback::backup::check_backup;
use barback::printing::{JobKind, JobStatus, PrintJob};
use base::Timestamp;
use serde_json::json;
use store::{Folder, Store, Table};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, path_in, signs_in};
use crate::ledger::shown_sales;
use crate::phone::PASSWORD;
use crate::rng::SeededRng;

/// Damaged files of each kind.
const DAMAGED_FILES: u64 = 250;

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_is_never_accepted() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, ..) = busy_bar(&data, &[], 10).await;
    let backup = path_in(&barback(&data, &["backup"]).ok());
    bar.kill();
    let whole = fs::read(&backup).expect("read");
    check_backup(&backup).expect("it is whole");
    let mut rng = SeededRng::from_env();
    let file = room.path().join("damaged.barback");
    for number in 0..DAMAGED_FILES {
        let mut damaged = whole.clone();
        let bit = rng.below(whole.len() as u64 * 8);
        damaged[(bit / 8) as usize] ^= 1 << (bit % 8);
        fs::write(&file, &damaged).expect("written");
        assert!(check_backup(&file).is_err(), "backup {number} with bit {bit} flipped is accepted");
    }
    for number in 0..DAMAGED_FILES {
        let length = rng.below(whole.len() as u64) as usize;
        fs::write(&file, &whole[..length]).expect("written");
        assert!(check_backup(&file).is_err(), "backup {number} of {length} bytes is accepted");
    }
    let refused = barback(&room.path().join("new"), &["restore", &file.display().to_string()]).failed();
    assert!(refused.contains("damaged") || refused.contains("no backup"), "{refused}");
    assert!(!room.path().join("new/barback.redb").exists(), "a bar was created from it");
    let refused = barback(&data, &["verify", &file.display().to_string()]).failed();
    assert!(refused.contains(&file.display().to_string()), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_restore_command_for_a_damaged_store_is_shown_and_works() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 10).await;
    barback(&data, &["backup"]).ok();
    let shown = shown_sales(&phone, 0).await;
    bar.kill();
    let file = data.join("barback.redb");
    let mut bytes = fs::read(&file).expect("read");
    let length = bytes.len();
    bytes.truncate(length / 2);
    fs::write(&file, &bytes).expect("cut off");

    let ended = BoxProcess::start(&data, &[]).err().expect("it refuses");
    assert_eq!(ended.status.code(), Some(1));
    let mut lines = ended.errors.lines();
    assert_eq!(lines.next(), Some(format!("The file {} is damaged; see barback restore.", file.display()).as_str()));
    let command = lines.next().expect("a command line").split_once("barback ").expect("a command").1.to_owned();
    let verified = barback(&data, &["verify"]).failed();
    assert!(verified.contains("is damaged") && verified.contains(&command), "{verified}");
    assert!(fs::read(&file).expect("read") == bytes, "it was changed");

    // Runs the command exactly as shown.
    let done = Command::new(env!("CARGO_BIN_EXE_barback")).args(command.split(' ')).output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
    let bar = BoxProcess::open(&data, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown);
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_figure_that_differs_from_the_journal_is_reported() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, ..) = busy_bar(&data, &[], 3).await;
    let running = barback(&data, &["verify"]).failed();
    assert!(running.contains("in use by another Barback") && running.contains("Stop it first"), "{running}");
    bar.terminate();
    let whole = barback(&data, &["verify"]).ok();
    assert!(whole.contains("Every checksum is correct.") && whole.contains("all the same"), "{whole}");
    {
        let store = Store::open(Folder::lock(&data).expect("free")).expect("whole");
        store.write(|tables| Table::<u64, i64>::new("stock").put(tables, &1, &7)).expect("written");
    }
    let before = fs::read(data.join("barback.redb")).expect("read");
    let wrong = barback(&data, &["verify"]).failed();
    assert!(wrong.contains("table stock, record 0101: not what the journal says"), "{wrong}");
    assert!(wrong.contains("pieces on the shelf"), "{wrong}");
    assert!(fs::read(data.join("barback.redb")).expect("read") == before, "it was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_without_room_gets_no_backup_and_sales_continue() {
    let disk = tempfile::tempdir().expect("room");
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16m", "tmpfs"]).arg(disk.path()).output();
    if !mount.is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: this user may not mount a small disk, so a backup without room for it was not tried.");
        return;
    }
    let (bar, phone, _) = busy_bar(&disk.path().join("bar"), &[], 3).await;
    let refused = phone.post("/api/backups", &json!({}), None).await.expect("an answer").is(503);
    assert_eq!(refused["code"], "read_only");
    assert!(refused["message"].as_str().expect("words").contains("There is no room for a backup"), "{refused}");
    phone.sells(1, 1).await.expect("an answer").is(201);
    let list = phone.sees("/api/backups").await;
    assert_eq!((&list["running"], &list["copies"]), (&json!(false), &json!([])));
    assert!(list["lastError"].as_str().expect("words").contains("no room"), "{list}");
    bar.kill();
    let _ = Command::new("umount").arg("--lazy").arg(disk.path()).status();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_print_job_that_is_not_in_the_journal_is_reported() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, ..) = busy_bar(&data, &[], 3).await;
    bar.terminate();
    let (at, error) = (Timestamp::default(), None);
    let (kind, status) = (JobKind::TestPage, JobStatus::Queued);
    let job = PrintJob {
        id: 1,
        kind,
        printer_id: 1,
        status,
        attempts: 0,
        error,
        created_at: at,
        requested_at: at,
        requested_running: 0,
        approval: None,
        copy: 0,
    };
    {
        let store = Store::open(Folder::lock(&data).expect("free")).expect("whole");
        store.write(|tables| Table::<u64, PrintJob>::new("print_jobs").put(tables, &1, &job)).expect("written");
    }
    let wrong = barback(&data, &["verify"]).failed();
    assert!(wrong.contains("table print_jobs, record") && wrong.contains("the figures differ: print jobs queued"), "{wrong}");
    let refused = barback(&data, &["backup"]).failed();
    assert!(refused.contains("does not give the same bar again: print jobs queued: 1 in the bar, 0 in its rebuild"), "{refused}");
}
