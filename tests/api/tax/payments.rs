//! Gross is what is owed: payments, remaining amounts, tenders, change, tips, the drawer, and the total that a phone claims.

use serde_json::{Value, json};

use super::{classes, figures, rate};
use crate::bar::TestBar;
use crate::tills::{DRAWER, expect_rows};

#[tokio::test]
async fn order_a_added() {
    for tender in [json!({"amountUSD": "10.17"}), json!({"amountLRD": "1932.30"}), json!({"amountUSD": "4.52", "amountLRD": "1073.50"})] {
        let bar = TestBar::with_gst("added").await;
        let order = bar.order_a(2, 1).await;
        let names = ["totalAmountUSD", "totalAmountLRD", "taxUSD", "taxLRD", "grandTotalUSD", "grandTotalLRD"];
        assert_eq!(figures(&order, names), ["9.00", "1710.00", "1.17", "222.30", "10.17", "1932.30"]);
        assert_eq!(figures(&order, ["owedUSD", "owedLRD", "remainingUSD", "remainingLRD"]), ["4.52", "1073.50", "10.17", "1932.30"]);
        let paid = bar.pays(&order, tender.clone()).await.ok();
        assert_eq!((&paid["order"]["paymentStatus"], &paid["payment"]["changeLRD"]), (&json!("paid"), &json!("0.00")), "{tender}");
        assert_eq!(figures(&paid["receipt"], names), ["10.17", "1932.30", "1.17", "222.30", "10.17", "1932.30"]);
    }
}

#[tokio::test]
async fn a_part_payment_leaves_the_rest_of_the_gross() {
    let bar = TestBar::with_gst("added").await;
    let order = bar.order_a(2, 1).await;
    let paid = bar.pays(&order, json!({"amountUSD": "4.00"})).await.ok();
    assert_eq!(figures(&paid["order"], ["owedUSD", "owedLRD", "remainingUSD"]), ["0.52", "1073.50", "6.17"]);
    let settled = bar.pays(&order, json!({"amountUSD": "7.00"})).await.ok();
    assert_eq!(
        (&settled["order"]["paymentStatus"], &settled["payment"]["changeLRD"]),
        (&json!("paid"), &json!("160.00")),
        "of $0.83, to L$5"
    );
}

#[tokio::test]
async fn a_counter_sale_without_tenders_is_one_tender_of_its_gross() {
    let bar = TestBar::with_gst("added").await;
    let sale = bar.sells("Club", 2).await;
    let tenders = &sale["payment"]["tenders"];
    assert_eq!(tenders.as_array().map(Vec::len), Some(1));
    assert_eq!((&tenders[0]["method"], &tenders[0]["currency"], &tenders[0]["amount"]), (&json!("cash"), &json!("USD"), &json!("4.52")));
    assert_eq!(figures(&sale, ["totalAmount", "grossUSD"]), ["4.00", "4.52"]);
    let sell = async |amount: &str| {
        bar.bartender().post("/api/sales", json!({"productId": bar.id_of("Club").await, "quantity": 2, "amountUSD": amount})).await
    };
    let refused = sell("4.00").await.refused(409, "underpaid");
    assert_eq!(figures(&refused, ["remainingUSD", "remainingLRD"]), ["0.52", "98.80"]);
    let change = sell("5.00").await.created();
    assert_eq!(change["payment"]["changeLRD"], "90.00", "of $0.48, to L$5");
    bar.expect_takings_usd("9.52", "-90.00").await;
}

impl TestBar {
    async fn expect_takings_usd(&self, usd: &str, lrd: &str) {
        assert_eq!(self.takings().await.get("cash"), Some(&(usd.to_owned(), lrd.to_owned())));
    }
}

#[tokio::test]
async fn a_claimed_price_is_without_what_comes_on_top_and_a_claimed_grand_total_with_it() {
    for (mode, grand) in [("included", ["4.00", "760.00"]), ("added", ["4.52", "858.80"])] {
        let bar = TestBar::with_gst(mode).await;
        let club = bar.id_of("Club").await;
        let line = json!({"productId": club, "quantity": 2, "unitPrice": "2.00", "totalAmount": "4.00", "totalAmountLRD": "760.00"});
        let body = |usd: &str, lrd: &str| {
            let mut body = line.clone();
            (body["grandTotalUSD"], body["grandTotalLRD"]) = (json!(usd), json!(lrd));
            body
        };
        bar.bartender().post("/api/sales", body(grand[0], grand[1])).await.created();
        let refused = bar.bartender().post("/api/sales", body(grand[0], "759.99")).await.refused(409, "price_changed");
        assert_eq!(figures(&refused, ["grandTotalUSD", "grandTotalLRD"]), grand, "{mode}");
        assert_eq!(refused["fresh"]["totalAmountUSD"], "4.00");
        let batch = json!({"sales": [line], "grandTotalUSD": "9.99"});
        let refused = bar.bartender().post("/api/sales/batch", batch.clone()).await.refused(409, "price_changed");
        assert_eq!(
            (figures(&refused, ["grandTotalUSD", "grandTotalLRD"]), refused["fresh"][0]["productId"].clone()),
            (grand.map(str::to_owned), json!(club))
        );
        bar.bartender().post("/api/sales/quote", batch).await.refused(409, "price_changed");
        let order = bar.order_a(2, 1).await;
        let refused = bar.pays(&order, json!({"amountUSD": "1.00", "grandTotalUSD": "1.00"})).await.refused(409, "price_changed");
        assert_eq!(figures(&refused, ["grandTotalUSD", "grandTotalLRD"]), figures(&order, ["grandTotalUSD", "grandTotalLRD"]));
        bar.pays(&order, json!({"amountUSD": "1.00", "grandTotalUSD": order["grandTotalUSD"], "grandTotalLRD": order["grandTotalLRD"]}))
            .await
            .ok();
    }
}

#[tokio::test]
async fn a_rate_that_changes_between_quote_and_sale_is_refused_to_a_phone_that_claims_and_taken_from_one_that_does_not() {
    let bar = TestBar::with_gst("added").await;
    let sales = bar.items(&[("Club", 2)]).await;
    let quote = bar.bartender().post("/api/sales/quote", json!({"sales": sales})).await.ok();
    bar.sets_tax(json!({"classes": classes(json!([rate(Value::Null, "VAT", "18")]))})).await;
    let claimed = json!({"sales": sales, "grandTotalUSD": quote["grandTotalUSD"]});
    let refused = bar.bartender().post("/api/sales/batch", claimed).await.refused(409, "price_changed");
    assert_eq!(refused["grandTotalUSD"], "4.72");
    let sold = bar.bartender().post("/api/sales/batch", json!({"sales": sales})).await.created();
    assert_eq!(sold["receipt"]["grandTotalUSD"], "4.72");
}

#[tokio::test]
async fn the_drawer_adds_up_with_tax_on_top() {
    let bar = TestBar::with_gst("added").await;
    bar.sets_cash(json!({"mode": "drawer", "countBy": "totals"})).await;
    let shift = bar.opens(&bar.manager(), DRAWER, "10.00", "1000.00").await;
    bar.sells("Club", 2).await;
    let order = bar.order_a(2, 1).await;
    bar.pays(&order, json!({"amountUSD": "10.17"})).await.ok();
    let sale = bar.sells("Rice", 1).await;
    bar.voids_sale(&sale).await.ok();
    bar.sells_on_credit(("Weah", ""), "Club", 1).await;
    let x = bar.x(&shift).await;
    // What was sold is what was owed, so that the bridge leads to the takings: $4.52 + $4.52, and L$1,073.50 twice.
    expect_rows(
        &x,
        "bridge",
        &[
            ("sales", "9.04", "2147.00"),
            ("voided", "0.00", "-1073.50"),
            ("otherCurrency", "5.65", "-1073.50"),
            ("rounding", "0.00", "0.00"),
            ("takings", "14.69", "0.00"),
        ],
    );
    let row = |lines: i64, usd: [&str; 2], lrd: [&str; 2]| (json!(lines), [usd[0], usd[1], lrd[0], lrd[1]].map(str::to_owned));
    let of = |part: &str| (x["tax"][part][0]["lines"].clone(), figures(&x["tax"][part][0], ["netUSD", "taxUSD", "netLRD", "taxLRD"]));
    assert_eq!(of("rows"), row(4, ["8.00", "1.04"], ["1900.00", "247.00"]));
    assert_eq!(of("voids"), row(-1, ["0.00", "0.00"], ["-950.00", "-123.50"]));
    let file = bar.manager().get(&format!("/api/shifts/{}/x?format=csv", shift["id"])).await.text();
    assert!(file.contains("\ntax,\"GST 13 %, added, tax\",USD,1.04,\n"), "{file}");
    assert_eq!(figures(&x["givenOnCredit"], ["amountUSD", "amountLRD"]), ["2.26", "0.00"]);
    expect_rows(
        &x,
        "cash",
        &[
            ("opening", "10.00", "1000.00"),
            ("tendered", "14.69", "1075.00"),
            ("refunds", "0.00", "-1075.00"),
            ("expected", "24.69", "1000.00"),
        ],
    );
}

#[tokio::test]
async fn a_tip_is_neither_revenue_nor_taxed() {
    let bar = TestBar::with_gst("added").await;
    bar.admin().put("/api/settings", json!({"tips": {"mode": "person"}})).await.ok();
    let order = bar.order_a(2, 1).await;
    let paid = bar.pays(&order, json!({"amountUSD": "12.17", "tipUSD": "2.00"})).await.ok();
    assert_eq!(figures(&paid["receipt"], ["grandTotalUSD", "taxUSD"]), ["10.17", "1.17"]);
    assert_eq!(figures(&paid["payment"], ["tipUSD", "changeUSD", "changeLRD"]), ["2.00", "0.00", "0.00"]);
}
