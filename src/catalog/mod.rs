//! What the bar sells: products, their prices, and their lists as CSV.

pub mod category;
pub mod csv;
pub mod draft;
pub mod import;
#[cfg(test)]
mod samples;

pub use category::Category;
pub use draft::Draft;
