//! Credit tests: credit items and customers' tabs.

mod batch;
mod credits;
mod customers;
mod limits;
mod old_debts;
mod tabs;
