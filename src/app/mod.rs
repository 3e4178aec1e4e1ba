//! Wires store, engine, printers and phones together, and takes them apart in the right order.

mod entrance;
mod first_start;
mod pages;
mod print_worker;
mod spooler;
mod start;

pub use start::{Bar, serve};
