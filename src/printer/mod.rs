//! The printer: a receipt becomes a page, a page becomes bytes, bytes are delivered to a device that may be
//! anything: off, hung, out of paper, gone in the middle.
//!
//! [`receipt::receipt`] lays out, [`escpos::encode`] makes the job's bytes, [`driver::deliver`] brings them there.
//! Nothing in here knows the store, the engine or HTTP.

pub mod address_policy;
pub mod address_slip;
pub mod codepage;
mod collect;
mod connection;
mod device;
mod device_node;
pub mod driver;
pub mod escpos;
pub mod find;
pub mod paper;
mod port;
pub mod profile;
pub mod raster;
pub mod receipt;
pub mod report;
pub mod sample;
mod states;
pub mod status;
pub mod target;
pub mod test_page;
pub mod ticket;
mod transliteration;

pub use address_policy::AddressPolicy;
pub use driver::{Delivered, DeliveryError, Health, Timeouts, Undelivered, deliver, probe};
pub use paper::Paper;
pub use profile::Profile;
pub use receipt::{PrintInfo, receipt};
pub use states::{Condition, PrinterState, PrinterStates};
pub use status::NotReady;
pub use target::{Target, TargetError};
pub use test_page::test_page;
