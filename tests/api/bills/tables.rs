//! Orders that go to another table, and to another person.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar, values_of};
use crate::order_steps::assert_fields;

impl TestBar {
    async fn moves_table(&self, from: u64, body: Value) -> Answer {
        self.bartender().post(&format!("/api/tables/{from}/move"), body).await
    }

    async fn table_status(&self, number: usize) -> Value {
        self.bartender().get("/api/tables").await.ok()[number - 1]["status"].clone()
    }

    async fn hands_over(&self, body: Value) -> Answer {
        self.bartender().post("/api/orders/transfer", body).await
    }
}

#[tokio::test]
async fn two_orders_go_to_a_reserved_table_only_if_that_is_meant() {
    let bar = TestBar::stocked().await;
    let (one, two) = (bar.order_12().await, bar.order_at(4, "Ama", &[("Whisky", 1)]).await);
    bar.bartender().patch("/api/tables/7/status", json!({"status": "reserved"})).await.ok();
    assert_eq!(bar.moves_table(4, json!({"toTableId": 7})).await.refused(409, "table_not_free")["status"], "reserved");
    let moved = bar.moves_table(4, json!({"toTableId": 7, "anyway": true})).await.ok();
    assert_eq!(values_of(&moved["orders"], "id"), [one["id"].clone(), two["id"].clone()]);
    let from = json!({"id": 4, "tableNumber": 4, "name": null, "area": null, "capacity": 2, "status": "available", "occupiedAt": null});
    assert_fields(&moved, json!({"from": from}));
    assert_eq!((&moved["to"]["status"], values_of(&moved["orders"], "tableNumber")), (&json!("occupied"), vec![json!(7), json!(7)]));
    assert_eq!(bar.audit_summaries("orders.table_moved", 1).await, ["Orders #1, #2 moved from table 4 to table 7"]);
    bar.moves_table(4, json!({"toTableId": 8})).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_table_is_free_when_the_last_order_left() {
    let bar = TestBar::stocked().await;
    let (one, two) = (bar.order_12().await, bar.order_at(4, "Ama", &[("Whisky", 1)]).await);
    bar.moves_table(4, json!({"toTableId": 7, "orderIds": [one["id"]]})).await.ok();
    assert_eq!((bar.table_status(4).await, bar.table_status(7).await), (json!("occupied"), json!("occupied")));
    bar.moves_table(4, json!({"toTableId": 7, "orderIds": [one["id"]]})).await.refused(409, "conflict");
    bar.moves_table(4, json!({"toTableId": 7, "orderIds": [two["id"]]})).await.ok();
    assert_eq!(bar.table_status(4).await, "available");
    bar.moves_table(7, json!({"toTableId": 7})).await.refused(400, "invalid");
    bar.moves_table(7, json!({"toTableId": 99})).await.refused(404, "not_found");
    bar.moves_table(7, json!({"toTableId": 1, "orderIds": [99]})).await.refused(404, "not_found");
}

#[tokio::test]
async fn all_items_take_their_table_with_them() {
    let bar = TestBar::stocked().await;
    let order = bar.order_at(4, "Musu", &[("Whisky", 1)]).await;
    bar.moves_items(&order, &[(&order["items"][0], 1, 1)], json!({"new": {"tableId": 7, "customerName": "Ama"}})).await.ok();
    assert_eq!((bar.table_status(4).await, bar.table_status(7).await), (json!("available"), json!("occupied")));
}

#[tokio::test]
async fn orders_are_handed_over() {
    let bar = TestBar::stocked().await;
    let (ama, _) = bar.hires("ama", "bartender").await;
    let (one, two) = (bar.order_12().await, bar.order_at(5, "Ben", &[("Whisky", 1)]).await);
    let me = one["servedById"].clone();
    let handed = bar.hands_over(json!({"userId": ama, "orderIds": [one["id"]]})).await.ok();
    assert_fields(&handed[0], json!({"servedById": ama, "servedBy": "ama", "userName": "bartender"}));
    assert_eq!(handed[0]["items"][0]["addedBy"], "bartender");
    assert_eq!(bar.audit_summaries("orders.handed_over", 1).await, ["Order #1 handed over to ama, served by bartender before"]);
    assert_eq!(values_of(&bar.bartender().get(&format!("/api/orders?servedBy={ama}")).await.ok(), "id"), [1]);
    let rest = bar.hands_over(json!({"userId": ama, "fromUserId": me})).await.ok();
    assert_eq!(values_of(&rest, "id"), [two["id"].clone()]);
    assert_eq!(bar.hands_over(json!({"userId": ama, "fromUserId": me})).await.ok(), json!([]));
    bar.hands_over(json!({"userId": 99, "orderIds": [1]})).await.refused(404, "not_found");
    bar.hands_over(json!({"userId": ama, "orderIds": [99]})).await.refused(404, "not_found");
    bar.hands_over(json!({"userId": ama})).await.refused(400, "invalid");
    bar.admin().patch(&format!("/api/users/{ama}"), json!({"isActive": false})).await.ok();
    bar.hands_over(json!({"userId": ama, "orderIds": [1]})).await.refused(404, "not_found");
}

#[tokio::test]
async fn everybody_sees_the_names_of_colleagues() {
    let bar = TestBar::stocked().await;
    let colleagues = bar.bartender().get("/api/colleagues").await.ok();
    let names = values_of(&colleagues, "username");
    assert!(names.contains(&json!("bartender")) && names.contains(&json!("manager")), "{colleagues}");
    assert_eq!(colleagues[0].as_object().map(serde_json::Map::len), Some(3));
}
