//! Orders: taken, changed, paid, put on a tab, taken back.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::credit::CreditView;
use super::form::{Form, Given};
use super::path::Path;
use super::read::{Look, Page, Part};
use super::receipts::ReceiptView;
use super::sales::{VoidBody, may_discount};
use super::session::{Manager, Staff};
use super::tender::{TenderBody, tender};
use super::write::{Bare, Write, json, missing};
use super::{ApiError, App};
use crate::base::{CurrencyCode, Customer, Rate};
use crate::credit::{self, AttachOrder, VoidOrder};
use crate::engine::{Command, Entry, Event, Topic};
use crate::orders::{
    self, AddItem, ChangeOrder, ITEMS_MAX, MoveOrder, Order, OrderItem, OrderStatus, OrderType, PayOrder, PaymentStatus, PlaceOrder,
    RemoveItem, TotalClaim,
};
use crate::payments::{self, PaymentRow};
use crate::sales::{Claim, LineRequest, PaymentMethod};
use crate::store::{Stored, View};
use crate::{rates, receipts};

/// Topics that orders depend on: what remains is reckoned at the present rate.
const TOPICS: [Topic; 3] = [Topic::Orders, Topic::Rate, Topic::Tables];

/// An order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderView {
    id: u64,
    #[schema(value_type = String, example = "dine_in")]
    order_type: OrderType,
    #[schema(value_type = String, example = "pending")]
    status: OrderStatus,
    table_id: Option<u64>,
    table_number: Option<u32>,
    customer_name: String,
    customer_phone: Option<String>,
    notes: Option<String>,
    /// In the order's currency.
    total_amount: String,
    /// The currency of most lines, USD on a tie.
    #[schema(value_type = String, example = "USD")]
    currency: CurrencyCode,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    /// When it was taken.
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    #[schema(value_type = String, example = "unpaid")]
    payment_status: PaymentStatus,
    /// "true" or "false".
    is_on_credit: String,
    /// What the bar kept: tendered less change.
    #[serde(rename = "paidAmountUSD")]
    paid_amount_usd: String,
    #[serde(rename = "paidAmountLRD")]
    paid_amount_lrd: String,
    /// What is owed, all of it in dollars, at the present rate.
    #[serde(rename = "remainingUSD")]
    remaining_usd: String,
    /// What is owed, all of it in Liberian dollars, at the present rate.
    #[serde(rename = "remainingLRD")]
    remaining_lrd: String,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    #[serde(rename = "roundingLRD")]
    rounding_lrd: String,
    receipt_number: Option<String>,
    user_name: String,
    cancel_reason: Option<String>,
    created_at: String,
    updated_at: String,
    items: Vec<OrderItemView>,
}

/// A line of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderItem)]
pub struct OrderItemView {
    id: u64,
    product_id: u64,
    product_name: String,
    quantity: i64,
    unit_price: String,
    total_price: String,
    #[schema(value_type = String, example = "USD")]
    currency: CurrencyCode,
    #[serde(rename = "unitPriceUSD")]
    unit_price_usd: String,
    #[serde(rename = "unitPriceLRD")]
    unit_price_lrd: String,
}

impl From<&OrderItem> for OrderItemView {
    fn from(item: &OrderItem) -> Self {
        let line = &item.line;
        OrderItemView {
            id: item.id,
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            unit_price: line.unit.in_currency(line.currency),
            total_price: line.total.in_currency(line.currency),
            currency: line.currency,
            unit_price_usd: line.unit.usd.to_string(),
            unit_price_lrd: line.unit.lrd.to_string(),
        }
    }
}

impl OrderView {
    fn new(order: &Order, table_number: Option<u32>, rate: Rate) -> Self {
        let (total, remaining) = (order.total(), order.remaining(rate));
        OrderView {
            id: order.id,
            order_type: order.order_type,
            status: order.status,
            table_id: order.table_id,
            table_number,
            customer_name: order.customer.name.clone(),
            customer_phone: order.customer.phone.clone(),
            notes: order.notes.clone(),
            total_amount: total.in_currency(order.currency()),
            currency: order.currency(),
            total_amount_usd: total.usd.to_string(),
            total_amount_lrd: total.lrd.to_string(),
            exchange_rate: order.rate.to_json(),
            payment_status: order.payment_status(),
            is_on_credit: order.on_credit.to_string(),
            paid_amount_usd: order.paid.usd.to_string(),
            paid_amount_lrd: order.paid.lrd.to_string(),
            remaining_usd: remaining.usd.to_string(),
            remaining_lrd: remaining.lrd.to_string(),
            change_usd: order.change.usd.to_string(),
            change_lrd: order.change.lrd.to_string(),
            rounding_lrd: order.rounding.to_string(),
            receipt_number: order.receipt_number.clone(),
            user_name: order.user_name.clone(),
            cancel_reason: order.cancel_reason.clone(),
            created_at: order.created_at.to_string(),
            updated_at: order.updated_at.to_string(),
            items: order.items.iter().map(OrderItemView::from).collect(),
        }
    }

    /// The order as it is now.
    pub fn load(view: &dyn View, order: &Order) -> Stored<Self> {
        let table = match order.table_id {
            Some(id) => orders::any_table(view, id)?.map(|table| table.number),
            None => None,
        };
        Ok(OrderView::new(order, table, rates::rate(view)?))
    }
}

/// Money that was taken.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentView {
    id: u64,
    at: String,
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
    /// The worth of what was kept.
    #[serde(rename = "valueUSD")]
    value_usd: String,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    notes: Option<String>,
    user_name: String,
}

impl From<PaymentRow> for PaymentView {
    fn from(row: PaymentRow) -> Self {
        let payment = row.payment;
        PaymentView {
            id: payment.id,
            at: row.at.to_string(),
            amount_usd: payment.tendered.usd.to_string(),
            amount_lrd: payment.tendered.lrd.to_string(),
            change_usd: payment.change.usd.to_string(),
            change_lrd: payment.change.lrd.to_string(),
            rounding_lrd: payment.rounding.to_string(),
            exchange_rate: payment.rate.to_json(),
            value_usd: payment.value_usd().to_string(),
            payment_method: payment.method,
            notes: payment.notes,
            user_name: row.user_name,
        }
    }
}

/// An order that was paid, in part or whole.
#[derive(Serialize, ToSchema)]
pub struct PaidOrder {
    order: OrderView,
    payment: PaymentView,
    receipt: Option<ReceiptView>,
}

/// An order that went onto a tab.
#[derive(Serialize, ToSchema)]
pub struct AttachedOrder {
    order: OrderView,
    credits: Vec<CreditView>,
}

/// One thing to order. Prices are compared, never believed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderItemBody {
    #[schema(value_type = u64, example = 1)]
    product_id: Given,
    #[schema(value_type = i64, example = 2)]
    quantity: Given,
    /// In the product's own currency.
    #[schema(value_type = Option<String>)]
    unit_price: Given,
    /// In the product's own currency.
    #[schema(value_type = Option<String>)]
    total_price: Given,
    #[schema(value_type = Option<String>)]
    discount_reason: Given,
    #[schema(value_type = Option<String>)]
    notes: Given,
}

/// An order, new or changed. Totals are compared, never believed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderBody {
    #[schema(value_type = Option<String>, example = "Musu Kpadeh")]
    customer_name: Given,
    #[schema(value_type = Option<String>)]
    customer_phone: Given,
    /// dine_in, takeout or delivery.
    #[schema(value_type = Option<String>, example = "dine_in")]
    order_type: Given,
    #[schema(value_type = Option<u64>)]
    table_id: Given,
    #[schema(value_type = Option<String>)]
    notes: Given,
    items: Vec<OrderItemBody>,
    #[schema(value_type = Option<String>)]
    total_amount: Given,
    #[schema(value_type = Option<String>)]
    currency: Given,
    #[serde(rename = "totalAmountUSD")]
    #[schema(value_type = Option<String>)]
    total_amount_usd: Given,
    #[serde(rename = "totalAmountLRD")]
    #[schema(value_type = Option<String>)]
    total_amount_lrd: Given,
    #[schema(value_type = Option<f64>)]
    exchange_rate: Given,
}

/// Where an order goes next.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct OrderStatusBody {
    #[schema(value_type = String, example = "preparing")]
    status: Given,
    /// Needed for cancelled.
    #[schema(value_type = Option<String>)]
    reason: Given,
}

/// Why something is taken off an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ReasonBody {
    #[schema(value_type = Option<String>)]
    reason: Given,
}

/// Who owes an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct AttachBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: Given,
    #[schema(value_type = Option<String>)]
    customer_phone: Given,
}

const NAME_REQUIRED: &str = "Customer name is required";

/// Who it is; a missing name is noted as wrong.
pub fn customer(form: &mut Form, name: &Given, phone: &Given) -> Customer {
    let name = form.required_line("customerName", name, NAME_REQUIRED).unwrap_or_default();
    let phone = form.line("customerPhone", phone);
    Customer::new(&name, phone.as_deref()).unwrap_or(Customer { name, phone: None })
}

impl OrderItemBody {
    fn line(&self, form: &mut Form) -> LineRequest {
        let product_id = form.required_id("productId", &self.product_id, "Product is required").unwrap_or_default();
        let quantity = form.integer("quantity", &self.quantity).unwrap_or_default();
        if quantity < 1 {
            form.wrong("quantity", "Quantity must be at least 1");
        }
        let claim = Claim {
            unit: form.minor("unitPrice", &self.unit_price),
            total: form.minor("totalPrice", &self.total_price),
            ..Claim::default()
        };
        LineRequest {
            product_id,
            quantity,
            currency: None,
            claim,
            discount_reason: form.line("discountReason", &self.discount_reason),
            notes: form.notes("notes", &self.notes),
            method: PaymentMethod::default(),
        }
    }
}

impl OrderBody {
    fn claim(&self, form: &mut Form) -> TotalClaim {
        form.currency("currency", &self.currency);
        TotalClaim {
            total: form.minor("totalAmount", &self.total_amount),
            total_usd: form.money("totalAmountUSD", &self.total_amount_usd),
            total_lrd: form.money("totalAmountLRD", &self.total_amount_lrd),
            rate: form.rate("exchangeRate", &self.exchange_rate),
        }
    }
}

/// Orders, newest first; open ones always in full on the first page.
#[utoipa::path(get, path = "/api/orders", tag = "orders", responses((status = 200, body = [OrderView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    let page = look.page()?;
    let (from, to) = look.days("from", "to")?;
    let wanted = look.asked("q").map(crate::base::text::fold);
    let status = Wanted::parse(look.asked("status"))?;
    look.answer_page(&app, &TOPICS, |view| {
        let bar_time = crate::settings::settings(view)?.bar_time();
        let fits = |order: &Order| {
            let day = bar_time.business_day(order.created_at);
            status.fits(order.status)
                && from.is_none_or(|from| day >= from)
                && to.is_none_or(|to| day <= to)
                && wanted.as_ref().is_none_or(|wanted| mentions(order, wanted))
        };
        let part = page_of(view, page, &fits)?;
        let rate = rates::rate(view)?;
        let numbers: BTreeMap<u64, u32> = orders::all_tables(view)?.into_iter().map(|table| (table.id, table.number)).collect();
        let rows = part.rows.iter().map(|order| OrderView::new(order, order.table_id.and_then(|id| numbers.get(&id).copied()), rate));
        Ok(Part { rows: rows.collect(), next: part.next })
    })
}

/// The newest orders that fit; on the first page also every older one that is open, which later pages leave out.
fn page_of(view: &dyn View, page: Page, fits: &dyn Fn(&Order) -> bool) -> Stored<Part<Order>> {
    let first = page.is_first();
    let mut rows = Vec::new();
    orders::visit_orders(view, page.before, |order| {
        if fits(&order) && (first || !order.is_open()) {
            rows.push(order);
        }
        if rows.len() > page.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let mut part = Part::cut(rows, page, |order| order.id);
    if let (true, Some(oldest)) = (first, part.next) {
        part.rows.extend(orders::open_orders(view)?.into_iter().filter(|order| order.id < oldest && fits(order)));
    }
    Ok(part)
}

/// Which statuses a list shows.
enum Wanted {
    All,
    Active,
    One(OrderStatus),
}

impl Wanted {
    fn parse(text: Option<&str>) -> Result<Self, ApiError> {
        match text {
            None | Some("all") => Ok(Wanted::All),
            Some("active") => Ok(Wanted::Active),
            Some(text) => OrderStatus::parse(text).map(Wanted::One).ok_or_else(|| ApiError::invalid("Unknown status")),
        }
    }

    fn fits(&self, status: OrderStatus) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Active => status.is_active(),
            Wanted::One(one) => status == *one,
        }
    }
}

fn mentions(order: &Order, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    has(&order.customer.name)
        || order.customer.phone.as_deref().is_some_and(has)
        || order.items.iter().any(|item| has(&item.line.product_name))
}

/// One order.
#[utoipa::path(get, path = "/api/orders/{id}", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 401), (status = 403), (status = 404)))]
pub async fn one(State(app): State<App>, _: Staff, Path(id): Path<String>, look: Look) -> Result<Response, ApiError> {
    let id = super::id(&id, "order")?;
    look.answer(&app, &TOPICS, "", |view| {
        let order = orders::order(view, id)?.ok_or_else(|| ApiError::not_found("order"))?;
        Ok(OrderView::load(view, &order)?)
    })
}

/// Takes an order.
#[utoipa::path(post, path = "/api/orders", tag = "orders", request_body = OrderBody, responses(
    (status = 201, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn place(State(app): State<App>, Staff(caller): Staff, write: Write<OrderBody>) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let customer = customer(&mut form, &body.customer_name, &body.customer_phone);
    let order_type = form.word("orderType", &body.order_type, OrderType::parse, "Must be dine_in, takeout or delivery");
    if !(1..=ITEMS_MAX).contains(&body.items.len()) {
        form.wrong("items", "An order needs 1 to 200 items");
    }
    let command = PlaceOrder {
        order_type: order_type.unwrap_or(OrderType::DineIn),
        table_id: form.id("tableId", &body.table_id),
        customer,
        notes: form.notes("notes", &body.notes),
        items: body.items.iter().take(ITEMS_MAX).map(|item| item.line(&mut form)).collect(),
        claim: body.claim(&mut form),
    };
    form.done()?;
    may_discount(&caller, &command.items)?;
    write
        .submit(&app, &caller, Command::PlaceOrder(command), |entries, view| {
            let placed = entries.iter().find_map(|entry| match &entry.event {
                Event::OrderPlaced(event) => Some(event.order_id),
                _ => None,
            });
            shown(StatusCode::CREATED, view, placed.ok_or_else(|| missing("orders"))?)
        })
        .await
}

fn shown(status: StatusCode, view: &dyn View, id: u64) -> Stored<crate::engine::Answer> {
    json(status, &view_of(view, id)?)
}

fn view_of(view: &dyn View, id: u64) -> Stored<OrderView> {
    OrderView::load(view, &orders::order(view, id)?.ok_or_else(|| missing("orders"))?)
}

/// Puts one thing more on an order.
#[utoipa::path(post, path = "/api/orders/{id}/items", tag = "orders", request_body = OrderItemBody, params(("id" = u64, Path)), responses(
    (status = 201, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn add_item(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<OrderItemBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let item = write.body.line(&mut form);
    form.done()?;
    may_discount(&caller, std::slice::from_ref(&item))?;
    let order_id = super::id(&id, "order")?;
    write
        .submit(&app, &caller, Command::AddItem(AddItem { order_id, item }), move |_, view| shown(StatusCode::CREATED, view, order_id))
        .await
}

/// Takes one thing off an order; it goes back on the shelf.
#[utoipa::path(delete, path = "/api/orders/{id}/items/{itemId}", tag = "orders", request_body = Option<ReasonBody>,
    params(("id" = u64, Path), ("itemId" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn remove_item(
    State(app): State<App>,
    Staff(caller): Staff,
    Path((id, item_id)): Path<(String, String)>,
    bare: Bare<ReasonBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let reason = form.line("reason", &bare.body.reason);
    form.done()?;
    let (order_id, item_id) = (super::id(&id, "order")?, super::id(&item_id, "item")?);
    let command = RemoveItem { order_id, item_id, reason };
    bare.submit(&app, &caller, Command::RemoveItem(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

/// Changes what an order says of its guest and place.
#[utoipa::path(patch, path = "/api/orders/{id}", tag = "orders", request_body = OrderBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn change(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<OrderBody>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let customer_name = match body.customer_name.is_given() {
        true => form.required_line("customerName", &body.customer_name, NAME_REQUIRED),
        false => None,
    };
    let customer_phone = form.line_change("customerPhone", &body.customer_phone);
    let notes = form.notes_change("notes", &body.notes);
    let table_id = body.table_id.is_given().then(|| form.id("tableId", &body.table_id));
    let claim = body.claim(&mut form);
    form.done()?;
    let order_id = super::id(&id, "order")?;
    let command = ChangeOrder { order_id, customer_name, customer_phone, notes, table_id, claim };
    write.submit(&app, &caller, Command::ChangeOrder(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

/// Moves an order a step on, or cancels it.
#[utoipa::path(patch, path = "/api/orders/{id}/status", tag = "orders", request_body = OrderStatusBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn step(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<OrderStatusBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let status = form.word("status", &write.body.status, OrderStatus::parse, UNKNOWN_STATUS);
    if write.body.status.value().is_none() {
        form.wrong("status", UNKNOWN_STATUS);
    }
    let reason = match status {
        Some(OrderStatus::Cancelled) => form.required_line("reason", &write.body.reason, "Reason is required"),
        _ => form.line("reason", &write.body.reason),
    };
    form.done()?;
    let order_id = super::id(&id, "order")?;
    let command = MoveOrder { order_id, status: status.unwrap_or(OrderStatus::Pending), reason };
    write.submit(&app, &caller, Command::MoveOrder(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

const UNKNOWN_STATUS: &str = "Must be pending, preparing, ready, served or cancelled";

/// Takes money on an order.
#[utoipa::path(post, path = "/api/orders/{id}/payment", tag = "orders", request_body = TenderBody, params(("id" = u64, Path)), responses(
    (status = 200, body = PaidOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn pay(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<TenderBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let (tender, rate) = tender(&mut form, &write.body, &PaymentMethod::FOR_ORDERS);
    form.done()?;
    tender.check()?;
    let order_id = super::id(&id, "order")?;
    write
        .submit(&app, &caller, Command::PayOrder(PayOrder { order_id, tender, rate }), move |entries, view| {
            let paid = entries.iter().find_map(|entry| match &entry.event {
                Event::OrderPaid(event) => Some(event),
                _ => None,
            });
            let paid = paid.ok_or_else(|| missing("payments"))?;
            let payment = payments::payment(view, paid.payment.id)?.ok_or_else(|| missing("payments"))?;
            let receipt = receipt_of(view, paid.sale.as_ref().map(|sale| sale.receipt_number.as_str()))?;
            json(StatusCode::OK, &PaidOrder { order: view_of(view, order_id)?, payment: payment.into(), receipt })
        })
        .await
}

/// The receipt with this number, if there is one to show.
pub fn receipt_of(view: &dyn View, number: Option<&str>) -> Stored<Option<ReceiptView>> {
    match number {
        Some(number) => Ok(receipts::receipt(view, number)?.as_ref().map(ReceiptView::new)),
        None => Ok(None),
    }
}

/// Puts an order on a customer's tab.
#[utoipa::path(post, path = "/api/orders/{id}/credit", tag = "orders", request_body = AttachBody, params(("id" = u64, Path)), responses(
    (status = 200, body = AttachedOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn attach(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<AttachBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let customer = customer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    form.done()?;
    let order_id = super::id(&id, "order")?;
    write
        .submit(&app, &caller, Command::AttachOrder(AttachOrder { order_id, customer }), move |entries, view| {
            let ids = entries.iter().find_map(|entry| match &entry.event {
                Event::OrderAttached(event) => Some(event.credits.iter().map(|credit| credit.id).collect::<Vec<_>>()),
                _ => None,
            });
            let mut credits = Vec::new();
            for id in ids.unwrap_or_default() {
                credits.push(CreditView::new(&credit::credit(view, id)?.ok_or_else(|| missing("credits"))?));
            }
            json(StatusCode::OK, &AttachedOrder { order: view_of(view, order_id)?, credits })
        })
        .await
}

/// Takes a whole order back.
#[utoipa::path(post, path = "/api/orders/{id}/void", tag = "orders", request_body = VoidBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn void(
    State(app): State<App>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<VoidBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let (reason, return_to_stock) = write.body.read(&mut form);
    form.done()?;
    let order_id = super::id(&id, "order")?;
    let command = Command::VoidOrder(VoidOrder { order_id, reason, return_to_stock });
    write.submit(&app, &caller, command, move |_: &[Entry], view| shown(StatusCode::OK, view, order_id)).await
}
