//! Printing tests: printers, print jobs, receipts, tickets, the cash drawer.

mod addresses;
mod drawer;
mod jobs;
mod papers;
mod printer_failures;
mod receipts;
mod setup;
mod tickets;
mod waiting;
