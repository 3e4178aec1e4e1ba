//! Changes of head office: when the bar makes them, what it refuses, and that each is decided once.

use std::time::Duration;

use barback::parcels::HeadFile;
use serde_json::{Value, json};

use super::{FakeHead, Mode};
use crate::bar::{TestBar, text};

const HOUR: Duration = Duration::from_secs(60 * 60);
const MINUTE: Duration = Duration::from_secs(60);

/// Links the bar's beer to the chain.
async fn links_beer(bar: &TestBar, head: &FakeHead) {
    let (id, body) = (bar.id_of("Club Beer").await, |id| json!({"chainId": "beer", "productId": id, "name": "Club Beer"}));
    let number = head.asks("catalog.set", "now", body(id));
    bar.wait_for_change(number, "applied").await;
}

fn price(usd: &str) -> Value {
    json!({"chainId": "beer", "currency": "USD", "priceUSD": usd, "priceLRD": null})
}

async fn orders_beer(bar: &TestBar) -> String {
    let order = bar.takes_order(&[("Club Beer", 1)]).await;
    text(&order["items"][0]["unitPriceUSD"]).to_owned()
}

/// An admin of the bar allows the admin whom a change makes.
async fn allows(bar: &TestBar, number: u64) {
    bar.wait_for_change(number, "received").await;
    let allowed = bar.admin().post(&format!("/api/head-link/directives/{number}/decide"), json!({"accept": true})).await.ok();
    assert_eq!(allowed["state"], "applied", "{allowed}");
}

/// Events of this kind in the journal.
fn count(bar: &TestBar, kind: &str) -> usize {
    let kind = format!("\"kind\":\"{kind}\"");
    bar.entries().iter().filter(|entry| String::from_utf8_lossy(&entry.bytes).contains(&kind)).count()
}

#[tokio::test]
async fn a_price_counts_from_the_first_minute_of_the_next_business_day() {
    let head = FakeHead::start().await;
    let mut bar = TestBar::of(&head).await;
    links_beer(&bar, &head).await;
    bar.clock.pass(3 * HOUR + 10 * MINUTE);
    let number = head.asks("price.set", "next_day", price("3.00"));
    let waiting = bar.wait_for_change(number, "received").await;
    assert_eq!((&waiting["due"], &waiting["by"]), (&json!("2026-11-22"), &json!("Jane")));
    bar.clock.pass(5 * HOUR + 45 * MINUTE);
    let before = bar.takes_order(&[("Club Beer", 1)]).await;
    assert_eq!(before["items"][0]["unitPriceUSD"], "2.50", "04:55");
    bar.clock.pass(5 * MINUTE);
    // The power goes at five. Whether the change was made before or is made with the start, it is made once.
    bar.loses_power().await;
    assert_eq!(orders_beer(&bar).await, "3.00", "05:00");
    assert_eq!(bar.order(&before).await["items"][0]["unitPriceUSD"], "2.50", "what is on a bill keeps its price");
    bar.wait_for_change(number, "applied").await;
    bar.restart().await;
    assert_eq!((count(&bar, "head.received"), count(&bar, "head.applied")), (2, 2));
    let entry = bar
        .entries()
        .into_iter()
        .find(|entry| String::from_utf8_lossy(&entry.bytes).contains("\"number\":2,\"id\":\"d2\",\"kind\":\"price.set\"}"));
    assert!(String::from_utf8_lossy(&entry.expect("applied").bytes).contains("Head office (Jane)"));
}

#[tokio::test]
async fn the_first_order_of_the_day_needs_no_pause() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    links_beer(&bar, &head).await;
    let number = head.asks("price.set", "2026-11-22", price("3.00"));
    bar.wait_for_change(number, "received").await;
    bar.clock.pass(8 * HOUR + 59 * MINUTE);
    assert_eq!(orders_beer(&bar).await, "2.50");
    bar.clock.pass(MINUTE);
    assert_eq!(orders_beer(&bar).await, "3.00", "no request at 05:00 goes before the change");
}

#[tokio::test]
async fn each_outcome_reaches_head_office() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    links_beer(&bar, &head).await;
    let admin = bar.admin().get("/api/auth/me").await.ok();
    let user = |chain_id: &str, username: &str, more: Value| {
        let mut body = json!({"chainId": chain_id, "username": username, "firstName": null, "lastName": null, "email": null, "phone": null,
            "role": "bartender", "isActive": true});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    let hash = web::password::hash("secret-enough").expect("a hash");
    let cases = [
        ("price.set", json!({"chainId": "rice", "currency": "USD", "priceUSD": "1.00", "priceLRD": null}), "not_found"),
        ("price.set", json!({"chainId": "beer", "currency": "USD", "priceUSD": "-1", "priceLRD": null}), "invalid"),
        ("price.set", json!({"chainId": "beer", "currency": "USD", "priceUSD": null, "priceLRD": null}), "invalid"),
        ("catalog.set", json!({"chainId": "x"}), "invalid"),
        ("settings.set", json!({"timeZone": "Africa/Accra"}), "not_allowed"),
        ("settings.set", json!({"businessName": ""}), "invalid"),
        ("settings.set", json!({"businessName": "Cape Bar"}), ""),
        ("user.set", user("musu", "musu", json!({})), "invalid"),
        ("user.set", user("musu", text(&admin["username"]), json!({"password": hash})), "taken"),
        ("user.set", user("musu", "musu", json!({"password": "$argon2id$v=19$m=4000000,t=2,p=1$AAAA$AAAA"})), "invalid"),
        ("user.set", user("musu", "musu", json!({"password": hash})), ""),
        ("catalog.archive", json!({"chainId": "beer"}), ""),
        ("catalog.archive", json!({"chainId": "beer"}), "not_found"),
        ("withdraw", json!({"number": 2}), "too_late"),
        ("withdraw", json!({"number": 99}), "not_found"),
        ("stock.set", json!({}), "invalid"),
    ];
    let numbers: Vec<u64> = cases.iter().map(|(kind, body, _)| head.asks(kind, "now", body.clone())).collect();
    for ((kind, body, code), number) in cases.iter().zip(&numbers) {
        let state = if code.is_empty() { "applied" } else { "refused" };
        let change = bar.wait_for_change(*number, state).await;
        assert_eq!(change["code"].as_str().unwrap_or_default(), *code, "{kind} {body}: {change}");
        assert!(change["body"].get("password").is_none(), "a hash is never shown");
    }
    bar.wait_until_sent().await;
    let outcomes = head.seen().outcomes.clone();
    for ((.., code), number) in cases.iter().zip(&numbers) {
        let row = &outcomes[number];
        assert_eq!((row[1].as_str(), row[3].as_str().unwrap_or_default()), (Some(format!("d{number}").as_str()), *code), "{row:?}");
    }
    assert!(!bar.signs_in("musu", "secret-enough").await.is_empty());
    assert_eq!(bar.guest().get("/api/settings/public").await.ok()["title"], "Cape Bar");
}

#[tokio::test]
async fn a_person_who_is_switched_off_loses_the_session_with_the_first_hello() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let (_, person) = bar.hires("musu", "manager").await;
    let hash = web::password::hash("secret-enough").expect("a hash");
    let boss = |active: bool| {
        json!({"chainId": "boss", "username": "boss1", "firstName": "B", "lastName": null, "email": null, "phone": null, "role": "admin",
            "isActive": active, "password": hash})
    };
    let number = head.asks("user.set", "now", boss(true));
    allows(&bar, number).await;
    let token = bar.signs_in("boss1", "secret-enough").await;
    let boss_phone = bar.with_token(&token);
    boss_phone.get("/api/products").await.refused(403, "password_change_required");
    head.behaves(Mode::Hangs);
    let number = head.asks("user.set", "next_day", boss(false));
    boss_phone.get("/api/products").await.refused(403, "password_change_required");
    head.behaves(Mode::Good);
    bar.wait_for_change(number, "applied").await;
    boss_phone.get("/api/products").await.refused(401, "unauthenticated");
    person.get("/api/products").await.ok();
}

#[tokio::test]
async fn the_last_admin_stays() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let hash = web::password::hash("secret-enough").expect("a hash");
    let boss = |active: bool| {
        json!({"chainId": "boss", "username": "boss1", "firstName": null, "lastName": null, "email": null, "phone": null, "role": "admin",
            "isActive": active, "password": hash})
    };
    let number = head.asks("user.set", "now", boss(true));
    allows(&bar, number).await;
    let own = bar.admin().get("/api/auth/me").await.ok();
    bar.admin().patch(&format!("/api/users/{}", own["id"]), json!({"isActive": false})).await.ok();
    let number = head.asks("user.set", "now", boss(false));
    let refused = {
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        loop {
            let row = head.seen().outcomes.get(&number).cloned();
            match row {
                Some(row) if row[2] == "refused" => break row,
                _ => assert!(std::time::Instant::now() < deadline, "{row:?}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert_eq!(refused[3], "last_admin");
}

#[tokio::test]
async fn two_taps_on_a_suggested_rate_set_it_once() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    let first = head.asks("rate.suggest", "next_day", json!({"rate": "193"}));
    assert_eq!(bar.wait_for_change(first, "received").await["asks"], true);
    let number = head.asks("rate.suggest", "next_day", json!({"rate": "195"}));
    bar.wait_for_change(number, "received").await;
    assert_eq!(bar.wait_for_change(first, "refused").await["code"], "superseded");
    let path = format!("/api/head-link/directives/{number}/decide");
    let taps = (bar.admin(), bar.admin());
    let (one, two) = tokio::join!(taps.0.post(&path, json!({"accept": true})), taps.1.post(&path, json!({"accept": true})));
    let mut statuses = [one.status, two.status].map(|status| status.to_string());
    statuses.sort();
    assert_eq!(statuses, ["200", "409"]);
    assert_eq!(bar.guest().get("/api/exchange-rate").await.ok()["rate"], 195);
    let declined = head.asks("rate.suggest", "now", json!({"rate": "200"}));
    bar.wait_for_change(declined, "received").await;
    bar.admin().post(&format!("/api/head-link/directives/{declined}/decide"), json!({"accept": false})).await.ok();
    assert_eq!(bar.wait_for_change(declined, "refused").await["code"], "declined");
    bar.admin().put("/api/settings", json!({"head": {"rate": "apply"}})).await.ok();
    let applied = head.asks("rate.suggest", "now", json!({"rate": "201"}));
    bar.wait_for_change(applied, "applied").await;
    assert_eq!(bar.guest().get("/api/exchange-rate").await.ok()["rate"], 201);
}

#[tokio::test]
async fn what_waits_is_withdrawn_and_a_known_number_is_decided_once() {
    let head = FakeHead::start().await;
    let bar = TestBar::of(&head).await;
    links_beer(&bar, &head).await;
    let number = head.asks("price.set", "next_day", price("3.00"));
    bar.wait_for_change(number, "received").await;
    let withdraw = head.asks("withdraw", "next_day", json!({"number": number}));
    bar.wait_for_change(withdraw, "applied").await;
    assert_eq!(bar.wait_for_change(number, "withdrawn").await["code"], Value::Null);
    let mut again = head.seen().directives.clone();
    again[0].id = "another".to_owned();
    again.push(barback::parcels::Directive { number: 9, id: "new".to_owned(), effective: "now".to_owned(), ..again[1].clone() });
    let name = bar.store().read(backup::bar_name).expect("read").expect("a name");
    let file = HeadFile { bar: name, at: base::Timestamp::from_millis(0), position: None, directives: again };
    let bytes = file.to_bytes(&head.signing_key()).expect("small");
    for received in [1, 0] {
        let request = bar.admin().request("POST", "/api/head-link/file").header("content-type", "application/octet-stream");
        assert_eq!(request.untyped(bytes.clone()).send().await.ok()["received"], received);
    }
    bar.wait_for_change(9, "applied").await;
    bar.clock.pass(24 * HOUR);
    assert_eq!(orders_beer(&bar).await, "3.00", "from the file");
    assert_eq!(count(&bar, "head.received"), 4);
    let hello = bar.wait_until("/api/head-link", |_| head.seen().hellos.last().is_some_and(|hello| hello.directives.number == 9)).await;
    assert_eq!(hello["directives"], json!({"waiting": 0, "applied": 3, "refused": 0}));
}
