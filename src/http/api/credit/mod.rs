//! Credit items and customers' tabs: listing, giving credit, payments.

mod customers;
mod old_debt;
mod tabs;
mod view;

use std::ops::ControlFlow;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use customers::*;
use old_debt::add_old_debt;
pub use old_debt::{CreditRequest, OldDebtAmountBody, OldDebtBody};
pub use tabs::*;
pub use view::CreditView;

use crate::credit::{self, CreditItem, CreditPaid, CreditStatus, GiveCredit, PayCredit, PayTab, Payer, PayerPhone};
use crate::engine::{Command, DatedList, Entry, Event, MonotonicRanges, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::orders::customer;
use crate::http::api::payments::PaymentView;
use crate::http::api::payments::tender::{PaymentBody, WithoutAmounts, grand_total};
use crate::http::api::sales::{SaleBody, may_discount};
use crate::http::api::tax::{TaxExemptionBody, exemption};
use crate::http::api::views::{ChangeFigures, ReceiptView, receipt_of};
use crate::http::api::visible::Visible;
use crate::http::contract::list_args::{Paged, Searched};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{OpenRow, Page, ReadRequest};
use crate::http::contract::schemas::CreditListStatus;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, OptionalBody, Write, each_of, first_of, json, missing};
use crate::methods::PaymentMethod;
use crate::payments::{Coverage, GrandTotalClaim};
use crate::sales::{LINES_MAX, LineRequest, SaleLine};
use crate::tax::TaxExemption;
use base::{Price, text};
use store::{Stored, View};
use web::form::{Form, RawField, objects};

/// A credit item after a payment. There is a receipt once it is fully paid.
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

/// A bulk payment of all credit items of a customer.
#[derive(Serialize, ToSchema)]
pub struct PaidInBulk {
    /// Number of items.
    paid: usize,
    #[serde(rename = "totalUSD")]
    total_usd: String,
    #[serde(rename = "totalLRD")]
    total_lrd: String,
    receipt: Option<ReceiptView>,
    payment: PaymentView,
}

/// A product that a customer takes on credit.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CreditBody {
    #[serde(flatten)]
    item: SaleBody,
    #[serde(flatten)]
    terms: CreditTermsBody,
    /// Without `productId`: a debt from before the box, for managers and admins.
    #[serde(flatten)]
    old_debt: OldDebtAmountBody,
}

/// What items on credit come to, and for whom.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CreditTermsBody {
    /// The total with all taxes that the phone showed; refused if it is another one by now.
    #[serde(rename = "grandTotalUSD")]
    #[schema(value_type = Option<String>)]
    grand_total_usd: RawField,
    #[serde(rename = "grandTotalLRD")]
    #[schema(value_type = Option<String>)]
    grand_total_lrd: RawField,
    /// Makes all items exempt from tax.
    #[schema(value_type = Option<TaxExemptionBody>)]
    tax_exemption: RawField,
    /// Gives what the box believes to be gone. Bartenders need an approval where it refuses otherwise.
    #[schema(value_type = Option<bool>)]
    oversell: RawField,
    /// Puts it on the tab although it is more than the customer's limit. Bartenders may need an approval.
    #[schema(value_type = Option<bool>)]
    over_limit: RawField,
}

/// What [`CreditTermsBody`] says.
struct CreditTerms {
    grand_total: GrandTotalClaim,
    exemption: Option<TaxExemption>,
    over_limit: bool,
    oversell: bool,
}

/// Products that one customer takes on credit.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CreditBatchBody {
    /// 1 to 200. Their own customer is ignored.
    #[serde(deserialize_with = "objects")]
    items: Vec<SaleBody>,
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: RawField,
    #[schema(value_type = Option<String>)]
    customer_phone: RawField,
    #[schema(value_type = Option<f64>)]
    exchange_rate: RawField,
    #[serde(flatten)]
    terms: CreditTermsBody,
}

/// The credit items of a batch, in the order of the request.
#[derive(Serialize, ToSchema)]
pub struct GivenCredits {
    credits: Vec<CreditView>,
}

/// A payment of all that a customer owes.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct BulkPayBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    customer_name: RawField,
    /// Distinguishes customers of the same name. Blank: the one without a phone. Absent or null: 409 `ambiguous_customer` if
    /// several have the name.
    #[schema(value_type = Option<String>)]
    customer_phone: RawField,
    #[serde(flatten)]
    payment: PaymentBody,
}

/// Lists credit items, newest first; the first page has all active ones. Voided ones only with `status=voided`. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/credit", tag = "credit",
    params(("status" = inline(Option<CreditListStatus>), Query)), responses((status = 200, body = [CreditView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged,
    Searched { words, from, to }: Searched,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let wanted = words.as_deref().map(text::fold);
    let status = match request.param("status") {
        None | Some("all") => None,
        Some(text) => Some(CreditStatus::parse(text).ok_or_else(|| ApiError::invalid("status must be active, paid, voided or all"))?),
    };
    request
        .answer_page(&app, &[Topic::Credit, Topic::Settings], &visible.variant(), |view| {
            let bar_time = crate::settings::settings(view)?.bar_time();
            let ranges = MonotonicRanges::of(view, DatedList::Credits, &bar_time)?;
            let day = |item: &CreditItem| bar_time.business_day(item.created_at);
            let is_over = |item: &CreditItem| from.filter(|from| day(item).is_past_all_of(*from)).map(|from| ranges.older(item.id, from));
            let fits = |item: &CreditItem| {
                let day = day(item);
                status.map_or(item.status != CreditStatus::Voided, |status| item.status == status)
                    && from.is_none_or(|from| day >= from)
                    && to.is_none_or(|to| day <= to)
                    && wanted.as_ref().is_none_or(|wanted| mentions(item, wanted))
                    // What cannot be read is not shown.
                    && visible.credit(view, item).unwrap_or(false)
            };
            let page = Page::with_open(view, page, fits, is_over)?;
            Ok(Page { rows: page.rows.iter().map(CreditView::new).collect(), next: page.next })
        })
        .await
}

impl OpenRow for CreditItem {
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

/// Sells a product on credit; without a product, puts a debt from before the box on the tab, which is for managers and admins.
#[utoipa::path(post, path = "/api/credit", tag = "credit", request_body = CreditRequest, responses(
    (status = 201, body = CreditView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn give(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Approvable(write): Approvable<Write<CreditBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    // The name first, as on the form: the first error is the message of the answer.
    let CreditBody { item, terms, old_debt } = &write.body;
    if !item.names_product() && old_debt.is_given() {
        return add_old_debt(&app, &caller, write).await;
    }
    let customer = customer(&mut form, &item.customer_name, &item.customer_phone);
    let item = item.credit_line(&mut form, &app);
    let CreditTerms { grand_total, exemption, over_limit, oversell } = terms.read(&mut form);
    form.finish()?;
    may_discount(&app, &caller, std::slice::from_ref(&item), false)?;
    let items = vec![item];
    let command =
        Command::GiveCredit(GiveCredit { customer, items, batch: false, rate: None, grand_total, exemption, over_limit, oversell });
    write
        .submit(&app, &caller, command, |entries, view| {
            let item = given(entries, view)?.pop().ok_or_else(|| missing("credits"))?;
            json(StatusCode::CREATED, &item)
        })
        .await
}

/// Sells several products on credit to one customer: all of them or none.
#[utoipa::path(post, path = "/api/credit/batch", tag = "credit", request_body = CreditBatchBody, responses(
    (status = 201, body = GivenCredits), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn give_batch(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Approvable(write): Approvable<Write<CreditBatchBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let body = &write.body;
    let customer = customer(&mut form, &body.customer_name, &body.customer_phone);
    if !(1..=LINES_MAX).contains(&body.items.len()) {
        form.reject("items", format!("A tab takes 1 to {LINES_MAX} items at a time"));
    }
    let items: Vec<LineRequest> = body.items.iter().take(LINES_MAX).map(|item| item.credit_line(&mut form, &app)).collect();
    let rate = form.rate("exchangeRate", &body.exchange_rate);
    let CreditTerms { grand_total, exemption, over_limit, oversell } = body.terms.read(&mut form);
    form.finish()?;
    may_discount(&app, &caller, &items, false)?;
    let command = Command::GiveCredit(GiveCredit { customer, items, batch: true, rate, grand_total, exemption, over_limit, oversell });
    write.submit(&app, &caller, command, |entries, view| json(StatusCode::CREATED, &GivenCredits { credits: given(entries, view)? })).await
}

impl CreditTermsBody {
    fn read(&self, form: &mut Form) -> CreditTerms {
        CreditTerms {
            grand_total: grand_total(form, &self.grand_total_usd, &self.grand_total_lrd),
            exemption: exemption(form, &self.tax_exemption),
            over_limit: form.flag("overLimit", &self.over_limit).unwrap_or(false),
            oversell: form.flag("oversell", &self.oversell).unwrap_or(false),
        }
    }
}

/// The credit items of the request, in its order.
fn given(entries: &[Entry], view: &dyn View) -> Stored<Vec<CreditView>> {
    let ids = each_of(entries, |event| if let Event::CreditGiven(event) = event { Some(event.credit.id) } else { None });
    ids.map(|id| Ok(CreditView::new(&credit::credit(view, id)?.ok_or_else(|| missing("credits"))?))).collect()
}

/// Records a payment for a credit item; without amounts, the exact amount due.
#[utoipa::path(patch, path = "/api/credit/{id}/pay", tag = "credit", request_body = Option<PaymentBody>, params(("id" = u64, Path)), responses(
    (status = 200, body = PaidCredit), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn pay(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<PaymentBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payment = write.body.read(&mut form, &app, PaymentMethod::FOR_CREDIT, WithoutAmounts::Exact).at(|till| caller.at_till(till));
    form.finish()?;
    payment.check_amounts()?;
    let credit_id = parse_id(&id, "credit item")?;
    write
        .submit(&app, &caller, Command::PayCredit(PayCredit { credit_id, payment }), move |entries, view| {
            let paid = paid(entries)?;
            let item = credit::credit(view, credit_id)?.ok_or_else(|| missing("credits"))?;
            let (change, receipt) = (ChangeFigures::of(&paid.payment), receipt(paid, view)?);
            let payment = PaymentView::load(view, paid.payment.id)?;
            json(
                StatusCode::OK,
                &PaidCredit {
                    credit: CreditView::new(&item),
                    change_usd: change.usd,
                    change_lrd: change.lrd,
                    rounding_lrd: change.rounding_lrd,
                    receipt,
                    payment,
                },
            )
        })
        .await
}

fn paid(entries: &[Entry]) -> Stored<&CreditPaid> {
    let paid = first_of(entries, |event| if let Event::CreditPaid(event) = event { Some(event) } else { None });
    paid.ok_or_else(|| missing("payments"))
}

/// The receipt of the sale that the payment completed, if it did.
fn receipt(paid: &CreditPaid, view: &dyn View) -> Stored<Option<ReceiptView>> {
    receipt_of(view, paid.sale.as_ref().map(|sale| sale.receipt_number.as_str()))
}

fn payer(form: &mut Form, name: &RawField, phone: &RawField) -> Payer {
    let name = form.required_line("customerName", name, "Customer name is required").unwrap_or_default();
    let phone = match (form.line("customerPhone", phone), phone.text()) {
        (Some(phone), _) => PayerPhone::Is(phone),
        (None, Some(_)) => PayerPhone::Without,
        (None, None) => PayerPhone::NotGiven,
    };
    Payer { name, phone }
}

/// Records a payment for all that a customer owes.
#[utoipa::path(post, path = "/api/credit/bulk-pay", tag = "credit", request_body = BulkPayBody, responses(
    (status = 200, body = PaidInBulk), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn bulk_pay(State(app): State<AppState>, Staff(caller): Staff, write: Write<BulkPayBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payer = payer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    let payment =
        write.body.payment.read(&mut form, &app, PaymentMethod::FOR_CREDIT, WithoutAmounts::Exact).at(|till| caller.at_till(till));
    form.finish()?;
    payment.check_amounts()?;
    write
        .submit(&app, &caller, Command::PayTab(PayTab { payer, payment, coverage: Coverage::Full }), |entries, view| {
            let paid = paid(entries)?;
            let payment = PaymentView::load(view, paid.payment.id)?;
            let total: Price = paid.sale.iter().flat_map(|sale| &sale.lines).map(SaleLine::gross).sum();
            let receipt = receipt(paid, view)?;
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
