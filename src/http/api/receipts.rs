//! Receipts: list, detail, a guest's view, reprint.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::base::{CurrencyCode, text};
use crate::engine::{Command, DatedList, MonotonicRanges, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::PaymentView;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::views::ReceiptView;
use crate::http::contract::path::Path;
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{EmptyBody, OptionalBody};
use crate::methods::PaymentMethod;
use crate::printing::PrintCommand;
use crate::receipts::document::format_cash;
use crate::receipts::{self, GuestTokenKey, Item, Receipt};
use crate::sales::Sale;
use crate::settings::{self, Settings};
use crate::store::{Stored, Verdict, View};

/// A receipt with all details.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptDetail {
    #[serde(flatten)]
    row: ReceiptView,
    currency: CurrencyCode,
    business_info: BusinessInfo,
    transaction_info: TransactionInfo,
    customer_info: CustomerInfo,
    items: Vec<ReceiptItem>,
    totals: ReceiptTotals,
    /// Payments of its lines, oldest first. Empty for counter sales recorded by version 0.1.
    payments: Vec<PaymentView>,
    notes: Option<String>,
    footer: Footer,
    served_by: String,
    /// Link for the guest, as in the QR code on the paper.
    #[schema(example = "http://192.168.8.1/r/3q2-7wAAAAAAAAAAAAAAAAE1J4gAAAB-")]
    guest_url: String,
}

/// A receipt as the guest sees it: without names of staff and phone numbers of customers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestReceipt {
    id: u64,
    receipt_number: String,
    order_id: Option<u64>,
    customer_name: Option<String>,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    created_at: String,
    currency: CurrencyCode,
    business_info: BusinessInfo,
    transaction_info: TransactionInfo,
    customer_info: CustomerInfo,
    items: Vec<ReceiptItem>,
    totals: ReceiptTotals,
    notes: Option<String>,
    footer: Footer,
    guest_url: String,
}

/// Copies what guests may see. Field by field, so that a new field is private unless it is added here.
impl From<ReceiptDetail> for GuestReceipt {
    fn from(detail: ReceiptDetail) -> Self {
        GuestReceipt {
            id: detail.row.id,
            receipt_number: detail.row.receipt_number,
            order_id: detail.row.order_id,
            customer_name: detail.row.customer_name,
            payment_method: detail.row.payment_method,
            total_amount_usd: detail.row.total_amount_usd,
            total_amount_lrd: detail.row.total_amount_lrd,
            created_at: detail.row.created_at,
            currency: detail.currency,
            business_info: detail.business_info,
            transaction_info: detail.transaction_info,
            customer_info: detail.customer_info,
            items: detail.items,
            totals: detail.totals,
            notes: detail.notes,
            footer: detail.footer,
            guest_url: detail.guest_url,
        }
    }
}

/// The bar, as on the receipt.
#[derive(Serialize, ToSchema)]
pub struct BusinessInfo {
    name: String,
    address: String,
    phone: String,
}

/// Time and payment of the sale, as on the receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionInfo {
    date: String,
    time: String,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
}

/// The customer, as on the receipt.
#[derive(Serialize, ToSchema)]
pub struct CustomerInfo {
    name: Option<String>,
}

/// A line of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptItem {
    name: String,
    brand: Option<String>,
    quantity: i64,
    #[schema(example = "$3.50")]
    unit_price_display: String,
    #[schema(example = "$7.00")]
    total_price_display: String,
    /// The list price, if it was sold at another price.
    #[schema(example = "$4.00")]
    list_price_display: Option<String>,
    /// Whether the line was voided after the sale.
    voided: bool,
}

/// Totals of a receipt, as on the paper.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptTotals {
    #[schema(example = "$3.50 / L$665")]
    display_total: String,
    display_paid: String,
    /// Null without change.
    #[schema(example = "L$240")]
    display_change: Option<String>,
    /// Total of voided lines; null if there are none.
    #[schema(example = "$8.00")]
    display_voided: Option<String>,
}

/// Footer of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Footer {
    thank_you_message: String,
    website: String,
    social_media: String,
}

/// Lists receipts, newest first. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/receipts", tag = "receipts", responses((status = 200, body = [ReceiptView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let page = request.page()?;
    let (from, to) = request.days("from", "to")?;
    let wanted = request.param("q").map(text::fold);
    request
        .answer_page(&app, &[Topic::Receipts], |view| {
            let ranges = MonotonicRanges::of(view, DatedList::Receipts, &settings::settings(view)?.bar_time())?;
            let search = page.search().run(|search, before| {
                receipts::visit_receipts(view, before, |receipt| {
                    search.visit_row(receipt.id, || {
                        if let Some(from) = from.filter(|from| receipt.day.is_past_all_of(*from)) {
                            return Verdict::EndOfRange(ranges.older(receipt.id, from));
                        }
                        let fits = from.is_none_or(|from| receipt.day >= from)
                            && to.is_none_or(|to| receipt.day <= to)
                            && wanted.as_ref().is_none_or(|wanted| mentions(&receipt, wanted));
                        if fits { Verdict::Include(receipt) } else { Verdict::Skip }
                    })
                })
            })?;
            let page = Page::from(search);
            Ok(Page { rows: page.rows.iter().map(ReceiptView::new).collect(), next: page.next })
        })
        .await
}

fn mentions(receipt: &Receipt, wanted: &str) -> bool {
    text::mentions(&receipt.number, wanted) || receipt.customer.as_ref().is_some_and(|customer| customer.mentions(wanted))
}

/// Returns a receipt with all details.
#[utoipa::path(get, path = "/api/receipts/{receiptNumber}", tag = "receipts", params(("receiptNumber" = String, Path)), responses(
    (status = 200, body = ReceiptDetail), (status = 401), (status = 403), (status = 404)))]
pub async fn one(State(app): State<AppState>, _: Staff, Path(number): Path<String>, request: ReadRequest) -> Result<Response, ApiError> {
    let links = GuestLinks::of(&app);
    request
        .answer(&app, &[Topic::Receipts, Topic::Settings], &links.own_url, |view| {
            let sale = receipts::receipt(view, &number)?.ok_or_else(|| ApiError::not_found("receipt"))?;
            Ok(detail(view, &sale, &links)?)
        })
        .await
}

/// Returns the receipt of a guest, by the token in the link on the paper.
#[utoipa::path(get, path = "/api/guest-receipts/{token}", tag = "receipts", params(("token" = String, Path)), responses(
    (status = 200, body = GuestReceipt), (status = 404)))]
pub async fn for_guest(State(app): State<AppState>, Path(token): Path<String>, request: ReadRequest) -> Result<Response, ApiError> {
    let links = GuestLinks::of(&app);
    let token = links.key.parse(&token).ok_or_else(|| ApiError::not_found("receipt"))?;
    request
        .answer(&app, &[Topic::Receipts, Topic::Settings], &links.own_url, |view| {
            let sale = receipts::receipt(view, &token.number)?.filter(|sale| links.key.verify(&token, &Receipt::of(sale)));
            let sale = sale.ok_or_else(|| ApiError::not_found("receipt"))?;
            Ok(GuestReceipt::from(detail(view, &sale, &links)?))
        })
        .await
}

/// Prints a receipt again.
#[utoipa::path(post, path = "/api/receipts/{receiptNumber}/print", tag = "receipts", params(("receiptNumber" = String, Path)), responses(
    (status = 202, body = JobView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn print(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = Command::Print(PrintCommand::Reprint { number });
    write.submit(&app, &caller, command, |_, view| queued(view)).await
}

/// Makes the links under which guests open receipts.
struct GuestLinks<'a> {
    key: &'a GuestTokenKey,
    /// The box's own base URL, used unless the settings name a public one.
    own_url: String,
}

impl<'a> GuestLinks<'a> {
    fn of(app: &'a AppState) -> Self {
        GuestLinks { key: &app.guest_token_key, own_url: (app.guest_address)() }
    }

    fn url(&self, settings: &Settings, receipt: &Receipt) -> String {
        self.key.url(&settings.guest_base(&|| self.own_url.clone()), receipt)
    }
}

fn detail(view: &dyn View, sale: &Sale, links: &GuestLinks<'_>) -> Stored<ReceiptDetail> {
    let settings = settings::settings(view)?;
    let receipt = Receipt::of(sale);
    let document = receipts::document(view, sale, &settings)?;
    let payments = receipts::payments_of(view, sale)?;
    Ok(ReceiptDetail {
        row: ReceiptView::new(&receipt),
        payments: payments.into_iter().map(|row| PaymentView::new(row, &settings)).collect(),
        currency: receipt.currency,
        customer_info: CustomerInfo { name: receipt.customer.as_ref().map(|customer| customer.name.clone()) },
        totals: ReceiptTotals {
            display_total: document.display_total(),
            display_paid: document.display_paid(),
            display_change: document.change.map(format_cash),
            display_voided: document.display_voided(),
        },
        transaction_info: TransactionInfo {
            date: document.date,
            time: document.time,
            payment_method: receipt.method.clone(),
            exchange_rate: receipt.rate.to_json(),
        },
        items: document.items.iter().map(ReceiptItem::new).collect(),
        notes: receipt.notes.clone(),
        served_by: document.served_by,
        business_info: BusinessInfo { name: document.business.name, address: document.business.address, phone: document.business.phone },
        footer: Footer {
            thank_you_message: document.business.thank_you,
            website: document.business.website,
            social_media: document.business.social_media,
        },
        guest_url: links.url(&settings, &receipt),
    })
}

impl ReceiptItem {
    fn new(item: &Item) -> Self {
        ReceiptItem {
            name: item.name.clone(),
            brand: Some(item.brand.clone()).filter(|brand| !brand.is_empty()),
            quantity: item.quantity,
            unit_price_display: item.unit_price_display(),
            total_price_display: item.total_price_display(),
            list_price_display: item.list_price_display(),
            voided: item.voided,
        }
    }
}
