//! Connecting, disconnecting, and the settings.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::{FAST, FakeHead, Mode, NAME};
use crate::bar::TestBar;
use crate::order_steps::assert_fields;

const WRONG_CODE: &str = "This code is wrong, used or older than 15 minutes";

#[tokio::test]
async fn a_bar_is_connected_with_a_code_and_disconnected_again() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    let off = bar.admin().get("/api/head-link").await.ok();
    let nothing = json!({"waiting": 0, "applied": 0, "refused": 0});
    assert_fields(
        &off,
        json!({"state": "off", "url": null, "name": null, "pairedAt": null, "pairedBy": null, "position": null, "entriesBehind": null,
            "nextTryAt": null, "error": null, "directives": nothing}),
    );
    let link = bar.connects_to(&head).await;
    assert_fields(&link, json!({"url": head.url, "name": NAME, "pairedBy": "admin", "error": null}));
    assert_eq!(bar.admin().get("/api/settings").await.ok()["head"], json!({"url": head.url, "rate": "ask"}));
    let sent = bar.wait_until_sent().await;
    assert_eq!(sent["position"]["seq"], sent["journal"]);
    bar.expect_whole_at(&head);
    let audit = bar.admin().get("/api/admin/audit?kind=head").await.ok();
    assert_eq!(audit[0]["summary"], format!("Connected to {NAME} at {}", head.url));
    let key = bar.folder().join("head/box.key");
    assert_eq!(std::fs::metadata(&key).expect("a key").permissions().mode() & 0o777, 0o600);
    bar.admin().delete("/api/head-link").await.has_status(204);
    assert_eq!(bar.admin().get("/api/head-link").await.ok()["state"], "off");
    assert!(!key.exists());
    assert_eq!(bar.admin().get("/api/settings").await.ok()["head"]["url"], Value::Null);
    assert_eq!(bar.admin().get("/api/admin/audit?kind=head").await.ok()[0]["summary"], format!("Disconnected from {NAME}"));
    bar.admin().delete("/api/head-link").await.has_status(204);
}

#[tokio::test]
async fn the_key_is_in_no_entry_and_in_no_backup() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    bar.connects_to(&head).await;
    let key = std::fs::read(bar.folder().join("head/box.key")).expect("a key");
    // The secret number of a PKCS #8 P-256 key.
    let secret = &key[36..68];
    let contains = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret);
    assert!(contains(&key) && !bar.entries().iter().any(|entry| contains(&entry.bytes)));
    let made = bar.admin().post("/api/backups", json!({})).await.created();
    let file = bar.admin().get(&format!("/api/backups/{}", made["name"].as_str().expect("a name"))).await;
    assert!(!contains(&file.bytes));
}

#[tokio::test]
async fn wrong_and_used_codes_are_refused() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    let pair = |url: &str, code: &str| {
        let body = json!({"url": url, "code": code});
        let admin = bar.admin();
        async move { admin.post("/api/head-link/pair", body).await }
    };
    let right = head.code(7);
    let (secret, authority) = right.split_once('.').expect("two parts");
    for wrong in ["", "x", secret, &right[1..]] {
        pair(&head.url, wrong).await.has_status(400);
    }
    assert_eq!(head.seen().connections, 0, "what is no code is not sent");
    let guess = format!("{}.{authority}", "0".repeat(26));
    assert_eq!(pair(&head.url, &guess).await.refused(400, "invalid")["fields"]["code"], WRONG_CODE);
    let other = FakeHead::start().await;
    let stranger = pair(&other.url, &right).await.refused(502, "head_unreachable");
    assert_eq!(stranger["message"], "What answers at this address is another head office");
    for url in ["http://head.example", "head.example", "https://a b"] {
        let refused = pair(url, &right).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["url"], "Must be an address such as https://head.example:8444", "{url}");
    }
    let typed = right.to_uppercase().replace('-', " ");
    pair(&head.url, &typed).await.ok();
    pair(&head.url, &right).await.refused(409, "conflict");
    bar.admin().delete("/api/head-link").await.has_status(204);
    assert_eq!(pair(&head.url, &right).await.refused(400, "invalid")["fields"]["code"], WRONG_CODE, "a code counts once");
}

#[tokio::test]
async fn refusals_of_head_office_are_passed_on_and_nothing_is_journaled() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    let before = bar.entries().len();
    for (status, code, passed) in
        [(409, "bar_known", 409), (409, "other_bar", 409), (409, "conflict", 409), (500, "internal", 502), (429, "too_many_attempts", 429)]
    {
        let body = json!({"code": code, "message": "Head office says no"});
        head.behaves(Mode::Refuses { status, body, retry_after: None });
        let body = json!({"url": head.url, "code": head.code(7)});
        let answer = bar.admin().post("/api/head-link/pair", body).await;
        assert_eq!(answer.status, passed, "{code}: {}", answer.text());
        if status == 409 {
            assert_eq!((&answer.json()["code"], &answer.json()["message"]), (&json!(code), &json!("Head office says no")));
        }
    }
    for mode in [Mode::Garbage, Mode::Drips, Mode::Hangs] {
        head.behaves(mode.clone());
        let body = json!({"url": head.url, "code": head.code(7)});
        let answer = bar.admin().post("/api/head-link/pair", body).await;
        assert_eq!((answer.status, answer.json()["code"].clone()), (502, json!("head_unreachable")), "{mode:?}");
    }
    assert_eq!(bar.entries().len(), before);
    assert!(!bar.folder().join("head/box.key").exists());
}

#[tokio::test]
async fn the_address_changes_while_the_bar_is_connected() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    let set = |head: Value| {
        let admin = bar.admin();
        async move { admin.put("/api/settings", json!({"head": head})).await }
    };
    set(json!({"url": "https://head.example"})).await.refused(409, "conflict");
    set(json!({"url": null, "rate": "apply"})).await.ok();
    set(json!({"rate": "maybe"})).await.refused(400, "invalid");
    bar.connects_to(&head).await;
    set(json!({"url": "http://head.example"})).await.refused(400, "invalid");
    set(json!({"url": null})).await.refused(409, "conflict");
    bar.wait_until_sent().await;
    let moved = head.moved().await;
    let before = head.seen().connections;
    let changed = set(json!({"url": moved.url})).await.ok();
    assert_eq!(changed["head"], json!({"url": moved.url, "rate": "apply"}));
    bar.stocks("Club Beer", "2.00", 10).await;
    let sent = bar.wait_until_sent().await;
    assert_eq!(sent["url"], moved.url);
    assert!(head.seen().connections > before, "a new connection, without a new code");
    bar.expect_whole_at(&head);
}
