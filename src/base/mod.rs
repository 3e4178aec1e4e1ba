//! The words of the shop: money, rates, quantities, text, time and refusals. No I/O, no clock, no framework.

pub mod actor;
pub mod bucket;
pub mod customer;
pub mod host;
pub mod money;
pub mod rate;
pub mod reference;
pub mod refusal;
pub mod text;
pub mod time;
pub mod whereabouts;

pub use actor::{Actor, Envelope, Role};
pub use customer::Customer;
pub use money::{Cash, CurrencyCode, Lrd, Money, MoneyError, Price, Usd};
pub use rate::{Rate, RateError};
pub use reference::{Reference, receipt_number};
pub use refusal::{Code, Decided, Refusal};
pub use time::{BarMoment, BarTime, BusinessDay, Timestamp};
pub use whereabouts::{Place, Secure, Whereabouts};
