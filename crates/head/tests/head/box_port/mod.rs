//! The box port: pairing, revoking, limits and clocks, with real TLS clients.

mod boxes;
mod seconds;

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use backup::parcels::{PairAnswer, PairRequest, PublicKey};
use bar::engine::Clock;
use bar::standby::Code;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use head::box_port::{BoxCaller, CODE_SECONDS, CodeFor, PairContext, certify_second, make_code, revoke};
use head::database::Options;
use head::keys::{Authority, Secret};
use serde_json::json;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::version::TLS12;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use web::https::{BoxIdentity, box_connector, pairing_connector};

use boxes::{CAPE, Device, Head, MAMBA, MovedClock, moment, secret, send};

use crate::postgres;

/// Within this time every head refuses a revoked box.
const REVOKED_WITHIN: Duration = Duration::from_secs(5);

const WRONG: &str = "This code is wrong, used or older than 15 minutes";

#[tokio::test(flavor = "multi_thread")]
async fn a_box_pairs_once_and_calls_with_its_certificate() {
    let (head, device) = (Head::start().await, Device::new());
    let code = head.code_for_new("Cape Bar").await;
    assert_eq!(code.to_string().replace('-', "").len(), 26 + 1 + 26);
    let paired = device.pairs(&head, &code, CAPE).await;
    assert_eq!((paired.answer.name.as_str(), paired.answer.box_name.len()), ("Lagoon Bars", 16));
    assert_eq!(BASE64.decode(&paired.answer.authority).expect("base64"), head.authority.certificate());
    let said = paired.hello(&head).await;
    assert_eq!((said.status, &said.body["bar"], &said.body["said"]), (200, &json!(CAPE), &json!({ "version": 1 })));
    assert_eq!(said.body["box"], paired.answer.box_name);
    assert_eq!(paired.parcel(&head).await.body["bytes"], 13);
    // The code is used up, for the same box too.
    for device in [&device, &Device::new()] {
        let again = device.asks_to_pair(&head, &code, &device.request(MAMBA)).await;
        assert_eq!((again.code(), again.body["fields"]["code"].as_str()), ((400, "invalid"), Some(WRONG)));
    }
    assert_eq!(head.count("SELECT count(*) FROM bars").await, 1);
    // Without a certificate, a box may pair and nothing else.
    let anonymous = pairing_connector(code.pin().expect("a pin"), device.clock()).expect("TLS");
    let ask = async |call: &str| send(&anonymous, head.port, call, None, b"{}").await.expect("an answer");
    assert_eq!(ask("POST /box/v1/hello").await.code(), (401, "unauthenticated"));
    assert_eq!(ask("GET /box/v1/nothing").await.code(), (404, "not_found"));
    assert_eq!(ask("GET /box/v1/pair").await.code(), (405, "method_not_allowed"));
    let panicked = send(&paired.connector, head.port, "GET /box/v1/panics", None, b"").await.expect("an answer");
    assert_eq!(panicked.code(), (500, "internal"));
    let long = vec![b' '; 1024 * 1024 + 1];
    let refused = send(&paired.connector, head.port, "POST /box/v1/hello", None, &long).await.expect("an answer");
    assert_eq!(refused.code(), (413, "too_large"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_counts_for_15_minutes() {
    let (head, device) = (Head::start().await, Device::new());
    let (late, early) = (head.code_for_new("Cape Bar").await, head.code_for_new("Mamba Grill").await);
    head.clock.advance(CODE_SECONDS - 1);
    device.pairs(&head, &early, MAMBA).await;
    head.clock.advance(1);
    let answer = device.asks_to_pair(&head, &late, &device.request(CAPE)).await;
    assert_eq!((answer.code(), answer.body["message"].as_str()), ((400, "invalid"), Some(WRONG)));
    head.clock.advance(2 * 24 * 60 * 60);
    head.code_for(MAMBA).await;
    assert_eq!(head.count("SELECT count(*) FROM codes").await, 1, "old codes are removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_wrong_codes_a_minute_lock_an_address_out() {
    let (head, device) = (Head::start().await, Device::new());
    let code = head.code_for_new("Cape Bar").await;
    let request = device.request(CAPE);
    for guess in 0..10 {
        let wrong = Code::new([guess; 16], Some(head.authority.fingerprint()));
        assert_eq!(device.asks_to_pair(&head, &wrong, &request).await.code(), (400, "invalid"));
    }
    let refused = device.asks_to_pair(&head, &code, &request).await;
    assert_eq!(refused.code(), (429, "too_many_attempts"));
    assert!(refused.seconds_to_wait().is_some_and(|seconds| (1..=61).contains(&seconds)), "{}", refused.head);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_for_its_bar_and_stays_unused_when_it_is_refused() {
    let (head, device) = (Head::start().await, Device::new());
    device.pairs(&head, &head.code_for_new("Cape Bar").await, CAPE).await;
    let code = head.code_for_new("Mamba Grill").await;
    assert_eq!(device.asks_to_pair(&head, &code, &device.request(CAPE)).await.code(), (409, "bar_known"));
    let demo = device.asks_to_pair(&head, &code, &PairRequest { demo: true, ..device.request(MAMBA) }).await;
    assert_eq!((demo.code(), demo.body["message"].as_str()), ((409, "conflict"), Some("A demo bar has no head office")));
    let form = device.asks_to_pair(&head, &code, &PairRequest { request: "AAAA".to_owned(), ..device.request(MAMBA) }).await;
    assert_eq!((form.code(), form.body["fields"]["request"].is_string()), ((400, "invalid"), true));
    let form = device.asks_to_pair(&head, &code, &device.request("mamba")).await;
    assert_eq!((form.code(), form.body["fields"]["bar"].is_string()), ((400, "invalid"), true));
    assert_eq!(device.asks_to_pair(&head, &code, &device.request("")).await.code(), (409, "unknown_bar"), "a new device has no bar");
    device.pairs(&head, &code, MAMBA).await;
    let restored = Device::new().pairs(&head, &head.code_for(CAPE).await, "").await;
    assert_eq!(restored.hello(&head).await.body["bar"], CAPE, "a device that is to be restored gets the bar of its code");
    let code = head.code_for(CAPE).await;
    assert_eq!(device.asks_to_pair(&head, &code, &device.request(MAMBA)).await.code(), (409, "other_bar"));
    device.pairs(&head, &code, CAPE).await;
    let unknown = CodeFor::Known { bar: "0".repeat(32) };
    assert!(make_code(&head.database, &head.authority, &unknown, "Jane", head.clock.now()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_device_is_a_new_box_and_the_same_device_stays_one() {
    let (head, first, second) = (Head::start().await, Device::new(), Device::new());
    let old = first.pairs(&head, &head.code_for_new("Cape Bar").await, CAPE).await;
    let new = second.pairs(&head, &head.code_for(CAPE).await, CAPE).await;
    assert_ne!(old.answer.box_name, new.answer.box_name);
    let again = first.pairs(&head, &head.code_for(CAPE).await, CAPE).await;
    assert_eq!(again.answer.box_name, old.answer.box_name);
    for paired in [&old, &new, &again] {
        assert_eq!(paired.hello(&head).await.body["bar"], CAPE);
    }
    // A second box gets its certificate through the first one.
    let third = Device::new();
    let context = PairContext { database: &head.database, authority: &head.authority, name: "Lagoon Bars", now: head.clock.now() };
    let PairAnswer { box_name, .. } = old.answer.clone();
    let asker = BoxCaller { box_name, bar: CAPE.to_owned(), public_key: PublicKey(Vec::new()), is_second: false };
    let answer = certify_second(context, &asker, &third.request(CAPE).request, "0.1.0").await.expect("a certificate");
    assert_eq!(third.with(answer).hello(&head).await.body["bar"], CAPE);
    assert_eq!(head.count("SELECT count(*) FROM boxes").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_box_is_refused_by_both_heads_and_comes_back_as_a_new_one() {
    let device = Device::new();
    let one = Head::start().await;
    let other = Head::over(one.database.clone(), one.clock.clone()).await;
    let paired = device.pairs(&one, &one.code_for_new("Cape Bar").await, CAPE).await;
    assert_eq!([paired.parcel(&one).await.status, paired.parcel(&other).await.status], [200; 2]);
    revoke(&one.database, CAPE, &paired.answer.box_name, one.clock.now()).await.expect("revoked");
    for head in [&one, &other] {
        let refused = async {
            loop {
                let answer = paired.parcel(head).await;
                if answer.status != 200 {
                    return answer;
                }
            }
        };
        let answer = timeout(REVOKED_WITHIN, refused).await.expect("refused in time");
        assert_eq!(answer.code(), (403, "revoked"));
    }
    revoke(&one.database, CAPE, &paired.answer.box_name, one.clock.now()).await.expect("revoked still");
    assert!(revoke(&one.database, MAMBA, &paired.answer.box_name, one.clock.now()).await.is_err(), "it is not that bar's");
    let back = device.pairs(&other, &one.code_for(CAPE).await, CAPE).await;
    assert_ne!(back.answer.box_name, paired.answer.box_name);
    assert_eq!(back.hello(&one).await.status, 200);
    assert_eq!(paired.hello(&one).await.code(), (403, "revoked"), "the old certificate stays revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_in_1970_and_2090_connect() {
    let database = postgres::migrated().await;
    for (place, head_says) in ["1970-01-01T00:00:00Z", "2026-11-21T20:42:00Z", "2090-06-30T00:00:00Z"].into_iter().enumerate() {
        let head = Head::over(database.clone(), MovedClock::at(head_says)).await;
        for (other, box_says) in ["1970-01-01T00:00:00Z", "2090-06-30T00:00:00Z"].into_iter().enumerate() {
            let device = Device { now: moment(box_says), ..Device::new() };
            let bar = format!("{:032x}", place * 10 + other);
            let paired = device.pairs(&head, &head.code_for_new("Cape Bar").await, &bar).await;
            assert_eq!(paired.hello(&head).await.status, 200, "{head_says} and {box_says}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_that_start_at_once_share_one_authority() {
    let url = postgres::migrated_url().await;
    let opened = (0..8).map(|_| {
        let url = url.clone();
        tokio::spawn(async move {
            let database = postgres::open(&url, Options::default());
            Authority::open(&database, &secret()).await.expect("an authority").fingerprint()
        })
    });
    let mut fingerprints = Vec::new();
    for one in opened.collect::<Vec<_>>() {
        fingerprints.push(one.await.expect("opened"));
    }
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), 1);
    let other = Authority::open(&postgres::open(&url, Options::default()), &Secret::new(&[1; 32]).expect("a secret")).await;
    assert!(other.err().expect("refused").to_string().contains("another secret file"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_comes_at_two_heads_at_once_lets_one_box_in() {
    let url = postgres::migrated_url().await;
    let options = Options { inject_serialization_failures: NonZero::new(2), ..Options::default() };
    let clock = MovedClock::at("2026-11-21T20:42:00Z");
    let one = Head::over(postgres::open(&url, options.clone()), clock.clone()).await;
    let other = Head::over(postgres::open(&url, options), clock).await;
    let devices = [Device::new(), Device::new()];
    let code = one.code_for_new("Cape Bar").await;
    let requests = [devices[0].request(CAPE), devices[1].request(MAMBA)];
    let answers = tokio::join!(devices[0].asks_to_pair(&one, &code, &requests[0]), devices[1].asks_to_pair(&other, &code, &requests[1]));
    let mut statuses = [answers.0.status, answers.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400]);
    assert_eq!(one.count("SELECT count(*) FROM bars").await, 1);
    assert_eq!(one.count("SELECT count(*) FROM boxes").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_box_may_call_240_times_a_minute_besides_parcels() {
    let (head, device) = (Head::start().await, Device::new());
    let paired = device.pairs(&head, &head.code_for_new("Cape Bar").await, CAPE).await;
    let mut last = paired.hello(&head).await;
    let mut calls = 1;
    while last.status == 200 && calls <= 300 {
        last = paired.hello(&head).await;
        calls += 1;
    }
    assert_eq!((last.code(), calls), ((429, "too_many_attempts"), 241));
    assert!(last.seconds_to_wait().is_some());
    assert_eq!(paired.parcel(&head).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_authorities_and_older_tls_do_not_get_in() {
    let (head, device) = (Head::start().await, Device::new());
    let paired = device.pairs(&head, &head.code_for_new("Cape Bar").await, CAPE).await;
    let stranger = Head::start().await;
    let foreign = device.pairs(&stranger, &stranger.code_for_new("Cape Bar").await, CAPE).await;
    let hello = async |connector: &TlsConnector| send(connector, head.port, "POST /box/v1/hello", None, b"{}").await;
    assert!(hello(&foreign.connector).await.is_err(), "it trusts another authority");
    let der = |text: &str| BASE64.decode(text).expect("base64");
    let identity = BoxIdentity {
        authority: der(&paired.answer.authority),
        certificate: der(&foreign.answer.certificate),
        key: device.key.serialize_der(),
    };
    assert!(hello(&box_connector(&identity, device.clock()).expect("TLS")).await.is_err(), "another authority's certificate");
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(identity.authority.clone())).expect("a root");
    let old = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS12])
        .expect("TLS 1.2")
        .with_root_certificates(roots)
        .with_no_client_auth();
    assert!(hello(&TlsConnector::from(Arc::new(old))).await.is_err(), "TLS 1.2");
    assert_eq!(hello(&paired.connector).await.expect("an answer").status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nul_in_a_call_of_a_box_is_refused() {
    let (head, device) = (Head::start().await, Device::new());
    let paired = device.pairs(&head, &head.code_for_new("Cape Bar").await, CAPE).await;
    let ask = async |call: &str, body: &[u8]| send(&paired.connector, head.port, call, None, body).await.expect("an answer");
    for call in ["GET /box/v1/books?after=%00", "GET /box/v1/directives?after=%00", "POST /box/v1/hello?x=a%00", "GET /box/%00"] {
        assert_eq!(ask(call, b"{}").await.code(), (400, "invalid"), "{call}");
    }
    assert_eq!(ask("POST /box/v1/hello", br#"{"kinds":["a\u0000b"]}"#).await.code(), (400, "invalid"));
    assert_eq!(ask("POST /box/v1/hello", br#"{"a\u0000":1}"#).await.code(), (400, "invalid"));
    assert_eq!(ask("POST /box/v1/hello", br#"{"words":"a\\u0000b"}"#).await.status, 200, "an escaped backslash");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bar_that_has_sent_its_day_waits_and_other_bars_do_not() {
    let (head, one, two) = (Head::with_day_of(30).await, Device::new(), Device::new());
    let cape = one.pairs(&head, &head.code_for_new("Cape Bar").await, CAPE).await;
    let mamba = two.pairs(&head, &head.code_for_new("Mamba Grill").await, MAMBA).await;
    for _ in 0..3 {
        assert_eq!(cape.parcel(&head).await.status, 200);
    }
    let refused = cape.parcel(&head).await;
    assert_eq!(refused.code(), (429, "quota"));
    assert!(refused.seconds_to_wait().is_some_and(|seconds| seconds > 80_000), "{}", refused.head);
    assert_eq!(cape.hello(&head).await.status, 200, "calls go on");
    assert_eq!(mamba.parcel(&head).await.status, 200);
    assert_eq!(head.count("SELECT count(*) FROM bars WHERE quota_at IS NOT NULL").await, 1);
}
