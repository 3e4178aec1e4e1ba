//! Money taken for what is owed: laid on debts in their order, with change and rounding on record.

mod change;
mod debt;
mod tables;

use serde::{Deserialize, Serialize};

pub use change::{Change, ChangeIn};
pub use debt::{Debt, Laid, due, lay, remaining, worth};
pub use tables::{apply_payment, payment, payments_of_order};

use crate::base::{Customer, Decided, Dual, Lrd, Rate, Refusal, Timestamp, Usd};
use crate::sales::PaymentMethod;
use crate::store::Counter;

pub(crate) const PAYMENT_IDS: Counter = Counter("payments");

/// Largest amount that can be owed on one line or tendered at once, in minor units: 10 billion. Far below where the
/// millionths of a cent end that debts are reckoned in.
pub const OWED_MAX: i64 = 1_000_000_000_000;

/// What somebody puts on the counter.
#[derive(Debug, Clone)]
pub struct Tender {
    /// In each currency.
    pub amount: Dual,
    /// How.
    pub method: PaymentMethod,
    /// How change is given; none: in LRD when only LRD was tendered, else split.
    pub change_in: Option<ChangeIn>,
    /// What somebody noted.
    pub notes: Option<String>,
}

impl Tender {
    /// Refuses nothing at all, and more than anybody carries.
    pub fn check(&self) -> Decided<()> {
        if self.amount == Dual::ZERO {
            return Err(Refusal::invalid("Please enter a payment amount"));
        }
        if self.amount.usd > Usd::minor(OWED_MAX) || self.amount.lrd > Lrd::minor(OWED_MAX) {
            return Err(Refusal::invalid("The amount is too large"));
        }
        Ok(())
    }

    /// How change is given for this tender.
    pub fn change_in(&self) -> ChangeIn {
        match self.change_in {
            Some(wanted) => wanted,
            None if self.amount.usd.is_zero() => ChangeIn::Lrd,
            None => ChangeIn::Split,
        }
    }
}

/// Money that was taken (or, where negative, given back).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Counts from 1.
    pub id: u64,
    /// The order that it was for.
    pub order_id: Option<u64>,
    /// The customer whose credit it was for.
    pub customer: Option<Customer>,
    /// What was handed over, in each currency.
    pub tendered: Dual,
    /// What was given back, in each currency.
    pub change: Dual,
    /// Change given less change due: cash has no small coins.
    pub rounding: Lrd,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// How.
    pub method: PaymentMethod,
    /// What somebody noted.
    pub notes: Option<String>,
    /// The payment that this one gives back. Nothing says so yet: what is given back for a void is one sum for each way of
    /// paying, whatever payments it came in by. The field is part of the rows as they are kept, and of the export.
    pub refunds: Option<u64>,
}

impl Payment {
    /// What the bar kept: tendered less change.
    pub fn kept(&self) -> Dual {
        self.tendered + -self.change
    }

    /// The worth of what was kept, in dollars, at the payment's own rate.
    pub fn value_usd(&self) -> Usd {
        worth(self.kept(), self.rate).usd
    }

    /// Whether notes or change went over the counter.
    pub fn took_cash(&self) -> bool {
        matches!(self.method, PaymentMethod::Cash | PaymentMethod::Mixed) && self.tendered != Dual::ZERO
    }
}

/// A payment as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentRow {
    /// The payment.
    pub payment: Payment,
    /// When.
    pub at: Timestamp,
    /// Who took it.
    pub user_name: String,
}
