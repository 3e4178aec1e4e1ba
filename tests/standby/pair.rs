//! Helpers for a pair of boxes: start them, make a code, wait until the second has caught up.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::box_process::{BoxProcess, Ended};
use crate::cli::{PATIENCE, busy_bar};
use crate::phone::{PASSWORD, Phone};

/// The first box's address.
pub fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// A code for a second box, made by an admin.
pub async fn code(admin: &Phone) -> String {
    let made = admin.post("/api/standby", &json!({}), None).await.expect("an answer").is(201);
    made["code"].as_str().expect("a code").to_owned()
}

/// Starts a second box on `data` that follows `first`. `Err` if it ends at once.
pub fn follow(data: &Path, first: &str, code: &str, more: &[&str]) -> Result<BoxProcess, Ended> {
    let mut args = vec!["follow", first, "--code", code];
    args.extend(more);
    BoxProcess::start(data, &args)
}

/// Starts a second box for the first box on `port`, where `admin` is signed in.
pub async fn second(data: &Path, admin: &Phone, port: u16) -> BoxProcess {
    follow(data, &url(port), &code(admin).await, &[]).unwrap_or_else(|ended| panic!("the second box does not start: {ended:?}"))
}

/// A first box on `one` with `sales` sales, its admin's phone, and a second box on `other` that has caught up.
pub async fn a_pair(one: &Path, other: &Path, sales: u64) -> (BoxProcess, Phone, BoxProcess) {
    let (bar, phone, _) = busy_bar(one, &[], sales).await;
    let stand = second(other, &phone, bar.port()).await;
    caught_up(stand.port(), bar.port()).await;
    (bar, phone, stand)
}

/// Health check of a box.
pub async fn health(port: u16) -> Value {
    Phone::new(port, "").sees("/healthz").await
}

/// Session tokens by port of their box: a first box shows its newest entry only to people who are signed in.
static TOKENS: Mutex<BTreeMap<u16, String>> = Mutex::new(BTreeMap::new());

/// Number of a box's newest entry.
pub async fn journal_of(port: u16) -> u64 {
    let token = TOKENS.lock().expect("unharmed").get(&port).cloned().unwrap_or_default();
    if let Some(journal) = Phone::new(port, &token).sees("/healthz").await["journal"].as_u64() {
        return journal;
    }
    let login = json!({ "username": "admin", "password": PASSWORD });
    let session = Phone::new(port, "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let token = session["token"].as_str().expect("a token").to_owned();
    let journal = Phone::new(port, &token).sees("/healthz").await["journal"].as_u64().expect("a number");
    TOKENS.lock().expect("unharmed").insert(port, token);
    journal
}

/// Waits until the health check of the second box meets the condition.
pub async fn until(port: u16, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        // A request at the moment at which standby mode ends gets no answer.
        let seen = Phone::new(port, "").get("/healthz").await.map(|answer| answer.is(200));
        match seen {
            Ok(seen) if wanted(&seen) => return seen,
            seen => assert!(began.elapsed() < PATIENCE, "the second box never gets there: {seen:#?}"),
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Waits until the second box on port `second` has everything that the first one on `first` has now. Returns how long that took.
pub async fn caught_up(second: u16, first: u16) -> Duration {
    let began = Instant::now();
    let head = journal_of(first).await;
    until(second, |health| health["journal"].as_u64().expect("a number") >= head && health["state"] == "ok").await;
    began.elapsed()
}
