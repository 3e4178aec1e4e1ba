//! The contract of head office's calls: the OpenAPI document is complete and true.

mod openapi;
mod permissions;
mod schema;

use std::sync::LazyLock;

use head::server::document as generated_document;
use reqwest::Method;
use serde_json::Value;

/// The document, generated once.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(generated_document);

/// Each operation of the document: method, path and description.
fn operations() -> impl Iterator<Item = (String, &'static str, &'static Value)> {
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    paths.iter().flat_map(|(path, methods)| {
        methods.as_object().expect("methods").iter().map(|(method, operation)| (method.to_uppercase(), path.as_str(), operation))
    })
}

/// The path with something in the place of its parameters.
fn filled(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "999" } else { part }).collect::<Vec<_>>().join("/")
}

/// Checks an answer of a story against the document. Calls that head office does not have are left out.
#[track_caller]
pub fn check_answer(method: &Method, address: &str, status: u16, body: &Value) {
    let path = address.split('?').next().unwrap_or(address);
    let is_it = |template: &&String| {
        let (wanted, given) = (template.split('/'), path.split('/'));
        wanted.clone().count() == given.clone().count()
            && wanted.zip(given).all(|(wanted, given)| wanted.starts_with('{') || wanted == given)
    };
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    // A path without parameters goes before one with.
    let Some(template) = paths.keys().filter(is_it).min_by_key(|template| template.matches('{').count()) else { return };
    let operation = &paths[template][method.as_str().to_lowercase()];
    if operation.is_null() {
        return assert_eq!(status, 405, "{method} {template} is not documented");
    }
    let response = schema::resolve(&DOCUMENT, &operation["responses"][status.to_string()]);
    assert!(response.is_object(), "{method} {template} may not answer {status}: {body}");
    let schema = &response["content"]["application/json"]["schema"];
    if schema.is_null() || path.ends_with(".csv") && status == 200 {
        return assert!(body.is_string(), "{method} {template}: {status} is no JSON by the document, but {body}");
    }
    let found = schema::deviations(&DOCUMENT, schema, body);
    assert!(found.is_empty(), "{method} {template}, {status}: {found:#?}");
}
