//! States of the orders that a caller does not see otherwise: what `people.bartendersSee` keeps back are sums and goods, not that something
//! is paid.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bills::{self, BillState};
use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::today;
use crate::http::api::visible::Visible;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::orders::{self, Order, OrderStatus, PaymentStatus};
use base::{BarTime, BusinessDay};
use store::{Stored, View};

/// The state of an order, without its goods and sums.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderState)]
pub struct OrderStateView {
    id: u64,
    table_id: Option<u64>,
    /// See that of the order.
    seated_at: String,
    status: OrderStatus,
    payment_status: PaymentStatus,
    /// The state of its latest bill before payment; null without one.
    bill_state: Option<BillState>,
}

impl OrderStateView {
    fn load(view: &dyn View, order: &Order) -> Stored<Self> {
        Ok(OrderStateView {
            id: order.id,
            table_id: order.table_id,
            seated_at: order.seated_at.to_string(),
            status: order.status,
            payment_status: order.payment_status(),
            bill_state: bills::latest_of_order(view, order.id)?.map(|bill| bill.state),
        })
    }
}

/// Topics that the states depend on; the start of the business day is a setting.
const TOPICS: [Topic; 3] = [Topic::Orders, Topic::Bills, Topic::Settings];

/// Lists the states of orders that `GET /api/orders` does not show to the caller, newest first: of those that are not served yet, and of those
/// that were placed on this business day or the one before and changed on this one. Nothing for those who see all orders.
#[utoipa::path(get, path = "/api/orders/states", tag = "orders", responses(
    (status = 200, body = [OrderStateView]), (status = 401), (status = 403)))]
pub async fn states(State(app): State<AppState>, Staff(caller): Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let visible = Visible::to(&app, &caller)?;
    let today = today(&app)?;
    request
        .answer(&app, &TOPICS, &format!("{today} {}", visible.variant()), |view| {
            if matches!(visible, Visible::All) {
                return Ok(Vec::new());
            }
            let bar_time = crate::settings::settings(view)?.bar_time();
            let mut states = Vec::new();
            for order in orders_of(view, &bar_time, today)? {
                if !visible.order(view, &order)? {
                    states.push(OrderStateView::load(view, &order)?);
                }
            }
            Ok(states)
        })
        .await
}

/// The open orders, and those that changed on `day` and were placed on it or on the day before, newest first.
fn orders_of(view: &dyn View, bar_time: &BarTime, day: BusinessDay) -> Stored<Vec<Order>> {
    let mut found: BTreeMap<u64, Order> = orders::open_orders(view)?.into_iter().map(|order| (order.id, order)).collect();
    orders::visit_orders(view, u64::MAX, |order| {
        if bar_time.business_day(order.created_at) < day.plus(-1) {
            return ControlFlow::Break(());
        }
        if bar_time.business_day(order.updated_at) >= day {
            found.insert(order.id, order);
        }
        ControlFlow::Continue(())
    })?;
    Ok(found.into_values().rev().collect())
}
