//! Printer transport: addresses and which are allowed, opening the device, and sending one job over one connection.

pub mod address_policy;
mod collect;
mod connection;
mod device;
mod device_node;
pub mod driver;
mod open;
mod port;
pub mod target;
pub mod timeouts;
