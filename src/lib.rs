//! Barback, the box: a till for a bar in one program, `barback`. It holds the calls, the paper, the ways to head office and to a second
//! box, and the program that starts them; the rules of a bar are the crate `bar`.
//!
//! It may know every crate but `head`, which stands beside it. What each of its modules may import is in `ARCHITECTURE.md`, the map at the
//! project's root.

pub use ::{backup, base, printer, store, web};
pub use ::backup::{parcels, remote};
pub use bar::{
    approvals, bills, box_events, catalog, corrections, credit, devices, directives, engine, exceptions, fiscal, head_office, hours, menu,
    methods, orders, payments, printing, rates, reasons, receipts, reports, sales, seating, settings, sheets, staff, standby, stock, tax,
    tills, tips,
};

// Modules that use all features.
pub mod head_link;
pub mod http;
pub mod machine;
pub mod paper;
pub mod second_box;
// The program.
pub mod app;
pub mod cli;
pub mod config;
pub mod control;
pub mod demo;
