//! Bills before payment: printing one, lists, also on paper and as CSV.

mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::view::{BillView, OrderBillView};
use crate::bills::{self, Bill, BillFilter, PrintBill};
use crate::engine::{Command, DatedList, Entry, Event, MonotonicRanges, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::orders::with_fresh;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::people::csv_file_named;
use crate::http::api::visible::Visible;
use crate::http::contract::list_args::{Paged, Searched};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, PageRequest, ReadRequest};
use crate::http::contract::schemas::CsvFormat;
use crate::http::contract::session::{ShiftManager, Staff};
use crate::http::contract::write::{OptionalBody, json, missing};
use crate::printing::{self, BillList, PrintCommand};
use crate::reports::parts::Cell;
use crate::settings;
use base::{BusinessDay, Refusal, Role, text};
use store::{Stored, Verdict, View};
use web::form::{Form, RawField};

/// Topics that a bill depends on; whether an item was sent depends on the order.
const TOPICS: [Topic; 3] = [Topic::Bills, Topic::Orders, Topic::Settings];
const UNKNOWN_STATE: &str = "state must be unpaid, different or all";

/// How a bill is printed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintBillBody {
    /// Default: true. With false, a phone shows or prints it, which counts as a print.
    #[schema(value_type = Option<bool>)]
    print: RawField,
    /// Default: the receipt printer.
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

/// A bill that was printed.
#[derive(Serialize, ToSchema)]
pub struct PrintedBill {
    bill: BillView,
    /// Null if no printer prints it.
    job: Option<JobView>,
}

/// Prints the bill of an order, before payment.
#[utoipa::path(post, path = "/api/orders/{id}/bill", tag = "bills", params(("id" = u64, Path)), request_body = Option<PrintBillBody>, responses(
    (status = 201, body = PrintedBill), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print_order(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<PrintBillBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let prints = form.flag("print", &write.body.print).unwrap_or(true);
    let printer_id = form.id("printerId", &write.body.printer_id);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let answer = write
        .submit(&app, &caller, Command::PrintBill(PrintBill { order_id, prints, printer_id }), |entries: &[Entry], view| {
            let printed = entries.iter().find_map(|entry| if let Event::BillPrinted(event) = &entry.event { Some(event) } else { None });
            let number = &printed.ok_or_else(|| missing("bills"))?.number;
            let bill = bills::bill(view, number)?.ok_or_else(|| missing("bills"))?;
            let job =
                match entries.iter().find_map(|entry| if let Event::PrintQueued(job) = &entry.event { Some(job.job_id) } else { None }) {
                    Some(id) => printing::job(view, id)?,
                    None => None,
                };
            let settings = settings::settings(view)?;
            let job = job.map(|job| JobView::new(&job, &settings));
            json(StatusCode::CREATED, &PrintedBill { bill: BillView::load(view, &bill)?, job })
        })
        .await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Lists bills, newest first: those that are not paid (always all of them), those that differ from what became of them, or all. A page may
/// have few rows or none and still link to a next page. As a file with `format=csv`, for managers and admins.
#[utoipa::path(get, path = "/api/bills", tag = "bills",
    params(("state" = inline(Option<BillList>), Query), ("format" = inline(Option<CsvFormat>), Query)),
    responses((status = 200, content(([BillView] = "application/json"), (String = "text/csv"))), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged,
    Searched { words, from: first, to: last }: Searched,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let list = request.word("state", BillList::parse, UNKNOWN_STATE)?.unwrap_or(BillList::All);
    // Those that are not paid are listed whatever their day.
    let first = if list == BillList::Unpaid { first } else { first.max(visible.first_day()) };
    let filter = BillFilter { list, first, last, text: words.as_deref().map(text::fold) };
    match request.param("format") {
        None => {}
        Some("csv") if caller.user.role < Role::Manager => return Err(Refusal::forbidden().into()),
        Some("csv") => return csv(&app, &filter).await,
        Some(_) => return Err(ApiError::invalid("format must be csv")),
    }
    request
        .answer_page(&app, &TOPICS, &visible.variant(), |view| {
            let Page { rows, next } = page_of(view, page, &filter, &visible)?;
            Ok(Page { rows: rows.iter().map(|bill| BillView::load(view, bill)).collect::<Stored<_>>()?, next })
        })
        .await
}

fn page_of(view: &dyn View, page: PageRequest, filter: &BillFilter, visible: &Visible) -> Stored<Page<Bill>> {
    if filter.list == BillList::Unpaid {
        return Ok(Page { rows: bills::listed(view, filter)?, next: None });
    }
    let ranges = MonotonicRanges::of(view, DatedList::Bills, &settings::settings(view)?.bar_time())?;
    let found = page.search().run(|found, before| {
        bills::visit_bills(view, before, |bill| {
            let id = bill.id;
            found.visit_row(id, || match filter.first.filter(|first| bill.day.is_past_all_of(*first)) {
                Some(first) => Verdict::EndOfRange(ranges.older(id, first)),
                // What cannot be read is not shown.
                None if filter.fits_day(bill.day) && filter.fits(&bill) && visible.bill(view, &bill).unwrap_or(false) => {
                    Verdict::Include(bill)
                }
                None => Verdict::Skip,
            })
        })
    })?;
    Ok(Page::from(found))
}

/// Returns a bill.
#[utoipa::path(get, path = "/api/bills/{number}", tag = "bills", params(("number" = String, Path)), responses(
    (status = 200, body = BillView), (status = 401), (status = 403), (status = 404)))]
pub async fn one(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    request
        .answer(&app, &TOPICS, &visible.variant(), |view| {
            let bill = bills::bill(view, &number)?.ok_or_else(|| ApiError::not_found("bill"))?;
            if !visible.bill(view, &bill)? {
                return Err(ApiError::not_found("bill"));
            }
            Ok(BillView::load(view, &bill)?)
        })
        .await
}

const COLUMNS: [&str; 14] = [
    "number",
    "orderId",
    "tableNumber",
    "tableName",
    "customerName",
    "day",
    "createdAt",
    "userName",
    "state",
    "printCount",
    "grandTotalUSD",
    "grandTotalLRD",
    "settledUSD",
    "settledLRD",
];

async fn csv(app: &AppState, filter: &BillFilter) -> Result<Response, ApiError> {
    let read = || app.store.read(|view| bills::listed(view, filter)).map_err(ApiError::from);
    let rows = app.read_limiter.run(read).await?;
    let mut sheet = Sheet::new(&COLUMNS);
    for bill in rows {
        let number = |number: u64| Cell::Number(i64::try_from(number).unwrap_or(i64::MAX));
        let total = bill.grand_total();
        sheet.row(&[
            Cell::Text(bill.number.clone()),
            number(bill.order_id),
            bill.table.as_ref().map_or(Cell::None, |table| Cell::Number(i64::from(table.number))),
            bill.table.as_ref().and_then(|table| table.name.clone()).map_or(Cell::None, Cell::Text),
            Cell::Text(bill.customer_name.clone()),
            Cell::Day(bill.day),
            Cell::figure(bill.created_at),
            Cell::Text(bill.user_name.clone()),
            Cell::Text(bill.state.as_str().to_owned()),
            number(bill.prints.len() as u64),
            Cell::figure(total.usd),
            Cell::figure(total.lrd),
            bill.settled.map_or(Cell::None, |settled| Cell::figure(settled.usd)),
            bill.settled.map_or(Cell::None, |settled| Cell::figure(settled.lrd)),
        ]);
    }
    csv_file_named(sheet, "bills")
}

/// A list of bills to print.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintBillsBody {
    /// Default: those that are not paid.
    #[schema(value_type = Option<BillList>)]
    state: RawField,
    #[schema(value_type = Option<String>, example = "2026-11-01")]
    from: RawField,
    #[schema(value_type = Option<String>, example = "2026-11-21")]
    to: RawField,
    /// What to search for.
    #[schema(value_type = Option<String>)]
    q: RawField,
    /// Default: the receipt printer.
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

/// Prints a list of bills.
#[utoipa::path(post, path = "/api/bills/print", tag = "bills", request_body = Option<PrintBillsBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    write: OptionalBody<PrintBillsBody>,
) -> Result<Response, ApiError> {
    let (mut form, body) = (Form::default(), &write.body);
    let list = form.word("state", &body.state, BillList::parse, UNKNOWN_STATE).unwrap_or(BillList::Unpaid);
    let day =
        |form: &mut Form, name: &str, field: &RawField| form.word(name, field, BusinessDay::parse, "Must be a date such as 2026-11-21");
    let (first, last) = (day(&mut form, "from", &body.from), day(&mut form, "to", &body.to));
    if let (Some(first), Some(last)) = (first, last)
        && first > last
    {
        form.reject("from", "from must not be after to");
    }
    let text = form.line("q", &body.q).map(|text| text::fold(&text));
    let printer_id = form.id("printerId", &body.printer_id);
    form.finish()?;
    let command = PrintCommand::Bills { list, first, last, text, printer_id };
    write.submit(&app, &caller, Command::Print(command), |_, view| queued(view)).await
}
