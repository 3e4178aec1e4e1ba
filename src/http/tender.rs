//! Reading what somebody puts on the counter.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::form::{Form, Given};
use crate::base::{Dual, Rate};
use crate::payments::{ChangeIn, Tender};
use crate::sales::PaymentMethod;

/// What is put on the counter.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TenderBody {
    #[serde(rename = "amountUSD")]
    #[schema(value_type = Option<String>, example = "20.00")]
    pub(super) amount_usd: Given,
    #[serde(rename = "amountLRD")]
    #[schema(value_type = Option<String>)]
    pub(super) amount_lrd: Given,
    /// The rate that the phone reckoned with; another one than now is refused.
    #[schema(value_type = Option<f64>)]
    pub(super) exchange_rate: Given,
    #[schema(value_type = Option<String>, example = "cash")]
    pub(super) payment_method: Given,
    #[schema(value_type = Option<String>)]
    pub(super) notes: Given,
    #[schema(value_type = Option<ChangeIn>)]
    pub(super) change_in: Given,
}

/// The tender and the rate that the phone reckoned with. `allowed` are the methods that this bill takes.
pub fn tender(form: &mut Form, body: &TenderBody, allowed: &[PaymentMethod]) -> (Tender, Option<Rate>) {
    let amount = Dual {
        usd: form.money("amountUSD", &body.amount_usd).unwrap_or_default(),
        lrd: form.money("amountLRD", &body.amount_lrd).unwrap_or_default(),
    };
    let tender = Tender {
        amount,
        method: method(form, &body.payment_method, allowed),
        change_in: form.word("changeIn", &body.change_in, ChangeIn::parse, "Must be split, LRD or USD"),
        notes: form.notes("notes", &body.notes),
    };
    (tender, form.rate("exchangeRate", &body.exchange_rate))
}

/// A payment method; cash where none is named.
pub fn method(form: &mut Form, given: &Given, allowed: &[PaymentMethod]) -> PaymentMethod {
    let names: Vec<&str> = allowed.iter().map(|method| method.as_str()).collect();
    let wrong = format!("Must be one of {}", names.join(", "));
    form.word("paymentMethod", given, |word| PaymentMethod::parse(word, allowed), &wrong).unwrap_or_default()
}
