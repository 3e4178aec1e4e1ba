//! Updates: found, sent, checked, written, started, given up.

use std::time::Duration;

use serde_json::{Value, json};

use super::{COMPATIBLE, FakeMachine, bar_on};
use crate::bar::{TIMEOUT, TestBar};

/// Longer than the quiet that a planned restart waits for.
const ELEVEN_MINUTES: Duration = Duration::from_secs(11 * 60);

async fn seen(bar: &TestBar) -> Value {
    bar.admin().get("/api/box/software").await.ok()
}

async fn until(what: impl AsyncFn() -> bool) {
    let wait = async {
        while !what().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("in time");
}

async fn sends(bar: &TestBar) -> crate::bar::Answer {
    sends_file(bar, "an update".to_owned()).await
}

async fn sends_file(bar: &TestBar, file: String) -> crate::bar::Answer {
    bar.admin().request("POST", "/api/box/software/file").untyped(file).header("content-type", "application/octet-stream").send().await
}

/// Writes the update and restarts the box on the root that then runs.
async fn installs(bar: &mut TestBar, machine: &FakeMachine, when: &str) {
    bar.admin().post("/api/box/software/install", json!({"when": when})).await.has_status(202);
    until(async || !machine.facts().update.installed.is_empty()).await;
    assert_eq!(seen(bar).await["installing"], json!({"percent": 0}));
    machine.facts().update.percent = None;
    until(async || seen(bar).await["installing"].is_null()).await;
}

#[tokio::test]
async fn a_machine_says_what_runs() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    let expected = json!({"version": env!("CARGO_PKG_VERSION"), "slot": "A", "other": {"version": null, "state": "good"},
        "candidate": null, "installing": null, "planned": null, "lastResult": null, "cardErrors": false});
    assert_eq!(seen(&bar).await, expected);
    bar.admin().post("/api/box/software/install", json!({"when": "now"})).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_file_that_is_no_update_for_this_box_is_refused_and_deleted() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    for file in [None, Some(("toaster", "9.0.0"))] {
        machine.facts().update.file = file;
        let refused = sends(&bar).await.refused(400, "invalid");
        assert!(
            refused["message"].as_str().is_some_and(|text| text.contains("update") && text.ends_with("Nothing was changed.")),
            "{refused}"
        );
        assert_eq!(seen(&bar).await["candidate"], Value::Null);
    }
    assert!(std::fs::read_dir(bar.folder().join("software")).expect("a folder").next().is_none());
}

#[tokio::test]
async fn an_update_is_written_while_the_bar_sells_and_then_started() {
    let machine = FakeMachine::start().await;
    let mut bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    let sent = sends(&bar).await.created();
    let candidate = json!({"version": "9.0.0", "notes": null, "from": "file", "size": 9, "older": false, "refused": null});
    assert_eq!(sent["candidate"], candidate);
    bar.stocks("Club Beer", "2.00", 24).await;
    let beer = bar.id_of("Club Beer").await;
    installs(&mut bar, &machine, "now").await;
    bar.bartender().post("/api/sales", json!({"productId": beer, "quantity": 1, "paymentMethod": "cash"})).await.created();
    until(async || machine.facts().power == ["restart"]).await;
    let backups = bar.admin().get("/api/backups").await.ok();
    assert_eq!(backups["copies"].as_array().map(Vec::len), Some(1), "a backup was made first");
    machine.facts().update.booted = "B";
    bar.restart().await;
    assert_eq!(seen(&bar).await["slot"], "B");
}

#[tokio::test]
async fn a_version_that_does_not_start_is_said_and_the_one_of_before_runs() {
    let machine = FakeMachine::start().await;
    let mut bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    sends(&bar).await.created();
    installs(&mut bar, &machine, "closed").await;
    assert_eq!(seen(&bar).await["planned"], json!({"version": "9.0.0"}));
    // Power is cut before the planned start; the new root fails three times.
    machine.facts().update.good = [true, false];
    bar.restart().await;
    until(async || !seen(&bar).await["lastResult"].is_null()).await;
    let last = seen(&bar).await["lastResult"].clone();
    let message = format!("Version 9.0.0 did not start. Version {} runs. Nothing was lost.", env!("CARGO_PKG_VERSION"));
    assert_eq!((&last["worked"], &last["message"]), (&json!(false), &json!(message)));
    assert_eq!(last["reason"], "It was started three times and did not come to run for a minute.");
    assert_eq!(seen(&bar).await["planned"], Value::Null);
}

#[tokio::test]
async fn a_box_that_restarts_while_an_update_is_written_says_so() {
    let machine = FakeMachine::start().await;
    let mut bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    sends(&bar).await.created();
    // As the power cut leaves it.
    let attempt =
        json!({"version": "9.0.0", "from_slot": "A", "from_version": env!("CARGO_PKG_VERSION"), "waits": false, "is_written": false});
    std::fs::write(bar.folder().join("software/update.json"), json!({"attempt": attempt}).to_string()).expect("written");
    bar.restart().await;
    until(async || !seen(&bar).await["lastResult"].is_null()).await;
    let last = seen(&bar).await["lastResult"].clone();
    let running = env!("CARGO_PKG_VERSION");
    let message = format!("The box was restarted while version 9.0.0 was written. Version {running} runs. Nothing was lost.");
    assert_eq!((&last["worked"], &last["message"], &last["reason"]), (&json!(false), &json!(message), &Value::Null));
    assert_eq!(seen(&bar).await["candidate"]["version"], "9.0.0", "it can be installed again");
}

#[tokio::test]
async fn an_update_that_cannot_be_written_changes_nothing() {
    let machine = FakeMachine::start().await;
    let mut bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    sends(&bar).await.created();
    machine.facts().update.last_error = "no space left on device";
    installs(&mut bar, &machine, "now").await;
    let last = seen(&bar).await["lastResult"].clone();
    assert!(last["message"].as_str().is_some_and(|text| text.contains("no space left") && text.contains("Nothing was lost")), "{last}");
    assert!(machine.facts().power.is_empty(), "no restart");
}

#[tokio::test]
async fn an_older_version_needs_the_password() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "0.0.1"));
    assert_eq!(sends(&bar).await.created()["candidate"]["older"], true);
    let install = async |body: Value| bar.admin().post("/api/box/software/install", body).await;
    install(json!({"when": "now"})).await.refused(409, "conflict");
    let refused = install(json!({"when": "now", "allowOlder": true, "password": "wrong-password"})).await.refused(400, "invalid");
    assert_eq!(refused["fields"]["password"], "Wrong password");
    install(json!({"when": "now", "allowOlder": true})).await.refused(400, "invalid");
    assert!(machine.facts().update.installed.is_empty());
    install(json!({"when": "now", "allowOlder": true, "password": crate::bar::ADMIN_PASSWORD})).await.has_status(202);
    until(async || !machine.facts().update.installed.is_empty()).await;
}

#[tokio::test]
async fn a_planned_start_waits_until_the_bar_is_closed() {
    let machine = FakeMachine::start().await;
    let mut bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    sends(&bar).await.created();
    bar.stocks("Club Beer", "2.00", 24).await;
    let beer = bar.id_of("Club Beer").await;
    let order = json!({"customerName": "Musu", "tableNumber": "4", "items": [{"productId": beer, "quantity": 1}]});
    let order = bar.bartender().post("/api/orders", order).await.created();
    installs(&mut bar, &machine, "closed").await;
    bar.clock.pass(ELEVEN_MINUTES);
    assert_eq!(seen(&bar).await["planned"], json!({"version": "9.0.0"}), "an order is open");
    bar.manager().post(&format!("/api/orders/{}/void", order["id"]), json!({"reason": "They left"})).await.ok();
    bar.clock.pass(ELEVEN_MINUTES);
    until(async || machine.facts().power == ["restart"]).await;
}

/// Cancels the update that is planned. Returns the answer.
pub async fn cancelled(bar: &TestBar, machine: &FakeMachine) -> crate::bar::Answer {
    until(async || !machine.facts().update.installed.is_empty()).await;
    machine.facts().update.percent = None;
    until(async || !seen(bar).await["planned"].is_null()).await;
    bar.admin().post("/api/box/software/cancel", json!({})).await
}

#[tokio::test]
async fn a_planned_start_can_be_cancelled_and_planned_again() {
    let machine = FakeMachine::start().await;
    let mut bar = bar_on(&machine).await;
    bar.admin().post("/api/box/software/cancel", json!({})).await.refused(409, "conflict");
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    sends(&bar).await.created();
    installs(&mut bar, &machine, "closed").await;
    let answer = cancelled(&bar, &machine).await.ok();
    assert_eq!((&answer["planned"], &answer["candidate"]["version"]), (&Value::Null, &json!("9.0.0")));
    assert!(machine.facts().update.marks.iter().any(|mark| mark == "active booted"), "the running root starts next");
    bar.clock.pass(ELEVEN_MINUTES);
    bar.restart().await;
    assert_eq!(seen(&bar).await["lastResult"], Value::Null, "it did not fail: it was not started");
    assert!(machine.facts().power.is_empty(), "no restart");
    machine.facts().update.installed.clear();
    installs(&mut bar, &machine, "closed").await;
    assert_eq!(seen(&bar).await["planned"], json!({"version": "9.0.0"}));
    let audit = bar.admin().get("/api/admin/audit?kind=box.machine_changed").await.ok();
    assert_eq!(audit[1]["summary"], "Update to version 9.0.0 cancelled");
}

#[tokio::test]
async fn an_update_says_what_is_new_in_it() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    let manifest = "[update]\ndescription=Several tables for one group\\nLists from Excel\n";
    // The file ends with the length of its signature in 8 bytes.
    let length = char::from(u8::try_from(manifest.len()).expect("short"));
    let file = format!("the root{manifest}{}{length}", "\0".repeat(7));
    let sent = sends_file(&bar, file).await.created();
    assert_eq!(sent["candidate"]["notes"], "Several tables for one group\nLists from Excel");
}

#[tokio::test]
async fn a_large_file_that_is_refused_gets_its_answer() {
    let machine = FakeMachine::start().await;
    let bar = bar_on(&machine).await;
    machine.facts().update.file = Some((COMPATIBLE, "9.0.0"));
    sends(&bar).await.created();
    bar.admin().post("/api/box/software/install", json!({"when": "now"})).await.has_status(202);
    // More than a connection holds on its way.
    let refused = sends_file(&bar, "x".repeat(32_000_000)).await.refused(409, "conflict");
    assert_eq!(refused["message"], "An update is being written. Wait until it is done.");
}
