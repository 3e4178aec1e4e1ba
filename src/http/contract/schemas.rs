//! Schemas that exist only in the OpenAPI document: closed sets of values without an enum in the code, and members that a
//! request may send as a number or as text.

use std::borrow::Cow;

use serde_json::{Value, json};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::backup;
use crate::credit::CreditStatus;
use crate::orders::OrderStatus;
use crate::printer::profile::PRESETS;
use crate::receipts::VoidedFilter;
use crate::stock::Reason;

/// Declares enum schemas: name in the document, type, values.
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
    PrinterProfile: Type::String => PRESETS.iter().map(|preset| json!(preset.name)).collect();
    /// Reason of a manual stock change.
    GivenReason: Type::String => Reason::MANUAL.iter().map(|reason| json!(reason)).collect();
    /// How a backup was made.
    BackupKind: Type::String => [backup::BackupKind::Nightly, backup::BackupKind::Manual].iter().map(|kind| json!(kind.as_str())).collect();
    /// The format of a report as a file.
    CsvFormat: Type::String => vec![json!("csv")];
    /// How a suggested price is rounded.
    PriceRounding: Type::String => vec![json!("up"), json!("nearest")];
    /// What the tax report has rows for, as a file.
    TaxDetail: Type::String => vec![json!("summary"), json!("lines")];
    PictureFormat: Type::String => vec![json!("svg"), json!("png")];
    /// Which receipts: with a voided item, without, voided in part, voided completely.
    VoidedWord: Type::String => VoidedFilter::WORDS.iter().map(|word| json!(word)).collect();
    /// Whether the box sells (`ok`), or is a second box in standby mode.
    HealthStatus: Type::String => vec![json!("ok"), json!("standby")];
    /// Which sale lines.
    SaleListStatus: Type::String => vec![json!("recorded"), json!("voided")];
    /// Which orders: a status, all that are not closed, or all.
    OrderListStatus: Type::String => with_words(&["all", "active"], enum_values_of::<OrderStatus>());
    /// Which credit items: a status, or all that are not voided.
    CreditListStatus: Type::String => with_words(&["all"], enum_values_of::<CreditStatus>());
    /// A boolean as text.
    TrueOrFalse: Type::String => vec![json!(true.to_string()), json!(false.to_string())];
    /// A boolean as a number.
    OneOrZero: Type::Integer => vec![json!(u8::from(true)), json!(u8::from(false))];
}

/// An amount in a request, as text or as a number.
pub enum Amount {}
/// A whole number in a request, as a number or as text.
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

fn with_words(words: &[&str], statuses: Vec<Value>) -> Vec<Value> {
    words.iter().map(|word| json!(word)).chain(statuses).collect()
}

/// The values of an enum type, as the document lists them.
fn enum_values_of<T: PartialSchema>() -> Vec<Value> {
    let schema = serde_json::to_value(T::schema()).unwrap_or_default();
    schema["enum"].as_array().cloned().unwrap_or_default()
}
