//! The part of the recorded story that is about customers of tabs: an old debt, a new name, two tabs that become one, a limit.

use serde_json::json;

use crate::bar::TestBar;

/// Puts an old debt on a tab, renames and joins customers, goes beyond a limit, and takes a part of the money.
pub(super) async fn customers(bar: &TestBar) {
    let old = json!({"customerName": "Saye", "amountLRD": 2660, "since": "2026-10-01"});
    bar.manager().post("/api/credit", old).await.created();
    bar.sells_on_credit(("Seye", ""), "Whisky", 1).await;
    bar.manager().patch("/api/customers/Saye_", json!({"customerName": "Saye Dolo", "limitUSD": 5})).await.ok();
    bar.manager().post("/api/customers/Saye_/join", json!({"from": "Seye_"})).await.ok();
    let beyond = json!({"customerName": "saye dolo", "productId": bar.id_of("Whisky").await, "quantity": 1, "overLimit": true});
    bar.manager().post("/api/credit", beyond).await.created();
    bar.bartender().post("/api/tabs/payment", json!({"customerName": "Saye", "amountLRD": 3000})).await.ok();
}
