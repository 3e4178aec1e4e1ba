//! A second box gets its certificate while it follows, and sends as soon as it is promoted; the old box sells on beside it.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::compare::expect_equal;
use crate::box_process::{BoxProcess, clear_environment, program};
use crate::phone::{PASSWORD, Phone};
use crate::together::{Bar, Chain, LOOK_EVERY, PATIENCE};

/// Starts a second box that follows `bar`, and waits until it has its certificate.
async fn follows(bar: &Bar, data: &Path) -> BoxProcess {
    let made = bar.phone.post("/api/standby", &json!({}), None).await.expect("an answer").is(201);
    let first = format!("http://127.0.0.1:{}", bar.process.as_ref().expect("it runs").port());
    let second = BoxProcess::open(data, &["follow", &first, "--code", made["code"].as_str().expect("a code")]);
    let began = Instant::now();
    while !data.join("head/second.json").exists() {
        assert!(began.elapsed() < PATIENCE, "no certificate");
        sleep(LOOK_EVERY).await;
    }
    second
}

/// Waits until the second box has every entry.
async fn has_followed(bar: &Bar) {
    let began = Instant::now();
    loop {
        let (journal, seen) = (bar.phone.sees("/api/head-link").await["journal"].clone(), bar.phone.sees("/api/standby").await);
        if journal.is_u64() && seen["entriesBehind"] == 0 && seen["state"] == "ok" {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{seen}");
        sleep(LOOK_EVERY).await;
    }
}

/// Makes the second box the first one, and signs in.
async fn promoted(data: tempfile::TempDir, id: &str) -> Bar {
    let mut command = Command::new(program());
    clear_environment(&mut command);
    let output = command.args(["promote", "--data"]).arg(data.path()).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let process = BoxProcess::open(data.path(), &[]);
    let login = json!({ "username": "admin", "password": PASSWORD });
    let answer = Phone::new(process.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let phone = Phone::new(process.port(), answer["token"].as_str().expect("a token"));
    Bar { data, process: Some(process), phone, id: id.to_owned() }
}

async fn revenue(chain: &Chain) -> Value {
    chain.sees("/api/head/overview").await["total"]["totalRevenue"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_box_sends_without_a_code_and_the_old_one_is_not_counted() {
    let chain = Chain::start().await;
    let mut old = chain.bar("Cape Bar").await;
    let beer = old.phone.stocks("Club Beer", "2.00", 100).await;
    old.phone.sells(beer, 5).await.expect("an answer").is(201);
    let data = tempfile::tempdir().expect("a folder");
    let second = follows(&old, data.path()).await;
    old.phone.sells(beer, 1).await.expect("an answer").is(201);
    has_followed(&old).await;
    chain.has_all_of(&old).await;
    assert_eq!(revenue(&chain).await, "12.00");

    old.process.take().expect("it runs").kill();
    second.terminate();
    let new = promoted(data, &old.id).await;
    new.phone.sells(beer, 2).await.expect("an answer").is(201);
    chain.has_all_of(&new).await;
    assert_eq!(revenue(&chain).await, "16.00");
    expect_equal(&chain, &new).await;
    let boxes = chain.bar_view(&new).await["boxes"].as_array().expect("boxes").len();
    assert_eq!(boxes, 2, "each box has its own certificate");

    let process = BoxProcess::open(old.data.path(), &[]);
    old.phone = Phone::new(process.port(), old.phone.token());
    old.process = Some(process);
    old.phone.sells(beer, 20).await.expect("an answer").is(201);
    let began = Instant::now();
    while old.phone.sees("/api/head-link").await["state"] != "beside" {
        old.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
        assert!(began.elapsed() < PATIENCE, "it does not know");
        sleep(LOOK_EVERY).await;
    }
    assert_eq!(revenue(&chain).await, "16.00", "it is counted nowhere");
    let kinds = chain.sees("/api/head/audit").await;
    for kind in ["box.paired", "box.second"] {
        assert!(kinds.as_array().expect("lines").iter().any(|line| line["kind"] == kind && line["bar"] == old.id), "{kind}: {kinds}");
    }
}
