//! The calls about tills, checked against the OpenAPI document, and their refusals.

use serde_json::{Value, json};

use super::{DRAWER, SAFE, count};
use crate::bar::{Answer, TestBar};
use crate::contract::schema_check::DocumentCheck;
use crate::fake_printer::{Behavior, FakePrinter};

/// The calls about tills: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[
    ("/api/cash/people", &["GET"]),
    ("/api/movements/{id}/accept", &["POST"]),
    ("/api/movements/{id}/correct", &["POST"]),
    ("/api/payments/{id}/correct", &["POST"]),
    ("/api/payments/{id}/tenders/{index}/tick", &["PUT"]),
    ("/api/reports/cash", &["GET"]),
    ("/api/reports/cash/print", &["POST"]),
    ("/api/shifts", &["GET", "POST"]),
    ("/api/shifts/{id}", &["GET"]),
    ("/api/shifts/{id}/close-uncounted", &["POST"]),
    ("/api/shifts/{id}/confirm", &["POST"]),
    ("/api/shifts/{id}/count", &["POST"]),
    ("/api/shifts/{id}/count/print", &["POST"]),
    ("/api/shifts/{id}/counting", &["DELETE", "POST"]),
    ("/api/shifts/{id}/references", &["GET"]),
    ("/api/shifts/{id}/x", &["GET"]),
    ("/api/shifts/{id}/x/print", &["POST"]),
    ("/api/tills", &["GET", "POST"]),
    ("/api/tills/{id}", &["DELETE", "PUT"]),
    ("/api/tills/{id}/count", &["POST"]),
    ("/api/tills/{id}/movements", &["GET", "POST"]),
    ("/api/z", &["GET"]),
    ("/api/z/{number}", &["GET"]),
    ("/api/z/{number}/notes", &["POST"]),
    ("/api/z/{number}/print", &["POST"]),
];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[
    ("/api/reports/cash", "format from to"),
    ("/api/shifts", "before from limit status tillId to"),
    ("/api/shifts/{id}/references", "earlier"),
    ("/api/shifts/{id}/x", "format"),
    ("/api/tills/{id}/movements", "before limit"),
    ("/api/z", "before from limit tillId to userId"),
    ("/api/z/{number}", "format"),
];

/// Every call about tills, each by a person who may make it, in a bar of their own.
pub async fn check_cash_calls(check: &mut DocumentCheck) {
    let bar = TestBar::stocked().await;
    let printer = FakePrinter::start(Behavior::Normal);
    bar.sets_up_printers(&[("Till", &printer, json!({}))]).await;
    let (musa, manager, admin) = (bar.bartender(), bar.manager(), bar.admin());
    admin.put("/api/settings", json!({"cash": {"mode": "drawers", "countBy": "totals"}})).await.ok();
    let till = json!({"name": "Terrace", "kind": "drawer", "shared": false, "userId": 3, "usualFloatUSD": "20.00"});
    check.makes(&admin, "POST /api/tills", &[], till.clone()).await;
    check.makes(&admin, "PUT /api/tills/{id}", &["3"], crate::tips::with(till, &json!({"name": "Garden"}))).await;
    check.makes(&musa, "GET /api/tills", &[], Value::Null).await;
    check.check_answer("GET /api/tills", &manager.get("/api/tills").await);
    check.makes(&musa, "GET /api/cash/people", &[], Value::Null).await;
    let drawer = DRAWER.to_string();
    let opened = json!({"tillId": DRAWER, "count": count("40.00", "0.00")});
    check.makes(&musa, "POST /api/shifts", &[], opened.clone()).await;
    check.makes(&musa, "GET /api/shifts", &[], Value::Null).await;
    check.check_answer("GET /api/shifts", &manager.get("/api/shifts?status=open&tillId=1").await);
    check.makes(&manager, "GET /api/shifts/{id}", &["1"], Value::Null).await;
    let paid = json!({"productId": 2, "quantity": 1, "paymentMethod": "digital", "reference": "AB12"});
    let paid = musa.post("/api/sales", paid).await.created()["payment"]["id"].to_string();
    check.makes(&musa, "GET /api/shifts/{id}/references", &["1"], Value::Null).await;
    check.makes(&musa, "PUT /api/payments/{id}/tenders/{index}/tick", &[&paid, "0"], json!({"ticked": true})).await;
    let card = json!({"tenders": [{"method": "card", "currency": "USD", "amount": "2.00"}], "reason": "Keyed wrongly"});
    check.makes(&manager, "POST /api/payments/{id}/correct", &[&paid], card).await;
    let moves = "POST /api/tills/{id}/movements";
    check.makes(&musa, moves, &[&drawer], json!({"kind": "pay_out", "amountUSD": "1.00", "reason": "Ice"})).await;
    let exchange = json!({"kind": "exchange", "gives": "USD", "amountUSD": "1.00", "amountLRD": "190.00"});
    check.makes(&musa, moves, &[&drawer], exchange).await;
    check.makes(&musa, moves, &[&drawer], json!({"kind": "drop", "amountUSD": "5.00"})).await;
    check.makes(&musa, "GET /api/tills/{id}/movements", &[&drawer], Value::Null).await;
    check.makes(&manager, "POST /api/movements/{id}/correct", &["1"], json!({"reason": "Twice"})).await;
    bar.opens(&musa, 3, "5.00", "0.00").await;
    let transfer = bar.moves(&musa, 3, json!({"kind": "transfer", "amountUSD": "5.00", "otherTillId": DRAWER})).await.created();
    let transfer = transfer["id"].to_string();
    check.makes(&manager, "POST /api/movements/{id}/accept", &[&transfer], json!({"amountUSD": "4.00"})).await;
    check.makes(&manager, "POST /api/tills/{id}/count", &[&SAFE.to_string()], json!({"count": count("5.00", "0.00")})).await;
    check.makes(&manager, "POST /api/shifts/{id}/close-uncounted", &["2"], json!({"reason": "Went home"})).await;
    check.makes(&admin, "DELETE /api/tills/{id}", &["3"], Value::Null).await;
    check.makes(&musa, "POST /api/shifts/{id}/counting", &["1"], Value::Null).await;
    check.makes(&musa, "DELETE /api/shifts/{id}/counting", &["1"], Value::Null).await;
    check.makes(&manager, "GET /api/shifts/{id}/x", &["1"], Value::Null).await;
    check.check_answer("GET /api/shifts/{id}/x", &manager.get("/api/shifts/1/x?format=csv").await);
    let close = json!({"count": count("37.00", "190.00"), "leaveUSD": "10.00", "handTo": 2});
    check.makes(&musa, "POST /api/shifts/{id}/count", &["1"], close).await;
    check.makes(&manager, "POST /api/shifts/{id}/confirm", &["3"], json!({"count": count("10.00", "190.00")})).await;
    check.makes(&manager, "GET /api/z", &[], Value::Null).await;
    check.makes(&manager, "GET /api/z/{number}", &["Z-000002"], Value::Null).await;
    check.check_answer("GET /api/z/{number}", &manager.get("/api/z/Z-000002?format=csv").await);
    check
        .makes(&manager, "POST /api/z/{number}/notes", &["Z-000002"], json!({"text": "Recounted", "count": count("37.00", "190.00")}))
        .await;
    check.makes(&manager, "GET /api/reports/cash", &[], Value::Null).await;
    check.check_answer("GET /api/reports/cash", &manager.get("/api/reports/cash?format=csv").await);
    for (call, ids) in [
        ("POST /api/shifts/{id}/x/print", vec!["1"]),
        ("POST /api/shifts/{id}/count/print", vec!["1"]),
        ("POST /api/z/{number}/print", vec!["Z-000002"]),
    ] {
        check.makes(&manager, call, &ids, json!({"printerId": 1})).await;
    }
    let days = json!({"from": "2026-11-01", "to": "2026-11-30", "printerId": 1});
    check.makes(&manager, "POST /api/reports/cash/print", &[], days).await;
}

/// The refusals that only tills give, in a bar of their own. Returns their codes.
pub async fn refusals_of_cash() -> Vec<String> {
    let bar = TestBar::with_tills("drawers").await;
    bar.sets_cash(json!({"requireShift": true})).await;
    let sale = json!({"productId": 2, "quantity": 1});
    let mut refusals: Vec<(Answer, &str, &str)> =
        vec![(bar.bartender().post("/api/sales", sale.clone()).await, "no_shift", "No shift is open. Open one before you take cash.")];
    let shift = bar.opens(&bar.bartender(), DRAWER, "0.00", "0.00").await;
    let again = json!({"tillId": DRAWER, "count": count("0", "0")});
    refusals.push((bar.bartender().post("/api/shifts", again).await, "shift_open", "A shift of Drawer is open already"));
    let terrace = bar.admin().post("/api/tills", json!({"name": "Terrace", "kind": "drawer", "shared": true})).await.created();
    bar.opens(&bar.manager(), terrace["id"].as_u64().expect("an id"), "0.00", "0.00").await;
    refusals.push((bar.bartender().post("/api/sales", sale).await, "choose_till", "Which till?"));
    bar.counts(&bar.manager(), &shift, "0.00", "0.00", json!({})).await.ok();
    let closed = bar.counts(&bar.manager(), &shift, "0.00", "0.00", json!({})).await;
    refusals.push((closed, "shift_closed", "This shift is closed: Z-000001"));
    let codes = refusals.into_iter().map(|(answer, code, message)| {
        assert_eq!(answer.refused(409, code)["message"], message);
        code.to_owned()
    });
    codes.collect()
}
