//! Validation of request bodies, field by field. All errors are reported at once.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use base::{Code, CurrencyCode, Decided, Lrd, Money, Rate, Refusal, Role, text};

/// A member of a request body before validation: absent, null, or a JSON value of any type. It is serialized only in the
/// OpenAPI document, as the default of an absent member.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RawField(Option<Value>);

impl<'de> Deserialize<'de> for RawField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| RawField(Some(value)))
    }
}

impl RawField {
    /// A value that was taken from a nested object.
    pub fn of(value: Option<Value>) -> Self {
        RawField(value)
    }

    /// Whether the member was sent at all, even as null.
    pub fn is_present(&self) -> bool {
        self.0.is_some()
    }

    /// The value, unless it is absent, null or a blank text.
    pub fn value(&self) -> Option<&Value> {
        self.0.as_ref().filter(|value| match value {
            Value::Null => false,
            Value::String(text) => !text::visible(text).trim().is_empty(),
            _ => true,
        })
    }

    /// The text, untrimmed; `None` if it is not a text.
    pub fn text(&self) -> Option<&str> {
        self.0.as_ref()?.as_str()
    }

    /// A number or a text as text, so that `3.5` and `"3.5"` are the same. `Err` for any other type.
    fn as_text(&self) -> Option<Result<String, ()>> {
        self.value().map(|value| match value {
            Value::String(text) => Ok(text::visible(text).trim().to_owned()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(()),
        })
    }
}

/// Deserializes a list of objects. Anything else becomes an empty list, which the handler refuses with a message of its own.
pub fn objects<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let rows = match Value::deserialize(deserializer)? {
        Value::Array(rows) if rows.iter().all(Value::is_object) => rows,
        _ => Vec::new(),
    };
    rows.into_iter().map(|row| serde_json::from_value(row).map_err(D::Error::custom)).collect()
}

/// Parses a member that is an object; anything else is an error, and the default.
pub fn object<T: DeserializeOwned + Default>(form: &mut Form, name: &str, field: &RawField) -> T {
    let Some(value) = field.value() else { return T::default() };
    let body = if value.is_object() { serde_json::from_value(value.clone()).ok() } else { None };
    body.unwrap_or_else(|| {
        form.reject(name, "Must be an object");
        T::default()
    })
}

/// Collects the validation errors of a request.
#[derive(Debug, Default)]
pub struct Form {
    errors: BTreeMap<String, String>,
    first: Option<String>,
}

impl Form {
    /// Records an error of a field. The first one is also the message of the answer.
    pub fn reject(&mut self, name: &str, message: impl Display) {
        let message = message.to_string();
        self.first.get_or_insert_with(|| message.clone());
        self.errors.entry(name.to_owned()).or_insert(message);
    }

    /// Ends the validation.
    ///
    /// # Errors
    /// All errors, if any were recorded.
    pub fn finish(self) -> Decided<()> {
        match self.first {
            None => Ok(()),
            Some(message) => Err(Refusal { fields: self.errors, ..Refusal::new(Code::Invalid, message) }),
        }
    }

    fn accept<T, E: Display>(&mut self, name: &str, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.reject(name, error);
                None
            }
        }
    }

    fn text_with<E: Display>(&mut self, name: &str, field: &RawField, clean: fn(&str) -> Result<String, E>) -> Option<String> {
        match field.value()? {
            Value::String(text) => self.accept(name, clean(text)).filter(|text| !text.is_empty()),
            Value::Number(number) => self.accept(name, clean(&number.to_string())),
            _ => {
                self.reject(name, "Must be a text");
                None
            }
        }
    }

    /// One line of text; `None` when it is absent, null or blank.
    pub fn line(&mut self, name: &str, field: &RawField) -> Option<String> {
        self.text_with(name, field, text::line)
    }

    /// One line of text; absent or blank is an error.
    pub fn required_line(&mut self, name: &str, field: &RawField, missing: &str) -> Option<String> {
        let is_rejected = self.errors.contains_key(name);
        let line = self.line(name, field);
        if line.is_none() && !is_rejected && !self.errors.contains_key(name) {
            self.reject(name, missing);
        }
        line
    }

    /// Text of several lines; `None` when it is absent, null or blank.
    pub fn notes(&mut self, name: &str, field: &RawField) -> Option<String> {
        self.text_with(name, field, text::notes)
    }

    /// One line of text as a change: absent is no change, null or blank clears it.
    pub fn line_change(&mut self, name: &str, field: &RawField) -> Option<Option<String>> {
        field.is_present().then(|| self.line(name, field))
    }

    /// One line of text that `clean` validates, as a change: absent is no change, null or blank clears it.
    pub fn text_change<E: Display>(
        &mut self,
        name: &str,
        field: &RawField,
        clean: fn(&str) -> Result<String, E>,
    ) -> Option<Option<String>> {
        field.is_present().then(|| self.text_with(name, field, clean))
    }

    /// Text of several lines as a change: absent is no change, null or blank clears it.
    pub fn notes_change(&mut self, name: &str, field: &RawField) -> Option<Option<String>> {
        field.is_present().then(|| self.notes(name, field))
    }

    /// A password: untrimmed, with any characters. `None` when it is absent, null or empty.
    pub fn password(&mut self, name: &str, field: &RawField) -> Option<String> {
        match field.0.as_ref()? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            _ => {
                self.reject(name, "Must be a text");
                None
            }
        }
    }

    /// An amount; `None` when it is absent, null or blank.
    pub fn money<C>(&mut self, name: &str, field: &RawField) -> Option<Money<C>> {
        let written = field.as_text()?.map_err(|()| "Must be an amount such as 3.50".to_owned());
        self.accept(name, written.and_then(|text| Money::parse(&text).map_err(|error| error.to_string())))
    }

    /// An amount in minor units, for a currency that another member names.
    pub fn minor(&mut self, name: &str, field: &RawField) -> Option<i64> {
        self.money(name, field).map(Lrd::as_minor)
    }

    /// An amount as a change: absent is no change, null or blank clears it.
    pub fn money_change<C>(&mut self, name: &str, field: &RawField) -> Option<Option<Money<C>>> {
        field.is_present().then(|| self.money(name, field))
    }

    /// A rate; `None` when it is absent, null or blank.
    pub fn rate(&mut self, name: &str, field: &RawField) -> Option<Rate> {
        let written = field.as_text()?;
        let rate = written.map_err(|()| base::RateError).and_then(|text| Rate::parse(&text));
        self.accept(name, rate)
    }

    /// A number, also as text, that `parse` reads; `None` when it is absent, null or blank.
    pub fn number<T, E: Display>(&mut self, name: &str, field: &RawField, parse: fn(&str) -> Result<T, E>) -> Option<T> {
        let written = field.as_text()?.unwrap_or_default();
        self.accept(name, parse(&written))
    }

    /// A whole number, also as text; `None` when it is absent, null or blank.
    pub fn integer(&mut self, name: &str, field: &RawField) -> Option<i64> {
        let written = field.as_text()?.ok().and_then(|text| whole(&text));
        self.accept(name, written.ok_or("Must be a whole number"))
    }

    /// A record id; `None` when it is absent or null.
    pub fn id(&mut self, name: &str, field: &RawField) -> Option<u64> {
        let id = self.integer(name, field)?;
        self.accept(name, u64::try_from(id).map_err(|_| "Must be the number of a record"))
    }

    /// A record id; absent or null is an error.
    pub fn required_id(&mut self, name: &str, field: &RawField, missing: &str) -> Option<u64> {
        if field.value().is_none() {
            self.reject(name, missing);
        }
        self.id(name, field)
    }

    /// Yes or no: a boolean, 1 or 0, also as text; `None` when it is absent or null.
    pub fn flag(&mut self, name: &str, field: &RawField) -> Option<bool> {
        let flag = match field.value()? {
            Value::Bool(flag) => Some(*flag),
            value => match value.as_str().map(str::to_owned).unwrap_or_else(|| value.to_string()).trim() {
                "1" | "true" => Some(true),
                "0" | "false" => Some(false),
                _ => None,
            },
        };
        self.accept(name, flag.ok_or("Must be 1 or 0"))
    }

    /// A word of a closed set; `None` when it is absent, null or blank.
    pub fn word<T>(&mut self, name: &str, field: &RawField, parse: impl FnOnce(&str) -> Option<T>, wrong: &str) -> Option<T> {
        let written = field.as_text()?.unwrap_or_default();
        self.accept(name, parse(&written).ok_or(wrong))
    }

    /// `USD` or `LRD`. `MIXED` is read as absent: the product's own currency.
    pub fn currency(&mut self, name: &str, field: &RawField) -> Option<CurrencyCode> {
        if field.as_text() == Some(Ok("MIXED".to_owned())) {
            return None;
        }
        self.word(name, field, CurrencyCode::parse, "Must be USD or LRD")
    }

    /// `admin`, `manager` or `bartender`.
    pub fn role(&mut self, name: &str, field: &RawField) -> Option<Role> {
        self.word(name, field, Role::parse, "Must be admin, manager or bartender")
    }

    /// A well-formed e-mail address; `None` when it is absent, null or blank.
    pub fn email(&mut self, name: &str, field: &RawField) -> Option<String> {
        let email = self.line(name, field)?;
        self.accept(name, if is_email(&email) { Ok(email) } else { Err("Invalid email address") })
    }
}

/// Parses a whole number: `3`, `-3`, `3.0`.
fn whole(text: &str) -> Option<i64> {
    let text = text.split_once('.').map_or(text, |(whole, zeros)| if zeros.bytes().all(|b| b == b'0') { whole } else { text });
    text.parse().ok()
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let blank = text.chars().any(char::is_whitespace);
    !blank && !name.is_empty() && !name.contains('@') && host.contains('.') && !host.starts_with('.') && !host.ends_with('.')
}

/// JSON that is equal for all spellings of the same content: `2.00` is written as `2`, and members are sorted, as serde_json keeps
/// them. An idempotency key is compared with the hash of it.
pub struct Canonical<'a>(pub &'a Value);

impl Serialize for Canonical<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Number(number) => match number.as_i64().or_else(|| whole(&number.to_string())) {
                Some(integer) => serializer.serialize_i64(integer),
                None => number.serialize(serializer),
            },
            Value::Array(items) => serializer.collect_seq(items.iter().map(Canonical)),
            Value::Object(members) => serializer.collect_map(members.iter().map(|(name, value)| (name, Canonical(value)))),
            value => value.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use base::Usd;

    fn raw(value: Value) -> RawField {
        RawField(Some(value))
    }

    fn refused<T>(read: impl FnOnce(&mut Form) -> Option<T>) -> bool {
        let mut form = Form::default();
        read(&mut form).is_none() && form.finish().is_err()
    }

    #[test]
    fn numbers_may_be_sent_as_text() {
        let mut form = Form::default();
        for (value, minor) in [(json!(3.5), 350), (json!("3.50"), 350), (json!(3), 300), (json!(1.1), 110), (json!(0.07), 7)] {
            assert_eq!(form.money("price", &raw(value.clone())), Some(Usd::minor(minor)), "{value}");
        }
        for (value, integer) in [(json!(3), 3), (json!("12"), 12), (json!(3.0), 3), (json!(-1), -1)] {
            assert_eq!(form.integer("stock", &raw(value.clone())), Some(integer), "{value}");
        }
        assert!(form.finish().is_ok());
    }

    #[test]
    fn invalid_numbers_are_refused() {
        for value in
            [json!(1.234), json!("1.234"), json!(-1), json!("NaN"), json!(true), json!([1]), json!(1e21), json!("1e3"), json!({"a": 1})]
        {
            assert!(refused(|form| form.money::<base::money::UsDollar>("price", &raw(value.clone()))), "{value}");
        }
        for value in [json!(1.5), json!("x"), json!(true), json!(99_999_999_999_999_999_999u128 as f64)] {
            assert!(refused(|form| form.integer("stock", &raw(value.clone()))), "{value}");
        }
    }

    #[test]
    fn blank_is_none() {
        let mut form = Form::default();
        for value in [Value::Null, json!(""), json!("   ")] {
            assert_eq!(form.line("brand", &raw(value.clone())), None);
            assert_eq!(form.line_change("brand", &raw(value.clone())), Some(None));
            assert_eq!(form.money::<base::money::UsDollar>("price", &raw(value)), None);
        }
        assert_eq!(form.line_change("brand", &RawField::default()), None);
        assert!(form.finish().is_ok());
    }

    #[test]
    fn the_spelling_of_a_request_does_not_matter() {
        let one: Value = serde_json::from_str(r#"{"b": [1.0, "x"], "a": {"c": 2}}"#).expect("json");
        let two: Value = serde_json::from_str(r#"{"a":{"c":2.00},"b":[1,"x"]}"#).expect("json");
        let canonical = |value| serde_json::to_string(&Canonical(value)).expect("json");
        assert_eq!(canonical(&one), r#"{"a":{"c":2},"b":[1,"x"]}"#);
        assert_eq!(canonical(&one), canonical(&two));
        assert_ne!(canonical(&one), canonical(&json!({"b": ["1", "x"], "a": {"c": 2}})));
    }

    #[test]
    fn e_mail_addresses_must_be_well_formed() {
        for good in ["musu@bar.lr", "m.k+1@sub.bar.lr"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["musu", "musu@bar", "@bar.lr", "a@b@c.d", "a b@c.d", "a@.d", "a@d."] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
