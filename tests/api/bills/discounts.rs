//! Discounts on orders and counter sales: amounts to the cent, what they follow, and who may give them.

use serde_json::{Value, json};

use super::order_12;
use crate::bar::{Answer, Person, SECOND, TestBar, text, values_of};
use crate::tax::figures;

const OWED: [&str; 6] = ["totalAmountUSD", "totalAmountLRD", "owedUSD", "owedLRD", "discountUSD", "discountLRD"];

impl TestBar {
    /// Gives a discount on an order as the manager; returns the order.
    pub async fn discounts(&self, order: &Value, body: Value) -> Value {
        give(&self.manager(), order, body).await.ok()
    }
}

fn path(order: &Value) -> String {
    format!("/api/orders/{}/discount", order["id"])
}

async fn give(person: &Person, order: &Value, mut body: Value) -> Answer {
    if body.get("reason").is_none() {
        body["reason"] = json!("Regular guest");
    }
    person.post(&path(order), body).await
}

async fn take_off(bar: &TestBar, order: &Value, body: Value) -> Answer {
    bar.bartender().request("DELETE", &path(order)).json(&body).send().await
}

#[tokio::test]
async fn a_percent_and_an_amount_are_shared_to_the_cent() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let less = bar.discounts(&order, json!({"percent": 10})).await;
    assert_eq!(figures(&less, OWED), ["13.50", "2565.00", "9.00", "855.00", "1.50", "285.00"]);
    let items = &less["items"];
    assert_eq!(
        [values_of(items, "discountUSD"), values_of(items, "discountLRD")],
        [["1.00", "0.50"], ["190.00", "95.00"]].map(|row| row.map(Value::from).to_vec())
    );
    assert_eq!(
        figures(&items[0], ["totalPrice", "unitPriceUSD", "discountReason", "discountBy"]),
        ["9.00", "2.00", "Regular guest", "manager"]
    );
    let second = bar.discounts(&order, json!({"amountLRD": 200})).await;
    assert_eq!(figures(&second, OWED), ["13.95", "2650.00", "9.30", "883.33", "1.05", "200.00"], "it replaces the first");
    let items = &second["items"];
    assert_eq!(
        [values_of(items, "discountUSD"), values_of(items, "discountLRD")],
        [["0.70", "0.35"], ["133.33", "66.67"]].map(|row| row.map(Value::from).to_vec())
    );
    bar.clock.pass(SECOND);
    let one = bar.discounts(&order, json!({"amountUSD": "0.50", "itemIds": [items[1]["id"]]})).await;
    assert_eq!(figures(&one, OWED), ["13.80", "2621.67", "9.30", "855.00", "1.20", "228.33"], "the other item keeps its own");
    assert_eq!(values_of(&one["discounts"], "itemIds"), [json!([items[0]["id"]]), json!([items[1]["id"]])], "two acts");
    let off = take_off(&bar, &order, json!({"itemIds": [items[0]["id"]]})).await.ok();
    assert_eq!(figures(&off, OWED), ["14.50", "2755.00", "10.00", "855.00", "0.50", "95.00"]);
    let off = take_off(&bar, &order, json!({})).await.ok();
    assert_eq!(figures(&off, OWED), ["15.00", "2850.00", "10.00", "950.00", "0.00", "0.00"]);
    let audit = bar.audit_summaries("orders.repriced", 5).await;
    let id = &order["id"];
    assert_eq!(audit[4], format!("Order #{id}: 10 % off 5 × Club, 1 × Rice, less by $1.50 / L$285: Regular guest"));
    assert_eq!(audit[0], format!("Order #{id}: discount taken off 1 × Rice, more by $0.50 / L$95"));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let manager = bar.manager();
    for (body, message) in [
        (json!({"amountUSD": "15.01"}), "The discount is more than the total"),
        (json!({"amountLRD": "950.01", "itemIds": [order["items"][1]["id"]]}), "The discount is more than the total"),
        (json!({"percent": 10, "reason": ""}), "Reason is required"),
        (json!({"percent": 0}), "Must be between 0.01 and 100.00"),
        (json!({"percent": "100.01"}), "Must be between 0.01 and 100.00"),
        (json!({"percent": "0.001"}), "Must be a percent such as 13.00"),
        (json!({"amountUSD": 0}), "Must be more than 0"),
        (json!({}), "Give a percent or an amount"),
        (json!({"percent": 10, "amountUSD": 1}), "Give a percent or an amount"),
        (json!({"percent": 10, "itemIds": []}), "Must be a list of 1 to 200 item numbers"),
    ] {
        give(&manager, &order, body).await.invalid(message);
    }
    give(&manager, &json!({"id": 99}), json!({"percent": 10})).await.refused(404, "not_found");
    give(&manager, &order, json!({"percent": 10, "itemIds": [99]})).await.refused(404, "not_found");
    give(&manager, &order, json!({"percent": 10, "reason": null, "reasonId": 1})).await.refused(400, "invalid");
    let gone = bar.order_a(1, 1).await;
    let item = &gone["items"][0]["id"];
    bar.manager().delete(&format!("/api/orders/{}/items/{item}", gone["id"])).await.ok();
    give(&manager, &gone, json!({"percent": 10, "itemIds": [item]})).await.refused(409, "order_changed");
    bar.pays(&gone, json!({"amountLRD": 950})).await.ok();
    give(&manager, &gone, json!({"percent": 10})).await.refused(409, "already_paid");
    assert_eq!(bar.order(&order).await["discountUSD"], "0.00");
}

#[tokio::test]
async fn a_bartender_gives_what_the_rule_for_discounts_lets_them() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let bartender = bar.bartender();
    give(&bartender, &json!({"id": 99}), json!({"percent": 10})).await.refused(403, "forbidden");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"discount": "approve"}, "discountFree": 10}})).await.ok();
    give(&bartender, &order, json!({"percent": 10})).await.ok();
    give(&bartender, &order, json!({"amountUSD": "1.50"})).await.ok();
    let refused = give(&bartender, &order, json!({"percent": "10.01"})).await.refused(403, "approval_required");
    let summary = "Give 10.01 % off the order, table 4, \"Regular guest\", $1.50 / L$285.29";
    let part = json!({"kind": "discount", "summary": summary, "amountUSD": "1.50", "amountLRD": "285.29"});
    assert_eq!(refused["approval"], json!({"kind": "discount", "kinds": [part], "summary": summary}));
    let body = json!({"percent": "10.01", "reason": "Regular guest"});
    let question = bartender.asks("POST", &path(&order), body.clone()).await.created();
    assert_eq!(question["lines"][6], json!({"label": "Left on the order", "value": "$13.50 / L$2,564.71"}));
    let granted = bar.grants(&question).await;
    let less = bartender.with_approval(&granted).post(&path(&order), body).await.ok();
    assert_eq!(figures(&less["items"][0], ["discountBy", "approvedBy"]), ["bartender", "manager"]);
    let items = [&less["items"][0]["id"], &less["items"][1]["id"]];
    let act = json!({"percent": "10.01", "amountUSD": "1.50", "amountLRD": "285.29", "itemIds": items, "reason": "Regular guest",
        "by": "bartender", "approvedBy": "manager"});
    assert_eq!(less["discounts"], json!([act]));
    take_off(&bar, &order, json!({})).await.ok();
    let report = bar.admin().get("/api/reports/exceptions").await.ok();
    let row = report["rows"].as_array().expect("rows").iter().find(|row| row["userName"] == "bartender").expect("a row");
    assert_eq!(row["kinds"]["discounts"]["count"], 3, "each act is one");
}

#[tokio::test]
async fn a_question_about_some_items_names_them_once() {
    let bar = TestBar::with_gst("off").await;
    let order = bar.order_a(1, 1).await;
    bar.sets_rules(json!({"discount": "approve"})).await;
    let body = json!({"percent": 20, "itemIds": [order["items"][0]["id"]]});
    let refused = give(&bar.bartender(), &order, body).await.refused(403, "approval_required");
    let summary = text(&refused["approval"]["summary"]);
    assert!(summary.starts_with("Give 20 % off 1 × Club, table 4, "), "{summary}");
}

#[tokio::test]
async fn money_stays_and_may_settle_the_order() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    bar.pays(&order, json!({"amountUSD": 8})).await.ok();
    give(&bar.manager(), &order, json!({"percent": 60})).await.refused(409, "conflict");
    let less = bar.discounts(&order, json!({"percent": 30, "itemIds": [order["items"][0]["id"]]})).await;
    assert_eq!(figures(&less, OWED), ["12.00", "2280.00", "0.00", "760.00", "3.00", "570.00"], "$1.00 went to the rice");
    let less = bar.discounts(&order, json!({"percent": 80, "itemIds": [order["items"][1]["id"]]})).await;
    assert_eq!((&less["paymentStatus"], &less["closedAs"]), (&json!("paid"), &json!("paid")));
    let receipt = format!("/api/receipts/{}", less["receiptNumber"].as_str().expect("a receipt"));
    let receipt = bar.bartender().get(&receipt).await.ok();
    assert_eq!(receipt["totalAmountUSD"], "8.00");
    let line = &receipt["items"][0];
    assert_eq!(figures(line, ["totalPriceDisplay", "discountLabel", "discountDisplay"]), ["$10.00", "Discount 30 %", "-$3.00"]);
    let sales = bar.bartender().get("/api/sales").await.ok();
    let club = sales.as_array().expect("lines").iter().find(|line| line["productName"] == "Club").expect("a line");
    assert_eq!(
        figures(club, ["totalAmountUSD", "discountUSD", "discountLRD", "discountReason"]),
        ["7.00", "3.00", "570.00", "Regular guest"]
    );
    bar.expect_takings(&[("cash", "8.00", "0.00")]).await;
}

#[tokio::test]
async fn another_quantity_keeps_the_discount() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    let club = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let lower = async |quantity: i64| {
        let changed = bar.manager().patch(&club, json!({"quantity": quantity, "reason": "Spilled"})).await.ok();
        figures(&changed["items"][0], ["totalPrice", "discountUSD", "discountLRD"])
    };
    bar.discounts(&order, json!({"percent": 10})).await;
    assert_eq!(lower(3).await, ["5.40", "0.60", "114.00"]);
    assert_eq!(lower(5).await, ["9.00", "1.00", "190.00"]);
    bar.discounts(&order, json!({"amountUSD": "1.00", "itemIds": [order["items"][0]["id"]]})).await;
    assert_eq!(lower(2).await, ["3.60", "0.40", "76.00"]);
    bar.discounts(&order, json!({"percent": 100, "itemIds": [order["items"][0]["id"]]})).await;
    assert_eq!(lower(4).await, ["0.00", "8.00", "1520.00"]);
    bar.adds_item(&order, "Club", 1).await.created();
    let now = bar.order(&order).await;
    assert_eq!(figures(&now["items"][2], ["totalPrice", "discountUSD"]), ["2.00", "0.00"], "what comes later has none");
}

#[tokio::test]
async fn tax_is_that_of_what_is_left() {
    let names = ["totalPrice", "taxUSD", "taxLRD", "grossUSD", "grossLRD", "exemptedUSD"];
    for (mode, club) in [
        ("included", ["9.00", "1.04", "196.73", "9.00", "1710.00", "0.00"]),
        ("added", ["9.00", "1.17", "222.30", "10.17", "1932.30", "0.00"]),
    ] {
        let bar = TestBar::with_gst(mode).await;
        let order = order_12(&bar).await;
        let less = bar.discounts(&order, json!({"percent": 10})).await;
        assert_eq!(figures(&less["items"][0], names), club, "{mode}");
        let exempt = json!({"name": "US Embassy", "documentNumber": "DIP-2231"});
        let exempt = bar.manager().put(&format!("/api/orders/{}/tax-exemption", order["id"]), exempt).await.ok();
        let total = if mode == "included" { "7.96" } else { "9.00" };
        assert_eq!(figures(&exempt["items"][0], ["totalPrice", "taxUSD", "discountUSD"]), [total, "0.00", "1.00"], "{mode}");
        let more = bar.discounts(&order, json!({"percent": 50})).await;
        let total = if mode == "included" { "4.42" } else { "5.00" };
        assert_eq!(figures(&more["items"][0], ["totalPrice", "taxUSD", "discountUSD"]), [total, "0.00", "5.00"], "{mode}");
        // More of it is exempt then, which a bartender asks for.
        let off = bar.manager().delete(&path(&order)).await.ok();
        let total = if mode == "included" { "8.85" } else { "10.00" };
        assert_eq!(off["items"][0]["totalPrice"], total, "{mode}");
    }
}

#[tokio::test]
async fn a_service_charge_is_of_what_is_left() {
    let bar = TestBar::with_gst("off").await;
    bar.sets_service_charge(json!({"mode": "auto"})).await;
    let order = bar.order_a_of(6).await;
    let less = bar.discounts(&order, json!({"percent": 50})).await;
    assert_eq!(figures(&less, ["totalAmountUSD", "serviceChargeUSD", "grandTotalUSD"]), ["4.50", "0.45", "4.95"]);
}

#[tokio::test]
async fn a_part_of_a_line_is_voided_with_its_share() {
    let bar = TestBar::with_gst("included").await;
    let order = order_12(&bar).await;
    bar.discounts(&order, json!({"amountUSD": "1.00", "itemIds": [order["items"][0]["id"]]})).await;
    bar.pays(&order, json!({"amountUSD": "9.00", "amountLRD": 950})).await.ok();
    let sale = bar.sale_lines().await.into_iter().find(|line| line["productName"] == "Club").expect("a line");
    let voids = async |quantity: i64| {
        let body = json!({"reason": "Wrong drink", "quantity": quantity});
        let voided = bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), body).await.ok();
        values_of(&voided["refunds"][0]["tenders"], "amount")
    };
    assert_eq!(voids(2).await, ["-3.60"]);
    assert_eq!(voids(1).await, ["-1.80"]);
    assert_eq!(voids(2).await, ["-3.60"]);
    bar.expect_takings(&[("cash", "0.00", "950.00")]).await;
}

#[tokio::test]
async fn it_goes_along_on_a_tab() {
    let bar = TestBar::with_gst("off").await;
    let order = order_12(&bar).await;
    bar.discounts(&order, json!({"percent": 10})).await;
    let attached = bar.puts_on_credit(&order, ("Musu", "0770")).await.ok();
    assert_eq!(values_of(&attached["credits"], "totalAmount"), ["9.00", "855.00"]);
    give(&bar.manager(), &order, json!({"percent": 20})).await.refused(409, "already_on_credit");
}

#[tokio::test]
async fn a_counter_sale_has_one_on_all_of_its_lines() {
    let bar = TestBar::with_gst("off").await;
    let lines = json!([{"productId": bar.id_of("Club").await, "quantity": 5, "totalAmount": "10.00", "unitPrice": "2.00"},
        {"productId": bar.id_of("Rice").await, "quantity": 1}]);
    let batch = json!({"sales": lines, "grandTotalUSD": "13.95", "discount": {"amountLRD": 200, "reason": "Regular guest"}});
    bar.bartender().post("/api/sales/batch", batch.clone()).await.refused(403, "forbidden");
    let quote = bar.manager().post("/api/sales/quote", batch.clone()).await.ok();
    assert_eq!(figures(&quote, ["totalAmountUSD", "grandTotalUSD", "grandTotalLRD"]), ["13.95", "13.95", "2650.00"]);
    // Before the discount they came to $15.00.
    let mut before = batch.clone();
    before["grandTotalUSD"] = json!("15.00");
    for call in ["quote", "batch"] {
        let refused = bar.manager().post(&format!("/api/sales/{call}"), before.clone()).await.refused(409, "price_changed");
        assert_eq!(figures(&refused, ["grandTotalUSD", "grandTotalLRD"]), ["13.95", "2650.00"]);
    }
    let sold = bar.manager().post("/api/sales/batch", batch.clone()).await.created();
    assert_eq!(values_of(&sold["sales"], "totalAmount"), ["9.30", "883.33"]);
    assert_eq!(values_of(&sold["sales"], "discountLRD"), ["133.33", "66.67"]);
    bar.expect_takings(&[("cash", "9.30", "885.00")]).await;
    let receipt =
        bar.bartender().get(&format!("/api/receipts/{}", sold["receipt"]["receiptNumber"].as_str().expect("a number"))).await.ok();
    assert_eq!(figures(&receipt["items"][1], ["discountLabel", "discountDisplay"]), ["Discount", "-L$66.67"]);
    let one = json!({"productId": bar.id_of("Club").await, "quantity": 2, "discount": {"percent": 25, "reason": "Staff price"}});
    let sold = bar.manager().post("/api/sales", one.clone()).await.created();
    assert_eq!(figures(&sold, ["totalAmount", "discountUSD", "discountReason"]), ["3.00", "1.00", "Staff price"]);
    let mut wrong = one.clone();
    wrong["discount"] = json!({"percent": 25});
    let refused = bar.manager().post("/api/sales", wrong.clone()).await.refused(400, "invalid");
    assert_eq!(refused["fields"], json!({"discount.reason": "Reason is required"}));
    wrong["discount"] = json!({"amountUSD": "4.01", "reason": "x"});
    bar.manager().post("/api/sales", wrong).await.invalid("The discount is more than the total");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"discount": "approve"}, "discountFree": 20}})).await.ok();
    let refused = bar.bartender().post("/api/sales", one).await.refused(403, "approval_required");
    assert_eq!(refused["approval"]["summary"], "Sell 2 × Club less 25 %, \"Staff price\", $3.00 / L$570.00");
    let audit = bar.audit_summaries("sales.recorded", 2).await;
    assert!(text(&audit[0]).starts_with("Sold 2 × Club (discount 25 %: Staff price) for $3.00"), "{}", audit[0]);
}
