//! The connection with head office: pairing, sending, refusals, and that nothing of it makes the bar wait.

mod connects;
mod decides;
pub mod documented;
mod fake_head;
mod files;
mod new_admins;
mod owned;
mod sends;
mod survives;

use std::time::Duration;

use barback::head_link::Pace;
use serde_json::{Value, json};
use store::{RawEntry, entries_after};

pub use documented::PERMISSIONS;
pub use fake_head::{FakeHead, Mode, NAME};

use crate::bar::TestBar;

/// Short pauses, so that tests need not wait.
pub const FAST: Pace = Pace {
    parcel_after: Duration::from_millis(20),
    hello_every: Duration::from_millis(200),
    retry_first: Duration::from_millis(20),
    retry_max: Duration::from_millis(100),
    damaged_every: Duration::from_secs(600),
    connect_wait: Duration::from_secs(2),
    answer_wait: Duration::from_secs(2),
};

/// Gives the bar a head office for a moment, which asks for changes.
pub async fn connect_and_disconnect(bar: &TestBar) {
    let head = FakeHead::start().await;
    head.asks("catalog.set", "now", json!({"chainId": "cola", "name": "Chain Cola", "priceUSD": "1.50"}));
    head.asks("price.set", "now", json!({"chainId": "unknown", "currency": "USD", "priceUSD": "3.00", "priceLRD": null}));
    bar.connects_to(&head).await;
    bar.wait_until("/api/head-link", |link| link["directives"] == json!({"waiting": 0, "applied": 1, "refused": 1})).await;
    let id = bar.id_of("Chain Cola").await;
    bar.admin().post(&format!("/api/products/{id}/detach"), json!({})).await.ok();
    bar.admin().delete("/api/head-link").await.has_status(204);
}

impl TestBar {
    /// Connects the bar with a new code.
    pub async fn connects_to(&self, head: &FakeHead) -> Value {
        let code = head.code(7);
        self.admin().post("/api/head-link/pair", json!({"url": head.url, "code": code})).await.ok()
    }

    /// Waits until the connection is in this state.
    pub async fn wait_for_link(&self, state: &str) -> Value {
        self.wait_until("/api/head-link", |link| link["state"] == state).await
    }

    /// A bar that head office asks for changes.
    pub async fn of(head: &FakeHead) -> TestBar {
        let bar = TestBar::with_head_pace(FAST).await;
        bar.stocks("Club Beer", "2.50", 500).await;
        bar.connects_to(head).await;
        bar.wait_until_sent().await;
        bar
    }

    /// Waits until a change of head office is in this state; returns it.
    pub async fn wait_for_change(&self, number: u64, state: &str) -> Value {
        let of = |list: &Value| list.as_array().expect("a list").iter().find(|change| change["number"] == number).cloned();
        let list = self.wait_until("/api/head-link/directives", |list| of(list).is_some_and(|change| change["state"] == state)).await;
        of(&list).expect("it is there")
    }

    /// Waits until head office has everything.
    pub async fn wait_until_sent(&self) -> Value {
        self.wait_until("/api/head-link", |link| link["state"] == "ok" && link["entriesBehind"] == 0).await
    }

    /// All entries of the journal.
    pub fn entries(&self) -> Vec<RawEntry> {
        self.store().read(|view| entries_after(view, 0, usize::MAX)).expect("a journal")
    }

    /// Checks that head office has the journal to the byte.
    pub fn expect_whole_at(&self, head: &FakeHead) {
        let here: Vec<(u64, Vec<u8>)> = self.entries().into_iter().map(|entry| (entry.seq, entry.bytes)).collect();
        let there: Vec<(u64, Vec<u8>)> = head.seen().entries.clone().into_iter().collect();
        assert_eq!(there.len(), here.len());
        assert!(here == there, "an entry differs");
    }
}
