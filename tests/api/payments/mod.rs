//! Payment tests: amounts in two currencies, tenders, payment methods, cash settings.

mod amounts;
mod as_shown;
pub mod cash_settings;
mod correct;
pub mod methods;
mod only_cash;
mod payable;
mod tenders;
