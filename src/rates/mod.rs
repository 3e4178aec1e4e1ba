//! The exchange rate of the bar, and what it was before.

mod tables;

use serde::{Deserialize, Serialize};

pub use tables::*;

use crate::base::{Rate, Timestamp};

/// The rate in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentRate {
    /// LRD per 1 USD.
    pub rate: Rate,
    /// Since when.
    pub updated_at: Timestamp,
}

/// A rate and who set it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRate {
    /// LRD per 1 USD.
    pub rate: Rate,
    /// Since when.
    pub updated_at: Timestamp,
    /// Username of who set it.
    pub user_name: String,
}

/// Sets the rate.
#[derive(Debug, Clone)]
pub struct SetRate {
    /// LRD per 1 USD.
    pub rate: Rate,
}

/// The rate from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateChanged {
    /// LRD per 1 USD.
    pub rate: Rate,
}

/// Setting the same rate again is a statement too ("checked today"), so it is recorded.
pub fn set_rate(command: &SetRate) -> Vec<RateChanged> {
    vec![RateChanged { rate: command.rate }]
}
