//! Tenders, the parts of a payment by method and currency: change, unique references, refunds.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, text, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

const MOMO: &str = "mtn_momo";

/// Adds a mobile-money method that requires a reference.
async fn add_momo(bar: &TestBar) {
    let mut methods = bar.admin().get("/api/settings").await.ok()["methods"].clone();
    let momo =
        json!({"name": "MTN MoMo", "kind": "mobile", "currencies": ["USD", "LRD"], "referenceRequired": true, "account": "0770 000 000"});
    methods.as_array_mut().expect("a list").push(momo);
    bar.admin().put("/api/settings", json!({"methods": methods})).await.ok();
}

fn tender(method: &str, currency: &str, amount: &str) -> Value {
    json!({"method": method, "currency": currency, "amount": amount})
}

fn momo(currency: &str, amount: &str, reference: &str) -> Value {
    json!({"method": MOMO, "currency": currency, "amount": amount, "reference": reference})
}

/// Sells one product over the counter, with further members in the request.
async fn sells_with(bar: &TestBar, name: &str, further: Value) -> Answer {
    let mut body = json!({"productId": bar.id_of(name).await, "quantity": 1});
    body.as_object_mut().expect("an object").extend(further.as_object().expect("an object").clone());
    bar.bartender().post("/api/sales", body).await
}

async fn pays_by(bar: &TestBar, name: &str, tenders: Value) -> Answer {
    sells_with(bar, name, json!({"tenders": tenders})).await
}

fn tenders_of(payment: &Value) -> Vec<String> {
    let one = |tender: &Value| format!("{} {} {}", text(&tender["method"]), text(&tender["currency"]), text(&tender["amount"]));
    payment["tenders"].as_array().expect("tenders").iter().map(one).collect()
}

#[tokio::test]
async fn a_counter_sale_without_tenders_assumes_the_exact_amount() {
    let bar = TestBar::stocked().await;
    let sale = bar.sells("Beer", 1).await;
    let payment = &sale["payment"];
    assert_fields(
        payment,
        json!({"id": 1, "kind": "payment", "assumed": true, "amountUSD": "2.00", "amountLRD": "0.00", "changeUSD": "0.00", "roundingLRD": "0.00",
        "paymentMethod": "cash", "receiptNumber": "R-20261121-0001", "orderId": null, "tillId": null, "tillName": null, "shiftId": null,
        "businessDay": "2026-11-21", "hour": 20, "userName": "bartender", "exchangeRate": 190, "valueUSD": "2.00"}),
    );
    assert_eq!(
        payment["tenders"],
        json!([{"method": "cash", "name": "Cash", "currency": "USD", "amount": "2.00", "reference": null, "ticked": false}])
    );
    assert_eq!(sale["paymentId"], 1);

    // $2.00 and L$950 are assumed as one tender for each method and currency.
    let line = |id: u64, method: &str| json!({"productId": id, "quantity": 1, "paymentMethod": method});
    let (beer, rice) = (bar.id_of("Beer").await, bar.id_of("Rice").await);
    let batch = json!({"sales": [line(beer, "cash"), line(rice, "cash")]});
    let sold = bar.bartender().post("/api/sales/batch", batch).await.created();
    assert_eq!(tenders_of(&sold["payment"]), ["cash USD 2.00", "cash LRD 950.00"]);
    assert_fields(&sold["payment"], json!({"assumed": true, "paymentMethod": "cash"}));
    let batch = json!({"sales": [line(beer, "card"), line(rice, "check")]});
    let sold = bar.bartender().post("/api/sales/batch", batch).await.created();
    assert_eq!(tenders_of(&sold["payment"]), ["card USD 2.00", "check LRD 950.00"]);
    assert_eq!(sold["payment"]["paymentMethod"], "mixed");
    assert_eq!(values_of(&sold["sales"], "paymentMethod"), ["card", "check"], "each line has its own method");
    bar.expect_takings(&[("cash", "4.00", "950.00"), ("card", "2.00", "0.00"), ("check", "0.00", "950.00")]).await;
}

#[tokio::test]
async fn cash_in_the_other_currency_is_recorded_in_that_currency() {
    let bar = TestBar::stocked().await;
    let sale = pays_by(&bar, "Beer", json!([tender("cash", "LRD", "400")])).await.created();
    assert_fields(
        &sale["payment"],
        json!({"amountUSD": "0.00", "amountLRD": "400.00", "changeUSD": "0.00", "changeLRD": "20.00", "assumed": false, "paymentMethod": "cash"}),
    );
    bar.expect_takings(&[("cash", "0.00", "380.00")]).await;
    bar.stocks("Set", "13.74", 9).await;
    let sale = pays_by(&bar, "Set", json!([tender("cash", "USD", "20.00")])).await.created();
    assert_fields(&sale["payment"], json!({"changeUSD": "6.00", "changeLRD": "50.00", "roundingLRD": "0.60", "valueUSD": "13.74"}));
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&sale["receiptNumber"]))).await.ok();
    assert_fields(&receipt["totals"], json!({"displayPaid": "$20.00", "displayChange": "$6.00 + L$50"}));
    bar.expect_takings(&[("cash", "14.00", "330.00")]).await;
    let report = bar.admin().get("/api/admin/sales-report?startDate=2026-11-21&endDate=2026-11-21").await.ok();
    assert_fields(&report, json!({"changeUSD": "6.00", "changeLRD": "70.00"}));
    assert_fields(
        &report["tenders"][0],
        json!({"method": "cash", "name": "Cash", "currency": "USD", "count": 1, "tendered": "20.00", "refunded": "0.00"}),
    );
    assert_fields(
        &report["tenders"][1],
        json!({"method": "cash", "currency": "LRD", "count": 1, "tendered": "400.00", "refunded": "0.00"}),
    );
}

#[tokio::test]
async fn amounts_are_a_shorthand_for_tenders() {
    let bar = TestBar::stocked().await;
    let sale = sells_with(&bar, "Beer", json!({"amountUSD": "5.00", "changeIn": "USD"})).await.created();
    assert_fields(&sale["payment"], json!({"amountUSD": "5.00", "changeUSD": "3.00", "assumed": false, "paymentMethod": "cash"}));
    let both = json!({"amountUSD": "5.00", "tenders": [tender("cash", "USD", "5.00")]});
    let refused = sells_with(&bar, "Beer", both).await.refused(400, "invalid");
    assert_eq!(refused["fields"]["tenders"], "Give tenders or amounts, not both");
    sells_with(&bar, "Beer", json!({"amountUSD": "1.99"})).await.refused(409, "underpaid");
    // A card gives no change.
    let card = |amount: &str| json!({"amountUSD": amount, "changeIn": "USD", "paymentMethod": "card"});
    sells_with(&bar, "Beer", card("5.00")).await.refused(409, "overpaid");
    sells_with(&bar, "Beer", card("2.00")).await.created();
    bar.expect_takings(&[("cash", "2.00", "0.00"), ("card", "2.00", "0.00")]).await;
}

#[tokio::test]
async fn several_methods_pay_one_sale() {
    let bar = TestBar::stocked().await;
    add_momo(&bar).await;
    let stock = bar.product_named("Whisky").await["stock"].clone();
    let sale = pays_by(&bar, "Whisky", json!([tender("cash", "USD", "4.00"), momo("LRD", "380", "8842-13 a")])).await.created();
    assert_fields(&sale["payment"], json!({"paymentMethod": "mixed", "changeUSD": "0.00", "changeLRD": "0.00", "assumed": false}));
    assert_eq!(sale["paymentMethod"], "mixed", "the sale line too");
    assert_fields(&sale["payment"]["tenders"][1], json!({"method": MOMO, "name": "MTN MoMo", "reference": "884213A", "amount": "380.00"}));
    bar.expect_takings(&[("cash", "4.00", "0.00"), (MOMO, "0.00", "380.00")]).await;
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&sale["receiptNumber"]))).await.ok();
    assert_eq!(values_of(&receipt["payments"], "id"), [sale["payment"]["id"].clone()]);
    let summary = "Sold 1 × Whisky for $6.00, mixed, receipt R-20261121-0001: $4.00 (cash) + L$380 (MTN MoMo 884213A) taken";
    assert_eq!(bar.audit_summaries("sales.recorded", 1).await, [summary]);

    let refused = pays_by(&bar, "Whisky", json!([momo("USD", "7.00", "1")])).await.refused(409, "overpaid");
    assert_fields(&refused, json!({"dueUSD": "6.00", "dueLRD": "1140.00"}));
    let sale = pays_by(&bar, "Whisky", json!([momo("USD", "5.00", "2"), tender("cash", "LRD", "400")])).await.created();
    assert_fields(&sale["payment"], json!({"changeUSD": "1.00", "changeLRD": "20.00"}));
    let refused = pays_by(&bar, "Whisky", json!([tender("cash", "USD", "5.00")])).await.refused(409, "underpaid");
    assert_fields(&refused, json!({"message": "$1.00 / L$190 is still to pay", "remainingUSD": "1.00", "remainingLRD": "190.00"}));
    let now = bar.product_named("Whisky").await["stock"].clone();
    assert_eq!(now.as_i64(), stock.as_i64().map(|stock| stock - 2), "a refused sale does not change the stock");
    let next = bar.sells("Beer", 1).await;
    assert_eq!(next["receiptNumber"], "R-20261121-0003", "a refused sale uses no receipt number");

    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let paid = bar.pays(&order, json!({"tenders": [tender("cash", "USD", "5.00")]})).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "partial", "owedUSD": "1.00", "owedLRD": "0.00", "rate": 190}));
    assert_eq!(paid["payment"]["orderId"], order["id"]);
    let refused = bar.pays(&order, json!({"tenders": [tender("card", "USD", "1.01")]})).await.refused(409, "overpaid");
    assert_fields(&refused, json!({"dueUSD": "1.00", "dueLRD": "190.00"}));
}

#[tokio::test]
async fn invalid_tenders_are_refused_with_a_message() {
    let bar = TestBar::stocked().await;
    add_momo(&bar).await;
    let mut methods = bar.admin().get("/api/settings").await.ok()["methods"].clone();
    methods[1]["currencies"] = json!(["USD"]);
    methods[3]["enabled"] = json!(false);
    bar.admin().put("/api/settings", json!({"methods": methods})).await.ok();
    let eleven: Vec<Value> = (0..11).map(|_| tender("cash", "USD", "1.00")).collect();
    let twice = json!([momo("USD", "1.00", "77"), momo("USD", "1.00", "7-7")]);
    for (tenders, message) in [
        (json!([]), "A payment needs 1 to 10 tenders"),
        (json!("cash"), "A payment needs 1 to 10 tenders"),
        (json!(eleven), "A payment needs 1 to 10 tenders"),
        (json!([tender("shells", "USD", "2.00")]), "Unknown payment method shells"),
        (json!([tender("mixed", "USD", "2.00")]), "Unknown payment method mixed"),
        (json!([tender("check", "USD", "2.00")]), "Check is switched off"),
        (json!([tender("card", "LRD", "380")]), "Credit/Debit Card takes USD only"),
        (json!([tender("cash", "USD", "0.00")]), "Please enter a payment amount"),
        (json!([{"method": "cash", "currency": "USD"}]), "Please enter a payment amount"),
        (json!([tender(MOMO, "USD", "2.00")]), "MTN MoMo needs a reference"),
        (twice, "The same reference twice"),
    ] {
        let refused = pays_by(&bar, "Beer", tenders.clone()).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["tenders"], message, "{tenders}");
        let order = bar.takes_order(&[("Beer", 1)]).await;
        let refused = bar.pays(&order, json!({"tenders": tenders})).await.refused(400, "invalid");
        assert_eq!(refused["fields"]["tenders"], message, "{tenders}");
    }
    assert_eq!(bar.sale_lines().await.len(), 0);
    // The shorthand accepts added methods and a reference too.
    let short = json!({"amountUSD": "2.00", "paymentMethod": MOMO});
    assert_eq!(sells_with(&bar, "Beer", short).await.refused(400, "invalid")["fields"]["paymentMethod"], "MTN MoMo needs a reference");
    let short = json!({"amountUSD": "2.00", "paymentMethod": MOMO, "reference": "55 1"});
    let sale = sells_with(&bar, "Beer", short).await.created();
    assert_eq!(sale["payment"]["tenders"][0]["reference"], "551");
    let exact = sells_with(&bar, "Beer", json!({"paymentMethod": MOMO, "reference": "552"})).await.created();
    assert_fields(&exact["payment"], json!({"assumed": true, "paymentMethod": MOMO}));
}

#[tokio::test]
async fn a_reference_is_accepted_only_once() {
    let mut bar = TestBar::stocked().await;
    add_momo(&bar).await;
    let first = pays_by(&bar, "Beer", json!([momo("USD", "2.00", "884213")])).await.created();
    let used = |refused: Value| {
        assert_fields(
            &refused,
            json!({"message": "This reference was used on 21 Nov 2026, 8:00 PM by bartender", "paymentId": 1, "at": "2026-11-21T20:00:00.000Z",
            "userName": "bartender", "receiptNumber": "R-20261121-0001"}),
        );
    };
    let again = || pays_by(&bar, "Beer", json!([momo("USD", "2.00", "8842-13")]));
    used(again().await.refused(409, "reference_used"));
    bar.voids_sale(&first).await.ok();
    used(again().await.refused(409, "reference_used"));
    let order = bar.takes_order(&[("Beer", 1)]).await;
    used(bar.pays(&order, json!({"amountUSD": 2, "paymentMethod": MOMO, "reference": "884213"})).await.refused(409, "reference_used"));
    // References are unique per method, and those of cards are not checked.
    let other = |method: &str| json!([{"method": method, "currency": "USD", "amount": "2.00", "reference": "884213"}]);
    pays_by(&bar, "Beer", other("mobile")).await.created();
    pays_by(&bar, "Beer", other("card")).await.created();
    pays_by(&bar, "Beer", other("card")).await.created();
    bar.restart().await;
    used(pays_by(&bar, "Beer", json!([momo("USD", "2.00", "88 42 13")])).await.refused(409, "reference_used"));
    let long = "9".repeat(65);
    let refused = pays_by(&bar, "Beer", json!([momo("USD", "2.00", &long)])).await.refused(400, "invalid");
    assert_eq!(refused["fields"]["tenders"], "A reference has at most 64 letters and digits");
}

#[tokio::test]
async fn a_reference_sent_concurrently_is_accepted_once() {
    let bar = TestBar::stocked().await;
    add_momo(&bar).await;
    let attempts = (0..6).map(|_| pays_by(&bar, "Beer", json!([momo("USD", "2.00", "4711")])));
    let answers = futures_util::future::join_all(attempts).await;
    let (paid, refused): (Vec<_>, Vec<_>) = answers.into_iter().map(|answer| answer.status).partition(|status| *status == 201);
    assert_eq!((paid.len(), refused), (1, vec![409; 5]));
}

#[tokio::test]
async fn a_bulk_payment_must_cover_everything_and_a_tab_payment_need_not() {
    let bar = TestBar::stocked().await;
    bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    let pays = |call: &'static str, further: Value| {
        let mut body = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1});
        body.as_object_mut().expect("an object").extend(further.as_object().expect("an object").clone());
        let person = bar.bartender();
        async move { person.post(call, body).await }
    };
    let short = json!({"tenders": [tender("cash", "USD", "10.00")]});
    let refused = pays("/api/credit/bulk-pay", short).await.refused(409, "underpaid");
    assert_fields(&refused, json!({"remainingUSD": "1.00", "remainingLRD": "190.00"}));
    let part = pays("/api/tabs/payment", json!({"tenders": [tender("cash", "USD", "4.00"), tender("card", "USD", "1.00")]})).await.ok();
    assert_fields(&part["tab"], json!({"dueUSD": "6.00", "owedUSD": "1.00", "owedLRD": "950.00", "rate": 190}));
    assert_fields(&part["payment"], json!({"paymentMethod": "mixed", "customerName": CUSTOMER.0, "receiptNumber": null}));
    let paid = pays("/api/credit/bulk-pay", json!({})).await.ok();
    assert_fields(&paid["payment"], json!({"assumed": true, "paymentMethod": "cash"}));
    assert_eq!(tenders_of(&paid["payment"]), ["cash USD 1.00", "cash LRD 950.00"]);
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]))).await.ok();
    assert_eq!(values_of(&receipt["payments"], "id"), [1, 2], "the earlier partial payment is on it too");
    bar.expect_takings(&[("cash", "5.00", "950.00"), ("card", "1.00", "0.00")]).await;
}

#[tokio::test]
async fn a_refund_repeats_the_tenders_or_has_the_same_value() {
    let bar = TestBar::stocked().await;
    let pays = || pays_by(&bar, "Whisky", json!([tender("cash", "LRD", "1140")]));
    let (first, second) = (pays().await.created(), pays().await.created());
    bar.set_rate(json!(200)).await;
    bar.voids_sale(&first).await.ok();
    let payments = bar.manager().get("/api/payments").await.ok();
    assert_fields(
        &payments[0],
        json!({"kind": "refund", "amountUSD": "0.00", "amountLRD": "-1140.00", "paymentMethod": "cash", "receiptNumber": "R-20261121-0001",
        "userName": "manager", "exchangeRate": 200}),
    );
    let void = |refund: Value| {
        let path = format!("/api/sales/{}/void", second["id"]);
        let person = bar.manager();
        async move { person.post(&path, json!({"reason": "Wrong drink", "refund": refund})).await }
    };
    let refused = void(json!([tender("cash", "USD", "6.00")])).await.refused(400, "invalid");
    assert_eq!(refused["fields"]["refund"], "Give back $5.70 / L$1,140");
    void(json!([tender("shells", "USD", "6.00")])).await.refused(400, "invalid");
    void(json!([tender("cash", "USD", "5.00"), tender("cash", "LRD", "140")])).await.ok();
    let payments = bar.manager().get("/api/payments").await.ok();
    assert_fields(&payments[0], json!({"kind": "refund", "amountUSD": "-5.00", "amountLRD": "-140.00"}));
    bar.expect_takings(&[("cash", "-5.00", "1000.00")]).await;
    let report = bar.admin().get("/api/admin/sales-report?startDate=2026-11-21&endDate=2026-11-21").await.ok();
    assert_fields(&report["tenders"][1], json!({"currency": "LRD", "count": 2, "tendered": "2280.00", "refunded": "1280.00"}));
}

#[tokio::test]
async fn a_voided_line_refunds_what_was_allocated_to_it() {
    let bar = TestBar::stocked().await;
    add_momo(&bar).await;
    let order = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "4.00"})).await.ok();
    let tenders = json!([momo("LRD", "380", "1"), tender("cash", "LRD", "1000")]);
    let paid = bar.pays(&order, json!({"tenders": tenders})).await.ok();
    assert_fields(&paid["payment"], json!({"changeLRD": "50.00", "receiptNumber": "R-20261121-0001"}));
    bar.expect_takings(&[("cash", "4.00", "950.00"), (MOMO, "0.00", "380.00")]).await;
    let lines = bar.sale_lines().await;
    bar.voids_sale(&lines[0]).await.ok();
    let payments = bar.manager().get("/api/payments").await.ok();
    let refunds: Vec<_> = payments.as_array().expect("a list").iter().filter(|one| one["kind"] == "refund").map(tenders_of).collect();
    assert_eq!(refunds, [vec!["mtn_momo LRD -380.00".to_owned()], vec!["cash USD -4.00".to_owned()]]);
    assert!(payments[0]["orderId"] == order["id"] && payments[1]["orderId"] == order["id"]);
    bar.expect_takings(&[("cash", "0.00", "950.00")]).await;
    bar.voids_order(&order).await.ok();
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn the_list_of_payments_is_for_managers_and_can_be_filtered() {
    let bar = TestBar::stocked().await;
    bar.bartender().get("/api/payments").await.refused(403, "forbidden");
    bar.sells("Beer", 1).await;
    pays_by(&bar, "Beer", json!([tender("card", "USD", "2.00")])).await.created();
    pays_by(&bar, "Beer", json!([tender("cash", "USD", "1.00"), tender("card", "USD", "1.00")])).await.created();
    let ids = |query: &'static str| {
        let person = bar.manager();
        async move { values_of(&person.get(&format!("/api/payments{query}")).await.ok(), "id") }
    };
    assert_eq!(ids("").await, [3, 2, 1]);
    assert_eq!(ids("?method=card").await, [3, 2]);
    assert_eq!(ids("?assumed=true").await, [1]);
    assert_eq!(ids("?assumed=false&method=cash").await, [3]);
    assert_eq!(ids("?unassigned=true").await, [3, 1], "there are no tills: all cash is unassigned");
    assert_eq!(ids("?from=2026-11-22").await, Vec::<Value>::new());
    assert_eq!(ids("?to=2026-11-21&limit=1").await, [3]);
    bar.manager().get("/api/payments?assumed=perhaps").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_free_sale_has_no_tenders() {
    let bar = TestBar::stocked().await;
    let free = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "unitPrice": "0.00", "discountReason": "On the house"});
    let sale = bar.manager().post("/api/sales", free).await.created();
    assert_fields(&sale["payment"], json!({"tenders": [], "amountUSD": "0.00", "paymentMethod": "cash", "assumed": true}));
    bar.voids_sale(&sale).await.ok();
    assert_eq!(values_of(&bar.manager().get("/api/payments").await.ok(), "id"), [1], "voiding a free sale refunds nothing");
}

#[tokio::test]
async fn a_payment_keeps_its_business_day_when_the_time_zone_changes() {
    let bar = TestBar::stocked().await;
    bar.sells("Beer", 1).await;
    bar.admin().put("/api/settings", json!({"timeZone": "Asia/Tokyo", "dayStartsAt": "00:00"})).await.ok();
    let payments = bar.manager().get("/api/payments").await.ok();
    assert_fields(&payments[0], json!({"businessDay": "2026-11-21", "hour": 20}));
}
