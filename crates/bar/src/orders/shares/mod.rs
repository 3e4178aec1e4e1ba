//! Equal shares: an order that several guests pay in parts of the same worth. A share is a payment, not an order.

mod amounts;
mod end;
mod pay;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use amounts::OwedInParts;
pub use end::{EndShares, end_shares};
pub(super) use pay::{PartPaid, pay_part};

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

/// Equal shares in which an order is being paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharePlan {
    /// [`SHARES_MIN`] to [`SHARES_MAX`].
    pub of: u32,
    /// The parts that are paid, each with its payment.
    paid: Vec<(u32, u64)>,
}

impl SharePlan {
    /// A plan of which nothing is paid yet.
    pub fn new(of: u32) -> Self {
        SharePlan { of, paid: Vec::new() }
    }

    /// How many parts are paid.
    pub fn paid(&self) -> u32 {
        u32::try_from(self.paid.len()).unwrap_or(u32::MAX)
    }

    /// How many parts are still to pay.
    pub fn left(&self) -> u32 {
        self.of.saturating_sub(self.paid())
    }

    /// The first part that is not paid, from 1.
    pub fn next(&self) -> u32 {
        (1..).find(|part| self.paid.iter().all(|(paid, _)| paid != part)).unwrap_or(self.of)
    }

    /// Marks the part as paid by this payment.
    pub(super) fn pay(&mut self, part: u32, payment_id: u64) {
        self.paid.push((part, payment_id));
    }

    /// Makes the part that this payment paid open again.
    pub(super) fn reopen(&mut self, payment_id: u64) {
        self.paid.retain(|(_, by)| *by != payment_id);
    }
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
