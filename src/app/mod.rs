//! The running box: starts store, engine, printers and HTTP, connects them, and shuts them down in the right order.

mod backups;
mod bar;
pub mod card_backup;
mod console;
mod control_server;
mod day_watch;
mod finders;
mod first_start;
mod fiscal;
mod https_listener;
mod launch;
mod network;
mod notify;
mod print_worker;
mod printer_address_policy;
mod reexec;
mod sheet_issuer;
mod spooler;
mod standby;
mod start_error;

pub use bar::Bar;
pub use first_start::FirstPassword;
pub use launch::{follow, serve};
