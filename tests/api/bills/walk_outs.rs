//! Walk-outs: what was paid is a sale, the rest is written off, and perhaps the guest comes back.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};
use crate::order_steps::assert_fields;

impl TestBar {
    /// Records a walk-out as the manager.
    pub async fn walk_out(&self, order: &Value) -> Answer {
        self.manager().post(&format!("/api/orders/{}/walk-out", order["id"]), json!({"reason": "Ran off"})).await
    }

    /// Puts what was written off on the tab of Musu.
    pub async fn recovers(&self, order: &Value) -> Answer {
        self.bartender().post(&format!("/api/orders/{}/walk-out/recover", order["id"]), json!({"customerName": "Musu"})).await
    }

    /// Sells one Beer in two parts: the first is paid before the guest leaves, the rest when the guest comes back. Returns the order.
    async fn one_beer_in_two_parts(&self) -> Value {
        let items = self.items(&[("Beer", 1)]).await;
        let order = self.bartender().post("/api/orders", json!({"customerName": "Musu", "items": items})).await.created();
        self.pays(&order, json!({"amountUSD": "0.50"})).await.ok();
        self.walk_out(&order).await.ok();
        self.recovers(&order).await.ok();
        self.bartender().post("/api/tabs/payment", json!({"customerName": "Musu", "amountUSD": "1.50"})).await.ok();
        order
    }

    /// The revenue of the business day in US dollars.
    async fn revenue(&self) -> String {
        let report = self.admin().get("/api/admin/sales-report").await.ok();
        text(&report["overallSummary"]["totalRevenue"]).to_owned()
    }

    /// The walk-outs on the truth sheet of tonight: how many, and their worth.
    async fn lost(&self) -> Value {
        let sheet = self.admin().get("/api/sheets/2026-11-21").await.ok();
        let rows = sheet["unpaid"].as_array().expect("rows");
        rows.iter().find(|row| row["kind"] == "walk_outs").map_or(Value::Null, |row| json!([row["count"], row["worthUSD"]]))
    }
}

#[tokio::test]
async fn what_was_paid_is_sold_and_the_rest_is_written_off() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    let left = bar.walk_out(&order).await.ok();
    assert_fields(
        &left["order"],
        json!({"status": "served", "paymentStatus": "paid", "closedAs": "walk_out", "writtenOffUSD": "2.00", "writtenOffLRD": "950.00",
            "owedUSD": "0.00", "owedLRD": "0.00", "remainingUSD": "0.00", "receiptNumber": "R-20261121-0001"}),
    );
    assert_fields(&left["receipt"], json!({"receiptNumber": "R-20261121-0001", "totalAmountUSD": "8.00", "totalAmountLRD": "1520.00"}));
    let lines = bar.sale_lines().await;
    assert_eq!(lines.len(), 1);
    assert_fields(&lines[0], json!({"productName": "Beer", "quantity": 4, "totalAmount": "8.00"}));
    bar.expect_takings(&[("cash", "8.00", "0.00")]).await;
    bar.expect_stock("Beer", 45).await;
    bar.expect_stock("Rice", 49).await;
    assert_eq!(bar.lost().await, json!([1, "7.00"]));
    let refused = bar.walk_out(&order).await.refused(409, "already_paid");
    assert_eq!(refused["order"], bar.order(&order).await);
    let summary = "left without paying, $2.00 + L$950 written off, receipt R-20261121-0001: Ran off";
    assert_eq!(bar.audit_summaries("orders.walked_out", 1).await, [json!(format!("Order #{}: {summary}", order["id"]))]);
    let exceptions = bar.admin().get("/api/reports/exceptions").await.ok();
    let of_manager = exceptions["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == "manager").expect("a row").clone();
    assert_fields(&of_manager["kinds"]["walkOuts"], json!({"count": 1, "worthUSD": "7.00"}));
}

#[tokio::test]
async fn a_guest_who_comes_back_owes_what_was_written_off() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    bar.recovers(&order).await.refused(409, "conflict");
    bar.walk_out(&order).await.ok();
    let back = bar.recovers(&order).await.ok();
    assert_fields(
        &back["order"],
        json!({"closedAs": "walk_out", "isOnCredit": "true", "writtenOffUSD": "0.00", "writtenOffLRD": "0.00", "tabCustomerName": "Musu"}),
    );
    let credits = &back["credits"];
    assert_eq!(values_of(credits, "status"), ["active", "active"]);
    assert_eq!(bar.lost().await, json!([1, "7.00"]), "the walk-out stays where it was");
    let tabs = bar.tabs().await;
    assert_fields(&tabs[0], json!({"customerName": "Musu"}));
    bar.recovers(&order).await.refused(409, "conflict");
    bar.walk_out(&order).await.refused(409, "already_on_credit");
    // Paid later: all of the order is revenue.
    bar.bartender().post("/api/tabs/payment", json!({"customerName": "Musu", "amountUSD": "7.00"})).await.ok();
    bar.expect_takings(&[("cash", "15.00", "0.00")]).await;
    assert_eq!(bar.revenue().await, "15.00");
    assert_eq!(bar.order(&order).await["paymentStatus"], "paid");
}

#[tokio::test]
async fn nothing_paid_leaves_no_receipt() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let left = bar.walk_out(&order).await.ok();
    assert_fields(&left, json!({"receipt": null}));
    assert_fields(
        &left["order"],
        json!({"writtenOffUSD": "10.00", "writtenOffLRD": "950.00", "closedAs": "walk_out", "receiptNumber": null}),
    );
    assert_eq!(bar.lost().await, json!([1, "15.00"]));
    assert_eq!(bar.revenue().await, "0.00");
    assert_eq!(bar.bartender().get("/api/orders?status=open").await.ok(), json!([]));
    bar.manager().post("/api/orders/1/walk-out", json!({})).await.invalid("Reason is required");
}

#[tokio::test]
async fn taxes_and_service_charge_are_those_of_the_paid_part() {
    let bar = TestBar::stocked().await;
    bar.sets_tax(json!({"mode": "added", "classes": crate::tax::classes(json!([crate::tax::rate(Value::Null, "GST", "13.00")]))})).await;
    let items = bar.items(&[("Beer", 5)]).await;
    let order = bar.bartender().post("/api/orders", json!({"customerName": "Musu", "items": items})).await.created();
    assert_eq!(order["grandTotalUSD"], "11.30");
    bar.pays(&order, json!({"amountUSD": "5.65"})).await.ok();
    let left = bar.walk_out(&order).await.ok();
    assert_fields(&left["order"], json!({"writtenOffUSD": "5.65"}));
    assert_fields(&left["receipt"], json!({"totalAmountUSD": "5.65", "taxUSD": "0.65", "grandTotalUSD": "5.65"}));
    let back = bar.recovers(&order).await.ok();
    assert_fields(&back["credits"][0], json!({"netUSD": "5.00", "grossUSD": "5.65"}));
    bar.bartender().post("/api/tabs/payment", json!({"customerName": "Musu", "amountUSD": "5.65"})).await.ok();
    assert_eq!(bar.revenue().await, "10.00");
}

#[tokio::test]
async fn a_single_piece_paid_in_two_parts_is_one_piece_of_goods() {
    let bar = TestBar::stocked().await;
    bar.one_beer_in_two_parts().await;
    bar.expect_stock("Beer", 49).await;
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    assert_eq!(report["categories"], json!([{"category": "drinks", "totalRevenue": "2.00", "totalQuantity": 1}]));
    for line in bar.sale_lines().await {
        bar.voids_sale(&line).await.ok();
    }
    bar.expect_stock("Beer", 50).await;
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn a_single_piece_whose_rest_was_voided_goes_back_once_with_its_order() {
    let bar = TestBar::stocked().await;
    let order = bar.one_beer_in_two_parts().await;
    let lines = bar.sale_lines().await;
    let rest = lines.iter().find(|line| line["totalAmount"] == "1.50").expect("the rest").clone();
    bar.voids_sale(&rest).await.ok();
    bar.expect_stock("Beer", 49).await;
    bar.voids_order(&order).await.ok();
    bar.expect_stock("Beer", 50).await;
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn a_walked_out_order_can_be_voided() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    bar.walk_out(&order).await.ok();
    let voided = bar.voids_order(&order).await.ok();
    assert_fields(&voided, json!({"status": "cancelled", "closedAs": null, "writtenOffUSD": "0.00"}));
    bar.expect_takings(&[]).await;
    bar.expect_stock("Beer", 50).await;
    assert_eq!(bar.lost().await, json!([0, "0.00"]), "what is voided is no loss");
    bar.recovers(&order).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_bartender_asks_before_a_walk_out() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    let path = format!("/api/orders/{}/walk-out", order["id"]);
    let listed = bar.bartender().get("/api/reasons?kind=walk_out").await.ok()[0].clone();
    let reason = json!({"reasonId": listed["id"]});
    bar.bartender().post(&path, reason.clone()).await.refused(403, "approval_required");
    let approval = bar.bartender().asks("POST", &path, reason.clone()).await.created();
    assert_fields(
        &approval,
        json!({"kind": "walk_out", "summary": "Write off 1 × Beer, 1 × Rice, table 4, \"Left without paying\", $7.00 / L$1,330.00"}),
    );
    bar.grants(&approval).await;
    bar.bartender().with_approval(&approval).post(&path, reason).await.ok();
}
