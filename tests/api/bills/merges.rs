//! Orders that become one, with all of their payments.

use serde_json::{Value, json};

use super::pieces;
use crate::bar::{TestBar, values_of};
use crate::order_steps::assert_fields;
use crate::tills::DRAWER;

#[tokio::test]
async fn a_part_paid_order_goes_into_another_with_its_payment() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let other = bar.order_at(5, "Ama", &[("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    let takings = bar.takings().await;
    let merged = bar.merges(&other, &[&order]).await.ok();
    assert_fields(
        &merged,
        json!({"totalAmountUSD": "21.00", "totalAmountLRD": "3990.00", "paidAmountUSD": "8.00", "owedUSD": "8.00", "owedLRD": "950.00",
            "customerName": "Ama", "tableId": 5}),
    );
    assert_fields(
        &bar.order(&order).await,
        json!({"status": "cancelled", "cancelReason": "merged", "mergedInto": other["id"], "paidAmountUSD": "0.00", "items": []}),
    );
    assert_eq!(bar.takings().await, takings);
    let tables = bar.bartender().get("/api/tables").await.ok();
    assert_eq!((&tables[3]["status"], &tables[4]["status"]), (&json!("available"), &json!("occupied")));
    let payments = bar.manager().get("/api/payments").await.ok();
    assert_fields(&payments[0], json!({"orderId": other["id"], "takenOnOrderId": order["id"]}));
    let paid = bar.pays(&merged, json!({"amountUSD": 13})).await.ok();
    let number = paid["receipt"]["receiptNumber"].as_str().expect("a receipt").to_owned();
    let receipt = bar.manager().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(values_of(&receipt["payments"], "id"), [1, 2]);
    assert_eq!(bar.audit_summaries("orders.merged", 1).await, ["Order #1 merged into order #2"]);
}

#[tokio::test]
async fn each_into_the_other_makes_one_order() {
    let bar = TestBar::stocked().await;
    let (one, two) = (bar.order_12().await, bar.order_at(5, "Ama", &[("Whisky", 1)]).await);
    let (of_one, of_two) = ([&one], [&two]);
    let (first, second) = tokio::join!(bar.merges(&one, &of_two), bar.merges(&two, &of_one));
    let (won, lost) = if first.status == 200 { (first, second) } else { (second, first) };
    assert_fields(&won.ok(), json!({"totalAmountUSD": "21.00"}));
    lost.refused(409, "conflict");
}

#[tokio::test]
async fn a_merged_order_is_voided_with_the_payments_that_came_over() {
    let bar = TestBar::stocked().await;
    let (one, two) = (bar.order_12().await, bar.order_at(4, "Ama", &[("Whisky", 1)]).await);
    bar.pays(&one, json!({"amountUSD": 8})).await.ok();
    bar.pays(&two, json!({"amountLRD": 190})).await.ok();
    let merged = bar.merges(&two, &[&one]).await.ok();
    assert_fields(&merged, json!({"paidAmountUSD": "8.00", "paidAmountLRD": "190.00"}));
    bar.voids_order(&merged).await.ok();
    bar.expect_takings(&[]).await;
    bar.expect_stock("Beer", 50).await;
    bar.expect_stock("Whisky", 50).await;
}

#[tokio::test]
async fn guests_add_up_and_bring_the_service_charge() {
    let bar = TestBar::stocked().await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let mut orders = Vec::new();
    for guests in [4, 3] {
        let order = json!({"customerName": "Musu", "orderType": "dine_in", "guests": guests, "items": bar.items(&[("Beer", 5)]).await});
        orders.push(bar.bartender().post("/api/orders", order).await.created());
    }
    assert_eq!(orders[0]["serviceChargeUSD"], "0.00");
    let merged = bar.merges(&orders[0], &[&orders[1]]).await.ok();
    assert_fields(&merged, json!({"guests": 7, "serviceChargeUSD": "2.00", "grandTotalUSD": "22.00"}));
}

#[tokio::test]
async fn bills_of_a_split_keep_their_service_charge_when_they_are_merged() {
    let bar = TestBar::stocked().await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = json!({"customerName": "Musu", "orderType": "dine_in", "guests": 6, "items": bar.items(&[("Beer", 5), ("Rice", 1)]).await});
    let order = bar.bartender().post("/api/orders", order).await.created();
    let [rice, beer] = [pieces(&[(&order["items"][1], 1, 1)]), pieces(&[(&order["items"][0], 2, 5)])];
    let bills = json!({"bills": [{"items": rice}, {"items": beer}]});
    let created = bar.splits(&order, bills).await.created()["created"].clone();
    assert_eq!([&created[0]["serviceChargeLRD"], &created[1]["serviceChargeUSD"]], ["95.00", "0.40"]);
    let merged = bar.merges(&created[0], &[&created[1]]).await.ok();
    assert_fields(&merged, json!({"serviceChargeUSD": "0.90", "serviceChargeLRD": "171.00", "guests": null}));
    let whole = bar.merges(&order, &[&merged]).await.ok();
    assert_eq!(whole["grandTotalUSD"], order["grandTotalUSD"]);
    assert_eq!(whole["grandTotalLRD"], order["grandTotalLRD"]);
}

#[tokio::test]
async fn orders_of_differently_exempt_customers_stay_apart() {
    let bar = TestBar::with_gst("included").await;
    let (one, two) = (bar.order_a(5, 1).await, bar.order_a(1, 1).await);
    for (order, document) in [(&one, "DIP-2231"), (&two, "DIP-9")] {
        let exempt = json!({"name": "US Embassy", "documentNumber": document});
        bar.manager().put(&format!("/api/orders/{}/tax-exemption", order["id"]), exempt).await.ok();
    }
    let refused = bar.merges(&one, &[&two]).await.refused(409, "conflict");
    assert_eq!(refused["message"], "These orders are exempt from tax for different customers");
}

#[tokio::test]
async fn what_cannot_be_merged_is_refused() {
    let bar = TestBar::stocked().await;
    let (one, two) = (bar.order_12().await, bar.order_at(5, "Ama", &[("Whisky", 1)]).await);
    bar.merges(&one, &[]).await.refused(400, "invalid");
    bar.merges(&one, &[&one]).await.refused(400, "invalid");
    bar.merges(&one, &[&two, &two]).await.refused(400, "invalid");
    bar.merges(&one, &[&json!({"id": 99})]).await.refused(404, "not_found");
    bar.pays(&two, json!({"amountUSD": 6})).await.ok();
    let refused = bar.merges(&one, &[&two]).await.refused(409, "already_paid");
    assert_eq!((&refused["order"]["id"], &refused["target"]["id"]), (&two["id"], &one["id"]));
    bar.merges(&two, &[&one]).await.refused(409, "already_paid");
    let three = bar.order_at(6, "Siah", &[("Whisky", 1)]).await;
    let refused = bar.merges(&one, &[&three, &two]).await.refused(409, "already_paid");
    assert_eq!(refused["order"]["id"], two["id"], "the one that is paid");
    assert_eq!(bar.order(&one).await["status"], Value::from("pending"));
}

#[tokio::test]
async fn payments_of_two_tills_stay_in_their_tills() {
    let bar = TestBar::with_tills("drawers").await;
    let terrace = bar.admin().post("/api/tills", json!({"name": "Terrace", "kind": "drawer", "shared": true})).await.created();
    let terrace = terrace["id"].as_u64().expect("an id");
    let shifts = [bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await, bar.opens(&bar.manager(), terrace, "0.00", "0.00").await];
    let (one, two) = (bar.order_12().await, bar.order_at(5, "Ama", &[("Whisky", 1)]).await);
    bar.pays(&one, json!({"amountUSD": 8, "tillId": DRAWER})).await.ok();
    bar.pays(&two, json!({"amountUSD": 1, "tillId": terrace})).await.ok();
    let cash = [bar.cash_of(DRAWER).await, bar.cash_of(terrace).await];
    bar.merges(&two, &[&one]).await.ok();
    assert_eq!([bar.cash_of(DRAWER).await, bar.cash_of(terrace).await], cash);
    for (shift, amount) in shifts.iter().zip(["8.00", "1.00"]) {
        let payments = bar.manager().get(&format!("/api/payments?shiftId={}", shift["id"])).await.ok();
        assert_eq!(values_of(&payments, "amountUSD"), [amount]);
        assert_eq!(values_of(&payments, "orderId"), [two["id"].clone()]);
    }
}
