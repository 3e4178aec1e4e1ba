//! Page layout: receipts, tickets, reports and slips as lists of elements, one file per kind of page.

pub mod address_slip;
pub mod bill;
pub mod cash_page;
pub mod moved;
pub mod payment_slip;
pub mod receipt;
pub mod report;
pub mod sample;
pub mod test_page;
pub mod ticket;
pub mod truth_sheet;
