//! A device on which a user signed in before keeps a count of its own: strangers' guesses never use it up.

use std::net::{IpAddr, Ipv4Addr};

use head::accounts;
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::json;

use crate::head_office::HeadOffice;

const FIRST: &str = "first-password";
/// Wrong passwords that both loops send in a second.
const WRONG_A_SECOND: u8 = 50;
/// Seconds for which the loops run, and sign-ins of the owner meanwhile.
const SECONDS: usize = 22;

/// A client that calls from this loopback address.
fn caller(last: u8) -> Client {
    Client::builder().local_address(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))).build().expect("a client")
}

async fn signs_in(client: &Client, head: &HeadOffice, username: &str, password: &str, cookie: &str) -> Response {
    signs_in_by(client, head, username, password, &[("cookie", cookie)]).await
}

/// Signs in with further headers; blank ones are left out.
async fn signs_in_by(client: &Client, head: &HeadOffice, username: &str, password: &str, headers: &[(&str, &str)]) -> Response {
    let body = json!({ "username": username, "password": password });
    let mut request = client.post(format!("{}/api/head/login", head.address)).json(&body);
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        request = request.header(*name, *value);
    }
    request.send().await.expect("an answer")
}

/// The cookie of known devices that an answer sets; blank for none.
fn device_cookie(answer: &Response) -> String {
    let set = answer.headers().get_all("set-cookie").iter().filter_map(|set| set.to_str().ok());
    let pair = set.filter_map(|set| set.split(';').next()).find(|pair| pair.starts_with("barback_head_device="));
    pair.unwrap_or_default().to_owned()
}

/// Head office with its first owner, who has signed in once from `owner`; and the cookie of that device.
async fn head_with_a_known_device(owner: &Client) -> (HeadOffice, String) {
    let head = HeadOffice::start().await;
    accounts::seed(&head.database, Some(FIRST), base::Timestamp::from_millis(1)).await.expect("seeded");
    let answer = signs_in(owner, &head, "owner", FIRST, "").await;
    assert_eq!(answer.status(), 200);
    let cookie = device_cookie(&answer);
    (head, cookie)
}

/// How many sign-ins of the owner get in, one a second, while both loops run.
async fn sign_ins_under_guesses(head: &HeadOffice, strangers: &[Client], owner: &Client, cookie: &str) -> usize {
    let mut let_in = 0;
    for _ in 0..SECONDS {
        for guess in 0..usize::from(WRONG_A_SECOND) {
            let status = signs_in(&strangers[guess % strangers.len()], head, "owner", "x", "").await.status();
            assert!([StatusCode::UNAUTHORIZED, StatusCode::TOO_MANY_REQUESTS].contains(&status), "{status}");
        }
        let_in += usize::from(signs_in(owner, head, "owner", FIRST, cookie).await.status() == 200);
        head.clock.advance(1);
    }
    let_in
}

#[tokio::test]
async fn guesses_from_changing_addresses_do_not_keep_an_owner_on_a_known_device_out() {
    let owner = caller(200);
    let (head, cookie) = head_with_a_known_device(&owner).await;
    let strangers: Vec<Client> = (10..10 + WRONG_A_SECOND).map(caller).collect();
    // From an address that never signed in: on the way, not at home.
    assert_eq!(sign_ins_under_guesses(&head, &strangers, &caller(201), &cookie).await, SECONDS);
}

#[tokio::test]
async fn guesses_from_the_owners_own_address_do_not_either() {
    let owner = caller(1);
    let (head, cookie) = head_with_a_known_device(&owner).await;
    assert_eq!(sign_ins_under_guesses(&head, &[caller(1)], &owner, &cookie).await, SECONDS);
}

#[tokio::test]
async fn a_known_device_waits_for_its_own_mistakes_and_no_cookie_helps_with_another_account() {
    let owner = caller(1);
    let (head, cookie) = head_with_a_known_device(&owner).await;
    let answer = head.request(Method::POST, "/api/head/login", &[], Some(json!({ "username": "owner", "password": FIRST }))).await;
    let set: Vec<&str> = answer.headers().get_all("set-cookie").iter().filter_map(|set| set.to_str().ok()).collect();
    let device = set.iter().find(|set| set.starts_with("barback_head_device=")).expect("the cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Max-Age=34560000"] {
        assert!(device.split("; ").any(|found| found == part), "{part}: {device}");
    }
    assert!(!device.contains("Secure"), "plain HTTP: {device}");
    for _ in 0..5 {
        assert_eq!(signs_in(&owner, &head, "owner", "wrong", &cookie).await.status(), 401);
    }
    assert_eq!(signs_in(&owner, &head, "owner", FIRST, &cookie).await.status(), 429);
    for broken in ["barback_head_device=", "barback_head_device=....", &cookie[..cookie.len() - 2]] {
        assert_eq!(signs_in(&owner, &head, "owner", FIRST, broken).await.status(), 429, "{broken}");
    }
    let other = device_cookie(&answer);
    assert_eq!(signs_in(&owner, &head, "owner", FIRST, &other).await.status(), 200, "another device has another count");
    // 400 days later the device is a stranger again.
    head.clock.advance(400 * 24 * 60 * 60);
    let answer = signs_in(&owner, &head, "owner", FIRST, &cookie).await;
    assert_eq!(answer.status(), 200, "the mistakes are forgotten");
    assert_ne!(device_cookie(&answer), cookie);
}

#[tokio::test]
async fn behind_a_named_server_callers_are_told_apart_and_nobody_else_says_who_calls() {
    let url = crate::postgres::migrated_url().await;
    let head = HeadOffice::behind(url, Default::default(), &["127.0.0.200", "127.0.1.0/24"]).await;
    accounts::seed(&head.database, Some(FIRST), base::Timestamp::from_millis(1)).await.expect("seeded");
    let (proxy, stranger) = (caller(200), caller(9));
    let by = async |client: &Client, forwarded: &str, password: &str| {
        signs_in_by(client, &head, "owner", password, &[("x-forwarded-for", forwarded)]).await.status().as_u16()
    };
    // The owner has signed in from one address, a guesser calls from another one through the same server.
    assert_eq!(by(&proxy, "203.0.113.9", FIRST).await, 200);
    for _ in 0..20 {
        by(&proxy, "198.51.100.7", "wrong").await;
        // Whatever the guesser writes before it counts for nothing, and neither do hops of named servers behind it.
        by(&proxy, "203.0.113.9, 198.51.100.7, 127.0.1.5", "wrong").await;
    }
    assert_eq!(by(&proxy, "198.51.100.7", FIRST).await, 429);
    assert_eq!(by(&proxy, "203.0.113.9", FIRST).await, 200);
    // Who is not named may write what it likes.
    for guess in 0..20 {
        by(&stranger, &format!("192.0.2.{guess}"), "wrong").await;
    }
    assert_eq!(by(&stranger, "203.0.113.9", FIRST).await, 429, "it is counted by its own address");
    // HTTPS of a named server makes the cookies secure; of nobody else.
    for (client, expected) in [(&proxy, true), (&caller(10), false)] {
        head.clock.advance(600);
        let headers = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-proto", "https")];
        let answer = signs_in_by(client, &head, "owner", FIRST, &headers).await;
        assert_eq!(answer.status(), 200);
        for set in answer.headers().get_all("set-cookie") {
            assert_eq!(set.to_str().expect("text").ends_with("; Secure"), expected, "{set:?}");
        }
    }
}

#[tokio::test]
async fn loops_through_a_named_server_do_not_keep_a_known_device_out() {
    let url = crate::postgres::migrated_url().await;
    let head = HeadOffice::behind(url, Default::default(), &["127.0.0.1"]).await;
    accounts::seed(&head.database, Some(FIRST), base::Timestamp::from_millis(1)).await.expect("seeded");
    let proxy = caller(1);
    let cookie = device_cookie(&signs_in(&proxy, &head, "owner", FIRST, "").await);
    for second in 0..SECONDS {
        for guess in 0..WRONG_A_SECOND {
            let forwarded = format!("2001:db8:{second:x}:{guess:x}::1");
            signs_in_by(&proxy, &head, "owner", "x", &[("x-forwarded-for", &forwarded)]).await;
        }
        let headers = [("x-forwarded-for", "203.0.113.9"), ("cookie", &cookie)];
        assert_eq!(signs_in_by(&proxy, &head, "owner", FIRST, &headers).await.status(), 200, "{second}");
        head.clock.advance(1);
    }
}
