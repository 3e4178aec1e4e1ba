//! Counter sales: recording, listing, voiding.

mod body;
pub mod discount;
pub mod quoted;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

pub use body::{Goods, GoodsFields, SaleBody, Void, VoidBody, discount_choice};

pub use self::body::quantity;
use self::body::{BatchBody, CounterBody, LineVoidBody, customer, payment};
use self::discount::sale_discount;
use crate::engine::{Command, DatedList, Entry, Event, MonotonicRanges, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::PaymentView;
use crate::http::api::reasons::RecordedReason;
use crate::http::api::tax::exemption;
use crate::http::api::views::{ApprovalFields, CustomerFields, LineFigures, ReceiptView, TakeView, TaxFigures};
use crate::http::api::visible::Visible;
use crate::http::contract::list_args::{Paged, Searched};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::schemas::SaleListStatus;
use crate::http::contract::session::{Caller, SaleVoider, Staff};
use crate::http::contract::write::{Approvable, Write, each_of, first_of, json, missing};
use crate::methods::PaymentMethod;
use crate::receipts::Receipt;
use crate::sales::{self, LineKind, LineRequest, LineToVoid, RecordedLine, Sale, Sell, VoidSale};
use crate::settings::{self, ApprovalKind};
use base::{Customer, Refusal, text};
use store::{Stored, Verdict, View};
use web::form::Form;

/// A sale line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sale)]
pub struct SaleView {
    id: u64,
    kind: LineKind,
    /// Null for a service charge.
    product_id: Option<u64>,
    product_name: String,
    quantity: i64,
    #[serde(flatten)]
    figures: LineFigures,
    #[serde(flatten)]
    tax: TaxFigures,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    notes: Option<String>,
    customer_id: Option<String>,
    customer_name: Option<String>,
    customer_phone: Option<String>,
    sale_date: String,
    user_id: u64,
    user_name: String,
    receipt_number: String,
    /// The payment of the sale; null if something else settled its order.
    payment_id: Option<u64>,
    order_id: Option<u64>,
    credit_id: Option<u64>,
    list_price: String,
    discount_reason: Option<String>,
    /// The reason of the list; null for one that was only written.
    discount_reason_id: Option<u64>,
    discount_reason_name: Option<String>,
    /// What the discount takes off the line, in either currency; absent without one.
    #[serde(rename = "discountUSD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "1.00")]
    discount_usd: Option<String>,
    #[serde(rename = "discountLRD", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "190.00")]
    discount_lrd: Option<String>,
    /// The label of a scale that says what it costs; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "2100001027506")]
    label: Option<String>,
    /// True if it was made and given free; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    is_comp: bool,
    /// What it takes from the shelf, with its voided pieces.
    takes: Vec<TakeView>,
    voided_at: Option<String>,
    /// Pieces that were voided.
    voided_quantity: i64,
    /// Why pieces were voided last.
    void_reason: Option<String>,
    void_reason_id: Option<u64>,
    void_reason_name: Option<String>,
    /// Pieces that were refunded.
    refunded_quantity: i64,
    /// What was given back for it, in its own currency; `0.00` for nothing.
    #[schema(example = "4.00")]
    refunded_amount: String,
    /// What can still be given back for it, in its own currency.
    #[schema(example = "6.00")]
    refundable: String,
    /// Of a line of a refund, the receipt that it gives money back for; null for a line that was sold.
    refund_of: Option<String>,
    /// The approval of the latest void, or of the price, the username of the person who granted it, and of the one who asked.
    approval_id: Option<u64>,
    approved_by: Option<String>,
    requested_by: Option<String>,
}

impl SaleView {
    pub fn new(sale: RecordedLine) -> Self {
        let (tax, refunded, refundable) = (TaxFigures::new(&sale.line), sale.refunded_gross(), sale.refundable_gross());
        let line = sale.line;
        let customer = CustomerFields::new(sale.customer.as_ref());
        let approval = ApprovalFields::new(sale.voided.approval.as_ref().or(line.any_approval()));
        let figures = LineFigures::new(line.unit, line.total, line.currency);
        let off = line.discount.as_deref();
        let listed = line.discount_listed.as_ref().or_else(|| off.filter(|_| line.discount_reason.is_none())?.listed.as_ref());
        let discount = RecordedReason::new(listed, line.lowering_reason());
        let void = sale.voided.reason.as_ref();
        let void = RecordedReason::new(void.and_then(|why| why.listed.as_ref()), void.map(|why| why.text.as_str()));
        SaleView {
            id: line.id,
            kind: line.kind(),
            product_id: line.is_product().then_some(line.product_id),
            quantity: line.quantity,
            figures,
            tax,
            exchange_rate: line.rate.to_json(),
            takes: TakeView::each(line.goods()),
            payment_method: line.method,
            notes: line.notes,
            customer_id: sale.customer.as_ref().map(Customer::id),
            customer_name: customer.name,
            customer_phone: customer.phone,
            sale_date: sale.at.to_string(),
            user_id: sale.user_id,
            user_name: sale.user_name,
            receipt_number: sale.receipt_number,
            payment_id: sale.payment_id,
            order_id: line.order_id,
            credit_id: line.credit_id,
            list_price: line.list.in_currency(line.currency),
            discount_reason: discount.reason,
            discount_reason_id: discount.reason_id,
            discount_reason_name: discount.reason_name,
            discount_usd: off.map(|off| off.amount.usd.to_string()),
            discount_lrd: off.map(|off| off.amount.lrd.to_string()),
            is_comp: off.is_some_and(|off| off.is_comp),
            voided_at: sale.voided_at.map(|at| at.to_string()),
            voided_quantity: sale.voided.quantity,
            void_reason: void.reason,
            void_reason_id: void.reason_id,
            void_reason_name: void.reason_name,
            refunded_quantity: sale.refunded.quantity,
            refunded_amount: refunded.in_currency(line.currency),
            refundable: refundable.in_currency(line.currency),
            refund_of: sale.refund_of,
            approval_id: approval.id,
            approved_by: approval.approved_by,
            requested_by: approval.requested_by,
            label: line.label,
            product_name: line.product_name,
        }
    }
}

/// A recorded sale of one line, its receipt and its payment.
#[derive(Serialize, ToSchema)]
pub struct RecordedSale {
    #[serde(flatten)]
    sale: SaleView,
    receipt: ReceiptView,
    payment: PaymentView,
}

/// A recorded sale of several lines, its receipt and its payment.
#[derive(Serialize, ToSchema)]
pub struct RecordedBatch {
    sales: Vec<SaleView>,
    receipt: ReceiptView,
    payment: PaymentView,
}

/// Sells one product.
#[utoipa::path(post, path = "/api/sales", tag = "sales", request_body = CounterBody, responses(
    (status = 201, body = RecordedSale), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn record(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Approvable(write): Approvable<Write<CounterBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let CounterBody { line: body, money, tax_exemption, discount, oversell } = &write.body;
    let line = body.line(&mut form, &app, None, money.has_tenders());
    let customer = customer(&mut form, &body.customer_name, &body.customer_phone);
    let payment = payment(&mut form, &app, money, None, std::slice::from_ref(&line), None).at(|till| caller.at_till(till));
    let exemption = exemption(&mut form, tax_exemption);
    let discount = sale_discount(&mut form, &app, discount)?;
    let oversell = form.flag("oversell", oversell).unwrap_or(false);
    form.finish()?;
    payment.check_amounts()?;
    may_discount(&app, &caller, std::slice::from_ref(&line), discount.is_some())?;
    let command = Command::Sell(Sell { lines: vec![line], customer, batch: false, payment, exemption, discount, oversell });
    write
        .submit(&app, &caller, command, |entries, view| {
            let (mut sales, receipt, payment) = recorded(entries, view)?;
            let sale = sales.pop().ok_or_else(|| missing("sales"))?;
            json(StatusCode::CREATED, &RecordedSale { sale, receipt, payment })
        })
        .await
}

/// Sells several products on one receipt: all lines or none.
#[utoipa::path(post, path = "/api/sales/batch", tag = "sales", request_body = BatchBody, responses(
    (status = 201, body = RecordedBatch), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn record_batch(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Approvable(write): Approvable<Write<BatchBody>>,
) -> Result<Response, ApiError> {
    let command = Command::Sell(write.body.read(&app, &caller)?);
    write
        .submit(&app, &caller, command, |entries, view| {
            let (sales, receipt, payment) = recorded(entries, view)?;
            json(StatusCode::CREATED, &RecordedBatch { sales, receipt, payment })
        })
        .await
}

/// Checks whether the bar's rules deny discounts to the caller. The command checks it again; a forbidden request is refused here
/// before anything is looked up.
pub fn may_discount(app: &AppState, caller: &Caller, lines: &[LineRequest], has_discount: bool) -> Result<(), ApiError> {
    let is_denied = app.store.read(settings::settings)?.approvals.forbids(ApprovalKind::Discount, caller.user.role);
    if is_denied && has_discount {
        return Err(Refusal::forbidden().into());
    }
    sales::may_discount(is_denied, lines).map_err(ApiError::from)
}

fn recorded(entries: &[Entry], view: &dyn View) -> Stored<(Vec<SaleView>, ReceiptView, PaymentView)> {
    let first = first_of(entries, |event| if let Event::SaleRecorded(event) = event { event.lines.first() } else { None });
    let sale = first.map(|line| sales::sale_of_line(view, line.id)).transpose()?.flatten().ok_or_else(|| missing("sales"))?;
    let payment = sale.payment().ok_or_else(|| missing("payments"))?;
    let payment = PaymentView::new(view, payment, &*settings::settings(view)?)?;
    let receipt = ReceiptView::new(&Receipt::of(&sale));
    Ok((sale.into_recorded_lines().into_iter().map(SaleView::new).collect(), receipt, payment))
}

/// Lists sale lines, newest first. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/sales", tag = "sales",
    params(("status" = inline(Option<SaleListStatus>), Query)), responses((status = 200, body = [SaleView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged,
    Searched { words, from, to }: Searched,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let from = from.max(visible.first_day());
    let wanted = words.as_deref().map(text::fold);
    let voided = match request.param("status") {
        None => None,
        Some("voided") => Some(true),
        Some("recorded") => Some(false),
        Some(_) => return Err(ApiError::invalid("status must be recorded or voided")),
    };
    request
        .answer_page(&app, &[Topic::Sales], &visible.variant(), |view| {
            let ranges = MonotonicRanges::of(view, DatedList::Sales, &settings::settings(view)?.bar_time())?;
            let search = page.search().run(|search, before| {
                sales::visit_lines(view, before, |sale, line| {
                    search.visit_row(line.line.id, || {
                        if let Some(from) = from.filter(|from| sale.day.is_past_all_of(*from)) {
                            return Verdict::EndOfRange(ranges.older(line.line.id, from));
                        }
                        // What is paid on an old debt is no sale. It is listed for its receipt, of which it can be voided.
                        let is_asked_for = || wanted.as_ref().is_some_and(|wanted| *wanted == text::fold(&sale.receipt_number));
                        let fits = (line.line.is_revenue() || is_asked_for())
                            && from.is_none_or(|from| sale.day >= from)
                            && to.is_none_or(|to| sale.day <= to)
                            && voided.is_none_or(|voided| line.voided_at.is_some() == voided)
                            && wanted
                                .as_ref()
                                .is_none_or(|wanted| text::mentions(&line.line.product_name, wanted) || mentions(sale, wanted))
                            // What cannot be read is not shown.
                            && visible.sale(view, sale).unwrap_or(false);
                        if fits { Verdict::Include(sale.recorded_line(line)) } else { Verdict::Skip }
                    })
                })
            })?;
            let page = Page::from(search);
            Ok(Page { rows: page.rows.into_iter().map(SaleView::new).collect(), next: page.next })
        })
        .await
}

fn mentions(sale: &Sale, wanted: &str) -> bool {
    text::mentions(&sale.receipt_number, wanted) || sale.customer.as_ref().is_some_and(|customer| customer.mentions(wanted))
}

/// A sale line after a void.
#[derive(Serialize, ToSchema)]
pub struct VoidedSale {
    #[serde(flatten)]
    sale: SaleView,
    #[serde(flatten)]
    reason: RecordedReason,
    /// What is given back; amounts are negative.
    refunds: Vec<PaymentView>,
}

/// Voids a sale line, or a part of its quantity.
#[utoipa::path(post, path = "/api/sales/{id}/void", tag = "sales", request_body = LineVoidBody, params(("id" = u64, Path)), responses(
    (status = 200, body = VoidedSale), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn void(
    State(app): State<AppState>,
    SaleVoider(caller): SaleVoider,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<LineVoidBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let Void { reason, return_to_stock, refund, return_tip, till } = write.body.void.read(&mut form, &app)?;
    let quantity = quantity(&mut form, &write.body.quantity);
    form.finish()?;
    let sale_id = parse_id(&id, "sale")?;
    let visible = Visible::to(&app, &caller)?;
    if !app.store.read(|view| visible.sale_line(view, sale_id))? {
        return Err(ApiError::not_found("sale"));
    }
    let lines = vec![LineToVoid { sale_id, quantity }];
    let command = Command::VoidSale(VoidSale {
        receipt_number: None,
        lines,
        reason,
        return_to_stock,
        refund,
        return_tip,
        till: caller.at_till(till),
    });
    write
        .submit(&app, &caller, command, move |entries, view| {
            let sale = SaleView::new(sales::recorded_line(view, sale_id)?.ok_or_else(|| missing("sales"))?);
            let reason = RecordedReason::of_void(entries);
            json(StatusCode::OK, &VoidedSale { sale, reason, refunds: refunds_of_void(entries, view)? })
        })
        .await
}

/// The payments with which a void of sale lines or of an order gives money back.
pub fn refunds_of_void(entries: &[Entry], view: &dyn View) -> Stored<Vec<PaymentView>> {
    let of_sale = each_of(entries, |event| if let Event::SaleVoided(event) = event { Some(&event.refunds) } else { None });
    let of_order = each_of(entries, |event| if let Event::OrderVoided(event) = event { Some(&event.refunds) } else { None });
    of_sale.chain(of_order).flatten().map(|refund| PaymentView::load(view, refund.id)).collect()
}
