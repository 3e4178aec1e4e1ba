//! Equal shares: what each part comes to, change, what comes in between, and many phones at once.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::order_steps::{CUSTOMER, assert_fields};

/// The amounts of the next part in this way to pay, as a payment of exactly that.
fn exactly(shares: &Value, pay_in: &str) -> Value {
    let options = shares["next"]["options"].as_array().expect("options");
    let option = options.iter().find(|option| option["payIn"] == pay_in).expect("an option");
    json!({"amountUSD": option["amountUSD"], "amountLRD": option["amountLRD"],
        "share": {"of": shares["of"], "part": shares["next"]["part"], "payIn": pay_in}})
}

/// Pays a new order 12 in four parts; returns the amounts of each in both currencies, without cents.
async fn pays_in_four(bar: &TestBar, pay_in: &str) -> Vec<(String, String)> {
    let order = bar.order_12().await;
    let mut amounts = Vec::new();
    for part in 1..=4 {
        let shares = bar.shares(&order, 4).await.ok();
        assert_fields(&shares, json!({"of": 4, "paid": part - 1, "left": 5 - part}));
        assert_eq!(shares["next"]["part"], part);
        let tender = exactly(&shares, pay_in);
        let paid = bar.pays(&order, tender.clone()).await.ok();
        assert_fields(&paid["payment"], json!({"share": {"part": part, "of": 4}, "changeUSD": "0.00", "changeLRD": "0.00"}));
        amounts.push((text(&tender["amountUSD"]).to_owned(), text(&tender["amountLRD"]).to_owned()));
        let is_last = part == 4;
        assert_eq!(paid["receipt"].is_null(), !is_last, "one receipt, with the last part");
        assert_eq!(paid["order"]["receiptNumber"].is_null(), !is_last);
        let shares = if is_last { Value::Null } else { json!({"of": 4, "paid": part, "left": 4 - part}) };
        assert_eq!(paid["order"]["shares"], shares);
    }
    let after = bar.order(&order).await;
    assert_fields(
        &after,
        json!({"paymentStatus": "paid", "remainingUSD": "0.00", "remainingLRD": "0.00", "owedUSD": "0.00", "owedLRD": "0.00"}),
    );
    amounts
}

fn in_both(amounts: [(&str, &str); 4]) -> Vec<(String, String)> {
    amounts.map(|(usd, lrd)| (usd.to_owned(), lrd.to_owned())).to_vec()
}

#[tokio::test]
async fn order_12_is_paid_in_four_parts() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"lrdCashStep": 5})).await.ok();
    let order = bar.order_12().await;
    let shares = bar.shares(&order, 4).await.ok();
    assert_fields(
        &shares,
        json!({"remainingUSD": "15.00", "remainingLRD": "2850.00", "amountsLRD": ["715.00", "715.00", "710.00", "710.00"]}),
    );
    assert_eq!(pays_in_four(&bar, "LRD").await, in_both([("0.00", "715.00"), ("0.00", "715.00"), ("0.00", "710.00"), ("0.00", "710.00")]));
    let split = [("3.00", "145.00"), ("3.00", "145.00"), ("3.00", "140.00"), ("3.00", "140.00")];
    assert_eq!(pays_in_four(&bar, "split").await, in_both(split));
    assert_eq!(pays_in_four(&bar, "USD").await, in_both([("3.75", "0.00"); 4]));
    bar.expect_takings(&[("cash", "27.00", "3420.00")]).await;
    bar.admin().put("/api/settings", json!({"lrdCashStep": 20})).await.ok();
    assert_eq!(pays_in_four(&bar, "LRD").await, in_both([("0.00", "720.00"), ("0.00", "720.00"), ("0.00", "720.00"), ("0.00", "690.00")]));
}

#[tokio::test]
async fn change_is_reckoned_from_the_part_and_the_rest_from_what_then_remains() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let paid = bar.pays_part(&order, (1, 4), json!({"amountLRD": 1000})).await.ok();
    assert_fields(&paid["payment"], json!({"changeUSD": "0.00", "changeLRD": "285.00", "roundingLRD": "0.00"}));
    assert_fields(&paid["order"], json!({"remainingLRD": "2135.00", "paidAmountLRD": "715.00", "paymentStatus": "partial"}));
    bar.adds_item(&order, "Rice", 1).await.created();
    let shares = bar.shares(&order, 4).await.ok();
    assert_fields(&shares, json!({"remainingLRD": "3085.00", "amountsLRD": ["1030.00", "1030.00", "1025.00"]}));
    let short = bar.pays_part(&order, (2, 4), json!({"amountLRD": 1025})).await.refused(409, "underpaid");
    assert_eq!(short["message"], "Part 2 of 4 is L$1,030");
    let dollars = bar.pays_part(&order, (2, 4), json!({"amountUSD": 6})).await.ok();
    assert_fields(&dollars["payment"], json!({"changeUSD": "0.00", "changeLRD": "110.00"}));
    assert_fields(&dollars["order"], json!({"remainingLRD": "2055.00", "shares": {"of": 4, "paid": 2, "left": 2}}));
}

#[tokio::test]
async fn five_dollars_for_a_part_give_its_change_in_liberian_dollars() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    let paid = bar.pays_part(&order, (1, 4), json!({"amountUSD": 5})).await.ok();
    assert_fields(&paid["payment"], json!({"changeUSD": "0.00", "changeLRD": "235.00"}));
    assert_fields(&paid["order"], json!({"remainingLRD": "2135.00"}));
    // A card gives no change: it pays the part to the cent.
    let card = |amount: &str| {
        json!({"share": {"of": 4, "part": 2, "payIn": "USD"},
        "tenders": [{"method": "card", "currency": "USD", "amount": amount}]})
    };
    bar.pays(&order, card("3.76")).await.refused(409, "overpaid");
    bar.pays(&order, card("3.75")).await.ok();
}

#[tokio::test]
async fn a_tip_is_what_is_above_the_part() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"tips": {"mode": "person"}})).await.ok();
    let order = bar.order_12().await;
    let paid = bar.pays_part(&order, (1, 4), json!({"amountLRD": 1000, "keepChange": true})).await.ok();
    assert_fields(&paid["payment"], json!({"changeLRD": "0.00", "tipLRD": "285.00"}));
    assert_fields(&paid["order"], json!({"remainingLRD": "2135.00"}));
}

#[tokio::test]
async fn fifty_phones_take_part_2_at_once() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays_part(&order, (1, 4), json!({"amountLRD": 715})).await.ok();
    let phones = (0..50).map(|_| bar.pays_part(&order, (2, 4), json!({"amountLRD": 715})));
    let answers = join_all(phones).await;
    let (paid, late): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((paid.len(), late.len()), (1, 49));
    for answer in late {
        let refused = answer.refused(409, "share_changed");
        assert_fields(&refused, json!({"message": "Part 2 is paid. Part 3 is next.", "shares": {"of": 4, "paid": 2, "left": 2}}));
    }
    bar.expect_takings(&[("cash", "0.00", "1430.00")]).await;
}

#[tokio::test]
async fn a_plan_goes_on_with_its_own_parts_until_it_ends() {
    let bar = TestBar::stocked().await;
    let order = bar.order_12().await;
    bar.pays_part(&order, (2, 4), json!({"amountLRD": 715})).await.refused(409, "share_changed");
    bar.pays_part(&order, (1, 4), json!({"amountLRD": 715})).await.ok();
    let other = bar.pays_part(&order, (2, 3), json!({"amountLRD": 715})).await.refused(409, "share_changed");
    assert_fields(&other, json!({"message": "This order is being paid in 4 parts", "shares": {"of": 4, "paid": 1, "left": 3}}));
    assert_eq!(bar.shares(&order, 3).await.ok()["of"], 4, "the plan that runs");
    // Any other payment comes in between.
    let paid = bar.pays(&order, json!({"amountLRD": 235})).await.ok();
    assert_fields(&paid["order"], json!({"remainingLRD": "1900.00", "shares": {"of": 4, "paid": 1, "left": 3}}));
    let ended = bar.bartender().delete(&format!("/api/orders/{}/shares", order["id"])).await.ok();
    assert_fields(&ended, json!({"shares": null, "paidAmountLRD": "950.00", "remainingLRD": "1900.00"}));
    bar.bartender().delete(&format!("/api/orders/{}/shares", order["id"])).await.ok();
    assert_eq!(
        bar.audit_summaries("orders.shares_ended", 2).await,
        [json!(format!("Order #{}: equal shares ended, 1 of 4 paid", order["id"]))]
    );
    bar.bartender().get(&format!("/api/orders/{}/shares", order["id"])).await.invalid("Must be a number from 2 to 20");
    bar.pays_part(&order, (1, 2), json!({"amountLRD": 950})).await.ok();
    let last = bar.pays_part(&order, (2, 2), json!({"amountLRD": 950})).await.ok();
    assert_fields(&last["order"], json!({"paymentStatus": "paid", "shares": null}));
    bar.pays_part(&order, (2, 2), json!({"amountLRD": 950})).await.refused(409, "already_paid");
    bar.shares(&order, 2).await.refused(409, "already_paid");
}

#[tokio::test]
async fn the_first_of_four_parts_of_two_cents_pays_all() {
    let bar = TestBar::stocked().await;
    bar.stocks("Match", "0.02", 5).await;
    let order = bar.takes_order(&[("Match", 1)]).await;
    let shares = bar.shares(&order, 4).await.ok();
    assert_eq!(shares["amountsLRD"], json!(["3.80", "0.00", "0.00", "0.00"]));
    let paid = bar.pays_part(&order, (1, 4), json!({"amountLRD": "3.80"})).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid", "shares": null}));
    assert!(!paid["receipt"].is_null());
}

#[tokio::test]
async fn a_plan_ends_with_credit_and_with_a_void() {
    let bar = TestBar::stocked().await;
    let [credit, voided] = [bar.order_12().await, bar.order_12().await];
    for order in [&credit, &voided] {
        bar.pays_part(order, (1, 4), json!({"amountLRD": 715})).await.ok();
    }
    bar.puts_on_credit(&credit, CUSTOMER).await.ok();
    bar.voids_order(&voided).await.ok();
    for order in [&credit, &voided] {
        assert_eq!(bar.order(order).await["shares"], Value::Null);
    }
    bar.pays_part(&credit, (2, 4), json!({"amountLRD": 715})).await.refused(409, "already_on_credit");
    bar.expect_takings(&[("cash", "0.00", "715.00")]).await;
}
