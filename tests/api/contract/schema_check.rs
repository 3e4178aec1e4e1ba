//! Validates JSON against the schemas of the OpenAPI document: types, required members, and no undocumented member.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::bar::{Answer, Person};
use crate::contract::openapi_calls::method_and_path;

/// Checks requests and answers against the document, and records which calls succeeded.
pub struct DocumentCheck {
    pub document: Value,
    /// The calls that succeeded.
    pub made: BTreeSet<String>,
}

impl DocumentCheck {
    /// Checks an answer of `call`, such as `GET /api/products/{id}`, against the document.
    #[track_caller]
    pub fn check_answer(&mut self, call: &str, answer: &Answer) {
        let (method, path) = call.split_once(' ').expect("a call");
        let operation = &self.document["paths"][path][method.to_lowercase()];
        assert!(operation.is_object(), "{call} is not documented");
        let response = match &operation["responses"][answer.status.to_string()] {
            shared if shared["$ref"].is_string() => {
                let address = shared["$ref"].as_str().expect("an address").trim_start_matches('#');
                self.document.pointer(address).expect("a shared response")
            }
            response => response,
        };
        assert!(response.is_object(), "{call} may not answer {}: {}", answer.status, answer.text());
        if answer.status < 300 {
            self.made.insert(call.to_owned());
        }
        let kind = answer.header("content-type").map(|kind| kind.split(';').next().unwrap_or(kind).to_owned());
        let Some(kind) = kind else {
            assert!(answer.bytes.is_empty() && response["content"].is_null(), "{call}: {} has no body by the document", answer.status);
            return;
        };
        let schema = &response["content"][&kind]["schema"];
        assert!(response["content"][&kind].is_object(), "{call}: {kind} is not documented for {}", answer.status);
        if kind == "application/json" {
            assert!(schema.is_object(), "{call}: no schema for {}", answer.status);
            let found = deviations(&self.document, schema, &answer.json());
            assert!(found.is_empty(), "{call}: {found:#?}");
        }
    }

    /// Makes a call that must succeed, and checks the request and the answer. Returns the answer.
    pub async fn makes(&mut self, person: &Person, call: &str, ids: &[&str], body: Value) -> Answer {
        self.check_request(call, &body);
        let (method, path) = method_and_path(call, ids);
        let request = person.request(&method, &path);
        let answer = if body.is_null() { request.send().await } else { request.json(&body).send().await };
        assert!(answer.status < 300, "{call}: {} {}", answer.status, answer.text());
        self.check_answer(call, &answer);
        answer
    }

    /// Checks the body of a request against the document.
    #[track_caller]
    pub fn check_request(&self, call: &str, body: &Value) {
        let (method, path) = call.split_once(' ').expect("a call");
        let schema = &self.document["paths"][path][method.to_lowercase()]["requestBody"]["content"]["application/json"]["schema"];
        if body.is_null() {
            return;
        }
        assert!(schema.is_object(), "{call} takes no body by the document");
        let found = deviations(&self.document, schema, body);
        assert!(found.is_empty(), "{call}, request: {found:#?}");
    }
}

/// The deviations of `value` from `schema`; empty when it is as documented.
pub fn deviations(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Check { document, found: &mut found }.value(schema, value, "answer");
    found
}

struct Check<'a> {
    document: &'a Value,
    found: &'a mut Vec<String>,
}

impl Check<'_> {
    fn value(&mut self, schema: &Value, value: &Value, at: &str) {
        let schema = resolve(self.document, schema);
        if let Some(ways) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let best = ways.iter().map(|way| deviations(self.document, way, value)).min_by_key(Vec::len).unwrap_or_default();
            self.found.extend(best.into_iter().map(|deviation| format!("{at}: {deviation}")));
            return;
        }
        if let Some(wanted) = schema["enum"].as_array()
            && !wanted.contains(value)
        {
            self.found.push(format!("{at}: {value} is none of {wanted:?}"));
        }
        let types = types(schema);
        if !types.is_empty() && !types.iter().any(|wanted| has_type(wanted, value)) {
            self.found.push(format!("{at}: {value} is not {}", types.join(" or ")));
            return;
        }
        match value {
            Value::Object(members) => self.object(schema, members, at),
            Value::Array(rows) if !schema["items"].is_null() => {
                for (place, row) in rows.iter().enumerate() {
                    self.value(&schema["items"], row, &format!("{at}[{place}]"));
                }
            }
            _ => {}
        }
    }

    fn object(&mut self, schema: &Value, members: &Map<String, Value>, at: &str) {
        let mut shape = ObjectShape::default();
        shape.add(self.document, schema);
        for name in &shape.required {
            if !members.contains_key(name) {
                self.found.push(format!("{at}: {name} is missing"));
            }
        }
        for (name, value) in members {
            let place = format!("{at}.{name}");
            match (shape.properties.get(name), &shape.additional) {
                (Some(schema), _) => self.value(&schema.clone(), value, &place),
                (None, Some(schema)) => self.value(&schema.clone(), value, &place),
                // A schema without members allows any object.
                (None, None) if shape.properties.is_empty() => {}
                (None, None) => self.found.push(format!("{place} is not documented")),
            }
        }
    }
}

/// The documented members of an object, including those of its `allOf` parts.
#[derive(Default)]
struct ObjectShape {
    properties: Map<String, Value>,
    required: Vec<String>,
    additional: Option<Value>,
}

impl ObjectShape {
    fn add(&mut self, document: &Value, schema: &Value) {
        let schema = resolve(document, schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.add(document, part);
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            self.properties.insert(name.clone(), property.clone());
        }
        self.required.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
        if schema["additionalProperties"].is_object() {
            self.additional = Some(schema["additionalProperties"].clone());
        }
    }
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(address) => document.pointer(address.trim_start_matches('#')).unwrap_or_else(|| panic!("{address} does not exist")),
        None => schema,
    }
}

fn types(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has_type(wanted: &str, value: &Value) -> bool {
    match wanted {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[test]
fn deviations_from_the_schema_are_found() {
    use serde_json::json;
    let document = json!({"components": {"schemas": {"Beer": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "brand": {"type": ["string", "null"]}, "stock": {"type": "integer"}}}}}});
    let rows = json!({"type": "array", "items": {"$ref": "#/components/schemas/Beer"}});
    assert!(deviations(&document, &rows, &json!([{"name": "Club", "brand": null, "stock": 4}])).is_empty());
    for wrong in
        [json!({}), json!([{}]), json!([{"name": 4}]), json!([{"name": "Club", "stock": 1.5}]), json!([{"name": "Club", "price": 2}])]
    {
        assert_eq!(deviations(&document, &rows, &wrong).len(), 1, "{wrong}");
    }
    let part = json!({"allOf": [{"$ref": "#/components/schemas/Beer"}, {"type": "object", "required": ["cold"], "properties": {"cold": {"type": "boolean"}}}]});
    assert!(deviations(&document, &part, &json!({"name": "Club", "cold": true})).is_empty());
    assert_eq!(deviations(&document, &part, &json!({"name": "Club", "warm": 1})).len(), 2);
}
