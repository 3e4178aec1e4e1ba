//! Debts from before the box: on tabs and receipts, in takings, and in no figure of sales.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::assert_fields;
use crate::tills::{DRAWER, expect_rows};

async fn owes(bar: &TestBar, amount: Value) -> Value {
    let mut body = json!({"customerName": "Saye Dolo", "customerPhone": "0770"});
    body.as_object_mut().expect("members").extend(amount.as_object().expect("members").clone());
    bar.manager().post("/api/credit", body).await.created()
}

#[tokio::test]
async fn an_old_debt_is_on_the_tab_without_goods() {
    let bar = TestBar::stocked().await;
    let item = owes(&bar, json!({"amountUSD": "25.00", "since": "2026-10-01", "notes": "page 12"})).await;
    assert_fields(
        &item,
        json!({"kind": "old_debt", "productId": null, "productName": "From the old book", "quantity": 1, "totalAmount": "25.00",
            "currency": "USD", "status": "active", "since": "2026-10-01", "notes": "page 12", "owedUSD": "25.00", "customerName": "Saye Dolo"}),
    );
    let in_lrd = owes(&bar, json!({"amountLRD": "2660.00"})).await;
    assert_fields(&in_lrd, json!({"currency": "LRD", "owedLRD": "2660.00", "owedUSD": "0.00", "since": null}));
    assert_fields(&bar.tabs().await[0], json!({"totalUSD": "39.00", "dueUSD": "39.00", "status": "unpaid"}));
    let oldest = bar.customers("").await[0]["oldestAt"].clone();
    assert!(oldest.as_str().is_some_and(|at| at.starts_with("2026-10-01")), "{oldest}");
    let said = bar.audit_summaries("credit.old_debt", 2).await;
    assert_eq!(
        said,
        ["Old debt of L$2,660 put on the tab of Saye Dolo", "Old debt of $25.00 since 2026-10-01 put on the tab of Saye Dolo"]
    );
    let body = json!({"customerName": "Saye Dolo", "amountUSD": 1});
    bar.bartender().post("/api/credit", body).await.refused(403, "forbidden");
    let figures = bar.bartender().get("/api/bartender/dashboard-stats").await.ok();
    assert_eq!(figures["todaysSales"], "0.00", "{figures}");
}

#[tokio::test]
async fn paid_it_is_takings_and_a_receipt_and_no_revenue() {
    let bar = TestBar::with_tills("drawer").await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await;
    owes(&bar, json!({"amountLRD": "1900.00"})).await;
    bar.sells_on_credit(("Saye Dolo", "0770"), "Whisky", 1).await;
    let pay = async |dollars: i64| {
        let body = json!({"customerName": "Saye Dolo", "amountUSD": dollars});
        bar.bartender().post("/api/tabs/payment", body).await
    };
    let part = pay(4).await.ok();
    assert_eq!(part["receipt"], Value::Null);
    expect_rows(
        &bar.x(&shift).await,
        "bridge",
        &[("sales", "0.00", "0.00"), ("oldDebts", "4.00", "0.00"), ("partsReceived", "0.00", "0.00"), ("takings", "4.00", "0.00")],
    );
    let paid = pay(12).await.ok();
    let receipt = bar.bartender().get(&format!("/api/receipts/{}", paid["receipt"]["receiptNumber"].as_str().expect("one"))).await.ok();
    assert_eq!(values_of(&receipt["items"], "kind"), ["old_debt", "product"]);
    assert_eq!(values_of(&receipt["items"], "name"), ["From the old book", "Whisky"]);
    expect_rows(
        &bar.x(&shift).await,
        "bridge",
        &[
            ("sales", "6.00", "0.00"),
            ("otherCurrency", "0.00", "0.00"),
            ("oldDebts", "10.00", "0.00"),
            ("partsReceived", "0.00", "0.00"),
            ("changeInOther", "0.00", "0.00"),
            ("takings", "16.00", "0.00"),
        ],
    );
    bar.expect_takings(&[("cash", "16.00", "0.00")]).await;
    assert_eq!(values_of(&json!(bar.sale_lines().await), "productName"), ["Whisky"]);
    let report = bar.admin().get("/api/admin/sales-report").await.ok();
    assert_fields(&report["overallSummary"], json!({"totalRevenue": "6.00", "totalSales": 1}));
    let analytics = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&analytics, json!({"totalRevenue": "6.00", "revenueLRD": "0.00", "salesCount": 1, "totalQuantity": 1}));
    let recent = bar.admin().get("/api/admin/recent-sales-with-customers").await.ok();
    assert_eq!(values_of(&recent, "productName"), ["Whisky"]);
}

#[tokio::test]
async fn alone_on_its_receipt_it_is_no_sale_and_can_be_voided() {
    let bar = TestBar::with_tills("drawer").await;
    let shift = bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await;
    let debt = owes(&bar, json!({"amountUSD": "25.00"})).await;
    let paid = bar.pays_credit(&debt, json!({"amountUSD": 25})).await.ok();
    assert_fields(&paid["credit"], json!({"status": "paid", "kind": "old_debt"}));
    let number = paid["receipt"]["receiptNumber"].as_str().expect("a receipt").to_owned();
    let analytics = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&analytics, json!({"totalRevenue": "0.00", "salesCount": 0}));
    assert_eq!(bar.sale_lines().await.len(), 0);
    let of_receipt = bar.manager().get(&format!("/api/sales?q={number}")).await.ok();
    assert_eq!(values_of(&of_receipt, "kind"), ["old_debt"], "listed for its receipt alone");
    let line = of_receipt[0]["id"].clone();
    let refund = json!({"items": [{"saleId": line, "quantity": 1}], "reason": "x"});
    bar.manager().post(&format!("/api/receipts/{number}/refund"), refund).await.refused(409, "conflict");
    let void = json!({"lines": [{"saleId": line}], "reason": "Paid twice"});
    bar.manager().post(&format!("/api/receipts/{number}/void"), void).await.ok();
    expect_rows(
        &bar.x(&shift).await,
        "bridge",
        &[("sales", "0.00", "0.00"), ("voided", "0.00", "0.00"), ("oldDebts", "0.00", "0.00"), ("takings", "0.00", "0.00")],
    );
    let analytics = bar.bartender().get("/api/sales/analytics").await.ok();
    assert_fields(&analytics, json!({"totalRevenue": "0.00", "salesCount": 0}));
}

#[tokio::test]
async fn with_tax_it_has_none_and_is_in_no_row() {
    let bar = TestBar::with_gst("included").await;
    let debt = owes(&bar, json!({"amountUSD": "25.00"})).await;
    let paid = bar.pays_credit(&debt, json!({})).await.ok();
    assert_fields(&paid["receipt"], json!({"totalAmountUSD": "25.00"}));
    let number = paid["receipt"]["receiptNumber"].as_str().expect("a receipt").to_owned();
    let receipt = bar.bartender().get(&format!("/api/receipts/{number}")).await.ok();
    assert_eq!(receipt["taxRows"], json!([]), "{receipt}");
}
