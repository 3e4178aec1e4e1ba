//! Live streams of clients that do not read: they are disconnected, delay no other client, and catch up after reconnecting.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};

use crate::bar::{Person, SMALL_BUFFER_BYTES, TIMEOUT, TestBar};

/// How long a write may stall before the box of these tests disconnects the client.
const WRITE_PAUSE: Duration = Duration::from_millis(300);
/// Most streams of one user.
const STREAMS_PER_USER: usize = 16;

/// A connected client that stops reading, like a phone in a pocket.
struct SlowClient(TcpStream);

impl SlowClient {
    /// Opens a live stream, reads its first comment, and then stops reading.
    async fn listen(bar: &TestBar, person: &Person) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(SMALL_BUFFER_BYTES).expect("set");
        let mut stream = socket.connect(bar.address().parse().expect("an address")).await.expect("connects");
        let request = format!("GET /api/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", person.token());
        stream.write_all(request.as_bytes()).await.expect("written");
        let mut received = Vec::new();
        while !String::from_utf8_lossy(&received).contains(": ok\n\n") {
            let read = timeout(TIMEOUT, stream.read_buf(&mut received)).await.expect("an answer in time").expect("readable");
            assert!(read > 0, "closed after {}", String::from_utf8_lossy(&received));
        }
        SlowClient(stream)
    }

    /// Reads until the box has closed the connection, or until the entry `head` arrives after all. Returns the last id received.
    async fn read_to_end(mut self, head: u64) -> u64 {
        let mut received = Vec::new();
        loop {
            let read = timeout(TIMEOUT, self.0.read_buf(&mut received)).await.expect("more, or an end");
            let text = String::from_utf8_lossy(&received);
            let last = text.lines().filter_map(|line| line.strip_prefix("id: ")?.trim().parse().ok()).next_back();
            // The box may also close the connection with a reset.
            let closed = !matches!(read, Ok(1..));
            if closed || last == Some(head) {
                return last.unwrap_or_else(|| panic!("no event was sent: {text}"));
            }
        }
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected_and_catches_up() {
    let bar = TestBar::with_write_pause(WRITE_PAUSE).await;
    let bartender = bar.bartender();
    let mut slow = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        slow.push(SlowClient::listen(&bar, &bartender).await);
    }
    let started = Instant::now();
    let mut scans = 0;
    // The slow clients use all streams of this user: the next one is accepted only after one of them is disconnected.
    while bartender.request("GET", "/api/live").stream().await.status() == 429 {
        bar.manager().post("/api/scans", json!({"barcode": "1"})).await.created();
        scans += 1;
        assert!(started.elapsed() < TIMEOUT, "no client was disconnected within {scans} scans");
    }
    assert!(scans > 0, "no client is disconnected before there is anything to read");
    bar.set_rate(json!(191)).await;
    let head = bar.bartender().get("/healthz").await.ok()["journal"].as_u64().expect("a number");
    let mut disconnected = 0;
    for phone in slow {
        let last = phone.read_to_end(head).await;
        // A client that was still connected has received everything.
        if last == head {
            continue;
        }
        disconnected += 1;
        let mut reconnected = bartender.request("GET", "/api/live").header("last-event-id", &last.to_string()).stream().await;
        assert_eq!(reconnected.status(), 200);
        let mut received = String::new();
        while !received.contains("event: change") || !received.ends_with("\n\n") {
            let bytes = timeout(TIMEOUT, reconnected.chunk()).await.expect("an event in time").expect("whole").expect("more");
            received.push_str(std::str::from_utf8(&bytes).expect("text"));
        }
        assert!(
            received.contains(&format!("id: {head}\n")) && received.contains("\"rate\""),
            "one message brings the client up to date: {received}"
        );
    }
    assert!(disconnected > 0, "a stream became free although no client was disconnected");
}
