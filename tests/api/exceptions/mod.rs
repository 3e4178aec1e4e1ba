//! Exceptions per person: what counts, for whom, the rates, and the report as JSON, as CSV and on paper.

mod counting;
mod report;
mod week;

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::{Person, TestBar};

/// Longer than an item of an order counts as just added.
const OLD: Duration = Duration::from_secs(121);

/// All kinds, as the report names them.
const KINDS: [&str; 16] = [
    "removedSent",
    "afterBill",
    "voids",
    "discounts",
    "comps",
    "walkOuts",
    "recovered",
    "exchangeLoss",
    "exchangeGain",
    "negativeCash",
    "methodCorrected",
    "noSales",
    "reprints",
    "lateTimedPrice",
    "refusedApprovals",
    "wrongPins",
];

/// Whether the worth of a kind is given in Liberian dollars too.
fn is_exchange(kind: &str) -> bool {
    kind.starts_with("exchange")
}

impl TestBar {
    /// The row of a person in the admin's report of the last 7 days.
    async fn exceptions_of(&self, user_name: &str) -> Value {
        let report = self.admin().get("/api/reports/exceptions").await.ok();
        let rows = report["rows"].as_array().expect("rows");
        rows.iter().find(|row| row["userName"] == user_name).cloned().unwrap_or(Value::Null)
    }

    /// Asserts which exceptions a person has: kind, count, worth in US dollars; all others are zero.
    async fn expect_exceptions(&self, user_name: &str, expected: &[(&str, i64, &str)]) {
        let row = self.exceptions_of(user_name).await;
        for kind in KINDS {
            let (count, worth) = expected.iter().find(|(name, ..)| *name == kind).map_or((0, "0.00"), |(_, count, worth)| (*count, *worth));
            let tally = &row["kinds"][kind];
            assert_eq!((&tally["count"], &tally["worthUSD"]), (&json!(count), &json!(worth)), "{kind} of {user_name}: {row:#}");
        }
    }

    /// Sells one piece of a product as this person, as often as `times` says.
    async fn sells_often(&self, person: &Person, product_id: u64, times: usize) {
        for _ in 0..times {
            person.post("/api/sales", json!({"productId": product_id, "quantity": 1})).await.created();
        }
    }
}

/// Places an order with one piece of each of these products; returns its path and the ids of its items.
async fn places(person: &Person, product_ids: &[u64]) -> (String, Vec<u64>) {
    let items: Vec<Value> = product_ids.iter().map(|id| json!({"productId": id, "quantity": 1})).collect();
    let order = person.post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await.created();
    let ids = order["items"].as_array().expect("items").iter().map(|item| item["id"].as_u64().expect("an id")).collect();
    (format!("/api/orders/{}", order["id"]), ids)
}
