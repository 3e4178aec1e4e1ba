//! Products of the chain, and the links of a bar's own ones with them.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Fetcher, Office};

fn beer(bars: &[&Fetcher]) -> Value {
    let bars: Vec<&str> = bars.iter().map(|of| of.bar()).collect();
    json!({
        "name": "Club Beer", "brand": null, "barcode": "6001", "category": "drinks", "description": null, "priceOwner": "chain",
        "currency": "USD", "priceUSD": "2.50", "priceLRD": null, "bars": bars,
    })
}

/// Kinds and bodies that wait for a box.
async fn waiting(of: &mut Fetcher) -> Vec<(String, Value)> {
    of.fetches().await.into_iter().map(|one| (one.kind, one.body)).collect()
}

#[tokio::test]
async fn products_go_to_their_bars() {
    let office = Office::start().await;
    let (mut cape, mut mamba) = (office.bar("Cape Bar").await, office.bar("Mamba Grill").await);
    let (status, made) = office.head.post("/api/head/products", &office.owner.token, beer(&[&cape])).await;
    assert_eq!((status, &made["name"], &made["bars"], &made["archived"]), (201, &json!("Club Beer"), &json!([cape.bar()]), &json!(false)));
    let chain_id = made["chainId"].as_str().expect("an id").to_owned();
    let sent = waiting(&mut cape).await;
    let whole = json!({
        "chainId": chain_id, "name": "Club Beer", "brand": null, "barcode": "6001", "category": "drinks", "description": null,
        "priceOwner": "chain", "currency": "USD", "priceUSD": "2.50", "priceLRD": null,
    });
    assert_eq!(sent, [("catalog.set".to_owned(), whole.clone())]);
    assert_eq!(waiting(&mut mamba).await, []);
    // Dearer, and at another bar.
    let mut dearer = beer(&[&cape, &mamba]);
    dearer["priceUSD"] = json!("3");
    let path = format!("/api/head/products/{chain_id}");
    let (status, changed) = office.head.call(Method::PUT, &path, &office.owner.token, dearer.clone()).await;
    assert_eq!((status, &changed["priceUSD"]), (200, &json!("3.00")), "{changed}");
    let sent = waiting(&mut cape).await;
    assert_eq!(sent.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), ["catalog.set", "price.set"]);
    assert!(sent[0].1.get("priceUSD").is_none(), "the price goes alone: {}", sent[0].1);
    assert_eq!(sent[1].1, json!({ "chainId": chain_id, "currency": "USD", "priceUSD": "3.00", "priceLRD": null }));
    let sent = waiting(&mut mamba).await;
    assert_eq!((sent.len(), &sent[0].1["priceUSD"]), (1, &json!("3.00")));
    assert_eq!(office.head.get("/api/head/products", &office.owner.token).await.1, json!([changed]));
    // Removed from both bars, and kept at one.
    let archive = office.asks("catalog.archive", json!({ "chainId": chain_id }), &[&cape, &mamba]).await;
    let (_, products) = office.head.get("/api/head/products", &office.owner.token).await;
    assert_eq!((&products[0]["archived"], &products[0]["bars"]), (&json!(true), &json!([])));
    assert_eq!(office.head.call(Method::PUT, &path, &office.owner.token, dearer.clone()).await.0, 409);
    assert_eq!(office.deletes(&office.owner, &archive[0]).await.0, 204);
    let (_, products) = office.head.get("/api/head/products", &office.owner.token).await;
    assert_eq!((&products[0]["archived"], &products[0]["bars"]), (&json!(false), &json!([archive[0]["bar"]])));
}

#[tokio::test]
async fn what_is_wrong_with_a_product_is_told() {
    let office = Office::start().await;
    let cape = office.bar("Cape Bar").await;
    for (member, value, field) in [
        ("name", json!(" "), "name"),
        ("category", json!("tools"), "category"),
        ("priceOwner", json!("owner"), "priceOwner"),
        ("priceUSD", json!(null), "priceUSD"),
        ("priceUSD", json!("3.001"), "priceUSD"),
        ("bars", json!([]), "bars"),
        ("stock", json!(3), "stock"),
    ] {
        let mut body = beer(&[&cape]);
        body[member] = value.clone();
        let (status, answer) = office.head.post("/api/head/products", &office.owner.token, body).await;
        assert_eq!(status, 400, "{member} {value}: {answer}");
        assert!(answer["fields"][field].is_string(), "{member} {value}: {answer}");
    }
    let mut body = beer(&[&cape]);
    body["bars"] = json!(["7"]);
    assert_eq!(office.head.post("/api/head/products", &office.owner.token, body).await.0, 404);
    assert_eq!(office.head.call(Method::PUT, "/api/head/products/none", &office.owner.token, beer(&[&cape])).await.0, 404);
    assert_eq!(office.states().await, []);
}

#[tokio::test]
async fn a_person_links_products_of_a_bar() {
    let office = Office::start().await;
    let (cape, mut mamba) = (office.bar("Cape Bar").await, office.bar("Mamba Grill").await);
    let (_, made) = office.head.post("/api/head/products", &office.owner.token, beer(&[&cape])).await;
    let chain_id = made["chainId"].as_str().expect("an id").to_owned();
    let row = |id: u64, name: &str, barcode: &str, chain_id: Option<&str>, archived: bool| {
        let (id, name, barcode) = (json!(id), json!(name), json!(barcode));
        vec![id, name, json!(null), barcode, json!("drinks"), json!("USD"), json!(200), json!(null), json!(archived), json!(chain_id)]
    };
    mamba.simulated.sells(1);
    office.world.sends(&mamba.simulated, 70).await;
    let rows = vec![
        row(11, "Clubber", "6001", None, true),
        row(12, "Club Bier", "7", None, false),
        row(13, "Rice", "8", None, false),
        row(14, "Club Beer", "9", Some("other"), false),
    ];
    mamba.sends_rows(&office, "product", rows).await;
    let path = format!("/api/head/products/matches?bar={}", mamba.bar());
    let matches = async || office.head.get(&path, &office.owner.token).await;
    let expected = json!([{ "chainId": chain_id, "productId": 12, "name": "Club Bier", "barcode": "7", "by": "name" }]);
    assert_eq!(matches().await, (200, expected));
    assert_eq!(office.head.get("/api/head/products/matches", &office.owner.token).await.0, 400);
    assert_eq!(office.head.get("/api/head/products/matches?bar=7", &office.owner.token).await.0, 404);

    let link = format!("/api/head/products/{chain_id}/link");
    let links = async |product_id: Value| {
        office.head.post(&link, &office.owner.token, json!({ "bar": mamba.bar(), "productId": product_id })).await
    };
    for (product_id, status) in [(json!(null), 400), (json!(99), 400), (json!(11), 400), (json!(14), 409)] {
        assert_eq!(links(product_id.clone()).await.0, status, "{product_id}");
    }
    let (status, linked) = links(json!(12)).await;
    assert_eq!((status, linked["bars"].as_array().map(Vec::len)), (201, Some(2)), "{linked}");
    assert_eq!(matches().await.1, json!([]), "it is asked for");
    let sent = waiting(&mut mamba).await;
    assert_eq!((sent[0].0.as_str(), &sent[0].1["productId"], &sent[0].1["chainId"]), ("catalog.set", &json!(12), &json!(chain_id)));
    let (_, audit) = office.head.get("/api/head/audit?kind=product.linked", &office.owner.token).await;
    assert_eq!(audit[0]["summary"], "Linked Club Bier with Club Beer");
}
