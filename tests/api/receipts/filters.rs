//! Filters and search of the receipts: by day, amount, product, seller, customer, payment method and voids.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::CUSTOMER;

/// Receipts: 1 beer by card, two days before the others; 2 whisky for cash to a customer; 3 rice by mobile money, by a manager; 4 beer and
/// whisky of an order, by card and mobile money.
async fn bar_with_receipts() -> TestBar {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/users/2", json!({"firstName": "Musu", "lastName": "Kpadeh"})).await.ok();
    let sale = async |name: &str, more: Value| {
        let mut body = more;
        body["productId"] = json!(bar.id_of(name).await);
        body["quantity"] = body.get("quantity").cloned().unwrap_or(json!(1));
        body
    };
    let beer = sale("Beer", json!({"paymentMethod": "card", "quantity": 2})).await;
    bar.bartender().post("/api/sales", beer).await.created();
    bar.clock.jump_to("2026-11-23T20:00:00Z");
    let whisky = sale("Whisky", json!({"customerName": "James Cooper", "customerPhone": "0770 551240"})).await;
    bar.bartender().post("/api/sales", whisky).await.created();
    let rice = sale("Rice", json!({"paymentMethod": "digital"})).await;
    bar.manager().post("/api/sales", rice).await.created();
    let order = bar.takes_order(&[("Beer", 1), ("Whisky", 1)]).await;
    let tenders = |parts: Value| json!({"tenders": parts});
    bar.pays(&order, tenders(json!([{"method": "card", "currency": "USD", "amount": "1.00"}, {"method": "mobile", "currency": "USD", "amount": "7.00"}]))).await.ok();
    bar
}

async fn found(bar: &TestBar, query: &str) -> Vec<u64> {
    let path = format!("/api/receipts?{query}");
    let ids = values_of(&bar.bartender().get(&path).await.ok(), "id");
    ids.iter().map(|id| id.as_u64().expect("an id")).collect()
}

#[tokio::test]
async fn each_filter_finds_its_receipts() {
    let bar = bar_with_receipts().await;
    for (query, ids) in [
        ("from=2026-11-21&to=2026-11-21", &[1][..]),
        ("amount=4.00", &[1]),
        ("amount=%244", &[1]),
        ("amount=L%24950", &[3]),
        ("amount=950", &[3]),
        ("amount=%24950", &[]),
        ("from=2026-11-22&amount=4", &[]),
        ("product=beer", &[4, 1]),
        ("product=beer&amount=8", &[4]),
        ("seller=manager", &[3]),
        ("seller=kpadeh", &[3]),
        ("customer=0770551", &[2]),
        ("customer=cooper", &[2]),
        ("method=card", &[4, 1]),
        ("method=mobile", &[4]),
        ("method=digital&product=rice", &[3]),
        ("voided=true", &[]),
        ("voided=false", &[4, 3, 2, 1]),
    ] {
        assert_eq!(found(&bar, query).await, ids, "{query}");
    }
    assert_eq!(CUSTOMER.0, "Musu Kpadeh", "the customer of the order has the name of the manager");
}

#[tokio::test]
async fn the_search_takes_the_same_words() {
    let bar = bar_with_receipts().await;
    for (words, ids) in [
        ("rice", &[3][..]),
        ("whisky", &[4, 2]),
        ("whisky cooper", &[2]),
        ("beer 4.00", &[1]),
        ("%244", &[1]),
        ("card beer", &[4, 1]),
        ("mobile whisky", &[4]),
        ("20261121", &[1]),
        ("James Cooper", &[2]),
        ("0770 551", &[2]),
        ("voided", &[]),
        ("beer rice", &[]),
    ] {
        assert_eq!(found(&bar, &format!("q={}", words.replace(' ', "%20"))).await, ids, "{words}");
    }
}

#[tokio::test]
async fn voided_receipts_are_found_and_marked() {
    let bar = bar_with_receipts().await;
    bar.voids_sale(&json!({"id": 1})).await.ok();
    bar.voids_sale(&json!({"id": 4})).await.ok();
    let all = bar.bartender().get("/api/receipts").await.ok();
    assert_eq!(values_of(&all, "voided"), ["part", "none", "none", "all"]);
    for (query, ids) in [("voided=true", &[4, 1][..]), ("voided=all", &[1]), ("voided=part", &[4]), ("voided=false", &[3, 2]), ("q=voided%20beer", &[4, 1])] {
        assert_eq!(found(&bar, query).await, ids, "{query}");
    }
}

#[tokio::test]
async fn pages_of_a_filtered_list_keep_the_filters() {
    let bar = TestBar::stocked().await;
    for name in ["Beer", "Rice", "Beer", "Rice", "Beer"] {
        bar.sells(name, 1).await;
    }
    let first = bar.bartender().get("/api/receipts?product=beer&limit=2").await;
    let link = first.header("link").expect("a next page").to_owned();
    assert_eq!(values_of(&first.ok(), "id"), [5, 3]);
    let next = link.split(['<', '>']).nth(1).expect("an address");
    assert!(next.contains("product=beer"), "{next}");
    assert_eq!(values_of(&bar.bartender().get(next).await.ok(), "id"), [1]);
}
