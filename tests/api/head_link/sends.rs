//! What is sent: the whole journal, over restarts of either side, and on from where head office is.

use std::time::Duration;

use barback::head_link::Pace;
use serde_json::json;

use super::{FAST, FakeHead, Mode};
use crate::bar::TestBar;

#[tokio::test]
async fn the_journal_arrives_whole_over_restarts() {
    let head = FakeHead::start().await;
    let mut bar = TestBar::with_head_pace(FAST).await;
    bar.stocks("Club Beer", "2.00", 500).await;
    bar.connects_to(&head).await;
    for round in 0..4 {
        if round == 2 {
            head.behaves(Mode::Hangs);
        }
        for _ in 0..20 {
            bar.sells("Club Beer", 1).await;
        }
        bar.restart().await;
        head.behaves(Mode::Good);
        bar.sells("Club Beer", 1).await;
    }
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
    let seen = head.seen();
    assert!(seen.rows > 0, "figures go with the entries");
    assert_eq!(seen.figures_upto, seen.position.expect("entries").seq);
    assert!(seen.parcels.windows(2).all(|pair| pair[0].to.seq >= pair[1].from.seq), "without a gap");
}

#[tokio::test]
async fn a_long_journal_goes_in_steps_of_a_thousand_entries() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    bar.stocks("Club Beer", "2.00", 100).await;
    bar.clock.pass(Duration::from_millis(1));
    let list: String = (0..1_500).map(|number| format!("Gin {number},4.50,6\n")).collect();
    bar.admin().post("/api/products/import", json!({"csvData": format!("name,price,stock\n{list}")})).await.ok();
    for number in 0..1_100 {
        // All entries of one commit have the same running time.
        bar.clock.pass(Duration::from_millis(1));
        bar.admin().post("/api/exchange-rate", json!({"rate": 150 + number % 7})).await;
    }
    bar.connects_to(&head).await;
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
    let sizes: Vec<u64> = head.seen().parcels.iter().map(|header| header.to.seq - header.from.seq).collect();
    assert!(sizes.iter().any(|size| *size > 1_000), "a single commit goes whole: {sizes:?}");
    assert!(sizes.iter().filter(|size| **size > 1_000).count() == 1, "{sizes:?}");
}

#[tokio::test]
async fn a_head_office_that_was_put_back_gets_what_it_lacks() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    bar.stocks("Club Beer", "2.00", 100).await;
    bar.connects_to(&head).await;
    for _ in 0..10 {
        bar.sells("Club Beer", 1).await;
    }
    bar.wait_until_sent().await;
    {
        let mut seen = head.seen();
        let kept = seen.entries.split_off(&8);
        assert!(!kept.is_empty());
        seen.position = None;
    }
    bar.sells("Club Beer", 1).await;
    bar.wait_until("/api/head-link", |link| link["journal"] == head.seen().entries.keys().next_back().copied().unwrap_or(0)).await;
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
    assert!(head.seen().hellos.iter().any(|hello| hello.marks.iter().any(|mark| mark.seq == 7)), "it said what entry 7 is");
}

#[tokio::test]
async fn a_bar_without_head_office_makes_no_connection() {
    let head = FakeHead::start().await;
    let mut bar = TestBar::with_head_pace(FAST).await;
    bar.stocks("Club Beer", "2.00", 100).await;
    bar.sells("Club Beer", 1).await;
    bar.admin().post("/api/head-link/try", json!({})).await.refused(409, "conflict");
    bar.connects_to(&head).await;
    bar.wait_until_sent().await;
    bar.admin().delete("/api/head-link").await.has_status(204);
    let connections = head.seen().connections;
    let hellos = head.seen().hellos.len();
    bar.sells("Club Beer", 1).await;
    bar.restart().await;
    bar.sells("Club Beer", 1).await;
    let (seen, sent) = (head.seen(), bar.entries().len());
    assert_eq!((seen.connections, seen.hellos.len()), (connections, hellos));
    assert!(seen.entries.len() < sent);
}

#[tokio::test]
async fn a_try_does_not_wait_for_its_time() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(Pace::default()).await;
    bar.stocks("Club Beer", "2.00", 100).await;
    bar.connects_to(&head).await;
    bar.wait_until_sent().await;
    bar.sells("Club Beer", 1).await;
    bar.admin().post("/api/head-link/try", json!({})).await.has_status(202);
    bar.wait_until_sent().await;
    bar.expect_whole_at(&head);
}
