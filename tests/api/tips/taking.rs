//! Tips with each of the calls that take money.

use serde_json::{Value, json};

use super::{BARTENDER, pair, with};
use crate::bar::TestBar;
use crate::order_steps::{CUSTOMER, assert_fields};

const TOO_LARGE: &str = "The tip is more than what is left after the bill";

#[tokio::test]
async fn while_tips_are_off_a_tip_is_refused_and_no_answer_tells_of_them() {
    let bar = TestBar::with_tips("off").await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let credit = bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    let beer = bar.id_of("Beer").await;
    let bartender = bar.bartender();
    let customer = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1});
    for (field, value) in [("tipUSD", json!("1.00")), ("tipLRD", json!(100)), ("keepChange", json!(true)), ("tipUserId", json!(BARTENDER))]
    {
        let tip = json!({"amountUSD": "5.00", field: value});
        let calls = [
            bartender.post("/api/sales", with(json!({"productId": beer, "quantity": 1}), &tip)).await,
            bartender.post("/api/sales/batch", with(json!({"sales": [{"productId": beer, "quantity": 1}]}), &tip)).await,
            bar.pays(&order, tip.clone()).await,
            bar.pays_credit(&credit, tip.clone()).await,
            bartender.post("/api/credit/bulk-pay", with(customer.clone(), &tip)).await,
            bartender.post("/api/tabs/payment", with(customer.clone(), &tip)).await,
        ];
        for answer in calls {
            let refusal = answer.invalid("Tips are off");
            assert_eq!(refusal["fields"], json!({field: "Tips are off"}));
        }
    }
    let paid = bar.pays(&order, json!({"amountUSD": "5.00"})).await.ok();
    let sold = bar.sells("Beer", 1).await;
    let report = bar.admin().get("/api/admin/sales-report").await;
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", sold["receiptNumber"].as_str().expect("a number"))).await;
    let public = bar.guest().get("/api/settings/public").await;
    for answer in [paid.to_string(), sold.to_string(), report.text(), receipt.text(), public.text()] {
        assert!(!answer.to_lowercase().contains("tip\"") && !answer.to_lowercase().contains("tip"), "{answer}");
    }
}

#[tokio::test]
async fn keeping_the_change_makes_the_excess_the_tip_in_the_currency_it_is_over_in() {
    let bar = TestBar::with_tips("person").await;
    let sold = bar.sells_for(json!({"amountUSD": "10.00", "keepChange": true})).await;
    assert_fields(
        &sold["payment"],
        json!({"amountUSD": "10.00", "changeUSD": "0.00", "changeLRD": "0.00", "tipUSD": "2.50", "tipLRD": "0.00", "valueUSD": "7.50",
            "tipUserId": BARTENDER, "tipUserName": "bartender"}),
    );
    let both = bar.sells_for(json!({"amountUSD": "5.00", "amountLRD": "1000.00", "keepChange": true})).await;
    assert_fields(&both["payment"], json!({"changeUSD": "0.00", "changeLRD": "0.00", "tipUSD": "0.00", "tipLRD": "525.00"}));
    let exact = bar.sells_for(json!({"amountUSD": "7.50", "keepChange": true})).await;
    assert_fields(&exact["payment"], json!({"tipUSD": "0.00", "tipLRD": "0.00", "tipUserId": null}));
    let assumed = bar.sells_for(json!({"keepChange": true})).await;
    assert_fields(&assumed["payment"], json!({"assumed": true, "tipUSD": "0.00", "changeLRD": "0.00"}));
    assert_eq!(bar.due("bartender").await, pair("2.50", "525.00"));
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    assert_fields(&report, json!({"tipsUSD": "2.50", "tipsLRD": "525.00"}));
    assert_eq!(report["overallSummary"]["totalRevenue"], "30.00");
    assert_eq!(report["takings"], json!([{"paymentMethod": "cash", "amountUSD": "27.50", "amountLRD": "475.00"}]));
}

#[tokio::test]
async fn a_tip_is_part_of_the_tender_and_the_change_is_what_is_left() {
    let bar = TestBar::with_tips("person").await;
    let sold = bar.sells_for(json!({"amountUSD": "10.00", "tipUSD": "1.00"})).await;
    assert_fields(&sold["payment"], json!({"tipUSD": "1.00", "changeUSD": "1.00", "changeLRD": "95.00", "roundingLRD": "0.00"}));
    let other = bar.sells_for(json!({"amountUSD": "10.00", "tipLRD": "200.00", "changeIn": "LRD"})).await;
    assert_fields(&other["payment"], json!({"tipUSD": "0.00", "tipLRD": "200.00", "changeUSD": "0.00", "changeLRD": "275.00"}));
    let all = bar.sells_for(json!({"amountUSD": "10.00", "tipUSD": "2.50"})).await;
    assert_fields(&all["payment"], json!({"changeUSD": "0.00", "changeLRD": "0.00"}));
    for money in
        [json!({"amountUSD": "10.00", "tipUSD": "2.51"}), json!({"tipUSD": "1.00"}), json!({"amountUSD": "7.50", "tipLRD": "0.50"})]
    {
        let refusal = bar.tries_sale(money).await.invalid(TOO_LARGE);
        assert_eq!(refusal["fields"].as_object().expect("fields").values().next(), Some(&json!(TOO_LARGE)));
    }
    assert_eq!(bar.due("bartender").await, pair("3.50", "200.00"));
}

#[tokio::test]
async fn the_tip_counts_as_due_where_money_is_missing_or_too_much() {
    let bar = TestBar::with_tips("person").await;
    let short = bar.tries_sale(json!({"amountUSD": "7.00", "tipUSD": "1.00"})).await.refused(409, "underpaid");
    assert_fields(&short, json!({"message": "$1.50 / L$285 is still to pay", "remainingUSD": "1.50", "remainingLRD": "285.00"}));
    let card = |amount: &str| json!([{"method": "card", "currency": "USD", "amount": amount}]);
    let over = bar.tries_sale(json!({"tenders": card("10.00"), "tipUSD": "1.00"})).await.refused(409, "overpaid");
    assert_fields(&over, json!({"dueUSD": "8.50", "dueLRD": "1615.00"}));
    let exact = bar.sells_for(json!({"tenders": card("8.50"), "tipUSD": "1.00"})).await;
    assert_fields(&exact["payment"], json!({"tipUSD": "1.00", "paymentMethod": "card", "changeUSD": "0.00"}));
    bar.sells_for(json!({"tenders": card("10.00"), "keepChange": true})).await;
    bar.expect_takings(&[("card", "15.00", "0.00")]).await;
}

#[tokio::test]
async fn the_tip_of_an_order_is_for_the_person_who_took_it() {
    let bar = TestBar::with_tips("person").await;
    let (fatu_id, fatu) = bar.hires("fatu", "bartender").await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let path = format!("/api/orders/{}/payment", order["id"]);
    let part = fatu.post(&path, json!({"amountUSD": "2.00", "tipUSD": "0.50"})).await.invalid(TOO_LARGE);
    assert_eq!(part["fields"], json!({"tipUSD": TOO_LARGE}));
    let kept = fatu.post(&path, json!({"amountUSD": "2.00", "keepChange": true})).await.ok();
    assert_fields(&kept["payment"], json!({"tipUSD": "0.00", "tipLRD": "0.00"}));
    let paid = fatu.post(&path, json!({"amountUSD": "5.00", "keepChange": true})).await.ok();
    assert_fields(&paid["payment"], json!({"tipUSD": "1.00", "tipUserName": "bartender", "userName": "fatu"}));
    assert_fields(&paid["order"], json!({"paidAmountUSD": "6.00", "paidAmountLRD": "0.00", "paymentStatus": "paid"}));
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", paid["receipt"]["receiptNumber"].as_str().expect("paid"))).await.ok();
    assert_fields(&receipt["totals"], json!({"displayPaid": "$7.00", "displayTip": "$1.00", "displayChange": null}));
    let named = bar.takes_order(&[("Whisky", 1)]).await;
    let given = bar.pays(&named, json!({"amountUSD": "7.00", "keepChange": true, "tipUserId": fatu_id})).await.ok();
    assert_eq!(given["payment"]["tipUserName"], "fatu");
    assert_eq!((bar.due("bartender").await, bar.due("fatu").await), (pair("1.00", "0.00"), pair("1.00", "0.00")));
    let refusal = bar.tries_sale(json!({"amountUSD": "10.00", "keepChange": true, "tipUserId": 999})).await.has_status(400);
    assert_eq!(refusal["fields"], json!({"tipUserId": "Please choose an active member of staff"}));
    bar.admin().patch(&format!("/api/users/{fatu_id}"), json!({"isActive": false})).await.ok();
    bar.tries_sale(json!({"amountUSD": "10.00", "tipUserId": fatu_id})).await.has_status(400);
}

#[tokio::test]
async fn credit_and_tabs_take_tips() {
    let bar = TestBar::with_tips("person").await;
    let credit = bar.sells_on_credit(CUSTOMER, "Whisky", 1).await;
    let paid = bar.pays_credit(&credit, json!({"amountUSD": "7.00", "tipUSD": "1.00"})).await.ok();
    assert_fields(&paid["payment"], json!({"tipUSD": "1.00", "tipUserName": "manager", "changeUSD": "0.00"}));
    assert_eq!(paid["changeUSD"], "0.00");
    bar.sells_on_credit(CUSTOMER, "Rice", 1).await;
    let body = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountLRD": "1000.00", "keepChange": true});
    let tab = bar.bartender().post("/api/tabs/payment", body).await.ok();
    assert_fields(&tab["payment"], json!({"tipLRD": "50.00", "tipUserName": "bartender"}));
    bar.sells_on_credit(CUSTOMER, "Beer", 1).await;
    let body = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountUSD": "3.00", "tipUSD": "1.00"});
    let bulk = bar.bartender().post("/api/credit/bulk-pay", body).await.ok();
    assert_fields(&bulk["payment"], json!({"tipUSD": "1.00", "changeUSD": "0.00"}));
    let batch = json!({"sales": [{"productId": bar.id_of("Rice").await, "quantity": 1}, {"productId": bar.id_of("Beer").await, "quantity": 1}],
        "amountUSD": "8.00", "keepChange": true});
    let sold = bar.bartender().post("/api/sales/batch", batch).await.created();
    assert_fields(&sold["payment"], json!({"tipUSD": "1.00", "tipLRD": "0.00"}));
    assert_eq!((bar.due("manager").await, bar.due("bartender").await), (pair("1.00", "0.00"), pair("2.00", "50.00")));
}

#[tokio::test]
async fn a_void_keeps_the_tip_unless_it_is_returned() {
    let bar = TestBar::with_tips("person").await;
    let tip = || json!({"amountUSD": "10.00", "keepChange": true});
    let void = |sale: &Value, more: Value| {
        let path = format!("/api/sales/{}/void", sale["id"]);
        let manager = bar.manager();
        async move { manager.post(&path, with(json!({"reason": "Wrong drink"}), &more)).await }
    };
    let kept = bar.sells_for(tip()).await;
    let voided = void(&kept, json!({})).await.ok();
    assert_eq!(voided["refunds"].as_array().expect("refunds").len(), 1);
    assert_eq!(voided["refunds"][0]["amountUSD"], "-7.50");
    assert_eq!(bar.due("bartender").await, pair("2.50", "0.00"));
    let returned = bar.sells_for(tip()).await;
    let voided = void(&returned, json!({"returnTip": true})).await.ok();
    assert_fields(&voided["refunds"][1], json!({"amountUSD": "-2.50", "tipUSD": "-2.50", "valueUSD": "0.00"}));
    assert_eq!(bar.due("bartender").await, pair("2.50", "0.00"));
    let chosen = bar.sells_for(tip()).await;
    let give = |usd: &str| json!({"returnTip": true, "refund": [{"method": "cash", "currency": "USD", "amount": usd}]});
    assert_eq!(void(&chosen, give("7.50")).await.has_status(400)["message"], "Give back $10.00 / L$1,900");
    void(&chosen, give("10.00")).await.ok();
    assert_eq!(bar.due("bartender").await, pair("2.50", "0.00"));
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    bar.pays(&order, json!({"amountUSD": "7.00", "keepChange": true})).await.ok();
    let path = format!("/api/orders/{}/void", order["id"]);
    let voided = bar.manager().post(&path, json!({"reason": "Complaint", "returnTip": true})).await.ok();
    assert_eq!(voided["refunds"].as_array().expect("refunds").len(), 2);
    assert_eq!(bar.due("bartender").await, pair("2.50", "0.00"));
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    assert_fields(&report, json!({"tipsUSD": "2.50", "tipsLRD": "0.00", "takings": []}));
    let audit = bar.audit_summaries("sales", 12).await;
    assert!(audit.iter().any(|line| line.as_str().expect("text").ends_with("$10.00 taken (cash), $2.50 tip")), "{audit:?}");
}

#[tokio::test]
async fn a_tip_of_two_lines_is_given_back_once() {
    let bar = TestBar::with_tips("person").await;
    let beer = bar.id_of("Beer").await;
    let batch =
        json!({"sales": [{"productId": beer, "quantity": 1}, {"productId": beer, "quantity": 1}], "amountUSD": "5.00", "keepChange": true});
    let sold = bar.bartender().post("/api/sales/batch", batch).await.created();
    for (line, refunds) in [(0, 2), (1, 1)] {
        let path = format!("/api/sales/{}/void", sold["sales"][line]["id"]);
        let voided = bar.manager().post(&path, json!({"reason": "Wrong drink", "returnTip": true})).await.ok();
        assert_eq!(voided["refunds"].as_array().expect("refunds").len(), refunds);
    }
    assert_eq!(bar.tips_row("bartender").await, Value::Null, "nothing is left of it");
}
