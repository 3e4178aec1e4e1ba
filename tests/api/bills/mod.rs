//! Bills: shares, payments of an order, walk-outs.

pub mod documented;
mod shares;

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::order_steps::assert_fields;

impl TestBar {
    /// Order 12 of the specification: Musu at table 4 with 5 Beer at $2.00 and 1 Rice at L$950; $15.00 or L$2,850 at 190.
    pub async fn order_12(&self) -> Value {
        let items = self.items(&[("Beer", 5), ("Rice", 1)]).await;
        let order = self.bartender().post("/api/orders", json!({"customerName": "Musu", "tableId": 4, "items": items})).await.created();
        assert_fields(&order, json!({"totalAmountUSD": "15.00", "totalAmountLRD": "2850.00", "shares": null}));
        order
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
