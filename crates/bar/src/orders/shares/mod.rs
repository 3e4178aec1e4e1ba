//! Equal shares: an order that several guests pay in parts of the same worth. A share is a payment, not an order.

mod amounts;
mod end;
mod pay;
mod plan;

use serde::Serialize;
use utoipa::ToSchema;

pub use amounts::OwedInParts;
pub use end::{EndShares, end_shares};
pub(super) use pay::{PartPaid, pay_part};
pub use plan::SharePlan;

use super::Order;
use crate::payments::SharePart;
use base::{Code, Decided, Rate, Refusal};

/// Fewest equal shares of one order.
pub const SHARES_MIN: u32 = 2;
/// Most equal shares of one order.
pub const SHARES_MAX: u32 = 20;

/// What a part is paid in. Its worth is rounded up to what can be paid that way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum PayIn {
    /// Liberian dollars, up to the next cash step.
    #[serde(rename = "LRD")]
    Lrd,
    /// Whole US dollars, and the rest in Liberian dollars, up to the next cash step.
    #[serde(rename = "split")]
    Split,
    /// US dollars, up to the next cent.
    #[serde(rename = "USD")]
    Usd,
}

impl PayIn {
    /// All of them, in the order in which phones show them.
    pub const ALL: [PayIn; 3] = [PayIn::Lrd, PayIn::Split, PayIn::Usd];

    /// Parses `LRD`, `split` or `USD`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "LRD" => Some(PayIn::Lrd),
            "split" => Some(PayIn::Split),
            "USD" => Some(PayIn::Usd),
            _ => None,
        }
    }
}

/// The part of an order that a payment is for, as the phone saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShareRequest {
    /// [`SHARES_MIN`] to [`SHARES_MAX`].
    pub of: u32,
    /// From 1.
    pub part: u32,
    pub pay_in: PayIn,
}

impl Order {
    /// What is owed of it, for parts.
    pub fn owed_in_parts(&self, rate: Rate) -> OwedInParts {
        OwedInParts { debts: self.lines().map(|item| item.debt).collect(), readings: self.fixed_readings(rate) }
    }

    /// The plan that `request` goes on with or begins.
    ///
    /// # Errors
    /// 409 `share_changed` with `shares` if it is not for the next part of the plan.
    pub(super) fn share_plan(&self, request: &ShareRequest) -> Decided<SharePlan> {
        let plan = self.shares.clone().unwrap_or_else(|| SharePlan::new(request.of));
        if plan.of == request.of && plan.next() == request.part {
            return Ok(plan);
        }
        let message = match &self.shares {
            Some(plan) if plan.of != request.of => format!("This order is being paid in {} parts", plan.of),
            Some(plan) if plan.next() > request.part => format!("Part {} is paid. Part {} is next.", request.part, plan.next()),
            _ => format!("Part {} is next.", plan.next()),
        };
        let shares = self.shares.as_ref().map(|plan| serde_json::json!({"of": plan.of, "paid": plan.paid(), "left": plan.left()}));
        Err(Refusal::new(Code::ShareChanged, message).with("shares", shares.into()))
    }

    /// Marks the part of a plan as paid. The first one begins the plan.
    pub(super) fn pay_share(&mut self, share: SharePart, payment_id: u64) {
        self.shares.get_or_insert_with(|| SharePlan::new(share.of)).pay(share.part, payment_id);
    }
}
