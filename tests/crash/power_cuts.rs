//! Power cuts under load, many times in a row, and during the first start.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use store::{Folder, Store};

use crate::box_process::{BoxProcess, command};
use crate::ledger::{KeyedRequest, assert_all_stored, assert_books_agree, shown_sales, stock_up};
use crate::phone::Phone;
use crate::rebuild_check;
use crate::rng::SeededRng;
use crate::rounds;

/// Sellers at the same time.
const SELLERS: u64 = 20;
/// Longest time from the first sale to the cut, in milliseconds.
const LOAD_MAX: u64 = 400;
/// Interrupted first starts in each round.
const FIRST_STARTS_PER_ROUND: u64 = 4;
/// Half of the first starts are interrupted within this time, in microseconds; the others at any point.
const FIRST_START_EARLY: u64 = 20_000;
/// Requests of earlier rounds that are repeated in each round.
const OLD_REQUESTS: u64 = 40;
/// The first rounds repeat every request. In a long run, every tenth round after them does so too.
const WHOLE_ROUNDS: u64 = 10;
/// The other rounds repeat one of this many answered requests, and last at most [`SHORT_LOAD_MAX`] milliseconds, because they test
/// the power cut.
const SHORT_REQUESTS: u64 = 8;
const SHORT_LOAD_MAX: u64 = 80;

/// Sells until the box is gone or `closing` is set. Returns all requests; the last one may be unanswered.
async fn seller(phone: Phone, name: String, mut rng: SeededRng, closing: Arc<AtomicBool>) -> Vec<KeyedRequest> {
    let mut requests = Vec::new();
    while !closing.load(Ordering::Relaxed) {
        let mut request = KeyedRequest::random(format!("{name}-{}", requests.len()), &mut rng);
        let answered = request.send(&phone).await;
        requests.push(request);
        if !answered {
            break;
        }
    }
    requests
}

/// Twenty sellers at the box that listens on `port`.
pub fn sellers(
    port: u16,
    token: &str,
    round: u64,
    rng: &mut SeededRng,
    closing: &Arc<AtomicBool>,
) -> Vec<tokio::task::JoinHandle<Vec<KeyedRequest>>> {
    (0..SELLERS)
        .map(|number| {
            let name = format!("round {round} seller {number}");
            tokio::spawn(seller(Phone::new(port, token), name, SeededRng::new(rng.any()), closing.clone()))
        })
        .collect()
}

/// All requests of the sellers.
pub async fn all_requests(sellers: Vec<tokio::task::JoinHandle<Vec<KeyedRequest>>>) -> Vec<KeyedRequest> {
    let mut requests = Vec::new();
    for seller in sellers {
        requests.extend(seller.await.expect("the seller did not panic"));
    }
    requests
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_sales_survive_every_power_cut_once() {
    let folder = tempfile::tempdir().expect("room");
    let mut rng = SeededRng::from_env();
    let mut bar = BoxProcess::open(folder.path(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    stock_up(&Phone::new(bar.port(), &token)).await;
    let (mut all, mut known, mut unanswered) = (Vec::<KeyedRequest>::new(), 0, 0);
    let began = Instant::now();
    for round in 0..rounds() {
        let whole = round < WHOLE_ROUNDS || round % WHOLE_ROUNDS == 0;
        let closing = Arc::new(AtomicBool::new(false));
        let sellers = sellers(bar.port(), &token, round, &mut rng, &closing);
        tokio::time::sleep(Duration::from_millis(rng.below(if whole { LOAD_MAX } else { SHORT_LOAD_MAX }))).await;
        bar.kill();
        let mut requests = all_requests(sellers).await;

        bar = BoxProcess::open(folder.path(), &[]);
        let phone = Phone::new(bar.port(), &token);
        let shown = shown_sales(&phone, known).await;
        assert_all_stored(&requests, &shown);
        unanswered += requests.iter().filter(|request| request.answer.is_none()).count();
        for request in &mut requests {
            // An unanswered request is repeated in any case.
            if !whole && request.answer.is_some() && rng.below(SHORT_REQUESTS) > 0 {
                continue;
            }
            assert!(request.send(&phone).await, "{} is answered after the restart", request.key);
        }
        let shown = shown_sales(&phone, known).await;
        assert_all_stored(&requests, &shown);
        let acknowledged: usize = requests.iter().map(|request| request.lines().len()).sum();
        assert_eq!(shown.len(), acknowledged, "round {round}: each sale is stored once and nothing else is");
        known = shown.last_key_value().map_or(known, |(id, _)| *id);
        all.extend(requests);
        let old_requests = if whole { OLD_REQUESTS } else { OLD_REQUESTS / SHORT_REQUESTS };
        for _ in 0..old_requests.min(all.len() as u64) {
            let old = rng.below(all.len() as u64) as usize;
            assert!(all[old].send(&phone).await);
        }
    }
    bar.kill();
    assert!(unanswered > 0, "no request was interrupted");
    println!("{} rounds, {unanswered} requests interrupted, {:.0} s", rounds(), began.elapsed().as_secs_f64());
    assert_books_agree(folder.path(), &all);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_first_start_leaves_a_folder_that_opens() {
    let mut rng = SeededRng::from_env();
    let (mut interrupted, mut files) = (0, 0);
    let whole = first_start(&[]);
    for round in 0..rounds() * FIRST_STARTS_PER_ROUND {
        let folder = tempfile::tempdir().expect("room");
        // Twice: the start after a cut may be cut as well.
        for latest in [FIRST_START_EARLY, whole] {
            let mut child = command(folder.path(), &[]).spawn().expect("the binary runs");
            std::thread::sleep(Duration::from_micros(rng.below(latest)));
            interrupted += u32::from(child.try_wait().expect("a child").is_none());
            child.kill().expect("killed");
            child.wait().expect("dead");
            files += u32::from(folder.path().join("barback.redb").exists());
        }
        let bar = BoxProcess::open(folder.path(), &[]);
        // Signing in costs a second of hashing; every few is enough.
        if round % FIRST_STARTS_PER_ROUND == 0 {
            let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
            stock_up(&phone).await;
            assert_eq!(phone.sees("/api/exchange-rate").await["rate"], 190);
            assert_eq!(phone.sells(1, 1).await.expect("an answer").is(201)["id"], 1);
        }
        let ended = bar.terminate();
        assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    }
    println!("{interrupted} first starts interrupted, {files} of them with a store file; a whole one takes {whole} µs");
    assert!(interrupted > 0 && files > 0, "no start was interrupted after it had created a store file");
}

/// Duration of an uninterrupted first start, in microseconds.
fn first_start(more: &[&str]) -> u64 {
    let (folder, began) = (tempfile::tempdir().expect("room"), Instant::now());
    BoxProcess::open(folder.path(), more);
    began.elapsed().as_micros() as u64
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_demo_start_is_complete_the_next_time() {
    let mut rng = SeededRng::from_env();
    let whole = first_start(&["--demo"]);
    for _ in 0..rounds().div_ceil(2) {
        let folder = tempfile::tempdir().expect("room");
        let mut child = command(folder.path(), &["--demo"]).spawn().expect("the binary runs");
        std::thread::sleep(Duration::from_micros(rng.below(whole)));
        child.kill().expect("killed");
        child.wait().expect("dead");
        let bar = BoxProcess::open(folder.path(), &["--demo"]);
        let login = json!({ "username": "manager", "password": "manager123" });
        let answer = Phone::new(bar.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
        let phone = Phone::new(bar.port(), answer["token"].as_str().expect("a token"));
        for list in ["/api/products", "/api/sales", "/api/receipts"] {
            let rows = phone.sees(list).await;
            assert!(rows.as_array().is_some_and(|rows| rows.len() > 20), "{list}: half a demo");
        }
        bar.kill();
        rebuild_check::assert_rebuilds(&Store::open(Folder::lock(folder.path()).expect("free")).expect("whole"));
    }
}

/// A start without a given password: the box generates one.
fn command_without_password(data: &Path) -> Command {
    let mut command = command(data, &[]);
    command.env_remove("BARBACK_ADMIN_PASSWORD");
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_password_is_always_shown() {
    const FIRST_SIGN_IN: &str = "First sign-in: admin / ";
    let mut rng = SeededRng::from_env();
    let whole = first_start(&[]);
    let mut shown_before_the_cut = 0;
    for _ in 0..rounds() {
        let folder = tempfile::tempdir().expect("room");
        let mut child = command_without_password(folder.path()).spawn().expect("the binary runs");
        // The later half of the start, where the account is made.
        std::thread::sleep(Duration::from_micros(whole / 2 + rng.below(whole / 2)));
        child.kill().expect("killed");
        let before = String::from_utf8(child.wait_with_output().expect("dead").stdout).expect("text");
        let bar = BoxProcess::run(command_without_password(folder.path())).expect("it opens");
        let lines: Vec<&str> = before.lines().chain(bar.startup_output().iter().map(|line| line.trim_end())).collect();
        let passwords: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(FIRST_SIGN_IN)).collect();
        shown_before_the_cut += u32::from(before.contains(FIRST_SIGN_IN));
        let newest = passwords.last().unwrap_or_else(|| panic!("no password was shown: {lines:?}"));
        Phone::first_sign_in_with(bar.port(), newest).await;
    }
    println!("{shown_before_the_cut} of {} passwords were shown before the cut", rounds());
}
