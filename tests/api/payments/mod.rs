//! Payment tests: amounts in two currencies, tenders, payment methods, cash settings.

mod amounts;
pub mod cash_settings;
pub mod methods;
mod tenders;
