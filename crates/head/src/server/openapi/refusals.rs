//! Answers that are not 2xx, once for all calls: `components/responses` of the document.

use serde_json::{Map, Value, json};

/// Status, name in the document, and meaning.
const REFUSALS: [(&str, &str, &str); 12] = [
    ("400", "Invalid", "The request is invalid"),
    ("401", "Unauthenticated", "Not signed in, or a wrong password or code"),
    ("403", "Forbidden", "Not allowed, or the password or the second factor must be set up first"),
    ("404", "NotFound", "It does not exist, or not for this user"),
    ("409", "Conflict", "The present state does not allow it, or another request had this Idempotency-Key"),
    ("413", "TooLarge", "The request is too large"),
    ("415", "UnsupportedMediaType", "The body has another type than the call takes"),
    ("421", "Misdirected", "The host name is not allowed"),
    ("422", "Damaged", "The file is damaged"),
    ("429", "TooManyRequests", "Too many attempts"),
    ("500", "Internal", "Internal error"),
    ("503", "Unavailable", "The database does not answer, or too much is asked at once"),
];

/// The name of the refusals of a status; `None` for a status that is no refusal.
pub(super) fn name(status: &str) -> Option<&'static str> {
    REFUSALS.iter().find(|(known, ..)| *known == status).map(|(_, name, _)| *name)
}

/// All of them, by name.
pub(super) fn responses() -> Value {
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } });
    let response = |(_, name, description): &(&str, &str, &str)| {
        let mut response = json!({ "description": description, "content": content });
        if ["TooManyRequests", "Unavailable"].contains(name) {
            response["headers"] = json!({ "Retry-After": { "schema": { "type": "integer" }, "description": "In seconds." } });
        }
        ((*name).to_owned(), response)
    };
    Value::Object(REFUSALS.iter().map(response).collect::<Map<String, Value>>())
}

/// Statuses that calls of a kind may answer with, besides those of their handlers.
pub(super) fn common(signed_in: bool, writes: bool, names_something: bool, is_keyed: bool) -> Vec<&'static str> {
    let mut statuses = vec!["400", "421", "500", "503"];
    let mut add = |applies: bool, more: &[&'static str]| statuses.extend(more.iter().filter(|_| applies));
    add(signed_in, &["401", "403"]);
    add(writes, &["413", "415"]);
    add(names_something, &["404"]);
    // The key may have been used for another request.
    add(is_keyed, &["409"]);
    statuses
}
