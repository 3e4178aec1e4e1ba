//! Schemas for the OpenAPI document alone: closed sets of words (and of 1 or 0) that are no enum of their own in the code, and what a
//! request may say in two ways.

use std::borrow::Cow;

use serde_json::{Value, json};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::backup;
use crate::printer::profile::PRESETS;
use crate::stock::Reason;

/// Declares one: its name in the document, its type, its values.
macro_rules! enum_schemas {
    ($($(#[$doc:meta])* $name:ident: $kind:expr => $values:expr;)+) => {$(
        $(#[$doc])*
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let values: Vec<Value> = $values;
                ObjectBuilder::new().schema_type($kind).enum_values(Some(values)).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

enum_schemas! {
    /// What a printer is set up as.
    PrinterProfile: Type::String => PRESETS.iter().map(|preset| json!(preset.name)).collect();
    /// Why stock is moved by hand.
    GivenReason: Type::String => Reason::MANUAL.iter().map(|reason| json!(reason)).collect();
    /// How a copy that stands by itself was made.
    BackupKind: Type::String => [backup::BackupKind::Nightly, backup::BackupKind::Manual].iter().map(|kind| json!(kind.as_str())).collect();
    /// The format of a picture.
    PictureFormat: Type::String => vec![json!("svg"), json!("png")];
    /// How the box is. A second box that stands by says so itself.
    HealthStatus: Type::String => vec![json!("ok"), json!("standby")];
    /// Yes or no as a text.
    TrueOrFalse: Type::String => vec![json!(true.to_string()), json!(false.to_string())];
    /// Yes or no as a number.
    OneOrZero: Type::Integer => vec![json!(u8::from(true)), json!(u8::from(false))];
}

/// An amount in a request: as a text or as a number.
pub enum Amount {}
/// A whole number in a request: as a number, or as it was typed.
pub enum Whole {}

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::String, Type::Number])).into()
    }
}

impl ToSchema for Amount {
    fn name() -> Cow<'static, str> {
        "Amount".into()
    }
}

impl PartialSchema for Whole {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::Integer, Type::String])).into()
    }
}

impl ToSchema for Whole {
    fn name() -> Cow<'static, str> {
        "Whole".into()
    }
}

/// The words of a type, as the document names them.
pub fn enum_values_of<T: PartialSchema>() -> Vec<Value> {
    let schema = serde_json::to_value(T::schema()).unwrap_or_default();
    schema["enum"].as_array().cloned().unwrap_or_default()
}
