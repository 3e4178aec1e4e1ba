//! List of receipts, with filters and search.

use axum::extract::State;
use axum::response::Response;

use crate::engine::{DatedList, MonotonicRanges, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::views::ReceiptView;
use crate::http::api::visible::Visible;
use crate::http::contract::list_args::{Paged, Searched};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::schemas::VoidedWord;
use crate::http::contract::session::Staff;
use crate::methods::PaymentMethod;
use crate::receipts::{self, AmountFilter, Names, Receipt, ReceiptFilter, VoidedFilter};
use crate::sales::{self, Sale};
use crate::settings::{self, Settings};
use crate::staff;
use base::text;
use store::{Stored, Verdict, View};

/// Lists receipts, newest first. A page may have few rows or none and still link to a next page. `q` looks for words in the
/// number, the customer, products, the seller, the amount and the payment method.
#[utoipa::path(get, path = "/api/receipts", tag = "receipts",
    params(("amount" = Option<String>, Query), ("product" = Option<String>, Query), ("seller" = Option<String>, Query),
        ("customer" = Option<String>, Query), ("method" = Option<String>, Query), ("voided" = inline(Option<VoidedWord>), Query)),
    responses((status = 200, body = [ReceiptView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged,
    Searched { words, from, to }: Searched,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let from = from.max(visible.first_day());
    let amount = parsed(request.param("amount"), AmountFilter::parse, "amount must be an amount of money, such as 4.00 or L$760")?;
    let voided = parsed(request.param("voided"), VoidedFilter::parse, "voided must be true, false, part or all")?;
    let method = request.param("method").map(PaymentMethod::named);
    let (product, customer) = (request.param("product"), request.param("customer"));
    let (seller, search) = (request.param("seller"), words.as_deref());
    request
        .answer_page(&app, &[Topic::Receipts, Topic::Settings, Topic::Users], &visible.variant(), |view| {
            let settings = settings::settings(view)?;
            let names = names(view, &settings)?;
            let filter = ReceiptFilter::new(amount, method, voided)
                .with_product(product)
                .with_customer(customer)
                .with_seller(seller, &names)
                .with_search(search, &names);
            let ranges = MonotonicRanges::of(view, DatedList::Receipts, &settings.bar_time())?;
            let mut failed = None;
            let found = page.search().run(|found, before| {
                sales::visit_sales(view, before, |sale| {
                    found.visit_row(sale.receipt_id, || {
                        if let Some(from) = from.filter(|from| sale.day.is_past_all_of(*from)) {
                            return Verdict::EndOfRange(ranges.older(sale.receipt_id, from));
                        }
                        if from.is_some_and(|from| sale.day < from) || to.is_some_and(|to| sale.day > to) {
                            return Verdict::Skip;
                        }
                        match filter.fits(&sale, |sale| paid_by(view, sale)).and_then(|fits| Ok(fits && visible.sale(view, &sale)?)) {
                            Ok(true) => Verdict::Include(Receipt::of(&sale)),
                            Ok(false) => Verdict::Skip,
                            Err(error) => {
                                failed = Some(error);
                                Verdict::EndOfRange(None)
                            }
                        }
                    })
                })
            })?;
            if let Some(error) = failed {
                return Err(error.into());
            }
            let page = Page::from(found);
            Ok(Page { rows: page.rows.iter().map(ReceiptView::new).collect(), next: page.next })
        })
        .await
}

fn parsed<T>(text: Option<&str>, parse: fn(&str) -> Option<T>, message: &'static str) -> Result<Option<T>, ApiError> {
    text.map(|text| parse(text).ok_or_else(|| ApiError::invalid(message))).transpose()
}

/// The names of payment methods and users, for searches.
fn names(view: &dyn View, settings: &Settings) -> Stored<Names> {
    let methods = settings.methods.iter();
    let full_name =
        |user: &staff::User| [user.first_name.as_deref(), user.last_name.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
    Ok(Names {
        methods: methods.map(|method| (PaymentMethod::named(&method.id), text::fold(&format!("{} {}", method.id, method.name)))).collect(),
        users: staff::all_users(view)?.iter().map(|user| (user.id, text::fold(&full_name(user)))).collect(),
    })
}

/// The methods of all tenders of a sale.
fn paid_by(view: &dyn View, sale: &Sale) -> Stored<Vec<PaymentMethod>> {
    let payments = receipts::payments_of(view, sale)?;
    Ok(payments.into_iter().flat_map(|row| row.payment.tenders).map(|tender| tender.method).collect())
}
