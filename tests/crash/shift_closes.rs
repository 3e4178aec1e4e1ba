//! Shifts are closed while the box is killed: the same key gets the same Z, and no number of a Z is missing or given twice.
//!
//! The ordinary run closes [`CLOSES`] shifts. `BARBACK_CRASH_CLOSES=300 cargo test --test crash shift_closes`
//! closes three hundred.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::{Folder, Store};
use tokio::net::TcpStream;

use crate::box_process::BoxProcess;
use crate::drawer::{cash_row, cash_sale, closing, dollars, opening, switches_drawer_on, z, z_name, z_numbers};
use crate::ledger::{KeyedRequest, stock_up};
use crate::phone::Phone;
use crate::raw_http::RawHttp;
use crate::rebuild_check;
use crate::rng::{SeededRng, number};

/// Shifts that the ordinary run closes.
const CLOSES: u64 = 12;
/// The box is killed within this time after a request, in microseconds for each request: before, while and after it answers.
const KILLED_WITHIN: u64 = 12_000;
/// What stays in the drawer, in cents. Each shift sells three beers at 3.50, in cash.
const LEFT: i64 = 4_000;
const SOLD: i64 = 1_050;
/// What is missing in a shift that is counted twice, beyond the tolerance of 2.00.
const MISSING: i64 = 1_000;
/// Longest wait for a Z that another phone stores.
const PATIENCE: Duration = Duration::from_secs(30);

/// A fresh bar with stock and one drawer.
async fn opens_with_a_drawer(folder: &Path) -> (BoxProcess, Phone) {
    let bar = BoxProcess::open(folder, &[]);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    switches_drawer_on(&phone).await;
    (bar, phone)
}

/// The requests of one shift in their order: it opens, sells in cash and is counted, sometimes twice. `id` is the shift's.
fn a_shift(id: u64, is_short: bool) -> Vec<KeyedRequest> {
    let request = |name: &str, path: String, body: Value| KeyedRequest::new(format!("shift {id}: {name}"), path, body);
    let found = LEFT + SOLD - if is_short { MISSING } else { 0 };
    let mut requests = vec![
        request("open", "/api/shifts".to_owned(), opening(LEFT)),
        request("sale", "/api/sales".to_owned(), cash_sale(1, 3)),
        request("count", format!("/api/shifts/{id}/count"), closing(found, LEFT)),
    ];
    if is_short {
        requests.push(request("second count", format!("/api/shifts/{id}/count"), closing(found, LEFT)));
    }
    requests
}

/// Opens a shift and sells in it. Returns the request that closes it.
async fn sells_in_a_shift(phone: &Phone) -> KeyedRequest {
    let mut requests = a_shift(1, false);
    let close = requests.pop().expect("a close");
    for request in &mut requests {
        assert!(request.send(phone).await);
    }
    close
}

/// Sends these requests one after the other, until one gets no answer.
async fn send_all(phone: Phone, mut requests: Vec<KeyedRequest>) -> Vec<KeyedRequest> {
    for request in &mut requests {
        if !request.send(&phone).await {
            break;
        }
    }
    requests
}

#[tokio::test(flavor = "multi_thread")]
async fn shift_closes_that_are_cut_off_leave_no_gap_and_no_double_among_the_zs() {
    let closes = number("BARBACK_CRASH_CLOSES", CLOSES);
    let folder = tempfile::tempdir().expect("room");
    let mut rng = SeededRng::from_env();
    let (mut bar, phone) = opens_with_a_drawer(folder.path()).await;
    let token = phone.token().to_owned();
    let (mut stored_unanswered, mut not_stored, mut answered) = (0, 0, 0);
    let mut zs: BTreeMap<String, Value> = BTreeMap::new();
    let (mut dropped, began) = (0, Instant::now());
    for close in 1..=closes {
        let is_short = rng.below(3) == 0;
        let mut requests = a_shift(close, is_short);
        // Two times of three the box is killed around the last count, else anywhere in the shift.
        let undisturbed = if rng.below(3) == 0 { 0 } else { requests.len() - 1 };
        for request in &mut requests[..undisturbed] {
            assert!(request.send(&Phone::new(bar.port(), &token)).await, "{}", request.key);
        }
        let cut_off = requests.split_off(undisturbed);
        let wait = rng.below(KILLED_WITHIN * cut_off.len() as u64);
        let sent = tokio::spawn(send_all(Phone::new(bar.port(), &token), cut_off));
        tokio::time::sleep(Duration::from_micros(wait)).await;
        bar.kill();
        requests.extend(sent.await.expect("no panic"));

        bar = BoxProcess::open(folder.path(), &[]);
        let phone = Phone::new(bar.port(), &token);
        let numbers = z_numbers(&phone).await;
        let is_stored = numbers.len() as u64 == close;
        assert!(is_stored || numbers.len() as u64 == close - 1, "{numbers:?}");
        match (requests.last().expect("a count").answer.is_some(), is_stored) {
            (true, true) => answered += 1,
            (true, false) => panic!("close {close} was answered and is not stored"),
            (false, true) => stored_unanswered += 1,
            (false, false) => not_stored += 1,
        }
        let open = phone.sees("/api/shifts?status=open").await;
        assert!(!is_stored || open == json!([]), "{open}");
        let before = if is_stored { Some(z(&phone, &z_name(close)).await) } else { None };

        // The phone repeats everything under its keys: what was answered is answered in the same bytes.
        for request in &mut requests {
            assert!(request.send(&phone).await, "{}", request.key);
        }
        let answer = requests.last().and_then(KeyedRequest::parsed_answer).expect("answered");
        assert_eq!((&answer["zNumber"], &answer["recount"]), (&json!(z_name(close)), &json!(false)), "{answer}");
        let closed = z(&phone, &z_name(close)).await;
        assert!(before.is_none_or(|before| before == closed), "the same Z");
        let missing = if is_short { MISSING } else { 0 };
        assert_eq!(cash_row(&closed, "tendered"), dollars(SOLD), "each sale counts once: {closed:#}");
        assert_eq!(cash_row(&closed, "expected"), dollars(LEFT + SOLD));
        assert_eq!(cash_row(&closed, "overShort"), dollars(-missing));
        assert_eq!(closed["counts"].as_array().map(Vec::len), Some(if is_short { 2 } else { 1 }), "each count once");
        dropped += SOLD - missing;
        zs.insert(z_name(close), closed);
    }
    let phone = Phone::new(bar.port(), &token);
    assert_eq!(z_numbers(&phone).await, (1..=closes).map(z_name).collect::<Vec<_>>(), "no gap and no double");
    for (number, closed) in &zs {
        assert_eq!(z(&phone, number).await, *closed, "{number} changed after its close");
    }
    let tills = phone.sees("/api/tills").await;
    assert_eq!((&tills[0]["cashUSD"], &tills[1]["cashUSD"]), (&json!(dollars(LEFT)), &json!(dollars(dropped))), "every drop once");
    assert_eq!(bar.terminate().status.code(), Some(0));
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(folder.path()).expect("free")).expect("whole"));
    println!(
        "{closes} shifts closed, each with one Z: {answered} answered before the kill, {stored_unanswered} stored without an answer, {not_stored} not \
         stored, {:.0} s",
        began.elapsed().as_secs_f64()
    );
}

/// Sends a close without reading its answer; only `share` of the body's bytes if that is given.
async fn sends_without_listening(phone: &Phone, port: u16, key: &str, body: &Value, share: Option<usize>) -> TcpStream {
    let body = body.to_string();
    let raw = RawHttp::at(port, phone.token());
    let head = raw.head("POST /api/shifts/1/count");
    let sent = &body[..share.unwrap_or(body.len())];
    raw.connect_and_send(&format!("{head}Idempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n{sent}", body.len())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_whose_answer_is_lost_in_a_power_cut_gets_the_same_z_under_its_key() {
    let folder = tempfile::tempdir().expect("room");
    let (bar, phone) = opens_with_a_drawer(folder.path()).await;
    let close = sells_in_a_shift(&phone).await;
    let unread = sends_without_listening(&phone, bar.port(), &close.key, close.body(), None).await;
    let began = Instant::now();
    while z_numbers(&phone).await.is_empty() {
        assert!(began.elapsed() < PATIENCE, "the close is never stored");
    }
    let stored = z(&phone, "Z-000001").await;
    bar.kill();
    drop(unread);

    let bar = BoxProcess::open(folder.path(), &[]);
    let phone = Phone::new(bar.port(), phone.token());
    let mut again = close.clone();
    assert!(again.send(&phone).await && again.send(&phone).await, "the same bytes each time");
    assert_eq!(again.parsed_answer().expect("answered")["zNumber"], "Z-000001");
    assert_eq!(z(&phone, "Z-000001").await, stored, "the same figures");
    assert_eq!(z_numbers(&phone).await, ["Z-000001"]);
    let other_key = phone.post("/api/shifts/1/count", close.body(), Some("another phone")).await.expect("an answer").is(409);
    assert_eq!((&other_key["code"], &other_key["zNumber"]), (&json!("shift_closed"), &json!("Z-000001")), "{other_key}");
    bar.terminate();
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(folder.path()).expect("free")).expect("whole"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_before_a_close_was_stored_leaves_the_shift_open() {
    let folder = tempfile::tempdir().expect("room");
    let (bar, phone) = opens_with_a_drawer(folder.path()).await;
    let close = sells_in_a_shift(&phone).await;
    phone.post("/api/shifts/1/counting", &json!({}), None).await.expect("an answer").is(200);
    let half = sends_without_listening(&phone, bar.port(), &close.key, close.body(), Some(40)).await;
    let open = phone.sees("/api/shifts/1").await;
    bar.kill();
    drop(half);

    let bar = BoxProcess::open(folder.path(), &[]);
    let phone = Phone::new(bar.port(), phone.token());
    let still = phone.sees("/api/shifts/1").await;
    assert_eq!(still, open, "open, counted by the same person, with the same cash");
    assert_eq!((&still["state"], &still["zNumber"]), (&json!("counting"), &Value::Null));
    assert!(z_numbers(&phone).await.is_empty());
    let mut again = close.clone();
    assert!(again.send(&phone).await);
    assert_eq!(again.parsed_answer().expect("answered")["zNumber"], "Z-000001");
    assert_eq!(z_numbers(&phone).await, ["Z-000001"]);
    bar.kill();
}
