//! The part of the recorded story that is about tills.

use serde_json::{Value, json};

use crate::bar::TestBar;
use crate::tills::{DRAWER, SAFE, count};

/// Everything that tills record: set-up, shifts, counts, movements, a hand-over, ticks, notes, pages.
pub(super) async fn cash(bar: &TestBar) {
    let (musa, manager, admin) = (bar.bartender(), bar.manager(), bar.admin());
    admin.put("/api/settings", json!({"cash": {"mode": "purses", "countBy": "totals"}})).await.ok();
    let purse = json!({"name": "Musa's purse", "kind": "purse", "userId": 3, "usualFloatUSD": "20.00"});
    let purse = admin.post("/api/tills", purse).await.created()["id"].as_u64().expect("an id");
    let spare = admin.post("/api/tills", json!({"name": "Spare", "kind": "drawer"})).await.created()["id"].as_u64().expect("an id");
    admin.delete(&format!("/api/tills/{spare}")).await.has_status(204);
    let first = bar.opens(&manager, DRAWER, "100.00", "5000.00").await;
    let float = json!({"fromTillId": DRAWER, "amountUSD": "20.00"});
    let shift = json!({"tillId": purse, "count": count("20.00", "0.00"), "float": float});
    let shift = musa.post("/api/shifts", shift).await.created();
    let beer = bar.id_of("Beer").await;
    let sell = |body: Value| crate::tips::with(json!({"productId": beer, "quantity": 1}), &body);
    let sale = musa.post("/api/sales", sell(json!({}))).await.created();
    let paid = musa.post("/api/sales", sell(json!({"paymentMethod": "digital", "reference": "TILL-1"}))).await.created();
    musa.put(&format!("/api/payments/{}/tenders/0/tick", paid["payment"]["id"]), json!({"ticked": true})).await.ok();
    let card = json!({"tenders": [{"method": "card", "currency": "USD", "amount": "2.00"}], "reason": "Keyed wrongly"});
    manager.post(&format!("/api/payments/{}/correct", paid["payment"]["id"]), card).await.ok();
    for body in [
        json!({"kind": "pay_in", "amountUSD": "5.00", "reason": "Found"}),
        json!({"kind": "pay_out", "amountLRD": "750.00", "reason": "Ice"}),
        json!({"kind": "exchange", "gives": "USD", "amountUSD": "10.00", "amountLRD": "1900.00"}),
        json!({"kind": "drop", "amountUSD": "20.00"}),
    ] {
        bar.moves(&manager, DRAWER, body).await.created();
    }
    bar.moves(&manager, SAFE, json!({"kind": "bank", "amountUSD": "5.00"})).await.created();
    bar.moves(&manager, SAFE, json!({"kind": "owner", "amountUSD": "5.00"})).await.created();
    manager.post(&format!("/api/tills/{SAFE}/count"), json!({"count": count("9.00", "0.00")})).await.created();
    let movements = manager.get(&format!("/api/tills/{DRAWER}/movements")).await.ok();
    let drop = movements[0]["id"].to_string();
    manager.post(&format!("/api/movements/{drop}/correct"), json!({"reason": "Twice"})).await.created();
    manager.post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink", "tillId": DRAWER})).await.ok();
    let counting = format!("/api/shifts/{}/counting", shift["id"]);
    musa.post(&counting, json!({})).await.ok();
    musa.delete(&counting).await.ok();
    for _ in 0..2 {
        bar.counts(&musa, &shift, "10.00", "0.00", json!({"toTillId": DRAWER})).await.ok();
    }
    let waiting = manager.get(&format!("/api/tills/{purse}/movements")).await.ok()[0]["id"].to_string();
    manager.post(&format!("/api/movements/{waiting}/accept"), json!({"amountUSD": "9.00"})).await.created();
    manager.post(&format!("/api/shifts/{}/x/print", first["id"]), json!({})).await.has_status(202);
    let handed = json!({"handTo": 3, "leaveUSD": "50.00"});
    for _ in 0..2 {
        let counted = bar.counts(&manager, &first, "90.00", "6000.00", handed.clone()).await.ok();
        if counted["recount"] == false {
            break;
        }
    }
    let second = musa.get("/api/shifts?status=open").await.ok()[0]["id"].to_string();
    musa.post(&format!("/api/shifts/{second}/confirm"), json!({"count": count("50.00", "6000.00")})).await.ok();
    manager.post(&format!("/api/shifts/{second}/close-uncounted"), json!({"reason": "Police"})).await.ok();
    manager.post("/api/z/Z-000001/notes", json!({"text": "Recounted", "count": count("10.00", "0.00")})).await.created();
    manager.post("/api/z/Z-000001/print", json!({})).await.has_status(202);
    manager.post("/api/reports/cash/print", json!({})).await.has_status(202);
    bar.wait_until_printed().await;
    admin.put("/api/settings", json!({"cash": {"mode": "off"}})).await.ok();
}
