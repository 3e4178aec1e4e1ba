//! OpenAPI 3.1 document, generated from the handlers and completed with the parts that all calls share.
//!
//! The tests generate it and compare it with `ui/src/api/openapi.json`; the box serves that file. The code that generates it is
//! several megabytes, and is not part of the program.

mod error;

use std::collections::HashMap;
use std::io::BufReader;

use axum::extract::State;
use axum::response::Response;
use flate2::read::DeflateDecoder;
use serde_json::{Map, Value, json};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::catalog::csv::{Column, LineError};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::ErrorCode;
use crate::http::contract::call::CallFacts;
use crate::http::contract::list_args::{page_parameters, search_parameters};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{COOKIE, Staff};

/// Endings of the names of request schemas.
const REQUESTS: [&str; 2] = ["Body", "Patch"];
/// Replaces that ending for a request that changes a record, in which every member is optional.
const CHANGE: &str = "Change";

/// Members of a [sale line](crate::http::api::sales::SaleView) with which a refused price reports the current figures.
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

/// The document without paths.
pub fn frame() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Barback")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(env!("CARGO_PKG_DESCRIPTION")))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build();
    // Schemas that only refusals use: no handler names them.
    let refusals = ComponentsBuilder::new().schema_from::<ErrorCode>().schema_from::<LineError>().schema_from::<Column>().build();
    OpenApiBuilder::new().info(info).components(Some(refusals)).build()
}

/// The documentation of all handlers, and the facts about their calls by method and path.
pub type Documented = (OpenApiRouter<AppState>, HashMap<(String, String), CallFacts>);

/// Completes the generated document. Only tests need it.
pub fn completed((documented, facts): Documented) -> Value {
    let (_, generated) = documented.split_for_parts();
    let mut document = serde_json::to_value(&generated).unwrap_or_default();
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, schema) in schemas.iter_mut() {
            let request = REQUESTS.iter().any(|ending| name.ends_with(ending));
            complete_schema(schema, request);
        }
        schemas.insert("FreshPrice".to_owned(), fresh_schema(&schemas["LineFigures"], &schemas["Sale"]));
        schemas.insert("Error".to_owned(), error::error_schema());
    }
    document["components"]["responses"] = refusals();
    document["components"]["securitySchemes"] = json!({
        "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
        "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE },
    });
    let mut changes = Vec::new();
    if let Some(paths) = document["paths"].as_object_mut() {
        for (path, item) in paths.iter_mut() {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                let call = facts.get(&(method.clone(), path.clone())).copied().unwrap_or_default();
                complete_operation(path, method, operation, call);
                if ["put", "patch"].contains(&method.as_str()) && path.ends_with("{id}") {
                    changes.extend(use_change_schema(operation));
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

/// A record is created and changed with the same members, but a change may leave any of them out. Points the request of
/// `operation` to the change schema, and returns the names of the original schema and of that one.
fn use_change_schema(operation: &mut Value) -> Option<(String, String)> {
    let body = operation.pointer_mut("/requestBody/content/application~1json/schema/$ref")?;
    let address = body.as_str()?.to_owned();
    let (folder, name) = address.rsplit_once('/')?;
    let change = format!("{}{CHANGE}", name.strip_suffix(REQUESTS[0])?);
    *body = json!(format!("{folder}/{change}"));
    Some((name.to_owned(), change))
}

/// Completes `required`. Answers have every member, null if there is no value, unless its type says otherwise. In requests,
/// nullable members are optional. Defaults are removed, because clients should not send them.
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

fn fresh_schema(figures: &Value, sale: &Value) -> Value {
    let members = |schema: &Value| schema["properties"].as_object().cloned().unwrap_or_default();
    let of_sale = sale["allOf"].as_array().into_iter().flatten().flat_map(members);
    let members: Map<String, Value> = members(figures).into_iter().chain(of_sale).collect();
    let mut properties: Map<String, Value> = FRESH.iter().map(|name| ((*name).to_owned(), members[*name].clone())).collect();
    properties.insert(
        "label".to_owned(),
        json!({ "type": "string", "description": "The label of a scale that it was sent with; absent without one." }),
    );
    json!({ "type": "object", "description": "Current price, total and exchange rate of a line.", "required": FRESH, "properties": properties })
}

fn complete_operation(path: &str, method: &str, operation: &mut Value, facts: CallFacts) {
    let writes = method != "get";
    operation["operationId"] = json!(operation_id(method, path));
    operation["security"] = if facts.needs_session { json!([{ "bearer": [] }, { "cookie": [] }]) } else { json!([]) };
    let mut parameters: Vec<Value> = facts.page_rows.into_iter().flat_map(page_parameters).collect();
    if facts.is_searched {
        parameters.extend(search_parameters());
    }
    parameters.extend(operation["parameters"].as_array().cloned().unwrap_or_default());
    if facts.keeps_answer {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false, "schema": { "type": "string", "minLength": 1, "maxLength": 64 },
            "description": "Makes retries safe: for at least 30 days, requests with the same key get the first answer again.",
        }));
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for status in common_refusals(!facts.needs_session, writes) {
        responses.entry(*status).or_insert_with(|| json!({}));
    }
    if facts.keeps_answer {
        // The key may have been used for another request.
        responses.entry("409").or_insert_with(|| json!({}));
    }
    if facts.has_etag {
        responses.entry("304").or_insert_with(|| json!({}));
    }
    for (status, response) in responses.iter_mut() {
        let is_described = response["description"].as_str().is_some_and(|description| !description.is_empty());
        match REFUSALS.iter().find(|(refused, ..)| refused == status) {
            Some((_, name, _)) if !is_described => *response = json!({ "$ref": format!("#/components/responses/{name}") }),
            Some(_) => response["content"] = error_content(),
            None if !is_described => response["description"] = json!(meaning(status)),
            None => {}
        }
    }
}

/// Operation id from method and path: `GET /api/products/{id}/movements` is `getProductsByIdMovements`.
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

/// Statuses of refusals that every call of a kind may answer with, in addition to those of its handler.
fn common_refusals(public: bool, writes: bool) -> &'static [&'static str] {
    match (public, writes) {
        (true, false) => &["400", "421", "500", "503"],
        (true, true) => &["400", "413", "415", "421", "500", "503"],
        (false, false) => &["400", "401", "403", "421", "500", "503"],
        (false, true) => &["400", "401", "403", "413", "415", "421", "500", "503"],
    }
}

/// Status, name in the document and meaning of every refusal.
const REFUSALS: [(&str, &str, &str); 13] = [
    ("400", "Invalid", "Invalid request"),
    ("401", "Unauthenticated", "Not signed in"),
    ("403", "Forbidden", "Not allowed"),
    ("404", "NotFound", "Not found"),
    ("409", "Conflict", "Conflict with the present state"),
    ("413", "TooLarge", "Request too large"),
    ("415", "UnsupportedMediaType", "Request is not JSON"),
    ("421", "Misdirected", "Host name is not allowed"),
    ("422", "Unusable", "The file cannot be used"),
    ("429", "TooManyRequests", "Too many requests"),
    ("500", "Internal", "Internal error"),
    ("502", "HeadUnreachable", "Head office does not answer as it should"),
    ("503", "Unavailable", "The box cannot save right now"),
];

fn error_content() -> Value {
    json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } })
}

fn refusals() -> Value {
    let answer = |meaning| json!({ "description": meaning, "content": error_content() });
    REFUSALS.iter().map(|(_, name, meaning)| ((*name).to_owned(), answer(*meaning))).collect::<Map<_, _>>().into()
}

fn meaning(status: &str) -> &'static str {
    match status {
        "200" => "OK",
        "201" => "Created",
        "202" => "Accepted",
        "204" => "Done, without content",
        "302" => "Redirect",
        "304" => "Not modified",
        _ => "Answer",
    }
}

/// The file with the document, compressed by the build script.
const STORED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.deflate"));

/// Returns this document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "box", responses((status = 200, body = serde_json::Value), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let document: Value = serde_json::from_reader(BufReader::new(DeflateDecoder::new(STORED))).unwrap_or_default();
    request.answer(&app, &[], "", |_| Ok(document)).await
}
