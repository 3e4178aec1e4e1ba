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

/// Most memory that the box may use at its peak, in KiB.
const MEMORY_MAX: u64 = 80 * 1024;
/// Silent connections: as many as the box accepts.
const SILENT: usize = 2_048;
/// Clients that send all but the last part of a body; announced and sent bytes.
const HALF_BODIES: usize = 500;
const ANNOUNCED: usize = 1024 * 1024;
const SENT: usize = 1_048_000;
/// Sales that are timed meanwhile, and the limit for their 99th percentile.
const SALES: usize = 200;
const P99_MAX: Duration = Duration::from_millis(300);
/// Limit for the slowest sale: a phone must not wait until the strangers' connections are closed.
const WORST_MAX: Duration = Duration::from_secs(5);
/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// One of many loopback addresses other than 127.0.0.1, which a proxy would have.
fn stranger(number: usize) -> Ipv4Addr {
    let [.., high, low] = (number + 2).to_be_bytes();
    Ipv4Addr::new(127, 7, high, low)
}

/// Opens [`SILENT`] silent connections, the n-th from the address `from(n)`.
async fn open_silent(port: u16, from: impl Fn(usize) -> Ipv4Addr) -> Vec<TcpStream> {
    let client = RawHttp::at(port, "");
    let mut silent = Vec::new();
    for number in 0..SILENT {
        silent.push(client.connect_from_and_send(from(number), "").await);
    }
    silent
}

/// Sends most of a large body and then nothing, until the box closes the connection.
async fn partial_body(client: RawHttp, call: &'static str, from: Ipv4Addr) {
    let head = format!("{}Content-Length: {ANNOUNCED}\r\n\r\n", client.head(call));
    let mut stream = client.connect_from_and_send(from, &head).await;
    let piece = vec![b' '; 16_000];
    for _ in 0..SENT / piece.len() {
        if stream.write_all(&piece).await.is_err() {
            return;
        }
    }
    let _ = timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await;
}

/// Sells alternately on new connections and on one connection. Returns the 99th percentile and the maximum of the times.
async fn time_sales(port: u16, token: &str) -> (Duration, Duration) {
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

/// Asserts that sales are fast and memory is small.
async fn assert_holds_out(bar: &BoxProcess, token: &str) {
    let (p99, worst) = time_sales(bar.port(), token).await;
    let peak = memory_peak(bar.pid());
    println!("sales: p99 {p99:?}, slowest {worst:?}; peak memory {peak} KiB");
    assert!(p99 < P99_MAX && worst < WORST_MAX, "sales took {p99:?} and {worst:?}");
    assert!(peak < MEMORY_MAX, "{peak} KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_up_to_the_limit_cost_no_sale() {
    if !may_open_files() {
        println!("SKIPPED: this user may not open {FILES} files, so this was not tried.");
        return;
    }
    let folder = tempfile::tempdir().expect("room");
    let (bar, token) = opened(folder.path()).await;
    let many = open_silent(bar.port(), stranger).await;
    assert_holds_out(&bar, &token).await;
    drop(many);
    let one = open_silent(bar.port(), |_| Ipv4Addr::LOCALHOST).await;
    assert_holds_out(&bar, &token).await;
    drop(one);
}

#[tokio::test(flavor = "multi_thread")]
async fn large_partial_bodies_cost_no_sale_and_little_memory() {
    if !may_open_files() {
        println!("SKIPPED: this user may not open {FILES} files, so this was not tried.");
        return;
    }
    let folder = tempfile::tempdir().expect("room");
    let (bar, token) = opened(folder.path()).await;
    // First without a session, then with the session of a lost phone.
    for (call, held) in [("POST /api/auth/login", ""), ("POST /api/products/import", token.as_str())] {
        let mut bodies = JoinSet::new();
        for number in 0..HALF_BODIES {
            bodies.spawn(partial_body(RawHttp::at(bar.port(), held), call, stranger(number / 40)));
        }
        sleep(Duration::from_secs(1)).await;
        println!("{call}");
        assert_holds_out(&bar, &token).await;
    }
}

/// Tries to sign in as the admin. Returns the status and the whole answer.
async fn sign_in(client: &RawHttp, from: Ipv4Addr, password: &str, cookie: &str) -> (String, String) {
    let body = json!({ "username": "admin", "password": password }).to_string();
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
    let mut stream =
        client.connect_from_and_send(from, &format!("{head}Cookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}", body.len())).await;
    let mut answer = String::new();
    let _ = timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("an answer in time");
    (answer.split(' ').nth(1).unwrap_or_default().to_owned(), answer)
}

/// After a restart the owner's phone has an address that the box does not know; only its cookie identifies it.
#[tokio::test(flavor = "multi_thread")]
async fn guesses_from_two_hundred_addresses_do_not_keep_the_owner_out() {
    let folder = tempfile::tempdir().expect("room");
    let (bar, _) = opened(folder.path()).await;
    let (status, answer) = sign_in(&RawHttp::at(bar.port(), ""), Ipv4Addr::new(127, 8, 0, 1), PASSWORD, "").await;
    assert_eq!(status, "200");
    let cookie = answer
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: ").filter(|set| set.starts_with("barback_known=")))
        .expect("a cookie");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    assert_eq!(bar.terminate().status.code(), Some(0));
    let bar = BoxProcess::open(folder.path(), &[]);
    let client = RawHttp::at(bar.port(), "");
    let mut guesses = JoinSet::new();
    for number in 0..200 {
        let client = client.clone();
        guesses.spawn(async move {
            loop {
                sign_in(&client, stranger(number), "a guess", "").await;
                sleep(Duration::from_millis(500)).await;
            }
        });
    }
    // Until enough sign-ins have failed that strangers are refused.
    let began = Instant::now();
    while sign_in(&client, Ipv4Addr::new(127, 8, 0, 2), "a guess", "").await.0 != "429" {
        assert!(began.elapsed() < PATIENCE, "strangers are never refused");
    }
    let mut strangers = 0;
    for attempt in 0..20 {
        let (status, answer) = sign_in(&client, Ipv4Addr::new(127, 8, 0, 3), PASSWORD, &cookie).await;
        assert_eq!(status, "200", "attempt {attempt}: {answer}");
        let (status, _) = sign_in(&client, Ipv4Addr::new(127, 8, 1, attempt), PASSWORD, "").await;
        strangers += u8::from(status == "200");
        sleep(Duration::from_millis(100)).await;
    }
    println!("20 of 20 sign-ins with the cookie, {strangers} without");
    assert!(strangers < 10, "the guesses blocked no stranger, so the test proves nothing");
}
