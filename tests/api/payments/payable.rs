//! Cash that can be paid: what is due in Liberian dollars is rounded to the bar's smallest coin, in dollars to its smallest note.

use serde_json::{Value, json};

use crate::bar::{TestBar, text};
use crate::order_steps::{CUSTOMER, assert_fields};
use crate::rng::SeededRng;
use crate::tills::{DRAWER, expect_rows, minor, row};

fn tender(method: &str, currency: &str, amount: &str) -> Value {
    json!({"method": method, "currency": currency, "amount": amount})
}

impl TestBar {
    /// Two $3.17 (L$602.30), Three $3.33 (L$632.70), Cocktail $13.74, Penny L$2.00.
    async fn with_odd_prices() -> Self {
        let bar = TestBar::stocked().await;
        for (name, price) in [("Two", "3.17"), ("Three", "3.33"), ("Cocktail", "13.74")] {
            bar.stocks(name, price, 500).await;
        }
        bar.product(json!({"name": "Penny", "priceLRD": "2.00", "currency": "LRD", "stock": 50})).await;
        bar
    }

    /// Expects that what a shift should hold in Liberian dollars can be paid.
    async fn expects_payable(&self, shift: &Value) {
        let (_, expected) = row(&self.x(shift).await, "cash", "expected").expect("a row");
        assert_eq!(minor(&json!(expected)) % 500, 0, "{expected}");
    }

    async fn sells_paid_by(&self, name: &str, money: Value) -> crate::bar::Answer {
        let sale = json!({"productId": self.id_of(name).await, "quantity": 1});
        self.bartender().post("/api/sales", crate::tips::with(sale, &money)).await
    }
}

/// Rows of the bridge once everything that was sold is taken back.
const NOTHING_LEFT: [(&str, &str, &str); 3] =
    [("otherCurrency", "0.00", "0.00"), ("rounding", "0.00", "0.00"), ("takings", "0.00", "0.00")];

/// Change in Liberian dollars, rounding, and what was laid down in Liberian dollars.
fn lrd_of(payment: &Value) -> [&str; 3] {
    ["changeLRD", "roundingLRD", "amountLRD"].map(|name| text(&payment[name]))
}

#[tokio::test]
async fn what_is_due_in_liberian_cash_is_the_nearest_payable_amount() {
    let bar = TestBar::with_odd_prices().await;
    for (name, laid_down, expected) in [
        ("Two", "600", ["0.00", "2.30", "600.00"]),
        ("Two", "605", ["5.00", "2.30", "605.00"]),
        ("Two", "602.30", ["0.00", "2.30", "600.00"]),
        ("Two", "1000", ["400.00", "2.30", "1000.00"]),
        ("Three", "635", ["0.00", "-2.30", "635.00"]),
        ("Three", "632.70", ["0.00", "-2.30", "635.00"]),
        ("Three", "640", ["5.00", "-2.30", "640.00"]),
        ("Penny", "2", ["0.00", "2.00", "0.00"]),
    ] {
        let sold = bar.sells_paid_by(name, json!({"tenders": [tender("cash", "LRD", laid_down)]})).await.created();
        assert_eq!(lrd_of(&sold["payment"]), expected, "{name} for L${laid_down}");
    }
    for (name, laid_down) in [("Two", "595"), ("Two", "597.49"), ("Three", "630"), ("Three", "632.49")] {
        bar.sells_paid_by(name, json!({"tenders": [tender("cash", "LRD", laid_down)]})).await.refused(409, "underpaid");
    }
    // Card and mobile money pay to the cent.
    for method in ["card", "mobile"] {
        let sold = bar.sells_paid_by("Two", json!({"tenders": [tender(method, "LRD", "602.30")]})).await.created();
        assert_eq!(lrd_of(&sold["payment"]), ["0.00", "0.00", "602.30"]);
        bar.sells_paid_by("Two", json!({"tenders": [tender(method, "LRD", "600")]})).await.refused(409, "underpaid");
        bar.sells_paid_by("Two", json!({"tenders": [tender(method, "LRD", "605")]})).await.refused(409, "overpaid");
    }
    // After the other tenders, L$412.30 and L$222.30 are due in cash.
    for (other, cash) in [(tender("card", "USD", "1.00"), "410"), (tender("cash", "USD", "2.00"), "220")] {
        let sold = bar.sells_paid_by("Two", json!({"tenders": [other, tender("cash", "LRD", cash)]})).await.created();
        assert_fields(&sold["payment"], json!({"roundingLRD": "2.30", "changeLRD": "0.00", "changeUSD": "0.00"}));
    }
}

#[tokio::test]
async fn exact_sales_book_payable_amounts() {
    let bar = TestBar::with_odd_prices().await;
    let sold = bar.sells_paid_by("Two", json!({"currency": "LRD"})).await.created();
    assert_fields(&sold["payment"], json!({"assumed": true, "roundingLRD": "2.30", "amountLRD": "600.00", "amountUSD": "0.00"}));
    assert_fields(&sold, json!({"totalAmountLRD": "602.30", "netLRD": "602.30"}));
    let sold = bar.sells_paid_by("Two", json!({})).await.created();
    assert_fields(&sold["payment"], json!({"roundingLRD": "0.00", "amountUSD": "3.17"}));
    // Two cash lines and one by card: L$1,235.00 in cash are payable as they are.
    let line = async |name: &str, method: &str| json!({"productId": bar.id_of(name).await, "quantity": 1, "currency": "LRD", "paymentMethod": method});
    let lines = [line("Two", "cash").await, line("Three", "cash").await, line("Two", "card").await];
    let sold = bar.bartender().post("/api/sales/batch", json!({"sales": lines})).await.created();
    assert_fields(&sold["payment"], json!({"roundingLRD": "0.00", "amountLRD": "1837.30"}));
}

#[tokio::test]
async fn dollars_are_whole_steps_and_the_rest_is_in_liberian_dollars() {
    let bar = TestBar::with_odd_prices().await;
    bar.admin().put("/api/settings", json!({"usdCashStep": "1.00"})).await.ok();
    let sold = bar.sells_paid_by("Cocktail", json!({})).await.created();
    assert_fields(&sold["payment"], json!({"assumed": true, "amountUSD": "13.00", "amountLRD": "140.00", "roundingLRD": "0.60"}));
    // L$32.30 of the third dollar are due in Liberian dollars.
    bar.sells_paid_by("Two", json!({"tenders": [tender("cash", "USD", "3")]})).await.refused(409, "underpaid");
    bar.stocks("Cheap", "3.01", 9).await;
    let sold = bar.sells_paid_by("Cheap", json!({"tenders": [tender("cash", "USD", "3")]})).await.created();
    assert_fields(&sold["payment"], json!({"roundingLRD": "1.90", "amountUSD": "3.00", "amountLRD": "0.00"}));
    // $6.26 of change: $6 and L$49.40.
    let twenty = |change_in: &str| json!({"tenders": [tender("cash", "USD", "20")], "changeIn": change_in});
    let sold = bar.sells_paid_by("Cocktail", twenty("USD")).await.created();
    assert_fields(&sold["payment"], json!({"changeUSD": "6.00", "changeLRD": "50.00", "roundingLRD": "0.60"}));
    bar.admin().put("/api/settings", json!({"usdCashStep": "0.25"})).await.ok();
    let sold = bar.sells_paid_by("Cocktail", twenty("USD")).await.created();
    assert_fields(&sold["payment"], json!({"changeUSD": "6.25", "changeLRD": "0.00", "roundingLRD": "-1.90"}));
    bar.admin().put("/api/settings", json!({"usdCashStep": "0.01"})).await.ok();
    let sold = bar.sells_paid_by("Cocktail", twenty("USD")).await.created();
    assert_fields(&sold["payment"], json!({"changeUSD": "6.26", "changeLRD": "0.00", "roundingLRD": "0.00"}));
    bar.sells_paid_by("Cheap", json!({"tenders": [tender("cash", "USD", "3")]})).await.refused(409, "underpaid");
}

#[tokio::test]
async fn without_rounding_only_change_is_rounded() {
    let bar = TestBar::with_odd_prices().await;
    bar.sets_cash(json!({"roundDue": false})).await;
    bar.sells_paid_by("Two", json!({"tenders": [tender("cash", "LRD", "600")]})).await.refused(409, "underpaid");
    let sold = bar.sells_paid_by("Two", json!({"tenders": [tender("cash", "LRD", "602.30")]})).await.created();
    assert_eq!(lrd_of(&sold["payment"]), ["0.00", "0.00", "602.30"]);
    let sold = bar.sells_paid_by("Two", json!({"tenders": [tender("cash", "LRD", "605")]})).await.created();
    assert_eq!(lrd_of(&sold["payment"]), ["5.00", "2.30", "605.00"]);
    let sold = bar.sells_paid_by("Two", json!({"currency": "LRD"})).await.created();
    assert_eq!(lrd_of(&sold["payment"]), ["0.00", "0.00", "602.30"]);
}

#[tokio::test]
async fn orders_credit_and_tabs_are_settled_by_what_can_be_paid() {
    let bar = TestBar::with_odd_prices().await;
    let order = bar.takes_order(&[("Two", 1)]).await;
    let cash = |amount: &str| json!({"tenders": [tender("cash", "LRD", amount)]});
    // A part counts as the nearest amount; a part that comes to nothing is none.
    bar.pays(&order, cash("2")).await.refused(400, "invalid");
    bar.pays(&order, cash("101")).await.ok();
    let paid = bar.pays(&order, cash("500")).await.ok();
    assert_fields(&paid["order"], json!({"paymentStatus": "paid", "remainingLRD": "0.00", "roundingLRD": "2.30"}));
    let credit = bar.sells_on_credit(CUSTOMER, "Two", 1).await;
    let paid = bar.pays_credit(&credit, json!({"amountLRD": "602.30"})).await.ok();
    assert_fields(&paid, json!({"changeLRD": "0.00", "roundingLRD": "2.30"}));
    bar.sells_on_credit(CUSTOMER, "Two", 1).await;
    bar.sells_on_credit(CUSTOMER, "Three", 1).await;
    // Together L$1,235.
    let tab = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountLRD": "1235"});
    assert_fields(&bar.bartender().post("/api/tabs/payment", tab).await.ok()["tab"], json!({"status": "paid", "dueLRD": "0.00"}));
}

#[tokio::test]
async fn two_readings_settle_by_the_lesser_and_give_change_by_the_greater() {
    let bar = TestBar::with_odd_prices().await;
    bar.product(json!({"name": "Wine", "priceUSD": "7.01", "priceLRD": "1202.30", "stock": 50})).await;
    for (laid_down, expected) in [
        ("1200", ["0.00", "2.30", "1200.00"]),
        ("1250", ["0.00", "0.00", "1250.00"]),
        // $7.01 is L$1,331.90 at the rate.
        ("1330", ["0.00", "0.00", "1330.00"]),
        ("1400", ["70.00", "1.90", "1400.00"]),
    ] {
        let sold = bar.sells_paid_by("Wine", json!({"tenders": [tender("cash", "LRD", laid_down)]})).await.created();
        assert_eq!(lrd_of(&sold["payment"]), expected, "L${laid_down}");
    }
    bar.sells_paid_by("Wine", json!({"tenders": [tender("cash", "LRD", "1195")]})).await.refused(409, "underpaid");
}

#[tokio::test]
async fn tips_are_taken_before_change_is_given() {
    let bar = TestBar::with_odd_prices().await;
    bar.sets_tips("person").await;
    let laid_down = |amount: &str| json!([tender("cash", "LRD", amount)]);
    // L$602.30 and L$50 are L$650 in cash.
    let sold = bar.sells_paid_by("Two", json!({"tenders": laid_down("700"), "tipLRD": "50"})).await.created();
    assert_eq!(lrd_of(&sold["payment"]), ["50.00", "2.30", "700.00"]);
    let sold = bar.sells_paid_by("Two", json!({"tenders": laid_down("700"), "keepChange": true})).await.created();
    assert_fields(&sold["payment"], json!({"tipLRD": "100.00", "changeLRD": "0.00", "roundingLRD": "2.30", "amountLRD": "700.00"}));
}

#[tokio::test]
async fn a_void_gives_back_what_was_kept_and_its_parts_can_be_paid() {
    let bar = TestBar::with_odd_prices().await;
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "40.00", "4000.00").await;
    let sold = bar.sells_paid_by("Two", json!({"tenders": [tender("cash", "LRD", "605")]})).await.created();
    let x = bar.x(&shift).await;
    expect_rows(&x, "bridge", &[("sales", "3.17", "0.00"), ("rounding", "0.00", "-2.30"), ("takings", "0.00", "600.00")]);
    bar.voids_sale(&sold).await.ok();
    expect_rows(&bar.x(&shift).await, "cash", &[("expected", "40.00", "4000.00")]);
    expect_rows(&bar.x(&shift).await, "bridge", &NOTHING_LEFT);
    // L$301.15 a piece: pieces give back L$300 each, together what was kept.
    let lines = json!([{"productId": bar.id_of("Two").await, "quantity": 3}]);
    let sold =
        bar.bartender().post("/api/sales/batch", json!({"sales": lines, "tenders": [tender("cash", "LRD", "1805")]})).await.created();
    let path = format!("/api/sales/{}/void", sold["sales"][0]["id"]);
    let mut given = 0;
    for _ in 0..3 {
        let voided = bar.manager().post(&path, json!({"reason": "Wrong drink", "quantity": 1})).await.ok();
        let back = minor(&voided["refunds"].as_array().expect("refunds").last().expect("one")["tenders"][0]["amount"]);
        assert_eq!(back % 500, 0, "{back}");
        given += back;
    }
    assert_eq!(given, -180_500);
    expect_rows(&bar.x(&shift).await, "cash", &[("expected", "40.00", "4000.00")]);
    expect_rows(&bar.x(&shift).await, "bridge", &NOTHING_LEFT);
}

#[tokio::test]
async fn what_goes_back_takes_its_rounding_with_it() {
    let bar = TestBar::with_odd_prices().await;
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "40.00", "4000.00").await;
    // A refund of a receipt with three lines, line by line.
    let lines = bar.items(&[("Two", 1), ("Three", 1), ("Two", 2)]).await;
    let total = json!({"sales": lines, "tenders": [tender("cash", "LRD", "2500")]});
    let sold = bar.bartender().post("/api/sales/batch", total).await.created();
    let path = format!("/api/receipts/{}/refund", text(&sold["receipt"]["receiptNumber"]));
    for line in sold["sales"].as_array().expect("sales") {
        let part = json!({"reason": "Wrong drink", "items": [{"saleId": line["id"], "quantity": line["quantity"]}]});
        bar.manager().post(&path, part).await.created();
    }
    expect_rows(&bar.x(&shift).await, "bridge", &NOTHING_LEFT);
    // An order that was paid.
    let order = bar.takes_order(&[("Two", 1), ("Three", 2)]).await;
    bar.pays(&order, json!({"tenders": [tender("cash", "LRD", "2500")]})).await.ok();
    bar.manager().post(&format!("/api/orders/{}/void", order["id"]), json!({"reason": "Wrong drink"})).await.ok();
    expect_rows(&bar.x(&shift).await, "bridge", &NOTHING_LEFT);
    // A tab that was paid.
    bar.sells_on_credit(CUSTOMER, "Two", 1).await;
    let tab = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "amountLRD": "605"});
    let paid = bar.bartender().post("/api/tabs/payment", tab).await.ok();
    let receipt = text(&paid["receipt"]["receiptNumber"]);
    let sales = bar.manager().get("/api/sales").await.ok();
    let sale = sales.as_array().expect("sales").iter().find(|sale| sale["receiptNumber"] == receipt).expect("the sale");
    let body = json!({"reason": "Wrong drink", "lines": [{"saleId": sale["id"]}]});
    bar.manager().post(&format!("/api/receipts/{receipt}/void"), body).await.ok();
    expect_rows(&bar.x(&shift).await, "bridge", &NOTHING_LEFT);
}

/// Random counter sales, orders and refunds: the drawer expects only what notes and coins make up, and everything that is given back is
/// what was kept.
#[tokio::test]
async fn a_random_night_in_liberian_dollars_leaves_a_drawer_that_can_be_counted() {
    let bar = TestBar::with_odd_prices().await;
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "0.00", "4000.00").await;
    let mut rng = SeededRng::new(46);
    let ids = [bar.id_of("Two").await, bar.id_of("Three").await, bar.id_of("Cocktail").await, bar.id_of("Rice").await];
    let mut receipts = Vec::new();
    for _ in 0..40 {
        let lines: Vec<Value> =
            (0..=rng.below(3)).map(|_| json!({"productId": ids[rng.below(4) as usize], "quantity": rng.below(3) + 1})).collect();
        let laid_down = format!("{}.00", 20_000 + rng.below(400) * 5);
        let body = json!({"sales": lines, "tenders": [tender("cash", "LRD", &laid_down)]});
        let sold = bar.bartender().post("/api/sales/batch", body).await.created();
        receipts.push(sold["sales"].as_array().expect("lines").clone());
        bar.expects_payable(&shift).await;
    }
    for lines in &receipts {
        for line in lines {
            let mut left = line["quantity"].as_u64().expect("pieces");
            while left > 0 {
                let pieces = rng.below(left) + 1;
                left -= pieces;
                let path = format!("/api/sales/{}/void", line["id"]);
                bar.manager().post(&path, json!({"reason": "Wrong drink", "quantity": pieces})).await.ok();
                bar.expects_payable(&shift).await;
            }
        }
    }
    expect_rows(&bar.x(&shift).await, "cash", &[("expected", "0.00", "4000.00")]);
}
