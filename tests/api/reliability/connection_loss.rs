//! Connections lost after each possible byte of a request or its answer. A repeated request with the same key takes effect once
//! and gets the same answer, even after a power cut.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bar::{TIMEOUT, TestBar};

/// Stock before the first sale.
const STOCK: i64 = 10_000;

/// How a client ends its connection.
#[derive(Debug, Clone, Copy)]
enum Disconnect {
    /// It closes the connection in order (FIN).
    Orderly,
    /// It resets the connection (RST).
    Broken,
}

/// A sale request as bytes.
fn sale_request(bar: &TestBar, key: &str, body: &Value) -> Vec<u8> {
    let (address, body) = (bar.address(), body.to_string());
    format!(
        "POST /api/sales HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        bar.bartender().token(),
        body.len()
    )
    .into_bytes()
}

/// Sends `request`, reads `answer_bytes` bytes of the answer, and disconnects. Returns the bytes read.
async fn cut_after(bar: &TestBar, request: &[u8], answer_bytes: usize, disconnect: Disconnect) -> Vec<u8> {
    let mut phone = TcpStream::connect(bar.address()).await.expect("connects");
    if matches!(disconnect, Disconnect::Broken) {
        phone.set_zero_linger().expect("a socket");
    }
    phone.write_all(request).await.expect("written");
    let mut answer = vec![0; answer_bytes];
    phone.read_exact(&mut answer).await.expect("readable");
    answer
}

/// The complete answer to `request`: its head, and a body of the declared length.
async fn exchange(bar: &TestBar, request: &[u8]) -> Vec<u8> {
    let mut phone = TcpStream::connect(bar.address()).await.expect("connects");
    phone.write_all(request).await.expect("written");
    let mut answer = Vec::new();
    let read = async {
        loop {
            let text = String::from_utf8_lossy(&answer).to_ascii_lowercase();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()).expect("a length");
                if body.len() >= length.parse().expect("a number") {
                    return;
                }
            }
            assert!(phone.read_buf(&mut answer).await.expect("readable") > 0, "closed after {}", String::from_utf8_lossy(&answer));
        }
    };
    tokio::time::timeout(TIMEOUT, read).await.expect("an answer in time");
    answer
}

/// Status line and body of an answer; its other headers are left out because the date differs each time.
fn status_and_body(answer: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

/// A bar that sells one beer per request, and the answers so far.
struct Counter {
    bar: TestBar,
    body: Value,
    /// Idempotency key of each sale, with the status line and the body of its answer.
    answers: Vec<(String, (String, String))>,
}

impl Counter {
    async fn open() -> Self {
        let bar = TestBar::open().await;
        bar.stocks("Club Beer", "3.50", STOCK).await;
        let body = json!({"productId": bar.id_of("Club Beer").await, "quantity": 1});
        Counter { bar, body, answers: Vec::new() }
    }

    /// Sends a sale that is cut off after these bytes of the request and of its answer, then repeats it twice.
    async fn sells(&mut self, request_bytes: usize, answer_bytes: usize, disconnect: Disconnect) {
        let key = format!("{:?} {request_bytes} {answer_bytes}", disconnect);
        let request = sale_request(&self.bar, &key, &self.body);
        let sent = &request[..request_bytes.min(request.len())];
        let received = cut_after(&self.bar, sent, answer_bytes, disconnect).await;
        let again = exchange(&self.bar, &request).await;
        let (status, body) = status_and_body(&again);
        assert!(status.starts_with("HTTP/1.1 201"), "{key}: {status} {body}");
        assert_eq!(
            status_and_body(&exchange(&self.bar, &request).await),
            (status.clone(), body.clone()),
            "{key}: the third answer differs"
        );
        // The date in the head may differ, the body may not.
        let start = again.len() - status_and_body(&again).1.len();
        assert!(received.len() <= start || again[start..].starts_with(&received[start..]), "{key}: the second answer differs");
        self.answers.push((key, (status, body)));
    }

    /// Cuts the power and repeats every request: each sale exists once, and the stock agrees.
    async fn check_after_power_cut(mut self) {
        self.bar.loses_power().await;
        for (key, answer) in &self.answers {
            assert_eq!(
                status_and_body(&exchange(&self.bar, &sale_request(&self.bar, key, &self.body)).await),
                *answer,
                "{key}: the answer after the power cut differs"
            );
        }
        let sales = self.answers.len() as i64;
        self.bar.expect_stock("Club Beer", STOCK - sales).await;
        let mut lines = 0;
        let mut before = u64::MAX;
        loop {
            let page = self.bar.bartender().get(&format!("/api/sales?limit=500&before={before}")).await.ok();
            let rows = page.as_array().expect("a list");
            lines += rows.len();
            let Some(last) = rows.last() else { break };
            before = last["id"].as_u64().expect("an id");
        }
        assert_eq!(lines as i64, sales, "sale lines, and sales that were requested");
        println!("{sales} sales, each cut off once and requested three times more");
    }
}

#[tokio::test]
async fn a_request_cut_off_after_any_byte_sells_once() {
    let mut counter = Counter::open().await;
    let length = sale_request(&counter.bar, "Orderly 100 0", &counter.body).len();
    for place in 0..=length + 8 {
        let disconnect = if place % 2 == 0 { Disconnect::Orderly } else { Disconnect::Broken };
        counter.sells(place, 0, disconnect).await;
    }
    counter.check_after_power_cut().await;
}

#[tokio::test]
async fn an_answer_cut_off_after_any_byte_is_returned_again() {
    let mut counter = Counter::open().await;
    let key = "how long is it".to_owned();
    let answer = exchange(&counter.bar, &sale_request(&counter.bar, &key, &counter.body)).await;
    counter.answers.push((key, status_and_body(&answer)));
    for place in 1..=answer.len() {
        let disconnect = if place % 2 == 0 { Disconnect::Orderly } else { Disconnect::Broken };
        counter.sells(usize::MAX, place, disconnect).await;
    }
    counter.check_after_power_cut().await;
}

/// The repeated requests arrive while the first is still being processed.
#[tokio::test]
async fn the_same_request_fifty_times_at_once_sells_once() {
    let mut counter = Counter::open().await;
    let request = sale_request(&counter.bar, "fifty at once", &counter.body);
    let mut answers = Vec::new();
    let all = (0..50).map(|_| async { tokio::time::timeout(TIMEOUT, exchange(&counter.bar, &request)).await });
    for answer in futures_util::future::join_all(all).await {
        answers.push(status_and_body(&answer.expect("in time")));
    }
    assert!(answers[0].0.starts_with("HTTP/1.1 201"), "{:?}", answers[0]);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "all get the same answer");
    counter.answers.push(("fifty at once".to_owned(), answers.swap_remove(0)));
    counter.check_after_power_cut().await;
}
