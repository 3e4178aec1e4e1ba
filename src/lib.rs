#![doc = include_str!("ARCHITECTURE.md")]

pub use ::{backup, base, printer, store, web};
pub use ::backup::{parcels, remote};
pub use bar::{
    approvals, bills, box_events, catalog, credit, devices, directives, engine, exceptions, fiscal, head_office, hours, menu, methods,
    orders, payments, printing, rates, reasons, receipts, reports, sales, seating, settings, sheets, staff, standby, stock, tax, tills,
    tips,
};

// Modules that use all features.
pub mod head_link;
pub mod http;
pub mod paper;
pub mod second_box;
// The program.
pub mod app;
pub mod cli;
pub mod config;
pub mod control;
pub mod demo;
