//! Abusive clients: partial, endless and deeply nested requests, a thousand streams, two hundred sign-ins at a time. Memory stays
//! bounded, and staff continue to sell.

use std::fs;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::box_process::{BoxProcess, FIRST_PASSWORD, command};
use crate::phone::{PASSWORD, Phone};
use crate::raw_http::{FILES, RawHttp, first_line, may_open_files, memory_peak};

/// Most memory that the box may use at its peak, in KiB: half the memory of the smallest Raspberry Pi.
const MEMORY_MAX: u64 = 256 * 1024;
/// Connections that send half a head or half a body, and then nothing.
const STALLED: usize = 200;
/// Announced length of a partial body, in bytes.
const HALF_BODY: usize = 1_000_000;
/// Connections that request much and read none of it.
const NON_READING: usize = 50;
/// Connections that send endless bodies.
const ENDLESS: usize = 16;
/// Most MiB that each of them sends.
const ENDLESS_MIB: usize = 24;
/// Live streams that are requested at once.
const STREAMS: usize = 1_000;
/// Sign-ins at once.
const SIGN_INS: usize = 200;
/// Sales that must succeed meanwhile.
const SALES: i64 = 40;
/// Nesting depth of the deeply nested bodies.
const DEPTH: usize = 100_000;

/// Hostile connections, held open to the end of the test.
struct Siege {
    client: RawHttp,
    stalled: Vec<TcpStream>,
    /// Senders of partial bodies.
    partial_bodies: JoinSet<()>,
}

impl Siege {
    /// Opens connections with partial heads, partial bodies and unread answers.
    async fn stall(&mut self) {
        for number in 0..STALLED {
            if number % 2 == 0 {
                let stream = self.client.connect_and_send("GET /api/products HTTP/1.1\r\nHost: local").await;
                self.stalled.push(stream);
                continue;
            }
            let head = format!("{}Content-Length: {HALF_BODY}\r\n\r\n", self.client.head("POST /api/sales"));
            let mut stream = self.client.connect_and_send(&head).await;
            self.partial_bodies.spawn(async move {
                // All but the last byte, so that the box holds as much of it as possible.
                let _ = stream.write_all(&vec![b' '; HALF_BODY - 1]).await;
                std::future::pending::<()>().await;
            });
        }
        for _ in 0..NON_READING {
            let request = format!("{}\r\n", self.client.head("GET /api/products"));
            let stream = self.client.connect_and_send(&request.repeat(20)).await;
            self.stalled.push(stream);
        }
    }

    /// Sends `text` and returns the first line of the answer.
    async fn first_line_of_answer(&self, text: &str) -> String {
        first_line(&mut self.client.connect_and_send(text).await).await
    }

    /// Sends oversized headers and deeply nested bodies.
    async fn send_oversized(&self) {
        let flood = format!("{}{}\r\n", self.client.head("GET /api/products"), "X-Filler: xxxxxxxx\r\n".repeat(4_000));
        let deep = |open: &str| {
            let body = open.repeat(DEPTH);
            format!("{}Content-Length: {}\r\n\r\n{body}", self.client.head("POST /api/sales"), body.len())
        };
        for _ in 0..20 {
            let answer = self.first_line_of_answer(&flood).await;
            assert!(answer.contains(" 431 ") || answer.contains(" 400 ") || answer.is_empty(), "a flood of headers: {answer}");
            for body in [deep("["), deep("{\"a\":")] {
                let answer = self.first_line_of_answer(&body).await;
                // 429 while the partial bodies use up the memory that large bodies share.
                assert!([" 400 ", " 413 ", " 429 "].iter().any(|status| answer.contains(status)), "a deep body: {answer}");
            }
        }
    }

    /// Sends bodies with an announced length of one gibibyte.
    async fn send_endless_bodies(&self) {
        let mut senders = JoinSet::new();
        for _ in 0..ENDLESS {
            let mut stream = self
                .client
                .connect_and_send(&format!("{}Content-Length: {}\r\n\r\n", self.client.head("POST /api/sales"), 1u64 << 30))
                .await;
            senders.spawn(async move {
                let piece = vec![b' '; 1024 * 1024];
                for _ in 0..ENDLESS_MIB {
                    if stream.write_all(&piece).await.is_err() {
                        break;
                    }
                }
                first_line(&mut stream).await
            });
        }
        for answer in senders.join_all().await {
            // A client whose connection is closed while it still sends may miss the answer.
            assert!(answer.contains(" 413 ") || answer.is_empty(), "a body without end: {answer}");
        }
    }

    /// Requests many live streams: each is accepted, or refused because there are too many.
    async fn open_streams(&mut self) {
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..STREAMS {
            let mut stream = self.client.connect_and_send(&format!("{}\r\n", self.client.head("GET /api/live"))).await;
            let answer = first_line(&mut stream).await;
            match answer.split(' ').nth(1) {
                Some("200") => accepted += 1,
                Some("429" | "503") => refused += 1,
                _ => panic!("a stream: {answer}"),
            }
            self.stalled.push(stream);
        }
        println!("{accepted} streams accepted, {refused} refused");
        assert!(accepted > 0, "no stream was accepted");
    }
}

async fn sells(phone: &Phone, times: i64) {
    for _ in 0..times {
        phone.sells(1, 1).await.expect("an answer").is(201);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn abusive_clients_cost_no_sale_and_little_memory() {
    if !may_open_files() {
        println!("SKIPPED: this user may not open {FILES} files, so this was not tried.");
        return;
    }
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    assert_eq!(phone.stocks("Club Beer", "3.50", 10_000).await, 1);
    let mut siege = Siege { client: RawHttp::at(bar.port(), &token), stalled: Vec::new(), partial_bodies: JoinSet::new() };
    siege.stall().await;
    sells(&phone, SALES).await;
    siege.open_streams().await;
    let selling = phone.clone();
    let sales = tokio::spawn(async move { sells(&selling, SALES).await });
    siege.send_oversized().await;
    siege.send_endless_bodies().await;
    sales.await.expect("the staff continue to sell");
    assert_eq!(phone.sees("/api/products/1").await["stock"], 10_000 - 2 * SALES);
    let peak = memory_peak(bar.pid());
    println!("peak memory {} KiB", peak);
    assert!(peak < MEMORY_MAX, "{peak} KiB");
    assert_eq!(bar.terminate().status.code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_sign_ins_at_a_time_cost_no_sale_and_little_memory() {
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    assert_eq!(phone.stocks("Club Beer", "3.50", 10_000).await, 1);
    let client = Phone::new(bar.port(), "");
    let mut tries = JoinSet::new();
    for number in 0..SIGN_INS {
        let client = client.clone();
        let login = json!({ "username": format!("unknown{number}"), "password": "a guess" });
        tries.spawn(async move { client.post("/api/auth/login", &login, None).await.expect("an answer").status });
    }
    sells(&phone, SALES).await;
    let (mut checked, mut refused) = (0, 0);
    for status in tries.join_all().await {
        match status {
            401 => checked += 1,
            429 => refused += 1,
            other => panic!("a sign-in: {other}"),
        }
    }
    let peak = memory_peak(bar.pid());
    println!("{checked} passwords checked, {refused} refused; peak memory {peak} KiB");
    assert!(refused > 0, "all two hundred were queued for hashing");
    assert!(peak < MEMORY_MAX, "{peak} KiB");
    assert_eq!(phone.sees("/api/products/1").await["stock"], 10_000 - SALES);
}

/// Processor time of the box, in clock ticks.
fn cpu_ticks(bar: &BoxProcess) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", bar.pid())).expect("it lives");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    // `utime` and `stime`, the 14th and 15th field.
    fields[11].parse::<u64>().expect("a number") + fields[12].parse::<u64>().expect("a number")
}

/// Measures processor time instead of elapsed time, which other programs influence. Without a hash it is close to zero.
#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_costs_a_hash_as_a_wrong_password_does() {
    const TRIES: usize = 4;
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let client = Phone::new(bar.port(), "");
    let mut costs = Vec::new();
    for username in ["admin", "unknown"] {
        let login = json!({ "username": username, "password": "a guess" });
        let before = cpu_ticks(&bar);
        for _ in 0..TRIES {
            let answer = client.post("/api/auth/login", &login, None).await.expect("an answer").is(401);
            assert_eq!(answer["message"], "Invalid username or password");
        }
        costs.push(cpu_ticks(&bar) - before);
    }
    println!("{TRIES} wrong passwords and {TRIES} unknown names: {costs:?} ticks");
    assert!(costs[1] * 3 >= costs[0] && costs[0] * 3 >= costs[1], "{costs:?}");
    assert!(costs[0] >= TRIES as u64, "a wrong password costs no hash: {costs:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_most_verbose_log_contains_no_secret() {
    const GUESS: &str = "a guess that must not be logged";
    let folder = tempfile::tempdir().expect("room");
    // This printer does not exist, which the log reports together with the first sign-in.
    let mut command = command(folder.path(), &["--printer", "tcp://127.0.0.1:1"]);
    command.env("BARBACK_LOG", "trace");
    let bar = BoxProcess::run(command).expect("it opens");
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    assert_eq!(phone.stocks("Club Beer", "3.50", 10).await, 1);
    phone.sells(1, 1).await.expect("an answer").is(201);
    let login = json!({ "username": "admin", "password": GUESS });
    phone.post("/api/auth/login", &login, None).await.expect("an answer").is(401);
    let ended = bar.terminate();
    assert_eq!(ended.status.code(), Some(0));
    assert!(ended.errors.contains("the first sign-in could not be printed"), "the log is empty: {}", ended.errors);
    let signature = token.rsplit('.').next().expect("a signature");
    for secret in [FIRST_PASSWORD, PASSWORD, GUESS, signature, "$argon2id$"] {
        assert!(!ended.errors.contains(secret), "the log contains {secret}");
    }
}
