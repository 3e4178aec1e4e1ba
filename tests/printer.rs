//! Printing through the public interface: layout, delivery, devices and discovery.

#[path = "printer/codes.rs"]
mod codes;
#[path = "printer/delivery.rs"]
mod delivery;
#[path = "printer/devices.rs"]
mod devices;
#[path = "support/escpos_reader.rs"]
mod escpos_reader;
#[path = "support/fake_printer.rs"]
mod fake_printer;
#[path = "printer/finding.rs"]
mod finding;
#[path = "printer/paper.rs"]
mod paper;
