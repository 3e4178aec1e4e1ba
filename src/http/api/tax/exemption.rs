//! The exempt customer of a request, and as answers show them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tax::{DOCUMENT_NUMBER_MAX, EXEMPT_NAME_MAX, TaxExemption};
use web::form::{Form, RawField, object};

/// A customer who pays no tax.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TaxExemptionBody {
    /// At most 200 characters.
    #[schema(value_type = String, example = "US Embassy")]
    name: RawField,
    /// Of the document that says so, at most 60 characters.
    #[schema(value_type = String, example = "DIP-2231")]
    document_number: RawField,
}

impl TaxExemptionBody {
    /// Parses the exemption. `prefix` stands before the names of the members.
    pub fn read(&self, form: &mut Form, prefix: &str) -> TaxExemption {
        let name = required(form, format!("{prefix}name"), &self.name, "Name is required", EXEMPT_NAME_MAX);
        let number = format!("{prefix}documentNumber");
        let document_number = required(form, number, &self.document_number, "Document number is required", DOCUMENT_NUMBER_MAX);
        TaxExemption { name, document_number, approval: None }
    }
}

fn required(form: &mut Form, field: String, text: &RawField, missing: &str, max: usize) -> String {
    let text = form.required_line(&field, text, missing).unwrap_or_default();
    if text.chars().count() > max {
        form.reject(&field, format!("Must be at most {max} characters"));
    }
    text
}

/// The exemption of all lines of a sale; `None` without one.
pub fn exemption(form: &mut Form, field: &RawField) -> Option<TaxExemption> {
    field.value()?;
    Some(object::<TaxExemptionBody>(form, "taxExemption", field).read(form, "taxExemption."))
}

/// A customer who pays no tax.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxExemption)]
pub struct ExemptionView {
    #[schema(example = "US Embassy")]
    name: String,
    #[schema(example = "DIP-2231")]
    document_number: String,
    /// Username of the person who approved it; null for a manager's own.
    approved_by: Option<String>,
}

/// A customer who pays no tax, without names of staff.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestExemption {
    #[schema(example = "US Embassy")]
    name: String,
    #[schema(example = "DIP-2231")]
    document_number: String,
}

impl ExemptionView {
    pub fn new(exemption: &TaxExemption) -> Self {
        let approved_by = exemption.approval.as_ref().map(|approval| approval.approved_by.clone());
        ExemptionView { name: exemption.name.clone(), document_number: exemption.document_number.clone(), approved_by }
    }
}

impl From<ExemptionView> for GuestExemption {
    fn from(exemption: ExemptionView) -> Self {
        GuestExemption { name: exemption.name, document_number: exemption.document_number }
    }
}
