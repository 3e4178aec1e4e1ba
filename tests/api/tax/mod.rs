//! Tax: settings, the frozen figures of lines, and that a bar without it notices nothing of it.

pub mod documented;
mod exempt;
#[path = "../../support/fake_adapter.rs"]
pub mod fake_adapter;
mod figures;
mod fiscal;
mod lines;
mod new_year;
mod paper;
mod payments;
mod plans;
mod report;
mod service_charge;
mod service_money;
mod settings;
mod voids;
mod without_tax;

use serde_json::{Value, json};

use crate::bar::TestBar;

/// A rate of one part: from this day (null: always), name, percent.
pub fn rate(from: Value, name: &str, percent: &str) -> Value {
    json!({"from": from, "parts": [{"name": name, "percent": percent}]})
}

/// The classes of a new bar, `standard` with these rates.
pub fn classes(rates: Value) -> Value {
    json!([{"id": "standard", "rates": rates}, {"id": "reduced"}, {"id": "zero"}, {"id": "exempt"}, {"id": "outside"}])
}

impl TestBar {
    /// A bar with Club Beer at $2.00 and Rice at L$950, and GST of 13 % in this mode.
    pub async fn with_gst(mode: &str) -> Self {
        let bar = TestBar::open().await;
        bar.stocks("Club", "2.00", 100).await;
        bar.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": "950.00", "stock": 100})).await;
        bar.sets_tax(json!({"mode": mode, "classes": classes(json!([rate(Value::Null, "GST", "13.00")]))})).await;
        bar
    }

    /// Changes the settings of tax as the admin; returns them.
    pub async fn sets_tax(&self, tax: Value) -> Value {
        self.admin().put("/api/settings", json!({"tax": tax})).await.ok()["tax"].clone()
    }

    /// Refused changes of the settings of tax: the errors by field.
    pub async fn tax_refused(&self, tax: Value) -> Value {
        self.admin().put("/api/settings", json!({"tax": tax})).await.refused(400, "invalid")["fields"].clone()
    }

    /// Order A of these pieces at a table; returns it.
    pub async fn order_a(&self, club: i64, rice: i64) -> Value {
        let items = self.items(&[("Club", club), ("Rice", rice)]).await;
        self.bartender().post("/api/orders", json!({"customerName": "Musu", "tableId": 4, "items": items})).await.created()
    }
}

/// The members of `value` with these names, as text.
#[track_caller]
pub fn figures<const COUNT: usize>(value: &Value, names: [&str; COUNT]) -> [String; COUNT] {
    names.map(|name| value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}")).to_owned())
}

/// Net, tax and gross of a line, dollars before Liberian dollars.
#[track_caller]
pub fn line_figures(line: &Value) -> [String; 6] {
    figures(line, ["netUSD", "netLRD", "taxUSD", "taxLRD", "grossUSD", "grossLRD"])
}
