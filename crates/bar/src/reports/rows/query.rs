//! Reads of single rows. A row that does not exist is zero.

use crate::catalog::Category;
use crate::reports::tables::{CATEGORIES, HOURS, PRODUCTS, TAKINGS, USER_DAYS, category_of};
use crate::reports::{Goods, Span, Takings, Totals};
use base::BusinessDay;
use store::{Stored, View};

/// What was sold on `day` in this hour of the bar's clock.
pub fn hour(view: &dyn View, day: BusinessDay, hour: u8) -> Stored<Totals> {
    Ok(HOURS.get(view, &(day, hour))?.unwrap_or_default())
}

/// What was sold of a product in a period.
pub fn product_sum(view: &dyn View, span: Span, product_id: u64) -> Stored<Goods> {
    Ok(PRODUCTS.get(view, &(span, product_id))?.unwrap_or_default())
}

/// The category with this number in rows.
pub fn category_numbered(number: u8) -> Option<Category> {
    category_of(number)
}

/// What was sold on `day` of the category with this number.
pub fn category_day(view: &dyn View, day: BusinessDay, number: u8) -> Stored<Goods> {
    Ok(CATEGORIES.get(view, &(day, number))?.unwrap_or_default())
}

/// What a person sold on `day`.
pub fn person_day(view: &dyn View, day: BusinessDay, user_id: u64) -> Stored<Totals> {
    Ok(USER_DAYS.get(view, &(day, user_id))?.unwrap_or_default())
}

/// The takings of `day`, also of methods whose sum is zero.
pub fn takings_of(view: &dyn View, day: BusinessDay) -> Stored<Takings> {
    Ok(TAKINGS.get(view, &day)?.unwrap_or_default())
}
