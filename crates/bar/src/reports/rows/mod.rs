//! Single rows of the totals, for head office.

mod query;

pub use query::{category_day, category_numbered, hour, person_day, product_sum, takings_of};
