//! The receipt page for guests: found only through the printed QR code, and without names of people.

use barback::printer::raster;
use serde_json::{Value, json};
use store::set_metadata;

use crate::bar::{ADMIN_PASSWORD, BARTENDER_PASSWORD, TestBar, text, values_of};
use crate::escpos_reader::Command;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::{CUSTOMER, assert_fields};
use crate::printing_steps::{jobs, pages};

/// The guest URL of a receipt, and the token in it.
async fn guest_url(bar: &TestBar, number: &str) -> (String, String) {
    let detail = bar.bartender().get(&format!("/api/receipts/{number}")).await.ok();
    let url = text(&detail["guestUrl"]).to_owned();
    let token = url.rsplit_once("/r/").expect("a receipt's address").1.to_owned();
    (url, token)
}

async fn paid_order(bar: &TestBar) -> String {
    let order = bar.takes_order(&[("Beer", 2), ("Rice", 1)]).await;
    let paid = bar.pays(&order, json!({"amountUSD": 20, "changeIn": "LRD", "paymentMethod": "cash"})).await.ok();
    text(&paid["receipt"]["receiptNumber"]).to_owned()
}

#[tokio::test]
async fn a_guest_sees_the_receipt_without_names() {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"businessName": "Sunset", "phone": "0888"})).await.ok();
    let number = paid_order(&bar).await;
    let (url, token) = guest_url(&bar, &number).await;
    assert!(url.starts_with("http://") && token.len() == 32, "{url}");
    let receipt = bar.guest().get(&format!("/api/guest-receipts/{token}")).await;
    assert!(receipt.header("etag").is_some());
    let receipt = receipt.ok();
    assert_fields(
        &receipt,
        json!({"receiptNumber": number, "paymentMethod": "cash", "businessInfo": {"name": "Sunset", "address": "", "phone": "0888"},
        "totalAmountUSD": "9.00", "totalAmountLRD": "1710.00", "createdAt": "2026-11-21T20:00:00.000Z"}),
    );
    assert_eq!(
        receipt["totals"],
        json!({"displaySubtotal": null, "displayTotal": "$9.00 / L$1,710", "displayPaid": "$20.00", "displayPaidBack": null, "displayChange": "L$2,090", "displayVoided": null,
            "displayEarlier": null, "displayOnAccount": null, "displayStillOwed": null, "displayOpen": null})
    );
    assert_eq!(receipt["transactionInfo"]["exchangeRate"], 190);
    assert_eq!(values_of(&receipt["items"], "name"), ["Beer", "Rice"]);
    let all = receipt.to_string();
    for secret in ["bartender", CUSTOMER.1, "servedBy", "customerPhone", "userName"] {
        assert!(!all.contains(secret), "{secret} must not be shown to guests: {all}");
    }
}

#[tokio::test]
async fn other_receipt_tokens_are_not_found() {
    let bar = TestBar::stocked().await;
    let number = paid_order(&bar).await;
    let (_, token) = guest_url(&bar, &number).await;
    let other: String = token.chars().rev().collect();
    for name in [number.as_str(), "1", "x", &other, &token[1..], &format!("{token}A"), &token.to_lowercase()] {
        bar.guest().get(&format!("/api/guest-receipts/{name}")).await.refused(404, "not_found");
    }
    let (_, elsewhere) = guest_url(&TestBar::fresh_stocked().await, &number).await;
    assert_ne!(token, elsewhere, "each bar has its own tokens");
    bar.guest().get(&format!("/api/guest-receipts/{elsewhere}")).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_printed_code_works_after_a_restart_and_on_another_box() {
    let mut bar = TestBar::stocked().await;
    let number = paid_order(&bar).await;
    let (url, token) = guest_url(&bar, &number).await;
    // As after a restore: another session key, and all tables rebuilt.
    bar.store().write(|tables| set_metadata(tables, "secret", "of another box")).expect("written");
    bar.store().write(|tables| set_metadata(tables, "tables", "0")).expect("written");
    bar.restart().await;
    assert_fields(&bar.guest().get(&format!("/api/guest-receipts/{token}")).await.ok(), json!({"receiptNumber": number}));
    assert!(url.ends_with(&token));
}

#[tokio::test]
async fn the_printed_qr_code_leads_to_the_receipt() {
    let printer = FakePrinter::start(Behavior::Normal);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({}))]).await;
    bar.admin().put("/api/settings", json!({"publicUrl": "http://sunset.example/"})).await.ok();
    let number = paid_order(&bar).await;
    bar.wait_for_jobs(&["confirmed"]).await;
    let (url, token) = guest_url(&bar, &number).await;
    assert_eq!(url, format!("http://sunset.example/r/{token}"), "the public address comes first");
    let printed: Vec<u8> = jobs(&printer)[0]
        .iter()
        .filter_map(|command| if let Command::Raster { bytes, .. } = command { Some(bytes.clone()) } else { None })
        .flatten()
        .collect();
    assert_eq!(printed, raster::qr(&url, 576).expect("a code").bytes());
    assert!(pages(&printer)[0].contains(&"This receipt on your phone".to_owned()));
}

#[tokio::test]
async fn a_printer_without_graphics_prints_no_address() {
    let printer = FakePrinter::start(Behavior::NoReplies);
    let bar = TestBar::stocked().await;
    bar.sets_up_printers(&[("Bar", &printer, json!({"profile": "safe"}))]).await;
    bar.sells("Beer", 1).await;
    bar.wait_for_jobs(&["sent"]).await;
    assert!(!pages(&printer)[0].iter().any(|line| line.contains("/r/") || line.contains("phone")), "{:?}", pages(&printer));
}

impl TestBar {
    /// A bar with its own first start and a receipt of the same number; all other test bars are copies of one template.
    async fn fresh_stocked() -> TestBar {
        let (bar, password) = TestBar::fresh().await;
        let first = bar.with_token(&bar.signs_in("admin", &password).await);
        let change = json!({"currentPassword": password, "newPassword": ADMIN_PASSWORD});
        let admin = bar.with_token(text(&first.post("/api/auth/change-password", change).await.ok()["token"]));
        let user = json!({"username": "bartender", "password": BARTENDER_PASSWORD, "mustChangePassword": false});
        admin.post("/api/users", user).await.created();
        let bar = bar.with_bartender(BARTENDER_PASSWORD).await;
        admin.post("/api/products", json!({"name": "Beer", "priceUSD": "2.00", "stock": 9})).await.created();
        let sale: Value = bar.bartender().post("/api/sales", json!({"productId": 1, "quantity": 1})).await.created();
        assert_eq!(sale["receiptNumber"], "R-20261121-0001");
        bar
    }
}
