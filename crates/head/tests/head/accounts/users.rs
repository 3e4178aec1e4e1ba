//! Owners and managers.

use reqwest::Method;
use serde_json::{Value, json};

use crate::head_office::HeadOffice;

const BAR: &str = "0123456789abcdef0123456789abcdef";

#[tokio::test]
async fn owners_add_change_and_remove_users() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    head.sql(&format!("INSERT INTO bars VALUES ('{BAR}', 'Cape Bar', now(), 'owner')")).await;
    let body = json!({ "username": " Jane ", "name": "Jane Doe", "password": "given-password", "role": "manager", "bars": [BAR] });
    let (status, jane) = head.post("/api/head/users", &owner.token, body).await;
    assert_eq!(status, 201, "{jane}");
    for (field, value) in [
        ("username", json!("jane")),
        ("name", json!("Jane Doe")),
        ("role", json!("manager")),
        ("bars", json!([BAR])),
        ("isActive", json!(true)),
        ("mustChangePassword", json!(true)),
        ("hasTotp", json!(false)),
    ] {
        assert_eq!(jane[field], value, "{field}");
    }
    assert!(!jane.to_string().contains("password\":") && !jane.to_string().contains("argon2"), "{jane}");
    let id = jane["id"].as_str().expect("an id");
    let user = format!("/api/head/users/{id}");
    for (body, field) in [
        (json!({}), "username"),
        (json!({ "username": "a", "password": "short", "role": "manager", "bars": "all" }), "password"),
        (json!({ "username": "a", "password": "given-password", "role": "admin", "bars": "all" }), "role"),
        (json!({ "username": "a", "password": "given-password", "role": "manager" }), "bars"),
        (json!({ "username": "a", "password": "given-password", "role": "manager", "bars": "some" }), "bars"),
        (json!({ "username": "a", "password": "given-password", "role": "manager", "bars": ["ffff"] }), "bars"),
        (json!({ "username": "a", "password": "given-password", "role": "owner", "bars": [BAR] }), "bars"),
    ] {
        let (status, answer) = head.post("/api/head/users", &owner.token, body.clone()).await;
        assert!(status == 400 && answer["fields"][field].is_string(), "{body}: {answer}");
    }
    let code = head.code(&owner.secret);
    let body = json!({ "username": "JANE", "password": "given-password", "role": "owner", "code": code });
    let (status, answer) = head.post("/api/head/users", &owner.token, body).await;
    assert_eq!((status, &answer["code"]), (409, &json!("taken")), "{answer}");
    assert!(answer["fields"]["username"].is_string());
    assert_eq!(head.call(Method::PUT, &user, &owner.token, json!({ "username": "owner" })).await.1["code"], "taken");
    let (status, answer) = head.call(Method::PUT, &user, &owner.token, json!({ "name": "Jane Roe", "bars": "all", "password": "" })).await;
    assert_eq!((status, &answer["name"], &answer["bars"]), (200, &json!("Jane Roe"), &json!("all")), "{answer}");
    let (_, all) = head.get("/api/head/users", &owner.token).await;
    let names: Vec<&Value> = all.as_array().expect("a list").iter().map(|user| &user["username"]).collect();
    assert_eq!(names, ["jane", "owner"]);
    assert_eq!(head.call(Method::DELETE, &user, &owner.token, Value::Null).await.0, 204);
    assert_eq!(head.call(Method::DELETE, &user, &owner.token, Value::Null).await.0, 404);
    assert_eq!(head.call(Method::PUT, &user, &owner.token, json!({})).await.0, 404);
}

#[tokio::test]
async fn the_last_active_owner_stays() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let own = format!("/api/head/users/{}", owner.id);
    for change in [json!({ "isActive": false }), json!({ "role": "manager", "bars": "all" })] {
        let (status, body) = head.call(Method::PUT, &own, &owner.token, change).await;
        assert_eq!((status, &body["code"]), (409, &json!("last_owner")));
    }
    assert_eq!(head.call(Method::DELETE, &own, &owner.token, Value::Null).await.1["code"], "last_owner");
    let body = json!({ "username": "musu", "password": "given-password", "role": "owner", "code": head.code(&owner.secret) });
    assert_eq!(head.post("/api/head/users", &owner.token, body).await.0, 201);
    assert_eq!(head.call(Method::DELETE, &own, &owner.token, Value::Null).await.1["code"], "conflict", "oneself");
    let musu = head.first_sign_in("musu", "given-password").await;
    // Each switches the other off, at two head offices at once.
    let other = head.another().await;
    let (off, musus) = (json!({ "isActive": false }), format!("/api/head/users/{}", musu.id));
    let (one, two) =
        tokio::join!(head.call(Method::PUT, &musus, &owner.token, off.clone()), other.call(Method::PUT, &own, &musu.token, off.clone()),);
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert!(statuses[0] == 200 && [401, 409].contains(&statuses[1]), "{one:?} {two:?}");
    let active = head.database.client().await.expect("a connection");
    let row = active.query_one("SELECT count(*) FROM head_users WHERE is_active AND role = 'owner'", &[]).await.expect("a row");
    assert_eq!(row.get::<_, i64>(0), 1);
}

#[tokio::test]
async fn a_manager_does_not_manage_head_office() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let jane = head.manager(&owner, "jane", json!([])).await;
    for (method, path) in [
        (Method::GET, "/api/head/users"),
        (Method::POST, "/api/head/users"),
        (Method::PUT, "/api/head/users/none"),
        (Method::DELETE, "/api/head/users/none"),
        (Method::GET, "/api/head/audit"),
        (Method::POST, "/api/head/codes"),
        (Method::DELETE, "/api/head/bars/none/boxes/none"),
    ] {
        let (status, body) = head.call(method.clone(), path, &jane.token, json!({})).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{method} {path}");
        let (status, body) = head.call(method.clone(), path, "", json!({})).await;
        assert_eq!((status, &body["code"]), (401, &json!("unauthenticated")), "{method} {path}");
    }
}

#[tokio::test]
async fn owners_make_codes_and_revoke_boxes() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let (status, made) = head.post("/api/head/codes", &owner.token, json!({ "name": "Cape Bar" })).await;
    assert_eq!(status, 201, "{made}");
    let code = made["code"].as_str().expect("a code");
    assert_eq!(
        code.split('.').map(|part| part.chars().filter(char::is_ascii_alphanumeric).count()).collect::<Vec<_>>(),
        [26, 26],
        "{code}"
    );
    let url = made["url"].as_str().expect("an address");
    assert_eq!(url, head.box_url);
    assert!(made["qr"].as_str().is_some_and(|qr| qr.contains("<svg")));
    assert!(made["expiresAt"].as_str().is_some_and(|at| at.ends_with('Z')));
    assert!(made["command"].as_str().is_some_and(|command| command.contains(url) && command.contains(code)), "{made}");
    for (body, status, word) in
        [(json!({}), 400, "invalid"), (json!({ "name": "a", "bar": BAR }), 400, "invalid"), (json!({ "bar": BAR }), 404, "not_found")]
    {
        let (seen, answer) = head.post("/api/head/codes", &owner.token, body.clone()).await;
        assert_eq!((seen, answer["code"].as_str()), (status, Some(word)), "{body}");
    }
    head.sql(&format!(
        "INSERT INTO bars VALUES ('{BAR}', 'Cape Bar', now(), 'owner');
         INSERT INTO boxes (box, bar, public_key, certificate, paired_at, version) VALUES ('b1', '{BAR}', '', '', now(), '0.1.0')"
    ))
    .await;
    assert_eq!(head.post("/api/head/codes", &owner.token, json!({ "bar": BAR })).await.0, 201);
    let path = format!("/api/head/bars/{BAR}/boxes/b1");
    assert_eq!(head.call(Method::DELETE, &path, &owner.token, Value::Null).await.0, 204);
    assert_eq!(head.call(Method::DELETE, &path.replace("b1", "b2"), &owner.token, Value::Null).await.0, 404);
    let row = head.database.client().await.expect("a connection").query_one("SELECT revoked_at FROM boxes", &[]).await.expect("a row");
    assert!(row.get::<_, Option<jiff::Timestamp>>(0).is_some());
    let (_, record) = head.get("/api/head/audit?kind=box", &owner.token).await;
    assert_eq!((record[0]["bar"].as_str(), record[0]["kind"].as_str()), (Some(BAR), Some("box.revoked")), "{record}");
}
