//! The first sign-in, and codes that count once.

use futures_util::future::join_all;
use head::accounts::{self, FirstOwner};
use reqwest::Method;
use serde_json::{Value, json};

use crate::head_office::{HeadOffice, PASSWORD};

#[tokio::test]
async fn first_the_password_is_changed_and_then_the_second_factor_is_set_up() {
    let head = HeadOffice::start().await;
    let first = accounts::seed(&head.database, None, base::Timestamp::from_millis(1)).await.expect("seeded");
    let Some(FirstOwner::Generated(password)) = &first else { panic!("{first:?}") };
    assert_eq!(first.as_ref().map(FirstOwner::line), Some(format!("First sign-in: owner / {password}")));
    assert_eq!(accounts::seed(&head.database, None, base::Timestamp::from_millis(1)).await.expect("seeded"), None, "once");
    let (status, body) = head.login("Owner", password, Value::Null).await;
    assert_eq!((status, &body["user"]["mustChangePassword"], &body["user"]["bars"]), (200, &json!(true), &json!("all")), "{body}");
    let old = body["token"].as_str().expect("a token").to_owned();
    for (method, path) in [(Method::GET, "/api/head/users"), (Method::GET, "/api/head/audit"), (Method::POST, "/api/head/codes")] {
        let (status, body) = head.call(method, path, &old, json!({})).await;
        assert_eq!((status, &body["code"]), (403, &json!("password_change_required")), "{path}");
    }
    let (status, body) = head.post("/api/head/totp", &old, json!({ "password": password })).await;
    assert_eq!((status, &body["code"]), (403, &json!("password_change_required")));
    for (body, field) in [
        (json!({ "currentPassword": "wrong one", "newPassword": PASSWORD }), "currentPassword"),
        (json!({ "currentPassword": password, "newPassword": "short" }), "newPassword"),
        (json!({ "newPassword": PASSWORD }), "currentPassword"),
    ] {
        let (status, body) = head.post("/api/head/change-password", &old, body).await;
        assert!(status == 400 && body["fields"][field].is_string(), "{body}");
    }
    let change = json!({ "currentPassword": password, "newPassword": PASSWORD });
    let (status, body) = head.post("/api/head/change-password", &old, change).await;
    assert_eq!((status, &body["user"]["mustChangePassword"]), (200, &json!(false)), "{body}");
    assert_eq!(head.get("/api/head/me", &old).await.0, 401, "the old token is dead");
    let token = body["token"].as_str().expect("a token");
    let (status, body) = head.get("/api/head/users", token).await;
    assert_eq!((status, &body["code"]), (403, &json!("totp_required")));
    assert_eq!(head.get("/api/head/me", token).await.0, 200);
    let (status, body) = head.post("/api/head/totp/confirm", token, json!({ "code": "123456" })).await;
    assert_eq!((status, &body["code"]), (409, &json!("conflict")), "{body}");
    let (status, body) = head.post("/api/head/totp", token, json!({ "password": "wrong one" })).await;
    assert!(status == 400 && body["fields"]["password"].is_string(), "{body}");
    let (status, begun) = head.post("/api/head/totp", token, json!({ "password": PASSWORD })).await;
    assert_eq!(status, 200);
    let secret = begun["secret"].as_str().expect("a secret");
    assert!(begun["uri"].as_str().is_some_and(|uri| uri.starts_with("otpauth://totp/Barback:owner?") && uri.contains(secret)), "{begun}");
    assert!(begun["qr"].as_str().is_some_and(|qr| qr.contains("<svg")));
    let wrong = if head.code(secret) == "123456" { "123457" } else { "123456" };
    let (status, body) = head.post("/api/head/totp/confirm", token, json!({ "code": wrong })).await;
    assert_eq!((status, &body["code"]), (401, &json!("code_wrong")));
    let (status, body) = head.post("/api/head/totp/confirm", token, json!({ "code": head.code(secret) })).await;
    assert_eq!((status, body["recoveryCodes"].as_array().map(Vec::len)), (200, Some(10)), "{body}");
    assert_eq!(head.get("/api/head/users", token).await.0, 200);
    // The code that confirmed counts no more.
    let (status, body) = head.login("owner", PASSWORD, head.code(secret)).await;
    assert_eq!((status, &body["code"]), (401, &json!("code_wrong")));
}

#[tokio::test]
async fn a_code_counts_once_and_one_step_either_side() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let (status, body) = head.login("owner", PASSWORD, Value::Null).await;
    assert_eq!((status, &body["code"]), (401, &json!("code_required")));
    assert_eq!(head.login("owner", "wrong-password", head.code(&owner.secret)).await.1["code"], "unauthenticated");
    assert_eq!(head.login("owner", PASSWORD, "000000x").await.1["code"], "code_wrong");
    let early = head.code(&owner.secret);
    head.clock.advance(30);
    assert_eq!(head.login("owner", PASSWORD, format!("{} {}", &early[..3], &early[3..])).await.0, 200, "one step late");
    assert_eq!(head.login("owner", PASSWORD, early).await.0, 401, "again");
    let late = head.code(&owner.secret);
    head.clock.advance(61);
    assert_eq!(head.login("owner", PASSWORD, late).await.0, 401, "more than one step late");
    head.clock.advance(300);
    for (at, code) in owner.recovery_codes.iter().enumerate().take(2) {
        assert_eq!(head.login("owner", PASSWORD, code.to_uppercase()).await.0, 200, "recovery code {at}");
        assert_eq!(head.login("owner", PASSWORD, code.clone()).await.1["code"], "code_wrong", "once");
    }
}

#[tokio::test]
async fn a_code_that_is_used_at_two_head_offices_at_once_counts_once() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let other = head.another().await;
    for code in [head.code(&owner.secret), owner.recovery_codes[0].clone()] {
        // Within the wrong ones that a head office allows.
        let tries = (0..8).map(|at| if at % 2 == 0 { &head } else { &other }).map(|at| at.login("owner", PASSWORD, code.clone()));
        let answers: Vec<u16> = join_all(tries).await.into_iter().map(|(status, _)| status).collect();
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| [200, 401, 429].contains(status)), "{answers:?}");
        head.clock.advance(330);
    }
}

#[tokio::test]
async fn a_new_secret_replaces_the_old_one_once_it_is_confirmed() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let given = json!({ "password": PASSWORD, "code": head.code(&owner.secret) });
    let (_, begun) = head.post("/api/head/totp", &owner.token, given).await;
    head.clock.advance(30);
    let new = begun["secret"].as_str().expect("a secret");
    assert_ne!(new, owner.secret);
    let token = head.sign_in_again("owner", &owner).await;
    assert_eq!(head.login("owner", PASSWORD, head.code(new)).await.0, 401, "not confirmed");
    let (status, confirmed) = head.post("/api/head/totp/confirm", &token, json!({ "code": head.code(new) })).await;
    assert_eq!(status, 200, "{confirmed}");
    head.clock.advance(30);
    assert_eq!(head.login("owner", PASSWORD, head.code(&owner.secret)).await.0, 401, "the old secret");
    assert_eq!(head.login("owner", PASSWORD, owner.recovery_codes[0].clone()).await.0, 401, "an old recovery code");
    assert_eq!(head.login("owner", PASSWORD, head.code(new)).await.0, 200);
}

#[tokio::test]
async fn guesses_are_slowed_down() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    for _ in 0..5 {
        assert_eq!(head.login("owner", PASSWORD, "111111").await.0, 401);
    }
    let body = json!({ "username": "OWNER", "password": PASSWORD, "code": head.code(&owner.secret) });
    let refused = head.request(Method::POST, "/api/head/login", &[], Some(body)).await;
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(refused.json::<Value>().await.expect("JSON")["code"], "too_many_attempts");
    head.clock.advance(60);
    assert_eq!(head.login("owner", PASSWORD, head.code(&owner.secret)).await.0, 200);
}

#[tokio::test]
async fn a_reset_from_the_command_line_lets_a_user_begin_anew() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let password = accounts::reset(&head.database, "Owner", base::Timestamp::from_millis(1)).await.expect("reset");
    assert_eq!(head.get("/api/head/me", &owner.token).await.0, 401);
    assert_eq!(head.login("owner", PASSWORD, Value::Null).await.0, 401);
    head.first_sign_in("owner", &password).await;
    assert!(accounts::reset(&head.database, "jane", base::Timestamp::from_millis(1)).await.is_err());
}
