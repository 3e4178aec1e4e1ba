//! Deciding: granting, refusing, taking back, and who is told.

use serde_json::{Value, json};

use super::steps::{path, wrong_order};
use crate::bar::{Person, SECOND, TIMEOUT, TestBar};
use crate::order_steps::assert_fields;

async fn bar_with_a_question() -> (TestBar, Value) {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 2).await;
    let asked = bar.bartender().asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    (bar, asked)
}

#[tokio::test]
async fn a_grant_lasts_a_minute_and_says_who_gave_it() {
    let (bar, asked) = bar_with_a_question().await;
    bar.clock.pass(SECOND * 10);
    let granted = bar.manager().post(&path(&asked, "grant"), json!({"note": "ok, once"})).await.ok();
    assert_fields(
        &granted,
        json!({"status": "granted", "decidedBy": "manager", "decidedById": 2, "decidedHow": "own_phone", "note": "ok, once",
            "decidedAt": "2026-11-21T20:00:10.000Z", "expiresAt": "2026-11-21T20:01:10.000Z", "usedAt": null}),
    );
    bar.clock.pass(SECOND * 61);
    assert_fields(&bar.bartender().get("/api/approvals/1").await.ok(), json!({"status": "expired", "decidedBy": "manager"}));
}

#[tokio::test]
async fn a_refusal_has_its_note() {
    let (bar, asked) = bar_with_a_question().await;
    let refused = bar.admin().post(&path(&asked, "refuse"), json!({"note": "Ask the guest first"})).await.ok();
    assert_fields(&refused, json!({"status": "refused", "decidedBy": "admin", "decidedHow": "own_phone", "note": "Ask the guest first"}));
    bar.bartender().sends("POST", "/api/sales/1/void", &wrong_order(), &asked).await.refused(403, "approval_required");
    let summaries = bar.audit_summaries("people", 1).await;
    assert_eq!(summaries, ["Refused to bartender: Void 2 × Beer, \"wrong order\", $4.00 / L$760.00 (note: Ask the guest first)"]);
}

#[tokio::test]
async fn what_is_decided_stays_decided() {
    let (bar, asked) = bar_with_a_question().await;
    bar.grants(&asked).await;
    for (person, call) in [(bar.admin(), "grant"), (bar.admin(), "refuse"), (bar.manager(), "grant"), (bar.bartender(), "cancel")] {
        let refusal = person.post(&path(&asked, call), json!({})).await.refused(409, "conflict");
        assert_eq!(refusal["message"], "Already approved by manager", "{call}");
        assert_fields(&refusal["approval"], json!({"id": 1, "status": "granted", "decidedBy": "manager"}));
    }
    bar.manager().post("/api/approvals/999/grant", json!({})).await.refused(404, "not_found");
    bar.bartender().post(&path(&asked, "grant"), json!({})).await.refused(403, "forbidden");
    bar.bartender().post(&path(&asked, "refuse"), json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn nobody_decides_too_late_or_for_himself() {
    let (bar, asked) = bar_with_a_question().await;
    bar.clock.pass(SECOND * 181);
    let refusal = bar.manager().post(&path(&asked, "grant"), json!({})).await.refused(409, "conflict");
    assert_fields(&refusal, json!({"message": "Nobody answered in time"}));
    assert_eq!(refusal["approval"]["status"], "expired");
    let again = bar.bartender().asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    bar.admin().put("/api/users/3", json!({"role": "manager"})).await.ok();
    let promoted = bar.with_token(&bar.signs_in("bartender", crate::bar::BARTENDER_PASSWORD).await);
    promoted.post(&path(&again, "grant"), json!({})).await.refused(403, "forbidden");
    bar.grants(&again).await;
}

#[tokio::test]
async fn two_managers_at_once_decide_once() {
    let (bar, asked) = bar_with_a_question().await;
    let (_, joe) = bar.hires("joe", "manager").await;
    let (manager, path) = (bar.manager(), path(&asked, "grant"));
    let (first, second) = tokio::join!(manager.post(&path, json!({})), joe.post(&path, json!({})));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

/// Reads a live stream until it names `topic`, or until `end` does something that it must name instead.
async fn names_topic(stream: &mut reqwest::Response, topic: &str) -> bool {
    let mut seen = String::new();
    let read = async {
        while let Some(chunk) = stream.chunk().await.expect("an open stream") {
            seen.push_str(std::str::from_utf8(&chunk).expect("text"));
            if seen.contains(&format!("\"{topic}\"")) {
                return true;
            }
            if seen.contains("\"tables\"") {
                return false;
            }
        }
        false
    };
    tokio::time::timeout(TIMEOUT, read).await.expect("an update in time")
}

#[tokio::test]
async fn managers_and_the_person_who_asked_are_told_and_no_others() {
    let bar = TestBar::with_rules(json!({"void_sale": "approve"})).await;
    bar.sells("Beer", 2).await;
    let (_, fatu) = bar.hires("fatu", "bartender").await;
    let listen = async |person: &Person| person.request("GET", "/api/live").stream().await;
    let (mut manager, mut own, mut other) = (listen(&bar.manager()).await, listen(&bar.bartender()).await, listen(&fatu).await);
    bar.bartender().asks("POST", "/api/sales/1/void", wrong_order()).await.created();
    assert!(names_topic(&mut manager, "approvals").await && names_topic(&mut own, "approvals").await);
    let mut own = listen(&bar.bartender()).await;
    bar.manager().post("/api/approvals/1/grant", json!({})).await.ok();
    assert!(names_topic(&mut own, "approvals").await);
    // The next update that fatu gets is of the tables.
    bar.bartender().patch("/api/tables/7/status", json!({"status": "reserved"})).await.ok();
    assert!(!names_topic(&mut other, "approvals").await);
}
