//! Settings of credit, in answers and requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::{CreditSettings, SetCreditSettings};
use web::form::{Form, RawField, object};

/// Name of the member, under which its errors are reported.
const CREDIT: &str = "credit";

/// Settings of credit.
#[derive(Serialize, ToSchema)]
#[schema(as = CreditSettings)]
pub struct CreditSettingsView {
    /// How much a customer who is new may owe; null: without a limit.
    #[serde(rename = "limitUSD")]
    #[schema(example = "1000.00")]
    limit: Option<String>,
}

impl From<&CreditSettings> for CreditSettingsView {
    fn from(settings: &CreditSettings) -> Self {
        CreditSettingsView { limit: settings.limit.map(|limit| limit.to_string()) }
    }
}

/// Settings of credit to change; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct CreditSettingsBody {
    /// Null or blank: without a limit.
    #[serde(rename = "limitUSD")]
    #[schema(value_type = Option<String>, example = "1000.00")]
    limit: RawField,
}

/// Parses the settings of credit; absent members are no change.
pub fn credit(form: &mut Form, field: &RawField) -> SetCreditSettings {
    let body: CreditSettingsBody = object(form, CREDIT, field);
    SetCreditSettings { limit: form.money_change(CREDIT, &body.limit) }
}
