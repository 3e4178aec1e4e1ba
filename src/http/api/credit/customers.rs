//! Customers of tabs: listing, renaming, limits, joining.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::TabView;
use crate::credit::{
    self, ChangeCustomer, CustomerCommand, CustomerTab, JoinTabs, customer_by_id, customer_tab, same_customers, tab_of_customer,
};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{ShiftManager, Staff};
use crate::http::contract::write::{Write, json, missing};
use crate::rates;
use crate::settings::settings;
use base::{Refusal, Role, text};
use store::{Stored, View};
use web::form::{Form, RawField};

/// A customer of tabs, and what is due.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Customer)]
pub struct CustomerView {
    /// Name and phone as they were typed first, joined by an underscore. It stays when the customer is renamed.
    customer_id: String,
    customer_name: String,
    customer_phone: Option<String>,
    /// How much may be due; null: without a limit.
    #[serde(rename = "limitUSD")]
    limit_usd: Option<String>,
    #[serde(rename = "dueUSD")]
    due_usd: String,
    #[serde(rename = "dueLRD")]
    due_lrd: String,
    /// Since when the oldest unpaid item is owed; null if nothing is due.
    oldest_at: Option<String>,
    /// Ids of customers that were joined to this one; each leads to it in every call.
    aliases: Vec<String>,
}

impl From<CustomerTab> for CustomerView {
    fn from(tab: CustomerTab) -> Self {
        CustomerView {
            customer_id: tab.known.id,
            customer_name: tab.known.customer.name,
            customer_phone: tab.known.customer.phone,
            limit_usd: tab.known.limit.map(|limit| limit.to_string()),
            due_usd: tab.due.usd.to_string(),
            due_lrd: tab.due.lrd.to_string(),
            oldest_at: tab.oldest_at.map(|at| at.to_string()),
            aliases: tab.known.aliases,
        }
    }
}

/// What of a customer to change; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CustomerBody {
    #[schema(value_type = Option<String>, example = "Musu Kpadeh")]
    customer_name: RawField,
    /// Null or blank: without a phone.
    #[schema(value_type = Option<String>)]
    customer_phone: RawField,
    /// Null or blank: without a limit.
    #[serde(rename = "limitUSD")]
    #[schema(value_type = Option<String>, example = "150.00")]
    limit_usd: RawField,
}

/// Whose tab is joined.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct JoinTabsBody {
    /// A `customerId`.
    #[schema(value_type = String, example = "Emanuel Toe_")]
    from: RawField,
}

/// Lists customers of tabs; the one with the newest item first. With `same=true`, which is for managers and admins: those whom the bar's way to
/// compare names and phones makes one, next to each other.
#[utoipa::path(get, path = "/api/customers", tag = "credit",
    params(("q" = Option<String>, Query), ("same" = Option<bool>, Query)),
    responses((status = 200, body = [CustomerView]), (status = 400), (status = 401), (status = 403)))]
pub async fn customers(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let same = match request.param("same") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(ApiError::invalid("same must be true or false")),
    };
    if same && caller.user.role < Role::Manager {
        return Err(Refusal::forbidden().into());
    }
    let wanted = request.param("q").map(text::fold);
    request
        .answer(&app, &[Topic::Credit, Topic::Rate, Topic::Settings], "", |view| {
            let mut found = credit::customers(view, wanted.as_deref())?;
            if same {
                found = same_customers(found, &settings(view)?.phone_country);
            }
            Ok(found.into_iter().map(CustomerView::from).collect::<Vec<_>>())
        })
        .await
}

/// Renames a customer, or sets the limit.
#[utoipa::path(patch, path = "/api/customers/{customerId}", tag = "credit", request_body = CustomerBody, params(("customerId" = String, Path)), responses(
    (status = 200, body = CustomerView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn change_customer(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: Write<CustomerBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let name = form.line_change("customerName", &write.body.customer_name).map(Option::unwrap_or_default);
    if name.as_ref().is_some_and(String::is_empty) {
        form.reject("customerName", "Customer name is required");
    }
    let phone = form.line_change("customerPhone", &write.body.customer_phone);
    let limit = form.money_change("limitUSD", &write.body.limit_usd);
    form.finish()?;
    let command = CustomerCommand::Change(ChangeCustomer { id: id.clone(), name, phone, limit });
    write
        .submit(&app, &caller, Command::Customers(command), move |_, view| {
            json(StatusCode::OK, &CustomerView::from(customer_tab(view, known(view, &id)?)?))
        })
        .await
}

/// Joins the tab of another customer to that of this one.
#[utoipa::path(post, path = "/api/customers/{customerId}/join", tag = "credit", request_body = JoinTabsBody, params(("customerId" = String, Path)), responses(
    (status = 200, body = TabView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn join(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: Write<JoinTabsBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let from = form.required_line("from", &write.body.from, "Please choose the tab to join").unwrap_or_default();
    form.finish()?;
    let command = CustomerCommand::Join(JoinTabs { id: id.clone(), from });
    write
        .submit(&app, &caller, Command::Customers(command), move |_, view| {
            json(StatusCode::OK, &TabView::from(tab_of_customer(view, &known(view, &id)?, rates::rate(view)?)?))
        })
        .await
}

/// The customer to whom an id leads.
fn known(view: &dyn View, id: &str) -> Stored<credit::KnownCustomer> {
    customer_by_id(view, id, &settings(view)?.phone_country)?.ok_or_else(|| missing("customers"))
}
