//! Credit items and tabs.

use std::ops::ControlFlow;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::form::{Form, Given};
use super::orders::{customer, receipt_of};
use super::path::Path;
use super::payments::PaymentView;
use super::read::{Look, Part, Unsettled};
use super::receipts::ReceiptView;
use super::sales::{SaleBody, may_discount};
use super::session::Staff;
use super::tender::{PaymentBody, WithoutAmounts};
use super::write::{Bare, Write, json, missing};
use super::{ApiError, App};
use crate::base::{CurrencyCode, Price, text};
use crate::credit::{self, CreditItem, CreditPaid, CreditStatus, GiveCredit, PayCredit, PayTab, Payer, PayerPhone, Tab, TabStatus};
use crate::engine::{Command, Entry, Event, Listed, Stretches, Topic};
use crate::methods::PaymentMethod;
use crate::payments::Cover;
use crate::rates;
use crate::store::{Stored, View};

/// Something that was given and not paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditItem)]
pub struct CreditView {
    id: u64,
    customer_name: String,
    customer_phone: Option<String>,
    product_id: u64,
    product_name: String,
    quantity: i64,
    unit_price: String,
    total_amount: String,
    currency: CurrencyCode,
    #[serde(rename = "unitPriceUSD")]
    unit_price_usd: String,
    #[serde(rename = "unitPriceLRD")]
    unit_price_lrd: String,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    notes: Option<String>,
    status: CreditStatus,
    created_at: String,
    order_id: Option<u64>,
    /// The worth of what was kept for it, each payment at its own rate.
    #[serde(rename = "paidAmountUSD")]
    paid_amount_usd: String,
    /// What is still owed, in the currency of the line; nothing of the other.
    #[serde(rename = "owedUSD")]
    owed_usd: String,
    #[serde(rename = "owedLRD")]
    owed_lrd: String,
    paid_at: Option<String>,
    receipt_number: Option<String>,
    user_name: String,
}

impl CreditView {
    /// The item as people see it.
    pub fn new(item: &CreditItem) -> Self {
        let line = &item.line;
        let owed = item.owed();
        CreditView {
            id: item.id,
            customer_name: item.customer.name.clone(),
            customer_phone: item.customer.phone.clone(),
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            unit_price: line.unit.in_currency(line.currency),
            total_amount: line.total.in_currency(line.currency),
            currency: line.currency,
            unit_price_usd: line.unit.usd.to_string(),
            unit_price_lrd: line.unit.lrd.to_string(),
            total_amount_usd: line.total.usd.to_string(),
            total_amount_lrd: line.total.lrd.to_string(),
            exchange_rate: line.rate.to_json(),
            notes: line.notes.clone(),
            status: item.status,
            created_at: item.created_at.to_string(),
            order_id: line.order_id,
            paid_amount_usd: item.paid_value_usd.to_string(),
            owed_usd: owed.usd.to_string(),
            owed_lrd: owed.lrd.to_string(),
            paid_at: item.paid_at.map(|at| at.to_string()),
            receipt_number: item.receipt_number.clone(),
            user_name: item.user_name.clone(),
        }
    }
}

/// A customer's tab.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tab)]
pub struct TabView {
    customer_id: String,
    customer_name: String,
    customer_phone: Option<String>,
    #[serde(rename = "totalUSD")]
    total_usd: String,
    #[serde(rename = "totalLRD")]
    total_lrd: String,
    #[serde(rename = "paidUSD")]
    paid_usd: String,
    #[serde(rename = "dueUSD")]
    due_usd: String,
    #[serde(rename = "dueLRD")]
    due_lrd: String,
    /// What is due of the lines that were priced in dollars.
    #[serde(rename = "owedUSD")]
    owed_usd: String,
    /// What is due of the lines that were priced in Liberian dollars.
    #[serde(rename = "owedLRD")]
    owed_lrd: String,
    /// LRD per USD, at which `dueUSD` and `dueLRD` are reckoned.
    #[schema(value_type = f64, example = 190)]
    rate: Value,
    #[schema(value_type = TabStatus)]
    status: &'static str,
    order_ids: Vec<u64>,
    items: Vec<CreditView>,
}

impl From<Tab> for TabView {
    fn from(tab: Tab) -> Self {
        TabView {
            customer_id: tab.customer.id(),
            customer_name: tab.customer.name,
            customer_phone: tab.customer.phone,
            total_usd: tab.total.usd.to_string(),
            total_lrd: tab.total.lrd.to_string(),
            paid_usd: tab.paid_usd.to_string(),
            due_usd: tab.due.usd.to_string(),
            due_lrd: tab.due.lrd.to_string(),
            owed_usd: tab.owed.usd.to_string(),
            owed_lrd: tab.owed.lrd.to_string(),
            rate: tab.rate.to_json(),
            status: tab.status.as_str(),
            order_ids: tab.order_ids,
            items: tab.items.iter().map(CreditView::new).collect(),
        }
    }
}

/// A credit item that was paid, in part or whole.
#[derive(Serialize, ToSchema)]
pub struct PaidCredit {
    credit: CreditView,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    #[serde(rename = "roundingLRD")]
    rounding_lrd: String,
    receipt: Option<ReceiptView>,
    payment: PaymentView,
}

/// Everything of a customer that was paid.
#[derive(Serialize, ToSchema)]
pub struct PaidInBulk {
    /// Items.
    paid: usize,
    #[serde(rename = "totalUSD")]
    total_usd: String,
    #[serde(rename = "totalLRD")]
    total_lrd: String,
    receipt: Option<ReceiptView>,
    payment: PaymentView,
}

/// A tab that was paid, in part or whole.
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

/// Whose everything is paid.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct BulkPayBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: Given,
    /// Which customer of that name. Blank: the one without a phone. Absent or null: 409 `ambiguous_customer` where
    /// several have the name.
    #[schema(value_type = Option<String>)]
    customer_phone: Given,
    #[serde(flatten)]
    payment: PaymentBody,
}

/// Money for a tab.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TabPaymentBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: Given,
    /// Which customer of that name. Blank: the one without a phone. Absent or null: 409 `ambiguous_customer` where
    /// several have the name.
    #[schema(value_type = Option<String>)]
    customer_phone: Given,
    #[serde(flatten)]
    payment: PaymentBody,
}

/// Credit items, newest first; active ones always in full on the first page. Voided ones only where asked for. A page may be short, or empty, and still announce a further one.
#[utoipa::path(get, path = "/api/credit", tag = "credit", responses((status = 200, body = [CreditView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    let page = look.page()?;
    let (from, to) = look.days("from", "to")?;
    let wanted = look.asked("q").map(text::fold);
    let status = match look.asked("status") {
        None | Some("all") => None,
        Some(text) => Some(CreditStatus::parse(text).ok_or_else(|| ApiError::invalid("status must be active, paid, voided or all"))?),
    };
    look.answer_page(&app, &[Topic::Credit, Topic::Settings], |view| {
        let bar_time = crate::settings::settings(view)?.bar_time();
        let stretches = Stretches::of(view, Listed::Credits, &bar_time)?;
        let day = |item: &CreditItem| bar_time.business_day(item.created_at);
        let is_over = |item: &CreditItem| from.filter(|from| day(item).is_past_all_of(*from)).map(|from| stretches.older(item.id, from));
        let fits = |item: &CreditItem| {
            let day = day(item);
            status.map_or(item.status != CreditStatus::Voided, |status| item.status == status)
                && from.is_none_or(|from| day >= from)
                && to.is_none_or(|to| day <= to)
                && wanted.as_ref().is_none_or(|wanted| mentions(item, wanted))
        };
        let part = Part::with_open(view, page, fits, is_over)?;
        Ok(Part { rows: part.rows.iter().map(CreditView::new).collect(), next: part.next })
    })
    .await
}

impl Unsettled for CreditItem {
    fn id(&self) -> u64 {
        self.id
    }
    fn is_open(&self) -> bool {
        self.status == CreditStatus::Active
    }
    fn visit(view: &dyn View, before: u64, each: impl FnMut(Self) -> ControlFlow<()>) -> Stored<()> {
        credit::visit_credits(view, before, each)
    }
    fn all_open(view: &dyn View) -> Stored<Vec<Self>> {
        credit::active_credits(view)
    }
}

fn mentions(item: &CreditItem, wanted: &str) -> bool {
    item.customer.mentions(wanted) || text::mentions(&item.line.product_name, wanted)
}

/// Gives a product on credit.
#[utoipa::path(post, path = "/api/credit", tag = "credit", request_body = SaleBody, responses(
    (status = 201, body = CreditView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn give(State(app): State<App>, Staff(caller): Staff, write: Write<SaleBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    // The name first, as the form shows it: the first fault is the answer's sentence.
    let customer = customer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    let item = write.body.credit_line(&mut form);
    form.done()?;
    may_discount(&caller, std::slice::from_ref(&item))?;
    write
        .submit(&app, &caller, Command::GiveCredit(GiveCredit { customer, item }), |entries, view| {
            let given = entries.iter().find_map(|entry| match &entry.event {
                Event::CreditGiven(event) => Some(event.credit.id),
                _ => None,
            });
            let item = credit::credit(view, given.ok_or_else(|| missing("credits"))?)?;
            json(StatusCode::CREATED, &CreditView::new(&item.ok_or_else(|| missing("credits"))?))
        })
        .await
}

/// Takes money for one credit item; without amounts what is due, in the currency of its line.
#[utoipa::path(patch, path = "/api/credit/{id}/pay", tag = "credit", request_body = Option<PaymentBody>, params(("id" = u64, Path)), responses(
    (status = 200, body = PaidCredit), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn pay(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    bare: Bare<PaymentBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payment = bare.body.read(&mut form, &app, PaymentMethod::FOR_CREDIT, WithoutAmounts::Exact);
    form.done()?;
    payment.check_amounts()?;
    let credit_id = super::id(&id, "credit item")?;
    bare.submit(&app, &caller, Command::PayCredit(PayCredit { credit_id, payment }), move |entries, view| {
        let paid = paid(entries)?;
        let item = credit::credit(view, credit_id)?.ok_or_else(|| missing("credits"))?;
        let (change_usd, change_lrd, rounding_lrd, receipt) = change_of(paid, view)?;
        let payment = PaymentView::load(view, paid.payment.id)?;
        json(StatusCode::OK, &PaidCredit { credit: CreditView::new(&item), change_usd, change_lrd, rounding_lrd, receipt, payment })
    })
    .await
}

fn paid(entries: &[Entry]) -> Stored<&CreditPaid> {
    let paid = entries.iter().find_map(|entry| match &entry.event {
        Event::CreditPaid(event) => Some(event),
        _ => None,
    });
    paid.ok_or_else(|| missing("payments"))
}

type ChangeOf = (String, String, String, Option<ReceiptView>);

fn change_of(paid: &CreditPaid, view: &dyn View) -> Stored<ChangeOf> {
    let receipt = receipt_of(view, paid.sale.as_ref().map(|sale| sale.receipt_number.as_str()))?;
    let payment = &paid.payment;
    Ok((payment.change.usd.to_string(), payment.change.lrd.to_string(), payment.rounding.to_string(), receipt))
}

fn payer(form: &mut Form, name: &Given, phone: &Given) -> Payer {
    let name = form.required_line("customerName", name, "Customer name is required").unwrap_or_default();
    let phone = match (form.line("customerPhone", phone), phone.text()) {
        (Some(phone), _) => PayerPhone::Is(phone),
        (None, Some(_)) => PayerPhone::Without,
        (None, None) => PayerPhone::Unsaid,
    };
    Payer { name, phone }
}

/// Takes money for all that a customer owes, each debt in the currency of its line.
#[utoipa::path(post, path = "/api/credit/bulk-pay", tag = "credit", request_body = BulkPayBody, responses(
    (status = 200, body = PaidInBulk), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn bulk_pay(State(app): State<App>, Staff(caller): Staff, write: Write<BulkPayBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payer = payer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    let payment = write.body.payment.read(&mut form, &app, PaymentMethod::FOR_CREDIT, WithoutAmounts::Exact);
    form.done()?;
    payment.check_amounts()?;
    write
        .submit(&app, &caller, Command::PayTab(PayTab { payer, payment, cover: Cover::All }), |entries, view| {
            let paid = paid(entries)?;
            let payment = PaymentView::load(view, paid.payment.id)?;
            let total: Price = paid.sale.iter().flat_map(|sale| &sale.lines).map(|line| line.total).sum();
            let receipt = receipt_of(view, paid.sale.as_ref().map(|sale| sale.receipt_number.as_str()))?;
            let answer = PaidInBulk {
                paid: paid.shares.len(),
                total_usd: total.usd.to_string(),
                total_lrd: total.lrd.to_string(),
                receipt,
                payment,
            };
            json(StatusCode::OK, &answer)
        })
        .await
}

/// All tabs on which something is owed or was until lately.
#[utoipa::path(get, path = "/api/tabs", tag = "credit", responses((status = 200, body = [TabView]), (status = 401), (status = 403)))]
pub async fn tabs(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    let (now, running) = (app.stamp(), app.engine.running());
    // Tabs leave the list as time goes by: the answer is good for this business day at the most.
    let mark = app.store.read(crate::settings::settings)?.bar_time().business_day(now).to_string();
    look.answer(&app, &[Topic::Credit, Topic::Rate], &mark, |view| {
        Ok(credit::tabs(view, now, running)?.into_iter().map(TabView::from).collect::<Vec<_>>())
    })
    .await
}

/// Takes money for a tab, laid on its items from the oldest on.
#[utoipa::path(post, path = "/api/tabs/payment", tag = "credit", request_body = TabPaymentBody, responses(
    (status = 200, body = PaidTab), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn pay_tab(State(app): State<App>, Staff(caller): Staff, write: Write<TabPaymentBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payer = payer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    let payment = write.body.payment.read(&mut form, &app, PaymentMethod::FOR_CREDIT, WithoutAmounts::Refused);
    form.done()?;
    payment.check_amounts()?;
    write
        .submit(&app, &caller, Command::PayTab(PayTab { payer, payment, cover: Cover::Part }), |entries, view| {
            let paid = paid(entries)?;
            let (change_usd, change_lrd, rounding_lrd, receipt) = change_of(paid, view)?;
            let customer = paid.payment.customer.as_ref().ok_or_else(|| missing("tabs"))?;
            let row = credit::tab_of(view, customer)?.ok_or_else(|| missing("tabs"))?;
            let tab = Tab::load(view, &row, rates::rate(view)?)?.into();
            let payment = PaymentView::load(view, paid.payment.id)?;
            json(StatusCode::OK, &PaidTab { tab, change_usd, change_lrd, rounding_lrd, receipt, payment })
        })
        .await
}
