//! Dining tables: their status, orders moved between them, and their setup.

mod guests;
mod named_on_paper;
mod names;

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::assert_fields;

impl TestBar {
    async fn table(&self, id: u64) -> Value {
        let tables = self.bartender().get("/api/tables").await.ok();
        tables.as_array().expect("a list").iter().find(|table| table["id"] == id).cloned().expect("the table")
    }

    async fn status_of(&self, id: u64) -> String {
        self.table(id).await["status"].as_str().expect("a status").to_owned()
    }

    /// Places an order of this type at a table.
    async fn orders_at(&self, kind: &str, table: u64) -> Value {
        let items = self.items(&[("Beer", 1)]).await;
        let order = json!({"customerName": "Musu", "orderType": kind, "tableId": table, "items": items});
        self.bartender().post("/api/orders", order).await.created()
    }

    /// Moves an order to another table.
    async fn moves_order(&self, order: &Value, table: Value) -> Value {
        self.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"tableId": table})).await.ok()
    }
}

#[tokio::test]
async fn a_fresh_box_has_twelve_tables() {
    let bar = TestBar::open().await;
    let tables = bar.bartender().get("/api/tables").await.ok();
    assert_eq!(values_of(&tables, "tableNumber"), (1..=12).map(|number| json!(number)).collect::<Vec<_>>());
    assert_eq!(values_of(&tables, "capacity"), [2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
    assert_eq!(values_of(&tables, "status"), ["available"; 12]);
}

#[tokio::test]
async fn a_table_stays_occupied_after_its_guests_have_paid() {
    let bar = TestBar::stocked().await;
    let order = bar.orders_at("dine_in", 3).await;
    assert_fields(&order, json!({"tableId": 3, "tableNumber": 3, "orderType": "dine_in"}));
    assert_eq!(bar.status_of(3).await, "occupied");
    bar.pays(&order, json!({"amountUSD": 2})).await.ok();
    assert_eq!(bar.status_of(3).await, "occupied");
    bar.orders_at("takeout", 4).await;
    assert_eq!(bar.status_of(4).await, "available", "a takeout order occupies no table");
}

#[tokio::test]
async fn moving_an_order_occupies_the_new_table_and_frees_the_old_one() {
    let bar = TestBar::stocked().await;
    let order = bar.orders_at("dine_in", 1).await;
    assert_fields(&bar.moves_order(&order, json!(2)).await, json!({"tableId": 2, "tableNumber": 2}));
    assert_eq!((bar.status_of(1).await, bar.status_of(2).await), ("available".to_owned(), "occupied".to_owned()));

    let other = bar.orders_at("dine_in", 2).await;
    bar.moves_order(&order, json!(5)).await;
    assert_eq!(bar.status_of(2).await, "occupied", "another order is still open there");
    assert_fields(&bar.moves_order(&other, json!(null)).await, json!({"tableId": null, "tableNumber": null}));
    assert_eq!(bar.status_of(2).await, "available");
    bar.bartender().patch(&format!("/api/orders/{}", order["id"]), json!({"tableId": 99})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_table_with_an_unpaid_order_may_be_freed() {
    let bar = TestBar::stocked().await;
    bar.orders_at("dine_in", 1).await;
    let freed = bar.bartender().patch("/api/tables/1/status", json!({"status": "available"})).await.ok();
    assert_fields(&freed, json!({"id": 1, "status": "available"}));
    for status in ["occupied", "reserved", "cleaning", "available"] {
        assert_fields(&bar.bartender().patch("/api/tables/1/status", json!({"status": status})).await.ok(), json!({"status": status}));
    }
    let summaries = ["Table 1 is available", "Table 1 is cleaning", "Table 1 is reserved", "Table 1 is occupied", "Table 1 is available"];
    assert_eq!(bar.audit_summaries("orders.table", 5).await, summaries);
}

#[tokio::test]
async fn a_manager_sets_up_tables() {
    let bar = TestBar::open().await;
    let made = bar.manager().post("/api/tables", json!({"tableNumber": 13, "capacity": 8})).await.created();
    assert_fields(&made, json!({"tableNumber": 13, "capacity": 8, "status": "available"}));
    bar.manager().post("/api/tables", json!({"tableNumber": "13", "capacity": 2})).await.refused(409, "taken");
    let path = format!("/api/tables/{}", made["id"]);
    assert_fields(&bar.manager().put(&path, json!({"capacity": 10})).await.ok(), json!({"tableNumber": 13, "capacity": 10}));
    bar.manager().put(&path, json!({"tableNumber": 1})).await.refused(409, "taken");
    for bad in [json!({"capacity": 4}), json!({"tableNumber": 0}), json!({"tableNumber": 14, "capacity": 0}), json!({"tableNumber": "1.5"})]
    {
        bar.manager().post("/api/tables", bad).await.refused(400, "invalid");
    }
    bar.bartender().post("/api/tables", json!({"tableNumber": 14})).await.refused(403, "forbidden");
    bar.bartender().delete("/api/tables/999").await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_table_can_be_renumbered_and_keeps_its_id() {
    let mut bar = TestBar::open().await;
    let before = store::journal_head(bar.store()).expect("a head");
    assert_fields(&bar.manager().put("/api/tables/1", json!({"tableNumber": 1})).await.ok(), json!({"tableNumber": 1, "capacity": 2}));
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before, "nothing has changed");
    assert_fields(
        &bar.manager().put("/api/tables/1", json!({"tableNumber": 40})).await.ok(),
        json!({"id": 1, "tableNumber": 40, "capacity": 2}),
    );
    bar.restart().await;
    bar.guest().post("/api/auth/init", json!({})).await.ok();
    let numbers: Vec<u64> = (2..=12).chain([40]).collect();
    assert_eq!(values_of(&bar.bartender().get("/api/tables").await.ok(), "tableNumber"), numbers, "by number");
}

#[tokio::test]
async fn a_deleted_table_stays_on_its_orders() {
    let bar = TestBar::stocked().await;
    let order = bar.orders_at("dine_in", 7).await;
    bar.manager().delete("/api/tables/7").await.refused(409, "conflict");
    bar.sets_status(&order, "cancelled").await.ok();
    bar.manager().delete("/api/tables/7").await.has_status(204);
    assert_eq!(bar.bartender().get("/api/tables").await.ok().as_array().map(Vec::len), Some(11));
    assert_fields(&bar.order(&order).await, json!({"tableId": 7, "tableNumber": 7}));
    for gone in [
        bar.manager().delete("/api/tables/7").await,
        bar.manager().put("/api/tables/7", json!({"capacity": 2})).await,
        bar.bartender().patch("/api/tables/7/status", json!({"status": "occupied"})).await,
    ] {
        gone.refused(404, "not_found");
    }
    let items = bar.items(&[("Beer", 1)]).await;
    let late = json!({"customerName": "Musu", "orderType": "dine_in", "tableId": 7, "items": items});
    bar.bartender().post("/api/orders", late).await.refused(404, "not_found");
    let again = bar.manager().post("/api/tables", json!({"tableNumber": 7, "capacity": 2})).await.created();
    assert_ne!(again["id"], 7, "the number is free again, the id is not");
}
