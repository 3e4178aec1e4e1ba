//! Printing through the public interface: layout, delivery, devices and discovery.

mod codes;
mod delivery;
mod devices;
#[path = "../support/escpos_reader.rs"]
mod escpos_reader;
#[path = "../support/fake_printer.rs"]
mod fake_printer;
mod finding;
mod paper;
