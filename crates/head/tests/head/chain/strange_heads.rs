//! A head office that answers nothing, nonsense or a byte a second: the bar sells on.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::ProcessChain;
use super::compare::expect_equal;
use crate::box_process::BoxProcess;
use crate::phone::Phone;
use crate::together::{LOOK_EVERY, PATIENCE};

/// Sales at each strange head office.
const SALES: usize = 40;
/// How often the times are taken, and sales of each box in a round.
const ROUNDS: usize = 9;
const ROUND_SALES: usize = 500;
/// From one sale of a box to its next: more than any bar sells.
const SALE_EVERY: Duration = Duration::from_millis(20);
/// Longest time of one of them on a busy machine. That of a sale in a quiet bar is measured elsewhere.
const SALE_MAX: Duration = Duration::from_secs(2);
/// Beginning of a TLS record, in which a client waits for the rest.
const TLS_RECORD: [u8; 5] = [0x16, 0x03, 0x03, 0x3f, 0xff];

#[derive(Debug, Clone, Copy)]
enum Strange {
    Silent,
    Nonsense,
    Slow,
}

/// Answers one connection.
async fn answer(mut client: TcpStream, strange: Strange) {
    match strange {
        Strange::Silent => {
            let mut sink = [0; 1024];
            while client.read(&mut sink).await.is_ok_and(|read| read > 0) {}
        }
        Strange::Nonsense => {
            let _ = client.write_all(b"HTTP/1.1 200 OK\r\n\r\nWelcome to the router").await;
        }
        Strange::Slow => {
            let mut seconds = interval(Duration::from_secs(1));
            for byte in TLS_RECORD.into_iter().chain(std::iter::repeat(0)) {
                seconds.tick().await;
                if client.write_all(&[byte]).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Answers all connections, without end.
async fn be(listener: TcpListener, strange: Strange) {
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        connections.spawn(answer(client, strange));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bar_sells_on_beside_a_head_office_that_makes_no_sense() {
    let mut world = ProcessChain::start().await;
    let bar = world.bar("Cape Bar").await;
    let beer = bar.phone.stocks("Club Beer", "2.00", 10_000).await;
    world.chain.has_all_of(&bar).await;
    world.head.kill();
    for strange in [Strange::Nonsense, Strange::Silent, Strange::Slow] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, world.head.port())).await.expect("the port is free");
        let server = tokio::spawn(be(listener, strange));
        for _ in 0..SALES {
            bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
            let began = Instant::now();
            bar.phone.sells(beer, 1).await.expect("an answer").is(201);
            assert!(began.elapsed() < SALE_MAX, "{strange:?}: {:?}", began.elapsed());
        }
        server.abort();
        let _ = server.await;
    }
    let began = Instant::now();
    while bar.phone.sees("/api/head-link").await["state"] != "away" {
        assert!(began.elapsed() < PATIENCE, "it does not notice");
        sleep(LOOK_EVERY).await;
    }
    world.head.start_again();
    world.chain.has_all_of(&bar).await;
    expect_equal(&world.chain, &bar).await;
}

/// Sells in turns at a box without head office, at one that sends to it, and at one whose head office answers nothing.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures an optimised program: cargo test --release, without other work on the machine"]
async fn a_sale_takes_as_long_with_head_office_as_without() {
    let world = ProcessChain::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let alone = BoxProcess::open(folder.path(), &[]);
    let phone_alone = Phone::new(alone.port(), &Phone::first_sign_in(alone.port()).await);
    let sending = world.bar("Cape Bar").await;
    let waiting = world.bar("Mamba Grill").await;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
    let url = format!("https://{}", listener.local_addr().expect("an address"));
    tokio::spawn(be(listener, Strange::Silent));
    waiting.phone.put("/api/settings", &json!({ "head": { "url": url } })).await.expect("an answer").is(200);

    let phones = [&phone_alone, &sending.phone, &waiting.phone];
    let mut beers = [0; 3];
    for (beer, phone) in beers.iter_mut().zip(phones) {
        *beer = phone.stocks("Club Beer", "2.00", 1_000_000).await;
    }
    let mut pace = interval(SALE_EVERY);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut rounds = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let mut took = [const { Vec::new() }; 3];
        for number in 0..ROUND_SALES {
            pace.tick().await;
            // Another one begins each time, so that what follows a sale burdens all the same.
            for place in (0..phones.len()).map(|place| (place + number) % phones.len()) {
                let began = Instant::now();
                phones[place].sells(beers[place], 1).await.expect("an answer").is(201);
                took[place].push(began.elapsed());
            }
        }
        for (rounds, mut took) in rounds.iter_mut().zip(took) {
            took.sort_unstable();
            rounds.push([took[ROUND_SALES / 2], took[ROUND_SALES * 99 / 100]]);
        }
    }
    // The middle of the rounds: the machine does other things too.
    let [alone, sending, waiting] = rounds.map(|rounds| {
        [0, 1].map(|which| {
            let mut times: Vec<Duration> = rounds.iter().map(|round| round[which]).collect();
            times.sort_unstable();
            times[ROUNDS / 2]
        })
    });
    println!("p50 and p99 of a sale: {alone:?} alone, {sending:?} sending, {waiting:?} without an answer");
    for [_, p99] in [sending, waiting] {
        assert!(p99 <= alone[1] * 11 / 10, "{p99:?} is more than a tenth above {:?}", alone[1]);
    }
}
