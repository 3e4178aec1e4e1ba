//! Connections lost after each single byte of a request or its answer. A repeated request with the same key takes effect once and
//! gets the same answer, also after a power cut.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bar::{TIMEOUT, TestBar};

/// What the shelf holds before.
const STOCK: i64 = 10_000;

/// How a phone leaves.
#[derive(Debug, Clone, Copy)]
enum Leaves {
    /// It says goodbye.
    InOrder,
    /// The connection breaks.
    Broken,
}

/// A sale as bytes on the wire.
fn sale(bar: &TestBar, key: &str, body: &Value) -> Vec<u8> {
    let (address, body) = (bar.address(), body.to_string());
    format!(
        "POST /api/sales HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        bar.bartender().token(),
        body.len()
    )
    .into_bytes()
}

/// Says `request` and hears at most `heard` bytes of the answer; then the phone is gone. What it heard.
async fn cut_after(bar: &TestBar, request: &[u8], heard: usize, leaves: Leaves) -> Vec<u8> {
    let mut phone = TcpStream::connect(bar.address()).await.expect("connects");
    if matches!(leaves, Leaves::Broken) {
        phone.set_zero_linger().expect("a socket");
    }
    phone.write_all(request).await.expect("said");
    let mut answer = vec![0; heard];
    phone.read_exact(&mut answer).await.expect("heard");
    answer
}

/// The whole answer to `request`: its head and as much body as it says.
async fn whole(bar: &TestBar, request: &[u8]) -> Vec<u8> {
    let mut phone = TcpStream::connect(bar.address()).await.expect("connects");
    phone.write_all(request).await.expect("said");
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
            assert!(phone.read_buf(&mut answer).await.expect("heard") > 0, "hung up after {}", String::from_utf8_lossy(&answer));
        }
    };
    tokio::time::timeout(TIMEOUT, read).await.expect("an answer in time");
    answer
}

/// Without the head's date, which is another one each time.
fn said(answer: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

struct Counter {
    bar: TestBar,
    body: Value,
    /// What was said to each key.
    told: Vec<(String, (String, String))>,
}

impl Counter {
    async fn open() -> Self {
        let bar = TestBar::open().await;
        bar.stocks("Club Beer", "3.50", STOCK).await;
        let body = json!({"productId": bar.id_of("Club Beer").await, "quantity": 1});
        Counter { bar, body, told: Vec::new() }
    }

    /// Sells once, with the Wi-Fi gone after so many bytes of the request and of its answer; then asks again, twice.
    async fn sells(&mut self, request_bytes: usize, answer_bytes: usize, leaves: Leaves) {
        let key = format!("{:?} {request_bytes} {answer_bytes}", leaves);
        let request = sale(&self.bar, &key, &self.body);
        let asked = &request[..request_bytes.min(request.len())];
        let heard = cut_after(&self.bar, asked, answer_bytes, leaves).await;
        let again = whole(&self.bar, &request).await;
        let (status, body) = said(&again);
        assert!(status.starts_with("HTTP/1.1 201"), "{key}: {status} {body}");
        assert_eq!(said(&whole(&self.bar, &request).await), (status.clone(), body.clone()), "{key}: another answer the third time");
        // Of the head the date may differ, of the body nothing.
        let start = again.len() - said(&again).1.len();
        assert!(heard.len() <= start || again[start..].starts_with(&heard[start..]), "{key}: another answer the second time");
        self.told.push((key, (status, body)));
    }

    /// The power goes, and the box is asked for everything once more: each sale is there once, and the shelf agrees.
    async fn closes(mut self) {
        self.bar.loses_power().await;
        for (key, told) in &self.told {
            assert_eq!(
                said(&whole(&self.bar, &sale(&self.bar, key, &self.body)).await),
                *told,
                "{key}: another answer when the power is back"
            );
        }
        let sales = self.told.len() as i64;
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
        assert_eq!(lines as i64, sales, "sale lines, and sales that were asked for");
        println!("{sales} sales, each cut off once and asked for three times more");
    }
}

#[tokio::test]
async fn a_request_cut_off_after_any_byte_sells_once() {
    let mut counter = Counter::open().await;
    let length = sale(&counter.bar, "InOrder 100 0", &counter.body).len();
    for place in 0..=length + 8 {
        let leaves = if place % 2 == 0 { Leaves::InOrder } else { Leaves::Broken };
        counter.sells(place, 0, leaves).await;
    }
    counter.closes().await;
}

#[tokio::test]
async fn an_answer_cut_off_after_any_byte_is_returned_again() {
    let mut counter = Counter::open().await;
    let key = "how long is it".to_owned();
    let answer = whole(&counter.bar, &sale(&counter.bar, &key, &counter.body)).await;
    counter.told.push((key, said(&answer)));
    for place in 1..=answer.len() {
        let leaves = if place % 2 == 0 { Leaves::InOrder } else { Leaves::Broken };
        counter.sells(usize::MAX, place, leaves).await;
    }
    counter.closes().await;
}

/// The first request is still being carried out when the same comes again.
#[tokio::test]
async fn the_same_request_fifty_times_at_once_sells_once() {
    let mut counter = Counter::open().await;
    let request = sale(&counter.bar, "fifty at once", &counter.body);
    let mut answers = Vec::new();
    let all = (0..50).map(|_| async { tokio::time::timeout(TIMEOUT, whole(&counter.bar, &request)).await });
    for answer in futures_util::future::join_all(all).await {
        answers.push(said(&answer.expect("in time")));
    }
    assert!(answers[0].0.starts_with("HTTP/1.1 201"), "{:?}", answers[0]);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "one answer for all");
    counter.told.push(("fifty at once".to_owned(), answers.swap_remove(0)));
    counter.closes().await;
}
