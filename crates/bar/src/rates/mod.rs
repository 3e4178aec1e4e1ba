//! The bar's exchange rate and its history.

mod tables;

use serde::{Deserialize, Serialize};

pub use tables::*;

use base::{Rate, Timestamp};

/// The present rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentRate {
    /// LRD per 1 USD.
    pub rate: Rate,
    /// Since when.
    pub updated_at: Timestamp,
}

/// A rate in the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRate {
    /// LRD per 1 USD.
    pub rate: Rate,
    /// Since when.
    pub updated_at: Timestamp,
    /// Username of the person who set it.
    pub user_name: String,
}

/// Sets the rate.
#[derive(Debug, Clone)]
pub struct SetRate {
    /// LRD per 1 USD.
    pub rate: Rate,
}

/// The rate was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateChanged {
    /// LRD per 1 USD.
    pub rate: Rate,
}

/// Decides a new rate. The same rate again is recorded too: it says that it was checked today.
pub fn set_rate(command: &SetRate) -> Vec<RateChanged> {
    vec![RateChanged { rate: command.rate }]
}
