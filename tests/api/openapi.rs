//! The document of the API: complete, and the same as the one that the screens' types are made from.

use std::path::Path;

use serde_json::Value;

use crate::bar::TestBar;

/// From which the screens' types are generated.
const SNAPSHOT: &str = "ui/src/api/openapi.json";
/// Set to 1, this rewrites the snapshot.
const UPDATE: &str = "BARBACK_UPDATE";

async fn served() -> Value {
    TestBar::open().await.bartender().get("/api/openapi.json").await.ok()
}

/// `GET /api/products` and the like, with what is said of each.
pub fn operations(document: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            found.push((format!("{} {path}", method.to_uppercase()), operation.clone()));
        }
    }
    found
}

#[tokio::test]
async fn the_snapshot_is_what_is_served() {
    let document = served().await;
    let text = serde_json::to_string_pretty(&document).expect("JSON") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(SNAPSHOT);
    if std::env::var_os(UPDATE).is_some_and(|value| value == "1") {
        std::fs::write(&file, &text).expect("written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == text,
        "{SNAPSHOT} is not what the box serves. Run the test with {UPDATE}=1 and make the screens' types anew (npm run types)."
    );
}

#[tokio::test]
async fn the_document_is_openapi_3_1_and_says_of_every_call_what_it_may_answer() {
    let document = served().await;
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")), "{}", document["openapi"]);
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    for (call, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        assert!(responses.keys().any(|status| status.starts_with('2')), "{call} never works");
        assert!(operation["summary"].is_string() || operation["description"].is_string(), "{call} is not described");
        let takes_body = !operation["requestBody"].is_null();
        for status in ["400", "415"] {
            assert!(!takes_body || responses.contains_key(status), "{call} takes a body and does not answer {status}");
        }
        for place in call.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            let parameters = operation["parameters"].as_array().expect("parameters");
            assert!(parameters.iter().any(|parameter| parameter["name"] == place), "{call}: {place} is not described");
        }
    }
}

/// `routes.rs` is the whole API on a page: as many handlers there as calls in the document.
#[tokio::test]
async fn every_route_is_in_the_document() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/routes.rs")).expect("a page");
    let handlers: usize = page.split("routes!(").skip(1).map(|rest| rest.split(')').next().map_or(0, |list| list.split(',').count())).sum();
    assert_eq!(operations(&served().await).len(), handlers);
}
