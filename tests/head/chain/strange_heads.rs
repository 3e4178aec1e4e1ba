//! A head office that answers nothing, nonsense or a byte a second: the bar sells on.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{interval, sleep};

use super::ProcessChain;
use super::compare::expect_equal;
use crate::together::{LOOK_EVERY, PATIENCE};

/// Sales at each strange head office.
const SALES: usize = 40;
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

#[tokio::test(flavor = "multi_thread")]
async fn the_bar_sells_on_beside_a_head_office_that_makes_no_sense() {
    let mut world = ProcessChain::start().await;
    let bar = world.bar("Cape Bar").await;
    let beer = bar.phone.stocks("Club Beer", "2.00", 10_000).await;
    world.chain.has_all_of(&bar).await;
    world.head.kill();
    for strange in [Strange::Nonsense, Strange::Silent, Strange::Slow] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, world.head.port())).await.expect("the port is free");
        let server = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(answer(client, strange));
            }
        });
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
