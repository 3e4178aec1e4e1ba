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

/// Most memory that the box may ever have taken, in KiB: half of what the smallest Pi has.
const MEMORY_MAX: u64 = 256 * 1024;
/// Who says half of a head, or half of a body, and then nothing.
const STALLED: usize = 200;
/// What half a body announces, in bytes.
const HALF_BODY: usize = 1_000_000;
/// Who asks for much and does not read it.
const DEAF: usize = 50;
/// Who sends bodies without end.
const ENDLESS: usize = 16;
/// What each of them sends at the most, in MiB.
const ENDLESS_MIB: usize = 24;
/// Streams that are asked for at a time.
const STREAMS: usize = 1_000;
/// Sign-ins at a time.
const SIGN_INS: usize = 200;
/// Sales that must go well meanwhile.
const SALES: i64 = 40;
/// How deep the deep bodies are.
const DEPTH: usize = 100_000;

/// Held open to the end, by those who mean no good.
struct Siege {
    crowd: RawHttp,
    stalled: Vec<TcpStream>,
    /// Those whose bodies stop before their end.
    halves: JoinSet<()>,
}

impl Siege {
    /// Half heads, half bodies, and answers that nobody reads.
    async fn stalls(&mut self) {
        for number in 0..STALLED {
            if number % 2 == 0 {
                let stream = self.crowd.connect_and_send("GET /api/products HTTP/1.1\r\nHost: local").await;
                self.stalled.push(stream);
                continue;
            }
            let head = format!("{}Content-Length: {HALF_BODY}\r\n\r\n", self.crowd.head("POST /api/sales"));
            let mut stream = self.crowd.connect_and_send(&head).await;
            self.halves.spawn(async move {
                // All but the last byte: what the box holds of it is what counts.
                let _ = stream.write_all(&vec![b' '; HALF_BODY - 1]).await;
                std::future::pending::<()>().await;
            });
        }
        for _ in 0..DEAF {
            let ask = format!("{}\r\n", self.crowd.head("GET /api/products"));
            let stream = self.crowd.connect_and_send(&ask.repeat(20)).await;
            self.stalled.push(stream);
        }
    }

    /// The first line of what is answered to `text`.
    async fn hears(&self, text: &str) -> String {
        first_line(&mut self.crowd.connect_and_send(text).await).await
    }

    async fn floods(&self) {
        let flood = format!("{}{}\r\n", self.crowd.head("GET /api/products"), "X-Filler: xxxxxxxx\r\n".repeat(4_000));
        let deep = |open: &str| {
            let body = open.repeat(DEPTH);
            format!("{}Content-Length: {}\r\n\r\n{body}", self.crowd.head("POST /api/sales"), body.len())
        };
        for _ in 0..20 {
            let told = self.hears(&flood).await;
            assert!(told.contains(" 431 ") || told.contains(" 400 ") || told.is_empty(), "a flood of headers: {told}");
            for body in [deep("["), deep("{\"a\":")] {
                let told = self.hears(&body).await;
                // Or 429, while half bodies hold the memory that large ones share.
                assert!([" 400 ", " 413 ", " 429 "].iter().any(|status| told.contains(status)), "a deep body: {told}");
            }
        }
    }

    /// Bodies of a gibibyte, as they say.
    async fn never_ends(&self) {
        let mut senders = JoinSet::new();
        for _ in 0..ENDLESS {
            let mut stream =
                self.crowd.connect_and_send(&format!("{}Content-Length: {}\r\n\r\n", self.crowd.head("POST /api/sales"), 1u64 << 30)).await;
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
        for told in senders.join_all().await {
            // Who is hung up on while it still speaks may miss why.
            assert!(told.contains(" 413 ") || told.is_empty(), "a body without end: {told}");
        }
    }

    /// As many streams as there are phones in town: each is taken or told that there are too many.
    async fn listens(&mut self) {
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..STREAMS {
            let mut stream = self.crowd.connect_and_send(&format!("{}\r\n", self.crowd.head("GET /api/live"))).await;
            let told = first_line(&mut stream).await;
            match told.split(' ').nth(1) {
                Some("200") => taken += 1,
                Some("429" | "503") => refused += 1,
                _ => panic!("a stream: {told}"),
            }
            self.stalled.push(stream);
        }
        println!("{taken} streams taken, {refused} refused");
        assert!(taken > 0, "nobody could listen");
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
        println!("SKIPPED: this user may not open {FILES} files, so no crowd came.");
        return;
    }
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    assert_eq!(phone.stocks("Club Beer", "3.50", 10_000).await, 1);
    let mut siege = Siege { crowd: RawHttp::at(bar.port(), &token), stalled: Vec::new(), halves: JoinSet::new() };
    siege.stalls().await;
    sells(&phone, SALES).await;
    siege.listens().await;
    let selling = phone.clone();
    let sales = tokio::spawn(async move { sells(&selling, SALES).await });
    siege.floods().await;
    siege.never_ends().await;
    sales.await.expect("the staff sell on");
    assert_eq!(phone.sees("/api/products/1").await["stock"], 10_000 - 2 * SALES);
    let peak = memory_peak(bar.pid());
    println!("{} KiB at the most", peak);
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
    let guest = Phone::new(bar.port(), "");
    let mut tries = JoinSet::new();
    for number in 0..SIGN_INS {
        let guest = guest.clone();
        let login = json!({ "username": format!("nobody{number}"), "password": "a guess" });
        tries.spawn(async move { guest.post("/api/auth/login", &login, None).await.expect("an answer").status });
    }
    sells(&phone, SALES).await;
    let (mut looked_at, mut sent_away) = (0, 0);
    for status in tries.join_all().await {
        match status {
            401 => looked_at += 1,
            429 => sent_away += 1,
            other => panic!("a sign-in: {other}"),
        }
    }
    let peak = memory_peak(bar.pid());
    println!("{looked_at} guesses looked at, {sent_away} sent away; {peak} KiB at the most");
    assert!(sent_away > 0, "two hundred waited for a hash");
    assert!(peak < MEMORY_MAX, "{peak} KiB");
    assert_eq!(phone.sees("/api/products/1").await["stock"], 10_000 - SALES);
}

/// Processor time that the box has used, in ticks of the system.
fn used(bar: &BoxProcess) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", bar.pid())).expect("it lives");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    // `utime` and `stime`, the 14th and 15th field.
    fields[11].parse::<u64>().expect("a number") + fields[12].parse::<u64>().expect("a number")
}

/// Not how long it takes, which other programs have a say in, but what it costs: without a hash it is next to nothing.
#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_costs_a_hash_as_a_wrong_password_does() {
    const TRIES: usize = 4;
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &[]);
    let guest = Phone::new(bar.port(), "");
    let mut costs = Vec::new();
    for username in ["admin", "nobody"] {
        let login = json!({ "username": username, "password": "a guess" });
        let before = used(&bar);
        for _ in 0..TRIES {
            let answer = guest.post("/api/auth/login", &login, None).await.expect("an answer").is(401);
            assert_eq!(answer["message"], "Invalid username or password");
        }
        costs.push(used(&bar) - before);
    }
    println!("{TRIES} wrong passwords and {TRIES} unknown names: {costs:?} ticks");
    assert!(costs[1] * 3 >= costs[0] && costs[0] * 3 >= costs[1], "{costs:?}");
    assert!(costs[0] >= TRIES as u64, "a wrong password costs no hash: {costs:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_no_secret_however_much_it_tells() {
    const GUESS: &str = "a guess that nobody should read";
    let folder = tempfile::tempdir().expect("room");
    // Nobody prints there, which is worth a line in the log, about the first password of all things.
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
    assert!(ended.errors.contains("the first sign-in is not on paper"), "it tells nothing: {}", ended.errors);
    let signature = token.rsplit('.').next().expect("a signature");
    for secret in [FIRST_PASSWORD, PASSWORD, GUESS, signature, "$argon2id$"] {
        assert!(!ended.errors.contains(secret), "the log tells {secret}");
    }
}
