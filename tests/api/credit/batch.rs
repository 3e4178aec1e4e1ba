//! A cart that goes on a tab: all lines or none, in one transaction.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

const BATCH: &str = "/api/credit/batch";

/// The lines of a cart, by name and quantity.
async fn cart(bar: &TestBar, lines: &[(&str, i64)]) -> Vec<Value> {
    let mut items = Vec::new();
    for (name, quantity) in lines {
        items.push(json!({"productId": bar.id_of(name).await, "quantity": quantity}));
    }
    items
}

fn musu(items: &[Value]) -> Value {
    json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "items": items})
}

#[tokio::test]
async fn a_cart_becomes_credit_line_by_line() {
    let bar = TestBar::stocked().await;
    let mut items = cart(&bar, &[("Whisky", 2), ("Rice", 1)]).await;
    items[1]["notes"] = json!("no pepper");
    items[1]["customerName"] = json!("Somebody else");
    let given = bar.bartender().post(BATCH, musu(&items)).await.created();
    assert_fields(
        &given["credits"][0],
        json!({"productName": "Whisky", "quantity": 2, "totalAmount": "12.00", "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1,
        "status": "active", "userName": "bartender"}),
    );
    assert_fields(
        &given["credits"][1],
        json!({"productName": "Rice", "quantity": 1, "currency": "LRD", "notes": "no pepper", "customerName": CUSTOMER.0}),
    );
    bar.expect_stock("Whisky", 48).await;
    bar.expect_stock("Rice", 49).await;
    assert_eq!(bar.sale_lines().await, Vec::<Value>::new());
    assert_fields(&bar.tabs().await[0], json!({"customerName": CUSTOMER.0, "status": "unpaid", "totalUSD": "17.00"}));
    assert_eq!(
        bar.audit_summaries("credit.given", 2).await,
        ["1 × Rice given to Musu Kpadeh on credit", "2 × Whisky given to Musu Kpadeh on credit"]
    );
}

#[tokio::test]
async fn a_cart_is_refused_as_a_whole() {
    let bar = TestBar::stocked().await;
    let put = async |items: Vec<Value>| bar.bartender().post(BATCH, musu(&items)).await;
    let few = put(cart(&bar, &[("Rice", 1), ("Beer", 30), ("Beer", 21)]).await).await.refused(409, "insufficient_stock");
    assert_fields(&few, json!({"available": 50, "productId": bar.id_of("Beer").await}));
    let mut outdated = cart(&bar, &[("Beer", 1), ("Rice", 1)]).await;
    outdated[0]["unitPrice"] = json!("1.00");
    let fresh = put(outdated).await.refused(409, "price_changed")["fresh"].clone();
    assert_eq!(values_of(&fresh, "unitPrice"), ["2.00", "950.00"], "of all lines");
    let mut unknown = cart(&bar, &[("Beer", 1)]).await;
    unknown.push(json!({"productId": 999, "quantity": 1}));
    put(unknown).await.refused(404, "not_found");
    let items = cart(&bar, &[("Beer", 1)]).await;
    let body = json!({"customerName": CUSTOMER.0, "items": items, "exchangeRate": 185});
    let refused = bar.bartender().post(BATCH, body).await.refused(409, "rate_changed");
    assert_fields(&refused, json!({"rate": 190}));
    assert_eq!(refused["fresh"].as_array().map(Vec::len), Some(1));
    assert_eq!(bar.bartender().get("/api/credit").await.ok(), json!([]));
    bar.expect_stock("Beer", 50).await;
    bar.expect_stock("Rice", 50).await;
}

#[tokio::test]
async fn a_repeated_request_gives_nothing_twice() {
    let bar = TestBar::stocked().await;
    let body = musu(&cart(&bar, &[("Beer", 1), ("Rice", 1)]).await);
    let send = || bar.bartender().request("POST", BATCH).key("tab-1").json(&body).send();
    let first = send().await;
    assert_eq!(first.status, 201);
    assert_eq!(send().await.bytes, first.bytes);
    bar.expect_stock("Beer", 49).await;
    assert_eq!(bar.bartender().get("/api/credit").await.ok().as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_manager_gives_it_at_another_price() {
    let bar = TestBar::stocked().await;
    let mut items = cart(&bar, &[("Whisky", 1), ("Beer", 1)]).await;
    items[0]["unitPrice"] = json!("4.00");
    items[0]["discountReason"] = json!("Friend");
    bar.bartender().post(BATCH, musu(&items)).await.refused(403, "forbidden");
    let given = bar.manager().post(BATCH, musu(&items)).await.created();
    assert_eq!(values_of(&given["credits"], "totalAmount"), ["4.00", "2.00"]);
}
