//! Text that others are shown: signs that turn its direction are refused, and characters without width are left out.

use serde_json::{Value, json};

use crate::bar::{Answer, TestBar};
use crate::contract::openapi_calls::{calls, method_and_path, person};

const MESSAGE: &str = "This text has signs that turn its direction";
/// Members that are no text for others: passwords are compared as they were typed, a message to
/// check is only compared, and the cells of a list are tried above.
const EXEMPT: [&str; 5] = ["password", "currentPassword", "newPassword", "text", "csvData"];
/// Least number of texts in the story that are refused for their sign alone; the others are words, numbers or dates.
const TEXTS_MIN: usize = 40;

#[tokio::test]
async fn signs_that_turn_the_direction_are_refused_and_hidden_ones_left_out() {
    let bar = TestBar::stocked().await;
    for sign in "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars() {
        let refused = bar.manager().post("/api/products", json!({"name": format!("Gin{sign}"), "priceUSD": "3.00"})).await.invalid(MESSAGE);
        assert_eq!(refused["fields"], json!({"name": MESSAGE}));
    }
    for (place, hidden) in "\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}".chars().enumerate() {
        let name = format!("{hidden} G{hidden}in {place} {hidden}");
        let product = bar.manager().post("/api/products", json!({"name": name, "priceUSD": "3.00"})).await.created();
        assert_eq!(product["name"], format!("Gin {place}"));
    }
    bar.manager().post("/api/products", json!({"name": "\u{200b}\u{feff} ", "priceUSD": "3.00"})).await.refused(400, "invalid");
    let beer = bar.sells("Beer", 1).await;
    let void = format!("/api/sales/{}/void", beer["id"]);
    bar.manager().post(&void, json!({"reason": "staff\u{202e}"})).await.invalid(MESSAGE);
    let voided = bar.manager().post(&void, json!({"reason": "st\u{200b}aff"})).await.ok();
    assert!(voided.to_string().contains("staff"), "{voided}");
    // Rows of an import name their line.
    let list = |name: &str| json!({"csvData": format!("name,price\n{name},4\n")});
    let refused = bar.manager().post("/api/products/import", list("Rum\u{202e}")).await.refused(400, "invalid");
    assert!(refused.to_string().contains(MESSAGE), "{refused}");
    bar.manager().post("/api/products/import", list("R\u{200b}um")).await.ok();
    assert_eq!(bar.product_named("Rum").await["name"], "Rum");
    // A password stays as it was typed.
    let user = json!({"username": "fa\u{200b}tu", "password": "se\u{200b}cret-enough\u{202e}", "role": "bartender"});
    assert_eq!(bar.admin().post("/api/users", user).await.created()["username"], "fatu");
    let login =
        |password: &str| bar.guest().request("POST", "/api/auth/login").json(&json!({"username": "fatu", "password": password})).send();
    login("secret-enough").await.refused(401, "unauthenticated");
    login("se\u{200b}cret-enough\u{202e}").await.ok();
}

/// The paths of all texts in a body.
fn texts(body: &Value, path: &str, found: &mut Vec<String>) {
    match body {
        Value::String(_) => found.push(path.to_owned()),
        Value::Array(items) => items.iter().enumerate().for_each(|(place, item)| texts(item, &format!("{path}/{place}"), found)),
        Value::Object(members) => members.iter().for_each(|(name, value)| texts(value, &format!("{path}/{name}"), found)),
        _ => {}
    }
}

/// Every text of every documented call, with a sign that turns the direction, is refused; nothing is written.
#[tokio::test]
async fn no_call_takes_a_text_that_turns_its_direction() {
    let bar = TestBar::on_every_network().await.and_stocked().await;
    let (mut tried, mut named) = (0, 0);
    for (caller, call, ids, body) in calls() {
        let (method, path) = method_and_path(call, ids);
        let send = async |body: &Value| -> Answer { person(&bar, caller).request(&method, &path).json(body).send().await };
        let mut members = Vec::new();
        texts(&body, "", &mut members);
        for member in members {
            let name = member.rsplit('/').next().unwrap_or_default();
            if EXEMPT.contains(&name) || call == "POST /api/approvals" || call == "POST /api/auth/logout" {
                continue;
            }
            let mut turned = body.clone();
            let value = turned.pointer_mut(&member).expect("a member");
            *value = json!(format!("{}\u{202e}", value.as_str().expect("a text")));
            let answer = send(&turned).await;
            assert!((400..500).contains(&answer.status), "{call} {member}: {} {}", answer.status, answer.text());
            named += usize::from(answer.text().contains(MESSAGE));
            tried += 1;
        }
    }
    assert!(named >= TEXTS_MIN, "only {named} of {tried} were refused for their sign");
}
