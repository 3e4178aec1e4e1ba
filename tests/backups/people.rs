//! PINs, devices and approvals: what logs, copies and exports hold of them, and what a copy is worth.

use std::path::Path;

use barback::backup::Source;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};

use crate::box_process::{BoxProcess, command};
use crate::cli::{barback, path_in, signs_in};
use crate::phone::{PASSWORD, Phone};

/// PINs that no figure of the story contains.
const PIN: &str = "904817";
const WRONG_PIN: &str = "731904";
/// The id of the first bartender after the admin.
const BARTENDER: u64 = 2;
const BARTENDER_PASSWORD: &str = "warm palm wine";

/// A bartender's device: its cookie and the token of the bartender's session on it.
struct OnDevice {
    http: reqwest::Client,
    base: String,
    cookie: String,
    token: String,
}

impl OnDevice {
    async fn posts(&self, path: &str, body: Value, approval: Option<&str>) -> reqwest::Response {
        let mut request =
            self.http.post(format!("{}{path}", self.base)).header("Origin", &self.base).header("Cookie", &self.cookie).json(&body);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(id) = approval {
            request = request.header("Approval", id);
        }
        request.send().await.expect("an answer")
    }
}

async fn enrols(phone: &Phone, port: u16) -> (OnDevice, String) {
    let code = phone.post("/api/devices/codes", &json!({"name": "Bar tablet", "kind": "till"}), None).await.expect("an answer").is(201);
    let code = code["code"].as_str().expect("a code").to_owned();
    let (http, base) = (reqwest::Client::builder().no_proxy().build().expect("a client"), format!("http://127.0.0.1:{port}"));
    let enrolled = http.post(format!("{base}/api/devices/enrol")).json(&json!({"code": code})).send().await.expect("an answer");
    let set = enrolled.headers()[SET_COOKIE].to_str().expect("text").to_owned();
    let cookie = set.split(';').next().expect("a pair").to_owned();
    (OnDevice { http, base, cookie, token: String::new() }, code)
}

/// Sets up a bartender with a PIN on a device, who mistypes it once and signs in.
async fn bartender_on_a_device(phone: &Phone, port: u16) -> (OnDevice, String) {
    let person = json!({"username": "musa", "password": "to be changed", "role": "bartender"});
    assert_eq!(phone.post("/api/users", &person, None).await.expect("an answer").is(201)["id"], BARTENDER);
    let first = Phone::new(port, "").post("/api/auth/login", &json!({"username": "musa", "password": "to be changed"}), None).await;
    let first = Phone::new(port, first.expect("an answer").is(200)["token"].as_str().expect("a token"));
    let change = json!({"currentPassword": "to be changed", "newPassword": BARTENDER_PASSWORD});
    let own = first.post("/api/auth/change-password", &change, None).await.expect("an answer").is(200);
    let own = Phone::new(port, own["token"].as_str().expect("a token"));
    own.post("/api/pin", &json!({"newPin": PIN, "currentPassword": BARTENDER_PASSWORD}), None).await.expect("an answer").is(200);
    let (mut device, code) = enrols(phone, port).await;
    let wrong = device.posts("/api/pin/sign-in", json!({"userId": BARTENDER, "pin": WRONG_PIN}), None).await;
    assert_eq!(wrong.status(), 403);
    let right = device.posts("/api/pin/sign-in", json!({"userId": BARTENDER, "pin": PIN}), None).await;
    assert_eq!(right.status(), 200);
    device.token = right.json::<Value>().await.expect("JSON")["token"].as_str().expect("a token").to_owned();
    (device, code)
}

fn texts_in(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    files.map(|file| std::fs::read_to_string(file).expect("text")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_copies_and_exports_hold_no_key_to_a_device_and_a_grant_of_a_copy_is_worth_nothing() {
    let room = tempfile::tempdir().expect("room");
    let (data, new) = (room.path().join("bar"), room.path().join("new"));
    let mut start = command(&data, &[]);
    start.env("BARBACK_LOG", "trace");
    let bar = BoxProcess::run(start).unwrap_or_else(|ended| panic!("the box does not open: {ended:?}"));
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    let beer = phone.stocks("Club Beer", "2.00", 50).await;
    let rules = json!({"approvals": {"rules": {"void_sale": "approve"}}});
    phone.put("/api/settings", &rules).await.expect("an answer").is(200);
    let (device, code) = bartender_on_a_device(&phone, bar.port()).await;
    phone.sells(beer, 2).await.expect("an answer").is(201);
    phone.sells(beer, 3).await.expect("an answer").is(201);
    let void = json!({"reason": "Wrong drink"});
    // One approval is used, another one is granted when the copy is made.
    for sale in 1..=2 {
        let asked = json!({"method": "POST", "path": format!("/api/sales/{sale}/void"), "body": void});
        assert_eq!(device.posts("/api/approvals", asked, None).await.status(), 201);
        phone.post(&format!("/api/approvals/{sale}/grant"), &json!({}), None).await.expect("an answer").is(200);
    }
    assert_eq!(device.posts("/api/sales/1/void", void.clone(), Some("1")).await.status(), 200);

    let backup = path_in(&barback(&data, &["backup"]).ok());
    let folder = room.path().join("export");
    barback(&data, &["export", &folder.display().to_string()]).ok();
    let export = texts_in(&folder);
    let logs = bar.output_since_open() + &bar.terminate().errors;
    let mut copy = Vec::new();
    let read = Source::open(&backup).expect("a copy").read(|step| {
        step.entries.iter().for_each(|entry| copy.extend_from_slice(&entry.bytes));
        step.answers.iter().for_each(|answer| copy.extend_from_slice(&answer.answer.body));
        Ok(())
    });
    read.expect("whole");
    let copy = String::from_utf8_lossy(&copy).into_owned();
    assert!(copy.contains("argon2id") && export.contains("Club Beer"), "what is searched is not there");
    let cookie = device.cookie.split_once('=').expect("a pair").1;
    let plain_code = code.replace('-', "");
    for (name, text) in [("a log", &logs), ("the copy", &copy), ("the export", &export)] {
        for secret in [PIN, WRONG_PIN, cookie, &device.token, &code, &plain_code, BARTENDER_PASSWORD, PASSWORD] {
            assert!(!text.contains(secret), "{name} holds {secret}");
        }
    }
    for hash in ["argon2", "secret_hash", "session_id"] {
        for text in [&logs, &export] {
            let line = text.lines().find(|line| line.contains(hash));
            assert!(line.is_none(), "{hash} got out: {line:?}");
        }
    }
    for id in ["/api/approvals/1", "approval_id", "approvalId", "approval id"] {
        assert!(!logs.to_lowercase().contains(&id.to_lowercase()), "a log names an approval: {id}\n{logs}");
    }

    barback(&new, &["restore", &backup.display().to_string()]).ok();
    let bar = BoxProcess::open(&new, &[]);
    let moved = OnDevice { base: format!("http://127.0.0.1:{}", bar.port()), ..device };
    assert_eq!(moved.posts("/api/sales/2/void", void.clone(), Some("2")).await.status(), 401, "the device is of the old box");
    let login = json!({"username": "musa", "password": BARTENDER_PASSWORD});
    let musa = Phone::new(bar.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let musa = OnDevice { token: musa["token"].as_str().expect("a token").to_owned(), cookie: String::new(), ..moved };
    let refused = musa.posts("/api/sales/2/void", void, Some("2")).await;
    assert_eq!(refused.status(), 403);
    assert_eq!(refused.json::<Value>().await.expect("JSON")["code"], "approval_required");
    let admin = signs_in(bar.port(), PASSWORD).await;
    assert_eq!(admin.sees("/api/approvals/2").await["status"], "expired");
    bar.terminate();
}
