//! The service charge of an order, as the order and its events hold it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::orders::OrderItem;
use crate::reasons::ListedReason;
use crate::tax::{Percent, ServiceChargeSettings};

/// Whether an order has a service charge, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ServiceState {
    /// It has none.
    None,
    /// By itself, because of its guests.
    Auto,
    /// A person added it.
    Manual,
    /// A person took it off.
    Waived,
}

/// The service charge of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceCharge {
    pub state: ServiceState,
    /// As it was when the order got it.
    pub percent: Percent,
    /// Why it was waived.
    pub reason: Option<String>,
    /// The reason of the list that was chosen.
    pub listed: Option<ListedReason>,
}

/// The service charge of an order after a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceAfter {
    /// `None`: the order has none.
    pub charge: Option<ServiceCharge>,
    /// What it comes to, without the money on it: a line for each currency that items are priced in.
    pub lines: Vec<OrderItem>,
}

impl ServiceCharge {
    pub(super) fn new(state: ServiceState, settings: &ServiceChargeSettings) -> Self {
        ServiceCharge { state, percent: settings.percent, reason: None, listed: None }
    }

    /// Whether the order owes it.
    pub fn is_due(&self) -> bool {
        matches!(self.state, ServiceState::Auto | ServiceState::Manual)
    }
}
