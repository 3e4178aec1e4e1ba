//! Tables with names and areas: set up, unique however they are spelled, and shown wherever their number is.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};
use crate::order_steps::assert_fields;

impl TestBar {
    /// Gives a table this name.
    pub(super) async fn names_table(&self, id: u64, name: &str) -> Value {
        self.manager().put(&format!("/api/tables/{id}"), json!({"name": name})).await.ok()
    }

    /// Places an order of one beer and a rice at a table.
    pub(super) async fn dines_at(&self, table: u64) -> Value {
        let items = self.items(&[("Beer", 1), ("Rice", 1)]).await;
        let order = json!({"customerName": "Musu", "orderType": "dine_in", "tableId": table, "items": items});
        self.bartender().post("/api/orders", order).await.created()
    }
}

#[tokio::test]
async fn a_text_in_place_of_the_number_is_the_name_and_the_box_numbers_the_table() {
    let bar = TestBar::open().await;
    for (name, number) in [("Terrace 1", 13), ("VIP", 14), ("B3", 15), (" Back   room ", 16)] {
        let made = bar.manager().post("/api/tables", json!({"tableNumber": name, "capacity": 4})).await.created();
        let shown = name.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_fields(&made, json!({"tableNumber": number, "name": shown, "area": null, "capacity": 4}));
    }
    let by_number = bar.manager().post("/api/tables", json!({"tableNumber": "30"})).await.created();
    assert_fields(&by_number, json!({"tableNumber": 30, "name": null}));
    let all = json!({"tableNumber": 20, "name": "Pool", "area": "Garden", "capacity": 6});
    assert_fields(&bar.manager().post("/api/tables", all.clone()).await.created(), all);
    let numbered_by_the_box = bar.manager().post("/api/tables", json!({"name": "Bar", "area": "Inside"})).await.created();
    assert_fields(&numbered_by_the_box, json!({"tableNumber": 31, "name": "Bar", "area": "Inside"}));
    let tables = bar.bartender().get("/api/tables").await.ok();
    let numbers: Vec<Value> = (1..=16).chain([20, 30, 31]).map(Value::from).collect();
    assert_eq!(values_of(&tables, "tableNumber"), numbers, "by number");
}

#[tokio::test]
async fn a_change_keeps_what_is_absent_and_null_empties() {
    let bar = TestBar::open().await;
    let change = async |body: Value| bar.manager().put("/api/tables/4", body).await.ok();
    let named = change(json!({"name": "VIP", "area": "Terrace"})).await;
    assert_fields(&named, json!({"id": 4, "tableNumber": 4, "name": "VIP", "area": "Terrace", "capacity": 2}));
    assert_fields(&change(json!({"capacity": 8})).await, json!({"name": "VIP", "area": "Terrace", "capacity": 8}));
    assert_fields(&change(json!({"name": null})).await, json!({"name": null, "area": "Terrace"}));
    assert_fields(&change(json!({"name": "vip", "area": " "})).await, json!({"name": "vip", "area": null}));
    assert_fields(&change(json!({"name": "VIP"})).await, json!({"name": "VIP"}));
    let summaries = bar.audit_summaries("orders.table", 5).await;
    assert_eq!(summaries[0], "Table 4 is called VIP");
}

#[tokio::test]
async fn an_area_is_spelled_as_it_was_first() {
    let bar = TestBar::open().await;
    for (table, typed) in [(1, "Terrace"), (2, "terrace"), (3, " TERRACE ")] {
        let saved = bar.manager().put(&format!("/api/tables/{table}"), json!({"area": typed})).await.ok();
        assert_fields(&saved, json!({"area": "Terrace"}));
    }
    // Spelled in another way at one of its tables, it is so at all of them.
    bar.manager().put("/api/tables/2", json!({"area": "terrasse"})).await.ok();
    bar.manager().put("/api/tables/2", json!({"area": "Terrasse"})).await.ok();
    bar.manager().put("/api/tables/3", json!({"area": "TERRACE"})).await.ok();
    let areas = values_of(&bar.bartender().get("/api/tables").await.ok(), "area");
    assert_eq!(areas[..4], [json!("TERRACE"), json!("Terrasse"), json!("TERRACE"), Value::Null]);
}

#[tokio::test]
async fn no_two_tables_are_called_the_same() {
    let bar = TestBar::open().await;
    bar.names_table(4, "Café").await;
    let taken = async |path: &str, body: Value, field: &str| {
        let answer = if path == "/api/tables" { bar.manager().post(path, body).await } else { bar.manager().put(path, body).await };
        let refusal = answer.refused(409, "taken");
        assert!(refusal["fields"][field].is_string(), "{refusal}");
    };
    taken("/api/tables", json!({"tableNumber": "CAFE"}), "name").await;
    taken("/api/tables", json!({"tableNumber": 20, "name": " cafe "}), "name").await;
    taken("/api/tables", json!({"tableNumber": 4, "name": "Bar"}), "tableNumber").await;
    taken("/api/tables/5", json!({"name": "café"}), "name").await;
    // A name that is the number of another table would lead its guests there.
    taken("/api/tables", json!({"tableNumber": "table 4"}), "name").await;
    taken("/api/tables/5", json!({"name": "Table  7"}), "name").await;
    assert_fields(&bar.names_table(5, "Table 5").await, json!({"name": "Table 5"}));
    assert_fields(&bar.names_table(6, "Table 20").await, json!({"name": "Table 20"}));
    taken("/api/tables", json!({"tableNumber": 20}), "tableNumber").await;
    taken("/api/tables/7", json!({"tableNumber": 20}), "tableNumber").await;
    // The name of a removed table is free.
    bar.manager().delete("/api/tables/4").await.has_status(204);
    bar.names_table(5, "Cafe").await;
}

#[tokio::test]
async fn names_that_cannot_be_read_or_mistaken_are_refused() {
    let bar = TestBar::open().await;
    let long = json!("x".repeat(21));
    for name in [json!("4"), json!(4), json!("#12"), json!("1.5"), json!("a\nb"), json!("a\u{202e}b"), json!(true), json!(["x"]), long] {
        for answer in [
            bar.manager().post("/api/tables", json!({"tableNumber": 20, "name": name})).await,
            bar.manager().put("/api/tables/1", json!({"name": name})).await,
        ] {
            let refusal = answer.refused(400, "invalid");
            assert!(refusal["fields"]["name"].is_string(), "{name}: {refusal}");
        }
    }
    let refusal = bar.manager().post("/api/tables", json!({"tableNumber": "x".repeat(21)})).await.refused(400, "invalid");
    assert_eq!(refusal["fields"], json!({"tableNumber": "Must be at most 20 characters"}));
    for area in [json!("é".repeat(41)), json!("a\u{0}b"), json!({})] {
        let refusal = bar.manager().put("/api/tables/1", json!({"area": area})).await.refused(400, "invalid");
        assert!(refusal["fields"]["area"].is_string(), "{area}: {refusal}");
    }
    // A text is the name of a new table only, and only where there is no other.
    bar.manager().put("/api/tables/1", json!({"tableNumber": "VIP"})).await.refused(400, "invalid");
    bar.manager().post("/api/tables", json!({"tableNumber": "VIP", "name": "Bar"})).await.refused(400, "invalid");
    let longest = bar.names_table(1, &"é".repeat(20)).await;
    assert_eq!(longest["name"], "é".repeat(20));
}

#[tokio::test]
async fn an_open_order_has_the_present_name_and_a_bill_and_a_receipt_keep_theirs() {
    let bar = TestBar::stocked().await;
    assert_fields(&bar.dines_at(3).await, json!({"tableNumber": 3, "tableName": null}));
    bar.names_table(4, "VIP").await;
    let order = bar.dines_at(4).await;
    assert_fields(&order, json!({"tableNumber": 4, "tableName": "VIP"}));
    let path = format!("/api/orders/{}", order["id"]);
    let billed = bar.bartender().post(&format!("{path}/bill"), json!({"print": false})).await.created();
    assert_fields(&billed["bill"], json!({"tableNumber": 4, "tableName": "VIP"}));

    bar.names_table(4, "Lounge").await;
    assert_fields(&bar.order(&order).await, json!({"tableName": "Lounge"}));
    assert_eq!(values_of(&bar.bartender().get("/api/orders?q=lounge").await.ok(), "id"), [order["id"].clone()]);
    assert_eq!(values_of(&bar.bartender().get("/api/orders?q=vip").await.ok(), "id"), Vec::<Value>::new());
    assert_eq!(values_of(&bar.bartender().get("/api/bills?q=vip").await.ok(), "tableName"), ["VIP"]);
    let csv = bar.manager().get("/api/bills?format=csv").await.text();
    assert!(csv.contains(",tableNumber,tableName,customerName,") && csv.contains(",4,VIP,Musu,"), "{csv}");
    let dashboard = bar.bartender().get("/api/bartender/dashboard-stats").await.ok();
    assert_fields(&dashboard["recentOrders"][0], json!({"tableNumber": 4, "tableName": "Lounge"}));

    let paid = bar.pays(&order, json!({"amountUSD": 50})).await.ok();
    bar.names_table(4, "Cellar").await;
    let receipt = format!("/api/receipts/{}", text(&paid["receipt"]["receiptNumber"]));
    let detail = bar.bartender().get(&receipt).await.ok();
    assert_fields(&detail, json!({"tableNumber": 4, "tableName": "Lounge"}));
    let token = text(&detail["guestUrl"]).rsplit('/').next().expect("a token").to_owned();
    let of_guest = bar.guest().get(&format!("/api/guest-receipts/{token}")).await.ok();
    assert_fields(&of_guest, json!({"tableNumber": 4, "tableName": "Lounge"}));
    assert_fields(&bar.order(&order).await, json!({"tableName": "Cellar"}));
}

#[tokio::test]
async fn moves_and_refusals_say_the_name() {
    let bar = TestBar::stocked().await;
    bar.names_table(7, "VIP").await;
    bar.dines_at(4).await;
    bar.bartender().patch("/api/tables/7/status", json!({"status": "reserved"})).await.ok();
    let refusal = bar.bartender().post("/api/tables/4/move", json!({"toTableId": 7})).await.refused(409, "table_not_free");
    assert_eq!(refusal["message"], "VIP is reserved");
    let moved = bar.bartender().post("/api/tables/4/move", json!({"toTableId": 7, "anyway": true})).await.ok();
    assert_fields(&moved["to"], json!({"tableNumber": 7, "name": "VIP", "status": "occupied"}));
    assert_eq!(values_of(&moved["orders"], "tableName"), ["VIP"]);
    assert_eq!(bar.audit_summaries("orders.table_moved", 1).await, ["Order #1 moved from table 4 to VIP"]);
    let summaries = bar.audit_summaries("orders.table", 2).await;
    assert!(summaries.contains(&json!("VIP is occupied")), "{summaries:?}");
}

#[tokio::test]
async fn a_guests_menu_says_the_name_and_codes_go_by_the_number() {
    let bar = TestBar::open().await;
    bar.names_table(4, "VIP").await;
    let name_of = async |query: &str| bar.guest().get(&format!("/api/menu/notes{query}")).await.ok()["tableName"].clone();
    assert_eq!(name_of("?table=4").await, "VIP");
    for query in ["", "?table=5", "?table=99"] {
        assert_eq!(name_of(query).await, Value::Null, "{query}");
    }
    bar.guest().get("/api/menu/notes?table=VIP").await.refused(400, "invalid");
    assert_eq!(bar.guest().get("/api/menu/qr?table=4").await.status, 200);
    bar.guest().get("/api/menu/qr?table=VIP").await.refused(400, "invalid");
}
