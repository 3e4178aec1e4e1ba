//! The OpenAPI 3.1 document, made from the handlers and completed with what all calls have in common.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use utoipa::openapi::{InfoBuilder, License, OpenApi, OpenApiBuilder};

use super::read::Look;
use super::session::{COOKIE, Staff};
use super::write::keeps_answers;
use super::{ApiError, App, routes};

/// Calls that anybody may make.
const PUBLIC: [&str; 9] = [
    "GET /healthz",
    "POST /api/auth/init",
    "POST /api/auth/login",
    "GET /api/menu",
    "GET /api/menu/qr",
    "GET /api/exchange-rate",
    "GET /api/settings/public",
    "GET /api/guest-receipts/{token}",
    "GET /api/trust",
];

/// Lists that are given in pages.
const PAGED: [&str; 8] = [
    "/api/sales",
    "/api/orders",
    "/api/credit",
    "/api/receipts",
    "/api/scans",
    "/api/print-jobs",
    "/api/exchange-rate/history",
    "/api/products/{id}/movements",
];

/// Lists that take `q`, `from` and `to`, and the words of `status`, where they take it.
const FILTERED: [(&str, &[&str]); 4] = [
    ("/api/sales", &["recorded", "voided"]),
    ("/api/orders", &["all", "active", "pending", "preparing", "ready", "served", "cancelled"]),
    ("/api/credit", &["all", "active", "paid", "voided"]),
    ("/api/receipts", &[]),
];

/// Reads without an ETag: what they answer is never kept.
const UNTAGGED: [&str; 7] =
    ["/healthz", "/api/auth/me", "/api/exchange-rate", "/api/live", "/api/products/export", "/api/backups/{name}", "/api/journal"];

/// Schemas of requests end with one of these; their members may be left out.
const REQUESTS: [&str; 2] = ["Body", "Patch"];

/// What the document says before any call is in it.
pub fn frame() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Barback")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(env!("CARGO_PKG_DESCRIPTION")))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build();
    OpenApiBuilder::new().info(info).build()
}

/// The whole document.
pub fn document() -> Value {
    let (_, drawn) = routes::api().split_for_parts();
    let mut document = serde_json::to_value(&drawn).unwrap_or_default();
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, schema) in schemas.iter_mut() {
            let request = REQUESTS.iter().any(|ending| name.ends_with(ending));
            complete_schema(schema, request);
        }
        schemas.insert("Error".to_owned(), error_schema());
    }
    document["components"]["securitySchemes"] = json!({
        "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
        "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE },
    });
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                complete_operation(path, method, operation);
            }
        }
    }
    document
}

/// An answer never lacks a member: what there is not is null. A request may leave any out, and none has a default that
/// a client should send.
fn complete_schema(schema: &mut Value, request: bool) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        complete_schema(part, request);
    }
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        property.remove("default");
    }
    let names: Vec<Value> = properties.keys().map(|name| json!(name)).collect();
    if request {
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("required");
        }
    } else {
        schema["required"] = Value::Array(names);
    }
}

fn error_schema() -> Value {
    json!({
        "type": "object",
        "description": "Every answer that is not 2xx. Some codes carry further members.",
        "required": ["message", "code", "fields"],
        "properties": {
            "message": { "type": "string", "description": "For people." },
            "code": { "type": "string", "description": "For programs.", "example": "insufficient_stock" },
            "fields": {
                "type": ["object", "null"],
                "additionalProperties": { "type": "string" },
                "description": "Field name → what is wrong with it.",
            },
            "available": { "type": "integer", "description": "With insufficient_stock." },
            "productId": { "type": "integer", "description": "With insufficient_stock." },
            "saved": {
                "type": ["boolean", "null"],
                "description": "With read_only, to a write: false when nothing was saved, null when that is not known.",
            },
            "rate": { "type": "number", "description": "With rate_changed: the rate in force." },
            "fresh": { "description": "With price_changed: the figures that are right now." },
            "candidates": { "type": "array", "items": { "type": "object" }, "description": "With ambiguous_customer." },
            "otherBar": { "type": "boolean", "description": "To a second box: whether this is the box of another bar." },
            "journal": { "type": "integer", "description": "To a second box: the newest entry of this one." },
            "errors": { "type": "array", "items": { "type": "object" }, "description": "Mistakes of an imported list." },
        },
        "example": { "message": "Only 2 units available", "code": "insufficient_stock", "fields": null, "available": 2, "productId": 7 },
    })
}

fn complete_operation(path: &str, method: &str, operation: &mut Value) {
    let public = PUBLIC.contains(&format!("{} {path}", method.to_uppercase()).as_str());
    let writes = method != "get";
    operation["operationId"] = json!(operation_id(method, path));
    operation["security"] = if public { json!([]) } else { json!([{ "bearer": [] }, { "cookie": [] }]) };
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let keyed = writes && keeps_answers(path);
    if keyed {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false, "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
            "description": "The first answer under this key is given again for at least 30 days.",
        }));
    }
    if !writes && PAGED.contains(&path) {
        parameters.push(json!({ "name": "limit", "in": "query", "required": false, "schema": { "type": "integer", "minimum": 1, "maximum": 1000, "default": 200 } }));
        parameters.push(json!({ "name": "before", "in": "query", "required": false, "schema": { "type": "integer", "minimum": 0 } }));
    }
    if !writes {
        parameters.extend(filters(path));
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for status in common_refusals(public, writes) {
        responses.entry(*status).or_insert_with(|| json!({}));
    }
    if keyed {
        // The key may have been used with another body.
        responses.entry("409").or_insert_with(|| json!({}));
    }
    if !writes && !UNTAGGED.contains(&path) {
        responses.entry("304").or_insert_with(|| json!({}));
    }
    for (status, response) in responses.iter_mut() {
        let refused = status.starts_with(['4', '5']);
        if refused {
            response["content"] = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } });
        }
        if response["description"].as_str().unwrap_or_default().is_empty() {
            response["description"] = json!(meaning(status));
        }
    }
}

fn filters(path: &str) -> Vec<Value> {
    let Some((_, words)) = FILTERED.iter().find(|(filtered, _)| *filtered == path) else { return Vec::new() };
    let filter = |name: &str, schema: Value| json!({ "name": name, "in": "query", "required": false, "schema": schema });
    let mut filters = vec![filter("q", json!({ "type": "string" }))];
    filters.extend(["from", "to"].map(|name| filter(name, json!({ "type": "string", "format": "date" }))));
    if !words.is_empty() {
        filters.push(filter("status", json!({ "type": "string", "enum": words })));
    }
    filters
}

/// `GET /api/products/{id}/movements` is `getProductsByIdMovements`: unique, and the same as long as the call is.
fn operation_id(method: &str, path: &str) -> String {
    let mut id = method.to_owned();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != "api") {
        let (by, words) = match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => ("By", name),
            None => ("", part),
        };
        id.push_str(by);
        for word in words.split(['-', '.']) {
            let (first, rest) = word.split_at(word.len().min(1));
            id.push_str(&first.to_uppercase());
            id.push_str(rest);
        }
    }
    id
}

/// What any call of this kind may be refused with, besides what its handler names.
fn common_refusals(public: bool, writes: bool) -> &'static [&'static str] {
    match (public, writes) {
        (true, false) => &["400", "421", "500", "503"],
        (true, true) => &["400", "413", "415", "421", "500", "503"],
        (false, false) => &["400", "401", "403", "421", "500", "503"],
        (false, true) => &["400", "401", "403", "413", "415", "421", "500", "503"],
    }
}

fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "Done",
        "201" => "Made",
        "202" => "Taken on",
        "204" => "Done, nothing to say",
        "302" => "Elsewhere",
        "304" => "Not changed",
        "400" => "Something in the request cannot be",
        "401" => "Nobody is signed in, or no longer",
        "403" => "Not allowed",
        "404" => "There is no such thing",
        "409" => "Not in the present state",
        "413" => "Too large",
        "415" => "Not JSON",
        "421" => "Not this box's name",
        "429" => "Too many attempts",
        "503" => "The box cannot save right now",
        _ => "A mistake of the box",
    }
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "box", responses((status = 200, body = serde_json::Value), (status = 401), (status = 403)))]
pub async fn get(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    look.answer(&app, &[], "", |_| Ok(document())).await
}
