//! Which orders are of the guests who sit at a table now, and what orders without the name of a guest are called.

use std::time::Duration;

use serde_json::{Value, json};

use crate::bar::TestBar;

impl TestBar {
    async fn sets_table(&self, id: u64, status: &str) -> Value {
        self.clock.pass(Duration::from_secs(60));
        self.bartender().patch(&format!("/api/tables/{id}/status"), json!({"status": status})).await.ok()
    }

    /// Whether the order came to its table before the guests who sit there now.
    async fn is_of_earlier_guests(&self, order: &Value) -> bool {
        let order = self.order(order).await;
        let table = self.table(order["tableId"].as_u64().expect("a table")).await;
        order["seatedAt"].as_str().expect("a time") < table["occupiedAt"].as_str().expect("a time")
    }
}

#[tokio::test]
async fn an_order_is_of_earlier_guests_once_its_table_was_freed_and_taken_again() {
    let bar = TestBar::stocked().await;
    let first = bar.orders_at("dine_in", 3).await;
    assert_eq!(first["seatedAt"], bar.table(3).await["occupiedAt"]);
    bar.clock.pass(Duration::from_secs(60));
    let round = bar.orders_at("dine_in", 3).await;
    assert!(!bar.is_of_earlier_guests(&first).await && !bar.is_of_earlier_guests(&round).await);
    assert_eq!(bar.sets_table(3, "available").await["occupiedAt"], Value::Null);
    bar.clock.pass(Duration::from_secs(60));
    let next = bar.orders_at("dine_in", 3).await;
    assert!(bar.is_of_earlier_guests(&round).await && !bar.is_of_earlier_guests(&next).await);
}

#[tokio::test]
async fn guests_who_change_tables_come_to_the_new_one_with_what_they_ordered() {
    let bar = TestBar::stocked().await;
    let [one, two] = [bar.orders_at("dine_in", 1).await, bar.orders_at("dine_in", 2).await];
    bar.sets_table(5, "occupied").await;
    bar.clock.pass(Duration::from_secs(60));
    bar.moves_order(&one, json!(5)).await;
    bar.bartender().post("/api/tables/2/move", json!({"toTableId": 5})).await.ok();
    assert!(!bar.is_of_earlier_guests(&one).await && !bar.is_of_earlier_guests(&two).await);
}

#[tokio::test]
async fn an_order_without_a_guest_is_called_after_the_table_that_it_is_at() {
    let bar = TestBar::stocked().await;
    let order = bar.order_at(10, "Table 10", &[("Beer", 2)]).await;
    bar.bartender().post("/api/tables/10/move", json!({"toTableId": 4})).await.ok();
    assert_eq!(bar.order(&order).await["customerName"], "Table 4");
    assert_eq!(bar.moves_order(&order, json!(6)).await["customerName"], "Table 6");
    let moved = bar.moves_items(&order, &[(&order["items"][0], 1, 2)], json!({"new": {"tableId": 7}})).await.ok();
    assert_eq!(moved["target"]["customerName"], "Table 7/2");
    let paid = bar.pays(&order, json!({"amountUSD": 2})).await.ok();
    assert_eq!(paid["receipt"]["customerName"], "Table 6");
    let named = bar.orders_at("dine_in", 3).await;
    bar.bartender().post("/api/tables/3/move", json!({"toTableId": 8})).await.ok();
    assert_eq!(bar.order(&named).await["customerName"], "Musu");
}
