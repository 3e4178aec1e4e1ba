//! Helpers of `TestBar` for API tests of orders, credit and payments.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};

/// Name and phone of a customer.
pub const CUSTOMER: (&str, &str) = ("Musu Kpadeh", "0770 111 111");

impl TestBar {
    /// A bar with whisky at $6, beer at $2 and rice at L$950, fifty of each; the rate is 190.
    pub async fn stocked() -> Self {
        TestBar::open().await.and_stocked().await
    }

    /// Adds the products of [`TestBar::stocked`] to this bar.
    pub async fn and_stocked(self) -> Self {
        self.stocks("Whisky", "6.00", 50).await;
        self.stocks("Beer", "2.00", 50).await;
        self.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950, "stock": 50})).await;
        self
    }

    /// Order items in JSON: products by name, with quantities.
    pub async fn items(&self, items: &[(&str, i64)]) -> Value {
        let mut lines = Vec::new();
        for (name, quantity) in items {
            lines.push(json!({"productId": self.id_of(name).await, "quantity": quantity}));
        }
        Value::Array(lines)
    }

    /// Places a takeout order for [`CUSTOMER`] as the bartender; returns the order.
    pub async fn takes_order(&self, items: &[(&str, i64)]) -> Value {
        let order =
            json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "orderType": "takeout", "items": self.items(items).await});
        self.bartender().post("/api/orders", order).await.created()
    }

    /// Reads the order again.
    pub async fn order(&self, order: &Value) -> Value {
        self.bartender().get(&format!("/api/orders/{}", order["id"])).await.ok()
    }

    /// Pays an order as the bartender.
    pub async fn pays(&self, order: &Value, tender: Value) -> Answer {
        self.bartender().post(&format!("/api/orders/{}/payment", order["id"]), tender).await
    }

    /// Adds an item to an order as the bartender.
    pub async fn adds_item(&self, order: &Value, product: &str, quantity: i64) -> Answer {
        let item = self.items(&[(product, quantity)]).await[0].clone();
        self.bartender().post(&format!("/api/orders/{}/items", order["id"]), item).await
    }

    /// Sets the status of an order as the bartender, with a reason for the case of a cancellation.
    pub async fn sets_status(&self, order: &Value, status: &str) -> Answer {
        let body = json!({"status": status, "reason": "Changed their mind"});
        self.bartender().patch(&format!("/api/orders/{}/status", order["id"]), body).await
    }

    /// Puts an order on a customer's tab as the bartender.
    pub async fn puts_on_credit(&self, order: &Value, (name, phone): (&str, &str)) -> Answer {
        let body = json!({"customerName": name, "customerPhone": phone});
        self.bartender().post(&format!("/api/orders/{}/credit", order["id"]), body).await
    }

    /// Voids an order as the manager.
    pub async fn voids_order(&self, order: &Value) -> Answer {
        self.manager().post(&format!("/api/orders/{}/void", order["id"]), json!({"reason": "Complaint"})).await
    }

    /// Voids a sale line as the manager.
    pub async fn voids_sale(&self, sale: &Value) -> Answer {
        self.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink"})).await
    }

    /// Sells a product on credit as the bartender; returns the credit item.
    pub async fn sells_on_credit(&self, (name, phone): (&str, &str), product: &str, quantity: i64) -> Value {
        let id = self.id_of(product).await;
        let body = json!({"customerName": name, "customerPhone": phone, "productId": id, "quantity": quantity});
        self.bartender().post("/api/credit", body).await.created()
    }

    /// Pays a credit item as the manager.
    pub async fn pays_credit(&self, credit: &Value, tender: Value) -> Answer {
        self.manager().patch(&format!("/api/credit/{}/pay", credit["id"]), tender).await
    }

    /// Summaries in the audit log of the newest `count` entries of this kind, newest first.
    pub async fn audit_summaries(&self, kind: &str, count: usize) -> Vec<Value> {
        values_of(&self.admin().get(&format!("/api/admin/audit?kind={kind}&limit={count}")).await.ok(), "summary")
    }

    /// All tabs.
    pub async fn tabs(&self) -> Value {
        self.bartender().get("/api/tabs").await.ok()
    }

    /// All sale lines, oldest first.
    pub async fn sale_lines(&self) -> Vec<Value> {
        let mut lines = self.bartender().get("/api/sales").await.ok().as_array().expect("a list").clone();
        lines.reverse();
        lines
    }

    /// Takings by payment method, in US dollars and Liberian dollars, without methods at zero.
    pub async fn takings(&self) -> BTreeMap<String, (String, String)> {
        let report = self.admin().get("/api/admin/sales-report").await.ok();
        let rows = report["takings"].as_array().expect("takings").iter();
        let takings = rows.map(|row| {
            let amounts = (text(&row["amountUSD"]).to_owned(), text(&row["amountLRD"]).to_owned());
            (text(&row["paymentMethod"]).to_owned(), amounts)
        });
        takings.filter(|(_, amounts)| *amounts != ("0.00".to_owned(), "0.00".to_owned())).collect()
    }

    /// Asserts that the takings are exactly these: method, US dollars, Liberian dollars.
    pub async fn expect_takings(&self, expected: &[(&str, &str, &str)]) {
        let expected = expected.iter().map(|(method, usd, lrd)| ((*method).to_owned(), ((*usd).to_owned(), (*lrd).to_owned())));
        assert_eq!(self.takings().await, expected.collect::<BTreeMap<_, _>>());
    }
}

/// Asserts that `value` has each member of `members`, with the same value.
#[track_caller]
pub fn assert_fields(value: &Value, members: Value) {
    for (name, expected) in members.as_object().expect("members") {
        assert_eq!(&value[name], expected, "{name} of {value:#}");
    }
}
