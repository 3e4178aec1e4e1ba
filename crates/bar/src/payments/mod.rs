//! Payments: tenders that are allocated to debts in their order, with change and rounding, and refunds.

mod allocation;
mod booking;
mod change;
mod correction;
mod debt;
mod owed;
mod payable;
mod reading;
mod refund;
mod request;
mod row;
mod settle;
mod tables;
mod till;
mod tip;
mod total;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use crate::settings::CashSteps;
pub use allocation::{Allocation, Share, give_the_rest, sum_of, take_allocations};
pub use booking::{Booking, TillChoice, TillRequest};
pub use change::{Change, ChangeIn};
pub use correction::{Before, CorrectedPayment, EarlierForm, PaidLine, correct};
pub use debt::{
    AllocationResult, Debt, FINE, allocate, cash_value, due, is_rest, outstanding_value, reduce_value, remaining, value_in_both, value_unit,
};
pub use owed::Owed;
pub use reading::{Reading, shown};
pub use refund::{RefundOf, Refundable, refundable_on, refunds, refunds_with_tips, returned, rounded_due_on, tip_refunds};
pub use request::{
    GrandTotalClaim, MoneyLookup, PaymentRequest, REFERENCE_LETTERS_MAX, TENDERS_MAX, TenderRequest, Tendered, normal_reference,
    references_of,
};
pub(crate) use row::TipTuple;
pub use row::{PaymentRow, TenderTuple};
pub use settle::{Coverage, Settled, settle};
pub(crate) use tables::PAYMENT_IDS;
pub use tables::{
    PaymentLocation, add_correction, apply_counter_payment, apply_payment, change_order_of_payment, change_payment, corrections, first_use,
    index_references, is_tip_returned, payments_of_order, stored_payment, visit_stored_payments,
};
pub use till::{TillContext, UsedReference};
pub use tip::{TIPS_ARE_OFF, Tip, TipContext, TipOwner, TipPerson, TipRequest};
pub use total::{allocate_total, is_too_much};

use crate::methods::PaymentMethod;
use base::{BarMoment, Cash, CurrencyCode, Customer, Lrd, Rate, Usd};

/// Largest amount that can be owed on one line or tendered at once, in minor units: 10 billion. Debts are computed in
/// millionths of a cent, and 64 bits hold nine times as much of them.
pub const OWED_MAX: i64 = 1_000_000_000_000;

/// Money of one method in one currency: handed over, or, where negative, given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tender {
    /// Never `mixed`.
    pub method: PaymentMethod,
    pub currency: CurrencyCode,
    /// Minor units.
    pub amount: i64,
    /// Capitals and digits that identify the transfer, such as the number in the text message of a mobile payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl Tender {
    /// The amount, in its currency.
    pub fn cash(&self) -> Cash {
        Cash::of(self.currency, self.amount)
    }
}

/// Money that was taken or given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Counts from 1.
    pub id: u64,
    /// Whether it gives money back; its amounts are negative then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub refund: bool,
    /// The order that it pays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<u64>,
    /// The voided sale line whose money it gives back; `None` for a whole order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale_id: Option<u64>,
    /// The customer whose credit it pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<Customer>,
    /// What was handed over. Empty where there was nothing to pay.
    pub tenders: Vec<Tender>,
    /// What was given back, in each currency.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub change: Cash,
    /// Change given less change due, and what was due less what was taken for it: cash has no small coins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounding: Lrd,
    /// The part of `rounding` by which the money that is allocated to the lines differs from what was due for them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rounded_due: Lrd,
    /// The part of it that is for the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<Tip>,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// The payment's label in lists and totals: the one that was given, else the one method of its tenders, or `mixed`.
    pub method: PaymentMethod,
    /// Whether the request gave one label (`method`) with amounts, instead of tenders. If so, its money less change counts
    /// under that label; else each tender counts under its own method, and change under cash.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_word: bool,
    /// Whether the tenders were derived from what was due, by the box or by the screen, and not entered.
    #[serde(default, skip_serializing_if = "is_false")]
    pub assumed: bool,
    /// A note by the person who took it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The receipt that it created, or whose money it gives back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_number: Option<String>,
    /// By the bar's clock.
    pub when: BarMoment,
    /// The till that took it; `None` in a bar without tills.
    #[serde(rename = "till", skip_serializing_if = "Option::is_none")]
    pub booking: Option<Booking>,
    /// Which of the equal shares of its order it pays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<SharePart>,
    /// The payment that it gives back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunds: Option<u64>,
    /// The order that it was taken on, before that order was merged into `order_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_on_order_id: Option<u64>,
    /// What was owed before it. `None` for a refund, and for the payment of a counter sale, whose lines say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owed: Option<Owed>,
}

/// One of the equal shares of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SharePart {
    /// From 1.
    pub part: u32,
    /// How many parts there are.
    pub of: u32,
}

/// Whether both amounts are zero. The journal leaves out such fields.
pub(crate) fn is_nothing(cash: &Cash) -> bool {
    *cash == Cash::ZERO
}

/// Whether the amount is zero. The journal leaves out such fields.
pub(crate) fn is_zero(amount: &Lrd) -> bool {
    amount.is_zero()
}

/// Whether a flag is off. The journal leaves out such fields.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

impl Payment {
    /// What was handed over, in each currency.
    pub fn tendered(&self) -> Cash {
        self.tenders.iter().map(Tender::cash).sum()
    }

    /// What the bar kept: tendered less change and tip.
    pub fn kept(&self) -> Cash {
        self.tendered() + -self.change + -self.tip_amount()
    }

    /// The value of what the bar kept, in US dollars, at the payment's own rate.
    pub fn value_usd(&self) -> Usd {
        value_in_both(self.kept(), self.rate).usd
    }

    /// Whether notes or coins were handed over; false for refunds.
    pub fn took_cash(&self) -> bool {
        !self.refund && self.tenders.iter().any(|tender| tender.method == PaymentMethod::CASH && tender.amount != 0)
    }

    /// What counts as taken, by method: one part for a payment with a label, else one for each tender, and those of change and tip.
    pub fn counted(&self) -> Vec<(PaymentMethod, Cash)> {
        if self.by_word {
            return vec![(self.method.clone(), self.kept())];
        }
        let change = (self.change != Cash::ZERO).then(|| (PaymentMethod::CASH, -self.change));
        let tip = self.tip_by_method().into_iter().map(|(method, cash)| (method, -cash));
        self.tenders.iter().map(|tender| (tender.method.clone(), tender.cash())).chain(change).chain(tip).collect()
    }
}

/// The label of a payment with these tenders: their one method, or `mixed`.
pub fn label_of(tenders: &[Tender]) -> PaymentMethod {
    let first = tenders.first().map(|tender| tender.method.clone()).unwrap_or_default();
    if tenders.iter().all(|tender| tender.method == first) { first } else { PaymentMethod::MIXED }
}

/// Tenders that a payment of `amount` labelled `label` stands for, one for each currency with an amount.
fn tenders_of(label: &PaymentMethod, amount: Cash, reference: Option<&str>) -> Vec<Tender> {
    let tender = |currency| Tender {
        method: label.of_tender(),
        currency,
        amount: amount.minor_in(currency),
        reference: reference.map(str::to_owned),
    };
    [CurrencyCode::Usd, CurrencyCode::Lrd].map(tender).into_iter().filter(|tender| tender.amount != 0).collect()
}

/// Adds `amount` to the tender of this method and currency. Adds such a tender, with `reference`, if there is none.
pub(crate) fn add_to_tenders(
    tenders: &mut Vec<Tender>,
    method: &PaymentMethod,
    currency: CurrencyCode,
    amount: i64,
    reference: Option<&str>,
) {
    match tenders.iter_mut().find(|tender| tender.method == *method && tender.currency == currency) {
        Some(tender) => tender.amount += amount,
        None => tenders.push(Tender { method: method.clone(), currency, amount, reference: reference.map(str::to_owned) }),
    }
}
