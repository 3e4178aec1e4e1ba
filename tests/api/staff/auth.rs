//! Signing in and out, cookies, ended tokens, and throttling of password guesses.

use serde_json::{Value, json};

use crate::bar::{ADMIN_PASSWORD, Answer, BARTENDER_PASSWORD, MANAGER_PASSWORD, Person, SECOND, TestBar, text};

fn login(username: &str, password: &str) -> Value {
    json!({"username": username, "password": password})
}

async fn try_password(bar: &TestBar, username: &str, password: &str) -> Answer {
    bar.guest().post("/api/auth/login", login(username, password)).await
}

/// The cookie that a sign-in sets, as a browser sends it back.
async fn cookie(bar: &TestBar) -> String {
    let answer = try_password(bar, "bartender", BARTENDER_PASSWORD).await;
    let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.split("; ").any(|attribute| attribute == part), "{part} is missing: {cookie}");
    }
    assert!(!cookie.contains("Secure"), "on plain HTTP a browser would drop it: {cookie}");
    cookie.split(';').next().expect("a pair").to_owned()
}

#[tokio::test]
async fn a_fresh_box_is_locked_until_its_first_password_is_changed() {
    let (bar, first) = TestBar::fresh().await;
    assert_eq!(bar.guest().post("/api/auth/init", json!({})).await.ok(), json!({"initialized": true, "demo": false}));
    assert_eq!(bar.guest().request("POST", "/api/auth/init").send().await.ok(), json!({"initialized": true, "demo": false}));
    let answer = try_password(&bar, " ADMIN ", &first).await.ok();
    assert_eq!((&answer["user"]["role"], &answer["user"]["mustChangePassword"]), (&json!("admin"), &json!(true)));
    let admin = bar.with_token(text(&answer["token"]));
    admin.get("/api/users").await.refused(403, "password_change_required");
    assert_eq!(admin.get("/api/auth/me").await.ok()["username"], "admin");
    let changed = admin.post("/api/auth/change-password", json!({"currentPassword": first, "newPassword": "a-better-one"})).await.ok();
    assert_eq!(changed["user"]["mustChangePassword"], false);
    admin.get("/api/auth/me").await.refused(401, "unauthenticated");
    let admin = bar.with_token(text(&changed["token"]));
    assert_eq!(admin.get("/api/users").await.ok().as_array().map(Vec::len), Some(1));
    assert_eq!(bar.guest().get("/api/exchange-rate").await.ok()["rate"], 190);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let bar = TestBar::open().await;
    let wrong = try_password(&bar, "admin", "wrong").await.refused(401, "unauthenticated");
    let unknown = try_password(&bar, "nobody", "wrong").await.refused(401, "unauthenticated");
    assert_eq!(wrong, unknown);
    assert_eq!(wrong["message"], "Invalid username or password");
    for blank in [login(" ", "x"), login("admin", "  "), json!({}), json!({"username": "admin", "password": 7})] {
        bar.guest().post("/api/auth/login", blank).await.refused(400, "invalid");
    }
}

#[tokio::test]
async fn a_sign_in_shows_the_user_and_never_a_hash() {
    let bar = TestBar::open().await;
    bar.clock.pass(60 * SECOND);
    let answer = try_password(&bar, "manager", MANAGER_PASSWORD).await.ok();
    let user = answer["user"].as_object().expect("a user");
    let mut fields: Vec<&str> = user.keys().map(String::as_str).collect();
    fields.sort_unstable();
    let expected =
        "chain createdAt email firstName id isActive lastLoginAt lastName mustChangePassword phone pinStatus role tourDone username";
    assert_eq!(fields.join(" "), expected);
    assert_eq!(user["lastLoginAt"], "2026-11-21T20:01:00.000Z");
}

#[tokio::test]
async fn signing_out_ends_only_this_token() {
    let bar = TestBar::open().await;
    let (one, two) = (bar.bartender(), bar.with_token(&bar.signs_in("bartender", BARTENDER_PASSWORD).await));
    let answer = one.post("/api/auth/logout", json!({})).await;
    assert!(answer.header("set-cookie").is_some_and(|cookie| cookie.starts_with("barback_session=;") && cookie.contains("Max-Age=0")));
    answer.has_status(204);
    one.get("/api/products").await.refused(401, "unauthenticated");
    two.get("/api/products").await.ok();
}

#[tokio::test]
async fn a_new_password_ends_every_other_token() {
    let bar = TestBar::open().await;
    let (one, two) = (bar.bartender(), bar.with_token(&bar.signs_in("bartender", BARTENDER_PASSWORD).await));
    let body = json!({"currentPassword": BARTENDER_PASSWORD, "newPassword": "another-one"});
    let changed = one.post("/api/auth/change-password", body).await.ok();
    for ended in [one, two] {
        ended.get("/api/auth/me").await.refused(401, "unauthenticated");
    }
    bar.with_token(text(&changed["token"])).get("/api/products").await.ok();
    try_password(&bar, "bartender", BARTENDER_PASSWORD).await.refused(401, "unauthenticated");
    try_password(&bar, "bartender", "another-one").await.ok();
}

#[tokio::test]
async fn an_invalid_new_password_is_refused() {
    let bar = TestBar::open().await;
    for (request, field, message) in [
        (json!({"newPassword": "long-enough"}), "currentPassword", "Current password is required"),
        (json!({"currentPassword": "", "newPassword": "long-enough"}), "currentPassword", "Current password is required"),
        (json!({"currentPassword": "x", "newPassword": "short"}), "newPassword", "New password must be at least 6 characters"),
        (json!({"currentPassword": "x"}), "newPassword", "New password must be at least 6 characters"),
        (json!({"currentPassword": "x", "newPassword": "       "}), "newPassword", "New password must be at least 6 characters"),
        (json!({"currentPassword": "x", "newPassword": "long-enough"}), "currentPassword", "Current password is incorrect"),
    ] {
        let body = bar.bartender().post("/api/auth/change-password", request).await.invalid(message);
        assert_eq!(body["fields"][field], message);
    }
    bar.bartender().get("/api/auth/me").await.ok();
}

/// Changes of an account by an admin end its tokens at once and permanently.
#[tokio::test]
async fn tokens_end_when_the_account_changes() {
    let bar = TestBar::open().await;
    for (name, method, body) in [
        ("deactivated", "PATCH", json!({"isActive": false})),
        ("switched_off", "PUT", json!({"isActive": false})),
        ("promoted", "PUT", json!({"role": "manager"})),
        ("given_a_password", "PUT", json!({"password": "a-new-one"})),
        ("deleted", "DELETE", json!(null)),
    ] {
        let (id, person) = bar.hires(name, "bartender").await;
        person.get("/api/products").await.ok();
        let call = bar.admin().request(method, &format!("/api/users/{id}"));
        let answer = if body.is_null() { call.send().await } else { call.json(&body).send().await };
        assert!(answer.status < 300, "{name}: {}", answer.text());
        person.get("/api/products").await.refused(401, "unauthenticated");
        person.get("/api/auth/me").await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn a_token_survives_a_restart_and_a_rename() {
    let mut bar = TestBar::open().await;
    let (id, person) = bar.hires("musu", "bartender").await;
    bar.admin().put(&format!("/api/users/{id}"), json!({"firstName": "Musu", "username": "musu.k"})).await.ok();
    let token = person.token().to_owned();
    bar.restart().await;
    assert_eq!(bar.with_token(&token).get("/api/auth/me").await.ok()["username"], "musu.k");
}

#[tokio::test]
async fn a_session_expires_by_running_time() {
    let bar = TestBar::open().await;
    bar.clock.jump_to("2036-11-21T20:00:00Z");
    bar.bartender().get("/api/auth/me").await.ok();
    bar.clock.jump_to("1999-01-01T00:00:00Z");
    bar.bartender().get("/api/auth/me").await.ok();
    bar.clock.pass(SECOND * 60 * 60 * 24 * 61);
    bar.bartender().get("/api/auth/me").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn only_the_right_password_reveals_that_an_account_is_inactive() {
    let bar = TestBar::open().await;
    let (id, _) = bar.hires("musu", "bartender").await;
    bar.admin().patch(&format!("/api/users/{id}"), json!({"isActive": false})).await.ok();
    try_password(&bar, "musu", "wrong-password").await.refused(401, "unauthenticated");
    try_password(&bar, "musu", "secret-enough").await.refused(403, "inactive");
}

#[tokio::test]
async fn a_cookie_writes_only_from_the_same_origin_with_json() {
    let bar = TestBar::open().await;
    let cookie = cookie(&bar).await;
    bar.guest().request("GET", "/api/auth/me").header("cookie", &cookie).send().await.ok();
    let origin = format!("http://{}", bar.address());
    let port = bar.address().rsplit(':').next().expect("a port");
    for (origin, kind, status) in [
        (Some(origin.as_str()), Some("application/json"), 201),
        (Some(origin.as_str()), Some("application/json; charset=utf-8"), 201),
        (None, Some("application/json"), 403),
        (Some("null"), Some("application/json"), 403),
        (Some("http://evil.example"), Some("application/json"), 403),
        (Some("http://127.0.0.1"), Some("application/json"), 403),
        (Some(format!("http://localhost:{port}").as_str()), Some("application/json"), 403),
        (Some(origin.as_str()), Some("text/plain"), 403),
        (Some(origin.as_str()), None, 403),
    ] {
        let mut call = bar.guest().request("POST", "/api/scans").header("cookie", &cookie);
        if let Some(origin) = origin {
            call = call.header("origin", origin);
        }
        if let Some(kind) = kind {
            call = call.header("content-type", kind);
        }
        let answer = call.untyped(r#"{"barcode": "1"}"#).send().await;
        assert_eq!(answer.status, status, "{origin:?} {kind:?}: {}", answer.text());
    }
}

#[tokio::test]
async fn signing_out_by_cookie_needs_an_origin_and_a_content_type() {
    let bar = TestBar::open().await;
    let cookie = cookie(&bar).await;
    let logout = || bar.guest().request("POST", "/api/auth/logout").header("cookie", &cookie);
    let origin = format!("http://{}", bar.address());
    logout().send().await.refused(403, "forbidden");
    logout().header("origin", &origin).send().await.refused(403, "forbidden");
    logout().header("origin", &origin).header("content-type", "application/json").send().await.has_status(204);
    bar.guest().request("GET", "/api/auth/me").header("cookie", &cookie).send().await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn an_authorization_header_overrides_the_cookie() {
    let bar = TestBar::open().await;
    let cookie = cookie(&bar).await;
    for header in ["Bearer rubbish", "Basic YWRtaW46YWRtaW4=", "Bearer", ""] {
        let call = bar.guest().request("GET", "/api/auth/me").header("cookie", &cookie).header("authorization", header);
        call.send().await.refused(401, "unauthenticated");
    }
    // A bearer token needs no origin check, because browsers never send one automatically.
    let call = bar.bartender().request("POST", "/api/scans").header("cookie", "barback_session=rubbish");
    call.header("origin", "http://evil.example").json(&json!({"barcode": "1"})).send().await.created();
}

#[tokio::test]
async fn public_calls_ignore_credentials() {
    let bar = TestBar::open().await;
    let rubbish = bar.with_token("rubbish");
    for path in ["/api/menu", "/api/menu/qr", "/api/exchange-rate", "/api/settings/public", "/healthz"] {
        assert_eq!(rubbish.get(path).await.status, 200, "{path}");
    }
    rubbish.post("/api/auth/init", json!({})).await.ok();
    rubbish.post("/api/auth/login", login("bartender", BARTENDER_PASSWORD)).await.ok();
    let call = bar.guest().request("POST", "/api/auth/login").header("cookie", "barback_session=dead");
    call.json(&login("bartender", BARTENDER_PASSWORD)).send().await.ok();
}

/// Tries a wrong password this many times.
async fn fail_sign_in(bar: &TestBar, username: &str, times: usize) {
    for _ in 0..times {
        try_password(bar, username, "wrong-password").await.refused(401, "unauthenticated");
    }
}

/// Expects 429; returns the seconds of `Retry-After`.
fn retry_after(answer: Answer) -> u64 {
    let seconds = answer.header("retry-after").map(|seconds| seconds.parse().expect("seconds"));
    answer.refused(429, "too_many_attempts");
    seconds.expect("a Retry-After")
}

#[tokio::test]
async fn repeated_password_guesses_wait_longer_and_longer() {
    let bar = TestBar::open().await;
    fail_sign_in(&bar, "admin", 5).await;
    let mut waits = Vec::new();
    for _ in 0..6 {
        // While throttled, even the right password is not checked.
        let wait = retry_after(try_password(&bar, "Admin", ADMIN_PASSWORD).await);
        waits.push(wait);
        bar.clock.pass(SECOND * u32::try_from(wait).expect("short"));
        fail_sign_in(&bar, "admin", 1).await;
    }
    assert_eq!(waits, [2, 4, 8, 16, 32, 60]);
    try_password(&bar, "manager", MANAGER_PASSWORD).await.ok();
    bar.clock.pass(60 * SECOND);
    try_password(&bar, "admin", ADMIN_PASSWORD).await.ok();
}

#[tokio::test]
async fn password_guesses_of_a_signed_in_phone_are_throttled() {
    let bar = TestBar::open().await;
    let guess = || json!({"currentPassword": "a-guess", "newPassword": "another-one"});
    for _ in 0..5 {
        bar.bartender().post("/api/auth/change-password", guess()).await.invalid("Current password is incorrect");
    }
    assert_eq!(retry_after(bar.bartender().post("/api/auth/change-password", guess()).await), 2);
    bar.bartender().get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn parallel_password_guesses_are_throttled() {
    let bar = TestBar::open().await;
    let mut tries = tokio::task::JoinSet::new();
    for number in 0..16 {
        let (guest, body) = (bar.guest(), login("admin", &format!("guess-{number}")));
        tries.spawn(async move { guest.post("/api/auth/login", body).await.status });
    }
    let checked = tries.join_all().await.into_iter().filter(|status| *status == 401).count();
    // Two passwords are checked at a time, so a sixth may be checked beside the fifth.
    assert!((5..=6).contains(&checked), "{checked} guesses were checked");
    try_password(&bar, "manager", MANAGER_PASSWORD).await.ok();
}

#[tokio::test]
async fn an_unknown_account_is_throttled_too() {
    let bar = TestBar::open().await;
    fail_sign_in(&bar, "nobody", 5).await;
    let call = bar.guest().request("POST", "/api/auth/login").header("x-forwarded-for", "203.0.113.9");
    assert_eq!(retry_after(call.json(&login("nobody", "x")).send().await), 2, "a forwarded-for header does not count");
    bar.clock.pass(300 * SECOND);
    fail_sign_in(&bar, "nobody", 4).await;
}

#[tokio::test]
async fn an_address_is_throttled_across_all_accounts() {
    let bar = TestBar::open().await;
    for number in 0..30 {
        fail_sign_in(&bar, &format!("nobody{number}"), 1).await;
    }
    assert_eq!(retry_after(try_password(&bar, "manager", MANAGER_PASSWORD).await), 2);
    bar.clock.pass(SECOND * 999 / 1000);
    assert_eq!(retry_after(try_password(&bar, "manager", MANAGER_PASSWORD).await), 2, "a part of a second is rounded up");
    bar.clock.pass(2 * SECOND);
    try_password(&bar, "manager", MANAGER_PASSWORD).await.ok();
}

#[tokio::test]
async fn a_clock_that_jumps_does_not_shorten_the_wait() {
    let bar = TestBar::open().await;
    fail_sign_in(&bar, "admin", 5).await;
    bar.clock.jump_to("2030-01-01T00:00:00Z");
    retry_after(try_password(&bar, "admin", ADMIN_PASSWORD).await);
}

#[tokio::test]
async fn a_tampered_token_is_refused() {
    let bar = TestBar::open().await;
    let token = bar.admin().token().to_owned();
    let parts: Vec<&str> = token.split('.').collect();
    let other = bar.bartender().token().to_owned();
    let others: Vec<&str> = other.split('.').collect();
    for bad in [
        format!("{}.{}.{}", parts[0], parts[1], others[2]),
        format!("{}.{}.{}", parts[0], others[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        // {"alg":"none","typ":"JWT"}
        format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.", parts[1]),
        token[1..].to_owned(),
    ] {
        Person::get(&bar.with_token(&bad), "/api/auth/me").await.refused(401, "unauthenticated");
    }
}
