//! Live updates: which topics are sent, to whom, from which entry on, and when a stream ends.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{BARTENDER_PASSWORD, Person, TIMEOUT, TestBar};

/// How soon a stream ends after its token died.
const DEATH_MAX: Duration = Duration::from_secs(5);
/// Streams that one person may have.
const STREAMS_PER_USER: usize = 16;
/// Pause between two tries to get a place.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A phone that listens.
struct Phone {
    response: reqwest::Response,
    heard: String,
}

/// One message.
#[derive(Debug)]
struct Change {
    id: u64,
    topics: Vec<String>,
}

impl Phone {
    async fn listen(person: &Person, last: Option<&str>) -> Self {
        let call = person.request("GET", "/api/live");
        let call = match last {
            Some(last) => call.header("last-event-id", last),
            None => call,
        };
        let response = call.stream().await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut phone = Phone { response, heard: String::new() };
        assert_eq!(phone.block().await.as_deref(), Some(": ok"), "a phone hears at once that it is connected");
        phone
    }

    /// The lines up to the next blank one; `None` when the stream has ended.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.heard.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.heard = rest;
                return Some(block);
            }
            let bytes = tokio::time::timeout(TIMEOUT, self.response.chunk()).await.expect("something is heard in time");
            self.heard.push_str(std::str::from_utf8(&bytes.ok().flatten()?).expect("text"));
        }
    }

    /// The next message, comments passed over; `None` when the stream has ended.
    async fn next_change(&mut self) -> Option<Change> {
        loop {
            let block = self.block().await?;
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

    /// Listens as soon as there is a place.
    async fn listen_when_free(person: &Person) -> Self {
        let listen = async {
            while person.request("GET", "/api/live").stream().await.status() == 429 {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
        };
        tokio::time::timeout(TIMEOUT, listen).await.expect("a place is given back");
        Phone::listen(person, None).await
    }

    async fn ends(&mut self) {
        let end = async { while self.next_change().await.is_some() {} };
        tokio::time::timeout(DEATH_MAX, end).await.expect("the stream ends within 5 s");
    }
}

#[tokio::test]
async fn a_client_receives_what_changed() {
    let bar = TestBar::open().await;
    let mut phone = Phone::listen(&bar.bartender(), None).await;
    bar.stocks("Club Beer", "2.00", 9).await;
    let heard = phone.next_change().await.expect("a change");
    assert_eq!(heard.topics, ["products", "menu"]);
    bar.sells("Club Beer", 1).await;
    let mut sold = phone.next_change().await.expect("a change");
    sold.topics.sort();
    assert!(sold.id > heard.id);
    for topic in ["products", "menu", "sales", "receipts"] {
        assert!(sold.topics.iter().any(|heard| heard == topic), "{topic}: {sold:?}");
    }
    bar.set_rate(json!(200)).await;
    assert_eq!(phone.next_change().await.expect("a change").topics, ["products", "menu", "rate"]);
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    assert_eq!(phone.next_change().await.expect("a change").topics, ["scans"]);
}

#[tokio::test]
async fn many_changes_are_sent_in_few_messages() {
    /// Scans, many more than the pauses between two pieces of news that they take.
    const SCANS: u64 = 200;
    let bar = TestBar::open().await;
    let mut phone = Phone::listen(&bar.bartender(), None).await;
    let before = bar.bartender().get("/healthz").await.ok()["journal"].as_u64().expect("a number");
    let scans = (0..SCANS).map(|number| {
        let bartender = bar.bartender();
        async move { bartender.post("/api/scans", json!({"barcode": number.to_string()})).await.created() }
    });
    futures_util::future::join_all(scans).await;
    let mut pieces = 0;
    loop {
        let heard = phone.next_change().await.expect("a change");
        assert_eq!(heard.topics, ["scans"]);
        pieces += 1;
        if heard.id == before + SCANS {
            break;
        }
    }
    assert!(pieces < SCANS / 4, "{pieces} pieces of news");
}

#[tokio::test]
async fn a_client_receives_only_topics_that_it_may_read() {
    let bar = TestBar::open().await;
    let mut phones = [Phone::listen(&bar.bartender(), None).await, Phone::listen(&bar.manager(), None).await];
    let mut owner = Phone::listen(&bar.admin(), None).await;
    bar.hires("musu", "bartender").await;
    assert_eq!(owner.next_change().await.expect("a change").topics, ["users"]);
    bar.admin().put("/api/settings", json!({"phone": "0770"})).await.ok();
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    for phone in &mut phones {
        let mut heard = Vec::new();
        while !heard.contains(&"scans".to_owned()) {
            heard.extend(phone.next_change().await.expect("a change").topics);
        }
        assert!(!heard.iter().any(|topic| topic == "users" || topic == "settings"), "{heard:?}");
    }
    let mut heard = Vec::new();
    while !heard.contains(&"settings".to_owned()) {
        heard.extend(owner.next_change().await.expect("a change").topics);
    }
}

#[tokio::test]
async fn a_reconnecting_client_catches_up() {
    let mut bar = TestBar::open().await;
    let mut phone = Phone::listen(&bar.bartender(), None).await;
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    let last = phone.next_change().await.expect("a change").id;
    drop(phone);
    bar.set_rate(json!(200)).await;
    bar.restart().await;
    let mut phone = Phone::listen(&bar.bartender(), Some(&last.to_string())).await;
    let missed = phone.next_change().await.expect("a change");
    assert_eq!(missed.topics, ["products", "menu", "rate"], "what was missed, and not the scan before it");
    let mut awake = Phone::listen(&bar.bartender(), Some(&missed.id.to_string())).await;
    bar.bartender().post("/api/scans", json!({"barcode": "2"})).await.created();
    assert_eq!(awake.next_change().await.expect("a change").topics, ["scans"], "nothing was missed");
}

#[tokio::test]
async fn a_client_from_another_journal_reloads_everything() {
    let bar = TestBar::open().await;
    let all = ["products", "scans", "menu", "rate", "sales", "credit", "orders", "tables", "receipts", "users", "settings", "printers"];
    let mut owner = Phone::listen(&bar.admin(), Some("999999")).await;
    let mut heard = owner.next_change().await.expect("a change").topics;
    heard.sort();
    let mut expected = all.to_vec();
    expected.sort_unstable();
    assert_eq!(heard, expected);
    let mut phone = Phone::listen(&bar.bartender(), Some("999999")).await;
    assert_eq!(phone.next_change().await.expect("a change").topics.len(), all.len() - 2);
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
        let mut phone = Phone::listen(&person, None).await;
        let answer = bar.admin().request(method, &format!("/api/users/{id}")).json(&body).send().await;
        assert!(answer.status < 300, "{name}");
        phone.ends().await;
    }
    let mut phone = Phone::listen(&bar.bartender(), None).await;
    bar.bartender().post("/api/auth/logout", json!({})).await.has_status(204);
    phone.ends().await;
    let person = bar.with_token(&bar.signs_in("bartender", BARTENDER_PASSWORD).await);
    let mut phone = Phone::listen(&person, None).await;
    let ask = json!({"currentPassword": BARTENDER_PASSWORD, "newPassword": "another-one"});
    person.post("/api/auth/change-password", ask).await.ok();
    phone.ends().await;
}

#[tokio::test]
async fn a_stream_ends_with_its_session() {
    let bar = TestBar::open().await;
    let mut phone = Phone::listen(&bar.bartender(), None).await;
    bar.clock.pass(Duration::from_secs(61 * 24 * 60 * 60));
    phone.ends().await;
}

#[tokio::test]
async fn the_box_shuts_down_with_open_streams() {
    let mut bar = TestBar::open().await;
    let mut phone = Phone::listen(&bar.bartender(), None).await;
    bar.restart().await;
    assert!(phone.next_change().await.is_none());
    bar.bartender().get("/api/products").await.ok();
}

#[tokio::test]
async fn a_user_has_a_stream_limit_and_closed_streams_no_longer_count() {
    let bar = TestBar::open().await;
    let mut phones = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        phones.push(Phone::listen(&bar.bartender(), None).await);
    }
    let refused = bar.bartender().get("/api/live").await;
    assert!(refused.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok_and(|seconds| seconds > 0)));
    refused.refused(429, "too_many_attempts");
    let mut other = Phone::listen(&bar.manager(), None).await;
    bar.bartender().post("/api/scans", json!({"barcode": "1"})).await.created();
    for phone in phones.iter_mut().chain([&mut other]) {
        assert_eq!(phone.next_change().await.expect("a change").topics, ["scans"], "a refusal takes nothing from those who listen");
    }
    drop(phones.pop());
    phones.push(Phone::listen_when_free(&bar.bartender()).await);
    bar.bartender().post("/api/auth/logout", json!({})).await.has_status(204);
    for phone in &mut phones {
        phone.ends().await;
    }
    let token = bar.signs_in("bartender", BARTENDER_PASSWORD).await;
    let mut phones = Vec::new();
    for _ in 0..STREAMS_PER_USER {
        phones.push(Phone::listen_when_free(&bar.with_token(&token)).await);
    }
}
