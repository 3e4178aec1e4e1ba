//! Reading orders: list and detail.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use axum::extract::State;
use axum::response::Response;

use crate::engine::{DatedList, MonotonicRanges, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::orders::view::{OrderDetails, OrderView};
use crate::http::api::visible::Visible;
use crate::http::contract::list_args::{Paged, Searched};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{OpenRow, Page, ReadRequest};
use crate::http::contract::schemas::OrderListStatus;
use crate::http::contract::session::Staff;
use crate::orders::{self, Order, OrderStatus};
use crate::rates;
use crate::seating::{self, TableLabel};
use base::text;
use store::{Stored, View};

/// Topics that an order depends on: what remains to be paid is computed at the current exchange rate.
const TOPICS: [Topic; 3] = [Topic::Orders, Topic::Rate, Topic::Tables];
/// Topics of the list, which filters by business days: their start is a setting.
const LIST_TOPICS: [Topic; 4] = [Topic::Orders, Topic::Rate, Topic::Tables, Topic::Settings];

/// Lists orders, newest first; the first page has all open ones. A page may have few rows or none and still link to a next page.
#[utoipa::path(get, path = "/api/orders", tag = "orders",
    params(("status" = inline(Option<OrderListStatus>), Query), ("servedBy" = Option<u64>, Query), ("splitGroup" = Option<u64>, Query)),
    responses((status = 200, body = [OrderView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged,
    Searched { words, from, to }: Searched,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let wanted = words.as_deref().map(text::fold);
    let status = StatusFilter::parse(request.param("status"))?;
    let served_by = id_param(&request, "servedBy")?;
    let split_group = id_param(&request, "splitGroup")?;
    request
        .answer_page(&app, &LIST_TOPICS, &visible.variant(), |view| {
            let bar_time = crate::settings::settings(view)?.bar_time();
            let ranges = MonotonicRanges::of(view, DatedList::Orders, &bar_time)?;
            let day = |order: &Order| bar_time.business_day(order.created_at);
            let is_over = |order: &Order| from.filter(|from| day(order).is_past_all_of(*from)).map(|from| ranges.older(order.id, from));
            let labels: BTreeMap<u64, TableLabel> = seating::all_tables(view)?.into_iter().map(|table| (table.id, table.label())).collect();
            let table_of = |order: &Order| order.table_id.and_then(|id| labels.get(&id));
            let fits = |order: &Order| {
                let day = day(order);
                status.fits(order)
                    && from.is_none_or(|from| day >= from)
                    && to.is_none_or(|to| day <= to)
                    && served_by.is_none_or(|id| order.served_by.user_id == id)
                    && split_group.is_none_or(|id| order.split.is_some_and(|split| split.group == id))
                    && wanted.as_ref().is_none_or(|wanted| mentions(order, table_of(order), wanted))
                    // What cannot be read is not shown.
                    && visible.order(view, order).unwrap_or(false)
            };
            let page = Page::with_open(view, page, fits, is_over)?;
            let rate = rates::rate(view)?;
            let mut rows = Vec::with_capacity(page.rows.len());
            for order in &page.rows {
                let table = table_of(order).cloned();
                rows.push(OrderView::new(order, &OrderDetails::load(view, order, table, rate)?));
            }
            Ok(Page { rows, next: page.next })
        })
        .await
}

/// The number of a row in a filter.
fn id_param(request: &ReadRequest, name: &'static str) -> Result<Option<u64>, ApiError> {
    let Some(text) = request.param(name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| ApiError::invalid(format!("{name} must be a number")))
}

impl OpenRow for Order {
    fn id(&self) -> u64 {
        self.id
    }
    fn is_open(&self) -> bool {
        Order::is_open(self)
    }
    fn visit(view: &dyn View, before: u64, each: impl FnMut(Self) -> ControlFlow<()>) -> Stored<()> {
        orders::visit_orders(view, before, each)
    }
    fn all_open(view: &dyn View) -> Stored<Vec<Self>> {
        orders::open_orders(view)
    }
}

/// The `status` filter.
enum StatusFilter {
    All,
    /// Neither cancelled nor both served and paid.
    Open,
    Active,
    One(OrderStatus),
}

impl StatusFilter {
    fn parse(text: Option<&str>) -> Result<Self, ApiError> {
        match text {
            None | Some("all") => Ok(StatusFilter::All),
            Some("open") => Ok(StatusFilter::Open),
            Some("active") => Ok(StatusFilter::Active),
            Some(text) => OrderStatus::parse(text).map(StatusFilter::One).ok_or_else(|| ApiError::invalid("Unknown status")),
        }
    }

    fn fits(&self, order: &Order) -> bool {
        match self {
            StatusFilter::All => true,
            StatusFilter::Open => order.is_unfinished(),
            StatusFilter::Active => order.status.is_active(),
            StatusFilter::One(one) => order.status == *one,
        }
    }
}

fn mentions(order: &Order, table: Option<&TableLabel>, wanted: &str) -> bool {
    let table = table.and_then(|table| table.name.as_ref());
    order.customer.mentions(wanted)
        || table.is_some_and(|name| text::mentions(name, wanted))
        || order.items.iter().any(|item| text::mentions(&item.line.product_name, wanted))
}

/// Returns an order.
#[utoipa::path(get, path = "/api/orders/{id}", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 401), (status = 403), (status = 404)))]
pub async fn one(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(order): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let id = parse_id(&order, "order")?;
    let visible = Visible::to(&app, &caller)?;
    request
        .answer(&app, &TOPICS, &visible.variant(), |view| {
            let order = orders::order(view, id)?.ok_or_else(|| ApiError::not_found("order"))?;
            if !visible.order(view, &order)? {
                return Err(ApiError::not_found("order"));
            }
            Ok(OrderView::load(view, &order)?)
        })
        .await
}
