//! An order and its items, with their status and what is owed on them.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::{OrderItem, ServiceCharge, SharePlan};
use crate::payments::{Allocation, Debt, Reading, Share, shown};
use crate::reasons::ListedReason;
use crate::sales::{DiscountGrant, SaleRecorded, discount_grants, readings_of};
use crate::tax::{Buyer, TaxExemption};
use base::{Approved, Cash, CurrencyCode, Customer, Lrd, Price, Rate, Timestamp, Usd};

/// Where the guest eats and drinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OrderType {
    /// At a table or the bar.
    DineIn,
    Takeout,
    Delivery,
}

base::words!(OrderType);

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum OrderStatus {
    /// Placed, not yet being prepared.
    Pending,
    Preparing,
    /// Waits to be brought to the guest.
    Ready,
    Served,
    /// Cancelled or voided.
    Cancelled,
}

base::words!(OrderStatus);

impl OrderStatus {
    /// Whether the order is still to be prepared or brought.
    pub fn is_active(self) -> bool {
        self < OrderStatus::Served
    }
}

/// How much of an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    Unpaid,
    Partial,
    Paid,
}

/// The person who serves an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedBy {
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
}

/// The place of an order among those that one order was split into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitPlace {
    /// The id of the first order.
    pub group: u64,
    /// The order that it was cut from; `None` for the first one.
    pub from: Option<u64>,
    /// From 1, in the order in which they were made.
    pub index: u32,
}

/// How an order came to owe nothing any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosedAs {
    Paid,
    Credit,
    /// The guests left without paying all of it.
    WalkOut,
}

/// Why items of an order are exempt from tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderExemption {
    pub of: TaxExemption,
    /// Whether all items are exempt, with the service charge and what is added later; else those that are marked.
    pub all: bool,
}

/// A recorded walk-out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkedOut {
    /// The person who recorded it.
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    /// What was written off, in US dollars, each item at its own rate.
    pub worth: Usd,
}

/// An order with its items and what was paid on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Counts from 1.
    pub id: u64,
    pub order_type: OrderType,
    pub status: OrderStatus,
    pub table_id: Option<u64>,
    /// When it came to its table, or was placed without one.
    pub seated_at: Timestamp,
    pub customer: Customer,
    pub notes: Option<String>,
    /// In the order in which they were added.
    pub items: Vec<OrderItem>,
    /// People at the table, as far as anybody said.
    pub guests: Option<u32>,
    /// `None`: it has no service charge and never had one.
    pub service: Option<ServiceCharge>,
    /// What the service charge comes to: a line for each currency that items are priced in.
    pub service_lines: Vec<OrderItem>,
    pub exemption: Option<OrderExemption>,
    /// LRD per USD when it was placed.
    pub rate: Rate,
    /// Whether everything is paid.
    pub settled: bool,
    /// Whether it was attached to a customer's credit.
    pub on_credit: bool,
    /// The customer whose tab it is on.
    pub tab: Option<Customer>,
    /// Payments on the order itself, less change.
    pub paid: Cash,
    /// Their value in US dollars, each payment at its own rate.
    pub paid_value_usd: Usd,
    /// Change of all payments.
    pub change: Cash,
    /// Rounding of that change.
    pub rounding: Lrd,
    /// Who its receipt is for, given with a part payment.
    pub buyer: Option<Buyer>,
    /// Its receipts, oldest first.
    pub receipt_numbers: Vec<String>,
    /// Why it was cancelled or voided.
    pub cancel_reason: Option<String>,
    /// The reason of the list that was chosen for it.
    pub cancel_listed: Option<ListedReason>,
    /// The approval of that.
    pub cancel_approval: Option<Approved>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The person who placed it.
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    /// The person who serves it.
    pub served_by: ServedBy,
    /// `None`: it was never split.
    pub split: Option<SplitPlace>,
    /// The order that all of its items went to.
    pub merged_into: Option<u64>,
    /// `None`: it is not being paid in equal shares.
    pub shares: Option<SharePlan>,
    /// Who recorded that the guests left without paying all of it, and what it was worth. It stays when they come back.
    pub walked_out: Option<WalkedOut>,
    /// What is written off, in each currency that items are priced in.
    pub written_off: Cash,
}

impl Order {
    /// The order with `shares` applied to its items.
    pub fn with_shares(mut self, shares: &[Share]) -> Order {
        for share in shares {
            for item in self.lines_mut().filter(|item| item.id == share.item_id) {
                share.apply_to(&mut item.debt, &mut item.line.allocations);
            }
        }
        self
    }

    /// Its items, then the lines of its service charge: all that is owed for, in the order in which money is allocated to it.
    pub fn lines(&self) -> impl Iterator<Item = &OrderItem> {
        self.items.iter().chain(&self.service_lines)
    }

    /// See [`Order::lines`].
    pub fn lines_mut(&mut self) -> impl Iterator<Item = &mut OrderItem> {
        self.items.iter_mut().chain(&mut self.service_lines)
    }

    /// Why one of these lines of it is exempt from tax.
    pub fn exemption_of(&self, lines: &[&OrderItem]) -> Option<TaxExemption> {
        let is_exempt = |item: &&OrderItem| item.line.tax.as_ref().is_some_and(|tax| tax.exempt);
        let of = |exemption: &OrderExemption| exemption.of.clone();
        self.exemption.as_ref().filter(|exemption| exemption.all || lines.iter().any(is_exempt)).map(of)
    }

    /// How it came to owe nothing any more; `None` while it is open, and for a cancelled order.
    pub fn closed_as(&self) -> Option<ClosedAs> {
        match self.status {
            OrderStatus::Cancelled => None,
            _ if self.walked_out.is_some() => Some(ClosedAs::WalkOut),
            _ if self.on_credit => Some(ClosedAs::Credit),
            _ => self.settled.then_some(ClosedAs::Paid),
        }
    }

    /// The sum of the discounts on its items, in each currency.
    pub fn discount(&self) -> Price {
        self.items.iter().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum()
    }

    /// The acts that gave discounts on its items, without comps; the lines are those of the items.
    pub fn discounts(&self) -> Vec<DiscountGrant<'_>> {
        let given = self.items.iter().filter_map(|item| Some((item.id, item.line.discount.as_deref()?)));
        discount_grants(given.filter(|(_, discount)| !discount.is_comp))
    }

    /// The sum of the items' totals, in each currency, without the service charge.
    pub fn total(&self) -> Price {
        self.items.iter().map(|item| item.line.total).sum()
    }

    /// The sum of the totals of the service charge, in each currency.
    pub fn service_total(&self) -> Price {
        self.service_lines.iter().map(|item| item.line.total).sum()
    }

    /// The sum of what is owed for the lines, paid or not, in either currency.
    pub fn grand_total(&self) -> Price {
        self.lines().map(|item| item.line.gross()).sum()
    }

    /// The sum of the lines' taxes, in each currency.
    pub fn tax_due(&self) -> Price {
        self.lines().map(|item| item.line.tax_due()).sum()
    }

    /// The sum with which totals are compared that a phone sends.
    pub fn priced(&self) -> Price {
        self.items.iter().map(|item| item.line.priced()).sum()
    }

    /// The currency of most lines; US dollars on a tie.
    pub fn currency(&self) -> CurrencyCode {
        crate::sales::main_currency(self.items.iter().map(|item| item.line.currency))
    }

    /// How much of it is paid.
    pub fn payment_status(&self) -> PaymentStatus {
        if self.settled {
            PaymentStatus::Paid
        } else if self.lines().any(|item| item.debt.paid != Cash::ZERO) || self.paid != Cash::ZERO {
            PaymentStatus::Partial
        } else {
            PaymentStatus::Unpaid
        }
    }

    /// Whether it is neither cancelled nor both served and paid. Unlike [`Order::is_open`] that includes what is served and on a
    /// customer's tab.
    pub fn is_unfinished(&self) -> bool {
        self.status != OrderStatus::Cancelled && !(self.status == OrderStatus::Served && self.settled)
    }

    /// Whether it is still to be served or paid.
    pub fn is_open(&self) -> bool {
        match self.status {
            OrderStatus::Cancelled => false,
            OrderStatus::Served => !self.settled && !self.on_credit,
            _ => true,
        }
    }

    /// Whether nothing is owed, whatever its items say: it is cancelled, or the rest is written off.
    pub fn owes_nothing(&self) -> bool {
        self.status == OrderStatus::Cancelled || (self.walked_out.is_some() && !self.on_credit)
    }

    /// The sum that is owed, each item in the currency that it was priced in; zero for an order that [owes nothing](Order::owes_nothing).
    pub fn owed(&self) -> Cash {
        if self.owes_nothing() { Cash::ZERO } else { crate::payments::due(self.lines().map(|item| &item.debt)) }
    }

    /// The sum that is owed, all in US dollars or all in LRD, at `rate`, as it is shown: see [`Order::readings`]. Zero for an order that
    /// [owes nothing](Order::owes_nothing).
    pub fn remaining(&self, rate: Rate) -> Price {
        if self.owes_nothing() {
            return Price::ZERO;
        }
        let debts: Vec<Debt> = self.lines().map(|item| item.debt).collect();
        shown(&debts, &self.readings(rate), rate)
    }

    /// What is owed for each item as a guest is shown it; none where that is what the debts come to at `rate`. While nothing is paid, and
    /// `rate` is the one of all items, it is their totals: a guest pays what the bill says in either currency.
    pub fn readings(&self, rate: Rate) -> Vec<Reading> {
        match self.untouched_totals(rate) {
            Some(totals) => totals.into_iter().map(Reading::of).collect(),
            None if self.paid == Cash::ZERO => self.fixed_readings(rate),
            None => Vec::new(),
        }
    }

    /// What is owed for each item where prices are fixed in both currencies, else none.
    pub fn fixed_readings(&self, rate: Rate) -> Vec<Reading> {
        readings_of(self.lines().map(|item| (&item.line, &item.debt)), rate)
    }

    /// What is owed for each item, if nothing is paid yet and `rate` is the one of all of them. The sums of rounded prices, or of two
    /// prices of a product, differ from what the debts come to.
    pub fn untouched_totals(&self, rate: Rate) -> Option<Vec<Price>> {
        let untouched = |item: &OrderItem| item.line.rate == rate && item.debt == Debt::whole(item.line.currency, item.line.gross());
        let is_untouched = self.paid == Cash::ZERO && self.lines().all(untouched);
        is_untouched.then(|| self.lines().map(|item| item.line.gross()).collect())
    }

    /// Marks the order as paid by `sale`.
    pub fn settle(&mut self, sale: &SaleRecorded) {
        self.settled = true;
        self.shares = None;
        self.receipt_numbers.push(sale.receipt_number.clone());
    }

    /// Marks the order as credit of `customer`; `sale` is that of its paid items. Where no item `is_owed` (all of it was free),
    /// the order is settled, because no credit item will ever settle it.
    pub fn put_on_credit(&mut self, customer: &Customer, is_owed: bool, sale: Option<&SaleRecorded>) {
        self.on_credit = true;
        self.shares = None;
        self.tab = Some(customer.clone());
        self.settled = !is_owed;
        self.receipt_numbers.extend(sale.map(|sale| sale.receipt_number.clone()));
    }

    /// Copies debt and allocations of a credit item to the order item that it was. The order is settled with its last item.
    pub fn copy_credit(&mut self, item_id: u64, debt: Debt, allocations: &[Allocation], receipt_number: Option<&str>) {
        if let Some(item) = self.lines_mut().find(|item| item.id == item_id) {
            item.debt = debt;
            item.line.allocations = allocations.to_vec();
        }
        if self.lines().all(|item| item.debt.is_settled()) && !self.settled {
            self.settled = true;
            self.receipt_numbers.extend(receipt_number.map(str::to_owned));
        }
    }

    /// Cancels the order, whose money was given back.
    pub fn void(&mut self, reason: &str, listed: Option<&ListedReason>, approval: Option<&Approved>) {
        self.status = OrderStatus::Cancelled;
        self.cancel_reason = Some(reason.to_owned());
        self.cancel_listed = listed.cloned();
        self.cancel_approval = approval.cloned();
        self.settled = false;
        self.shares = None;
        (self.walked_out, self.written_off) = (None, Cash::ZERO);
        self.paid = Cash::ZERO;
        self.paid_value_usd = Usd::ZERO;
        for item in self.lines_mut() {
            item.debt = Debt::whole(item.line.currency, item.line.gross());
            item.line.allocations.clear();
        }
    }

    /// Whether it is paid, wholly or in part.
    pub fn has_money(&self) -> bool {
        self.settled || self.paid != Cash::ZERO
    }
}
