//! A bar that has one of everything, in each state.

use serde_json::json;

use crate::bar::{Person, SECOND, TestBar};

/// The password of its further users.
pub const PASSWORD: &str = "secret-enough";

/// A bar with an order, a credit item and a user in each state, and a client that must change its password. Ids follow from
/// the order of the steps. Products: 1 whisky, 2 beer, 3 rice, 4 deleted. Orders: 1 open, 2 paid, 3 on credit, 4 cancelled,
/// 5 with $6 paid for its whisky, 6 empty, 7 voided. Credit: 1 of order 3, 2 and 3 of two customers called Musu, 4 paid,
/// 5 voided. Users: 4 inactive, 5 must change the password. Approvals of the bartender: 1 granted, 2 to 6 pending.
pub async fn bar_with_all_states() -> (TestBar, Person) {
    let bar = TestBar::stocked().await;
    let orders = [
        bar.takes_order(&[("Beer", 1)]).await,
        bar.takes_order(&[("Beer", 1)]).await,
        bar.takes_order(&[("Beer", 1)]).await,
        bar.takes_order(&[("Beer", 1)]).await,
        bar.takes_order(&[("Whisky", 1), ("Beer", 1)]).await,
        bar.takes_order(&[("Beer", 1)]).await,
        bar.takes_order(&[("Rice", 1)]).await,
    ];
    bar.pays(&orders[1], json!({"amountUSD": 2, "paymentMethod": "mobile", "reference": "7711"})).await.ok();
    bar.puts_on_credit(&orders[2], ("Owing", "1")).await.ok();
    bar.sets_status(&orders[3], "cancelled").await.ok();
    bar.pays(&orders[4], json!({"amountUSD": 6})).await.ok();
    bar.bartender().delete("/api/orders/6/items/7").await.ok();
    bar.sells_on_credit(("Musu", "0770"), "Beer", 1).await;
    bar.sells_on_credit(("MUSU", "0880"), "Beer", 1).await;
    let settled = bar.sells_on_credit(("Settled", "2"), "Beer", 1).await;
    bar.pays_credit(&settled, json!({})).await.ok();
    bar.puts_on_credit(&orders[6], ("Gone", "3")).await.ok();
    bar.voids_order(&orders[6]).await.ok();
    bar.voids_sale(&bar.sale_lines().await[0]).await.ok();
    bar.manager().put("/api/products/1", json!({"barcode": "4001"})).await.ok();
    bar.manager().post("/api/products", json!({"name": "Gone"})).await.created();
    bar.manager().delete("/api/products/4").await.has_status(204);
    for (name, more) in [("idle", json!({"mustChangePassword": false, "email": "idle@bar.lr"})), ("fresh", json!({}))] {
        let mut user = more;
        user["username"] = json!(name);
        user["password"] = json!(PASSWORD);
        bar.admin().post("/api/users", user).await.created();
    }
    bar.admin().patch("/api/users/4", json!({"isActive": false})).await.ok();
    bar.admin().put("/api/settings", json!({"approvals": {"rules": {"cancel_order": "approve"}}})).await.ok();
    bar.clock.pass(SECOND * 180);
    for reason in ["a", "b", "c", "d", "e"] {
        let cancel = json!({"status": "cancelled", "reason": reason});
        bar.bartender().post("/api/approvals", json!({"method": "PATCH", "path": "/api/orders/1/status", "body": cancel})).await.created();
    }
    bar.manager().post("/api/approvals/1/grant", json!({})).await.ok();
    bar.bartender().post("/api/approvals", json!({"method": "POST", "path": "/api/drawer"})).await.refused(409, "conflict");
    let cancel = json!({"status": "cancelled", "reason": "f"});
    bar.bartender().post("/api/approvals", json!({"method": "PATCH", "path": "/api/orders/1/status", "body": cancel})).await.created();
    let fresh = bar.with_token(&bar.signs_in("fresh", PASSWORD).await);
    (bar, fresh)
}
