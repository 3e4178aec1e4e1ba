//! Bills: items that move, splits, merges, the bill before payment, discounts, comps, shares, payments of
//! an order, walk-outs, refunds; what was billed wherever it goes.

mod billed;
mod comps;
mod discounts;
pub mod documented;
mod live;
mod merges;
mod moves;
pub mod moves_documented;
mod papers;
mod payments;
mod reallocated;
mod refund_random;
mod refund_reports;
mod refund_sums;
mod refunds;
mod shares;
mod splits;
mod tables;
mod walk_outs;

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::contract::permissions::Row;
use crate::order_steps::assert_fields;

/// Order 12 of the examples in a bar with [`TestBar::with_gst`]: 5 Club for $10.00 and 1 Rice for L$950, at table 4.
pub async fn order_12(bar: &TestBar) -> Value {
    bar.order_a(5, 1).await
}

/// The calls about bills: each path and its methods.
pub fn calls() -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    documented::CALLS.iter().chain(moves_documented::CALLS)
}

/// Who may make them.
pub fn permissions() -> impl Iterator<Item = &'static Row> {
    documented::PERMISSIONS.iter().chain(moves_documented::PERMISSIONS)
}

/// The values of their enums, as they are in JSON.
pub fn enums() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    documented::ENUMS.iter().chain(moves_documented::ENUMS)
}

impl TestBar {
    /// Order 12 of the specification: Musu at table 4 with 5 Beer at $2.00 and 1 Rice at L$950; $15.00 or L$2,850 at 190.
    pub async fn order_12(&self) -> Value {
        let items = self.items(&[("Beer", 5), ("Rice", 1)]).await;
        let order = self.bartender().post("/api/orders", json!({"customerName": "Musu", "tableId": 4, "items": items})).await.created();
        assert_fields(&order, json!({"totalAmountUSD": "15.00", "totalAmountLRD": "2850.00", "shares": null}));
        order
    }

    /// An order at a table.
    pub async fn order_at(&self, table: u64, name: &str, items: &[(&str, i64)]) -> Value {
        let items = self.items(items).await;
        let order = json!({"customerName": name, "orderType": "dine_in", "tableId": table, "items": items});
        self.bartender().post("/api/orders", order).await.created()
    }

    /// Moves items of an order, each as item, quantity and the quantity that the phone saw.
    pub async fn moves_items(&self, order: &Value, items: &[(&Value, i64, i64)], to: Value) -> Answer {
        let body = json!({"items": pieces(items), "to": to});
        self.bartender().post(&format!("/api/orders/{}/move", order["id"]), body).await
    }

    /// Splits an order.
    pub async fn splits(&self, order: &Value, body: Value) -> Answer {
        self.bartender().post(&format!("/api/orders/{}/split", order["id"]), body).await
    }

    /// Merges orders into one.
    pub async fn merges(&self, target: &Value, from: &[&Value]) -> Answer {
        let from: Vec<&Value> = from.iter().map(|order| &order["id"]).collect();
        self.bartender().post(&format!("/api/orders/{}/merge", target["id"]), json!({"from": from})).await
    }

    /// Reads what the next part of an order comes to.
    pub async fn shares(&self, order: &Value, of: u32) -> Answer {
        self.bartender().get(&format!("/api/orders/{}/shares?of={of}", order["id"])).await
    }

    /// Pays a part of an order as the bartender, in Liberian dollars unless `tender` says otherwise.
    pub async fn pays_part(&self, order: &Value, (part, of): (u32, u32), tender: Value) -> Answer {
        let mut body = json!({"share": {"of": of, "part": part}});
        body.as_object_mut().expect("an object").extend(tender.as_object().expect("an object").clone());
        self.pays(order, body).await
    }
}

/// Pieces in JSON: item, quantity, and the quantity that the phone saw.
pub fn pieces(items: &[(&Value, i64, i64)]) -> Value {
    items.iter().map(|(item, quantity, of)| json!({"itemId": item["id"], "quantity": quantity, "of": of})).collect()
}
