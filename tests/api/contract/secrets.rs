//! Secrets that must not be in answers, files or backups: hashes, sessions, the key that signs them, passwords.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use barback::backup::Source;
use serde_json::json;

use crate::bar::{ADMIN_PASSWORD, BARTENDER_PASSWORD, MANAGER_PASSWORD, TestBar};
use crate::contract::openapi::operations;

/// The beginning of every hash.
const HASH: &str = "$argon2id$";
/// Hexadecimal digits of a session's name.
const SESSION_DIGITS: usize = 32;
/// A password that is chosen while the story runs.
const CHOSEN: &str = "chosen in the story";

/// A bar in which something of everything has happened, and all that must stay secret there.
async fn a_busy_bar() -> (TestBar, Vec<String>) {
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
    (bar, secrets)
}

/// The session that a token names.
fn session_of(token: &str) -> String {
    use base64::Engine;
    let claims = token.split('.').nth(1).expect("three parts");
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(claims).expect("base64");
    let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
    claims["sid"].as_str().expect("a session").to_owned()
}

#[tokio::test]
async fn no_answer_holds_a_secret() {
    let (bar, secrets) = a_busy_bar().await;
    let document = bar.admin().get("/api/openapi.json").await.ok();
    let mut looked_at = 0;
    for (call, _) in operations(&document) {
        let Some(path) = call.strip_prefix("GET ").filter(|path| *path != "/api/live") else { continue };
        let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/");
        for person in [bar.admin(), bar.bartender(), bar.guest()] {
            let answer = person.get(&path).await;
            looked_at += usize::from(answer.status == 200);
            let text = String::from_utf8_lossy(&answer.bytes).into_owned();
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{call} tells {secret}");
            }
        }
    }
    assert!(looked_at > 40, "only {looked_at} answers were looked at");
}

/// Hashes and sessions are in the store; passwords, tokens are nowhere.
#[tokio::test]
async fn no_file_holds_a_password_or_a_token() {
    let (bar, secrets) = a_busy_bar().await;
    let files = files_in(bar.store().folder().expect("a folder").path());
    let found: Vec<u8> = files.iter().flat_map(|file| std::fs::read(file).expect("readable")).collect();
    let holds = |text: &str| found.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(HASH), "the store is not where it is looked for");
    for secret in secrets.iter().filter(|secret| secret.contains(' ') || secret.contains('-') || secret.contains('.')) {
        assert!(!holds(secret), "a file holds {secret}");
    }
}

/// What a copy of the bar holds, unpacked: hashes, because people must be able to sign in to the bar that is made from it, and
/// nothing that opens it.
#[tokio::test]
async fn no_backup_holds_a_password_a_token_or_the_signing_key() {
    let (bar, secrets) = a_busy_bar().await;
    // Answers that are kept under a key are part of a copy; these two must not be kept.
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

    let mut found = Vec::new();
    let source = Source::open(&file).expect("a copy");
    let read = source.read(|step| {
        step.entries.iter().for_each(|entry| found.extend_from_slice(&entry.bytes));
        step.answers.iter().for_each(|answer| found.extend_from_slice(&answer.answer.body));
        Ok(())
    });
    read.expect("whole");
    let holds = |text: &str| found.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(HASH), "the copy is not read as it is written");
    for secret in secrets.iter().chain(&tokens).filter(|secret| *secret != HASH && !is_session(secret)) {
        assert!(!holds(secret), "a copy holds {secret}");
    }
    assert!(!holds("chosen in the end"));
}

/// Whether it is a session's name, which alone opens nothing and is dead on every bar that is made from a copy.
fn is_session(secret: &str) -> bool {
    secret.len() == SESSION_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn a_new_data_folder_is_readable_by_its_owner_only() {
    let outside = tempfile::tempdir().expect("room");
    let data = outside.path().join("bar");
    let bar = TestBar::with(|config| config.data = data.clone()).await;
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
