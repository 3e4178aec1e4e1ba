//! Bad answers: the bar sells on, the state says why, and what was not sent is sent later.

use serde_json::json;

use super::{FAST, FakeHead, Mode};
use crate::bar::TestBar;

async fn connected(head: &FakeHead) -> TestBar {
    let bar = TestBar::with_head_pace(FAST).await;
    bar.stocks("Club Beer", "2.00", 500).await;
    bar.connects_to(head).await;
    bar.wait_until_sent().await;
    bar
}

#[tokio::test]
async fn sales_do_not_wait_for_a_head_office_that_hangs_drips_or_says_garbage() {
    let head = FakeHead::start().await;
    let mut bar = connected(&head).await;
    for mode in [Mode::Hangs, Mode::Garbage, Mode::Drips] {
        head.behaves(mode.clone());
        bar.restart().await;
        // It sells while head office is in the middle of its answer.
        for _ in 0..10 {
            bar.sells("Club Beer", 1).await;
        }
        let away = bar.wait_for_link("away").await;
        assert!(away["error"].is_string() && away["nextTryAt"].is_string(), "{mode:?}: {away}");
        bar.sells("Club Beer", 1).await;
        head.behaves(Mode::Good);
        let sent = bar.wait_until_sent().await;
        assert_eq!((&sent["error"], &sent["nextTryAt"]), (&json!(null), &json!(null)));
        bar.expect_whole_at(&head);
    }
}

#[tokio::test]
async fn a_head_office_that_is_gone_is_away() {
    let head = FakeHead::start().await;
    let bar = connected(&head).await;
    let moved = head.moved().await;
    bar.admin().put("/api/settings", json!({"head": {"url": "https://127.0.0.1:1"}})).await.ok();
    bar.wait_for_link("away").await;
    bar.sells("Club Beer", 1).await;
    bar.admin().put("/api/settings", json!({"head": {"url": moved.url}})).await.ok();
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
}

#[tokio::test]
async fn a_revoked_box_sells_on() {
    let head = FakeHead::start().await;
    let bar = connected(&head).await;
    let body = json!({"code": "revoked", "message": "Head office has revoked this box"});
    head.behaves(Mode::Refuses { status: 403, body, retry_after: None });
    let refused = bar.wait_for_link("refused").await;
    assert_eq!(refused["error"], "Head office has revoked this box");
    bar.sells("Club Beer", 1).await;
}

#[tokio::test]
async fn it_waits_as_long_as_head_office_asks() {
    let head = FakeHead::start().await;
    let bar = connected(&head).await;
    let body = json!({"code": "busy", "message": "Too many parcels"});
    head.behaves(Mode::Refuses { status: 503, body, retry_after: Some(1_800) });
    let away = bar.wait_for_link("away").await;
    assert_eq!(away["error"], "Head office cannot answer at the moment: Too many parcels");
    let next = away["nextTryAt"].as_str().and_then(base::Timestamp::parse).expect("a moment");
    let now = base::Timestamp::parse(bar.admin().get("/api/box/clock").await.ok()["now"].as_str().expect("a moment"));
    assert_eq!(next.as_millis() - now.expect("a moment").as_millis(), 1_800_000);
    head.behaves(Mode::Good);
    bar.admin().post("/api/head-link/try", json!({})).await.has_status(202);
    bar.wait_until_sent().await;
}

#[tokio::test]
async fn a_damaged_parcel_is_made_again_three_times_and_then_waits_while_hello_goes_on() {
    let head = FakeHead::start().await;
    let bar = connected(&head).await;
    let body = json!({"code": "damaged", "message": "A checksum is wrong", "what": "a checksum is wrong"});
    head.behaves(Mode::RefusesEntries { status: 422, body });
    bar.sells("Club Beer", 1).await;
    let damaged = bar.wait_for_link("damaged").await;
    assert_eq!(damaged["error"], "A checksum is wrong");
    assert_eq!(head.seen().refused_parcels, 3);
    let progress = || {
        let seen = head.seen();
        (seen.hellos.len(), seen.figures_upto)
    };
    let (hellos, figures) = progress();
    bar.sells("Club Beer", 1).await;
    bar.wait_until("/api/head-link", |_| progress().0 > hellos && progress().1 > figures).await;
    assert_eq!(head.seen().refused_parcels, 3, "the entries wait");
    assert_eq!(bar.admin().get("/api/head-link").await.ok()["state"], "damaged");
    head.behaves(Mode::Good);
    bar.admin().post("/api/head-link/try", json!({})).await.has_status(202);
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
}

#[tokio::test]
async fn a_box_that_does_not_count_says_so() {
    let head = FakeHead::start().await;
    let bar = connected(&head).await;
    head.seen().beside = true;
    let beside = bar.wait_for_link("beside").await;
    assert!(beside["error"].as_str().is_some_and(|words| words.starts_with("Head office counts another box of this bar")), "{beside}");
    head.seen().beside = false;
    bar.wait_until_sent().await;
}

#[tokio::test]
async fn a_box_without_its_key_is_unpaired_until_it_is_connected_again() {
    let head = FakeHead::start().await;
    let mut bar = connected(&head).await;
    std::fs::remove_file(bar.folder().join("head/box.key")).expect("a key");
    bar.restart().await;
    let unpaired = bar.admin().get("/api/head-link").await.ok();
    assert_eq!((&unpaired["state"], &unpaired["name"]), (&json!("unpaired"), &json!(super::NAME)));
    bar.admin().get("/api/head-link/file").await.refused(409, "conflict");
    bar.sells("Club Beer", 1).await;
    bar.connects_to(&head).await;
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
}
