//! Second boxes: their certificates hang on the box that asked.

use std::time::{Duration, Instant};

use backup::parcels::{PairAnswer, SecondRequest};
use bar::standby::Code;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;
use web::https::pairing_connector;

use super::boxes::{Answer, CAPE, Device, PairedBox, send};
use crate::head_office::{HeadOffice, Person};

/// Within this time every head refuses a revoked box.
const REVOKED_WITHIN: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(100);

fn port(head: &HeadOffice) -> u16 {
    head.box_url.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port")
}

/// Pairs a device as the box of a new or a known bar.
async fn pairs(head: &HeadOffice, owner: &Person, device: &Device, wanted: Value) -> PairedBox {
    let (status, made) = head.post("/api/head/codes", &owner.token, wanted).await;
    assert_eq!(status, 201, "{made}");
    let code: Code = made["code"].as_str().expect("a code").parse().expect("a code");
    let connector = pairing_connector(code.pin().expect("a pin"), device.clock()).expect("TLS");
    let body = serde_json::to_vec(&device.request(CAPE)).expect("JSON");
    let answer = send(&connector, port(head), "POST /box/v1/pair", Some(&code.to_string()), &body).await.expect("an answer");
    assert_eq!(answer.status, 201, "{}", answer.body);
    device.with(serde_json::from_value(answer.body).expect("an answer"))
}

async fn call(head: &HeadOffice, paired: &PairedBox, call: &str, body: &[u8]) -> Answer {
    send(&paired.connector, port(head), call, None, body).await.expect("an answer")
}

/// A box asks for the certificate of a second one.
async fn asks(head: &HeadOffice, paired: &PairedBox, second: &Device) -> Answer {
    let request = SecondRequest { request: second.request(CAPE).request, version: "0.1.0".to_owned() };
    call(head, paired, "POST /box/v1/second", &serde_json::to_vec(&request).expect("JSON")).await
}

async fn books(head: &HeadOffice, paired: &PairedBox) -> (u16, String) {
    let answer = call(head, paired, "GET /box/v1/books?after=0", b"").await;
    (answer.status, answer.body["code"].as_str().unwrap_or_default().to_owned())
}

/// Waits until a box is refused as revoked, which takes no longer than it may.
async fn is_revoked(head: &HeadOffice, paired: &PairedBox) {
    let began = Instant::now();
    while books(head, paired).await != (403, "revoked".to_owned()) {
        assert!(began.elapsed() < REVOKED_WITHIN, "it is let in");
        sleep(LOOK_EVERY).await;
    }
    assert_eq!(call(head, paired, "POST /box/v1/parcels", b"x").await.code(), (403, "revoked"));
}

fn certificate(device: &Device, answer: Answer) -> PairedBox {
    assert_eq!(answer.status, 201, "{}", answer.body);
    device.with(serde_json::from_value::<PairAnswer>(answer.body).expect("an answer"))
}

async fn revokes(head: &HeadOffice, owner: &Person, paired: &PairedBox) {
    let path = format!("/api/head/bars/{CAPE}/boxes/{}", paired.answer.box_name);
    assert_eq!(head.call(Method::DELETE, &path, &owner.token, Value::Null).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_certificate_hangs_on_the_box_that_asked_and_reads_no_books() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let (first, one, two, three) = (Device::new(), Device::new(), Device::new(), Device::new());
    let paired = pairs(&head, &owner, &first, json!({ "name": "Cape Bar" })).await;
    let second = certificate(&one, asks(&head, &paired, &one).await);
    certificate(&two, asks(&head, &paired, &two).await);
    let third = asks(&head, &paired, &three).await;
    assert_eq!(third.code(), (409, "conflict"), "{}", third.body);
    let again = certificate(&one, asks(&head, &paired, &one).await);
    assert_eq!(again.answer.box_name, second.answer.box_name, "the same key is the same box");

    assert_eq!(books(&head, &paired).await.0, 404, "there are none yet");
    assert_eq!(books(&head, &second).await, (403, "forbidden".to_owned()));
    assert_eq!(asks(&head, &second, &three).await.code(), (403, "forbidden"), "no certificates of certificates");
    let directives = json!({ "kind": "rate.suggest", "body": { "rate": "190" }, "bars": [CAPE] });
    assert_eq!(head.post("/api/head/directives", &owner.token, directives).await.0, 201);
    assert_eq!(call(&head, &second, "GET /box/v1/directives?after=0", b"").await.body, json!([]));

    revokes(&head, &owner, &paired).await;
    for revoked in [&paired, &second, &again] {
        is_revoked(&head, revoked).await;
    }
    // A new box of the bar counts its own; one that was revoked alone makes room.
    let new = pairs(&head, &owner, &three, json!({ "bar": CAPE })).await;
    let (four, five, six) = (Device::new(), Device::new(), Device::new());
    let fourth = certificate(&four, asks(&head, &new, &four).await);
    certificate(&five, asks(&head, &new, &five).await);
    assert_eq!(asks(&head, &new, &six).await.status, 409);
    revokes(&head, &owner, &fourth).await;
    certificate(&six, asks(&head, &new, &six).await);
    assert_eq!(books(&head, &new).await.0, 404, "revoking a second box leaves the first");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_box_stays_when_the_old_one_is_revoked() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let (first, one) = (Device::new(), Device::new());
    let paired = pairs(&head, &owner, &first, json!({ "name": "Cape Bar" })).await;
    let second = certificate(&one, asks(&head, &paired, &one).await);
    // As its entry `box.promoted` leaves the row: `history::seconds`.
    head.sql(&format!("UPDATE boxes SET promoted_at = now() WHERE box = '{}'", second.answer.box_name)).await;
    assert_eq!(books(&head, &second).await.0, 404);
    let two = Device::new();
    let hanging = certificate(&two, asks(&head, &second, &two).await);
    revokes(&head, &owner, &paired).await;
    is_revoked(&head, &paired).await;
    assert_eq!(books(&head, &second).await.0, 404, "it hangs on no other box");
    revokes(&head, &owner, &second).await;
    is_revoked(&head, &hanging).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn certificates_for_which_a_box_asks_at_once_are_no_more_than_two() {
    let head = HeadOffice::start().await;
    let owner = head.owner().await;
    let first = Device::new();
    let paired = pairs(&head, &owner, &first, json!({ "name": "Cape Bar" })).await;
    let devices: Vec<Device> = (0..8).map(|_| Device::new()).collect();
    let answers = futures_util::future::join_all(devices.iter().map(|device| asks(&head, &paired, device))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 2);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 6);
}
