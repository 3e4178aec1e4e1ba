//! Attacks by clients on the Wi-Fi that never sign in: silent connections, partial bodies and password guesses, each from many
//! addresses. Staff continue to sell, the owner can sign in, and memory stays bounded.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::box_process::BoxProcess;
use crate::phone::{PASSWORD, Phone};
use crate::raw_http::{FILES, RawHttp, may_open_files, memory_peak};

/// Most memory that the box may ever have taken, in KiB.
const MEMORY_MAX: u64 = 96 * 1024;
/// Connections that say nothing: as many as the box has places.
const SILENT: usize = 2_048;
/// People who send a body but for its last piece, and what they send, in bytes.
const HALF_BODIES: usize = 500;
const ANNOUNCED: usize = 1024 * 1024;
const SENT: usize = 1_048_000;
/// Sales that are timed meanwhile, and what one may take at the 99th of a hundred.
const SALES: usize = 200;
const P99_MAX: Duration = Duration::from_millis(300);
/// What the slowest of them may take: a phone must not wait until strangers are hung up on.
const WORST_MAX: Duration = Duration::from_secs(5);
/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// One of many addresses of this machine that are not the one a proxy would have.
fn stranger(number: usize) -> Ipv4Addr {
    let [.., high, low] = (number + 2).to_be_bytes();
    Ipv4Addr::new(127, 7, high, low)
}

/// Holds as many silent connections as the box has places, each from another address or all from this one.
async fn say_nothing(port: u16, from: impl Fn(usize) -> Ipv4Addr) -> Vec<TcpStream> {
    let crowd = RawHttp::at(port, "");
    let mut silent = Vec::new();
    for number in 0..SILENT {
        silent.push(crowd.connect_from_and_send(from(number), "").await);
    }
    silent
}

/// Sends most of a large body and then nothing, for as long as it is let.
async fn half_body(crowd: RawHttp, call: &'static str, from: Ipv4Addr) {
    let head = format!("{}Content-Length: {ANNOUNCED}\r\n\r\n", crowd.head(call));
    let mut stream = crowd.connect_from_and_send(from, &head).await;
    let piece = vec![b' '; 16_000];
    for _ in 0..SENT / piece.len() {
        if stream.write_all(&piece).await.is_err() {
            return;
        }
    }
    let _ = timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await;
}

/// Sells, each time on a new connection or on the same: what a sale took at the 99th of a hundred, and the slowest.
async fn sells(port: u16, token: &str) -> (Duration, Duration) {
    let known = Phone::new(port, token);
    let mut times = Vec::new();
    for number in 0..SALES {
        let phone = if number % 2 == 0 { known.clone() } else { Phone::new(port, token) };
        let began = Instant::now();
        phone.sells(1, 1).await.expect("an answer").is(201);
        times.push(began.elapsed());
    }
    times.sort();
    (times[SALES * 99 / 100], times[SALES - 1])
}

async fn opened(folder: &std::path::Path) -> (BoxProcess, String) {
    let bar = BoxProcess::open(folder, &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    assert_eq!(Phone::new(bar.port(), &token).stocks("Club Beer", "3.50", 10_000).await, 1);
    (bar, token)
}

/// The staff's sales are quick, and the box is small.
async fn holds_out(bar: &BoxProcess, token: &str) {
    let (p99, worst) = sells(bar.port(), token).await;
    let peak = memory_peak(bar.pid());
    println!("p99 of a sale {p99:?}, the slowest {worst:?}, {peak} KiB at the most");
    assert!(p99 < P99_MAX && worst < WORST_MAX, "sales took {p99:?} and {worst:?}");
    assert!(peak < MEMORY_MAX, "{peak} KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_silent_connections_as_there_are_places_cost_no_sale() {
    if !may_open_files() {
        println!("SKIPPED: this user may not open {FILES} files, so no crowd came.");
        return;
    }
    let folder = tempfile::tempdir().expect("room");
    let (bar, token) = opened(folder.path()).await;
    let many = say_nothing(bar.port(), stranger).await;
    holds_out(&bar, &token).await;
    drop(many);
    let one = say_nothing(bar.port(), |_| Ipv4Addr::LOCALHOST).await;
    holds_out(&bar, &token).await;
    drop(one);
}

#[tokio::test(flavor = "multi_thread")]
async fn half_bodies_of_full_size_cost_no_sale_and_little_memory() {
    if !may_open_files() {
        println!("SKIPPED: this user may not open {FILES} files, so no crowd came.");
        return;
    }
    let folder = tempfile::tempdir().expect("room");
    let (bar, token) = opened(folder.path()).await;
    // First without a session, then with the one of a phone that was lost.
    for (call, held) in [("POST /api/auth/login", ""), ("POST /api/products/import", token.as_str())] {
        let mut bodies = JoinSet::new();
        for number in 0..HALF_BODIES {
            bodies.spawn(half_body(RawHttp::at(bar.port(), held), call, stranger(number / 40)));
        }
        sleep(Duration::from_secs(1)).await;
        println!("{call}");
        holds_out(&bar, &token).await;
    }
}

/// Tells the status of a try to sign in as the admin.
async fn tries(crowd: &RawHttp, from: Ipv4Addr, password: &str, cookie: &str) -> (String, String) {
    let body = json!({ "username": "admin", "password": password }).to_string();
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
    let mut stream =
        crowd.connect_from_and_send(from, &format!("{head}Cookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}", body.len())).await;
    let mut answer = String::new();
    let _ = timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("an answer in time");
    (answer.split(' ').nth(1).unwrap_or_default().to_owned(), answer)
}

/// The owner's phone comes from an address that the box does not know, after a restart: it has nothing but its cookie.
#[tokio::test(flavor = "multi_thread")]
async fn guesses_from_two_hundred_addresses_do_not_keep_the_owner_out() {
    let folder = tempfile::tempdir().expect("room");
    let (bar, _) = opened(folder.path()).await;
    let (status, answer) = tries(&RawHttp::at(bar.port(), ""), Ipv4Addr::new(127, 8, 0, 1), PASSWORD, "").await;
    assert_eq!(status, "200");
    let cookie = answer
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: ").filter(|set| set.starts_with("barback_device=")))
        .expect("a cookie");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    assert_eq!(bar.terminate().status.code(), Some(0));
    let bar = BoxProcess::open(folder.path(), &[]);
    let crowd = RawHttp::at(bar.port(), "");
    let mut guesses = JoinSet::new();
    for number in 0..200 {
        let crowd = crowd.clone();
        guesses.spawn(async move {
            loop {
                tries(&crowd, stranger(number), "a guess", "").await;
                sleep(Duration::from_millis(500)).await;
            }
        });
    }
    // Until the account has failed often enough for strangers to wait.
    let began = Instant::now();
    while tries(&crowd, Ipv4Addr::new(127, 8, 0, 2), "a guess", "").await.0 != "429" {
        assert!(began.elapsed() < PATIENCE, "strangers never wait");
    }
    let mut strangers = 0;
    for turn in 0..20 {
        let (status, answer) = tries(&crowd, Ipv4Addr::new(127, 8, 0, 3), PASSWORD, &cookie).await;
        assert_eq!(status, "200", "turn {turn}: {answer}");
        let (status, _) = tries(&crowd, Ipv4Addr::new(127, 8, 1, turn), PASSWORD, "").await;
        strangers += u8::from(status == "200");
        sleep(Duration::from_millis(100)).await;
    }
    println!("20 of 20 turns by the cookie, {strangers} without it");
    assert!(strangers < 10, "the guesses held nobody up, so this shows nothing");
}
