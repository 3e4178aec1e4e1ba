//! Labels of scales: what a scan finds, and the price inside in sales, orders and credit.

use serde_json::{Value, json};

use crate::bar::{TestBar, values_of};
use crate::order_steps::{CUSTOMER, assert_fields};

/// An EAN-13 of prefix, article and value.
fn code(prefix: u32, article: u32, value: u32) -> String {
    let twelve = format!("{prefix:02}{article:05}{value:05}");
    let sum: u32 =
        twelve.chars().zip([1, 3].into_iter().cycle()).map(|(digit, weight)| digit.to_digit(10).expect("a digit") * weight).sum();
    format!("{twelve}{}", (10 - sum % 10) % 10)
}

/// Labels that hold prices in dollars (21) and in tens of L$ (22), and weights (23).
fn kinds() -> Value {
    json!([
        {"prefix": "21", "holds": "price", "decimals": 2},
        {"prefix": "22", "holds": "price", "decimals": 0},
        {"prefix": "23", "holds": "weight", "decimals": 3}
    ])
}

/// A bar that sells Goat (dollars), Fish (Liberian dollars) and Ham (by weight), and the goods of the stocked bar.
async fn bar_with_scales() -> TestBar {
    let bar = TestBar::stocked().await;
    bar.admin().put("/api/settings", json!({"scaleLabels": kinds()})).await.ok();
    bar.product(json!({"name": "Goat", "barcode": code(21, 1, 0), "priceUSD": "9.00", "stock": 20})).await;
    bar.product(json!({"name": "Fish", "barcode": code(22, 7, 0), "priceLRD": 900, "currency": "LRD", "stock": 20})).await;
    bar.product(json!({"name": "Ham", "barcode": code(23, 4, 0), "priceUSD": "12.00", "stock": 20})).await;
    bar
}

/// A line of Goat with this price in cents on its label.
async fn goat(bar: &TestBar, cents: u32) -> Value {
    json!({"productId": bar.id_of("Goat").await, "quantity": 1, "label": code(21, 1, cents)})
}

#[tokio::test]
async fn a_scanned_label_finds_its_product_and_says_what_is_inside() {
    let bar = bar_with_scales().await;
    assert_eq!(code(21, 1, 2_750), "2100001027506");
    let price = |price: &str, currency: &str| json!({"price": price, "currency": currency, "grams": null});
    for (scanned, name, label) in [
        (code(21, 1, 2_750), "Goat", price("27.50", "USD")),
        (format!("0{}", code(21, 1, 1)), "Goat", price("0.01", "USD")),
        (code(21, 1, 0), "Goat", Value::Null),
        (code(22, 7, 99_999), "Fish", price("99999.00", "LRD")),
        (code(23, 4, 275), "Ham", json!({"price": null, "currency": "USD", "grams": 275})),
    ] {
        let found = bar.bartender().post("/api/scans", json!({"barcode": scanned})).await.created();
        assert_eq!((&found["product"]["name"], &found["label"]), (&json!(name), &label), "{scanned}");
        assert_fields(&found["scan"], json!({"barcode": scanned, "productName": name, "label": label}));
        let product = bar.bartender().get(&format!("/api/products/barcode/{scanned}")).await.ok();
        assert_eq!((&product["name"], &product["label"]), (&json!(name), &label), "{scanned}");
    }
    let beer = bar.product(json!({"name": "Own", "barcode": code(21, 1, 500), "priceUSD": 1, "stock": 9})).await;
    let own = bar.bartender().post("/api/scans", json!({"barcode": code(21, 1, 500)})).await.created();
    assert_eq!((&own["product"]["id"], &own["label"]), (&beer["id"], &Value::Null), "a product's own barcode is no label");
    for unknown in ["2100001027507".to_owned(), code(21, 2, 100), code(24, 1, 100), "21000010275".to_owned()] {
        let nothing = bar.bartender().post("/api/scans", json!({"barcode": unknown})).await.created();
        assert_eq!((&nothing["product"], &nothing["label"]), (&Value::Null, &Value::Null), "{unknown}");
        bar.bartender().get(&format!("/api/products/barcode/{unknown}")).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_label_is_the_price_of_its_line_and_no_discount() {
    let bar = bar_with_scales().await;
    bar.admin().put("/api/settings", json!({"approvals": {"discount": "deny"}})).await.ok();
    let mut line = goat(&bar, 2_750).await;
    line["unitPrice"] = json!("27.50");
    line["totalAmountLRD"] = json!("5225.00");
    let sale = bar.bartender().post("/api/sales", line.clone()).await.created();
    assert_fields(
        &sale,
        json!({"quantity": 1, "unitPrice": "27.50", "unitPriceLRD": "5225.00", "totalAmount": "27.50", "listPrice": "27.50",
            "discountReason": null, "label": "2100001027506"}),
    );
    // What the catalog says by now does not matter.
    bar.manager().patch(&format!("/api/products/{}", line["productId"]), json!({"priceUSD": "99.00"})).await.ok();
    bar.bartender().post("/api/sales", line.clone()).await.created();
    line["unitPrice"] = json!("99.00");
    let fresh = bar.bartender().post("/api/sales", line).await.refused(409, "price_changed")["fresh"].clone();
    assert_fields(&fresh, json!({"unitPrice": "27.50", "label": "2100001027506"}));
    let fish = json!({"label": code(22, 7, 950), "paymentMethod": "cash"});
    let fish = bar.bartender().post("/api/sales", fish).await.created();
    assert_fields(&fish, json!({"productName": "Fish", "unitPrice": "950.00", "currency": "LRD", "unitPriceUSD": "5.00", "quantity": 1}));
    bar.expect_stock("Goat", 18).await;
    bar.expect_stock("Fish", 19).await;
    let exceptions = bar.admin().get("/api/reports/exceptions").await.ok();
    assert!(!exceptions.to_string().contains("Goat"), "{exceptions}");
}

#[tokio::test]
async fn each_label_of_a_receipt_is_a_line_that_is_voided_and_refunded_alone() {
    let bar = bar_with_scales().await;
    let lines = [
        goat(&bar, 2_750).await,
        goat(&bar, 310).await,
        goat(&bar, 310).await,
        json!({"productId": bar.id_of("Goat").await, "quantity": 2}),
    ];
    let sold = bar.bartender().post("/api/sales/batch", json!({"sales": lines})).await.created();
    assert_eq!(values_of(&sold["sales"], "totalAmount"), ["27.50", "3.10", "3.10", "18.00"]);
    bar.expect_stock("Goat", 15).await;
    let receipt = format!("/api/receipts/{}", sold["receipt"]["receiptNumber"].as_str().expect("a number"));
    assert_fields(&bar.bartender().get(&receipt).await.ok(), json!({"totalAmountUSD": "51.70"}));
    let voided = bar.manager().post(&format!("/api/sales/{}/void", sold["sales"][1]["id"]), json!({"reason": "Bad"})).await.ok();
    assert_eq!(voided["refunds"][0]["amountUSD"], "-3.10", "{voided}");
    bar.expect_stock("Goat", 16).await;
    assert_eq!(bar.takings().await.get("cash").map(|(usd, _)| usd.as_str()), Some("48.60"));
}

#[tokio::test]
async fn a_label_that_does_not_fit_its_line_is_refused_at_its_field() {
    let bar = bar_with_scales().await;
    bar.product(json!({"name": "Own", "barcode": code(21, 1, 500), "priceUSD": 1, "stock": 9})).await;
    let (goat_id, ham_id) = (bar.id_of("Goat").await, bar.id_of("Ham").await);
    let order = bar.takes_order(&[("Beer", 1)]).await;
    let wrong = [
        (json!({"productId": bar.id_of("Beer").await, "quantity": 1, "label": code(21, 1, 1)}), "label", "This label is not one of Beer"),
        (json!({"productId": ham_id, "label": code(23, 4, 275)}), "label", "Ham is not sold by weight"),
        (
            json!({"productId": goat_id, "quantity": 2, "label": code(21, 1, 100)}),
            "quantity",
            "Each label is a line of its own, with the quantity 1",
        ),
    ];
    let unknown = "This is not a label of a scale with a price for a product of this bar";
    let codes = ["2100001027507".to_owned(), code(21, 2, 100), code(24, 1, 100), code(21, 1, 0), code(21, 1, 500), "x".to_owned()];
    let unknown = codes.iter().map(|code| (json!({"productId": goat_id, "quantity": 1, "label": code}), "label", unknown));
    for (line, field, message) in wrong.into_iter().chain(unknown) {
        let with = |more: Value| {
            let mut line = line.clone();
            line.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            line
        };
        let musu = json!({"customerName": CUSTOMER.0});
        for (path, body) in [
            ("/api/sales".to_owned(), line.clone()),
            ("/api/sales/batch".to_owned(), json!({"sales": [line]})),
            ("/api/credit".to_owned(), with(musu.clone())),
            ("/api/credit/batch".to_owned(), json!({"customerName": CUSTOMER.0, "items": [line]})),
            ("/api/orders".to_owned(), json!({"customerName": CUSTOMER.0, "orderType": "takeout", "items": [line]})),
            (format!("/api/orders/{}/items", order["id"]), line.clone()),
        ] {
            let refused = bar.bartender().post(&path, body).await.refused(400, "invalid");
            assert_eq!(refused["fields"][field], message, "{path} {line}");
        }
    }
    // A label alone that is of no product says so.
    bar.bartender().post("/api/sales", json!({"label": code(21, 2, 100)})).await.refused(404, "not_found");
    bar.expect_stock("Goat", 20).await;
}

#[tokio::test]
async fn labels_on_orders_keep_their_prices_through_splits_tabs_and_payments() {
    let bar = bar_with_scales().await;
    let items = [goat(&bar, 2_750).await, goat(&bar, 310).await];
    let body = json!({"customerName": CUSTOMER.0, "orderType": "takeout", "items": items, "totalAmount": "30.60", "currency": "USD"});
    let order = bar.bartender().post("/api/orders", body).await.created();
    assert_eq!(values_of(&order["items"], "totalPrice"), ["27.50", "3.10"]);
    let more = json!({"label": code(21, 1, 990), "unitPrice": "9.90", "notes": "sliced"});
    let order = bar.bartender().post(&format!("/api/orders/{}/items", order["id"]), more).await.created();
    assert_eq!(values_of(&order["items"], "unitPrice"), ["27.50", "3.10", "9.90"]);
    assert_eq!(values_of(&order["items"], "label")[2], code(21, 1, 990));
    bar.expect_stock("Goat", 17).await;
    let path = format!("/api/orders/{}", order["id"]);
    let raise =
        bar.bartender().patch(&format!("{path}/items/{}", order["items"][0]["id"]), json!({"quantity": 2})).await.refused(400, "invalid");
    assert!(raise["fields"]["quantity"].is_string(), "{raise}");
    let bills = json!({"bills": [{"items": [{"itemId": order["items"][1]["id"], "quantity": 1, "of": 1}]}]});
    bar.bartender().post(&format!("{path}/split"), bills).await.in_200s();
    let rest = bar.order(&order).await;
    assert_eq!(values_of(&rest["items"], "totalPrice"), ["27.50", "9.90"]);
    bar.puts_on_credit(&rest, CUSTOMER).await.ok();
    assert_fields(&bar.tabs().await[0], json!({"totalUSD": "37.40"}));
}

#[tokio::test]
async fn labels_on_credit_are_owed_as_they_say() {
    let bar = bar_with_scales().await;
    let one = json!({"label": code(21, 1, 2_750), "customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1});
    let given = bar.bartender().post("/api/credit", one).await.created();
    assert_fields(
        &given,
        json!({"productName": "Goat", "quantity": 1, "totalAmount": "27.50", "owedUSD": "27.50", "label": "2100001027506"}),
    );
    let items = [goat(&bar, 310).await, goat(&bar, 311).await];
    let batch = json!({"customerName": CUSTOMER.0, "customerPhone": CUSTOMER.1, "items": items});
    let given = bar.bartender().post("/api/credit/batch", batch).await.created();
    assert_eq!(values_of(&given["credits"], "totalAmount"), ["3.10", "3.11"]);
    bar.expect_stock("Goat", 17).await;
    assert_fields(&bar.tabs().await[0], json!({"totalUSD": "33.71"}));
}

#[tokio::test]
async fn the_bar_chooses_which_labels_it_knows() {
    let bar = bar_with_scales().await;
    assert_eq!(bar.admin().get("/api/settings").await.ok()["scaleLabels"], kinds());
    let one = |prefix: Value, holds: Value, decimals: Value| json!([{"prefix": prefix, "holds": holds, "decimals": decimals}]);
    let right = (json!("21"), json!("price"), json!(2));
    let eleven: Vec<Value> = (0..11).map(|_| kinds()[0].clone()).collect();
    for wrong in [
        json!("21"),
        json!({}),
        json!([21]),
        json!(eleven),
        one(json!("19"), right.1.clone(), right.2.clone()),
        one(json!("30"), right.1.clone(), right.2.clone()),
        one(json!("021"), right.1.clone(), right.2.clone()),
        one(json!("+2"), right.1.clone(), right.2.clone()),
        one(Value::Null, right.1.clone(), right.2.clone()),
        one(right.0.clone(), json!("size"), right.2.clone()),
        one(right.0.clone(), Value::Null, right.2.clone()),
        one(right.0.clone(), right.1.clone(), json!(3)),
        one(right.0.clone(), right.1.clone(), json!(-1)),
        one(right.0.clone(), right.1.clone(), Value::Null),
        one(right.0.clone(), json!("weight"), json!(4)),
        json!([kinds()[0], kinds()[0]]),
    ] {
        let refused = bar.admin().put("/api/settings", json!({"scaleLabels": wrong})).await.refused(400, "invalid");
        assert!(refused["fields"]["scaleLabels"].is_string(), "{wrong}: {refused}");
    }
    bar.manager().put("/api/settings", json!({"scaleLabels": []})).await.refused(403, "forbidden");
    let line = goat(&bar, 2_750).await;
    bar.admin().put("/api/settings", json!({"scaleLabels": []})).await.ok();
    let refused = bar.bartender().post("/api/sales", line).await.refused(400, "invalid");
    assert!(refused["fields"]["label"].is_string(), "{refused}");
    assert_eq!(bar.bartender().post("/api/scans", json!({"barcode": code(21, 1, 2_750)})).await.created()["product"], Value::Null);
}
