//! Limits of tabs: whose they are, what is refused beyond them, and who may go beyond.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::order_steps::assert_fields;

async fn limited(limit: Value) -> TestBar {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"credit": {"limitUSD": limit}})).await.ok();
    bar
}

async fn whiskies(bar: &TestBar, name: &str, quantity: i64, more: Value) -> Value {
    let mut body = json!({"customerName": name, "productId": bar.id_of("Whisky").await, "quantity": quantity});
    body.as_object_mut().expect("members").extend(more.as_object().expect("members").clone());
    body
}

#[tokio::test]
async fn a_new_customer_has_the_limit_of_the_bar() {
    let bar = TestBar::stocked().await;
    assert_eq!(bar.admin().get("/api/settings").await.ok()["credit"]["limitUSD"], "1000.00");
    bar.stocks("Crate", "500.00", 9).await;
    let manager = bar.manager();
    let crates = |quantity: i64| json!({"customerName": "Deep", "productId": 4, "quantity": quantity});
    let refused = manager.post("/api/credit", crates(3)).await.refused(409, "over_limit");
    assert_fields(&refused, json!({"limitUSD": "1000.00", "dueUSD": "0.00"}));
    bar.expect_stock("Crate", 9).await;
    assert_eq!(bar.customers("").await, json!([]), "nothing was written");
    manager.post("/api/credit", crates(2)).await.created();
    assert_fields(&manager.post("/api/credit", crates(1)).await.refused(409, "over_limit"), json!({"dueUSD": "1000.00"}));
    assert_eq!(bar.tabs().await[0]["limitUSD"], "1000.00");
}

#[tokio::test]
async fn a_customers_own_limit_comes_first_and_none_is_none() {
    let bar = limited(json!("10.00")).await;
    let manager = bar.manager();
    manager.post("/api/credit", whiskies(&bar, "Musu", 1, json!({})).await).await.created();
    manager.patch("/api/customers/Musu_", json!({"limitUSD": "12.00"})).await.ok();
    manager.post("/api/credit", whiskies(&bar, "Musu", 1, json!({})).await).await.created();
    manager.post("/api/credit", whiskies(&bar, "Musu", 1, json!({})).await).await.refused(409, "over_limit");
    manager.patch("/api/customers/Musu_", json!({"limitUSD": null})).await.ok();
    manager.post("/api/credit", whiskies(&bar, "Musu", 5, json!({})).await).await.created();
    bar.admin().put("/api/settings", json!({"credit": {"limitUSD": null}})).await.ok();
    manager.post("/api/credit", whiskies(&bar, "Fatu", 5, json!({})).await).await.created();
    assert_eq!(bar.customers("?q=fatu").await[0]["limitUSD"], Value::Null);
    for (wrong, why) in [("-1", "Must not be negative"), ("1000000.01", "A limit of credit must be between 0.00 and 1000000.00")] {
        let refused = bar.admin().put("/api/settings", json!({"credit": {"limitUSD": wrong}})).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["credit"], why);
    }
}

#[tokio::test]
async fn the_limit_is_of_all_calls_that_put_something_on_a_tab() {
    let bar = limited(json!("10.00")).await;
    let manager = bar.manager();
    let line = json!({"productId": bar.id_of("Whisky").await, "quantity": 1});
    let batch = json!({"customerName": "Musu", "items": [line, line]});
    manager.post("/api/credit/batch", batch.clone()).await.refused(409, "over_limit");
    let order = bar.takes_order(&[("Whisky", 2)]).await;
    let path = format!("/api/orders/{}/credit", order["id"]);
    manager.post(&path, json!({"customerName": "Musu"})).await.refused(409, "over_limit");
    manager.post("/api/credit", json!({"customerName": "Musu", "amountUSD": "10.01"})).await.refused(409, "over_limit");
    let mut beyond = batch;
    beyond["overLimit"] = json!(true);
    manager.post("/api/credit/batch", beyond).await.created();
    assert_eq!(
        bar.audit_summaries("credit.given", 2).await,
        ["1 × Whisky given to Musu on credit", "1 × Whisky given to Musu on credit, beyond the limit of $10.00"]
    );
    manager.post(&path, json!({"customerName": "Musu", "overLimit": true})).await.ok();
    assert_eq!(
        bar.audit_summaries("credit.attached", 1).await,
        [format!("Order #{} put on the tab of Musu, beyond the limit of $10.00", order["id"])]
    );
    manager.post("/api/credit", json!({"customerName": "Musu", "amountUSD": "10.01", "overLimit": true})).await.created();
}

#[tokio::test]
async fn the_limit_counts_in_dollars_at_the_rate_of_now() {
    let bar = limited(json!("5.00")).await;
    let rice = json!({"customerName": "Musu", "productId": bar.id_of("Rice").await, "quantity": 1});
    bar.manager().post("/api/credit", rice.clone()).await.created();
    bar.manager().post("/api/credit", rice.clone()).await.refused(409, "over_limit");
    bar.set_rate(json!(380)).await;
    bar.manager().post("/api/credit", rice).await.created();
}

#[tokio::test]
async fn a_bartender_asks_to_go_beyond_the_limit() {
    let bar = limited(json!("10.00")).await;
    let musa = bar.bartender();
    let plain = whiskies(&bar, "Musu", 2, json!({})).await;
    let beyond = whiskies(&bar, "Musu", 2, json!({"overLimit": true})).await;
    musa.post("/api/credit", plain).await.refused(409, "over_limit");
    let refused = musa.post("/api/credit", beyond.clone()).await.refused(403, "approval_required");
    assert_eq!(refused["approval"]["kind"], "over_limit");
    let approval = musa.asks("POST", "/api/credit", beyond.clone()).await.created();
    assert_eq!(approval["summary"], "Put on a tab beyond its limit: 2 × Whisky, $12.00 / L$2,280.00");
    let lines: Vec<String> = approval["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| format!("{}: {}", text(&line["label"]), text(&line["value"])))
        .collect();
    assert_eq!(
        lines,
        ["Guest: Musu", "Goods: 2 × Whisky, $12.00", "Tab of: Musu", "Limit: $10.00", "Due before: $0.00", "Due with it: $12.00"]
    );
    bar.grants(&approval).await;
    musa.sends("POST", "/api/credit", &beyond, &approval).await.created();
    assert_eq!(
        bar.audit_summaries("credit.given", 1).await,
        ["2 × Whisky given to Musu on credit, beyond the limit of $10.00; approved by manager"]
    );
    bar.sets_rules(json!({"over_limit": "deny"})).await;
    musa.post("/api/credit", beyond.clone()).await.refused(403, "forbidden");
    bar.sets_rules(json!({"over_limit": "allow"})).await;
    musa.post("/api/credit", beyond).await.created();
    let within = whiskies(&bar, "Fatu", 1, json!({"overLimit": true})).await;
    bar.sets_rules(json!({"over_limit": "approve"})).await;
    musa.post("/api/credit", within).await.created();
}
