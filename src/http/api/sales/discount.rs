//! Discounts in request bodies: of orders, and of counter sales.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::tax::percent;
use crate::reasons::{CHOOSE_A_REASON, REASON_REQUIRED, ReasonChoice};
use crate::sales::{DiscountFigure, DiscountRequest};
use crate::settings;
use crate::tax::Percent;
use base::{CurrencyCode, Lrd, Usd};
use web::form::{Form, RawField, object};

/// A discount: exactly one of `percent`, `amountUSD` and `amountLRD`.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct DiscountBody {
    /// Of each line, 0.01 to 100.00.
    #[schema(value_type = Option<String>, example = "10.00")]
    percent: RawField,
    /// Of all lines together, shared by their totals.
    #[serde(rename = "amountUSD")]
    #[schema(value_type = Option<String>)]
    amount_usd: RawField,
    /// Of all lines together, shared by their totals.
    #[serde(rename = "amountLRD")]
    #[schema(value_type = Option<String>)]
    amount_lrd: RawField,
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    reason: RawField,
    /// The reason of the list, of kind `discount`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
}

impl DiscountBody {
    /// Parses the discount. Its fields are reported under `prefix`. `None` if the form has an error.
    pub fn read(&self, form: &mut Form, app: &AppState, prefix: &str) -> Result<Option<DiscountRequest>, ApiError> {
        let at = |name: &str| format!("{prefix}{name}");
        let figure = self.figure(form, &at);
        let reason = ReasonChoice { id: form.id(&at("reasonId"), &self.reason_id), text: form.line(&at("reason"), &self.reason) };
        if !reason.is_given() {
            match app.store.read(settings::settings)?.people.free_text {
                true => form.reject(&at("reason"), REASON_REQUIRED),
                false => form.reject(&at("reasonId"), CHOOSE_A_REASON),
            }
        }
        Ok(figure.map(|figure| DiscountRequest { figure, reason }))
    }

    fn figure(&self, form: &mut Form, at: &impl Fn(&str) -> String) -> Option<DiscountFigure> {
        let given = [&self.percent, &self.amount_usd, &self.amount_lrd].into_iter().filter(|field| field.value().is_some()).count();
        if given != 1 {
            form.reject(&at("percent"), "Give a percent or an amount");
            return None;
        }
        if let Some(percent) = percent(form, &at("percent"), &self.percent) {
            if !(Percent::MIN..=Percent::MAX).contains(&percent) {
                form.reject(&at("percent"), "Must be between 0.01 and 100.00");
            }
            return Some(DiscountFigure::Percent(percent));
        }
        let usd = form.money::<_>(&at("amountUSD"), &self.amount_usd).map(|amount: Usd| (CurrencyCode::Usd, amount.as_minor()));
        let lrd = form.money::<_>(&at("amountLRD"), &self.amount_lrd).map(|amount: Lrd| (CurrencyCode::Lrd, amount.as_minor()));
        let (currency, minor) = usd.or(lrd)?;
        if minor <= 0 {
            let name = if currency == CurrencyCode::Usd { "amountUSD" } else { "amountLRD" };
            form.reject(&at(name), "Must be more than 0");
        }
        Some(DiscountFigure::Amount(currency, minor))
    }
}

/// The discount on all lines of a counter sale; `None` without one.
pub fn sale_discount(form: &mut Form, app: &AppState, field: &RawField) -> Result<Option<DiscountRequest>, ApiError> {
    if field.value().is_none() {
        return Ok(None);
    }
    object::<DiscountBody>(form, "discount", field).read(form, app, "discount.")
}
