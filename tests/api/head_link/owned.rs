//! What head office sets: the bar may not give it another value, may take a product back, and is free once it is disconnected.

use serde_json::json;

use super::FakeHead;
use crate::bar::TestBar;

const NAMES: [&str; 6] = ["name", "brand", "barcode", "category", "description", "taxClass"];

#[tokio::test]
async fn a_name_of_head_office_is_not_changed_until_the_product_is_detached() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let beer = bar.product_named("Club Beer").await;
    assert_eq!(beer["chain"], json!(null));
    let body = json!({"chainId": "beer", "name": "Club Beer 330 ml", "brand": "Club", "barcode": beer["barcode"], "category": "drinks"});
    let number = head.asks("catalog.set", "now", body.clone());
    bar.wait_for_change(number, "applied").await;
    let beer = bar.product_named("Club Beer 330 ml").await;
    assert_eq!(beer["chain"], json!({"id": "beer", "fields": NAMES}), "it is found by its barcode");
    assert_eq!((&beer["priceUSD"], &beer["stock"]), (&json!("2.50"), &json!(500)), "price and stock stay");
    let path = format!("/api/products/{}", beer["id"]);
    let refused = bar.manager().put(&path, json!({"name": "Beer", "brand": null, "stock": 7})).await.refused(409, "set_by_head");
    assert_eq!(refused["fields"], json!({"name": "Set by head office", "brand": "Set by head office"}));
    bar.manager().put(&path, json!({"name": "Club Beer 330 ml", "priceUSD": "2.75", "stock": 480, "section": "Beer"})).await.ok();
    let barcode = beer["barcode"].as_str().expect("a barcode");
    let list = format!("name,barcode,price\nBeer,{barcode},2.00\nGin,,4.00\n");
    for dry_run in [true, false] {
        let answer = bar.manager().post("/api/products/import", json!({"csvData": list, "dryRun": dry_run})).await;
        let errors = &answer.json()["errors"];
        assert_eq!(errors[0], json!({"line": 2, "column": "name", "message": "Set by head office"}), "{}", answer.text());
    }
    bar.manager().post(&format!("{path}/detach"), json!({})).await.refused(403, "forbidden");
    assert_eq!(bar.admin().post(&format!("{path}/detach"), json!({})).await.ok()["chain"], json!(null));
    bar.admin().post(&format!("{path}/detach"), json!({})).await.refused(409, "conflict");
    bar.manager().put(&path, json!({"name": "Beer"})).await.ok();
    let number = head.asks("catalog.set", "now", body);
    assert_eq!(bar.wait_for_change(number, "refused").await["code"], "detached");
    bar.wait_until_sent().await;
}

#[tokio::test]
async fn a_price_of_head_office_is_not_changed_by_hand_by_list_or_by_plan() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let body = json!({"chainId": "cola", "name": "Cola", "priceOwner": "chain", "currency": "USD", "priceUSD": "1.50", "priceLRD": null});
    let number = head.asks("catalog.set", "now", body);
    bar.wait_for_change(number, "applied").await;
    let cola = bar.product_named("Cola").await;
    assert_eq!((&cola["priceUSD"], &cola["stock"]), (&json!("1.50"), &json!(0)));
    let id = &cola["id"];
    let refused = bar.manager().patch(&format!("/api/products/{id}"), json!({"priceUSD": "1.75"})).await.refused(409, "set_by_head");
    assert_eq!(refused["fields"], json!({"priceUSD": "Set by head office"}));
    let list = json!({"rows": [{"id": id, "priceUSD": "1.75"}]});
    bar.manager().put("/api/products/prices", list).await.refused(409, "set_by_head");
    let plan = json!({"from": "2026-12-01", "items": [{"productId": id, "priceUSD": "1.75"}]});
    bar.manager().put("/api/tax/price-plan", plan).await.refused(409, "set_by_head");
    let number = head.asks("price.set", "now", json!({"chainId": "cola", "currency": "USD", "priceUSD": "1.80", "priceLRD": null}));
    bar.wait_for_change(number, "applied").await;
    assert_eq!(bar.product_named("Cola").await["priceUSD"], "1.80");
}

#[tokio::test]
async fn an_account_of_head_office_is_switched_off_by_the_bar_and_on_by_head_office() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let hash = web::password::hash("secret-enough").expect("a hash");
    let body = json!({"chainId": "musu", "username": "musu", "firstName": "Musu", "lastName": null, "email": null, "phone": null,
        "role": "manager", "isActive": true, "password": hash});
    let number = head.asks("user.set", "now", body.clone());
    bar.wait_for_change(number, "applied").await;
    let users = bar.admin().get("/api/users").await.ok();
    let musu = users.as_array().expect("a list").iter().find(|user| user["username"] == "musu").cloned().expect("hired");
    assert_eq!((&musu["chain"]["id"], &musu["mustChangePassword"]), (&json!("musu"), &json!(true)));
    let path = format!("/api/users/{}", musu["id"]);
    let refused = bar.admin().put(&path, json!({"role": "admin", "phone": "0770"})).await.refused(409, "set_by_head");
    assert_eq!(refused["fields"], json!({"role": "Set by head office", "phone": "Set by head office"}));
    bar.admin().put(&path, json!({"password": "another-one"})).await.ok();
    bar.admin().patch(&path, json!({"isActive": false})).await.ok();
    bar.admin().patch(&path, json!({"isActive": true})).await.refused(409, "set_by_head");
    let number = head.asks("user.set", "now", body);
    bar.wait_for_change(number, "applied").await;
    assert_eq!(
        bar.admin().get("/api/users").await.ok().as_array().expect("a list").iter().filter(|user| user["isActive"] == true).count(),
        4
    );
    bar.admin().delete("/api/head-link").await.has_status(204);
    bar.admin().put(&path, json!({"role": "bartender"})).await.ok();
}

#[tokio::test]
async fn what_waits_ends_with_the_connection() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let number = head.asks("catalog.set", "next_day", json!({"chainId": "cola", "name": "Cola", "priceUSD": "1.50"}));
    bar.wait_for_change(number, "received").await;
    bar.admin().delete("/api/head-link").await.has_status(204);
    assert_eq!(bar.wait_for_change(number, "refused").await["code"], "not_allowed");
}
