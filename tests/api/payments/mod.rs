//! Payment tests: amounts in two currencies, tenders, payment methods.

mod amounts;
pub mod methods;
mod tenders;
