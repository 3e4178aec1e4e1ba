//! A night in which each payment was the amount that the till preselects: what can be laid down, counted as assumed.

use serde_json::{Value, json};

use super::{DRAWER, expect_rows};
use crate::bar::{TestBar, text};
use crate::order_steps::assert_fields;

/// Cash that the till preselects: whole dollars, the rest in LRD.
fn preselected(usd: &str, lrd: &str) -> Value {
    let tender = |currency: &str, amount: &str| json!({"method": "cash", "currency": currency, "amount": amount});
    let tenders = [("USD", usd), ("LRD", lrd)].into_iter().filter(|(_, amount)| *amount != "0.00");
    json!({"tenders": tenders.map(|(currency, amount)| tender(currency, amount)).collect::<Vec<_>>(), "assumed": true})
}

async fn sells(bar: &TestBar, name: &str, money: &Value) -> Value {
    let sale = json!({"productId": bar.id_of(name).await, "quantity": 1});
    bar.bartender().post("/api/sales", crate::tips::with(sale, money)).await.created()
}

/// Cocktail $13.74 are $13 and L$140.60; Soda $2.25 are $2 and L$47.50; Gum $0.52 are L$98.80.
async fn bar() -> TestBar {
    let bar = TestBar::with_tills("drawer").await;
    bar.stocks("Cocktail", "13.74", 50).await;
    bar.stocks("Soda", "2.25", 50).await;
    bar.stocks("Gum", "0.52", 50).await;
    bar
}

#[tokio::test]
async fn a_night_of_preselected_amounts_is_counted_exactly() {
    let bar = bar().await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "40.00", "4000.00").await;
    for (name, usd, lrd, rounding) in [
        ("Cocktail", "13.00", "140.00", "0.60"),
        ("Soda", "2.00", "50.00", "-2.50"),
        ("Soda", "2.00", "50.00", "-2.50"),
        ("Gum", "0.00", "100.00", "-1.20"),
        ("Rice", "0.00", "950.00", "0.00"),
    ] {
        let sale = sells(&bar, name, &preselected(usd, lrd)).await;
        let payment = json!({"assumed": true, "amountUSD": usd, "amountLRD": lrd, "changeUSD": "0.00", "changeLRD": "0.00",
            "roundingLRD": rounding});
        assert_fields(&sale["payment"], payment);
    }
    let order = bar.takes_order(&[("Cocktail", 1)]).await;
    bar.pays(&order, preselected("13.00", "140.00")).await.ok();
    let x = bar.x(&shift).await;
    let bridge = [
        ("sales", "32.50", "950.00"),
        ("otherCurrency", "-2.50", "475.00"),
        ("changeInOther", "0.00", "0.00"),
        ("rounding", "0.00", "5.00"),
        ("takings", "30.00", "1430.00"),
    ];
    expect_rows(&x, "bridge", &bridge);
    assert_fields(&x["assumed"], json!({"count": 6, "amountUSD": "30.00", "amountLRD": "1430.00"}));
    // What lies in the drawer: 40 + 30, and 4,000 + 1,430.
    let closed = bar.counts(&bar.bartender(), &shift, "70.00", "5430.00", json!({})).await.ok();
    assert_eq!(closed["recount"], json!(false));
    let z = bar.manager().get(&format!("/api/z/{}", text(&closed["zNumber"]))).await.ok();
    expect_rows(&z, "cash", &[("expected", "70.00", "5430.00"), ("overShort", "0.00", "0.00")]);
    assert_fields(&z["assumed"], json!({"count": 6}));
    let day = "2026-11-21";
    let report = bar.manager().get(&format!("/api/reports/cash?from={day}&to={day}")).await.ok();
    assert_fields(&report["assumed"], json!({"count": 6}));
}

#[tokio::test]
async fn a_void_gives_back_what_was_laid_down() {
    let bar = bar().await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "40.00", "4000.00").await;
    for (name, usd, lrd) in [("Soda", "2.00", "50.00"), ("Cocktail", "13.00", "140.00")] {
        let sale = sells(&bar, name, &preselected(usd, lrd)).await;
        bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink"})).await.ok();
    }
    expect_rows(&bar.x(&shift).await, "cash", &[("expected", "40.00", "4000.00")]);
}

#[tokio::test]
async fn only_the_nearest_amount_of_cash_is_rounded() {
    let bar = bar().await;
    bar.opens(&bar.bartender(), DRAWER, "40.00", "4000.00").await;
    let pays = async |money: Value| {
        let sale = json!({"productId": bar.id_of("Soda").await, "quantity": 1});
        bar.bartender().post("/api/sales", crate::tips::with(sale, &money)).await
    };
    // One step less is too little, and one more gives change.
    // Less by half a step: what is due is rounded up, so that a seller cannot keep the rest of every sale.
    for (usd, lrd) in [("2.00", "46.00"), ("2.24", "0.00"), ("0.00", "426.00")] {
        pays(preselected(usd, lrd)).await.refused(409, "underpaid");
    }
    pays(preselected("2.00", "40.00")).await.refused(409, "underpaid");
    let more = pays(preselected("2.00", "55.00")).await.created();
    assert_fields(&more["payment"], json!({"assumed": true, "changeLRD": "5.00", "roundingLRD": "-2.50"}));
    // Entered, or by card, it is what it is.
    let mut entered = preselected("2.00", "45.00");
    entered["assumed"] = json!(false);
    pays(entered).await.refused(409, "underpaid");
    let card = json!({"tenders": [{"method": "card", "currency": "LRD", "amount": "425.00"}], "assumed": true});
    pays(card).await.refused(409, "underpaid");
    pays(json!({"tenders": [], "assumed": "perhaps"})).await.refused(400, "invalid");
}
