//! Money taken for what is owed: tenders, allocated to debts in their order, with change and rounding on record.

mod change;
mod debt;
mod refund;
mod request;
mod row;
mod settle;
mod tables;
mod till;

use serde::{Deserialize, Serialize};

pub use change::{Change, ChangeIn};
pub use debt::{AllocationResult, Debt, allocate, due, remaining, value_in_both};
pub use refund::{RefundOf, Refundable, refundable_on, refunds};
pub use request::{PaymentRequest, REFERENCE_LETTERS_MAX, TENDERS_MAX, TenderRequest, Tendered, normal_reference, references_of};
pub use row::PaymentRow;
pub use settle::{Coverage, Settled, attribute, settle};
pub(crate) use tables::PAYMENT_IDS;
pub use tables::{
    PaymentLocation, apply_counter_payment, apply_payment, first_use, payments_of_order, stored_payment, visit_stored_payments,
};
pub use till::{TillContext, UsedReference};

use crate::base::{BarMoment, Cash, CurrencyCode, Customer, Lrd, Rate, Usd};
use crate::methods::PaymentMethod;

/// Largest amount that can be owed on one line or tendered at once, in minor units: 10 billion. Far below where the
/// millionths of a cent end that debts are reckoned in.
pub const OWED_MAX: i64 = 1_000_000_000_000;

/// Money of one method in one currency: handed over, or, where negative, given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tender {
    /// Never `mixed`.
    pub method: PaymentMethod,
    /// Of the amount.
    pub currency: CurrencyCode,
    /// Minor units.
    pub amount: i64,
    /// Capitals and digits that name the transfer, such as the number in the text message of a mobile payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl Tender {
    /// The amount as money.
    pub fn cash(&self) -> Cash {
        Cash::of(self.currency, self.amount)
    }
}

/// Money of one tender that was allocated to one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "AllocationTuple", into = "AllocationTuple")]
pub struct Allocation {
    /// The payment.
    pub payment_id: u64,
    /// Which of its tenders, from 0.
    pub tender: u32,
    /// Of the tender.
    pub currency: CurrencyCode,
    /// Minor units.
    pub amount: i64,
}

/// An [`Allocation`] as it is stored: payment, tender, currency, amount.
type AllocationTuple = (u64, u32, CurrencyCode, i64);

impl From<AllocationTuple> for Allocation {
    fn from((payment_id, tender, currency, amount): AllocationTuple) -> Self {
        Allocation { payment_id, tender, currency, amount }
    }
}

impl From<Allocation> for AllocationTuple {
    fn from(allocation: Allocation) -> Self {
        (allocation.payment_id, allocation.tender, allocation.currency, allocation.amount)
    }
}

/// All that was allocated, in each currency.
pub fn sum_of(allocations: &[Allocation]) -> Cash {
    allocations.iter().map(|allocation| Cash::of(allocation.currency, allocation.amount)).sum()
}

/// An order item or credit item after money was allocated to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The order item or credit item.
    pub item_id: u64,
    /// What is still owed on it, in millionths of a cent of the currency it is owed in.
    #[serde(rename = "left")]
    pub outstanding: i64,
    /// All the money that was allocated to it so far, tender by tender.
    #[serde(rename = "laid")]
    pub allocations: Vec<Allocation>,
}

impl Share {
    /// Writes the share onto the item that it names.
    pub fn put_on(&self, debt: &mut Debt, allocations: &mut Vec<Allocation>) {
        debt.outstanding = self.outstanding;
        debt.paid = sum_of(&self.allocations);
        allocations.clone_from(&self.allocations);
    }
}

/// Money that was taken or given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "row::StoredPayment")]
pub struct Payment {
    /// Counts from 1.
    pub id: u64,
    /// Whether it gives money back; its amounts are negative then.
    #[serde(skip_serializing_if = "is_false")]
    pub refund: bool,
    /// The order that it was for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<u64>,
    /// The voided sale line whose money it gives back; none for a whole order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale_id: Option<u64>,
    /// The customer whose credit it was for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<Customer>,
    /// What was handed over. Empty where there was nothing to pay.
    pub tenders: Vec<Tender>,
    /// What was given back, in each currency.
    #[serde(skip_serializing_if = "is_nothing")]
    pub change: Cash,
    /// Change given less change due: cash has no small coins.
    #[serde(skip_serializing_if = "is_zero")]
    pub rounding: Lrd,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// The word for it: the one that was given, else the one method of its tenders, or `mixed`.
    pub method: PaymentMethod,
    /// Whether `method` was given as a word with amounts. Its money less change counts under that word then; else each tender
    /// counts under its own method, and change under cash.
    #[serde(skip_serializing_if = "is_false")]
    pub by_word: bool,
    /// Whether the tenders were not told but follow from what was due.
    #[serde(skip_serializing_if = "is_false")]
    pub assumed: bool,
    /// A note of the person who took it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The receipt that it made, or whose money it gives back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_number: Option<String>,
    /// When, by the bar's clock. None in journals of 0.1: it follows from the entry's time and the settings then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<BarMoment>,
}

/// Whether there is nothing in either currency: such amounts are left out of the journal.
pub(crate) fn is_nothing(cash: &Cash) -> bool {
    *cash == Cash::ZERO
}

/// Whether there is nothing: such amounts are left out of the journal.
pub(crate) fn is_zero(amount: &Lrd) -> bool {
    amount.is_zero()
}

/// Whether a flag is not set: such flags are left out of the journal.
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

impl Payment {
    /// What was handed over, in each currency.
    pub fn tendered(&self) -> Cash {
        self.tenders.iter().map(Tender::cash).sum()
    }

    /// What the bar kept: tendered less change.
    pub fn kept(&self) -> Cash {
        self.tendered() + -self.change
    }

    /// The worth of what was kept, in dollars, at the payment's own rate.
    pub fn value_usd(&self) -> Usd {
        value_in_both(self.kept(), self.rate).usd
    }

    /// Whether notes or coins were handed over.
    pub fn took_cash(&self) -> bool {
        !self.refund && self.tenders.iter().any(|tender| tender.method == PaymentMethod::CASH && tender.amount != 0)
    }

    /// What counts as taken, by method.
    pub fn counted(&self) -> Vec<(PaymentMethod, Cash)> {
        if self.by_word {
            return vec![(self.method.clone(), self.kept())];
        }
        let change = (self.change != Cash::ZERO).then(|| (PaymentMethod::CASH, -self.change));
        self.tenders.iter().map(|tender| (tender.method.clone(), tender.cash())).chain(change).collect()
    }
}

/// The word for a payment with these tenders: their one method, or `mixed`.
pub fn word_of(tenders: &[Tender]) -> PaymentMethod {
    let first = tenders.first().map(|tender| tender.method.clone()).unwrap_or_default();
    if tenders.iter().all(|tender| tender.method == first) { first } else { PaymentMethod::MIXED }
}

/// Tenders of `word` for `amount`, one for each currency that there is money of.
pub fn tenders_of(word: &PaymentMethod, amount: Cash, reference: Option<&str>) -> Vec<Tender> {
    let tender = |currency| Tender {
        method: word.of_tender(),
        currency,
        amount: amount.minor_in(currency),
        reference: reference.map(str::to_owned),
    };
    [CurrencyCode::Usd, CurrencyCode::Lrd].map(tender).into_iter().filter(|tender| tender.amount != 0).collect()
}
