//! Collecting receipts in a plain file (`--printer file://…`) across restarts.

use std::fs;
use std::os::unix::fs::MetadataExt;

use serde_json::Value;

use crate::box_process::BoxProcess;
use crate::cli::{busy_bar, until};
use crate::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_longer_on_the_command_line_is_not_written() {
    let room = tempfile::tempdir().expect("room");
    let (data, file) = (room.path().join("bar"), room.path().join("receipts.bin"));
    let url = format!("file://{}", file.display());
    let (bar, phone, _) = busy_bar(&data, &["--printer", &url], 2).await;
    let printed = |jobs: &Value| jobs.as_array().is_some_and(|jobs| !jobs.is_empty() && jobs.iter().all(|job| job["status"] == "sent"));
    until(&phone, "/api/print-jobs", printed).await;
    bar.terminate();
    let first = fs::metadata(&file).expect("made");
    assert_eq!(first.mode() & 0o777, 0o600);

    let bar = BoxProcess::open(&data, &["--printer", &url]);
    let phone = Phone::new(bar.port(), phone.token());
    let beer = phone.stocks("Star Beer", "2.00", 24).await;
    phone.sells(beer, 1).await.expect("an answer").is(201);
    until(&phone, "/api/print-jobs", printed).await;
    bar.terminate();
    let second = fs::metadata(&file).expect("still there").len();
    assert!(second > first.len(), "a restart appends to it");

    let bar = BoxProcess::open(&data, &[]);
    let phone = Phone::new(bar.port(), phone.token());
    let printers = until(&phone, "/api/printers", |printers| printers[0]["status"] == "offline").await;
    let why = printers[0]["error"].as_str().expect("words");
    assert!(why.starts_with("Cannot be reached at ") && why.contains("a device below /dev"), "{why}");
    phone.sells(beer, 1).await.expect("an answer").is(201);
    let jobs = until(&phone, "/api/print-jobs", |jobs| jobs[0]["status"] == "blocked").await;
    assert!(jobs[0]["error"].as_str().expect("words").contains("a device below /dev"), "{jobs:#}");
    bar.terminate();
    assert_eq!(fs::metadata(&file).expect("still there").len(), second, "nothing was appended");
}
