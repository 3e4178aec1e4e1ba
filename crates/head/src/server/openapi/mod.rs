//! OpenAPI 3.1 document of head office's calls, generated from the handlers and completed with the parts that all calls share.
//!
//! The tests generate it and compare it with `ui/src/head/api/openapi.json`, from which the types of the screens are made. The calls
//! under `/box/v1/` are left out: they are a protocol between two versions of Barback, mostly in binary, whose contract is
//! `crates/backup/src/parcels`.

mod refusals;

use serde_json::{Value, json};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::accounts::{self, COOKIE};
use crate::books;
use crate::box_port;
use crate::catalog;
use crate::changes;
use crate::error::{ErrorCode, HeadErrorBody};
use crate::reports::{self, Reports};

/// The security scheme that handlers name, with the role that it takes: both ways to send the token of a session.
const SESSION: &str = "session";
/// The header under which a write may be repeated.
const KEY: &str = "Idempotency-Key";
/// End of the names of request schemas.
const REQUEST: &str = "Body";

/// Generates the complete document. Only tests need it.
pub fn document() -> Value {
    let handlers = [
        super::health::documented,
        accounts::documented,
        reports::documented,
        books::documented,
        box_port::documented,
        changes::documented,
        catalog::documented,
    ];
    let router = handlers.into_iter().fold(OpenApiRouter::with_openapi(frame()), |router, add| add(router));
    let mut document = serde_json::to_value(router.into_openapi()).unwrap_or_default();
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, schema) in schemas.iter_mut() {
            complete_schema(schema, name.ends_with(REQUEST));
        }
    }
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            complete_operation(path, method, operation);
        }
    }
    document["components"]["responses"] = refusals::responses();
    document["components"]["securitySchemes"] = json!({
        "bearer": { "type": "http", "scheme": "bearer" },
        "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE },
    });
    document
}

/// The document without paths.
fn frame() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Barback head office")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "The calls of head office. Money is a decimal text (`3.50`, may be negative), a time is RFC 3339, a date `YYYY-MM-DD`. \
             `security` names the role that a call takes; without one, any signed-in user may call.",
        ))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build();
    // Schemas that no handler names: those of refusals, and the report of each name.
    let more = ComponentsBuilder::new().schema_from::<HeadErrorBody>().schema_from::<ErrorCode>().schema_from::<Reports>();
    OpenApiBuilder::new().info(info).components(Some(more.build())).build()
}

/// Completes `required`: answers have every member, null if there is no value. In requests, nullable members are optional.
fn complete_schema(schema: &mut Value, request: bool) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        complete_schema(part, request);
    }
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        property.remove("default");
    }
    let required: Vec<&String> =
        properties.iter().filter(|(_, property)| !request || !is_nullable(property)).map(|(name, _)| name).collect();
    let required = json!(required);
    schema["required"] = required;
}

fn is_nullable(schema: &Value) -> bool {
    let null = json!("null");
    let one_of_types = schema["type"].as_array().is_some_and(|types| types.contains(&null));
    one_of_types || schema["oneOf"].as_array().is_some_and(|ways| ways.iter().any(|way| way["type"] == null))
}

fn complete_operation(path: &str, method: &str, operation: &mut Value) {
    let roles = operation.pointer(&format!("/security/0/{SESSION}")).cloned();
    operation["operationId"] = json!(operation_id(method, path));
    operation["security"] = match &roles {
        Some(roles) => json!([{ "bearer": roles }, { "cookie": roles }]),
        None => json!([]),
    };
    let parameters = operation["parameters"].as_array();
    let is_keyed = parameters.into_iter().flatten().any(|parameter| parameter["name"] == KEY);
    let common = refusals::common(roles.is_some(), method != "get", path.contains('{'), is_keyed);
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for status in common {
        responses.entry(status).or_insert_with(|| json!({}));
    }
    for (status, response) in responses.iter_mut() {
        match refusals::name(status) {
            Some(name) => *response = json!({ "$ref": format!("#/components/responses/{name}") }),
            None if response["description"].as_str().unwrap_or_default().is_empty() => response["description"] = json!(meaning(status)),
            None => {}
        }
    }
}

/// Operation id from method and path: `GET /api/head/bars/{bar}/lines` is `getBarsByBarLines`.
fn operation_id(method: &str, path: &str) -> String {
    let mut id = method.to_owned();
    for part in path.split('/').filter(|part| !["", "api", "head"].contains(part)) {
        let (by, words) = match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => ("By", name),
            None => ("", part),
        };
        id.push_str(by);
        for word in words.split('-') {
            let (first, rest) = word.split_at(word.len().min(1));
            id.push_str(&first.to_uppercase());
            id.push_str(rest);
        }
    }
    id
}

/// What a status says that is no refusal.
fn meaning(status: &str) -> &'static str {
    match status {
        "201" => "Created",
        "202" => "Accepted",
        "204" => "Done, without content",
        "304" => "Not modified",
        _ => "OK",
    }
}
