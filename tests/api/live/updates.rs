//! Live updates: which topics are sent to which user, resuming after an entry, and the end of a stream.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{BARTENDER_PASSWORD, Person, TIMEOUT, TestBar};

/// Longest time until a stream ends after its token has ended.
const END_MAX: Duration = Duration::from_secs(5);
/// Most streams of one user.
const STREAMS_PER_USER: usize = 16;
/// Pause between two tries to open a stream.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// A client with an open live stream.
pub struct LiveClient {
    response: reqwest::Response,
    /// Text that was received and not yet parsed.
    buffer: String,
}

/// One `change` event.
#[derive(Debug)]
pub struct Change {
    id: u64,
    pub topics: Vec<String>,
}

impl LiveClient {
    pub async fn listen(person: &Person, last: Option<&str>) -> Self {
        let call = person.request("GET", "/api/live");
        let call = match last {
            Some(last) => call.header("last-event-id", last),
            None => call,
        };
        let response = call.stream().await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut client = LiveClient { response, buffer: String::new() };
        assert_eq!(client.next_block().await.as_deref(), Some(": ok"), "a stream starts with a comment");
        client
    }

    /// The lines up to the next blank line; `None` when the stream has ended.
    async fn next_block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.buffer.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.buffer = rest;
                return Some(block);
            }
            let bytes = tokio::time::timeout(TIMEOUT, self.response.chunk()).await.expect("data in time");
            self.buffer.push_str(std::str::from_utf8(&bytes.ok().flatten()?).expect("text"));
        }
    }

    /// The next event, skipping comments; `None` when the stream has ended.
    pub async fn next_change(&mut self) -> Option<Change> {
        loop {
            let block = self.next_block().await?;
            if block.starts_with(':') {
                continue;
            }
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).expect(name);
            assert_eq!(field("event"), "change");
            let data: Value = serde_json::from_str(field("data")).expect("JSON");
            let topics = data["topics"].as_array().expect("topics").iter().map(|topic| topic.as_str().expect("a word").to_owned());
            return Some(Change { id: field("id").parse().expect("a number"), topics: topics.collect() });
        }
    }

    /// Opens a stream as soon as the user has one free.
    async fn listen_when_free(person: &Person) -> Self {
        let listen = async {
            while person.request("GET", "/api/live").stream().await.status() == 429 {
                tokio::time::sleep(RETRY_PAUSE).await;
            }
        };
        tokio::time::timeout(TIMEOUT, listen).await.expect("a closed stream no longer counts");
        LiveClient::listen(person, None).await
    }

    /// Expects the stream to end within [`END_MAX`].
    pub async fn expect_end(&mut self) {
        let end = async { while self.next_change().await.is_some() {} };
        tokio::time::timeout(END_MAX, end).await.expect("the stream ends within 5 s");
    }
}

#[tokio::test]
async fn a_client_receives_what_changed() {
    let bar = TestBar::open().await;
    let mut client = LiveClient::listen(&bar.bartender(), None).await;
    bar.stocks("Club Beer", "2.00", 9).await;
    let received = client.next_change().await.expect("a change");
    assert_eq!(received.topics, ["products", "menu"]);
    bar.sells("Club Beer", 1).await;
    let mut sold = client.next_change().await.expect("a change");
    sold.topics.sort();
    assert!(sold.id > received.id);
    for topic in ["products", "menu", "sales", "receipts"] {
        assert!(sold.topics.iter().any(|received| received == topic), "{topic}: {sold:?}");
    }
    bar.set_rate(json!(200)).await;
    assert_eq!(client.next_change().await.expect("a change").topics, ["products", "menu", "rate"]);
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    assert_eq!(client.next_change().await.expect("a change").topics, ["scans"]);
}

#[tokio::test]
async fn many_changes_are_sent_in_few_messages() {
    /// Far more scans than the number of update intervals that they take.
    const SCANS: u64 = 200;
    let bar = TestBar::open().await;
    let mut client = LiveClient::listen(&bar.bartender(), None).await;
    let before = bar.bartender().get("/healthz").await.ok()["journal"].as_u64().expect("a number");
    let scans = (0..SCANS).map(|number| {
        let bartender = bar.bartender();
        async move { bartender.post("/api/scans", json!({"barcode": number.to_string()})).await.created() }
    });
    futures_util::future::join_all(scans).await;
    let mut messages = 0;
    loop {
        let received = client.next_change().await.expect("a change");
        assert_eq!(received.topics, ["scans"]);
        messages += 1;
        if received.id == before + SCANS {
            break;
        }
    }
    assert!(messages < SCANS / 4, "{messages} messages");
}

#[tokio::test]
async fn a_client_receives_only_topics_that_it_may_read() {
    let bar = TestBar::open().await;
    let mut clients = [LiveClient::listen(&bar.bartender(), None).await, LiveClient::listen(&bar.manager(), None).await];
    let mut owner = LiveClient::listen(&bar.admin(), None).await;
    bar.hires("musu", "bartender").await;
    assert_eq!(owner.next_change().await.expect("a change").topics, ["users", "tills"]);
    bar.admin().put("/api/settings", json!({"phone": "0770"})).await.ok();
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    for client in &mut clients {
        let mut received = Vec::new();
        while !received.contains(&"scans".to_owned()) {
            received.extend(client.next_change().await.expect("a change").topics);
        }
        assert!(!received.iter().any(|topic| topic == "users" || topic == "settings"), "{received:?}");
    }
    let mut received = Vec::new();
    while !received.contains(&"settings".to_owned()) {
        received.extend(owner.next_change().await.expect("a change").topics);
    }
}

#[tokio::test]
async fn a_reconnecting_client_catches_up() {
    let mut bar = TestBar::open().await;
    let mut client = LiveClient::listen(&bar.bartender(), None).await;
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    let last = client.next_change().await.expect("a change").id;
    drop(client);
    bar.set_rate(json!(200)).await;
    bar.restart().await;
    let mut client = LiveClient::listen(&bar.bartender(), Some(&last.to_string())).await;
    let missed = client.next_change().await.expect("a change");
    assert_eq!(missed.topics, ["products", "menu", "rate"], "only what was missed, not the scan before it");
    let mut current = LiveClient::listen(&bar.bartender(), Some(&missed.id.to_string())).await;
    bar.bartender().post("/api/scans", json!({"barcode": "2"})).await.created();
    assert_eq!(current.next_change().await.expect("a change").topics, ["scans"], "nothing was missed");
}

#[tokio::test]
async fn a_client_from_another_journal_reloads_everything() {
    let bar = TestBar::open().await;
    let all = [
        "products",
        "scans",
        "menu",
        "rate",
        "sales",
        "credit",
        "orders",
        "tables",
        "receipts",
        "users",
        "settings",
        "printers",
        "devices",
        "reasons",
        "clock",
        "approvals",
        "sheets",
        "tips",
        "tills",
        "shifts",
        "tax",
        "fiscal",
        "bills",
        "head",
    ];
    let mut owner = LiveClient::listen(&bar.admin(), Some("999999")).await;
    let mut received = owner.next_change().await.expect("a change").topics;
    received.sort();
    let mut expected = all.to_vec();
    expected.sort_unstable();
    assert_eq!(received, expected);
    let mut client = LiveClient::listen(&bar.bartender(), Some("999999")).await;
    assert_eq!(client.next_change().await.expect("a change").topics.len(), all.len() - 6);
}

#[tokio::test]
async fn a_stream_ends_with_its_token() {
    let bar = TestBar::open().await;
    for (name, method, body) in [
        ("deactivated", "PATCH", json!({"isActive": false})),
        ("promoted", "PUT", json!({"role": "manager"})),
        ("given_a_password", "PUT", json!({"password": "a-new-one"})),
        ("deleted", "DELETE", json!({})),
    ] {
        let (id, person) = bar.hires(name, "bartender").await;
        let mut client = LiveClient::listen(&person, None).await;
        let answer = bar.admin().request(method, &format!("/api/users/{id}")).json(&body).send().await;
        assert!(answer.status < 300, "{name}");
        client.expect_end().await;
    }
    let mut client = LiveClient::listen(&bar.bartender(), None).await;
    bar.bartender().post("/api/auth/logout", json!({})).await.has_status(204);
    client.expect_end().await;
    let person = bar.with_token(&bar.signs_in("bartender", BARTENDER_PASSWORD).await);
    let mut client = LiveClient::listen(&person, None).await;
    let change = json!({"currentPassword": BARTENDER_PASSWORD, "newPassword": "another-one"});
    person.post("/api/auth/change-password", change).await.ok();
    client.expect_end().await;
}

#[tokio::test]
async fn a_stream_ends_with_its_session() {
    let bar = TestBar::open().await;
    let mut client = LiveClient::listen(&bar.bartender(), None).await;
    bar.clock.pass(Duration::from_secs(61 * 24 * 60 * 60));
    client.expect_end().await;
}

#[tokio::test]
async fn the_box_shuts_down_with_open_streams() {
    let mut bar = TestBar::open().await;
    let mut client = LiveClient::listen(&bar.bartender(), None).await;
    bar.restart().await;
    assert!(client.next_change().await.is_none());
    bar.bartender().get("/api/products").await.ok();
}

#[tokio::test]
async fn a_user_has_a_stream_limit_and_closed_streams_no_longer_count() {
    let bar = TestBar::open().await;
    let mut clients = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        clients.push(LiveClient::listen(&bar.bartender(), None).await);
    }
    let refused = bar.bartender().get("/api/live").await;
    assert!(refused.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok_and(|seconds| seconds > 0)));
    refused.refused(429, "too_many_attempts");
    let mut other = LiveClient::listen(&bar.manager(), None).await;
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    for client in clients.iter_mut().chain([&mut other]) {
        assert_eq!(client.next_change().await.expect("a change").topics, ["scans"], "a refused stream does not disturb the open ones");
    }
    drop(clients.pop());
    clients.push(LiveClient::listen_when_free(&bar.bartender()).await);
    bar.bartender().post("/api/auth/logout", json!({})).await.has_status(204);
    for client in &mut clients {
        client.expect_end().await;
    }
    let token = bar.signs_in("bartender", BARTENDER_PASSWORD).await;
    let mut clients = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        clients.push(LiveClient::listen_when_free(&bar.with_token(&token)).await);
    }
}
