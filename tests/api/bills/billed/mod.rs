//! Bills before payment, and what was billed wherever it goes.

mod after_bill;
mod before_payment;
mod pieces;
mod random;
