//! Where refunds count: tills, tax, the fiscal device, lists and exports, and on paper.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;
use crate::tax::fake_adapter::{Answer, FakeAdapter};
use crate::tax::figures;
use crate::tills::{DRAWER, expect_rows};

/// 5 pieces of a product for L$1,900, as a sale line.
async fn sells_five(bar: &TestBar, name: &str) -> Value {
    let body = json!({"sales": [{"productId": bar.id_of(name).await, "quantity": 5}],
        "tenders": [{"method": "cash", "currency": "LRD", "amount": "1900"}]});
    bar.bartender().post("/api/sales/batch", body).await.created()["sales"][0].clone()
}

#[tokio::test]
async fn a_refund_is_a_negative_sale_of_its_shift() {
    let bar = TestBar::with_tills("drawer").await;
    let first = bar.opens(&bar.manager(), DRAWER, "0.00", "0.00").await;
    let sale = sells_five(&bar, "Beer").await;
    bar.refunds(&sale, json!({"quantity": 1})).await.created();
    let x = bar.x(&first).await;
    expect_rows(
        &x,
        "bridge",
        &[("sales", "8.00", "0.00"), ("voided", "0.00", "0.00"), ("otherCurrency", "-8.00", "1520.00"), ("takings", "0.00", "1520.00")],
    );
    expect_rows(&x, "cash", &[("refunds", "0.00", "-380.00"), ("refundsEarlier", "0.00", "0.00"), ("expected", "0.00", "1520.00")]);
    assert_fields(&x, json!({"receipts": 2, "firstReceipt": "R-20261121-0001", "lastReceipt": "R-20261121-0002"}));
    assert_eq!(x["voids"]["count"], 0);
    let z = bar.counts(&bar.manager(), &first, "0.00", "1520.00", json!({})).await.ok()["zNumber"].clone();
    let z = bar.manager().get(&format!("/api/z/{}", text(&z))).await.ok();
    let second = bar.opens(&bar.manager(), DRAWER, "0.00", "1520.00").await;
    bar.refunds(&sale, json!({"quantity": 2})).await.created();
    let x = bar.x(&second).await;
    expect_rows(&x, "bridge", &[("sales", "-4.00", "0.00"), ("otherCurrency", "4.00", "-760.00"), ("takings", "0.00", "-760.00")]);
    expect_rows(&x, "cash", &[("refunds", "0.00", "0.00"), ("refundsEarlier", "0.00", "-760.00"), ("expected", "0.00", "760.00")]);
    assert_eq!(x["perpetual"], json!({"receipts": 1, "soldUSD": "10.00", "voidedUSD": "6.00"}));
    assert_eq!(bar.manager().get(&format!("/api/z/{}", text(&z["number"]))).await.ok(), z, "the Z stays");
}

#[tokio::test]
async fn a_refund_takes_frozen_tax_back_on_its_own_day_to_the_cent() {
    let bar = TestBar::with_gst("added").await;
    let sale = bar.sells("Club", 3).await;
    let report = async |day: &str| bar.admin().get(&format!("/api/reports/tax?from={day}&to={day}")).await.ok();
    let old_day = report("2026-11-21").await;
    bar.clock.jump_to("2026-11-22T20:00:00Z");
    // $6.00 and $0.78 of tax: one piece is $2.26.
    let piece = bar.refunds(&sale, json!({"quantity": 1})).await.created();
    assert_eq!(figures(&piece["receipt"], ["totalAmountUSD", "taxUSD", "grandTotalUSD"]), ["-2.26", "-0.26", "-2.26"]);
    assert_eq!(piece["payment"]["tenders"][0]["amount"], "-2.26");
    let goodwill = bar.refunds(&sale, json!({"amount": "1.00"})).await.created();
    assert_eq!(figures(&goodwill["receipt"], ["totalAmountUSD", "taxUSD"]), ["-1.00", "-0.12"]);
    let rest = bar.refunds(&sale, json!({"amount": "3.53"})).await.refused(409, "conflict");
    assert_eq!(rest["refundable"], "3.52");
    bar.refunds(&sale, json!({"amount": "3.52"})).await.created();
    assert_eq!(report("2026-11-21").await, old_day);
    let day = report("2026-11-22").await;
    assert_eq!((&day["rows"], &day["receipts"]["count"]), (&json!([]), &json!(0)));
    assert_eq!(figures(&day["voids"][0], ["netUSD", "taxUSD", "worthNetLRD", "worthTaxLRD"]), ["-6.00", "-0.78", "-1140.00", "-148.20"]);
    let csv = bar.admin().get("/api/reports/tax?from=2026-11-22&to=2026-11-22&format=csv&detail=lines").await.text();
    assert_eq!(csv.lines().filter(|line| line.contains("void")).count(), 3, "{csv}");
    assert!(csv.contains("R-20261122-0001") && csv.contains("-2.26"), "{csv}");
    let analytics = bar.admin().get("/api/sales/analytics").await.ok();
    assert_eq!(figures(&analytics, ["totalRevenue", "taxUSD", "netUSD"]), ["0.00", "0.00", "0.00"]);
}

#[tokio::test]
async fn a_service_charge_and_an_exempt_line_are_refunded_as_they_were_paid() {
    let bar = TestBar::with_gst("included").await;
    bar.sets_service_charge(json!({"mode": "manual"})).await;
    let order = bar.order_a(2, 1).await;
    bar.bartender().post(&format!("/api/orders/{}/service-charge", order["id"]), json!({"apply": true})).await.ok();
    bar.manager()
        .put(&format!("/api/orders/{}/tax-exemption", order["id"]), json!({"name": "US Embassy", "documentNumber": "DIP-2231"}))
        .await
        .ok();
    let owed = bar.order(&order).await;
    bar.pays(&order, json!({"amountUSD": owed["remainingUSD"], "amountLRD": "0"})).await.ok();
    let lines = bar.sale_lines().await;
    let items: Vec<Value> = lines.iter().map(|line| json!({"saleId": line["id"], "quantity": line["quantity"]})).collect();
    let refunded = bar.refunds_items(&lines[0], json!(items)).await.created();
    let receipt = bar.bartender().get("/api/receipts/R-20261121-0001").await.ok();
    let positive = |name: &str| format!("-{}", text(&receipt[name]));
    for name in ["totalAmountUSD", "totalAmountLRD", "serviceChargeUSD", "serviceChargeLRD"] {
        assert_eq!(refunded["receipt"][name], positive(name), "{name}");
    }
    bar.expect_takings(&[]).await;
    bar.expect_stock("Club", 100).await;
    let detail = bar.bartender().get("/api/receipts/R-20261121-0002").await.ok();
    assert_fields(&detail["taxExemption"], json!({"name": "US Embassy"}));
    assert_eq!(bar.admin().get("/api/sales/analytics").await.ok()["totalRevenue"], "0.00");
}

#[tokio::test]
async fn a_refund_is_signed_under_its_own_receipt() {
    let adapter = FakeAdapter::start(Answer::Signs).await;
    let bar = TestBar::with_gst("included").await;
    bar.admin().put("/api/settings", json!({"fiscal": {"url": adapter.url(), "policy": "later"}})).await.ok();
    let sale = bar.sells("Club", 2).await;
    bar.refunds(&sale, json!({"quantity": 1})).await.created();
    bar.wait_until("/api/fiscal/documents", |documents| values_of(documents, "status") == ["signed", "signed"]).await;
    let document = adapter.received()[1].clone();
    let expected =
        json!({"documentId": "R-20261121-0002", "transaction": "refund", "number": "R-20261121-0002", "refundOf": "R-20261121-0001"});
    assert_fields(&document, expected.clone());
    assert_eq!(figures(&document, ["grandTotalUSD", "grandTotalLRD"]), ["2.00", "380.00"]);
    assert_eq!(figures(&document["lines"][0], ["netUSD", "taxUSD", "grossUSD"]), ["1.77", "0.23", "2.00"]);
    assert_eq!(document["lines"][0]["quantity"], 1);
    assert_fields(&bar.manager().get("/api/fiscal/documents").await.ok()[0], expected);
    let detail = bar.bartender().get("/api/receipts/R-20261121-0002").await.ok();
    assert_fields(&detail["fiscal"], json!({"status": "signed"}));
}

#[tokio::test]
async fn lists_reports_and_exports_have_the_negative_lines() {
    let bar = TestBar::stocked().await;
    let sale = sells_five(&bar, "Beer").await;
    bar.sells("Whisky", 1).await;
    bar.refunds(&sale, json!({"quantity": 2})).await.created();
    let receipts = bar.bartender().get("/api/receipts").await.ok();
    assert_eq!(values_of(&receipts, "kind"), ["refund", "sale", "sale"]);
    assert_eq!(values_of(&bar.bartender().get("/api/receipts?q=beer&method=cash").await.ok(), "kind"), ["refund", "sale"]);
    assert_eq!(values_of(&bar.bartender().get("/api/receipts?voided=true").await.ok(), "kind"), Vec::<Value>::new());
    let best = bar.bartender().get("/api/products/best-sellers").await.ok();
    assert_eq!(values_of(&best["products"], "quantity"), [3, 1]);
    let csv = bar.admin().get("/api/reports/sales?startDate=2026-11-21&endDate=2026-11-21&format=csv").await.text();
    assert!(csv.contains("R-20261121-0003") && csv.contains("-4.00"), "{csv}");
    let sheet = bar.manager().get("/api/sheets/2026-11-21").await.ok();
    assert!(sheet.to_string().contains("12.00"), "{sheet}");
    let payments = bar.manager().get("/api/payments").await.ok();
    assert_eq!(values_of(&payments, "kind"), ["refund", "payment", "payment"]);
}

#[tokio::test]
async fn a_refund_prints_with_two_lines_to_sign_on() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::with_printer(&printer.url()).await.and_stocked().await;
    let sale = sells_five(&bar, "Beer").await;
    bar.refunds(&sale, json!({"quantity": 2})).await.created();
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    let page = pages(&printer).pop().expect("a page");
    let wide = |left: &str, right: &str| format!("{left}{right:>width$}", width = 48 - left.len());
    for line in [
        "REFUND".to_owned(),
        "For R-20261121-0001".to_owned(),
        wide("Receipt", "R-20261121-0002"),
        wide("-2 x Beer", "-$4.00"),
        wide("Paid back", "L$760"),
        format!("Guest {}", "_".repeat(42)),
        format!("Staff {}", "_".repeat(42)),
    ] {
        assert!(page.iter().any(|printed| printed.trim_end() == line), "{line} is not in {page:#?}");
    }
    bar.bartender().post("/api/receipts/R-20261121-0001/print", json!({})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed", "confirmed", "confirmed"]).await;
    let page = pages(&printer).pop().expect("a page");
    assert!(page.iter().any(|line| line.starts_with("  Refunded 2 of 5")), "{page:#?}");
}
