//! The part of the recorded story that is about tax by date and about a fiscal device.

use serde_json::{Value, json};

use crate::bar::{SECOND, TestBar, text, values_of};
use crate::tax::fake_adapter::{Answer, FakeAdapter};

/// Plans prices: one is written by hand before its day, one is withdrawn, one begins later in the story.
pub(super) async fn price_plans(bar: &TestBar) {
    let (gin, whisky) = (bar.id_of("Gin").await, bar.id_of("Whisky").await);
    let item = |id: u64, usd: &str| json!({"productId": id, "priceUSD": usd});
    for (from, items) in [("2026-11-23", json!([item(gin, "4.75"), item(whisky, "5.25")])), ("2027-01-01", json!([item(gin, "5.00")]))] {
        bar.manager().put("/api/tax/price-plan", json!({"from": from, "items": items})).await.ok();
    }
    let priced = bar.bartender().get(&format!("/api/products/{whisky}")).await.ok();
    bar.manager().put(&format!("/api/products/{whisky}"), json!({"priceUSD": "9.99"})).await.ok();
    bar.manager().put(&format!("/api/products/{whisky}"), json!({"priceUSD": priced["priceUSD"]})).await.ok();
    bar.manager().delete("/api/tax/price-plan?from=2027-01-01").await.has_status(204);
}

/// Waits until the day of the plan has begun.
pub(super) async fn plan_begins(bar: &TestBar) {
    bar.wait_until_audited("tax.day_began").await;
}

/// Signs a receipt, refuses one and signs it after a retry, and prints one before it is signed.
pub(super) async fn fiscal_device(bar: &TestBar) {
    let adapter = FakeAdapter::start(Answer::Says(400, "unknown TIN".to_owned())).await;
    bar.admin().put("/api/settings", json!({"fiscal": {"url": adapter.url(), "policy": "wait", "waitSeconds": 1}})).await.ok();
    let sale = bar.sells_by_card().await;
    bar.wait_until_audited("fiscal.failed").await;
    bar.clock.pass(SECOND);
    bar.wait_until_audited("fiscal.paper").await;
    adapter.answers(Answer::Signs);
    bar.manager().post(&format!("/api/fiscal/documents/{}/retry", text(&sale["receiptNumber"])), json!({})).await.ok();
    bar.voids_sale(&sale).await.ok();
    let all_signed = |documents: &Value| values_of(documents, "status") == ["signed", "signed"];
    bar.wait_until("/api/fiscal/documents", all_signed).await;
    bar.admin().put("/api/settings", json!({"fiscal": {"url": null}})).await.ok();
    bar.wait_until_printed().await;
}

impl TestBar {
    /// Waits until the audit log has an entry of this kind.
    async fn wait_until_audited(&self, kind: &str) {
        let audited = async {
            while self.admin().get(&format!("/api/admin/audit?kind={kind}")).await.ok() == json!([]) {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(crate::bar::TIMEOUT, audited).await.unwrap_or_else(|_| panic!("no entry of {kind}"));
    }
}
