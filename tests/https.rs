//! HTTPS of the real binary, used by a client that trusts only the box's own certificate authority.

#[path = "support/box_process.rs"]
mod box_process;
#[path = "support/escpos_reader.rs"]
mod escpos_reader;
#[path = "support/fake_printer.rs"]
mod fake_printer;
#[path = "support/phone.rs"]
mod phone;
#[path = "support/secure_phone.rs"]
mod secure_phone;

use std::path::Path;

use box_process::{BoxProcess, FIRST_PASSWORD};
use fake_printer::{Behavior, Connection, FakePrinter};
use phone::Phone;
use secure_phone::HEALTH;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A running box with HTTPS, and what a phone on the same network gets from it.
struct SecureBox {
    running: BoxProcess,
    trust: Value,
    certificate: Vec<u8>,
}

impl SecureBox {
    async fn open(data: &Path) -> Self {
        SecureBox::open_with(data, &[]).await
    }

    async fn open_with(data: &Path, more: &[&str]) -> Self {
        let running = BoxProcess::open(data, &[&["--https", "127.0.0.1:0"], more].concat());
        let base = format!("http://127.0.0.1:{}", running.port());
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let trust: Value = client.get(format!("{base}/api/trust")).send().await.expect("an answer").json().await.expect("JSON");
        let path = trust["certificateUrl"].as_str().expect("a path");
        let answer = client.get(format!("{base}{path}")).send().await.expect("an answer");
        assert_eq!(answer.headers()["content-type"], "application/x-x509-ca-cert");
        let certificate = answer.bytes().await.expect("a file").to_vec();
        SecureBox { running, trust, certificate }
    }

    fn port(&self) -> u16 {
        self.trust["url"].as_str().and_then(|url| url.rsplit(':').next()).and_then(|port| port.parse().ok()).expect("a port")
    }

    /// The whole answer to one HTTPS request to `name`. `Err` if no trusted connection is possible.
    async fn ask(&self, name: &str, request: &str) -> std::io::Result<String> {
        secure_phone::https_get(&self.certificate, self.port(), name, request).await
    }

    async fn post(&self, path: &str, body: &Value, more: &str) -> String {
        let (body, port) = (body.to_string(), self.port());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: bar.local:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{more}Connection: close\r\n\r\n{body}",
            body.len()
        );
        self.ask("bar.local", &request).await.expect("an answer")
    }
}

#[tokio::test]
async fn a_phone_that_trusts_the_authority_reaches_the_box_by_every_name() {
    let data = tempfile::tempdir().expect("room");
    let secure = SecureBox::open(data.path()).await;
    for name in ["bar.local", "localhost", "127.0.0.1"] {
        let answer = secure.ask(name, HEALTH).await.expect("trusted");
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""status":"ok""#), "{name}: {answer}");
    }
    let hash: Vec<String> = Sha256::digest(&secure.certificate).iter().map(|byte| format!("{byte:02X}")).collect();
    assert_eq!(secure.trust["fingerprint"], hash.join(":"));
    secure.ask("another.local", HEALTH).await.expect_err("the certificate is not for this name");
}

#[tokio::test]
async fn the_authority_survives_a_power_cut() {
    let data = tempfile::tempdir().expect("room");
    let before = SecureBox::open(data.path()).await;
    let certificate = before.certificate.clone();
    before.running.kill();
    let after = SecureBox::open(data.path()).await;
    assert_eq!(after.certificate, certificate);
    after.ask("bar.local", HEALTH).await.expect("still trusted");
    assert_eq!(after.running.terminate().status.code(), Some(0));
}

#[tokio::test]
async fn the_cookie_of_an_https_session_is_never_sent_over_plain_http() {
    let data = tempfile::tempdir().expect("room");
    let secure = SecureBox::open(data.path()).await;
    let login = json!({ "username": "admin", "password": FIRST_PASSWORD });
    let answer = secure.post("/api/auth/login", &login, "").await;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(cookie.contains("; Secure") && cookie.contains("; HttpOnly"), "{cookie}");
    let pair = cookie.split(';').next().expect("a pair");
    // A write with only the cookie is accepted from the box's own page over HTTPS, and refused from a page over plain HTTP.
    let port = secure.port();
    let from = |scheme: &str| format!("Cookie: {pair}\r\nOrigin: {scheme}://bar.local:{port}\r\n");
    let change = json!({ "currentPassword": FIRST_PASSWORD, "newPassword": "a password of my own" });
    assert!(secure.post("/api/auth/change-password", &change, &from("http")).await.starts_with("HTTP/1.1 403"));
    assert!(secure.post("/api/auth/change-password", &change, &from("https")).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_box_without_https_says_so() {
    let data = tempfile::tempdir().expect("room");
    let plain = BoxProcess::open(data.path(), &[]);
    let base = format!("http://127.0.0.1:{}", plain.port());
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let trust: Value = client.get(format!("{base}/api/trust")).send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(trust, json!({ "enabled": false, "fingerprint": null, "url": null, "certificateUrl": null }));
    assert_eq!(client.get(format!("{base}/trust/barback-ca.crt")).send().await.expect("an answer").status(), 404);
}

#[tokio::test]
async fn a_damaged_authority_is_named_and_the_box_does_not_start() {
    let data = tempfile::tempdir().expect("room");
    SecureBox::open(data.path()).await.running.kill();
    std::fs::write(data.path().join("https/authority.key"), "nonsense").expect("written");
    let ended = BoxProcess::start(data.path(), &["--https", "127.0.0.1:0"]).err().expect("it refuses");
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.errors.contains("authority.key") && ended.errors.contains("Remove it"), "{}", ended.errors);
}

/// The text of a slip, in one line.
fn text_of(slip: &Connection) -> String {
    let commands = escpos_reader::parse(&slip.job()).expect("ESC/POS");
    let lines = escpos_reader::printed_lines(&commands);
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_slip_has_the_fingerprint() {
    let data = tempfile::tempdir().expect("room");
    let printer = FakePrinter::start(Behavior::Normal);
    let secure = SecureBox::open_with(data.path(), &["--listen", "0.0.0.0:0", "--printer", &printer.url()]).await;
    let fingerprint: Vec<&str> = secure.trust["fingerprint"].as_str().expect("a fingerprint").split(':').collect();
    let printed: Vec<String> = fingerprint.chunks(8).map(|piece| piece.join(":")).collect();
    let secure_url = secure.trust["url"].as_str().expect("a url");
    let on_paper = |slip: &Connection| {
        let said = text_of(slip);
        assert!(said.contains(&printed.join(" ")) && said.contains(secure_url) && said.contains("/trust"), "{said}");
        said
    };
    let finished = |count: usize| move |seen: &[Connection]| seen.iter().filter(|one| one.closed && !one.job().is_empty()).count() >= count;
    let slips = |seen: Vec<Connection>| seen.into_iter().filter(|one| !one.job().is_empty()).collect::<Vec<_>>();
    let first = slips(printer.wait_until(finished(1))).remove(0);
    let said = on_paper(&first);
    assert!(said.contains("First sign-in") && said.contains("admin"), "the first slip has the sign-in: {said}");
    // A password from the variable is known to the person who set it, and must be neither on paper nor in logs.
    assert!(!said.contains(FIRST_PASSWORD), "{said}");
    let console = secure.running.startup_output().concat() + &secure.running.output_since_open();
    assert!(console.contains("First sign-in: admin, with the password in BARBACK_ADMIN_PASSWORD"), "{console}");
    assert!(!console.contains(FIRST_PASSWORD), "{console}");

    let phone = Phone::new(secure.running.port(), &Phone::first_sign_in(secure.running.port()).await);
    let asked = phone.post("/api/network/slip", &json!({ "printerId": 1 }), None).await.expect("an answer");
    if phone.sees("/api/network").await["staffUrl"].is_null() {
        assert_eq!(asked.is(409)["message"], "The box is on no network");
        return;
    }
    asked.is(202);
    let second = slips(printer.wait_until(finished(2))).remove(1);
    assert!(!on_paper(&second).contains(FIRST_PASSWORD), "a later slip has no password");
}
