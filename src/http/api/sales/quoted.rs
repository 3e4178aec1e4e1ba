//! What a sale would come to: nothing of it is recorded.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::body::BatchBody;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::views::{LineFigures, TaxFigures, TaxRowView};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Unkept, Write};
use crate::sales::{self, SaleLine, tax_rows};
use crate::settings;
use base::{Envelope, Price};

/// A sale as it would be now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaleQuote {
    sales: Vec<QuotedLine>,
    /// What is levied, by label and currency; empty without tax.
    tax_rows: Vec<TaxRowView>,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    /// The total with all taxes.
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
}

/// Returns what a sale would come to now, with its taxes. Nothing is stored.
#[utoipa::path(post, path = "/api/sales/quote", tag = "sales", request_body = BatchBody, responses(
    (status = 200, body = SaleQuote), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn quote(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Unkept(write): Unkept<Write<BatchBody>>,
) -> Result<Response, ApiError> {
    let command = write.body.read(&app, &caller)?;
    let envelope = Envelope { at: app.stamp(), running: app.engine.running(), actor: caller.actor() };
    let lines = app.store.read(|view| {
        let settings = settings::settings(view)?;
        Ok(sales::quote(&command, &sales::load_sell(view, &settings, &command, &envelope)?))
    })??;
    let sum = |figure: fn(&SaleLine) -> Price| lines.iter().map(figure).sum::<Price>();
    let (total, tax, grand_total) = (sum(|line| line.total), sum(SaleLine::tax_due), sum(SaleLine::gross));
    let quote = SaleQuote {
        sales: lines.iter().map(QuotedLine::new).collect(),
        tax_rows: tax_rows(&lines).into_iter().map(TaxRowView::from).collect(),
        total_amount_usd: total.usd.to_string(),
        total_amount_lrd: total.lrd.to_string(),
        tax_usd: tax.usd.to_string(),
        tax_lrd: tax.lrd.to_string(),
        grand_total_usd: grand_total.usd.to_string(),
        grand_total_lrd: grand_total.lrd.to_string(),
    };
    Ok(axum::Json(quote).into_response())
}

/// A line of a sale as it would be now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotedLine {
    product_id: u64,
    product_name: String,
    quantity: i64,
    #[serde(flatten)]
    figures: LineFigures,
    #[serde(flatten)]
    tax: TaxFigures,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    list_price: String,
    /// What the discount takes off the line, in either currency; absent without one.
    #[serde(rename = "discountUSD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "1.00")]
    discount_usd: Option<String>,
    #[serde(rename = "discountLRD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "190.00")]
    discount_lrd: Option<String>,
}

impl QuotedLine {
    pub(super) fn new(line: &SaleLine) -> Self {
        let (figures, tax) = (LineFigures::new(line.unit, line.total, line.currency), TaxFigures::new(line));
        QuotedLine {
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            figures,
            tax,
            exchange_rate: line.rate.to_json(),
            list_price: line.list.in_currency(line.currency),
            discount_usd: line.discount.as_ref().map(|discount| discount.amount.usd.to_string()),
            discount_lrd: line.discount.as_ref().map(|discount| discount.amount.lrd.to_string()),
        }
    }
}
