//! A present code of the second factor for what gives an account away, and a cap on wrong ones.

use reqwest::Method;
use serde_json::{Value, json};

use crate::head_office::{HeadOffice, PASSWORD, Person};

/// Wrong codes of a user before the next one has to wait.
const FREE: usize = 10;

/// A code that is not the present one.
fn wrong(head: &HeadOffice, person: &Person) -> &'static str {
    if head.code(&person.secret) == "123456" { "654321" } else { "123456" }
}

async fn alerts(head: &HeadOffice, token: &str) -> Vec<String> {
    let (status, body) = head.get("/api/head/overview", token).await;
    assert_eq!(status, 200, "{body}");
    body["alerts"].as_array().expect("alerts").iter().filter_map(|alert| Some(alert["text"].as_str()?.to_owned())).collect()
}

#[tokio::test]
async fn the_second_factor_is_replaced_with_a_present_code_alone_and_other_sessions_end() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let other = head.sign_in_again("owner", &owner).await;
    let (status, body) = head.post("/api/head/totp", &owner.token, json!({ "password": PASSWORD })).await;
    assert_eq!((status, &body["code"]), (401, &json!("code_required")), "{body}");
    let given = json!({ "password": PASSWORD, "code": wrong(&head, &owner) });
    let (status, body) = head.post("/api/head/totp", &owner.token, given).await;
    assert_eq!((status, &body["code"]), (401, &json!("code_wrong")), "{body}");
    let given = json!({ "password": "another", "code": head.code(&owner.secret) });
    assert_eq!(head.post("/api/head/totp", &owner.token, given).await.0, 400);
    let given = json!({ "password": PASSWORD, "code": head.code(&owner.secret) });
    let (status, begun) = head.post("/api/head/totp", &owner.token, given.clone()).await;
    assert_eq!(status, 200, "{begun}");
    assert_eq!(head.post("/api/head/totp", &owner.token, given).await.1["code"], "code_wrong", "once");
    let secret = begun["secret"].as_str().expect("a secret");
    assert_eq!(head.get("/api/head/me", &other).await.0, 200, "until it is replaced");
    let (status, body) = head.post("/api/head/totp/confirm", &owner.token, json!({ "code": head.code(secret) })).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(head.get("/api/head/me", &owner.token).await.0, 200);
    assert_eq!(head.get("/api/head/me", &other).await.0, 401, "another session of the user");
    // A recovery code is a present code too.
    let given = json!({ "password": PASSWORD, "code": body["recoveryCodes"][0] });
    assert_eq!(head.post("/api/head/totp", &owner.token, given).await.0, 200);
}

#[tokio::test]
async fn an_owner_is_made_raised_and_reset_with_a_present_code_alone() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let jane = head.manager(&owner, "jane", json!("all")).await;
    let other = head.sign_in_again("owner", &owner).await;
    let new = json!({ "username": "mary", "password": "given-password", "role": "owner" });
    let (_, mary) = head.post("/api/head/users", &owner.token, with_code(&new, &head.code(&owner.secret))).await;
    assert_eq!(mary["role"], "owner", "{mary}");
    assert_eq!(head.get("/api/head/me", &other).await.0, 401, "making an owner ends the other sessions");
    head.clock.advance(30);
    let (jane_path, mary_path) =
        (format!("/api/head/users/{}", jane.id), format!("/api/head/users/{}", mary["id"].as_str().expect("an id")));
    let another = json!({ "username": "ann", "password": "given-password", "role": "owner" });
    for (method, path, body) in [
        (Method::POST, "/api/head/users", another),
        (Method::PUT, jane_path.as_str(), json!({ "role": "owner" })),
        (Method::PUT, &mary_path, json!({ "password": "another-password" })),
    ] {
        let (status, answer) = head.call(method.clone(), path, &owner.token, body.clone()).await;
        assert_eq!((status, &answer["code"]), (401, &json!("code_required")), "{method} {path} {body}");
        let (status, answer) = head.call(method.clone(), path, &owner.token, with_code(&body, wrong(&head, &owner))).await;
        assert_eq!((status, &answer["code"]), (401, &json!("code_wrong")), "{method} {path} {body}");
        let right = with_code(&body, &head.code(&owner.secret));
        let (status, answer) = head.call(method.clone(), path, &owner.token, right).await;
        assert!([200, 201].contains(&status), "{method} {path} {body}: {answer}");
        head.clock.advance(30);
    }
    // An owner who is switched off comes back with a code only.
    assert_eq!(head.call(Method::PUT, &mary_path, &owner.token, json!({ "isActive": false })).await.0, 200);
    let (status, body) = head.call(Method::PUT, &mary_path, &owner.token, json!({ "isActive": true })).await;
    assert_eq!((status, &body["code"]), (401, &json!("code_required")), "{body}");
    // What gives nothing away needs none.
    assert_eq!(head.call(Method::PUT, &mary_path, &owner.token, json!({ "name": "Mary B" })).await.0, 200);
    let tom = json!({ "username": "tom", "password": "given-password", "role": "manager", "bars": "all" });
    assert_eq!(head.post("/api/head/users", &owner.token, tom).await.0, 201);
}

fn with_code(body: &Value, code: &str) -> Value {
    let mut body = body.clone();
    body["code"] = json!(code);
    body
}

#[tokio::test]
async fn wrong_codes_have_a_cap_and_owners_and_the_user_are_told() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let jane = head.manager(&owner, "jane", json!("all")).await;
    for at in 0..FREE {
        assert_eq!(alerts(&head, &owner.token).await, Vec::<String>::new(), "{at}");
        // Far apart, so that nothing but their number slows them down.
        let (status, body) = head.login("jane", PASSWORD, wrong(&head, &jane)).await;
        assert_eq!((status, &body["code"]), (401, &json!("code_wrong")), "{at}");
        head.clock.advance(10 * 60);
    }
    head.clock.advance(-10 * 60);
    let again = async || {
        let body = json!({ "username": "jane", "password": PASSWORD, "code": wrong(&head, &jane) });
        let answer = head.request(Method::POST, "/api/head/login", &[], Some(body)).await;
        let seconds = answer.headers().get("retry-after").and_then(|text| text.to_str().ok()?.parse::<i64>().ok());
        (answer.status().as_u16(), seconds)
    };
    head.another().await;
    assert_eq!(again().await, (429, Some(30)), "the eleventh");
    assert_eq!(alerts(&head, &owner.token).await, ["Wrong codes for jane"]);
    assert_eq!(alerts(&head, &jane.token).await, Vec::<String>::new(), "owners alone");
    let (_, lines) = head.get("/api/head/audit?kind=user.wrong_codes", &owner.token).await;
    assert_eq!(lines.as_array().map(Vec::len), Some(1), "{lines}");
    for wait in [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600] {
        head.clock.advance(wait);
        assert_eq!(again().await.0, 401);
        // The next one: what the cap says, or the count of the address, whichever is longer.
        let (status, seconds) = again().await;
        assert!(status == 429 && seconds.is_some_and(|seconds| seconds >= (wait * 2).min(3_600)), "{wait}: {seconds:?}");
    }
    head.clock.advance(3_600);
    let (status, body) = head.login("jane", PASSWORD, head.code(&jane.secret)).await;
    assert_eq!((status, &body["wrongCodes"]["count"]), (200, &json!(FREE + 9)), "{body}");
    assert!(body["wrongCodes"]["at"].is_string(), "{body}");
    head.clock.advance(30);
    let (status, body) = head.login("jane", PASSWORD, head.code(&jane.secret)).await;
    assert_eq!((status, &body["wrongCodes"]), (200, &json!(null)), "told once: {body}");
    // Somebody who is signed in has no more tries than at the sign-in.
    for at in 0..FREE {
        let given = json!({ "password": PASSWORD, "code": wrong(&head, &owner) });
        assert_eq!(head.post("/api/head/totp", &owner.token, given).await.0, 401, "{at}");
        head.clock.advance(1);
    }
    let made = json!({ "username": "x", "password": "given-password", "role": "owner", "code": wrong(&head, &owner) });
    assert_eq!(head.post("/api/head/users", &owner.token, made).await.0, 429, "one count for all calls");
}
