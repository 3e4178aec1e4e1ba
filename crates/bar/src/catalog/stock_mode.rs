//! How the stock of a product is handled: whether it is counted, and whether its level may go below 0.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::Product;
use base::{Decided, Refusal};

/// Whether the stock of a product is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum StockMode {
    /// It has a level, which sales lower.
    #[default]
    Counted,
    /// It has no level: it is sold without end, and is never low or out. Food that is cooked to order.
    Free,
}

base::words!(StockMode);

/// Refuses a level of a product that is not counted.
pub fn not_counted(name: &str) -> Refusal {
    Refusal::conflict(format!("{name} is not counted"))
}

/// Refuses a level below 0.
pub(super) fn below_zero() -> Refusal {
    Refusal::field("stock", "Stock must be 0 or more")
}

/// What a change of a product does to its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LevelChange {
    /// The level after; `None`: no movement.
    pub to: Option<i64>,
    /// Whether it is the first level of a product that is counted from now on.
    pub first: bool,
    /// Whether the product needs a count from now on; `None`: as before.
    pub needs_count: Option<bool>,
}

/// What a change does to the level of a product. `before` is its mode before, `None` for a new product; `level` the present one, which a
/// product without counting keeps unseen; `stock` the level that the change asks for.
///
/// # Errors
/// 409 `conflict` for a level of a product that is not counted; 400 for one below 0 that is not the present one.
pub(super) fn level_change(before: Option<StockMode>, after: &Product, level: i64, stock: Option<i64>) -> Decided<LevelChange> {
    let was_free = before == Some(StockMode::Free);
    let present = if was_free { 0 } else { level };
    if !after.is_counted() {
        // A form may send the level that it showed.
        if stock.is_some_and(|stock| stock != 0 && stock != present) {
            return Err(not_counted(&after.name));
        }
        let emptied = !was_free && level != 0;
        return Ok(LevelChange {
            to: emptied.then_some(0),
            first: false,
            needs_count: (before == Some(StockMode::Counted)).then_some(false),
        });
    }
    if stock.is_some_and(|stock| stock < 0 && stock != present) {
        return Err(below_zero());
    }
    if was_free {
        let to = stock.or((level != 0).then_some(0));
        return Ok(LevelChange { to, first: stock.is_some(), needs_count: Some(stock.is_none()) });
    }
    Ok(LevelChange { to: stock.filter(|stock| *stock != level), first: before.is_none(), needs_count: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::samples::product;

    fn change(before: Option<StockMode>, after: StockMode, level: i64, stock: Option<i64>) -> Decided<LevelChange> {
        level_change(before, &Product { stock_mode: after, ..product("Jollof rice") }, level, stock)
    }

    #[test]
    fn a_product_made_free_goes_to_zero_and_has_no_level_then() {
        let made_free = LevelChange { to: Some(0), first: false, needs_count: Some(false) };
        for stock in [None, Some(7), Some(0)] {
            assert_eq!(change(Some(StockMode::Counted), StockMode::Free, 7, stock), Ok(made_free));
        }
        assert_eq!(change(Some(StockMode::Counted), StockMode::Free, -2, Some(-2)), Ok(made_free));
        assert_eq!(change(Some(StockMode::Counted), StockMode::Free, 7, Some(8)), Err(not_counted("Jollof rice")));
        assert_eq!(change(Some(StockMode::Free), StockMode::Free, 0, Some(8)), Err(not_counted("Jollof rice")));
        assert_eq!(change(Some(StockMode::Free), StockMode::Free, 3, Some(0)), Ok(LevelChange::default()), "what came back is unseen");
        assert_eq!(change(None, StockMode::Free, 0, Some(8)), Err(not_counted("Jollof rice")));
        assert_eq!(change(None, StockMode::Free, 0, None), Ok(LevelChange::default()));
    }

    #[test]
    fn a_product_counted_again_starts_where_the_call_says_or_needs_a_count() {
        let counted = |level, stock| change(Some(StockMode::Free), StockMode::Counted, level, stock);
        assert_eq!(counted(0, Some(12)), Ok(LevelChange { to: Some(12), first: true, needs_count: Some(false) }));
        assert_eq!(counted(0, Some(0)), Ok(LevelChange { to: Some(0), first: true, needs_count: Some(false) }));
        assert_eq!(counted(0, None), Ok(LevelChange { to: None, first: false, needs_count: Some(true) }));
        assert_eq!(counted(2, None), Ok(LevelChange { to: Some(0), first: false, needs_count: Some(true) }));
        assert_eq!(counted(0, Some(-1)), Err(below_zero()));
    }

    #[test]
    fn the_present_level_changes_nothing_also_below_zero() {
        let counted = |level, stock| change(Some(StockMode::Counted), StockMode::Counted, level, Some(stock));
        assert_eq!(counted(-3, -3), Ok(LevelChange::default()));
        assert_eq!(counted(-3, -2), Err(below_zero()));
        assert_eq!(counted(-3, 0).map(|change| change.to), Ok(Some(0)));
    }
}
