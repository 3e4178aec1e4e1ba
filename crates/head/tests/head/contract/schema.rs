//! Validates JSON against the schemas of the document: types, words, required members, and no undocumented member.

use serde_json::{Map, Value};

/// The deviations of `value` from `schema`; empty when it is as documented.
pub fn deviations(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let schema = resolve(document, schema);
    if let Some(ways) = schema["oneOf"].as_array() {
        return ways.iter().map(|way| deviations(document, way, value)).min_by_key(Vec::len).unwrap_or_default();
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return vec![format!("{value} is none of {}", schema["enum"])];
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    if !types.is_empty() && !types.iter().any(|wanted| has_type(wanted, value)) {
        return vec![format!("{value} is not {}", types.join(" or "))];
    }
    match value {
        Value::Object(members) => Shape::of(document, schema).deviations(document, members),
        Value::Array(rows) => rows.iter().flat_map(|row| deviations(document, &schema["items"], row)).collect(),
        _ => Vec::new(),
    }
}

/// The documented members of an object, including those of its `allOf` parts.
#[derive(Default)]
struct Shape<'a> {
    properties: Map<String, Value>,
    required: Vec<&'a str>,
    /// The schema of all other members.
    others: Option<&'a Value>,
}

impl<'a> Shape<'a> {
    fn of(document: &'a Value, schema: &'a Value) -> Self {
        let mut shape = Shape::default();
        shape.add(document, schema);
        shape
    }

    fn add(&mut self, document: &'a Value, schema: &'a Value) {
        let schema = resolve(document, schema);
        schema["allOf"].as_array().into_iter().flatten().for_each(|part| self.add(document, part));
        self.properties.extend(schema["properties"].as_object().cloned().unwrap_or_default());
        self.required.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
        self.others = self.others.or(schema.get("additionalProperties"));
    }

    fn deviations(&self, document: &Value, members: &Map<String, Value>) -> Vec<String> {
        let missing = self.required.iter().filter(|name| !members.contains_key(**name)).map(|name| format!("{name} is missing"));
        let wrong = members.iter().flat_map(|(name, value)| {
            let found = match self.properties.get(name).or(self.others) {
                Some(schema) => deviations(document, schema, value),
                None => vec!["not documented".to_owned()],
            };
            found.into_iter().map(move |deviation| format!("{name}: {deviation}"))
        });
        missing.chain(wrong).collect()
    }
}

/// The schema, response or parameter that a reference names; itself without one.
pub fn resolve<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(address) => document.pointer(address.trim_start_matches('#')).unwrap_or_else(|| panic!("{address} does not exist")),
        None => part,
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
    let document = json!({ "components": { "schemas": { "Beer": { "type": "object", "required": ["name", "brand"], "properties": {
        "name": { "type": "string" }, "brand": { "type": ["string", "null"] }, "by": { "enum": ["glass", "bottle"] },
    } } } } });
    let rows = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Beer" } });
    for (row, wrong) in [
        (json!({ "name": "Club", "brand": null, "by": "glass" }), 0),
        (json!({ "name": "Club", "brand": 4 }), 1),
        (json!({ "name": "Club", "brand": null, "by": "keg" }), 1),
        (json!({ "name": "Club", "brand": null, "price": 2 }), 1),
        (json!({}), 2),
        (json!("Club"), 1),
    ] {
        assert_eq!(deviations(&document, &rows, &json!([row])).len(), wrong, "{row}");
    }
    let cold = json!({ "allOf": [{ "$ref": "#/components/schemas/Beer" }, { "type": "object", "properties": { "cold": { "type": "boolean" } } }] });
    assert!(deviations(&document, &cold, &json!({ "name": "Club", "brand": null, "cold": true })).is_empty());
}
