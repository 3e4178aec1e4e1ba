//! Print preview, discovery of printers, and the printed sales report.

use std::net::TcpListener;

use serde_json::json;

use crate::bar::{TestBar, text};
use crate::fake_printer::{Behavior, FakePrinter};
use crate::order_steps::assert_fields;
use crate::printing_steps::pages;

/// Address of the printer to be found, inside the only network that a test bar searches.
const PRINTER_ADDRESS: &str = "127.83.0.4:9100";

#[tokio::test]
async fn a_preview_shows_what_a_printer_would_print() {
    let bar = TestBar::open().await;
    bar.admin().put("/api/settings", json!({"businessName": "Sunset", "thankYouMessage": "Bye, café"})).await.ok();
    for (columns, profile, qr, cut) in [(42, "epson-80-42", true, true), (32, "generic-58", true, false), (48, "safe", false, false)] {
        let shown = bar.admin().post("/api/printers/preview", json!({"columns": columns, "profile": profile})).await.ok();
        assert_fields(&shown, json!({"columns": columns, "qr": qr, "cut": cut}));
        let lines: Vec<&str> = shown["lines"].as_array().expect("lines").iter().map(text).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= columns), "{lines:#?}");
        assert!(lines.contains(&"-".repeat(columns).as_str()), "{lines:#?}");
        assert_eq!(lines[0], format!("{:1$}Sunset", "", (columns - 6) / 2), "centred");
        let thanks = if profile == "safe" { "Bye, cafe" } else { "Bye, café" };
        assert!(lines.iter().any(|line| line.trim() == thanks), "{lines:#?}");
    }
    let shown = bar.admin().post("/api/printers/preview", json!({"profile": "generic-58"})).await.ok();
    assert_eq!(shown["columns"], 32, "the width of the profile");
    assert_eq!(bar.admin().post("/api/printers/preview", json!({})).await.ok()["columns"], 48);
    for wrong in [json!({"columns": 40}), json!({"columns": -1}), json!({"columns": "wide"}), json!({"profile": "laser"})] {
        bar.admin().post("/api/printers/preview", wrong).await.refused(400, "invalid");
    }
}

#[tokio::test]
async fn printers_on_the_network_are_found() {
    let bar = TestBar::open().await;
    assert_eq!(bar.admin().post("/api/printers/find", json!({})).await.ok(), json!([]));
    let listener = TcpListener::bind(PRINTER_ADDRESS).expect("no other test uses this address");
    let found = bar.admin().post("/api/printers/find", json!({})).await.ok();
    assert_eq!(found, json!([{"url": "tcp://127.83.0.4:9100", "name": null, "known": false}]));
    let row = json!({"name": "Bar", "url": found[0]["url"], "enabled": false});
    bar.admin().put("/api/settings", json!({"printers": [row]})).await.ok();
    let found = bar.admin().post("/api/printers/find", json!({})).await.ok();
    assert_eq!(found[0]["known"], true);
    drop(listener);
}

#[tokio::test]
async fn the_sales_report_can_be_printed() {
    let (one, two) = (FakePrinter::start(Behavior::Normal), FakePrinter::start(Behavior::Normal));
    let bar = TestBar::stocked().await;
    bar.sells("Beer", 2).await;
    bar.bartender().post("/api/sales", json!({"productId": 3, "quantity": 1, "paymentMethod": "card"})).await.created();
    bar.admin().post("/api/reports/print", json!({})).await.refused(409, "conflict");
    let setting = json!({"columns": 42, "profile": "epson-80-42"});
    bar.sets_up_printers(&[("Bar", &one, setting), ("Office", &two, json!({"columns": 32}))]).await;
    let days = json!({"startDate": "2026-11-21", "endDate": "2026-11-21"});
    let job = bar.admin().post("/api/reports/print", days).await.has_status(202);
    assert_fields(&job, json!({"kind": "report", "status": "queued", "printerName": "Bar", "receiptNumber": null, "orderId": null}));
    bar.wait_for_jobs(&["confirmed"]).await;
    let rule = "-".repeat(42);
    let expected = [
        "SALES REPORT",
        "Barback",
        "2026-11-21 to 2026-11-21",
        &rule,
        "Receipts                                 2",
        "Items                                    3",
        "Sold in US dollars                   $4.00",
        "Sold in Liberian dollars             L$950",
        "Total in US dollars                  $9.00",
        &rule,
        "Takings",
        "Cash                                 $4.00",
        "Credit/Debit Card                    L$950",
        &rule,
        "By category",
        "2 x drinks                           $4.00",
        "1 x food                             $5.00",
        &rule,
        "By day",
        "2026-11-21                           $9.00",
        &rule,
        "Job 1                 21 Nov 2026, 8:00 PM",
    ];
    assert_eq!(pages(&one)[0], expected);
    bar.admin().post("/api/reports/print", json!({"printerId": 2})).await.has_status(202);
    bar.wait_for_jobs(&["confirmed", "confirmed"]).await;
    assert_eq!(pages(&two)[0][2], "2026-10-23 to 2026-11-21", "the last 30 days");
    bar.admin().post("/api/reports/print", json!({"printerId": 9})).await.refused(404, "not_found");
    for wrong in [json!({"startDate": "x"}), json!({"endDate": "2026-13-01"}), json!({"startDate": "2026-11-22", "endDate": "2026-11-21"})]
    {
        bar.admin().post("/api/reports/print", wrong).await.refused(400, "invalid");
    }
}
