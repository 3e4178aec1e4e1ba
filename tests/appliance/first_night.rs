//! A whole story with the release binary: first start, sign-in, HTTPS, sales with power cuts, backup, and restore on another box.

use std::path::Path;

use serde_json::{Value, json};

use crate::binary::{does, release_binary, starts};
use crate::box_process::BoxProcess;
use crate::escpos_reader::{parse, printed_lines};
use crate::fake_printer::{Behavior, Connection, FakePrinter};
use crate::ledger::{KeyedRequest, assert_all_stored, assert_books_agree, shown_sales, stock_up};
use crate::phone::Phone;
use crate::rng::SeededRng;
use crate::secure_phone::{HEALTH, https_get};

/// Sales before and after each power cut.
const SALES: usize = 12;
/// Power cuts.
const CUTS: usize = 2;
/// Minimum number of lines of the QR code on the console.
const CODE_LINES: usize = 12;

fn opens(data: &Path, printer: &FakePrinter) -> BoxProcess {
    let mut start = starts(data, &["--listen", "0.0.0.0:0", "--https", "0.0.0.0:0", "--printer", &printer.url()]);
    // Without a preset password the box generates one and shows it.
    start.env_remove("BARBACK_ADMIN_PASSWORD");
    BoxProcess::run(start).unwrap_or_else(|ended| panic!("it does not open: {ended:?}"))
}

/// Text of the first print job, in one line.
fn slip(printer: &FakePrinter) -> String {
    let whole = |one: &Connection| one.closed && !one.job().is_empty();
    let seen = printer.wait_until(|seen| seen.iter().any(whole));
    let job = seen.into_iter().find(whole).expect("a job").job();
    let lines = printed_lines(&parse(&job).expect("ESC/POS"));
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// Waits until the console output meets the condition.
async fn says(bar: &BoxProcess, wanted: impl Fn(&str) -> bool) -> String {
    let began = std::time::Instant::now();
    loop {
        let said = bar.output_since_open();
        if wanted(&said) {
            return said;
        }
        assert!(began.elapsed().as_secs() < 60, "the console says nothing of it: {said}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn sells(phone: &Phone, name: &str, rng: &mut SeededRng) -> Vec<KeyedRequest> {
    let mut requests: Vec<KeyedRequest> = (0..SALES).map(|number| KeyedRequest::random(format!("{name} {number}"), rng)).collect();
    for request in &mut requests {
        assert!(request.send(phone).await, "{} was refused", request.key);
    }
    requests
}

async fn bytes_of(port: u16, path: &str) -> (u16, String, Vec<u8>) {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let answer = client.get(format!("http://127.0.0.1:{port}{path}")).send().await.expect("an answer");
    let kind = answer.headers().get("content-type").map(|kind| kind.to_str().expect("text").to_owned()).unwrap_or_default();
    (answer.status().as_u16(), kind, answer.bytes().await.expect("whole").to_vec())
}

/// The screens are embedded: the page, and every script and style that it names.
async fn shows_its_screens(port: u16) {
    let (status, kind, page) = bytes_of(port, "/").await;
    assert!(status == 200 && kind.starts_with("text/html"), "{status} {kind}");
    let page = String::from_utf8(page).expect("text");
    let parts: Vec<&str> = page.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(!parts.is_empty(), "{page}");
    for part in parts {
        let (status, kind, bytes) = bytes_of(port, part).await;
        assert!(status == 200 && !kind.starts_with("text/html") && !bytes.is_empty(), "{part}: {status} {kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_sets_up_a_box_and_the_bar_survives_power_cuts() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let printer = FakePrinter::start(Behavior::Normal);
    let mut bar = opens(&data, &printer);

    // Console and slip show the address and the first sign-in.
    let password = bar
        .startup_output()
        .iter()
        .find_map(|line| line.trim_end().strip_prefix("First sign-in: admin / "))
        .expect("a password")
        .to_owned();
    let said = says(&bar, |said| said.contains("Fingerprint of its certificate: ")).await;
    let paper = slip(&printer);
    assert!(paper.contains("First sign-in") && paper.contains(&password), "{paper}");
    let phone = Phone::new(bar.port(), &Phone::first_sign_in_with(bar.port(), &password).await);
    let network = phone.sees("/api/network").await;
    match network["staffUrl"].as_str() {
        Some(url) => {
            assert!(said.contains(&format!("Phones on the bar's Wi-Fi: {url}")) && paper.contains(url), "{said}\n{paper}");
            assert!(said.lines().filter(|line| line.contains(['█', '▀', '▄'])).count() >= CODE_LINES, "no code to scan: {said}");
        }
        None => println!("This machine is on no network, so no address was looked for."),
    }
    let (status, _, certificate) = bytes_of(bar.port(), "/trust/barback-ca.crt").await;
    assert_eq!(status, 200);
    let trust = phone.sees("/api/trust").await;
    let fingerprint = trust["fingerprint"].as_str().expect("a fingerprint");
    assert!(said.contains(fingerprint), "{said}");
    assert!(paper.replace([' ', ':'], "").contains(&fingerprint.replace(':', "")), "{paper}");
    let port = trust["url"].as_str().and_then(|url| url.rsplit(':').next()?.parse().ok()).expect("a port");
    let answer = https_get(&certificate, port, "bar.local", HEALTH).await.expect("a trusted connection");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    if release_binary().is_some() {
        shows_its_screens(bar.port()).await;
    }

    // A night with power cuts: confirmed sales are there, and repeated requests sell nothing twice.
    stock_up(&phone).await;
    let token = phone.token().to_owned();
    let mut rng = SeededRng::from_env();
    let mut all = sells(&phone, "before", &mut rng).await;
    for cut in 0..CUTS {
        bar.kill();
        bar = opens(&data, &printer);
        assert!(!bar.startup_output().iter().any(|line| line.contains("First sign-in")), "it is no fresh bar");
        let phone = Phone::new(bar.port(), &token);
        assert_all_stored(&all, &shown_sales(&phone, 0).await);
        for request in &mut all {
            assert!(request.send(&phone).await, "{} is answered again, and the same", request.key);
        }
        all.extend(sells(&phone, &format!("after cut {cut}"), &mut rng).await);
    }

    // Backup, verification, and restore on another box.
    let phone = Phone::new(bar.port(), &token);
    let shown = shown_sales(&phone, 0).await;
    let copied = does(&data, &["backup", &room.path().join("copy.barback").display().to_string()]);
    assert!(copied.contains("read back"), "{copied}");
    assert_eq!(phone.sees("/healthz").await["status"], "ok");
    assert_eq!(bar.terminate().status.code(), Some(0));
    let verified = does(&data, &["verify"]);
    assert!(verified.contains("all the same"), "{verified}");
    assert_books_agree(&data, &all);
    let other = room.path().join("other");
    does(&other, &["restore", &room.path().join("copy.barback").display().to_string()]);
    let bar = opens(&other, &printer);
    let login = json!({ "username": "admin", "password": crate::phone::PASSWORD });
    let answer = Phone::new(bar.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    let phone = Phone::new(bar.port(), answer["token"].as_str().expect("a token"));
    assert_eq!(shown_sales(&phone, 0).await, shown, "the bar on the other box is another");
    assert_eq!(phone.sees("/api/network").await["addressChanged"], Value::Bool(false));
    bar.kill();
}
