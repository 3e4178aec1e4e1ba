//! The OpenAPI document of head office: complete, and identical to the snapshot from which the types of its screens are generated.

use std::path::Path;

use barback::head::web::document as generated_document;

/// The file from which the types of the screens are generated.
const SNAPSHOT: &str = "ui/src/head/api/openapi.json";
const UPDATE_VARIABLE: &str = "BARBACK_UPDATE";

#[test]
fn the_generated_document_matches_the_snapshot() {
    let text = serde_json::to_string_pretty(&generated_document()).expect("JSON") + "\n";
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
