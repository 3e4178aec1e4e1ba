//! A box that is restored from a copy, and a copied data folder with a key of its own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Bar, Chain, LOOK_EVERY, PATIENCE};
use crate::box_process::{BoxProcess, clear_environment, program};
use crate::phone::{PASSWORD, Phone};

/// Runs a command of the box on a data folder.
fn barback(args: &[&str], data: &Path) {
    let mut command = Command::new(program());
    clear_environment(&mut command);
    let output = command.args(args).arg("--data").arg(data).output().expect("it runs");
    assert!(output.status.success(), "{args:?}: {output:?}");
}

/// Starts a box and signs its admin in.
async fn opened(data: tempfile::TempDir, id: &str) -> Bar {
    let process = BoxProcess::open(data.path(), &[]);
    let login = json!({ "username": "admin", "password": PASSWORD });
    let answer = Phone::new(process.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let phone = Phone::new(process.port(), answer["token"].as_str().expect("a token"));
    Bar { data, process: Some(process), phone, id: id.to_owned() }
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.file_type().expect("a type").is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copied");
        }
    }
}

async fn total(chain: &Chain) -> Value {
    chain.sees("/api/head/overview").await["total"].clone()
}

/// Waits until the box says that another one counts, and that head office has its entries.
async fn stands_beside(bar: &Bar) {
    let began = Instant::now();
    loop {
        bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
        let link = bar.phone.sees("/api/head-link").await;
        if link["state"] == "beside" && link["position"]["seq"] == link["journal"] {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{link}");
        sleep(LOOK_EVERY).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_box_counts_at_once_and_a_copied_folder_with_another_key_is_counted_nowhere() {
    let chain = Chain::start().await;
    let mut bar = chain.bar("Cape Bar").await;
    let beer = bar.phone.stocks("Club Beer", "2.00", 500).await;
    bar.phone.sells(beer, 3).await.expect("an answer").is(201);
    chain.has_all_of(&bar).await;
    let copy: PathBuf = bar.data.path().join("copy.barback");
    barback(&["backup", copy.to_str().expect("text")], bar.data.path());

    // What is sold after the copy is at head office, and lost at the box.
    for _ in 0..40 {
        bar.phone.sells(beer, 1).await.expect("an answer").is(201);
    }
    let newest = chain.has_all_of(&bar).await["position"]["seq"].as_u64().expect("a number");
    assert_eq!(total(&chain).await["totalRevenue"], "86.00");
    bar.process.take().expect("it runs").kill();
    barback(&["restore", copy.to_str().expect("text"), "--replace"], bar.data.path());
    let Bar { data, id, .. } = bar;
    let bar = opened(data, &id).await;
    chain.has_all_of(&bar).await;
    let shown = total(&chain).await;
    assert_eq!((&shown["totalRevenue"], &shown["totalSales"]), (&json!("6.00"), &json!(1)), "as the restored box");
    let path = format!("/api/head/bars/{id}/lines");
    let lines = chain.sees(&path).await;
    let of = |state: &str| lines.as_array().expect("lines").iter().find(|line| line["state"] == state).expect("a history").clone();
    let (ended, current) = (of("ended"), of("current"));
    // The note that a copy was made is the first entry behind the copy.
    let lost = newest - current["fromSeq"].as_u64().expect("a number");
    assert_eq!((lost, &current["parent"]), (41, &ended["line"]));
    assert_eq!(ended["knownHereOnly"], json!({ "entries": lost, "receipts": 40, "totalRevenue": "80.00" }), "{lines}");
    let alerts = chain.sees("/api/head/overview").await["alerts"].clone();
    assert_eq!(alerts[0]["text"], "Cape Bar: 40 receipts are known here only", "{alerts}");

    // Another device with a copied folder, and a code of its own.
    let other = tempfile::tempdir().expect("a folder");
    let mut bar = bar;
    bar.process.take().expect("it runs").terminate();
    copy_folder(bar.data.path(), other.path());
    let bar = opened(bar.data, &id).await;
    bar.phone.sells(beer, 1).await.expect("an answer").is(201);
    chain.has_all_of(&bar).await;
    let copied = opened(other, &id).await;
    assert_eq!(copied.phone.sees("/api/head-link").await["state"], "unpaired", "the key is not in the folder's files");
    copied.phone.pairs(&chain.code(json!({ "bar": id })).await).await;
    copied.phone.sells(beer, 100).await.expect("an answer").is(201);
    stands_beside(&copied).await;
    assert_eq!(total(&chain).await["totalRevenue"], "8.00", "it is counted nowhere");
    for report in ["days", "hours", "categories", "people"] {
        assert_eq!(chain.sees(&format!("/api/head/reports/{report}")).await["total"]["totalRevenue"], "8.00", "{report}");
    }
    let flags = chain.bar_view(&bar).await["flags"].clone();
    assert_eq!(flags, json!(["beside", "here_only"]));
}
