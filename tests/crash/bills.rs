//! The box is killed while an order is split, merged, billed, paid and refunded: each write is there whole or not at all, the same key gives
//! the same answer and number, and the numbers of bills and receipts have no gap.

use std::time::Duration;

use serde_json::{Value, json};
use store::{Folder, Store};

use crate::box_process::BoxProcess;
use crate::ledger::{KeyedRequest, OPENING_STOCK, stock_up};
use crate::phone::Phone;
use crate::rebuild_check;
use crate::rng::SeededRng;
use crate::rounds;

/// The box is killed within this time after the first request, in microseconds for each request.
const KILLED_WITHIN: u64 = 6_000;
/// Pieces that each order takes of two products; two of the first are refunded, and go back to stock.
const FIRST: u64 = 3;
const SECOND: u64 = 1;
const REFUNDED: u64 = 2;
/// Orders and items of a round: the order, and what is split off it.
const ORDERS: u64 = 2;
const ITEMS: u64 = 3;

/// The requests of a round but for the refund, in their order. Ids follow from the round.
fn requests(round: u64) -> Vec<KeyedRequest> {
    let (order, item) = (round * ORDERS + 1, round * ITEMS + 1);
    let request = |name: &str, path: String, body: Value| KeyedRequest::new(format!("round {round}: {name}"), path, body);
    let items = json!([{"productId": 1, "quantity": FIRST}, {"productId": 2, "quantity": SECOND}]);
    let cut = json!({"bills": [{"items": [{"itemId": item, "quantity": 1, "of": FIRST}]}]});
    vec![
        request("order", "/api/orders".to_owned(), json!({"customerName": "Musu", "orderType": "takeout", "items": items})),
        request("bill", format!("/api/orders/{order}/bill"), json!({"print": false})),
        request("split", format!("/api/orders/{order}/split"), cut),
        request("merge", format!("/api/orders/{order}/merge"), json!({"from": [order + 1]})),
        request("second bill", format!("/api/orders/{order}/bill"), json!({"print": false})),
        request("payment", format!("/api/orders/{order}/payment"), json!({"amountUSD": "20.00"})),
    ]
}

/// Sends requests one after the other until one gets no answer.
async fn send_all(phone: Phone, mut requests: Vec<KeyedRequest>) -> Vec<KeyedRequest> {
    for request in &mut requests {
        if !request.send(&phone).await {
            break;
        }
    }
    requests
}

/// Sends requests to a box that is killed meanwhile, then all of them again until each is answered.
async fn survives_a_kill(folder: &std::path::Path, token: &str, rng: &mut SeededRng, requests: Vec<KeyedRequest>) -> Vec<KeyedRequest> {
    let bar = BoxProcess::open(folder, &[]);
    let within = KILLED_WITHIN * requests.len() as u64;
    let sent = tokio::spawn(send_all(Phone::new(bar.port(), token), requests));
    tokio::time::sleep(Duration::from_micros(rng.below(within))).await;
    bar.kill();
    let mut requests = sent.await.expect("no panic");
    let bar = BoxProcess::open(folder, &[]);
    let phone = Phone::new(bar.port(), token);
    for request in &mut requests {
        assert!(request.send(&phone).await, "{}", request.key);
    }
    bar.kill();
    requests
}

/// The counters of numbers such as `B-20261121-0001`, in their order.
fn counters(rows: &Value, name: &str) -> Vec<u64> {
    let rows = rows.as_array().expect("a list").iter().rev();
    rows.map(|row| row[name].as_str().and_then(|number| number.rsplit('-').next()?.parse().ok()).expect("a number")).collect()
}

/// Whether each counter is one more than the one before, or begins a new day.
fn has_no_gap(counters: &[u64]) -> bool {
    counters.first() == Some(&1) && counters.windows(2).all(|two| two[1] == two[0] + 1 || two[1] == 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn splits_merges_bills_and_refunds_are_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("room");
    let mut rng = SeededRng::from_env();
    let bar = BoxProcess::open(folder.path(), &[]);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    let token = phone.token().to_owned();
    bar.kill();
    let rounds = rounds().div_ceil(3);
    for round in 0..rounds {
        let answered = survives_a_kill(folder.path(), &token, &mut rng, requests(round)).await;
        let paid = answered.last().and_then(KeyedRequest::parsed_answer).expect("an answer");
        let number = paid["receipt"]["receiptNumber"].as_str().expect("a receipt").to_owned();
        // Three lines were sold, and each refund is one more.
        let sale_id = round * (ITEMS + 1) + 1;
        let refund = json!({"reason": "Flat", "returnToStock": true, "items": [{"saleId": sale_id, "quantity": REFUNDED}]});
        let refund = KeyedRequest::new(format!("round {round}: refund"), format!("/api/receipts/{number}/refund"), refund);
        survives_a_kill(folder.path(), &token, &mut rng, vec![refund]).await;
    }
    let bar = BoxProcess::open(folder.path(), &[]);
    let phone = Phone::new(bar.port(), &token);
    let bills = phone.sees("/api/bills?state=all&limit=1000").await;
    let receipts = phone.sees("/api/receipts?limit=1000").await;
    for (counters, count) in [(counters(&bills, "number"), 2 * rounds), (counters(&receipts, "receiptNumber"), 2 * rounds)] {
        assert!(counters.len() as u64 == count && has_no_gap(&counters), "{counters:?}");
    }
    let orders = phone.sees("/api/orders?limit=1000").await;
    let merged = orders.as_array().expect("orders").iter().filter(|order| order["cancelReason"] == "merged").count() as u64;
    assert_eq!((orders.as_array().map(Vec::len), merged), (usize::try_from(ORDERS * rounds).ok(), rounds));
    let gone = i64::try_from(rounds * (FIRST - REFUNDED)).expect("few");
    assert_eq!(phone.sees("/api/products/1").await["stock"], OPENING_STOCK - gone);
    bar.kill();
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(folder.path()).expect("free")).expect("whole"));
}
