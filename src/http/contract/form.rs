//! Validation of request bodies, field by field. All errors are reported at once.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use crate::base::{Code, CurrencyCode, Lrd, Money, Rate, Refusal, Role, text};
use crate::http::ApiError;

/// A member of a request as it came: absent, null, or some JSON value of whatever type. Only the OpenAPI document
/// writes one, for the value that an absent member has.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RawField(Option<Value>);

impl<'de> Deserialize<'de> for RawField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| RawField(Some(value)))
    }
}

impl RawField {
    /// A value that was found inside another.
    pub fn of(value: Option<Value>) -> Self {
        RawField(value)
    }

    /// Whether the member was there at all.
    pub fn is_present(&self) -> bool {
        self.0.is_some()
    }

    /// The value, unless it is absent, null or a blank text.
    pub fn value(&self) -> Option<&Value> {
        self.0.as_ref().filter(|value| match value {
            Value::Null => false,
            Value::String(text) => !text.trim().is_empty(),
            _ => true,
        })
    }

    /// The text as it is, if it is one.
    pub fn text(&self) -> Option<&str> {
        self.0.as_ref()?.as_str()
    }

    /// A number or a text as text: `3.5` and `"3.5"` alike.
    fn written(&self) -> Option<Result<String, ()>> {
        self.value().map(|value| match value {
            Value::String(text) => Ok(text.trim().to_owned()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(()),
        })
    }
}

/// A list of objects. Whatever else is sent is an empty list, which whoever needs rows refuses in words.
pub fn objects<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let rows = match Value::deserialize(deserializer)? {
        Value::Array(rows) if rows.iter().all(Value::is_object) => rows,
        _ => Vec::new(),
    };
    rows.into_iter().map(|row| serde_json::from_value(row).map_err(D::Error::custom)).collect()
}

/// Collects what is wrong with a request.
#[derive(Debug, Default)]
pub struct Form {
    wrong: BTreeMap<String, String>,
    first: Option<String>,
}

impl Form {
    /// Notes that a field is wrong. The first one's sentence is the answer's message.
    pub fn wrong(&mut self, name: &str, message: impl Display) {
        let message = message.to_string();
        self.first.get_or_insert_with(|| message.clone());
        self.wrong.entry(name.to_owned()).or_insert(message);
    }

    /// `Err` when anything was wrong.
    pub fn done(self) -> Result<(), ApiError> {
        match self.first {
            None => Ok(()),
            Some(message) => Err(Refusal { fields: self.wrong, ..Refusal::new(Code::Invalid, message) }.into()),
        }
    }

    fn keep<T, E: Display>(&mut self, name: &str, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.wrong(name, error);
                None
            }
        }
    }

    fn typed(&mut self, name: &str, given: &RawField, clean: fn(&str) -> Result<String, text::TextError>) -> Option<String> {
        match given.value()? {
            Value::String(text) => self.keep(name, clean(text)).filter(|text| !text.is_empty()),
            Value::Number(number) => Some(number.to_string()),
            _ => {
                self.wrong(name, "Must be a text");
                None
            }
        }
    }

    /// One line of text; `None` when it is absent, null or blank.
    pub fn line(&mut self, name: &str, given: &RawField) -> Option<String> {
        self.typed(name, given, text::line)
    }

    /// One line of text that must be there.
    pub fn required_line(&mut self, name: &str, given: &RawField, missing: &str) -> Option<String> {
        let known_wrong = self.wrong.contains_key(name);
        let line = self.line(name, given);
        if line.is_none() && !known_wrong && !self.wrong.contains_key(name) {
            self.wrong(name, missing);
        }
        line
    }

    /// A note; `None` when it is absent, null or blank.
    pub fn notes(&mut self, name: &str, given: &RawField) -> Option<String> {
        self.typed(name, given, text::notes)
    }

    /// One line of text as a change: absent keeps, null or blank empties.
    pub fn line_change(&mut self, name: &str, given: &RawField) -> Option<Option<String>> {
        given.is_present().then(|| self.line(name, given))
    }

    /// A note as a change: absent keeps, null or blank empties.
    pub fn notes_change(&mut self, name: &str, given: &RawField) -> Option<Option<String>> {
        given.is_present().then(|| self.notes(name, given))
    }

    /// A password: as typed, not trimmed; any character. `None` when it is absent, null or empty.
    pub fn password(&mut self, name: &str, given: &RawField) -> Option<String> {
        match given.0.as_ref()? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            _ => {
                self.wrong(name, "Must be a text");
                None
            }
        }
    }

    /// An amount; `None` when it is absent, null or blank.
    pub fn money<C>(&mut self, name: &str, given: &RawField) -> Option<Money<C>> {
        let written = given.written()?.map_err(|()| "Must be an amount such as 3.50".to_owned());
        self.keep(name, written.and_then(|text| Money::parse(&text).map_err(|error| error.to_string())))
    }

    /// An amount of a currency that is named elsewhere, in minor units.
    pub fn minor(&mut self, name: &str, given: &RawField) -> Option<i64> {
        self.money(name, given).map(Lrd::as_minor)
    }

    /// An amount as a change: absent keeps, null or blank empties.
    pub fn money_change<C>(&mut self, name: &str, given: &RawField) -> Option<Option<Money<C>>> {
        given.is_present().then(|| self.money(name, given))
    }

    /// A rate; `None` when it is absent, null or blank.
    pub fn rate(&mut self, name: &str, given: &RawField) -> Option<Rate> {
        let written = given.written()?;
        let rate = written.map_err(|()| crate::base::RateError).and_then(|text| Rate::parse(&text));
        self.keep(name, rate)
    }

    /// A whole number, also as text; `None` when it is absent, null or blank.
    pub fn integer(&mut self, name: &str, given: &RawField) -> Option<i64> {
        let written = given.written()?.ok().and_then(|text| whole(&text));
        self.keep(name, written.ok_or("Must be a whole number"))
    }

    /// The id of something; `None` when it is absent or null.
    pub fn id(&mut self, name: &str, given: &RawField) -> Option<u64> {
        let id = self.integer(name, given)?;
        self.keep(name, u64::try_from(id).map_err(|_| "Must be the number of a record"))
    }

    /// The id of something that must be there.
    pub fn required_id(&mut self, name: &str, given: &RawField, missing: &str) -> Option<u64> {
        if given.value().is_none() {
            self.wrong(name, missing);
        }
        self.id(name, given)
    }

    /// Yes or no: a boolean, 1 or 0, also as text; `None` when it is absent or null.
    pub fn flag(&mut self, name: &str, given: &RawField) -> Option<bool> {
        let flag = match given.value()? {
            Value::Bool(flag) => Some(*flag),
            value => match value.as_str().map(str::to_owned).unwrap_or_else(|| value.to_string()).trim() {
                "1" | "true" => Some(true),
                "0" | "false" => Some(false),
                _ => None,
            },
        };
        self.keep(name, flag.ok_or("Must be 1 or 0"))
    }

    /// One of a few words; `None` when it is absent, null or blank.
    pub fn word<T>(&mut self, name: &str, given: &RawField, parse: impl FnOnce(&str) -> Option<T>, wrong: &str) -> Option<T> {
        let written = given.written()?.unwrap_or_default();
        self.keep(name, parse(&written).ok_or(wrong))
    }

    /// `USD` or `LRD`. `MIXED` is the product's own currency, as if nothing were named.
    pub fn currency(&mut self, name: &str, given: &RawField) -> Option<CurrencyCode> {
        if given.written() == Some(Ok("MIXED".to_owned())) {
            return None;
        }
        self.word(name, given, CurrencyCode::parse, "Must be USD or LRD")
    }

    /// A role.
    pub fn role(&mut self, name: &str, given: &RawField) -> Option<Role> {
        self.word(name, given, Role::parse, "Must be admin, manager or bartender")
    }

    /// An e-mail address, checked for its form; `None` when it is absent, null or blank.
    pub fn email(&mut self, name: &str, given: &RawField) -> Option<String> {
        let email = self.line(name, given)?;
        self.keep(name, if is_email(&email) { Ok(email) } else { Err("Invalid email address") })
    }
}

/// `3`, `-3`, `3.0`.
fn whole(text: &str) -> Option<i64> {
    let text = text.split_once('.').map_or(text, |(whole, zeros)| if zeros.bytes().all(|b| b == b'0') { whole } else { text });
    text.parse().ok()
}

fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let blank = text.chars().any(char::is_whitespace);
    !blank && !name.is_empty() && !name.contains('@') && host.contains('.') && !host.starts_with('.') && !host.ends_with('.')
}

/// The same content for the same JSON, whatever its spelling: what an idempotency key is held against.
pub fn canonical(value: &Value) -> Value {
    match value {
        // serde_json keeps members sorted; only numbers have two spellings.
        Value::Number(number) => whole(&number.to_string()).map_or_else(|| value.clone(), |integer| json!(integer)),
        Value::Array(items) => Value::Array(items.iter().map(canonical).collect()),
        Value::Object(members) => Value::Object(members.iter().map(|(name, value)| (name.clone(), canonical(value))).collect()),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Usd;

    fn given(value: Value) -> RawField {
        RawField(Some(value))
    }

    fn refused<T>(read: impl FnOnce(&mut Form) -> Option<T>) -> bool {
        let mut form = Form::default();
        read(&mut form).is_none() && form.done().is_err()
    }

    #[test]
    fn numbers_come_as_numbers_or_texts() {
        let mut form = Form::default();
        for (value, minor) in [(json!(3.5), 350), (json!("3.50"), 350), (json!(3), 300), (json!(1.1), 110), (json!(0.07), 7)] {
            assert_eq!(form.money("price", &given(value.clone())), Some(Usd::minor(minor)), "{value}");
        }
        for (value, integer) in [(json!(3), 3), (json!("12"), 12), (json!(3.0), 3), (json!(-1), -1)] {
            assert_eq!(form.integer("stock", &given(value.clone())), Some(integer), "{value}");
        }
        assert!(form.done().is_ok());
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for value in
            [json!(1.234), json!("1.234"), json!(-1), json!("NaN"), json!(true), json!([1]), json!(1e21), json!("1e3"), json!({"a": 1})]
        {
            assert!(refused(|form| form.money::<crate::base::money::UsDollar>("price", &given(value.clone()))), "{value}");
        }
        for value in [json!(1.5), json!("x"), json!(true), json!(99_999_999_999_999_999_999u128 as f64)] {
            assert!(refused(|form| form.integer("stock", &given(value.clone()))), "{value}");
        }
    }

    #[test]
    fn blank_is_none() {
        let mut form = Form::default();
        for value in [Value::Null, json!(""), json!("   ")] {
            assert_eq!(form.line("brand", &given(value.clone())), None);
            assert_eq!(form.line_change("brand", &given(value.clone())), Some(None));
            assert_eq!(form.money::<crate::base::money::UsDollar>("price", &given(value)), None);
        }
        assert_eq!(form.line_change("brand", &RawField::default()), None);
        assert!(form.done().is_ok());
    }

    #[test]
    fn two_spellings_of_one_request_are_one() {
        let one: Value = serde_json::from_str(r#"{"b": [1.0, "x"], "a": {"c": 2}}"#).expect("json");
        let two: Value = serde_json::from_str(r#"{"a":{"c":2.00},"b":[1,"x"]}"#).expect("json");
        assert_eq!(canonical(&one).to_string(), canonical(&two).to_string());
        assert_ne!(canonical(&one).to_string(), canonical(&json!({"b": ["1", "x"], "a": {"c": 2}})).to_string());
    }

    #[test]
    fn e_mail_addresses() {
        for good in ["musu@bar.lr", "m.k+1@sub.bar.lr"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["musu", "musu@bar", "@bar.lr", "a@b@c.d", "a b@c.d", "a@.d", "a@d."] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
