//! Live streams of phones that do not read: they are disconnected, delay no other phone, and catch up when they reconnect.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};

use crate::bar::{Person, SMALL_BUFFER_BYTES, TIMEOUT, TestBar};

/// How soon the box of these stories gives a phone up.
const PAUSE: Duration = Duration::from_millis(300);
/// Streams that one person may have.
const STREAMS_PER_USER: usize = 16;

/// A phone in a pocket: its Wi-Fi is there, and nobody reads.
struct SlowPhone(TcpStream);

impl SlowPhone {
    /// Listens, hears that it is connected, and reads no more.
    async fn listen(bar: &TestBar, person: &Person) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(SMALL_BUFFER_BYTES).expect("set");
        let mut stream = socket.connect(bar.address().parse().expect("an address")).await.expect("connects");
        let ask = format!("GET /api/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", person.token());
        stream.write_all(ask.as_bytes()).await.expect("asked");
        let mut heard = Vec::new();
        while !String::from_utf8_lossy(&heard).contains(": ok\n\n") {
            let read = timeout(TIMEOUT, stream.read_buf(&mut heard)).await.expect("an answer in time").expect("readable");
            assert!(read > 0, "hung up after {}", String::from_utf8_lossy(&heard));
        }
        SlowPhone(stream)
    }

    /// Reads what was on the way until the box has hung up, or until it has heard `head` after all. The last id that it heard.
    async fn wakes_up(mut self, head: u64) -> u64 {
        let mut heard = Vec::new();
        loop {
            let read = timeout(TIMEOUT, self.0.read_buf(&mut heard)).await.expect("more, or an end");
            let text = String::from_utf8_lossy(&heard);
            let last = text.lines().filter_map(|line| line.strip_prefix("id: ")?.trim().parse().ok()).next_back();
            // A reset is a way of hanging up too.
            let hung_up = !matches!(read, Ok(1..));
            if hung_up || last == Some(head) {
                return last.unwrap_or_else(|| panic!("something was on the way: {text}"));
            }
        }
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected_and_catches_up() {
    let bar = TestBar::with_write_pause(PAUSE).await;
    let bartender = bar.bartender();
    let mut slow = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        slow.push(SlowPhone::listen(&bar, &bartender).await);
    }
    let begun = Instant::now();
    let mut scans = 0;
    // All places are theirs: the first one that is free again was given up.
    while bartender.request("GET", "/api/live").stream().await.status() == 429 {
        bar.manager().post("/api/scans", json!({"barcode": "1"})).await.created();
        scans += 1;
        assert!(begun.elapsed() < TIMEOUT, "nobody was given up in {scans} scans");
    }
    assert!(scans > 0, "nobody is given up before there is anything to read");
    bar.set_rate(json!(191)).await;
    let head = bar.bartender().get("/healthz").await.ok()["journal"].as_u64().expect("a number");
    let mut given_up = 0;
    for phone in slow {
        let last = phone.wakes_up(head).await;
        // Whoever was not given up yet when it read again has heard it all.
        if last == head {
            continue;
        }
        given_up += 1;
        let mut back = bartender.request("GET", "/api/live").header("last-event-id", &last.to_string()).stream().await;
        assert_eq!(back.status(), 200);
        let mut heard = String::new();
        while !heard.contains("event: change") || !heard.ends_with("\n\n") {
            let bytes = timeout(TIMEOUT, back.chunk()).await.expect("heard in time").expect("whole").expect("more");
            heard.push_str(std::str::from_utf8(&bytes).expect("text"));
        }
        assert!(heard.contains(&format!("id: {head}\n")) && heard.contains("\"rate\""), "one message leads to the present: {heard}");
    }
    assert!(given_up > 0, "the place that was free again was somebody's");
}
