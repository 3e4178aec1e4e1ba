//! Secrets stay out of answers, files and backups: password hashes, session ids, the signing key, passwords, tokens.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use barback::backup::Source;
use serde_json::json;

use crate::bar::{ADMIN_PASSWORD, BARTENDER_PASSWORD, MANAGER_PASSWORD, TestBar};
use crate::contract::openapi::operations;
use crate::devices::{BARTENDER, cookie_of};

/// Prefix of every password hash.
const HASH: &str = "$argon2id$";
/// Hexadecimal digits of a session id.
const SESSION_DIGITS: usize = 32;
/// A password set during the test.
const CHOSEN: &str = "chosen in the story";

/// A PIN, and a wrong one, which no figure of the story contains.
const RIGHT_PIN: &str = "904817";
const WRONG_PIN: &str = "731904";

/// Enrols a device, signs in on it, mistypes a PIN and resets it. Returns the secrets: PINs, codes, the device's cookie.
async fn device_secrets(bar: &TestBar) -> Vec<String> {
    let code = bar.device_code(json!({"name": "Bar tablet", "kind": "till"})).await;
    let enrolled = bar.guest().post("/api/devices/enrol", json!({"code": code})).await;
    let cookie = cookie_of(&enrolled, "barback_device");
    enrolled.created();
    bar.bartender().sets_pin(BARTENDER_PASSWORD, RIGHT_PIN).await.ok();
    let browser = bar.guest().with_cookies(&cookie);
    browser.post("/api/pin/sign-in", json!({"userId": BARTENDER, "pin": WRONG_PIN})).await.refused(403, "wrong_pin");
    let reset = bar.manager().post(&format!("/api/users/{BARTENDER}/pin-reset"), json!({})).await.created();
    let reset = reset["code"].as_str().expect("a code").to_owned();
    browser.post("/api/pin/reset", json!({"userId": BARTENDER, "code": "2222-2223", "newPin": RIGHT_PIN})).await.refused(400, "invalid");
    browser.post("/api/pin/reset", json!({"userId": BARTENDER, "code": reset, "newPin": RIGHT_PIN})).await.ok();
    let signed_in = browser.post("/api/pin/sign-in", json!({"userId": BARTENDER, "pin": RIGHT_PIN})).await.ok();
    let invitation = bar.manager().post(&format!("/api/users/{BARTENDER}/invitation"), json!({})).await.created();
    let invitation = invitation["code"].as_str().expect("a code").to_owned();
    let open_code = bar.device_code(json!({"name": "Door", "kind": "till"})).await;
    let secret = cookie.split_once('=').expect("a pair").1.to_owned();
    let mut secrets = vec![RIGHT_PIN.to_owned(), WRONG_PIN.to_owned(), secret, signed_in["token"].as_str().expect("a token").to_owned()];
    for code in [code, reset, open_code, invitation, "2222-2223".to_owned()] {
        secrets.push(code.replace('-', ""));
        secrets.push(code);
    }
    secrets
}

/// A bar with sales, voids, accounts and a device, and all of its secrets.
async fn bar_with_secrets() -> (TestBar, Vec<String>) {
    let bar = TestBar::open().await;
    bar.stocks("Club Beer", "3.50", 20).await;
    let sale = bar.sells("Club Beer", 2).await;
    let (id, musu) = bar.hires("musu", "bartender").await;
    bar.admin().put(&format!("/api/users/{id}"), json!({"password": CHOSEN})).await.ok();
    bar.admin().post("/api/scans", json!({"barcode": "123"})).await.created();
    bar.manager().post(&format!("/api/sales/{}/void", sale["id"]), json!({"reason": "Wrong drink"})).await.ok();
    let secret = String::from_utf8(bar.store().secret().expect("a secret")).expect("text");
    let mut secrets = vec![HASH.to_owned(), secret, musu.token().to_owned()];
    for person in [bar.admin(), bar.manager(), bar.bartender()] {
        secrets.push(person.token().to_owned());
        secrets.push(session_of(person.token()));
    }
    secrets.extend([ADMIN_PASSWORD, MANAGER_PASSWORD, BARTENDER_PASSWORD, CHOSEN, "secret-enough"].map(str::to_owned));
    secrets.extend(device_secrets(&bar).await);
    (bar, secrets)
}

/// The session id in a token.
fn session_of(token: &str) -> String {
    use base64::Engine;
    let claims = token.split('.').nth(1).expect("three parts");
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(claims).expect("base64");
    let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
    claims["sid"].as_str().expect("a session").to_owned()
}

#[tokio::test]
async fn no_answer_holds_a_secret() {
    let (bar, secrets) = bar_with_secrets().await;
    let document = bar.admin().get("/api/openapi.json").await.ok();
    let mut checked = 0;
    for (call, _) in operations(&document) {
        let Some(path) = call.strip_prefix("GET ").filter(|path| *path != "/api/live") else { continue };
        let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/");
        for person in [bar.admin(), bar.bartender(), bar.guest()] {
            let answer = person.get(&path).await;
            checked += usize::from(answer.status == 200);
            let text = String::from_utf8_lossy(&answer.bytes).into_owned();
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{call} contains {secret}");
            }
        }
    }
    assert!(checked > 40, "only {checked} answers were checked");
}

/// Hashes and session ids are in the store; passwords and tokens are in no file.
#[tokio::test]
async fn no_file_holds_a_password_or_a_token() {
    let (bar, secrets) = bar_with_secrets().await;
    let files = files_in(bar.store().folder().expect("a folder").path());
    let contents: Vec<u8> = files.iter().flat_map(|file| std::fs::read(file).expect("readable")).collect();
    let holds = |text: &str| contents.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(HASH), "the store is not among these files");
    for secret in secrets.iter().filter(|secret| secret.contains(' ') || secret.contains('-') || secret.contains('.')) {
        assert!(!holds(secret), "a file holds {secret}");
    }
    let signing_key = bar.store().secret().expect("a secret");
    for secret in secrets.iter().filter(|secret| is_of_device(secret) && secret.as_bytes() != signing_key) {
        assert!(!holds(secret), "a file holds {secret}");
    }
}

/// Whether it is a PIN, a code or a device's secret.
fn is_of_device(secret: &str) -> bool {
    [6, 8, 9, 64].contains(&secret.len()) && secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// An unpacked backup holds password hashes, because people must be able to sign in to the restored bar, and no other secret.
#[tokio::test]
async fn no_backup_holds_a_password_a_token_or_the_signing_key() {
    let (bar, secrets) = bar_with_secrets().await;
    // Cached answers of idempotency keys are part of a backup; these two hold tokens and must not be cached.
    let login = json!({"username": "bartender", "password": BARTENDER_PASSWORD});
    let again = bar.guest().request("POST", "/api/auth/login").key("a key").json(&login).send().await.ok();
    let change = json!({"currentPassword": BARTENDER_PASSWORD, "newPassword": "chosen in the end"});
    let person = bar.with_token(again["token"].as_str().expect("a token"));
    let changed = person.request("POST", "/api/auth/change-password").key("another key").json(&change).send().await.ok();
    let tokens = [&again, &changed].map(|answer| answer["token"].as_str().expect("a token").to_owned());
    let made = bar.admin().post("/api/backups", json!({})).await.created();
    let folder = bar.store().folder().expect("a folder").path().join("backups");
    let file = folder.join(made["name"].as_str().expect("a name"));
    let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));

    let mut contents = Vec::new();
    let source = Source::open(&file).expect("a copy");
    let read = source.read(|step| {
        step.entries.iter().for_each(|entry| contents.extend_from_slice(&entry.bytes));
        step.answers.iter().for_each(|answer| contents.extend_from_slice(&answer.answer.body));
        Ok(())
    });
    read.expect("whole");
    let holds = |text: &str| contents.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(HASH), "the backup was not unpacked");
    for secret in secrets.iter().chain(&tokens).filter(|secret| *secret != HASH && !is_session_id(secret)) {
        assert!(!holds(secret), "a backup holds {secret}");
    }
    assert!(!holds("chosen in the end"));
    let folder = bar.store().folder().expect("a folder").path().to_owned();
    let key = std::fs::read(folder.join("pin.key")).expect("the key of PINs");
    assert!(!contents.windows(key.len()).any(|part| part == key), "a backup holds the key of PINs");
    let hashes = std::fs::read_to_string(folder.join("pin.hashes")).expect("the hashes of PINs");
    let hash = |line: &str| line.rsplit(' ').next().expect("a hash").to_owned();
    assert!(hashes.lines().count() > 0);
    for hash in hashes.lines().map(hash) {
        assert!(!holds(&hash), "a backup holds the hash of a PIN");
    }
}

/// Whether it is a session id. Without a signed token it opens nothing, and a restored bar invalidates it.
fn is_session_id(secret: &str) -> bool {
    secret.len() == SESSION_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn a_new_data_folder_is_readable_by_its_owner_only() {
    let parent = tempfile::tempdir().expect("a folder");
    let data = parent.path().join("bar");
    let bar = TestBar::with_config(|config| config.data = data.clone()).await;
    let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let files = files_in(&data);
    assert!(files.len() >= 2, "the store and its lock: {files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
        assert_eq!(mode(file.parent().expect("a folder")), 0o700, "{}", file.display());
    }
    drop(bar);
}
