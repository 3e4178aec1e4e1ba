//! Journal tests: long stories whose journals are recorded, and a replay of all recorded journals.

mod record;
mod record_cash;
mod record_credit;
mod record_offline;
mod record_people;
mod record_pricing;
mod record_tax;
pub mod replay;
mod whole_night;
