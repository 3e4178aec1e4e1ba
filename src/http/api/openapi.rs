//! OpenAPI 3.1 document, generated from the handlers and completed with what all calls share.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};

use crate::catalog::csv::{Column, LineError};
use crate::credit::CreditStatus;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::ErrorCode;
use crate::http::api::routes;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::enum_values_of;
use crate::http::contract::session::{COOKIE, Staff};
use crate::http::contract::write::keeps_answers;
use crate::orders::OrderStatus;

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
const PAGED: [&str; 9] = [
    "/api/sales",
    "/api/payments",
    "/api/orders",
    "/api/credit",
    "/api/receipts",
    "/api/scans",
    "/api/print-jobs",
    "/api/exchange-rate/history",
    "/api/products/{id}/movements",
];

/// A list that takes `q`, `from` and `to`, and where it takes a `status`, the words for it.
struct Filtered {
    path: &'static str,
    /// Words that are no status of a row.
    words: &'static [&'static str],
    /// The statuses of a row.
    statuses: fn() -> Vec<Value>,
}

const FILTERED: [Filtered; 4] = [
    Filtered { path: "/api/sales", words: &["recorded", "voided"], statuses: Vec::new },
    Filtered { path: "/api/orders", words: &["all", "active"], statuses: enum_values_of::<OrderStatus> },
    Filtered { path: "/api/credit", words: &["all"], statuses: enum_values_of::<CreditStatus> },
    Filtered { path: "/api/receipts", words: &[], statuses: Vec::new },
];

/// Reads without an ETag: what they answer is never kept.
const UNTAGGED: [&str; 7] =
    ["/healthz", "/api/auth/me", "/api/exchange-rate", "/api/live", "/api/products/export", "/api/backups/{name}", "/api/journal"];

/// Schemas of requests end with one of these.
const REQUESTS: [&str; 2] = ["Body", "Patch"];
/// What stands instead in the name of a request that changes a record: it may leave out what stays.
const CHANGE: &str = "Change";

/// Members of a [`sale line`](crate::http::api::sales::SaleView) that a refused price carries as they are now.
const FRESH: [&str; 9] = [
    "productId",
    "unitPrice",
    "totalAmount",
    "currency",
    "unitPriceUSD",
    "unitPriceLRD",
    "totalAmountUSD",
    "totalAmountLRD",
    "exchangeRate",
];

/// What the document says before any call is in it.
pub fn frame() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Barback")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(env!("CARGO_PKG_DESCRIPTION")))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build();
    // What only refusals carry, of which no handler says that it answers with them.
    let refusals = ComponentsBuilder::new().schema_from::<ErrorCode>().schema_from::<LineError>().schema_from::<Column>().build();
    OpenApiBuilder::new().info(info).components(Some(refusals)).build()
}

/// The whole document.
pub fn document() -> Value {
    let (_, drawn) = routes::described().split_for_parts();
    let mut document = serde_json::to_value(&drawn).unwrap_or_default();
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, schema) in schemas.iter_mut() {
            let request = REQUESTS.iter().any(|ending| name.ends_with(ending));
            complete_schema(schema, request);
        }
        schemas.insert("FreshPrice".to_owned(), fresh_schema(&schemas["Sale"]));
        schemas.insert("Error".to_owned(), error_schema());
    }
    document["components"]["securitySchemes"] = json!({
        "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
        "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE },
    });
    let mut changes = Vec::new();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                complete_operation(path, method, operation);
                if ["put", "patch"].contains(&method.as_str()) && path.ends_with("{id}") {
                    changes.extend(change_instead(operation));
                }
            }
        }
    }
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, change) in changes {
            let Some(mut schema) = schemas.get(&name).cloned() else { continue };
            if let Some(schema) = schema.as_object_mut() {
                schema.remove("required");
            }
            schemas.insert(change, schema);
        }
    }
    document
}

/// A record is made and changed with the same members, and a change may leave any out. Names the schema of a request, and
/// the one that takes its place for a change.
fn change_instead(operation: &mut Value) -> Option<(String, String)> {
    let body = operation.pointer_mut("/requestBody/content/application~1json/schema/$ref")?;
    let address = body.as_str()?.to_owned();
    let (folder, name) = address.rsplit_once('/')?;
    let change = format!("{}{CHANGE}", name.strip_suffix(REQUESTS[0])?);
    *body = json!(format!("{folder}/{change}"));
    Some((name.to_owned(), change))
}

/// In an answer, a member is null where there is nothing, and is left out only where its type says so. In a request, what may
/// be null may be left out, and no member has a default that a client should send.
fn complete_schema(schema: &mut Value, request: bool) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        complete_schema(part, request);
    }
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        property.remove("default");
    }
    let of_type = schema["required"].as_array().cloned().unwrap_or_default();
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    let is_required = |name: &str, property: &Value| match request {
        true => !is_nullable(property),
        false => is_nullable(property) || of_type.contains(&json!(name)),
    };
    let required: Vec<Value> =
        properties.iter().filter(|(name, property)| is_required(name, property)).map(|(name, _)| json!(name)).collect();
    schema["required"] = Value::Array(required);
}

fn is_nullable(schema: &Value) -> bool {
    let null = json!("null");
    let one_of_types = schema["type"].as_array().is_some_and(|types| types.contains(&null));
    one_of_types || schema["oneOf"].as_array().is_some_and(|ways| ways.iter().any(|way| way["type"] == null))
}

fn fresh_schema(sale: &Value) -> Value {
    let properties: Map<String, Value> = FRESH.iter().map(|name| ((*name).to_owned(), sale["properties"][*name].clone())).collect();
    json!({ "type": "object", "description": "A line's figures as they are now.", "required": FRESH, "properties": properties })
}

fn error_schema() -> Value {
    json!({
        "type": "object",
        "description": "Every answer that is not 2xx. Some codes carry further members.",
        "required": ["message", "code", "fields"],
        "properties": {
            "message": { "type": "string", "description": "For people." },
            "code": { "$ref": "#/components/schemas/ErrorCode", "description": "For programs." },
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
            "fresh": {
                "description": "With price_changed and rate_changed: the figures that are right now, of one line or of each.",
                "oneOf": [{ "$ref": "#/components/schemas/FreshPrice" }, { "type": "array", "items": { "$ref": "#/components/schemas/FreshPrice" } }],
            },
            "candidates": {
                "type": "array",
                "description": "With ambiguous_customer.",
                "items": {
                    "type": "object",
                    "required": ["customerId", "customerName", "customerPhone"],
                    "properties": {
                        "customerId": { "type": "string" },
                        "customerName": { "type": "string" },
                        "customerPhone": { "type": ["string", "null"] },
                    },
                },
            },
            "otherBar": { "type": "boolean", "description": "To a second box: whether this is the box of another bar." },
            "journal": { "type": "integer", "description": "To a second box: the newest entry of this one." },
            "errors": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/ImportError" },
                "description": "Mistakes of an imported list.",
            },
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
    let Some(Filtered { words, statuses, .. }) = FILTERED.iter().find(|list| list.path == path) else { return Vec::new() };
    let filter = |name: &str, schema: Value| json!({ "name": name, "in": "query", "required": false, "schema": schema });
    let mut filters = vec![filter("q", json!({ "type": "string" }))];
    filters.extend(["from", "to"].map(|name| filter(name, json!({ "type": "string", "format": "date" }))));
    let words: Vec<Value> = words.iter().map(|word| json!(word)).chain(statuses()).collect();
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
pub async fn get(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer(&app, &[], "", |_| Ok(document())).await
}
