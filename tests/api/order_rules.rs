//! Orders: items one by one, a step at a time, paid in two currencies, taken back with everything on them.

use serde_json::{Value, json};

use crate::bar::{TestBar, names, text};

/// A bar with beer at $2.00, rice at L$950 and an order of Musu's for so many of each.
async fn with_order(beers: i64, plates: i64) -> TestBar {
    let bar = TestBar::open().await;
    let beer = bar.stocks("Club Beer", "2.00", 24).await["id"].clone();
    let rice =
        bar.product(json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950, "stock": 10})).await["id"].clone();
    let lines = [(beer, beers), (rice, plates)].into_iter().filter(|(_, quantity)| *quantity > 0);
    let items: Vec<Value> = lines.map(|(id, quantity)| json!({"productId": id, "quantity": quantity})).collect();
    let ask = json!({"customerName": "Musu", "orderType": "takeout", "items": items});
    bar.bartender().post("/api/orders", ask).await.created();
    bar
}

async fn order(bar: &TestBar) -> Value {
    bar.bartender().get("/api/orders/1").await.ok()
}

async fn pay(bar: &TestBar, tender: Value) -> Value {
    bar.bartender().post("/api/orders/1/payment", tender).await.ok()
}

#[tokio::test]
async fn an_order_takes_its_goods_and_sums_its_lines() {
    let bar = with_order(2, 3).await;
    bar.expect_stock("Club Beer", 22).await;
    bar.expect_stock("Rice", 7).await;
    let order = order(&bar).await;
    for (field, value) in [
        ("status", json!("pending")),
        ("paymentStatus", json!("unpaid")),
        ("isOnCredit", json!("false")),
        ("orderType", json!("takeout")),
        ("currency", json!("USD")),
        ("totalAmountUSD", json!("19.00")),
        ("totalAmountLRD", json!("3610.00")),
        ("totalAmount", json!("19.00")),
        ("remainingUSD", json!("19.00")),
        ("remainingLRD", json!("3610.00")),
        ("paidAmountUSD", json!("0.00")),
        ("exchangeRate", json!(190)),
        ("userName", json!("bartender")),
        ("tableNumber", json!(null)),
        ("receiptNumber", json!(null)),
    ] {
        assert_eq!(order[field], value, "{field}");
    }
    assert_eq!(names(&order["items"], "unitPrice"), ["2.00", "950.00"]);
    assert_eq!(names(&order["items"], "totalPrice"), ["4.00", "2850.00"]);
}

#[tokio::test]
async fn a_debt_is_owed_in_the_currency_of_its_line() {
    let bar = with_order(2, 1).await;
    bar.set_rate(json!(200)).await;
    let owed = order(&bar).await;
    // $4.00 stay $4.00 and L$950 stay L$950: 4.00 + 950/200, and 4.00 × 200 + 950.
    assert_eq!((text(&owed["remainingUSD"]), text(&owed["remainingLRD"])), ("8.75", "1750.00"));
    assert_eq!(text(&owed["totalAmountUSD"]), "9.00", "the total is frozen");
    let paid = pay(&bar, json!({"amountLRD": "1750.00", "exchangeRate": 200})).await;
    assert_eq!((&paid["order"]["paymentStatus"], &paid["order"]["remainingUSD"]), (&json!("paid"), &json!("0.00")));
}

#[tokio::test]
async fn paying_in_full_makes_the_lines_and_one_receipt() {
    let bar = with_order(2, 1).await;
    let paid = pay(&bar, json!({"amountUSD": "20.00", "paymentMethod": "cash"})).await;
    // $9.00 of $20: $11.00 back, whole dollars in dollars.
    assert_eq!((text(&paid["payment"]["changeUSD"]), text(&paid["payment"]["changeLRD"])), ("11.00", "0.00"));
    assert_eq!(paid["order"]["paymentStatus"], "paid");
    let receipt = paid["receipt"].clone();
    assert_eq!((&receipt["receiptNumber"], &receipt["orderId"]), (&json!("R-20261121-0001"), &json!(1)));
    let sales = bar.bartender().get("/api/sales").await.ok();
    assert_eq!((names(&sales, "orderId"), names(&sales, "receiptNumber")), (vec![json!(1); 2], vec![receipt["receiptNumber"].clone(); 2]));
    bar.expect_stock("Club Beer", 22).await;
    bar.bartender().post("/api/orders/1/payment", json!({"amountUSD": 1})).await.refused(409, "already_paid");
    bar.bartender().post("/api/orders/1/items", json!({"productId": 1, "quantity": 1})).await.refused(409, "conflict");
}

#[tokio::test]
async fn a_part_is_a_payment_without_lines() {
    let bar = with_order(2, 0).await;
    let paid = pay(&bar, json!({"amountUSD": "1.50"})).await;
    assert_eq!(
        (&paid["order"]["paymentStatus"], &paid["order"]["remainingUSD"], &paid["receipt"]),
        (&json!("partial"), &json!("2.50"), &json!(null))
    );
    assert_eq!(bar.bartender().get("/api/sales").await.ok(), json!([]));
    let rest = pay(&bar, json!({"amountLRD": 500})).await;
    // $2.50 are L$475; of the L$25 too much, change in LRD: only LRD was tendered.
    assert_eq!((text(&rest["payment"]["changeUSD"]), text(&rest["payment"]["changeLRD"])), ("0.00", "25.00"));
    assert_eq!((text(&rest["order"]["paidAmountUSD"]), text(&rest["order"]["paidAmountLRD"])), ("1.50", "475.00"));
    assert_eq!(names(&bar.bartender().get("/api/sales").await.ok(), "quantity"), [2]);
}

#[tokio::test]
async fn change_is_given_as_asked_and_rounded_on_record() {
    for (change_in, usd, lrd, rounding) in [
        // $0.53 + $3.00 too much of $7.53: whole dollars, and 0.53 × 190 = 100.70 to the next L$5.
        (json!(null), "3.00", "100.00", "-0.70"),
        (json!("split"), "3.00", "100.00", "-0.70"),
        (json!("USD"), "3.53", "0.00", "0.00"),
        (json!("LRD"), "0.00", "670.00", "-0.70"),
    ] {
        let bar = with_order(2, 0).await;
        let paid = pay(&bar, json!({"amountUSD": "7.53", "changeIn": change_in})).await["payment"].clone();
        let change = ["changeUSD", "changeLRD", "roundingLRD"].map(|field| text(&paid[field]).to_owned());
        assert_eq!(change, [usd, lrd, rounding], "{change_in}");
    }
}

#[tokio::test]
async fn no_money_is_no_payment() {
    let bar = with_order(1, 0).await;
    for none in [json!({}), json!({"amountUSD": 0, "amountLRD": "0.00"}), json!({"amountUSD": null, "paymentMethod": "card"})] {
        bar.bartender().post("/api/orders/1/payment", none).await.says("Please enter a payment amount");
    }
    let refused = bar.bartender().post("/api/orders/1/payment", json!({"amountUSD": 1, "exchangeRate": 185})).await;
    assert_eq!(refused.refused(409, "rate_changed")["rate"], 190);
    bar.bartender().post("/api/orders/99/payment", json!({"amountUSD": 1})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_status_goes_one_step_at_a_time() {
    let bar = with_order(1, 0).await;
    let step = async |status: &str| bar.bartender().patch("/api/orders/1/status", json!({"status": status})).await;
    for wrong in ["ready", "served", "pending"] {
        step(wrong).await.refused(409, "bad_transition");
    }
    for right in ["preparing", "ready", "served"] {
        assert_eq!(step(right).await.ok()["status"], right);
    }
    bar.bartender().patch("/api/orders/1/status", json!({"status": "cancelled", "reason": "Late"})).await.refused(409, "bad_transition");
}

#[tokio::test]
async fn a_cancelled_order_gives_everything_back_and_takes_nothing_more() {
    let bar = with_order(2, 1).await;
    let cancel = json!({"status": "cancelled", "reason": "Guest left"});
    bar.bartender().patch("/api/orders/1/status", json!({"status": "cancelled"})).await.refused(400, "invalid");
    let cancelled = bar.bartender().patch("/api/orders/1/status", cancel.clone()).await.ok();
    assert_eq!((&cancelled["status"], &cancelled["cancelReason"]), (&json!("cancelled"), &json!("Guest left")));
    bar.expect_stock("Club Beer", 24).await;
    bar.expect_stock("Rice", 10).await;
    bar.bartender().patch("/api/orders/1/status", cancel).await.refused(409, "bad_transition");
    for (method, path, body) in [
        ("POST", "/api/orders/1/items", json!({"productId": 1, "quantity": 1})),
        ("PATCH", "/api/orders/1", json!({"notes": "x"})),
        ("POST", "/api/orders/1/payment", json!({"amountUSD": 1})),
        ("POST", "/api/orders/1/credit", json!({"customerName": "Musu"})),
        ("DELETE", "/api/orders/1/items/1", json!({})),
    ] {
        bar.manager().ask(method, path).json(&body).send().await.refused(409, "conflict");
    }
    bar.manager().post("/api/orders/1/void", json!({"reason": "x"})).await.refused(409, "conflict");
}

#[tokio::test]
async fn an_order_with_money_on_it_is_voided_by_a_manager() {
    let bar = with_order(2, 0).await;
    pay(&bar, json!({"amountUSD": 4})).await;
    let cancel = bar.bartender().patch("/api/orders/1/status", json!({"status": "cancelled", "reason": "x"})).await;
    assert_eq!(cancel.status, 409, "{}", cancel.text());
    bar.bartender().post("/api/orders/1/void", json!({"reason": "x"})).await.refused(403, "forbidden");
    let voided = bar.manager().post("/api/orders/1/void", json!({"reason": "Wrong table"})).await.ok();
    assert_eq!(voided["status"], "cancelled");
    bar.expect_stock("Club Beer", 24).await;
    let sales = bar.bartender().get("/api/sales").await.ok();
    assert!(names(&sales, "voidedAt").iter().all(Value::is_string), "{sales}");
    bar.manager().post("/api/orders/1/void", json!({"reason": "again"})).await.refused(409, "conflict");
    bar.expect_stock("Club Beer", 24).await;
}

#[tokio::test]
async fn two_phones_on_one_order_never_overwrite_each_other() {
    let bar = with_order(1, 0).await;
    let (one, two) = (bar.bartender(), bar.manager());
    let (one, two) = tokio::join!(
        one.post("/api/orders/1/items", json!({"productId": 1, "quantity": 2})),
        two.post("/api/orders/1/items", json!({"productId": 2, "quantity": 1})),
    );
    one.created();
    two.created();
    let both = order(&bar).await;
    assert_eq!(names(&both["items"], "productId").len(), 3);
    assert_eq!(both["totalAmountUSD"], "11.00");
    bar.expect_stock("Club Beer", 21).await;
    let removed = bar.bartender().ask("DELETE", "/api/orders/1/items/2").send().await.ok();
    assert_eq!(names(&removed["items"], "id"), [1, 3]);
    bar.bartender().delete("/api/orders/1/items/2").await.refused(404, "not_found");
}

#[tokio::test]
async fn an_order_does_not_shrink_below_what_is_paid() {
    let bar = with_order(1, 1).await;
    pay(&bar, json!({"amountUSD": 4})).await;
    // Without the rice ($5) only $2 would be left, without the beer $5.
    bar.bartender().delete("/api/orders/1/items/2").await.refused(409, "conflict");
    assert_eq!(bar.bartender().delete("/api/orders/1/items/1").await.ok()["remainingUSD"], "1.00");
    bar.expect_stock("Club Beer", 24).await;
    bar.expect_stock("Rice", 9).await;
}

#[tokio::test]
async fn what_is_no_order() {
    let bar = with_order(1, 0).await;
    let one = json!([{"productId": 1, "quantity": 1}]);
    for (bad, message) in
        [(json!({"items": one}), "Customer name is required"), (json!({"customerName": " ", "items": one}), "Customer name is required")]
    {
        bar.bartender().post("/api/orders", bad).await.says(message);
    }
    for bad in [
        json!({"customerName": "Musu"}),
        json!({"customerName": "Musu", "items": []}),
        json!({"customerName": "Musu", "orderType": "buffet", "items": one}),
    ] {
        bar.bartender().post("/api/orders", bad).await.refused(400, "invalid");
    }
    let unknown = json!({"customerName": "Musu", "items": [{"productId": 99, "quantity": 1}]});
    bar.bartender().post("/api/orders", unknown).await.refused(404, "not_found");
    let too_many = json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 20}, {"productId": 1, "quantity": 20}]});
    assert_eq!(bar.bartender().post("/api/orders", too_many).await.refused(409, "insufficient_stock")["available"], 23);
    let wrong = json!({"customerName": "Musu", "items": [{"productId": 1, "quantity": 1, "unitPrice": "1.00"}]});
    assert_eq!(names(&bar.bartender().post("/api/orders", wrong).await.refused(409, "price_changed")["fresh"], "unitPrice"), ["2.00"]);
    bar.expect_stock("Club Beer", 23).await;
}

#[tokio::test]
async fn a_table_is_occupied_by_who_dines_and_freed_by_moving() {
    let bar = with_order(1, 0).await;
    let tables = bar.bartender().get("/api/tables").await.ok();
    assert_eq!(names(&tables, "tableNumber"), (1..=12).collect::<Vec<_>>());
    assert!(names(&tables, "capacity").iter().all(|seats| [2, 4, 6].iter().any(|known| seats == known)), "{tables}");
    let status = async |number: usize| bar.bartender().get("/api/tables").await.ok()[number - 1]["status"].clone();
    let dine = json!({"customerName": "Fatu", "orderType": "dine_in", "tableId": 4, "items": [{"productId": 1, "quantity": 1}]});
    assert_eq!(bar.bartender().post("/api/orders", dine).await.created()["tableNumber"], 4);
    assert_eq!((status(4).await, status(5).await), (json!("occupied"), json!("available")));
    bar.bartender().patch("/api/orders/2", json!({"tableId": 5})).await.ok();
    assert_eq!((status(4).await, status(5).await), (json!("available"), json!("occupied")));
    bar.bartender().post("/api/orders/2/payment", json!({"amountUSD": 2})).await.ok();
    assert_eq!(status(5).await, "occupied", "paying does not free a table");
    bar.bartender().patch("/api/tables/5/status", json!({"status": "available"})).await.ok();
    assert_eq!(status(5).await, "available");
    bar.manager().post("/api/tables", json!({"tableNumber": 5, "capacity": 2})).await.refused(409, "taken");
}
