//! The bartender's dashboard.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::today;
use crate::http::api::visible::{Summed, Visible};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::orders::OrderStatus;
use crate::reports::{self, RecentOrder};

/// Orders that the dashboard lists.
const RECENT_ORDERS: usize = 10;

/// Figures of the bartender's dashboard.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardStats {
    /// Products with a stock of 0.
    out_of_stock_items: u64,
    /// Products with a stock of 1 to 4.
    low_stock_items: u64,
    /// Orders that are not being prepared yet.
    pending_orders: u64,
    /// In US dollars: what all people sold, or where bartenders see their own, what this person took. Null where they see nothing.
    #[schema(example = "284.50")]
    todays_sales: Option<String>,
    recent_orders: Vec<RecentOrderView>,
}

/// Summary of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecentOrder)]
pub struct RecentOrderView {
    id: u64,
    table_number: Option<u32>,
    /// Null where the table has only its number.
    #[schema(example = "VIP")]
    table_name: Option<String>,
    /// Number of its lines.
    items: u64,
    /// In US dollars.
    total: String,
    #[schema(value_type = OrderStatus)]
    status: &'static str,
}

impl RecentOrderView {
    fn new(order: RecentOrder) -> Self {
        RecentOrderView {
            id: order.id,
            table_number: order.table.as_ref().map(|table| table.number),
            table_name: order.table.and_then(|table| table.name),
            items: order.items,
            total: order.total.to_string(),
            status: order.status,
        }
    }
}

/// Returns the figures of the bartender's dashboard.
#[utoipa::path(get, path = "/api/bartender/dashboard-stats", tag = "reports", responses(
    (status = 200, body = DashboardStats), (status = 401), (status = 403)))]
pub async fn stats(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let today = today(&app)?;
    request
        .answer(&app, &[Topic::Products, Topic::Sales, Topic::Orders, Topic::Tables], &format!("{today} {}", visible.variant()), |view| {
            let shortage = reports::shortage(view)?;
            Ok(DashboardStats {
                out_of_stock_items: shortage.out,
                low_stock_items: shortage.low,
                pending_orders: reports::pending_orders(view)?,
                todays_sales: match visible.summed() {
                    Summed::Everyones => Some(reports::day(view, today)?),
                    Summed::Own { user_id } => Some(reports::day_of(view, user_id, today)?),
                    Summed::Nothing => None,
                }
                .map(|totals| totals.goods.usd.to_string()),
                recent_orders: reports::recent_orders(view, RECENT_ORDERS, |order| visible.own_order(view, order))?
                    .into_iter()
                    .map(RecentOrderView::new)
                    .collect(),
            })
        })
        .await
}
