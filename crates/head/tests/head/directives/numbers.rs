//! Numbers 1, 2, 3 … per bar, whichever head office gives them.

use std::collections::BTreeSet;

use backup::parcels::DirectiveKind;
use base::Timestamp;
use futures_util::future::join_all;
use head::accounts::{Bars, HeadRole, SignedIn};
use head::database::{Database, Options};
use head::directives::{NewDirective, ask};
use head::error::HeadError;
use serde_json::json;

use super::Office;
use crate::history::world::World;
use crate::postgres;

/// Directives that each of two heads numbers at once.
const EACH: usize = 15;

async fn ask_once(database: &Database, bar: &str) -> i64 {
    let by = &SignedIn { user_id: "1".to_owned(), name: "Jane".to_owned(), role: HeadRole::Owner, bars: Bars::All };
    let body = json!({ "rate": "195" });
    let new = &NewDirective { kind: DirectiveKind::RateSuggest, body, effective: "now".to_owned() };
    let now = Timestamp::parse("2026-11-27T20:00:00Z").expect("legal");
    loop {
        let asked = database.transaction(move |transaction| async move { ask(&transaction, bar, new, by, now).await });
        match asked.await {
            Ok(row) => return row.number,
            // Ten attempts met others: a client asks again.
            Err(HeadError::Refused(refused)) if refused.retry_after.is_some() => {}
            Err(error) => panic!("{error}"),
        }
    }
}

async fn two_heads_number(options: fn() -> Options) {
    let url = postgres::migrated_url().await;
    let heads = [postgres::open(&url, options()), postgres::open(&url, options())];
    let world = World::over(heads[0].clone());
    let (cape, mamba) = (world.bar().await, world.bar().await);
    let tries = (0..EACH).flat_map(|_| [(0, &cape), (1, &cape), (0, &mamba), (1, &mamba)]);
    let numbers = join_all(tries.map(|(head, of)| ask_once(&heads[head], &of.caller.bar))).await;
    for place in [0, 2] {
        let of_bar: BTreeSet<i64> = numbers.chunks(4).flat_map(|four| four[place..place + 2].iter().copied()).collect();
        assert_eq!(of_bar, (1..=2 * i64::try_from(EACH).expect("small")).collect(), "each number once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_heads_number_at_once() {
    two_heads_number(Options::default).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_heads_number_at_once_where_transactions_are_serializable() {
    two_heads_number(World::serializable_options).await;
}

#[tokio::test]
async fn a_repeated_request_asks_once_and_each_bar_has_its_own_numbers() {
    let office = Office::start().await;
    let (cape, mamba) = (office.bar("Cape Bar").await, office.bar("Mamba Grill").await);
    office.suggests("190", &cape).await;
    let body = json!({ "kind": "rate.suggest", "body": { "rate": 195 }, "bars": [cape.bar(), mamba.bar(), cape.bar()] });
    let bearer = format!("Bearer {}", office.owner.token);
    let other = office.head.another().await;
    let mut answers = Vec::new();
    for head in [&office.head, &other] {
        let headers = [("authorization", bearer.as_str()), ("idempotency-key", "key-1")];
        let answer = head.request(reqwest::Method::POST, "/api/head/directives", &headers, Some(body.clone())).await;
        assert_eq!(answer.status(), 201);
        answers.push(answer.json::<serde_json::Value>().await.expect("JSON"));
    }
    assert_eq!(answers[0], answers[1]);
    let of = |at: usize, name: &str| answers[0][at][name].clone();
    assert_eq!((of(0, "bar"), of(0, "number")), (json!(cape.bar()), json!(2)));
    assert_eq!((of(1, "bar"), of(1, "number"), of(1, "effective")), (json!(mamba.bar()), json!(1), json!("next_day")));
    assert_eq!(answers[0].as_array().map(Vec::len), Some(2));
    assert_eq!(office.states().await.len(), 3);
    let (_, audit) = office.head.get("/api/head/audit?kind=directive.sent&limit=3", &office.owner.token).await;
    let told: BTreeSet<&str> = audit.as_array().expect("a list").iter().filter_map(|line| line["summary"].as_str()).collect();
    assert!(told.contains("Asked Cape Bar for change 2: rate.suggest") && told.contains("Asked Mamba Grill for change 1: rate.suggest"));
}
