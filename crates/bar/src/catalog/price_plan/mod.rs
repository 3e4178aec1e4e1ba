//! Prices that are planned for a day: from its first moment they are the prices of their products.
//!
//! Nothing happens at that moment. A plan is laid over the products whenever one is read for a day ([`PlannedPrices`]), so that a sale in
//! its first second has the new price, also where the box was off at midnight, and a clock that was ahead by mistake changes no price for
//! good. A price that is written by hand takes its product out of all plans.

mod assistant;
mod decide;
mod load;
mod tables;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use assistant::{AssistantRow, ChangedRates, Rounding, assistant_rows};
pub use decide::{PLANS_MAX, PricePlanCommand, PricePlanContext, PricePlanEvent, decide_price_plan, plan_field};
pub use load::{day_began, load_price_plan, prices_by_hand};
pub use tables::{
    apply_planned, apply_unplanned, apply_withdrawn, price_plans, prices_on, product_on, product_with_barcode_on, products_on,
};

use super::Product;
use crate::tax::DayChange;
use base::{BusinessDay, Lrd, Usd};

/// The planned prices of one product; `None` keeps the price in that currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedPrice {
    pub product_id: u64,
    pub price_usd: Option<Usd>,
    pub price_lrd: Option<Lrd>,
}

/// Prices from a day on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricePlan {
    /// The first day with these prices.
    pub from: BusinessDay,
    /// By product, and none twice.
    pub items: Vec<PlannedPrice>,
}

/// Prices were planned; they replace the plan of that day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricesPlanned {
    pub plan: PricePlan,
}

/// A plan was withdrawn before its day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanWithdrawn {
    pub from: BusinessDay,
    /// Number of its products, for the audit.
    pub products: u64,
}

/// Products left all plans, because their prices were written by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricesUnplanned {
    pub product_ids: Vec<u64>,
}

/// A day began with another tax or with planned prices. It changes no figure: phones that show prices or rates fetch them again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxDayBegan {
    pub day: BusinessDay,
    pub change: DayChange,
    /// Number of planned prices that are in force since then.
    pub prices: u64,
}

/// The planned prices of a day.
#[derive(Debug, Clone)]
pub struct PlannedPrices {
    /// By day.
    plans: Arc<Vec<PricePlan>>,
    day: BusinessDay,
}

impl PlannedPrices {
    /// The product with the prices that it has on the day.
    #[must_use]
    pub fn of(&self, mut product: Product) -> Product {
        for plan in self.plans.iter().filter(|plan| plan.from <= self.day) {
            if let Some(item) = plan.item(product.id) {
                product.price_usd = item.price_usd.or(product.price_usd);
                product.price_lrd = item.price_lrd.or(product.price_lrd);
            }
        }
        product
    }
}

impl PricePlan {
    fn item(&self, product_id: u64) -> Option<&PlannedPrice> {
        let place = self.items.binary_search_by_key(&product_id, |item| item.product_id).ok()?;
        self.items.get(place)
    }
}
