//! Printer addresses set through the API: only addresses that can belong to a printer are accepted.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::bar::{TestBar, text};

fn url(path: &Path) -> String {
    format!("file://{}", path.display())
}

#[tokio::test]
async fn an_address_that_cannot_be_a_printer_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let existing = folder.path().join("barback.toml");
    fs::write(&existing, "listen = '127.0.0.1:80'").expect("written");
    let bar = TestBar::open().await;
    let own = bar.address().rsplit(':').next().expect("a port").trim_end_matches('/').to_owned();
    let serial = format!("serial://{}?baud=9600", existing.display());
    let files =
        [url(&existing), url(&folder.path().join("new")), serial, "file:///dev/../etc/passwd".to_owned(), "file:///dev/shm".to_owned()];
    let devices = ["file:///dev/random", "file:///dev/tty", "serial:///dev/zero?baud=9600"].map(str::to_owned);
    let hosts = ["127.0.0.1", "localhost", "Localhost.", "bar.local", "[::1]", "0.0.0.0"];
    let own = hosts.map(|host| format!("tcp://{host}:{own}"));
    for url in files.iter().chain(&devices).chain(&own) {
        let row = json!({"name": "Bar", "url": url});
        let answer = bar.admin().put("/api/settings", json!({"printers": [row]})).await.refused(400, "invalid");
        assert!(text(&answer["fields"]["printers"]).starts_with(&format!("{url} cannot be a printer: ")), "{answer}");
    }
    assert_eq!(bar.admin().get("/api/settings").await.ok()["printers"], json!([]));
    for url in [
        "tcp://127.0.0.1:9100",
        "tcp://printer.local:9100",
        "file:///dev/usb/lp0",
        "file:///dev/barback/printer-1-1.2",
        "serial:///dev/ttyUSB0?baud=9600",
    ] {
        bar.admin().put("/api/settings", json!({"printers": [{"name": "Bar", "url": url, "enabled": false}]})).await.ok();
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no file was created");
    assert_eq!(fs::read_to_string(&existing).expect("existing"), "listen = '127.0.0.1:80'");
}

/// Only the command line may choose a plain file: no other printer can use it, and this printer cannot use another file.
#[tokio::test]
async fn a_printer_file_of_the_command_line_cannot_be_changed_over_the_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, other) = (folder.path().join("receipts.bin"), folder.path().join("other.bin"));
    let bar = TestBar::with_printer(&url(&file)).await;
    let rows = bar.admin().get("/api/settings").await.ok()["printers"].clone();
    assert_eq!(rows[0]["url"], url(&file));
    // The UI sends all printers, including unchanged ones.
    let mut renamed = rows[0].clone();
    renamed["name"] = json!("Counter");
    bar.admin().put("/api/settings", json!({"printers": [renamed]})).await.ok();
    bar.admin().post(&format!("/api/printers/{}/test", rows[0]["id"]), json!({})).await.has_status(202);
    bar.wait_until("/api/print-jobs", |jobs| jobs[0]["status"] == "sent").await;
    assert!(fs::read(&file).expect("written").starts_with(b"\x1b@"));
    let mut moved = rows[0].clone();
    moved["url"] = json!(url(&other));
    bar.admin().put("/api/settings", json!({"printers": [moved]})).await.refused(400, "invalid");
    let second = json!({"name": "Second", "url": url(&other)});
    bar.admin().put("/api/settings", json!({"printers": [rows[0], second]})).await.refused(400, "invalid");
    assert!(!other.exists());
}
