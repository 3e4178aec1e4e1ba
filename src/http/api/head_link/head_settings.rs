//! Settings of head office, in answers and requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::settings::{HeadSettings, SetHead, SuggestedRates};
use web::form::{Form, RawField, object};

/// Name of the member, under which its errors are reported.
const HEAD: &str = "head";

/// Settings of head office.
#[derive(Serialize, ToSchema)]
#[schema(as = HeadSettings)]
pub struct HeadSettingsView {
    /// Null while the bar is not connected.
    #[schema(example = "https://head.example:8444")]
    url: Option<String>,
    /// Whether admins are asked about an exchange rate that head office suggests.
    #[schema(schema_with = suggested_rates)]
    rate: &'static str,
}

impl From<&HeadSettings> for HeadSettingsView {
    fn from(head: &HeadSettings) -> Self {
        HeadSettingsView { url: head.url.clone(), rate: head.rate.as_str() }
    }
}

/// Settings of head office to change. The address changes only while the bar is connected.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct HeadSettingsBody {
    #[schema(value_type = Option<String>, example = "https://head.example:8444")]
    url: RawField,
    #[schema(schema_with = suggested_rates)]
    rate: RawField,
}

/// Parses the settings of head office; absent members are no change.
pub fn head(form: &mut Form, field: &RawField) -> SetHead {
    let body: HeadSettingsBody = object(form, HEAD, field);
    SetHead {
        url: form.line_change(HEAD, &body.url),
        rate: form.word(HEAD, &body.rate, SuggestedRates::parse, "A suggested rate is ask or apply"),
    }
}

fn suggested_rates() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(SuggestedRates::ALL.map(SuggestedRates::as_str))).build()
}
