//! Tabs: all that a customer owes, listed and paid.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::TabView;
use super::{paid, payer, receipt};
use crate::credit::{self, PayTab, Tab, TabStatus};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::PaymentView;
use crate::http::api::payments::tender::{PaymentBody, WithoutAmounts};
use crate::http::api::views::{ChangeFigures, ReceiptView};
use crate::http::api::visible::Visible;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Write, json, missing};
use crate::methods::PaymentMethod;
use crate::payments::Coverage;
use crate::rates;
use web::form::{Form, RawField};

/// A tab after a payment. There is a receipt if items were fully paid.
#[derive(Serialize, ToSchema)]
pub struct PaidTab {
    tab: TabView,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    #[serde(rename = "roundingLRD")]
    rounding_lrd: String,
    receipt: Option<ReceiptView>,
    payment: PaymentView,
}

/// A payment on a customer's tab.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TabPaymentBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: RawField,
    /// Distinguishes customers of the same name. Blank: the one without a phone. Absent or null: 409 `ambiguous_customer` if
    /// several have the name.
    #[schema(value_type = Option<String>)]
    customer_phone: RawField,
    #[serde(flatten)]
    payment: PaymentBody,
}

/// Lists all tabs with an amount due, and those paid recently.
#[utoipa::path(get, path = "/api/tabs", tag = "credit", responses((status = 200, body = [TabView]), (status = 401), (status = 403)))]
pub async fn tabs(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let (now, running) = (app.stamp(), app.engine.running());
    // Paid tabs leave the list after a time: the answer is valid for this business day at most.
    let day = app.store.read(crate::settings::settings)?.bar_time().business_day(now);
    let visible = Visible::to(&app, &caller)?;
    let variant = format!("{day} {}", visible.variant());
    request
        .answer(&app, &[Topic::Credit, Topic::Rate], &variant, |view| {
            let mut tabs = credit::tabs(view, now, running)?;
            let is_seen =
                |tab: &Tab| tab.status != TabStatus::Paid || tab.items.iter().any(|item| visible.credit(view, item).unwrap_or(false));
            tabs.retain(is_seen);
            Ok(tabs.into_iter().map(TabView::from).collect::<Vec<_>>())
        })
        .await
}

/// Records a payment on a tab, allocated to its items from the oldest on.
#[utoipa::path(post, path = "/api/tabs/payment", tag = "credit", request_body = TabPaymentBody, responses(
    (status = 200, body = PaidTab), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn pay_tab(State(app): State<AppState>, Staff(caller): Staff, write: Write<TabPaymentBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payer = payer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    let payment =
        write.body.payment.read(&mut form, &app, PaymentMethod::FOR_CREDIT, WithoutAmounts::Refused).at(|till| caller.at_till(till));
    form.finish()?;
    payment.check_amounts()?;
    write
        .submit(&app, &caller, Command::PayTab(PayTab { payer, payment, coverage: Coverage::Partial }), |entries, view| {
            let paid = paid(entries)?;
            let (change, receipt) = (ChangeFigures::of(&paid.payment), receipt(paid, view)?);
            let share = paid.shares.first().ok_or_else(|| missing("tabs"))?;
            let item = credit::credit(view, share.credit_id)?.ok_or_else(|| missing("credits"))?;
            let row = credit::tab_of_key(view, &item.tab)?.ok_or_else(|| missing("tabs"))?;
            let tab = Tab::load(view, &row, rates::rate(view)?)?.into();
            let payment = PaymentView::load(view, paid.payment.id)?;
            json(
                StatusCode::OK,
                &PaidTab { tab, change_usd: change.usd, change_lrd: change.lrd, rounding_lrd: change.rounding_lrd, receipt, payment },
            )
        })
        .await
}
