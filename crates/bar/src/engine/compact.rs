//! Removes null members from the JSON of journal entries: a sale line has up to seven of them, and there are millions of lines.

/// Removes null members of objects from `json`, which must be as serde_json writes it. Deserializes to the same value, because
/// serde reads an absent `Option` as `None`.
pub(super) fn without_nulls(json: Vec<u8>) -> Vec<u8> {
    let mut kept = Vec::with_capacity(json.len());
    let mut rest = json.as_slice();
    while let Some(&byte) = rest.first() {
        if byte != b'"' {
            // The comma before a removed last member is left over.
            if byte == b'}' && kept.last() == Some(&b',') {
                kept.pop();
            }
            kept.push(byte);
            rest = &rest[1..];
            continue;
        }
        let (string, after) = rest.split_at(string_end(rest));
        match after.strip_prefix(b":null") {
            Some(after) => rest = after.strip_prefix(b",").unwrap_or(after),
            None => {
                kept.extend_from_slice(string);
                rest = after;
            }
        }
    }
    kept
}

/// Length of the JSON string that `json` begins with, including both quotes.
fn string_end(json: &[u8]) -> usize {
    let mut place = 1;
    while place < json.len() {
        match json[place] {
            b'\\' => place += 2,
            b'"' => return place + 1,
            _ => place += 1,
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;

    fn shortened(value: &Value) -> String {
        String::from_utf8(without_nulls(serde_json::to_vec(value).expect("JSON"))).expect("text")
    }

    #[test]
    fn members_that_are_null_are_left_out() {
        assert_eq!(shortened(&json!({"a": null, "b": 1, "c": null, "d": null})), r#"{"b":1}"#);
        assert_eq!(shortened(&json!({"a": null})), "{}");
        assert_eq!(shortened(&json!({"a": {"b": null}, "c": [null, {"d": null, "e": "f"}]})), r#"{"a":{},"c":[null,{"e":"f"}]}"#);
    }

    #[test]
    fn texts_stay_as_they_are() {
        let text = json!({"a": "\"x\":null,", "b": "null", "c\\\":null": 1, "d": "\\"});
        assert_eq!(shortened(&text), text.to_string());
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), any::<i64>().prop_map(Value::from), "[a-z\\\\\":,{}\\[\\]]{0,8}".prop_map(Value::from)];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                proptest::collection::vec(("[a-z\\\\\":,{}]{0,6}", inner), 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    fn without(value: Value) -> Value {
        match value {
            Value::Object(members) => {
                let kept: Map<String, Value> =
                    members.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name, without(value))).collect();
                Value::Object(kept)
            }
            Value::Array(values) => Value::Array(values.into_iter().map(without).collect()),
            other => other,
        }
    }

    proptest! {
        #[test]
        fn everything_else_is_kept(value in value()) {
            let read: Value = serde_json::from_str(&shortened(&value)).expect("JSON");
            prop_assert_eq!(read, without(value));
        }
    }
}
