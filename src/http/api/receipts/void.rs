//! Voids of several lines of a receipt, and what such a void gives back.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::{PaymentView, TenderView};
use crate::http::api::reasons::RecordedReason;
use crate::http::api::sales::{SaleView, Void, VoidBody, quantity, refunds_of_void};
use crate::http::api::views::{ReceiptView, receipt_of};
use crate::http::api::visible::sees_receipt;
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::SaleVoider;
use crate::http::contract::write::{Approvable, Write, json, missing};
use crate::receipts;
use crate::sales::{self, LINES_MAX, LineToVoid, VoidSale};
use crate::settings;
use store::Stored;
use web::form::{Form, RawField, objects};

/// A line to void.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineToVoidBody {
    #[schema(value_type = u64)]
    #[serde(default)]
    sale_id: RawField,
    /// Pieces. Default: all that are left.
    #[schema(value_type = Option<i64>, example = 1)]
    #[serde(default)]
    quantity: RawField,
}

/// A void of lines of a receipt.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ReceiptVoidBody {
    /// 1 to 200 lines.
    #[serde(deserialize_with = "objects")]
    #[schema(required = true)]
    lines: Vec<LineToVoidBody>,
    #[serde(flatten)]
    void: VoidBody,
}

/// A receipt after a void.
#[derive(Serialize, ToSchema)]
pub struct VoidedReceipt {
    receipt: Option<ReceiptView>,
    /// The lines of the request, as they are now.
    sales: Vec<SaleView>,
    /// What is given back; amounts are negative.
    refunds: Vec<PaymentView>,
    #[serde(flatten)]
    reason: RecordedReason,
}

/// What a void or a refund would give back.
#[derive(Serialize, ToSchema)]
pub struct MoneyBack {
    /// As the money came in, one for each method and currency.
    pub(super) tenders: Vec<TenderView>,
}

/// Voids lines of a receipt, or parts of them: all or none.
#[utoipa::path(post, path = "/api/receipts/{receiptNumber}/void", tag = "receipts", request_body = ReceiptVoidBody,
    params(("receiptNumber" = String, Path)), responses(
    (status = 200, body = VoidedReceipt), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn void(
    State(app): State<AppState>,
    SaleVoider(caller): SaleVoider,
    Path(number): Path<String>,
    Approvable(write): Approvable<Write<ReceiptVoidBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let lines = lines(&mut form, &write.body.lines);
    let Void { reason, return_to_stock, refund, return_tip, till } = write.body.void.read(&mut form, &app)?;
    form.finish()?;
    sees_receipt(&app, &caller, &number)?;
    let ids: Vec<u64> = lines.iter().map(|line| line.sale_id).collect();
    let receipt_number = Some(number.clone());
    let command =
        Command::VoidSale(VoidSale { receipt_number, lines, reason, return_to_stock, refund, return_tip, till: caller.at_till(till) });
    write
        .submit(&app, &caller, command, move |entries, view| {
            let line =
                |id: &u64| -> Stored<SaleView> { Ok(SaleView::new(sales::recorded_line(view, *id)?.ok_or_else(|| missing("sales"))?)) };
            let sales = ids.iter().map(line).collect::<Stored<_>>()?;
            let (receipt, reason) = (receipt_of(view, Some(&number))?, RecordedReason::of_void(entries));
            json(StatusCode::OK, &VoidedReceipt { receipt, sales, refunds: refunds_of_void(entries, view)?, reason })
        })
        .await
}

fn lines(form: &mut Form, bodies: &[LineToVoidBody]) -> Vec<LineToVoid> {
    if !(1..=LINES_MAX).contains(&bodies.len()) {
        form.reject("lines", format!("A void needs 1 to {LINES_MAX} lines"));
    }
    let mut lines: Vec<LineToVoid> = Vec::new();
    for body in bodies.iter().take(LINES_MAX) {
        let sale_id = form.required_id("saleId", &body.sale_id, "Please choose a line").unwrap_or_default();
        if lines.iter().any(|line| line.sale_id == sale_id) {
            form.reject("lines", "The same line twice");
        }
        lines.push(LineToVoid { sale_id, quantity: quantity(form, &body.quantity) });
    }
    lines
}

/// Tells what a void of lines would give back. `lines` is a list such as `7:1,8`: ids of sale lines, each with its pieces unless
/// all that are left are meant.
#[utoipa::path(get, path = "/api/receipts/{receiptNumber}/refund", tag = "receipts",
    params(("receiptNumber" = String, Path), ("lines" = String, Query)), responses(
    (status = 200, body = MoneyBack), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn refund(
    State(app): State<AppState>,
    SaleVoider(caller): SaleVoider,
    Path(number): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    sees_receipt(&app, &caller, &number)?;
    let lines = request.param("lines").and_then(lines_of_query).ok_or_else(|| ApiError::invalid("lines must be a list such as 7:1,8"))?;
    request
        .answer(&app, &[Topic::Sales, Topic::Receipts, Topic::Settings], "", |view| {
            receipts::receipt(view, &number)?.ok_or_else(|| ApiError::not_found("receipt"))?;
            let (sales, money) = sales::load_lines_to_void(view, &lines)?;
            let settings = settings::settings(view)?;
            let tenders = sales::money_back(&lines, &number, &sales, &money, &settings.cash_steps())?;
            Ok(MoneyBack { tenders: tenders.into_iter().map(|tender| TenderView::new(tender, &settings)).collect() })
        })
        .await
}

fn lines_of_query(text: &str) -> Option<Vec<LineToVoid>> {
    let line = |part: &str| {
        let (id, quantity) = part.split_once(':').map_or((part, None), |(id, quantity)| (id, Some(quantity)));
        let quantity = quantity.map(|quantity| quantity.parse().ok().filter(|quantity| *quantity >= 1).ok_or(())).transpose().ok()?;
        Some(LineToVoid { sale_id: id.parse().ok()?, quantity })
    };
    let lines: Vec<LineToVoid> = text.split(',').map(line).collect::<Option<_>>()?;
    (lines.len() <= LINES_MAX).then_some(lines)
}
