//! The OpenAPI document of head office: complete, and identical to the snapshot from which the types of its screens are generated.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{DOCUMENT, filled, operations};
use crate::head_office::HeadOffice;

/// The file from which the types of the screens are generated.
const SNAPSHOT: &str = "../../ui/src/head/api/openapi.json";
const UPDATE_VARIABLE: &str = "BARBACK_UPDATE";
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// Every call of head office: its path and its methods.
const CALLS: &[(&str, &[&str])] = &[
    ("/api/head/audit", &["GET"]),
    ("/api/head/bars", &["GET"]),
    ("/api/head/bars/{bar}", &["GET", "PUT"]),
    ("/api/head/bars/{bar}/books", &["GET"]),
    ("/api/head/bars/{bar}/boxes/{box}", &["DELETE"]),
    ("/api/head/bars/{bar}/file", &["GET"]),
    ("/api/head/bars/{bar}/lines", &["GET"]),
    ("/api/head/bars/{bar}/lines/{line}", &["PUT"]),
    ("/api/head/bars/{bar}/lines/{line}/entries", &["GET"]),
    ("/api/head/bars/{bar}/lines/{line}/file", &["GET"]),
    ("/api/head/change-password", &["POST"]),
    ("/api/head/codes", &["POST"]),
    ("/api/head/directives", &["GET", "POST"]),
    ("/api/head/directives/{id}", &["DELETE"]),
    ("/api/head/files", &["POST"]),
    ("/api/head/login", &["POST"]),
    ("/api/head/logout", &["POST"]),
    ("/api/head/me", &["GET"]),
    ("/api/head/overview", &["GET"]),
    ("/api/head/products", &["GET", "POST"]),
    ("/api/head/products/matches", &["GET"]),
    ("/api/head/products/{chainId}", &["PUT"]),
    ("/api/head/products/{chainId}/link", &["POST"]),
    ("/api/head/public", &["GET"]),
    ("/api/head/reports/{name}", &["GET"]),
    ("/api/head/totp", &["POST"]),
    ("/api/head/totp/confirm", &["POST"]),
    ("/api/head/users", &["GET", "POST"]),
    ("/api/head/users/{id}", &["PUT", "DELETE"]),
    ("/healthz", &["GET"]),
];

#[test]
fn the_generated_document_matches_the_snapshot() {
    let text = serde_json::to_string_pretty(&*DOCUMENT).expect("JSON") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(SNAPSHOT);
    if std::env::var_os(UPDATE_VARIABLE).is_some_and(|value| value == "1") {
        std::fs::write(&file, &text).expect("written");
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        stored == text,
        "{SNAPSHOT} differs from the generated document. Run this test with {UPDATE_VARIABLE}=1, then regenerate the UI's types (npm run types)."
    );
}

#[test]
fn the_document_is_openapi_3_1_and_describes_every_call() {
    assert!(DOCUMENT["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")), "{}", DOCUMENT["openapi"]);
    assert_eq!(DOCUMENT["info"]["version"], env!("CARGO_PKG_VERSION"));
    for (method, path, operation) in operations() {
        let responses = operation["responses"].as_object().expect("responses");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{method} {path} has no success response");
        assert!(operation["summary"].is_string(), "{method} {path} is not described");
        for place in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            let mut parameters = operation["parameters"].as_array().expect("parameters").iter();
            assert!(parameters.any(|parameter| parameter["name"] == place), "{method} {path}: {place} is not described");
        }
    }
}

#[test]
fn the_document_lists_every_call_and_no_other() {
    let documented: BTreeSet<String> = operations().map(|(method, path, _)| format!("{method} {path}")).collect();
    let named = CALLS.iter().flat_map(|(path, methods)| methods.iter().map(move |method| format!("{method} {path}")));
    assert_eq!(documented, named.collect());
}

#[tokio::test]
async fn head_office_accepts_every_call_and_no_other() {
    let head = HeadOffice::start().await;
    for (path, methods) in CALLS {
        for method in METHODS {
            let answer = head.request(method.parse().expect("a method"), &filled(path), &[], None).await;
            let status = answer.status().as_u16();
            assert!(status != 404, "{method} {path} is no call");
            assert_eq!(status != 405, methods.contains(&method), "{method} {path}: {status}");
        }
    }
}

/// The Rust files of a folder and of the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// What is added to a router without [`CALLS`] would be in no document.
#[test]
fn only_calls_of_boxes_and_monitoring_are_routed_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = 0;
    for file in sources(&folder).into_iter().filter(|file| !file.ends_with("web/calls.rs")) {
        let text = std::fs::read_to_string(&file).expect("text");
        for rest in text.split(".route(").skip(1) {
            let path = rest.trim_start().trim_start_matches('"');
            let is_known = path.starts_with("/box/v1/") || path.starts_with("/metrics\"");
            assert!(is_known, "{}: add the handler to `calls!`, so that it is in the OpenAPI document: {rest:.60}", file.display());
            found += 1;
        }
    }
    assert!(found > 5, "the routes of boxes are not found");
}
