//! Tips: what is due to each person, the pool and how it is shared, and payouts.
//!
//! A tip comes in with a payment, which says whose it is. It stays in the till until it is paid out.

mod load;
mod pay_out;
mod query;
mod share;
mod tables;

use serde::{Deserialize, Serialize};

pub use load::{load_pay_out, load_share};
pub use pay_out::{PayOutContext, PayOutTips, may_pay_out, pay_out};
pub use query::{TipsRow, pool_of, tips_of};
pub use share::{ShareContext, ShareTips, Worked, share};
pub use tables::{apply_paid_out, apply_payment, apply_shared, due as due_to};

use base::{BarMoment, BusinessDay, Cash, Rate};

/// What one person gets of a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolShare {
    pub user_id: u64,
    pub user_name: String,
    /// Their paid minutes of the day.
    pub paid_minutes: i64,
    pub amount: Cash,
}

/// The pool of a business day was shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TipsShared {
    pub day: BusinessDay,
    /// What was shared: the tips of the day and what the pools before it left over.
    pub pool: Cash,
    pub shares: Vec<PoolShare>,
    /// What is too little to share; the next pool starts with it.
    pub left: Cash,
}

/// Tips were paid out to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TipsPaidOut {
    /// Counts from 1.
    pub payout_id: u64,
    pub user_id: u64,
    pub user_name: String,
    /// The money that was handed over.
    pub amount: Cash,
    /// What it settled of what was due in each currency.
    pub settled: Cash,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// By the bar's clock.
    pub when: BarMoment,
    /// The till device on which the person gave the PIN; `None` where they or a manager paid it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin_on: Option<TipDevice>,
}

/// The enrolled device on which a person confirmed a payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TipDevice {
    pub device_id: u64,
    /// For the audit.
    pub device_name: String,
}
