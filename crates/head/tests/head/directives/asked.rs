//! Who may ask for what, and what is refused.

use serde_json::{Value, json};

use super::Office;

#[tokio::test]
async fn a_manager_asks_for_some_kinds_at_some_bars() {
    let office = Office::start().await;
    let (cape, mamba) = (office.bar("Cape Bar").await, office.bar("Mamba Grill").await);
    let manager = office.head.manager(&office.owner, "musu", json!([cape.bar()])).await;
    let beer = json!({ "chainId": "beer", "name": "Club Beer" });
    for (kind, body) in [
        ("catalog.set", beer.clone()),
        ("price.set", json!({ "chainId": "beer", "priceUSD": "3" })),
        ("rate.suggest", json!({ "rate": "195" })),
        ("catalog.archive", json!({ "chainId": "beer" })),
    ] {
        let (status, answer) = office.tries(&manager, kind, body.clone(), &[&cape]).await;
        assert_eq!(status, 201, "{kind}: {answer}");
        for bars in [&[&mamba][..], &[&cape, &mamba]] {
            assert_eq!(office.tries(&manager, kind, body.clone(), bars).await.0, 404, "{kind}");
        }
    }
    let jane = json!({ "chainId": "jane", "username": "jane", "password": "secret words" });
    for (kind, body) in [("user.set", jane.clone()), ("settings.set", json!({ "autoPrint": false }))] {
        assert_eq!(office.tries(&manager, kind, body.clone(), &[&cape]).await.0, 403, "{kind}");
        assert_eq!(office.tries(&office.owner, kind, body, &[&cape, &mamba]).await.0, 201, "{kind}");
    }
    // What the manager sees, and takes back.
    let (_, all) = office.head.get("/api/head/directives", &office.owner.token).await;
    let (_, seen) = office.head.get("/api/head/directives", &manager.token).await;
    let count = |rows: &Value| rows.as_array().map(Vec::len);
    assert_eq!((count(&all), count(&seen)), (Some(8), Some(4)));
    assert!(seen.as_array().expect("a list").iter().all(|row| row["bar"] == cape.bar() && row["by"] == "musu"), "{seen}");
    assert_eq!(office.head.get(&format!("/api/head/directives?bars={}", mamba.bar()), &manager.token).await.0, 404);
    let of = |kind: &str, bar: &str| all.as_array().into_iter().flatten().find(|row| row["kind"] == kind && row["bar"] == bar).cloned();
    assert_eq!(office.deletes(&manager, &of("user.set", mamba.bar()).expect("sent")).await.0, 404);
    assert_eq!(office.deletes(&manager, &of("user.set", cape.bar()).expect("sent")).await.0, 403);
    assert_eq!(office.deletes(&manager, &of("price.set", cape.bar()).expect("sent")).await.0, 204);
    for path in ["/api/head/products", &format!("/api/head/products/matches?bar={}", cape.bar())] {
        assert_eq!(office.head.get(path, &manager.token).await.0, 403, "{path}");
    }
}

#[tokio::test]
async fn mistakes_are_told_field_by_field() {
    let office = Office::start().await;
    let cape = office.bar("Cape Bar").await;
    let good = json!({ "kind": "rate.suggest", "body": { "rate": "195" }, "bars": [cape.bar()], "effective": "now" });
    for (member, value, field) in [
        ("kind", json!("stock.set"), "kind"),
        ("kind", json!(null), "kind"),
        ("kind", json!("withdraw"), "kind"),
        ("body", json!({ "rate": "0" }), "rate"),
        ("body", json!({}), "rate"),
        ("body", json!("195"), "body"),
        ("bars", json!([]), "bars"),
        ("bars", json!(7), "bars"),
        ("effective", json!("2020-01-01"), "effective"),
        ("effective", json!("soon"), "effective"),
    ] {
        let mut body = good.clone();
        body[member] = value.clone();
        let (status, answer) = office.head.post("/api/head/directives", &office.owner.token, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!("invalid")), "{member} {value}: {answer}");
        assert!(answer["fields"][field].is_string(), "{member} {value}: {answer}");
    }
    for (name, words) in [
        ("timeZone", "This is set at the box alone"),
        ("dayStartsAt", "This is set at the box alone"),
        ("printers", "This is set at the box alone"),
        ("publicUrl", "This is set at the box alone"),
        ("head", "This is set at the box alone"),
        ("colour", "There is no such setting"),
    ] {
        let (status, answer) = office.tries(&office.owner, "settings.set", json!({ name: null }), &[&cape]).await;
        assert_eq!((status, &answer["fields"][name]), (400, &json!(words)), "{answer}");
    }
    let price = json!({ "chainId": "none", "priceUSD": "3" });
    assert!(office.tries(&office.owner, "price.set", price, &[&cape]).await.1["fields"]["chainId"].is_string());
    assert_eq!(office.states().await, []);
    assert_eq!(office.head.get("/api/head/directives?state=lost", &office.owner.token).await.0, 400);
}

#[tokio::test]
async fn a_password_travels_as_its_hash_and_no_call_shows_it() {
    let office = Office::start().await;
    let (mut cape, mamba) = (office.bar("Cape Bar").await, office.bar("Mamba Grill").await);
    let jane = json!({ "chainId": "jane", "username": "Jane", "role": "manager", "password": "secret words" });
    let sent = office.asks("user.set", jane, &[&cape]).await;
    assert!(sent[0]["body"]["password"].is_null() && sent[0]["body"]["username"] == "jane", "{sent:?}");
    assert!(!office.head.get("/api/head/directives", &office.owner.token).await.1.to_string().contains("argon2"));
    let given = cape.fetches().await;
    let hash = given[0].body["password"].as_str().expect("a hash");
    assert!(hash.starts_with("$argon2id$") && web::password::matches("secret words", hash));
    // Without a password it is the account as it is, which a new bar does not have.
    let same = json!({ "chainId": "jane", "username": "jane", "role": "manager" });
    office.asks("user.set", same.clone(), &[&cape]).await;
    let (status, answer) = office.tries(&office.owner, "user.set", same, &[&cape, &mamba]).await;
    assert_eq!((status, &answer["fields"]["password"]), (400, &json!("A new account needs a password")));
    // Fewer rights count at once, whatever was asked.
    for change in [json!({ "role": "bartender" }), json!({ "role": "admin" }), json!({ "role": "admin", "isActive": false })] {
        let mut body = json!({ "chainId": "jane", "username": "jane" });
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        let asked = json!({ "kind": "user.set", "body": body, "bars": [cape.bar()], "effective": "next_day" });
        let (_, rows) = office.head.post("/api/head/directives", &office.owner.token, asked).await;
        let expected = if change == json!({ "role": "admin" }) { "next_day" } else { "now" };
        assert_eq!(rows[0]["effective"], expected, "{change}");
    }
}

#[tokio::test]
async fn the_list_has_pages() {
    let office = Office::start().await;
    let cape = office.bar("Cape Bar").await;
    for rate in 190..195 {
        office.suggests(&rate.to_string(), &cape).await;
    }
    let bearer = format!("Bearer {}", office.owner.token);
    let (mut path, mut numbers) = (Some("/api/head/directives?limit=2&kind=rate.suggest".to_owned()), Vec::new());
    while let Some(next) = path {
        let answer = office.head.request(reqwest::Method::GET, &next, &[("authorization", &bearer)], None).await;
        let link = answer.headers().get("link").map(|link| link.to_str().expect("text").to_owned());
        path = link.map(|link| link.split(['<', '>']).nth(1).expect("an address").to_owned());
        numbers.extend(answer.json::<Vec<Value>>().await.expect("a list").iter().map(|row| row["number"].as_i64()));
    }
    assert_eq!(numbers, [Some(5), Some(4), Some(3), Some(2), Some(1)]);
}
