//! Life of an order: placed, changed by several phones, moved through its statuses, cancelled.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

#[tokio::test]
async fn an_order_reduces_stock_and_is_totalled_in_both_currencies() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 2), ("Rice", 1)]).await;
    assert_fields(
        &order,
        json!({"status": "pending", "paymentStatus": "unpaid", "isOnCredit": "false", "orderType": "takeout", "currency": "USD",
            "totalAmount": "17.00", "totalAmountUSD": "17.00", "totalAmountLRD": "3230.00", "remainingUSD": "17.00", "remainingLRD": "3230.00",
            "paidAmountUSD": "0.00", "paidAmountLRD": "0.00", "exchangeRate": 190, "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1,
            "tableId": null, "tableNumber": null, "notes": null, "receiptNumber": null, "cancelReason": null, "userName": "bartender",
            "createdAt": "2026-11-21T20:00:00.000Z"}),
    );
    let line = json!({"productName": "Rice", "quantity": 1, "unitPrice": "950.00", "totalPrice": "950.00", "currency": "LRD",
        "unitPriceUSD": "5.00", "unitPriceLRD": "950.00"});
    assert_fields(&order["items"][1], line);
    bar.expect_stock("Whisky", 48).await;
    bar.expect_stock("Rice", 49).await;
    assert_eq!(bar.sale_lines().await, Vec::<Value>::new(), "an unpaid order records no sale");
}

#[tokio::test]
async fn an_order_has_the_currency_of_most_of_its_lines() {
    let bar = TestBar::stocked().await;
    bar.product(json!({"name": "Soup", "currency": "LRD", "priceLRD": 570, "stock": 9})).await;
    let order = bar.takes_order(&[("Whisky", 5), ("Rice", 1), ("Soup", 1)]).await;
    assert_fields(&order, json!({"currency": "LRD", "totalAmount": "7220.00", "totalAmountUSD": "38.00"}));
}

#[tokio::test]
async fn two_phones_add_and_remove_items_without_overwriting_each_other() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let path = format!("/api/orders/{}/items", order["id"]);
    let (bartender, manager) = (bar.bartender(), bar.manager());
    let (beer, rice) = (bar.items(&[("Beer", 2)]).await[0].clone(), bar.items(&[("Rice", 1)]).await[0].clone());
    let (one, two) = tokio::join!(bartender.post(&path, beer), manager.post(&path, rice));
    one.created();
    two.created();
    let order = bar.order(&order).await;
    let mut products: Vec<String> = values_of(&order["items"], "productName").iter().map(|name| name.to_string()).collect();
    products.sort();
    assert_eq!(products, ["\"Beer\"", "\"Rice\"", "\"Whisky\""]);
    let item = |name: &str| {
        let items = order["items"].as_array().expect("items");
        format!("{path}/{}", items.iter().find(|item| item["productName"] == name).expect("there")["id"])
    };
    let (whisky, beer) = (item("Whisky"), item("Beer"));
    let (one, two) = tokio::join!(bartender.delete(&whisky), manager.delete(&beer));
    one.ok();
    two.ok();
    let order = bar.order(&order).await;
    assert_eq!(values_of(&order["items"], "productName"), ["Rice"]);
    assert_fields(&order, json!({"totalAmountLRD": "950.00", "currency": "LRD"}));
    for (name, stock) in [("Whisky", 50), ("Beer", 50), ("Rice", 49)] {
        bar.expect_stock(name, stock).await;
    }
    bartender.delete(&whisky).await.refused(404, "not_found");
}

#[tokio::test]
async fn an_item_is_removed_once_by_the_first_phone() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 4), ("Beer", 1)]).await;
    let path = format!("/api/orders/{}/items/{}", order["id"], order["items"][0]["id"]);
    let (bartender, manager) = (bar.bartender(), bar.manager());
    let (one, two) = tokio::join!(bartender.delete(&path), manager.delete(&path));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
    bar.expect_stock("Whisky", 50).await;
}

#[tokio::test]
async fn an_order_moves_through_its_statuses_one_by_one() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    bar.clock.pass(crate::bar::SECOND);
    for status in ["preparing", "ready", "served"] {
        let moved = bar.sets_status(&order, status).await.ok();
        assert_fields(&moved, json!({"status": status, "updatedAt": "2026-11-21T20:00:01.000Z", "createdAt": "2026-11-21T20:00:00.000Z"}));
    }
    bar.expect_stock("Beer", 49).await;
}

#[tokio::test]
async fn every_other_status_change_is_a_bad_transition() {
    let bar = TestBar::stocked().await;
    let all = ["pending", "preparing", "ready", "served", "cancelled"];
    let transitions: [(&[&str], &[&str]); 5] = [
        (&[], &["preparing", "cancelled"]),
        (&["preparing"], &["ready", "cancelled"]),
        (&["preparing", "ready"], &["served", "cancelled"]),
        (&["preparing", "ready", "served"], &[]),
        (&["cancelled"], &[]),
    ];
    for (steps, legal) in transitions {
        let order = bar.takes_order(&[("Beer", 1)]).await;
        for status in steps {
            bar.sets_status(&order, status).await.ok();
        }
        for status in all.iter().filter(|status| !legal.contains(status)) {
            bar.sets_status(&order, status).await.refused(409, "bad_transition");
        }
        assert_eq!(bar.order(&order).await["status"], *steps.last().unwrap_or(&"pending"));
    }
}

#[tokio::test]
async fn cancelling_an_order_needs_a_reason_and_restocks_its_items() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 3), ("Rice", 2)]).await;
    let path = format!("/api/orders/{}/status", order["id"]);
    for no_reason in [json!({"status": "cancelled"}), json!({"status": "cancelled", "reason": "  "})] {
        let refused = bar.bartender().patch(&path, no_reason).await.invalid("Reason is required");
        assert_eq!(refused["fields"]["reason"], "Reason is required");
    }
    bar.expect_stock("Whisky", 47).await;
    let cancelled = bar.sets_status(&order, "cancelled").await.ok();
    assert_fields(
        &cancelled,
        json!({"status": "cancelled", "cancelReason": "Changed their mind", "remainingUSD": "0.00", "paymentStatus": "unpaid"}),
    );
    assert_eq!(values_of(&cancelled["items"], "productName"), ["Whisky", "Rice"], "a cancelled order keeps its items");
    bar.expect_stock("Whisky", 50).await;
    bar.expect_stock("Rice", 50).await;
    let whisky = bar.id_of("Whisky").await;
    let moved = bar.manager().get(&format!("/api/products/{whisky}/movements")).await.ok();
    assert_eq!(values_of(&moved, "reason"), ["return", "order", "count"]);
}

#[tokio::test]
async fn an_order_with_money_or_on_credit_is_not_cancelled() {
    let bar = TestBar::stocked().await;
    let partly = bar.takes_order(&[("Whisky", 1)]).await;
    bar.pays(&partly, json!({"amountUSD": 1})).await.ok();
    bar.sets_status(&partly, "cancelled").await.refused(409, "bad_transition");
    let owed = bar.takes_order(&[("Whisky", 1)]).await;
    bar.puts_on_credit(&owed, CUSTOMER).await.ok();
    bar.sets_status(&owed, "cancelled").await.refused(409, "bad_transition");
    bar.sets_status(&owed, "preparing").await.ok();
    bar.sets_status(&partly, "preparing").await.ok();
}

#[tokio::test]
async fn an_order_holds_two_hundred_lines_of_goods_however_often_they_are_ordered() {
    let bar = TestBar::open().await;
    let water = bar.stocks("Water", "0.50", 5_000).await["id"].clone();
    let items = vec![json!({"productId": water, "quantity": 1}); 199];
    let order = json!({"customerName": "Musu", "orderType": "takeout", "notes": "For the team", "items": items});
    let order = bar.bartender().post("/api/orders", order).await.created();
    assert_fields(&order, json!({"notes": "For the team", "totalAmountUSD": "99.50"}));
    for _ in 0..3 {
        bar.adds_item(&order, "Water", 1).await.created();
    }
    // Those that differ by their notes are other lines.
    let item = |note: usize| json!({"productId": water, "quantity": 1, "notes": format!("glass {note}")});
    let items: Vec<Value> = (0..200).map(item).collect();
    let full = json!({"customerName": "Musu", "orderType": "takeout", "items": items});
    let full = bar.bartender().post("/api/orders", full).await.created();
    let path = format!("/api/orders/{}/items", full["id"]);
    bar.bartender().post(&path, item(7)).await.created();
    assert_eq!(bar.bartender().post(&path, item(200)).await.refused(409, "conflict")["message"], "This order is full. Take another one.");
    bar.expect_stock("Water", 4_597).await;
}

#[tokio::test]
async fn a_line_is_limited_to_ten_billion() {
    let bar = TestBar::open().await;
    for (currency, rate) in [("USD", "0.5"), ("LRD", "2")] {
        bar.set_rate(json!(rate)).await;
        for (price, fits) in [("10000000000.01", false), ("10000000000.00", true)] {
            let yacht = bar.product(json!({"name": "Yacht", "currency": currency, "price": price, "stock": 1})).await;
            let body = json!({"customerName": "Musu", "orderType": "takeout", "items": [{"productId": yacht["id"], "quantity": 1}]});
            let answer = bar.bartender().post("/api/orders", body).await;
            if fits { drop(answer.created()) } else { drop(answer.invalid("The total is too large")) }
        }
    }
}

#[tokio::test]
async fn every_write_on_a_cancelled_order_is_a_conflict() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    bar.sets_status(&order, "cancelled").await.ok();
    let path = format!("/api/orders/{}", order["id"]);
    let item = bar.items(&[("Beer", 1)]).await[0].clone();
    bar.bartender().post(&format!("{path}/items"), item).await.refused(409, "conflict");
    bar.bartender().delete(&format!("{path}/items/{}", order["items"][0]["id"])).await.refused(409, "conflict");
    bar.bartender().patch(&path, json!({"notes": "Late"})).await.refused(409, "conflict");
    bar.pays(&order, json!({"amountUSD": 6})).await.refused(409, "conflict");
    bar.puts_on_credit(&order, CUSTOMER).await.refused(409, "conflict");
    bar.voids_order(&order).await.refused(409, "conflict");
    bar.expect_takings(&[]).await;
}

#[tokio::test]
async fn items_of_a_paid_order_and_of_one_on_credit_are_fixed() {
    let bar = TestBar::stocked().await;
    let paid = bar.takes_order(&[("Beer", 1)]).await;
    bar.pays(&paid, json!({"amountUSD": 2})).await.ok();
    let owed = bar.takes_order(&[("Beer", 1)]).await;
    bar.puts_on_credit(&owed, CUSTOMER).await.ok();
    let item = bar.items(&[("Beer", 1)]).await[0].clone();
    for order in [paid, owed] {
        let path = format!("/api/orders/{}/items", order["id"]);
        bar.bartender().post(&path, item.clone()).await.refused(409, "conflict");
        bar.bartender().post(&path, json!({"productId": 999, "quantity": 1})).await.refused(404, "not_found");
        bar.bartender().delete(&format!("{path}/{}", order["items"][0]["id"])).await.refused(409, "conflict");
    }
    bar.expect_stock("Beer", 48).await;
}

#[tokio::test]
async fn an_empty_order_is_not_paid_and_can_be_filled_again() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let items = format!("/api/orders/{}/items", order["id"]);
    let empty = bar.bartender().delete(&format!("{items}/{}", order["items"][0]["id"])).await.ok();
    assert_fields(&empty, json!({"items": [], "totalAmountUSD": "0.00", "paymentStatus": "unpaid", "currency": "USD"}));
    bar.pays(&order, json!({"amountUSD": 1})).await.refused(409, "conflict");
    bar.puts_on_credit(&order, CUSTOMER).await.refused(409, "conflict");
    let filled = bar.adds_item(&order, "Whisky", 1).await.created();
    assert_fields(&filled, json!({"totalAmountUSD": "6.00"}));
}

#[tokio::test]
async fn totals_of_the_client_are_compared_and_never_used() {
    let bar = TestBar::stocked().await;
    let right = json!({"customerName": "Musu", "orderType": "delivery", "totalAmount": "17.00", "totalAmountUSD": 17, "totalAmountLRD": 3230,
        "exchangeRate": 190, "currency": "USD", "items": bar.items(&[("Whisky", 2), ("Rice", 1)]).await});
    for (field, wrong) in [("totalAmount", json!("16.99")), ("totalAmountUSD", json!(1)), ("totalAmountLRD", json!("3230.01"))] {
        let mut body = right.clone();
        body[field] = wrong;
        let refused = bar.bartender().post("/api/orders", body).await.refused(409, "price_changed");
        assert_eq!(values_of(&refused["fresh"], "totalAmount"), ["12.00", "950.00"], "{field}");
    }
    let mut body = right.clone();
    body["exchangeRate"] = json!(185);
    body["totalAmount"] = json!("1.00");
    assert_eq!(bar.bartender().post("/api/orders", body.clone()).await.refused(409, "rate_changed")["rate"], 190);
    // An unknown product is reported before a changed rate.
    let unknown = json!({"customerName": "Musu", "items": [{"productId": 99, "quantity": 1}], "exchangeRate": body["exchangeRate"]});
    assert_eq!(bar.bartender().post("/api/orders", unknown).await.refused(404, "not_found")["productId"], 99);
    let mut body = right.clone();
    body["items"][0]["unitPrice"] = json!("5.00");
    let refused = bar.bartender().post("/api/orders", body).await.refused(409, "price_changed");
    assert_eq!(values_of(&refused["fresh"], "unitPrice"), ["6.00", "950.00"], "fresh figures of every line");
    bar.expect_stock("Whisky", 50).await;
    let order = bar.bartender().post("/api/orders", right).await.created();
    let path = format!("/api/orders/{}", order["id"]);
    let beer = json!({"productId": bar.id_of("Beer").await, "quantity": 1, "unitPrice": "1.00"});
    for (call, more) in [(format!("{path}/items"), json!({})), ("/api/credit".to_owned(), json!({"customerName": "Musu"}))] {
        let mut body = beer.clone();
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let refused = bar.bartender().post(&call, body).await.refused(409, "price_changed");
        assert_eq!(refused["fresh"]["unitPrice"], "2.00", "{call}: fresh figures of one line, not a list");
    }
    bar.bartender().patch(&path, json!({"totalAmount": "17.00", "totalAmountLRD": "3230.00"})).await.ok();
    bar.bartender().patch(&path, json!({"totalAmount": "18.00"})).await.refused(409, "price_changed");
}

#[tokio::test]
async fn a_later_price_does_not_change_items_already_ordered() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Whisky", 1)]).await;
    let id = bar.id_of("Whisky").await;
    bar.manager().put(&format!("/api/products/{id}"), json!({"priceUSD": "9.00"})).await.ok();
    let order = bar.adds_item(&order, "Whisky", 1).await.created();
    assert_eq!(values_of(&order["items"], "unitPrice"), ["6.00", "9.00"]);
    assert_fields(&order, json!({"totalAmountUSD": "15.00"}));
}

#[tokio::test]
async fn the_customer_and_the_notes_of_an_order_can_change() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let path = format!("/api/orders/{}", order["id"]);
    let change = json!({"customerName": " Fatu  Doe ", "notes": "Window\nseat"});
    assert_fields(
        &bar.bartender().patch(&path, change).await.ok(),
        json!({"customerName": "Fatu Doe", "notes": "Window\nseat", "customerPhone": CUSTOMER.1}),
    );
    let change = json!({"customerPhone": null, "notes": " "});
    assert_fields(
        &bar.bartender().patch(&path, change).await.ok(),
        json!({"customerName": "Fatu Doe", "notes": null, "customerPhone": null}),
    );
    bar.bartender().patch(&path, json!({"customerName": " "})).await.invalid("Customer name is required");
}

#[tokio::test]
async fn an_order_can_be_changed_at_its_own_rate_or_at_todays() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1), ("Rice", 1)]).await;
    bar.set_rate(json!(200)).await;
    let path = format!("/api/orders/{}", order["id"]);
    for (rate, notes) in [(190, "Window"), (200, "Door")] {
        let changed = bar.bartender().patch(&path, json!({"exchangeRate": rate, "notes": notes})).await.ok();
        assert_fields(&changed, json!({"notes": notes, "exchangeRate": 190, "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1}));
    }
    let other = json!({"exchangeRate": 195, "notes": "Bar"});
    assert_eq!(bar.bartender().patch(&path, other).await.refused(409, "rate_changed")["rate"], 200);
    let refused = bar.bartender().patch(&path, json!({"totalAmountUSD": 1, "notes": "Bar"})).await.refused(409, "price_changed");
    assert_eq!(values_of(&refused["fresh"], "totalAmount"), ["2.00", "950.00"]);
    assert_fields(&bar.order(&order).await, json!({"notes": "Door"}));
}

#[tokio::test]
async fn a_change_without_effect_writes_no_entry() {
    let bar = TestBar::stocked().await;
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let path = format!("/api/orders/{}", order["id"]);
    let before = store::journal_head(bar.store()).expect("a head");
    for same in
        [json!({}), json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "notes": "", "tableId": null, "exchangeRate": 190})]
    {
        bar.bartender().patch(&path, same).await.ok();
    }
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before);
    for change in [json!({"customerPhone": "0880"}), json!({"notes": "Window"}), json!({"tableId": 3})] {
        bar.bartender().patch(&path, change).await.ok();
    }
    assert_fields(&bar.order(&order).await, json!({"customerPhone": "0880", "notes": "Window", "tableId": 3}));
    assert_eq!(store::journal_head(bar.store()).expect("a head"), before + 3);
}

#[tokio::test]
async fn products_without_stock_are_not_ordered() {
    let bar = TestBar::stocked().await;
    let items = bar.items(&[("Beer", 30), ("Beer", 21)]).await;
    let refused = bar.bartender().post("/api/orders", json!({"customerName": "Musu", "orderType": "takeout", "items": items})).await;
    let refused = refused.refused(409, "insufficient_stock");
    assert_fields(&refused, json!({"message": "Only 50 units available", "available": 50, "productId": bar.id_of("Beer").await}));
    let order = bar.takes_order(&[("Beer", 50)]).await;
    bar.adds_item(&order, "Beer", 1).await.refused(409, "insufficient_stock");
}

#[tokio::test]
async fn the_dashboard_follows_the_orders() {
    let bar = TestBar::stocked().await;
    let first = bar.takes_order(&[("Whisky", 1), ("Rice", 1)]).await;
    let second = bar.takes_order(&[("Beer", 47)]).await;
    bar.sets_status(&second, "preparing").await.ok();
    let stats = bar.bartender().get("/api/bartender/dashboard-stats").await.ok();
    assert_fields(&stats, json!({"pendingOrders": 1, "todaysSales": "0.00", "lowStockItems": 1, "outOfStockItems": 0}));
    assert_fields(
        &stats["recentOrders"][0],
        json!({"id": second["id"], "items": 1, "total": "94.00", "status": "preparing", "tableNumber": null}),
    );
    assert_fields(&stats["recentOrders"][1], json!({"id": first["id"], "items": 2, "total": "11.00"}));
    bar.pays(&first, json!({"amountUSD": 11})).await.ok();
    bar.sets_status(&second, "cancelled").await.ok();
    let stats = bar.bartender().get("/api/bartender/dashboard-stats").await.ok();
    assert_fields(&stats, json!({"pendingOrders": 1, "todaysSales": "11.00", "lowStockItems": 0}));
    bar.voids_order(&first).await.ok();
    assert_fields(&bar.bartender().get("/api/bartender/dashboard-stats").await.ok(), json!({"pendingOrders": 0, "todaysSales": "0.00"}));
}
