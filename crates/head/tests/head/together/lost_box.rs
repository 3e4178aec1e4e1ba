//! A box is lost, comes back on a new device by the command that head office shows, and is found again.

use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::{Bar, Chain, LOOK_EVERY, PATIENCE};
use crate::box_process::{BoxProcess, clear_environment, program};
use crate::phone::{PASSWORD, Phone};

/// Restores the bar of a code on a new device, by the command that head office shows, and signs in.
async fn on_a_new_device(made: &Value, id: &str) -> Bar {
    let data = tempfile::tempdir().expect("a folder");
    let words = made["command"].as_str().expect("a command").strip_prefix("barback ").expect("a command of the box");
    let mut command = Command::new(program());
    clear_environment(&mut command);
    let output = command.args(words.split(' ')).arg("--data").arg(data.path().join("bar")).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let process = BoxProcess::open(&data.path().join("bar"), &[]);
    let login = json!({ "username": "admin", "password": PASSWORD });
    let answer = Phone::new(process.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let phone = Phone::new(process.port(), answer["token"].as_str().expect("a token"));
    Bar { data, process: Some(process), phone, id: id.to_owned() }
}

async fn revenue(chain: &Chain) -> Value {
    chain.sees("/api/head/overview").await["total"]["totalRevenue"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_box_comes_back_and_the_old_one_sells_on_beside_it() {
    let chain = Chain::start().await;
    let mut old = chain.bar("Cape Bar").await;
    let beer = old.phone.stocks("Club Beer", "2.00", 100).await;
    old.phone.sells(beer, 5).await.expect("an answer").is(201);
    chain.has_all_of(&old).await;
    assert_eq!(revenue(&chain).await, "10.00");
    old.process.take().expect("it runs").kill();

    let made = chain.code(json!({ "bar": old.id })).await;
    let new = on_a_new_device(&made, &old.id).await;
    chain.has_all_of(&new).await;
    assert_eq!(revenue(&chain).await, "10.00", "as before");
    new.phone.sells(beer, 1).await.expect("an answer").is(201);
    chain.has_all_of(&new).await;
    assert_eq!(revenue(&chain).await, "12.00");

    // The old box is found, and sells on.
    let process = BoxProcess::open(old.data.path(), &[]);
    old.phone = Phone::new(process.port(), old.phone.token());
    old.process = Some(process);
    old.phone.sells(beer, 20).await.expect("an answer").is(201);
    let began = Instant::now();
    loop {
        old.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
        let link = old.phone.sees("/api/head-link").await;
        if link["state"] == "beside" && link["position"]["seq"] == link["journal"] {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{link}");
        sleep(LOOK_EVERY).await;
    }
    assert_eq!(revenue(&chain).await, "12.00", "it is counted nowhere");
    let path = format!("/api/head/bars/{}/lines", old.id);
    let lines = chain.sees(&path).await;
    let beside = lines.as_array().expect("lines").iter().find(|line| line["state"] == "beside").expect("the old box").clone();
    assert_eq!((&beside["knownHereOnly"]["receipts"], &beside["knownHereOnly"]["totalRevenue"]), (&json!(1), &json!("40.00")));
    let line = beside["line"].as_str().expect("a line");
    let body = json!({ "state": "current" });
    let (status, chosen) = chain.office.call(reqwest::Method::PUT, &format!("{path}/{line}"), &chain.owner.token, body).await;
    assert_eq!((status, &chosen["state"]), (200, &json!("current")), "{chosen}");
    assert_eq!(revenue(&chain).await, "50.00", "the books of the old box");
}
