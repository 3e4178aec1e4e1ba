//! Settings of bills, in answers and requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::{BillSettings, SetBills};
use web::form::{Form, RawField, object};

/// Name of the member, under which its errors are reported.
const BILLS: &str = "bills";

/// Settings of bills.
#[derive(Serialize, ToSchema)]
#[schema(as = BillSettings)]
pub struct BillSettingsView {
    /// What the comps of a bartender may be worth together on a business day without an approval, where the rule for comps is `approve`.
    #[serde(rename = "compCapUSD")]
    #[schema(example = "10.00")]
    comp_cap: String,
    /// Whether each part of an order that is paid in equal shares prints a slip.
    slips: bool,
}

impl From<&BillSettings> for BillSettingsView {
    fn from(settings: &BillSettings) -> Self {
        BillSettingsView { comp_cap: settings.comp_cap.to_string(), slips: settings.slips }
    }
}

/// Settings of bills to change; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct BillSettingsBody {
    #[serde(rename = "compCapUSD")]
    #[schema(value_type = Option<String>, example = "10.00")]
    comp_cap: RawField,
    #[schema(value_type = Option<bool>)]
    slips: RawField,
}

/// Parses the settings of bills; absent members are no change.
pub fn bills(form: &mut Form, field: &RawField) -> SetBills {
    let body: BillSettingsBody = object(form, BILLS, field);
    SetBills { comp_cap: form.money(BILLS, &body.comp_cap), slips: form.flag(BILLS, &body.slips) }
}
