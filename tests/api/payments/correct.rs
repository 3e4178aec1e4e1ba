//! Corrections of payments: what was really handed over, in place of what was entered.

use serde_json::{Value, json};

use crate::bar::{Answer, Person, TestBar, text};
use crate::order_steps::{CUSTOMER, assert_fields};
use crate::tills::{DRAWER, expect_rows};

const REASON: &str = "Keyed wrongly";

fn tender(method: &str, currency: &str, amount: &str) -> Value {
    json!({"method": method, "currency": currency, "amount": amount})
}

fn body(tenders: Value) -> Value {
    json!({"tenders": tenders, "reason": REASON})
}

impl TestBar {
    async fn corrects_paid(&self, person: &Person, payment: &Value, tenders: Value) -> Answer {
        person.post(&format!("/api/payments/{}/correct", payment["id"]), body(tenders)).await
    }

    /// A sale of these goods in dollars, paid by these tenders.
    async fn sells_goods_for(&self, goods: &[(&str, i64)], tenders: &Value) -> Value {
        let mut items = Vec::new();
        for (name, quantity) in goods {
            items.push(json!({"productId": self.id_of(name).await, "quantity": quantity}));
        }
        self.bartender().post("/api/sales/batch", json!({"sales": items, "tenders": tenders})).await.created()
    }
}

#[tokio::test]
async fn cash_that_was_a_card_leaves_the_drawer_and_keeps_its_receipt() {
    let bar = TestBar::with_tills("drawer").await;
    bar.stocks("Beer", "2.00", 50).await;
    let manager = bar.manager();
    let shift = bar.opens(&manager, DRAWER, "50.00", "0.00").await;
    let sale = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "paymentMethod": "cash"});
    let sold = bar.bartender().post("/api/sales", sale).await.created();
    let payment = &sold["payment"];
    expect_rows(&bar.x(&shift).await, "cash", &[("tendered", "2.00", "0.00"), ("expected", "52.00", "0.00")]);

    let card = json!([tender("card", "USD", "2.00")]);
    bar.corrects_paid(&bar.bartender(), payment, card.clone()).await.refused(403, "approval_required");
    manager.post(&format!("/api/payments/{}/correct", payment["id"]), json!({"tenders": card})).await.refused(400, "invalid");
    let corrected = bar.corrects_paid(&manager, payment, card.clone()).await.ok();
    assert_fields(
        &corrected,
        json!({"id": payment["id"], "receiptNumber": payment["receiptNumber"], "paymentMethod": "card",
        "userName": "bartender", "assumed": false, "tillId": DRAWER, "shiftId": shift["id"]}),
    );
    let before = &corrected["corrections"][0];
    assert_fields(before, json!({"userName": "manager", "approvedBy": null, "reason": REASON, "changeUSD": "0.00", "roundingLRD": "0.00"}));
    assert_fields(&before["tenders"][0], json!({"method": "cash", "currency": "USD", "amount": "2.00"}));

    let x = bar.x(&shift).await;
    expect_rows(&x, "cash", &[("tendered", "0.00", "0.00"), ("expected", "50.00", "0.00")]);
    assert_eq!(x["methods"].as_array().map(Vec::len), Some(1), "{}", x["methods"]);
    assert_fields(&x["methods"][0], json!({"method": "card", "currency": "USD", "tendered": "2.00"}));
    assert_fields(&x["corrections"][0], json!({"paymentId": payment["id"], "receiptNumber": payment["receiptNumber"], "reason": REASON}));
    assert_eq!([&x["corrections"][0]["before"][0]["method"], &x["corrections"][0]["after"][0]["method"]], ["cash", "card"]);
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&payment["receiptNumber"]))).await.ok();
    assert_eq!(receipt["paymentMethod"], "card", "{receipt}");
    assert_eq!(bar.takings().await.into_keys().collect::<Vec<_>>(), ["card"]);
    let of_receipt = manager.get(&format!("/api/payments?receiptNumber={}", text(&payment["receiptNumber"]))).await.ok();
    assert_eq!(of_receipt[0]["id"], payment["id"]);

    bar.corrects_paid(&manager, payment, card).await.refused(409, "conflict");
    bar.counts(&manager, &shift, "50.00", "0.00", json!({})).await.ok();
    let refused = bar.corrects_paid(&manager, payment, json!([tender("cash", "USD", "2.00")])).await.refused(409, "shift_closed");
    assert_eq!(refused["zNumber"], "Z-000001");
    let z = manager.get("/api/z/Z-000001").await.ok();
    assert_eq!(z["corrections"], x["corrections"], "the Z lists what the X listed");
}

#[tokio::test]
async fn what_was_corrected_is_like_what_was_right_from_the_beginning() {
    // $13.74 and L$1,000 in one receipt; every pair of these ways to pay.
    let ways = [
        json!([tender("cash", "USD", "20.00")]),
        json!([tender("cash", "LRD", "4000.00")]),
        json!([tender("card", "USD", "19.00")]),
        json!([tender("card", "USD", "10.00"), tender("cash", "LRD", "1710.00")]),
        json!([tender("digital", "LRD", "1000.00"), tender("cash", "USD", "15.00")]),
    ];
    let mut right = Vec::new();
    for way in &ways {
        right.push(after_a_night(way, None).await);
    }
    for (place, way) in ways.iter().enumerate() {
        let entered = &ways[(place + 1) % ways.len()];
        assert_eq!(after_a_night(entered, Some(way)).await, right[place], "{entered} corrected to {way}");
    }
}

/// What the reports say of one sale paid like this, or paid `entered` and corrected: payment, X, takings, and what a void gives back.
async fn after_a_night(entered: &Value, corrected: Option<&Value>) -> Value {
    let bar = TestBar::with_tills("drawer").await;
    bar.stocks("Cocktail", "13.74", 50).await;
    bar.product(json!({"name": "Cane", "priceLRD": "1000.00", "currency": "LRD", "stock": 50})).await;
    let manager = bar.manager();
    let shift = bar.opens(&manager, DRAWER, "50.00", "0.00").await;
    let sold = bar.sells_goods_for(&[("Cocktail", 1), ("Cane", 1)], entered).await;
    if let Some(tenders) = corrected {
        bar.corrects_paid(&manager, &sold["payment"], tenders.clone()).await.ok();
    }
    let mut payment = manager.get("/api/payments").await.ok()[0].clone();
    let mut x = bar.x(&shift).await;
    for of in [&mut payment, &mut x] {
        ["corrections", "lastEntry"].iter().for_each(|name| {
            of.as_object_mut().expect("an object").remove(*name);
        });
    }
    // They stand in the order in which they came.
    x["methods"].as_array_mut().expect("rows").sort_by_key(Value::to_string);
    let mut back = Vec::new();
    for line in bar.sale_lines().await {
        let path = format!("/api/receipts/{}/refund?lines={}", text(&line["receiptNumber"]), line["id"]);
        back.push(manager.get(&path).await.ok()["tenders"].clone());
    }
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    json!({"payment": payment, "x": x, "back": back, "takings": report["takings"], "tenders": report["tenders"], "changeUSD": report["changeUSD"],
        "changeLRD": report["changeLRD"]})
}

#[tokio::test]
async fn a_part_payment_is_corrected_where_it_leaves_the_same_sum_open() {
    let bar = TestBar::stocked().await;
    bar.stocks("Beer", "2.00", 50).await;
    let manager = bar.manager();
    let order = bar.takes_order(&[("Beer", 3)]).await;
    let part = bar.pays(&order, json!({"tenders": [tender("cash", "USD", "2.00")]})).await.ok()["payment"].clone();
    for other in [json!([tender("card", "USD", "3.00")]), json!([tender("cash", "LRD", "375.00")]), json!([tender("card", "USD", "1.99")])]
    {
        bar.corrects_paid(&manager, &part, other).await.refused(409, "conflict");
    }
    bar.corrects_paid(&manager, &part, json!([tender("card", "LRD", "380.00")])).await.ok();
    let open = bar.order(&order).await;
    assert_fields(&open, json!({"remainingUSD": "4.00", "remainingLRD": "760.00", "paidAmountUSD": "0.00", "paidAmountLRD": "380.00"}));
    let last = bar.pays(&order, json!({"tenders": [tender("cash", "USD", "4.00")]})).await.ok()["payment"].clone();
    // The first one after the second, and the second one with change.
    bar.corrects_paid(&manager, &part, json!([tender("digital", "USD", "2.00")])).await.ok();
    let corrected = bar.corrects_paid(&manager, &last, json!([tender("cash", "USD", "5.00")])).await.ok();
    assert_fields(&corrected, json!({"changeUSD": "1.00", "changeLRD": "0.00", "amountUSD": "5.00"}));
    let line = bar.sale_lines().await[0].clone();
    let path = format!("/api/receipts/{}/refund?lines={}", text(&line["receiptNumber"]), line["id"]);
    let back = manager.get(&path).await.ok();
    let back: Vec<(&str, &str)> =
        back["tenders"].as_array().expect("tenders").iter().map(|tender| (text(&tender["method"]), text(&tender["amount"]))).collect();
    assert_eq!(back, [("digital", "2.00"), ("cash", "4.00")]);
    bar.corrects_paid(&manager, &last, json!([tender("card", "USD", "5.00")])).await.refused(409, "overpaid");
}

#[tokio::test]
async fn a_payment_on_a_tab_is_corrected_with_what_it_paid_off() {
    let bar = TestBar::stocked().await;
    bar.stocks("Beer", "2.00", 50).await;
    let manager = bar.manager();
    for _ in 0..3 {
        bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    }
    let paid = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "tenders": [tender("cash", "USD", "3.00")]});
    let payment = manager.post("/api/tabs/payment", paid).await.ok()["payment"].clone();
    bar.corrects_paid(&manager, &payment, json!([tender("card", "USD", "4.00")])).await.refused(409, "conflict");
    let corrected = bar.corrects_paid(&manager, &payment, json!([tender("card", "LRD", "570.00")])).await.ok();
    assert_fields(&corrected, json!({"valueUSD": "3.00", "amountLRD": "570.00"}));
    let tab = manager.get("/api/tabs").await.ok()[0].clone();
    assert_fields(&tab, json!({"paidUSD": "3.00", "dueUSD": "3.00"}));
    let receipt = manager.get(&format!("/api/receipts/{}", text(&payment["receiptNumber"]))).await.ok();
    assert_eq!(receipt["paymentMethod"], "card");
    let line = bar.sale_lines().await[0].clone();
    let path = format!("/api/receipts/{}/refund?lines={}", text(&line["receiptNumber"]), line["id"]);
    assert_fields(&manager.get(&path).await.ok()["tenders"][0], json!({"method": "card", "currency": "LRD", "amount": "380.00"}));
}

#[tokio::test]
async fn many_lines_and_large_change_are_corrected_like_any_other() {
    let bar = TestBar::stocked().await;
    bar.product(json!({"name": "Cane", "priceLRD": "350.00", "currency": "LRD", "stock": 500})).await;
    bar.stocks("Odd", "3.17", 500).await;
    let manager = bar.manager();
    // Each of 30 lines of L$350 is $1.84 and a part of a cent; each of $3.17 is L$602.30.
    for (name, paid, right) in [
        ("Cane", tender("cash", "USD", "60.00"), tender("card", "USD", "55.26")),
        ("Cane", tender("card", "USD", "55.26"), tender("digital", "USD", "55.26")),
        ("Odd", tender("cash", "LRD", "20000.00"), tender("card", "USD", "95.10")),
        ("Odd", tender("card", "USD", "95.10"), tender("cash", "LRD", "18070.00")),
        ("Odd", tender("cash", "USD", "100.00"), tender("cash", "LRD", "18100.00")),
    ] {
        let order = bar.takes_order(&[(name, 1); 30]).await;
        let payment = bar.pays(&order, json!({"tenders": [paid]})).await.ok()["payment"].clone();
        let corrected = bar.corrects_paid(&manager, &payment, json!([right])).await.ok();
        assert_eq!(corrected["tenders"][0]["method"], right["method"]);
        bar.voids_order(&order).await.ok();
        let takings = bar.takings().await;
        assert!(takings.is_empty(), "what was kept went back: {takings:?}");
    }
}

#[tokio::test]
async fn what_was_given_back_or_is_of_another_day_is_not_corrected() {
    let bar = TestBar::stocked().await;
    bar.stocks("Beer", "2.00", 50).await;
    let manager = bar.manager();
    let cash = json!([tender("cash", "USD", "4.00")]);
    let card = json!([tender("card", "USD", "4.00")]);
    let sold = bar.sells_goods_for(&[("Beer", 2)], &cash).await;
    manager.post("/api/payments/99/correct", body(card.clone())).await.refused(404, "not_found");
    for (wrong, status, code) in [
        (json!([tender("card", "USD", "5.00")]), 409, "overpaid"),
        (json!([tender("card", "USD", "3.00")]), 409, "conflict"),
        (json!([tender("mixed", "USD", "4.00")]), 400, "invalid"),
        (json!([]), 400, "invalid"),
    ] {
        bar.corrects_paid(&manager, &sold["payment"], wrong).await.refused(status, code);
    }
    let line = bar.sale_lines().await[0].clone();
    manager.post(&format!("/api/sales/{}/void", line["id"]), json!({"reason": "Wrong", "quantity": 1})).await.ok();
    bar.corrects_paid(&manager, &sold["payment"], card.clone()).await.refused(409, "conflict");
    let refund = manager.get("/api/payments").await.ok()[0].clone();
    assert_eq!(refund["kind"], "refund");
    bar.corrects_paid(&manager, &refund, card.clone()).await.refused(409, "conflict");
    let other = bar.sells_goods_for(&[("Beer", 2)], &cash).await;
    bar.clock.pass(crate::bar::SECOND * 24 * 60 * 60);
    bar.corrects_paid(&manager, &other["payment"], card).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_bartender_asks_and_the_deed_is_counted() {
    let bar = TestBar::with_tills("drawer").await;
    bar.stocks("Beer", "2.00", 50).await;
    let musa = bar.bartender();
    bar.opens(&musa, DRAWER, "50.00", "0.00").await;
    let sold = bar.sells_goods_for(&[("Beer", 1)], &json!([tender("cash", "USD", "5.00")])).await;
    let path = format!("/api/payments/{}/correct", sold["payment"]["id"]);
    let asked = body(json!([tender("card", "USD", "2.00")]));
    let question = musa.asks("POST", &path, asked.clone()).await.created();
    assert_fields(&question, json!({"kind": "cash_correction", "amountUSD": "2.00"}));
    let lines: Vec<&Value> = question["lines"].as_array().expect("lines").iter().map(|line| &line["value"]).collect();
    assert!(lines.contains(&&json!("Cash $5.00")) && lines.contains(&&json!("Credit/Debit Card $2.00")), "{lines:?}");
    let granted = bar.grants(&question).await;
    let corrected = musa.sends("POST", &path, &asked, &granted).await.ok();
    assert_fields(&corrected["corrections"][0], json!({"userName": "bartender", "approvedBy": "manager", "changeUSD": "3.00"}));
    assert_fields(&bar.deeds_of("bartender").await["methodCorrected"], json!({"count": 1, "worthUSD": "2.00"}));
    let sheet = bar.admin().get("/api/sheets/2026-11-21").await.ok();
    assert_eq!(sheet["people"]["methodCorrected"], 1);
    let audit = bar.audit_summaries("payments.corrected", 1).await[0].clone();
    assert!(text(&audit).contains("corrected: $5.00 (cash) to $2.00 (card): Keyed wrongly; approved by manager"), "{audit}");
    bar.sets_rules(json!({"cash_correction": "deny"})).await;
    musa.post(&path, asked).await.refused(403, "forbidden");
}
