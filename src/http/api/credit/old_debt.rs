//! Debts from before the box, which go on a tab without goods.

use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CreditBody, CreditView};
use crate::credit::{self, AddOldDebt};
use crate::engine::{Command, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::orders::customer;
use crate::http::contract::session::Caller;
use crate::http::contract::write::{Write, first_of, json, missing};
use base::{BusinessDay, CurrencyCode, Refusal, Role};
use web::form::{Form, RawField};

/// What goes on a tab: goods, or a debt from before the box. For the document.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum CreditRequest {
    Goods(Box<CreditBody>),
    OldDebt(Box<OldDebtBody>),
}

/// A debt from before the box, and whose it is. For the document.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OldDebtBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: RawField,
    #[schema(value_type = Option<String>)]
    customer_phone: RawField,
    #[schema(value_type = Option<String>)]
    notes: RawField,
    /// Puts it on the tab although it is more than the customer's limit.
    #[schema(value_type = Option<bool>)]
    over_limit: RawField,
    #[serde(flatten)]
    debt: OldDebtAmountBody,
}

/// A debt from before the box: one amount, in the currency that it is owed in.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct OldDebtAmountBody {
    #[serde(rename = "amountUSD")]
    #[schema(value_type = Option<String>, example = "25.00")]
    amount_usd: RawField,
    #[serde(rename = "amountLRD")]
    #[schema(value_type = Option<String>)]
    amount_lrd: RawField,
    /// The day since which it is owed.
    #[schema(value_type = Option<String>, example = "2026-10-01")]
    since: RawField,
}

impl OldDebtAmountBody {
    pub(super) fn is_given(&self) -> bool {
        self.amount_usd.value().is_some() || self.amount_lrd.value().is_some()
    }

    /// The currency and the amount in minor units.
    fn amount(&self, form: &mut Form) -> (CurrencyCode, i64) {
        match (form.minor("amountUSD", &self.amount_usd), form.minor("amountLRD", &self.amount_lrd)) {
            (Some(amount), None) => (CurrencyCode::Usd, amount),
            (None, Some(amount)) => (CurrencyCode::Lrd, amount),
            (Some(_), Some(_)) | (None, None) => {
                form.reject("amountUSD", "Please give the amount in US dollars or in Liberian dollars");
                (CurrencyCode::Usd, 0)
            }
        }
    }
}

/// Puts a debt from before the box on a tab.
pub(super) async fn add_old_debt(app: &AppState, caller: &Caller, write: Write<CreditBody>) -> Result<Response, ApiError> {
    if caller.user.role < Role::Manager {
        return Err(Refusal::forbidden().into());
    }
    let mut form = Form::default();
    let CreditBody { item, terms, old_debt } = &write.body;
    let customer = customer(&mut form, &item.customer_name, &item.customer_phone);
    let (currency, amount) = old_debt.amount(&mut form);
    let since = form.word("since", &old_debt.since, BusinessDay::parse, "Must be a date such as 2026-11-21");
    let notes = form.notes("notes", &item.notes);
    let over_limit = form.flag("overLimit", &terms.over_limit).unwrap_or(false);
    form.finish()?;
    let command = Command::AddOldDebt(AddOldDebt { customer, currency, amount, since, notes, over_limit });
    write
        .submit(app, caller, command, |entries, view| {
            let id = first_of(entries, |event| if let Event::OldDebtAdded(event) = event { Some(event.credit.id) } else { None });
            let item = credit::credit(view, id.ok_or_else(|| missing("credits"))?)?.ok_or_else(|| missing("credits"))?;
            json(StatusCode::CREATED, &CreditView::new(&item))
        })
        .await
}
