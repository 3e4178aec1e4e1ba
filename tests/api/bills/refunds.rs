//! Refunds of receipts: money goes back on the day of the refund, and the sale stays as it was.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

const NEXT_EVENING: &str = "2026-11-22T20:00:00Z";

impl TestBar {
    /// 5 Beer for $10.00, paid with L$1,900.
    async fn sells_five_beers(&self) -> Value {
        let body = json!({"sales": [{"productId": self.id_of("Beer").await, "quantity": 5}],
            "tenders": [{"method": "cash", "currency": "LRD", "amount": "1900"}]});
        self.bartender().post("/api/sales/batch", body).await.created()["sales"][0].clone()
    }

    /// Refunds a sale line as the manager: a quantity or an amount, and other members of the request.
    pub async fn refunds(&self, sale: &Value, members: Value) -> Answer {
        let mut item = json!({"saleId": sale["id"]});
        let mut body = json!({"reason": "Flat beer"});
        for (name, value) in members.as_object().expect("members") {
            let into = if matches!(name.as_str(), "quantity" | "amount") { &mut item } else { &mut body };
            into[name] = value.clone();
        }
        body["items"] = json!([item]);
        self.manager().post(&format!("/api/receipts/{}/refund", text(&sale["receiptNumber"])), body).await
    }

    /// Refunds these items of the receipt of a sale line as the manager.
    pub async fn refunds_items(&self, sale: &Value, items: Value) -> Answer {
        let body = json!({"reason": "Flat beer", "returnToStock": true, "items": items});
        self.manager().post(&format!("/api/receipts/{}/refund", text(&sale["receiptNumber"])), body).await
    }

    async fn newest_line(&self) -> Value {
        self.sale_lines().await.last().expect("a line").clone()
    }

    async fn sale(&self, sale: &Value) -> Value {
        self.sale_lines().await.into_iter().find(|line| line["id"] == sale["id"]).expect("the line")
    }
}

async fn revenue(bar: &TestBar, day: &str) -> Value {
    let figures = bar.manager().get(&format!("/api/sales/analytics?from={day}&to={day}")).await.ok();
    json!({"totalRevenue": figures["totalRevenue"], "salesCount": figures["salesCount"], "totalQuantity": figures["totalQuantity"]})
}

#[tokio::test]
async fn a_refund_is_a_receipt_of_its_day_and_the_old_day_stays() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells_five_beers().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "6.00"})).await.ok();
    bar.clock.jump_to(NEXT_EVENING);
    bar.set_rate(json!(200)).await;
    let (old_day, old_order) = (revenue(&bar, "2026-11-21").await, bar.order(&order).await);
    let refunded = bar.refunds(&sale, json!({"quantity": 2})).await.created();
    assert_fields(
        &refunded["receipt"],
        json!({"receiptNumber": "R-20261122-0001", "kind": "refund", "refundOf": sale["receiptNumber"],
        "totalAmountUSD": "-4.00", "totalAmountLRD": "-760.00", "orderId": null}),
    );
    assert_fields(&refunded["payment"], json!({"kind": "refund", "receiptNumber": "R-20261122-0001", "orderId": null}));
    assert_fields(&refunded["payment"]["tenders"][0], json!({"method": "cash", "currency": "LRD", "amount": "-760.00"}));
    let line = bar.newest_line().await;
    assert_fields(
        &line,
        json!({"quantity": -2, "totalAmountUSD": "-4.00", "totalAmountLRD": "-760.00", "orderId": null,
        "refundOf": sale["receiptNumber"], "receiptNumber": "R-20261122-0001"}),
    );
    assert_fields(
        &bar.sale(&sale).await,
        json!({"quantity": 5, "voidedQuantity": 0, "refundedQuantity": 2, "refundedAmount": "4.00", "refundable": "6.00"}),
    );
    assert_eq!(revenue(&bar, "2026-11-21").await, old_day);
    assert_eq!(bar.order(&order).await, old_order);
    assert_eq!(revenue(&bar, "2026-11-22").await, json!({"totalRevenue": "-4.00", "salesCount": 0, "totalQuantity": -2}));
    bar.expect_stock("Beer", 45).await;
    let four = bar.refunds(&sale, json!({"quantity": 4})).await.refused(409, "conflict");
    assert_fields(&four, json!({"refundable": "6.00", "remaining": 3, "message": "Only 3 of 5 Beer can still be refunded"}));
    bar.voids_sale(&sale).await.refused(409, "conflict");
    let log = bar.audit_summaries("sales.refunded", 1).await;
    assert_eq!(log, ["Refunded 2 × Beer of receipt R-20261121-0001, L$760 given back, receipt R-20261122-0001: Flat beer"]);
}

#[tokio::test]
async fn the_money_goes_back_as_it_came_or_in_tenders_that_fit() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells_five_beers().await;
    bar.set_rate(json!(200)).await;
    let tenders = |usd: &str, lrd: Option<&str>| {
        let usd = json!({"method": "cash", "currency": "USD", "amount": usd});
        json!(std::iter::once(usd).chain(lrd.map(|lrd| json!({"method": "cash", "currency": "LRD", "amount": lrd}))).collect::<Vec<_>>())
    };
    bar.refunds(&sale, json!({"quantity": 2, "refund": tenders("4.00", None)})).await.invalid("Give back $3.80 / L$760");
    let receipt = format!("/api/receipts/{}", text(&sale["receiptNumber"]));
    let back = bar.manager().get(&format!("{receipt}/refundable?items={}:2", sale["id"])).await.ok();
    assert_fields(&back["tenders"][0], json!({"method": "cash", "currency": "LRD", "amount": "760.00"}));
    let refunded = bar.refunds(&sale, json!({"quantity": 2, "refund": tenders("3.00", Some("160"))})).await.created();
    assert_eq!(values_of(&refunded["payment"]["tenders"], "amount"), ["-3.00", "-160.00"]);
    bar.expect_takings(&[("cash", "-3.00", "1740.00")]).await;
    let detail = bar.bartender().get(&receipt).await.ok();
    assert_fields(&detail, json!({"kind": "sale", "refundOf": null, "refundReceipts": ["R-20261121-0002"], "voided": "none"}));
    assert_eq!(values_of(&detail["refunds"], "receiptNumber"), ["R-20261121-0002"]);
    assert_fields(&detail["items"][0], json!({"refundedQuantity": 2, "refundedDisplay": "$4.00"}));
    let of_refund = bar.bartender().get("/api/receipts/R-20261121-0002").await.ok();
    assert_fields(&of_refund, json!({"kind": "refund", "refundOf": "R-20261121-0001", "reason": "Flat beer", "voided": "none"}));
    assert_eq!(values_of(&of_refund["payments"], "kind"), ["refund"]);
    assert_fields(&of_refund["totals"], json!({"displayTotal": "-$4.00 / -L$760", "displayPaidBack": "$3.00 + L$160"}));
    assert_fields(&of_refund["items"][0], json!({"quantity": -2, "totalPriceDisplay": "-$4.00", "voided": false}));
}

#[tokio::test]
async fn goodwill_takes_no_goods_and_all_refunds_sum_to_the_line() {
    let bar = TestBar::stocked().await;
    let body = json!({"sales": [{"productId": bar.id_of("Beer").await, "quantity": 3}],
        "tenders": [{"method": "card", "currency": "USD", "amount": "2.00"}, {"method": "cash", "currency": "LRD", "amount": "760.00"}]});
    let sale = bar.bartender().post("/api/sales/batch", body).await.created()["sales"][0].clone();
    let goodwill = bar.refunds(&sale, json!({"amount": "1.00", "returnToStock": true})).await.created();
    assert_fields(&goodwill["receipt"], json!({"totalAmountUSD": "-1.00", "totalAmountLRD": "-190.00"}));
    assert_eq!(values_of(&goodwill["payment"]["tenders"], "amount"), ["-0.33", "-125.00"]);
    assert_fields(&bar.newest_line().await, json!({"quantity": 0, "totalAmountUSD": "-1.00"}));
    bar.expect_stock("Beer", 47).await;
    let too_much = bar.refunds(&sale, json!({"amount": "5.01"})).await.refused(409, "conflict");
    assert_fields(&too_much, json!({"refundable": "5.00", "message": "Only $5.00 of Beer can still be refunded"}));
    let too_many = bar.refunds(&sale, json!({"quantity": 3})).await.refused(409, "conflict");
    assert_fields(&too_many, json!({"refundable": "5.00", "remaining": 3}));
    let two = bar.refunds(&sale, json!({"quantity": 2, "returnToStock": true})).await.created();
    assert_eq!(two["receipt"]["totalAmountUSD"], "-4.00");
    bar.expect_stock("Beer", 49).await;
    let last = bar.refunds(&sale, json!({"amount": "1.00"})).await.created();
    assert_fields(&last["receipt"], json!({"totalAmountUSD": "-1.00", "totalAmountLRD": "-190.00"}));
    bar.expect_takings(&[]).await;
    let nothing = bar.refunds(&sale, json!({"quantity": 1})).await.refused(409, "conflict");
    assert_fields(&nothing, json!({"refundable": "0.00", "message": "Nothing of Beer can still be refunded"}));
    let figures = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&figures, json!({"totalRevenue": "0.00", "salesCount": 1, "totalQuantity": 1}));
}

#[tokio::test]
async fn what_a_refund_refuses() {
    let bar = TestBar::stocked().await;
    let (sale, other) = (bar.sells_five_beers().await, bar.sells("Whisky", 1).await);
    let path = "/api/receipts/R-20261121-0001/refund";
    let post = async |body: Value| bar.manager().post(path, body).await;
    let item = json!({"saleId": sale["id"], "quantity": 1});
    post(json!({"items": [item]})).await.invalid("Reason is required");
    post(json!({"items": [], "reason": "x"})).await.invalid("A refund needs 1 to 200 lines");
    post(json!({"items": [item, item], "reason": "x"})).await.invalid("The same line twice");
    for neither in [json!({"saleId": sale["id"]}), json!({"saleId": sale["id"], "quantity": 1, "amount": "1.00"})] {
        post(json!({"items": [neither], "reason": "x"})).await.invalid("Give a quantity or an amount");
    }
    bar.refunds(&sale, json!({"quantity": 0})).await.invalid("Quantity must be at least 1");
    bar.refunds(&sale, json!({"amount": "0.00"})).await.invalid("Please enter an amount");
    post(json!({"items": [{"saleId": other["id"], "quantity": 1}], "reason": "x"})).await.refused(404, "not_found");
    bar.manager().post("/api/receipts/R-20261121-0009/refund", json!({"items": [item], "reason": "x"})).await.refused(404, "not_found");
    bar.voids_sale(&other).await.ok();
    bar.refunds(&other, json!({"quantity": 1})).await.refused(409, "conflict");
    bar.refunds(&sale, json!({"quantity": 1})).await.created();
    let line = bar.newest_line().await;
    bar.refunds(&line, json!({"amount": "1.00"})).await.refused(409, "conflict");
    bar.voids_sale(&line).await.refused(409, "conflict");
    let void = json!({"reason": "x", "lines": [{"saleId": line["id"]}]});
    bar.manager().post(&format!("/api/receipts/{}/void", text(&line["receiptNumber"])), void).await.refused(409, "conflict");
    assert_eq!(bar.sale_lines().await.len(), 3, "nothing else was written");
}

#[tokio::test]
async fn a_refunded_line_of_an_order_keeps_the_order_from_a_void() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 5), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "15.00"})).await.ok();
    let before = bar.order(&order).await;
    let beer = bar.sale_lines().await.into_iter().find(|line| line["productName"] == "Beer").expect("the line");
    bar.refunds(&beer, json!({"quantity": 2, "returnToStock": true})).await.created();
    assert_eq!(bar.order(&order).await, before);
    bar.expect_stock("Beer", 47).await;
    bar.voids_order(&order).await.refused(409, "conflict");
    bar.voids_sale(&beer).await.refused(409, "conflict");
    let rice = bar.sale_lines().await.into_iter().find(|line| line["productName"] == "Rice").expect("the line");
    bar.voids_sale(&rice).await.ok();
    bar.expect_takings(&[("cash", "6.00", "0.00")]).await;
}

#[tokio::test]
async fn a_paid_tab_is_refunded_as_each_of_its_payments_came() {
    let bar = TestBar::stocked().await;
    let credit = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.pays_credit(&credit, json!({"amountUSD": "2.00", "paymentMethod": "card"})).await.ok();
    bar.pays_credit(&credit, json!({"amountLRD": "760"})).await.ok();
    let sale = bar.newest_line().await;
    let refunded = bar.refunds(&sale, json!({"quantity": 1})).await.created();
    assert_eq!(refunded["receipt"]["totalAmountUSD"], "-6.00");
    let tenders: Vec<Value> =
        refunded["payments"].as_array().expect("payments").iter().flat_map(|row| values_of(&row["tenders"], "amount")).collect();
    assert_eq!(tenders, ["-2.00", "-760.00"]);
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn a_bartender_asks_for_a_refund() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells_five_beers().await;
    let path = "/api/receipts/R-20261121-0001/refund";
    let body = json!({"items": [{"saleId": sale["id"], "quantity": 2}], "reason": "Flat beer"});
    let refused = bar.bartender().post(path, body.clone()).await.refused(403, "approval_required");
    let summary = "Refund 2 × Beer, \"Flat beer\", $4.00 / L$760.00";
    let part = json!({"kind": "refund", "summary": summary, "amountUSD": "4.00", "amountLRD": "760.00"});
    assert_eq!(refused["approval"], json!({"kind": "refund", "kinds": [part], "summary": summary}));
    let asked = bar.bartender().asks("POST", path, body.clone()).await.created();
    bar.grants(&asked).await;
    bar.bartender().sends("POST", path, &body, &asked).await.created();
    let log = bar.audit_summaries("sales.refunded", 1).await;
    assert!(text(&log[0]).contains("; approved by "), "{log:?}");
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"refund": "deny"}}})).await.ok();
    bar.bartender().post(path, body).await.refused(403, "forbidden");
}

#[tokio::test]
async fn the_same_key_gives_the_same_refund() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells_five_beers().await;
    let body = json!({"items": [{"saleId": sale["id"], "amount": "4.00"}], "reason": "Flat beer"});
    let send = async || bar.manager().request("POST", "/api/receipts/R-20261121-0001/refund").key("refund-1").json(&body).send().await;
    let first = send().await.created();
    assert_eq!(send().await.created(), first);
    assert_eq!(bar.sale(&sale).await["refundable"], "6.00");
}
