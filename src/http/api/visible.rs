//! What a bartender sees of finished work: the setting `people.bartendersSee`. Open orders, unpaid bills, active credit and tabs that owe
//! are seen by all, and managers see everything.

use crate::bills::Bill;
use crate::credit::{CreditItem, CreditStatus};
use crate::http::api::reports::today;
use crate::http::contract::session::Caller;
use crate::http::{ApiError, AppState};
use crate::orders::{self, Order, OrderStatus};
use crate::receipts;
use crate::sales::{self, Sale};
use crate::settings::{self, BartendersSee};
use base::{BarTime, BusinessDay, Role};
use store::{Stored, View};

/// The finished work that a caller sees.
#[derive(Debug, Clone)]
pub enum Visible {
    All,
    Own(Own),
}

/// A bartender who sees only their own finished work: what they ordered, sold or took money for.
#[derive(Debug, Clone)]
pub struct Own {
    user_id: u64,
    username: String,
    bar_time: BarTime,
    /// The only business day that they see; `None`: all days, and sums of their own sales.
    only: Option<BusinessDay>,
}

/// Whose sales may be summed up for a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summed {
    Everyones,
    Own { user_id: u64 },
    Nothing,
}

impl Visible {
    /// What `caller` sees.
    ///
    /// # Errors
    /// Those of the store.
    pub fn to(app: &AppState, caller: &Caller) -> Result<Self, ApiError> {
        let settings = app.store.read(settings::settings)?;
        let sees = settings.people.bartenders_see;
        if caller.user.role >= Role::Manager || sees == BartendersSee::All {
            return Ok(Visible::All);
        }
        let only = if sees == BartendersSee::Nothing { Some(today(app)?) } else { None };
        Ok(Visible::Own(Own { user_id: caller.user.id, username: caller.user.username.clone(), bar_time: settings.bar_time(), only }))
    }

    /// The part of an answer's cache key that says who may see it.
    pub fn variant(&self) -> String {
        match self {
            Visible::All => String::new(),
            Visible::Own(own) => format!("own {} {:?}", own.user_id, own.only),
        }
    }

    /// Whose sales may be summed up.
    pub fn summed(&self) -> Summed {
        match self {
            Visible::All => Summed::Everyones,
            Visible::Own(Own { only: Some(_), .. }) => Summed::Nothing,
            Visible::Own(own) => Summed::Own { user_id: own.user_id },
        }
    }

    /// The first business day of which finished work is seen; `None`: all days.
    pub fn first_day(&self) -> Option<BusinessDay> {
        match self {
            Visible::All => None,
            Visible::Own(own) => own.only,
        }
    }

    /// Whether a sale and its receipt are seen.
    pub fn sale(&self, view: &dyn View, sale: &Sale) -> Stored<bool> {
        match self {
            Visible::All => Ok(true),
            Visible::Own(own) => Ok(own.is_of_day(sale.day) && own.is_sale(view, sale)?),
        }
    }

    /// Whether the sale of a receipt number, if there is one, is seen.
    pub fn receipt(&self, view: &dyn View, number: &str) -> Stored<bool> {
        receipts::receipt(view, number)?.map_or(Ok(true), |sale| self.sale(view, &sale))
    }

    /// Whether the sale of a line, if there is one, is seen.
    pub fn sale_line(&self, view: &dyn View, line_id: u64) -> Stored<bool> {
        sales::sale_of_line(view, line_id)?.map_or(Ok(true), |sale| self.sale(view, &sale))
    }

    /// Whether an order is seen: everybody sees those on which money is owed.
    pub fn order(&self, view: &dyn View, order: &Order) -> Stored<bool> {
        let is_owed = !order.settled && order.status != OrderStatus::Cancelled;
        Ok(is_owed || self.own_order(view, order)?)
    }

    /// Whether an order is seen in a list of the latest: only own ones, open ones too.
    pub fn own_order(&self, view: &dyn View, order: &Order) -> Stored<bool> {
        match self {
            Visible::All => Ok(true),
            Visible::Own(own) => Ok(own.is_of_day(own.bar_time.business_day(order.created_at)) && own.is_order(view, order)?),
        }
    }

    /// Whether a credit item is seen.
    pub fn credit(&self, view: &dyn View, item: &CreditItem) -> Stored<bool> {
        let Visible::Own(own) = self else { return Ok(true) };
        if item.status == CreditStatus::Active {
            return Ok(true);
        }
        let day = own.bar_time.business_day(item.paid_at.unwrap_or(item.created_at));
        Ok(own.is_of_day(day) && own.is_credit(view, item)?)
    }

    /// Whether a bill is seen.
    pub fn bill(&self, view: &dyn View, bill: &Bill) -> Stored<bool> {
        let Visible::Own(own) = self else { return Ok(true) };
        if bill.is_unpaid() {
            return Ok(true);
        }
        let is_order = |order: Order| own.is_order(view, &order);
        let is_own = bill.user_name == own.username || orders::order(view, bill.order_id)?.map_or(Ok(false), is_order)?;
        Ok(is_own && own.is_of_day(bill.day))
    }
}

impl Own {
    fn is_of_day(&self, day: BusinessDay) -> bool {
        self.only.is_none_or(|only| day == only)
    }

    fn is_sale(&self, view: &dyn View, sale: &Sale) -> Stored<bool> {
        if sale.user_id == self.user_id {
            return Ok(true);
        }
        let mut order_ids: Vec<u64> = sale.lines.iter().filter_map(|line| line.line.order_id).collect();
        order_ids.dedup();
        for id in order_ids {
            if orders::order(view, id)?.is_some_and(|order| self.has_ordered(&order)) {
                return Ok(true);
            }
        }
        for id in sale.lines.iter().filter_map(|line| line.line.credit_id) {
            if crate::credit::credit(view, id)?.is_some_and(|item| item.user_name == self.username) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_ordered(&self, order: &Order) -> bool {
        let has_added = |item: &orders::OrderItem| item.added_by.as_ref().is_some_and(|by| by.user_id == self.user_id);
        order.served_by.user_id == self.user_id || order.items.iter().any(has_added)
    }

    fn is_order(&self, view: &dyn View, order: &Order) -> Stored<bool> {
        Ok(self.has_ordered(order) || self.took_any(view, &order.receipt_numbers)?)
    }

    fn is_credit(&self, view: &dyn View, item: &CreditItem) -> Stored<bool> {
        Ok(item.user_name == self.username || self.took_any(view, item.receipt_number.as_slice())?)
    }

    /// Whether they took the money of one of these receipts.
    fn took_any(&self, view: &dyn View, receipt_numbers: &[String]) -> Stored<bool> {
        for number in receipt_numbers {
            if receipts::receipt(view, number)?.is_some_and(|sale| sale.user_id == self.user_id) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Refuses a call about a receipt that the caller does not see.
///
/// # Errors
/// 404, as for a receipt that does not exist.
pub fn sees_receipt(app: &AppState, caller: &Caller, number: &str) -> Result<(), ApiError> {
    let visible = Visible::to(app, caller)?;
    let is_seen = app.store.read(|view| visible.receipt(view, number))?;
    if is_seen { Ok(()) } else { Err(ApiError::not_found("receipt")) }
}
