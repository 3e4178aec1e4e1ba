//! The guest menu, its QR code, the short paths to it, and the public facts about the bar.

use serde_json::{Value, json};

use crate::bar::{TestBar, text, values_of};

#[tokio::test]
async fn the_menu_lists_products_and_prices() {
    let bar = TestBar::open().await;
    assert_eq!(bar.guest().get("/api/menu").await.ok(), json!({}));
    for product in [
        json!({"name": "Rice", "category": "food", "currency": "LRD", "priceLRD": 950, "stock": 0, "description": "with\nfish"}),
        json!({"name": "Club Beer", "brand": "Monrovia", "section": "Beer", "priceUSD": 2, "stock": 3}),
        json!({"name": "Apple juice", "priceUSD": 1, "priceLRD": 200, "stock": 1}),
        json!({"name": "Hidden", "category": "cigars", "priceUSD": 1, "isAvailable": 0, "stock": 9}),
    ] {
        bar.product(product).await;
    }
    let menu = bar.guest().get("/api/menu").await.ok();
    let sections: Vec<&String> = menu.as_object().expect("an object").keys().collect();
    assert_eq!(sections, ["drinks", "food"], "only categories that have items");
    assert_eq!(values_of(&menu["drinks"], "name"), ["Apple juice", "Club Beer"]);
    let rice = json!({"id": 1, "name": "Rice", "brand": null, "description": "with\nfish", "category": "food", "section": null, "priceUSD": "5.00",
        "priceLRD": "950.00", "currency": "LRD", "inStock": false});
    assert_eq!(menu["food"][0], rice);
    assert_eq!(values_of(&menu["drinks"], "section"), [json!(null), json!("Beer")]);
    bar.sells("Apple juice", 1).await;
    bar.set_rate(json!(200)).await;
    let menu = bar.guest().get("/api/menu").await.ok();
    let drink = |index: usize| ["priceUSD", "priceLRD", "inStock"].map(|field| menu["drinks"][index][field].clone());
    assert_eq!(drink(0), [json!("1.00"), json!("200.00"), json!(false)]);
    assert_eq!(drink(1), [json!("2.00"), json!("400.00"), json!(true)]);
    bar.manager().put(&format!("/api/products/{}", bar.id_of("Hidden").await), json!({"isAvailable": 1})).await.ok();
    assert_eq!(values_of(&bar.guest().get("/api/menu").await.ok()["cigars"], "name"), ["Hidden"]);
}

#[tokio::test]
async fn the_qr_code_is_an_800_by_800_picture() {
    let bar = TestBar::open().await;
    for (query, kind, begins) in [
        ("", "image/svg+xml", "<svg ".as_bytes()),
        ("?format=svg&table=4", "image/svg+xml", b"<svg "),
        ("?format=png", "image/png", b"\x89PNG\r\n\x1a\n"),
        ("?format=png&table=12", "image/png", b"\x89PNG\r\n\x1a\n"),
    ] {
        let answer = bar.guest().get(&format!("/api/menu/qr{query}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{query}");
        assert!(answer.bytes.starts_with(begins), "{query}");
        match kind {
            "image/png" => assert_eq!(answer.bytes[16..24], [0, 0, 3, 32, 0, 0, 3, 32], "{query}"),
            _ => assert!(answer.text().contains("width=\"800\" height=\"800\""), "{query}"),
        }
    }
    for bad in ["?table=0", "?table=-1", "?table=x", "?table=10000", "?format=gif"] {
        bar.guest().get(&format!("/api/menu/qr{bad}")).await.refused(400, "invalid");
    }
}

/// Equal texts give equal pictures, so comparing pictures shows whether the text changed.
#[tokio::test]
async fn the_qr_code_uses_the_public_address_of_the_settings() {
    let bar = TestBar::open().await;
    let picture = async |query: &str| bar.guest().get(&format!("/api/menu/qr{query}")).await.text();
    let (own, own_table) = (picture("").await, picture("?table=1").await);
    assert_ne!(own, own_table);
    bar.admin().put("/api/settings", json!({"publicUrl": "https://sunset.example/"})).await.ok();
    let (set, set_table) = (picture("").await, picture("?table=1").await);
    let expected = |url: &str| barback::menu::qr::QrPicture::new(url).expect("fits").svg();
    assert_eq!(set, expected("https://sunset.example/m"));
    assert_eq!(set_table, expected("https://sunset.example/t/1"));
    bar.admin().put("/api/settings", json!({"publicUrl": null})).await.ok();
    assert_eq!(picture("").await, own);
}

#[tokio::test]
async fn short_paths_redirect_to_the_menu() {
    let bar = TestBar::open().await;
    for (path, to) in [
        ("/m", "/customer-menu"),
        ("/t/4", "/customer-menu?table=4"),
        ("/t/012", "/customer-menu?table=12"),
        // There are twelve tables.
        ("/t/99", "/customer-menu"),
        ("/customer-menu?table=99", "/customer-menu"),
    ] {
        let answer = bar.guest().get(path).await;
        assert_eq!((answer.status, answer.header("location")), (302, Some(to)), "{path}");
    }
    // An invalid table number gets the same answer as an unknown path.
    let nowhere = bar.guest().get("/nowhere").await;
    assert_eq!(nowhere.header("content-type"), Some("text/html; charset=utf-8"));
    for path in ["/t/0", "/t/x", "/t/99999", "/t/%2f%2fevil.example"] {
        let answer = bar.guest().get(path).await;
        assert!(answer.status == nowhere.status && answer.text() == nowhere.text(), "{path}: {}", answer.text());
    }
    let answer = bar.guest().request("POST", "/m").send().await;
    answer.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn the_menu_page_names_only_tables_that_are_there() {
    let bar = TestBar::open().await;
    let page = async |query: &str| bar.guest().get(&format!("/customer-menu{query}")).await.status;
    for query in ["", "?table=12", "?table=0", "?table=x"] {
        assert_ne!(page(query).await, 302, "{query}");
    }
    assert_eq!(page("?table=13").await, 302);
    bar.admin().post("/api/tables", json!({"tableNumber": 13, "capacity": 2})).await.created();
    assert_ne!(page("?table=13").await, 302);
    assert_eq!(bar.guest().get("/t/13").await.header("location"), Some("/customer-menu?table=13"));
}

#[tokio::test]
async fn codes_for_guests_may_carry_the_wifi() {
    let bar = TestBar::open().await;
    let codes = bar.bartender().get("/api/menu/codes").await.ok();
    let own = codes["menuUrl"].as_str().expect("an address").to_owned();
    assert!(own.starts_with("http://127.0.0.1:"), "{own}");
    assert_eq!(codes, json!({"menuUrl": own, "localOnly": true, "guestWifi": {"name": null, "password": null}}));
    bar.bartender().get("/api/menu/wifi").await.refused(404, "not_found");

    let wifi = json!({"name": "Sunset; Guests", "password": "cold beer"});
    bar.admin().put("/api/settings", json!({"publicUrl": "http://192.168.8.1", "guestWifi": wifi})).await.ok();
    let codes = bar.bartender().get("/api/menu/codes").await.ok();
    assert_eq!(codes, json!({"menuUrl": "http://192.168.8.1/m", "localOnly": false, "guestWifi": wifi}));
    let picture = bar.bartender().get("/api/menu/wifi").await.text();
    let expected = |text: &str| barback::menu::qr::QrPicture::exactly(text).expect("fits").svg();
    assert_eq!(picture, expected(r"WIFI:T:WPA;S:Sunset\; Guests;P:cold beer;;"));
    bar.bartender().get("/api/menu/wifi?format=gif").await.refused(400, "invalid");

    bar.admin().put("/api/settings", json!({"guestWifi": {"password": null}})).await.ok();
    assert_eq!(bar.bartender().get("/api/menu/wifi").await.text(), expected(r"WIFI:T:nopass;S:Sunset\; Guests;;"));
}

#[tokio::test]
async fn public_calls_return_the_bars_name_and_its_health() {
    let bar = TestBar::open().await;
    bar.admin().put("/api/settings", json!({"businessName": "Sunset", "phone": "0770"})).await.ok();
    let public = bar.guest().get("/api/settings/public").await.ok();
    let screens =
        json!({"startScreen": {"bartender": "sales", "chosen": false}, "orders": {"steps": true}, "reports": {"managers": false}});
    let mut expected =
        json!({"title": "Sunset", "demo": false, "lrdCashStep": "5.00", "phoneCountry": "231", "version": env!("CARGO_PKG_VERSION")});
    for (name, value) in screens.as_object().expect("an object") {
        expected[name] = value.clone();
    }
    assert_eq!(public, expected, "the guests' Wi-Fi is for staff");
    let health = bar.guest().get("/healthz").await.ok();
    assert_eq!((text(&health["status"]), text(&health["version"])), ("ok", env!("CARGO_PKG_VERSION")));
    assert_eq!(health["journal"], Value::Null, "it would tell a guest how busy the bar is");
    assert!(matches!(&health, Value::Object(members) if members.len() == 3), "{health}");
    assert_eq!(bar.with_token("a dead token").get("/healthz").await.ok(), health);
    let health = bar.bartender().get("/healthz").await.ok();
    assert_eq!(health["journal"].as_u64(), Some(store::journal_head(bar.store()).expect("a head")));
}
