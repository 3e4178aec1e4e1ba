//! Payments: as answers show them, and their list.

pub mod correct;
pub mod refund;
pub mod slip;
pub mod tender;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use self::correct::EarlierFormView;
use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::views::ChangeFigures;
use crate::http::contract::list_args::Paged;
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::Manager;
use crate::http::contract::write::missing;
use crate::methods::PaymentMethod;
use crate::payments::{self, Booking, Payment, PaymentRow, SharePart, Tender};
use crate::receipts;
use crate::sales;
use crate::settings::{Settings, TipMode, settings};
use crate::tills;
use base::CurrencyCode;
use store::{Stored, Verdict, View};

/// A payment or refund.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentView {
    id: u64,
    kind: PaymentKind,
    at: String,
    /// Business day, in the bar's time zone. `hour` is the hour in that time zone.
    #[schema(example = "2026-11-21")]
    business_day: String,
    hour: u8,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    #[serde(rename = "roundingLRD")]
    rounding_lrd: String,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    /// What the bar kept, tenders less change and tip, in US dollars.
    #[serde(rename = "valueUSD")]
    value_usd: String,
    /// Id of the payment method, or `mixed`.
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    tenders: Vec<TenderView>,
    #[serde(flatten)]
    tip: TipFields,
    /// Whether the tenders were not entered but assumed from the amount due.
    assumed: bool,
    till_id: Option<u64>,
    till_name: Option<String>,
    shift_id: Option<u64>,
    order_id: Option<u64>,
    customer_name: Option<String>,
    receipt_number: Option<String>,
    notes: Option<String>,
    user_name: String,
    /// Which of the equal shares of its order it pays.
    share: Option<SharePart>,
    /// The payment that it gives back.
    refunds: Option<u64>,
    /// The order that it was taken on, before that order was merged into `orderId`.
    taken_on_order_id: Option<u64>,
    /// The earlier forms of a payment that was corrected, oldest first.
    corrections: Vec<EarlierFormView>,
}

/// The tip of a payment. Its members are absent in a bar that takes no tips.
#[derive(Serialize, Default, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TipFields {
    /// The part of the tenders that is for the staff; negative in a refund that gives it back.
    #[serde(rename = "tipUSD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "2.50")]
    tip_usd: Option<String>,
    #[serde(rename = "tipLRD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    tip_lrd: Option<String>,
    /// Whose it is; absent without a tip and in refunds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    tip_user_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    tip_user_name: Option<String>,
}

impl TipFields {
    fn new(payment: &Payment, settings: &Settings) -> Self {
        if settings.people.tip_mode == TipMode::Off && payment.tip.is_none() {
            return TipFields::default();
        }
        let amount = payment.tip_amount();
        let of = payment.tip.as_ref().and_then(|tip| tip.of.as_ref());
        TipFields {
            tip_usd: Some(amount.usd.to_string()),
            tip_lrd: Some(amount.lrd.to_string()),
            tip_user_id: of.map(|of| of.user_id),
            tip_user_name: of.map(|of| of.user_name.clone()),
        }
    }
}

/// Payment or refund.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentKind {
    /// Money came in.
    Payment,
    /// Money went back; amounts are negative.
    Refund,
}

/// A tender: money of one payment method in one currency.
#[derive(Serialize, ToSchema)]
#[schema(as = PaidTender)]
pub struct TenderView {
    #[schema(value_type = String, example = "cash")]
    method: PaymentMethod,
    #[schema(example = "Cash")]
    name: String,
    currency: CurrencyCode,
    #[schema(example = "4.00")]
    amount: String,
    reference: Option<String>,
    /// Whether it was confirmed on the bar's account.
    ticked: bool,
}

impl TenderView {
    /// A tender as answers show it.
    pub fn new(tender: Tender, settings: &Settings) -> Self {
        TenderView {
            name: settings.method_name(&tender.method),
            currency: tender.currency,
            amount: tender.cash().in_currency(tender.currency),
            method: tender.method,
            reference: tender.reference,
            ticked: false,
        }
    }
}

impl PaymentView {
    /// A payment as answers show it.
    pub fn new(view: &dyn View, row: PaymentRow, settings: &Settings) -> Stored<Self> {
        let PaymentRow { payment, at, when, user_name } = row;
        let (tendered, change) = (payment.tendered(), ChangeFigures::of(&payment));
        let tip = TipFields::new(&payment, settings);
        let (till_id, shift_id) = (payment.booking.and_then(Booking::till_id), payment.booking.and_then(Booking::shift_id));
        let till_name = match till_id {
            Some(id) => tills::till(view, id)?.map(|state| state.till.name),
            None => None,
        };
        let mut tenders = Vec::with_capacity(payment.tenders.len());
        for (tender, place) in payment.tenders.iter().zip(0u64..) {
            let ticked = shift_id.is_some() && tills::ticked_by(view, payment.id, place)?.is_some();
            tenders.push(TenderView { ticked, ..TenderView::new(tender.clone(), settings) });
        }
        let corrections = payments::corrections(view, payment.id)?;
        Ok(PaymentView {
            id: payment.id,
            kind: if payment.refund { PaymentKind::Refund } else { PaymentKind::Payment },
            at: at.to_string(),
            business_day: when.day.to_string(),
            hour: when.hour,
            amount_usd: tendered.usd.to_string(),
            amount_lrd: tendered.lrd.to_string(),
            change_usd: change.usd,
            change_lrd: change.lrd,
            rounding_lrd: change.rounding_lrd,
            exchange_rate: payment.rate.to_json(),
            value_usd: payment.value_usd().to_string(),
            payment_method: payment.method,
            tenders,
            tip,
            assumed: payment.assumed,
            till_id,
            till_name,
            shift_id,
            order_id: payment.order_id,
            customer_name: payment.customer.map(|customer| customer.name),
            receipt_number: payment.receipt_number,
            notes: payment.notes,
            user_name,
            share: payment.share,
            refunds: payment.refunds,
            taken_on_order_id: payment.taken_on_order_id,
            corrections: corrections.into_iter().map(|correction| EarlierFormView::new(correction, settings)).collect(),
        })
    }

    /// The payment with this id, which must exist.
    pub fn load(view: &dyn View, id: u64) -> Stored<Self> {
        let row = sales::payment(view, id)?.ok_or_else(|| missing("payments"))?;
        PaymentView::new(view, row, &*settings(view)?)
    }
}

/// Topics that payments depend on.
const TOPICS: [Topic; 6] = [Topic::Sales, Topic::Orders, Topic::Credit, Topic::Settings, Topic::Tills, Topic::Shifts];

/// Lists payments and refunds, newest first. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/payments", tag = "payments",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("shiftId" = Option<u64>, Query), ("method" = Option<String>, Query),
        ("assumed" = Option<bool>, Query), ("unassigned" = Option<bool>, Query),
        ("receiptNumber" = Option<String>, Query, description = "Those with money on this receipt, refunds left out")),
    responses((status = 200, body = [PaymentView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Manager, Paged(page): Paged, request: ReadRequest) -> Result<Response, ApiError> {
    let (from, to) = request.days("from", "to")?;
    let method = request.param("method").map(PaymentMethod::named);
    let assumed = flag(&request, "assumed")?;
    let unassigned = flag(&request, "unassigned")?;
    let shift = request.id("shiftId", "shift")?;
    if let Some(number) = request.param("receiptNumber").map(str::to_owned) {
        return request.answer_page(&app, &TOPICS, "", move |view| Ok(on_receipt(view, &number)?)).await;
    }
    request
        .answer_page(&app, &TOPICS, "", move |view| {
            let search = page.search().run(|search, before| {
                sales::visit_payments(view, before, |row| {
                    search.visit_row(row.payment.id, || {
                        let (payment, day) = (&row.payment, row.when.day);
                        if from.is_some_and(|from| day.is_past_all_of(from)) {
                            return Verdict::EndOfRange(None);
                        }
                        let has_tender_of = |method: &PaymentMethod| payment.tenders.iter().any(|tender| tender.method == *method);
                        let shift_id = payment.booking.and_then(Booking::shift_id);
                        // Without tills, all cash is unassigned.
                        let is_unassigned = shift_id.is_none() && has_tender_of(&PaymentMethod::CASH);
                        let fits = from.is_none_or(|from| day >= from)
                            && to.is_none_or(|to| day <= to)
                            && shift.is_none_or(|wanted| shift_id == Some(wanted))
                            && method.as_ref().is_none_or(has_tender_of)
                            && assumed.is_none_or(|wanted| payment.assumed == wanted)
                            && unassigned.is_none_or(|wanted| is_unassigned == wanted);
                        if fits { Verdict::Include(row) } else { Verdict::Skip }
                    })
                })
            })?;
            let settings = settings(view)?;
            let page = Page::from(search);
            let rows = page.rows.into_iter().map(|row| PaymentView::new(view, row, &settings)).collect::<Stored<_>>()?;
            Ok(Page { rows, next: page.next })
        })
        .await
}

/// The payments with money on a receipt, oldest first.
fn on_receipt(view: &dyn View, number: &str) -> Stored<Page<PaymentView>> {
    let settings = settings(view)?;
    let Some(sale) = receipts::receipt(view, number)? else { return Ok(Page { rows: Vec::new(), next: None }) };
    let mut rows = sales::payments_of_allocations(view, sale.lines.iter().flat_map(|line| &line.line.allocations))?;
    rows.retain(|row| !row.payment.refund);
    rows.sort_by_key(|row| row.payment.id);
    let rows = rows.into_iter().map(|row| PaymentView::new(view, row, &settings)).collect::<Stored<_>>()?;
    Ok(Page { rows, next: None })
}

fn flag(request: &ReadRequest, name: &'static str) -> Result<Option<bool>, ApiError> {
    match request.param(name) {
        None => Ok(None),
        Some("true" | "1") => Ok(Some(true)),
        Some("false" | "0") => Ok(Some(false)),
        Some(_) => Err(ApiError::invalid(format!("{name} must be true or false"))),
    }
}
