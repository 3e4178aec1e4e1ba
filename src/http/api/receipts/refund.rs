//! Refunds of receipts, and what a refund would give back.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::void::MoneyBack;
use crate::engine::{Command, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::tender::{TenderBody, tenders};
use crate::http::api::payments::{PaymentView, TenderView};
use crate::http::api::reasons::required_choice;
use crate::http::api::views::ReceiptView;
use crate::http::api::visible::sees_receipt;
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, Write, json, missing};
use crate::payments::TillRequest;
use crate::receipts::{self, Receipt};
use crate::sales::{self, LINES_MAX, LineToRefund, RefundAmount, RefundSale};
use crate::settings;
use web::form::{Form, RawField, objects};

/// A line to refund: pieces, or an amount in the line's currency without goods.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineToRefundBody {
    #[schema(value_type = u64)]
    #[serde(default)]
    sale_id: RawField,
    /// Pieces.
    #[schema(value_type = Option<i64>, example = 2)]
    #[serde(default)]
    quantity: RawField,
    /// Instead of pieces.
    #[schema(value_type = Option<String>, example = "1.00")]
    #[serde(default)]
    amount: RawField,
}

/// A refund of lines of a receipt.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct RefundBody {
    /// 1 to 200 lines.
    #[serde(deserialize_with = "objects")]
    #[schema(required = true)]
    items: Vec<LineToRefundBody>,
    /// Give back in 1 to 10 tenders. Default: the way it was paid.
    #[schema(value_type = Option<Vec<TenderBody>>)]
    refund: RawField,
    /// The till that gives the money back.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>, example = "Flat beer")]
    reason: RawField,
    /// Whether the goods go back to the shelf. Default: false.
    #[schema(value_type = Option<bool>)]
    return_to_stock: RawField,
}

/// A refund.
#[derive(Serialize, ToSchema)]
pub struct RefundedReceipt {
    /// The receipt of the refund.
    receipt: ReceiptView,
    /// What gave the money back; amounts are negative. Null if nothing was paid for these lines.
    payment: Option<PaymentView>,
    /// All payments that gave money back: several where it came in under several labels.
    payments: Vec<PaymentView>,
}

/// Gives money back for lines of a receipt, or for parts of them: all or none. The sale stays.
#[utoipa::path(post, path = "/api/receipts/{receiptNumber}/refund", tag = "receipts", request_body = RefundBody,
    params(("receiptNumber" = String, Path)), responses(
    (status = 201, body = RefundedReceipt), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn refund(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(receipt_number): Path<String>,
    Approvable(write): Approvable<Write<RefundBody>>,
) -> Result<Response, ApiError> {
    let (mut form, body) = (Form::default(), &write.body);
    let lines = lines(&mut form, &body.items);
    let reason = required_choice(&mut form, &app, &body.reason_id, &body.reason)?;
    let returns_stock = form.flag("returnToStock", &body.return_to_stock).unwrap_or(false);
    let refund = body.refund.value().is_some().then(|| tenders(&mut form, "refund", &body.refund));
    let till = TillRequest { till_id: form.id("tillId", &body.till_id), device_till_id: None };
    form.finish()?;
    sees_receipt(&app, &caller, &receipt_number)?;
    let command = RefundSale { receipt_number, lines, reason, returns_stock, refund, till: caller.at_till(till) };
    write
        .submit(&app, &caller, Command::RefundSale(command), |entries, view| {
            let refunded = entries.iter().find_map(|entry| if let Event::SaleRefunded(event) = &entry.event { Some(event) } else { None });
            let refunded = refunded.ok_or_else(|| missing("sales"))?;
            let sale = receipts::receipt(view, &refunded.sale.receipt_number)?.ok_or_else(|| missing("receipt_numbers"))?;
            let payments = || refunded.payments.iter().map(|payment| PaymentView::load(view, payment.id));
            let (receipt, payment) = (ReceiptView::new(&Receipt::of(&sale)), payments().next().transpose()?);
            json(StatusCode::CREATED, &RefundedReceipt { receipt, payment, payments: payments().collect::<Result<_, _>>()? })
        })
        .await
}

fn lines(form: &mut Form, bodies: &[LineToRefundBody]) -> Vec<LineToRefund> {
    if !(1..=LINES_MAX).contains(&bodies.len()) {
        form.reject("items", format!("A refund needs 1 to {LINES_MAX} lines"));
    }
    let mut lines: Vec<LineToRefund> = Vec::new();
    for body in bodies.iter().take(LINES_MAX) {
        let sale_id = form.required_id("saleId", &body.sale_id, "Please choose a line").unwrap_or_default();
        if lines.iter().any(|line| line.sale_id == sale_id) {
            form.reject("items", "The same line twice");
        }
        let amount = match (body.quantity.value().is_some(), body.amount.value().is_some()) {
            (true, false) => RefundAmount::Pieces(positive(form, "quantity", |form| form.integer("quantity", &body.quantity))),
            (false, true) => RefundAmount::Money(positive(form, "amount", |form| form.minor("amount", &body.amount))),
            _ => {
                form.reject("items", "Give a quantity or an amount");
                continue;
            }
        };
        lines.push(LineToRefund { sale_id, amount });
    }
    lines
}

fn positive(form: &mut Form, name: &str, read: impl FnOnce(&mut Form) -> Option<i64>) -> i64 {
    let number = read(form);
    if number.is_some_and(|number| number < 1) {
        form.reject(name, if name == "quantity" { "Quantity must be at least 1" } else { "Please enter an amount" });
    }
    number.unwrap_or(1)
}

/// Tells what a refund would give back. `items` is a list such as `7:2,8=1.50`: ids of sale lines, each with its pieces or with an
/// amount in its currency.
#[utoipa::path(get, path = "/api/receipts/{receiptNumber}/refundable", tag = "receipts",
    params(("receiptNumber" = String, Path), ("items" = String, Query)), responses(
    (status = 200, body = MoneyBack), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn money_back(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    sees_receipt(&app, &caller, &number)?;
    let lines =
        request.param("items").and_then(lines_of_query).ok_or_else(|| ApiError::invalid("items must be a list such as 7:2,8=1.50"))?;
    request
        .answer(&app, &[Topic::Sales, Topic::Receipts, Topic::Settings], "", |view| {
            let sale = receipts::receipt(view, &number)?.ok_or_else(|| ApiError::not_found("receipt"))?;
            let settings = settings::settings(view)?;
            let tenders = sales::goods_back(&sale, &lines, &sales::money_on(view, &sale)?, &settings.cash_steps())?;
            Ok(MoneyBack { tenders: tenders.into_iter().map(|tender| TenderView::new(tender, &settings)).collect() })
        })
        .await
}

fn lines_of_query(text: &str) -> Option<Vec<LineToRefund>> {
    let line = |part: &str| {
        let (id, amount) = match (part.split_once(':'), part.split_once('=')) {
            (Some((id, pieces)), None) => (id, RefundAmount::Pieces(pieces.parse().ok().filter(|pieces| *pieces >= 1)?)),
            (None, Some((id, money))) => {
                let money = base::Usd::parse(money).ok()?.as_minor();
                (id, RefundAmount::Money(Some(money).filter(|money| *money >= 1)?))
            }
            _ => return None,
        };
        Some(LineToRefund { sale_id: id.parse().ok()?, amount })
    };
    let lines: Vec<LineToRefund> = text.split(',').map(line).collect::<Option<_>>()?;
    (lines.len() <= LINES_MAX).then_some(lines)
}
