//! Wires store, engine, printers and phones together, and takes them apart in the right order.

mod backups;
mod console;
pub mod control;
mod entrance;
mod finders;
mod first_start;
mod network;
mod notify;
mod pages;
mod print_worker;
mod printer_access;
mod spooler;
pub mod standby;
mod start;
pub mod terminal;

pub use backups::keyring;
pub use first_start::FirstPassword;
pub use start::{Bar, follow, serve};
