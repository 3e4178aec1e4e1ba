//! Exchange rate: current, history, change.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::list_args::Paged;
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::{Admin, Staff};
use crate::http::contract::write::{Write, json};
use crate::rates::{self, CurrentRate, SetRate};
use base::RateError;
use web::form::{Form, RawField};

/// The current exchange rate.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExchangeRate)]
pub struct RateView {
    /// LRD per 1 USD.
    #[schema(value_type = f64, example = 190)]
    rate: Value,
    updated_at: String,
}

/// An exchange rate and who set it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PastExchangeRate)]
pub struct PastRateView {
    /// LRD per 1 USD.
    #[schema(value_type = f64, example = 190)]
    rate: Value,
    updated_at: String,
    user_name: String,
}

/// A new exchange rate.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct RateBody {
    /// LRD per 1 USD.
    #[schema(value_type = f64, example = 190)]
    rate: RawField,
}

impl RateView {
    fn new(current: CurrentRate) -> Self {
        RateView { rate: current.rate.to_json(), updated_at: current.updated_at.to_string() }
    }
}

/// Returns the current exchange rate.
#[utoipa::path(get, path = "/api/exchange-rate", tag = "rate", responses((status = 200, body = RateView)))]
pub async fn current(State(app): State<AppState>) -> Result<Response, ApiError> {
    let current = app.store.read(rates::current)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(RateView::new(current))).into_response())
}

/// Sets the exchange rate.
#[utoipa::path(post, path = "/api/exchange-rate", tag = "rate", request_body = RateBody, responses(
    (status = 200, body = RateView), (status = 400), (status = 401), (status = 403), (status = 415)))]
pub async fn set(State(app): State<AppState>, Admin(caller): Admin, write: Write<RateBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let rate = form.rate("rate", &write.body.rate);
    if rate.is_none() {
        form.reject("rate", RateError);
    }
    form.finish()?;
    let Some(rate) = rate else { return Err(ApiError::invalid(RateError.to_string())) };
    write
        .submit(&app, &caller, Command::Rate(SetRate { rate }), |_, view| json(StatusCode::OK, &RateView::new(rates::current(view)?)))
        .await
}

/// Lists all exchange rates, newest first.
#[utoipa::path(get, path = "/api/exchange-rate/history", tag = "rate",
    responses((status = 200, body = [PastRateView]), (status = 400), (status = 401), (status = 403)))]
pub async fn history(State(app): State<AppState>, _: Staff, Paged(page): Paged, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer_page(&app, &[Topic::Rate], "", |view| {
            let found = Page::cut(rates::history(view, page.before, page.limit + 1)?, page, |(seq, _)| *seq);
            let rows = found.rows.into_iter().map(|(_, past)| PastRateView {
                rate: past.rate.to_json(),
                updated_at: past.updated_at.to_string(),
                user_name: past.user_name,
            });
            Ok(Page { rows: rows.collect(), next: found.next })
        })
        .await
}
