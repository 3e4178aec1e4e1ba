//! Decides price plans: all of their prices, or none.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::json;

use super::{PlanWithdrawn, PlannedPrice, PricePlan, PricesPlanned};
use crate::catalog::no_price;
use base::{BusinessDay, Decided, Refusal};

/// Most plans of days to come.
pub const PLANS_MAX: usize = 20;

/// A command about price plans.
#[derive(Debug, Clone)]
pub enum PricePlanCommand {
    /// Plans prices, instead of those that were planned for that day.
    Set {
        from: BusinessDay,
        /// 1 to [`crate::catalog::PRICE_ROWS_MAX`].
        items: Vec<PlannedPrice>,
    },
    /// Withdraws the plan of a day.
    Withdraw { from: BusinessDay },
}

/// Data that a decision about a price plan needs.
#[derive(Debug)]
pub struct PricePlanContext {
    /// By day.
    pub(super) plans: Arc<Vec<PricePlan>>,
    /// For each item of the command: whether its product exists.
    pub(super) known: Vec<bool>,
    /// The day that decides prices now.
    pub(super) today: BusinessDay,
}

/// An event about a price plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PricePlanEvent {
    Planned(PricesPlanned),
    Withdrawn(PlanWithdrawn),
}

/// The name of a field of an item, as in the answer to a request with mistakes: `items[3].priceUSD`.
pub fn plan_field(item: usize, field: &str) -> String {
    format!("items[{item}].{field}")
}

/// Decides a command about price plans. A plan that is there already has no event.
///
/// # Errors
/// 400 for a day that is not later than today, an item without a price, a product that is there twice and a plan too many; 404 for an
/// unknown product or plan.
pub fn decide_price_plan(command: &PricePlanCommand, context: &PricePlanContext) -> Decided<Vec<PricePlanEvent>> {
    let plans = &context.plans;
    match command {
        PricePlanCommand::Set { from, items } => {
            if *from <= context.today {
                return Err(Refusal::field("from", "Choose a day after today"));
            }
            check_items(items, &context.known)?;
            let others = plans.iter().filter(|plan| plan.from > context.today && plan.from != *from).count();
            if others >= PLANS_MAX {
                return Err(Refusal::field("from", format!("At most {PLANS_MAX} price plans")));
            }
            let mut plan = PricePlan { from: *from, items: items.clone() };
            plan.items.sort_by_key(|item| item.product_id);
            let is_new = !plans.contains(&plan);
            Ok(is_new.then_some(PricePlanEvent::Planned(PricesPlanned { plan })).into_iter().collect())
        }
        PricePlanCommand::Withdraw { from } => {
            let plan = plans.iter().find(|plan| plan.from == *from && plan.from > context.today);
            let plan = plan.ok_or_else(|| Refusal::not_found("price plan"))?;
            let products = u64::try_from(plan.items.len()).unwrap_or(u64::MAX);
            Ok(vec![PricePlanEvent::Withdrawn(PlanWithdrawn { from: *from, products })])
        }
    }
}

fn check_items(items: &[PlannedPrice], known: &[bool]) -> Decided<()> {
    let mut seen = HashSet::new();
    for (at, (item, is_known)) in items.iter().zip(known).enumerate() {
        if !is_known {
            return Err(Refusal::not_found("product").with("productId", json!(item.product_id)));
        }
        if !seen.insert(item.product_id) {
            return Err(Refusal::field(&plan_field(at, "productId"), "Each product can be there once"));
        }
        if item.price_usd.is_none() && item.price_lrd.is_none() {
            let mut refusal = no_price();
            let message = refusal.message.clone();
            refusal.fields.extend(["priceUSD", "priceLRD"].map(|field| (plan_field(at, field), message.clone())));
            return Err(refusal);
        }
    }
    Ok(())
}
